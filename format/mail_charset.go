package format

import (
	"strings"
	"unicode/utf8"

	"github.com/seed-052fbf24/cloak/cloak"
)

// A charset is how bytes of a mail are letters. What has another name is read as its
// bytes are: ASCII shows in most.
type charset uint8

const (
	asItIs charset = iota // UTF-8, US-ASCII, and what nobody knows
	latin1
	latin9
	windows1252
	charsets
)

func charsetOf(name string) charset {
	switch strings.ToLower(name) {
	case "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "l1", "cp819":
		return latin1
	case "iso-8859-15", "iso8859-15", "iso_8859-15", "latin9", "latin-9":
		return latin9
	case "windows-1252", "cp1252", "x-cp1252", "cp-1252":
		return windows1252
	}
	return asItIs
}

// upper1252 are the letters of windows-1252 from 0x80 to 0x9F; what has none is what it is
// in ISO 8859-1.
var upper1252 = [32]rune{
	0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D, 0x8F,
	0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
}

// letter is what b is in c, which is not asItIs.
func (c charset) letter(b byte) rune {
	switch {
	case c == windows1252 && b >= 0x80 && b < 0xA0:
		return upper1252[b-0x80]
	case c == latin9:
		switch b {
		case 0xA4:
			return 0x20AC
		case 0xA6:
			return 0x0160
		case 0xA8:
			return 0x0161
		case 0xB4:
			return 0x017D
		case 0xB8:
			return 0x017E
		case 0xBC:
			return 0x0152
		case 0xBD:
			return 0x0153
		case 0xBE:
			return 0x0178
		}
	}
	return rune(b)
}

// append appends what b is to dst.
func (c charset) append(dst []byte, b byte) []byte {
	if c == asItIs || b < 0x80 {
		return append(dst, b)
	}
	return utf8.AppendRune(dst, c.letter(b))
}

// decoded is all of s.
func (c charset) decoded(s string) string {
	if c == asItIs || isASCII(s) {
		return s
	}
	b := make([]byte, 0, len(s)+len(s)/8)
	for i := range len(s) {
		b = c.append(b, s[i])
	}
	return string(b)
}

// encoded is s as c has it. A letter that c does not have stays as UTF-8 has it.
func (c charset) encoded(s string) string {
	if c == asItIs || isASCII(s) {
		return s
	}
	b := make([]byte, 0, len(s))
	for i, n := 0, 0; i < len(s); i += n {
		var r rune
		r, n = utf8.DecodeRuneInString(s[i:])
		if x, ok := c.byteOf(r); ok && (r != utf8.RuneError || n > 1) {
			b = append(b, x)
		} else {
			b = append(b, s[i:i+n]...)
		}
	}
	return string(b)
}

func (c charset) byteOf(r rune) (byte, bool) {
	if r < 0x100 && (r < 0x80 || c.letter(byte(r)) == r) {
		return byte(r), true
	}
	for b := 0x80; b < 0xC0; b++ {
		if c.letter(byte(b)) == r {
			return byte(b), true
		}
	}
	return 0, false
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// charsetStyles write text in a charset.
var charsetStyles = func() (styles [charsets]*style) {
	for c := latin1; c < charsets; c++ {
		styles[c] = &style{
			step:   cloak.FoldedDocument,
			plain:  isASCII,
			unit:   func(dst []byte, s string, i int) ([]byte, int) { return c.append(dst, s[i]), 1 },
			encode: c.encoded,
		}
	}
	return styles
}()
