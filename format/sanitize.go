package format

import (
	"context"
	"errors"
	"hash/maphash"
	"strings"

	"github.com/seed-052fbf24/cloak/cloak"
)

// A Result is a sanitized document.
type Result struct {
	Text     string
	Findings []cloak.Finding // spans in the document, and in Text
	Format   *Format         // which was used
}

// String does not show the text.
func (r Result) String() string { return "format.Result{…}" }

// GoString does not show the text.
func (r Result) GoString() string { return r.String() }

// Sanitize replaces what e finds in the scalars of d by stand-ins of m, each written as
// the place has it. A value that is found in one scalar is looked for in all of them. The
// result is read again: if its scalars are not what they were meant to be, the error is
// ErrStructure. On an error nothing of d may be emitted. With Config.Redact, m may be nil.
func Sanitize(ctx context.Context, e *cloak.Engine, m *cloak.Mapping, d Document, src cloak.Source) (Result, error) {
	if d.Format == Plain {
		out, fs, err := e.SanitizeIn(ctx, m, cloak.Input{Text: d.Text, Path: d.File}, src)
		if err != nil {
			return Result{}, err
		}
		return Result{out, fs, Plain}, nil
	}
	if m == nil { // of an engine that redacts
		m, _ = cloak.NewMapping(cloak.Snapshot{})
	}
	return newJob(ctx, e, m, d, src).settle()
}

// settle runs j, with tokens if it does not read back with decoys.
func (j *job) settle() (Result, error) {
	r, err := j.run()
	if errors.Is(err, ErrStructure) { // tokens stand where decoys do not
		j.tokens = true
		r, err = j.run()
	}
	if errors.Is(err, ErrStructure) && j.d.Format.whole != nil {
		return j.text()
	}
	return r, err
}

// ErrStructure means that a document cannot be written so that it reads as it was meant:
// it was none of its format, as a string with \a in it is none of JSON. As [Plain] text it
// can be sanitized, and restored.
var ErrStructure = errors.New("format: the sanitized document would not read as it was meant: it is none of its format")

// A splice is one span of the document and what is written there.
type splice struct {
	cloak.Finding        // its Span in the document
	text          string // as the place has it
	quotes        bool   // it is no finding: a quote, or what quotes need
}

// A change is what was done to one scalar.
type change struct {
	n       int // which scalar it is, from 0
	out     string
	splices []splice
}

type job struct {
	ctx     context.Context
	e       *cloak.Engine
	m       *cloak.Mapping
	d       Document
	src     cloak.Source
	all     bool            // look into every scalar, whatever Suspects says
	tokens  bool            // decoys have made another document of it
	telling map[string]bool // labels that were asked for
	changes []change        // in order
	meant   maphash.Hash    // of the scalars that the result has
	err     error
}

func newJob(ctx context.Context, e *cloak.Engine, m *cloak.Mapping, d Document, src cloak.Source) *job {
	return &job{ctx: ctx, e: e, m: m, d: d, src: src}
}

// rounds bounds how often all scalars are looked at: once for what is in them, and then
// for what was found elsewhere.
const rounds = 16

func (j *job) run() (Result, error) {
	j.changes, j.err = nil, nil
	if whole := j.d.Format.whole; whole != nil && whole(j.d.Text) {
		r, err := j.plain(nil)
		if err == nil && len(r.Findings) > 0 && !whole(r.Text) {
			return Result{}, ErrStructure
		}
		return r, err
	}
	all, suspects := j.mostlyText(), []cloak.Span(nil)
	if !all {
		var err error
		if suspects, err = j.e.Suspects(j.ctx, j.m, j.d.Text); err != nil {
			return Result{}, err
		}
	}
	known := j.m.Changes()
	if j.look(func(s *Scalar) bool { return all || hides(s) || touched(&suspects, s) || j.tells(s.Label) }); j.err != nil {
		return Result{}, j.err
	}
	for n := 1; j.m.Changes() != known; n++ {
		if n == rounds {
			return Result{}, cloak.ErrUnsettled
		}
		known, suspects = j.m.Changes(), j.e.Sweeps(j.m, j.d.Text)
		changed := j.look(func(s *Scalar) bool { return s.at != nil || s.inner != nil || touched(&suspects, s) })
		if j.err != nil {
			return Result{}, j.err
		}
		if !changed { // others may use the mapping, too
			break
		}
	}
	r := j.splice()
	if !j.reads(r.Text) {
		return Result{}, ErrStructure
	}
	return r, nil
}

// hides reports whether what stands in a scalar may not be what its bytes show.
func hides(s *Scalar) bool {
	if s.at != nil || s.inner != nil || s.Kind == Text || s.Kind == Comment { // a line that begins here may say more than the rest of one
		return true
	}
	for i := range len(s.Text) {
		if b := s.Text[i]; b >= 0x80 || b == '%' || b == '\\' || b == '&' {
			return true
		}
	}
	return false
}

// touched reports whether s touches one of spans, of which those in front of it are
// dropped: scalars come in order.
func touched(spans *[]cloak.Span, s *Scalar) bool {
	for len(*spans) > 0 && (*spans)[0].End < s.raw.Start {
		*spans = (*spans)[1:]
	}
	return len(*spans) > 0 && (*spans)[0].Start <= s.raw.End
}

// tells reports whether a label says what its value is.
func (j *job) tells(label string) bool {
	if label == "" {
		return false
	}
	tells, ok := j.telling[label]
	if !ok {
		tells = j.e.Telling(label)
		if j.telling == nil {
			j.telling = map[string]bool{}
		}
		j.telling[strings.Clone(label)] = tells
	}
	return tells
}

// look sanitizes the scalars that wanted picks, keeps what was done to the others, and
// reports whether anything was done that was not before.
func (j *job) look(wanted func(*Scalar) bool) (changed bool) {
	before := j.changes
	j.changes = nil
	j.meant.Reset()
	n := -1
	j.d.Scalars(func(s *Scalar) bool {
		n++
		var was *change
		if len(before) > 0 && before[0].n == n {
			was, before = &before[0], before[1:]
		}
		if wanted(s) || j.all {
			c, err := j.sanitize(s)
			if err != nil {
				j.err = err
				return false
			}
			changed = changed || (c == nil) != (was == nil) || c != nil && c.out != was.out
			if was = c; c != nil {
				c.n = n
			}
		}
		text := s.content()
		if was != nil {
			text = was.out
			j.changes = append(j.changes, *was)
		}
		note(&j.meant, s.Kind, text)
		return true
	})
	return changed
}

// sanitize is one scalar; nil if nothing is in it.
func (j *job) sanitize(s *Scalar) (*change, error) {
	if s.inner != nil {
		return j.within(s)
	}
	if s.Kind == Number && !isIdentity(s.Text) {
		return nil, nil
	}
	in := cloak.Input{Text: s.Text, Label: s.Label, LabelKind: s.Of, Path: j.d.File, Fits: s.fits}
	if in.Number = s.Kind == Number; in.Number || s.Kind == String || s.Kind == Key {
		in.Class = cloak.Data
	}
	if j.tokens && !in.Number {
		in.Fits = func(string) bool { return false }
	}
	in.Surface = func(x cloak.Span) (string, cloak.Chain) { return s.surface(j.d.Text, x) }
	out, fs, err := j.e.SanitizeIn(j.ctx, j.m, in, j.src)
	if err != nil || len(fs) == 0 {
		return nil, err
	}
	c := &change{out: out}
	if s.bare != nil && !s.ours && !s.bare(out) {
		c.splices = s.quoted(fs, out)
		return c, nil
	}
	for _, f := range fs {
		if s.splits(f.Start) || s.splits(f.End) {
			return nil, ErrStructure
		}
		text := s.write.write(out[f.Out.Start:f.Out.End])
		f.Span = s.span(f.Span)
		c.splices = append(c.splices, splice{Finding: f, text: text})
	}
	return c, nil
}

// within sanitizes what s is decoded to.
func (j *job) within(s *Scalar) (*change, error) {
	inner := newJob(j.ctx, j.e, j.m, *s.inner, j.src)
	inner.all, inner.tokens = j.all, j.tokens
	r, err := inner.run()
	if err != nil || len(r.Findings) == 0 {
		return nil, err
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

// encoded is a text where s has its content, which it encodes.
func (s *Scalar) encoded(text string) string { return s.write.write(s.encode(text)) }

// surface is [cloak.Input.Surface] for what stands in doc.
func (s *Scalar) surface(doc string, x cloak.Span) (string, cloak.Chain) {
	steps := s.write.chain()
	if steps == cloak.Plain {
		return "", cloak.Plain
	}
	raw := s.span(x)
	content, text := doc[raw.Start:raw.End], s.Text[x.Start:x.End]
	switch {
	case content == s.write.write(text) && !s.ours:
		return "", cloak.Plain
	case steps.Decode(content) == text && !s.ours:
		return content, steps
	}
	return cloak.Verbatim(text, content, steps)
}

// quoted is what writes out in quotes where s stood without: its findings, the quotes,
// and what between them needs an escape.
func (s *Scalar) quoted(fs []cloak.Finding, out string) (xs []splice) {
	w := s.write.outer.within(s.quote.style)
	mark := func(at int, text string) {
		at = s.span(cloak.Span{Start: at, End: at}).Start
		xs = append(xs, splice{Finding: cloak.Finding{Span: cloak.Span{Start: at, End: at}}, text: text, quotes: true})
	}
	mark(0, w.outer.write(s.quote.open))
	last := 0
	between := func(end int) {
		for i := last; i < end; i++ {
			if text := w.encode(s.Text[i : i+1]); text != s.Text[i:i+1] {
				raw := s.span(cloak.Span{Start: i, End: i + 1})
				xs = append(xs, splice{Finding: cloak.Finding{Span: raw}, text: w.outer.write(text), quotes: true})
			}
		}
	}
	for _, f := range fs {
		between(f.Start)
		last = f.End
		text := w.write(out[f.Out.Start:f.Out.End])
		f.Span = s.span(f.Span)
		xs = append(xs, splice{Finding: f, text: text})
	}
	between(len(s.Text))
	mark(len(s.Text), w.outer.write(s.quote.close))
	return xs
}

// isIdentity reports whether a number may name somebody: it has no sign, fraction or
// exponent, and three digits at the least.
func isIdentity(number string) bool {
	return len(number) >= 3 && digits(number, 0) == len(number)
}

// splits reports whether i is within what one escape of the document spells.
func (s *Scalar) splits(i int) bool {
	return s.at != nil && 0 < i && i < len(s.Text) && s.at[i] == s.at[i-1]
}

// splice writes the document.
func (j *job) splice() Result {
	r := Result{Text: j.d.Text, Format: j.d.Format}
	if len(j.changes) == 0 {
		return r
	}
	var b strings.Builder
	grown := len(j.d.Text)
	for _, c := range j.changes {
		for _, x := range c.splices {
			grown += len(x.text) - x.Len()
		}
	}
	b.Grow(grown)
	last := 0
	for _, c := range j.changes {
		for _, x := range c.splices {
			b.WriteString(j.d.Text[last:x.Start])
			x.Out = cloak.Span{Start: b.Len(), End: b.Len() + len(x.text)}
			b.WriteString(x.text)
			last = x.End
			if !x.quotes {
				r.Findings = append(r.Findings, x.Finding)
			}
		}
	}
	b.WriteString(j.d.Text[last:])
	r.Text = b.String()
	return r
}

// reads reports whether the scalars of out are those that were meant.
func (j *job) reads(out string) bool {
	if len(j.changes) == 0 {
		return true
	}
	var got maphash.Hash
	got.SetSeed(j.meant.Seed())
	d := j.d
	d.Text = out
	d.Scalars(func(s *Scalar) bool {
		note(&got, s.Kind, s.content())
		return true
	})
	return j.meant.Sum64() == got.Sum64()
}

// content is what s says.
func (s *Scalar) content() string {
	if s.inner != nil {
		return s.inner.Text
	}
	return s.Text
}

func note(h *maphash.Hash, kind Kind, text string) {
	n := len(text)
	h.Write([]byte{byte(kind), byte(n), byte(n >> 8), byte(n >> 16), byte(n >> 24)})
	h.WriteString(text)
}
