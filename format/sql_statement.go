package format

import "strings"

// A sqlClause is what is known of a place in a statement that has no rows: which column
// or option the next value is of.
type sqlClause struct {
	table string // that is created, "" for none
	defs  []sqlColumn
	item  int // of a definition: 0 where a name is expected, 1 a type, 2 neither

	word       string // the last one
	bound      string // what a sign has bound the next value to
	at         int    // how deep the sign stands
	depth      int    // of parentheses
	identified bool
}

// clauses reads on to the end of the statement: its semicolon, or a line that begins
// another one.
func (r *sqlReader) clauses(i int, c sqlClause) int {
	s := r.view.text
	for i < len(s) && !r.stop {
		switch b := s[i]; {
		case b == ';':
			r.learn(&c)
			return r.ends(i + 1)
		case b == '\n':
			if i++; beginsStatement(s, i) {
				r.learn(&c)
				r.flush(i)
				r.mark(i)
				return i
			}
		case b == ' ' || b == '\t' || b == '\r' || b == '.':
			i++
		case b == '-' || b == '/' || b == '#':
			i = max(r.comment(i), i+1)
		case b == '\'' || b == '"' && r.mysql:
			i = r.bounded(i, i, &c)
		case b == '"' || b == '`' || b == '[':
			i = r.identifier(i, &c)
		case b == '(':
			c.depth++
			if c.item = 2; c.depth == 1 {
				c.item = 0
			}
			i++
		case b == ')':
			c.depth--
			i++
		case b == ',':
			if c.depth == 1 {
				c.item = 0
			}
			c.word = ""
			if c.depth <= c.at {
				c.bound = ""
			}
			i++
		case isDigit(b):
			x, ok := r.number(i)
			if ok && c.bound != "" && followsSign(s, i) {
				r.value(x, c.bound)
			}
			i = x.next
		case isWordAt(s, i):
			end := wordEnd(s, i)
			if end < len(s) && s[end] == '\'' {
				i = r.bounded(i, end, &c)
				break
			}
			c.says(s[i:end], false)
			i = end
		default:
			if strings.IndexByte("=<>!~", b) >= 0 {
				c.signed()
			}
			i++
		}
	}
	r.learn(&c)
	return i
}

// signed binds the next value to the last name.
func (c *sqlClause) signed() {
	if c.word != "" {
		c.bound, c.at, c.word = c.word, c.depth, ""
	}
}

// label is that of a value here.
func (c *sqlClause) label() string {
	if c.bound != "" {
		return c.bound
	}
	return c.word
}

// says takes in a word, or a name in quotes.
func (c *sqlClause) says(w string, quoted bool) {
	if c.table != "" && c.depth == 1 && c.item < 2 {
		c.define(w, quoted)
	}
	if quoted {
		c.word = w
		return
	}
	switch strings.ToUpper(w[:min(len(w), 16)]) {
	case "AND", "OR", "WHERE", "SET", "ON", "WHEN", "THEN", "ELSE", "VALUES", "FROM", "SELECT", "RETURNING":
		if c.depth <= c.at {
			c.bound = ""
		}
		c.word = ""
		return
	case "LIKE", "ILIKE", "IN", "IS", "BETWEEN", "REGEXP", "RLIKE", "SIMILAR":
		c.signed()
		return
	case "NOT", "ANY", "ALL", "AS", "TO", "WITH", "ENCRYPTED", "BINARY", "DEFAULT", "NULL":
		return
	case "IDENTIFIED":
		c.identified = true
		return
	case "BY":
		if c.identified {
			c.bound, c.at = "password", c.depth
		}
		return
	}
	c.word = w
}

// define takes in a word of a column's definition.
func (c *sqlClause) define(w string, quoted bool) {
	if c.item++; c.item == 1 {
		if !quoted && noColumn(w) {
			c.item = 2
			return
		}
		if len(c.defs) < maxColumns {
			c.defs = append(c.defs, sqlColumn{name: strings.Clone(w)})
			return
		}
		c.item = 2
		return
	}
	c.defs[len(c.defs)-1].kind = typeOf(w)
}

// noColumn reports whether a definition that begins with w is of no column.
func noColumn(w string) bool {
	switch strings.ToUpper(w) {
	case "PRIMARY", "KEY", "UNIQUE", "CONSTRAINT", "CHECK", "FOREIGN", "INDEX", "FULLTEXT", "SPATIAL", "EXCLUDE", "LIKE", "PERIOD":
		return true
	}
	return false
}

// typeOf tells whether the values of a type are numbers.
func typeOf(w string) columnKind {
	w = strings.ToLower(w)
	for _, x := range [...]string{"int", "bigint", "smallint", "tinyint", "mediumint", "serial", "bigserial", "numeric", "decimal", "number", "real", "double", "float"} {
		if strings.HasPrefix(w, x) {
			return numbers
		}
	}
	return others
}

// bounded reads the string whose quote is at text[quote], with its prefix.
func (r *sqlReader) bounded(i, quote int, c *sqlClause) int {
	x, ok := r.literal(i, quote)
	if !ok {
		return x.next
	}
	r.value(x, c.label())
	if c.word = ""; c.depth <= c.at {
		c.bound = ""
	}
	return x.next
}

// identifier reads a name in quotes, which stands on one line.
func (r *sqlReader) identifier(i int, c *sqlClause) int {
	name, next, ok := identifierAt(r.view.text, i)
	if !ok {
		return i + 1
	}
	if r.view.text[i] == '`' {
		r.mysql = true
	}
	if namesNothing(name) {
		name = ""
	}
	c.says(name, true)
	return next
}

// namesNothing reports whether a name may be what a token has in its brackets: it names nothing.
func namesNothing(name string) bool {
	k := strings.LastIndexByte(name, '_')
	return k > 0 && strings.Trim(name[k+1:], "0123456789.") == "" && strings.ToUpper(name[:k]) == name[:k]
}

// followsSign reports whether a sign, or what opens or goes on with a list, stands in front
// of s[i].
func followsSign(s string, i int) bool {
	for i > 0 && (s[i-1] == ' ' || s[i-1] == '\t' || s[i-1] == '\n' || s[i-1] == '\r') {
		i--
	}
	return i > 0 && strings.IndexByte("=<>(,", s[i-1]) >= 0
}

// maxIdentifier is how long a name may be, in bytes.
const maxIdentifier = 256

// identifierAt reads a name at s[i], which may be in quotes.
func identifierAt(s string, i int) (name string, next int, ok bool) {
	if i >= len(s) {
		return "", i, false
	}
	end := s[i]
	switch end {
	case '[':
		end = ']'
	case '"', '`':
	default:
		next = wordEnd(s, i)
		return s[i:next], next, next > i && next-i <= maxIdentifier
	}
	k := strings.IndexByte(s[i+1:min(len(s), i+maxIdentifier)], end)
	if k <= 0 || strings.ContainsAny(s[i+1:i+1+k], "\n'") {
		return "", i, false
	}
	return s[i+1 : i+1+k], i + k + 2, true
}

// beginsStatement reports whether a statement that has values begins at s[i], at the
// beginning of a line.
func beginsStatement(s string, i int) bool {
	end := wordEnd(s, i)
	switch strings.ToUpper(s[i:min(end, i+8)]) {
	case "INSERT", "REPLACE", "COPY", "CREATE", "UPDATE", "DELETE", "ALTER", "DROP", "GRANT", "GO":
		return end < len(s) && (s[end] == ' ' || s[end] == '\n' || s[end] == '\r' || s[end] == '\t')
	}
	return false
}

// name reads a name with the names of what it is in, and is its last part, in lower case.
func (r *sqlReader) name(i int) (name string, next int, ok bool) {
	s := r.view.text
	next = i
	for {
		part, end, is := identifierAt(s, next)
		if !is {
			return "", i, false
		}
		if s[next] == '`' {
			r.mysql = true
		}
		name, next = part, end
		if next >= len(s) || s[next] != '.' {
			return strings.ToLower(name), next, true
		}
		next++
		for next < len(s) && s[next] == '.' { // db..table
			next++
		}
	}
}

// keyword reports whether w stands at text[i], and where what follows does.
func (r *sqlReader) keyword(i int, w string) (next int, ok bool) {
	s := r.view.text
	if end := i + len(w); end <= len(s) && strings.EqualFold(s[i:end], w) && !isWordAt(s, end) {
		return r.skip(end), true
	}
	return i, false
}

// inserts reads what stands behind INSERT, up to its rows.
func (r *sqlReader) inserts(i int) (columns []sqlColumn, next int, ok bool) {
	i = r.skip(i)
	for words := 0; ; words++ { // LOW_PRIORITY IGNORE, OR REPLACE
		if k, is := r.keyword(i, "into"); is {
			i = k
			break
		}
		end := wordEnd(r.view.text, i)
		if end == i || words == 4 {
			return nil, i, false
		}
		if i = r.skip(end); words > 0 || !strings.EqualFold(r.view.text[end-1:end], "t") {
			continue
		}
	}
	if k, is := r.keyword(i, "table"); is {
		i = k
	}
	name, i, ok := r.name(i)
	if !ok {
		return nil, i, false
	}
	i = r.skip(i)
	named, k, isList := r.columns(i)
	if columns = r.tables[name]; isList {
		columns, i = r.typed(name, named), r.skip(k)
	}
	for range 6 { // OVERRIDING SYSTEM VALUE, AS new, OUTPUT inserted.id
		for _, w := range [...]string{"values", "value"} {
			if k, is := r.keyword(i, w); is && k < len(r.view.text) && r.view.text[k] == '(' {
				return columns, k, true
			}
		}
		_, end, is := identifierAt(r.view.text, i)
		if !is {
			break
		}
		if i = end; i < len(r.view.text) && r.view.text[i] == '.' {
			i++
		} else {
			i = r.skip(i)
		}
	}
	return nil, i, false
}

// columns reads a list of names in parentheses.
func (r *sqlReader) columns(i int) (columns []sqlColumn, next int, ok bool) {
	s := r.view.text
	if i >= len(s) || s[i] != '(' {
		return nil, i, false
	}
	for {
		i = r.skip(i + 1)
		name, end, is := identifierAt(s, i)
		if !is || len(columns) == maxColumns {
			return nil, i, false
		}
		if s[i] == '`' {
			r.mysql = true
		}
		columns = append(columns, sqlColumn{name: name})
		i = r.skip(end)
		switch {
		case i == len(s):
			return nil, i, false
		case s[i] == ')':
			return columns, i + 1, true
		case s[i] != ',':
			return nil, i, false
		}
	}
}

// creates reads what stands behind CREATE, up to the definitions of a table.
func (r *sqlReader) creates(i int) (name string, next int, ok bool) {
	i = r.skip(i)
	for words := 0; ; words++ { // GLOBAL TEMPORARY
		if k, is := r.keyword(i, "table"); is {
			i = k
			break
		}
		end := wordEnd(r.view.text, i)
		if end == i || words == 4 {
			return "", i, false
		}
		i = r.skip(end)
	}
	for _, w := range [...]string{"if", "not", "exists"} {
		i, _ = r.keyword(i, w)
	}
	name, i, ok = r.name(i)
	if !ok {
		return "", i, false
	}
	i = r.skip(i)
	return name, i, i < len(r.view.text) && r.view.text[i] == '('
}
