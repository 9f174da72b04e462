package cloak

import "strings"

// A value that is code: a name, a call, an expression, the verdict of a test.

// refersTo reports whether a bare value in code is a name and not a literal:
// password = user_password, token=self.token.
func (c candidate) refersTo() bool {
	if !c.bare {
		return false
	}
	v := c.v
	if opensCall(v) || isComposite(v) || isCmdlet(v) || c.isType() || c.key.code && identifierLen(v) == len(v) && !c.key.env {
		return true
	}
	switch n := identifierLen(v); at(v, n) {
	case '[':
		return n > 0 && (v[len(v)-1] == ']' || n+1 == len(v)) // auth[2]
	case '=':
		return n > 1 && n+1 == len(v) && !isPadded(v) // another key, this one has no value
	case '*', '!':
		if m := identifierLen(v[1:]); n == 0 && m > 1 && (m == len(v)-1 && v[0] == '*' || at(v, m+1) == '(') {
			return true // *uint16, !empty(x)
		}
	case '(':
		if rest := v[n+1:]; n > 1 && spaced(c.s, c.key.after) && (identifierLen(rest) == len(rest) || strings.Trim(rest, "({[") == "") {
			return true // a call, cut at its first blank
		}
		if n > 1 && n+1 == len(v) {
			return true // a call, cut at its first quote
		}
		if b := at(v, 1); n == 0 && (plainWord(v[1:]) || identifierLen(v[1:]) > 1 && spaced(c.s, c.key.after) || isQuote(b) || b == '$' || isQuote(at(v, 2))) {
			return true // (char *), (self.name + x), (r'…'
		}
	case '{':
		return n > 2 && isAlpha(v[0]) // Token{a64f992 of a log
	case '@':
		if n > 8 && isHexRun(v[n+1:]) && strings.IndexByte(v[:n], '.') > 0 {
			return true // java.lang.Object@2bd79ce
		}
	case '\\':
		if n == 0 && at(v, 1) == '$' {
			return true // \$_POST["password"]
		}
	}
	if strings.ContainsAny(v, "0123456789") || identifierLen(v) != len(v) {
		return strings.HasSuffix(v, "[") || strings.Contains(v, "->") || strings.HasPrefix(v, "&") && identifierLen(v[1:]) == len(v)-1
	}
	if k := fold(c.s[c.key.Start:c.key.End]); strings.HasPrefix(k, "self.") || strings.HasPrefix(k, "this.") {
		return true
	}
	if strings.IndexByte(v, '.') > 0 && (c.key.kind != keyPassword || spaced(c.s, c.key.after)) || strings.Count(v, ".") > 1 {
		return true
	}
	if c.inCode() {
		return true
	}
	if c.key.tight && c.key.kind == keyPassword && plainWord(v) && fold(v) == v && len(v) >= 12 && behindUserLine(c.s, c.key.Start) {
		return false // thisismypassword of a file of settings
	}
	low := fold(v)
	for _, w := range [...]string{"password", "passwd", "pwd", "secret", "token", "input", "value", "param", "credential", "apikey", "api_key"} {
		if strings.Contains(low, w) {
			return !c.key.env
		}
	}
	return false
}

// cmdletVerbs begin the names of PowerShell's commands that give a value.
var cmdletVerbs = wordSet("get read new convertto convertfrom import invoke select join split resolve use write out unprotect protect request receive")

// isCmdlet reports whether v is such a name, a verb and a noun: ConvertTo-SecureString.
func isCmdlet(v string) bool {
	verb, noun, ok := strings.Cut(v, "-")
	return ok && isUpper(v[0]) && noun != "" && isUpper(noun[0]) && plainWord(noun) && foldedIn(cmdletVerbs, verb)
}

// isStatement reports whether a bare value behind a token's key goes on as a program
// does that somebody made small: n.token=e,r(t)}}); nothing that is drawn has brackets.
func (c candidate) isStatement() bool {
	n := 0
	for i := range len(c.v) {
		if strings.IndexByte("(){}", c.v[i]) >= 0 {
			n++
		}
	}
	return c.bare && !c.key.query && (n > 2 || n > 0 && c.key.kind == keyToken || strings.Contains(c.v, "&&") || strings.Contains(c.v, "||"))
}

// isType reports whether a value is the type of a member or an argument: privateKey:
// KeyObject; or session: Session<unknown>. Its name is of two words at the least, and a
// sign of code follows, which a remark in brackets has not.
func (c candidate) isType() bool {
	if !c.key.colon || !isUpper(c.v[0]) {
		return false
	}
	n, humps := 0, 0
	for ; n < len(c.v) && isAlpha(c.v[n]); n++ {
		if isUpper(c.v[n]) && isLower(at(c.v, n+1)) {
			humps++
		}
	}
	if at(c.v, n) == '<' {
		return n > 1 && c.v[len(c.v)-1] == '>'
	}
	rest := c.s[min(c.end, len(c.s)):]
	for _, sign := range [...]string{";\n", ";\r\n", "; }", "):", ");", ") =>", ") {", "[]", " | ", "<"} {
		if strings.HasPrefix(rest, sign) {
			return n == len(c.v) && humps > 1
		}
	}
	return false
}

// opensCall reports whether v holds the beginning of a call or a composite with a
// string in it: []byte("…, f.encrypt(b"….
func opensCall(v string) bool {
	for i := 1; i+1 < len(v); i++ {
		if b := v[i]; (b == '(' || b == '{' || b == '[') && (isWord(v[i-1]) || v[i-1] == ']') {
			if isQuote(v[i+1]) || isAlpha(v[i+1]) && isQuote(at(v, i+2)) {
				return true
			}
		}
	}
	return false
}

// isComposite reports whether v begins an allocation, a conversion or a literal of a
// type: make([]byte, []byte{1}, &Block{, (*SID)(p).
func isComposite(v string) bool {
	switch v[0] {
	case '[':
		return at(v, 1) == ']' && isAlpha(at(v, 2))
	case '&':
		n := identifierLen(v[1:])
		return n > 1 && at(v, n+1) == '{'
	case '(':
		return at(v, 1) == '*' && isAlpha(at(v, 2))
	case '-':
		return hasFold(v, "-0x")
	}
	n := identifierLen(v)
	return n > 1 && at(v, n) == '(' && at(v, n+1) == '['
}

// inCode reports whether a bare identifier without digits stands where code has a
// variable: {"pw": name}, dir: absWork, user, pw = auth and, on an indented line,
// pw = user_pass.
func (c candidate) inCode() bool {
	v, k := c.v, c.key
	if k.colon {
		return at(c.s, k.End) == '"' || at(c.s, c.end) == ',' && fold(v) != v && strings.ToUpper(v) != v
	}
	if !spaced(c.s, k.after) {
		return false
	}
	before := at(c.s, k.Start-1)
	return before == ' ' && at(c.s, k.Start-2) == ',' || (before == ' ' || before == '\t') && strings.IndexByte(v, '_') > 0 && fold(v) == v ||
		k.Len() <= len("$pwd") && !isUpper(c.s[k.Start])
}

// besideUser reports whether an attribute in quotes stands behind one of a user's name.
func (c candidate) besideUser() bool {
	if c.bare || !c.key.tight {
		return false
	}
	front := c.s[max(0, c.key.Start-keyReach):c.key.Start]
	if n := strings.LastIndexByte(front, '\n'); n >= 0 {
		front = front[n:]
	}
	return strings.Contains(front, "user=") || strings.Contains(front, "username=") || strings.Contains(front, "userName=") || strings.Contains(front, "login=")
}

// isTest reports whether a key is the verdict of a test, and not a password's: it
// shouts, and is followed by a test's name.
func (c candidate) isTest() bool {
	return c.bare && c.key.colon && c.s[c.key.Start:c.key.End] == "PASS" && (strings.ContainsAny(c.v, "/._") || strings.Contains(c.v, "est"))
}

// isNumber reports whether a bare value is a number of code: 0x48.
func (c candidate) isNumber() bool {
	return c.bare && hasFold(c.v, "0x") && len(c.v) <= 10 && isHexRun(c.v[2:])
}

// namesKey reports whether a value is its key once more, in another spelling, or a
// constant's name: SET_PASSWORD = "SetPassword", "THE_PASSWORD".
func (c candidate) namesKey() bool {
	v := c.v
	if c.key.tight || identifierLen(v) != len(v) || strings.ContainsAny(v, "0123456789") {
		return false
	}
	name := letters(c.s[c.key.Start:c.key.End])
	return letters(v) == name || strings.ToUpper(v) == v && strings.IndexByte(v, '_') > 0 && strings.Contains(fold(v), "password") ||
		fold(v) != v && v[0] != c.s[c.key.Start] && len(name) > 8 && strings.HasSuffix(letters(v), name) ||
		fold(v) != v && len(v) > len("password") && strings.HasSuffix(name, letters(v))
}

// letters is v without anything else, in lower case.
func letters(v string) string {
	var b strings.Builder
	for i := range len(v) {
		if isAlpha(v[i]) {
			b.WriteByte(lower(v[i]))
		}
	}
	return b.String()
}

// isRelease reports whether v is a version, or a range of them: ^7.0.4, 1.302103.
func isRelease(v string) bool {
	v = strings.TrimLeft(v, "^~<>=v ")
	return len(v) > 2 && isDigit(v[0]) && strings.IndexByte(v, '.') > 0 && strings.Trim(v, ".0123456789") == ""
}

// isPadded reports whether v is base64 with its padding, and no key in front of '='.
func isPadded(v string) bool {
	return len(v) >= 8 && len(v)%4 == 0 && strings.IndexByte(v, '_') < 0 && fold(v) != v && strings.ToUpper(v) != v
}

// isExpression reports whether v is a regular expression.
func isExpression(v string) bool {
	for _, x := range [...]string{"(?", "[^", "[0-9", "[a-z", "[A-Z", `[\`, `\s`, `\d`, `\w`, ".*", ".+)", ".+?", ")+", ")*"} {
		if strings.Contains(v, x) {
			return true
		}
	}
	return false
}

// holdsKey reports whether a bare value goes on with a key of its own, which has
// a value in quotes: sid= 1_password="x. What such a chain is worth is for the
// inner key to say.
func (c candidate) holdsKey() bool {
	if !c.bare {
		return false
	}
	v := c.s[c.lit.start:min(c.end+2, len(c.s))]
	for i := 1; i+1 < len(v); i++ {
		if v[i] == '=' && isQuote(v[i+1]) && isWord(v[i-1]) {
			return i < 24 || i%4 != 3 || !isRunOf(v[:i], clsB64) // or the padding of base64
		}
	}
	return false
}

// spaced reports whether an operator that ends at s[i] stands between blanks.
func spaced(s string, i int) bool {
	return at(s, i) == ' ' && (at(s, i-2) == ' ' || at(s, i-3) == ' ' || at(s, i-1) == ':')
}
