package format

import (
	"hash/maphash"
	"math/bits"
	"slices"
	"strings"

	"github.com/seed-052fbf24/cloak/cloak"
)

// What is written, and how it is read again.

// result is the sanitized document.
func (j *job) result() Result {
	if j.direct != nil {
		return *j.direct
	}
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
	if j.direct != nil {
		return j.direct.Findings
	}
	fs := make([]cloak.Finding, 0, len(j.changes))
	j.placed(func(x splice) { fs = append(fs, x.Finding) })
	return fs
}

// placed gives the splices that are findings, with their places in what was written.
func (j *job) placed(yield func(x splice)) {
	grown := 0
	for _, c := range j.changes {
		for _, x := range c.splices {
			if !x.quotes {
				x.Out = cloak.Span{Start: x.Start + grown, End: x.Start + grown + len(x.text)}
				yield(x)
			}
			grown += len(x.text) - x.Len()
		}
	}
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
	j.spliced(func(s string) bool {
		b.WriteString(s)
		return true
	})
	return b.String()
}

// spliced gives what is written: the document's own bytes, and the splices.
func (j *job) spliced(yield func(string) bool) bool {
	last := 0
	for _, c := range j.changes {
		for _, x := range c.splices {
			if !yield(j.d.Text[last:x.Start]) || !yield(x.text) {
				return false
			}
			last = x.End
		}
	}
	return yield(j.d.Text[last:])
}

// pieces gives the document with its splices, in pieces of about size bytes that end where
// the format says that a document can be parted; in one if it does not say so.
func (j *job) pieces(size int, yield func(string) bool) bool {
	switch {
	case j.direct != nil:
		return yield(j.direct.Text)
	case len(j.changes) == 0:
		return yield(j.d.Text)
	case j.out != "":
		return yield(j.out)
	case j.d.Format.seam == nil:
		return yield(j.written())
	}
	var b []byte
	least := size // bytes of b before a seam is looked for
	all := j.spliced(func(s string) bool {
		for len(s) > 0 {
			k := min(len(s), size)
			b = append(b, s[:k]...)
			if s = s[k:]; len(b) < least {
				continue
			}
			end := j.d.Format.seam(asString(b))
			if least = 2 * len(b); end == 0 {
				// At once, and not by a quarter each time.
				b = slices.Grow(b, max(size, min(least, len(j.d.Text))-len(b)+size))
			} else {
				if !yield(string(b[:end])) {
					return false
				}
				b, least = append(b[:0], b[end:]...), size
			}
		}
		return true
	})
	return all && (len(b) == 0 || yield(asString(b)))
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
	got := j.shape()
	n, left := -1, j.changes
	for piece := range pieces {
		j.d.of(piece).Scalars(func(s *Scalar) bool {
			if n++; len(left) > 0 && left[0].n == n {
				left = left[1:]
				got.changed(s.kind(), j.sum(s.content()))
			} else {
				got.note(s.kind(), len(s.content()))
			}
			return true
		})
	}
	return j.meant == got
}

// content is what s says.
func (s *Scalar) content() string {
	if s.inner != nil {
		return s.inner.Text
	}
	return s.Text
}

// kind is Kind, but that of what would be a string if it were written otherwise.
func (s *Scalar) kind() Kind {
	if s.Kind == Text && s.odd {
		return String
	}
	return s.Kind
}

func (j *job) sum(text string) uint64 { return maphash.String(j.seed, text) }

// A shape tells a sequence of scalars from others: of each its kind and its length, and of
// those that were changed what they say.
type shape struct {
	n   int
	sum uint64
}

// shape is that of nothing: nobody knows what becomes of it.
func (j *job) shape() shape { return shape{sum: j.sum("")} }

func (x *shape) note(kind Kind, length int) { x.mix(uint64(kind)<<48 ^ uint64(length)) }

func (x *shape) changed(kind Kind, sum uint64) { x.mix(uint64(kind)<<48 ^ sum) }

// mix takes v in. The factor is that of Fibonacci hashing, 2^64 over the golden ratio.
func (x *shape) mix(v uint64) {
	x.n++
	x.sum = bits.RotateLeft64(x.sum^v, 23) * 0x9E3779B97F4A7C15
}
