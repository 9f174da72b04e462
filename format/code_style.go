package format

import (
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/seed-052fbf24/cloak/cloak"
)

// How programs write strings. What an escape spells that only some languages have is read
// in all of them: what would not be written so comes back as it stood.

// A dialect is how the strings of one kind in a language are written.
type dialect struct {
	quote   byte   // which is escaped
	lines   bool   // an end of line stands as it is
	opens   string // what begins code or a variable, and is escaped: "$", "${", "#{", "@"
	double  bool   // braces are doubled, as in Python's f"…"
	control string // how a control character is written
}

// codeStyle is a style with a backslash as in C.
func codeStyle(x dialect) *style {
	if x.control == "" {
		x.control = `\x%02x`
	}
	s := &style{step: cloak.CodeDocument, unit: codeUnit, encode: x.encode}
	if x.double {
		s.plain = func(content string) bool {
			return strings.IndexByte(content, '\\') < 0 && !strings.Contains(content, "{{") && !strings.Contains(content, "}}")
		}
		s.unit = func(dst []byte, content string, i int) ([]byte, int) {
			if b := content[i]; (b == '{' || b == '}') && strings.HasPrefix(content[i+1:], content[i:i+1]) {
				return append(dst, b), 2
			}
			return codeUnit(dst, content, i)
		}
	}
	return s
}

func (x dialect) encode(text string) string {
	var b strings.Builder
	for i := range len(text) {
		switch c := text[i]; {
		case c == '\\', c == x.quote, x.opens != "" && strings.HasPrefix(text[i:], x.opens), x.opens == "$@" && (c == '$' || c == '@'):
			b.WriteByte('\\')
			b.WriteByte(c)
		case x.double && (c == '{' || c == '}'):
			b.WriteByte(c)
			b.WriteByte(c)
		case c == '\n' && !x.lines:
			b.WriteString(`\n`)
		case c == '\r':
			b.WriteString(`\r`)
		case c < ' ' && c != '\n' && c != '\t' || c == 0x7F:
			fmt.Fprintf(&b, x.control, c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// codeUnit reads a byte or an escape. A line that goes on on the next one is read as one.
func codeUnit(dst []byte, s string, i int) ([]byte, int) {
	if s[i] != '\\' || i+1 == len(s) {
		return append(dst, s[i]), 1
	}
	switch c := s[i+1]; c {
	case 'n':
		return append(dst, '\n'), 2
	case 't':
		return append(dst, '\t'), 2
	case 'r':
		return append(dst, '\r'), 2
	case 'a', 'b', 'f', 'v':
		return append(dst, "\a\b\f\v"[strings.IndexByte("abfv", c)]), 2
	case '\\', '"', '\'', '`', '/', '$', '#', '@':
		return append(dst, c), 2
	case '\n':
		return dst, 2
	case '\r':
		if i+2 < len(s) && s[i+2] == '\n' {
			return dst, 3
		}
	case 'x':
		if n := hexDigits(s, i+2, 2); n == 2 {
			return low(dst, s, i, 4, hexOf(s[i+2:i+4]))
		}
	case 'u', 'U':
		return unicodeUnit(dst, s, i)
	default:
		n := 0
		for n < 3 && i+1+n < len(s) && '0' <= s[i+1+n] && s[i+1+n] <= '7' {
			n++
		}
		if n == 3 {
			return low(dst, s, i, 4, int(s[i+1]-'0')<<6|int(s[i+2]-'0')<<3|int(s[i+3]-'0'))
		}
	}
	return append(dst, '\\'), 1
}

// low appends what an escape of n bytes spells if that is ASCII: beyond it is a byte in
// some languages, and a character in others.
func low(dst []byte, s string, i, n, value int) ([]byte, int) {
	if value >= 0x80 {
		return append(dst, s[i]), 1
	}
	return append(dst, byte(value)), n
}

// unicodeUnit reads \uXXXX, a pair of them, \UXXXXXXXX and \u{X}.
func unicodeUnit(dst []byte, s string, i int) ([]byte, int) {
	if i+2 < len(s) && s[i+2] == '{' {
		if n := hexDigits(s, i+3, 6); n > 0 && i+3+n < len(s) && s[i+3+n] == '}' {
			if r := rune(hexOf(s[i+3 : i+3+n])); utf8.ValidRune(r) {
				return utf8.AppendRune(dst, r), n + 4
			}
		}
		return append(dst, '\\'), 1
	}
	long := 4
	if s[i+1] == 'U' {
		long = 8
	}
	if hexDigits(s, i+2, long) < long {
		return append(dst, '\\'), 1
	}
	r := rune(hexOf(s[i+2 : i+2+long]))
	if utf8.ValidRune(r) {
		return utf8.AppendRune(dst, r), 2 + long
	}
	if long == 4 && strings.HasPrefix(s[i+6:], `\u`) && hexDigits(s, i+8, 4) == 4 {
		if both := utf16.DecodeRune(r, rune(hexOf(s[i+8:i+12]))); both != utf8.RuneError {
			return utf8.AppendRune(dst, both), 12
		}
	}
	return append(dst, '\\'), 1
}

// hexDigits is how many stand at s[i], most at the most.
func hexDigits(s string, i, most int) (n int) {
	for n < most && i+n < len(s) && (isDigit(s[i+n]) || 'a' <= s[i+n]|0x20 && s[i+n]|0x20 <= 'f') {
		n++
	}
	return n
}

func hexOf(digits string) (n int) {
	for i := range len(digits) {
		b := digits[i]
		if isDigit(b) {
			b -= '0'
		} else {
			b = b | 0x20 - 'a' + 10
		}
		n = n<<4 | int(b)
	}
	return n
}

// escapedBy is a style in which sign takes its meaning from the bytes of what, and from
// itself, and stands for itself in front of any other.
func escapedBy(step cloak.Step, sign byte, what string) *style {
	return &style{
		step:  step,
		plain: func(content string) bool { return strings.IndexByte(content, sign) < 0 },
		unit: func(dst []byte, s string, i int) ([]byte, int) {
			if s[i] == sign && i+1 < len(s) {
				switch {
				case s[i+1] == sign || strings.IndexByte(what, s[i+1]) >= 0:
					return append(dst, s[i+1]), 2
				case s[i+1] == '\n' && len(what) > 1:
					return dst, 2
				}
			}
			return append(dst, s[i]), 1
		},
		encode: func(text string) string {
			var b strings.Builder
			for i := range len(text) {
				if text[i] == sign || strings.IndexByte(what, text[i]) >= 0 {
					b.WriteByte(sign)
				}
				b.WriteByte(text[i])
			}
			return b.String()
		},
	}
}

// doubled is a style in which a quote is two.
func doubled(quote byte) *style {
	return escapedBy(cloak.DoubledDocument, quote, "")
}
