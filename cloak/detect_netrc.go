package cloak

import "strings"

// Passwords in files whose fields have places, not names, or names without marks:
// .netrc and .pgpass.

func netrcDetectors() []Detector {
	return []Detector{
		{
			Name: "netrc", Entity: Password, Class: KeyBound, Bits: 22, far: maxNetrc,
			Pattern: `(?i)(?:machine[ \t]|default(?:\nlogin| login| user))(?s:.*)`,
			anchor:  anchorWord, words: []string{"machine ", "machine\t", "default login", "default\nlogin", "default user"}, scan: scanNetrc,
			Authority: "ftp(1), .netrc",
			Match: []string{
				"machine api.halcyon.io login deploy password «hunter22»", "default login anonymous password «zupfgeige»",
				"machine api.halcyon.io\n  login deploy\n  password «swordfish»\nmachine other",
				"machine h\nlogin bo\naccount x\npassword «orange»\n", "machine h login [USERNAME_0] password «swordfish»",
			},
			NoMatch: []string{
				"machine learning password rules", "the default login password is set", "machine h login bo password $PW", "default password policy",
				"machine h\n\nlogin x\npasswords follow", "machine h login bo password",
			},
		},
		{
			Name: "pgpass", Entity: Password, Class: KeyBound, Bits: 20,
			Pattern: `[^\s:]+:(?:[0-9]{3,4}|\*):(?:[^\s:\\]|\\.)+:(?:[^\s:\\]|\\.)+:[^\r\n]+`,
			anchor:  anchorColon, follow: "*0123456789", gate: mayBePgpass, scan: scanPgpass,
			Authority: "PostgreSQL 34.16: hostname:port:database:username:password",
			Match: []string{
				"#comment\nlocalhost:5432:core:app:«Zx81plq»\n", `db1.halcyon.io:5432:*:app:«s3cr\:et7»`, "*:*:*:postgres:«blaubart»", "10.0.4.7:5433:core:app:«Zx81plq»",
			},
			NoMatch: []string{
				"root:0:0:root:/root", "main.go:12:5:undefined: x", "2001:470:abcd:12:1", "12:30:45:123:456", "a:1:b:c:d:e", "x localhost:5432:core:app:Zx81plq",
				"chr1:1234:A:G:rs123", "localhost:5432:core:app:$PW", "at f.js:10:20:x:y z", "db:5432:core:app:*",
			},
		},
	}
}

// maxNetrc is how much of an entry is read, in bytes.
const maxNetrc = 512

// scanNetrc judges the word that an entry begins with. Words may be on lines of
// their own; what is hidden counts as a word only on the entry's first line, since
// it may be several.
func scanNetrc(s string, i int) (site, bool) {
	limit := min(len(s), i+maxNetrc)
	lines, login := 0, false
	next := func(j int) (Span, bool) {
		for j < limit && (isSpace(s[j])) {
			if s[j] == '\n' {
				if lines++; j > 0 && at(s, j+1) == '\n' {
					return Span{}, false
				}
			}
			j++
		}
		start := j
		for j < limit && !isSpace(s[j]) && (s[j] != 0 || lines == 0) {
			j++
		}
		return Span{start, j}, j > start && j < limit+1 && (s[start] != 0 || lines == 0)
	}
	w, _ := next(i)
	wants := 0 // values of the word before
	switch fold(s[w.Start:w.End]) {
	case "machine":
		wants = 1
	case "default":
	default:
		return site{}, false
	}
	for n := 0; n < 8; n++ {
		var ok bool
		if w, ok = next(w.End); !ok {
			return site{}, false
		}
		if wants > 0 {
			wants--
			continue
		}
		wants = 1
		switch s[w.Start:w.End] {
		case "login", "user":
			login = true
		case "account":
		case "password", "passwd":
			if !login || at(s, w.End) == '\n' || at(s, w.End) == '\r' {
				return site{}, false
			}
			k := key{Span: w, kind: keyPhrase, after: w.End, env: true, tight: true}
			x, ok := assigned(s, k, judgePassword)
			return x, ok && !runsIntoHidden(s, x.End)
		default:
			return site{}, false
		}
	}
	return site{}, false
}

// scanPgpass judges the ':' in front of a port, on a line of five fields.
// mayBePgpass looks for a port behind the colon at i, which no time has: of three digits,
// or four, or any.
func mayBePgpass(s string, i int) bool {
	n := digitRun(s[i+1:], 5)
	return at(s, i+1) == '*' && at(s, i+2) == ':' || (n == 3 || n == 4) && at(s, i+1+n) == ':'
}

func scanPgpass(s string, i int) (site, bool) {
	const longest = 128
	if !mayBePgpass(s, i) {
		return site{}, false
	}
	j := i + 1 + strings.IndexByte(s[i+1:], ':')
	start := i
	for i-start < longest && start > 0 && (isAlnum(s[start-1]) || strings.IndexByte("._-*/", s[start-1]) >= 0) {
		start--
	}
	if b := at(s, start-1); start == i || start > 0 && b != '\n' && b != '"' && b != '\'' || isAllDigits(s[start:i]) {
		return site{}, false
	}
	db, ok := pgField(s, j+1)
	user, ok2 := pgField(s, db.End+1)
	if !ok || !ok2 || db.Len() == 1 && user.Len() == 1 || isHexRun(s[start:i]) && isHexRun(s[db.Start:db.End]) {
		return site{}, false
	}
	if isAllDigits(s[db.Start:db.End]) || isAllDigits(s[user.Start:user.End]) {
		return site{}, false
	}
	pw, _ := pgField(s, user.End+1)
	v := s[pw.Start:pw.End]
	if b := at(s, pw.End); len(v) < 4 || pw.End < len(s) && b != '\n' && b != '\r' && b != '"' && b != '\'' && b != '\\' || isPath(v) || isMask(v) {
		return site{}, false
	}
	x := site{Span: pw, left: isReference(v)}
	if plainWord(v) || len(v) < 6 || isAllDigits(v) {
		x.bits = simpleBits
	}
	return x, true
}

// pgField is the field that begins at s[i]: a ':' ends it, unless a '\\' is in front.
func pgField(s string, i int) (Span, bool) {
	j := i
	for j < len(s) && j-i < judged && s[j] != ':' && !isSpace(s[j]) && s[j] != 0 && s[j] != '"' && s[j] != '\'' {
		if s[j] == '\\' {
			if b := at(s, j+1); b != ':' && b != '\\' {
				break
			}
			j++
		}
		j++
	}
	j = min(j, len(s))
	return Span{i, j}, j > i && at(s, j) == ':'
}
