package format

import (
	"strings"

	"github.com/seed-052fbf24/cloak/cloak"
)

// How JSON begins in a line. An array of objects begins with its bracket in front, and so
// does, with its quote, a string that holds JSON, as logfmt writes it: msg="{\"a\":1}".
var openers = [...]string{`{"`, `["`, `{ "`, inString: `{\"`}

const inString = 3

// pieces finds the JSON in the lines of a text. It never reads a byte again: where what
// began turns out to be no JSON, what was whole within it is taken, and the search goes
// on there. So a line of a million beginnings is read once.
type pieces struct {
	text string
	from int               // what is in front of it is read
	at   [len(openers)]int // where each stands next, if not in front of from
	got  []cloak.Span      // read, and not given yet: objects, arrays, and strings that hold such
	open []container       // that are not closed, the outermost first
	few  [8]container      // memory for most
}

// A container is an object or an array that was begun.
type container struct {
	start int
	array bool
	had   int // how many pieces were whole in front of it
}

func newPieces(text string) *pieces {
	p := &pieces{text: text}
	for k := range p.at {
		p.at[k] = -1
	}
	return p
}

// next is the next piece.
func (p *pieces) next() (x cloak.Span, ok bool) {
	for len(p.got) == 0 {
		i := p.opener()
		if i == len(p.text) {
			return x, false
		}
		if p.got = p.got[:0]; p.text[i] == '"' {
			p.quoted(i)
		} else {
			p.read(i)
		}
	}
	x, p.got = p.got[0], p.got[1:]
	return x, true
}

// opener is where JSON may begin next, or the end of the text.
func (p *pieces) opener() int {
	first := len(p.text)
	for k, x := range openers {
		at := p.at[k]
		for at < p.from || k == inString && at < len(p.text) && p.quote(at) < 0 {
			from := max(p.from, at+1)
			n := strings.Index(p.text[from:], x)
			if at = from + n; n < 0 {
				at = len(p.text)
			}
		}
		if p.at[k] = at; k == inString && at < len(p.text) {
			at = p.quote(at)
		}
		first = min(first, at)
	}
	if first < len(p.text) && p.text[first] == '{' && first > p.from && p.text[first-1] == '[' {
		first--
	}
	return first
}

// quote is where the quote stands of a string that begins with the brace at text[i], or
// with a bracket in front of it; -1 if none does.
func (p *pieces) quote(i int) int {
	if i--; i >= p.from && p.text[i] == '[' {
		i--
	}
	if i < p.from || p.text[i] != '"' {
		return -1
	}
	return i
}

// quoted reads the string at text[i].
func (p *pieces) quoted(i int) {
	end, ok := quoteEnd(p.text, i+1)
	if p.from = end; !ok {
		return
	}
	p.from++
	if isJSON(cloak.Chain(jsonStyle.step).Decode(p.text[i+1 : end])) {
		p.got = append(p.got, cloak.Span{Start: i, End: p.from})
	}
}

// What may stand next in JSON, RFC 8259.
type jsonState uint8

const (
	wantValue   jsonState = iota
	wantElement           // or the end of an array that has none
	wantMember            // or the end of an object that has none
	wantName              // of a member behind a comma
	wantColon
	wantNext // a comma, or an end
)

// read reads JSON from text[i] on, up to its end or up to what is none.
func (p *pieces) read(i int) {
	if p.open == nil {
		p.open = p.few[:0]
	}
	p.open = p.open[:0]
	for state := wantValue; i < len(p.text); {
		end, next, ok := p.token(i, state)
		if !ok {
			break
		}
		if i, state = end, next; len(p.open) == 0 {
			break
		}
	}
	p.from = max(i, p.from+1)
}

// token reads what stands at text[i] where state is what may: to its end, and what may
// stand behind it.
func (p *pieces) token(i int, state jsonState) (end int, next jsonState, ok bool) {
	s := p.text
	value := state == wantValue || state == wantElement
	switch kind := jsonToken(s, i); kind {
	case jsonBlank:
		switch s[i] {
		case ' ', '\t', '\r':
			return i + 1, state, true
		case ':':
			return i + 1, wantValue, state == wantColon
		case ',':
			if state != wantNext {
				return i, state, false
			}
			if p.open[len(p.open)-1].array {
				return i + 1, wantValue, true
			}
			return i + 1, wantName, true
		}
	case jsonOpen:
		if !value || len(p.open) == maxDepth {
			return i, state, false
		}
		p.open = append(p.open, container{i, s[i] == '[', len(p.got)})
		if s[i] == '[' {
			return i + 1, wantElement, true
		}
		return i + 1, wantMember, true
	case jsonClose:
		c := p.open[len(p.open)-1]
		if c.array != (s[i] == ']') || state != wantNext && state != wantElement && state != wantMember {
			return i, state, false
		}
		p.open = p.open[:len(p.open)-1]
		if p.got = p.got[:c.had]; opens(s[c.start : i+1]) {
			p.got = append(p.got, cloak.Span{Start: c.start, End: i + 1})
		}
		return i + 1, wantNext, true
	case jsonQuote:
		end, ok = quoteEnd(s, i+1)
		switch {
		case !ok:
			return end, state, false
		case value:
			return end + 1, wantNext, true
		case state == wantMember || state == wantName:
			return end + 1, wantColon, true
		}
	case jsonNumber:
		return numberEnd(s, i), wantNext, value
	case jsonWord:
		return i + wordLen(s, i), wantNext, value
	}
	return i, state, false
}

// opens reports whether text begins as one of openers, or as an array of objects.
func opens(text string) bool {
	text = strings.TrimPrefix(text, "[")
	if text[0] == '"' {
		return true
	}
	return text[0] == '{' && (strings.HasPrefix(text, openers[0]) || strings.HasPrefix(text, openers[2]))
}
