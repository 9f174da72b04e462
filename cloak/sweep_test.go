package cloak

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// naiveSweep is the specification: the longest literal at each place in turn.
func naiveSweep(literals []string, s string, from, to int) (found []Span) {
	for i := from; i < to; i++ {
		best := 0
		for _, v := range literals {
			j := i + len(v)
			if len(v) > best && strings.HasPrefix(s[i:], v) && !sameClass(at(s, i-1), s[i]) && !sameClass(s[j-1], at(s, j)) {
				best = len(v)
			}
		}
		if best > 0 {
			found = append(found, Span{i, i + best})
			i += best - 1
		}
	}
	return found
}

func TestSweepFindsEveryLiteral(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	alphabet := "ab1.-@"
	random := func(n int) string {
		b := make([]byte, n)
		for i := range b {
			b[i] = alphabet[r.IntN(len(alphabet))]
		}
		return string(b)
	}
	seen := 0
	for range 4000 {
		var x sweeper
		var literals []string
		for range 1 + r.IntN(5) {
			v := random(sweepMin + r.IntN(8))
			literals = append(literals, v)
			x.add(v, "X")
		}
		var b strings.Builder
		for range r.IntN(8) {
			b.WriteString(random(r.IntN(6)))
			b.WriteString(literals[r.IntN(len(literals))])
		}
		s := b.String()
		from := r.IntN(len(s) + 1)
		to := from + r.IntN(len(s)-from+1)
		var got []Span
		x.find(s, from, to, func(f Span, _ Entity) { got = append(got, f) })
		want := naiveSweep(literals, s, from, to)
		if !slices.Equal(got, want) {
			t.Fatalf("%q in [%d,%d) of %q: got %v, want %v", literals, from, to, s, got, want)
		}
		seen += len(want)
	}
	if seen < 2000 {
		t.Errorf("only %d were to be found", seen)
	}
	var x sweeper
	x.add("short", "X")
	x.add("Production", "X")
	x.find("short Production", 0, 16, func(Span, Entity) { t.Error("a short literal or a dictionary word is swept for") })
}
