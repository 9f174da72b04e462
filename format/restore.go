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
	r := restoring{m: m, o: o, back: map[int]bool{}}
	text := r.document(d)
	return text, m.Gaps(o.Sent, r.back)
}

type restoring struct {
	m    *cloak.Mapping
	o    cloak.RestoreOptions
	back map[int]bool
}

func (r *restoring) document(d Document) string {
	var b strings.Builder
	last := 0
	put := func(raw cloak.Span, text string) {
		b.WriteString(d.Text[last:raw.Start])
		b.WriteString(text)
		last = raw.End
	}
	d.Scalars(func(s *Scalar) bool {
		if s.inner != nil {
			if text := r.document(*s.inner); text != s.inner.Text {
				put(s.raw, s.encoded(text))
			}
			return true
		}
		places := r.m.Places(s.Text, r.o)
		if s.ours && len(places) > 0 {
			if text, ok := r.bare(d.Text, s, places); ok {
				around := cloak.Span{Start: s.raw.Start - len(s.write.outer.write(s.quote.open)), End: s.raw.End + len(s.write.outer.write(s.quote.close))}
				put(around, text)
				return true
			}
		}
		for i := range places {
			p := &places[i]
			if s.splits(p.Start) || s.splits(p.End) {
				continue
			}
			r.back[p.Seq] = true
			w := s.writer(p.Span)
			text := w.write(p.Text)
			at := s.span(p.Span)
			if raw, ok := was(p, w.chain()); ok {
				text = raw
				if s.mark != "" && strings.HasPrefix(d.Text[at.End:], s.marked()) {
					at.End += len(s.marked())
				}
			}
			put(at, text)
		}
		return true
	})
	if last == 0 {
		return d.Text
	}
	b.WriteString(d.Text[last:])
	return b.String()
}

// was is how p's surface stood in a document, if that was in steps.
func was(p *cloak.Place, steps cloak.Chain) (raw string, ok bool) {
	if p.Surface == "" || p.Steps.Document() != steps {
		return "", false
	}
	return p.Raw(), true
}

// bare is s as it stood before it came into quotes, if it did.
func (r *restoring) bare(doc string, s *Scalar, places []cloak.Place) (string, bool) {
	outer := s.write.outer
	steps := outer.within(s.quote.of).chain()
	var raw, text strings.Builder
	last := 0
	between := func(end int) {
		text.WriteString(s.Text[last:end])
		for i := last; i < end; i++ {
			if b := s.Text[i : i+1]; s.quote.encode(b) != b {
				x := s.span(cloak.Span{Start: last, End: i})
				raw.WriteString(doc[x.Start:x.End])
				raw.WriteString(outer.write(b))
				last = i + 1
			}
		}
		x := s.span(cloak.Span{Start: last, End: end})
		raw.WriteString(doc[x.Start:x.End])
	}
	for i := range places {
		p := &places[i]
		if _, quoted := was(p, s.write.chain()); quoted || s.splits(p.Start) || s.splits(p.End) {
			return "", false
		}
		between(p.Start)
		text.WriteString(p.Text)
		if stood, ok := was(p, steps); ok {
			raw.WriteString(stood)
		} else {
			raw.WriteString(outer.write(p.Text))
		}
		last = p.End
	}
	between(len(s.Text))
	if !s.bare(text.String()) {
		return "", false
	}
	for i := range places {
		r.back[places[i].Seq] = true
	}
	return raw.String(), true
}
