package format

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/seed-052fbf24/cloak/cloak"
)

// java.util.Properties, as its method load reads them. Every line is a name there, and may
// have a value. Bytes beyond ASCII are bytes, whatever their encoding.
var propertiesFormat = &Format{
	Name:       "properties",
	loose:      true,
	Extensions: []string{".properties", ".properties.example", ".properties.sample", ".properties.template"},
	scan: func(v *view, yield func(*Scalar) bool) bool {
		r := propertyReader{newLines(v, yield)}
		return r.read(r.statement)
	},
	cut: cutLines(func(v *view, yield func(*Scalar) bool) (open, last int) {
		r := propertyReader{newLines(v, yield)}
		r.read(r.statement)
		return r.open, r.last
	}),
}

type propertyReader struct{ lineReader }

var (
	propertyValue = &style{step: cloak.PropertyDocument, unit: propertyUnit, encode: func(text string) string { return propertyEncode(text, "") }}
	propertyKey   = &style{step: cloak.PropertyKey, unit: propertyUnit, encode: func(text string) string { return propertyEncode(text, " \t=:#!") }}
	propertyPlace = valuePlace{style: propertyValue}
)

// propertyUnit reads an escape; a backslash in front of any other byte is dropped, and at
// the end of a line it takes away that and the blanks behind it.
func propertyUnit(dst []byte, s string, i int) ([]byte, int) {
	if s[i] != '\\' || i+1 == len(s) {
		return append(dst, s[i]), 1
	}
	switch b := s[i+1]; b {
	case 't', 'n', 'r', 'f':
		return append(dst, "\t\n\r\f"[strings.IndexByte("tnrf", b)]), 2
	case 'u':
		v := utf16Unit(s, i)
		switch {
		case v < 0: // an error to Java
			return append(dst, b), 2
		case !utf16.IsSurrogate(v):
			return utf8.AppendRune(dst, v), 6
		}
		if both := utf16.DecodeRune(v, utf16Unit(s, i+6)); both != utf8.RuneError {
			return utf8.AppendRune(dst, both), 12
		}
		return append(dst, s[i:i+6]...), 6
	case '\r', '\n':
		return dst, skipBlanks(s, afterEnd(s, i+1)) - i
	default:
		return append(dst, b), 2
	}
}

// utf16Unit is the unit in an escape \uXXXX at s[i], -1 if there is none.
func utf16Unit(s string, i int) rune {
	if i+6 > len(s) || s[i] != '\\' || s[i+1] != 'u' {
		return -1
	}
	v := rune(0)
	for _, b := range []byte(s[i+2 : i+6]) {
		k := strings.IndexByte("0123456789abcdef", b|0x20)
		if k < 0 || b < '0' {
			return -1
		}
		v = v<<4 | rune(k)
	}
	return v
}

// propertyEncode writes a text, with a backslash in front of its first blank and of what is
// in signs.
func propertyEncode(text, signs string) string {
	front := ""
	if text != "" && isBlank(text[0]) && signs == "" {
		front = `\`
	}
	return front + escaped(text, func(b byte) string {
		switch {
		case b == '\\' || strings.IndexByte(signs, b) >= 0:
			return `\` + string(rune(b))
		case b == '\n':
			return `\n`
		case b == '\r':
			return `\r`
		case b == '\f':
			return `\f`
		}
		return ""
	})
}

// statement is a comment, or a name and its value.
func (r *propertyReader) statement(i int) (end int, ok bool) {
	s := r.text
	if s[i] == '#' || s[i] == '!' {
		end = naturalEnd(s, i)
		return end, r.emit(i+1, end, nil, Comment, "")
	}
	if strings.HasPrefix(s[i:], "-----BEGIN ") {
		if line := lineEnd(s, i); r.block(i, line) > line {
			return i, true
		}
	}
	name := i
	for name < len(s) && !isBlank(s[name]) && !isLineEnd(s[name]) && s[name] != '=' && s[name] != ':' {
		name = r.past(name)
	}
	label := ""
	if name > i {
		if !r.flush() {
			return name, false
		}
		r.scalar(&r.s, i, name, propertyKey)
		label, r.s.look = r.s.Text, isLoose(r.s.Text)
		if !r.hand(Key, "") {
			return name, false
		}
	}
	at := r.skip(name)
	if at < len(s) && (s[at] == '=' || s[at] == ':') {
		at = r.skip(at + 1)
	}
	end = at
	for end < len(s) && !isLineEnd(s[end]) {
		end = r.past(end)
	}
	if key := r.block(at, end); key > end {
		return key, r.emit(at, key, nil, String, label)
	}
	return end, r.lineReader.value(at, end, cloak.Span{Start: at, End: end}, &propertyPlace, label)
}

// past is where what stands at text[i] ends: a byte, an escaped one, or an escaped line end
// with the blanks behind it.
func (r *propertyReader) past(i int) int {
	s := r.text
	switch {
	case s[i] != '\\' || i+1 == len(s):
		return i + 1
	case isLineEnd(s[i+1]):
		return skipBlanks(s, afterEnd(s, i+1))
	}
	return i + 2
}

// skip is behind blanks and lines that go on.
func (r *propertyReader) skip(i int) int {
	s := r.text
	for i < len(s) && (isBlank(s[i]) || s[i] == '\\' && i+1 < len(s) && isLineEnd(s[i+1])) {
		i = r.past(i)
	}
	return i
}

// afterEnd is behind the line end at s[i], which has two bytes at most.
func afterEnd(s string, i int) int {
	if s[i] == '\r' && i+1 < len(s) && s[i+1] == '\n' {
		return i + 2
	}
	return i + 1
}

// naturalEnd is where the line at s[i] ends, whatever is escaped.
func naturalEnd(s string, i int) int {
	if k := strings.IndexAny(s[i:], "\r\n"); k >= 0 {
		return i + k
	}
	return len(s)
}
