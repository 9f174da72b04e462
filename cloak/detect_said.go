package cloak

import "strings"

// Secrets in sentences: what is said to be one, some words in front of it or behind it.
// A sentence has other words with digits in them, so that the value must be drawn or
// made up: no word, no version, no name of a file.

// saidNouns begin a sentence about a secret.
var saidNouns = []string{"password ", "passphrase ", "passcode ", "pwd ", "api key ", "access key ", "secret key ", "shared secret ", "shared key ", "access token ", "api token ", "auth token ", "bearer token ", "passwort ", "contraseña ", "senha ", "pass for ", "pw for "}

// saidLogins stand in front of a user's name and password.
var saidLogins = []string{"log in as ", "log in with ", "login as ", "login with ", "sign in as ", "sign in with ", "creds for ", "credentials for ", "login for ", "logins for ", "creds are ", "credentials are ", "user/pass ", "user/password "}

// saidUses stand behind a value.
var saidUses = []string{"as the password", "as password", "as your password", "as a password", "as the passphrase", "as the token", "as the api key", "as the secret", "as api key", "as bearer token"}

func saidDetectors() []Detector {
	return []Detector{
		{
			Name: "said_secret", Entity: Password, Class: KeyBound, Bits: simpleBits,
			Pattern: `(?i)(?:` + strings.Join(saidNouns, "|") + `)[^\r\n]*`, anchor: anchorWord, words: saidNouns, scan: scanSaid,
			Authority: "none: the sentence says what it is",
			Match: []string{
				"The root password for the NAS is «Sommer2026!», change it.", "password for db3: «Kx7mQ2zT»", "our API key for the weather service is «1442282767d1b90c75c971641038a076», it costs",
				"The shared secret between gateway and partner is «8Fh2kLq0ZxV7pQ9sKd72mX».", "password di accesso: «5skV11srlER»", "password di accesso: «b1xaqpSbNqK»", "the access token of the bot is '«8Fh2kLq0ZxV7pQ9s»'", "Passwort für das WLAN ist «Sommer2026!»",
				"The password for the box is «Tr0ub4dor»", "The password to the box is now \"«Tr0ub4dor&3»\".",
			},
			NoMatch: []string{
				"Failed password for root from 10.0.0.1 port 22 ssh2", "password for the user is required", "the password for h2 is stored in vault1/path", "api key for service2 is rotated every 90days", "[sudo] password for bo: ",
				"The password for the NAS is not Sommer2026! any more", "password for node v18.17.0-rc1: see x", "password hash for bo is $2y$10", "access token of type: Bearer2", "shared key between a and b is in keys/app2.pem",
				"password must be: min8chars", "The password is wrong: attempt2of3", "the API key for the CI is $CI_KEY2", "password of release 2026-11-30T10:00:00Z: none", "password for x is <password1>", "password field is input2",
			},
		},
		{
			Name: "said_login", Entity: Password, Class: KeyBound, Bits: simpleBits,
			Pattern: `(?i)(?:` + strings.Join(saidLogins, "|") + `)[^\r\n]*`, anchor: anchorWord, words: saidLogins, scan: scanSaidLogin,
			Authority: "none: the sentence says what it is",
			Match: []string{
				"1. Log in as qa_admin / «Kx7mQ2!zT»", "login with bo@corp.io:«Sommer2026!»", "creds for staging: admin:«Kx7mQ2zT9»", "credentials for the test box are: bo / «Zx81plq!»", "sign in as bo with «Sommer2026!»", "login as admin, password «Sommer2026!»",
			},
			NoMatch: []string{
				"login as root:wheel", "log in as admin / owner", "Log in with GitHub/GitLab2", "sign in with Apple / Google2FA", "login with bo / $PASSWORD1", "creds for staging: see https://h.io/a1b2c3", "login as admin on 10.0.0.1:8080", "log in with SSO / SAML2.0 today",
				"sign in as user:password", "log in as bo with 2 devices", "creds are stored in s3://b/k1",
			},
		},
		{
			Name: "used_as_secret", Entity: Password, Class: KeyBound, Bits: simpleBits,
			Pattern: `(?i).*(?:` + strings.Join(saidUses, "|") + `)`, anchor: anchorWord, words: saidUses, scan: scanUsedAs,
			Authority: "none: the sentence says what it is",
			Match: []string{
				"Use `«2o5PxbTH4qWg»` as the password.", "with \"«Sommer2026!»\" as your password", "sends '«8Fh2kLq0ZxV7pQ9s»' as the token",
			},
			NoMatch: []string{
				"Use `sha256` as the password hash", "Use `PASSWORD1` as the password", "use it as the password", "Use `$PW1` as password", "Use `--pw2` as the token", "Use `user1` as the password", "'admin' and `x` as the password",
			},
		},
	}
}

// saidWords are the words, with marks for quotes, that may stand between a noun and its value.
const saidWords, saidReach = 7, 72

// scanSaid judges a noun for a secret: some words go on, then is or a ':', then the value.
func scanSaid(s string, i int) (site, bool) {
	if isWord(at(s, i-1)) {
		return site{}, false
	}
	j := i
	for _, w := range saidNouns {
		if hasFold(s[i:], w) {
			j = i + len(w)
			break
		}
	}
	first, from := !strings.HasSuffix(s[:j], "for "), j
	for n := 0; n < saidWords && j-from < saidReach; n++ {
		end := j
		for end-j < 32 && (isWord(at(s, end)) || at(s, end) >= 0x80 || strings.IndexByte("'\"-.&/", at(s, end)) >= 0 && end < len(s) && s[end] != 0) {
			end++
		}
		w := fold(s[j:end])
		switch {
		case end == j:
			return site{}, false
		case first && !saidLinks.has(w):
			return site{}, false // password must be …, and what flagValue knows
		case at(s, end) == ':' && at(s, end+1) == ' ':
			return saidValue(s, i, end+2)
		case at(s, end) != ' ':
			return site{}, false
		case w == "is" || w == "was" || w == "ist" || w == "lautet" || w == "est" || w == "es" || w == "è" || w == "é":
			j = end + 1
			for _, adverb := range [...]string{"now ", "still ", "currently ", "just ", "jetzt "} {
				if hasFold(s[j:], adverb) {
					j += len(adverb)
				}
			}
			return saidValue(s, i, j)
		case w == "not" || w == "must" || w == "should" || w == "from":
			return site{}, false
		}
		first = false
		j = end + 1
	}
	return site{}, false
}

// saidLinks tie what it is the secret of to the noun.
var saidLinks = wordSet("for of to on at in between used with from für zum zur vom von der des am im pour de du da di do dla del para per voor van til för")

// saidValue judges what is said at s[j] to be a secret.
func saidValue(s string, i, j int) (site, bool) {
	k := key{Span: Span{i, i}, kind: keyPhrase, after: j}
	lit, ok := literalAt(s, j, false)
	if !ok || lit.prefix != 0 || lit.start-j > 2 {
		return site{}, false
	}
	end, closed := lit.end(s, lit.start+judged)
	if !closed || end-lit.start < 8 {
		return site{}, false
	}
	v := s[lit.start:end]
	if runsIntoHidden(s, end) || !isDrawn(v) {
		return site{}, false
	}
	return judgeSpan(s, k, Span{lit.start, end}, judgePassword)
}

// isDrawn reports whether v is what nobody writes in a sentence but for a secret: mixed,
// and neither a place nor a number with a unit.
func isDrawn(v string) bool {
	if hasSpace(v) || isReference(v) || isNotValue(v) || isPath(v) || isRelease(v) || strings.ContainsAny(v, "/\\<>{}()|:;,") || isDigit(v[0]) && countDigits(v) < 3 && fold(v) == v && !isStrongMark(v) {
		return false
	}
	if isScrambled(v) {
		return true
	}
	if isHexRun(v) {
		return len(v) >= 20 && isMixed(v)
	}
	if strings.IndexByte(v, '.') >= 0 && !isStrongMark(v) {
		return false // a file, a host, a version
	}
	return isMixed(v) && isStrong(v) && (isStrongMark(v) || fold(v) != v && strings.ToUpper(v) != v && (countDigits(v) > 1 || countDigits(v) > 0 && randomness(v) >= 28) || looksRandom(v) && len(v) >= 16)
}

// isStrongMark reports whether v has a sign that names do not have.
func isStrongMark(v string) bool { return strings.ContainsAny(v, "!@#$%^&*+~?") }

// scanSaidLogin judges the words in front of a user's name and a password.
func scanSaidLogin(s string, i int) (site, bool) {
	if isWord(at(s, i-1)) {
		return site{}, false
	}
	j := i
	place := false
	for _, w := range saidLogins {
		if hasFold(s[i:], w) {
			j, place = i+len(w), strings.HasSuffix(w, " for ")
			break
		}
	}
	if place { // of what, up to a ':'
		for from := j; at(s, j) != ':'; j++ {
			if b := at(s, j); b < ' ' || j-from > 40 {
				return site{}, false
			}
		}
		if j++; at(s, j) != ' ' {
			return site{}, false
		}
		j++
	} else if at(s, j-2) == 'e' && at(s, j) == ':' {
		j += 2
	}
	if isQuote(at(s, j)) {
		j++
	}
	user := j
	for j-user < maxKey && (isWord(at(s, j)) || at(s, j) == '.' || at(s, j) == '@' || at(s, j) == '-' || at(s, j) == '\\' && isAlpha(at(s, j+1))) {
		j++
	}
	if j-user < 2 {
		return site{}, false
	}
	rest := s[j:]
	for _, sep := range [...]string{" / ", " with password ", " with ", ", password ", " password ", " and password ", " and ", ":", "/"} {
		if !strings.HasPrefix(rest, sep) {
			continue
		}
		j += len(sep)
		v, ok := saidValue(s, i, j)
		if ok && sep[len(sep)-1] != ' ' && !isStrongMark(s[v.Start:v.End]) && !looksRandom(s[v.Start:v.End]) {
			return site{}, false
		}
		return v, ok
	}
	return site{}, false
}

// scanUsedAs judges the words behind a value in quotes.
func scanUsedAs(s string, i int) (site, bool) {
	q := at(s, i-2)
	if at(s, i-1) != ' ' || !isQuote(q) {
		return site{}, false
	}
	for _, w := range saidUses {
		if hasFold(s[i:], w) && (isWord(at(s, i+len(w))) || at(s, i+len(w)) == ' ' && isAlpha(at(s, i+len(w)+1)) && hasFold(s[i+len(w)+1:], "hash")) {
			return site{}, false
		}
	}
	end := i - 2
	start := end
	for start > 0 && end-start < maxKey && s[start-1] != q && s[start-1] > ' ' {
		start--
	}
	if at(s, start-1) != q || end-start < 8 || !isDrawn(s[start:end]) {
		return site{}, false
	}
	return site{Span: Span{start, end}}, true
}
