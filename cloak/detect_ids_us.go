package cloak

// Numbers that the authorities of the United States give out. Social security numbers
// have their own file.

func usIDs() []Detector {
	return ids([]Detector{
		{
			Name: "us_itin", Entity: "US_ITIN", Locale: "US", Class: Context, Bits: 6, LabelBits: 10,
			forms: []string{"999 99 9999"}, Validate: validITIN, checked: true, Canonical: digitsOf,
			Labels: []string{
				"itin", "itins", "individual taxpayer", "taxpayer identification", "taxpayer id", "tax id", "tax identification", "tin",
			},
			Guarantee: "U",
			Authority: "IRS, Publication 1915 and IRM 3.13.5: 9xx with groups 50-65, 70-88, 90-92 and 94-99; group 93 is that of ATINs",
			Match:     []string{"ITIN: «912-70-1234»", "{\"itin\":\"«912931234»\"}", "my tax id is «911 53 1234».", "«911-64-1234»"},
			NoMatch:   []string{"itin 911-69-1234", "order 911-70-1234 shipped", "itin 812-70-1234", "itin 912-70-12345", "ts=911701234"},
		},
		{
			Name: "us_ein", Entity: "US_EIN", Locale: "US", Class: Context, Bits: 5, LabelBits: 10,
			forms: []string{"99-9999999"}, Validate: validEIN, Canonical: digitsOf,
			Labels: []string{
				"ein", "fein", "employer identification", "employer id", "federal tax id", "federal id", "tax id", "tax identification", "taxpayer id",
				"taxpayer identification", "tin", "irs no", "irs number",
			},
			Reserved:  []string{`70-4098[0-9]{3}`},
			Guarantee: "U",
			Authority: "IRS, How EINs are assigned and valid EIN prefixes",
			Match:     []string{"EIN «12-3456789»", "Federal Tax ID: «95-1234567».", "fein=«01-2345678»"},
			NoMatch:   []string{"ein 07-3456789", "ein 00-1234567", "range 12-3456789", "EIN 12-34567890", "EIN 12-3456789-1"},
			Gaps:      []string{"EIN on line two\n12-3456789"},
		},
		{
			Name: "us_ein_bare", Entity: "US_EIN", Locale: "US", Class: Context, Bits: 4, LabelBits: 9,
			forms: []string{"999999999"}, Validate: validEIN,
			Labels:    []string{"ein", "fein", "employer identification", "employer id"},
			Authority: "IRS, How EINs are assigned and valid EIN prefixes",
			Match:     []string{"EIN: «123456789»"},
			NoMatch:   []string{"EIN 073456789", "part 123456789"},
		},
		{
			Name: "us_mbi", Entity: "US_MBI", Locale: "US", Class: Context, Bits: 12, LabelBits: 8,
			forms: []string{"9AX9 AX9 AA99"}, alone: []string{"9AX9-AX9-AA99"}, aloneBits: 16, Validate: validMBI, checked: true, Canonical: canonIBAN,
			Labels: []string{
				"mbi", "medicare", "medicare id", "medicare number", "medicare beneficiary", "beneficiary", "patient", "member", "subscriber", "insured", "hicn",
			},
			Reserved:  []string{`9SL4[SLOIBZ][A-Z0-9][0-9][SLOIBZ]{2}[0-9]{2}`},
			Guarantee: "U",
			Authority: "CMS, Understanding the Medicare Beneficiary Identifier format: eleven places, the second, fifth, eighth and ninth a letter, the first no 0, none of S, L, O, I, B, Z",
			Match: []string{
				"Medicare ID: «1EG4-TE5-MK73»", "seen «2AG9-XC4-NN22» today", "MBI is «4EF6GH8JK12» for", "«1eg4-te5-mk73»", "mbi=«1EG4TE5MK73»,",
			},
			NoMatch: []string{
				"MBI 1SG4-TE5-MK73", "MBI 0EG4-TE5-MK73", "MBI 1EG4-TE5-MK734", "build 1EG4TE5MK73 done", "x1EG4-TE5-MK73", "1EG4-TE5-MK73/a", "1eg4-te5-mk73 seen",
			},
		},
		{
			Name: "us_npi", Entity: "US_NPI", Locale: "US", Class: Context, Bits: 5, LabelBits: 10,
			forms: []string{"9999 999 999"}, Validate: validNPI, checked: true, Canonical: digitsOf,
			Labels:    []string{"npi", "npis", "national provider", "provider id", "provider identifier", "provider number"},
			Guarantee: "X",
			Authority: "CMS, 45 CFR 162.406: ten digits, the first 1 or 2, Luhn over 80840 and the number (ISO/IEC 7812-1)",
			Match:     []string{"NPI «1234567893»", "npi: «1245319599»,", "\"provider_npi\":\"«1003000126»\"", "«1234-567-893»"},
			NoMatch:   []string{"NPI 1234567890", "npi 3234567893", "order 1234567893", "npi 12345678931", "npi 1234 567-893"},
		},
		{
			Name: "us_dea", Entity: "MEDICAL_LICENSE", Locale: "US", Class: Context, Bits: 8, LabelBits: 10,
			forms: []string{"AX9999999"}, Validate: validDEA, checked: true, Canonical: canonIBAN,
			Labels: []string{
				"dea", "dea no", "dea number", "drug enforcement", "prescriber", "registrant", "certificate number", "certificate no",
			},
			Guarantee: "X",
			Authority: "DEA Diversion Control Division: a type of registrant, the first letter of a name or 9, and seven digits; the last one is that of (d1+d3+d5) + 2(d2+d4+d6). 21 CFR 1301",
			Match:     []string{"DEA# «BB1388568»", "certificate number is: «BB1388568»", "dea «f91234563»", "«K92993548»"},
			NoMatch:   []string{"DEA BB1388567", "DEA ZB1388568", "part BB1388568", "DEA BB13885680"},
		},
		{
			Name: "us_alien", Entity: "US_ALIEN_NUMBER", Locale: "US", Class: Context, Bits: 5, LabelBits: 10,
			forms: []string{"A 999 999 999", "A 99 999 999", "999 999 999"}, Validate: validAlien, Canonical: canonIBAN,
			Labels: []string{
				"alien", "alien number", "alien registration", "anumber", "uscis", "uscis number", "uscis no", "green card", "permanent resident card",
			},
			Authority: "USCIS: A and seven to nine digits; 8 CFR 1.2",
			Match:     []string{"alien number: «A123-456-789»", "alien registration no. «A12345678»", "USCIS# «123-456-789»", "alienNumber=«A098765432»"},
			NoMatch:   []string{"room A123456789", "alien B123456789", "uscis 12345678"},
		},
		{
			Name: "us_uscis_receipt", Entity: "US_USCIS_RECEIPT", Locale: "US", Class: Context, Bits: 16, LabelBits: 8,
			forms: []string{"AAA 99 999 99999"}, alone: []string{"AAA9999999999"}, aloneBits: 20, Validate: validReceipt, Canonical: canonIBAN,
			Labels:    []string{"receipt", "receipt number", "uscis", "case"},
			Authority: "USCIS, receipt numbers: a service centre's three letters and ten digits",
			Match:     []string{"your case «WAC2190012345» was", "receipt «msc-21-900-12345»"},
			NoMatch:   []string{"ABC2190012345", "WAC21900123456", "wac2190012345 here", "receipt ABC-21-900-12345"},
		},
		{
			Name: "us_passport", Entity: "PASSPORT", Locale: "US", Class: Context, Bits: 4, LabelBits: 10,
			forms: []string{"A99999999", "999999999"}, Canonical: canonIBAN,
			Labels:    passportLabels("pasaporte"),
			Authority: "US Department of State: nine digits, or a letter and eight (Next Generation Passport)",
			Match:     []string{"Passport No. «A12803456»", "passport: «912803456»", "\"passportNumber\":\"«546123789»\"", "my travel document is «A12803456»"},
			NoMatch:   []string{"passport A128034567", "part A12803456", "passport 9128034560", "passport AB12803456"},
		},
		{
			Name: "us_driver_license", Entity: "DRIVER_LICENSE", Locale: "US", Class: Context, Bits: 4, LabelBits: 10,
			forms: []string{
				"9999999", "99999999", "999999999", "9999999999", "999999999999", // AK AL CT DE GA IN LA NY OR PA TX …
				"999 999 999", "A999999", "A9999999", "A99999999", "A999999999", // CA, AZ, HI, KY, MA, NE, OH, VA
				"AA999999", "AA9999999", "AA999999A", "99AAA99999", "999AA9999", // CO, IA, ID, NH, WA
				"A99 99 9999", "A999 999 999 999", "A999 9999 9999", "A999 9999 9999 99", // KS, FL, MD, MI, MN, IL, WI
				"A999 999 99 999 9", "A9999 99999 99999", "A 999 999 999 999", // FL, NJ, Ontario, MI
				"AAAAAAA999AX", "AAAAAXXX99AX", "AAA999999", "AAA 99 9999", // WA, ND
			},
			Validate: validUSLicense, Canonical: canonIBAN, Labels: driverLabels(), Against: []string{"software", "product", "apache", "plate"}, AgainstBits: 8,
			Authority: "AAMVA and the motor vehicle authorities of the states: letters and digits in the arrangements of forms",
			Match: []string{
				"Driver's License: «D1234567»", "DL no. «S530-4321-8765»", "driver license number «123456789»", "driversLicense=«F255-921-50-094-0»", "licence no. «DOEJA12399QX»",
			},
			NoMatch: []string{"wells A1, H1 and B43", "driver license INTERVENTIONS", "license D1234567", "software license number 12345678", "driver v1234567 loaded"},
		},
		{
			Name: "us_dl", Entity: "DRIVER_LICENSE", Locale: "US", Class: Context, Bits: 4, LabelBits: 10,
			code: codeForm{least: 7, most: 15, digits: 5, capitals: true}, Labels: []string{"dl", "d l number", "lic", "lic no", "license", "licence"},
			Authority: "AAMVA, DL/ID Card Design Standard: DL is what cards write; the short label must stand right in front",
			Match:     []string{"DL: «D1234567»", "DL# «S530-4321-8765»", "lic no «F2559215»"},
			NoMatch:   []string{"dl-debug.dropbox.com:443 close, 163539", "https://dl.acm.org/doi/10.1145", "license 2.0", "dl d1234567", "boxDL 12345"},
		},
		{
			Name: "us_plate", Entity: "LICENSE_PLATE", Locale: "US", Class: Context, Bits: 4, LabelBits: 10,
			code:   codeForm{least: 5, most: 8, digits: 2, capitals: true},
			Labels: append(plateLabels(), "tag number", "vehicle tag"),
			Match:  []string{"license plate «7ABC123»", "Plate number: «ABC-1234»", "licensePlate: '«8XYZ999»'"},
			NoMatch: []string{
				"plate 7ABC123 of the book", "template 7ABC123", "license plate 2024", "license plate readers seen 12345",
			},
			Authority: "the motor vehicle authorities of the states: five to eight letters and digits; a label tells them",
		},
	})
}

// passportLabels are the labels of every passport, and those in the languages of one country.
func passportLabels(more ...string) []string {
	return append([]string{"passport", "passports", "passport number", "passport no", "travel document"}, more...)
}

func driverLabels(more ...string) []string {
	return append([]string{
		"driver license", "drivers license", "driver s license", "driver licence", "drivers licence", "driver s licence", "driving license", "driving licence",
		"driver license number", "license number", "licence number", "license no", "licence no", "driver id", "dln", "dl no", "dl number", "cdl",
		"learner permit", "learner s permit",
	}, more...)
}

func plateLabels(more ...string) []string {
	return append([]string{
		"license plate", "licence plate", "license plates", "licence plates", "number plate", "plate number", "plate no", "plates", "vehicle plate", "car plate",
		"vehicle registration", "registration plate", "registration mark", "vehicle reg", "car reg", "reg plate",
	}, more...)
}

func validITIN(s string) bool {
	if s[0] != '9' || !evenly(s, 2) && !evenly(s, 1) {
		return false
	}
	g := digitsFrom(s, 3, 2)
	return 50 <= g && g <= 65 || 70 <= g && g <= 88 || 90 <= g && g <= 99
}

// validEIN looks for a prefix that no campus has.
func validEIN(s string) bool {
	switch digitsFrom(s, 0, 2) {
	case 0, 7, 8, 9, 17, 18, 19, 28, 29, 49, 69, 70, 78, 79, 89, 96, 97:
		return false
	}
	return true
}

func validMBI(s string) bool {
	if s[0] == '0' || !evenly(s, 2) {
		return false
	}
	for i := range len(s) {
		if isAlpha(s[i]) && letterIn("SLOIBZ", s[i]) >= 0 {
			return false
		}
	}
	return true
}

func validNPI(s string) bool {
	return (s[0] == '1' || s[0] == '2') && evenly(s, 2) && luhnValid("80840"+s)
}

func validDEA(s string) bool {
	if letterIn("ABCDEFGHJKLMPRSTUX", s[0]) < 0 || isDigit(s[1]) && s[1] != '9' {
		return false
	}
	return weightedSum(s[2:], 1, 2, 1, 2, 1, 2)%10 == int(s[8]-'0')
}

func validAlien(s string) bool { return isDigit(s[0]) || s[0]|0x20 == 'a' }

// validReceipt asks for a service centre that there is.
func validReceipt(s string) bool {
	for _, c := range [...]string{"eac", "vsc", "wac", "csc", "lin", "nsc", "src", "tsc", "msc", "nbc", "ioe", "ysc", "psc"} {
		if hasFold(s, c) {
			return true
		}
	}
	return false
}

// validUSLicense turns down what is a word, or a date.
func validUSLicense(s string) bool {
	n := countDigits(s)
	return n >= 2 && !(n == len(s) && n == 8 && (s[:2] == "19" || s[:2] == "20") && isDay(digitsFrom(s, 2, 2), digitsFrom(s, 4, 2), digitsFrom(s, 6, 2)))
}
