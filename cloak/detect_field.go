package cloak

import "strings"

// Secrets whose key has no ':' or '=' behind it: elements of XML, arguments of
// calls, flags of commands, .netrc, SQL; and the hashes of passwords.

func fieldDetectors() []Detector {
	words := []string{"pass", "pwd", "secret", "token", "apikey", "api_key", "api-key", "key'", `key"`, "key>", "salt'", `salt"`, "identified by"}
	return []Detector{
		{
			Name: "password_field", Entity: Password, Class: KeyBound, Bits: 21,
			Pattern: `(?i)(?:pass|pwd|identified by)[^\r\n]+`, anchor: anchorWord, words: []string{"pass", "pwd", "identified by"}, scan: scanPasswordField,
			Match: []string{
				"<Pass>«ExamplePas123»</Pass>", `<Pass encoding="base64">«NjllNWU5ZWMwZDU0»</Pass>`, "<db:password>«hunter»</db:password>",
				"define( 'DB_PASSWORD', '«admin»' );", `<property name="password" value="«hunter22»"/>`, "tool --password «hunter22» x",
				"machine x login y password «pass123»", `{"name": "DB_PASSWORD", "value": "«hunter22»"}`, "ALTER USER a IDENTIFIED BY '«Zx81plq»'",
				`password "«swordfish9»"`, "my password is «Tr0ub4dor», ok", "CREATE ROLE x WITH PASSWORD '«se cret9»';",
			},
			NoMatch: []string{
				"Failed password for root from 10.0.0.1 port 22", "password reset for user1", "<password>${db.pw}</password>", "password is required",
				"--password $PW", "--password-file /x", `("password", "email")`, "passed 12 of 13", `<input type="password" name="pw2">`, "Accepted password for u1 from",
			},
			Gaps: []string{"name: DB_PASSWORD\n  value: hunter22"},
		},
		{
			Name: "token_field", Entity: APIKey, Class: KeyBound, Bits: 21,
			Pattern: `(?i)(?:secret|token|api[_-]?key|key['">]|salt['"])[^\r\n]+`, anchor: anchorWord, words: words[2 : len(words)-1], scan: scanTokenField,
			Match: []string{
				"<apiKey>«8Fh2kLq0ZxV7»</apiKey>", `<add key="ApiKey" value="«8Fh2kLq0ZxV7»" />`, "login --token «8Fh2kLq0ZxV7pQ»",
				"define('AUTH_KEY',         '«MW1pxMctoyA(>M%0Vl 2(#o0|2$cB+K»');", `os.environ.get("API_KEY", "«8Fh2kLq0ZxV7»")`,
			},
			NoMatch: []string{
				"token expired for user8Fh2kLq0ZxV7", "--token $TOKEN", "<secretName>my-tls</secretName>", "secret sharing of 12 parts", "<apiKey>YOUR_KEY</apiKey>",
			},
		},
		{
			Name: "command_password", Entity: Password, Class: KeyBound, Bits: 21,
			Pattern: `(?i)(?:sshpass|mysql|curl|redis-cli|ldapsearch|smbclient|docker login)(?:[^\n]|\\\n)+`, anchor: anchorWord,
			words: []string{"sshpass", "mysql", "curl", "redis-cli", "ldapsearch", "smbclient", "docker login"}, scan: scanCommand,
			Authority: "the manuals of sshpass, mysql, curl, redis-cli, ldapsearch, docker",
			Match: []string{
				"sshpass -p «hunter22» ssh x", "mysql -u root -p«Zx81plq» db", "curl -u bo:«Zx81plq» https://h", "curl -sS --user 'bo:«Zx!8 1»' h",
				"redis-cli -h x -a «Zx81plq» ping", "mysqldump -p'«Zx81plq»' db", "docker login -u bo -p «Zx81plq» reg",
			},
			NoMatch: []string{
				"mysql -u root -p db", "curl -u bo https://h", "curl -u $U:$P h", "curl -u user:${PW} h", "mysql --protocol=tcp", "curl -uonly",
				"curl -o a:b -H 'x: y'", "sshpass -p $PW ssh",
			},
		},
		{
			Name: "password_hash", Entity: Password, Class: Anchored, Bits: 26,
			Pattern: `(?i)2[aby]\$[0-9]+\$[./$=,+0-9a-z_-]{53}|apr1\$[./=,+0-9a-z_-]*\$[./$=,+0-9a-z_-]{22}|(?:argon2|pbkdf2)[./$=,+0-9a-z_-]{16,}`,
			anchor:  anchorWord, words: []string{"2a$", "2b$", "2y$", "apr1$", "argon2", "pbkdf2"}, scan: scanPasswordHash,
			Authority: "crypt(5), RFC 9106",
			Match: []string{
				"'$«2y$12$s.YfVZdfvAuO/Iz6fte5iO..ZbbEgreZnDcYOGvX4NGJskYQIstcG»'", "admin:$«apr1$tp8glkbm$fjg65tI1eipoBh62aEjIy0»",
				"$«argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHQ$RdescudvJCsgt3ub+b4dWRWJTmaaJObG»",
			},
			NoMatch: []string{"2b$12$short", "argon2 is a hash", "pbkdf2_sha256"},
		},
		{
			Name: "crypt_hash", Entity: Password, Class: Anchored, Bits: 26,
			Pattern: `[:=][ "'\x60]{0,2}\$[1567y]\$[./$=,+0-9A-Za-z_-]{21,}`, anchor: anchorLabel, follow: "$", scan: scanCryptHash,
			Authority: "crypt(5), shadow(5)",
			Match:     []string{"ubuntu:«$6$LnUhhUi45srUKt9i$4Hp6VRTOB2mxvsYH8mwsCfBryg6hCbm4JJjV26KplN8ewZ7EUVqQDkLKDW.O8XRHx.B76JkwXtyD3wnAXEuZN1»:0:99999"},
			NoMatch:   []string{"cost: $6$", "x=$1$2"},
		},
	}
}

func scanPasswordField(s string, i int) (site, bool) {
	if hasFold(s[i:], "identified by") {
		return sqlPassword(s, i+len("identified by"))
	}
	return field(s, i, judgePassword, func(k keyKind) bool { return k == keyPassword || k == keyPass || k == keyPhrase })
}

func scanTokenField(s string, i int) (site, bool) {
	return field(s, i, judgeToken, func(k keyKind) bool {
		return k == keyToken || k == keySecret || k == keyAWS || k == keyHeader
	})
}

// field judges the name that a word at s[i] is the end of.
func field(s string, i int, judge func(candidate) verdict, wanted func(keyKind) bool) (site, bool) {
	end := i
	for end < len(s) && end-i < maxKey && (isWord(s[end]) || s[end] == '-' && isAlpha(at(s, end+1))) {
		end++
	}
	next := at(s, end)
	if next != '>' && next != ' ' && next != '\t' && !isQuote(next) { // mostly a key, which others judge
		return site{}, false
	}
	start := i
	for start > 0 && i-start < maxKey && (isWord(s[start-1]) || s[start-1] == '-' && isAlnum(at(s, start-2))) {
		start--
	}
	k := key{Span: Span{start, end}, kind: classifyKey(s[start:end], true)}
	if !wanted(k.kind) || inToken(s, end-1) {
		return site{}, false
	}
	switch {
	case next == '>' || (next == ' ' || next == '\t') && isTagOpen(s, start):
		return element(s, k, judge)
	case isQuote(next) && at(s, start-1) == next:
		return quotedName(s, k, judge)
	case next == ' ':
		return flagValue(s, k, judge)
	}
	return site{}, false
}

// isTagOpen reports whether the name at s[i] is that of an element.
func isTagOpen(s string, i int) bool {
	b := at(s, i-1)
	return b == '<' || b == ':' && isAlnum(at(s, i-2))
}

// element takes the text of <name …>text</.
func element(s string, k key, judge func(candidate) verdict) (site, bool) {
	const tag = 128
	if !isTagOpen(s, k.Start) {
		return site{}, false
	}
	i := k.End
	for i < len(s) && i < k.End+tag && s[i] != '>' && s[i] != '<' && s[i] != '\n' {
		i++
	}
	if at(s, i) != '>' || at(s, i-1) == '/' {
		return site{}, false
	}
	i++
	end := i
	for end < len(s) && end < i+judged && s[end] != '<' && s[end] != '\n' && s[end] != 0 {
		end++
	}
	if at(s, end) != '<' || end == i {
		return site{}, false
	}
	return judgeSpan(s, k, Span{i, end}, judge)
}

func judgeSpan(s string, k key, v Span, judge func(candidate) verdict) (site, bool) {
	for v.Start < v.End && isSpace(s[v.Start]) {
		v.Start++
	}
	for v.Start < v.End && isSpace(s[v.End-1]) {
		v.End--
	}
	if v.Len() == 0 {
		return site{}, false
	}
	r := judge(candidate{s: s, key: k, v: s[v.Start:v.End], end: v.End})
	return site{Span: v, bits: r.bits, weak: r.weak, left: r.left}, r.ok || r.left
}

// quotedName judges 'NAME', 'value' in a call, and name="NAME" value="…".
func quotedName(s string, k key, judge func(candidate) verdict) (site, bool) {
	i := k.End + 1
	for n := 0; n < 4 && (at(s, i) == ' ' || at(s, i) == ','); n++ {
		i++
	}
	j := i
	if isQuote(at(s, j)) {
		j++
	}
	if hasFold(s[min(j, len(s)):], "value") {
		j += len("value")
		if isQuote(at(s, j)) {
			j++
		}
		if at(s, j) == ' ' {
			j++
		}
		if at(s, j) != '=' && at(s, j) != ':' {
			return site{}, false
		}
		k.after = j + 1
		return assigned(s, k, judge)
	}
	if !inCall(s, k.Start-1) || at(s, k.End+1) != ',' {
		return site{}, false
	}
	k.after = k.End + 2
	lit, ok := literalAt(s, k.after, false)
	if !ok || lit.quote == 0 {
		return site{}, false
	}
	k.env = isEnvName(s[k.Start:k.End])
	x, ok := assigned(s, k, judge)
	if ok && !x.left && !k.env && plainWord(s[x.Start:min(x.End, x.Start+judged)]) {
		return site{}, false // ("password", "email") are names of columns
	}
	return x, ok
}

// inCall reports whether the quote at s[i] opens the first argument of a call.
func inCall(s string, i int) bool {
	for n := 0; n < 3 && at(s, i-1) == ' '; n++ {
		i--
	}
	return at(s, i-1) == '('
}

// flagValue judges what stands one blank behind a name: a flag's value, .netrc,
// SQL, and "my password is x". Without a flag prose is likely, so that the value
// must be in quotes or mixed, and is not looked for elsewhere.
func flagValue(s string, k key, judge func(candidate) verdict) (site, bool) {
	k.after = k.End + 1
	flag := at(s, k.Start-1) == '-' && (at(s, k.Start-2) == '-' || at(s, k.Start-2) == ' ')
	for _, is := range [...]string{"is ", "was ", "is: "} {
		if !flag && hasFold(s[min(k.after, len(s)):], is) {
			k.after += len(is)
			break
		}
	}
	lit, ok := literalAt(s, k.after, false)
	if !ok || at(s, lit.start) == '-' && lit.quote == 0 {
		return site{}, false
	}
	x, ok := assigned(s, k, judge)
	if !ok || x.left || flag {
		return x, ok && !(x.weak && flag)
	}
	v := s[x.Start:min(x.End, x.Start+judged)]
	quoted := lit.quote != 0 && k.kind == keyPassword
	if x.weak || !quoted && (!isMixed(v) || !looksRandom(v) && k.kind != keyPassword) {
		return site{}, false
	}
	x.bits = simpleBits
	return x, true
}

// isMixed reports whether v has letters, and digits or marks among them, as no
// word and no number has.
func isMixed(v string) bool {
	letters, others := 0, 0
	for i := range len(v) {
		switch b := v[i]; {
		case isAlpha(b):
			letters++
		case isDigit(b), strings.IndexByte("!@#$%^&*+?~", b) >= 0:
			others++
		case b == '/' || b == '[' || b == ':' || b == '=' || b == '(':
			return false
		}
	}
	return letters > 0 && others > 0
}

// sqlPassword takes the string behind IDENTIFIED BY.
func sqlPassword(s string, i int) (site, bool) {
	k := key{kind: keyPassword, after: i}
	lit, ok := literalAt(s, i, false)
	if !ok || lit.quote == 0 {
		return site{}, false
	}
	return assigned(s, k, judgePassword)
}

// A command takes a password behind a flag.
type command struct {
	name    string
	flags   []string
	userToo bool // user:password
	joined  bool // no blank between the flag and the value
}

var commands = []command{
	{"sshpass", []string{"-p"}, false, false}, {"mysql", []string{"-p"}, false, true},
	{"curl", []string{"-u", "--user", "--proxy-user"}, true, false}, {"redis-cli", []string{"-a"}, false, false},
	{"ldapsearch", []string{"-w"}, false, false}, {"smbclient", []string{"-U"}, true, false}, {"docker login", []string{"-p"}, false, false},
}

// maxCommand bounds how far behind a command its flag is looked for.
const maxCommand = 512

func scanCommand(s string, i int) (site, bool) {
	for _, c := range commands {
		if hasFold(s[i:], c.name) {
			return c.find(s, i+len(c.name))
		}
	}
	return site{}, false
}

func (c command) find(s string, i int) (site, bool) {
	for j := i; j < len(s) && j < i+maxCommand && (s[j] != '\n' || s[j-1] == '\\') && s[j] != 0; j++ {
		if s[j] != ' ' || at(s, j+1) != '-' {
			continue
		}
		for _, f := range c.flags {
			if !strings.HasPrefix(s[j+1:], f) {
				continue
			}
			after := j + 1 + len(f)
			if b := at(s, after); c.joined == (b == ' ') || isAlnum(b) && len(f) > 2 || b == 0 {
				continue
			}
			if x, ok := c.value(s, after); ok {
				return x, true
			}
		}
	}
	return site{}, false
}

func (c command) value(s string, i int) (site, bool) {
	if at(s, i) == '=' {
		i++
	}
	k := key{kind: keyPassword, after: i, env: true}
	lit, ok := literalAt(s, i, false)
	if !ok {
		return site{}, false
	}
	if !c.userToo {
		return assigned(s, k, judgePassword)
	}
	end, closed := lit.end(s, lit.start+judged)
	user, pw, found := strings.Cut(s[lit.start:max(end, lit.start)], ":")
	if !closed || !found || strings.Contains(user, "//") || user != "" && isReference(user) {
		return site{}, false
	}
	if pw == "" { // a key in the user's place
		if len(user) < 8 || !isMixed(user) {
			return site{}, false
		}
		return judgeSpan(s, k, Span{lit.start, lit.start + len(user)}, judgePassword)
	}
	return judgeSpan(s, k, Span{end - len(pw), end}, judgePassword)
}

// scanPasswordHash judges the name of a scheme behind the '$' of a crypt string.
func scanPasswordHash(s string, i int) (site, bool) {
	end := cryptRun(s, i, i+judged)
	v := s[i:end]
	parts := strings.Split(v, "$")
	ok := false
	switch {
	case v[0] == '2':
		ok = len(parts) == 3 && len(parts[2]) == 53 && isAllDigits(parts[1])
	case hasFold(v, "apr1"):
		ok = len(parts) == 3 && len(parts[2]) == 22
	default:
		ok = len(parts) >= 4 && len(parts[len(parts)-1]) >= 16
	}
	if !ok {
		return site{}, false
	}
	return site{Span: Span{i, cryptRun(s, end, len(s))}}, true
}

// cryptRun is where the run of a crypt string's characters ends, at limit at the latest.
func cryptRun(s string, i, limit int) int {
	for i < min(limit, len(s)) && (isAlnum(s[i]) || strings.IndexByte("./$=,+_-", s[i]) >= 0) {
		i++
	}
	return i
}

// scanCryptHash judges the ':' or '=' in front of a hash in shadow(5)'s style.
func scanCryptHash(s string, i int) (site, bool) {
	j := i + 1
	if b := at(s, j); b != '$' && b != ' ' && !isQuote(b) {
		return site{}, false
	}
	for n := 0; n < 2 && (at(s, j) == ' ' || isQuote(at(s, j))); n++ {
		j++
	}
	if at(s, j) != '$' || at(s, j+2) != '$' || strings.IndexByte("1567y", at(s, j+1)) < 0 || at(s, j+1) == 0 {
		return site{}, false
	}
	end := cryptRun(s, j, j+judged)
	if end-j < 24 || strings.Count(s[j:end], "$") < 3 {
		return site{}, false
	}
	return site{Span: Span{j, cryptRun(s, end, len(s))}}, true
}
