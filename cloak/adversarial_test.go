package cloak_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/seed-052fbf24/cloak/cloak"
)

// A hostile text is one that a scan, a view or a round could walk again and
// again: R6 says that every text takes time in proportion to its length. Where
// one came from a measurement, its unit says what it is aimed at.
type hostile struct {
	name string
	make func(n int) string
}

// units are texts of one thing, repeated.
var units = []struct{ name, unit string }{
	// The shapes of a detector, without end.
	{"digits", "7"},
	{"at", "@"},
	{"letters", "a"},
	{"capitals", "A"},
	{"aA", "aA"},
	{"mail without end", "a.b@c."},
	{"dots", "1.1."},
	{"quads", "10.1."},
	{"dashes", "111-11-"},
	{"digits and separators", "1 2-3.4/5(6)"},
	{"letter digit", "a1"},
	{"dotted letters", "a."},
	{"dashed letters", "a-"},
	{"dot", "."},
	{"dash", "-"},
	{"colons", "::::"},
	{"hex colons", "ab:cd:"},
	{"ipv6", "2001:db8::"},
	{"ipv6 groups", "2a01:"},
	{"plus", "+1 212"},
	{"plus alone", "+"},
	{"slashes", "/a"},
	{"backslashes", `\a`},
	{"backslash alone", `\`},
	{"home paths", "/home/a"},
	{"urls", "://a:b@"},
	{"url user without end", "http://a:"},
	{"rows of an insert", "insert into a(b,password) values (1,f(("},
	{"greetings", "Hi Ab Cd "},
	{"ids of AWS", "AKIA" + "Q3EGRZ7XVNPLT2WB "},
	{"what is signed", "jwt.sign(a, "},
	{"passwords said", "the password for the x is "},
	{"schemes", "http://"},
	{"unc", `\\a\b`},
	{"iban heads", "DE89"},
	{"iban groups", "DE89 3704 "},
	{"jwt heads", "eyJ"},
	{"jwt parts", "eyJhbGciOi."},
	{"base64", "QUJD+/ab"},

	// Keys and their values.
	{"key words", "password="},
	{"key word colon", "password:"},
	{"key word blank", "password "},
	{"short keys", "a="},
	{"json keys", `"a":"`},
	{"json members", `"password":"a",`},
	{"escaped json", `\"password\":\"a`},
	{"nested escapes", `\\\"a\\\":`},
	{"yaml", "a: "},
	{"equals", "="},
	{"brackets and equals", "[a]="},
	{"cookies", "Cookie: a="},
	{"cookie pairs", "a=b; "},
	{"long cookie pairs", "a=b8f3Kq0ZxV7pQ9s2; "},
	{"authorization", "Authorization: Basic "},
	{"digest", "Authorization: Digest "},
	{"digest parameters", "Authorization: Digest a=b "},
	{"bearer", "Bearer "},
	{"basic", "Basic QTpi"},
	{"user words", "user a for "},
	{"user ids", "for user "},
	{"ssn label", "ssn "},
	{"case names", "A v. B v. "},
	{"capitalised words", "Aa Bb "},
	{"query", "?a=b&token="},
	{"xml", "<a>b</a>"},
	{"dsn", "Server=a;Password="},
	{"key and next line", "password:\n  "},
	{"block scalars", "token: |\n  a\n"},
	{"names of containers", "- name: DB_PASSWORD\n  value: "},
	{"cells", "| password | "},
	{"cells of types", "| password | string "},
	{"tags", "<password a="},
	{"attributes", `type="password" a="b" `},
	{"plists", "<key>password</key> "},
	{"arguments", `password("`},
	{"calls", `login("a", `},
	{"calls within", `auth=(login("`},
	{"commands", "mysql -u a "},
	{"commands within words", "a/mysql "},
	{"commands and flags", "curl -u "},
	{"echoes", "echo a | "},
	{"echoes and words", "echo a b c d "},
	{"shares", `net use \\a\b `},
	{"continued commands", "mysql \\\n"},
	{"places", "sqlplus a/b@"},
	{"machines", "machine a login b "},
	{"machines and lines", "machine a\nlogin b\n"},
	{"pgpass", "a:1:b:c:"},
	{"pgpass fields", "*:*:"},
	{"crypt", "$2y$12$"},
	{"crypt runs", "argon2$a"},
	{"colon runs", "pbkdf2:a$"},
	{"rounds", "$6$rounds=a$"},
	{"ldap hashes", "{ssha}a"},
	{"nt hashes", "aad3b435b51404eeaad3b435b51404ee:"},
	{"hooks", "://a/hooks/b/"},
	{"hooks alone", "/hooks/a"},
	{"wifi", "WIFI:S:"},
	{"wifi fields", "WIFI:S:a;"},
	{"device settings", "isakmp key 7 "},
	{"masks", "::add-mask::"},
	{"vaults", "$ANSIBLE_VAULT;1.1;AES256\n"},
	{"vault lines", "$ANSIBLE_VAULT;1.1;AES256\n66386439653236336462626566653063\n"},
	{"codes", "otp code "},
	{"recovery codes", "recovery code: a1b2-"},
	{"logins", "login: a/"},
	{"braces", "pwd={"},
	{"slashes in passwords", "postgres://a:b/c@"},
	{"cyrillic keys", "пароль:"},

	// Vendors' prefixes.
	{"akia", "AKIA"},
	{"akia decoy", "AKIADECOY"},
	{"akia capitals", "AKIAAKIAAKIAAKIAAKIAAKIAAKx"},
	{"github", "gh" + "p_"},
	{"stripe", "sk" + "_live_"},
	{"slack", "xox" + "b-1-"},
	{"vendor prefixes", "glc_sk-api-dp.audit.NF-pk_4b1d"},
	{"dotted prefixes", "hawk.pat.VF.DM.na1."},
	{"configcat", "configcat-sdk-1/"},
	{"azure", "aQ7Q~"},
	{"azure secrets cut short", "abc8Q~Zq3Xv8Rk2Lm5Tn7Wp1Yb4Hd6Jf9 "},
	{"vendors", "datadog "},
	{"vendors and words", "datadog_api_key_"},
	{"vendors and signs", "snyk-----------------------------------------------"},
	{"vendor keys cut short", "snyk_key=Zq3Xv8Rk2 "},
	{"vendor keys glued", "snyk_key=Zq3Xv8Rk2Lm5Tn7Wp1Yb4."},
	{"webhooks", "hooks.slack.com/services/"},
	{"bundler", "BUNDLE_A__"},
	{"bundler's keys", "BUNDLE_A__B=a:"},
	{"kerberos", "krb5tgs$"},
	{"kerberos tickets", "krb5tgs$23$a$b$00"},
	{"encoded keys", "LS0tLS1CRUdJTi"},
	{"encoded headers", "LS0tLS1CRUdJTiBQUklWQVRFIEtFWS0tLS0tCk1JSUVvZ0lCQUFLQ0FRRUFqb3NNdERVcWJFMXg4enhaYWMxdDhma2gyU3hHdU1YSGs "},
	{"decoy", "decoy"},
	{"decoys", "DECOY1234567 "},
	{"decoy run", "decoy1234567-"},
	{"user decoy", "user-decoy-"},

	// Private keys.
	{"pem headers", "-----BEGIN RSA PRIVATE KEY-----"},
	{"pem lines", "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n"},
	{"pem and end", "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\n"},
	{"pem ends", "-----END RSA PRIVATE KEY-----\n"},
	{"pem escaped", `-----BEGIN PRIVATE KEY-----\nMIIE\n`},
	{"five dashes", "-----BEGIN "},
	{"four dashes", "x----BEGIN RSA PRIVATE KEY-----"},
	{"header line", "----BEGIN RSA PRIVATE KEY-----x-"},
	{"putty header line", "Private-Lines: 1 x-"},

	// Numbers, addresses and phrases.
	{"list words", "zoo "},
	{"list word lines", "legal winner thank year wave\n"},
	{"address heads", "bc1q"},
	{"hex address", "0x2e4a081994729ccfa031770d50970c03490ba324 "},
	{"base 58", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfN"},
	{"base 58 runs", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfN "},
	{"labels of numbers", "passport 身份证 "},
	{"numbers in dashes", "960121-1234567-"},

	// What opens a view.
	{"percent", "%41"},
	{"percent alone", "%"},
	{"percent dots", "192%2E0%2E2%2E1 "},
	{"unicode escapes", `\u0041`},
	{"html", "&#65;"},
	{"html alone", "&"},
	{"defang", "[.]"},
	{"defang words", "a[dot]b[at]"},
	{"round", "(.)"},
	{"all families", `%41\u0041&#65;[.]`},

	// What opens a stretch of the shadow, again and again.
	{"percent twice", "%2541"},
	{"percent and blank", "%41 "},
	{"percent far apart", "%41" + strings.Repeat("a", 95) + " "},
	{"percent farther apart", strings.Repeat("a", 4000) + " %41 "},
	{"percent, no blank", "%41" + strings.Repeat("a", 4090)},
	{"armour", "%41 -----BEGIN " + strings.Repeat("a ", 200)},
	{"mail in percent", "bob%40corp.io "},
	{"mail in percent glued", "bob%40corp.io%2C"},
	{"password in percent", "pwd%3Dtr0ub4dor%2D9x "},
	{"nobody sees", "\u200b"},
	{"nobody sees, between", "a\u200b"},
	{"full-width", "ａ"},
	{"full-width mail", "ｂｏｂ＠ｃｏｒｐ．ｉｏ "},
	{"look-alikes", "а"},
	{"look-alikes and ASCII", "аx"},
	{"look-alikes far from ASCII", "ааааааааaаааааааа "},
	{"digits of another script", "٥"},
	{"dashes", "1\u2011"},
	{"backslashes twice", `\\\u0041`},
	{"base64 of mail", "Ym9iQGNvcnAuaW8gYm9iQGNvcnAuaW8g "},
	{"base64 of mail, one run", "Ym9iQGNvcnAuaW8gYm9iQGNvcnAuaW8g"},
	{"base64 of base64", "WW05aVFHTnZjbkF1YVc4Z1ltOWlRR052Y25BdWFXOGc "},
	{"base64 in parts", "Ym9iQGNvcnAuaW8g-Ym9iQGNvcnAuaW8g+"},
	{"base64 in short parts", "Ym9iQGNvcnAu/Ym9i-"},
	{"hex of mail", "626f6240636f72702e696f20 "},
	{"hex of mail, one run", "626f6240636f72702e696f20"},

	// What is spelled out.
	{"spoken at", " at"},
	{"spoken dot", "a dot "},
	{"at and dot", "a at b dot com "},
	{"at and no dot", "a at b-"},
	{"digits in words", "five "},
	{"six digits in words", "five four one two nine three x "},

	// Stand-ins, ours or forged.
	{"tokens", "[EMAIL_0]"},
	{"tokens and blanks", "[EMAIL_0] "},
	{"lenient tokens", "[email 0]"},
	{"open tokens", "[EMAIL_"},
	{"brackets", "["},
	{"closing brackets", "]"},
	{"stars", "[*_*_"},
	{"reserved addresses", "192.0.2.1 "},
	{"reserved addresses glued", "192.0.2.1."},
	{"reserved mail", "u@example.com"},
	{"reserved mail lines", "u@example.com\n"},
	{"reserved ssn", "900-11-0001 "},
	{"reserved ssn glued", "900-11-0001-"},
	{"reserved phone", "212-555-0101 "},
	{"reserved phone glued", "212-555-0101-"},
	{"reserved hosts", "a.example.net."},
	{"reserved cards", "4000 0000 0000 0002 "},
	{"reserved mac", "00-00-5e-00-53-01-"},

	// Values.
	{"one mail", "bob@corp.io "},
	{"one mail a line", "bob@corp.io\n"},
	{"mails glued", "bob@corp.io,"},
	{"mails and quotes", `"bob@corp.io","`},
	{"one address", "10.1.1.7 "},
	{"addresses glued", "10.1.1.7-"},
	{"one ssn", "541-78-2936 "},
	{"ssns glued", "541-78-2936-"},
	{"one phone", "+49 30 9018 2731 "},
	{"a password again", "pwd=tr0ub4dor-9x "},
	{"password glued", "pwd=tr0ub4dor-9x;tr0ub4dor-9x-7/"},
	{"value beside a quote", `'10.1.1.7 `},
	{"values in reserved", "541-78-2936-900-11-0001-"},

	// What is no text.
	{"zero", "\x00"},
	{"bad bytes", "\xff"},
	{"half a rune", "\xc3"},
	{"quotes", `"`},
	{"single quotes", "'"},
	{"quote and blank", `" `},
	{"blanks", " "},
	{"lines", "\n"},
	{"carriage returns", "\r"},
	{"emoji", "😀"},
	{"bad bytes and values", "\xffbob@corp.io\xfe"},
	{"zeros and values", "\x00bob@corp.io\x00"},
}

// hostiles are the units, and texts of many different things.
func hostiles() []hostile {
	var hs []hostile
	for _, u := range units {
		hs = append(hs, hostile{u.name, func(n int) string { return strings.Repeat(u.unit, n/len(u.unit)+1)[:n] }})
	}
	// many has a new value, made of i, each time.
	many := func(name, format string) {
		hs = append(hs, hostile{name, func(n int) string {
			var t strings.Builder
			for i := 0; t.Len() < n; i++ {
				fmt.Fprintf(&t, format, i)
			}
			return t.String()[:n]
		}})
	}
	hs = append(hs, hostile{"words of the list", phraseText})
	many("many mails, one line", "u%d@corp.io ")
	many("many mails, lines", "u%d@corp.io\n")
	many("many mails, quoted", `"u%d@corp.io",`)
	many("many passwords", "password=tr0ub4dor%d\n")
	many("many passwords of one beginning", "pwd=tr0ub4dor-9x-tr0ub4dor-9x-tr0ub4dor-9x-%d ")
	many("many forged tokens", "[EMAIL_%d] ")
	many("many claimed", "192.0.2.1 u%d@example.com ")
	many("chain of discoveries", "219-01-%04d-219-01-0001 ")
	hs = append(hs,
		hostile{"random alnum", func(n int) string { return random(n, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") }},
		hostile{"random digits and separators", func(n int) string { return random(n, "0123456789 .-/()+") }},
		hostile{"random punctuation", func(n int) string { return random(n, `0aA:=@[]"'\%&;/-._ `) }},
		hostile{"random bytes", func(n int) string { return random(n, "") }},
		hostile{"one key, a long value", func(n int) string { return "password=" + random(n-9, "abcdefghijklmnopqrstuvwxyz0123456789") }},
		hostile{"one quoted value", func(n int) string { return `password="` + strings.Repeat("tr0ub4dor ", n/10)[:n-11] + `"` }},
		hostile{"one token too long", func(n int) string { return "[" + strings.Repeat("A", n-2) + "]" }},
		hostile{"one mail too long", func(n int) string { return strings.Repeat("a.", n/2-4) + "a@b.de" }},
		hostile{"one open vault", func(n int) string {
			return "$ANSIBLE_VAULT;1.1;AES256\n" + strings.Repeat("66386439653236336462626566653063\n", n/33)[:n-26]
		}},
		hostile{"one list of codes", func(n int) string { return "recovery codes: " + strings.Repeat("a1b2c-3d4e5, ", n/13+1)[:n-16] }},
		hostile{"one open key", func(n int) string {
			return "-----BEGIN RSA PRIVATE KEY-----\n" + strings.Repeat("MIIEpAIBAAKCAQEA\n", n/17)[:n-32]
		}},
		hostile{"values between quotes far apart", func(n int) string { return strings.Repeat(`"`+strings.Repeat("a ", 150)+"10.1.1.7 ", n/310+1)[:n] }},
	)
	return hs
}

// phraseText is n bytes of nothing but words of BIP-39's list.
func phraseText(n int) string {
	words := strings.Fields("abandon ability able legal winner thank year wave sausage worth useful yellow letter advice cage absurd amount doctor acoustic avoid above zoo wrong ozone drill grab fiber curtain grace pudding cruise elder eight picnic")
	r := rand.New(rand.NewPCG(42, 8))
	var b strings.Builder
	for b.Len() < n {
		b.WriteString(words[r.IntN(len(words))] + " ")
	}
	return b.String()[:n]
}

// random returns n bytes of the alphabet, or of all bytes, the same ones each time,
// so that a longer text goes on where a shorter one ends.
func random(n int, alphabet string) string {
	r := rand.New(rand.NewPCG(42, 7))
	b := make([]byte, n)
	for i := range b {
		if b[i] = byte(r.Uint32()); alphabet != "" {
			b[i] = alphabet[r.IntN(len(alphabet))]
		}
	}
	return string(b)
}

// BenchmarkAdversarial reports, per hostile text, MB/s at 2 MB and how much
// longer 2 MB take than 1 MB: the bars are 40 and 2.3. A text of nothing but values
// pays for what is found, some 0.1 µs a byte: there the second bar is what counts.
// Run it with -benchtime=1x; each figure is the best of a few runs.
func BenchmarkAdversarial(b *testing.B) {
	e := newEngine(b, cloak.Config{})
	ds := decoys(b)
	const values = "bob@corp.io 10.1.1.7 541-78-2936 +49 30 9018 2731 pwd=tr0ub4dor-9x"
	alive := newMapping(b)
	for _, x := range []*cloak.Engine{e, ds} {
		sanitize(b, x, alive, values+" eve@corp.io", cloak.Source{})
	}
	for _, op := range []struct {
		name string
		do   func(string)
	}{
		{"find", func(s string) {
			if _, err := e.Find(b.Context(), s); err != nil {
				b.Fatal(err)
			}
		}},
		{"sanitize", func(s string) {
			if _, _, err := e.Sanitize(b.Context(), newMapping(b), s, cloak.Source{}); err != nil {
				b.Fatal(err)
			}
		}},
		{"restore", func(s string) { alive.Restore(s, cloak.RestoreOptions{}) }},
		{"restore in pieces", func(s string) {
			w := alive.RestoreTo(discard{}, cloak.RestoreOptions{})
			for ; len(s) > 512; s = s[512:] {
				w.Write([]byte(s[:512]))
			}
			w.Write([]byte(s))
			w.Close()
		}},
	} {
		for _, h := range hostiles() {
			b.Run(op.name+"/"+h.name, func(b *testing.B) {
				const n = 1_000_000
				one, two := h.make(n), h.make(2*n)
				for b.Loop() {
					t1, t2 := best(func() { op.do(one) }), best(func() { op.do(two) })
					b.ReportMetric(2*n/1e6/t2.Seconds(), "MB/s")
					b.ReportMetric(float64(t2)/float64(t1), "t2n/tn")
				}
			})
		}
	}
}

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }

// best is the least that f took in a few runs; one that takes long runs once.
func best(f func()) time.Duration {
	least := time.Hour
	for range 3 {
		start := time.Now()
		f()
		if least = min(least, time.Since(start)); least > time.Second {
			break
		}
	}
	return least
}
