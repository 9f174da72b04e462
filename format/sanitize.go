package format

import (
	"cmp"
	"context"
	"encoding/binary"
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
		out, fs, err := e.SanitizeIn(ctx, m, cloak.Input{Text: d.Text, Label: d.label, Path: d.File}, src)
		if err != nil {
			return Result{}, err
		}
		return Result{out, fs, Plain}, nil
	}
	if m == nil { // of an engine that redacts
		m, _ = cloak.NewMapping(cloak.Snapshot{})
	}
	j := newJob(ctx, e, m, d, src)
	if err := j.document(); err != nil {
		return Result{}, err
	}
	return j.result(), nil
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
	n       int    // which scalar it is, from 0
	sum     uint64 // of what it says now
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
	out     string          // the document, once it is written; see job.pieces
	err     error
}

func newJob(ctx context.Context, e *cloak.Engine, m *cloak.Mapping, d Document, src cloak.Source) *job {
	return &job{ctx: ctx, e: e, m: m, d: d, src: src}
}

// rounds bounds how often all scalars are looked at: once for what is in them, and then
// for what was found elsewhere.
const rounds = 16

// document sanitizes all of it, and reads that again.
func (j *job) document() error {
	err := j.run()
	if errors.Is(err, ErrStructure) { // tokens stand where decoys do not
		j.tokens = true
		err = j.run()
	}
	return j.mixed(err)
}

func (j *job) run() error {
	j.changes, j.out, j.err = nil, "", nil
	known := j.m.Changes()
	may := j.suspects()
	j.look(func(s *Scalar) bool { return j.d.Format.mixed || hides(s) || may.touch(s) || j.tells(s.Label) })
	if j.err = cmp.Or(j.err, may.err); j.err != nil {
		return j.err
	}
	for n := 1; j.m.Changes() != known; n++ {
		if n == rounds {
			return cloak.ErrUnsettled
		}
		known = j.m.Changes()
		sweeps := suspects{text: j.d.Text, find: func(text string) ([]cloak.Span, error) { return j.m.Sweeps(text), nil }}
		changed := j.look(func(s *Scalar) bool { return hides(s) || sweeps.touch(s) })
		if j.err != nil {
			return j.err
		}
		if !changed { // others may use the mapping, too
			break
		}
	}
	if len(j.changes) == 0 || j.d.Format.mixed || j.readsInPieces() { // mixed: see [job.mixed]
		return nil
	}
	if j.out = j.written(); !j.reads(func(yield func(string) bool) { yield(j.out) }) {
		return ErrStructure
	}
	return nil
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

// suspects are where something may be in the document.
func (j *job) suspects() *suspects {
	return &suspects{text: j.d.Text, find: func(text string) ([]cloak.Span, error) { return j.e.Suspects(j.ctx, j.m, text) }}
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
			changed = changed || (c == nil) != (was == nil) || c != nil && c.sum != was.sum
			if was = c; c != nil {
				c.n = n
			}
		}
		if was == nil {
			j.note(&j.meant, s.Kind, j.sum(s.content()))
			return true
		}
		j.changes = append(j.changes, *was)
		j.note(&j.meant, s.Kind, was.sum)
		return true
	})
	return changed
}

// sanitize is one scalar; nil if nothing is in it.
func (j *job) sanitize(s *Scalar) (*change, error) {
	if s.inner != nil {
		return j.within(s)
	}
	in, ok := j.input(s)
	if !ok {
		return nil, nil
	}
	in.Surface = func(x cloak.Span) (string, cloak.Chain) { return s.surface(j.d.Text, x) }
	out, fs, err := j.e.SanitizeIn(j.ctx, j.m, in, j.src)
	if err != nil || len(fs) == 0 {
		return nil, err
	}
	c := &change{sum: j.sum(out)}
	if s.bare != nil && !s.ours && !s.bare(out) {
		c.splices = s.quoted(fs, out)
		return c, nil
	}
	for _, f := range fs {
		if s.splits(f.Start) || s.splits(f.End) {
			return nil, ErrStructure
		}
		text := s.writer(f.Span).write(out[f.Out.Start:f.Out.End])
		if x := s.span(f.Span); s.mark != "" && j.d.Text[x.Start:x.End] != s.write.write(s.Text[f.Start:f.End]) {
			text += s.marked()
		}
		f.Span = s.span(f.Span)
		c.splices = append(c.splices, splice{Finding: f, text: text})
	}
	return c, nil
}

// input is s as the engine takes it; false if nothing can be in it.
func (j *job) input(s *Scalar) (in cloak.Input, ok bool) {
	if s.Kind == Number && !isIdentity(s.Text) {
		return in, false
	}
	in = cloak.Input{Text: s.Text, Label: s.Label, LabelKind: s.Of, Path: j.d.File, Fits: s.fits, Leave: s.leave}
	if in.Number = s.Kind == Number; in.Number || s.Kind == String || s.Kind == Key {
		in.Class = cloak.Data
	}
	if j.tokens && !in.Number {
		in.Fits = func(string) bool { return false }
	}
	return in, true
}

// within sanitizes what s is decoded to.
func (j *job) within(s *Scalar) (*change, error) {
	inner := newJob(j.ctx, j.e, j.m, *s.inner, j.src)
	inner.all, inner.tokens = j.all, j.tokens
	if err := inner.document(); err != nil || len(inner.changes) == 0 {
		return nil, err
	}
	r := inner.result()
	c := &change{sum: j.sum(r.Text)}
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

// marked is s.mark where s has it.
func (s *Scalar) marked() string { return s.write.write(s.mark) }

// encoded is a text where s has its content, which it encodes.
func (s *Scalar) encoded(text string) string { return s.write.write(s.encode(text)) }

// surface is [cloak.Input.Surface] for what stands in doc.
func (s *Scalar) surface(doc string, x cloak.Span) (string, cloak.Chain) {
	w := s.writer(x)
	steps := w.chain()
	if steps == cloak.Plain {
		return "", cloak.Plain
	}
	raw := s.span(x)
	content, text := doc[raw.Start:raw.End], s.Text[x.Start:x.End]
	switch {
	case content == w.write(text) && !s.ours:
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

// result is the sanitized document.
func (j *job) result() Result {
	r := Result{Text: j.d.Text, Format: j.d.Format}
	if len(j.changes) == 0 {
		return r
	}
	if r.Text = j.out; r.Text == "" {
		r.Text = j.written()
	}
	r.Findings = j.findings()
	return r
}

// findings are those of the document, with their places in what was written.
func (j *job) findings() []cloak.Finding {
	fs := make([]cloak.Finding, 0, len(j.changes))
	grown := 0
	for _, c := range j.changes {
		for _, x := range c.splices {
			if !x.quotes {
				x.Out = cloak.Span{Start: x.Start + grown, End: x.Start + grown + len(x.text)}
				fs = append(fs, x.Finding)
			}
			grown += len(x.text) - x.Len()
		}
	}
	return fs
}

// written is the document with its splices.
func (j *job) written() string {
	n := len(j.d.Text)
	for _, c := range j.changes {
		for _, x := range c.splices {
			n += len(x.text) - x.Len()
		}
	}
	var b strings.Builder
	b.Grow(n)
	j.pieces(n+1, func(piece string) bool {
		b.WriteString(piece)
		return true
	})
	return b.String()
}

// pieces gives the document with its splices, in pieces of about size bytes that end where
// the format says that a document can be parted; in one if it does not say so.
func (j *job) pieces(size int, yield func(string) bool) bool {
	switch {
	case len(j.changes) == 0:
		return yield(j.d.Text)
	case j.out != "":
		return yield(j.out)
	}
	var b []byte
	least := size // bytes of b before a seam is looked for
	put := func(s string) bool {
		for len(s) > 0 {
			k := len(s)
			if j.d.Format.seam != nil {
				k = min(k, size)
			}
			b = append(b, s[:k]...)
			if s = s[k:]; len(b) < least {
				continue
			}
			end := 0
			if j.d.Format.seam != nil {
				end = j.d.Format.seam(asString(b))
			}
			if least = 2 * len(b); end > 0 {
				if !yield(string(b[:end])) {
					return false
				}
				b, least = append(b[:0], b[end:]...), size
			}
		}
		return true
	}
	last := 0
	for _, c := range j.changes {
		for _, x := range c.splices {
			if !put(j.d.Text[last:x.Start]) || !put(x.text) {
				return false
			}
			last = x.End
		}
	}
	return put(j.d.Text[last:]) && (len(b) == 0 || yield(asString(b)))
}

// pieceLen is how much of a large document is read again at once, in bytes: it is not to
// be held twice.
const pieceLen = 4 << 20

// readsInPieces is reads of what has been written, piece by piece. It is false where the
// format has no pieces, or they do not tell.
func (j *job) readsInPieces() bool {
	return j.d.Format.seam != nil && len(j.d.Text) > 2*pieceLen &&
		j.reads(func(yield func(string) bool) { j.pieces(pieceLen, yield) })
}

// reads reports whether the scalars of what was written are those that were meant.
func (j *job) reads(pieces func(yield func(string) bool)) bool {
	var got maphash.Hash
	got.SetSeed(j.meant.Seed())
	for piece := range pieces {
		d := j.d
		d.Text = piece
		d.Scalars(func(s *Scalar) bool {
			j.note(&got, s.Kind, j.sum(s.content()))
			return true
		})
	}
	return j.meant.Sum64() == got.Sum64()
}

// content is what s says.
func (s *Scalar) content() string {
	if s.inner != nil {
		return s.inner.Text
	}
	return s.Text
}

func (j *job) sum(text string) uint64 { return maphash.String(j.meant.Seed(), text) }

func (j *job) note(h *maphash.Hash, kind Kind, sum uint64) {
	var b [9]byte
	b[0] = byte(kind)
	binary.NativeEndian.PutUint64(b[1:], sum)
	h.Write(b[:])
}
