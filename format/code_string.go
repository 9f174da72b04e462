package format

import "strings"

// commented reads the comment at text[i], if one begins there.
func (r *codeReader) commented(i int) (end int, is bool) {
	s := r.view.text
	for _, x := range r.block {
		if !strings.HasPrefix(s[i:], x[0]) && !(x[0][0] == '\n' && i == 0 && strings.HasPrefix(s, x[0][1:])) {
			continue
		}
		start := i + len(x[0])
		k := strings.Index(s[start:], x[1])
		if k < 0 {
			r.part(start, len(s), nil)
			return len(s), true
		}
		r.part(start, start+k, nil)
		return start + k + len(x[1]), true
	}
	for _, sign := range r.comment {
		if !strings.HasPrefix(s[i:], sign) || i > 0 && (sign == "#" && !apart(s[i-1]) || sign == "//" && s[i-1] == ':') {
			continue
		}
		if end = strings.IndexByte(s[i:], '\n'); end < 0 {
			end = len(s) - i
		}
		end += i
		r.part(i+len(sign), end, nil)
		return end, true
	}
	return 0, false
}

// apart reports whether a comment can begin behind b.
func apart(b byte) bool { return strings.IndexByte(" \t\r\n;(){}[],", b) >= 0 }

func (r *codeReader) part(start, end int, x *style) {
	if start < end {
		r.parts = append(r.parts, part{start, end, x})
	}
}

// drawn reads what the language has no fixed quotes for.
func (r *codeReader) drawn(i int) (next int, is, ok bool) {
	const most = 16 // without an end: each costs all of the text
	if r.literal == nil || r.failed >= most {
		return 0, false, true
	}
	x, is := r.literal(r.view.text, i)
	switch {
	case !is:
		return 0, false, true
	case x.next == 0:
		r.failed++
		return 0, false, true
	}
	r.last = 'a'
	if x.strange {
		ok = r.give(x.start, x.end, x.style, String)
	} else {
		r.part(x.start, x.end, x.style)
		ok = true
	}
	r.quoted, r.name = word{int32(x.start), int32(x.end)}, word{}
	return x.next, true, ok
}

// string reads the string at text[i], behind a prefix.
func (r *codeReader) string(i int, prefix string) (next int, is, ok bool) {
	s := r.view.text
	for k := range r.quotes {
		q := &r.quotes[k]
		if s[i] != q.open[0] || !strings.HasPrefix(s[i:], q.open) || q.prefix != "" && !isOneOf(q.prefix, prefix) || r.closes[min(k, len(r.closes)-1)] > i {
			continue
		}
		start := i + len(q.open)
		end, hole := q.end(s, start)
		if end < 0 {
			r.closes[min(k, len(r.closes)-1)] = -end
			continue
		}
		if q.char {
			const longest = 12 // \U0010FFFF
			if hole || end == start || end-start > longest {
				continue
			}
			r.last = 'a'
			return end + len(q.close), true, true
		}
		if r.last == 'a' && r.name.end > r.name.start && prefix == "" && int(r.name.end) < i && i-int(r.name.end) < 80 && strings.Trim(s[r.name.end:i], " \t") == "" && r.label.end == r.label.start {
			r.label, r.odd = r.name, true // set $password "x"
		}
		r.last = 'a'
		if hole {
			return r.inside(q, start), true, true
		}
		r.quoted = word{int32(start), int32(end)}
		ok = true
		if content := s[start:end]; q.isHard(content) || holdsDocument(content, q.style) || r.odd && isTelling(r.says(r.label)) && !strings.Contains(content, " ") {
			ok = r.give(start, end, q.style, String)
		} else {
			r.part(start, end, q.style)
		}
		if r.name = (word{}); isKeyLike(s[start:end]) {
			r.name = r.quoted
		}
		return end + len(q.close), true, ok
	}
	return 0, false, true
}

// isOneOf reports whether a word is in a list with blanks around each, in any case.
func isOneOf(list, word string) bool {
	const longest = 3
	return word != "" && len(word) <= longest && strings.Contains(list, " "+strings.ToLower(word)+" ")
}

// end is where the content ends that begins at s[i]: at its close, or where code begins in
// it. It is negative if it has no end: in front of -end there is none.
func (q *quote) end(s string, i int) (end int, hole bool) {
	last, first := q.close[0], byte(0)
	if len(q.holes) > 0 {
		first = q.holes[0][0]
	}
	for ; i < len(s); i++ {
		switch c := s[i]; {
		case c == last && (len(q.close) == 1 || strings.HasPrefix(s[i:], q.close)):
			if q.twice && strings.HasPrefix(s[i+len(q.close):], q.close) {
				i++
				continue
			}
			return i, false
		case first != 0 && (c == first || len(q.holes) > 1) && q.holeAt(s, i) > 0:
			return i, true
		case c == q.escape && c != 0:
			if i++; i < len(s) && s[i] == '\r' && strings.HasPrefix(s[i:], "\r\n") {
				i++
			}
		case c == '\n' && !q.lines:
			return -i, false
		}
	}
	return -len(s), false
}

// holeAt is how long what begins code at s[i] is; 0 if nothing does.
func (q *quote) holeAt(s string, i int) int {
	for _, h := range q.holes {
		if s[i] != h[0] || !strings.HasPrefix(s[i:], h) {
			continue
		}
		if h == "{" && (strings.HasPrefix(s[i+1:], "{") || i > 0 && s[i-1] == '{') {
			continue
		}
		return len(h)
	}
	return 0
}

// inside goes on with a string at text[i], behind its beginning or code in it.
func (r *codeReader) inside(q *quote, i int) int {
	s := r.view.text
	for {
		end, hole := q.end(s, i)
		if end < 0 {
			end = -end
			r.part(i, end, q.style)
			return end
		}
		if !hole {
			r.part(i, end, q.style)
			r.quoted = word{int32(i), int32(end)}
			r.last = 'a'
			return end + len(q.close)
		}
		n := q.holeAt(s, end)
		r.part(i, end, q.style)
		if len(r.open) == maxBrackets { // code in code in code
			i = end + n
			continue
		}
		r.begin(s[end+n-1], end+n-1, q)
		r.last = '('
		return end + n
	}
}

// isHard reports whether a text does not show what the string says.
func (q *quote) isHard(content string) bool {
	switch {
	case q.strange, q.twice && strings.Contains(content, q.close):
		return true
	case q.escape == 0 || q.style == nil:
		return false
	}
	const longest = 10 // of an escape
	if len(content) <= longest && content != "" {
		if _, n := q.style.unit(nil, content, 0); n == len(content) { // one character
			return false
		}
	}
	any := false
	for i := strings.IndexByte(content, q.escape); i >= 0 && i+1 < len(content); {
		switch content[i+1] {
		case 'n', 't', 'r':
			if q.escape != '\\' {
				return true
			}
		default:
			return true
		}
		any = true
		k := strings.IndexByte(content[i+2:], q.escape)
		if k < 0 {
			break
		}
		i += 2 + k
	}
	return any && strings.Contains(content, "-----BEGIN")
}

// holdsDocument reports whether a string is JSON: whether it has escapes, a value in it
// may decide.
func holdsDocument(content string, x *style) bool {
	s := strings.TrimSpace(content)
	if len(s) < 2 || strings.IndexByte(s, '"') < 0 || s[0] != '{' && s[0] != '[' || s[len(s)-1] != '}' && s[len(s)-1] != ']' {
		return false
	}
	if x == nil || x.verbatim(s) {
		return isJSON(s)
	}
	b := make([]byte, 0, len(s))
	for i, n := 0, 0; i < len(s); i += n {
		b, n = x.unit(b, s, i)
	}
	return isJSON(string(b))
}

// isTelling reports whether a label says that its value is a secret.
func isTelling(label string) bool {
	const longest = 64
	low := strings.ToLower(label[max(0, len(label)-longest):])
	for _, w := range [...]string{"password", "passwd", "pwd", "pass", "secret", "token", "key", "passphrase", "pin", "ssn"} {
		if strings.HasSuffix(low, w) {
			return true
		}
	}
	return false
}

// number reads one: its digits are given on their own if it may name somebody.
func (r *codeReader) number(i int) (next int, ok bool) {
	s := r.view.text
	j, n := i, 0
	n = digits(s, i)
	j += n
	end := j
	for j < len(s) && strings.IndexByte("uUlLnN", s[j]) >= 0 {
		j++
	}
	before := r.last
	r.last = 'a'
	if isWordAt(s, j) || j < len(s) && s[j] == '.' && j+1 < len(s) && isWordAt(s, j+1) { // 0x1F, 1.5, 1.2.3
		for j < len(s) && (isWordAt(s, j) || s[j] == '.') {
			j++
		}
		r.name = word{}
		return j, true
	}
	r.name = word{}
	const least, most = 6, 20
	if r.texts || before != 0 && strings.IndexByte("=:([{,>a-", before) < 0 || n > most || n < least && (n < 4 || !isTelling(r.says(r.label))) || !endsNumber(s, j) || i > 0 && strings.IndexByte(" \t\n\r([{,=:;-", s[i-1]) < 0 {
		return j, true
	}
	if i > r.from && s[i-1] == '-' {
		i--
	}
	return j, r.give(i, end, numberStyle, Number)
}

// endsNumber reports whether a number that stands in front of s[i] is all of a value.
func endsNumber(s string, i int) bool {
	return i == len(s) || strings.IndexByte(" \t\n\r)]},;", s[i]) >= 0
}
