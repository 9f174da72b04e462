package cloak

import (
	"unicode"
	"unicode/utf8"
)

// foldedUnit reads the rune that s[i:] begins with as the ASCII byte that it looks
// like, or as nothing if nobody sees it.
func foldedUnit(s string, i int) unit {
	u := unit{width: 1, n: 1}
	r, width := utf8.DecodeRuneInString(s[i:])
	u.width, u.n = width, copy(u.b[:], s[i:i+width])
	if r == utf8.RuneError {
		return u
	}
	b, kind := foldSeen(r)
	switch kind {
	case foldNone:
		return u
	case foldIgnored:
		u.n, u.altered, u.clue = 0, true, true
		return u
	case foldBetween: // on its own it is a sign of prose
		u.clue = !outer(at(s, i-1)) || b == '-' && !outer(at(s, i+width))
	case foldLike:
		if !amongASCII(s, i, width) {
			return u
		}
		u.clue = true
	case foldWide:
		u.clue = isAlnum(b) || b == '@' || b == '.' || b == '-' || b == '_' || b == '+' || b == '%' || (b == ':' || b == '=') && betweenKeyed(s, i, i+width)
	default:
		u.clue = true
	}
	u.b[0], u.n, u.altered = b, 1, true
	return u
}

// betweenKeyed reports whether a full-width ':' or '=' from s[i] to s[j] stands behind a
// key and in front of a value: 密码：x. In prose of such a script it is a
// sign as any other.
func betweenKeyed(s string, i, j int) bool {
	if at(s, j) == ' ' {
		j++
	}
	if b := at(s, j); b <= ' ' || b >= utf8.RuneSelf {
		return false
	}
	return isAlpha(at(s, i-1)) && anyEndings[int(at(s, i-2)&31)<<5|int(at(s, i-1)&31)] != 0 || endsForeign(s, i)
}

func outer(b byte) bool { return b == 0 || isSpace(b) }

// A folding says why a rune reads as another.
type folding uint8

const (
	foldNone    folding = iota
	foldIgnored         // default ignorable: it has no width
	foldBetween         // a dash or a blank
	foldDigit           // of another script
	foldStyled          // a letter or digit in another style
	foldWide            // full-width
	foldLike            // a letter of another script, among ASCII letters
)

// foldSeen returns the ASCII byte that r, which is none, looks like.
func foldSeen(r rune) (b byte, why folding) {
	switch {
	case r < 0x100:
		if r == 0xA0 {
			return ' ', foldBetween
		}
		if r == 0xAD {
			return 0, foldIgnored
		}
		return 0, foldNone
	case r >= 0x2000 && r < 0x2070:
		return foldPunctuation(r)
	case r == 0x2212, r == 0xFE58, r == 0xFE63:
		return '-', foldBetween
	case r == 0x3000, r == 0x1680:
		return ' ', foldBetween
	case r > 0xFF00 && r < 0xFF5F:
		if b := byte(r - 0xFEE0); b == '-' {
			return b, foldBetween
		} else {
			return b, foldWide
		}
	case r >= 0x24B6 && r <= 0x24E9: // circled
		if r < 0x24D0 {
			return 'A' + byte(r-0x24B6), foldStyled
		}
		return 'a' + byte(r-0x24D0), foldStyled
	case r >= 0x1D400 && r < 0x1D6A4: // mathematical: alphabets of 52 letters
		if k := byte((r - 0x1D400) % 52); k < 26 {
			return 'A' + k, foldStyled
		} else {
			return 'a' + k - 26, foldStyled
		}
	case r >= 0x1D7CE && r <= 0x1D7FF:
		return '0' + byte((r-0x1D7CE)%10), foldStyled
	case r == 0x034F, r == 0x061C, r == 0x115F, r == 0x1160, r == 0x17B4, r == 0x17B5, r >= 0x180B && r <= 0x180F, r == 0x3164,
		r >= 0xFE00 && r <= 0xFE0F, r == 0xFEFF, r == 0xFFA0, r >= 0xE0000 && r <= 0xE0FFF:
		return 0, foldIgnored
	}
	if d, ok := decimalDigit(r); ok {
		return '0' + d, foldDigit
	}
	if b := lookAlike(r); b != 0 {
		return b, foldLike
	}
	return 0, foldNone
}

// foldPunctuation is foldSeen of the block General Punctuation.
func foldPunctuation(r rune) (b byte, why folding) {
	switch {
	case r <= 0x200A, r == 0x202F, r == 0x205F:
		return ' ', foldBetween
	case r <= 0x200F, r >= 0x202A && r <= 0x202E, r >= 0x2060:
		return 0, foldIgnored
	case r <= 0x2015:
		return '-', foldBetween
	}
	return 0, foldNone
}

// decimalDigit returns the value of a digit of another script. Each script has its
// ten in a row.
func decimalDigit(r rune) (byte, bool) {
	if r < 0x660 || r > 0xABF9 && r < 0x104A0 || r >= 0x2E80 && r < 0xA620 {
		return 0, false
	}
	if r <= 0xFFFF {
		for _, x := range unicode.Nd.R16 {
			if r <= rune(x.Hi) {
				return byte((r - rune(x.Lo)) % 10), r >= rune(x.Lo)
			}
		}
		return 0, false
	}
	for _, x := range unicode.Nd.R32 {
		if r <= rune(x.Hi) {
			return byte((r - rune(x.Lo)) % 10), r >= rune(x.Lo)
		}
	}
	return 0, false
}

// lookAlikes are letters that are taken for an ASCII one: a part of the
// confusables of UTS 39, in runs of code points. A blank is none.
var lookAlikes = [...]struct {
	from rune
	as   string
}{
	{0x131, "i"}, {0x251, "a"}, {0x261, "g"},
	{0x391, "AB  EZH IK MNO P  TY X"}, // Greek
	{0x3B1, "a y     i   v o p   u"},
	{0x3F3, "j"},
	{0x405, "SI J"}, // Cyrillic
	{0x410, "A B  E    K MHO PCTY X"},
	{0x430, "a    e        o pc y x"},
	{0x455, "si j"},
	{0x4AE, "Yy"}, {0x4BA, "hh"}, {0x4C0, "I"}, {0x4CF, "l"},
	{0x501, "d"}, {0x51A, "QqWw"},
	{0x570, "h"}, {0x578, "n"}, {0x57D, "u"}, {0x581, "g"}, {0x585, "o"}, // Armenian
	{0x2113, "l"}, {0x212A, "K"},
}

func lookAlike(r rune) byte {
	if r > 0x585 && r != 0x212A && r != 0x2113 {
		return 0
	}
	for i := range lookAlikes {
		x := &lookAlikes[i]
		if r < x.from {
			return 0
		}
		if k := int(r - x.from); k < len(x.as) {
			if x.as[k] == ' ' {
				return 0
			}
			return x.as[k]
		}
	}
	return 0
}

// amongASCII reports whether the look-alike at s[i:] hangs together with ASCII: a
// word that is all of another script is what it seems.
func amongASCII(s string, i, width int) bool {
	const most = 8 // runes to either side
	j := i
	for range most {
		r, n := utf8.DecodeLastRuneInString(s[:j])
		j -= n
		if r < utf8.RuneSelf {
			if n > 0 && (isAlnum(byte(r)) || joinsNames(byte(r)) && isAlnum(at(s, j-1))) {
				return true
			}
			break
		}
		if !alike(r) {
			break
		}
	}
	j = i + width
	for range most {
		r, n := utf8.DecodeRuneInString(s[j:])
		j += n
		if r < utf8.RuneSelf {
			return n > 0 && (isAlnum(byte(r)) || joinsNames(byte(r)) && isAlnum(at(s, j)))
		}
		if !alike(r) {
			break
		}
	}
	return false
}

// joinsNames reports whether b stands between the parts of a name, an address or a
// key and its value.
func joinsNames(b byte) bool {
	return b == '@' || b == '.' || b == ':' || b == '-' || b == '_' || b == '='
}

// alike reports whether r is a look-alike, or stands unseen between two.
func alike(r rune) bool {
	_, why := foldSeen(r)
	return why == foldLike || why == foldIgnored
}

// mixesDigits reports whether the decimal digits of s are of two scripts: then they
// are no number. A full-width digit is an ASCII one.
func mixesDigits(s string) bool {
	var first rune = -1
	for i, r := range s {
		zero := rune('0')
		switch {
		case r < utf8.RuneSelf:
			if !isDigit(s[i]) {
				continue
			}
		case r > 0xFF00 && r < 0xFF5F:
			if !isDigit(byte(r - 0xFEE0)) {
				continue
			}
		default:
			d, ok := decimalDigit(r)
			if !ok {
				continue
			}
			zero = r - rune(d)
		}
		if first < 0 {
			first = zero
		}
		if zero != first {
			return true
		}
	}
	return false
}
