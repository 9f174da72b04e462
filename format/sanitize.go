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
	return newJob(ctx, e, m, d, src).run()
}

// ErrStructure means that a document cannot be written so that it reads as it was meant:
// it was none of its format, as a string with \a in it is none of JSON. As [Plain] text it
// can be sanitized, and restored.
var ErrStructure = errors.New("format: the sanitized document would not read as it was meant: it is none of its format")

// A splice is one span of the document and what is written there.
type splice struct {
	cloak.Finding        // its Span in the document
	text          string // as the place has it
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
	suspects, err := j.e.Suspects(j.ctx, j.m, j.d.Text)
	if err != nil {
		return Result{}, err
	}
	known := j.m.Changes()
	if j.look(func(s *Scalar) bool { return hides(s) || touched(&suspects, s) || j.tells(s.Label) }); j.err != nil {
		return Result{}, j.err
	}
	for n := 1; j.m.Changes() != known; n++ {
		if n == rounds {
			return Result{}, cloak.ErrUnsettled
		}
		known, suspects = j.m.Changes(), j.m.Sweeps(j.d.Text)
		changed := j.look(func(s *Scalar) bool { return hides(s) || touched(&suspects, s) })
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
	if s.at != nil || s.Kind == Text || s.Kind == Comment { // a line that begins here may say more than the rest of one
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
		text := s.Text
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
	if s.Kind == Number && !isIdentity(s.Text) {
		return nil, nil
	}
	in := cloak.Input{Text: s.Text, Label: s.Label, LabelKind: s.Of, Path: j.d.File}
	if in.Number = s.Kind == Number; in.Number || s.Kind == String || s.Kind == Key {
		in.Class = cloak.Data
	}
	in.Surface = func(x cloak.Span) (string, cloak.Chain) {
		raw := s.span(x)
		content := j.d.Text[raw.Start:raw.End]
		if s.steps == cloak.Plain || content == s.steps.Encode(s.Text[x.Start:x.End]) {
			return "", cloak.Plain
		}
		return content, s.steps
	}
	out, fs, err := j.e.SanitizeIn(j.ctx, j.m, in, j.src)
	if err != nil || len(fs) == 0 {
		return nil, err
	}
	c := &change{out: out}
	for _, f := range fs {
		if s.splits(f.Start) || s.splits(f.End) {
			return nil, ErrStructure
		}
		text := s.steps.Encode(out[f.Out.Start:f.Out.End])
		f.Span = s.span(f.Span)
		c.splices = append(c.splices, splice{f, text})
	}
	return c, nil
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
			r.Findings = append(r.Findings, x.Finding)
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
	Document{Text: out, Format: j.d.Format}.Scalars(func(s *Scalar) bool {
		note(&got, s.Kind, s.Text)
		return true
	})
	return j.meant.Sum64() == got.Sum64()
}

func note(h *maphash.Hash, kind Kind, text string) {
	n := len(text)
	h.Write([]byte{byte(kind), byte(n), byte(n >> 8), byte(n >> 16), byte(n >> 24)})
	h.WriteString(text)
}
