package cloak

import "strings"

// judged is how much of a value is looked at before it is accepted, so that a
// text of keys only, token=token=token=…, is read once and not once per key.
const judged = 256

// A literal is a value as it was written: bare, or in quotes, which may be
// escaped themselves where JSON stands in a string of JSON.
type literal struct {
	start  int
	quote  byte // 0: bare
	depth  int  // backslashes in front of the quote
	query  bool // an '&' ends it
	prefix byte // of a string of code: f"…"
}

// literalAt finds where the value after an operator begins, on the same line.
func literalAt(s string, i int, query bool) (literal, bool) {
	for n := 0; n < maxKey && (at(s, i) == ' ' || at(s, i) == '\t'); n++ {
		i++
	}
	if at(s, i) == '*' && at(s, i+1) == '*' && (at(s, i+2) == ' ' || at(s, i-1) == ' ') && at(s, i-1) != '*' { // **Password:** x
		for i += 2; at(s, i) == ' '; i++ {
		}
	}
	l := literal{start: i, query: query}
	if b := at(s, i); strings.IndexByte("bBrRuUfFN@$", b) >= 0 && b != 0 && isQuote(at(s, i+1)) {
		l.prefix = b
		i++
	}
	depth := 0
	for depth < 8 && at(s, i+depth) == '\\' {
		depth++
	}
	if q := at(s, i+depth); isQuote(q) {
		l.quote, l.depth, l.start = q, depth, i+depth+1
		if depth == 0 && at(s, i+1) == q && at(s, i+2) == q {
			l.start += 2
		}
	} else if hasFold(s[min(i, len(s)):], "&quot;") {
		l.quote, l.start = '&', i+len("&quot;")
	} else if l.prefix != 0 {
		return l, false
	}
	if l.quote == 0 && at(s, l.start) == '{' && bracedEnd(s, l.start) > 0 {
		l.quote, l.start = '}', l.start+1
	}
	b := at(s, l.start)
	if l.quote == 0 && b == '\\' && escapesSpace(at(s, l.start+1)) { // an escaped line end: no value
		return l, false
	}
	return l, b != 0 && b != '\n' && b != '\r'
}

// bracedEnd is where the value of ODBC ends that begins with the '{' at s[i], or 0. A
// name in braces is one that a template fills in.
func bracedEnd(s string, i int) int {
	const longest = 128
	j := i + 1
	for j < len(s) && j-i < longest && s[j] != '}' && !isSpace(s[j]) && s[j] != 0 && !isQuote(s[j]) && s[j] != '{' && s[j] != ':' && s[j] != ',' {
		j++
	}
	if b := at(s, j+1); at(s, j) != '}' || j+1 < len(s) && b != ';' && !isQuote(b) && b != '\n' || strings.IndexByte(s[i:j], ';') < 0 {
		return 0
	}
	return j
}

// closes reports whether the quote in front of a value ends a string that the
// key stands in: "password: " + pw. Such text goes on with an operator, and the
// quotes in front of the key are odd in number.
func (l literal) closes(s string, k key) bool {
	if l.quote == 0 || l.depth > 0 || k.quoted || strings.IndexByte(" +,.);", at(s, l.start)) < 0 {
		return false
	}
	odd := false
	for j := k.Start; j > max(0, k.Start-judged) && s[j-1] != '\n'; j-- {
		if s[j-1] == l.quote {
			odd = !odd
		}
	}
	return odd
}

func isQuote(b byte) bool { return b == '"' || b == '\'' || b == '`' }

// end tells where the value ends, looking no farther than limit; closed means
// that it ends there for sure.
func (l literal) end(s string, limit int) (end int, closed bool) {
	limit = min(limit, len(s))
	switch l.quote {
	case 0:
		return l.bareEnd(s, limit)
	case '}':
		return bracedEnd(s, l.start-1), true
	case '&':
		for j := l.start; j < limit; j++ {
			if s[j] == '\n' || s[j] == 0 || s[j] == '&' && hasFold(s[j:], "&quot;") {
				return j, true
			}
		}
		return limit, limit == len(s)
	}
	run := 0 // of backslashes
	for j := l.start; j < limit; j++ {
		switch b := s[j]; {
		case b == '\\':
			run++
			continue
		case b == '\n' || b == '\r' || b == 0:
			return j, true
		case b == l.quote && l.depth == 0 && run%2 == 0:
			if b != '\'' || at(s, j+1) != '\'' || j == l.start {
				return j, true
			}
			j++ // '' is a quote in SQL and YAML
		case b == l.quote && run <= l.depth && l.depth > 0, isQuote(b) && run < l.depth && b == '"':
			return j - run, true
		}
		run = 0
	}
	return limit, limit == len(s)
}

// bareEnd ends a value without quotes: at white space, and at what separates it
// from another key. Other punctuation belongs to the value.
func (l literal) bareEnd(s string, limit int) (end int, closed bool) {
	for j := l.start; j < limit; j++ {
		if !isWord(s[j]) && l.endsBare(s, j) {
			return trimBare(s, l.start, j), true
		}
	}
	return trimBare(s, l.start, limit), limit == len(s)
}

func (l literal) endsBare(s string, j int) bool {
	next := at(s, j+1)
	switch b := s[j]; b {
	case '"', '\'', '`':
		return j == l.start || next == 0 || isSpace(next) || strings.IndexByte(",;)}]>:|\\\"'`<+", next) >= 0
	case '\\':
		if isQuote(next) || next == '\\' && (isQuote(at(s, j+2)) || at(s, j+2) == 'n') {
			return true
		}
		return (next == 'n' || next == 'r' || next == 't') && endsKeyed(s, j+2)
	case ';', ',':
		if endsReference(s, j) {
			return false
		}
		return next == 0 || isSpace(next) || isQuote(next) || next == '\\' || next == '}' || namesKey(s, j+1)
	case '&':
		return l.query || hasFold(s[j:], "&amp;") || hasFold(s[j:], "&quot;") || namesKey(s, j+1)
	case '<':
		return next == '/' || next == '!' || hasFold(s[j:], "<br")
	case '#':
		return l.query
	case ')': // of a link of Markdown
		return l.query && next == ']'
	default:
		return b == 0 || isSpace(b)
	}
}

// endsReference reports whether s[i] is the ';' of a character reference of HTML,
// &#x41; or &amp;.
func endsReference(s string, i int) bool {
	if at(s, i) != ';' {
		return false
	}
	k := i
	for k > 0 && i-k < 8 && (isAlnum(s[k-1]) || s[k-1] == '#') {
		k--
	}
	return i-k > 1 && at(s, k-1) == '&'
}

// endsKeyed reports whether what follows an escaped line end begins a new line. What is
// hidden there tells nothing, nor does an escaped character.
func endsKeyed(s string, i int) bool {
	b := at(s, i)
	return i >= len(s) || b == '\\' && lower(at(s, i+1)) != 'u' && lower(at(s, i+1)) != 'x' || isQuote(b) || isSpace(b) || namesKey(s, i)
}

// namesKey reports whether another key stands at s[i]. Its words are joined by one
// blank: "User ID".
func namesKey(s string, i int) bool {
	j := i
	for j < len(s) && j < i+32 && (isWord(s[j]) || s[j] == '-' || s[j] == '.' || s[j] == ' ' && isAlpha(at(s, j-1)) && isAlpha(at(s, j+1))) {
		j++
	}
	return j > i && (at(s, j) == '=' || at(s, j) == ':' && j+1 < len(s))
}

// trimBare takes off what closes brackets and sentences around a bare value.
func trimBare(s string, start, end int) int {
	for end > start {
		switch b := s[end-1]; b {
		case ',', ';', '.', ':':
			if endsReference(s[start:], end-1-start) {
				return end
			}
		case ')', ']', '}', '>':
			open := byte('(')
			switch b {
			case ']':
				open = '['
			case '}':
				open = '{'
			case '>':
				open = '<'
			}
			if strings.IndexByte(s[start:min(end, start+judged)], open) >= 0 {
				return end
			}
		case '"', '\'', '`':
		default:
			return end
		}
		end--
	}
	return end
}
