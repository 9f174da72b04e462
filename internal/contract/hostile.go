package contract

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/seed-052fbf24/cloak/cloak"
)

// A world is one mapping with the values and stand-ins its texts are made of.
type world struct {
	r      *rand.Rand
	values []string
	live   []string // stand-ins issued so far
	soon   []string // stand-ins that the next values would get
}

// cloak:allow-begin what the texts are made of

// passwords are labelled values that look like parts of everything else.
var passwords = []string{
	"hunter2secret", "tr0ub4dor&3x", "p\xffss\xfew0rd9", "a%20b[c]d9", `q"uo\te!x9`, "changeme", "EMAIL_0", "EMAIL_", "example.com",
	"192.0.2.77", "[SSN_0", "c:d:e:f9", "Zx81!plq", "EMAIL_0.1", "decoy-", "0xdec0de11", "user@host",
}

// heads are what makes what follows a password, on the same line and on the next.
var heads = []string{
	"password: ", "pwd=", `"secret": "`, "DB_PASSWORD=", `password="`, "passwd: '", "api_key=", "password: ", "DB_PASSWORD=",
	"password:\n  ", "\npassword: |\n  ", "- name: DB_PASSWORD\n  value: ", "| Password | ", "<password>", `setPassword("`, `login("bo", "`, "IDENTIFIED BY '",
	"machine h login bo password ", "\nmachine h\nlogin bo\npassword ", "\npg1:5432:core:app:", "mysql -u root -p", "curl -u bo:", "sshpass -p ", "echo ",
	"recovery code: a1b2c-", "OTP: 4829", "WIFI:T:WPA;P:", "snmp-server community ", "::add-mask::", "https://h.io/hooks/", "creds: admin:", "пароль: ",
	"https://u@example.com:", "postgres://a:b/", "$ANSIBLE_VAULT;1.1;AES256\n  66386439653236336462626566653063\n  ", "key=$2y$12$", "{SSHA}",
}

func newWorld(r *rand.Rand) *world {
	w := &world{r: r}
	for range 2 {
		w.values = append(w.values,
			fmt.Sprintf("%s%d@corp%d.com", pick(r, "bob", "Eve", "J.D", "a+b", "x_y", "o'd", "jürg"), r.IntN(3), r.IntN(2)),
			fmt.Sprintf("10.%d.2.%d", r.IntN(2), 1+r.IntN(250)),
			fmt.Sprintf("21%d-%02d-%04d", r.IntN(10), 1+r.IntN(99), 1+r.IntN(9999)),
		)
	}
	w.values = append(w.values,
		luhn(fmt.Sprintf("4539%011d", r.Int64N(1e11))),
		group(luhn(fmt.Sprintf("5412%011d", r.Int64N(1e11))), pick(r, " ", "-")),
		pick(r, "DE89370400440532013000", "GB82 WEST 1234 5698 7654 32", "fr1420041010050500013m02606"),
		pick(r, "2a02:26f0:1180::17", "fe80::1c2:3d4%eth0", "::ffff:81.2.69.143", "2606:4700:10::6816:2a2f"),
		pick(r, "3c:22:fb:9a:41:7e", "3C-22-FB-9A-41-7E", "3c22.fb9a.417e"),
		pick(r, "+49 30 901820", "(617) 392-4418", "617-392-4418", "+1 617 392 4418", "+33142685300"),
		pick(r, "db-7.corp.internal", "build03.lan", "Mail.Intra"),
		pick(r, "1:24-cv-01234", "2:23-cr-00456-ABC", "23-cv-1701"),
		pick(r, "88 Larchmont Crescent, Halifax NS B3M 2T6", "Flat 3, 14 Elm Road\nLeeds LS6 2AB", "Lindenstraße 14b, 50674 Köln", "12 bis rue des Lilas, 69003 Lyon",
			"PO Box 1234, Springfield, IL 62704", "4844 Søndergade 52\n Apt. 656\n Brønderslev\n Denmark 35018"),
		pick(r, "DOB: 14 July 1985", "MRN: C4471920", "lat 48.858370, 2.294481", "policy no. 447 192 0883", "plate B-MW 1234"),
		"gh"+"p_"+letters(r, 36), "AK"+"IA"+upper(r, 16), "glpat"+"-"+letters(r, 20),
		pick(r, "datadog key ", "SNYK_TOKEN=", "klaviyo-secret-", `"vercelToken": "`, "sourcegraph: ")+letters(r, 32),
		pick(r, "abc8"+"Q~"+letters(r, 34), "hooks.slack"+".com/services/T0ABC/B0ABC/"+letters(r, 24), "hawk."+letters(r, 20)+"."+letters(r, 20),
			"BUNDLE_GEMS__CORP__COM=u:"+letters(r, 9), "$krb5"+"tgs$23$*u$R$s*$"+draw(r, 80, "0123456789abcdef")),
		"/home/"+pick(r, "mdubois", "j.roe", "kim")+"/.ssh",
		"postgres://app:"+letters(r, 10)+"@pg1.halcyon.io:5432/core",
		"Authorization: Bearer "+letters(r, 32),
	)
	return w
}

func pick(r *rand.Rand, of ...string) string { return of[r.IntN(len(of))] }

func letters(r *rand.Rand, n int) string {
	return draw(r, n, "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789")
}

func upper(r *rand.Rand, n int) string { return draw(r, n, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") }

func draw(r *rand.Rand, n int, from string) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = from[r.IntN(len(from))]
	}
	return string(b)
}

// luhn appends the check digit of ISO/IEC 7812-1.
func luhn(s string) string {
	sum := 0
	for i := range len(s) {
		d := int(s[len(s)-1-i] - '0')
		if i%2 == 0 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return s + string(rune('0'+(10-sum%10)%10))
}

func group(s, sep string) string {
	var b strings.Builder
	for i := range len(s) {
		if i > 0 && i%4 == 0 {
			b.WriteString(sep)
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// piece returns one element of a text.
func (w *world) piece() string {
	r := w.r
	switch r.IntN(16) {
	case 0, 1, 2:
		return w.dress(pick(r, w.values...))
	case 3:
		return pick(r, heads...) + w.dress(pick(r, passwords...))
	case 4:
		return w.dress(pick(r, passwords...))
	case 5, 6:
		if len(w.live) > 0 {
			return w.dress(pick(r, w.live...))
		}
		return "[EMAIL_0]"
	case 7:
		if len(w.soon) > 0 {
			return w.dress(pick(r, w.soon...))
		}
		return "192.0.2.1"
	case 8:
		e := pick(r, "EMAIL", "IPV4", "SSN", "PASSWORD", "X_1", "PHONE", "API_KEY")
		return w.dress(pick(r, fmt.Sprintf("[%s_%d]", e, r.IntN(4)), fmt.Sprintf("[%s_%d.%d]", e, r.IntN(3), r.IntN(3)), "["+e+"_REDACTED]"))
	case 9:
		return w.dress(pick(r, fmt.Sprintf("192.0.2.%d", r.IntN(20)), fmt.Sprintf("198.51.100.%d", r.IntN(256)), "900-11-0001",
			"u@example.com", "Decoy-abcdefabcd", "2001:db8::7", "00-00-5E-00-53-1f", "212-555-0142", "4000 0000 0000 0002", "a.example.net"))
	case 10:
		if len(w.live) > 0 {
			return w.near(pick(r, w.live...))
		}
		return "192.0.2.17"
	case 11:
		return pick(r, "%", "\\", "%5B", `\u005b`, "%4", `\u00`, "[", "]", "[EMAIL_", "@", "user-", "DECOY", "10.", "%31", "%2E", `\[`, "\x00", "&#64;", "[.]", "(at)", "&#4", "://", "::", "+1")
	case 12:
		return pick(r, "\xff", "\xc3", "é", "😀", "\r\n", "\ufeff", "\u200b", "\t", "\u00a0")
	case 13:
		return pick(r, "phone", "ssn", "version", "mobile:", "user=", "for invalid user ", "Cookie: sid=", "datadog", "snyk_key=", "vercel token", "klaviyo", "AWS::", "Address: ", "lives at ", "ship to\n", "born on ", "MRN ", "gps ", "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA3Tz2mr7SZiAMfQyu\nvjBGwoD7x7yxWuRUPbyJ5BsJw4pX\n", "-----END RSA PRIVATE KEY-----")
	case 14:
		return pick(r, "541782936", "6173924418", "1747731000", "2026-11-30 03:41:07", "4.2.17.9", "00123456712", "9", "12:30:45")
	}
	if r.IntN(3) == 0 {
		return pick(r, "12", "Elm", "Road", "Main Street", "Apt. 5", "Berlin", "IL 62704", ",\n", "rue de", "Hauptstraße", "7 Oak", "Denmark", "50674", "July 1985", "of", "Suite 9,", "Box 3")
	}
	return pick(r, "the", "log", "x", "7", "192", "password", "id 42", "of", "INFO", "{", "}", `"`)
}

func (w *world) glue() string {
	if w.r.IntN(2) == 0 {
		return " "
	}
	return pick(w.r, "", "", "", ".", "-", ",", "x", "7", "@", "%", `\`, "/", "=", ":", "_", "\n", "+", "\xff", ". ", ".5", "-x", "%37", `\u0037`, `"`, "'", "(", ")", ";", "  ", "\x00",
		"“", "”", "’s", "…", "。", "是", "é", "__", "\u00a0", "\u2011", "\n1. ", "\n1) ", "**", "<", "\n+1\n", "(5) ", "(12) ", `\n`)
}

func (w *world) text() string {
	var b strings.Builder
	for range 1 + w.r.IntN(8) {
		b.WriteString(w.piece())
		b.WriteString(w.glue())
	}
	return b.String()
}

// dress spells s in one of the ways a text or a model might.
func (w *world) dress(s string) string {
	r := w.r
	ascii := func(b byte) bool { return b < 0x80 }
	switch r.IntN(18) {
	case 14, 15:
		return w.disguise(s)
	case 0:
		return strings.ToUpper(s)
	case 1:
		return strings.ToLower(s)
	case 2:
		return escape(s, "%%%02X", func(b byte) bool { return !word(b) })
	case 3:
		return escape(s, "%%%02x", func(b byte) bool { return r.IntN(3) == 0 })
	case 4:
		return escape(s, `\u%04x`, func(b byte) bool { return ascii(b) && !word(b) })
	case 5:
		return escape(s, `\u%04X`, func(b byte) bool { return ascii(b) && r.IntN(3) == 0 })
	case 6:
		return escape(s, `\%c`, func(b byte) bool { return ascii(b) && !word(b) && b != '\\' })
	case 7:
		return escape(s, "&#%d;", func(b byte) bool { return ascii(b) && !word(b) })
	case 8:
		return strings.NewReplacer(".", "[.]", "@", pick(r, "[at]", "(at)", "[@]")).Replace(s)
	}
	return s
}

func escape(s, format string, must func(byte) bool) string {
	var b strings.Builder
	for i := range len(s) {
		if must(s[i]) {
			fmt.Fprintf(&b, format, s[i])
		} else {
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

func word(b byte) bool { return '0' <= b && b <= '9' || 'a' <= b|0x20 && b|0x20 <= 'z' }

// near returns something that looks like stand-in s and is not.
func (w *world) near(s string) string {
	switch w.r.IntN(4) {
	case 0:
		return s[:len(s)-1]
	case 1:
		return s + fmt.Sprint(w.r.IntN(10))
	case 2:
		return fmt.Sprint(w.r.IntN(10)) + s
	}
	return s[:len(s)/2]
}

// foresee sets the stand-ins that the world's values would get now, by trying on
// a copy of the mapping.
func (w *world) foresee(e *cloak.Engine, s cloak.Snapshot) error {
	w.live, w.soon = nil, nil
	for _, p := range s.Pairs {
		w.live = append(w.live, p.StandIn)
		if p.Token != "" {
			w.live = append(w.live, p.Token)
		}
	}
	m, err := cloak.NewMapping(s)
	if err != nil {
		return err
	}
	if _, _, err := e.Sanitize(context.Background(), m, strings.Join(w.values, " ")+" password: other-secret9", cloak.Source{}); err != nil {
		return err
	}
	for _, p := range m.Pairs(len(s.Pairs)) {
		w.soon = append(w.soon, p.StandIn)
	}
	return nil
}

// Texts returns n hostile texts drawn from seed, on which nothing is live.
func Texts(seed uint64, n int) []string {
	w := newWorld(rand.New(rand.NewPCG(seed, 18)))
	texts := make([]string, n)
	for i := range texts {
		texts[i] = w.text()
	}
	return texts
}

// cloak:allow-end
