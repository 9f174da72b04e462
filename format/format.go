// Package format keeps documents whole: it finds the strings of a document, hands each
// to the engine decoded and with its key, and writes what is replaced as the document's
// format has it. Every byte outside of what is replaced stays as it is.
//
// It reads whole documents and parts of them: a slice of a file, a line that was cut
// off. What it cannot read as its format it hands over as text. A document of no format
// that it knows is one text.
//
//	d := format.Open("config.json", text)
//	out, err := format.Sanitize(ctx, engine, mapping, d, format.Options{})
//	…
//	reply, gaps := format.Restore(mapping, format.Open("config.json", reply), cloak.RestoreOptions{})
//
// Restore(Sanitize(x)) is x, byte for byte, if both know the document by the same name
// or content.
package format

import (
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"github.com/seed-052fbf24/cloak/cloak"
)

// A Kind tells what a scalar is in its document.
type Kind uint8

const (
	Text    Kind = iota // outside of what the format understands, read as plain text
	String              // a value
	Number              // a value that must stay a number
	Key                 // the name of a value
	Comment             // text that the format leaves to people
)

// A Scalar is a piece of a document that is text on its own. It holds what the document
// holds: keep it out of logs.
type Scalar struct {
	Text  string // decoded
	Kind  Kind
	Label string // the key, column or field that holds it; "" for none
	Of    cloak.LabelKind
	raw   cloak.Span // of its content in the document, quotes apart
	at    []int32    // by byte of Text, where in the content it comes from, and the end; nil: Text is the content
	write *writer
	path  func() string
	// ends, if set, is by byte of Text where in the content that ends which it comes from,
	// with 0 in front: what shows nothing, and stands behind it, is no part of it.
	ends []int32
	// mark, if set, is written behind what stands for a text that the document writes in
	// its own way: a sequence that shows nothing, by which the rest is known as what it was.
	mark string
	// parts, if set, are strings and comments in what is else code, ascending, in the view
	// that Text begins in at front.
	parts []part
	front int
	// leave is [cloak.Input.Leave].
	leave func(cloak.Span) bool

	// inner, if set, is what the content is decoded to where that is not done byte by
	// byte, as base64 is not: a document on its own. encode writes it, and writes what
	// was decoded as it stood.
	inner  *Document
	encode func(text string) string

	// fits, if set, reports whether a stand-in may stand in the scalar.
	fits func(standIn string) bool
	// bare, if set, reports whether a text that stands where s does, without quotes, is
	// read as that text. Where a sanitized one is not it is written in quote.
	bare  func(text string) bool
	quote *quoting
	ours  bool // it stands in quotes as quote has them: there may have been none
}

// A quoting is a style with quotes around it, for what stood without them.
type quoting struct {
	*style
	of          *style // of what stood without
	open, close string // by close its own are told from a document's
}

// Path says where in the document s stands, as RFC 9535 section 2.7 writes it:
// $['a'][0]. It is asked for before the next scalar is; "" if the format has no paths.
func (s *Scalar) Path() string {
	if s.path == nil {
		return ""
	}
	return s.path()
}

// String does not show the text.
func (s Scalar) String() string { return "format.Scalar{…}" }

// GoString does not show the text.
func (s Scalar) GoString() string { return s.String() }

// span maps a span of Text to the document.
func (s *Scalar) span(x cloak.Span) cloak.Span {
	if s.at == nil {
		return cloak.Span{Start: s.raw.Start + x.Start, End: s.raw.Start + x.End}
	}
	end := s.at[x.End]
	if s.ends != nil && x.End > x.Start {
		end = s.ends[x.End]
	}
	return cloak.Span{Start: s.raw.Start + int(s.at[x.Start]), End: s.raw.Start + int(end)}
}

// A part is a string or a comment in source code: its content.
type part struct {
	start, end int
	style      *style // nil: as it is
}

// writer writes what stands at x.
func (s *Scalar) writer(x cloak.Span) *writer {
	if p := s.part(x); p != nil && p.style != nil {
		return s.write.within(p.style)
	}
	return s.write
}

// part is the one that holds x, or nil.
func (s *Scalar) part(x cloak.Span) *part {
	start, end := x.Start+s.front, x.End+s.front
	k := sort.Search(len(s.parts), func(k int) bool { return s.parts[k].end >= end })
	if k < len(s.parts) && s.parts[k].start <= start {
		return &s.parts[k]
	}
	return nil
}

// A Format understands one kind of document.
type Format struct {
	Name       string // as --format has it
	Extensions []string
	Files      []string // names of files that have it, in lower case
	// sniff reports whether text, which nobody has named, is such a document.
	sniff func(text string) bool
	// scan gives all scalars of a view in order, until yield returns false, and reports
	// whether it never did.
	scan func(v *view, yield func(*Scalar) bool) bool
	// cut, of what can be read in parts, is where the last record ends that is whole in
	// text, 0 if none does; known is what header says of what stood in front of it. A part
	// is read as it is in the whole.
	cut func(text, known string) int
	// seam is where in text a document can be parted to be read again, the last place; 0 if
	// there is none. nil: it cannot. Labels and paths may be lost.
	seam func(text string) int
	// header is what the parts of a document need to know of its first; nil: nothing.
	header func(text string) string
	// mixed says that its scalars have parts, and that what was written may be read in
	// others: instead of its scalars it is looked at what it is restored to. All of them are
	// looked into: most of the document is in a few.
	mixed bool
}

// formats are all, in the order in which content is tried.
var formats = []*Format{utf16Format, jsonlFormat, jsonFormat, codeFormat, transcriptFormat}

// Plain is what is no document of any format: one text.
var Plain = &Format{
	Name: "text",
	scan: func(v *view, yield func(*Scalar) bool) bool {
		if v.text == "" {
			return true
		}
		var s Scalar
		v.scalar(&s, 0, len(v.text), nil)
		s.Label = v.label
		if s.Label != "" {
			s.Of = cloak.Key
		}
		return yield(&s)
	},
}

// Named is the format of a name, or nil.
func Named(name string) *Format {
	for _, f := range append(slices.Clone(formats), Plain) {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// Names are the names of all formats, text last.
func Names() (names []string) {
	for _, f := range append(slices.Clone(formats), Plain) {
		names = append(names, f.Name)
	}
	return names
}

// byteOrderMark is what some put in front of UTF-8. It is no part of any document.
const byteOrderMark = "\uFEFF"

// Detect tells the format of a text by the name of its file, which may be "", and if
// that says nothing by its content.
func Detect(file, text string) *Format {
	text = strings.TrimPrefix(text[:min(len(text), headLen)], byteOrderMark)
	if isUTF16(text) { // whatever it is then
		return utf16Format
	}
	base := strings.ToLower(filepath.Base(filepath.ToSlash(file)))
	for _, f := range formats {
		for _, x := range f.Files {
			if file != "" && base == x {
				return f
			}
		}
	}
	for _, f := range formats {
		for _, x := range f.Extensions {
			if strings.HasSuffix(base, x) {
				return f
			}
		}
	}
	for _, f := range formats {
		if f.sniff != nil && f.sniff(text) {
			return f
		}
	}
	return Plain
}

// A Document is a text and its format.
type Document struct {
	Text   string
	Format *Format
	File   string // its name, for detectors that ask for [cloak.Input.Path]; may be ""

	label string // of what has none in Text: the key of what it was decoded from
	known string // what stands in front of Text elsewhere: the header of a table
	depth int    // of views around it
}

// String does not show the text.
func (d Document) String() string { return "format.Document{…}" }

// GoString does not show the text.
func (d Document) GoString() string { return d.String() }

// Open is a document whose format is told by Detect.
func Open(file, text string) Document {
	return Document{Text: text, Format: Detect(file, text), File: file}
}

// Scalars gives the scalars of d in order, until yield returns false. They are not to be
// kept: the next one has their memory.
func (d Document) Scalars(yield func(*Scalar) bool) {
	mark := 0
	if d.Format != Plain && strings.HasPrefix(d.Text, byteOrderMark) {
		mark = len(byteOrderMark)
	}
	d.Format.scan(&view{text: d.Text[mark:], base: mark, file: d.File, label: d.label, known: d.known, depth: d.depth, detect: Detect}, yield)
}
