package cloak

import "strings"

// Passwords in URLs: scheme://user:password@host (RFC 3986 section 3.2.1).

func urlDetectors() []Detector {
	return []Detector{{
		Name: "url_credential", Entity: URLCredential, Class: KeyBound, Bits: 24,
		Pattern: ":[^\\x09-\\x0D \"'`]+@",
		anchor:  anchorAt, scan: scanURLCredential,
		Reserved: []string{`Decoy-[a-z2-7]{10}`}, Guarantee: "L", Authority: "the mark Decoy-; RFC 3986 3.2.1",
		Match: []string{
			"postgres://app:«s3Kr%40tPw»@pg1.halcyon.io:5432/core", "redis://:«qW7xR2mN9p»@cache-2:6379/0",
			"https://user@mail.example:«password!#@498»@github.com", "amqp://guest:«guest»@127.0.0.1/",
			"https://«2f8a9b7c6d5e4f3a2b1c0d9e8f7a6b5c»@dev.azure.com/org", "mongodb+srv://a:«p$w9»@c0.mongodb.net/?w=1",
			"jdbc:oracle:thin:scott/«tig3r»@//db:1521/x", "https://«2f8a9b7c6d5e4f3a2b1c»:x-oauth-basic@github.com/a/b",
			"https://user@example.com:«password!#@498»@github.com", "postgresql://app:«pa#ss/w0rd»@db/core",
			"mongodb://backup:«p%40ssw0rd123»@db.example.com:27017/admin", "postgres://app:«Qv8h2Lp4Rk7m»@db.example.net/core",
			"sql.Open(\"mysql\", \"bo:«Zx81plq»@tcp(db:3306)/core?parseTime=true\")", "DSN=bo:«Zx:8@1plq»@tcp(10.0.0.1)/core", "bo:«Zx81plq»@unix(/tmp/mysql.sock)/core",
		},
		NoMatch: []string{
			"new URL('https://abc:xyz@example.com')", "https://abc:123@example.com:8080/",
			"https://deploy:$DEPLOY_TOKEN@git.halyard.example/x.git", "ssh://git@github.com:22/x", "jdbc:postgresql://postgres:5432/mydb",
			"https://user:${PW}@host", "https://user:<password>@host", "http://a:***@host", "https://host/p?x=a:b@c", "https://h:8080?mail=a@b.c",
			"mailto:a@b.example", "https://x:[URL_CREDENTIAL_0]@host", "postgres://app:se\ncret@host", "https://medium.com/@user", "https://:@host",
			"postgres://db:5432/a/b@c", "ftp://h/a:b/c@d", "http://h:x/a/b@c",
			"scheme://user:password@host", "postgres://user:password@localhost:5432/mydb", "proto://username:password@hostname.com:user/repo", "proto://:password@hostname.com/x", "jdbc:oracle:thin:user/password@host", "user:password@tcp(localhost:5555)/dbname", "f(a:b, c@tcp(x))", "bo:${PW}@tcp(db)/core",
		},
	}}
}

// maxAuthority bounds what stands between "://" and the host.
const maxAuthority = 1024

// scanURLCredential judges an '@'. A password may hold one too, so that the last
// one before the host counts, and '#' and '?' are let pass, which people do not
// escape.
func scanURLCredential(s string, i int) (site, bool) {
	end := i
	last := i
	for end < len(s) && !endsAuthority(s[end]) {
		if s[end] == '@' {
			last = end
		}
		end++
	}
	start := i
	for i-start < maxAuthority && start > 0 && !endsAuthority(s[start-1]) {
		start--
	}
	none := site{seen: end}
	if x, ok := dsnPassword(s, start, last, end); ok {
		return x, true
	}
	if at(s, start-1) == 0 && start > 0 && s[start] == ':' { // the user's name is hidden
		return hiddenUser(s, start, last, end)
	}
	if x, ok := slashed(s, start, last, end); ok {
		return x, true
	}
	if strings.HasSuffix(s[:start], "/") && !strings.HasSuffix(s[:start], "//") {
		return oracleThin(s, start, last, end)
	}
	if !strings.HasSuffix(s[:start], "://") || !isAlnum(at(s, start-4)) || last+1 >= len(s) || end == last+1 && at(s, end) != '/' {
		return none, false
	}
	user, pw, found := strings.Cut(s[start:last], ":")
	switch {
	case !found:
		if len(user) < 20 || strings.Contains(user, "%40") || !looksRandom(user[:min(len(user), judged)]) || isReference(user[:min(len(user), judged)]) {
			return none, false
		}
		return judgeURL(Span{start, last}, user, end), true
	case pw == "x-oauth-basic" || pw == "" || pw == "x":
		if len(user) < 16 || !looksRandom(user[:min(len(user), judged)]) {
			return none, false
		}
		return judgeURL(Span{start, start + len(user)}, user, end), true
	case strings.IndexByte(user, '?') >= 0, isPort(pw):
		return none, false
	}
	if isSyntax(user, pw, s[last+1:end]) {
		return site{Span: Span{last - len(pw), last}, left: true, seen: end}, true
	}
	return judgeURL(Span{last - len(pw), last}, pw, end), true
}

// syntaxUsers and syntaxHosts are what a manual calls the parts of a URL.
var (
	syntaxUsers = wordSet("user username name login usr")
	syntaxHosts = wordSet("host hostname server servername domain localhost 127")
)

// isSyntax reports whether the parts of a URL are their names, user:password@host, or
// those of a manual: abc:xyz@example.com.
func isSyntax(user, pw, host string) bool {
	host = fold(host[:min(len(host), 64)])
	if name, _, _ := strings.Cut(host, ":"); len(pw) <= len("xyz") && isExampleDomain(name) {
		return true
	}
	if n := strings.IndexAny(host, ".:"); n >= 0 {
		host = host[:n]
	}
	return isNotValue(pw) && hasFold(pw, "pass") && (syntaxHosts.has(host) || strings.HasPrefix(host, "…")) && (user == "" || foldedIn(syntaxUsers, user))
}

// hiddenUser judges the password that begins behind the ':' at s[start], when all of
// the user's name in front of it is hidden.
func hiddenUser(s string, start, last, end int) (site, bool) {
	j := start
	for start-j < maxAuthority && j > 0 && s[j-1] == 0 {
		j--
	}
	if !strings.HasSuffix(s[:j], "://") || last <= start+1 || last+1 >= len(s) || end == last+1 && at(s, end) != '/' {
		return site{seen: end}, false
	}
	return judgeURL(Span{start + 1, last}, s[start+1:last], end), true
}

// slashSchemes are those of databases and the like, in whose passwords people leave a
// slash as it is.
var slashSchemes = wordSet("postgres postgresql mysql mariadb mongodb redis rediss amqp amqps mssql sqlserver oracle clickhouse cockroachdb ldap ldaps ftp sftp smb")

// slashed judges a password with a slash in it: s[start] is behind that slash.
func slashed(s string, start, last, end int) (site, bool) {
	const longest = 128
	if at(s, start-1) != '/' || at(s, start-2) == '/' || last == start {
		return site{}, false
	}
	j := start - 1
	for start-j < longest && j > 0 && !isSpace(s[j-1]) && !isQuote(s[j-1]) && s[j-1] != 0 && (s[j-1] != '/' || at(s, j-2) != '/') {
		j--
	}
	if at(s, j-1) != '/' || at(s, j-3) != ':' {
		return site{}, false
	}
	from := j - 3
	for n := 0; n < 16 && isAlpha(at(s, from-1)); n++ {
		from--
	}
	user, pw, found := strings.Cut(s[j:last], ":")
	if !slashSchemes.has(fold(s[from:j-3])) || !found || strings.IndexByte(user, '/') >= 0 || strings.IndexByte(user, '@') >= 0 || pw == "" || strings.IndexByte(pw, '@') >= 0 {
		return site{}, false
	}
	if n := strings.IndexByte(pw, '/'); n > 0 && isAllDigits(pw[:n]) { // host:5432/path
		return site{}, false
	}
	return judgeURL(Span{last - len(pw), last}, pw, end), true
}

// dsnPassword judges the '@' at s[p] in a name of a source as Go's driver of MySQL has
// it: user:password@tcp(host:port)/name. What it is in begins at s[start].
func dsnPassword(s string, start, p, end int) (site, bool) {
	for _, net := range [...]string{"tcp(", "unix(", "tcp6(", "cloudsql("} {
		if !strings.HasPrefix(s[p+1:], net) {
			continue
		}
		if n := strings.LastIndexByte(s[start:p], '='); n >= 0 && strings.IndexByte(s[start:start+n], ':') < 0 { // DSN=user:password@…
			start += n + 1
		}
		user, pw, ok := strings.Cut(s[start:p], ":")
		if !ok || user == "" || pw == "" || !isRunOf(user, clsDot) || isSyntax(user, pw, "host") {
			return site{}, false
		}
		return judgeURL(Span{p - len(pw), p}, pw, end), true
	}
	return site{}, false
}

func endsAuthority(b byte) bool {
	return b == '/' || b == '"' || b == '\'' || b == '`' || b == 0 || isSpace(b)
}

// isPort reports whether v begins like the port of a host that has a query:
// host:8080?mail=a@b.
func isPort(v string) bool {
	n := 0
	for isDigit(at(v, n)) {
		n++
	}
	return n > 0 && (at(v, n) == '?' || at(v, n) == '#') && strings.IndexByte(v, '=') > 0
}

func judgeURL(v Span, text string, seen int) site {
	x := site{Span: v, seen: seen}
	head := text[:min(len(text), judged)]
	switch {
	case isReference(head) || isTokenShape(head):
		x.left = true
	case plainWord(head) || len(head) < 6:
		x.bits = simpleBits
	}
	return x
}

// oracleThin judges jdbc:oracle:thin:user/password@…, in a run that begins at
// s[start] behind a slash, has its last '@' at s[last] and ends at s[end].
func oracleThin(s string, start, last, end int) (site, bool) {
	j := start - 1
	for start-j < 64 && isWord(at(s, j-1)) {
		j--
	}
	if !hasSuffixFold(s[:j], "thin:") && !hasSuffixFold(s[:j], "oci:") || last == start {
		return site{seen: end}, false
	}
	if isSyntax(s[j:start-1], s[start:last], s[last+1:end]) {
		return site{Span: Span{start, last}, left: true, seen: end}, true
	}
	return judgeURL(Span{start, last}, s[start:last], end), true
}
