package cloak

import "strings"

// A keyKind says what the name of a key promises about its value.
type keyKind uint8

const (
	keyNone      keyKind = iota
	keyPassword          // any printable value will do
	keyPass              // "pass", also a verb and a count
	keyPhrase            // a passphrase, which may be several words
	keyToken             // the value must look random
	keySecret            // the same, and people make such values up
	keyAWS               // an AWS secret access key or session token
	keyHeader            // X-Api-Key: and its like
	keySession           // a session's id
	keySignature         // sig=, only in the query of a URL
	keyJWK               // the private parts of a JSON Web Key
	keyLoose             // some_key: the value must be nothing but a key
)

// A key is what stands in front of a ':' or '='.
type key struct {
	Span
	kind   keyKind
	after  int  // where its value may begin
	colon  bool // ends in ':'
	query  bool // stands behind '?' or '&'
	env    bool // UPPER_CASE=
	tight  bool // key=value: no prose
	quoted bool
	blank  bool // is several words with blanks between them
}

const (
	maxKey   = 64 // bytes of a key that are looked at, from its end
	maxBlank = 24 // between a key and its '=', in aligned files
)

// keyAt reads the key that ends at s[i], a ':' or '=', if it may be one of e's.
// It is called for each of them, so that it gives up early.
func keyAt(s string, i int, e *endings) (key, bool) {
	k := key{after: i + 1, colon: s[i] == ':'}
	next := at(s, i+1)
	switch {
	case next == '=': // := and ==
		k.after++
	case k.colon && (next == ':' || next == '/' && at(s, i+2) == '/' || at(s, i-1) == ':'):
		return k, false
	case next == '>' && !k.colon: // =>
		k.after++
	case next == '~':
		return k, false
	}
	end, quoted := keyEnd(s, i)
	k.quoted = quoted
	if !e.mayEnd(s, end) {
		return k, false
	}
	k.End = end
	k.Start = keyStart(s, end)
	k.kind = classifyKey(s[k.Start:k.End], k.quoted)
	if k.kind == keyNone {
		return k, false
	}
	k.blank = strings.IndexByte(s[k.Start:k.End], ' ') >= 0
	before := at(s, k.Start-1)
	k.query = before == '?' || before == '&' || before == ';' && hasSuffixFold(s[:k.Start], "&amp;")
	k.tight = !k.colon && end == i && at(s, i+1) != ' '
	k.env = !k.colon && end == i && isEnvName(s[k.Start:k.End])
	if k.kind == keySignature && (!k.query || end != i) && !hasFold(s[k.Start:k.End], "x-amz-") {
		return k, false
	}
	if k.kind != keyPassword && k.kind != keyPass && k.kind != keyAWS && k.colon && isHeaderName(s[k.Start:k.End]) {
		k.kind = keyHeader
	}
	return k, true
}

// keyEnd is where the key in front of the ':' or '=' at s[i] ends: before blanks,
// closing quotes, and a number or type. Make has ?= and +=, and shells +=.
func keyEnd(s string, i int) (end int, quoted bool) {
	end = i
	if b := at(s, i-1); (b == '?' || b == '+') && s[i] == '=' {
		end--
	}
	for end > 0 && i-end < maxBlank && (s[end-1] == ' ' || s[end-1] == '\t') {
		end--
	}
	for n := 0; n < 6 && end > 0 && isCloser(s[end-1]) && (s[end-1] != ']' || !inToken(s, end-1)); n++ {
		end--
		quoted = true
	}
	if b := at(s, end-1); isDigit(b) || b == '_' || b|0x20 == 'g' || b|0x20 == 'r' {
		end = skipCount(s, end)
	}
	return end, quoted
}

func isCloser(b byte) bool { return b == '"' || b == '\'' || b == '`' || b == ']' || b == '\\' }

// keyGate tells cheaply, for the ':' or '=' at s[i], whether any detector of
// keyed values may want the key in front of it. Most keys of a log end here.
func keyGate(s string, i int) (end int, ok bool) {
	end, _ = keyEnd(s, i)
	last, prev := at(s, end-1), at(s, end-2)
	if !isAlpha(last) {
		return end, false
	}
	if !isAlpha(prev) {
		return end, endsAlone(prev, last)
	}
	return end, anyEndings[int(prev&31)<<5|int(last&31)]>>(at(s, end-3)&31)&1 != 0
}

// endsAlone reports whether a letter without another one in front of it may end a
// key: that of a JWK's "d", "p", "q" and "k", and of contraseña.
func endsAlone(prev, last byte) bool {
	switch last | 0x20 {
	case 'd', 'p', 'q', 'k':
		return isPunct(prev)
	case 'a':
		return prev >= 0x80
	}
	return false
}

// skipCount steps back over the number of a key, PASSWORD_2, and over the type
// that stands between a name and its '=': password: str = "…".
func skipCount(s string, end int) int {
	j := end
	for j > 0 && end-j < 3 && (isDigit(s[j-1]) || j < end && s[j-1] == '_') {
		j--
	}
	if j < end && j > 0 && (isAlpha(s[j-1]) || s[j-1] == '_') {
		end = j
	}
	for _, t := range [...]string{"string", "str"} {
		if !hasSuffixFold(s[:end], t) {
			continue
		}
		j := end - len(t)
		if b := at(s, j-1); b != ' ' {
			return end
		}
		for j > 0 && end-j < 16 && (s[j-1] == ' ' || s[j-1] == ':') {
			j--
		}
		return j
	}
	return end
}

func hasSuffixFold(s, suffix string) bool {
	return len(s) >= len(suffix) && hasFold(s[len(s)-len(suffix):], suffix)
}

// keyStart is where the key that ends at s[end] begins, or the last maxKey bytes
// of it. One blank joins words: "API key".
func keyStart(s string, end int) int {
	lo := max(0, end-maxKey)
	j := end
	for j > lo {
		b := s[j-1]
		joined := b == ' ' && isAlpha(at(s, j-2)) && isAlpha(at(s, j))
		if !isWord(b) && b != '-' && b != '.' && b < 0x80 && !joined {
			break
		}
		j--
	}
	for j < end && (s[j] == '-' || s[j] == ' ' || s[j] == '.') {
		j++
	}
	return j
}

// endings tell by the last three letters of a key whether it can be one of a
// detector's: a set of third letters for each pair of last ones. Most keys of a
// log are turned down by it.
type endings [32 * 32]uint32

var (
	passwordEndings = newEndings("ord swd ort sse mdp ena nha ola pwd ode psk ?pw wrd ass ase")
	tokenEndings    = newEndings("ret ken key ase alt uth ial als rer pat jwt sig ure ode ?dp ?dq ?qi")
	awsEndings      = newEndings("ret ken key")
	sessionEndings  = newEndings("kie ion sid nid _id -id .id")
	userEndings     = newEndings("ser ame rid _id uid gid usr gin")
	anyEndings      = joinEndings(passwordEndings, tokenEndings, awsEndings, sessionEndings, userEndings)
)

func newEndings(list string) *endings {
	var e endings
	for _, w := range strings.Fields(list) {
		bit := uint32(1) << (w[0] & 31)
		switch w[0] {
		case '?':
			bit = ^uint32(0)
		case '_':
			bit |= 1 // a blank, too
		}
		e[int(w[1]&31)<<5|int(w[2]&31)] |= bit
	}
	return &e
}

func joinEndings(list ...*endings) *endings {
	var all endings
	for _, e := range list {
		for i, thirds := range e {
			all[i] |= thirds
		}
	}
	return &all
}

// mayEnd reports whether a key that ends at s[end] may be one of e's.
func (e *endings) mayEnd(s string, end int) bool {
	last, prev := at(s, end-1), at(s, end-2)
	if !isAlpha(last) {
		return false
	}
	if !isAlpha(prev) {
		return endsAlone(prev, last) && (e == tokenEndings || e == passwordEndings)
	}
	return e[int(prev&31)<<5|int(last&31)]>>(at(s, end-3)&31)&1 != 0
}

// lastWords gives the last three words of a key, the last one first, in lower
// case: fooBar, foo_bar, foo-bar, foo.bar, "foo bar".
func lastWords(k string) (w [3]string) {
	end := len(k)
	for n := range w {
		for end > 0 && (!isAlpha(k[end-1]) && k[end-1] < 0x80) {
			end--
		}
		start := wordStart(k, end)
		w[n] = fold(k[start:end])
		end = start
	}
	return w
}

func wordStart(k string, end int) int {
	j := end
	if j > 0 && isUpper(k[j-1]) {
		for j > 0 && isUpper(k[j-1]) {
			j--
		}
		return j
	}
	for j > 0 && (isLower(k[j-1]) || k[j-1] >= 0x80) {
		j--
	}
	if j > 0 && j < end && isUpper(k[j-1]) {
		j--
	}
	return j
}

var passwordWords = wordSet(`password passwd passwort kennwort motdepasse mdp contraseña contrasena senha wachtwoord
	parola pwd passcode psk pw userpw rootpw dbpw passwrd`)

// passVerbs stand in front of "password" in names of actions and switches.
var passVerbs = wordSet(`reset forgot forgotten change show hide has is require requires required needs use using validate check
	save verify update no without invalid incorrect wrong failed bad missing empty enter type confirm for with via allow any must`)

// keyAdjectives make a secret of a key.
var keyAdjectives = wordSet(`api secret private access client signing encryption decryption auth master account shared
	storage subscription app application session cookie jwt hmac admin write deploy function functions host consumer live ingest
	ingestion integration webhook server wallet enc crypto cipher aes des rsa nonce in service license licence security
	maps gateway user stripe twilio openai datadog heroku github gitlab slack sendgrid mailgun mailchimp algolia
	azure aws google firebase cloudflare newrelic okta sentry pagerduty anthropic dd oauth bearer token agent`)

// notTokens stand in front of "token" where it is a piece of text, a place in a
// list, or public.
var notTokens = wordSet(`csrf xsrf middleware csrfmiddleware authenticity next page continuation sync pad eos bos unk sep cls mask
	start end special stop cancellation cancel public design unexpected invalid syntax per max min prompt completion input output
	total num delimiter lexer text word sub string image last first current previous expected verification antiforgery`)

// openKeys are kinds of keys whose values are long, random and no secret.
var openKeys = wordSet(`public pub cache primary partition sort row idempotency object foreign unique composite lookup hash
	bucket item map group routing range shard dedup dedupe content blob file s3 index state query translation i18n message verify
	verifying site sitekey event job task correlation lock surrogate natural react list node artifact build`)

var saltAdjectives = wordSet("auth nonce in key app session cookie jwt")

// classifyKey reads the end of a key's name.
func classifyKey(k string, quoted bool) keyKind {
	w := lastWords(k)
	kind := classifyWords(w, quoted, len(k))
	switch kind {
	case keyToken, keySecret:
		low := fold(k)
		aws := strings.Contains(low, "aws") || strings.HasPrefix(low, "amz")
		if aws || strings.HasPrefix(low, "secretaccesskey") || strings.Contains(low, "secret_access_key") || low == "secret access key" {
			return keyAWS
		}
	}
	return kind
}

func classifyWords(w [3]string, quoted bool, n int) keyKind {
	last, prev := w[0], w[1]
	if kind := passwordKind(last, prev, w[2]); kind != keyNone {
		return kind
	}
	switch last {
	case "d", "p", "q", "dp", "dq", "qi", "k":
		if quoted && n == len(last) {
			return keyJWK
		}
	case "secret":
		return keySecret
	case "key":
		if prev == "secret" || prev == "private" {
			return keySecret
		}
		if keyAdjectives[prev] {
			return keyToken
		}
		if prev != "" && !openKeys[prev] {
			return keyLoose
		}
	case "base":
		if prev == "key" && w[2] == "secret" {
			return keyToken
		}
	case "salt":
		if saltAdjectives[prev] {
			return keyToken
		}
	case "auth", "credential", "credentials", "bearer", "pat", "jwt":
		return keyToken
	case "sid":
		if prev != "account" && prev != "service" && prev != "message" && prev != "call" {
			return keySession
		}
	case "cookie", "session", "sessid", "sessionid", "jsessionid", "phpsessid":
		return keySession
	case "id":
		if prev == "session" || prev == "sess" {
			return keySession
		}
	case "sig", "signature", "code":
		return keySignature
	}
	return joinedKind(last, prev)
}

// joinedKind knows words that were joined without a mark: apikey, authtoken.
func joinedKind(last, prev string) keyKind {
	switch {
	case strings.HasSuffix(last, "token"):
		if last == "jsonwebtoken" { // a library
			return keyNone
		}
		if notTokens[prev] && last == "token" || notTokens[strings.TrimSuffix(last, "token")] {
			return keyNone
		}
		return keyToken
	case strings.HasSuffix(last, "secret"):
		return keySecret
	case strings.HasSuffix(last, "key") && len(last) > len("key"):
		if keyAdjectives[strings.TrimSuffix(last, "key")] {
			return keyToken
		}
	case strings.HasSuffix(last, "sessid"), strings.HasSuffix(last, "sessionid"):
		return keySession
	}
	return keyNone
}

func passwordKind(last, prev, third string) keyKind {
	switch {
	case last == "passphrase", last == "phrase" && prev == "pass":
		return keyPhrase
	case last == "pass":
		return keyPass
	case last == "word" && prev == "pass", last == "passe" && prev == "de" && third == "mot":
		return keyPassword
	case passwordWords[last], strings.HasSuffix(last, "password"), strings.HasSuffix(last, "passwd"), strings.HasSuffix(last, "passwort"),
		strings.HasSuffix(last, "pwd"):
		if passVerbs[prev] {
			return keyPass
		}
		return keyPassword
	case strings.HasSuffix(last, "passphrase"):
		return keyPhrase
	case strings.HasSuffix(last, "pass"):
		switch strings.TrimSuffix(last, "pass") {
		case "by", "com", "tres", "encom", "sur", "over", "under", "re", "im":
			return keyNone
		}
		return keyPass
	}
	return keyNone
}

func isEnvName(k string) bool {
	for i := range len(k) {
		if !isUpper(k[i]) && !isDigit(k[i]) && k[i] != '_' {
			return false
		}
	}
	return len(k) > 3
}

// isHeaderName reports whether k is a header of HTTP that carries a credential.
func isHeaderName(k string) bool {
	for _, p := range [...]string{"x-", "private-token", "job-token", "deploy-token", "api-key", "apikey", "ocp-apim-", "circle-token", "dd-api-key"} {
		if hasFold(k, p) {
			return true
		}
	}
	return false
}
