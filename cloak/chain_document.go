package cloak

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// How documents write strings. Formats read them unit by unit, for they keep where in
// the document each decoded byte comes from.

// Unit reads the unit of s, the content of a string, that begins at i: an escape or a
// byte. It appends to dst what that spells, and tells how many bytes it has. A surrogate
// without its other half, and what is no escape, are what they are.
func (x Step) Unit(dst []byte, s string, i int) ([]byte, int) {
	switch x {
	case JSONDocument:
		return jsonUnit(dst, s, i)
	case QuotedPrintable:
		return quotedUnit(dst, s, i)
	}
	return append(dst, s[i]), 1
}

// Verbatim is the surface, and its chain, of a text that a document writes otherwise than
// its format would, and that no step alone can read back: content, decoded by steps.
func Verbatim(text, content string, steps Chain) (surface string, chain Chain) {
	return strconv.Itoa(len(text)) + ":" + text + content, Chain(verbatimStep) + steps
}

// verbatim splits a surface that Verbatim has made.
func verbatim(surface string) (text, content string) {
	n, rest, ok := strings.Cut(surface, ":")
	k, err := strconv.Atoi(n)
	if !ok || err != nil || k < 0 || k > len(rest) {
		return surface, surface
	}
	return rest[:k], rest[k:]
}

// Document is what of c is a document's own: the steps that its formats take, outermost
// first.
func (c Chain) Document() Chain {
	c = Chain(strings.TrimPrefix(string(c), string(verbatimStep)))
	n := 0
	for n < len(c) && isUpper(c[n]) {
		n++
	}
	return c[:n]
}

// Raw is Surface as the document had it.
func (p *Place) Raw() string {
	if p.Steps != "" && Step(p.Steps[0]) == verbatimStep {
		_, content := verbatim(string(p.Surface))
		return content
	}
	return string(p.Surface)
}

// escapes is a byte that begins every escape of x.
func (x Step) escapes() byte {
	if x == QuotedPrintable {
		return '='
	}
	return '\\'
}

func (x Step) decode(s string) string {
	if strings.IndexByte(s, x.escapes()) < 0 {
		return s
	}
	b := make([]byte, 0, len(s))
	for i, n := 0, 0; i < len(s); i += n {
		b, n = x.Unit(b, s, i)
	}
	return string(b)
}

// jsonUnit is RFC 8259 section 7. A pair of surrogates is one unit.
func jsonUnit(dst []byte, s string, i int) ([]byte, int) {
	if s[i] != '\\' {
		return append(dst, s[i]), 1
	}
	if k := strings.IndexByte(`"\/bfnrt`, at(s, i+1)); k >= 0 && i+1 < len(s) {
		return append(dst, "\"\\/\b\f\n\r\t"[k]), 2
	}
	r := jsonRune(s, i)
	if r < 0 {
		return append(dst, s[i]), 1
	}
	if !utf16.IsSurrogate(r) {
		return utf8.AppendRune(dst, r), 6
	}
	if both := utf16.DecodeRune(r, jsonRune(s, i+6)); both != utf8.RuneError {
		return utf8.AppendRune(dst, both), 12
	}
	return append(dst, s[i:i+6]...), 6
}

// jsonRune is the number in an escape \uXXXX at s[i], -1 if there is none.
func jsonRune(s string, i int) rune {
	if i+6 > len(s) || s[i] != '\\' || s[i+1] != 'u' {
		return -1
	}
	v := rune(0)
	for _, b := range []byte(s[i+2 : i+6]) {
		if !isHex(b) {
			return -1
		}
		v = v<<4 | rune(unhex(b))
	}
	return v
}
