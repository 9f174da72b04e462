package cloak

// Numbers that the authorities of the United Kingdom and of Ireland give out.

func ukIDs() []Detector {
	return ids([]Detector{
		{
			Name: "uk_nhs", Entity: "UK_NHS", Locale: "GB", Class: Context, Bits: 6, LabelBits: 10,
			forms: []string{"999 999 9999"}, Validate: validNHS, checked: true, Canonical: digitsOf,
			Labels: []string{
				"nhs", "nhs no", "nhs number", "national health service", "health service number", "chi number", "patient number",
			},
			Guarantee: "X",
			Authority: "NHS Data Dictionary, NHS NUMBER: ten digits, modulus 11 with weights 10 to 2; 10 is no check digit",
			Match:     []string{"NHS number «458 253 7952»", "nhsNumber: \"«4010232137»\"", "«221 395 1837»", "NHS No: «943-476-5919»"},
			NoMatch:   []string{"NHS 401-023-2138", "pages/4096617857/Runbook", "phone 401 023 2137 x", "nhs 458 253-7952", "nhs 45825379521"},
		},
		{
			Name: "uk_nino", Entity: "UK_NINO", Locale: "GB", Class: Context, Bits: 8, LabelBits: 10,
			forms: []string{"AA 99 99 99 A"}, alone: []string{"AA999999A"}, aloneBits: 14, Validate: validNINO, checked: true, Canonical: canonIBAN,
			Labels: []string{
				"nino", "ni number", "ni no", "national insurance", "national insurance number", "national insurance no", "nat ins", "insurance number",
			},
			Reserved:  []string{`QQ04[0-9]{4}[A-D]`},
			Guarantee: "U",
			Authority: "HMRC, National Insurance Manual NIM39110: no D, F, I, Q, U or V in the prefix, no O in its second place, none of BG, GB, KN, NK, NT, TN and ZZ; the suffix is A to D",
			Match: []string{
				"NI no. «JG 10 37 59 A»", "nino: «PR 123612C»", "National Insurance Number «YZ 61 48 68 B»", "«tw987654a»", "worker «AB123456C» joined", "«hh 01 02 03 d»",
			},
			NoMatch: []string{"nino: nt 99 88 77 a", "nino UV 98 76 54 B", "nino AA 12 34 56 H", "BG123612A", "part ab123456c", "ref AB123456C/2", "xAB123456C"},
		},
		{
			Name: "uk_utr", Entity: "UK_UTR", Locale: "GB", Class: Context, Bits: 5, LabelBits: 10,
			forms: []string{"99999 99999"}, Validate: validUTR, Canonical: digitsOf,
			Labels:    []string{"utr", "utr no", "utr number", "unique taxpayer", "unique taxpayer reference", "taxpayer reference", "tax reference", "self assessment"},
			Guarantee: "X",
			Authority: "HMRC, Manual for Electronic Service: ten digits, the first checks the others by modulus 11 with weights 6 to 10 and 5 to 2",
			Match:     []string{"UTR: «19558 39661»", "unique taxpayer reference «1955839661»"},
			NoMatch:   []string{"UTR 1955839662", "order 1955839661", "utr 19558396610"},
		},
		{
			Name: "uk_passport", Entity: "PASSPORT", Locale: "GB", Class: Context, Bits: 4, LabelBits: 10,
			forms: []string{"AA9999999", "999999999"}, Canonical: canonIBAN, Labels: passportLabels(),
			Authority: "ICAO 9303 leaves the number to the state: HM Passport Office writes nine digits; Ireland two letters and seven digits, as other states do",
			Match:     []string{"My passport number is «CD7654321» and it expires soon", "passport no «925665416»"},
			NoMatch:   []string{"passport AB 1234567", "passport XYZAB1234567QRS", "passport AB12345678", "part AB1234567"},
		},
		{
			Name: "uk_driving_licence", Entity: "DRIVER_LICENSE", Locale: "GB", Class: Context, Bits: 8, LabelBits: 10,
			forms: []string{"XXXXX 999999 XX9AA", "XXXXX 999999 XX9AA 99"}, alone: []string{"AXXXX999999XX9AA"}, aloneBits: 20, Validate: validDVLA, checked: true, Canonical: canonIBAN,
			Labels:    driverLabels("licence", "dvla", "driver number", "licence number"),
			Reserved:  []string{`QDE[A-Z]{2}[0-9](?:1[3-9]|[2-4][0-9])[0-9]{3}[A-Z]{2}[0-9][A-Z]{2}`},
			Guarantee: "X",
			Authority: "DVLA, INF1D: five places of the surname filled up with 9, decade, month (50 more for women), day, year, initials or 9, a digit, two letters", // cloak:allow the form
			Match:     []string{"Licence: «MORGA657054SM9IJ» ok", "«FO999512018AA1AB»", "«morga607054sm9ij»", "driver «JONES710153J99EF» of"},
			NoMatch:   []string{"MORGA613054SM9IJ", "MORGA607324SM9IJ", "xMORGA657054SM9IJ", "morga657054sm9ij of", "99999657054SM9IJ"},
		},
		{
			Name: "uk_sort_code", Entity: "UK_SORT_CODE", Locale: "GB", Class: Context, Bits: 4, LabelBits: 10,
			forms: []string{"99 99 99"}, Validate: validSortCode, Canonical: digitsOf,
			Labels:    []string{"sort code", "sort codes", "sortcode", "nsc", "bank code"},
			Authority: "Pay.UK, Extended Industry Sorting Code Directory: six digits",
			Match:     []string{"Sort code «20-00-00» account", "sortCode: '«309634»'", "sort code is «12 34 56»."},
			NoMatch:   []string{"sort 20-00-00", "sort code 20-00-000", "sort code 20-0000", "sort code 2000"},
		},
		{
			Name: "uk_company", Entity: "UK_COMPANY_NUMBER", Locale: "GB", Class: Context, Bits: 4, LabelBits: 10,
			forms: []string{"99999999", "AA999999"}, Validate: validUKCompany,
			Labels: []string{
				"company number", "company no", "company registration", "company reg", "companies house", "registered number", "registered no", "registered in england",
				"crn", "registration number", "registration no",
			},
			Authority: "Companies House, URI customer guide: eight digits, or two letters for the register and six",
			Match:     []string{"Company number «00445790»", "Companies House: «SC123456».", "registered in England no. «03977902»"},
			NoMatch:   []string{"company 00445790", "company number XX123456", "company number 0044579", "company number 20260131"},
		},
		{
			Name: "uk_vat", Entity: "UK_VAT", Locale: "GB", Class: Context, Bits: 7, LabelBits: 10,
			forms: []string{"999 9999 99", "AA 999 9999 99", "AA 999 9999 99 999"}, alone: []string{"AA999999999"}, aloneBits: 20, Validate: validUKVAT, Canonical: canonIBAN,
			Labels:    []string{"vat", "vat no", "vat number", "vat reg", "vat registration", "vat id"},
			Reserved:  []string{`GB[0-9]04098[0-9]{3}`, `90440[0-9]{4}`, `GB[0-9]04098[0-9]{6}`},
			Guarantee: "X",
			Authority: "HMRC, VATREG manual: weights 8 to 2 and two check digits, modulus 97 or, since 2009, 97 less 55",
			Match:     []string{"VAT No. «GB 980 7806 84»", "seller «GB980780684» of", "vat reg «980 7806 84»"},
			NoMatch:   []string{"VAT GB 802311781", "DE980780684", "vat 980 7806 85", "xGB980780684"},
		},
		{
			Name: "uk_plate", Entity: "LICENSE_PLATE", Locale: "GB", Class: Context, Bits: 6, LabelBits: 10,
			forms: []string{"AA99 AAA"}, Validate: validUKPlate, checked: true, Canonical: canonIBAN,
			Labels:    plateLabels("vrm", "vrn", "vehicle", "vehicles", "registration", "registration number", "registration no", "reg no", "reg number", "my car", "dvla"),
			Authority: "DVLA, INF104: two letters, an age identifier of 02 to 29 or 51 to 79, three letters, none of them I or Q",
			Match:     []string{"My car reg is «AB51 ABC» and", "number plate «BD62XYZ».", "«LN14-HGT»", "«aa02 aaa»"},
			NoMatch:   []string{"vehicle AB35 ABC", "vehicle IB51 ABC", "vehicle AB51 AIB", "see AB51 ABC there", "XXXAB51ABCYYY"},
		},
		{
			Name: "uk_plate_old", Entity: "LICENSE_PLATE", Locale: "GB", Class: Context, Bits: 4, LabelBits: 10,
			forms: []string{"A999 AAA", "A99 AAA", "A9 AAA", "AAA 999A", "AAA 99A", "AAA 9A"}, Validate: validOldPlate, Canonical: canonIBAN, wholly: isCapital,
			Labels:    plateLabels("vrm", "vrn", "registration number", "registration no", "reg no", "reg number", "dvla"),
			Authority: "DVLA, INF104: the prefix letters of 1983 to 2001 and the suffix letters of 1963 to 1983",
			Match:     []string{"number plate «A123 BCD»", "car reg: «M456DEF»", "Vehicle registration «ABC 123D»"},
			NoMatch:   []string{"number plate I123 BCD", "number plate ABC 123Z", "reg R9 MOV", "plate A123 BCD in the book"},
		},
		{
			Name: "uk_postcode", Entity: "UK_POSTCODE", Locale: "GB", Class: Context, Bits: 5, LabelBits: 9,
			forms: []string{"A9 9AA", "A99 9AA", "AA9 9AA", "AA99 9AA", "A9A 9AA", "AA9A 9AA", "AAA 9AA"}, Validate: validPostcode, Canonical: canonIBAN,
			Labels:    []string{"postcode", "postcodes", "post code", "postal code", "postalcode", "zip", "zip code", "zipcode"},
			Authority: "Royal Mail, Programmers' Guide to PAF: six arrangements of the outward code and GIR; no C, I, K, M, O or V in the inward one",
			Match:     []string{"Send to postcode «EC2A 1NT» please", "\"postcode\":\"«SW1A1AA»\"", "postal code: «M1 1AA»"},
			NoMatch:   []string{"postcode M1 1CA", "postcode QA1 1AA", "postcode M1  1AA", "postcode 1A1 1AA"},
		},
		{
			Name: "uk_postcode_address", Entity: "UK_POSTCODE", Locale: "GB", Class: Context, Bits: 5, LabelBits: 9,
			forms:    []string{"A9 9AA", "A99 9AA", "AA9 9AA", "AA99 9AA", "A9A 9AA", "AA9A 9AA"},
			Validate: func(s string) bool { return hasBlank(s) && isCapital(s) && validPostcode(s) }, Canonical: canonIBAN,
			Labels: []string{
				"address", "addresses", "home address", "postal address", "mailing address", "live at", "lives at", "living at", "live in", "lives in", "living in", "live near", "lives near", "resident of", "residing at", "resides at",
			},
			Authority: "Royal Mail, Programmers' Guide to PAF: as behind the word postcode, but in capitals and with the blank, for an address may be a machine's",
			Match:     []string{"My address is «SW1A 1AA» in London", "she lives near «M1 1AE» now"},
			NoMatch:   []string{"address F83AD", "address f8 3ad", "from SW1A 1AA to London"},
		},
		{
			Name: "ie_pps", Entity: "IE_PPSN", Locale: "IE", Class: Context, Bits: 8, LabelBits: 10,
			forms: []string{"9999999A", "9999999AA"}, Validate: validPPS, checked: true, Canonical: canonIBAN,
			Labels:    []string{"pps", "ppsn", "pps no", "pps number", "personal public service", "personal public service number", "uimhir psp", "psp"},
			Reserved:  []string{`[1-5]04098[0-9][A-W]`, `[1-5]04098[0-9][A-W][A-IW]`},
			Guarantee: "X",
			Authority: "Department of Social Protection: seven digits, a letter by modulus 23 with weights 8 to 2, and 9 for the letter behind it",
			Match:     []string{"PPS number «6433435F»", "ppsn: \"«6433435FW»\"", "«6433435OA»"},
			NoMatch:   []string{"PPS 6433435E", "part 6433435F", "pps 6433435FWA"},
		},
		{
			Name: "ie_eircode", Entity: "IE_EIRCODE", Locale: "IE", Class: Context, Bits: 5, LabelBits: 9,
			forms: []string{"A99 XXXX", "A9A XXXX"}, Validate: validEircode, Canonical: canonIBAN,
			Labels:    []string{"eircode", "eircodes", "postcode", "post code", "postal code", "éirchód"},
			Authority: "Eircode, Eircode Address Database guide: a routing key and four of A C D E F H K N P R T V W X Y and digits",
			Match:     []string{"Eircode «D02 X285»", "eircode: «D6W XY00»", "postcode A «A65F4E2»"},
			NoMatch:   []string{"eircode D02 B285", "eircode B02 X285", "street D02 X285", "eircode D1W XY00"},
		},
	})
}

// validNHS computes modulus 11. 999 999 9999 and its like are filled-in forms.
func validNHS(s string) bool {
	r := 11 - weightedSum(s, 10, 9, 8, 7, 6, 5, 4, 3, 2)%11
	return evenly(s, 2) && r != 10 && r%11 == digitNo(s, 9)
}

func validNINO(s string) bool {
	v := bareOf(s)
	if letterIn("DFIQUV", v[0]) >= 0 || letterIn("DFIOQUV", v[1]) >= 0 || v[8] > 'D' {
		return false
	}
	switch v[:2] {
	case "BG", "GB", "KN", "NK", "NT", "TN", "ZZ":
		return false
	}
	return true
}

func validUTR(s string) bool {
	return "21987654321"[weightedSum(s[1:], 6, 7, 8, 9, 10, 5, 4, 3, 2)%11] == s[0]
}

// validDVLA looks at the month and the day: 12 in 100 times 31 in 100.
func validDVLA(s string) bool {
	v := bareOf(s)
	nine := false
	for i := range 5 { // the surname, then nines
		if isDigit(v[i]) && (v[i] != '9' || i == 0) || nine && v[i] != '9' {
			return false
		}
		nine = v[i] == '9'
	}
	for i := 11; i < 13; i++ {
		if isDigit(v[i]) && v[i] != '9' && i == 11 {
			return false
		}
	}
	mm := int(v[6]-'0')*10 + int(v[7]-'0')
	if mm > 50 {
		mm -= 50
	}
	return isDay(0, mm, int(v[8]-'0')*10+int(v[9]-'0'))
}

func validSortCode(s string) bool { return evenly(s, 2) }

func validUKCompany(s string) bool {
	if isDigit(s[0]) {
		return s[0] <= '1' // the register has got to 16 million
	}
	for _, c := range [...]string{"sc", "ni", "oc", "so", "nc", "fc", "sf", "nf", "lp", "sl", "nl", "ic", "si", "ip", "sp", "np", "nv", "rc", "sr", "nr", "no", "ce", "cs", "ge", "gs", "gn", "se", "sg", "r0"} {
		if hasFold(s, c) {
			return true
		}
	}
	return false
}

func validUKVAT(s string) bool {
	if isAlpha(s[0]) && !hasFold(s, "gb") && !hasFold(s, "xi") {
		return false
	}
	sum := weightedSum(s, 8, 7, 6, 5, 4, 3, 2, 10, 1)
	return sum%97 == 0 || (sum+55)%97 == 0
}

func validUKPlate(s string) bool {
	v := bareOf(s)
	age := int(v[2]-'0')*10 + int(v[3]-'0')
	if !(2 <= age && age <= 29 || 51 <= age && age <= 79) {
		return false
	}
	for _, b := range []byte(v) {
		if b == 'I' || b == 'Q' {
			return false
		}
	}
	return v[1] != 'Z' || v[0] != 'Z'
}

// validOldPlate looks at the year letter, in front or behind.
func validOldPlate(s string) bool {
	v := bareOf(s)
	year := v[0]
	if !isDigit(v[1]) {
		year = v[len(v)-1]
	}
	return letterIn("ABCDEFGHJKLMNPRSTVWXY", year) >= 0
}

func validPostcode(s string) bool {
	v := bareOf(s)
	in, out := v[len(v)-3:], v[:len(v)-3]
	if letterIn("CIKMOV", in[1]) >= 0 || letterIn("CIKMOV", in[2]) >= 0 {
		return false
	}
	if isAlpha(out[1]) && isAlpha(out[len(out)-1]) && len(out) == 3 {
		return v == "GIR0AA"
	}
	return letterIn("QVX", out[0]) < 0 && letterIn("IJZ", out[1]) < 0
}

// validPPS computes modulus 23; a W, T or X behind the letter is no second one.
func validPPS(s string) bool {
	sum := weightedSum(s, 8, 7, 6, 5, 4, 3, 2)
	if len(s) == 9 {
		if k := letterIn("ABCDEFGHIJKLMNOPQRSTUVWXYZ", s[8]); s[8]|0x20 != 'w' && s[8]|0x20 != 't' && s[8]|0x20 != 'x' {
			if k > 8 {
				return false
			}
			sum += 9 * (k + 1)
		}
	}
	return letterIn("WABCDEFGHIJKLMNOPQRSTUV", s[7]) == sum%23
}

func validEircode(s string) bool {
	v := bareOf(s)
	if letterIn("ACDEFHKNPRTVWXY", v[0]) < 0 || isAlpha(v[2]) && v[:3] != "D6W" {
		return false
	}
	for _, b := range []byte(v[3:]) {
		if isAlpha(b) && letterIn("ACDEFHKNPRTVWXY", b) < 0 {
			return false
		}
	}
	return true
}
