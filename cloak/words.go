package cloak

// A wordIndex finds the words that a text may begin with by its first four
// bytes, folded by setting bit 5 (exact for letters; verified by hasFold). A word
// of three bytes is under its three.
type wordIndex struct {
	n       int
	gate    [1 << 10]uint64
	brief   [1 << 8]uint64 // of keys of words shorter than six bytes
	six     [1 << 9]uint64 // of the first six bytes of the others
	table   []wordSlot     // open addressing, a power of two
	entries []wordEntry
}

// A wordEntry is one word, lower case, of three bytes or more, of detector by.
type wordEntry struct {
	word string
	next int32 // of the same key: its place in entries plus one, or 0
	by   uint16
}

type wordSlot struct {
	key   uint32
	first int32 // as wordEntry.next; 0 in a free slot
}

// threeBytes cuts a key down to that of a word of three bytes.
const threeBytes = 1<<24 - 1

func wordKey(s string, i int) uint32 { return load4(s[i:i+4]) | 0x20202020 }

// may tells cheaply whether a word may begin with key.
func (x *wordIndex) may(key uint32) bool {
	h := key * 0x9E3779B1 >> 16
	return x.gate[h>>6]>>(h&63)&1 != 0
}

// goesOn tells a little less cheaply whether one may begin at s[i], whose key is given.
func (x *wordIndex) goesOn(s string, i int, key uint32) bool {
	if h := key * 0x9E3779B1 >> 18; x.brief[h>>6]>>(h&63)&1 != 0 || i+6 > len(s) {
		return true
	}
	h := sixHash(key, s[i+4], s[i+5])
	return x.six[h>>6]>>(h&63)&1 != 0
}

func sixHash(key uint32, a, b byte) uint32 {
	return (key ^ (uint32(a|0x20)<<7 | uint32(b|0x20)<<17)) * 0x85EBCA6B >> 17
}

func (x *wordIndex) open(key uint32, word string) {
	h := key * 0x9E3779B1 >> 16
	x.gate[h>>6] |= 1 << (h & 63)
	if len(word) < 6 {
		h = key * 0x9E3779B1 >> 18
		x.brief[h>>6] |= 1 << (h & 63)
	} else {
		h = sixHash(key, word[4], word[5])
		x.six[h>>6] |= 1 << (h & 63)
	}
}

// first returns the first entry under key, plus one; 0 if there is none.
func (x *wordIndex) first(key uint32) int32 {
	return x.table[x.slot(key)].first
}

// slot is where key stands in the table, or would.
func (x *wordIndex) slot(key uint32) uint32 {
	mask := uint32(len(x.table) - 1)
	h := key * 0x85EBCA6B >> 12 & mask
	for x.table[h].first != 0 && x.table[h].key != key {
		h = (h + 1) & mask
	}
	return h
}

// build fills the index. It keeps words.
func (x *wordIndex) build(words []wordEntry) {
	size := 16
	for size < 2*len(words) {
		size *= 2
	}
	x.n, x.entries, x.table = len(words), words, make([]wordSlot, size)
	for i := range words {
		w := &words[i]
		key := uint32(w.word[0]) | uint32(w.word[1])<<8 | uint32(w.word[2])<<16 | 0x202020
		if len(w.word) > 3 {
			key = wordKey(w.word, 0)
			x.open(key, w.word)
		} else {
			for b := range uint32(256) { // whatever comes fourth
				x.open(key|(b|0x20)<<24, w.word)
			}
		}
		slot := &x.table[x.slot(key)]
		w.next, slot.key, slot.first = slot.first, key, int32(i+1)
	}
}

// beginnings is a set of the first three bytes of words, folded as wordKey does:
// it may have more.
type beginnings [16]uint64

func (x *beginnings) add(word string) {
	h := startHash(word[0], word[1], word[2])
	x[h>>6] |= 1 << (h & 63)
}

// may reports whether a word may begin at s[i].
func (x *beginnings) may(s string, i int) bool {
	if i+3 > len(s) {
		return false
	}
	h := startHash(s[i], s[i+1], s[i+2])
	return x[h>>6]>>(h&63)&1 != 0
}

func startHash(a, b, c byte) uint32 {
	return (uint32(a) | uint32(b)<<8 | uint32(c)<<16 | 0x202020) * 0x9E3779B1 >> 22
}
