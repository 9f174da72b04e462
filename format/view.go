package format

import (
	"strings"

	"github.com/seed-052fbf24/cloak/cloak"
)

// A style is a way to write a text in a document: quotes and their escapes, the indent
// of a block.
type style struct {
	step cloak.Step
	// plain reports whether nothing of a content is escaped: each byte is itself. nil:
	// where it has no backslash.
	plain func(content string) bool
	// unit reads the unit of content that begins at i, as [cloak.Step.Unit] does: it
	// appends what that spells to dst, and tells how many bytes it has, one at the least.
	unit func(dst []byte, content string, i int) ([]byte, int)
	// encode writes a text as the style has it.
	encode func(text string) string
}

var (
	jsonStyle   = newStyle(cloak.JSONDocument)
	shellStyle  = inShell(jsonStyle)
	numberStyle = newStyle(cloak.NumberDocument)
)

// newStyle is that of a step that cloak itself reads and writes.
func newStyle(step cloak.Step) *style {
	return &style{step: step, unit: step.Unit, encode: cloak.Chain(step).Encode}
}

// inShell is a style of JSON within single quotes, as a shell and Python have them: it has
// no such quote in it.
func inShell(x *style) *style {
	y := *x
	y.encode = func(text string) string { return strings.ReplaceAll(x.encode(text), "'", `\u0027`) }
	return &y
}

// verbatim reports whether content is a text as it is.
func (x *style) verbatim(content string) bool {
	if x.plain != nil {
		return x.plain(content)
	}
	return strings.IndexByte(content, '\\') < 0
}

// asItIs is how many bytes at the beginning of content are themselves, where that is easily told.
func (x *style) asItIs(content string) int {
	if x.plain != nil {
		return 0
	}
	if n := strings.IndexByte(content, '\\'); n >= 0 {
		return n
	}
	return len(content)
}

// A writer writes a text where the views around it have it: style by style, the innermost
// first. nil writes it as it is.
type writer struct {
	*style
	outer *writer
	steps cloak.Chain // of all, the outermost first
}

func (w *writer) write(text string) string {
	for ; w != nil; w = w.outer {
		text = w.encode(text)
	}
	return text
}

func (w *writer) chain() cloak.Chain {
	if w == nil {
		return cloak.Plain
	}
	return w.steps
}

// within is the writer of what stands in x in w.
func (w *writer) within(x *style) *writer {
	return &writer{style: x, outer: w, steps: w.chain() + cloak.Chain(x.step)}
}

// A view is a text within a document: the document itself, or what a string of it is
// decoded to, which may be a document in turn.
type view struct {
	text  string
	file  string  // name of the document
	label string  // of what has none in text itself: the key of the string that is the view
	front string  // path of that string
	known string  // what stands in front of text elsewhere: the header of a table
	base  int     // of the text in the document
	at    offsets // as Scalar.at; nil: byte by byte
	write *writer // how the document has what the text holds
	depth int     // of views
	shell bool    // text is JSON in single quotes
	soft  bool    // as Scalar.soft
	// detect is Detect: what a string holds may have any format.
	detect func(file, text string) *Format
	inner  *writer // of a style in the view, the last that scalar was asked for
}

// maxViews bounds how deep views nest.
const maxViews = 4

// raw maps an offset in the text to the document.
func (v *view) raw(i int) int {
	if v.at == nil {
		return v.base + i
	}
	return v.base + v.at.at(i)
}

// scalar makes s that of text[start:end], which is written in a style; nil is as it is.
// It has s's memory for the map.
func (v *view) scalar(s *Scalar, start, end int, x *style) {
	content := v.text[start:end]
	*s = Scalar{Text: content, raw: cloak.Span{Start: v.raw(start), End: v.raw(end)}, at: s.at, write: v.write, soft: v.soft}
	if x != nil {
		if v.inner == nil || v.inner.style != x {
			v.inner = v.write.within(x)
		}
		s.write = v.inner
	}
	if x == nil || x.verbatim(content) {
		if s.at = s.at[:0]; v.at == nil {
			s.at = nil
			return
		}
		s.at = v.at.within(s.at, start, end)
		return
	}
	b := make([]byte, 0, len(content))
	s.at = s.at[:0]
	for i, n := 0, 0; i < len(content); i += n {
		had := len(b)
		if n = x.asItIs(content[i:]); n > 0 {
			b = append(b, content[i:i+n]...)
			s.at = s.at.add(had, v.raw(start+i)-s.raw.Start)
			for k := 1; k < n && v.at != nil; k++ { // in what is decoded already, one byte may have several
				s.at = s.at.add(had+k, v.raw(start+i+k)-s.raw.Start)
			}
			continue
		}
		b, n = x.unit(b, content, i)
		for raw := v.raw(start+i) - s.raw.Start; had < len(b); had++ {
			s.at = s.at.add(had, raw)
		}
	}
	s.at = s.at.add(len(b), s.raw.Len())
	s.Text = asString(b)
}

// within is the view of s, whose map it takes over.
func (v *view) within(s *Scalar, label, path string) *view {
	w := &view{text: s.Text, file: v.file, label: label, front: path, base: s.raw.Start, at: s.at, write: s.write, depth: v.depth + 1, soft: v.soft, detect: v.detect}
	s.at = nil
	return w
}

// closer gives s the parts that read gives of it, if it is asked for them.
func (v *view) closer(s *Scalar, read func(w *view, yield func(*Scalar) bool) bool) {
	base, write, depth, soft, detect := s.raw.Start, s.write, v.depth+1, v.soft, v.detect
	s.parts = func(text string, at offsets, yield func(*Scalar) bool) {
		read(&view{text: text, base: base, at: at, write: write, depth: depth, soft: soft, detect: detect}, yield)
	}
}

// part is text[start:end] as a view of the same depth: a part of the document that has a
// format of its own, without quotes.
func (v *view) part(start, end int, label string) *view {
	w := *v
	w.text, w.label, w.inner = v.text[start:end], label, nil
	w.base = v.raw(start)
	if v.at != nil {
		w.at = v.at.within(nil, start, end)
	}
	return &w
}

// nested gives what a string holds that is a document in turn: JSON, text with JSON in it,
// or what file, which may be "", is the name of. It reports whether s is such a string, and whether to go on.
func (v *view) nested(s *Scalar, file, label string, path func() string, yield func(*Scalar) bool) (is, ok bool) {
	if v.depth+1 >= maxViews || file == "" && strings.IndexAny(s.Text, "{[") < 0 {
		return false, true
	}
	f := (*Format)(nil)
	if file != "" {
		if f = v.detect(file, ""); f == Plain {
			f = nil
		}
	}
	scan, inner := (func(*view, func(*Scalar) bool) bool)(nil), v.file
	switch {
	case f != nil:
		scan, inner = f.scan, file
	case isTranscript(s.Text):
		scan = readTranscript
	case isJSON(s.Text):
		scan = readJSON
	case holdsJSON(s.Text):
		scan = readLog
	default:
		return false, true
	}
	front := ""
	if path != nil {
		front = path()
	}
	w := v.within(s, label, front)
	w.file = inner
	return true, scan(w, yield)
}
