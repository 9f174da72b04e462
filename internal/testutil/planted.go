// Package testutil holds what the tests of several packages share: planted
// values, probes, golden files. Only tests import it.
package testutil

import (
	"encoding/base64"
	"hash/crc32"
	"math/rand/v2"
	"strconv"
	"strings"
)

// A Planter invents values of every entity: well formed, checksums included,
// outside of reserved space, and nobody's. It draws them at run time from parts,
// so that nothing in the repository looks like a live key. Equal seeds give
// equal values. A Planter is not safe for concurrent use.
type Planter struct{ r *rand.Rand }

// NewPlanter returns a Planter for a seed.
func NewPlanter(seed uint64) *Planter {
	return &Planter{rand.New(rand.NewPCG(seed, 0x636c6f616b))}
}

// Alphabets of [Planter.Draw].
const (
	Digits = "0123456789"
	Lower  = "abcdefghijklmnopqrstuvwxyz"
	Upper  = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	Hex    = "0123456789abcdef"
	Base36 = Digits + Upper
	Base62 = Digits + Upper + Lower
	Base64 = Base62 + "+/"
	URL64  = Base62 + "-_"
)

// Draw gives n bytes of an alphabet.
func (p *Planter) Draw(n int, alphabet string) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = alphabet[p.r.IntN(len(alphabet))]
	}
	return string(b)
}

// Pick gives one of the choices.
func (p *Planter) Pick(of ...string) string { return of[p.r.IntN(len(of))] }

// Between gives a number of lo to hi, in decimal.
func (p *Planter) Between(lo, hi int) string { return strconv.Itoa(lo + p.r.IntN(hi-lo+1)) }

// Word gives n letters that can be spoken, and are no word.
func (p *Planter) Word(n int) string {
	var b strings.Builder
	for b.Len() < n {
		b.WriteString(p.Draw(1, "bdfgklmnprstvz"))
		b.WriteString(p.Draw(1, "aeiou"))
	}
	return b.String()[:n]
}

// Mixed gives n letters and digits with at least one of each kind.
func (p *Planter) Mixed(n int) string {
	s := p.Draw(1, Upper) + p.Draw(1, Lower) + p.Draw(1, Digits) + p.Draw(n-3, Base62)
	b := []byte(s)
	p.r.Shuffle(n, func(i, j int) { b[i], b[j] = b[j], b[i] })
	return string(b)
}

// Domain gives a registrable domain that is in no reserved space.
func (p *Planter) Domain() string {
	return p.Word(5) + "-" + p.Word(6) + "." + p.Pick("eu", "io", "co.uk", "de", "org", "net")
}

// Email gives an address at a [Planter.Domain].
func (p *Planter) Email() string { return p.Word(5) + "." + p.Word(7) + "@" + p.Domain() }

// Username gives a login name.
func (p *Planter) Username() string { return p.Word(8) }

// Hostname gives an internal host.
func (p *Planter) Hostname() string {
	return p.Word(7) + "-" + p.Between(10, 99) + "." + p.Pick("corp.internal", "intra", "corp", "lan", "local")
}

// IPv4 gives a public address.
func (p *Planter) IPv4() string {
	return p.Pick("81", "84", "89", "91", "93") + "." + p.Between(101, 250) + "." + p.Between(101, 250) + "." + p.Between(101, 250)
}

// IPv6 gives a global address in full form.
func (p *Planter) IPv6() string {
	s := "2a0" + p.Draw(1, Digits)
	for range 7 {
		s += ":" + p.Draw(1, Hex[1:]) + p.Draw(3, Hex)
	}
	return s
}

// MAC gives a globally administered unicast address.
func (p *Planter) MAC() string {
	s := p.Pick("a4", "3c", "d8", "f0") + ":" + p.Draw(1, "6789") + p.Draw(1, Hex)
	for range 4 {
		s += ":" + p.Draw(1, Hex[1:]) + p.Draw(1, Hex)
	}
	return s
}

// Phone gives a North American number in the form that is asked for: '#' is a
// digit of it, anything else stands for itself: "(###) ###-####".
func (p *Planter) Phone(form string) string {
	digits := p.Pick("212", "312", "415", "617", "206") + p.Draw(1, "2346") + p.Draw(1, "234567") + p.Draw(1, "23456789") + p.Draw(4, Digits)
	return fill(form, digits)
}

// fill writes digits into the '#' of a form.
func fill(form, digits string) string {
	b := []byte(form)
	for i, c := range b {
		if c == '#' {
			b[i], digits = digits[0], digits[1:]
		}
	}
	return string(b)
}

// SSN gives a number that could have been issued.
func (p *Planter) SSN() string {
	return p.Between(101, 665) + "-" + p.Between(11, 99) + "-" + p.Between(1001, 9899)
}

// Card gives n digits that begin as asked and end in a valid Luhn digit.
func (p *Planter) Card(prefix string, n int) string {
	s := prefix + p.Draw(n-1-len(prefix), Digits[1:])
	return s + luhnDigit(s)
}

func luhnDigit(s string) string {
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
	return strconv.Itoa((10 - sum%10) % 10)
}

// IBAN gives an account in compact form. In bban, 'n' is a digit and 'a' a
// letter: "nnnnnnnnnnnnnnnnnn" for DE.
func (p *Planter) IBAN(country, bban string) string {
	b := []byte(bban)
	for i, c := range b {
		switch c {
		case 'n':
			b[i] = p.Draw(1, Digits[1:])[0]
		case 'a':
			b[i] = p.Draw(1, Upper)[0]
		}
	}
	check := 98 - mod97(string(b)+country+"00")
	return country + strconv.Itoa(check/10) + strconv.Itoa(check%10) + string(b)
}

func mod97(s string) (r int) {
	for i := range len(s) {
		if c := s[i]; c >= 'A' {
			r = (r*100 + int(c-'A') + 10) % 97
		} else {
			r = (r*10 + int(c-'0')) % 97
		}
	}
	return r
}

// Grouped writes s in groups of n.
func Grouped(s string, n int, sep string) string {
	var parts []string
	for len(s) > n {
		parts, s = append(parts, s[:n]), s[n:]
	}
	return strings.Join(append(parts, s), sep)
}

// AWSKey gives an access key id.
func (p *Planter) AWSKey() string { return "AK" + "IA" + p.Draw(16, Upper+"234567") }

// AWSSecret gives a secret access key.
func (p *Planter) AWSSecret() string { return p.Mixed(20) + "/" + p.Mixed(19) }

// GitHub gives a token of a kind (p, o, u, s, r) with the checksum that it ends in.
func (p *Planter) GitHub(kind string) string {
	body := p.Mixed(30)
	return "gh" + kind + "_" + body + base62(crc32.ChecksumIEEE([]byte(body)))
}

// base62 writes n in six digits.
func base62(n uint32) string {
	b := make([]byte, 6)
	for i := range b {
		b[5-i], n = Base62[n%62], n/62
	}
	return string(b)
}

// JWT gives a signed token for a subject.
func (p *Planter) JWT() string {
	part := func(s string) string { return base64.RawURLEncoding.EncodeToString([]byte(s)) }
	return part(`{"alg":"HS256","typ":"JWT"}`) + "." + part(`{"sub":"`+p.Draw(9, Digits[1:])+`","name":"`+p.Word(6)+`"}`) + "." + p.Draw(43, URL64)
}

// PrivateKey gives a PEM block of n lines; the body is random.
func (p *Planter) PrivateKey(kind string, n int) string {
	var b strings.Builder
	b.WriteString(PEMLine("BEGIN", kind))
	for range n {
		b.WriteString(p.Mixed(40) + p.Draw(24, Base64) + "\n")
	}
	b.WriteString(PEMLine("END", kind))
	return b.String()
}

// PEMLine is the first or last line of a private key.
func PEMLine(edge, kind string) string {
	return "-----" + edge + " " + strings.TrimLeft(kind+" ", " ") + "PRIVATE" + " KEY-----\n"
}

// PEMBody gives the lines of a key between its first and last.
func PEMBody(pem string) []string {
	lines := strings.Split(strings.TrimSuffix(pem, "\n"), "\n")
	return lines[1 : len(lines)-1]
}

// Password gives one with letters, digits and punctuation that need no escape.
func (p *Planter) Password() string {
	return p.Mixed(6) + p.Draw(1, "!*^~") + p.Mixed(5)
}

// CaseNumber gives a docket number of a US district court.
func (p *Planter) CaseNumber() string {
	return p.Between(1, 8) + ":" + p.Between(10, 25) + "-" + p.Pick("cv", "cr", "mj") + "-" + "0" + p.Between(1001, 9899) + "-" + p.Draw(3, Upper)
}
