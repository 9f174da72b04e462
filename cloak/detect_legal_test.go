package cloak

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"testing"
)

func TestCaseNumberExamples(t *testing.T) { checkExamples(t, legalDetectors()[:1]) }

func TestCaseNumbers(t *testing.T) {
	d := &legalDetectors()[0]
	for _, c := range []struct {
		text string
		keep func(site) bool
		want []string
	}{
		{"1:24-cv-00123-JPM-40TBS-X.", isValue, []string{"1:24-cv-00123-JPM-40TBS-X"}},
		{"1:24-cv-00123-exhibit", isValue, []string{"1:24-cv-00123"}},
		{"1:24-cv-00123-abc_1.pdf", isValue, []string{"1:24-cv-00123"}},
		{"2:24-sw-101", isValue, []string{"2:24-sw-101"}},
		{"24-md-02804", isValue, []string{"24-md-02804"}},
		{"24-sw-101", isWeak, []string{"24-sw-101"}},
		{"18-12345 and 23-1234", isWeak, []string{"18-12345", "23-1234"}},
		{"1:18-12345", isAnyhow, nil},
		{"24-cv-00123-2", isAnyhow, nil},
		{"24-cv-\x0000123", isAnyhow, nil},

		{"1:24-zz-00123", isShape, []string{"1:24-zz-00123"}},
		{"see 24-ZZ-00123-JPM", isShape, []string{"24-ZZ-00123-JPM"}},
		{"24-zz-0012345", isShape, nil},
		{"1:24-zz-00123", isAnyhow, nil},
	} {
		if got := sitesOf(d, c.text, c.keep); !slices.Equal(got, c.want) {
			t.Errorf("%q: got %q, want %q", c.text, got, c.want)
		}
	}
}

func TestCanonCaseNumber(t *testing.T) {
	for s, want := range map[string]string{
		"1:24-CV-00123-JPM": "1:24-cv-00123", "18-12345": "18-12345", "22-10964-mg": "22-10964", "": "", "-": "-", "x-y": "x-y",
	} {
		if got := canonCaseNumber(s); got != want {
			t.Errorf("%q: got %q, want %q", s, got, want)
		}
	}
}

func TestCaseNumberReserved(t *testing.T) {
	d := &legalDetectors()[0]
	rng := rand.New(rand.NewPCG(5, 6))
	for range 200 {
		x := drawSimple(rng, "[0-9]{1}:2[0-9]{1}-zz-[0-9]{5}")
		if !regexp.MustCompile("^"+d.Reserved[0]+"$").MatchString(x) || !slices.Equal(sitesOf(d, x, isShape), []string{x}) {
			t.Fatalf("%s is no shape", x)
		}
	}
}

func TestLegalPieces(t *testing.T) {
	patternsCover(t, legalDetectors(), []string{
		"24-", "cv-", "zz-", "00123", "1:24-cv-00123", "24-cv-123", "-", "1:", "18-12345", "-JPM", "-40TBS", "\x00", "_", ".", "sw-", "civ-", "misc-", "101", "x", "\xff", " ", " ",
	})
}

// A name has no anchor: it runs on its pattern.
func TestCaseNames(t *testing.T) {
	d := &legalDetectors()[1]
	re := regexp.MustCompile(d.Pattern)
	value := re.SubexpIndex("value")
	find := func(s string) (spans []Span) {
		for _, m := range re.FindAllStringSubmatchIndex(s, -1) {
			if x := (Span{m[2*value], m[2*value+1]}); d.Validate(s[x.Start:x.End]) {
				spans = append(spans, x)
			}
		}
		return spans
	}
	for _, x := range d.Match {
		if s, want := unmark(x); !slices.Contains(find(s), want) {
			t.Errorf("%q: found %v", x, find(s))
		}
	}
	for _, s := range append(d.NoMatch, d.Gaps...) {
		if got := find(s); got != nil {
			t.Errorf("%q: found %v", s, got)
		}
	}
	if !regexp.MustCompile(d.Reserved[0]).MatchString("Decoy-abcde v. Decoy-fghij") {
		t.Error("the stand-in is not in the reserved space")
	}
}

// A gap that is found is no gap: it belongs into Match.
func TestFinanceSSNLegalGaps(t *testing.T) {
	for _, ds := range [][]Detector{financeDetectors(), ssnDetectors(), legalDetectors()[:1]} {
		for i := range ds {
			for _, s := range ds[i].Gaps {
				if got := sitesOf(&ds[i], s, isAnyhow); got != nil {
					t.Errorf("%s: %q: found %q", ds[i].Name, s, got)
				}
			}
		}
	}
}

// Any bytes: no panic, and time that grows with the text.
func TestFinanceSSNLegalBytes(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	all := slices.Concat(financeDetectors(), ssnDetectors(), legalDetectors()[:1])
	for range 300 {
		b := make([]byte, rng.IntN(200))
		for i := range b {
			if b[i] = byte(rng.UintN(256)); rng.IntN(2) == 0 {
				b[i] = "0123456789-. :aDE4"[rng.IntN(18)]
			}
		}
		for i := range all {
			naiveSites(&all[i], string(b))
		}
		for i := range b { // every offset, at the edges too
			s := string(b[i:])
			for j := range all {
				if s != "" && len(naiveAnchors(all[j].anchor, s, nil)) > 0 {
					naiveSites(&all[j], s)
				}
			}
			if i > 8 {
				break
			}
		}
	}
}
