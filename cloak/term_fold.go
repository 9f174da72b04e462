package cloak

import (
	"math/bits"
	"unicode"
	"unicode/utf8"
)

// The canonical spelling of a text, under Unicode simple case folding (what
// strings.EqualFold compares): each rune is the least one of those it folds to,
// or the lower-case one where that is ASCII. It is never longer than the text. A
// byte that is no UTF-8 stays as it is, and is equal to itself only.

// foldAt returns the canonical bytes of the rune at s[i:], lowest byte first, how
// many they are, and the width of the rune in s.
func foldAt(s string, i int) (c uint32, size, width int) {
	if b := s[i]; b < utf8.RuneSelf {
		return uint32(lower(b)), 1, 1
	}
	r, width := utf8.DecodeRuneInString(s[i:])
	if r == utf8.RuneError && width == 1 {
		return uint32(s[i]), 1, 1
	}
	var b [utf8.UTFMax]byte
	size = utf8.EncodeRune(b[:], foldRune(r))
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24, size, width
}

func foldRune(r rune) rune {
	least := r
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		least = min(least, f)
	}
	if least < utf8.RuneSelf {
		return rune(lower(byte(least)))
	}
	return least
}

// appendFold appends the canonical spelling of s to b.
func appendFold(b []byte, s string) []byte {
	for i := 0; i < len(s); {
		c, size, width := foldAt(s, i)
		for ; size > 0; size-- {
			b = append(b, byte(c))
			c >>= 8
		}
		i += width
	}
	return b
}

// foldsTo reports whether canon is the canonical spelling of s.
func foldsTo(s, canon string) bool {
	n := 0
	for i := 0; i < len(s); {
		c, size, width := foldAt(s, i)
		for ; size > 0; size-- {
			if at(canon, n) != byte(c) || n == len(canon) {
				return false
			}
			c >>= 8
			n++
		}
		i += width
	}
	return n == len(canon)
}

// wordBefore and wordAfter report whether a letter, a digit or an underscore of
// any script ends, or begins, at s[i:]. A byte that is no UTF-8 is none of them.
func wordBefore(s string, i int) bool {
	if i == 0 || s[i-1] < utf8.RuneSelf {
		return isWord(at(s, i-1))
	}
	r, _ := utf8.DecodeLastRuneInString(s[:i])
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}

func wordAfter(s string, i int) bool {
	if i == len(s) || s[i] < utf8.RuneSelf {
		return isWord(at(s, i))
	}
	r, _ := utf8.DecodeRuneInString(s[i:])
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}

const (
	hashSeed = 0x2545f4914f6cdd1d
	hashMul  = 0x9e3779b97f4a7c15 // 2^64 over the golden ratio: the upper bits of a product are well mixed
)

func hashByte(h uint64, b byte) uint64 { return (h ^ uint64(b)) * hashMul }

// hash4 and hash3 take the first bytes of a place without ASCII case; a few other
// characters become one by it, which a gate may do.
func hash4(v uint32) uint64 { return uint64(v|0x20202020) * hashMul }
func hash3(v uint32) uint64 { return uint64(v|0x20202020) << 8 & 0xffffffff * hashMul }

// loadSome returns the four bytes at s[i:], with zeros behind the end.
func loadSome(s string, i int) uint32 {
	return uint32(at(s, i)) | uint32(at(s, i+1))<<8 | uint32(at(s, i+2))<<16 | uint32(at(s, i+3))<<24
}

// isCheckpoint reports whether n is 8, 16, 32, …: the lengths at which a longer
// term is looked up by what it begins with.
func isCheckpoint(n int) bool { return n >= 8 && n&(n-1) == 0 }

// A bitmap is a set of hashes that may hold more than was put into it.
type bitmap struct {
	words []uint64
	shift uint
}

// newBitmap has room for n hashes such that few others seem to be among them.
func newBitmap(n int) bitmap {
	log := max(16, bits.Len(uint(n))+6)
	return bitmap{make([]uint64, 1<<log/64), uint(64 - log)}
}

func (b bitmap) set(h uint64) {
	h >>= b.shift
	b.words[h>>6] |= 1 << (h & 63)
}

func (b bitmap) has(h uint64) bool {
	h >>= b.shift
	return b.words[h>>6]>>(h&63)&1 != 0
}

// A hashes is a table from hashes to the first and last term of a chain.
type hashes struct {
	slots []hashSlot
	shift uint
}

type hashSlot struct {
	hash        uint64
	first, last int32 // first is -1 in a free slot
}

func newHashes(n int) hashes {
	log := bits.Len(uint(n)) + 1
	t := hashes{make([]hashSlot, 1<<log), uint(64 - log)}
	for i := range t.slots {
		t.slots[i].first = -1
	}
	return t
}

// slot returns the slot of h, or the free one where it belongs. At least half of
// the slots are free.
func (t hashes) slot(h uint64) *hashSlot {
	for i := h >> t.shift; ; i++ {
		s := &t.slots[i&uint64(len(t.slots)-1)]
		if s.first < 0 || s.hash == h {
			return s
		}
	}
}
