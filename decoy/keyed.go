package decoy

import (
	"math/bits"
	"math/rand/v2"
)

// keyed is a stream of choices that are a function of 32 bytes derived under the
// mapping's key. Whoever does not hold the key cannot tell it from chance:
// ChaCha8 is a cryptographic generator, and every choice is uniform.
type keyed struct{ c rand.ChaCha8 }

func newKeyed(seed [32]byte) *keyed {
	k := new(keyed)
	k.c.Seed(seed)
	return k
}

// below returns a number of [0,n), n > 0, each as likely as the others: a
// product whose low half lies in the uneven part is drawn again (Lemire, "Fast
// random integer generation in an interval", 2019).
func (k *keyed) below(n uint64) uint64 {
	hi, lo := bits.Mul64(k.c.Uint64(), n)
	if lo < n {
		for uneven := -n % n; lo < uneven; {
			hi, lo = bits.Mul64(k.c.Uint64(), n)
		}
	}
	return hi
}

// between returns a number of [lo,hi].
func (k *keyed) between(lo, hi int) int { return lo + int(k.below(uint64(hi-lo+1))) }

// of returns a byte of set.
func (k *keyed) of(set string) byte { return set[k.below(uint64(len(set)))] }

// text returns n bytes of set.
func (k *keyed) text(n int, set string) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = k.of(set)
	}
	return string(b)
}

const (
	digits    = "0123456789"
	lowers    = "abcdefghijklmnopqrstuvwxyz"
	uppers    = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	hexDigits = "0123456789abcdef"
)
