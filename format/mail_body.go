package format

import (
	"encoding/base64"
	"strings"

	"github.com/seed-052fbf24/cloak/cloak"
)

var quotedStyle = func() *style {
	x := newStyle(cloak.QuotedPrintable)
	x.plain = func(s string) bool { return strings.IndexByte(s, '=') < 0 }
	return x
}()

// coded reports whether the body is in an encoding.
func (p *mailPart) coded() bool { return p.encoding == "quoted-printable" || p.encoding == "base64" }

// section gives the headers, or the body, in text[start:end].
func (r *mailReader) section(start, end int, head bool) bool {
	if head {
		_, ok := r.headers(start, end)
		return ok
	}
	if end > start && r.text[end-1] == '\n' && len(r.within) > 0 { // it belongs to the boundary
		if end--; end > start && r.text[end-1] == '\r' {
			end--
		}
	}
	if start >= end {
		return true
	}
	switch {
	case strings.HasPrefix(r.part.media, "multipart/"), r.depth+2 >= maxViews: // what stands in front of the first part
	case r.part.encoding == "quoted-printable":
		r.scalar(&r.s, start, end, quotedStyle)
		w := r.view.within(&r.s, "", "")
		w.soft = true
		return r.body(w)
	case r.part.encoding == "base64":
		return r.base64(start, end)
	default:
		w := r.view.part(start, end, "")
		w.depth++
		return r.body(w)
	}
	return r.plain(start, end)
}

// plain gives text[start:end] as it is.
func (r *mailReader) plain(start, end int) bool {
	if start >= end {
		return true
	}
	r.scalar(&r.s, start, end, nil)
	return r.yield(&r.s)
}

// body gives a body, decoded but for its charset, as what the headers say it is.
func (r *mailReader) body(w *view) bool {
	file := r.part.fileName(w)
	if x := charsetStyles[r.part.charset]; x != nil {
		if file == "" || w.depth+1 >= maxViews {
			w.scalar(&r.s, 0, len(w.text), x)
			return r.yield(&r.s)
		}
		w.scalar(&r.s, 0, len(w.text), x)
		w = w.within(&r.s, "", "")
	}
	if file != "" {
		w.file = file
		return w.detect(file, "").scan(w, r.yield)
	}
	if w.text == "" {
		return true
	}
	w.scalar(&r.s, 0, len(w.text), nil)
	return r.yield(&r.s)
}

// base64 gives text[start:end] as what it is the base64 of, if that is text. Images and
// archives are left alone; what is no base64 is text.
func (r *mailReader) base64(start, end int) bool {
	s := r.text[start:end]
	if end == len(r.text) { // it may break off
		if k := wholeQuads(s); k < len(s) {
			if text, form, ok := mail64(s[:k], lineEnding(r.text[:start])); ok {
				return r.decoded(start, start+k, text, form) && r.plain(start+k, end)
			}
		}
	}
	if text, form, ok := mail64(s, lineEnding(r.text[:start])); ok {
		return r.decoded(start, end, text, form)
	}
	return r.plain(start, end)
}

// decoded gives text[start:end], which is the base64 of text.
func (r *mailReader) decoded(start, end int, text string, form mail64Form) bool {
	if isBinary(text) {
		return true
	}
	c := r.part.charset
	if c.encoded(c.decoded(text)) != text {
		c = asItIs
	}
	text = c.decoded(text)
	d := &Document{Text: text, Format: Plain, depth: r.depth + 1}
	if d.File = r.part.fileName(r.view); d.File != "" || isUTF16(text) {
		d.Format = r.detect(d.File, text)
	}
	r.scalar(&r.s, start, end, nil)
	r.s.inner, r.s.encode = d, func(text string) string { return form.encode(c.encoded(text)) }
	ok := r.yield(&r.s)
	r.s = Scalar{}
	return ok
}

// lineEnding is how the last line of s ends.
func lineEnding(s string) string {
	if strings.HasSuffix(s, "\r\n") {
		return "\r\n"
	}
	return "\n"
}

// isBinary reports whether bytes are none of a text: they begin as a known format of bytes
// does, or have many that no text has.
func isBinary(s string) bool {
	if isUTF16(s) {
		return false
	}
	const looked = 512
	head := s[:min(len(s), looked)]
	control := 0
	for i := range len(head) {
		if b := head[i]; b < ' ' && b != '\n' && b != '\r' && b != '\t' && b != '\f' && b != 0x1B {
			control++
		}
	}
	return control > len(head)/16 && len(head) >= 64 || Binary(s[:min(len(s), binaryLen)]) != ""
}

// wholeQuads is where the last four characters end that base64 has bytes for.
func wholeQuads(s string) int {
	line := strings.LastIndexByte(s, '\n') + 1
	return line + (len(s)-line)&^3
}

// A mail64Form is how a body has base64: in lines.
type mail64Form struct {
	width int    // of lines, in characters; 0: all in one, which is longer than usual
	eol   string // between them
	usual string // end of lines in front of it
	tail  int    // how many stand behind the last
}

const (
	usual64  = 76 // characters in a line: RFC 2045 section 6.8
	most64   = 1000
	maxTails = 3 // ends of lines that may stand behind base64 and mean nothing
)

// mail64 decodes a body, if encode writes it in the same way.
func mail64(s, usual string) (text string, form mail64Form, ok bool) {
	form.eol, form.usual = usual, usual
	body := strings.TrimRight(s, "\r\n")
	first, next := mailLine(s, 0)
	if next > first {
		form.eol = s[first:next]
	}
	form.tail = strings.Count(s[len(body):], "\n")
	if body == "" || len(body)+form.tail*len(form.eol) != len(s) {
		return "", form, false
	}
	if form.width = first; first == len(body) {
		if marks := form.tail / maxTails; marks > 0 {
			form.width, form.tail = 4*(marks-1), form.tail%maxTails
		} else if form.width = usual64; len(body) > usual64 {
			form.width = 0
		}
	}
	if form.width%4 != 0 || form.width > most64 || form.tail >= maxTails {
		return "", form, false
	}
	b, err := base64.StdEncoding.DecodeString(body) // which skips the ends of lines
	if err != nil {
		return "", form, false
	}
	text = string(b)
	return text, form, form.encode(text) == s
}

// encode writes text. Where one line is all there is, and the lines of the document are
// not as usual, ends of lines behind it say what they are.
func (f mail64Form) encode(text string) string {
	s := base64.StdEncoding.EncodeToString([]byte(text))
	tail := f.tail
	if f.width == 0 || len(s) <= f.width {
		usual := f.width == usual64 || f.width == 0 && len(s) > usual64
		if !usual || f.tail == 0 && f.eol != f.usual {
			tail += maxTails * (1 + f.width/4)
		}
		return s + strings.Repeat(f.eol, tail)
	}
	var b strings.Builder
	for len(s) > f.width {
		b.WriteString(s[:f.width] + f.eol)
		s = s[f.width:]
	}
	b.WriteString(s + strings.Repeat(f.eol, tail))
	return b.String()
}
