package cloak

import "strings"

// Passwords and tokens among the values of a statement of SQL, told by the names of its
// columns: INSERT INTO users (login, password) VALUES ('bo', 'x').

// maxInsert is how much of a statement is looked at, insertColumns how many columns.
const maxInsert, insertColumns = 16 << 10, 24

func insertDetectors() []Detector {
	words := []string{"insert into ", "replace into ", "insert ignore into "}
	return []Detector{{
		Name: "inserted_secret", Entity: Password, Class: KeyBound, Bits: 21,
		Pattern: `(?i)(?:insert|replace|insert ignore) into (?s:.*)`, anchor: anchorWord, words: words, scan: scanInsert, more: inserted, far: maxInsert,
		Authority: "SQL: ISO/IEC 9075-2, 14.11",
		Match: []string{
			"INSERT INTO users (login, password) VALUES ('bo', '«hunter22»');", "insert into `users` (`id`,`password`,`at`) values (7,'«8ca8784849e4cd481112ab66f7099783»',NOW())",
			"INSERT INTO app.keys(name, \"api_token\")\nVALUES (E'it''s', '«9Cnzj4p4WGeKLs1Pt8QuKUpR»')", "INSERT INTO t (a, passwd) VALUES (f('x, y'), N'«Zx81plq»'), ('b', NULL)",
		},
		NoMatch: []string{
			"INSERT INTO users (login, password) VALUES ($1, $2)", "INSERT INTO users (login, password) VALUES ('bo', NULL)", "INSERT INTO users (login, password) SELECT login, 'x1y2z3' FROM old", "INSERT INTO users VALUES ('bo', 'hunter22')",
			"INSERT INTO t (password_at, token_count) VALUES ('2026-11-30', '4096x')", "INSERT INTO users (login, password) VALUES (?, '?')", "INSERT INTO users (login, password) VALUES ('bo', '" + "${PW}" + "')",
		},
	}}
}

// scanInsert judges the words in front of a table's name.
func scanInsert(s string, i int) (site, bool) {
	var x site
	ok := false
	seen := inserted(s, i, func(y site) bool {
		x, ok = y, true
		return false
	})
	if !ok {
		x.seen = seen
	}
	return x, ok
}

// inserted gives the secrets of all rows of the statement at s[i], and how far it has
// looked.
func inserted(s string, i int, yield func(site) bool) (seen int) {
	limit := min(len(s), i+maxInsert)
	n := strings.IndexByte(s[i:min(limit, i+2*maxKey)], '(')
	if n < 0 {
		return i
	}
	var kinds [insertColumns]keyKind
	var names [insertColumns]Span
	count, j, any := 0, i+n+1, false
	for count < insertColumns {
		j = skipBlanks(s, j, "`\"[")
		start := j
		for j < limit && isWord(s[j]) {
			j++
		}
		if j == start {
			return j
		}
		names[count] = Span{start, j}
		switch k := classifyKey(s[start:j], true); k {
		case keyPassword, keyPass, keyPhrase, keyToken, keySecret, keyAWS:
			kinds[count], any = k, true
		}
		count++
		if j = skipBlanks(s, j, "`\"]"); at(s, j) != ',' {
			break
		}
		j++
	}
	if at(s, j) != ')' || !any {
		return j
	}
	j = skipBlanks(s, j+1, "")
	if j >= limit || !hasFold(s[j:], "values") {
		return j
	}
	j = skipBlanks(s, j+len("values"), "")
	for j < limit && s[j] == '(' { // row by row
		j++
		for column := range count {
			j = skipBlanks(s, j, "")
			if kinds[column] != keyNone {
				if x, ok := insertedValue(s, key{Span: names[column], kind: kinds[column], after: j}); ok && !yield(x) {
					return j
				}
			}
			end, by := nestedEnd(s, j, limit)
			if by == 0 || (by == ',') != (column < count-1) || by != ',' && by != ')' { // no row, or not one of these columns
				return end
			}
			j = end + 1
		}
		if j = skipBlanks(s, j, ""); at(s, j) != ',' {
			return j
		}
		j = skipBlanks(s, j+1, "")
	}
	return j
}

// insertedValue judges the text in quotes that begins behind k.
func insertedValue(s string, k key) (site, bool) {
	lit, ok := literalAt(s, k.after, false)
	if !ok || lit.quote != '\'' && lit.quote != '"' || lit.depth > 0 {
		return site{}, false
	}
	judge := judgePassword
	if k.kind == keyToken || k.kind == keySecret || k.kind == keyAWS {
		judge = judgeToken
	}
	x, ok := assigned(s, k, judge)
	return x, ok && !x.left && !x.weak && at(s, x.End) == lit.quote // and does not run into what is hidden
}
