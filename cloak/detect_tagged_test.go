package cloak

import (
	"slices"
	"testing"
)

// taggedFamily are the detectors that a label directly in front tells.
func taggedFamily() []Detector {
	return slices.Concat(taggedDetectors(), plateDetectors(), birthDetectors(), geoDetectors())
}

// Examples go the whole way: labels and evidence count.
func TestExamplesBesideTheirLabels(t *testing.T) { checkFound(t, taggedFamily()) }

// checkFound looks for the examples of ds with an engine that has nothing else.
func checkFound(t *testing.T, ds []Detector) {
	t.Helper()
	for i := range ds {
		d := &ds[i]
		e, err := New(Config{Detectors: []Detector{*d}, Entities: []Entity{d.Entity}})
		if err != nil {
			t.Errorf("%s: %v", d.Name, err)
			continue
		}
		find := func(s string) (xs []Span) {
			fs, err := e.Find(t.Context(), s)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range fs {
				xs = append(xs, f.Span)
			}
			return xs
		}
		for _, x := range d.Match {
			s, want := unmark(x)
			if got := find(s); len(got) != 1 || got[0] != want {
				t.Errorf("%s: %q: found %v, want %v", d.Name, x, got, want)
			}
		}
		for _, x := range d.NoMatch {
			if got := find(x); len(got) > 0 {
				t.Errorf("%s: %q: found %v", d.Name, x, got)
			}
		}
		for _, x := range d.Gaps {
			if got := find(x); len(got) > 0 {
				t.Errorf("%s: the gap %q is closed: %v", d.Name, x, got)
			}
		}
	}
}

func TestTaggedAreSound(t *testing.T) {
	ds := taggedFamily()
	checkSound(t, ds)
	checkLinear(t, ds, append([]string{"MRN 4", "dob 1.", "lat 1.0000,", "plate A-1 ", "policy no. ", "°", "1°2'"}, hurtful...)...)
}

// The calendar decides: a day that it has not is none, in whatever form.
func TestDateEnd(t *testing.T) {
	t.Parallel()
	for _, s := range []string{
		"1985-07-14", "1985/07/14", "14/07/1985", "07/14/1985", "7/14/85", "14.07.1985", "14. 7. 1985", "14-Jul-1985", "14 JUL 1985", "14 July 1985", "14th of July, 1985", "July 14, 1985", "Jul. 14th 1985",
		"July 1985", "19850714", "14071985", "14. Juli 1985", "1er mai 1985", "14 août 1985", "14 de julio de 1985", "14 luglio 1985", "3 maart 1985", "29/02/2024", "29 February 2000", "1985 July 14", "5-5-05",
	} {
		if end, ok := dateEnd(s+" x", 0); !ok || end != len(s) {
			t.Errorf("%q ends at %d, %v; want %d", s, end, ok, len(s))
		}
	}
	for _, s := range []string{
		"1985-13-14", "1985-02-30", "31/06/1985", "00/07/1985", "29/02/2023", "29 February 1900", "32.01.1985", "14/07/198", "14 Julember 1985", "1985", "July", "14 July", "0985-07-14", "12345", "19851314", "1.2.3.4"[:5],
		"14-07/1985", "June 31, 1985", "",
	} {
		if end, ok := dateEnd(s, 0); ok && end == len(s) {
			t.Errorf("%q is a date", s)
		}
	}
}
