package cloak

import "strings"

// Codes for a second factor, each good for once, and what they are made from. Digits
// alone say nothing: a label makes them a code.

// codeLabels begin a label. What they name may be followed by "code", "codes" and the
// like.
var codeLabels = []string{
	"otp", "totp", "mfa", "2fa", "tfa", "verification", "verify code", "one-time", "one time", "security code", "recovery", "backup code", "scratch code", "login code",
	"sign-in code", "authentication code", "access code", "confirmation code", "passcode", "pin", "bestätigungscode", "sicherheitscode", "einmalcode", "einmalkennwort",
	"wiederherstellungscode", "code de v", "codigo de", "código de", "codice di",
}

// codeWords are the labels, those of three bytes with what may follow one: a word of
// three bytes opens the index's gate to 256 others.
func codeWords() (words []string) {
	for _, w := range codeLabels {
		if len(w) > 3 {
			words = append(words, w)
			continue
		}
		for _, mark := range ": =\"'_-c" {
			words = append(words, w+string(mark))
		}
	}
	return words
}

func codeDetectors() []Detector {
	return []Detector{{
		Name: "one_time_code", Entity: Password, Class: KeyBound, Bits: simpleBits,
		Pattern: `(?i)(?:` + strings.Join(codeLabels, "|") + `)[^\r\n]*`, anchor: anchorWord, words: codeWords(), scan: scanCode,
		Authority: "RFC 4226, RFC 6238; the key URI format of authenticators",
		Match: []string{
			"Your verification code is «482913».", "OTP: «482913»", "MFA code: «482 913»", "2FA code=«482913»", "Ihr Bestätigungscode lautet «482913»", "PIN: «4829»",
			"recovery code: «a1b2c-3d4e5»", "backup codes: «8f3k-2m9q, 7h2j-9x4w»", "TOTP seed: «JBSWY3DPEHPK3PXP»", "Recovery key: «EsTc-9mQ2-Zx81-4Wq7»",
			"one-time password: «482913»", "Your PIN is «4829»", "Login code: «482913»", `"otp": "«482913»"`, "mfa_secret=«JBSWY3DPEHPK3PXP»", "código de verificación: «482913»",
		},
		NoMatch: []string{
			"error code: 482913", "pin: 1024", "PIN code 560001", "otp_length: 6", "recovery time is 482913 ms", "verification took 4829 ms", "security code path: x", "TOTP_PERIOD=30",
			"pinned: 482913", "spin: 4829", "mfa: 12.345", "OTP: 1764000000", "verification code is required", "PIN: GPIO", "PIN: 2026-11-30", "recovery: 482913", "append --otp=123456.",
		},
		Gaps: []string{"482913 is your verification code", "PIN 4829"},
	}}
}

// codeNouns end a label, in any of its languages.
var codeNouns = wordSet(`code codes otp pin password passcode key keys seed secret token verification verificación verificacion vérification verifica sicurezza seguridad
	sécurité confirmación`)

// scanCode judges a label, and takes the code behind it on the same line.
func scanCode(s string, i int) (site, bool) {
	label, end := codeLabel(s, i)
	if label == "" || isWord(at(s, i-1)) && at(s, i-1) != '_' {
		return site{}, false
	}
	j, said := codeSign(s, end)
	if j < 0 {
		return site{}, false
	}
	secret := hasSuffixFold(label, "seed") || hasSuffixFold(label, "secret") || hasSuffixFold(label, "key")
	if secret && (hasFold(label, "totp") || hasFold(label, "otp") || hasFold(label, "mfa") || hasFold(label, "2fa")) {
		if n := base32Run(s, j); n >= 16 && !isWord(at(s, j+n)) {
			return site{Span: Span{j, j + n}, bits: 24}, true
		}
	}
	many := hasFold(label, "recovery") || hasFold(label, "backup") || hasFold(label, "scratch") || hasFold(label, "wiederh")
	if n := codeRun(s, j, many); n > 0 {
		return site{Span: Span{j, j + n}}, true
	}
	if strings.HasPrefix(label, "pin") || many && !hasNoun(label) || strings.HasPrefix(label, "verification") && !hasNoun(label) && !said {
		return site{}, false // the pin of a chip
	}
	n := digitsOfCode(s, j)
	if digits := onlyDigits(s[j : j+n]); n == 0 || ascends(s[j:j+n]) || digits < 4 || digits > 8 || digits == 4 && !hasFold(label, "pin") && !said {
		return site{}, false
	}
	return site{Span: Span{j, j + n}}, true
}

// codeLabel is the label that begins at s[i], and where it ends: words joined by blanks
// and marks, the last of which is a noun if there is more than one.
func codeLabel(s string, i int) (label string, end int) {
	for _, w := range codeLabels {
		if hasFold(s[i:], w) && len(w) > len(label) {
			label = w
		}
	}
	end = i + len(label)
	for end < len(s) && (isAlpha(s[end]) || s[end] >= 0x80) && end-i < 32 {
		end++
	}
	for range 3 {
		j := end
		if b := at(s, j); b == ' ' || b == '_' || b == '-' {
			j++
		}
		from := j
		for j < len(s) && (isAlpha(s[j]) || s[j] >= 0x80) && j-from < 16 {
			j++
		}
		if j == from || !codeNouns.has(fold(s[from:j])) {
			break
		}
		end = j
	}
	text := s[i:end]
	if w := fold(text); strings.HasPrefix(w, "pin") && w != "pin" && !hasNoun(w) || label == "otp" && w != "otp" && !hasNoun(w) {
		return "", 0
	}
	return text, end
}

func hasNoun(label string) bool {
	k := strings.LastIndexAny(label, " _-")
	return codeNouns.has(fold(label[k+1:])) || hasSuffixFold(label, "code")
}

// codeSign steps over what stands between a label and its code: a ':' or '=', or a verb.
func codeSign(s string, i int) (j int, said bool) {
	for n := 0; n < 3 && (isQuote(at(s, i)) || at(s, i) == '\\' || at(s, i) == '*'); n++ {
		i++
	}
	for n := 0; n < 8 && at(s, i) == ' '; n++ {
		i++
	}
	switch b := at(s, i); {
	case b == ':' || b == '=':
		i++
	default:
		verb := 0
		for _, w := range [...]string{"is: ", "is ", "lautet: ", "lautet ", "ist ", "est ", "es ", "è "} {
			if hasFold(s[min(i, len(s)):], w) {
				verb = len(w)
				break
			}
		}
		if verb == 0 {
			return -1, false
		}
		i, said = i+verb, true
	}
	for n := 0; n < 8 && (at(s, i) == ' ' || at(s, i) == '\t' || isQuote(at(s, i)) || at(s, i) == '*' || at(s, i) == '\\'); n++ {
		i++
	}
	return i, said
}

// digitsOfCode is the length of 482913, 482 913 or 482-913 at s[i], and 0 for what goes on
// as a date, a decimal or a word does.
func digitsOfCode(s string, i int) int {
	j := i
	for isDigit(at(s, j)) && j-i < 12 {
		j++
	}
	if b := at(s, j); j-i == 3 && (b == ' ' || b == '-') && isDigit(at(s, j+1)) && isDigit(at(s, j+2)) && isDigit(at(s, j+3)) {
		j += 4
	}
	b, next := at(s, j), at(s, j+1)
	if j == i || isWord(b) || b >= 0x80 || (b == '.' || b == '-' || b == ':' || b == '/' || b == ',') && isAlnum(next) || b == ' ' && (next == '-' || isUnit(s, j+1)) {
		return 0
	}
	return j - i
}

// isUnit reports whether a unit of measure stands at s[i].
func isUnit(s string, i int) bool {
	for _, u := range [...]string{"ms", "s ", "sec", "min", "kb", "mb", "gb", "bytes", "px", "%", "of ", "times"} {
		if hasFold(s[min(i, len(s)):], u) {
			return true
		}
	}
	return false
}

func onlyDigits(v string) (n int) {
	for i := range len(v) {
		if isDigit(v[i]) {
			n++
		}
	}
	return n
}

// codeRun is the length of a code of groups at s[i], a1b2c-3d4e5, and of those behind it
// if there may be many.
func codeRun(s string, i int, many bool) int {
	if !many {
		return 0
	}
	end := i
	for j := i; ; {
		groups, digits, start := 0, 0, j
		for {
			from := j
			for isAlnum(at(s, j)) && j-from <= 8 {
				if isDigit(s[j]) {
					digits++
				}
				j++
			}
			if n := j - from; n < 4 || n > 8 {
				groups = -1
				break
			}
			groups++
			if at(s, j) != '-' {
				break
			}
			j++
		}
		if groups < 2 || groups > 12 || digits == 0 || isWord(at(s, j)) {
			break
		}
		if end = j; end-start > judged || end-i > 4*judged {
			break
		}
		for n := 0; n < 2 && (at(s, j) == ',' || at(s, j) == ' '); n++ {
			j++
		}
		if j == end {
			break
		}
	}
	return end - i
}

// base32Run is the length of the run of RFC 4648's base 32 at s[i], in capitals.
func base32Run(s string, i int) int {
	j := i
	for j < len(s) && j-i < judged && (isUpper(s[j]) || '2' <= s[j] && s[j] <= '7') {
		j++
	}
	return j - i
}
