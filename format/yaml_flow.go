package format

import "strings"

// Collections in brackets, and what stands in front of a node: anchors and tags.

// bracket opens the collection at text[i].
func (r *yamlReader) bracket(i int) {
	r.fresh, r.ready = false, false
	r.enter(r.col, r.text[i] == '[', true)
	if r.lost == 0 {
		r.next = 1
	}
}

// inBrackets reads a token of a collection in brackets.
func (r *yamlReader) inBrackets(i int) int {
	s := r.text
	fresh := r.fresh
	r.fresh = false
	switch s[i] {
	case '[', '{':
		if atomEnd(s, i) == i {
			r.bracket(i)
			return i + 1
		}
	case ']', '}':
		if r.lost > 0 {
			r.lost--
		} else {
			r.leave()
		}
		r.ready = false
		return i + 1
	case ',':
		r.next++
		r.named = false
		return i + 1
	case ':', '?':
		if !beginsPlain(s, i, true) {
			return i + 1
		}
	case '-':
		if fresh && i+1 < len(s) && isYAMLBlank(s, i+1) {
			return i + 1
		}
	case '&', '*', '!':
		return r.property(i)
	case '"', '\'':
		return r.quoted(i)
	}
	return r.plainScalar(i)
}

// property reads an anchor, an alias or a tag. It is left alone if it can be nothing else:
// a password may begin with such a sign.
func (r *yamlReader) property(i int) int {
	s, end := r.text, i+1
	plain := true
	for ; end < len(s) && !isYAMLBlank(s, end) && !(r.flow && strings.IndexByte(",[]{}", s[end]) >= 0 && atomEnd(s, end) == end); end++ {
		if k := atomEnd(s, end); k > end {
			plain, end = false, k-1
			continue
		}
		if b := s[end]; !isDigit(b) && !('a' <= b|0x20 && b|0x20 <= 'z') && b != '_' && b != '-' && !(b == ':' && s[i] == '&' && (end+1 == len(s) || isYAMLBlank(s, end+1))) && !(s[i] == '!' && strings.IndexByte("!:/.,<>%", b) >= 0) {
			plain = false
		}
	}
	if s[i] == '!' && !plain && (r.flow || r.ready) && !r.empty(end) { // of a value that comes
		here := *r
		r.wild(i, end)
		stopped, shape := r.stopped, r.s
		*r = here
		r.stopped, r.s = stopped, shape
		return end
	}
	if !plain || end == i+1 && s[i] != '!' || !r.flow && !r.ready {
		return r.rest(i)
	}
	if s[i] != '*' {
		if r.named && r.empty(end) {
			return r.rest(i)
		}
		if s[i] == '&' {
			if r.anchors == nil {
				r.anchors = map[string]bool{}
			}
			r.anchors[s[i+1:end]] = true
		}
		if r.fresh && r.props == none {
			r.props = i - r.line
		}
		return end
	}
	if followsColon(s, end) && (r.fresh || r.flow) {
		r.beginKey(i)
		for s[end] != ':' {
			end++
		}
		r.keyed("")
		return end + 1
	}
	if !r.anchors[s[i+1:end]] || strings.Trim(s[end:min(end+1, len(s))], " \t\r\n,]}") != "" {
		if r.flow {
			r.wild(i, end)
			return end
		}
		return r.rest(i)
	}
	r.value()
	r.fresh, r.ready, r.asks = false, false, false
	return end
}

// empty reports whether nothing comes behind text[:i] that is the value of the key at
// hand.
func (r *yamlReader) empty(i int) bool {
	s := r.text
	for i < len(s) && (s[i] == ' ' || s[i] == '\t') {
		i++
	}
	if r.flow {
		return i < len(s) && strings.IndexByte(",]}", s[i]) >= 0
	}
	if i < len(s) && s[i] != '\n' && s[i] != '\r' {
		return s[i] == '#'
	}
	start, col := nextText(s, i)
	return start == len(s) || col < r.col || col == r.col && (s[start] != '-' || r.array)
}
