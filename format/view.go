package format

import (
	"strings"

	"github.com/seed-052fbf24/cloak/cloak"
)

// A view is a text within a document: the document itself, or what a string of it is
// decoded to, which may be a document in turn.
type view struct {
	text  string
	base  int         // of the text in the document
	at    []int32     // as Scalar.at; nil: byte by byte
	steps cloak.Chain // from the document's bytes to text
	depth int         // of views
	inner cloak.Chain // steps and one more, the last that scalar was asked for
}

// maxViews bounds how deep views nest.
const maxViews = 4

// raw maps an offset in the text to the document.
func (v *view) raw(i int) int {
	if v.at == nil {
		return v.base + i
	}
	return v.base + int(v.at[i])
}

// scalar makes s that of text[start:end], which step reads; 0 is as it is. It has s's
// memory for the map.
func (v *view) scalar(s *Scalar, start, end int, step cloak.Step) {
	content := v.text[start:end]
	s.raw = cloak.Span{Start: v.raw(start), End: v.raw(end)}
	s.Text, s.steps = content, v.steps
	if step != 0 {
		if v.inner == "" || v.inner[len(v.inner)-1] != byte(step) {
			v.inner = v.steps + cloak.Chain(step)
		}
		s.steps = v.inner
	}
	if step == 0 || strings.IndexByte(content, '\\') < 0 {
		if s.at = s.at[:0]; v.at == nil {
			s.at = nil
			return
		}
		for i := start; i <= end; i++ {
			s.at = append(s.at, v.at[i]-v.at[start])
		}
		return
	}
	var b []byte
	s.at = make([]int32, 0, len(content)+1)
	for i, n := 0, 0; i < len(content); i += n {
		had := len(b)
		b, n = step.Unit(b, content, i)
		for range len(b) - had {
			s.at = append(s.at, int32(v.raw(start+i)-s.raw.Start))
		}
	}
	s.at = append(s.at, int32(s.raw.Len()))
	s.Text = string(b)
}

// within is the view of s.
func (v *view) within(s *Scalar) *view {
	return &view{text: s.Text, base: s.raw.Start, at: s.at, steps: s.steps, depth: v.depth + 1}
}
