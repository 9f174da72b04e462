package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const corporaFolder = "../../../shared/corpora"

// Every corpus that is there is read, and has an answer for each text.
func TestCorporaAreRead(t *testing.T) {
	if _, err := os.Stat(corporaFolder); err != nil {
		t.Skip("no ../shared/corpora beside the repository")
	}
	few := map[string]int{"probes": 70, "bug-cases": 30, "presidio-recognizer-cases": 1600, "gitleaks": 500, "kingfisher": 1400, "presidio-research": 1600, "loghub2k": 16}
	for _, s := range sources {
		t.Run(s.name, func(t *testing.T) {
			c, err := s.load(filepath.Join(corporaFolder, s.folder))
			if errors.Is(err, fs.ErrNotExist) {
				t.Skip("not there")
			} else if err != nil {
				t.Fatal(err)
			}
			texts := c.texts()
			if len(texts) < max(1, few[s.name]) {
				t.Errorf("%d texts", len(texts))
			}
			none := make([]answer, len(texts))
			for i, text := range texts {
				none[i] = answer{out: text}
			}
			r := &report{Corpus: s.name}
			c.score(r, none)
			if len(r.Tables) == 0 || len(r.Tables[0].Rows) == 0 || len(r.Misses) == 0 {
				t.Error("a tool that finds nothing has no table, or misses nothing")
			}
			for _, row := range r.Tables[0].Rows {
				if len(row.Cells) != len(r.Tables[0].Head) {
					t.Errorf("row %s has %d cells under %d heads", row.Name, len(row.Cells), len(r.Tables[0].Head))
				}
			}
		})
	}
}

func TestMissingCorporaAreNamed(t *testing.T) {
	var out strings.Builder
	if err := run([]string{"-corpora", t.TempDir(), "-only", "probes,loghub2k"}, &out); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(out.String(), "skipped: not in "); n != 2 {
		t.Errorf("%d corpora are said to be skipped:\n%s", n, out.String())
	}
}

func TestUnknownNamesAreRefused(t *testing.T) {
	if err := run([]string{"-corpora", t.TempDir(), "-only", "probe"}, &strings.Builder{}); err == nil {
		t.Error("a name that is nothing's is taken")
	}
}

// Floors on the samples that may be redistributed. They are what was reached, less
// a little: a change that falls below one has lost something.
func TestFloors(t *testing.T) {
	o, err := newOurs()
	if err != nil {
		t.Fatal(err)
	}
	load := func(name string, from func(string) (corpus, error)) (corpus, []answer) {
		c, err := from(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		return c, o.answers(c.texts())
	}

	c, as := load("presidio-recognizer-cases", loadRecognizers)
	var positives, negatives ratio
	for i, x := range c.(recognizers) {
		ok := x.right(&report{}, as[i].found)
		if x.positive {
			positives.add(ok)
		} else {
			negatives.add(ok)
		}
	}
	atLeast(t, "recognizer cases, positives", positives, 0.75)
	atLeast(t, "recognizer cases, negatives left alone", negatives, 0.95)

	c, as = load("presidio-research", loadResearch)
	letters, reports := map[string]*ratio{}, ratio{}
	for i, x := range c.(*labelled).cases {
		for _, g := range x.gold {
			in, all := covered(x.text, g, as[i].found)
			if letters[g.label] == nil {
				letters[g.label] = &ratio{}
			}
			letters[g.label].join(ratio{in, all})
		}
		for _, f := range as[i].found {
			hit := false
			for _, g := range x.gold {
				hit = hit || touches(f, g)
			}
			reports.add(hit)
		}
	}
	for label, floor := range map[string]float64{
		"CREDIT_CARD": 0.99, "EMAIL_ADDRESS": 1, "PHONE_NUMBER": 0.98, "IBAN_CODE": 1, "IP_ADDRESS": 1, "US_SSN": 1,
	} {
		atLeast(t, "research, letters and digits of "+label, *letters[label], floor)
	}
	atLeast(t, "research, reports that touch a label", reports, 0.97)
}

func atLeast(t *testing.T, what string, r ratio, floor float64) {
	t.Helper()
	t.Logf("%s: %v", what, r)
	if r.Of == 0 || float64(r.N) < floor*float64(r.Of) {
		t.Errorf("%s: %v, below %.0f %%", what, r, 100*floor)
	}
}
