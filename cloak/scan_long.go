package cloak

import "math/bits"

// Anchors of what is long: addresses and keys in base 58, and sentences of words.

// longRun is how many letters and digits an anchorLong has ahead.
const longRun = 25

// longRuns has those of the starts of runs in t that are an anchorLong. Few runs
// are so long, and most of these are hex.
func longRuns(m, next *planes, t uint64) (is uint64) {
	run := ahead16(m.digit|m.alpha, next.digit|next.alpha)
	more := ahead16(next.digit|next.alpha, 0)
	t &= run & (run>>9 | more<<55) // sixteen from here on, and from nine bytes on
	for ; t != 0; t &= t - 1 {
		k := uint(bits.TrailingZeros64(t)) & 63
		const first = 1<<longRun - 1
		upper, alpha := m.upper>>k|next.upper<<(64-k), m.alpha>>k|next.alpha<<(64-k)
		if upper&first != 0 && alpha&^upper&first != 0 {
			is |= 1 << k
		}
	}
	return is
}

// ahead16 has the bits of x from which sixteen in a row are set; more follows x.
func ahead16(x, more uint64) uint64 {
	x, more = x&(x>>1|more<<63), more&(more>>1)
	x, more = x&(x>>2|more<<62), more&(more>>2)
	x, more = x&(x>>4|more<<60), more&(more>>4)
	return x & (x>>8 | more<<56)
}

// phrases has those of the letters in t, each the first of its run, that are an
// anchorPhrase.
func phrases(prev, m, next *planes, t uint64) uint64 {
	if t == 0 {
		return 0
	}
	goes, more := ^stops(prev, m), ^stops(m, next)
	sixteen, then := ahead16(goes, more), ahead16(more, 0)
	t &= sixteen & (sixteen>>16 | then<<48)
	return t & (sixteen>>31 | then<<33)
}

// stops has the bytes of m at which a phrase is none any more: a digit, the fifth
// byte between two words, the end of a word that was too short, and a letter too many.
func stops(prev, m *planes) uint64 {
	a, p := m.alpha, prev.alpha
	back := func(n uint) uint64 { return a<<n | p>>(64-n) } // the byte n in front is a letter
	a1, a2, a3 := back(1), back(2), back(3)
	few := ^a & a1 &^ (a2 & a3)
	gap := ^(a | a1 | a2 | a3 | back(4))
	four := a & a1 & a2 & a3
	pfour := p & (p << 1) & (p << 2) & (p << 3)
	many := four & (four<<4 | pfour>>60) & back(8)
	return m.digit | few | gap | many
}
