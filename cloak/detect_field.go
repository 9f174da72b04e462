package cloak

import "strings"

// Secrets whose key has no ':' or '=' behind it: elements of XML, arguments of
// calls, flags of commands, SQL, prose.

func fieldDetectors() []Detector {
	words := []string{"pass", "pwd", "kennwort", "contrase", "mot de passe", "identified ", "set password for", "storepass", "keypass", "keymaterial", "requirepass", "masterauth", "psk ", "pw is ", "secret", "token", "apikey", "api_key", "api-key", "key'", `key"`, "key>", "salt'", `salt"`}
	return []Detector{
		{
			Name: "password_field", Entity: Password, Class: KeyBound, Bits: 21,
			Pattern: `(?i)(?:pass|pwd|kennwort|contrase|mot de passe|identified |set password for|storepass|keypass|keymaterial|requirepass|masterauth|psk |pw is )[^\r\n]*(?:\r?\n[^\r\n]+){0,4}`, anchor: anchorWord, words: words[:14], scan: scanPasswordField,
			Match: []string{
				"<Pass>«ExamplePas123»</Pass>", `<Pass encoding="base64">«NjllNWU5ZWMwZDU0»</Pass>`, "<db:password>«hunter»</db:password>",
				"define( 'DB_PASSWORD', '«admin»' );", `<property name="password" value="«hunter22»"/>`, "tool --password «hunter22» x",
				"machine x login y password «pass123»", `{"name": "DB_PASSWORD", "value": "«hunter22»"}`, "ALTER USER a IDENTIFIED BY '«Zx81plq»'",
				"- name: DB_PASSWORD\n  value: «hunter22»\n- name: X", "name: \"DB_PASSWORD\"\n  value: \"«hunter22»\"\n",
				"| Password | «hunter22» |", "| **Password** | `«Sommer2026!»` |", "| DB_PASSWORD | string | «hunter22» |",
				`<Password Value="«hunter22»"/>`, `<entry key="db.password">«hunter22»</entry>`, `<string name="password">«hunter22»</string>`,
				"<key>Password</key>\n\t<string>«hunter22»</string>", `<input type="password" name="pw" value="«hunter22»">`, "<keyMaterial>«wolkenkuckuck»</keyMaterial>",
				"<name>dfs.password</name><value>«Kx7mQ2zT»</value>", "<param-name>db.password</param-name>\n  <param-value>«Kx7mQ2zT»</param-value>",
				`process.env.DB_PASSWORD || "«Kx7mQ2zT»"`,
				"CREATE USER 'a'@'%' IDENTIFIED WITH mysql_native_password BY '«hunter22»';", "SET PASSWORD FOR 'bo'@'h' = PASSWORD('«hunter22»');",
				"SET PASSWORD FOR 'bo'@'h' = '«hunter22»';", "ALTER USER app IDENTIFIED BY «Zx81plq»;", "IDENTIFIED BY PASSWORD '«*2470C0C06DEE42FD1618BB99005ADCA2EC9D1E19»'",
				`setPassword("«hunter22»")`, "username bo password 7 «094F471A1A0A»", "enable password «hunter22»", "requirepass «foobared»", "vpn PSK \"«wolken9kuckuck»\"",
				"password \"«password»\"\nport 1", "my pw is «Sommer2026!»", "Passwort lautet «Sommer2026!»", "keytool -storepass «hunter22» -alias x", "Password\t«hunter22»",
				`password "«swordfish9»"`, "my password is «Tr0ub4dor», ok", "new password is «ppvkyQU*Ea?» now", "La contraseña es «BFhOStQYzLK»", `p.setProperty("password", "«JAPQhVVknilQyB»");`, "CREATE ROLE x WITH PASSWORD '«se cret9»';",
				`The default password for the user "pyne-user" is "«pyne»".`, "Ensure the password for user 'postgres' is '«admin»' or change it", "buildConfigField 'String', 'DB_PASSWORD', '\"«hunter22»\"'",
				"variable \"db_password\" {\n  type    = string\n  default = \"«hunter22»\"\n}",
			},
			NoMatch: []string{
				"Failed password for root from 10.0.0.1 port 22", "password reset for user1", "<password>${db.pw}</password>", "password is required",
				"--password $PW", "--password-file /x", `("password", "email")`, "passed 12 of 13", `<input type="password" name="pw2">`, "Accepted password for u1 from",
				"name: DB_PASSWORD\n  value: $(PW)", "name: DB_PASSWORD\n  valueFrom:\n", "| Password | required |", "| password | string | The user's one |", "| passed | 12 |",
				`<string name="password">Passwort</string>`, `<string name="password_hint">Enter it1</string>`, "Password: <password>\\[rB]@\\[rB]<hostname>", "identified by 'name' in it",
				"passwords are identified by `boto3` and", `t.password('Password')`, "Change Password **URL** of", "pass to Xcoffreloc1 to stream", "struct pwd pw_*", "qw($gr_passwd @gr_x1)",
				`('PASS', 'green')`, `field('password', 'password_bytes')`, "passwd password password1 password123 passw0rd payment", "<password>(.+?)</password>", "the account password policy**", "derivePassword 1 \"long\" \"x\"",
				`the password for user "bo" is "required"`, `password for "bo" is not "x1y2"`, "variable \"db_password\" {\n  type = string\n}\n", "variable \"db_password\" {\n  default = var.pw\n}", `x 'String', 'DB_PASSWORD', '"hunter22"'`,
			},
			Gaps: []string{"пароль hunter22"},
		},
		{
			Name: "token_field", Entity: APIKey, Class: KeyBound, Bits: 21,
			Pattern: `(?i)(?:secret|token|api[_-]?key|key['">]|salt['"])[^\r\n]*(?:\r?\n[^\r\n]+){0,4}`, anchor: anchorWord, words: words[14:], scan: scanTokenField,
			Match: []string{
				"<apiKey>«8Fh2kLq0ZxV7»</apiKey>", `<add key="ApiKey" value="«8Fh2kLq0ZxV7»" />`, "login --token «8Fh2kLq0ZxV7pQ»",
				"| api_key | «9Cnzj4p4WGeKLs1Pt8QuKUpR» |", `<setting name="ApiKey" serializeAs="String"><value>«9Cnzj4p4WGeKLs1Pt8QuKUpR»</value></setting>`,
				"enable secret 5 «$1$mERr$hx5rVt7rPNoS4wqbXKX7m0»", "- name: API_TOKEN\n  value: «9Cnzj4p4WGeKLs1Pt8QuKUpR»\n",
				"define('AUTH_KEY',         '«MW1pxMctoyA(>M%0Vl 2(#o0|2$cB+K»');", `os.environ.get("API_KEY", "«8Fh2kLq0ZxV7»")`,
				"variable \"corp_okta_api_token\" {\n  default = \"«004EWTpRQT_HJtG_nL-agxacgzYHjxPcF99kJsFzWg»\"\n}\n", "buildConfigField 'String' , 'API_KEY' , '\"«951bc382db9cfee29c68634761dd6e19»\"'\tAPI_KEY\t",
				`resValue "string", "maps_api_key", "«8Fh2kLq0ZxV7pQ9sKd72mX»"`,
			},
			NoMatch: []string{
				"token expired for user8Fh2kLq0ZxV7", "--token $TOKEN", "<secretName>my-tls</secretName>", "secret sharing of 12 parts", "<apiKey>YOUR_KEY</apiKey>",
			},
		},
	}
}

func scanPasswordField(s string, i int) (site, bool) {
	if hasFold(s[i:], "identified ") || hasFold(s[i:], "set password for") {
		return sqlPassword(s, i)
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
	for end < len(s) && end-i < maxKey && (isWord(s[end]) || s[end] == '-' && isAlpha(at(s, end+1)) || s[end] >= 0x80) {
		end++
	}
	next := at(s, end)
	if next == ':' || next == '=' || next == '.' || next == ',' || next == ')' || next == '\'' && isAlpha(at(s, end+1)) { // mostly a key, which others judge
		return site{}, false
	}
	start := i
	for start > 0 && i-start < maxKey && (isWord(s[start-1]) || (s[start-1] == '-' || s[start-1] == '.' || s[start-1] == ':') && isAlnum(at(s, start-2))) {
		start--
	}
	k := key{Span: Span{start, end}, kind: classifyKey(s[start:end], true)}
	if !wanted(k.kind) || inToken(s, end-1) {
		return site{}, false
	}
	k.env = isEnvName(s[start:end])
	switch {
	case isTagOpen(s, start) && (next == '>' || isSpace(next)):
		return element(s, k, judge)
	case next == '<':
		return plistValue(s, k, judge)
	case next == '(':
		return argument(s, k, judge)
	case isQuote(next) && at(s, start-1) == next:
		return quotedName(s, k, judge)
	case next == '\n' || next == '\r' || isQuote(next) && isSpace(at(s, end+1)) && at(s, end+1) != ' ':
		return namedValue(s, k, judge)
	case next == ' ' && (hasFold(s[end+1:], "|| ") || hasFold(s[end+1:], "?? ")):
		return fallback(s, k, judge)
	case inCell(s, k):
		return cell(s, k, judge)
	case next == ' ' || next == '\t':
		return flagValue(s, k, judge)
	}
	return site{}, false
}

// isTagOpen reports whether the name at s[i] is that of an element.
func isTagOpen(s string, i int) bool {
	b := at(s, i-1)
	return b == '<' || b == ':' && isAlnum(at(s, i-2))
}

// tag bounds how far behind a name its tag ends.
const tag = 160

// element takes the text of <name …>text</, or the attribute of <name value="…">.
func element(s string, k key, judge func(candidate) verdict) (site, bool) {
	i, attribute := tagEnd(s, k.End)
	if attribute > 0 {
		k.after = attribute
		return assigned(s, k, judge)
	}
	if i < 0 || at(s, i-1) == '/' {
		return site{}, false
	}
	return elementText(s, k, i+1, judge)
}

// tagEnd is where the tag ends that goes on at s[i], or -1; and, if there is one,
// behind the '=' of an attribute called value.
func tagEnd(s string, i int) (end, value int) {
	quote := byte(0)
	for limit := min(len(s), i+tag); i < limit; i++ {
		switch b := s[i]; {
		case b == '\n' || b == 0:
			return -1, 0
		case quote != 0:
			if b == quote {
				quote = 0
			}
		case b == '"' || b == '\'':
			quote = b
		case b == '>':
			return i, 0
		case b == '<':
			return -1, 0
		case isSpace(b) && hasFold(s[i+1:], "value"):
			j := i + 1 + len("value")
			for n := 0; n < 2 && at(s, j) == ' '; n++ {
				j++
			}
			if at(s, j) == '=' {
				return -1, j + 1
			}
		}
	}
	return -1, 0
}

// elementText judges the text that begins at s[i] and ends with a closing tag.
func elementText(s string, k key, i int, judge func(candidate) verdict) (site, bool) {
	end := i
	for end < len(s) && end < i+judged && s[end] != '<' && s[end] != '\n' && s[end] != 0 {
		end++
	}
	if at(s, end) != '<' || at(s, end+1) != '/' || end == i {
		return site{}, false
	}
	return judgeSpan(s, k, Span{i, end}, judge)
}

// namePairs are elements that have a name, and the ones that have its value.
var namePairs = [...][2]string{{"</key>", "<string>"}, {"</name>", "<value>"}, {"</param-name>", "<param-value>"}}

// plistValue judges <key>name</key> <string>value</string> and its like, also on two lines.
func plistValue(s string, k key, judge func(candidate) verdict) (site, bool) {
	if b := at(s, k.Start-1); b != '>' {
		return site{}, false
	}
	for _, p := range namePairs {
		if !hasFold(s[k.End:], p[0]) {
			continue
		}
		i := k.End + len(p[0])
		for n := 0; n < maxKey && isSpace(at(s, i)); n++ {
			i++
		}
		if hasFold(s[min(i, len(s)):], p[1]) {
			return elementText(s, k, i+len(p[1]), judge)
		}
	}
	return site{}, false
}

// fallback judges what code takes where a setting is missing: NAME || "value".
func fallback(s string, k key, judge func(candidate) verdict) (site, bool) {
	k.after = k.End + len(" || ")
	if q := at(s, k.after); !isQuote(q) || at(s, k.Start-1) == '|' {
		return site{}, false
	}
	x, ok := assigned(s, k, judge)
	return x, ok && (x.left || isMixed(s[x.Start:min(x.End, x.Start+judged)]))
}

// argument judges name("value"), as builders and SQL have it.
func argument(s string, k key, judge func(candidate) verdict) (site, bool) {
	k.after = k.End + 1
	lit, ok := literalAt(s, k.after, false)
	if !ok || lit.quote == 0 || lit.quote == '`' || lit.start != k.after+1 {
		return site{}, false
	}
	x, ok := assigned(s, k, judge)
	if ok && !x.left && (at(s, x.End+1) != ')' || !isMixed(s[x.Start:min(x.End, x.Start+judged)]) && !isScrambled(s[x.Start:min(x.End, x.Start+judged)])) {
		return site{}, false
	}
	return x, ok
}

// namedValue judges "name: NAME" with "value: x" on the next line, as containers'
// environments are written.
func namedValue(s string, k key, judge func(candidate) verdict) (site, bool) {
	j := k.Start
	if isQuote(at(s, j-1)) {
		j--
	}
	if at(s, j-1) != ' ' || !hasSuffixFold(s[:j-1], "name:") && !hasSuffixFold(s[:j-1], "key:") {
		return site{}, false
	}
	i := k.End
	if isQuote(at(s, i)) {
		i++
	}
	if at(s, i) == '\r' {
		i++
	}
	if at(s, i) != '\n' {
		return site{}, false
	}
	for i++; at(s, i) == ' ' && i-k.End < maxKey; {
		i++
	}
	if !hasFold(s[min(i, len(s)):], "value:") {
		return site{}, false
	}
	k.after = i + len("value:")
	return ownLine(s, k, judge)
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

// quotedName judges 'NAME', 'value' in a call, name="NAME" value="…", name="NAME">…</
// and type="password" value="…".
func quotedName(s string, k key, judge func(candidate) verdict) (site, bool) {
	i := k.End + 1
	if at(s, k.Start-2) == '=' {
		end, value := tagEnd(s, i)
		switch {
		case value > 0:
			k.after = value
			return assigned(s, k, judge)
		case end < 0 || at(s, end-1) == '/':
			return site{}, false
		}
		for n := 0; n < maxKey && isSpace(at(s, end+1)); n++ {
			end++
		}
		const inner = "<value>"
		if hasFold(s[min(end+1, len(s)):], inner) {
			end += len(inner)
		}
		x, ok := elementText(s, k, end+1, judge)
		if ok && !x.left && !isMixed(s[x.Start:x.End]) && x.Len() < 20 {
			return site{}, false // <string name="password">Passwort</string>
		}
		return x, ok
	}
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
	if isSpace(at(s, k.End+1)) && at(s, k.End+1) != ' ' {
		return namedValue(s, k, judge)
	}
	if at(s, i) == '{' && hasSuffixFold(s[:k.Start-1], "variable ") {
		return variableDefault(s, k, i+1, judge)
	}
	if at(s, k.End+1) != ',' && at(s, k.End+2) != ',' || !inCall(s, k.Start-1) && !inBuildField(s, k.Start-1) {
		return site{}, false
	}
	if inBuildField(s, k.Start-1) {
		return buildField(s, k, i, judge)
	}
	if at(s, k.End+1) != ',' {
		return site{}, false
	}
	k.after = k.End + 2
	lit, ok := literalAt(s, k.after, false)
	if !ok || lit.quote == 0 {
		return site{}, false
	}
	x, ok := assigned(s, k, judge)
	v := s[x.Start:min(x.End, x.Start+judged)]
	if ok && !x.left && ((!k.env || k.kind == keyPass) && plainWord(v) && !isScrambled(v) || identifierLen(v) == len(v) && strings.Contains(fold(v), fold(s[k.Start:k.End]))) {
		return site{}, false // ("password", "email") are names of columns
	}
	return x, ok
}

// variableDefault judges the default of a variable of Terraform's, whose block opens in
// front of s[i]. It stands on one of the first lines.
func variableDefault(s string, k key, i int, judge func(candidate) verdict) (site, bool) {
	const lines, longest = 4, 400
	for n, limit := 0, min(len(s), i+longest); n < lines && i < limit; n++ {
		i = skipBlanks(s, i, "")
		if hasFold(s[i:], "default") && (at(s, i+len("default")) == ' ' || at(s, i+len("default")) == '=') {
			for i += len("default"); at(s, i) == ' '; i++ {
			}
			if at(s, i) != '=' {
				return site{}, false
			}
			k.after = i + 1
			if lit, ok := literalAt(s, k.after, false); !ok || lit.quote == 0 {
				return site{}, false
			}
			return assigned(s, k, judge)
		}
		for i < limit && s[i] != '\n' {
			if s[i] == '}' || s[i] == 0 {
				return site{}, false
			}
			i++
		}
	}
	return site{}, false
}

// inBuildField reports whether the quote at s[i] opens the name of a field that Gradle
// writes into an Android program: buildConfigField 'String', 'NAME', '"value"'.
func inBuildField(s string, i int) bool {
	front := s[max(0, i-maxKey):i]
	for _, call := range [...]string{"buildConfigField", "resValue"} {
		if k := strings.LastIndex(front, call); k >= 0 {
			return namesType(front[k+len(call):])
		}
	}
	return false
}

// namesType reports whether nothing but the name of a type, in quotes, and what separates
// arguments is in v. What is hidden there is something else, so that a name which comes
// nearer when a value in between is replaced by less is none.
func namesType(v string) bool {
	for i := range len(v) {
		if b := v[i]; !isAlpha(b) && !isSpace(b) && !isQuote(b) && b != ',' && b != '(' {
			return false
		}
	}
	return true
}

// buildField judges the value of such a field, which begins at s[i]: the text of a string
// has quotes of its own.
func buildField(s string, k key, i int, judge func(candidate) verdict) (site, bool) {
	if isQuote(at(s, i)) && (isQuote(at(s, i+1)) || at(s, i+1) == '\\' && isQuote(at(s, i+2))) {
		i++
	}
	k.after = i
	if lit, ok := literalAt(s, i, false); !ok || lit.quote == 0 {
		return site{}, false
	}
	return assigned(s, k, judge)
}

// inCall reports whether the quote at s[i] opens the first argument of a call.
func inCall(s string, i int) bool {
	for n := 0; n < 3 && at(s, i-1) == ' '; n++ {
		i--
	}
	return at(s, i-1) == '('
}

// says are the words between a name and its value in prose.
var says = []string{"is: ", "is ", "was ", "ist ", "lautet: ", "lautet ", "est ", "es "}

// flagValue judges what stands one blank behind a name: a flag's value, a router's
// setting, SQL, and "my password is x". Without a flag prose is likely, so that the
// value must be in quotes or mixed, and is not looked for elsewhere.
func flagValue(s string, k key, judge func(candidate) verdict) (site, bool) {
	k.after = k.End + 1
	flag := at(s, k.Start-1) == '-' && (at(s, k.Start-2) == '-' || at(s, k.Start-2) == ' ')
	said := false
	if !flag {
		for _, w := range says {
			if hasFold(s[min(k.after, len(s)):], w) {
				k.after, said = k.after+len(w), true
				break
			}
		}
		if b := at(s, k.after); (b == '0' || '5' <= b && b <= '9') && at(s, k.after+1) == ' ' && !isQuote(at(s, k.after+2)) && k.kind != keyPass { // a router's kind of encryption
			k.after += 2
			if x, ok := shortScheme(s, k.after); ok {
				return x, true
			}
		}
	}
	if b := at(s, k.Start-1); b == '$' || b == '*' {
		return site{}, false // a variable, and emphasis
	}
	if !flag && k.kind == keyPassword && hasFold(s[min(k.after, len(s)):], "for ") {
		return passwordFor(s, k, judge)
	}
	lit, ok := literalAt(s, k.after, false)
	if !ok || at(s, lit.start) == '-' && lit.quote == 0 || lit.quote == '`' && !flag && !said {
		return site{}, false
	}
	x, ok := assigned(s, k, judge)
	if end, closed := lit.end(s, lit.start+judged); !ok && closed && lit.quote == '"' && k.kind == keyPassword && at(s, end) == '"' && onItsLine(s, k, end) &&
		end-lit.start >= 4 && plainWord(s[lit.start:end]) && !isPlaceholder(s[lit.start:end]) { // a file of settings: password "password"
		return site{Span: Span{lit.start, end}, bits: simpleBits}, true
	}
	setting := settingWords.has(fold(s[k.Start:k.End])) && onItsLine(s, k, x.End)
	if !ok || x.left || flag || setting {
		return x, ok && !(x.weak && flag)
	}
	v := s[x.Start:min(x.End, x.Start+judged)]
	if !isStrong(v) && !isScrambled(v) && lit.quote == 0 || strings.Contains(v, "**") || strings.Contains(v, "</") || strings.HasPrefix(v, "{") || strings.Contains(v, "&#") {
		return site{}, false
	}
	if lit.quote == 0 && !onItsLine(s, k, x.End) && namesPassword(v) { // password password1 passw0rd: a list of words
		return site{}, false
	}
	quoted := lit.quote != 0 && k.kind == keyPassword
	alone := onItsLine(s, k, x.End)
	if k.kind == keyPass && !said && !alone || x.weak && !(alone && quoted) || !quoted && (!isMixed(v) && !isScrambled(v) || !looksRandom(v) && k.kind != keyPassword && k.kind != keyPass) {
		return site{}, false
	}
	x.bits, x.weak = simpleBits, false
	return x, true
}

// passwordFor judges the value in: password for [the] [user] "name" is "value". Both are
// in quotes.
func passwordFor(s string, k key, judge func(candidate) verdict) (site, bool) {
	const longest = 96
	line := s[k.after:min(len(s), k.after+longest)]
	if n := strings.IndexAny(line, "\r\n\x00"); n >= 0 {
		line = line[:n]
	}
	n := strings.Index(line, " is ")
	if n < 2 || !isQuote(line[n-1]) || !isQuote(at(line, n+len(" is "))) {
		return site{}, false
	}
	k.after += n + len(" is ")
	x, ok := assigned(s, k, judge)
	if ok && !x.left {
		x.bits = simpleBits
	}
	return x, ok && !x.weak
}

// settingWords are names in files of settings that have no mark behind them.
var settingWords = wordSet("requirepass masterauth")

// namesPassword reports whether v is the word itself with something behind it, or with
// digits for letters.
func namesPassword(v string) bool {
	low := strings.Map(func(r rune) rune {
		switch r {
		case '0':
			return 'o'
		case '@', '4':
			return 'a'
		case '$', '5':
			return 's'
		}
		return r
	}, fold(v))
	return strings.HasPrefix(low, "passw") || strings.HasPrefix(low, "passphrase")
}

// isStrong reports whether a mixed v has a digit, or a mark that is not its last byte:
// "policy**" and "attempt?" are words.
func isStrong(v string) bool {
	for i := range len(v) {
		if isDigit(v[i]) || i+1 < len(v) && strings.IndexByte("!@#$%^&+~", v[i]) >= 0 || v[i] == '!' && i > 5 || v[i] == '*' && i > 1 && isAlnum(v[i-1]) && isAlnum(at(v, i+1)) {
			return true
		}
	}
	return false
}

// onItsLine reports whether k and its value, which ends at s[end], are all of a line.
func onItsLine(s string, k key, end int) bool {
	i := k.Start
	for n := 0; n < maxBlank && (at(s, i-1) == ' ' || at(s, i-1) == '\t'); n++ {
		i--
	}
	if isQuote(at(s, end)) {
		end++
	}
	b := at(s, end)
	return (i == 0 || s[i-1] == '\n') && (end == len(s) || b == '\n' || b == '\r')
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

// sqlPassword takes the string behind IDENTIFIED BY, IDENTIFIED WITH plugin BY and
// SET PASSWORD FOR user =; Oracle's has no quotes.
func sqlPassword(s string, i int) (site, bool) {
	const by, with, longest = "identified by ", "identified with ", 96
	line := s[i:min(len(s), i+longest)]
	if n := strings.IndexAny(line, "\n;"); n >= 0 {
		line = line[:n]
	}
	switch {
	case hasFold(line, by):
		i += len(by)
		if hasFold(s[i:], "password ") {
			i += len("password ")
		}
	case hasFold(line, with):
		n := strings.Index(fold(line), " by ")
		if n < 0 {
			return site{}, false
		}
		i += n + len(" by ")
	default:
		n := strings.Index(line, "= ")
		if !hasFold(line, "set password for") || n < 0 {
			return site{}, false
		}
		i += n + len("= ")
	}
	k := key{kind: keyPhrase, after: i, tight: true}
	lit, ok := literalAt(s, i, false)
	if !ok || lit.quote == '`' {
		return site{}, false
	}
	x, ok := assigned(s, k, judgePassword)
	if v := s[x.Start:min(x.End, x.Start+judged)]; ok && !x.left && !isMixed(v) && (lit.quote == 0 || line[0] == 'i') || lit.quote == 0 && line[0] == 'i' {
		return site{}, false // "identified by 'name'" in a sentence
	}
	return x, ok
}
