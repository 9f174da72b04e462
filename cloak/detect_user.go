package cloak

import "strings"

func userKeyDetector() Detector {
	return Detector{
		Name: "username_key", Entity: Username, Class: KeyBound, Bits: 15,
		Pattern: `(?i)(?:user(?:[_ ]?(?:name|id))?|usr|uname|login(?:name)?|benutzer(?:name)?|anmeldename|utilisateur|usuario|utente|gebruiker(?:snaam)?|brukernavn|brugernavn|anvandarnamn|logname|logonname|account ?name|e?uid|gid)` +
			`\\?["'\x60]?\]? ?[:=](?:[0-9]+\(|\t{1,8}| ?\\?["']?)[0-9A-Za-z._\x1A\x{80}-\x{10FFFF}-]+`,
		Reserved: userReserved, Guarantee: "L", Authority: "useradd(8): at most 32 bytes; RFC 4514 for names of directories",
		Match: []string{
			"user=«mkowalski» rhost=h", `{"user":"«nadia.h»","id":7}`, `"username": "«nadia»"`, "login=«jdoe»;", "User: «jdoe»", "user = «jdoe»",
			"uid=1000(«jdoe») gid=1000(jdoe)", "TargetUserName: «jdoe»", "DB_USER=«ledger»", "ssh_user: «jdoe»,", `\"user\":\"«jdoe»\"`,
			"User ID=«ledger»;Password=x", "samAccountName: «jdoe2»", "(user name: «tokonjo», x)", "AccountName=«jdoe» host",
			"Benutzername: «m.krause»", "utilisateur : «jmoreau» connecté", `"usuario":"«lgomez»"`, "uid=«akowalski»,ou=people,dc=corp", "dn: uid=«j.haug»,cn=users,cn=accounts", "Account Name:\t\t«jdoe»\n", "User:\t«nadia.h»",
		},
		NoMatch: []string{
			"const user = sql.get`SELECT`;", ":param user: indicates to use it",
			`"user":"role"`, "user=root", "ruser= rhost=10.1.2.3", "user: string", "user = getUser()", "user=true", "user=1001", "user=bob@corp.com",
			"user=/home/x", "user: User", "user=${USER}", "user=$USER", "superuser=false", "user=", "user: ", "last_login=2026-11-30", "login: function(x)",
			"username=", `"user":{"id":1}`, "user = models.User;", "uid=0(root)", "uid=akowalski,gid=x", "identifiant: bail-48213", "Benutzer: der Datenbank", "user=<user>", "user-agent: curl", "user=None", "user=decoy-abcd123", "Account Name:\t\tSYSTEM", "Account Name:\t\tWEB01$", "user:\t\t\t\t\t\t\t\t\t\tx",
			"username = __token__\n", "browser=Firefox", "user == other", "/cpu/classes/user:cpu-seconds",
			"DW_AT_lo_user = 0x2000", "uname: this.portable ? 1 : 2", "this._username=s._username,", "user: lookup userid %d", "'add-user': 'adduser',",
			"https;AccountName=files;AccountKey=", "AccountName=files;", "file name: report", "superuser name: x",
			"this.uname = ex?.uname ?? gex", "input.username = input.password = ``;", "username: readUsername,", "creds.username = userReg\n", "for one user: others' files",
		},
		Gaps:   []string{"owner=«jdoe»", "nom d'utilisateur «jdoe»", "«jdoe»:x:1000:1000::/home/jdoe"},
		anchor: anchorKey, ends: userEndings, gate: both(userGate, mayNameUser), scan: scanUserKey, norm: normFold,
	}
}

// mayNameUser looks at where the value of the key that ends at p would begin.
func mayNameUser(s string, p int) bool {
	switch b := at(s, p+1); b {
	case '{', '[', '(', '=', '$', '<', '/', '%', ',', ';', '&', '\n':
		return false
	case '0': // uid=0
		return at(s, p+2) == '(' || isAlnum(at(s, p+2))
	}
	return true
}

// scanUserKey reads the value of the key that ends at p, if it names a user.
func scanUserKey(s string, p int) (site, bool) {
	key, spaced := userKey(s, p)
	if key == "" || documents(s, p-len(key)) { // :param user: of a docstring
		return site{}, false
	}
	i := p + 1
	if j := userRun(s, i); key == "uid" && s[p] == '=' && inDirectory(s, j) {
		return userSite(s, i, j)
	}
	if key == "uid" || key == "gid" || key == "euid" {
		for i-p <= 11 && isDigit(at(s, i)) {
			i++
		}
		if i == p+1 || at(s, i) != '(' {
			return site{}, false
		}
		j := userRun(s, i+1)
		if at(s, j) != ')' {
			return site{}, false
		}
		return userSite(s, i+1, j)
	}
	if s[p] == ':' && at(s, i) == '\t' { // as Windows writes its events
		for i-p <= maxUserTabs && at(s, i) == '\t' {
			i++
		}
	} else if at(s, i) == ' ' && (s[p] == ':' || spaced) {
		i++
	} else if spaced && s[p] == '=' {
		return site{}, false // a == b
	}
	quote := byte(0)
	if at(s, i) == '\\' && at(s, i+1) == '"' {
		i++
	}
	if b := at(s, i); b == '"' || b == '\'' {
		quote = b
		i++
	}
	x, ok := userValue(s, i, quote, s[p] == ':' || spaced)
	if ok && quote == 0 && (isMember(s[i:x.End], key) || goesOnAsCode(s, x.End) || isPossessive(s, i, x.End)) {
		return site{}, false
	}
	if ok && key == "accountname" && (at(s, p-len(key)-1) == ';' || at(s, x.End) == ';') {
		return site{}, false // of a connection string: the name of a storage account
	}
	return x, ok
}

// inDirectory reports whether the name of an entry of a directory goes on at s[j]:
// uid=name,ou=people,dc=corp.
func inDirectory(s string, j int) bool {
	if at(s, j) != ',' {
		return false
	}
	if j++; at(s, j) == ' ' {
		j++
	}
	rest := s[min(j, len(s)):]
	return hasFold(rest, "ou=") || hasFold(rest, "cn=") || hasFold(rest, "dc=") || hasFold(rest, "o=")
}

// isMember reports whether v is a number in hex, or a member of a program's object:
// this.portable, or e.uname for the key uname.
func isMember(v, key string) bool {
	if hasFold(v, "0x") {
		return true
	}
	first, _, dotted := strings.Cut(v, ".")
	if !dotted {
		return false
	}
	last := strings.TrimLeft(v[strings.LastIndexByte(v, '.')+1:], "_")
	return first == "this" || first == "self" || equalFold(last, key)
}

// goesOnAsCode reports whether what ends at s[j] is part of an expression: of a chain
// of members that may be missing, e?.uname, of assignments, a.user = b.user = "", or of a
// template's tag, sql.get`…`.
func goesOnAsCode(s string, j int) bool {
	rest := s[j:]
	return strings.HasPrefix(rest, "?.") || strings.HasPrefix(rest, "??") || strings.HasPrefix(rest, " = ") || strings.HasPrefix(rest, " => ") || strings.HasPrefix(rest, "`")
}

// isPossessive reports whether the bare s[i:j] owns something in a sentence, "others'
// files": the apostrophe closes nothing that was opened on its line.
func isPossessive(s string, i, j int) bool {
	if at(s, j) != '\'' || at(s, j-1) != 's' || at(s, j+1) != ' ' || !isAlpha(at(s, j+2)) {
		return false
	}
	for k := i - 1; k >= 0 && i-k < judged && s[k] != '\n'; k-- {
		if s[k] == '\'' {
			return false
		}
	}
	return true
}

// isUserVariable reports whether v is a name of code for a user's name: camel case
// without digits, one of whose words says so. readUsername, userReg, dbUser.
func isUserVariable(v string) bool {
	if v == "" || !plainWord(v) || fold(v) == v || isUpper(v[0]) {
		return false
	}
	low := fold(v)
	return strings.Contains(low, "user") || strings.HasSuffix(low, "login")
}

// userValue judges a key's value at i. One that stands behind a blank and without
// a quote may be code: a type, a member, a call.
func userValue(s string, i int, quote byte, loose bool) (site, bool) {
	j := userRun(s, i)
	x, ok := userSite(s, i, j)
	if !ok || isNoUser(s[i:j]) {
		return site{}, false
	}
	end := at(s, j)
	switch {
	case isUserByte(end) && end != '.' && end != '-', strings.IndexByte("@/\\([{$%+=<:*", end) >= 0 && end != 0 && (end != '\\' || quote == 0 && at(s, j+1) == '\\'):
		return site{}, false
	case quote != 0 && end != quote && end != '\\':
		return site{}, false
	case quote == 0 && loose && (end == ';' || isUserVariable(s[i:j]) || isUpper(s[i]) && !strings.ContainsAny(s[i:j], "0123456789._-") || strings.IndexByte(s[i:j], '.') >= 0 && hasUpper(s[i:j])):
		return site{}, false
	}
	return x, true
}

func hasUpper(s string) bool {
	for i := range len(s) {
		if isUpper(s[i]) {
			return true
		}
	}
	return false
}

// isNoUser is words that stand for a value or a type, or name a role.
func isNoUser(v string) bool {
	switch fold(v) {
	case "true", "false", "null", "none", "nil", "undefined", "empty", "optional", "required", "string", "str", "int", "integer", "number",
		"bool", "boolean", "object", "text", "varchar", "char", "uuid", "void", "self", "this", "args", "request", "req", "session",
		"role", "roles", "group", "password", "email", "id", "userid", "user_id", "type", "value", "key", "row", "data", "item", "current", "new", "and", "or",
		"der", "die", "das", "des", "den", "le", "la", "de", "el", "het", "nicht", "non", "is", "not", "in", "if", "await", "function", "logged", "failed", "success", "succeeded", "ok", "error", "on", "off", "yes", "no", "the",
		"async", "lookup", "invalid", "unknown", "anonymous", "uname", "username", "user", "login", "adduser",
		"has", "was", "with", "can", "must", "should", "please", "input", "auth", "oauth", "sso", "ldap", "required.":
		return true
	}
	return false
}

const (
	maxUserKey  = 24
	maxUserTabs = 8
)

// userKey returns the last word of the key in front of p, folded, if it names a
// user; spaced tells that a blank stands between.
func userKey(s string, p int) (word string, spaced bool) {
	i := p
	if at(s, i-1) == ' ' {
		i--
		spaced = true
	}
	if b := at(s, i-1); b == '"' || b == '\'' || b == '`' || b == ']' {
		i--
		if at(s, i-1) == '\\' {
			i--
		}
		if b == ']' && (at(s, i-1) == '"' || at(s, i-1) == '\'') {
			i--
		}
	}
	j := i
	for i > 0 && j-i <= maxUserKey && (isWord(s[i-1]) || s[i-1] == '-') {
		i--
	}
	key := s[i:j]
	if (equalFold(key, "id") || equalFold(key, "name")) && i >= 5 && hasFold(s[i-5:], "user ") && !isWord(at(s, i-6)) { // of ADO: User ID=
		return "userid", spaced
	}
	if equalFold(key, "name") && i >= 8 && hasFold(s[i-8:], "account ") && s[p] == ':' {
		return "userid", spaced
	}
	if len(key) > maxUserKey || at(s, i-1) == '/' {
		return "", false
	}
	for _, w := range [...]string{"username", "user_name", "user", "userid", "user_id", "uname", "usr", "login", "logname", "loginname", "logonname",
		"accountname", "benutzer", "benutzername", "anmeldename", "utilisateur", "usuario", "utente", "gebruiker", "gebruikersnaam",
		"brukernavn", "brugernavn", "anvandarnamn", "ruser", "uid", "gid", "euid"} {
		k := len(key) - len(w)
		if k < 0 || !equalFold(key[k:], w) {
			continue
		}
		// A whole key, or the end of one: db_user, dbUser, TargetUserName.
		if k == 0 || key[k-1] == '_' || key[k-1] == '-' || isUpper(key[k]) && isLower(key[k-1]) {
			if hasFold(key, "last") || hasFold(key, "first") || w == "uid" && k > 0 {
				return "", false
			}
			return w, spaced
		}
	}
	return "", false
}

func userPhraseDetector() Detector {
	return Detector{
		Name: "username_phrase", Entity: Username, Class: Context, Bits: 15,
		words: []string{"user", "failed", "accepted", "postponed", "sudo", "opened"},
		Pattern: `(?i)user ["'\x60]?[0-9A-Za-z._\x1A\x{80}-\x{10FFFF}-]+` +
			`|(?:failed|accepted|postponed)[a-z]{0,3} [a-z/-]+ for [0-9A-Za-z._\x1A\x{80}-\x{10FFFF}-]+` +
			`|sudo(?:\[[0-9]+\])?: +[0-9A-Za-z._\x1A\x{80}-\x{10FFFF}-]+` +
			`|opened for user [^ ]+ by [0-9A-Za-z._\x1A\x{80}-\x{10FFFF}-]+`,
		Reserved: userReserved, Guarantee: "L", Authority: "OpenSSH auth.c and PAM's messages",
		Match: []string{
			"Failed password for invalid user «webmastr» from 10.1.2.3 port 22", "Failed password for «mkowalski» from 10.1.2.3",
			"Accepted publickey for «mkowalski» from 10.1.2.3", "Invalid user «chenl» from 10.1.2.3", "input_userauth_request: invalid user «chenl» [preauth]",
			"session opened for user «mkowalski» by (uid=0)", "session closed for user «mkowalski»", "Disconnected from user «mkowalski» 10.1.2.3 port 22",
			"Connection closed by authenticating user «mkowalski» 10.1.2.3", "New session 12 of user «mkowalski».",
			"Access denied for user '«mkowalski»'@'10.1.2.3'", `authentication failed for user "«mkowalski»"`, "session opened for user «mkowalski»(uid=1000)",
			"Accepted keyboard-interactive/pam for «mkowalski» from 10.1.2.3",
			"sudo: «jferrand» : TTY=pts/0 ;", "sudo[812]:   «jferrand» : 3 incorrect password attempts ; TTY=pts/0", "SUDO: «jferrand» : command not allowed ; TTY=x",
			"session opened for user root(uid=0) by «jferrand»(uid=1000)", "session opened for user root by «jferrand»(uid=0)",
		},
		NoMatch: []string{
			"for invalid user root from", "invalid user input", "Failed password for root from 10.1.2.3", "session opened for user root", "check pass; user unknown",
			"user experience", "of user interface", "Accepted terms for use", "failed login for the", "userspace x", "new user 'admin'", "invalid user  from",
			"Failed password for invalid user", "for user decoy-abcd123 from",
			"sudo: unable to resolve host x", "sudo: pam_unix(sudo:auth): x", "sudo: root : TTY=pts/0", "sudo: x : y", "sudo: jferrand: TTY", "pseudo: jferrand : TTY=x",
			"session opened for user root by (uid=0)", "opened for user root by LOGIN(uid=0)", "opened for user root by hand", "opened for users by jferrand(uid=0)",
		},
		anchor: anchorWord, scan: scanUserPhrase, norm: normFold,
	}
}

// scanUserPhrase reads the phrases in which daemons name a user.
func scanUserPhrase(s string, p int) (site, bool) {
	if isWord(at(s, p-1)) {
		return site{}, false
	}
	i := p + len("user")
	if !hasFold(s[p:], "user") {
		if i = behindDaemon(s, p); i > 0 {
			return userSite(s, i, userRun(s, i))
		}
		if i = afterMethod(s, p); i == 0 || hasFold(s[i:], "invalid user ") {
			return site{}, false
		}
		return phraseUser(s, i, true)
	}
	if at(s, i) != ' ' {
		return site{}, false
	}
	i++
	switch b := at(s, i); b {
	case '"', '\'', '`':
		j := userRun(s, i+1)
		if at(s, j) != b || j-i-1 > maxUser || isNoUser(s[i+1:j]) {
			return site{}, false
		}
		return userSite(s, i+1, j)
	}
	before := s[max(0, p-32):p]
	switch {
	case hasSuffixFold(before, "session opened for "), hasSuffixFold(before, "session closed for "), hasSuffixFold(before, "authenticating "),
		hasSuffixFold(before, "disconnected from "):
		return phraseUser(s, i, false)
	case hasSuffixFold(before, "invalid "), hasSuffixFold(before, "illegal "):
		return phraseUser(s, i, true)
	case hasSuffixFold(before, " of "):
		k := len(before) - len(" of ")
		for k > 0 && isDigit(before[k-1]) {
			k--
		}
		if hasSuffixFold(before[:k], "session ") {
			return phraseUser(s, i, false)
		}
	}
	return site{}, false
}

// behindDaemon returns where the name begins in "sudo: name : TTY=" and in "opened
// for user root(uid=0) by name(uid=", behind the word at p, 0 if there is none.
func behindDaemon(s string, p int) int {
	if hasFold(s[p:], "opened for user ") {
		i := p + len("opened for user ")
		i = userRun(s, i)
		if at(s, i) == '(' {
			for at(s, i) != ')' && i-p < len("opened for user (uid=4294967295)")+maxUser {
				i++
			}
			i++
		}
		if i > len(s) || !strings.HasPrefix(s[i:], " by ") || !strings.HasPrefix(s[userRun(s, i+len(" by ")):], "(uid=") {
			return 0
		}
		if i += len(" by "); hasFold(s[i:], "login(") { // util-linux's, not a name
			return 0
		}
		return i
	}
	if !hasFold(s[p:], "sudo") {
		return 0
	}
	i := p + len("sudo")
	if at(s, i) == '[' {
		for i++; isDigit(at(s, i)) && i-p < len("sudo[4194304"); i++ {
		}
		if at(s, i) != ']' {
			return 0
		}
		i++
	}
	if at(s, i) != ':' || at(s, i+1) != ' ' {
		return 0
	}
	for i++; at(s, i) == ' ' && i-p < len("sudo[4194304]:")+maxUser; i++ { // aligned to the right
	}
	rest, said := strings.CutPrefix(s[userRun(s, i):], " : ")
	if !said {
		return 0
	}
	for _, x := range [...]string{"TTY=", "command not allowed", "user NOT in sudoers", "a password is required"} {
		if strings.HasPrefix(rest, x) {
			return i
		}
	}
	if isDigit(at(rest, 0)) { // 3 incorrect password attempts
		return i
	}
	return 0
}

// afterMethod returns where the name begins in "Failed password for name",
// behind the word at p, 0 if there is none.
func afterMethod(s string, p int) int {
	i := p
	for i-p < len("postponed") && isAlpha(at(s, i)) {
		i++
	}
	if at(s, i) != ' ' {
		return 0
	}
	i++
	for _, m := range [...]string{"password", "publickey", "keyboard-interactive/pam", "keyboard-interactive", "none", "gssapi-with-mic", "hostbased"} {
		if hasFold(s[i:], m) && hasFold(s[i+len(m):], " for ") {
			return i + len(m) + len(" for ")
		}
	}
	return 0
}

// phraseUser judges the name at i. strict asks for what a daemon puts behind it:
// "from", "port", an address, a bracket, or the line's end.
func phraseUser(s string, i int, strict bool) (site, bool) {
	j := userRun(s, i)
	x, ok := userSite(s, i, j)
	if b := at(s, j); !ok || isNoUser(s[i:j]) || isUserByte(b) && b != '.' || b == '@' || b == '/' {
		return site{}, false
	}
	if !strict || j == len(s) || s[j] == '\n' || s[j] == '\r' {
		return x, true
	}
	rest := s[j:]
	ok = strings.HasPrefix(rest, " from ") || strings.HasPrefix(rest, " port ") || strings.HasPrefix(rest, " [") && !isUpper(at(s, j+2)) || // no token
		strings.HasPrefix(rest, " by ") ||
		at(s, j) == ' ' && isDigit(at(s, j+1))
	return x, ok
}

func userDomainDetector() Detector {
	return Detector{
		Name: "username_domain", Entity: Username, Class: Context, Bits: 15, LabelBits: 4,
		Pattern:  `[A-Z][A-Z0-9-]+\\{1,2}[0-9A-Za-z._\x1A\x{80}-\x{10FFFF}-]+`,
		Labels:   []string{"user", "username", "account", "logon", "login", "domain", "as", "by", "runas", "owner", "principal"},
		Reserved: userReserved, Guarantee: "L", Authority: "Microsoft: down-level logon name, DOMAIN\\UserName",
		Match: []string{
			`logon CORP\«jdoe» ok`, `"CORP\\«nadia»"`, `CORP-EU\«mkowalski».`, `user CORP\«nadia»`, `(ACME\«svc-sql»)`,
		},
		NoMatch: []string{
			`HKLM\Software`, `NT AUTHORITY\SYSTEM`, `BUILTIN\Administrators`, `C:\FOO\bar`, `FAILED\nCaused by`, `FAILED\n`, `CORP\nadia`, `CORP\a\b`, `X\y`,
			`[A-Z]\d+`, `\ALPHA\beta`, `A\x41`, `CORP\decoy-abcd123`, `DECOY-V7ZQP7\jdoe`, `CORP\u00`, `SYSTEM\CurrentControlSet`, `%WINDIR%\explorer`, `CORP\func(`, `FOO\u0041bc`,
			`SOFTWARE\Microsoft`, `CORP\file.txt\`,
		},
		anchor: anchorBackslash, scan: scanUserDomain, norm: normFold,
	}
}

const maxNetBIOS = 15 // Microsoft's limit for the name of a domain

// scanUserDomain reads DOMAIN\name around the backslash at p.
func scanUserDomain(s string, p int) (site, bool) {
	if s[p] != '\\' {
		return site{}, false
	}
	if at(s, p+1) == '\\' { // as JSON writes it
		p++
	}
	i := p
	doubled := at(s, i-1) == '\\'
	if doubled {
		i--
	}
	end := i
	for i > 0 && end-i <= maxNetBIOS && (isUpper(s[i-1]) || isDigit(s[i-1]) || s[i-1] == '-') {
		i--
	}
	domain := s[i:end]
	if len(domain) < 2 || len(domain) > maxNetBIOS || !isUpper(domain[0]) || isNoDomain(domain) {
		return site{}, false
	}
	if b := at(s, i-1); isWord(b) || b >= 0x80 || strings.IndexByte(`\/:.%$-`, b) >= 0 && b != 0 {
		return site{}, false
	}
	j := userRun(s, p+1)
	if b := at(s, j); isUserByte(b) && b != '.' && b != '-' || strings.IndexByte(`\(/[{=$`, b) >= 0 && b != 0 && !(b == '\\' && at(s, j+1) == '"') {
		return site{}, false
	}
	x, ok := userSite(s, p+1, j)
	if !ok || isUpper(s[p+1]) && !hasLower(s[p+1:j]) || !doubled && isEscape(s[p+1:j]) {
		return site{}, false
	}
	// \n, \r, \t and \b before a word are as likely an escape.
	x.weak = !doubled && strings.IndexByte("nrtb", s[p+1]) >= 0
	return x, true
}

func hasLower(s string) bool {
	for i := range len(s) {
		if isLower(s[i]) {
			return true
		}
	}
	return false
}

// isEscape reports whether name is what \x41 and \u0041 leave, or \nWord.
func isEscape(name string) bool {
	switch name[0] {
	case 'x':
		return len(name) >= 3 && isHex(name[1]) && isHex(name[2])
	case 'u': // or a part of one
		for i := 1; i < min(len(name), 5); i++ {
			if !isHex(name[i]) {
				return false
			}
		}
		return true
	case 'n', 'r', 't':
		return isUpper(name[1])
	}
	return false
}

// isNoDomain is roots of the registry, and well-known authorities.
func isNoDomain(d string) bool {
	if strings.Contains(d, "DECOY") { // a stand-in
		return true
	}
	switch d {
	case "HKLM", "HKCU", "HKCR", "HKU", "HKCC", "HKEY", "AUTHORITY", "BUILTIN", "APPPOOL", "SOFTWARE", "SYSTEM", "SYSTEM32", "WINDOWS", "WINNT",
		"REGISTRY", "MACHINE", "USERS", "SERVICE", "MANAGER", "USER", "LIVE", "DOMAIN", "CONTROLLER":
		return true
	}
	return false
}
