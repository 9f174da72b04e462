package cloak

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// idDetectors are the built-in detectors that share anchorRun.
func idDetectors() (ds []*Detector) {
	for _, d := range Builtin() {
		if d.anchor == anchorRun {
			ds = append(ds, &d)
		}
	}
	return ds
}

// A runSite is what counts of a site: where it is, whose it is, and why.
type runSite struct {
	Span
	by   uint16
	weak bool
}

// naiveRuns tries every detector at every run, and keeps what a label bears out.
func naiveRuns(ds []*Detector, s, label string, from, to int) (out []runSite) {
	for by, d := range ds {
		seen := 0
		for i := from; i < to; i++ {
			if i < seen || !isAlnum(s[i]) || isAlnum(at(s, i-1)) || !idStart(s, i) {
				continue
			}
			x, ok := d.scan(s, i)
			seen = max(seen, x.seen)
			if ok {
				seen = max(seen, x.End)
				out = append(out, runSite{x.Span, uint16(by), x.weak})
			}
		}
	}
	return borneOut(ds, s, label, out)
}

func borneOut(ds []*Detector, s, label string, all []runSite) []runSite {
	return slices.DeleteFunc(all, func(x runSite) bool {
		var around surroundings
		labels := newLabelSet(ds[x.by].Labels)
		around.read(s, 0, x.Start, label)
		label, _ := around.nearest(&labels)
		return x.weak && label == ""
	})
}

// The kernel calls a scan only where a label of it may be near, or where the form
// needs none. Nothing that counts is lost by that, wherever a search begins.
func TestRunsAreFoundBesideTheirLabels(t *testing.T) {
	t.Parallel()
	ds := idDetectors()
	p := newProgram(ds)
	var pieces []string
	for _, d := range ds {
		pieces = append(pieces, d.Labels...)
		for _, x := range slices.Concat(d.Match, d.NoMatch) {
			text, value := unmark(x)
			pieces = append(pieces, text, text[value.Start:min(value.End, len(text))])
		}
	}
	for _, filler := range []string{" ", ": ", "\n", "=", "_", "-", ".", "/", "  no. ", "é", "的", strings.Repeat("ab ", 20), "the value of it is ", "\x00", "12", "X7"} {
		pieces = append(pieces, filler, filler, filler, filler)
	}
	r := rand.New(rand.NewPCG(7, 9))
	n := 0
	for range 4000 {
		var b strings.Builder
		for range 1 + r.IntN(14) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		s := b.String()
		from, to, label := 0, len(s), ""
		if r.IntN(3) == 0 && len(s) > 0 {
			from = r.IntN(len(s))
			to = from + r.IntN(len(s)-from+1)
		}
		if d := ds[r.IntN(len(ds))]; r.IntN(6) == 0 {
			label = d.Labels[r.IntN(len(d.Labels))]
		}
		var got []runSite
		for _, f := range p.scanUnder(label, nil, s, from, to) {
			got = append(got, runSite{f.Span, f.by, f.weak})
		}
		got = borneOut(ds, s, label, got)
		want := naiveRuns(ds, s, label, from, to)
		order := func(a, b runSite) int { return cmp.Or(a.Start-b.Start, a.End-b.End, int(a.by)-int(b.by)) }
		slices.SortFunc(got, order)
		slices.SortFunc(want, order)
		n += len(want)
		if !slices.Equal(got, want) {
			t.Fatalf("[%d,%d) of %q under %q:\n got %v\nwant %v", from, to, s, label, got, want)
		}
	}
	if n < 400 {
		t.Errorf("only %d numbers", n)
	}
}

// What needs no label is tried wherever its first letters and digits are arranged so:
// they must say something.
func TestFormsThatNeedNoLabelSaySomething(t *testing.T) {
	t.Parallel()
	for _, d := range idDetectors() {
		for _, f := range d.alone {
			first := f[:len(f)-len(strings.TrimLeft(f, "0123456789AX"))]
			if !strings.ContainsAny(first, "0123456789") || d.aloneBits < 13 {
				t.Errorf("%s: %q begins with letters alone, or has fewer than 13 bits", d.Name, f)
			}
		}
		for _, f := range slices.Concat(d.alone, d.forms) {
			if len(f) > maxFirst || !isAlnum(f[0]) {
				t.Errorf("%s: %q is too long, or does not begin with a letter or digit", d.Name, f)
			}
		}
		if len(d.Labels) == 0 && len(d.alone) == 0 {
			t.Errorf("%s: nothing can be evidence for it", d.Name)
		}
	}
}

// idEngine finds what some detectors find.
type idEngine struct{ *Engine }

func newEngineOf(t *testing.T, ds []Detector) idEngine {
	t.Helper()
	cfg := Config{Detectors: ds}
	for _, d := range append(Builtin(), ds...) { // also what is off by default
		cfg.Entities = append(cfg.Entities, d.Entity)
	}
	if ds != nil {
		cfg.Entities = nil
		for _, d := range ds {
			cfg.Entities = append(cfg.Entities, d.Entity)
		}
	}
	e, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return idEngine{e}
}

func (e idEngine) findIn(t *testing.T, text string) []Finding {
	t.Helper()
	fs, err := e.Find(t.Context(), text)
	if err != nil {
		t.Fatal(err)
	}
	return fs
}

// New looks at the first example only. All of them are found, by the detector on
// its own and beside all others; what is near is not, and no gap has closed.
func TestExamplesOfNumbers(t *testing.T) {
	t.Parallel()
	all := newEngineOf(t, nil)
	for _, d := range idDetectors() {
		e := newEngineOf(t, []Detector{*d})
		for _, x := range d.Match {
			text, want := unmark(x)
			if !slices.ContainsFunc(e.findIn(t, text), func(f Finding) bool { return f.Span == want }) {
				t.Errorf("%s: not %q", d.Name, x)
			}
			if !slices.ContainsFunc(all.findIn(t, text), func(f Finding) bool { return f.Start <= want.Start && f.End >= want.End }) {
				t.Errorf("%s: among all, not %q", d.Name, x)
			}
		}
		for _, x := range slices.Concat(d.NoMatch, d.Gaps) {
			if fs := e.findIn(t, x); len(fs) > 0 {
				t.Errorf("%s: %q", d.Name, x)
			}
		}
	}
}

// A number with a check digit that is all of a text needs no label: whatever it is
// written with, and white space around it apart.
func TestNumbersThatAreAllOfAText(t *testing.T) {
	t.Parallel()
	n := 0
	for _, d := range idDetectors() {
		if !d.checked && d.wholly == nil {
			continue
		}
		e := newEngineOf(t, []Detector{*d})
		for _, x := range d.Match {
			text, want := unmark(x)
			value := text[want.Start:want.End]
			if !d.isWhole(value) || d.code.most > 0 {
				continue
			}
			n++
			for _, s := range []string{value, " " + value + "\n"} {
				if fs := e.findIn(t, s); len(fs) != 1 || fs[0].Len() != len(value) {
					t.Errorf("%s: %q", d.Name, s)
				}
			}
			far := value + "\n" + strings.Repeat("x ", longestWhole)
			if fs := e.findIn(t, far); len(d.alone) == 0 && d.forms != nil && len(fs) > 0 {
				t.Errorf("%s: %q needs no label", d.Name, value)
			}
		}
	}
	if n == 0 {
		t.Error("no numbers")
	}
}
