package cloak

import "strings"

// Passwords that are arguments of a call, in a place of their own: login("bo", "x"),
// auth=("bo", "x"), new mysqli("host", "bo", "x").

func callDetectors() []Detector {
	words := []string{
		"login(", "auth=(", "auth = (", "httpbasicauth(", "httpdigestauth(", "basicauth(", "basic_auth(", "setbasicauth(", "passwordauthentication(", "usernamepasswordcredentials(",
		"networkcredential(", "authenticate(", "mysqli(", "mysqli_connect(", "mysql_connect(", "pdo(", "getconnection(", "ftp_login(", "ssh2_auth_password(", "plainauth(", "directoryentry(", "connect(", "client(", "twilio(",
	}
	return []Detector{{
		Name: "call_password", Entity: Password, Class: KeyBound, Bits: 21,
		Pattern: `(?i)(?:login|auth ?= ?|httpbasicauth|httpdigestauth|basicauth|basic_auth|setbasicauth|passwordauthentication|usernamepasswordcredentials|networkcredential|authenticate|mysqli|mysqli_connect|mysql_connect|pdo|getconnection|ftp_login|ssh2_auth_password|plainauth|directoryentry|connect|client|twilio)\((?:,[ \t]*\r?\n|[^\r\n])*`,
		anchor:  anchorWord, words: words, scan: scanCall,
		Authority: "the manuals of smtplib, requests, mysqli, PDO, JDBC, net/http",
		Match: []string{
			`smtp.login("bo@corp.io", "«Zx81plq»")`, "conn.login('bo@corp.io', '«salesforcepassword»', function(err) {", `requests.get(u, auth=("bo", "«Zx81plq»"))`,
			"new mysqli('db', 'bo', '«Zx81plq»', 'core');", `DriverManager.getConnection(url, "bo", "«Zx81plq»")`, `req.SetBasicAuth("bo", "«Zx81plq»")`,
			`new PDO("mysql:host=db;dbname=x", 'bo', '«Zx81plq»')`, `smtp.PlainAuth("", "bo@corp.io", "«Zx81plq»", "h")`, "ftp_login($c, 'bo', '«Zx81plq»')",
			`DBI->connect("dbi:Pg:dbname=x", "bo", "«Zx81plq»")`, `pymysql.connect("db", "bo", "«Zx81plq»", "core")`, "Client('AC" + "5d41402abc4b2a76b9719d911017c592" + "', '«3a0602b29ed6fd540c373059f1ce0d10»')", `new NetworkCredential("bo@corp.io", "«vzihlaquknriqlht»")`, `new DirectoryEntry("LDAP://corp.io", "dom\bo", "«Rrhh1234»")`,
			"new DirectoryEntry(\"LDAP://corp.io\",\n          \"bo@corp.io\",\n          \"«Rrhh1234»\");\n",
		},
		NoMatch: []string{
			`login("username", "password")`, `login("admin", "dashboard")`, "smtp.login(user, pw)", `auth=("bo", os.environ["PW"])`, `authenticate("local", "x1y2z3w4" + y)`,
			"new mysqli($h, $u, $p)", `getConnection("a", "b", c)`, `blogin("bo", "Zx81plq")`, `socket.connect("a", "b", "x1y2z3w4")`, "Client('x', '3a0602b29ed6fd540c373059f1ce0d10')", `login("/path1", "/path2")`,
		},
	}}
}

// callPlaces tell which argument of a call is the password; of others it is the second.
var callPlaces = map[string]int{"mysqli": 2, "mysqli_connect": 2, "mysql_connect": 2, "pdo": 2, "getconnection": 2, "ftp_login": 2, "ssh2_auth_password": 2, "plainauth": 2, "directoryentry": 2, "connect": 2}

// scanCall judges the word in front of a call's '('.
func scanCall(s string, i int) (site, bool) {
	const longest = 256
	if isWord(at(s, i-1)) && at(s, i-1) != '_' && !isLower(at(s, i-1)) {
		return site{}, false
	}
	j := i
	for j-i < 32 && isWord(at(s, j)) {
		j++
	}
	name := fold(s[i:j])
	if name == "connect" && !hasSuffixFold(s[:i], "dbi->") && !hasSuffixFold(s[:i], "mysql.") && !hasSuffixFold(s[:i], "mysqldb.") {
		return site{}, false
	}
	if (name == "client" || name == "twilio") && !isAccountSID(s, j+2) {
		return site{}, false
	}
	place, ok := callPlaces[name]
	if !ok {
		place = 1
	}
	for n := 0; n < 4 && at(s, j) != '('; n++ {
		j++
	}
	limit := min(len(s), i+longest)
	for n := 0; n < place; n++ {
		// Arguments in front of the user's name may be anything without a call in it.
		if j = argumentEnd(s, j+1, limit, n == place-1); j < 0 {
			return site{}, false
		}
	}
	j = skipBlanks(s, j+1, "")
	lit := literal{start: j + 1, quote: at(s, j)}
	if lit.quote != '"' && lit.quote != '\'' {
		return site{}, false
	}
	end, closed := lit.end(s, lit.start+judged)
	if b := at(s, end+1); !closed || at(s, end) != lit.quote || b != ')' && b != ',' {
		return site{}, false
	}
	v := s[lit.start:end]
	if !isMixed(v) && !namesSecret(v) && !looksRandom(v) || isPath(v) {
		return site{}, false
	}
	k := key{Span: Span{i, i}, kind: keyPassword, after: j, tight: true, env: true}
	return assigned(s, k, judgePassword)
}

// isAccountSID reports whether an account's id of Twilio begins at s[i]: beside it stands
// the account's token.
func isAccountSID(s string, i int) bool {
	const digits = 32
	return strings.HasPrefix(s[min(i, len(s)):], "AC") && clsHex.run(s, i+2, i+2+digits) == i+2+digits
}

// argumentEnd is where the ',' behind the argument is that begins at s[j], or -1. The
// user's name must be a literal.
func argumentEnd(s string, j, limit int, user bool) int {
	j = skipBlanks(s, j, "")
	q := at(s, j)
	if q == '"' || q == '\'' {
		for j++; j < limit && s[j] != q && s[j] != '\n'; j++ {
		}
		if at(s, j) != q || at(s, j+1) != ',' {
			return -1
		}
		return j + 1
	}
	if user {
		return -1
	}
	for ; j < limit && s[j] != ',' && s[j] != '\n' && s[j] != '(' && s[j] != ')'; j++ {
	}
	if j >= limit || s[j] != ',' {
		return -1
	}
	return j
}

// namesSecret reports whether a word says that it is a secret.
func namesSecret(v string) bool {
	low := fold(v)
	for _, w := range [...]string{"pass", "secret", "pwd"} {
		if k := lastIndex(low, w); k > 0 {
			return true
		}
	}
	return false
}
