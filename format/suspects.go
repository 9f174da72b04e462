package format

import (
	"strings"

	"github.com/seed-052fbf24/cloak/cloak"
)

// suspects are the spans of a document in which something may be, ascending. They are
// looked for stretch by stretch, as its scalars are read: a search has memory of its own
// for what it reads.
type suspects struct {
	find  func(text string) ([]cloak.Span, error)
	text  string
	quote byte   // stands around strings, each of which is searched as if it were a line
	apart bool   // strings say the same on their own
	lines []byte // a stretch without quotes
	spans []cloak.Span
	left  []cloak.Span // in which nothing is looked for, ascending
	seen  int          // bytes of text searched, or passed over
	size  int          // of the next stretch, in bytes; 0: the first
	err   error
}

// stretchLen is how much is searched at once, in bytes: to the end of a line, if there is
// one in the second half of it. Where strings are searched each on its own, the first
// stretches are shorter: most of the document may be one string, that is passed over.
const (
	stretchLen   = 1 << 20
	firstStretch = 512
	longScalar   = 1 << 10 // what it is worth to pass over
)

// pass tells that s is looked at whatever is found in it, so that nothing in it need be.
func (x *suspects) pass(s *Scalar) {
	if x.apart && s.raw.End-s.raw.Start >= longScalar && x.seen < s.raw.End {
		x.seen = s.raw.End
		x.spans = append(x.spans, cloak.Span{Start: x.seen, End: x.seen})
	}
}

// next searches one stretch more.
func (x *suspects) next() {
	size := stretchLen
	if x.apart {
		size = max(x.size, firstStretch)
		x.size = min(2*size, stretchLen)
	}
	end := min(x.seen+size, len(x.text))
	if end < len(x.text) {
		if k := strings.LastIndexByte(x.text[x.seen+size/2:end], '\n'); k >= 0 {
			end = x.seen + size/2 + k + 1
		}
	}
	var spans []cloak.Span
	stretch := x.text[x.seen:end]
	if x.quote != 0 {
		x.lines = append(x.lines[:0], stretch...)
		for i := range x.lines {
			if x.lines[i] == x.quote {
				x.lines[i] = '\n'
			}
		}
		stretch = asString(x.lines)
	}
	if spans, x.err = x.find(stretch); x.err != nil {
		return
	}
	for _, s := range spans {
		s.Start, s.End = s.Start+x.seen, s.End+x.seen
		for len(x.left) > 0 && x.left[0].End < s.End {
			x.left = x.left[1:]
		}
		if len(x.left) == 0 || s.Start < x.left[0].Start {
			x.spans = append(x.spans, s)
		}
	}
	if x.seen = end; end < len(x.text) && x.text[end-1] != '\n' {
		x.spans = append(x.spans, cloak.Span{Start: end, End: end}) // what stands here was not seen whole
	}
}

// touch reports whether s touches one of the spans, of which those in front of it are
// dropped: scalars come in order.
func (x *suspects) touch(s *Scalar) bool {
	for {
		k := 0
		for k < len(x.spans) && x.spans[k].End < s.raw.Start {
			k++
		}
		x.spans = x.spans[k:]
		if len(x.spans) > 0 && x.spans[0].Start <= s.raw.End {
			return true
		}
		if x.seen > s.raw.End || x.seen == len(x.text) || x.err != nil {
			return false
		}
		x.next()
	}
}

// beside reports whether any of the spans lies elsewhere than in what was changed.
func (x *suspects) beside(changes []change) bool {
	k, i := 0, 0
	for {
		for ; len(x.spans) > 0; x.spans = x.spans[1:] {
			for k < len(changes) && (i == len(changes[k].splices) || changes[k].splices[i].End <= x.spans[0].Start) {
				if i++; i >= len(changes[k].splices) {
					k, i = k+1, 0
				}
			}
			if k == len(changes) || x.spans[0].Start < changes[k].splices[i].Start || x.spans[0].End > changes[k].splices[i].End {
				return true
			}
		}
		if x.seen == len(x.text) || x.err != nil {
			return false
		}
		x.next()
	}
}
