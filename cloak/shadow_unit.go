package cloak

import (
	"strings"
	"unicode/utf8"
)

// A unit is the smallest part of a text that reads as a whole: a byte, a letter,
// an escape.
type unit struct {
	width   int // bytes of the text
	n       int // bytes of the shadow: none of what nobody sees
	b       [utf8.UTFMax]byte
	altered bool // reads as other bytes than it has
	clue    bool // is worth a look at what is around it
}

func (u *unit) bytes() []byte { return u.b[:u.n] }

// mayAlter has the bytes that a unit begins with which reads as something else.
var mayAlter = func() (set [256]bool) {
	set['%'], set['\\'], set['&'] = true, true, true
	for b := utf8.RuneSelf; b < len(set); b++ {
		set[b] = true
	}
	return set
}()

// unitAt reads the unit that s[i:] begins with. Escapes of all kinds are read in
// one pass, since texts mix them; what is escaped twice takes two passes. A zero
// byte hides something and is never read out of an escape; nor are the other
// control characters, but for white space.
func unitAt(s string, i int) unit {
	u := unit{width: 1, n: 1}
	c := s[i]
	u.b[0] = c
	if !mayAlter[c] {
		return u
	}
	var r rune
	width := 0
	switch c {
	case '%':
		if !isHex(at(s, i+1)) || !isHex(at(s, i+2)) {
			return u
		}
		b := unhex(s[i+1])<<4 | unhex(s[i+2])
		if b >= utf8.RuneSelf { // a byte of a letter
			if isBatchVariable(s, i) {
				return u
			}
			u.b[0], u.width, u.altered, u.clue = b, 3, true, true
			return u
		}
		r, width = rune(b), 3
	case '\\':
		r, width = backslashRune(s, i)
	case '&':
		r, width = htmlRune(s, i)
	default:
		return foldedUnit(s, i)
	}
	if width == 0 || r < ' ' && !isSpace(byte(r)) || r == 0x7f {
		return u
	}
	u.width, u.altered, u.clue = width, true, true
	u.n = utf8.EncodeRune(u.b[:], r)
	return u
}

// isBatchVariable reports whether a name in percent signs begins at s[i], %DB_PASS% of
// a batch file: its first two letters are no escape. A letter's first byte is at least
// 0xC2, and another escape follows that.
func isBatchVariable(s string, i int) bool {
	const longest = 48
	j := i + 1
	for j-i < longest && (isUpper(at(s, j)) || at(s, j) == '_' || isDigit(at(s, j))) {
		j++
	}
	return isAlpha(at(s, i+1)) && at(s, j) == '%' && j-i > 3 && !isHex(at(s, j+1))
}

// backslashRune reads the escapes of JSON (RFC 8259 section 7), \xXX of C, and a
// backslash before punctuation. Two \u escapes may be one rune. \b and \f are not
// read: they are rare, and the beginning of a directory's name.
func backslashRune(s string, i int) (r rune, width int) {
	next := at(s, i+1)
	switch next {
	case 'n', 'r', 't':
		return rune("\n\r\t"[strings.IndexByte("nrt", next)]), 2
	case '%', '&': // what stands behind is an escape of its own, or none
		if unitAt(s, i+1).altered {
			return 0, 0
		}
	case 'x':
		if isHex(at(s, i+2)) && isHex(at(s, i+3)) {
			return rune(unhex(s[i+2])<<4 | unhex(s[i+3])), 4
		}
	case 'u':
		r, ok := hex4(s, i+2)
		if !ok {
			return 0, 0
		}
		if r&0xFC00 == 0xD800 && at(s, i+6) == '\\' && at(s, i+7) == 'u' {
			if low, ok := hex4(s, i+8); ok && low&0xFC00 == 0xDC00 {
				return 0x10000 + r&0x3FF<<10 + low&0x3FF, 12
			}
		}
		if r&0xF800 == 0xD800 {
			return 0, 0
		}
		return r, 6
	}
	if isPunct(next) {
		return rune(next), 2
	}
	return 0, 0
}

func hex4(s string, i int) (r rune, ok bool) {
	for k := range 4 {
		b := at(s, i+k)
		if !isHex(b) {
			return 0, false
		}
		r = r<<4 | rune(unhex(b))
	}
	return r, true
}

// references are the named character references (HTML Living Standard, section
// 13.5) of what values are made of, and of what hides in them.
var references = [...]struct {
	name string
	r    rune
}{
	{"amp;", '&'}, {"lt;", '<'}, {"gt;", '>'}, {"quot;", '"'}, {"apos;", '\''}, {"nbsp;", ' '}, {"commat;", '@'}, {"period;", '.'},
	{"lowbar;", '_'}, {"colon;", ':'}, {"semi;", ';'}, {"comma;", ','}, {"plus;", '+'}, {"equals;", '='}, {"num;", '#'}, {"sol;", '/'},
	{"bsol;", '\\'}, {"percnt;", '%'}, {"dollar;", '$'}, {"excl;", '!'}, {"quest;", '?'}, {"ast;", '*'}, {"lbrack;", '['}, {"rbrack;", ']'},
	{"lsqb;", '['}, {"rsqb;", ']'}, {"lpar;", '('}, {"rpar;", ')'}, {"hyphen;", '-'}, {"dash;", '-'}, {"ndash;", '-'}, {"mdash;", '-'},
	{"minus;", '-'}, {"shy;", 0xAD}, {"zwj;", 0x200D}, {"zwnj;", 0x200C}, {"ensp;", ' '}, {"emsp;", ' '}, {"thinsp;", ' '}, {"tab;", '\t'},
}

const longestReference = 16 // &#x0000000040;

// htmlRune reads a character reference, by number or name, that a ';' ends.
func htmlRune(s string, i int) (r rune, width int) {
	if at(s, i+1) != '#' {
		if !isAlpha(at(s, i+1)) {
			return 0, 0
		}
		for _, x := range references {
			if hasFold(s[i+1:], x.name) {
				return x.r, 1 + len(x.name)
			}
		}
		return 0, 0
	}
	j, base := i+2, rune(10)
	if at(s, j)|0x20 == 'x' {
		base, j = 16, j+1
	}
	start := j
	for j < i+longestReference && r <= utf8.MaxRune && (isDigit(at(s, j)) || base == 16 && isHex(at(s, j))) {
		r = r*base + rune(unhex(s[j]))
		j++
	}
	if j == start || at(s, j) != ';' || !utf8.ValidRune(r) {
		return 0, 0
	}
	return r, j + 1 - i
}

// unescaped is s with one pass of escapes read, and what is folded.
func unescaped(s string) string {
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); {
		u := unitAt(s, i)
		b = append(b, u.bytes()...)
		i += u.width
	}
	return string(b)
}
