package cloak

import "strings"

// Numbers that German authorities and insurances give out.

func germanIDs() []Detector {
	return european("DE", []Detector{
		{
			Name: "de_tax_id", Entity: "DE_TAX_ID", Bits: 8, LabelBits: 10,
			forms: []string{"99 999 999 999"}, Validate: validIdNr, sure: sureIdNr, checked: true,
			Labels: []string{
				"steuer id", "steuerid", "steuer idnr", "steueridnr", "idnr", "id nr", "steueridentifikationsnummer", "steuer identifikationsnummer", "steuerliche identifikationsnummer",
				"identifikationsnummer", "tax id", "tin", "tax identification number", "tax identification", "taxid", "persönliche identifikationsnummer",
			},
			Guarantee: "X",
			Authority: "BZSt, § 139b AO: eleven digits, the first no 0; among the first ten one digit is there twice or three times, the others once at most; ISO/IEC 7064 MOD 11,10",
			Match:     []string{"Steuer-IdNr. «36574261809»", "Meine Steuer-ID: «65 929 970 489».", "{\"taxId\":\"«12345678903»\"}"},
			NoMatch:   []string{"Steuer-ID 36574261890", "Steuer-ID 02345678903", "order 36574261809", "IdNr. 365742618090"},
		},
		{
			Name: "de_social_security", Entity: "DE_SOCIAL_SECURITY", Bits: 9, LabelBits: 10,
			forms: []string{"99 999999 A 999"}, alone: []string{"99999999A999"}, aloneBits: 13, Validate: validRVNR, checked: true,
			Labels: []string{
				"rvnr", "rentenversicherungsnummer", "rentenversicherung", "versicherungsnummer", "sozialversicherungsnummer", "sozialversicherungsnr", "sozialversicherung", "sozialversicherungsausweis",
				"sv nummer", "sv nr", "svnr", "rv nummer", "vsnr", "social security", "social security number", "ssn", "insurance number",
			},
			Guarantee: "X",
			Authority: "Deutsche Rentenversicherung, VKVV § 2: area, day of birth, letter, serial, and a check digit over weights 2 1 2 5 7 1 2 1 2 1 2 1",
			Match:     []string{"RVNR: «15070649C103»", "SV-Nr. «65 070803 A 019»", "born «20151090B023» there"},
			NoMatch:   []string{"RVNR 15070649C100", "RVNR 15071349C103", "15070649C1030", "rev 150706491103"},
		},
		{
			Name: "de_health_insurance", Entity: "DE_HEALTH_INSURANCE", Bits: 6, LabelBits: 10,
			forms: []string{"A 999 999 999"}, Validate: validKVNR, checked: true,
			Labels: []string{
				"kvnr", "krankenversichertennummer", "krankenversicherungsnummer", "krankenkasse", "krankenversicherung", "versichertennummer", "versicherten nr", "versichertennr",
				"egk", "e gk", "gesundheitskarte", "health insurance", "health insurance number", "insurance number", "versicherten id",
			},
			Guarantee: "X",
			Authority: "GKV-Spitzenverband, § 290 SGB V: a letter, eight digits, and a check digit over the letter's two digits and these, weights 1 2",
			Match:     []string{"Krankenkasse KVNR: «A123456780»", "eGK-Nummer «M123456785» bitte", "kvnr=«C 000 500 021»"},
			NoMatch:   []string{"KVNR A123456787", "KVNR 1123456780", "part A123456780", "KVNR A1234567801"},
		},
		{
			Name: "de_passport", Entity: "PASSPORT", Bits: 4, LabelBits: 10,
			forms: []string{"AXXXXXXX9", "AXXXXXXX99", "AXXXXXXXX9"}, Validate: validGermanDocument, sure: sureGermanDocument, checked: true,
			Labels: passportWords("reisepass", "reisepassnummer", "reisepass nr", "pass nr", "passnummer", "pass nummer", "passnr", "seriennummer des passes", "kinderreisepass"),
			loose:  []string{"AXXXXXXX9"}, Guarantee: "X",
			Authority: "BMI, § 4 PassG, PassV annex 11: nine of the digits and the letters C F G H J K L M N P R T V W X Y Z; where the check digit is given, ICAO 9303-3",
			Match:     []string{"Reisepass «C01X00T47» ausgestellt", "Pass-Nr.: «F12345671»", "Reisepass-Nr.: «C01X0006H1»", "passport number: «c01234565»"},
			NoMatch:   []string{"Reisepass A01234567", "Reisepass C0123456", "Reisepass IOQSUBDE1", "part C01X00T47"},
		},
		{
			Name: "de_id_card", Entity: "DE_ID_CARD", Bits: 4, LabelBits: 10,
			forms: []string{"AXXXXXXX9", "AXXXXXXX99", "AXXXXXXXX9", "999999999 9 A"}, Validate: validGermanDocument, sure: sureGermanDocument, checked: true,
			Labels: []string{
				"personalausweis", "personalausweisnummer", "personalausweis nr", "ausweisnummer", "ausweis nr", "ausweisnr", "perso", "personalausweisnr", "ausweis", "id card", "identity card",
				"aufenthaltstitel", "aufenthaltserlaubnis", "residence permit", "seriennummer des ausweises",
			},
			loose: []string{"AXXXXXXX9"}, Guarantee: "X",
			Authority: "BMI, § 5 PAuswG, PAuswV: as a passport's; until 2010 nine digits with a check digit and D",
			Match:     []string{"Personalausweis-Nr. «L01X00T471»", "Ausweisnummer: «T22000129»", "id card «CZ6311T03»"},
			NoMatch:   []string{"Personalausweis L01X00A47", "T22000129", "Ausweisnummer T2200012"},
		},
		{
			Name: "de_tax_number", Entity: "DE_TAX_NUMBER", Bits: 4, LabelBits: 10,
			forms: []string{"99 999 99999", "999 999 99999", "999 9999 9999", "99 999 9999", "99 9999 9999", "99999 99999", "9999999999999"},
			alone: []string{"999/999/99999", "999/9999/9999"}, aloneBits: 13, wholly: func(s string) bool { return strings.Count(s, "/") == 2 },
			Labels: []string{
				"steuernummer", "steuernr", "steuer nr", "st nr", "stnr", "st nummer", "steuer nummer", "finanzamt", "tax number", "tax no", "elster", "steuerliche nummer",
			},
			Authority: "BMF, § 139a AO; ELSTER, Pruefung der Steuer- und Steueridentifikationsnummer: the forms of the sixteen states, and thirteen digits for all of them",
			Match:     []string{"Steuernummer: «0981508150999» wurde vergeben", "St.-Nr. «12/345/67890»", "«123/456/78901»", "Finanzamt, StNr «21/815/08150»"},
			NoMatch:   []string{"Steuernummer 123", "page 12/345/67890", "/123/456/78901/x"},
		},
		{
			Name: "de_handelsregister", Entity: "DE_HANDELSREGISTER", Bits: 13, LabelBits: 5,
			Pattern: `(?i)(?:hr[ab]|vr|gnr|pr)(?:[ -]?nr\.?)?:?[ -]?[0-9]{1,6}`, scan: scanRegister,
			Labels: []string{
				"hrb", "hra", "handelsregister", "handelsregisternummer", "amtsgericht", "registergericht", "registernummer", "commercial register", "vereinsregister", "genossenschaftsregister", "partnerschaftsregister",
			},
			Authority: "HRV § 13: sections A and B of a commercial register, and a number; VR, GnR and PR are the other registers",
			Match:     []string{"Amtsgericht München «HRB 12345».", "eingetragen im «HRA 99999» Köln", "«HRB123456»", "Vereinsregister «VR 4711»", "«HRB-Nr. 4711»"},
			NoMatch:   []string{"HRC 12345", "HRB 1234567", "VR 4711", "CHRB 123", "HRB x12", "hrb12 := 1", "VR1"},
			Gaps:      []string{"Handelsregister B 12345"},
		},
		{
			Name: "de_bsnr", Entity: "DE_BSNR", Bits: 4, LabelBits: 10,
			forms: []string{"999999999"}, Validate: func(s string) bool { return s[:2] != "00" },
			Labels:    []string{"bsnr", "betriebsstättennummer", "betriebsstaettennummer", "betriebsstätten nr", "betriebsstättennr", "betriebsstätte", "betriebsstaette"},
			Authority: "KBV, Richtlinie zur Vergabe der Arzt- und Betriebsstättennummern, § 75 SGB V: nine digits, the first two the region's",
			Match:     []string{"BSNR «021234568»", "Betriebsstättennummer: «721111100»"},
			NoMatch:   []string{"BSNR 000000000", "BSNR 0212345689", "nr 021234568"},
		},
		{
			Name: "de_lanr", Entity: "DE_LANR", Bits: 7, LabelBits: 10,
			forms: []string{"9999999 99"}, Validate: validLANR, checked: true,
			Labels:    []string{"lanr", "arztnummer", "lebenslange arztnummer", "arzt nr", "arztnr", "zanr", "physician number"},
			Guarantee: "X",
			Authority: "KBV, § 75 SGB V: six digits, a check digit over weights 4 and 9, two digits of the specialty",
			Match:     []string{"LANR: «123456601» des Arztes", "Arztnummer «987654401»"},
			NoMatch:   []string{"LANR 123456901", "LANR 12345660", "order 123456601"},
		},
		{
			Name: "de_plz", Entity: "DE_PLZ", Bits: 4, LabelBits: 10,
			forms: []string{"99999"}, Validate: func(s string) bool { return s > "01000" && s < "99999" },
			Labels:    []string{"plz", "postleitzahl", "postleitzahlen"},
			Authority: "Deutsche Post, Leitdaten: 01001 to 99998",
			Match:     []string{"PLZ: «10115»", "Postleitzahl «80331» München"},
			NoMatch:   []string{"PLZ 01000", "PLZ 101150", "port 10115"},
		},
		{
			Name: "de_driver_license", Entity: "DRIVER_LICENSE", Bits: 4, LabelBits: 10,
			forms: []string{"XXXXXXXXX9X", "AA99999999A", "AA999999999"}, Validate: validFuehrerschein,
			Labels: []string{
				"führerschein", "fuehrerschein", "führerscheinnummer", "fuehrerscheinnummer", "führerschein nr", "fuehrerschein nr", "führerscheinnr", "fahrerlaubnis", "fahrerlaubnisnummer",
				"driver license", "drivers license", "driver s license", "driving licence", "driving license", "driver licence",
			},
			Authority: "FeV annex 8: the office's four characters, five of a serial, a check digit, the number of the copy",
			Match:     []string{"Führerscheinnummer: «B072RRE2I55»", "Fahrerlaubnis «MU12345678B» wurde", "FÜHRERSCHEIN «J430A1RZN11»"},
			NoMatch:   []string{"Führerschein 12345678901", "Führerschein BO12345678", "Führerschein Klasseneins"},
		},
		{
			Name: "de_plate", Entity: "LICENSE_PLATE", Bits: 4, LabelBits: 10,
			Pattern: `[A-Za-z](?:[A-Za-z]|[ÄÖÜäöü]){0,2}[ -][A-Za-z]{1,2}[ -]?[1-9][0-9]{0,3}[EHeh]?`, scan: scanGermanPlate,
			Labels:    plateWords(),
			Authority: "FZV § 9 and annex 1: one to three letters of the district, one or two letters, up to four digits, E for electric, H for historic",
			Match:     []string{"Kennzeichen «B AB 1234» wurde gesehen", "Kennzeichen: «HH-AB-1234».", "Kfz-Kennzeichen «GÖ-XY 12E»", "license plate «M-XY 999»", "Kennzeichen «ÖHR-AB 12»"},
			NoMatch:   []string{"B-AB-1234", "Kennzeichen BXYZ AB 1234", "Kennzeichen B 1234", "Kennzeichen B-AB-12345"},
		},
		{
			Name: "de_vat_id", Entity: "DE_VAT_ID", Bits: 5, LabelBits: 9,
			forms: []string{"AA 999 999 999"}, alone: []string{"AA999999999"}, aloneBits: 15, checked: true,
			Validate: func(s string) bool { return upper(s[0]) == 'D' && upper(s[1]) == 'E' },
			sure:     func(s string) bool { x := numeralOf(s); x = x.cut(2, x.n); return x.iso1110() },
			Labels: vatLabels("ust idnr", "ust id", "ustid", "ustidnr", "umsatzsteuer id", "umsatzsteuer identifikationsnummer", "umsatzsteueridentifikationsnummer", "umsatzsteuer idnr",
				"umsatzsteuer", "ust", "umsatzsteuernummer", "mehrwertsteuer"),
			Authority: "BZSt, § 27a UStG: DE and nine digits; ISO/IEC 7064 MOD 11,10 holds for those issued, though the law does not say so",
			Match:     []string{"USt-IdNr.: «DE136695976»", "Bitte angeben: «DE129273398» auf der Rechnung.", "VAT ID «DE 123 456 789»"},
			NoMatch:   []string{"code DE123456789", "DE1366959761", "VAT DE12345678"},
		},
	})
}

func validIdNr(s string) bool {
	x := numeralOf(s)
	return x.c[0] != '0' && x.iso1110()
}

// sureIdNr asks for digits as they are given out: one is there twice or three times.
// Beside a label the check digit will do.
func sureIdNr(s string) bool {
	x := numeralOf(s)
	var times [10]int
	for i := range 10 {
		times[x.at(i)]++
	}
	again := 0
	for _, n := range times {
		switch {
		case n > 3:
			return false
		case n > 1:
			again++
		}
	}
	// Numbers without any digit twice were never given to anybody, but stand in the
	// documentation of those who check them.
	return again <= 1
}

func validRVNR(s string) bool {
	x := numeralOf(s)
	day := x.num(2, 4)
	if day > 50 {
		day -= 50
	}
	if x.num(0, 2) < 2 || !realDay(0, x.num(4, 6), day) {
		return false
	}
	letter := x.at(8) - 9
	v := x.crossSum(2, 1, 2, 5, 7, 1, 2, 1)
	y := numeral{c: [maxFirst]byte{byte('0' + letter/10), byte('0' + letter%10), x.c[9], x.c[10]}, n: 4}
	return (v+y.crossSum(2, 1, 2, 1))%10 == x.at(11)
}

func validKVNR(s string) bool {
	x := numeralOf(s)
	letter := x.at(0) - 9
	y := numeral{c: [maxFirst]byte{byte('0' + letter/10), byte('0' + letter%10)}, n: 10}
	copy(y.c[2:], x.c[1:9])
	return y.crossSum(1, 2, 1, 2, 1, 2, 1, 2, 1, 2)%10 == x.at(9)
}

// validGermanDocument is for numbers of passports and identity cards.
func validGermanDocument(s string) bool {
	x := numeralOf(s)
	if isDigit(x.c[0]) {
		return x.num(9, 10) == x.icao(9) && x.c[10] == 'D'
	}
	for i := range x.n {
		switch x.c[i] {
		case 'A', 'B', 'D', 'E', 'I', 'O', 'Q', 'S', 'U':
			return false
		}
	}
	return x.n < 10 || x.at(9) == x.icao(9)
}

// sureGermanDocument asks for a check digit.
func sureGermanDocument(s string) bool {
	x := numeralOf(s)
	return x.n > 9 || x.at(8) == x.icao(8)
}

func validLANR(s string) bool {
	x := numeralOf(s)
	return (10-x.sum(4, 9, 4, 9, 4, 9)%10)%10 == x.at(6)
}

// validFuehrerschein asks for both letters and digits in the first nine characters.
func validFuehrerschein(s string) bool {
	x := numeralOf(s)
	n := countDigits(s[:9])
	return n >= 4 && n < 9 && isAlpha(x.c[0])
}

// scanRegister judges the number of an entry in a register at s[i], behind HRA or HRB.
func scanRegister(s string, i int) (site, bool) {
	if !idStart(s, i) {
		return site{}, false
	}
	k := i
	for ; k-i < 4 && isAlpha(at(s, k)); k++ {
	}
	x := site{}
	switch section := s[i:k]; {
	case equalFold(section, "hrb"), equalFold(section, "hra"):
	case equalFold(section, "vr"), equalFold(section, "gnr"), equalFold(section, "pr"):
		x.weak = true
	default:
		return site{}, false
	}
	capital, glued := isUpper(s[k-1]), isDigit(at(s, k))
	if j := k; !glued {
		if b := at(s, j); b == ' ' || b == '-' {
			j++
		}
		if hasFold(s[j:], "nr") {
			if k = j + 2; at(s, k) == '.' {
				k++
			}
		}
		if at(s, k) == ':' {
			k++
		}
		if b := at(s, k); b == ' ' || b == '-' {
			k++
		}
	}
	n := digitRun(s[k:], 7)
	if n == 0 || n > 6 || !idEnd(s, k+n) || n < 3 && (glued || !capital) || glued && !capital {
		return site{}, false
	}
	x.Span = Span{i, k + n}
	return x, true
}

// scanGermanPlate judges the plate at s[i]. Its letters are capitals, unless dashes
// join it: words and numbers follow each other everywhere.
func scanGermanPlate(s string, i int) (site, bool) {
	if !idStart(s, i) || !isAlpha(at(s, i)) {
		return site{}, false
	}
	k, small := i+1, isLower(s[i])
	for n := 1; n < 3; n++ {
		if isAlpha(at(s, k)) {
			small = small || isLower(s[k])
			k++
		} else if umlaut(s, k) {
			k += 2
		} else {
			break
		}
	}
	sep := at(s, k)
	if sep != '-' && (sep != ' ' || small) {
		return site{}, false
	}
	k++
	n := 0
	for ; n < 2 && isAlpha(at(s, k+n)); n++ {
		if isLower(s[k+n]) && sep != '-' {
			return site{}, false
		}
	}
	k += n
	if b := at(s, k); b == ' ' || b == '-' {
		k++
	}
	d := digitRun(s[k:], 5)
	if n == 0 || d == 0 || d > 4 || s[k] == '0' {
		return site{}, false
	}
	if k += d; at(s, k)|0x20 == 'e' || at(s, k)|0x20 == 'h' {
		k++
	}
	if i >= 2 && umlaut(s, i-2) {
		if !idStart(s, i-2) {
			return site{}, false
		}
		i -= 2
	}
	return site{Span: Span{i, k}, weak: true}, idEnd(s, k)
}

// umlaut reports whether Ä, Ö or Ü stands at s[i], in either case.
func umlaut(s string, i int) bool {
	b := at(s, i+1) &^ 0x20
	return at(s, i) == 0xC3 && (b == 0x84 || b == 0x96 || b == 0x9C)
}
