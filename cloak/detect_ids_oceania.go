package cloak

// Numbers that the authorities of Australia and New Zealand give out.

func oceaniaIDs() []Detector {
	return ids([]Detector{
		{
			Name: "au_tfn", Entity: "AU_TFN", Locale: "AU", Class: Context, Bits: 5, LabelBits: 10,
			forms: []string{"999 999 999", "99 999 999"}, Validate: validTFN, checked: true, Canonical: digitsOf,
			Labels:    []string{"tfn", "t f n", "tfns", "tax file", "tax file number", "tax file no"},
			Guarantee: "X",
			Authority: "ATO: nine digits, weights 1, 4, 3, 7, 5, 8, 6, 9 and 10, modulus 11; eight with 10, 7, 8, 4, 6, 3, 5 and 1",
			Match:     []string{"TFN «803 405 619»", "tax file number: «876543210»", "tfn=«123-456-782»", "TFN «37 118 629»"},
			NoMatch:   []string{"TFN 824 753 557", "order 876543210", "TFN 8765432100"},
		},
		{
			Name: "au_abn", Entity: "AU_ABN", Locale: "AU", Class: Context, Bits: 7, LabelBits: 10,
			forms: []string{"99 999 999 999"}, Validate: validABN, checked: true, Canonical: digitsOf,
			Labels:    []string{"abn", "a b n", "abns", "abn no", "australian business number", "business number"},
			Guarantee: "X",
			Authority: "Australian Business Register, Format of the ABN: weights 10, 1, 3, 5, … 19 with 1 taken from the first digit, modulus 89",
			Match:     []string{"ABN «51 824 753 556»", "abn: «53004085616»", "«51824753556»"},
			NoMatch:   []string{"ABN 52 824 753 556", "abn 00000000560", "sum 51 824 753 556", "ABN 51 824 753 5564"},
		},
		{
			Name: "au_acn", Entity: "AU_ACN", Locale: "AU", Class: Context, Bits: 5, LabelBits: 10,
			forms: []string{"999 999 999"}, Validate: validACN, checked: true, Canonical: digitsOf,
			Labels:    []string{"acn", "acns", "australian company number", "company number", "arbn"},
			Guarantee: "X",
			Authority: "ASIC, Australian Company Number digit check: weights 8 to 1, modulus 10",
			Match:     []string{"ACN «005 499 981»", "acn: «006249976»", "acn «000 000 019»"},
			NoMatch:   []string{"ACN 824 753 557", "id 005499981", "acn 0054999810"},
		},
		{
			Name: "au_medicare", Entity: "AU_MEDICARE", Locale: "AU", Class: Context, Bits: 7, LabelBits: 10,
			forms: []string{"9999 99999 9", "9999 99999 9 9"}, Validate: validAUMedicare, checked: true, Canonical: digitsOf,
			Labels:    []string{"medicare", "medicare no", "medicare number", "medicare card", "medicare card number"},
			Guarantee: "X",
			Authority: "Services Australia: the first digit 2 to 6, the ninth checks eight with weights 1, 3, 7 and 9, modulus 10; issue and person follow",
			Match:     []string{"Medicare «2123 45670 1»", "medicare card number: «2123456701»", "«2123 45670 1»", "Medicare No «2123 45670 1-2»"},
			NoMatch:   []string{"medicare 2123 25870 1", "order 2123456701", "medicare 7123456701", "medicare 21234567012345"},
		},
		{
			Name: "au_passport", Entity: "PASSPORT", Locale: "AU", Class: Context, Bits: 4, LabelBits: 10,
			forms: []string{"A9999999"}, Canonical: canonIBAN, Labels: passportLabels(),
			Authority: "ICAO 9303 leaves the number to the state: the Australian Passport Office writes a letter, of late two, and seven digits",
			Match:     []string{"passport no. «N1234567»"},
			NoMatch:   []string{"passport N12345678 x", "part N1234567"},
		},
		{
			Name: "au_driver_licence", Entity: "DRIVER_LICENSE", Locale: "AU", Class: Context, Bits: 4, LabelBits: 10,
			forms: []string{"999999", "A99999", "9999AA", "99 999 999", "999 999 999", "AA999999", "AA9999"}, Canonical: canonIBAN, Labels: driverLabels("licence", "driver licence number"),
			Against: []string{"software", "product", "apache"}, AgainstBits: 8,
			Authority: "Austroads and the road authorities of the states: six to ten digits, or letters and digits as in forms; New Zealand two letters and six digits",
			Match:     []string{"driver licence no. «12 345 678»", "Driver's licence: «DM123456»", "licence number «R12345»"},
			NoMatch:   []string{"licence 2.0", "driver 123456", "licence fee 12345"},
		},
		{
			Name: "nz_ird", Entity: "NZ_IRD", Locale: "NZ", Class: Context, Bits: 5, LabelBits: 10,
			forms: []string{"99 999 999", "999 999 999"}, Validate: validIRD, Canonical: digitsOf,
			Labels:    []string{"ird", "ird no", "ird number", "inland revenue", "inland revenue number"},
			Guarantee: "X",
			Authority: "Inland Revenue, IRD number validation: 10 to 150 million, weights 3, 2, 7, 6, 5, 4, 3 and 2, or 7, 4, 3, 2, 5, 2, 7 and 6, modulus 11",
			Match:     []string{"IRD «49-091-850»", "ird number: «136410132»", "IRD no «49098576»"},
			NoMatch:   []string{"IRD 136410133", "IRD 9125568", "order 49091850", "ird 490918500"},
		},
		{
			Name: "nz_nhi", Entity: "NZ_NHI", Locale: "NZ", Class: Context, Bits: 7, LabelBits: 10,
			forms: []string{"AAA9999", "AAA99AA"}, Validate: validNHI, checked: true, Canonical: canonIBAN,
			Labels:    []string{"nhi", "nhi no", "nhi number", "national health index", "national health index number"},
			Authority: "HISO 10046:2023: no I or O, weights 7 to 2; modulus 11 with a digit, modulus 23 with a letter behind; Z begins those for tests",
			Match:     []string{"NHI «ZAC5361»", "nhi: «WLD9413»", "National Health Index number «ZVB97XQ»", "«zsc21tn»", "nhi=«ZBN77VL»"},
			NoMatch:   []string{"NHI ZZZ0044", "NHI ZZZ00AA", "part WLD9413", "nhi ZAC53610"},
		},
	})
}

func validTFN(s string) bool {
	if countDigits(s) == 8 {
		return evenly(s, 2) && weightedSum(s, 10, 7, 8, 4, 6, 3, 5, 1)%11 == 0
	}
	return evenly(s, 2) && weightedSum(s, 1, 4, 3, 7, 5, 8, 6, 9, 10)%11 == 0
}

func validABN(s string) bool {
	return s[0] != '0' && evenly(s, 3) && (weightedSum(s, 10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19)-10)%89 == 0
}

func validACN(s string) bool {
	return evenly(s, 2) && (10-weightedSum(s, 8, 7, 6, 5, 4, 3, 2, 1)%10)%10 == digitNo(s, 8)
}

func validAUMedicare(s string) bool {
	return '2' <= s[0] && s[0] <= '6' && weightedSum(s, 1, 3, 7, 9, 1, 3, 7, 9)%10 == digitNo(s, 8)
}

func validIRD(s string) bool {
	n := countDigits(s)
	base, check := digitsFrom(s, 0, n-1), digitNo(s, n-1)
	if whole := base*10 + check; whole < 10_000_000 || whole > 150_000_000 || !evenly(s, 2) {
		return false
	}
	sum := func(w ...int) int { return weightedSum(s, w[9-n:]...) } // the shorter as if a 0 were in front
	r := sum(3, 2, 7, 6, 5, 4, 3, 2) % 11
	if r == 1 { // 10 is no check digit
		r = sum(7, 4, 3, 2, 5, 2, 7, 6) % 11
	}
	return (11-r)%11 == check
}

func validNHI(s string) bool {
	const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ"
	sum := 0
	for i := range 6 {
		if isDigit(s[i]) {
			sum += int(s[i]-'0') * (7 - i)
			continue
		}
		k := letterIn(alphabet, s[i])
		if k < 0 {
			return false
		}
		sum += (k + 1) * (7 - i)
	}
	if isDigit(s[6]) {
		r := sum % 11
		return isDigit(s[5]) && r != 0 && (11-r)%10 == int(s[6]-'0')
	}
	k := letterIn(alphabet, s[6])
	return !isDigit(s[5]) && k >= 0 && 23-sum%23 == k+1
}
