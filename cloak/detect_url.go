package cloak

import "strings"

// Passwords in URLs: scheme://user:password@host (RFC 3986 section 3.2.1).

func urlDetectors() []Detector {
	return []Detector{{
		Name: "url_credential", Entity: URLCredential, Class: KeyBound, Bits: 24,
		Pattern: "[A-Za-z0-9]+:[A-Za-z0-9_]*/{1,2}[^\\x09-\\x0D /\"'`]+@",
		anchor:  anchorAt, scan: scanURLCredential,
		Reserved: []string{`Decoy-[a-z2-7]{10}`}, Guarantee: "L", Authority: "the mark Decoy-; RFC 3986 3.2.1",
		Match: []string{
			"postgres://app:«s3Kr%40tPw»@pg1.halcyon.io:5432/core", "redis://:«qW7xR2mN9p»@cache-2:6379/0",
			"https://user@mail.example:«password!#@498»@github.com", "amqp://guest:«guest»@127.0.0.1/",
			"https://«2f8a9b7c6d5e4f3a2b1c0d9e8f7a6b5c»@dev.azure.com/org", "mongodb+srv://a:«p$w9»@c0.mongodb.net/?w=1",
			"jdbc:oracle:thin:scott/«tig3r»@//db:1521/x", "https://«2f8a9b7c6d5e4f3a2b1c»:x-oauth-basic@github.com/a/b",
		},
		NoMatch: []string{
			"https://deploy:$DEPLOY_TOKEN@git.halyard.example/x.git", "ssh://git@github.com:22/x", "jdbc:postgresql://postgres:5432/mydb",
			"https://user:${PW}@host", "https://user:<password>@host", "http://a:***@host", "https://host/p?x=a:b@c", "https://h:8080?mail=a@b.c",
			"mailto:a@b.example", "https://x:[URL_CREDENTIAL_0]@host", "postgres://app:se\ncret@host", "https://medium.com/@user", "https://:@host",
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
	return judgeURL(Span{last - len(pw), last}, pw, end), true
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
	return judgeURL(Span{start, last}, s[start:last], end), true
}
