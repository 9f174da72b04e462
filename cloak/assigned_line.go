package cloak

// Values that do not stand on the line of their key: YAML's block scalars and values
// on the next line, and cells of a table.

// ownLine judges the value of k on the line where k.after is, of which it is all.
func ownLine(s string, k key, judge func(candidate) verdict) (site, bool) {
	lit, ok := literalAt(s, k.after, false)
	if !ok {
		return site{}, false
	}
	x, ok := assigned(s, k, judge)
	if !ok || x.weak {
		return site{}, false
	}
	end := x.End
	if lit.quote != 0 {
		end++
	}
	if b := at(s, end); end < len(s) && b != '\n' && b != '\r' {
		return site{}, false
	}
	return x, true
}

// nextLine judges the value of the key k, whose ':' is at s[i], on the line behind it:
// one indented word without blanks, and no key of its own. A hidden part of it makes
// it no value, so that replacing something there brings no new one to light.
func nextLine(s string, i int, k key, judge func(candidate) verdict) (site, bool) {
	if s[i] != ':' || k.blank || !beginsLine(s, k) {
		return site{}, false
	}
	j := i + 1
	for n := 0; n < maxBlank && at(s, j) == ' '; n++ {
		j++
	}
	block := at(s, j) == '|' || at(s, j) == '>'
	if block {
		if j++; at(s, j) == '-' || at(s, j) == '+' || isDigit(at(s, j)) {
			j++
		}
	}
	if at(s, j) == '\r' {
		j++
	}
	if at(s, j) != '\n' {
		return site{}, false
	}
	j++
	start := j
	for j-start < maxKey && at(s, j) == ' ' {
		j++
	}
	if b := at(s, j); j == start || b == '-' || b == '#' || b == '[' || b == '{' || b == '<' {
		return site{}, false
	}
	end := j
	for end < len(s) && end-j < judged && !isSpace(s[end]) && s[end] != 0 {
		if (s[end] == ':' || s[end] == '=') && (isSpace(at(s, end+1)) || end+1 == len(s)) {
			return site{}, false // a key
		}
		end++
	}
	if b := at(s, end); end-j == judged || end < len(s) && b != '\n' && b != '\r' {
		return site{}, false
	}
	v := Span{j, end}
	if !block {
		v = unquoted(s, v)
	}
	if text := s[v.Start:v.End]; plainWord(text) && !block || isReference(text) || !block && v.Len() == end-j && !isMixed(text) {
		return site{}, false
	}
	x, ok := judgeSpan(s, k, v, judge)
	return x, ok && !x.weak
}

// beginsLine reports whether k is the first thing on its line, a '-' apart.
func beginsLine(s string, k key) bool {
	i := k.Start
	if isQuote(at(s, i-1)) {
		i--
	}
	for n := 0; n < maxKey && (at(s, i-1) == ' ' || at(s, i-1) == '-'); n++ {
		i--
	}
	return i == 0 || s[i-1] == '\n'
}

// maxCell bounds the marks and blanks around what stands in a cell.
const maxCell = 24

// inCell reports whether k is all of a cell of a table: | name |.
func inCell(s string, k key) bool {
	j := cellGap(s, k.End)
	if at(s, j) != '|' {
		return false
	}
	i := k.Start
	for n := 0; n < maxCell && isCellMark(at(s, i-1)); n++ {
		i--
	}
	return at(s, i-1) == '|'
}

func isCellMark(b byte) bool { return b == ' ' || b == '*' || b == '`' || b == '_' }

func cellGap(s string, i int) int {
	for n := 0; n < maxCell && isCellMark(at(s, i)); n++ {
		i++
	}
	return i
}

// cell judges the cell behind that of k, or the one behind that if it holds a type.
func cell(s string, k key, judge func(candidate) verdict) (site, bool) {
	i := cellGap(s, k.End)
	for range 2 {
		if at(s, i) != '|' {
			return site{}, false
		}
		start := cellGap(s, i+1)
		end := start
		for end < len(s) && end-start < judged && s[end] != '|' && s[end] != '\n' && s[end] != 0 {
			end++
		}
		if at(s, end) != '|' {
			return site{}, false
		}
		i = end
		for end > start && isCellMark(s[end-1]) {
			end--
		}
		v := s[start:end]
		if isNotValue(v) {
			continue
		}
		if end == start || !isMixed(v) && !isKeyMaterial(v) || hasSpace(v) {
			return site{}, false
		}
		k.env = false
		return judgeSpan(s, k, Span{start, end}, judge)
	}
	return site{}, false
}

func hasSpace(v string) bool {
	for i := range len(v) {
		if isSpace(v[i]) {
			return true
		}
	}
	return false
}
