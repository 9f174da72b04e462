package cloak

import (
	"encoding/binary"
	"fmt"
	"unicode"
	"unicode/utf8"
)

// maxTerm is the longest term, in bytes. The time for one place of a text is
// bounded by it.
const maxTerm = 1 << 10

// A termSet finds the terms of a program in a text. It is immutable, and safe for
// concurrent use.
//
// Terms are no patterns: a hundred thousand literals are far beyond what a regexp
// takes, and an automaton over them needs gigabytes. Here a place is looked at
// when its first bytes, with the bit of ASCII case set, are in a bitmap: for most
// of a text that is all there is. Then its folded bytes are hashed one by one; at
// 8, 16, 32, … of them a second bitmap tells whether any term begins so, and at
// each length that a term has, a table tells which ones are equal.
type termSet struct {
	terms []Term
	canon []string // of each term, see appendFold
	next  []int32  // the next term with the same canon, or -1
	table hashes   // of canon, to the first such term

	lengths [maxTerm/64 + 1]uint64 // of canon, one bit each
	long    bitmap                 // gate of four bytes
	short   bitmap                 // gate of three, for terms that may be shorter than four bytes
	hasAny  bool                   // some term is Anywhere
	begins  bitmap                 // hashes of what longer terms begin with
}

// newTermSet takes the terms that are to be replaced; those to be kept are
// checked too. Its errors name a term by its index, not by its text.
func newTermSet(ts []Term) (*termSet, error) {
	t := &termSet{}
	given := make(map[Term]bool, len(ts))
	for i, x := range ts {
		if x.Text == "" {
			return nil, fmt.Errorf("cloak: term %d is empty", i)
		}
		if len(x.Text) > maxTerm {
			return nil, fmt.Errorf("cloak: term %d has %d bytes, more than %d", i, len(x.Text), maxTerm)
		}
		key := x
		key.Entity = ""
		if !x.Never && !given[key] { // of two that match alike, the first counts
			t.terms = append(t.terms, x)
			given[key] = true
		}
	}
	if len(t.terms) == 0 {
		return nil, nil
	}
	t.canon = make([]string, len(t.terms))
	t.next = make([]int32, len(t.terms))
	t.table = newHashes(len(t.terms))
	t.long = newBitmap(len(t.terms))
	t.begins = newBitmap(len(t.terms))
	for i := range t.terms {
		t.add(int32(i))
	}
	return t, nil
}

func (t *termSet) add(i int32) {
	x := &t.terms[i]
	c := string(appendFold(nil, x.Text))
	t.canon[i], t.next[i] = c, -1
	t.lengths[len(c)/64] |= 1 << (len(c) % 64)
	t.hasAny = t.hasAny || x.Anywhere
	t.addGates(x.Text, x.Fold, nil)
	h := uint64(hashSeed)
	for n := range len(c) {
		if isCheckpoint(n) {
			t.begins.set(h)
		}
		h = hashByte(h, c[n])
	}
	// Terms that fold alike make a chain in the order given; a hash that two
	// different ones share only makes the chain longer.
	slot := t.table.slot(h)
	if slot.first < 0 {
		slot.hash, slot.first, slot.last = h, i, i
		return
	}
	t.next[slot.last], slot.last = i, i
}

// addGates opens the gates for every spelling of text, whose first bytes are head.
// The Kelvin sign is a k and takes three bytes, so a spelling is not an ASCII
// case away from another one, and may be longer or shorter.
func (t *termSet) addGates(text string, folds bool, head []byte) {
	switch {
	case len(head) >= 4:
		t.long.set(hash4(binary.LittleEndian.Uint32(head)))
		return
	case text == "":
		t.addShort(head)
		return
	}
	r, n := utf8.DecodeRuneInString(text)
	t.addGates(text[n:], folds, append(head[:len(head):len(head)], text[:n]...))
	if !folds || r == utf8.RuneError {
		return
	}
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		if f < utf8.RuneSelf && r < utf8.RuneSelf {
			continue // the gates do not know ASCII case
		}
		t.addGates(text[n:], folds, utf8.AppendRune(head[:len(head):len(head)], f))
	}
}

// addShort opens the gate of three bytes for a spelling of at most three, which
// anything may follow.
func (t *termSet) addShort(head []byte) {
	if t.short.words == nil {
		t.short = newBitmap(0)
	}
	v, free := uint32(0), uint32(1)
	for i := range 3 {
		if i < len(head) {
			v |= uint32(head[i]) << (8 * i)
		} else {
			free <<= 8
		}
	}
	for x := range free {
		t.short.set(hash3(v | x<<(8*len(head))))
	}
}

// find calls emit for each term that starts in s[from:to], in order: the longest
// at a place, and nothing more before its end. What lies outside of from and to
// is read, as the end of a term or as what stands beside one.
func (t *termSet) find(s string, from, to int, emit func(Span, *Term)) {
	if t == nil {
		return
	}
	for i := t.gate(s, from, to); i < to; i = t.gate(s, i, to) {
		end, x := t.match(s, i)
		if x == nil {
			i++
			continue
		}
		emit(Span{i, end}, x)
		i = end
	}
}

// gate returns the first place in s[i:to] where a term may start, or to.
func (t *termSet) gate(s string, i, to int) int {
	for i < to {
		if t.short.words == nil {
			i = t.gateLong(s, i, to)
		}
		for end := min(i+4, to); i < end; i++ {
			if !t.hasAny && isWord(at(s, i-1)) {
				continue
			}
			v := loadSome(s, i)
			if t.long.has(hash4(v)) || t.short.words != nil && t.short.has(hash3(v)) {
				return i
			}
		}
	}
	return to
}

// gateLong is gate for sets without short terms, four places at a time. It stops
// before the first four with a candidate, within a word or not, and before the
// last seven.
func (t *termSet) gateLong(s string, i, to int) int {
	words, shift := t.long.words, t.long.shift&63
	for ; i+4 <= to && i+7 <= len(s); i += 4 {
		p := s[i : i+7]
		v := uint64(p[0]) | uint64(p[1])<<8 | uint64(p[2])<<16 | uint64(p[3])<<24
		w := uint64(p[3]) | uint64(p[4])<<8 | uint64(p[5])<<16 | uint64(p[6])<<24
		v |= w << 24
		a, b := hash4(uint32(v))>>shift, hash4(uint32(v>>8))>>shift
		c, d := hash4(uint32(v>>16))>>shift, hash4(uint32(w))>>shift
		hit := words[a>>6]>>(a&63) | words[b>>6]>>(b&63) | words[c>>6]>>(c&63) | words[d>>6]>>(d&63)
		if hit&1 != 0 {
			return i
		}
	}
	return i
}

// match returns the longest term at s[i:] and its end.
func (t *termSet) match(s string, i int) (end int, found *Term) {
	before := wordBefore(s, i)
	if before && !t.hasAny {
		return 0, nil
	}
	h, n := uint64(hashSeed), 0
	for j := i; j < len(s) && n < maxTerm; {
		c, size, width := foldAt(s, j)
		for k := range size {
			if isCheckpoint(n) && !t.begins.has(h) {
				return end, found
			}
			h = hashByte(h, byte(c>>(8*k)))
			n++
		}
		j += width
		if n <= maxTerm && t.lengths[n/64]>>(n%64)&1 != 0 {
			if x := t.equal(h, s, i, j, before); x != nil {
				end, found = j, x
			}
		}
	}
	return end, found
}

// equal returns the first term that is s[i:j]. before tells whether a word goes
// on to i.
func (t *termSet) equal(h uint64, s string, i, j int, before bool) *Term {
	slot := t.table.slot(h)
	if slot.first < 0 {
		return nil
	}
	after := wordAfter(s, j)
	for k := slot.first; k >= 0; k = t.next[k] {
		x := &t.terms[k]
		if (before || after) && !x.Anywhere {
			continue
		}
		if s[i:j] == x.Text || x.Fold && foldsTo(s[i:j], t.canon[k]) {
			return x
		}
	}
	return nil
}

// A keepSet holds the terms that are never replaced. It is immutable, and safe for
// concurrent use.
type keepSet struct {
	exact, folded map[string]bool
}

func newKeepSet(ts []Term) *keepSet {
	k := &keepSet{exact: map[string]bool{}, folded: map[string]bool{}}
	for _, x := range ts {
		switch {
		case x.Never && x.Fold:
			k.folded[string(appendFold(nil, x.Text))] = true
		case x.Never:
			k.exact[x.Text] = true
		}
	}
	return k
}

// has reports whether value, whole, is a term that is never replaced.
func (k *keepSet) has(value string) bool {
	if k == nil {
		return false
	}
	if k.exact[value] {
		return true
	}
	// No rune takes more than three times the bytes of one that folds alike.
	if len(k.folded) == 0 || len(value) > 3*maxTerm {
		return false
	}
	var room [256]byte
	return k.folded[string(appendFold(room[:0], value))]
}
