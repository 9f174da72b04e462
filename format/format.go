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
	steps cloak.Chain
	path  func() string
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
	return cloak.Span{Start: s.raw.Start + int(s.at[x.Start]), End: s.raw.Start + int(s.at[x.End])}
}

// A Format understands one kind of document.
type Format struct {
	Name       string // as --format has it
	Extensions []string
	Files      []string // names of files that have it, in lower case
	// sniff reports whether text, which nobody has named, is such a document.
	sniff func(text string) bool
	// scan gives all scalars of text in order, until yield returns false.
	scan func(text string, yield func(*Scalar) bool)
}

// formats are all, in the order in which content is tried.
func formats() []*Format { return []*Format{jsonFormat} }

// Plain is what is no document of any format: one text.
var Plain = &Format{
	Name: "text",
	scan: func(text string, yield func(*Scalar) bool) {
		if text != "" {
			yield(&Scalar{Text: text, raw: cloak.Span{End: len(text)}})
		}
	},
}

// Named is the format of a name, or nil.
func Named(name string) *Format {
	for _, f := range append(formats(), Plain) {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// Names are the names of all formats, text last.
func Names() (names []string) {
	for _, f := range append(formats(), Plain) {
		names = append(names, f.Name)
	}
	return names
}

// Detect tells the format of a text by the name of its file, which may be "", and if
// that says nothing by its content.
func Detect(file, text string) *Format {
	base := strings.ToLower(filepath.Base(filepath.ToSlash(file)))
	for _, f := range formats() {
		for _, x := range f.Files {
			if file != "" && base == x {
				return f
			}
		}
	}
	for _, f := range formats() {
		for _, x := range f.Extensions {
			if strings.HasSuffix(base, x) {
				return f
			}
		}
	}
	for _, f := range formats() {
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
}

// String does not show the text.
func (d Document) String() string { return "format.Document{…}" }

// GoString does not show the text.
func (d Document) GoString() string { return d.String() }

// Open is a document whose format is told by Detect.
func Open(file, text string) Document { return Document{text, Detect(file, text), file} }

// Scalars gives the scalars of d in order, until yield returns false. They are not to be
// kept: the next one has their memory.
func (d Document) Scalars(yield func(*Scalar) bool) { d.Format.scan(d.Text, yield) }
