package format

import (
	"strings"

	"github.com/seed-052fbf24/cloak/cloak"
)

// SQL: dumps of PostgreSQL, MySQL, SQLite, SQL Server and Oracle, and scripts. It is read
// token by token. The strings of a statement are values; what is between them is text, to
// the end of the statement. A part needs no beginning: what goes wrong in a statement ends
// with it.
var sqlFormat = &Format{
	Name:       "sql",
	sparse:     true,
	quote:      '\'',
	Extensions: []string{".sql", ".psql", ".mysql", ".pgsql", ".ddl", ".dml", ".dump"},
	sniff:      isSQL,
	scan:       func(v *view, yield func(*Scalar) bool) bool { return newSQL(v, yield).read() },
	cut:        sqlCut,
	carry:      sqlCarry,
}

// A sqlReader gives the scalars of a dump.
type sqlReader struct {
	*view
	yield func(*Scalar) bool // nil: nothing is given, the end of the last statement is looked for
	sqlState
	text  int // where text begins that was not given
	safe  int // the last place where a part may end
	hold  int // what stands in front of it tells how to read what is in front of that
	empty int // failed searches for an end
	open  bool
	stop  bool // yield wants no more
	s     Scalar
}

// maxMisses bounds how often the end of a quotation is looked for in vain: each goes
// through all of a document.
const maxMisses = 16

func newSQL(v *view, yield func(*Scalar) bool) *sqlReader {
	return &sqlReader{view: v, yield: yield, sqlState: newSQLState(v.known)}
}

// read gives all scalars, and reports whether to go on.
func (r *sqlReader) read() bool {
	i := 0
	if r.copying != nil {
		i = r.copied(0)
	}
	for i < len(r.view.text) && !r.stop {
		i = r.statement(i)
	}
	r.flush(len(r.view.text))
	return !r.stop
}

// sqlCut is where the last statement of text ends that is whole, or the last line of what
// is copied.
func sqlCut(text, known string) int {
	if strings.IndexByte(text, '\n') < 0 {
		return 0
	}
	r := newSQL(&view{text: text, known: known}, nil)
	r.read()
	return r.safe
}

// flush gives what stands in front of text[end] and was not given, if it says anything.
func (r *sqlReader) flush(end int) {
	start := r.text
	r.text = max(end, start)
	if r.yield == nil || r.stop || start >= end || !saysMore(r.view.text[start:end]) {
		return
	}
	r.scalar(&r.s, start, end, nil)
	r.give(Text, "")
}

// saysMore reports whether something may be in what stands between two strings: not in
// commas, nor in NULL.
func saysMore(s string) bool {
	for i := 0; i < len(s); {
		if !isWordAt(s, i) {
			i++
			continue
		}
		end := wordEnd(s, i)
		if w := s[i:end]; len(w) > 2 && !strings.EqualFold(w, "null") && !strings.EqualFold(w, "_binary") && !strings.EqualFold(w, "true") && !strings.EqualFold(w, "false") {
			return true
		}
		i = end
	}
	return false
}

func wordEnd(s string, i int) int {
	for isWordAt(s, i) {
		i++
	}
	return i
}

func (r *sqlReader) give(kind Kind, label string) {
	if label == "" {
		label = r.label
	}
	if r.s.Kind, r.s.Label = kind, label; label != "" {
		r.s.Of = cloak.Column
	}
	r.stop = !r.yield(&r.s)
}

// value gives what a literal says.
func (r *sqlReader) value(x sqlLiteral, label string) {
	if r.flush(x.Start); r.stop || r.yield == nil {
		r.text = max(x.End, r.text)
		return
	}
	if r.text = x.End; x.Len() == 0 {
		return
	}
	r.scalar(&r.s, x.Start, x.End, x.style)
	r.s.fits = x.fits
	if x.style == numberStyle {
		r.give(Number, label)
		return
	}
	if is, ok := r.nested(&r.s, "", label, nil, r.yield); is {
		r.stop = !ok
		return
	}
	r.give(String, label)
}

// A sqlLiteral is a string or a number.
type sqlLiteral struct {
	cloak.Span // of its content
	style      *style
	fits       func(string) bool
	next       int
}

// statement reads one that begins at text[i], with what is in front of it, and returns
// where the next one does.
func (r *sqlReader) statement(i int) int {
	s := r.view.text
	i = r.skip(i)
	end := wordEnd(s, i)
	switch w := s[i:end]; {
	case strings.EqualFold(w, "insert"), strings.EqualFold(w, "replace"):
		if columns, next, ok := r.inserts(end); ok {
			return r.clauses(r.rows(next, columns), sqlClause{})
		}
	case strings.EqualFold(w, "copy"):
		if columns, next, ok := r.copies(end); ok {
			r.flush(next)
			r.mark(next)
			r.copying = columns
			return r.copied(next)
		}
	case strings.EqualFold(w, "create"):
		if name, next, ok := r.creates(end); ok {
			return r.clauses(next, sqlClause{table: name})
		}
	}
	return r.clauses(max(end, i), sqlClause{})
}

// skip is behind blanks and comments.
func (r *sqlReader) skip(i int) int {
	s := r.view.text
	for i < len(s) {
		switch b := s[i]; {
		case b == ' ' || b == '\t' || b == '\n' || b == '\r':
			i++
		case b == '-' || b == '/' || b == '#':
			end := r.comment(i)
			if end == i {
				return i
			}
			i = end
		default:
			return i
		}
	}
	return i
}

// comment is where the comment ends that begins at text[i]; i if none does.
func (r *sqlReader) comment(i int) int {
	s := r.view.text
	switch {
	case strings.HasPrefix(s[i:], "--"), s[i] == '#' && (i == 0 || s[i-1] == '\n' || r.mysql):
		if strings.HasPrefix(s[i:], "-- MySQL dump") || strings.HasPrefix(s[i:], "-- MariaDB dump") {
			r.mysql = true
		}
		return lineEndAt(s, i)
	case strings.HasPrefix(s[i:], "/*") && r.empty < maxMisses:
		if k := strings.Index(s[i+2:], "*/"); k >= 0 {
			r.mysql = r.mysql || s[i+2] == '!' || strings.HasPrefix(s[i+2:], "M!")
			return i + 2 + k + 2
		}
		r.misses()
	}
	return i
}

// misses notes that an end was looked for in vain. More of the document may have it.
func (r *sqlReader) misses() {
	r.empty++
	if r.yield == nil {
		r.stop = true
	}
}

// lineEndAt is in front of the end of the line at s[i].
func lineEndAt(s string, i int) int {
	if k := strings.IndexByte(s[i:], '\n'); k >= 0 {
		return i + k
	}
	return len(s)
}

// ends notes that a statement ends in front of text[i], if a line does too, and returns
// where the next one may begin.
func (r *sqlReader) ends(i int) int {
	s := r.view.text
	j := i
	for j < len(s) && (s[j] == ' ' || s[j] == '\t' || s[j] == '\r') {
		j++
	}
	if j < len(s) && s[j] == '\n' {
		r.flush(j + 1)
		r.mark(j + 1)
		return j + 1
	}
	return i
}

// mark notes that a part may end at text[i].
func (r *sqlReader) mark(i int) {
	if !r.stop && i > r.hold {
		r.safe = i
	}
}
