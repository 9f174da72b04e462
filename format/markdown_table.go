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

// readTables gives the cells of the tables in v, a stretch of a page.
func readTables(v *view, yield func(*Scalar) bool) bool {
	var open fence
	before := -1 // where the line in front begins
	for i := 0; i < len(v.text); {
		end, next := mailLine(v.text, i)
		line := v.text[i:end]
		x, is := fenceAt(line)
		switch {
		case is && open.closes(line):
			open = fence{}
		case is && open.count == 0:
			open = x
		case open.count == 0 && before >= 0 && isTableRule(line):
			t := mdTable{head: before, rows: next, end: tableEnd(v.text, next)}
			if !tableCells(v, t, yield) {
				return false
			}
			before, i = -1, t.end
			continue
		}
		before, i = i, next
	}
	return true
}

// tableCells gives the cells of a table in v, each with its column as label.
func tableCells(v *view, t mdTable, yield func(*Scalar) bool) bool {
	const most = 200 // columns that have a label
	end, _ := mailLine(v.text, t.head)
	line := v.text[t.head:end]
	var labels []string
	cells(line, func(column int, x cloak.Span) bool {
		if x.Len() > 0 {
			labels = append(labels, strings.Trim(line[x.Start:x.End], "*_` "))
		} else {
			labels = append(labels, "")
		}
		return column < most
	})
	var s Scalar
	for i := t.rows; i < t.end; {
		end, next := mailLine(v.text, i)
		ok := true
		cells(v.text[i:end], func(column int, x cloak.Span) bool {
			if column >= len(labels) {
				return false
			}
			if x.Len() <= 0 || labels[column] == "" {
				return true
			}
			v.scalar(&s, i+x.Start, i+x.End, nil)
			s.Kind, s.Label, s.Of = String, labels[column], cloak.Column
			ok = yield(&s)
			return ok
		})
		if !ok {
			return false
		}
		i = next
	}
	return true
}
