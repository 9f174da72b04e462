package format

import (
	"errors"
	"strings"

	"github.com/seed-052fbf24/cloak/cloak"
)

// How one scalar is sanitized: what the engine is given, and what is written in its place.

// sanitize is one scalar; nil if nothing is in it.
func (j *job) sanitize(s *Scalar) (*change, error) {
	c, err := j.whole(s)
	if err == nil && s.parts != nil && (c == nil || !c.splices[0].quotes) {
		c, err = j.parts(s, c)
	}
	if err != nil || c == nil {
		return nil, err
	}
	if s.Kind != Text && s.Kind != Comment && s.inner == nil && len(s.Text) <= maxLabel && !j.d.Format.words {
		if j.renamed == nil {
			j.renamed = map[string]string{}
		}
		j.renamed[strings.Clone(s.Text)] = c.out
	}
	if said := strings.TrimSpace(s.Text); j.d.Format.says && s.inner == nil && len(said) <= longestSaid {
		if j.renamed == nil {
			j.renamed = map[string]string{}
		}
		out := strings.TrimSpace(c.out)
		j.renamed[strings.Clone(said)] = out
		j.renamed[strings.Clone(strings.TrimSuffix(said, ":"))] = strings.TrimSuffix(out, ":")
	}
	c.sum, c.out = j.sum(c.out), ""
	return c, nil
}

// whole is sanitize without a look at the parts.
func (j *job) whole(s *Scalar) (*change, error) {
	whole := false
	if s.inner != nil {
		c, err := j.within(s)
		if err != errForm {
			return c, err
		}
		whole = true // base64 in lines of which one would remain: all of it is one value
	}
	in, ok := j.input(s)
	if !ok {
		return nil, nil
	}
	in.Surface = func(x cloak.Span) (string, cloak.Chain) {
		raw := s.span(x)
		if steps, ok := j.stands[raw.Start]; ok {
			return cloak.Verbatim(s.Text[x.Start:x.End], j.d.Text[raw.Start:raw.End], steps)
		}
		return s.surface(j.d.Text, x)
	}
	if whole {
		in.Label, in.LabelKind, in.Class = "secret_key", cloak.Key, cloak.Data
	}
	out, fs, err := j.e.SanitizeIn(j.ctx, j.m, in, j.src)
	if err != nil || len(fs) == 0 && !whole {
		return nil, err
	}
	if whole && (len(fs) != 1 || fs[0].Len() != len(s.Text)) {
		return nil, ErrStructure
	}
	c := &change{out: out}
	if s.bare != nil && !s.ours && !s.bare(out) && (s.quote.holds == nil || s.quote.holds(out)) && !j.elsewhere(s, fs) {
		if c.splices = s.quoted(fs, out); c.splices == nil {
			return nil, ErrStructure
		}
		return c, nil
	}
	var line softLine
	for _, f := range fs {
		if s.splits(f.Start) || s.splits(f.End) {
			return nil, ErrStructure
		}
		standIn := strings.Clone(out[f.Out.Start:f.Out.End]) // out is to go
		w := s.writer(f.Span)
		text := w.write(standIn)
		if x := s.span(f.Span); s.mark != "" && j.d.Text[x.Start:x.End] != s.write.write(s.Text[f.Start:f.End]) {
			text += s.marked()
		}
		if f.Span = s.span(f.Span); s.soft {
			text = line.broken(j.d.Text, f.Span, text)
		}
		c.splices = append(c.splices, splice{Finding: f, text: text, standIn: standIn, steps: w.chain()})
	}
	return c, nil
}

// input is s as the engine takes it; false if nothing can be in it.
func (j *job) input(s *Scalar) (in cloak.Input, ok bool) {
	if s.Kind == Number && !isIdentity(s.Text) && !(isFraction(s.Text) && j.tells(s.Label)) {
		return in, false
	}
	in = cloak.Input{Text: s.Text, Label: j.label(s.Label), LabelKind: s.Of, Path: j.d.File, Fits: s.fitting(), Leave: s.leave}
	if in.Number = s.Kind == Number; in.Number || (s.Kind == String || s.Kind == Key) && strings.IndexByte(s.Text, '\n') < 0 {
		in.Class = cloak.Data
	}
	if s.alone {
		in.Class = cloak.AnyText
	}
	if s.Kind == Text && j.d.Format.apart && len(s.Text) <= longestWhole { // one line of many
		in.Class = cloak.Data
	}
	if j.tokens && !in.Number {
		in.Fits = onlyTokens
	}
	return in, true
}

// within sanitizes what s is decoded to.
func (j *job) within(s *Scalar) (*change, error) {
	if s.guessed {
		fs, err := j.e.FindIn(j.ctx, cloak.Input{Text: s.Text, Path: j.d.File})
		if err == nil && (len(fs) > 0 || len(j.e.Sweeps(j.m, s.Text)) > 0) {
			err = ErrStructure
		}
		if err != nil {
			return nil, err
		}
	}
	inner := newJob(j.ctx, j.e, j.m, *s.inner, j.src)
	inner.all, inner.tokens = j.all, j.tokens
	if err := inner.document(); err != nil {
		return nil, err
	}
	r := inner.result()
	if len(r.Findings) == 0 {
		return nil, nil
	}
	if s.keeps != nil && !s.keeps(r.Text) {
		return nil, errForm
	}
	c := &change{out: r.Text}
	for i, f := range r.Findings { // all of them are where s is
		f.Span, f.Out = s.raw, cloak.Span{}
		x := splice{Finding: f, text: s.encoded(r.Text)}
		if i > 0 {
			x.Start, x.text = x.End, ""
		}
		c.splices = append(c.splices, x)
	}
	return c, nil
}

// errForm means that what is encoded could not be told from how it is.
var errForm = errors.New("format: the encoding of a value would not be told from what it becomes")

// marked is s.mark where s has it.
func (s *Scalar) marked() string { return s.write.write(s.mark) }

// encoded is a text where s has its content, which it encodes.
func (s *Scalar) encoded(text string) string { return s.write.write(s.encode(text)) }

// surface is [cloak.Input.Surface] for what stands in doc.
func (s *Scalar) surface(doc string, x cloak.Span) (string, cloak.Chain) {
	w := s.writer(x)
	steps := w.chain()
	raw := s.span(x)
	content, text := doc[raw.Start:raw.End], s.Text[x.Start:x.End]
	if s.parts != nil && s.url.Len() == 0 && strings.IndexFunc(text, notInURL) >= 0 { // without it, there is a URL
		return cloak.Verbatim(text, content, steps)
	}
	if steps == cloak.Plain {
		return "", cloak.Plain
	}
	switch {
	case s.ours || s.odd:
	case content == w.write(text) && (content == text || !inURL(steps)): // see restoring.url
		return "", cloak.Plain
	case steps.Decode(content) == text:
		return content, steps
	}
	return cloak.Verbatim(text, content, steps)
}

// quoted is what writes out in quotes where s stood without: its findings, the quotes,
// and what between them needs an escape; nil if a finding ends within an escape.
func (s *Scalar) quoted(fs []cloak.Finding, out string) (xs []splice) {
	w := s.around().within(s.quote.style)
	mark := func(at int, text string) {
		at = s.span(cloak.Span{Start: at, End: at}).Start
		xs = append(xs, splice{Finding: cloak.Finding{Span: cloak.Span{Start: at, End: at}}, text: text, quotes: true})
	}
	mark(0, w.outer.write(s.quote.open))
	last := 0
	between := func(end int) {
		for i := last; i < end; i++ {
			if text := w.encode(s.Text[i : i+1]); text != s.Text[i:i+1] && s.Text[i] != '\n' { // lines are folded in both
				raw := s.span(cloak.Span{Start: i, End: i + 1})
				xs = append(xs, splice{Finding: cloak.Finding{Span: raw}, text: w.outer.write(text), quotes: true})
			}
		}
	}
	for _, f := range fs {
		if s.splits(f.Start) || s.splits(f.End) {
			return nil
		}
		between(f.Start)
		last = f.End
		text := w.write(out[f.Out.Start:f.Out.End])
		f.Span = s.span(f.Span)
		xs = append(xs, splice{Finding: f, text: text, steps: w.chain()})
	}
	between(len(s.Text))
	mark(len(s.Text), w.outer.write(s.quote.close))
	return xs
}

// around writes what stands where s does, without a style of its own.
func (s *Scalar) around() *writer {
	if s.quote.of == nil {
		return s.write
	}
	return s.write.outer
}

// isFraction reports whether a number has a fraction and no exponent, as where somebody is.
func isFraction(number string) bool {
	number = strings.TrimPrefix(number, "-")
	n := digits(number, 0)
	return n > 0 && n+1 < len(number) && number[n] == '.' && digits(number, n+1) == len(number)-n-1
}

// isIdentity reports whether a number may name somebody: it has no sign, fraction or
// exponent, and three digits at the least.
func isIdentity(number string) bool {
	return len(number) >= 3 && digits(number, 0) == len(number)
}

// offset is where in Text the byte of the document is that span maps to it.
func (s *Scalar) offset(raw int) int {
	if s.at == nil {
		return raw - s.raw.Start
	}
	return s.at.of(raw - s.raw.Start)
}

// splits reports whether i is within what one escape of the document spells.
func (s *Scalar) splits(i int) bool {
	return s.at != nil && 0 < i && i < len(s.Text) && s.at.at(i) == s.at.at(i-1)
}
