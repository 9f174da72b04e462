package cloak

// prefixes answers, for the beginning of an incomplete stand-in, whether a live
// one may begin so: what a streaming restore must hold back. It keeps hashes of
// the first one to four letters and digits of every live stand-in, folded; that
// is what all spellings of one have in common.
type prefixes struct {
	bits  [1 << 10]uint64
	first [256]bool // bytes that one begins with, in any spelling but an escaped one
	known int       // of Mapping.standIns
}

const prefixLen = 4

func (x *prefixes) add(standIn string) {
	x.addFrom(standIn)
	b := lower(standIn[0])
	x.first[b], x.first[b&^0x20] = true, true
	if isDigit(b) || b == '+' || b == '(' { // a number is read in any grouping
		for _, c := range "+(0123456789" {
			x.first[c] = true
		}
	}
}

func (x *prefixes) addFrom(s string) {
	h, n := uint32(0), 0
	for i := 0; i < len(s) && n < prefixLen; i++ {
		if isAlnum(s[i]) {
			h = prefixHash(h, s[i])
			n++
			x.bits[h>>16>>6] |= 1 << (h >> 16 & 63)
		}
	}
}

func prefixHash(h uint32, b byte) uint32 { return (h + uint32(lower(b)) + 1) * 0x9E3779B1 }

// may reports whether s, the tail of a text, can be the beginning of a live
// stand-in: by its letters and digits as far as they are written plainly.
func (x *prefixes) may(s string) bool {
	if c := s[0]; !x.first[c] && c != '%' && c != '\\' && c != '&' {
		return false
	}
	h, n := uint32(0), 0
	for i := 0; i < len(s) && n < prefixLen; i++ {
		switch c := s[i]; {
		case isAlnum(c):
			h = prefixHash(h, c)
			n++
			if x.bits[h>>16>>6]>>(h>>16&63)&1 == 0 {
				return false
			}
		case c == '%' || c == '\\' || c == '&' || c == '[' || c == '(':
			return true // an escape, a token or brackets: what follows decides
		}
	}
	return true
}
