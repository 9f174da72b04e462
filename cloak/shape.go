package cloak

import (
	"strings"
)

// A shape is the grammar of a family of stand-ins: the token's, or the reserved
// space of a built-in detector. It is what lets a mapping keep its promise about
// later texts. For every text t and place p of it:
//
//	hits(t) ⊆ places(t)      restore reads nothing but shapes
//	places(t) − live ⊆ claims  once t was seen, and a claimed key is never issued
//
// There is one finder of places, [shapes.find], and restore, claims, what is
// left alone and the re-read of the output all use it. So the first line holds
// by construction, and the predicate that decides whether a neighbour extends a
// stand-in (192.0.2.1 is not in 192.0.2.17) is the scan's own.
type shapes struct {
	program *program
	tokens  bool // tokens only; there is no program
}

// A place is a span of a text that could be a stand-in's.
type place struct {
	Span
	chain  Chain
	key    Span // in places.keys: what the place is compared by
	hidden bool // nothing in it is a value, ours or not
}

// places are the results of a find, reused between calls.
type places struct {
	list []place
	keys []byte
	view view
	near []Span
	hits []found
	has  [families]bool // the text that was looked at last has a byte that an escape begins with
}

func (p *places) reset() { p.list, p.keys = p.list[:0], p.keys[:0] }

// isToken reports whether x has a token's shape, in whatever spelling.
func (p *places) isToken(x *place) bool { return p.keys[x.key.Start] == '0'+byte(normToken) }

func (p *places) key(x *place) []byte { return p.keys[x.key.Start:x.key.End] }

// newShapes takes the detectors whose scans know reserved space.
func newShapes(ds []*Detector) *shapes {
	return &shapes{program: compile(ds, true)}
}

// find appends to p every place of s that has an anchor in s[from:to], and,
// unless exact, every place with an escape there: places read under a chain.
// Places may overlap, and are in no order.
func (x *shapes) find(p *places, s string, from, to int, exact bool) {
	p.hits = x.scan(p.hits[:0], s, from, to)
	for i := range p.hits {
		if h := &p.hits[i]; h.shape {
			p.add(s, h.Span, x.norm(h), Plain)
		}
	}
	if exact {
		return
	}
	x.findEscaped(p, s, from, to)
}

// scan appends to dst what is found at anchors in s[from:to].
func (x *shapes) scan(dst []found, s string, from, to int) []found {
	if !x.tokens {
		return x.program.scan(dst, s, from, to)
	}
	for i := indexFrom(s, '[', from, to); i < to; i = indexFrom(s, '[', i+1, to) {
		if t, ok := scanToken(s, i); ok {
			dst = append(dst, found{site: t, at: i})
		}
	}
	return dst
}

func (x *shapes) norm(f *found) norm {
	if x.tokens {
		return normToken
	}
	return x.program.detectors[f.by].norm
}

// findEscaped is the second half of find: the places that hold an escape.
func (x *shapes) findEscaped(p *places, s string, from, to int) {
	for f := range families {
		p.near, p.has[f] = f.regions(p.near, s, from, to)
		for _, r := range p.near {
			p.view.read(f, s, r)
			text := string(p.view.text)
			p.hits = x.scan(p.hits[:0], text, 0, len(text))
			for i := range p.hits {
				h := &p.hits[i]
				if !h.shape {
					continue
				}
				raw, escaped := p.view.raw(h.Span)
				// At the edge of a region nobody knows what extends it: its escape is
				// not one of those asked for.
				if !escaped || r.Start > 0 && raw.Start < r.Start+2 || r.End < len(s) && raw.End > r.End-2 {
					continue
				}
				n := len(p.list)
				p.add(text, h.Span, x.norm(h), f.step(s[raw.Start:raw.End]))
				if len(p.list) > n {
					p.list[n].Span = raw
				}
			}
		}
	}
}

// add records s[at], unless it is too long to be a stand-in.
func (p *places) add(s string, at Span, n norm, c Chain) {
	if at.Len() > shapeLimit {
		return
	}
	start := len(p.keys)
	p.keys = append(p.keys, '0'+byte(n))
	p.keys = n.append(p.keys, s[at.Start:at.End])
	// The rules for values know a loose token as such, unless it is escaped.
	hidden := n != normToken || c != Plain || strictToken(s[at.Start:at.End])
	p.list = append(p.list, place{at, c, Span{start, len(p.keys)}, hidden})
}

// keysOf returns the keys of the places that are all of s.
func (x *shapes) keysOf(p *places, s string) []string {
	p.reset()
	x.find(p, s, 0, len(s), true)
	var keys []string
	for i := range p.list {
		if q := &p.list[i]; q.Start == 0 && q.End == len(s) {
			keys = append(keys, string(p.key(q)))
		}
	}
	return keys
}

// append writes what a stand-in s is compared by.
func (n norm) append(dst []byte, s string) []byte {
	switch n {
	case normDigits:
		for i := range len(s) {
			if isDigit(s[i]) {
				dst = append(dst, s[i])
			}
		}
		return dst
	case normAlnum:
		for i := range len(s) {
			if isAlnum(s[i]) {
				dst = append(dst, lower(s[i]))
			}
		}
		return dst
	case normToken:
		return appendToken(dst, s)
	}
	for i := range len(s) {
		dst = append(dst, lower(s[i]))
	}
	return dst
}

// appendToken keeps the letters, in lower case, digits and dots of a token, and
// one underscore for whatever else separates them.
func appendToken(dst []byte, s string) []byte {
	gap := false
	start := len(dst)
	for i := range len(s) {
		switch b := s[i]; {
		case isAlnum(b) || b == '.':
			if gap && len(dst) > start {
				dst = append(dst, '_')
			}
			gap = false
			dst = append(dst, lower(b))
		case b == '_' || b == '-' || b == ' ':
			gap = true
		}
	}
	return dst
}

// markDetectors are the shapes that belong to no one detector: tokens, the marked
// decoys of everything that has no reserved space of its own, and marked numbers.
func markDetectors(builtin []Detector) []Detector {
	return append([]Detector{{
		Name: "token", anchor: anchorBrack, follow: tokenStart, gate: mayBeToken, scan: scanToken, norm: normToken,
		Pattern: `\[[ *_\x60-]*[A-Za-z][A-Za-z0-9_ *\x60.-]*\]`,
	}, {
		Name: "marked", anchor: anchorWord, scan: scanMarked, norm: normFold,
		words:   []string{"decoy", "akia", "asia", "abia", "acca"},
		Pattern: `(?i)decoy|akia|asia|abia|acca`,
	}, hashDecoyDetector()}, newNumberSpaces(builtin).detectors()...)
}

const (
	tokenStart  = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ *_`-"
	tokenDigits = 7 // of a token's number, at the most: [SSN_123456789] is no token
	redacted    = "redacted"
)

// scanToken reads [EMAIL_0], [EMAIL_0.1] and [EMAIL_REDACTED], in any case, with
// emphasis inside, and with spaces or hyphens for the underscores.
func scanToken(s string, at int) (site, bool) {
	if !mayBeToken(s, at) {
		return site{}, false
	}
	var b [shapeLimit]byte
	n := 0
	gap := false
	i := at + 1
	for ; ; i++ {
		if i >= len(s) || i-at >= shapeLimit-1 {
			return site{}, false
		}
		c := s[i]
		if c == ']' {
			break
		}
		switch {
		case isAlnum(c) || c == '.':
			if gap && n > 0 {
				b[n] = '_'
				n++
			}
			gap = false
			b[n] = lower(c)
			n++
		case c == '_' || c == '-' || c == ' ':
			gap = true
		case c == '*' || c == '`':
		default:
			return site{}, false
		}
		if n > maxEntity+tokenDigits+8 {
			return site{}, false
		}
	}
	if !tokenKey(string(b[:n])) {
		return site{}, false
	}
	return site{Span: Span{at, i + 1}, shape: true}, true
}

// inToken reports whether s[i] is within a token. What is in one is no key and no
// label: where the token is live, it is hidden.
func inToken(s string, i int) bool {
	from := max(0, i-shapeLimit)
	k := strings.LastIndexByte(s[from:i+1], '[')
	if k < 0 || strings.IndexByte(tokenStart, at(s, from+k+1)) < 0 {
		return false
	}
	x, ok := scanToken(s, from+k)
	return ok && x.End > i
}

// mayBeToken reports whether the bracket at s[at] is closed in time, behind the
// last byte of a number, "redacted", or something that is skipped there.
func mayBeToken(s string, at int) bool {
	k := strings.IndexByte(s[at+1:min(len(s), at+shapeLimit)], ']')
	if k < 1 {
		return false
	}
	if strings.IndexByte(s[at+1:at+k], ':') >= 0 { // a time
		return false
	}
	last := s[at+k]
	return isDigit(last) || last|0x20 == 'd' || last == '*' || last == '`' || last == ' ' || last == '_' || last == '-'
}

// tokenKey reports whether k, as appendToken writes it, is name_0, name_0.1 or
// name_redacted.
func tokenKey(k string) bool {
	i := strings.LastIndexByte(k, '_')
	if i < 1 || i > maxEntity || !isAlpha(k[0]) || strings.IndexByte(k[:i], '.') >= 0 {
		return false
	}
	if k[i+1:] == redacted {
		return true
	}
	n, further, ok := strings.Cut(k[i+1:], ".")
	return isNumber(n) && (!ok || isNumber(further))
}

func isNumber(s string) bool {
	if s == "" || len(s) > tokenDigits || len(s) > 1 && s[0] == '0' {
		return false
	}
	for i := range len(s) {
		if !isDigit(s[i]) {
			return false
		}
	}
	return true
}

// strictToken reports whether s, which has a token's shape, is spelled as tokens
// are issued, but for case. Only such a one hides what it holds: "[ssn 541782]"
// is a text.
func strictToken(s string) bool {
	for i := 1; i < len(s)-1; i++ {
		if c := s[i]; !isWord(c) && c != '.' {
			return false
		}
	}
	return true
}

// marker is in every decoy that is not from a numbering plan or a reserved name.
const marker = "decoy"

// markTail is how many letters and digits follow the marker at least: a word
// such as "decoys" is none.
const markTail = 6

// scanMarked reads the maximal run around a marker: letters, digits, '_' and
// '-', and dots between them.
func scanMarked(s string, from int) (site, bool) {
	i := from
	for i > 0 && from-i <= shapeLimit && marked(s, i-1) {
		i--
	}
	j := from
	for j < len(s) && j-from <= shapeLimit && marked(s, j) {
		j++
	}
	// A hyphen or underscore at either end belongs to the text around it.
	for i < from && (s[i] == '-' || s[i] == '_') {
		i++
	}
	for j > i && (s[j-1] == '-' || s[j-1] == '_') {
		j--
	}
	// What an '@' follows is a mailbox, but for the password or user of a URL, and
	// behind a token, which may have taken the place of the rest of it.
	before := at(s, i-1)
	mailbox := before == '@' || at(s, j) == '@' && before != ':' && before != '/' && before != ']'
	if j-i > shapeLimit || mailbox || !hasMarker(s[i:j]) {
		return site{seen: j}, false
	}
	return site{Span: Span{i, j}, shape: true}, true
}

// marked reports whether s[i] belongs to a run: dots only within.
func marked(s string, i int) bool {
	c := s[i]
	return isWord(c) || c == '-' || c == '.' && isWord(at(s, i-1)) && isWord(at(s, i+1))
}

// hasMarker reports whether run holds the marker, in any case, and enough behind it.
func hasMarker(run string) bool {
	for i := 0; i+len(marker)+markTail <= len(run); i++ {
		if lower(run[i]) == marker[0] && hasFold(run[i:], marker) {
			n := 0
			for _, c := range []byte(run[i+len(marker):]) {
				if isAlnum(c) {
					n++
				}
			}
			if n >= markTail {
				return true
			}
		}
	}
	return false
}
