package format

import (
	"strings"

	"github.com/seed-052fbf24/cloak/cloak"
)

// Restore puts the originals back into a document, each written as its place has it. It
// returns the stand-ins of o.Sent that the document does not hold. o.Encode is for plain
// text, and is not used.
func Restore(m *cloak.Mapping, d Document, o cloak.RestoreOptions) (string, []cloak.Gap) {
	if d.Format == Plain {
		return m.Restore(d.Text, o)
	}
	o.Encode = cloak.Plain
	var b strings.Builder
	last := 0
	back := map[int]bool{}
	d.Scalars(func(s *Scalar) bool {
		for _, p := range m.Places(s.Text, o) {
			if s.splits(p.Start) || s.splits(p.End) {
				continue
			}
			back[p.Seq] = true
			text := s.steps.Encode(p.Text)
			if p.Surface != "" && documentSteps(p.Steps) == s.steps {
				text = string(p.Surface)
			}
			raw := s.span(p.Span)
			b.WriteString(d.Text[last:raw.Start])
			b.WriteString(text)
			last = raw.End
		}
		return true
	})
	gaps := m.Gaps(o.Sent, back)
	if last == 0 {
		return d.Text, gaps
	}
	b.WriteString(d.Text[last:])
	return b.String(), gaps
}

// documentSteps are those of c that are a format's own: capitals, outermost.
func documentSteps(c cloak.Chain) cloak.Chain {
	n := 0
	for n < len(c) && 'A' <= c[n] && c[n] <= 'Z' {
		n++
	}
	return c[:n]
}
