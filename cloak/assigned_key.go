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
	keyStore             // the base64 of a store of keys
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
	code   bool // ends in ':=': what follows is an expression
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
	case next == '=': // := and ==, and ===
		k.after++
		k.code = k.colon
		if at(s, i+2) == '=' {
			k.after++
		}
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
	if k.kind == keyNone && k.Len() == len("key") && !k.colon && (at(s, k.Start-1) == '?' || at(s, k.Start-1) == '&') {
		k.kind = keyLoose
	}
	if k.kind == keyNone {
		return k, false
	}
	k.blank = strings.IndexByte(s[k.Start:k.End], ' ') >= 0
	before := at(s, k.Start-1)
	if k.colon && (before == '$' && !k.quoted || documents(s, k.Start) || before == ':' && (k.kind == keyPass || strings.IndexByte(s[k.Start:k.End], ' ') > 0)) || k.colon && end < i && !quoted && isRole(s, i+1) {
		return k, false // $PWD:/tmp, :param password:, Event::Pass =>, Pass :meth:
	}
	if before == ':' && k.colon && end == i && isDigit(at(s, k.Start-2)) && inARN(s, k.Start-1) {
		return k, false
	}
	if before == '/' && quoted && next == '>' { // a route
		return k, false
	}
	k.query = before == '?' || before == '&' && at(s, k.Start-2) != '&' || before == ';' && hasSuffixFold(s[:k.Start], "&amp;")
	k.tight = !k.colon && end == i && at(s, i+1) != ' '
	k.env = !k.colon && end == i && isEnvName(s[k.Start:k.End])
	if k.kind == keySignature && (!k.query || end != i || next == '=') && !hasFold(s[k.Start:k.End], "x-amz-") {
		return k, false
	}
	if k.kind != keyPassword && k.kind != keyPass && k.kind != keyAWS && k.colon && isHeaderName(s[k.Start:k.End]) {
		k.kind = keyHeader
	}
	return k, true
}

// inARN reports whether the ':' at s[i] ends the account of a resource's name: twelve
// digits, arn:aws:secretsmanager:eu-west-1:123456789012:secret:name.
func inARN(s string, i int) bool {
	const account = 12
	j := i
	for i-j <= account && isDigit(at(s, j-1)) {
		j--
	}
	return i-j == account && at(s, j-1) == ':'
}

// documents reports whether the key at s[i] is the name of a parameter in the
// documentation of code: :param password: what it is.
func documents(s string, i int) bool {
	if at(s, i-1) != ' ' {
		return false
	}
	for _, tag := range [...]string{":param", ":type", "@param", "@var"} {
		if hasSuffixFold(s[:i-1], tag) {
			return true
		}
	}
	return false
}

// isRole reports whether s[i:] goes on as a symbol or a role of a text does:
// "pass :name", and not as a value behind a blank or a quote.
func isRole(s string, i int) bool { return isAlpha(at(s, i)) }

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
	for n := 0; n < 2 && at(s, end-1) == '*' && s[i] == ':'; n++ { // **Password**:
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
		return end, last >= 0x80 && endsForeign(s, end)
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
	case 'a', 'o':
		return prev >= 0x80
	case 'b': // of _B64
		return prev == '_'
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
		if hasSuffixFold(s[:j], " as") { // Dim password As String = "…"
			j -= len(" as")
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
	passwordEndings = newEndings("slo fre ana nka ord swd ort sse mdp ena nha ola pwd ode psk ?pw wrd ass ase")
	tokenEndings    = newEndings("ret ken key ase alt uth ial als rer pat jwt sig ure ode ata kcs pfx ?dp ?dq ?qi")
	awsEndings      = newEndings("ret ken key")
	sessionEndings  = newEndings("kie ion sid nid _id -id .id")
	userEndings     = newEndings("ser ame rid _id uid gid usr gin zer eur rio nte ker aam avn amn")
	pairEndings     = newEndings("eds als gin red")
	anyEndings      = joinEndings(passwordEndings, tokenEndings, awsEndings, sessionEndings, userEndings, pairEndings)
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
		return last >= 0x80 && e == passwordEndings && endsForeign(s, end)
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
	parola salasana lozinka heslo hasło lösenord passord şifre jelszo adgangskode pwd passcode psk pw userpw rootpw dbpw passwrd`)

// pwAdjectives stand in front of "pw".
var pwAdjectives = wordSet("db user admin root my login mail smtp imap ftp sftp ssh sql mysql pg postgres ldap bind redis app api svc service wifi vpn web key cert enc let const var final string the our set export")

// passOwners are joined with "pass": dbpass, storepass.
var passOwners = wordSet(`db user root admin my smtp imap mail email ftp sftp ssh web http https proxy mysql sql pg postgres mongo redis ldap bind
	login auth key store keystore trust truststore app api svc service wifi wpa ap vpn router irc nick cert ssl enc zip sudo master rpc mq amqp rabbit
	jdbc oracle jenkins git svn host server client sys system backup basic registry docker nexus old new default require`)

// patOwners stand in front of "pat", a personal access token. A pattern is called so, too.
var patOwners = wordSet("github gitlab gh gl git azure ado devops ext bitbucket jira personal access token databricks airtable asana snowflake notion figma system")

// passVerbs stand in front of "password" in names of actions and switches.
var passVerbs = wordSet(`reset forgot forgotten change show hide has is require requires required needs use using validate check
	save verify update no without invalid incorrect wrong failed bad missing empty enter type confirm for with via allow any must`)

// keyAdjectives make a secret of a key.
var keyAdjectives = wordSet(`api secret private access client signing encryption decryption auth master account shared
	storage subscription app application session cookie jwt hmac admin write deploy function functions host consumer live ingest
	ingestion integration webhook server wallet enc crypto cipher aes des rsa nonce in service license licence security
	maps gateway preshared psk user stripe twilio openai datadog heroku github gitlab slack sendgrid mailgun mailchimp algolia
	azure aws google firebase cloudflare newrelic okta sentry pagerduty anthropic dd oauth bearer token agent`)

// notTokens stand in front of "token" where it is a piece of text, a place in a
// list, or public.
var notTokens = wordSet(`csrf xsrf middleware csrfmiddleware authenticity next page continuation sync pad eos bos unk sep cls mask
	lock change starting action product start end special stop cancellation cancel public design unexpected invalid syntax per max min prompt completion input output
	total num delimiter lexer text word sub string image last first current previous expected verification antiforgery`)

// openKeys are kinds of keys whose values are long, random and no secret.
var openKeys = wordSet(`public pub cache primary partition sort row idempotency object foreign unique composite lookup hash
	bucket item map group routing range shard dedup dedupe content blob file s3 index state query translation i18n message verify
	verifying site sitekey event job task correlation lock surrogate natural react list node artifact build`)

var saltAdjectives = wordSet("auth nonce in key app session cookie jwt")

// classifyKey reads the end of a key's name.
func classifyKey(k string, quoted bool) keyKind {
	if k != "" && k[len(k)-1] >= 0x80 && endsForeign(k, len(k)) {
		return keyPassword
	}
	w := lastWords(k)
	if (w[0] == "b" || w[0] == "base") && (w[1] == "key" || w[1] == "secret" || w[1] == "token" || w[1] == "password") { // …_B64
		w[0], w[1], w[2] = w[1], w[2], ""
	}
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

// foreignPasswords are words for a password that do not end in a letter of ASCII.
var foreignPasswords = []string{"пароль", "Пароль", "ПАРОЛЬ", "парола", "гасло", "密码", "密碼", "口令", "パスワード", "暗証番号", "비밀번호", "암호", "סיסמה", "סיסמא", "jelszó", "hesló", "κωδικός", "รหัสผ่าน", "mật khẩu"}

// endsForeign reports whether one of them ends at s[end].
func endsForeign(s string, end int) bool {
	for _, w := range foreignPasswords {
		if strings.HasSuffix(s[:end], w) {
			return true
		}
	}
	return false
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
		if keyAdjectives.has(prev) {
			return keyToken
		}
		if prev != "" && !openKeys.has(prev) {
			return keyLoose
		}
	case "base":
		if prev == "key" && w[2] == "secret" {
			return keyToken
		}
	case "salt":
		if saltAdjectives.has(prev) {
			return keyToken
		}
	case "auth", "credential", "credentials", "bearer", "jwt":
		return keyToken
	case "pkcs", "pfx":
		return keyStore
	case "pat":
		if patOwners.has(prev) {
			return keyToken
		}
	case "data":
		if prev == "key" && w[2] == "client" { // kubeconfig
			return keyToken
		}
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
		if notTokens.has(prev) && last == "token" || notTokens.has(strings.TrimSuffix(last, "token")) {
			return keyNone
		}
		return keyToken
	case strings.HasSuffix(last, "secret"):
		return keySecret
	case strings.HasSuffix(last, "key") && len(last) > len("key"):
		if keyAdjectives.has(strings.TrimSuffix(last, "key")) {
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
	case last == "material" && prev == "key", last == "masterauth", last == "keymaterial":
		return keyPassword
	case last == "pw" && prev != "" && !pwAdjectives.has(prev): // of base64: …IhcdPw=
		return keyNone
	case passwordWords.has(last), strings.HasSuffix(last, "password"), strings.HasSuffix(last, "passwd"), strings.HasSuffix(last, "passwort"),
		strings.HasSuffix(last, "pwd"):
		if passVerbs.has(prev) {
			return keyPass
		}
		return keyPassword
	case strings.HasSuffix(last, "passphrase"):
		return keyPhrase
	case strings.HasSuffix(last, "pass"):
		if !passOwners.has(strings.TrimSuffix(last, "pass")) {
			return keyNone // bypass, minipass, compass
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

// Three letters are few: the words of logs that end like a telling key are turned away
// by the one in front of them. What is in front of a sign is not looked at here.

// beforeKeyEnd gives the letter in front of suffix, in lower case, if the key that ends
// in front of the ':' or '=' at s[i] ends with suffix; 0 for none, and where that is no
// letter.
func beforeKeyEnd(s string, i int, suffix string) byte {
	for n := 0; n < 3 && (at(s, i-1) == ' ' || isQuote(at(s, i-1)) || at(s, i-1) == '\\'); n++ {
		i--
	}
	if !hasSuffixFold(s[:i], suffix) {
		return 0
	}
	if b := at(s, i-1-len(suffix)); isAlpha(b) {
		return lower(b)
	}
	return 0
}

// both asks a, which looks at the key, and b, which looks at what is behind it.
func both(a, b func(s string, i int) bool) func(s string, i int) bool {
	return func(s string, i int) bool { return a(s, i) && b(s, i) }
}

// passwordGate turns away what ends as "sort" does, and not as "Passwort".
func passwordGate(s string, i int) bool {
	b := beforeKeyEnd(s, i, "ort")
	return b == 0 || b == 'w'
}

// sessionGate turns away what ends as "duration" or "trace_id" does, and not as
// "session" or "session_id".
func sessionGate(s string, i int) bool {
	if b := beforeKeyEnd(s, i, "ion"); b != 0 {
		return b == 's'
	}
	for _, id := range [...]string{"_id", "-id", ".id"} {
		if b := beforeKeyEnd(s, i, id); b != 0 {
			return b == 'n' || b == 's'
		}
	}
	return true
}

// userGate turns away what ends as "trace_id" does, and not as "user_id".
func userGate(s string, i int) bool {
	b := beforeKeyEnd(s, i, "_id")
	return b == 0 || b == 'r'
}
