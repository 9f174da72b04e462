package cloak

import (
	"context"
	"io"
)

// SanitizeWhole is Sanitize that looks at its whole output in every round.
func (e *Engine) SanitizeWhole(m *Mapping, text string, src Source) (string, []Finding, error) {
	c := &call{e: e, m: m, ctx: context.Background(), in: Input{Text: text}, src: src, whole: true}
	return c.run()
}

// Rounds is how many looks at its output a Sanitize took.
func (e *Engine) Rounds(m *Mapping, text string) (int, error) {
	c := &call{e: e, m: m, ctx: context.Background(), in: Input{Text: text}}
	_, _, err := c.run()
	return c.spent + 1, err
}

// NewMappingWithLimit has a smaller number of exact claims.
func NewMappingWithLimit(s Snapshot, limit int) (*Mapping, error) { return newMapping(s, limit) }

// SetWindows makes a Writer's windows small: of size bytes, cut beside white space
// in the last hold of them, with key bytes of an open private key waiting.
func (w *Writer) SetWindows(size, hold, key int) { w.win = windows{size, hold, key} }

// FindInWindows is FindFrom with such windows.
func (e *Engine) FindInWindows(r io.Reader, size, hold, key int, found func(Window) error) error {
	return e.findFrom(context.Background(), r, windows{size, hold, key}, found)
}

// Byteloop is the benchmarks' yardstick.
func Byteloop(s string) int { return byteloop(s) }

// Forged are the places of s that look like a token of m, in any spelling, and are none.
func (m *Mapping) Forged(s string) (xs []Span) {
	var ps places
	standInShapes().find(&ps, s, 0, len(s), false)
	for i := range ps.list {
		p := &ps.list[i]
		if _, live := m.live[string(ps.key(p))]; !live && ps.isToken(p) {
			xs = append(xs, p.Span)
		}
	}
	return xs
}
