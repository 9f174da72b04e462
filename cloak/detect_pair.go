package cloak

import "strings"

// A user and a password in one value: creds: admin:x, login: admin / x.

func pairDetectors() []Detector {
	return []Detector{{
		Name: "login_pair", Entity: Password, Class: KeyBound, Bits: simpleBits,
		Pattern: assignedPattern, anchor: anchorKey, ends: pairEndings, scan: scanPair,
		Match: []string{"creds: admin:«Sommer2026!»", "Login: admin / «Sommer2026!»", `"credentials": "bo:«Zx81plq»"`, "CREDS=bo@corp.io:«Zx81plq9»"},
		NoMatch: []string{
			"login: https://h.io/a1", "creds: admin", "login: admin/page1/x", "credentials: user:password", "login: 12:30:45", "creds: a:b", "login: admin:$PW",
			"creds: ~/.aws/credentials", "login: 2026/11/30 10:12", "Login: failed: code1",
		},
	}}
}

// scanPair judges the value of a key that holds both.
func scanPair(s string, i int) (site, bool) {
	k := key{after: i + 1}
	if at(s, i+1) == '>' || at(s, i+1) == '=' {
		k.after++
	}
	k.End, k.quoted = keyEnd(s, i)
	k.Start = keyStart(s, k.End)
	switch lastWords(s[k.Start:k.End])[0] {
	case "creds", "cred", "credentials", "login":
	default:
		return site{}, false
	}
	lit, ok := literalAt(s, k.after, false)
	if !ok || lit.prefix != 0 {
		return site{}, false
	}
	j := lit.start
	for j-lit.start < maxKey && (isWord(at(s, j)) || at(s, j) == '.' || at(s, j) == '@' || at(s, j) == '-' || at(s, j) == '\\' && isAlpha(at(s, j+1))) {
		j++
	}
	user := s[lit.start:j]
	if len(user) < 2 || isAllDigits(user) {
		return site{}, false
	}
	switch {
	case at(s, j) == ':' || at(s, j) == '/':
		j++
	case at(s, j) == ' ' && at(s, j+1) == '/' && at(s, j+2) == ' ':
		j += 3
	default:
		return site{}, false
	}
	rest := lit
	rest.start = j
	end, closed := rest.end(s, j+judged)
	if !closed || end-j < 6 {
		return site{}, false
	}
	v := s[j:end]
	if isReference(v) || isNotValue(v) || strings.ContainsAny(v, "/:") || hasSpace(v) || !isMixed(v) || !isStrong(v) || isHexRun(v) {
		return site{}, false
	}
	return site{Span: Span{j, end}}, true
}
