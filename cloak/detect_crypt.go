package cloak

import "strings"

// Hashes of passwords, which are guessed from: crypt(3) in all its schemes, and what
// frameworks and directories made of it.

// A hashScheme is how a stored hash begins, and what follows.
type hashScheme struct {
	word  string // in lower case
	parts int    // separated by '$', at the least, the scheme's name counted
	last  int    // bytes of the last one, at the least
	exact bool   // or exactly that many
	colon bool   // ':' separates parameters
}

// hashSchemes are those that an anchorWord finds. A scheme of one digit, $6$, has a
// scan of its own.
var hashSchemes = []hashScheme{
	{"2a$0", 3, 53, true, false}, {"2a$1", 3, 53, true, false}, {"2b$0", 3, 53, true, false}, {"2b$1", 3, 53, true, false},
	{"2x$0", 3, 53, true, false}, {"2x$1", 3, 53, true, false}, {"2y$0", 3, 53, true, false}, {"2y$1", 3, 53, true, false},
	{"apr1$", 3, 22, true, false}, {"rounds=", 3, 43, false, false},
	{"y$j9", 4, 43, true, false}, {"y$ja", 4, 43, true, false}, {"gy$j", 4, 43, true, false}, {"p$b", 2, 31, true, false},
	{"argon2", 4, 16, false, false}, {"pbkdf2:", 3, 32, false, true}, {"pbkdf2", 4, 16, false, false}, {"scrypt:", 3, 32, false, true}, {"scrypt$", 4, 16, false, false},
	{"scram-sha-", 3, 50, false, true}, {"sha1$", 3, 40, true, false}, {"md5$", 3, 32, true, false},
}

// ldapSchemes stand in braces in front of a hash, RFC 2307.
var ldapSchemes = []string{"ssha}", "sha}", "smd5}", "ssha256}", "ssha384}", "ssha512}", "sha256}", "sha512}", "crypt}", "pbkdf2}", "pbkdf2-sha256}", "pbkdf2-sha512}"}

func hashWords() (words []string) {
	for _, h := range hashSchemes {
		words = append(words, h.word)
	}
	return words
}

func cryptDetectors() []Detector {
	return []Detector{
		{
			Name: "password_hash", Entity: Password, Class: Anchored, Bits: 26,
			Pattern: `(?i)(?:2[abxy]\$|apr1\$|rounds=|g?y\$j|p\$b|argon2|pbkdf2|scrypt[:$]|scram-sha-|sha1\$|md5\$)[.:/$=,+0-9a-z_-]{16,}`,
			anchor:  anchorWord, words: hashWords(), scan: scanPasswordHash,
			Authority: "crypt(5), RFC 9106, RFC 5802; the manuals of Django, Werkzeug, phpass, Drupal",
			Match: []string{
				"'«$2y$12$s.YfVZdfvAuO/Iz6fte5iO..ZbbEgreZnDcYOGvX4NGJskYQIstcG»'", "admin:«$apr1$tp8glkbm$fjg65tI1eipoBh62aEjIy0»",
				"«$argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHQ$RdescudvJCsgt3ub+b4dWRWJTmaaJObG»",
				"('«$6$rounds=5000$usesomesillystri$D4IrlXatmP7rx3P3InaxBeoomnAihCKRVQAr/36eEGRN3fK.yFd1wTpEkB0KzmZrOBqNp2QWSDnNRkg4nSp7N0»')",
				"root:«$y$j9T$F5Jx5fExrKuPp53xLKQ..1$X3DX6M94c7o.9agCG9G317fhZg9SqC.5i5rd.RhAtQ7»:19000:0:99999",
				"'«pbkdf2_sha256$260000$abcDEF123456$k7e1sOMYEnTM7Fz3Vx1pQhZ2jXK1Hn6hKpHq5m3Wq0A=»'",
				"«pbkdf2:sha256:260000$abcDEF12$0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0»",
				"«scrypt:32768:8:1$abcDEF123$0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0»",
				"«$scrypt$ln=15,r=8,p=1$c29tZXNhbHQxMjM0NTY3OA$RdescudvJCsgt3ub+b4dWRWJTmaaJObGRdescudvJCs», old",
				"'«$P$BrqXexS6ZhobKAz91c3IiU67rqaHNtD»'", "«$wp$2y$10$s.YfVZdfvAuO/Iz6fte5iO..ZbbEgreZnDcYOGvX4NGJskYQIstcG»",
				"'«SCRAM-SHA-256$4096:c29tZXNhbHQ=$RdescudvJCsgt3ub+b4dWRWJTmaaJObGRdescudvJCs=:k7e1sOMYEnTM7Fz3Vx1pQhZ2jXK1Hn6hKpHq5m3Wq0A=»'",
				"«sha1$a1b2c$d1f2e3c4b5a69788796a5b4c3d2e1f00f1e2d3c4»",
			},
			NoMatch: []string{"2b$12$short", "argon2 is a hash", "pbkdf2_sha256", "scrypt$x", "$2y$12$...", "md5$a$b", "p$b of x", "sha1$1$2"},
		},
		{
			Name: "crypt_hash", Entity: Password, Class: Anchored, Bits: 26,
			Pattern: `[:=][ "'\x60]{0,2}\$[1567yHS]\$[./$=,+0-9A-Za-z_-]{21,}`, anchor: anchorLabel, follow: "$", scan: scanCryptHash,
			Authority: "crypt(5), shadow(5)",
			Match:     []string{"ubuntu:«$6$LnUhhUi45srUKt9i$4Hp6VRTOB2mxvsYH8mwsCfBryg6hCbm4JJjV26KplN8ewZ7EUVqQDkLKDW.O8XRHx.B76JkwXtyD3wnAXEuZN1»:0:99999"},
			NoMatch:   []string{"cost: $6$", "x=$1$2"},
		},
		{
			Name: "ldap_hash", Entity: Password, Class: Anchored, Bits: 26,
			Pattern: `(?i)[a-z0-9-]+\}[./$0-9a-z+=,_-]{13,}`, anchor: anchorWord, words: ldapSchemes, scan: scanLDAPHash,
			Authority: "RFC 2307 5.3, htpasswd(1)",
			Match:     []string{"bo:«{SHA}0DPiKuNIrrVmD8IUCuw1hQxNqZc=»", "bo:«{SSHA}0c0blFTXXNuAMHECS4uxrj3ZieMoWImr»", `"«{SSHA512}0c0blFTXXNuAMHECS4uxrj3ZieMoWImr0c0blFTXXNuAMHECS4uxrj3ZieMoWImr»"`},
			NoMatch:   []string{"{SHA}", "{sha}x", "sha}0DPiKuNIrrVmD8IUCuw1hQxNqZc=", "{SSHA}aaaaaaaaaaaaaaaaaaaaaaaaaaaa", "image@${sha}0c0blFTXXNuAMHECS4uxrj"},
		},
		{
			Name: "ntlm_hash", Entity: Password, Class: Anchored, Bits: 40,
			Pattern: `(?i)aad3b435b51404eeaad3b435b51404ee:[0-9a-f]{32}`, anchor: anchorWord, words: []string{"aad3b435b51404eeaad3b435b51404ee:"}, scan: scanNTLM,
			Authority: "MS-SAMR 3.1.1.6: the LM hash of no password in front of the NT hash",
			Match:     []string{"bo:1001:«aad3b435b51404eeaad3b435b51404ee:8846f7eaee8fb117ad06bdd830b7586c»:::"},
			NoMatch:   []string{"aad3b435b51404eeaad3b435b51404ee:x", "aad3b435b51404eeaad3b435b51404ee:8846f7eaee8fb117ad06bdd830b7586c0"},
		},
	}
}

// scanPasswordHash judges the name of a scheme, behind the '$' of a crypt string or
// on its own. A run of a crypt string's characters that is too long for one, and is
// none, is looked at once.
func scanPasswordHash(s string, i int) (site, bool) {
	for k := range hashSchemes {
		h := &hashSchemes[k]
		if !hasFold(s[i:], h.word) {
			continue
		}
		start, ok := h.start(s, i)
		if !ok {
			continue
		}
		end := cryptRun(s, i, i+judged, h.colon)
		if h.fits(s[i:end]) {
			return site{Span: Span{start, cryptRun(s, end, len(s), h.colon)}}, true
		}
		if end-i >= judged-1 {
			return site{seen: end}, false
		}
	}
	return site{}, false
}

// start is where a hash begins whose scheme's name is at s[i].
func (h *hashScheme) start(s string, i int) (int, bool) {
	switch {
	case h.word == "rounds=":
		return i - len("$6$"), strings.HasSuffix(s[:i], "$5$") || strings.HasSuffix(s[:i], "$6$")
	case isWord(at(s, i-1)) || at(s, i-1) == '-':
		return 0, false
	case at(s, i-1) == '$' && h.colon:
		return 0, false
	case at(s, i-1) == '$' && strings.HasSuffix(s[:i-1], "$wp"):
		return i - len("$wp$"), true
	case at(s, i-1) == '$':
		return i - 1, true
	}
	return i, true
}

// fits reports whether v is a hash of h. Of one of a fixed length no more is looked at
// than that takes.
func (h *hashScheme) fits(v string) bool {
	if h.last == 53 { // bcrypt: a cost of two digits, and nothing else with a '$'
		const k = len("2a$")
		return len(v) == k+3+h.last && isAllDigits(v[k:k+2]) && v[k+2] == '$' && strings.IndexByte(v[k+3:], '$') < 0 && distinct(v[k+3:]) >= 8
	}
	last := strings.LastIndexByte(v, '$')
	n := len(v) - last - 1
	return last > 0 && n >= h.last && (!h.exact || n == h.last) && strings.Count(v, "$")+1 >= h.parts && distinct(v[last+1:]) >= 8
}

// cryptRun is where the run of a crypt string's characters ends, at limit at the latest.
func cryptRun(s string, i, limit int, colon bool) int {
	for i < min(limit, len(s)) && (isAlnum(s[i]) || strings.IndexByte("./$=,+_-", s[i]) >= 0 || colon && s[i] == ':') {
		i++
	}
	for i > 0 && (s[i-1] == ',' || s[i-1] == ':') && limit <= len(s) {
		i--
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
	return shortScheme(s, j)
}

// shortScheme takes $6$salt$hash and its like at s[j].
func shortScheme(s string, j int) (site, bool) {
	if at(s, j) != '$' || at(s, j+2) != '$' || strings.IndexByte("1567yHS", at(s, j+1)) < 0 || at(s, j+1) == 0 {
		return site{}, false
	}
	end := cryptRun(s, j, j+judged, false)
	switch v := s[j:end]; at(s, j+1) {
	case 'H': // phpass
		if len(v) != 3+31 || distinct(v) < 8 {
			return site{}, false
		}
	case 'S': // Drupal
		if len(v) != 3+52 || distinct(v) < 8 {
			return site{}, false
		}
	default:
		if len(v) < 24 || strings.Count(v, "$") < 3 {
			return site{}, false
		}
	}
	return site{Span: Span{j, cryptRun(s, end, len(s), false)}}, true
}

// scanLDAPHash judges the name of a scheme in braces.
func scanLDAPHash(s string, i int) (site, bool) {
	if at(s, i-1) != '{' || at(s, i-2) == '$' || at(s, i-2) == '{' {
		return site{}, false
	}
	j := i + strings.IndexByte(s[i:], '}') + 1
	end := cryptRun(s, j, j+judged, false)
	if end-j < 13 || distinct(s[j:end]) < 8 {
		return site{}, false
	}
	return site{Span: Span{i - 1, cryptRun(s, end, len(s), false)}}, true
}

// scanNTLM judges the LM hash of no password.
func scanNTLM(s string, i int) (site, bool) {
	j := i + 33
	end := j
	for end < len(s) && end < j+33 && isHex(s[end]) {
		end++
	}
	if end-j != 32 || isWord(at(s, end)) {
		return site{}, false
	}
	return site{Span: Span{i, end}}, true
}
