package format

import (
	"strings"

	"github.com/seed-052fbf24/cloak/cloak"
)

// What a terminal was sent: text with control sequences of ECMA-48 between its bytes,
// which show nothing. It is read without them, and without what a backspace takes back.
// A sequence within a value goes and comes back with it; one beside it stays.
//
// The payload of a control string, as the address of a link (OSC 8) or a title, is a text
// of its own.
var transcriptFormat = &Format{
	Name:  "transcript",
	sniff: isTranscript,
	scan:  readTranscript,
	cut:   lastLine,
}

const escape = 0x1B

// isTranscript reports whether text has a colour: ESC [ digits m.
func isTranscript(text string) bool {
	for i := 0; ; {
		k := strings.Index(text[i:], "\x1b[")
		if k < 0 {
			return false
		}
		i += k + 2
		j := i
		for j < len(text) && (isDigit(text[j]) || text[j] == ';' || text[j] == ':') {
			j++
		}
		if j < len(text) && text[j] == 'm' {
			return true
		}
	}
}

// hiddenLen is how many bytes at s[i] show nothing: a sequence, a character that is taken
// back. payload is what of them is the text of a control string.
func hiddenLen(s string, i int) (n int, payload cloak.Span) {
	if s[i] != escape {
		if i+1 < len(s) && s[i+1] == '\b' && s[i] >= ' ' && s[i] < 0x7F {
			return 2, payload
		}
		if s[i] == '\b' || s[i] == '\a' {
			return 1, payload
		}
		return 0, payload
	}
	if i+1 == len(s) {
		return 1, payload
	}
	switch c := s[i+1]; {
	case c == '[':
		j := i + 2
		for j < len(s) && s[j] >= 0x20 && s[j] <= 0x3F {
			j++
		}
		if j < len(s) && s[j] >= 0x40 && s[j] <= 0x7E {
			return j + 1 - i, payload
		}
	case c == ']' || c == 'P' || c == 'X' || c == '^' || c == '_':
		return controlString(s, i)
	case c >= 0x20 && c <= 0x2F: // ESC ( B
		if i+2 < len(s) && s[i+2] >= 0x30 && s[i+2] <= 0x7E {
			return 3, payload
		}
	case c >= 0x30 && c <= 0x7E:
		return 2, payload
	}
	return 1, payload
}

// controlString reads one that ends with BEL or ST on its line.
func controlString(s string, i int) (n int, payload cloak.Span) {
	for j := i + 2; j < len(s) && s[j] != '\n'; j++ {
		switch {
		case s[j] == '\a':
			return j + 1 - i, cloak.Span{Start: i + 2, End: j}
		case s[j] == escape:
			if j+1 < len(s) && s[j+1] == '\\' {
				return j + 2 - i, cloak.Span{Start: i + 2, End: j}
			}
			return 2, payload
		}
	}
	return 2, payload
}

type transcriptReader struct {
	*view
	yield  func(*Scalar) bool
	s      Scalar
	shown  []byte
	at     offsets
	ends   offsets
	from   int
	hidden bool // something was
}

var colourStyle = &style{
	step:   cloak.ColourDocument,
	encode: func(text string) string { return text },
}

// readTranscript gives the scalars of v, and reports whether to go on. Lines are given
// together, up to a size: what is in them is found as in any text.
func readTranscript(v *view, yield func(*Scalar) bool) bool {
	r := transcriptReader{view: v, yield: yield}
	s := v.text
	for i := 0; i < len(s); {
		n, payload := hiddenLen(s, i)
		if n == 0 {
			r.show(i)
			i++
			continue
		}
		r.hidden = true
		if end := payload.End; strings.TrimLeft(s[payload.Start:end], "8;") != "" { // ESC ] 8 ; ; ends a link
			if !r.text(i) {
				return false
			}
			r.scalar(&r.s, payload.Start, end, nil)
			if !r.yield(&r.s) {
				return false
			}
			r.from = end
			n = i + n - end
			i = end
		}
		i += n
	}
	return r.text(len(s))
}

// show takes the byte at text[i].
func (r *transcriptReader) show(i int) {
	from := r.raw(r.from)
	r.at = r.at.add(len(r.shown), r.raw(i)-from)
	r.shown = append(r.shown, r.view.text[i])
	if len(r.ends) == 0 {
		r.ends = r.ends.add(0, 0)
	}
	r.ends = r.ends.add(len(r.shown), r.raw(i+1)-from)
}

// text gives what was shown in front of end.
func (r *transcriptReader) text(end int) bool {
	shown, at, ends, from := string(r.shown), r.at, r.ends, r.from
	r.shown, r.at, r.ends, r.from = r.shown[:0], nil, nil, end
	if strings.TrimSpace(shown) == "" {
		return true
	}
	start, stop := r.raw(from), r.raw(end)
	r.s = Scalar{Text: shown, raw: cloak.Span{Start: start, End: stop}, at: at.add(len(shown), stop-start), ends: ends, write: r.write.within(colourStyle), mark: "\x1b[m"}
	r.s.Label = r.label
	if r.s.Label != "" {
		r.s.Of = cloak.Key
	}
	return r.yield(&r.s)
}
