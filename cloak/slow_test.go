package cloak

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// Each Pattern covers what its scan accepts: asked within matches of the pattern
// alone, the scan finds what it finds when it is asked at every anchor.
func TestPatternsCoverTheirScans(t *testing.T) {
	t.Parallel()
	ds := Builtin()
	n := 300
	if testing.Short() {
		n = 100
	}
	for i := range ds {
		d := &ds[i]
		if d.scan == nil {
			continue
		}
		x, err := newSlowDetectors([]slowDetector{{d, 0}})
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(21, uint64(i)))
		for range n {
			s := edited(r, soup(r, d))
			everywhere := slowRun{d: x.list[0], s: s}
			for at := range len(s) {
				everywhere.try(at)
			}
			want := openSites(everywhere.out)
			got, err := x.find(nil, s)
			if got = openSites(got); err != nil || !slices.Equal(got, want) {
				t.Errorf("%s in %q:\nwithin matches %v, %v\neverywhere %v", d.Name, s, spans(got), err, spans(want))
				break
			}
		}
	}
}

// edited is s with a few bytes dropped, doubled, in another case or put in.
func edited(r *rand.Rand, s string) string {
	const marks = "\x00\n\r\t \"'`\\/[](){}<>:;,.=@#$%&*+-_~!?^|0179afAFzZ\xff\xe9\x1a"
	b := []byte(s)
	for range r.IntN(4) {
		i := r.IntN(len(b) + 1)
		switch {
		case i == len(b):
		case r.IntN(4) == 0:
			b = slices.Delete(b, i, i+1)
		case r.IntN(3) == 0:
			b = slices.Insert(b, i, b[i])
		case r.IntN(2) == 0 && isAlpha(b[i]):
			b[i] ^= 0x20
		default:
			b = slices.Insert(b, i, marks[r.IntN(len(marks))])
		}
	}
	return string(b)
}

// openSites are fs in order. Where two anchors lie in one value, either may have
// found it.
func openSites(fs []found) []found {
	for i := range fs {
		fs[i].at, fs[i].seen = 0, 0
	}
	slices.SortFunc(fs, func(a, b found) int { return cmp.Or(a.Start-b.Start, a.End-b.End) })
	return slices.Compact(fs)
}

func spans(fs []found) (xs []Span) {
	for _, f := range fs {
		xs = append(xs, f.Span)
	}
	return xs
}

// A line without an end is read in pieces, and the pieces overlap.
func TestSlowDetectorsOnALongLine(t *testing.T) {
	var ds []slowDetector
	all := Builtin()
	for i := range all {
		ds = append(ds, slowDetector{&all[i], uint16(i)})
	}
	x, err := newSlowDetectors(ds)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	want := 0
	for b.Len() < 5*maxCandidate {
		b.WriteString("x=1, password=Zx81plq" + string(rune('a'+want%26)) + "9 and mail to bo@corp.eu; ")
		want++
	}
	fs, err := x.find(nil, b.String())
	if err != nil {
		t.Fatal(err)
	}
	n := map[string]int{}
	for _, f := range fs {
		n[all[f.by].Name]++
	}
	if n["password"] != want || n["email"] != want {
		t.Errorf("found %d passwords and %d addresses of %d", n["password"], n["email"], want)
	}
}
