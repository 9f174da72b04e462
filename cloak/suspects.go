package cloak

import (
	"context"
)

// A document of a hundred thousand strings is not searched string by string: one search
// of its bytes tells in which of them something may be.

// Suspects returns spans of a document's bytes, ascending and apart. A string of it that
// touches none of them, in which nothing is escaped or beyond ASCII and whose label is
// not [Engine.Telling] holds nothing for a Sanitize on m, which may be nil.
func (e *Engine) Suspects(ctx context.Context, m *Mapping, text string) ([]Span, error) {
	if len(e.more) > 0 || e.obfuscated {
		return []Span{{0, len(text)}}, nil
	}
	l := looks.Get().(*look)
	defer looks.Put(l)
	e.read(l, Input{Text: text})
	l.hid = text
	var err error
	if l.fs, err = e.slow.find(l.fs, text); err != nil {
		return nil, err
	}
	l.ms = l.ms[:0]
	if err = e.others(ctx, l, Input{Text: text}, 0, len(text)); err != nil {
		return nil, err
	}
	spans := make([]Span, 0, len(l.fs)+len(l.ps.list)+len(l.ms))
	for i := range l.fs {
		spans = append(spans, l.fs[i].Span)
	}
	for i := range l.ps.list {
		spans = append(spans, l.ps.list[i].Span)
	}
	for i := range l.ms {
		spans = append(spans, l.ms[i].Span)
	}
	if m != nil {
		spans = append(spans, m.sweeps(text)...)
	}
	return union(spans), nil
}

// Telling reports whether a label says of a value what it is, to a detector that is on.
func (e *Engine) Telling(label string) bool {
	if label = (Input{Label: label}).bare().Label; label == "" {
		return false
	}
	if mayBeKey(label) {
		return true
	}
	if set := e.program.ids.setOf(label, ""); !set.empty() {
		return true
	}
	l := looks.Get().(*look)
	defer looks.Put(l)
	l.around.read("", 0, 0, label)
	for i, d := range e.program.detectors {
		if len(d.Labels) > 0 && e.enabled[i] {
			if label, _ := l.around.nearest(&e.program.evidence[i].of(d).labels); label != "" {
				return true
			}
		}
	}
	return false
}

// Sweeps returns where originals of m that are looked for everywhere stand in text, in
// any spelling.
func (e *Engine) Sweeps(m *Mapping, text string) []Span {
	spans := m.sweeps(text)
	l := looks.Get().(*look)
	defer looks.Put(l)
	l.ms = l.ms[:0]
	l.runs = l.shade.appendRunsOf(l.runs[:0], text, Span{0, len(text)})
	m.mu.Lock()
	e.sweepShadow(l, text, nil, l.runs, [2]sweeper{m.originals})
	m.mu.Unlock()
	for i := range l.ms {
		spans = append(spans, l.ms[i].Span)
	}
	return union(spans)
}

func (m *Mapping) sweeps(text string) (spans []Span) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.originals.find(text, 0, len(text), func(x Span, _ Entity) { spans = append(spans, x) })
	return spans
}
