package format

import (
	"sort"
	"strconv"
	"strings"
)

// A columnKind tells what the values of a column are.
type columnKind byte

const (
	unknown columnKind = iota
	numbers
	others
)

type sqlColumn struct {
	name string
	kind columnKind
}

// Bounds of what is remembered of tables.
const (
	maxColumns = 2000
	maxTables  = 2000
	maxState   = 256 << 10 // bytes
)

// A sqlState is what the rest of a dump needs to know of what stands in front.
type sqlState struct {
	mysql   bool // a backslash escapes
	tables  map[string][]sqlColumn
	size    int         // of tables
	copying []sqlColumn // of the COPY whose lines follow; nil for none
}

// learn remembers the columns of a table.
func (x *sqlState) learn(c *sqlClause) {
	if c.table == "" || len(c.defs) == 0 {
		return
	}
	n := len(c.table)
	for _, d := range c.defs {
		n += len(d.name) + 2
	}
	if len(x.tables) == maxTables || x.size+n > maxState {
		return
	}
	if x.tables == nil {
		x.tables = map[string][]sqlColumn{}
	}
	x.tables[strings.Clone(c.table)] = c.defs
	x.size += n
}

// typed are columns with the kinds that the table has.
func (x *sqlState) typed(table string, columns []sqlColumn) []sqlColumn {
	defs := x.tables[table]
	if len(defs) == 0 {
		return columns
	}
	kinds := make(map[string]columnKind, len(defs))
	for _, d := range defs {
		kinds[strings.ToLower(d.name)] = d.kind
	}
	for i := range columns {
		columns[i].kind = kinds[strings.ToLower(columns[i].name)]
	}
	return columns
}

// sqlCarry is what parts need to know that follow text.
func sqlCarry(text, known string) string {
	r := newSQL(&view{text: text, known: known}, nil)
	r.read()
	return r.sqlState.String()
}

// String writes a state as newSQLState reads it.
func (x *sqlState) String() string {
	var b strings.Builder
	if x.mysql {
		b.WriteString("mysql\n")
	}
	line := func(what, name string, columns []sqlColumn) {
		b.WriteString(what + "\t" + name)
		for _, c := range columns {
			b.WriteString("\t" + strconv.Itoa(int(c.kind)) + c.name)
		}
		b.WriteByte('\n')
	}
	names := make([]string, 0, len(x.tables))
	for name := range x.tables {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		line("table", name, x.tables[name])
	}
	if x.copying != nil {
		line("copy", "", x.copying)
	}
	return b.String()
}

func newSQLState(known string) (x sqlState) {
	for line := range strings.Lines(known) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if fields[0] == "mysql" {
			x.mysql = true
			continue
		}
		if len(fields) < 2 {
			continue
		}
		columns := []sqlColumn{}
		for _, f := range fields[2:] {
			if f != "" {
				columns = append(columns, sqlColumn{name: f[1:], kind: columnKind(f[0] - '0')})
			}
		}
		if fields[0] == "copy" {
			x.copying = columns
		} else {
			x.learn(&sqlClause{table: fields[1], defs: columns})
		}
	}
	return x
}

// isSQL reports whether text is a dump or a script: behind comments it begins with a
// statement, and some line begins one that makes or fills a table.
func isSQL(text string) bool {
	r := newSQL(&view{text: text}, nil)
	i := r.skip(0)
	for i < len(text) && (text[i] == '\\' || text[i] == ';') { // \restrict of psql, a comment that is a statement
		if text[i] == '\\' {
			i = lineEndAt(text, i) - 1
		}
		i = r.skip(i + 1)
	}
	end := wordEnd(text, i)
	switch strings.ToUpper(text[i:min(end, i+8)]) {
	case "INSERT", "REPLACE", "COPY", "CREATE", "UPDATE", "DELETE", "ALTER", "DROP", "BEGIN", "SET", "USE", "PRAGMA", "START", "LOCK", "TRUNCATE":
	default:
		return false
	}
	for i < len(text) {
		end := wordEnd(text, i)
		switch strings.ToUpper(text[i:min(end, i+8)]) {
		case "INSERT", "REPLACE":
			if _, _, ok := r.inserts(end); ok {
				return true
			}
		case "CREATE":
			if _, _, ok := r.creates(end); ok {
				return true
			}
		case "COPY":
			if _, _, ok := r.copies(end); ok {
				return true
			}
		}
		i = lineEndAt(text, i) + 1
	}
	return false
}
