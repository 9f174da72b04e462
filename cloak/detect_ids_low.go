package cloak

import "slices"

// Numbers that the authorities of Belgium, the Netherlands and Luxembourg give out.

func lowlandIDs() []Detector {
	return slices.Concat(european("BE", []Detector{
		{
			Name: "be_national_number", Entity: "BE_NATIONAL_NUMBER", Bits: 10, LabelBits: 9,
			forms: []string{"99 99 99 999 99"}, alone: []string{"99.99.99-999.99"}, aloneBits: 16, Validate: validRijksregister, checked: true,
			Labels: []string{
				"rijksregisternummer", "rijksregister", "rrn", "insz", "niss", "registre national", "numéro national", "numero national", "numéro de registre national", "nationaal nummer", "nn", "ssin", "bis nummer",
				"rijksregisternr", "national number", "national register", "nationalregisternummer", "inss", "numéro bis",
			},
			Guarantee: "X",
			Authority: "FOD Binnenlandse Zaken, IT000: day of birth, serial, and 97 less the number modulo 97, behind a 2 for those born since 2000; a BIS number's month is 20 or 40 higher",
			Match:     []string{"Rijksregisternummer: «85.07.30-033.28»", "numéro national «85073003328»", "registre national «17 07 30 033 84»", "«85.07.30-033.28»"},
			NoMatch:   []string{"rijksregister 85073003329", "85073003328 bytes", "rrn 85133003328"},
		},
		{
			Name: "be_enterprise_number", Entity: "BE_ENTERPRISE_NUMBER", Bits: 8, LabelBits: 9,
			forms: []string{"9999 999 999"}, alone: []string{"9999.999.999"}, aloneBits: 13, Validate: validKBO,
			Labels:    []string{"ondernemingsnummer", "kbo", "bce", "numéro d entreprise", "numero d entreprise", "kbo nummer", "enterprise number", "rpr", "rpm", "unternehmensnummer", "btw", "tva"},
			Guarantee: "X",
			Authority: "FOD Economie, Kruispuntbank van Ondernemingen: ten digits from 0 or 1 on, the last two 97 less the others modulo 97",
			Match:     []string{"ondernemingsnummer «0403.019.261»", "BTW «0403019261»", "at «0403.019.261»"},
			NoMatch:   []string{"KBO 0403.019.262", "0403019261 rows"},
		},
		{
			Name: "be_id_card", Entity: "BE_ID_CARD", Bits: 8, LabelBits: 9,
			forms: []string{"999 9999999 99"}, alone: []string{"999-9999999-99"}, aloneBits: 13,
			Validate: func(s string) bool {
				x := numeralOf(s)
				return (x.num(0, 10)-1)%97+1 == x.num(10, 12) || x.num(0, 10)%97 == x.num(10, 12)
			},
			Labels:    cardLabels("identiteitskaart", "eid", "identiteitskaartnummer", "carte d identité", "carte d identite", "kaartnummer", "numéro de carte"),
			Guarantee: "X",
			Authority: "FOD Binnenlandse Zaken: ten digits, and their rest modulo 97, 97 for none",
			Match:     []string{"identiteitskaart «591-1234567-53»", "identiteitskaart: «590123456774»"},
			NoMatch:   []string{"eID 591-1234567-54", "job 590123456774"},
		},
	}), european("NL", []Detector{
		{
			Name: "nl_bsn", Entity: "NL_BSN", Bits: 5, LabelBits: 10,
			forms: []string{"999 999 999", "9999 99 999", "99999999"}, Validate: validBSN,
			Labels:    []string{"bsn", "burgerservicenummer", "burger service nummer", "bsn nummer", "bsnnummer", "sofinummer", "sofi nummer", "sofi", "onderwijsnummer", "rsin", "citizen service number", "fiscaal nummer"},
			Guarantee: "X",
			Authority: "RvIG, Wet algemene bepalingen burgerservicenummer: weights 9 to 2 and -1, a multiple of eleven",
			Match:     []string{"BSN «111222333»", "burgerservicenummer: «1112.22.333»", "\"bsn\": \"«123456782»\""},
			NoMatch:   []string{"BSN 111222334", "order 111222333", "bsn 1112223334"},
		},
		{
			Name: "nl_passport", Entity: "PASSPORT", Bits: 4, LabelBits: 10,
			forms: []string{"AAXXXXXX9"}, Validate: validDutchDocument,
			Labels:    passportWords("paspoort", "paspoortnummer", "paspoort nr", "identiteitskaart", "id kaart", "identiteitsbewijs", "documentnummer", "reisdocument", "nationaliteitsbewijs"),
			Authority: "RvIG, Paspoortuitvoeringsregeling: two letters, six letters or digits, a digit, no O",
			Match:     []string{"paspoort «SPECI2014»", "passport «NW98KX9L4»", "ID-kaart nr. «IAB3C21D7»"},
			NoMatch:   []string{"paspoort SPOCI2014", "batch NW98KX9L4"},
		},
		{
			Name: "nl_driver_license", Entity: "DRIVER_LICENSE", Bits: 4, LabelBits: 10,
			forms:     []string{"9999999999"},
			Labels:    []string{"rijbewijs", "rijbewijsnummer", "rijbewijsnr", "rijbewijs nr"},
			Authority: "RDW: ten digits",
			Match:     []string{"rijbewijs «5123456789»"},
			NoMatch:   []string{"rijbewijs 512345678", "nummer 5123456789"},
		},
		{
			Name: "nl_kvk", Entity: "NL_KVK", Bits: 4, LabelBits: 10,
			forms:     []string{"99999999", "999999999999"},
			Labels:    []string{"kvk", "kv k", "kvk nummer", "kvknummer", "kvk nr", "kamer van koophandel", "handelsregister", "vestigingsnummer"},
			Authority: "Kamer van Koophandel, Handelsregisterwet: eight digits, a branch twelve",
			Match:     []string{"KvK-nummer: «12345678»", "Kamer van Koophandel «69599084»"},
			NoMatch:   []string{"KvK 1234567", "nummer 12345678"},
		},
	}), european("LU", []Detector{
		{
			Name: "lu_matricule", Entity: "LU_MATRICULE", Bits: 13, LabelBits: 8,
			forms: []string{"9999 99 99 999 99"}, alone: []string{"1999999999999", "2099999999999"}, aloneBits: 14, Validate: validMatricule, checked: true, gate: startsCentury,
			Labels:    []string{"matricule", "numéro de matricule", "matricule national", "numéro d identification national", "cns", "matrikel", "sozialversicherungsnummer", "national identification number", "rnpp"},
			Guarantee: "X",
			Authority: "RNPP, loi du 19 juin 2013, règlement du 28 novembre 2013: day of birth, serial, Luhn's check digit, Verhoeff's check digit",
			Match:     []string{"matricule «1893120105732»", "Matricule: «1893 12 01 057 32»"},
			NoMatch:   []string{"matricule 1893120105733", "matricule 1893130105732"},
		},
	}))
}

func validRijksregister(s string) bool {
	x := numeralOf(s)
	month := x.num(2, 4) % 20
	if month != 0 && x.num(4, 6) != 0 && !realDay(0, month, x.num(4, 6)) || month > 12 || x.num(2, 4) > 52 {
		return false
	}
	n, check := x.num(0, 9), x.num(9, 11)
	return 97-n%97 == check || 97-(2_000_000_000+n)%97 == check
}

func validKBO(s string) bool {
	x := numeralOf(s)
	return x.c[0] <= '1' && 97-x.num(0, 8)%97 == x.num(8, 10)
}

func validBSN(s string) bool {
	x := numeralOf(s)
	if x.n == 8 {
		return x.sum(8, 7, 6, 5, 4, 3, 2, -1)%11 == 0
	}
	return x.sum(9, 8, 7, 6, 5, 4, 3, 2, -1)%11 == 0
}

func validDutchDocument(s string) bool {
	for i := range len(s) {
		if s[i]|0x20 == 'o' {
			return false
		}
	}
	return countDigits(s) >= 2
}

func validMatricule(s string) bool {
	x := numeralOf(s)
	year := x.num(0, 4)
	if year < 1850 || year > 2100 || !realDay(year, x.num(4, 6), x.num(6, 8)) {
		return false
	}
	luhn, verhoeff := x.cut(0, 12), x.cut(0, 11)
	verhoeff.c[11], verhoeff.n = x.c[12], 12
	return luhn.luhn36() && verhoeff.verhoeffOver()
}

// startsCentury reports whether a year of somebody alive, or not long dead, begins at s[i].
func startsCentury(s string, i int) bool {
	b := at(s, i+1)
	return s[i] == '1' && (b == '8' || b == '9') || s[i] == '2' && b == '0'
}
