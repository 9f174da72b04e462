// Package format keeps documents whole: it finds the strings of a document, hands each
// to the engine decoded and with its key, and writes what is replaced as the document's
// format has it. Every byte outside of what is replaced stays as it is.
//
// It reads whole documents and parts of them: a slice of a file, a line that was cut
// off. What it cannot read as its format it hands over as text. A document of no format
// that it knows is one text, but for JSON in its lines.
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
	"path"
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
	at    offsets    // by byte of Text, where in the content it comes from, and the end; nil: Text is the content
	write *writer
	path  func() string
	// ends, if set, is by byte of Text where in the content that ends which it comes from,
	// with 0 in front: what shows nothing, and stands behind it, is no part of it.
	ends offsets
	// mark, if set, is written behind what stands for a text that the document writes in
	// its own way: a sequence that shows nothing, by which the rest is known as what it was.
	mark string
	// styled are strings and comments in what is else code, ascending, in the view that Text
	// begins in at front.
	styled []part
	front  int
	// leave is [cloak.Input.Leave].
	leave func(cloak.Span) bool

	// inner, if set, is what the content is decoded to where that is not done byte by
	// byte, as base64 is not: a document on its own. encode writes it, and writes what
	// was decoded as it stood.
	inner   *Document
	encode  func(text string) string
	guessed bool                   // it may be what it is decoded from: that is searched, too, and must hold nothing
	keeps   func(text string) bool // whether encode of another text is decoded, and encoded, as this one is

	// look says that s may hold what its bytes in the document do not show: it has signs and
	// blanks, and other neighbours there.
	look bool
	// parts, if set, gives what a closer look shows in Text: the values of a query. That is
	// looked at once the whole is, which says more to detectors: then text is what has
	// become of it, and at where in the content its bytes come from. url is the part of
	// Text in which a value is percent-encoded.
	parts func(text string, at offsets, yield func(*Scalar) bool)
	url   cloak.Span

	// fits, if set, reports whether a stand-in may stand in the scalar; suits, whether a text
	// may be all of it. What is left stays as it is. Both come from [Document.Places].
	fits  func(standIn string) bool
	suits func(text string) bool
	left  bool
	alone bool
	// holds, if set, reports whether a text is read as it is where s stands. What is
	// restored, has not stood so, and is not comes into the quotes of other, with which the
	// scalar takes up whole; if there are none, the stand-ins stay.
	holds func(text string) bool
	other *quoting
	whole cloak.Span
	// bare, if set, reports whether a text that stands where s does, without quotes, is
	// read as that text. Where a sanitized one is not it is written in quote.
	bare  func(text string) bool
	quote *quoting
	ours  bool // it stands in quotes as quote has them: there may have been none
	// reads, if set, reports whether text may have stood in a document as s does, without
	// quotes: what else is restored to its place is quoted.
	reads func(text string) bool
	// odd says that s is no string of its format, and that what it becomes may be one: the
	// bytes of what is found are kept.
	odd bool
	// soft says that lines of the document are to be short, and may be broken, see
	// softBreaks.
	soft bool
}

// A quoting is a style with quotes around it, for what stood without them.
type quoting struct {
	*style
	of          *style                 // of what stood without
	open, close string                 // by close its own are told from a document's
	holds       func(text string) bool // where they cannot hold every text
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
	end := s.at.at(x.End)
	if s.ends != nil && x.End > x.Start {
		end = s.ends.at(x.End)
	}
	return cloak.Span{Start: s.raw.Start + s.at.at(x.Start), End: s.raw.Start + end}
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
	k := sort.Search(len(s.styled), func(k int) bool { return s.styled[k].end >= end })
	if k < len(s.styled) && s.styled[k].start <= start {
		return &s.styled[k]
	}
	return nil
}

// A Format understands one kind of document.
type Format struct {
	Name       string // as --format has it
	Extensions []string
	Files      []string // names of files that have it, or ends of their paths, in lower case
	Paths      []string // patterns of the last elements of a file's path, as path.Match has them
	sparse     bool     // its scalars are many and small: a search tells which are looked into
	words      bool     // its labels are words of its own, which nothing renames
	says       bool     // a text of it is the label of what stands behind it: see [markupReader.shown]
	quote      byte     // stands around its strings, and what is in them says the same on its own
	apart      bool     // its scalars stand so close that what is around one may hide what it is
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
	// holds says that other documents stand in its own, which may be broken.
	holds bool
	// header is what the parts of a document need to know of its first; nil: nothing.
	header func(text string) string
	// whole, if set, reports whether a text is one scalar of plain text, to be read as such.
	whole func(text string) bool
	// carry is header where parts need to know of all that stands in front of them: known
	// is what they knew. nil: it is as header says.
	carry func(text, known string) string
	// mixed says that its scalars have styles in them, and that what was written may be read
	// in others: instead of its scalars it is looked at what it is restored to. All of them
	// are looked into: most of the document is in a few.
	mixed bool
	// loose says that a document of it goes on behind what is broken: what cannot be written
	// so that it reads as it was meant is not refused, see [job.loose].
	loose bool
}

// formats are all, in the order in which content is tried.
var formats = []*Format{
	utf16Format, jsonlFormat, jsonFormat, diffFormat, httpFormat, mailFormat, sqlFormat, htmlFormat, xmlFormat, markdownFormat,
	tomlFormat, iniFormat, envFormat, propertiesFormat, netrcFormat, yamlFormat, csvFormat, tsvFormat, codeFormat, transcriptFormat, logFormat,
}

// Plain is what is no document of any format: one text. It is what a log is in which no
// JSON begins.
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
	for _, f := range formats {
		names = append(names, f.Name)
	}
	slices.Sort(names)
	return append(names, Plain.Name)
}

// byteOrderMark is what some put in front of UTF-8. It is no part of any document.
const byteOrderMark = "\uFEFF"

// Detect tells the format of a text by the name of its file, which may be "", and if
// that says nothing by its content.
func Detect(file, text string) *Format {
	text = strings.TrimPrefix(text[:min(len(text), headLen)], byteOrderMark)
	if f := byName(file, text); f != nil {
		return f
	}
	for _, f := range formats {
		if f.sniff != nil && f.sniff(text) {
			return f
		}
	}
	if mayHoldJSON(text) {
		return logFormat
	}
	return Plain
}

// byName is the format that the name of a file says, nil for none: of text that may be all of
// it, or its beginning, no more is asked than whether it is UTF-16.
func byName(file, text string) *Format {
	if isUTF16(text) { // whatever it is then
		return utf16Format
	}
	if file == "" {
		return nil
	}
	path := strings.ToLower(filepath.ToSlash(file))
	base := filepath.Base(path)
	for _, f := range formats {
		for _, x := range f.Files {
			if base == x || strings.HasSuffix("/"+path, "/"+x) {
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
		for _, x := range f.Paths {
			if endsAs(file, x) {
				return f
			}
		}
	}
	return nil
}

// endsAs reports whether the last elements of a path are those of a pattern.
func endsAs(file, pattern string) bool {
	file = strings.ToLower(filepath.ToSlash(file))
	from := len(file)
	for range strings.Count(pattern, "/") + 1 {
		if from = strings.LastIndexByte(file[:max(from, 0)], '/'); from < 0 {
			break
		}
	}
	is, err := path.Match(pattern, file[from+1:])
	return is && err == nil
}

// A Document is a text and its format.
type Document struct {
	Text   string
	Format *Format
	File   string // its name, for detectors that ask for [cloak.Input.Path]; may be ""
	// Places is what is known about spans of Text, ascending and apart: Sanitize and Find go
	// by it.
	Places []Place

	label string // of what has none in Text: the key of what it was decoded from
	known string // what stands in front of Text elsewhere: the header of a table
	depth int    // of views around it
	flat  bool   // documents in it are text
}

// String does not show the text.
func (d Document) String() string { return "format.Document{…}" }

// GoString does not show the text.
func (d Document) GoString() string { return d.String() }

// of is another text of the same format, of which no places are known.
func (d Document) of(text string) Document {
	d.Text, d.Places = text, nil
	return d
}

// Open is a document whose format is told by Detect.
func Open(file, text string) Document {
	return Document{Text: text, Format: Detect(file, text), File: file}
}

// detectWithin is Detect for what stands in another document: one that is mixed is text,
// for it is not read again where it stands.
func detectWithin(file, text string) *Format {
	if f := Detect(file, text); !f.mixed {
		return f
	}
	return Plain
}

// Scalars gives the scalars of d in order, until yield returns false. They are not to be
// kept: the next one has their memory.
func (d Document) Scalars(yield func(*Scalar) bool) {
	mark := 0
	if d.Format != Plain && strings.HasPrefix(d.Text, byteOrderMark) {
		mark = len(byteOrderMark)
	}
	detect := detectWithin
	if d.flat {
		detect = func(string, string) *Format { return Plain }
	}
	if len(d.Places) > 0 && !d.Format.mixed {
		yield = d.placed(yield)
	}
	d.Format.scan(&view{text: d.Text[mark:], base: mark, file: d.File, label: d.label, known: d.known, depth: d.depth, detect: detect}, yield)
}
