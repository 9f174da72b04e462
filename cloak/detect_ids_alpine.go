package cloak

import "slices"

// Numbers that Swiss and Austrian authorities give out.

func alpineIDs() []Detector {
	return slices.Concat(european("CH", []Detector{
		{
			Name: "ch_ahv", Entity: "CH_AHV", Bits: 13, LabelBits: 8,
			forms: []string{"999 9999 9999 99"}, alone: []string{"756.9999.9999.99", "7569999999999"}, aloneBits: 13, Validate: validAHV, checked: true,
			Labels: []string{
				"ahv", "ahv nummer", "ahvn13", "ahv nr", "ahvnummer", "ahvnr", "avs", "numéro avs", "numero avs", "n avs", "navs13", "navs", "avs ahv", "oasi", "sozialversicherungsnummer", "versichertennummer", "social security", "numero ahv",
			},
			Guarantee: "X",
			Authority: "ZAS/CdC, AHVG Art. 50c: 756, nine digits, GS1's check digit",
			Match:     []string{"AHV-Nr. «756.9217.0769.85»", "«7569217076985»", "N° AVS «756 9217 0769 85»"},
			NoMatch:   []string{"AHV 756.9217.0769.84", "AHV 757.9217.0769.84", "7569217076984"},
		},
		{
			Name: "ch_uid", Entity: "CH_UID", Bits: 14, LabelBits: 5,
			Pattern: `[Cc][Hh][Ee][- ]?[0-9]{3}[. ]?[0-9]{3}[. ]?[0-9]{3}`, gate: startsCHE, scan: scanSwissUID, Validate: validSwissUID,
			Labels:    vatLabels("che", "unternehmens identifikationsnummer", "mwst", "mwst nr", "ide", "idi", "tva", "iva", "handelsregister"),
			Authority: "BFS, UIDV: CHE, eight digits, a check digit over weights 5 4 3 2 7 6 5 4 modulo 11",
			Match:     []string{"UID «CHE-100.155.212» MWST", "«CHE100155212»"},
			NoMatch:   []string{"CHE-100.155.213", "CHE-100.155.2123"},
		},
	}), european("AT", []Detector{
		{
			Name: "at_svnr", Entity: "AT_SVNR", Bits: 8, LabelBits: 10,
			forms: []string{"9999 99 99 99"}, Validate: validVNR, checked: true,
			Labels: []string{
				"svnr", "sv nr", "sv nummer", "svnummer", "sozialversicherungsnummer", "sozialversicherungsnr", "versicherungsnummer", "vsnr", "sozialversicherung", "vnr", "e card", "ecard", "social security", "insurance number",
			},
			Guarantee: "X",
			Authority: "Dachverband der Sozialversicherungsträger, § 31 ASVG: three digits, a check digit over weights 3 7 9 5 8 4 2 1 6 modulo 11, day of birth",
			Match:     []string{"SVNR «1237 010180»", "Sozialversicherungsnummer: «1237010180»"},
			NoMatch:   []string{"SVNR 1238 010180", "SVNR 1237 320180", "tel 1237010180"},
		},
		{
			Name: "at_tax_number", Entity: "AT_TAX_NUMBER", Bits: 6, LabelBits: 9,
			forms: []string{"99 999 9999"}, Validate: luhnValid,
			Labels:    []string{"steuernummer", "steuernr", "st nr", "stnr", "abgabenkontonummer", "abgabenkonto", "finanzamt", "tax number"},
			Guarantee: "X",
			Authority: "BMF, DVStNr: two digits of the tax office, seven of the account, Luhn",
			Match:     []string{"Steuernummer «59-119/9013»", "StNr. «59 119/9013»"},
			NoMatch:   []string{"Steuernummer 59-119/9014", "Seite 59-119/9013"},
		},
		{
			Name: "at_zmr", Entity: "AT_ZMR", Bits: 4, LabelBits: 10,
			forms:     []string{"999999999999", "9999 9999 9999", "999 999 999 999"},
			Labels:    []string{"zmr", "zmr zahl", "zmrzahl", "zmr nummer", "melderegister", "zentrales melderegister", "meldezettel"},
			Authority: "BMI, MeldeG § 16: twelve digits",
			Match:     []string{"ZMR-Zahl «000247681888»", "ZMR «0002 4768 1888»"},
			NoMatch:   []string{"ZMR 00024768188", "nr 000247681888"},
		},
		{
			Name: "at_register", Entity: "AT_COMMERCIAL_REGISTER", Bits: 4, LabelBits: 10,
			forms: []string{"999999 A", "99999 A", "9999 A"}, Validate: separateRegister,
			Labels:    []string{"firmenbuchnummer", "firmenbuch", "firmenbuch nr", "fn nummer", "fnr", "fn"},
			Authority: "BMJ, Firmenbuchgesetz § 30: up to six digits and a letter of control",
			Match:     []string{"Firmenbuchnummer: «56247t»", "FN «123456 v»"},
			NoMatch:   []string{"fn 1234 x", "Firmenbuch 1234"},
		},
	}))
}

func validAHV(s string) bool {
	x := numeralOf(s)
	return x.num(0, 3) == 756 && x.ean()
}

func validSwissUID(s string) bool {
	x := numeralOf(s)
	x = x.cut(3, x.n)
	return (11-x.sum(5, 4, 3, 2, 7, 6, 5, 4)%11)%11 == x.at(8)
}

func startsCHE(s string, i int) bool { return hasFold(s[i:], "che") }

// scanSwissUID judges CHE and nine digits at s[i].
func scanSwissUID(s string, i int) (site, bool) {
	if !idStart(s, i) || !startsCHE(s, i) {
		return site{}, false
	}
	k := i + 3
	if b := at(s, k); b == '-' || b == ' ' {
		k++
	}
	for n := range 3 {
		if b := at(s, k); n > 0 && (b == '.' || b == ' ') {
			k++
		}
		if digitRun(s[min(k, len(s)):], 3) != 3 {
			return site{}, false
		}
		k += 3
	}
	return site{Span: Span{i, k}}, idEnd(s, k) && validSwissUID(s[i:k])
}

// separateRegister takes no blank in front of the letter but with many digits.
func separateRegister(s string) bool { return !hasBlank(s) || countDigits(s) >= 5 }

func validVNR(s string) bool {
	x := numeralOf(s)
	return x.c[0] != '0' && realMonth15(x.num(6, 8), x.num(4, 6)) && x.sum(3, 7, 9, 0, 5, 8, 4, 2, 1, 6)%11 == x.at(3)
}

// realMonth15 takes months 13 to 15, too, which stand for a day that has run out of numbers.
func realMonth15(month, day int) bool { return realDay(0, min(month, 12), day) && month <= 15 }
