package cloak

// Numbers that the authorities of South Africa, Nigeria, Kenya and Egypt give out.

func africaIDs() []Detector {
	return ids([]Detector{
		{
			Name: "za_id", Entity: "ZA_ID_NUMBER", Locale: "ZA", Class: Context, Bits: 11, LabelBits: 9,
			forms: []string{"999999 9999 99 9"}, Validate: validZA, checked: true, Canonical: digitsOf,
			Labels: []string{
				"rsa id", "sa id", "za id", "south african id", "id number", "id no", "identity number", "identity no", "identity document", "permanent resident", "permanent resident number",
				"refugee id", "national id", "id nommer", "identiteitsnommer",
			},
			Guarantee: "X",
			Authority: "Department of Home Affairs, Identification Act 68 of 1997: day of birth, sequence, 0 to 2 for citizenship, 8 or 9, Luhn",
			Match:     []string{"RSA ID: «0002294321191»", "My South African ID is «9202201234088».", "«8001015009087»", "identity number «800101 5009 087»"},
			NoMatch:   []string{"RSA ID 8001015009086", "SA ID 80010150090870", "sa id 9913326789285", "ts 8001015009087", "za id 8001015009176"},
		},
		{
			Name: "ng_nin", Entity: "NG_NIN", Locale: "NG", Class: Context, Bits: 4, LabelBits: 10,
			forms: []string{"9999 999 9999", "999 9999 9999"}, Canonical: digitsOf,
			Labels:    []string{"nin", "nin no", "nin number", "national identification number", "national identity number", "nimc", "virtual nin"},
			Authority: "NIMC Act 2007: eleven digits; the commission publishes no rule for a check digit",
			Match:     []string{"NIN: «12345678919»", "national identification number «6196 143 8053»"},
			NoMatch:   []string{"nin 1234567890", "id 61961438053", "nin 123456789012"},
		},
		{
			Name: "ng_bvn", Entity: "NG_BVN", Locale: "NG", Class: Context, Bits: 5, LabelBits: 10,
			forms: []string{"99999999999"}, Validate: validBVN, Canonical: digitsOf,
			Labels:    []string{"bvn", "bvn no", "bank verification", "bank verification number"},
			Guarantee: "U",
			Authority: "Central Bank of Nigeria, Framework for BVN Operations: eleven digits; NIBSS gives out those that begin with 22",
			Match:     []string{"BVN: «22312345678»", "\"bvn\":\"«22198765432»\""},
			NoMatch:   []string{"bvn 12345678901", "id 22312345678"},
		},
		{
			Name: "ng_plate", Entity: "LICENSE_PLATE", Locale: "NG", Class: Context, Bits: 6, LabelBits: 10,
			forms: []string{"AAA 999AA"}, checked: true, Canonical: canonIBAN, Labels: plateLabels("vehicle", "plate"),
			Authority: "Federal Road Safety Corps, National Vehicle Identification Scheme 2011: three letters for the place, three digits, two letters",
			Match:     []string{"The plate number is «ABJ-123XY» for this vehicle", "«APP 456CV»", "Plates: «APP-456CV» and", "«app-456cv»"},
			NoMatch:   []string{"plate number AB-1234CD", "plate 123-456AB", "plate AB-12CD", "plate ABCD-123EF", "see APP-456CV there"},
		},
		{
			Name: "ke_pin", Entity: "KE_KRA_PIN", Locale: "KE", Class: Context, Bits: 8, LabelBits: 10,
			forms: []string{"A999999999A"}, Validate: validKRA, checked: true, Canonical: canonIBAN,
			Labels:    []string{"kra", "kra pin", "pin", "pin no", "pin number", "taxpayer pin", "itax"},
			Guarantee: "U",
			Authority: "Kenya Revenue Authority: A for a person or P for a company, nine digits and a letter",
			Match:     []string{"KRA PIN: «A123456789B»", "«P051234567K»"},
			NoMatch:   []string{"KRA PIN C123456789B", "part A123456789B here", "kra pin A1234567890B"},
		},
		{
			Name: "national_id", Entity: "NATIONAL_ID", Class: Context, Bits: 4, LabelBits: 10,
			code: codeForm{least: 6, most: 15, digits: 6},
			Labels: []string{
				"national id", "national id no", "national id number", "national identity", "national identity card", "national identity no", "nationalid", "kenyan id", "huduma",
				"identity card", "identity card no", "identity card number", "id card", "id card no", "id card number", "citizen id", "citizenship number", "personal id", "personal identification number",
				"identification card",
				"carte d identité", "carte d identite", "carte nationale d identité", "personalausweis", "ausweisnummer", "personalausweisnummer", "carta d identità", "carta d identita",
			},
			Authority: "the states that have no form of their own here, Kenya (seven or eight digits) among them; a label tells it",
			Match:     []string{"National ID: «12345678»", "nationalId: \"«27894561»\"", "Kenyan ID no. «30123456»", "citizen id «C1234567»"},
			NoMatch:   []string{"national 12345678", "national id 123", "nation id: 12345678", "national id 2024-01-31", "id 12345678"},
		},
		{
			Name: "eg_national_id", Entity: "EG_NATIONAL_ID", Locale: "EG", Class: Context, Bits: 9, LabelBits: 9,
			forms: []string{"9 999999 99 9999 9", "9 99 99 99 99 99999"}, Validate: validEgypt, Canonical: digitsOf,
			Labels:    []string{"national id", "national id number", "national no", "egyptian id", "egypt id", "الرقم القومي", "رقم قومي", "رقم البطاقة"},
			Guarantee: "X",
			Authority: "Ministry of Interior, Civil Status Sector: 2 or 3 for the century, day of birth, governorate, sequence, a check digit by no published rule",
			Match:     []string{"National ID «29001011234567»", "الرقم القومي: «30105211500123»"},
			NoMatch:   []string{"national id 49001011234567x", "national id 20261101094500", "ts 29001011234567"},
		},
	})
}

func validBVN(s string) bool { return s[:2] == "22" }

// validZA turns down days that there are not, and all but 8 and 9 in the last place but
// one, which once was for race.
func validZA(s string) bool {
	c, a := digitNo(s, 10), digitNo(s, 11)
	return c <= 2 && a >= 8 && isDay(digitsFrom(s, 0, 2), digitsFrom(s, 2, 2), digitsFrom(s, 4, 2)) && luhnValid(s)
}

func validKRA(s string) bool { return letterIn("AP", s[0]) >= 0 }

func validEgypt(s string) bool {
	place := digitsFrom(s, 7, 2)
	known := 1 <= place && place <= 4 || 11 <= place && place <= 19 || 21 <= place && place <= 29 || 31 <= place && place <= 35 || place == 88
	return (s[0] == '2' || s[0] == '3') && known && isDay(digitsFrom(s, 1, 2), digitsFrom(s, 3, 2), digitsFrom(s, 5, 2))
}
