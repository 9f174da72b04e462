package format

import "strings"

// csvDelimiters are those that are looked for. Where two could be, the first is: a tab or
// a bar is seldom part of a value, a comma often is.
const csvDelimiters = "\t|;,"

// csvSample is how many rows tell the delimiter.
const csvSample = 8

// csvStart reads what tells of a table: known is csvHead of one whose part text is. A
// delimiter that is not 0 is sure.
func csvStart(text, known string, delimiter byte) (t csvTable) {
	if d, n := csvSep(known); d != 0 {
		t.delimiter, t.names = d, -1
		for i := n; i < len(known); {
			f := readField(known, i, d)
			name := known[f.Start:f.End]
			if f.quoted {
				name = strings.ReplaceAll(name, `""`, `"`)
			}
			t.labels = append(t.labels, csvLabel(name))
			if i = f.next; f.last {
				break
			}
		}
		return t
	}
	const mark = "\ufeff"
	if strings.HasPrefix(text, mark) {
		t.at = len(mark)
	}
	d, n := csvSep(text[t.at:])
	switch t.at += n; {
	case d != 0:
		t.delimiter = d
	case delimiter != 0:
		t.delimiter = delimiter
	default:
		t.delimiter = csvDelimiter(text[t.at:])
	}
	t.names = csvNamesAt(text, t)
	return t
}

// csvNamesAt is where the first row begins that has more than one field, for a title may
// stand in front, or else the first that has any.
func csvNamesAt(text string, t csvTable) int {
	first := -1
	for i, rows := t.at, 0; i < len(text) && rows < csvSample; {
		n, next, blank := csvRow(text, i, t.delimiter)
		if n > 1 {
			return i
		}
		if !blank {
			if rows++; first < 0 {
				first = i
			}
		}
		i = next
	}
	return first
}

// csvSigns are what a line may name as delimiter: no stand-in, which may be in hex or a
// reference of HTML, has one but those that [csvReader] refuses.
const csvSigns = csvDelimiters + ":^~!$*"

// csvSep reads the line in front of a table that tells its delimiter, as spreadsheets have
// it, and how long it is.
func csvSep(s string) (delimiter byte, n int) {
	const sep = "sep="
	if len(s) <= len(sep) || !strings.EqualFold(s[:len(sep)], sep) || strings.IndexByte(csvSigns, s[len(sep)]) < 0 {
		return 0, 0
	}
	switch n = len(sep) + 1; {
	case n == len(s):
	case s[n] == '\n':
		n++
	case s[n] == '\r' && n+1 < len(s) && s[n+1] == '\n':
		n += 2
	default:
		return 0, 0
	}
	return s[len(sep)], n
}

// csvDelimiter is the one that each of the first rows has most of, or else the most of
// them have; what stands in quotes does not count. It is the same once values are
// replaced: they hold none of it, and no stand-in brings others.
func csvDelimiter(text string) byte {
	delimiter, most := byte(','), 0
	for k := range len(csvDelimiters) {
		d := csvDelimiters[k]
		least, having := -1, 0
		for i, rows := 0, 0; i < len(text) && rows < csvSample; {
			n, next, blank := csvRow(text, i, d)
			if i = next; blank {
				continue
			}
			if rows++; least < 0 || n-1 < least {
				least = n - 1
			}
			if n > 1 {
				having++
			}
		}
		if score := least*(csvSample+1) + having; score > most {
			delimiter, most = d, score
		}
	}
	return delimiter
}

// csvRow is how many fields the row at text[i] has, and where the next one begins. A blank
// one has nothing at all.
func csvRow(text string, i int, delimiter byte) (n, next int, blank bool) {
	begin := i
	for {
		f := readField(text, i, delimiter)
		n++
		if i = f.next; f.last {
			return n, i, n == 1 && !f.quoted && f.tail == begin
		}
	}
}

// csvHead is what parts of a table need to know: its delimiter and the names of columns.
func csvHead(text string, t csvTable) string {
	head := "sep=" + string(rune(t.delimiter)) + "\n"
	if t.names < 0 {
		return head
	}
	_, next, _ := csvRow(text, t.names, t.delimiter)
	return head + text[t.names:next]
}

// csvCut is where the last row ends that is whole. Of a beginning as many rows are needed
// as tell the delimiter.
func csvCut(text string, t csvTable, known string) (end int) {
	rows := 0
	for i := t.at; i < len(text); {
		_, next, blank := csvRow(text, i, t.delimiter)
		if next == len(text) && text[next-1] != '\n' || csvOpen(text[i:next], t.delimiter) {
			break
		}
		if i, end = next, next; !blank {
			rows++
		}
	}
	if known == "" && rows < csvSample {
		return 0
	}
	return end
}

// csvOpen reports whether a quote that begins in a row does not end.
func csvOpen(row string, delimiter byte) bool {
	for i := 0; i < len(row); {
		f := readField(row, i, delimiter)
		if f.open {
			return true
		}
		i = f.next
	}
	return false
}

// isCSV reports whether text is a table by its look: three rows at the least, all with
// the same number of fields, the first of which are names for the most part. Commas have
// to be two to a row: one is in many a line.
func isCSV(text string) bool {
	whole := len(text) <= headLen
	if !whole {
		text = text[:headLen]
	}
	t := csvStart(text, "", 0)
	fields, rows := 0, 0
	for i := t.at; i < len(text) && rows < 100; {
		n, next, blank := csvRow(text, i, t.delimiter)
		switch {
		case next == len(text) && !whole:
			return rows >= 3
		case blank: // tables have no paragraphs
			return rows >= 3 && whole && strings.TrimSpace(text[i:]) == ""
		case rows == 0:
			if fields = n; n < 2 || n < 3 && t.delimiter == ',' || !csvNames(text[i:next], n, t.delimiter) {
				return false
			}
		case n != fields:
			return false
		}
		i = next
		rows++
	}
	return rows >= 3
}

// csvNames reports whether the fields of a row are names of columns: most of them words,
// none with a blank at either end, none the same as another.
func csvNames(row string, n int, delimiter byte) bool {
	words := 0
	seen := make(map[string]bool, n)
	for i := 0; i < len(row); {
		f := readField(row, i, delimiter)
		name := row[f.Start:f.End]
		if name == "" || seen[name] || name != strings.TrimSpace(name) || f.quoted && f.tail > f.End+1 {
			return false
		}
		seen[name] = true
		if isName(name) {
			words++
		}
		if i = f.next; f.last {
			break
		}
	}
	return 2*words > n
}

// isName reports whether s is a word or a few, as names of columns are.
func isName(s string) bool {
	if len(s) > 40 || isDigit(s[0]) || !isWordAt(s, 0) {
		return false
	}
	spaces := 0
	for i := range len(s) {
		if s[i] == ' ' {
			spaces++
		}
		if !isWordAt(s, i) && strings.IndexByte(" -./#%()", s[i]) < 0 {
			return false
		}
	}
	return spaces <= 3 && strings.Count(s, "(") == strings.Count(s, ")")
}
