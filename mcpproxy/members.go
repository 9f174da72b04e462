package mcpproxy

import (
	"bytes"
	"errors"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// A span is where something stands: byte offsets, end excluded.
type span struct{ start, end int }

func (s span) empty() bool { return s.end == s.start }

// maxNesting bounds how deep a message may nest. No result anybody has shown us nests
// 100 deep; readers of other makers give up at 1,000 (go-sdk), 512 (PHP) or overflow
// their stack, so what is deeper is refused here instead of killing a peer.
const maxNesting = 1000

// lenient lets duplicate names and bad UTF-8 pass: they are data, and data goes on as it
// came.
var lenient = []jsontext.Options{jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)}

var (
	errDeep   = errors.New("mcpproxy: nested too deep")
	errBroken = errors.New("mcpproxy: no JSON")
)

// tooDeep reports whether b nests deeper than maxNesting. Counting is fast: what has no
// more brackets than that needs no walk.
func tooDeep(b []byte) bool {
	if bytes.Count(b, []byte("{"))+bytes.Count(b, []byte("[")) <= maxNesting {
		return false
	}
	_, err := skipNested(b, 0, 0)
	return errors.Is(err, errDeep)
}

// valid reports whether b is one JSON value.
func valid(b []byte) bool {
	return jsontext.Value(b).IsValid(lenient...)
}

// members gives the members of a raw JSON object, in their order, duplicates too: the
// name decoded, and where name and value stand in object. It stops when yield says so.
// What is valid in object is cut correctly; what is not, ends with an error or passes,
// and never panics: who has not checked calls valid first.
func members(object []byte, yield func(name string, nameSpan, value span) bool) error {
	b := object
	i := skipBlanks(b, 0)
	if i == len(b) || b[i] != '{' {
		return errBroken
	}
	if i = skipBlanks(b, i+1); i < len(b) && b[i] == '}' {
		return nil
	}
	for {
		if i == len(b) || b[i] != '"' {
			return errBroken
		}
		n := span{i, skipString(b, i)}
		if n.end < 0 {
			return errBroken
		}
		if i = skipBlanks(b, n.end); i == len(b) || b[i] != ':' {
			return errBroken
		}
		v := span{start: skipBlanks(b, i+1)}
		var err error
		if v.end, err = skipValue(b, v.start); err != nil {
			return err
		}
		name, ok := stringAt(b[n.start:n.end])
		if !ok {
			return errBroken
		}
		if !yield(name, n, v) {
			return nil
		}
		switch i = skipBlanks(b, v.end); {
		case i < len(b) && b[i] == ',':
			i = skipBlanks(b, i+1)
		case i < len(b) && b[i] == '}':
			return nil
		default:
			return errBroken
		}
	}
}

// elements gives where the elements of a raw JSON array stand in it, as members does.
func elements(array []byte, yield func(value span) bool) error {
	b := array
	i := skipBlanks(b, 0)
	if i == len(b) || b[i] != '[' {
		return errBroken
	}
	if i = skipBlanks(b, i+1); i < len(b) && b[i] == ']' {
		return nil
	}
	for {
		end, err := skipValue(b, i)
		if err != nil {
			return err
		}
		if !yield(span{i, end}) {
			return nil
		}
		switch i = skipBlanks(b, end); {
		case i < len(b) && b[i] == ',':
			i = skipBlanks(b, i+1)
		case i < len(b) && b[i] == ']':
			return nil
		default:
			return errBroken
		}
	}
}

func blank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

func skipBlanks(b []byte, i int) int {
	for i < len(b) && blank(b[i]) {
		i++
	}
	return i
}

// skipString returns where the string ends that begins at b[i], -1 if it does not.
func skipString(b []byte, i int) int {
	const short = 16 // most strings, and most distances between escaped quotes
	for j := i + 1; ; {
		for end := min(j+short, len(b)); j < end; j++ {
			switch b[j] {
			case '"':
				return j + 1
			case '\\':
				j++
			}
		}
		if j >= len(b) {
			return -1
		}
		n := bytes.IndexByte(b[j:], '"')
		if n < 0 {
			return -1
		}
		// An odd number of backslashes escapes the quote. They are counted back to j at
		// most, so no byte is looked at more than twice.
		quote := j + n
		k := quote
		for k > j && b[k-1] == '\\' {
			k--
		}
		if (quote-k)%2 == 0 {
			return quote + 1
		}
		j = quote + 1
	}
}

// skipValue returns where the value ends that begins at b[i]. It keeps no stack: that
// brackets match is for valid to say.
func skipValue(b []byte, i int) (int, error) {
	if i == len(b) {
		return i, errBroken
	}
	switch b[i] {
	case '"':
		if i = skipString(b, i); i < 0 {
			return 0, errBroken
		}
		return i, nil
	case '{', '[':
		return skipNested(b, i, 1)
	}
	begin := i
	for i < len(b) && !blank(b[i]) && b[i] != ',' && b[i] != '}' && b[i] != ']' {
		i++
	}
	if i == begin {
		return i, errBroken
	}
	return i, nil
}

// skipNested is skipValue for objects and arrays, that stand depth deep in others.
func skipNested(b []byte, i, depth int) (int, error) {
	outer := depth
	for i < len(b) {
		switch b[i] {
		case '"':
			if i = skipString(b, i); i < 0 {
				return 0, errBroken
			}
			continue
		case '{', '[':
			if depth++; depth > maxNesting {
				return i, errDeep
			}
		case '}', ']':
			if depth--; depth <= outer {
				return i + 1, nil
			}
		}
		i++
	}
	return i, errBroken
}

// stringAt decodes a raw JSON string. Bad UTF-8 and halves of surrogate pairs become
// U+FFFD. It reports false for what is no JSON string.
func stringAt(raw []byte) (string, bool) {
	if len(raw) < 2 || raw[0] != '"' || raw[len(raw)-1] != '"' || !valid(raw) {
		return "", false
	}
	if text := raw[1 : len(raw)-1]; bytes.IndexByte(text, '\\') < 0 && utf8.Valid(text) {
		return string(text), true
	}
	// The error is of bad UTF-8 alone, and the text is whole.
	text, _ := jsontext.AppendUnquote(nil, raw)
	return string(text), true
}

// appendString appends s as a JSON string: only what must be escaped is. Bad UTF-8
// becomes U+FFFD, so that what we write is valid.
func appendString(dst []byte, s string) []byte {
	dst, _ = jsontext.AppendQuote(dst, s) // the error is of bad UTF-8, and the text whole
	return dst
}
