package cloak

import (
	"strconv"
	"strings"
)

// An ibanForm is the form of one country's IBAN behind its country code and two
// check digits: counts and classes, n digits, a letters, c either.
type ibanForm struct{ country, bban string }

// ibanForms is sorted by country. It is read only.
//
// First source: the IBAN registry, release 102, June 2026, that SWIFT keeps as
// registration authority of ISO 13616, 89 countries. Its "c" allows lower case
// and its "a" upper case only; we take every letter in both, since people type
// them so. The other 22 countries have no entry there, but their banks print
// such numbers; their forms are those of the central banks (the West African
// states of BCEAO, the Central African ones of BEAC, …).
var ibanForms = [...]ibanForm{
	{"AD", "8n12c"}, {"AE", "19n"}, {"AL", "8n16c"}, {"AO", "21n"}, {"AT", "16n"},
	{"AZ", "4a20c"}, {"BA", "16n"}, {"BE", "12n"}, {"BF", "2c22n"}, {"BG", "4a6n8c"},
	{"BH", "4a14c"}, {"BI", "23n"}, {"BJ", "2c22n"}, {"BR", "23n1a1c"}, {"BY", "4c4n16c"},
	{"CF", "23n"}, {"CG", "23n"}, {"CH", "5n12c"}, {"CI", "2c22n"}, {"CM", "23n"},
	{"CR", "18n"}, {"CV", "21n"}, {"CY", "8n16c"}, {"CZ", "20n"}, {"DE", "18n"},
	{"DJ", "23n"}, {"DK", "14n"}, {"DO", "4c20n"}, {"DZ", "22n"}, {"EE", "16n"},
	{"EG", "25n"}, {"ES", "20n"}, {"FI", "14n"}, {"FK", "2a12n"}, {"FO", "14n"},
	{"FR", "10n11c2n"}, {"GA", "23n"}, {"GB", "4a14n"}, {"GE", "2a16n"}, {"GI", "4a15c"},
	{"GL", "14n"}, {"GQ", "23n"}, {"GR", "7n16c"}, {"GT", "24c"}, {"GW", "2c19n"},
	{"HN", "4a20n"}, {"HR", "17n"}, {"HU", "24n"}, {"IE", "4a14n"}, {"IL", "19n"},
	{"IQ", "4a15n"}, {"IR", "22n"}, {"IS", "22n"}, {"IT", "1a10n12c"}, {"JO", "4a4n18c"},
	{"KM", "23n"}, {"KW", "4a22c"}, {"KZ", "3n13c"}, {"LB", "4n20c"}, {"LC", "4a24c"},
	{"LI", "5n12c"}, {"LT", "16n"}, {"LU", "3n13c"}, {"LV", "4a13c"}, {"LY", "21n"},
	{"MA", "24n"}, {"MC", "10n11c2n"}, {"MD", "20c"}, {"ME", "18n"}, {"MG", "23n"},
	{"MK", "3n10c2n"}, {"ML", "2c22n"}, {"MN", "16n"}, {"MR", "23n"}, {"MT", "4a5n18c"},
	{"MU", "4a19n3a"}, {"MZ", "21n"}, {"NE", "2c22n"}, {"NI", "4a20n"}, {"NL", "4a10n"},
	{"NO", "11n"}, {"OM", "3n16c"}, {"PK", "4a16c"}, {"PL", "24n"}, {"PS", "4a21c"},
	{"PT", "21n"}, {"QA", "4a21c"}, {"RO", "4a16c"}, {"RS", "18n"}, {"RU", "14n15c"},
	{"SA", "2n18c"}, {"SC", "4a20n3a"}, {"SD", "14n"}, {"SE", "20n"}, {"SI", "15n"},
	{"SK", "20n"}, {"SM", "1a10n12c"}, {"SN", "2c22n"}, {"SO", "19n"}, {"ST", "21n"},
	{"SV", "4a20n"}, {"TD", "23n"}, {"TG", "2c22n"}, {"TL", "19n"}, {"TN", "20n"},
	{"TR", "6n16c"}, {"UA", "6n19c"}, {"VA", "18n"}, {"VG", "4a16n"}, {"XK", "16n"},
	{"YE", "4a4n18c"},
}

// ibanBBAN is the form of the country whose code is the letters a and b, in any
// case; "" when it has none.
func ibanBBAN(a, b byte) string {
	want := uint16(a&^0x20)<<8 | uint16(b&^0x20)
	lo, hi := 0, len(ibanForms)
	for lo < hi {
		mid := (lo + hi) / 2
		c := ibanForms[mid].country
		switch code := uint16(c[0])<<8 | uint16(c[1]); {
		case code == want:
			return ibanForms[mid].bban
		case code < want:
			lo = mid + 1
		default:
			hi = mid
		}
	}
	return ""
}

// nextField takes the first count and class off a form.
func nextField(form string) (count int, class byte, rest string) {
	i := 0
	for ; i < len(form) && isDigit(form[i]); i++ {
		count = count*10 + int(form[i]-'0')
	}
	if i == len(form) {
		return 0, 0, ""
	}
	return count, form[i], form[i+1:]
}

// ibanReserved is the space that stand-ins are drawn from, one pattern for each
// country, Germany first: check digits 00, which nobody can have.
func ibanReserved() []string {
	list := []string{"DE00[0-9]{18}"}
	for _, f := range ibanForms {
		if f.country != "DE" {
			list = append(list, f.country+"00"+bbanPattern(f.bban))
		}
	}
	return list
}

// bbanPattern writes a form as RE2: 4a14n is [A-Z]{4}[0-9]{14}.
func bbanPattern(form string) string {
	var p strings.Builder
	for form != "" {
		count, class, rest := nextField(form)
		switch class {
		case 'n':
			p.WriteString("[0-9]")
		case 'a':
			p.WriteString("[A-Z]")
		default:
			p.WriteString("[0-9A-Z]")
		}
		p.WriteString("{" + strconv.Itoa(count) + "}")
		form = rest
	}
	return p.String()
}
