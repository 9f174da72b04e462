package format

import "strings"

// rows reads rows of values from text[i] on, and returns where they end.
func (r *sqlReader) rows(i int, columns []sqlColumn) int {
	s := r.view.text
	for !r.stop {
		if i = r.skip(i); i >= len(s) || s[i] != '(' {
			return i
		}
		var whole bool
		if i, whole = r.row(i+1, columns); !whole {
			return i
		}
		if i = r.skip(i); i >= len(s) || s[i] != ',' {
			return i
		}
		i++
	}
	return i
}

// row reads one behind its parenthesis, and reports whether it is whole.
func (r *sqlReader) row(i int, columns []sqlColumn) (next int, whole bool) {
	s := r.view.text
	column, depth := 0, 1
	label := func() string {
		if column < len(columns) {
			return columns[column].name
		}
		return ""
	}
	for i < len(s) && !r.stop {
		switch b := s[i]; {
		case b == '\'' || b == '"' || b == '$':
			x, ok := r.literal(i, i)
			if i = x.next; ok {
				r.value(x, label())
			}
		case b == '-' || b == '/' || b == '#':
			end := r.comment(i)
			if end > i {
				i = end
				break
			}
			if i++; b == '-' && i < len(s) && isDigit(s[i]) { // its sign is not a number's to give away
				x, _ := r.number(i)
				i = x.next
			}
		case isDigit(b):
			x, ok := r.number(i)
			if ok {
				r.value(x, label())
			}
			i = x.next
		case isWordAt(s, i):
			end := wordEnd(s, i)
			if end == len(s) || s[end] != '\'' {
				i = end
				break
			}
			x, ok := r.literal(i, end)
			if i = x.next; ok {
				r.value(x, label())
			}
		case b == '(':
			depth++
			i++
		case b == ')':
			i++
			if depth--; depth == 0 {
				return i, true
			}
		case b == ',':
			if depth == 1 {
				column++
			}
			i++
		case b == ';' || b == '\n' && beginsStatement(s, i+1): // it was no row
			return i, false
		default:
			i++
		}
	}
	return i, false
}

// number reads the one at text[i]. What only begins as one is none, and ends behind it.
func (r *sqlReader) number(i int) (x sqlLiteral, ok bool) {
	s := r.view.text
	end := numberEnd(s, i)
	if x.next = end; end > i {
		k := end
		for k < len(s) && (s[k] == ' ' || s[k] == '\t' || s[k] == '\r' || s[k] == '\n') {
			k++
		}
		if k == len(s) || strings.IndexByte(",);:", s[k]) >= 0 || k > end && isLetter(s[k]) {
			if x.style = numberStyle; isFraction(s[i:end]) && strings.TrimRight(s[i:end], "0") != s[i:i+digits(s, i)]+"." {
				x.Start, x.End = i, end // it may be a place
				return x, true
			}
			x.Start, x.End = i, i+digits(s, i)
			return x, x.End == end || strings.Trim(s[x.End+1:end], "0") == ""
		}
	}
	for x.next = max(x.next, i+1); isWordAt(s, x.next) || x.next < len(s) && s[x.next] == '.'; x.next++ {
	}
	return x, false
}

func isLetter(b byte) bool { return 'a' <= b|0x20 && b|0x20 <= 'z' }

// copies reads what stands behind COPY, to the end of its line: t (a, b) FROM stdin;
func (r *sqlReader) copies(i int) (columns []sqlColumn, next int, ok bool) {
	s := r.view.text
	name, i, ok := r.name(r.skip(i))
	if !ok {
		return nil, i, false
	}
	i = r.skip(i)
	columns = r.tables[name]
	if named, k, is := r.columns(i); is {
		columns, i = r.typed(name, named), r.skip(k)
	}
	for _, w := range [...]string{"from", "stdin"} {
		if i, ok = r.keyword(i, w); !ok {
			return nil, i, false
		}
	}
	end := lineEndAt(s, i)
	line := strings.TrimSpace(s[i:end])
	if !strings.HasSuffix(line, ";") || end == len(s) || strings.Contains(strings.ToLower(line), "csv") || strings.Contains(strings.ToLower(line), "delimiter") {
		return nil, i, false
	}
	if columns == nil {
		columns = []sqlColumn{}
	}
	return columns, end + 1, true
}

// copied reads the lines of a COPY, and returns where what follows it begins.
func (r *sqlReader) copied(i int) int {
	s := r.view.text
	for i < len(s) && !r.stop {
		end := lineEndAt(s, i)
		line := end
		if line > i && s[line-1] == '\r' {
			line--
		}
		if s[i:line] == `\.` {
			r.copying = nil
			if r.text = line; end < len(s) {
				r.text = end + 1
				r.mark(end + 1)
			}
			return r.text
		}
		for column, at := 0, i; at <= line && !r.stop; column++ {
			stop := line
			if k := strings.IndexByte(s[at:line], '\t'); k >= 0 {
				stop = at + k
			}
			r.copiedField(at, stop, column)
			at = stop + 1
		}
		if r.text = line; end == len(s) {
			return end
		}
		i = end + 1
		r.text = i
		r.mark(i)
	}
	return i
}

func (r *sqlReader) copiedField(start, end, column int) {
	s := r.view.text
	r.text = start
	if start == end || s[start:end] == `\N` {
		return
	}
	x := sqlLiteral{style: copyStyle, fits: fitsCopy}
	x.Start, x.End = start, end
	label, kind := "", unknown
	if column < len(r.copying) {
		label, kind = r.copying[column].name, r.copying[column].kind
	}
	if kind != others && numberEnd(s[start:end], 0) == end-start {
		x.style, x.fits = numberStyle, nil
	}
	r.value(x, label)
}
