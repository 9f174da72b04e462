package format

import (
	"strings"

	"github.com/seed-052fbf24/cloak/cloak"
)

// TOML 1.0, with the escapes and line ends of 1.1. It is read statement by statement, so
// that a part of a document is read as in the whole, and what is broken costs its line.
// A parser that is exact stops there instead.
var tomlFormat = &Format{
	Name:       "toml",
	loose:      true,
	Extensions: []string{".toml", ".toml.example", ".toml.sample"},
	Files:      []string{"cargo.lock", "poetry.lock", "pipfile", "uv.lock", "pdm.lock", "gopkg.lock"},
	sniff:      isTOML,
	scan: func(v *view, yield func(*Scalar) bool) bool {
		r := tomlReader{lineReader: newLines(v, yield)}
		return r.read(r.statement)
	},
	cut: cutLines(func(v *view, yield func(*Scalar) bool) (open, last int) {
		r := tomlReader{lineReader: newLines(v, yield)}
		r.read(r.statement)
		return r.open, r.last
	}),
}

type tomlReader struct {
	lineReader
	parts  []tomlPart // of the key at hand
	levels []tomlLevel
	lost   int  // levels beyond maxDepth
	odd    bool // something is no TOML
	tables int
	values int
}

// A tomlPart is one part of a key, in quotes or without: 192.0.2.1 is one part, too, for
// it is one name to people.
type tomlPart struct {
	start, end int // without its quotes
	quote      byte
	ours       bool
}

// A tomlLevel is an array or an inline table around a place.
type tomlLevel struct {
	label string
	array bool
}

// statement is a header, a comment, or a key and its value.
func (r *tomlReader) statement(i int) (end int, ok bool) {
	s := r.text
	switch s[i] {
	case '#':
		end = lineEnd(s, i)
		return end, r.emit(i+1, end, nil, Comment, "")
	case '[':
		if end = r.header(i); end > i {
			r.tables++
			if r.section, ok = r.keys(); !ok {
				return end, false
			}
			r.headed = true
			return r.rest(end)
		}
	}
	if at, is := r.key(i); is {
		r.values++
		label, ok := r.keys()
		return r.value(at, ok, r.under(label, r.section))
	}
	r.odd = true
	if s[i] == '"' || s[i] == '\'' || s[i] == '{' || s[i] == '[' && isToken(s, i) == 0 { // of an array whose beginning was cut off
		if s[i] == '[' || s[i] == '{' || r.closes(i) {
			return r.value(i, true, r.view.label)
		}
	}
	return i, true
}

// header reads [a.b] or [[a.b]], the end of the line included, and returns where it ends;
// i if there is none.
func (r *tomlReader) header(i int) (end int) {
	s := r.text
	n := 1
	if i+1 < len(s) && s[i+1] == '[' {
		n = 2
	}
	if n == 1 && isToken(s, i) > 0 {
		return i
	}
	end, ok := r.path(i + n)
	if !ok || !strings.HasPrefix(s[end:], "]]"[:n]) {
		return i
	}
	end += n
	if k := skipBlanks(s, end); k < len(s) && !isLineEnd(s[k]) && s[k] != '#' {
		return i
	}
	return end
}

// key reads a key and the sign behind it, and returns where its value begins.
func (r *tomlReader) key(i int) (end int, ok bool) {
	if end, ok = r.path(i); !ok || end == len(r.text) || r.text[end] != '=' {
		return i, false
	}
	return end + 1, true
}

// path reads the parts of a key.
func (r *tomlReader) path(i int) (end int, ok bool) {
	s := r.text
	r.parts = r.parts[:0]
	for {
		if i = skipBlanks(s, i); i == len(s) {
			return i, false
		}
		p := tomlPart{start: i, quote: s[i]}
		switch {
		case s[i] == '"' || s[i] == '\'':
			p.start++
			end, closed := tomlClose(s, p.start, s[i], 1)
			if !closed {
				return i, false
			}
			p.end, i = end, end+1
			if p.ours = p.quote == '"' && strings.HasPrefix(s[end:], tomlMark); p.ours {
				i = end + len(tomlMark)
			}
		case isTOMLBare(s[i]):
			p.quote = 0
			for i < len(s) && (isTOMLBare(s[i]) || s[i] == '.' && i+1 < len(s) && isTOMLBare(s[i+1])) {
				i++
			}
			p.end = i
		default:
			return i, false
		}
		r.parts = append(r.parts, p)
		if i = skipBlanks(s, i); i == len(s) || s[i] != '.' {
			return i, true
		}
		i++
	}
}

// keys gives the parts of the key at hand, and tells its name: of several the last.
func (r *tomlReader) keys() (label string, ok bool) {
	if !r.flush() {
		return "", false
	}
	for _, p := range r.parts {
		if p.start == p.end {
			continue
		}
		switch {
		case p.quote == '"':
			r.scalar(&r.s, p.start, p.end, tomlBasic)
			if p.ours {
				r.s.bare, r.s.quote, r.s.ours = isTOMLBareKey, tomlQuotes, true
			}
		case p.quote == '\'':
			r.scalar(&r.s, p.start, p.end, nil)
			r.s.holds, r.s.other = tomlLiteral.holds, tomlLiteral.other
			r.s.whole = cloak.Span{Start: r.raw(p.start - 1), End: r.raw(p.end + 1)}
		default:
			r.scalar(&r.s, p.start, p.end, unquoted)
			r.s.fits, r.s.bare, r.s.quote = isTOMLBareStrict, isTOMLBareKey, tomlQuotes
		}
		label, r.s.look = r.s.Text, isLoose(r.s.Text)
		if !r.hand(Key, "") {
			return "", false
		}
	}
	return label, true
}

// rest gives what stands behind a statement in its line.
func (r *tomlReader) rest(i int) (end int, ok bool) {
	i = skipBlanks(r.text, i)
	end = lineEnd(r.text, i)
	switch {
	case end <= i:
		return i, true
	case r.text[i] == '#':
		return end, r.emit(i+1, end, nil, Comment, "")
	}
	r.odd = true
	return end, r.emit(i, end, nil, Text, r.view.label)
}

// value reads what stands behind a key, to the end of its line, or of the line in which
// its brackets close.
func (r *tomlReader) value(i int, ok bool, label string) (int, bool) {
	s := r.text
	r.levels, r.lost = r.levels[:0], 0
	here, done, named := label, false, false // of the next value
	for ok && i < len(s) {
		deep := len(r.levels) > 0
		switch b := s[i]; {
		case isBlank(b):
			i++
		case isLineEnd(b):
			if !deep {
				return i, true
			}
			if i++; r.statementIn(i) {
				r.odd = true
				return i, true
			}
		case b == '#':
			end := lineEnd(s, i)
			ok = r.emit(i+1, end, nil, Comment, "")
			i = end
		case !deep && (done || b == ',' || b == ']' || b == '}' || b == '='):
			return r.rest(i)
		case b == '[' && isToken(s, i) == 0 || b == '{':
			r.push(tomlLevel{here, b == '['})
			named = false
			i++
		case b == ']' || b == '}':
			if r.lost > 0 {
				r.lost--
			} else {
				r.levels = r.levels[:len(r.levels)-1]
			}
			if done = len(r.levels) == 0; !done {
				here, named = r.levels[len(r.levels)-1].label, false
			}
			i++
		case b == ',':
			here, named = r.levels[len(r.levels)-1].label, false
			i++
		case deep && !named && !r.levels[len(r.levels)-1].array:
			if at, is := r.key(i); is {
				here, ok = r.keys()
				here = r.under(here, r.levels[len(r.levels)-1].label)
				i, named = at, true
				break
			}
			named = true // that it is not
		case b == '"' || b == '\'':
			i, ok = r.quoted(i, here)
			done = true
		case b == '=':
			r.odd = true
			i++
		default:
			i, ok = r.word(i, here)
			done = true
		}
	}
	if len(r.levels) > 0 {
		r.unsure()
		r.odd = true
	}
	return i, ok
}

func (r *tomlReader) push(x tomlLevel) {
	if len(r.levels) == maxDepth {
		r.lost++
		return
	}
	r.levels = append(r.levels, x)
}

// statementIn reports whether a line that begins within brackets is a statement: then
// they were never closed.
func (r *tomlReader) statementIn(i int) bool {
	s := r.text
	i = skipBlanks(s, i)
	array := r.levels[len(r.levels)-1].array
	switch {
	case i == len(s):
		return false
	case s[i] == '[':
		end := r.header(i)
		if end == i {
			return false
		}
		for _, p := range r.parts {
			if p.quote != 0 || tomlWord(s[p.start:p.end]) != String || isDate(s[p.start:p.end]) {
				return false
			}
		}
		return true
	case array && isTOMLBare(s[i]):
		_, is := r.key(i)
		return is
	}
	return false
}

// word reads a value without quotes.
func (r *tomlReader) word(i int, label string) (next int, ok bool) {
	s := r.text
	deep := len(r.levels) > 0
	next = tomlWordEnd(s, i, deep)
	end := trimEnd(s, i, next)
	switch tomlWord(s[i:end]) {
	case Text:
		return next, r.flush()
	case Number:
		return next, r.emit(i, end, numberStyle, Number, label)
	}
	r.odd = r.odd || !isDate(s[i:end])
	if !r.flush() {
		return next, false
	}
	r.scalar(&r.s, i, end, unquoted)
	r.s.fits, r.s.bare, r.s.quote = isDate, isTOMLWord, tomlQuotes
	if deep {
		r.s.bare = isTOMLWordIn
	}
	r.s.holds, r.s.other, r.s.whole, r.s.look = r.s.bare, tomlQuotes, r.s.raw, isLoose(r.s.Text)
	return next, r.hand(String, label)
}

// quoted reads the string at text[i].
func (r *tomlReader) quoted(i int, label string) (end int, ok bool) {
	s := r.text
	q, n := s[i], 1
	if i+2 < len(s) && s[i+1] == q && s[i+2] == q {
		n = 3
	}
	start := i + n
	end, closed := r.close(start, q, n)
	if !closed {
		r.odd = true
		return end, r.emit(i, end, nil, Text, label)
	}
	next := end + n
	place := &tomlPlain
	switch {
	case n == 3:
		place, start = r.overLines(start, q)
	case q == '\'':
		place = &tomlLiteral
	}
	if n == 1 && q == '"' && strings.HasPrefix(s[end:], tomlMark) { // its quotes may be ours
		if !r.flush() {
			return next, false
		}
		r.scalar(&r.s, start, end, tomlBasic)
		r.s.bare, r.s.quote, r.s.ours = isTOMLWord, tomlQuotes, true
		if len(r.levels) > 0 {
			r.s.bare = isTOMLWordIn
		}
		r.s.look = isLoose(r.s.Text)
		return end + len(tomlMark), r.hand(String, label)
	}
	return next, r.lineReader.value(start, end, cloak.Span{Start: i, End: next}, place, label)
}

// overLines is the place of a string over lines, and where its text begins: behind the
// line end that stands first.
func (r *tomlReader) overLines(start int, q byte) (*valuePlace, int) {
	s, place := r.text, &tomlOver
	if q == '\'' {
		place = &tomlOverRaw
	}
	switch {
	case strings.HasPrefix(s[start:], "\n"):
		start++
	case strings.HasPrefix(s[start:], "\r\n"):
		start += 2
	case q == '\'':
		place = &tomlOpen
	}
	return place, start
}

// close is where the string at text[i] ends, as tomlClose has it. Where there are no more
// quotes of three none are looked for again.
func (r *tomlReader) close(i int, q byte, n int) (end int, closed bool) {
	kind := tomlThree
	if q == '\'' {
		kind = tomlThreeLiteral
	}
	if n == 3 && r.ahead[kind] == len(r.text) {
		return lineEnd(r.text, i), false
	}
	if end, closed = tomlClose(r.text, i, q, n); n == 3 && !closed {
		r.ahead[kind] = len(r.text)
		r.unsure()
		end = lineEnd(r.text, i)
	}
	return end, closed
}

func (r *tomlReader) closes(i int) bool {
	_, closed := tomlClose(r.text, i+1, r.text[i], 1)
	return closed
}
