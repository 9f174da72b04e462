package cloak

import "strings"

// Numbers that Italian authorities give out.

func italianIDs() []Detector {
	return european("IT", []Detector{
		{
			Name: "it_fiscal_code", Entity: "IT_FISCAL_CODE", Bits: 13, LabelBits: 8,
			forms: []string{"AAA AAA XXAXX AXXXA"}, alone: []string{"AAAAAA99A99A999A", "AAAAAA99A99A99AA", "AAAAAA99A99A9AAA"}, aloneBits: 22,
			Validate: validCodiceFiscale, checked: true,
			Labels: []string{
				"codice fiscale", "cod fisc", "cod fiscale", "c f", "cf", "codicefiscale", "fiscal code", "tax code", "tax id", "taxcode", "tessera sanitaria",
			},
			Reserved:  []string{`QDE[BCDFGHJ-NP-TV-Z]{3}[0-9]{2}[ABCDEHLMPRST][0-6][0-9][A-M][0-9]{3}[A-Z]`},
			Guarantee: "X",
			Authority: "Agenzia delle Entrate, DM 23/12/1976: names, year, month's letter, day, place, and a control letter; digits may be letters where two people have one code (omocodia)",
			Match:     []string{"Codice Fiscale «RCCMNL83S18D969H»", "«RCCMNL83S18D969H» e altri", "omocodia «RCCMNL83S18D96VW»", "C.F. «RCC MNL 83S18 D969H»", "cf: «rccmnl83s18d969h»"},
			NoMatch:   []string{"RCCMNL83S18D969A", "RCCMNL83S18D969HX", "CF RCCMNL83S73D969H"},
		},
		{
			Name: "it_vat_code", Entity: "IT_VAT_CODE", Bits: 6, LabelBits: 9,
			forms: []string{"99999999999"}, Validate: validPartitaIVA, checked: true,
			Labels:    vatLabels("partita iva", "p iva", "piva", "iva", "part iva", "partitaiva", "codice fiscale", "cod fisc", "c f", "cf"),
			Guarantee: "X",
			Authority: "Agenzia delle Entrate, DPR 633/1972 art. 35: seven digits, three of the province's office, Luhn",
			Match:     []string{"Partita IVA «00743110157»", "P.IVA: «01333550323»", "P. IVA «00743110157»"},
			NoMatch:   []string{"P.IVA 00743110158", "seq 01333550323", "iva 00000000000"},
		},
		{
			Name: "it_driver_license", Entity: "DRIVER_LICENSE", Bits: 5, LabelBits: 9,
			forms: []string{"AA9999999A", "A9XXXXXXXA"}, Validate: validPatente,
			Labels:    licenceLabels("patente", "patente di guida", "numero patente", "patente n", "license", "licence"),
			Authority: "MIT, D.lgs. 285/1992: two letters, seven digits, a letter; or U1, seven consonants and digits, a letter",
			Match:     []string{"patente «AA0123456B»", "license «U1K711J11M» here", "patente di guida n. «U1H00B000C»"},
			NoMatch:   []string{"patente U1H00A000B", "patente 990123456B", "rev AA0123456B"},
		},
		{
			Name: "it_identity_card", Entity: "IT_IDENTITY_CARD", Bits: 4, LabelBits: 10,
			forms:     []string{"AA9999999", "9999999AA", "AA99999AA"},
			Labels:    cardLabels("carta d identità", "carta d identita", "carta di identità", "carta di identita", "carta identità", "carta identita", "cie", "documento d identità", "documento di identità", "documento di identita", "c i"),
			Authority: "Ministero dell'Interno, DM 23/12/2015: two letters, five digits, two letters; paper ones two letters and seven digits",
			Match:     []string{"carta d'identità «CA00001AA»", "Carta d'identità n. «AA1234567»", "carta di identità: «1234567AA»"},
			NoMatch:   []string{"CA00001AA", "carta d'identità CA0001AA"},
		},
		{
			Name: "it_passport", Entity: "PASSPORT", Bits: 5, LabelBits: 10,
			forms:     []string{"AA9999999"},
			Labels:    passportWords("passaporto", "numero passaporto", "passaporto n"),
			Authority: "Ministero degli Affari Esteri, legge 1185/1967: two letters and seven digits",
			Match:     []string{"passaporto «YA1234567»", "Passport No. «AA1234567»"},
			NoMatch:   []string{"YA1234567", "passaporto YA123456"},
		},
	})
}

// What a character counts for where the first one is odd, digits and letters alike.
const fiscalOdd = "\x01\x00\x05\x07\x09\x0d\x0f\x11\x13\x15\x02\x04\x12\x14\x0b\x03\x06\x08\x0c\x0e\x10\x0a\x16\x19\x18\x17"

func validCodiceFiscale(s string) bool {
	x := numeralOf(s)
	var digit [16]int
	sum := 0
	for i := range 15 {
		b, v := x.c[i], x.at(i)
		if isAlpha(b) {
			v -= 10
		}
		if i%2 == 0 {
			sum += int(fiscalOdd[v])
		} else {
			sum += v
		}
		switch i {
		case 6, 7, 9, 10, 12, 13, 14:
			if digit[i] = v; isAlpha(b) {
				if digit[i] = strings.IndexByte("LMNPQRSTUV", b); digit[i] < 0 {
					return false
				}
			}
		}
	}
	day := digit[9]*10 + digit[10]
	if day > 40 {
		day -= 40
	}
	month := strings.IndexByte("ABCDEHLMPRST", x.c[8]) + 1
	return realDay(0, month, day) && int(x.c[15]-'A') == sum%26
}

func validPartitaIVA(s string) bool {
	x := numeralOf(s)
	office := x.num(7, 10)
	return x.num(0, 7) > 0 && (office > 0 && office <= 121 || office == 888 || office == 999) && x.luhn36()
}

func validPatente(s string) bool {
	if isAlpha(s[1]) {
		return true
	}
	if upper(s[0]) != 'U' || s[1] != '1' {
		return false
	}
	for i := 2; i < 9; i++ {
		switch upper(s[i]) {
		case 'A', 'E', 'I', 'O', 'Q':
			return false
		}
	}
	return true
}
