package cloak

import "context"

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
