package format

import (
	"strings"

	"github.com/seed-052fbf24/cloak/cloak"
)

// An mdTable is where a table stands: GitHub Flavored Markdown 0.29 section 4.10.
type mdTable struct {
	head, rows, end int // its first line, its first row, and what is behind
}

// isTableRule reports whether a line is what stands below the header of a table.
func isTableRule(line string) bool {
	const longest = 4000
	return len(line) <= longest && strings.IndexByte(line, '-') >= 0 && strings.IndexByte(line, '|') >= 0 && strings.Trim(line, "|-: \t>") == ""
}

// tableEnd is where the rows end that begin at s[i].
func tableEnd(s string, i int) int {
	for i < len(s) {
		end, next := mailLine(s, i)
		if line := s[i:end]; strings.Trim(line, "> \t") == "" || isFence(line) {
			return i
		}
		i = next
	}
	return i
}

func isFence(line string) bool {
	_, ok := fenceAt(line)
	return ok
}

// cellStyle is a cell in which a pipe is escaped, and no line ends.
var cellStyle = &style{
	step:  cloak.CodeDocument,
	plain: func(s string) bool { return !strings.Contains(s, `\|`) },
	unit: func(dst []byte, s string, i int) ([]byte, int) {
		if strings.HasPrefix(s[i:], `\|`) {
			return append(dst, '|'), 2
		}
		return append(dst, s[i]), 1
	},
	encode: func(text string) string { return cellEscapes.Replace(text) },
}

var cellEscapes = strings.NewReplacer("|", `\|`, "\r\n", "<br>", "\n", "<br>")

// cells are the parts of a line of a table that pipes end, without blanks and marks of
// emphasis around them.
func cells(line string, yield func(column int, x cloak.Span) bool) {
	column := 0
	for i := 0; i <= len(line); {
		end := i
		for end < len(line) && line[end] != '|' {
			if line[end] == '\\' && end+1 < len(line) {
				end++
			}
			end++
		}
		x := cloak.Span{Start: i, End: end}
		for x.Start < x.End && (line[x.Start] == ' ' || line[x.Start] == '\t') {
			x.Start++
		}
		for x.Start < x.End && (line[x.End-1] == ' ' || line[x.End-1] == '\t') {
			x.End--
		}
		for x.Len() >= 3 && line[x.Start] == line[x.End-1] && strings.IndexByte("*`", line[x.Start]) >= 0 {
			x.Start++
			x.End--
		}
		if !yield(column, x) {
			return
		}
		column++
		i = end + 1
	}
}

// rows gives the cells of a table, each with its column as label.
func (r *markdownReader) rows(t mdTable) bool {
	const most = 200 // columns that have a label
	end, _ := mailLine(r.text, t.head)
	line := r.text[t.head:end]
	var labels []string
	for column, x := range func(yield func(int, cloak.Span) bool) { cells(line, yield) } {
		if column < most {
			labels = append(labels, strings.Trim(line[x.Start:x.End], "*_` "))
		}
	}
	for i := t.rows; i < t.end; {
		end, next := mailLine(r.text, i)
		for column, x := range func(yield func(int, cloak.Span) bool) { cells(r.text[i:end], yield) } {
			if x.Len() <= 0 {
				continue
			}
			r.scalar(&r.s, i+x.Start, i+x.End, cellStyle)
			r.s.Kind = String
			if column < len(labels) && labels[column] != "" {
				r.s.Label, r.s.Of = labels[column], cloak.Column
			}
			r.s.fits = func(standIn string) bool { return !strings.ContainsAny(standIn, "\r\n") }
			if !r.yield(&r.s) {
				return false
			}
		}
		i = next
	}
	return true
}
