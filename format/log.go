package format

import (
	"strings"

	"github.com/seed-052fbf24/cloak/cloak"
)

// A log, or any other text in whose lines JSON stands: objects and arrays that are whole
// on their line are read as JSON, each on its own, and what is between two of them is one
// text, however many lines it has. Python's dicts, Go's structs and JSON that was escaped
// or cut are text.
var logFormat = &Format{
	Name:   "log",
	sparse: true,
	scan:   readLog,
	whole:  func(text string) bool { return !holdsJSON(text) },
	cut:    func(text, _ string) int { return strings.LastIndexByte(text, '\n') + 1 },
}

// readLog gives the scalars of v, and reports whether to go on.
func readLog(v *view, yield func(*Scalar) bool) bool {
	var s Scalar
	last := 0
	text := func(end int) bool {
		if strings.TrimSpace(v.text[last:end]) == "" {
			return true
		}
		v.scalar(&s, last, end, nil)
		if s.Label = v.label; s.Label != "" {
			s.Of = cloak.Key
		}
		return yield(&s)
	}
	p := newPieces(v.text)
	for {
		x, ok := p.next()
		if !ok {
			return text(len(v.text))
		}
		if !text(x.Start) {
			return false
		}
		label := keyOf(v.text, x.Start)
		if label == "" {
			label = v.label
		}
		w := v.part(x.Start, x.End, label)
		w.shell = x.Start > 0 && v.text[x.Start-1] == '\'' && x.End < len(v.text) && v.text[x.End] == '\''
		if !readJSON(w, yield) {
			return false
		}
		last = x.End
	}
}

// holdsJSON reports whether a line of text has JSON in it.
func holdsJSON(text string) bool {
	if !mayHoldJSON(text) {
		return false
	}
	p := newPieces(text)
	_, ok := p.next()
	return ok
}

// mayHoldJSON reports whether JSON begins anywhere in text, which costs next to nothing.
// No stand-in changes that, but for one that takes the place of where it begins.
func mayHoldJSON(text string) bool {
	for _, x := range openers {
		if strings.Contains(text, x) {
			return true
		}
	}
	return false
}

// keyOf is the key in front of what begins at s[i]: payload={, "payload": {.
func keyOf(s string, i int) string {
	const longest = 64
	if i > 0 && strings.IndexByte("\"'`", s[i-1]) >= 0 {
		i--
	}
	for i > 0 && s[i-1] == ' ' {
		i--
	}
	if i == 0 || s[i-1] != '=' && s[i-1] != ':' {
		return ""
	}
	i--
	if i > 0 && (s[i-1] == '"' || s[i-1] == '\'') {
		i--
	}
	end := i
	for i > 0 && (isWordAt(s, i-1) || s[i-1] == '.' || s[i-1] == '-') {
		if i--; end-i > longest {
			return ""
		}
	}
	return s[i:end]
}
