package schema

import (
	"math"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// The functions of this file read JSON that is known to be valid.

// A kind is what a value is: the types of JSON Schema, integer among number.
type kind uint8

const (
	null kind = iota
	boolean
	number
	text
	array
	object
)

func kindAt(b []byte, i int) kind {
	switch b[i] {
	case '{':
		return object
	case '[':
		return array
	case '"':
		return text
	case 'n':
		return null
	case 't', 'f':
		return boolean
	}
	return number
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

func skipSpace(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\n' || b[i] == '\t' || b[i] == '\r') {
		i++
	}
	return i
}

// skipString returns where the string at i ends, behind its quote.
func skipString(b []byte, i int) int {
	for i++; b[i] != '"'; i++ {
		if b[i] == '\\' {
			i++
		}
	}
	return i + 1
}

// skipValue returns where the value at i ends.
func skipValue(b []byte, i int) int {
	switch kindAt(b, i) {
	case text:
		return skipString(b, i)
	case object, array:
		for depth := 0; ; {
			switch b[i] {
			case '"':
				i = skipString(b, i)
				continue
			case '{', '[':
				depth++
			case '}', ']':
				if depth--; depth == 0 {
					return i + 1
				}
			}
			i++
		}
	}
	for i < len(b) && (b[i] == '+' || b[i] == '-' || b[i] == '.' || isDigit(b[i]) || 'a' <= b[i]|0x20 && b[i]|0x20 <= 'z') {
		i++
	}
	return i
}

// tooDeep reports whether b has more levels than are read.
func tooDeep(b []byte) bool {
	for i, depth := 0, 0; i < len(b); i++ {
		switch b[i] {
		case '"':
			i = skipString(b, i) - 1
		case '{', '[':
			if depth++; depth > maxSchemaDepth {
				return true
			}
		case '}', ']':
			depth--
		}
	}
	return false
}

// A cursor goes through an object or array.
type cursor struct {
	b      []byte
	i      int // behind the value that was read last: the reader of it sets this
	object bool
}

func open(b []byte, i int) cursor { return cursor{b, i + 1, b[i] == '{'} }

// next returns the raw name of the next member and where its value starts. At the
// end, more is false and c.i is behind the bracket.
func (c *cursor) next() (name []byte, at int, more bool) {
	i := skipSpace(c.b, c.i)
	if c.b[i] == ',' {
		i = skipSpace(c.b, i+1)
	}
	if c.b[i] == '}' || c.b[i] == ']' {
		c.i = i + 1
		return nil, 0, false
	}
	if c.object {
		end := skipString(c.b, i)
		name = c.b[i:end]
		i = skipSpace(c.b, skipSpace(c.b, end)+1)
	}
	return name, i, true
}

// unquote decodes a string. A lone surrogate or a byte that is not UTF-8 becomes
// U+FFFD, one code point as a client counts it.
func unquote(raw []byte) string {
	out, _ := jsontext.AppendUnquote(nil, raw)
	return string(out)
}

// A scalar is a value without parts.
type scalar struct {
	kind    kind
	text    string  // of a string, decoded; of others as it stands
	num     float64 // of a number, as a client that knows only these reads it
	integer bool
}

// scalarAt reads the scalar at i.
func (j *judge) scalarAt(i, end int) *scalar {
	v := &scalar{kind: kindAt(j.value, i)}
	j.work -= (end - i) / 16
	if v.kind == text {
		v.text = unquote(j.value[i:end])
		return v
	}
	if v.text = string(j.value[i:end]); v.kind == number {
		v.parse()
	}
	return v
}

// parse reads v.text as a number literal, and reports whether it is one.
func (v *scalar) parse() bool {
	s := v.text
	if s == "" || len(s) > maxChecked || !isDigit(s[0]) && s[0] != '-' || s[len(s)-1] <= ' ' || !isJSON([]byte(s)) {
		return false
	}
	v.num, _ = strconv.ParseFloat(s, 64)
	v.integer = v.num == math.Trunc(v.num) && !math.IsInf(v.num, 0)
	return true
}

// equal reports whether v and o are one value. Numbers are compared digit by digit:
// 1.0 is 1, and 9007199254740993 is not 9007199254740992.
func (v *scalar) equal(o *scalar) bool {
	if v.kind != o.kind {
		return false
	}
	return v.text == o.text || v.kind == number && v.num == o.num && max(len(v.text), len(o.text)) <= maxCompared && decimal(v.text) == decimal(o.text)
}

// decimal writes a number literal in the one way: its digits without zeros around
// them, then the exponent.
func decimal(s string) string {
	mantissa, exponent, _ := strings.Cut(strings.ToLower(s), "e")
	mantissa, negative := strings.CutPrefix(mantissa, "-")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	e, err := strconv.Atoi(strings.TrimPrefix(exponent, "+"))
	if exponent != "" && err != nil {
		return s
	}
	digits := strings.TrimLeft(whole+fraction, "0")
	e -= len(fraction)
	trimmed := strings.TrimRight(digits, "0")
	if trimmed == "" {
		return "0"
	}
	e += len(digits) - len(trimmed)
	if negative {
		trimmed = "-" + trimmed
	}
	return trimmed + "e" + strconv.Itoa(e)
}
