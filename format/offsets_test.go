package format

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Runs say what a list with an entry for every byte says.
func TestOffsets(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		var list []int
		var o offsets
		raw := 0
		for range rng.IntN(12) {
			spelled, written := 1, 1
			switch rng.IntN(4) {
			case 0:
				spelled, written = 1+rng.IntN(3), 1+rng.IntN(6)
			case 1:
				raw += rng.IntN(3) // what spells nothing
			}
			for range spelled {
				o = o.add(len(list), raw)
				list = append(list, raw)
			}
			raw += written
		}
		o = o.add(len(list), raw)
		list = append(list, raw)
		for i, want := range list {
			if got := o.at(i); got != want {
				t.Fatalf("%v: byte %d comes from %d, not from %d", list, i, got, want)
			}
		}
		for r := range raw + 1 {
			if want, _ := slices.BinarySearch(list, r); o.of(r) != want {
				t.Fatalf("%v: %d is of byte %d, not of %d", list, r, o.of(r), want)
			}
		}
		start := rng.IntN(len(list))
		end := start + rng.IntN(len(list)-start)
		in := o.within(nil, start, end)
		for i := start; i <= end; i++ {
			if got, want := in.at(i-start), list[i]-list[start]; got != want {
				t.Fatalf("%v from %d to %d: byte %d comes from %d, not from %d", list, start, end, i-start, got, want)
			}
		}
	}
}
