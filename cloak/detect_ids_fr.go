package cloak

// Numbers that French authorities give out.

func frenchIDs() []Detector {
	return european("FR", []Detector{
		{
			Name: "fr_nir", Entity: "FR_NIR", Bits: 10, LabelBits: 9,
			forms: []string{"9 99 99 99 999 999 99", "9 99 99 9A 999 999 99", "9 99 99 99 999 999", "9 99 99 9A 999 999"},
			alone: []string{"9 99 99 99 999 999 99", "999999A99999999"}, aloneBits: 13,
			Validate: validNIR, sure: sureNIR, checked: true,
			Labels: []string{
				"nir", "numéro de sécurité sociale", "numero de securite sociale", "sécurité sociale", "securite sociale", "sécu", "secu", "numéro de sécu", "num secu", "insee", "numéro insee", "numero ss",
				"carte vitale", "assuré social", "immatriculation sociale", "social security", "sécuritésociale", "securitesociale",
			},
			loose: []string{"9 99 99 99 999 999", "9 99 99 9A 999 999"}, Guarantee: "X",
			Authority: "INSEE, décret 82-103: sex, year, month, département (2A and 2B in Corsica), commune, serial, and a key of 97 less the number modulo 97, 2A read as 19 and 2B as 18",
			Match:     []string{"Sécurité sociale : «2 95 10 99 126 111 93»", "NIR «253072B07300470»", "«295109912611193»", "n° de sécu «2 95 10 99 126 111»", "n° secu: «2 53 07 2B 073 004 70»"},
			NoMatch:   []string{"NIR 295109912611194", "ref 2951099126111", "sécu 2 95 13 99 126 111 93", "lch 2.95109912611193", "NIR 253072C07300470"},
			Gaps:      []string{"2 53 07 2B 073 004 70 without a label"},
		},
		{
			Name: "fr_siren", Entity: "FR_SIREN", Bits: 5, LabelBits: 10,
			forms: []string{"999 999 999"}, Validate: luhnValid,
			Labels:    []string{"siren", "numéro siren", "numero siren", "rcs", "registre du commerce", "sirene"},
			Guarantee: "X",
			Authority: "INSEE, code de commerce R123-221: nine digits, Luhn",
			Match:     []string{"SIREN «552 008 443»", "RCS Paris «732829320»"},
			NoMatch:   []string{"SIREN 552 008 444", "order 552008443"},
		},
		{
			Name: "fr_siret", Entity: "FR_SIRET", Bits: 6, LabelBits: 10,
			forms: []string{"999 999 999 99999", "999 999 999 999 99"}, Validate: validSIRET, checked: true,
			Labels:    []string{"siret", "numéro siret", "numero siret", "établissement", "etablissement", "sirene"},
			Guarantee: "X",
			Authority: "INSEE, code de commerce R123-221: a SIREN and five digits, Luhn; those of La Poste add up to a multiple of five",
			Match:     []string{"SIRET «73282932000074»", "siret: «732 829 320 00074»", "N° SIRET «356 000 000 49837»"},
			NoMatch:   []string{"SIRET 73282932000075", "id 73282932000074"},
		},
		{
			Name: "fr_tax_id", Entity: "FR_TAX_ID", Bits: 9, LabelBits: 8,
			forms: []string{"99 99 999 999 999"}, Validate: validSPI, checked: true,
			Labels: []string{
				"spi", "numéro fiscal", "numero fiscal", "numéro fiscal de référence", "référence fiscale", "identifiant fiscal", "nif", "numéro d identification fiscale", "tax id", "tin", "tax number", "tax identification number",
				"télédéclarant", "avis d imposition", "numérofiscal", "numerofiscal",
			},
			Guarantee: "X",
			Authority: "DGFiP, TIN France, European Commission: thirteen digits, the first 0 to 3, the last three the rest of the ten before them divided by 511",
			Match:     []string{"numéro fiscal : «30 23 217 600 053»", "SPI «3023217600053»"},
			NoMatch:   []string{"numéro fiscal 3023217600054", "ts 3023217600053", "SPI 4023217600053"},
		},
		{
			Name: "fr_id_card", Entity: "FR_ID_CARD", Bits: 4, LabelBits: 10,
			forms: []string{"999999999999", "XXXXXXXXX"}, Validate: validCNI,
			Labels: cardLabels("cni", "cnie", "carte d identité", "carte d identite", "carte nationale d identité", "carte nationale d identite", "carte identité", "carte identite", "pièce d identité", "piece d identite",
				"titre de séjour", "titre de sejour", "carte de séjour"),
			loose: []string{"XXXXXXXXX"}, Guarantee: "X",
			Authority: "Ministère de l'Intérieur, décret 55-1397: twelve digits from year and month on; since 2021 nine letters and digits",
			Match:     []string{"CNI n° «880692310285»", "carte d'identité : «X4RTBPFW4»", "carte nationale d’identité «T7X62TZ79»"},
			NoMatch:   []string{"CNI 881392310285", "CNI nationale", "ref X4RTBPFW4"},
		},
		{
			Name: "fr_passport", Entity: "PASSPORT", Bits: 6, LabelBits: 10,
			forms:     []string{"99 AA 99999"},
			Validate:  separate,
			Labels:    passportWords("passeport", "passeport n", "numéro de passeport", "numero de passeport"),
			Authority: "ANTS, règlement (CE) 2252/2004: two digits, two letters, five digits",
			Match:     []string{"passeport n° «13FV26581»", "Passport: «07CE81424»"},
			NoMatch:   []string{"part 13FV26581", "passeport 13FV2658"},
		},
		{
			Name: "fr_driver_license", Entity: "DRIVER_LICENSE", Bits: 5, LabelBits: 9,
			forms: []string{"999999999999", "99AA99999", "99 99 99 999999"}, Validate: separate,
			Labels:    licenceLabels("permis de conduire", "numéro de permis", "numero de permis", "neph", "permis"),
			Authority: "ANTS: twelve digits of the file (NEPH), or a number like a passport's since 2013",
			Match:     []string{"permis de conduire n° «940275100412»", "driving licence «13AA00002»"},
			NoMatch:   []string{"permis de construire 13", "lot 940275100412"},
		},
	})
}

// validNIR is for numbers with their key and without.
func validNIR(s string) bool {
	x := numeralOf(s)
	if x.c[0] == '0' || x.c[0] == '5' || x.c[0] == '6' || x.c[0] == '9' {
		return false
	}
	if m := x.num(3, 5); m == 0 || m > 12 && m < 20 {
		return false
	}
	if b := x.c[6]; isAlpha(b) {
		if x.c[5] != '2' || b != 'A' && b != 'B' {
			return false
		}
		x.c[5], x.c[6] = '1', '9'-(b-'A')
	}
	return x.n == 13 || 97-x.num(0, 13)%97 == x.num(13, 15)
}

// sureNIR asks for the key, and for all of the blanks or none: 8.82735266140639 is no NIR.
func sureNIR(s string) bool {
	x := numeralOf(s)
	return x.n == 15 && (len(s) == 15 || len(s) == 21)
}

func validSIRET(s string) bool {
	x := numeralOf(s)
	if x.num(0, 9) == 356000000 { // La Poste
		sum := 0
		for i := range x.n {
			sum += x.at(i)
		}
		return sum%5 == 0
	}
	y := x.cut(0, 9)
	return x.luhn36() && y.luhn36()
}

func validSPI(s string) bool {
	x := numeralOf(s)
	return x.c[0] <= '3' && x.num(0, 10)%511 == x.num(10, 13)
}

func validCNI(s string) bool {
	x := numeralOf(s)
	if x.n == 12 {
		return realDay(0, x.num(2, 4), 1)
	}
	n := countDigits(s)
	return n >= 2 && n <= 7
}
