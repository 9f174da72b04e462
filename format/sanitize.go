package format

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"hash/maphash"
	"math"
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
// ErrStructure, but for a format that goes on behind what is broken: there it is enough that
// nothing is found in the result, and that it comes back. On an error nothing of d may be
// emitted. With Config.Redact, m may be nil.
func Sanitize(ctx context.Context, e *cloak.Engine, m *cloak.Mapping, d Document, src cloak.Source) (Result, error) {
	if m != nil {
		for _, x := range d.leaves() {
			m.Claim(d.Text[x.Start:x.End])
		}
	}
	if d.Format == Plain {
		in, left := d.input()
		if left {
			return Result{Text: d.Text, Format: Plain}, nil
		}
		out, fs, err := e.SanitizeIn(ctx, m, in, src)
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
	cloak.Finding             // its Span in the document
	text          string      // as the place has it
	standIn       string      // as it is
	steps         cloak.Chain // in which it is written
	quotes        bool        // it is no finding: a quote, or what quotes need
}

// A change is what was done to one scalar.
type change struct {
	n       int    // which scalar it is, from 0
	out     string // what it says now, while it is worked on
	sum     uint64 // of that
	splices []splice
}

type job struct {
	ctx     context.Context
	e       *cloak.Engine
	m       *cloak.Mapping
	d       Document
	src     cloak.Source
	all     bool                // look into every scalar, whatever Suspects says
	tokens  bool                // decoys have made another document of it
	telling map[string]bool     // labels that were asked for
	changes []change            // in order
	renamed map[string]string   // what may be a label, and what it became: the sanitized document is read by that
	direct  *Result             // of a document that is one text
	meant   shape               // of the scalars that the result has
	hidden  bool                // there are some that are veiled
	fresh   fresh               // which scalars need not be looked at again
	stands  map[int]cloak.Chain // see [job.loose]: by where a finding begins, how its stand-in is read
	seed    maphash.Seed        // of sums
	out     string              // the document, once it is written; see job.pieces
	err     error
}

// What is fresh are the veiled scalars from n on: they were looked at when the mapping, and
// what became of labels, were as they were after changes and with renamed of them.
type fresh struct {
	n       int
	changes uint64
	renamed int
}

// holds reports whether that is still so.
func (j *job) holds(x fresh) bool {
	return x.changes == j.m.Changes() && x.renamed == len(j.renamed)
}

func newJob(ctx context.Context, e *cloak.Engine, m *cloak.Mapping, d Document, src cloak.Source) *job {
	return &job{ctx: ctx, e: e, m: m, d: d, src: src, seed: maphash.MakeSeed()}
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
	if errors.Is(err, ErrStructure) && j.d.Format.whole != nil {
		return j.text()
	}
	if errors.Is(err, ErrStructure) && j.d.Format.holds { // what is in it is broken, and text
		if j.d.flat = true; j.run() == nil && j.returns() {
			return nil
		}
	}
	if errors.Is(err, ErrStructure) && j.d.Format.loose && j.err == nil {
		return j.loose()
	}
	return j.mixed(err)
}

func (j *job) run() error {
	j.changes, j.direct, j.out, j.err = nil, nil, "", nil
	if whole := j.d.Format.whole; whole != nil && whole(j.d.Text) {
		err := j.plain(nil)
		if err == nil && len(j.direct.Findings) > 0 && !whole(j.direct.Text) {
			return ErrStructure
		}
		return err
	}
	known := j.m.Changes()
	j.fresh = fresh{n: math.MaxInt}
	all := j.mostlyText()
	may := j.suspects()
	j.look(func(s *Scalar) bool {
		if all || j.hides(s) {
			may.pass(s)
			return true
		}
		return may.touch(s) || j.tells(s.Label)
	})
	if j.err = cmp.Or(j.err, may.err); j.err != nil {
		return j.err
	}
	for n := 1; j.m.Changes() != known; n++ {
		if n == rounds {
			return cloak.ErrUnsettled
		}
		known = j.m.Changes()
		if !j.hidden && !j.sweeps().beside(j.changes) {
			break
		}
		sweeps := j.sweeps()
		changed := j.look(func(s *Scalar) bool {
			if s.veiled() {
				sweeps.pass(s)
				return true
			}
			return sweeps.touch(s)
		})
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

// apart is Text, in which every scalar is a line if its format wants that.
func (d Document) apart() string {
	if !d.Format.apart {
		return d.Text
	}
	b := bytes.Repeat([]byte{'\n'}, len(d.Text))
	for s := range d.Scalars {
		copy(b[s.raw.Start:s.raw.End], d.Text[s.raw.Start:s.raw.End])
	}
	return string(b)
}

// sweeps are where originals that are looked for everywhere stand in the document.
func (j *job) sweeps() *suspects {
	return &suspects{text: j.d.apart(), apart: j.d.Format.quote != 0, left: j.d.leaves(), find: func(text string) ([]cloak.Span, error) { return j.e.Sweeps(j.m, text), nil }}
}

// veiled reports whether a search of the document's bytes does not show what is in s.
func (s *Scalar) veiled() bool { return s.look || s.at != nil || s.inner != nil || s.parts != nil }

// hides reports whether what stands in a scalar may not be what its bytes show.
func (j *job) hides(s *Scalar) bool {
	if s.veiled() || s.alone || !j.d.Format.sparse {
		return true
	}
	if (s.Kind == Text || s.Kind == Comment) && !j.d.Format.apart { // a line that begins here may say more than the rest of one
		return true
	}
	if strings.HasPrefix(s.Text, "$") && s.Label != "" { // a crypt string, behind any name
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
	return &suspects{text: j.d.apart(), quote: j.d.Format.quote, apart: j.d.Format.quote != 0, find: func(text string) ([]cloak.Span, error) { return j.e.Suspects(j.ctx, j.m, text) }}
}

// tells reports whether a label says what its value is.
func (j *job) tells(label string) bool {
	label = j.label(label)
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

// label is a label as the sanitized document has it.
func (j *job) label(label string) string {
	if out, ok := j.renamed[label]; ok {
		return out
	}
	return label
}

// maxLabel is how long a label is that is remembered.
const maxLabel = 1 << 10

// look sanitizes the scalars that wanted picks, keeps what was done to the others, and
// reports whether anything was done that was not before.
func (j *job) look(wanted func(*Scalar) bool) (changed bool) {
	before, seen := j.changes, j.fresh
	j.changes = nil
	j.meant, j.hidden = j.shape(), false
	n := -1
	j.d.Scalars(func(s *Scalar) bool {
		n++
		var was *change
		if len(before) > 0 && before[0].n == n {
			was, before = &before[0], before[1:]
		}
		if !s.left && (wanted(s) || j.all) && !(s.veiled() && n >= seen.n && j.holds(seen)) {
			known := fresh{changes: j.m.Changes(), renamed: len(j.renamed)}
			c, err := j.sanitize(s)
			if err != nil {
				j.err = err
				return false
			}
			if !j.holds(known) {
				j.fresh = fresh{n, j.m.Changes(), len(j.renamed)}
				if s.parts != nil { // one was looked at after the other
					j.fresh.n++
				}
			}
			changed = changed || (c == nil) != (was == nil) || c != nil && c.sum != was.sum
			if was = c; c != nil {
				c.n = n
			}
		}
		j.hidden = j.hidden || !s.left && s.veiled()
		if was == nil {
			j.meant.note(s.kind(), len(s.content()))
			return true
		}
		j.changes = append(j.changes, *was)
		j.meant.changed(s.kind(), was.sum)
		return true
	})
	return changed
}
