package cloak

// Numbers that the authorities of Canada give out.

func canadaIDs() []Detector {
	return ids([]Detector{
		{
			Name: "ca_sin", Entity: "CA_SIN", Locale: "CA", Class: Context, Bits: 5, LabelBits: 10,
			forms: []string{"999 999 999"}, Validate: validSIN, checked: true, Canonical: digitsOf,
			Labels: []string{
				"sin", "s i n", "sin no", "sin number", "social insurance", "social insurance number", "nas", "n a s", "assurance sociale", "numéro d assurance sociale",
			},
			Guarantee: "X",
			Authority: "Employment and Social Development Canada, Social Insurance Number Code of Practice: Luhn; no number begins with 0 or 8",
			Match:     []string{"SIN «551 422 389»", "mon NAS: «258 933 688»", "\"sin\":\"«130692544»\"", "«347-677-452»"},
			NoMatch:   []string{"SIN 130 692 545", "sin 046 454 286", "SIN 130-692 544", "call 551 422 389", "sin 5514223890", "sin 812 345 678"},
		},
		{
			Name: "ca_health_card", Entity: "CA_HEALTH_CARD", Locale: "CA", Class: Context, Bits: 4, LabelBits: 10,
			forms:    []string{"9999 999 999", "9999 999 999 AA", "AAAA 9999 9999", "99999 9999", "999 999 999", "9999 9999", "999 999 999 999"},
			Validate: validCanadaHealth, Canonical: canonIBAN,
			Labels: []string{
				"health card", "health card number", "health card no", "health number", "ohip", "ohip number", "phn", "phin", "personal health number", "health care number", "hcn",
				"medicare number", "msp number", "care card", "carecard", "ramq", "nam", "assurance maladie", "carte santé", "carte soleil", "ahcip", "mcp number",
			},
			Authority: "the health insurance plans of the provinces: ten digits in Ontario (Luhn), British Columbia and Nova Scotia, nine in the prairies and New Brunswick, eight in Prince Edward Island, twelve in Newfoundland and Labrador; four letters and eight digits in Quebec",
			Match: []string{
				"OHIP «1234 567 897 AB»", "health card: «5584-486-674»", "PHN «9698 658 215»", "assurance maladie «DOUJ 8505 1410»", "Alberta PHN «12345-6789»", "phin=«123456789»",
			},
			NoMatch: []string{"card 1234 567 897", "ohip 1234 567", "health 1234567897"},
		},
		{
			Name: "ca_passport", Entity: "PASSPORT", Locale: "CA", Class: Context, Bits: 4, LabelBits: 10,
			forms: []string{"AA999999", "A999999AA"}, Canonical: canonIBAN, Labels: passportLabels("passeport", "numéro de passeport"),
			Authority: "ICAO 9303 leaves the number to the state: Passport Canada writes two letters and six digits, since 2023 a letter, six digits and two letters; Brazil and New Zealand as Canada did",
			Match:     []string{"Passport: «GA302922»", "passeport no «P123456AA»"},
			NoMatch:   []string{"passport GA3029221", "part GA302922", "passport G302922"},
		},
		{
			Name: "ca_bn", Entity: "CA_BN", Locale: "CA", Class: Context, Bits: 6, LabelBits: 10,
			forms: []string{"999999999", "99999 9999", "999999999 AA 9999", "99999 9999 AA 9999"}, alone: []string{"999999999AA9999"}, aloneBits: 20,
			Validate: validBN, Canonical: canonIBAN,
			Labels: []string{
				"business number", "business no", "bn", "gst", "hst", "gst hst", "gst number", "hst number", "gst no", "numéro d entreprise", "tps", "payroll account",
			},
			Guarantee: "X",
			Authority: "Canada Revenue Agency, Business Number: nine digits with Luhn, and RC, RM, RP, RR, RT, RZ, … with four digits for the account",
			Match:     []string{"GST/HST no. «123456782 RT0001»", "BN «12345 6782»", "paid by «123456782RC0001» on", "business number: «123456782»"},
			NoMatch:   []string{"BN 123456789", "123456782XX0001", "gst 1234567820", "part 123456782"},
		},
	})
}

func validSIN(s string) bool { return s[0] != '0' && s[0] != '8' && evenly(s, 2) && luhnValid(s) }

// validCanadaHealth knows the card of Quebec, which has the day of birth: the months
// of women count from 51.
func validCanadaHealth(s string) bool {
	if !isAlpha(s[0]) {
		return true
	}
	mm := digitsFrom(s, 2, 2)
	return isDay(digitsFrom(s, 0, 2), mm%50, digitsFrom(s, 4, 2))
}

func validBN(s string) bool {
	v := bareOf(s)
	if len(v) > 9 {
		switch v[9:11] {
		case "RC", "RD", "RE", "RG", "RM", "RN", "RP", "RR", "RT", "RZ":
		default:
			return false
		}
	}
	return luhnValid(v[:9])
}
