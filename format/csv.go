package format

import (
	"strings"

	"github.com/seed-052fbf24/cloak/cloak"
)

// Tables: RFC 4180, with other delimiters, with what spreadsheets write in front, and as
// sloppy as they come. A quote begins a field in quotes where the field begins, and is a
// byte like others elsewhere; rows may have any number of fields.
var csvFormat = &Format{
	Name:       "csv",
	sparse:     true,
	Extensions: []string{".csv", ".psv"},
	apart:      true,
	sniff:      isCSV,
	scan: func(v *view, yield func(*Scalar) bool) bool {
		return readCSV(v, csvStart(v.text, v.known, 0), yield)
	},
	cut:    func(text, known string) int { return csvCut(text, csvStart(text, known, 0), known) },
	header: func(text string) string { return csvHead(text, csvStart(text, "", 0)) },
}

// tsvFormat is the same with tabs, whatever else there is in it.
var tsvFormat = &Format{
	Name:       "tsv",
	sparse:     true,
	Extensions: []string{".tsv", ".tab"},
	apart:      true,
	scan: func(v *view, yield func(*Scalar) bool) bool {
		return readCSV(v, csvStart(v.text, v.known, '\t'), yield)
	},
	cut:    func(text, known string) int { return csvCut(text, csvStart(text, known, '\t'), known) },
	header: func(text string) string { return csvHead(text, csvStart(text, "", '\t')) },
}

// A csvTable is what is told of a table before its rows are read.
type csvTable struct {
	delimiter byte
	at        int      // where its first row begins
	names     int      // where the row begins that names the columns; -1: elsewhere
	labels    []string // what it says
}

// csvQuoted is the content of a field in quotes.
var csvQuoted = &style{
	step:  cloak.DoubledDocument,
	plain: func(content string) bool { return strings.IndexByte(content, '"') < 0 },
	unit: func(dst []byte, content string, i int) ([]byte, int) {
		if strings.HasPrefix(content[i:], `""`) {
			return append(dst, '"'), 2
		}
		return append(dst, content[i]), 1
	},
	encode: func(text string) string { return strings.ReplaceAll(text, `"`, `""`) },
}

// csvQuoting is what a field gets around it that a value without place in a bare one is
// moved to.
var csvQuoting = &quoting{style: csvQuoted, open: `"`, close: `"`}

// A csvField is one field of a row.
type csvField struct {
	cloak.Span      // of its content
	quoted     bool // the content stands in quotes
	open       bool // whose end is missing
	tail       int  // where what follows the quotes ends
	next       int  // where the next field begins
	last       bool // of its row
}

// readField reads the field at s[i].
func readField(s string, i int, delimiter byte) (f csvField) {
	f.Start = i
	if i < len(s) && s[i] == '"' {
		f.quoted, f.Start = true, i+1
		for i++; ; i += 2 {
			k := strings.IndexByte(s[i:], '"')
			if k < 0 {
				f.End, f.tail, f.next, f.open, f.last = len(s), len(s), len(s), true, true
				return f
			}
			if i += k; i+1 == len(s) || s[i+1] != '"' {
				break
			}
		}
		f.End = i
		i++
	}
	for i < len(s) && s[i] != delimiter && s[i] != '\n' && s[i] != '\r' {
		i++
	}
	f.tail = i
	if !f.quoted {
		f.End = i
	}
	switch {
	case i == len(s):
		f.next, f.last = i, true
	case s[i] == delimiter:
		f.next = i + 1
	default:
		f.next, f.last = i+1, true
		if s[i] == '\r' && i+1 < len(s) && s[i+1] == '\n' {
			f.next++
		}
	}
	return f
}

// A csvReader gives the fields of a table.
type csvReader struct {
	*view
	csvTable
	yield  func(*Scalar) bool
	column int
	head   bool   // the row at hand names the columns
	says   string // a field of the row that names what another one holds
	fits   func(string) bool
	bare   func(string) bool
	s      Scalar
}

// fits reports whether a stand-in may stand in a field without quotes. What would be a
// delimiter elsewhere may not either: by their number the delimiter of a table is told.
func (t csvTable) fits(standIn string) bool {
	return strings.IndexByte(standIn, t.delimiter) < 0 && !strings.ContainsAny(standIn, "\"\r\n"+csvDelimiters)
}

// readCSV gives the fields of v as strings. The first row names the columns, be it a
// header or not: a value names nothing, and whether it is one must not hang on what may be
// replaced.
func readCSV(v *view, t csvTable, yield func(*Scalar) bool) bool {
	r := csvReader{view: v, csvTable: t, yield: yield, fits: t.fits}
	r.bare = func(text string) bool {
		return !strings.HasPrefix(text, `"`) && strings.IndexByte(text, t.delimiter) < 0 && !strings.ContainsAny(text, "\r\n")
	}
	for i := t.at; i < len(v.text); {
		if r.column == 0 {
			r.head = i == t.names
		}
		f := readField(v.text, i, t.delimiter)
		if !r.field(f) {
			return false
		}
		i = f.next
		if r.column++; f.last {
			r.column, r.says = 0, ""
		}
	}
	return true
}

func (r *csvReader) field(f csvField) bool {
	label := r.label()
	x := (*style)(nil)
	if f.quoted {
		x = csvQuoted
	}
	switch {
	case f.Start < f.End:
		r.scalar(&r.s, f.Start, f.End, x)
		if !r.note(r.s.Text) {
			label = ""
		}
	case r.head:
		r.labels = append(r.labels, "")
	}
	kind := String
	if f.open { // what follows is not known to be one field
		kind, label = Text, ""
	}
	if f.Start < f.End && !r.give(kind, label, f.quoted, f.quoted || f.tail == f.End) {
		return false
	}
	if !f.quoted || f.open || f.End+1 >= f.tail {
		return true
	}
	r.scalar(&r.s, f.End+1, f.tail, nil) // "a" b
	return r.give(String, label, false, false)
}

// give gives r.s, which stands in quotes or not; all of the field is in it if whole.
func (r *csvReader) give(kind Kind, label string, quoted, whole bool) bool {
	r.s.Kind = kind
	if r.s.Label = label; label != "" {
		r.s.Of = cloak.Column
	}
	if kind == String && whole {
		if is, ok := r.nested(&r.s, "", label, nil, r.yield); is {
			return ok
		}
	}
	if !quoted {
		if r.s.fits = r.fits; whole {
			r.s.bare, r.s.quote = r.bare, csvQuoting
		}
	}
	r.look(&r.s)
	return r.yield(&r.s)
}

// label is that of the field at hand.
func (r *csvReader) label() string {
	if r.head || r.column >= len(r.labels) {
		return ""
	}
	label := r.labels[r.column]
	if r.says != "" && holds(label) {
		return r.says
	}
	return label
}

// note notes what a field says of others, and reports whether it may have a label.
func (r *csvReader) note(text string) bool {
	if r.head {
		r.labels = append(r.labels, csvLabel(text))
		return false
	}
	if r.column < len(r.labels) && names(r.labels[r.column]) {
		r.says = csvLabel(text)
	}
	return true
}

// csvLabel is what a field of the first row says of its column, "" for nothing: a value,
// as a row without names above it has them.
func csvLabel(text string) string {
	text = strings.TrimSpace(text)
	if text == "" || len(text) > longestLabel || isDigit(text[0]) || strings.ContainsAny(text, "@\n\r\"\\[]{}<>") {
		return ""
	}
	return strings.Clone(text)
}

// longestLabel is how many bytes a label has at the most.
const longestLabel = 80
