package cloak

import (
	"slices"
	"strings"
)

// A family is a set of steps whose escapes are read in one view of a text: what
// a stand-in looks like once the escapes within it are decoded.
type family uint8

const (
	percentFamily   family = iota // %XX
	backslashFamily               // \u00XX and \.
	htmlFamily                    // &#64;
	defangFamily                  // [.]
	families
)

func familyOf(s Step) family {
	switch s {
	case Percent:
		return percentFamily
	case HTML:
		return htmlFamily
	case Defang:
		return defangFamily
	}
	return backslashFamily
}

// widest is the longest spelling of one byte in any family: &lbrack;.
const widest = 8

// unit decodes the byte that s[i:] begins with and returns how many bytes spell
// it: 1 where there is no escape. Every family synchronises itself: its escape
// byte occurs only at the start of a unit, so decoding may begin anywhere.
func (f family) unit(s string, i int) (b byte, width int) {
	switch c := s[i]; {
	case c == '%' && f == percentFamily:
		if isHex(at(s, i+1)) && isHex(at(s, i+2)) {
			return unhex(s[i+1])<<4 | unhex(s[i+2]), 3
		}
	case c == '\\' && f == backslashFamily:
		return backslashUnit(s, i)
	case c == '&' && f == htmlFamily:
		return htmlUnit(s, i)
	case (c == '[' || c == '(') && f == defangFamily:
		return defangUnit(s, i)
	}
	return s[i], 1
}

func backslashUnit(s string, i int) (b byte, width int) {
	next := at(s, i+1)
	if next == 'u' && at(s, i+2) == '0' && at(s, i+3) == '0' && at(s, i+4)-'0' < 8 && isHex(at(s, i+5)) {
		return unhex(s[i+4])<<4 | unhex(s[i+5]), 6
	}
	if s[i] == '\\' && isPunct(next) && next != '\\' {
		return next, 2
	}
	return s[i], 1
}

// htmlNames are the named character references that a stand-in's bytes have.
var htmlNames = [...]struct {
	name string
	b    byte
}{
	{"commat;", '@'}, {"period;", '.'}, {"lowbar;", '_'}, {"colon;", ':'}, {"plus;", '+'}, {"amp;", '&'},
	{"lbrack;", '['}, {"rbrack;", ']'}, {"lsqb;", '['}, {"rsqb;", ']'}, {"lpar;", '('}, {"rpar;", ')'}, {"nbsp;", ' '},
}

func htmlUnit(s string, i int) (b byte, width int) {
	if at(s, i+1) == '#' {
		n, j, base := 0, i+2, 10
		if at(s, j)|0x20 == 'x' {
			base, j = 16, j+1
		}
		start := j
		for j < len(s) && j < start+3 && (base == 10 && isDigit(s[j]) || base == 16 && isHex(s[j])) {
			n = n*base + int(unhex(s[j]))
			j++
		}
		if j > start && at(s, j) == ';' && n > 0 && n < 0x80 {
			return byte(n), j + 1 - i
		}
		return s[i], 1
	}
	if !isLower(at(s, i+1)) {
		return s[i], 1
	}
	for _, x := range htmlNames {
		if strings.HasPrefix(s[i+1:], x.name) {
			return x.b, 1 + len(x.name)
		}
	}
	return s[i], 1
}

var defangs = [...]struct {
	written string
	b       byte
}{
	{"[.]", '.'}, {"(.)", '.'}, {"[dot]", '.'}, {"(dot)", '.'}, {"[:]", ':'},
	{"[@]", '@'}, {"(@)", '@'}, {"[at]", '@'}, {"(at)", '@'},
}

func defangUnit(s string, i int) (b byte, width int) {
	if next := at(s, i+1); next != '.' && next != '@' && next != ':' && next|0x20 != 'a' && next|0x20 != 'd' {
		return s[i], 1
	}
	for _, x := range defangs {
		if hasFold(s[i:], x.written) {
			return x.b, len(x.written)
		}
	}
	return s[i], 1
}

// escapes calls found for every escape of f in s[from:to], in order. It looks
// for the escape bytes alone, so a text without them costs next to nothing. It
// reports whether there is one of these.
func (f family) escapes(s string, from, to int, found func(Span)) (any bool) {
	first, second := f.escapeBytes()
	a, b := from-1, to // the next place of each, looked for when passed
	if second != 0 {
		b = from - 1
	}
	for i := from; i < to; {
		if a < i {
			a = indexFrom(s, first, i, to)
		}
		if b < i {
			b = indexFrom(s, second, i, to)
		}
		if i = min(a, b); i >= to {
			break
		}
		any = true
		_, n := f.unit(s, i)
		if n > 1 {
			found(Span{i, i + n})
		}
		i += n
	}
	return any
}

func indexFrom(s string, b byte, from, to int) int {
	if k := strings.IndexByte(s[from:to], b); k >= 0 {
		return from + k
	}
	return to
}

func (f family) escapeBytes() (first, second byte) {
	switch f {
	case percentFamily:
		return '%', 0
	case backslashFamily:
		return '\\', 0
	case htmlFamily:
		return '&', 0
	}
	return '[', '('
}

// step is the one that wrote the raw bytes of a place read in f.
func (f family) step(raw string) Chain {
	switch f {
	case percentFamily:
		return Chain(Percent)
	case htmlFamily:
		return Chain(HTML)
	case defangFamily:
		return Chain(Defang)
	}
	for i := range len(raw) {
		if raw[i] == '\\' && at(raw, i+1) == 'u' {
			return Chain(JSONString)
		}
	}
	return Chain(Backslash)
}

// A view is a stretch of a text as it reads under one family.
type view struct {
	family family
	text   []byte
	at     []int32 // text[i] is spelled by raw[at[i]:at[i+1]]
	base   int     // offset of raw[0] in the text
}

// reach is how far a stand-in, with two neighbours on each side, extends from
// an escape within it.
const reach = shapeLimit + 4

// regions returns the stretches of s around the escapes in s[from:to] that a
// stand-in with an escape could fill, merged, and whether there is any byte that
// an escape begins with.
func (f family) regions(dst []Span, s string, from, to int) (_ []Span, any bool) {
	dst = dst[:0]
	any = f.escapes(s, from, to, func(e Span) {
		r := Span{max(0, e.Start-reach), min(len(s), e.End+reach)}
		if n := len(dst); n > 0 && dst[n-1].End >= r.Start {
			dst[n-1].End = r.End
		} else {
			dst = append(dst, r)
		}
	})
	return dst, any
}

// read decodes s[r.Start:r.End] into v.
func (v *view) read(f family, s string, r Span) {
	raw := s[r.Start:r.End]
	v.family, v.base = f, r.Start
	v.text = slices.Grow(v.text[:0], len(raw))
	v.at = slices.Grow(v.at[:0], len(raw)+1)
	for i := 0; i < len(raw); {
		b, n := f.unit(raw, i)
		v.text, v.at = append(v.text, b), append(v.at, int32(i))
		i += n
	}
	v.at = append(v.at, int32(len(raw)))
}

// raw maps a span of the view to the text; escaped tells whether an escape lies in it.
func (v *view) raw(x Span) (s Span, escaped bool) {
	s = Span{v.base + int(v.at[x.Start]), v.base + int(v.at[x.End])}
	return s, s.Len() > x.Len()
}

func decodeUnits(f family, s string) string {
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); {
		x, n := f.unit(s, i)
		b, i = append(b, x), i+n
	}
	return string(b)
}
