package cloak

import (
	"strings"
	"sync"
)

// A value that names where a secret is kept, or stands for one in a manual, is
// no secret: the model needs to read it.

// isReference reports whether v, what stands where a secret could, points at one
// or is a placeholder. It looks at v alone, at most 256 bytes of it.
func isReference(v string) bool {
	if len(v) > 2 && isQuote(v[0]) && v[len(v)-1] == v[0] {
		v = v[1 : len(v)-1]
	}
	return expands(v) || isPlaceholder(v) || namesStore(v)
}

// expands reports whether v is what a shell, a template or a formatter fills in.
func expands(v string) bool {
	if v == "" {
		return false
	}
	next := at(v, 1)
	switch v[0] {
	case '$':
		return next == '{' || next == '(' || next == '$' && at(v, 2) == '{' || isVariable(v[1:])
	case '%':
		return isAlpha(next) && strings.IndexByte(v[1:], '%') > 0 || next == '(' || next == '[' && strings.IndexByte(v, ']') > 0 || len(v) == 2
	case '{':
		return next == '{' || next == '%' || next == '}' || isQuote(next) || next == '\\' || isDigit(next) && at(v, 2) == '}' || strings.HasSuffix(v, "}") && identifierLen(v[1:]) > 0 || identifierLen(v[1:]) > 1 && at(v, 1+identifierLen(v[1:])) == '('
	case '<':
		return isAlpha(next) && (strings.IndexByte(v, '>') > 0 || !strings.ContainsAny(v, "0123456789")) || next == '%' || next == '?'
	case '&':
		return hasFold(v, "&lt;") || hasFold(v, "&#60;")
	case '#', '@', '.':
		return next == '{' || isSelector(v) || hasFold(v, "@microsoft.keyvault(")
	case '[':
		return isTokenShape(v) || strings.HasSuffix(v, "]") && identifierLen(v[1:]) == len(v)-2
	case '!':
		for _, tag := range yamlTags {
			if strings.HasPrefix(v[1:], tag) {
				return true
			}
		}
	case '`':
		return strings.IndexByte(v[1:], '`') > 0
	}
	if strings.Contains(v, "{}") || strings.Contains(v, "{0}") || hasFold(v, `\x`) { // of a formatter; escaped bytes
		return true
	}
	if strings.Contains(v, "${") && strings.IndexByte(v, '}') > 0 || strings.Contains(v, "{{") && strings.Contains(v, "}}") {
		return true
	}
	n := identifierLen(v)
	for n > 0 && n+3 < len(v) && (v[n:n+2] == "::" || v[n:n+2] == "->") && identifierLen(v[n+2:]) > 0 {
		n += 2 + identifierLen(v[n+2:])
	}
	return n > 1 && at(v, n) == '(' && strings.IndexByte(v[n:], ')') > 0 // os.getenv(…), CPAN::cwd()
}

// isSelector reports whether v is a class or an id of CSS: #add-password.
func isSelector(v string) bool {
	for i := 1; i < len(v); i++ {
		if !isLower(v[i]) && v[i] != '-' && v[i] != '_' {
			return false
		}
	}
	return len(v) > 3 && v[0] != '@'
}

var yamlTags = []string{"vault", "Ref", "Sub", "GetAtt", "secret", "ImportValue", "env", "Join", "Fn"}

// isVariable reports whether v is the name of a shell's or PHP's variable. One
// with digits inside, $ecr3t, may as well be a password and is none.
func isVariable(v string) bool {
	n := identifierLen(v)
	if n > 0 && at(v, n) == '$' && plainWord(v[:n]) && identifierLen(v[n+1:]) > 0 { // $user$realm
		return isVariable(v[n+1:])
	}
	if n == 0 || n < len(v) && at(v, n) != '[' && v[n] != '/' && v[n] != '-' {
		return len(v) == 1 && isDigit(v[0]) // $1
	}
	return fold(v) != v && strings.ToUpper(v) == v || !strings.ContainsAny(v, "0123456789")
}

// identifierLen is the length of the dotted identifier that v begins with.
func identifierLen(v string) int {
	if v == "" || isDigit(v[0]) {
		return 0
	}
	i := 0
	for i < len(v) && (isWord(v[i]) || v[i] == '.' && i > 0) {
		i++
	}
	return i
}

// isTokenShape reports whether v begins with one of our own tokens, [EMAIL_0].
func isTokenShape(v string) bool {
	if at(v, 0) != '[' {
		return false
	}
	for i := 1; i < len(v) && i < 64; i++ {
		switch b := v[i]; {
		case b == ']':
			return i > 3
		case !isWord(b) && b != '.':
			return false
		}
	}
	return false
}

// stores begin the names of secrets in stores of secrets, and of variables in
// the environment.
var stores = []string{
	"os.environ", "process.env", "system.getenv", "os.getenv", "env[", "env.", "env:", "env(", "import.meta.env", "getenv(", "vault:",
	"arn:aws", "op://", "secretref:", "keyvault", "ssm:", "secretsmanager:", "azurekeyvault", "config.", "secrets.",
	"var.", "self.", "this.", "args.", "params.", "request.", "req.", "settings.", "options.", "opts.", "cfg.", "enc[", "sops:",
	"file:", "random_password.", "data.", "local.", "module.", "awssecretsmanager", "-----begin", "http://", "https://", "data:",
}

func namesStore(v string) bool {
	for _, p := range stores {
		if hasFold(v, p) {
			return true
		}
	}
	return hasFold(v, "projects/") && strings.Contains(v, "/secrets/")
}

// notValues are what a key for a secret holds when it holds none: literals,
// names of types, states, and its own name in the file of another language.
var notValues = wordSet(`true false null none nil undefined nan yes no on off ok void optional required string str text
	bytes byte char varchar int integer bool boolean object array any number float symbol secretstr password pass passwd pwd passphrase
	value bearer basic digest apikey token secret oauth oauth2 jwt hidden masked redacted filtered removed encrypted hashed
	incorrect invalid expired wrong failed failure empty missing unset disabled enabled unknown default
	error success denied accepted rejected changed reset updated revoked valid active inactive
	compat files systemd winbind publickey keyboard-interactive pam inherit write read plain md5 sha256 sha512 hs256 rs256
	failed! incorrect! required! invalid! n/a unavailable string! id! bytes! password! token! secret!
	passwort kennwort wachtwoord senha parola salasana lozinka heslo hasło lösenord passord adgangskode jelszo jelszó contrasena contraseña motdepasse parole parool geslo`)

// isNotValue reports whether v is one of them, in any case.
func isNotValue(v string) bool { return foldedIn(notValues, v) }

// foldedIn reports whether a set of words, of 32 bytes at the most, has v in any case.
func foldedIn(set *words, v string) bool {
	var b [32]byte
	if len(v) > len(b) {
		return false
	}
	for i := range len(v) {
		b[i] = lower(v[i])
	}
	return set.all()[string(b[:len(v)])]
}

// placeholders are what manuals put in a secret's place.
var placeholders = wordSet(`changeme change_me change-me changeit change_this change-this changethis replaceme replace_me replace-me
	todo tbd fixme dummy placeholder example sample yourpassword yoursecret yourtoken yourkey yourapikey your-password
	your_password your-secret your_secret your-token your_token your-api-key your_api_key mypassword my-password my_password
	top-secret topsecret insert_here secret_here token_here password_here somepassword supersecretpassword notset not-set not_set`)

// words are a set of words. It is made when it is first asked for: a program that
// begins asks for few of them.
type words struct {
	list string
	once sync.Once
	set  map[string]bool
}

// wordSet is the set of the words in a list.
func wordSet(list string) *words { return &words{list: list} }

// all returns the set, which is not to be changed: nil has no words.
func (w *words) all() map[string]bool {
	if w == nil {
		return nil
	}
	w.once.Do(func() {
		all := strings.Fields(w.list)
		w.set = make(map[string]bool, len(all))
		for _, x := range all {
			w.set[x] = true
		}
	})
	return w.set
}

func (w *words) has(v string) bool { return w.all()[v] }

// isPlaceholder reports whether v is a mask, a filler or marked as an example.
func isPlaceholder(v string) bool {
	if isMask(v) || isMarked(v) || repeats(v) {
		return true
	}
	if len(v) > judged {
		return false
	}
	low := fold(v)
	return placeholders.has(low) || low == "top secret" || strings.HasPrefix(low, "...") || strings.Contains(low, "xxxxxx") || strings.Contains(low, "redacted") ||
		strings.HasPrefix(low, "replace-with") || strings.HasPrefix(low, "replace_with") || strings.HasPrefix(low, "insert-") ||
		strings.HasPrefix(low, "your-") || strings.HasPrefix(low, "your_") || strings.HasPrefix(low, "<your")
}

// isMask reports whether v hides a value: asterisks, one character again and
// again, or filler characters only.
func isMask(v string) bool {
	filler, stars := 0, 0
	for i := range len(v) {
		switch v[i] {
		case '*':
			stars++
			filler++
		case 'x', 'X', '.', '-', '_', '#', '?', ' ', '0':
			filler++
		}
	}
	if filler == len(v) || stars*2 >= len(v) || strings.Count(v, "•") >= 3 || strings.Count(v, "…") >= 1 && len(v) < 16 {
		return true
	}
	for i := 1; i < len(v); i++ {
		if v[i] != v[0] {
			return false
		}
	}
	return true
}

// repeats reports whether most of v is one byte again and again, as of what fills
// a form: key_000000000000001.
func repeats(v string) bool {
	run := 1
	for i := 1; i < len(v); i++ {
		if run++; v[i] != v[i-1] {
			run = 1
		}
		if run >= 8 && run*2 > len(v) {
			return true
		}
	}
	return false
}

// isMarked reports whether v says of itself that it is not real, as AWS's
// …EXAMPLE and our own …DECOY… do. Capitals only: random text of mixed case
// does not hold such a word by chance.
func isMarked(v string) bool {
	return strings.Contains(v, "EXAMPLE") || strings.Contains(v, "YOUR_") || strings.Contains(v, "YOUR-") || hasDecoyMark(v)
}

// hasDecoyMark reports whether v holds "decoy", in any case, and six letters or
// digits behind it: the mark of our own stand-ins for secrets.
func hasDecoyMark(v string) bool {
	for i := 0; i+len("decoy") <= len(v); i++ {
		if lower(v[i]) != 'd' || !hasFold(v[i:], "decoy") {
			continue
		}
		n := 0
		for j := i + len("decoy"); j < len(v) && (isWord(v[j]) || v[j] == '-' || v[j] == '.'); j++ {
			if isAlnum(v[j]) {
				n++
			}
			if n == 6 {
				return true
			}
		}
	}
	return false
}

// isPath reports whether v is the path of a file and not a base64 value that
// begins with a slash.
func isPath(v string) bool {
	rooted := false
	for _, p := range []string{"/", "./", "../", "~/", `.\`, `\\`} {
		rooted = rooted || strings.HasPrefix(v, p)
	}
	if rooted && len(v) < 24 && strings.Trim(v, "/._-abcdefghijklmnopqrstuvwxyz") == "" {
		return true
	}
	drive := len(v) > 2 && isAlpha(v[0]) && v[1] == ':' && (v[2] == '\\' || v[2] == '/')
	return drive || rooted && randomness(v) < 20
}
