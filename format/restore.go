package format

import (
	"encoding/json"
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
	o.Encode, d.Places = cloak.Plain, nil
	if whole := d.Format.whole; whole != nil && whole(d.Text) {
		return m.Restore(d.Text, o)
	}
	r := restoring{m: m, o: o, back: map[int]bool{}}
	text := r.document(d)
	return text, m.Gaps(o.Sent, r.back)
}

type restoring struct {
	m      *cloak.Mapping
	o      cloak.RestoreOptions
	back   map[int]bool
	inText bool // a document stands in text, and may have been sanitized as that
}

func (r *restoring) document(d Document) string {
	var b strings.Builder
	last := 0
	put := func(raw cloak.Span, text string) {
		if b.Len() == 0 {
			b.Grow(len(d.Text) + len(text))
		}
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
		if s.reads != nil && len(places) > 0 {
			if text, ok := r.requoted(s, places); ok {
				put(s.raw, text)
				return true
			}
		}
		if s.bare != nil && s.quote.of == nil && len(places) > 0 {
			if text, ok := r.quoted(s, places); ok {
				put(s.raw, text)
				return true
			}
		}
		if s.holds != nil && !s.stood(places) {
			if text := s.with(places); !s.holds(text) {
				if s.other != nil && (s.other.holds == nil || s.other.holds(text)) {
					put(s.whole, s.requoted(text))
					r.came(places)
				}
				return true
			}
		}
		for i := range places {
			p := &places[i]
			if s.splits(p.Start) || s.splits(p.End) {
				continue
			}
			r.back[p.Seq] = true
			w, at := s.writer(p.Span), s.span(p.Span)
			text := w.write(s.inURL(p))
			if r.inText && d.Text[at.Start:at.End] != w.write(s.Text[p.Start:p.End]) {
				text, _ = r.m.Restore(d.Text[at.Start:at.End], r.o) // it shows how the value was written
			} else if r.inText && p.Steps != cloak.Plain && w.chain() == cloak.Chain(cloak.JSONDocument) && json.Valid([]byte(`"`+p.Text+`"`)) {
				text = p.Text // with its escapes
			}
			if raw, ok := was(p, w.chain()); ok {
				text = raw
				if s.mark != "" && strings.HasPrefix(d.Text[at.End:], s.marked()) {
					at.End += len(s.marked())
				}
			} else if steps := p.Steps.Document(); s.parts != nil && p.Surface != "" && strings.HasPrefix(string(steps), string(w.chain()+urlChain)) {
				text = p.Raw()
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

// was is how p's surface stood in a document, if that was in steps. What has one line stands
// the same in a block, of a list or a quotation, as outside.
func was(p *cloak.Place, steps cloak.Chain) (raw string, ok bool) {
	if p.Surface == "" {
		return "", false
	}
	if stood := p.Steps.Document(); stood != steps {
		raw = p.Raw()
		return raw, outOfBlock(stood) == outOfBlock(steps) && strings.IndexByte(raw, '\n') < 0
	}
	return p.Raw(), true
}

func outOfBlock(steps cloak.Chain) string {
	return strings.TrimLeft(string(steps), string(cloak.BlockDocument))
}

// quoted is s in quotes, as what comes back into it needs them. A value that stood there
// without does not.
func (r *restoring) quoted(s *Scalar, places []cloak.Place) (string, bool) {
	for i := range places {
		if s.splits(places[i].Start) || s.splits(places[i].End) {
			return "", false
		}
	}
	text := s.with(places)
	if s.bare(text) {
		return "", false
	}
	r.came(places)
	around := s.around()
	return around.write(s.quote.open) + around.within(s.quote.style).write(text) + around.write(s.quote.close), true
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
			if b := s.Text[i : i+1]; b != "\n" && s.quote.encode(b) != b { // lines are folded in both
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
	r.came(places)
	return raw.String(), true
}

func (r *restoring) came(places []cloak.Place) {
	for i := range places {
		r.back[places[i].Seq] = true
	}
}

// stood reports whether one of places has its value as it stood in such a scalar, which is
// none of the kind then that holds is for.
func (s *Scalar) stood(places []cloak.Place) bool {
	for i := range places {
		if _, ok := was(&places[i], s.write.chain()); ok && (s.write != nil || places[i].Steps == asItStood) {
			return true
		}
	}
	return len(places) == 0
}

// asItStood is the chain of what came to stand where nothing is escaped, see [job.loose].
var _, asItStood = cloak.Verbatim("", "", cloak.Plain)

// with is the text of s with what places have.
func (s *Scalar) with(places []cloak.Place) string {
	var b strings.Builder
	last := 0
	for i := range places {
		b.WriteString(s.Text[last:places[i].Start])
		b.WriteString(places[i].Text)
		last = places[i].End
	}
	b.WriteString(s.Text[last:])
	return b.String()
}

// requoted is s with another text, in its other quotes.
func (s *Scalar) requoted(text string) string {
	w := s.write
	if s.other.of != nil { // that of what stands without quotes
		w = w.outer
	}
	return w.write(s.other.open + s.other.encode(text) + s.other.close)
}

// requoted is s in quotes if what is restored to it would not be read without them. None of
// its places can have been so: others have been written there.
func (r *restoring) requoted(s *Scalar, places []cloak.Place) (string, bool) {
	moved, lines := false, false
	for i := range places {
		p := &places[i]
		if _, stood := was(p, s.write.chain()); !stood {
			moved, lines = true, lines || strings.IndexByte(p.Text, '\n') >= 0
		}
	}
	text := s.with(places)
	if !moved || s.reads(text) && !lines {
		return "", false
	}
	r.came(places)
	outer := s.write.outer
	if strings.IndexFunc(text, func(c rune) bool { return c < ' ' }) < 0 {
		return outer.write(s.quote.open) + outer.within(s.quote.style).write(text) + outer.write(strings.TrimRight(s.quote.close, " ")), true
	}
	return outer.write(`"`) + outer.within(yamlDouble).write(text) + outer.write(`"`), true
}
