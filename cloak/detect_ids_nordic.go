package cloak

import (
	"slices"
	"strings"
)

// Numbers that the authorities of Sweden, Norway, Denmark, Finland and Iceland give out.

func nordicIDs() []Detector {
	return slices.Concat(european("SE", []Detector{
		{
			Name: "se_personnummer", Entity: "SE_PERSONNUMMER", Bits: 8, LabelBits: 10,
			forms: []string{"999999 9999", "99999999 9999", "999999+9999", "99999999+9999"}, alone: []string{"999999-9999", "99999999-9999"}, aloneBits: 13,
			Validate: validPersonnummer, checked: true,
			Labels: []string{
				"personnummer", "pnr", "personnr", "person nr", "samordningsnummer", "personal identity number", "personal number", "personal identity code", "swedish id", "socialt nummer", "födelsenummer", "personal id",
			},
			Guarantee: "X",
			Authority: "Skatteverket, folkbokföringslagen 18 §: day of birth, 60 added for a samordningsnummer, + for who is a hundred, serial, Luhn over the last ten digits",
			Match:     []string{"personnummer «880320-0016»", "Here's my personnummer «200109022392».", "«19910924-2397» är mitt pnr", "pnr «880380-0013»", "pnr: «180102+9818»"},
			NoMatch:   []string{"personnummer 880320-0018", "881320-0016", "19000309-3393", "ts 199109242397"},
		},
		{
			Name: "se_organisationsnummer", Entity: "SE_ORGANISATIONSNUMMER", Bits: 5, LabelBits: 10,
			forms: []string{"999999 9999", "99999999 9999"}, Validate: validSwedishCompany, checked: true, sure: hasDash,
			Labels: []string{
				"organisationsnummer", "orgnummer", "orgnr", "org nr", "org nummer", "organisationsnr", "organization number", "organisation number", "company identity code", "company number", "vat nr", "momsnr", "moms",
			},
			Guarantee: "X",
			Authority: "Bolagsverket, lag 1974:174: ten digits, the third 2 or more, Luhn",
			Match:     []string{"org.nr «556703-7485»", "organisationsnummer: «2120000142»", "company identity code is: «212000-0142»."},
			NoMatch:   []string{"orgnr 556703-7486", "ref 556703-7485", "orgnr 551703-7485"},
		},
	}), european("NO", []Detector{
		{
			Name: "no_fodselsnummer", Entity: "NO_FODSELSNUMMER", Bits: 11, LabelBits: 9,
			forms: []string{"999999 99999", "999999 99 999", "99 99 99 99999"}, Validate: validFodselsnummer, checked: true,
			Labels: []string{
				"fødselsnummer", "fodselsnummer", "fnr", "personnummer", "fødselsnr", "fodselsnr", "f nr", "d nummer", "dnr", "dnummer", "personnr", "birth number", "national identity number", "personal number", "national id", "pnr",
			},
			Guarantee: "X",
			Authority: "Skatteetaten, folkeregisterforskriften § 2-2-1: day of birth, 40 added for a D-number, serial, two check digits modulo 11; months above 80 are those of people made up for tests",
			Match:     []string{"fødselsnummer «15108695088»", "fnr: «151086 95088»", "D-nummer «55108695071»"},
			NoMatch:   []string{"fnr 15108695089", "fnr 15908610064", "id 15108695088"},
		},
		{
			Name: "no_orgnr", Entity: "NO_ORGNR", Bits: 6, LabelBits: 10,
			forms: []string{"999 999 999"}, Validate: validNorwegianCompany,
			Labels:    []string{"organisasjonsnummer", "orgnr", "org nr", "org nummer", "orgnummer", "foretaksregisteret", "organisasjonsnr", "organization number", "mva"},
			Guarantee: "X",
			Authority: "Brønnøysundregistrene, enhetsregisterloven § 23: nine digits from 8 or 9 on, weights 3 2 7 6 5 4 3 2 modulo 11",
			Match:     []string{"Org.nr. «988 077 917»", "organisasjonsnummer «974760673»"},
			NoMatch:   []string{"orgnr 988077918", "tlf 988077917"},
		},
	}), european("DK", []Detector{
		{
			Name: "dk_cpr", Entity: "DK_CPR", Bits: 5, LabelBits: 10,
			forms: []string{"999999 9999"}, alone: []string{"999999-9999"}, aloneBits: 13, Validate: validCPR, sure: sureCPR, checked: true,
			Labels:    []string{"cpr", "cpr nr", "cpr nummer", "cprnr", "cprnummer", "personnummer", "cpr no", "personal id", "sygesikring", "sundhedskort", "personal number"},
			Guarantee: "X",
			Authority: "CPR-kontoret, CPR-loven: day of birth, serial; weights 4 3 2 7 6 5 4 3 2 1 modulo 11 before 2007 only",
			Match:     []string{"CPR-nr. «211062-5629»", "cpr: «0107741235»", "født «211062-5629»"},
			NoMatch:   []string{"CPR 321062-5629", "211062-5620", "id 2110625629"},
		},
		{
			Name: "dk_cvr", Entity: "DK_CVR", Bits: 5, LabelBits: 10,
			forms: []string{"99 99 99 99"}, Validate: func(s string) bool { x := numeralOf(s); return x.validCVR() },
			Labels:    []string{"cvr", "cvr nr", "cvr nummer", "cvrnr", "se nr", "virksomhedsnummer"},
			Authority: "Erhvervsstyrelsen, CVR-loven: eight digits, weights 2 7 6 5 4 3 2 1 modulo 11",
			Match:     []string{"CVR «13585628»", "CVR-nr.: «13 58 56 28»"},
			NoMatch:   []string{"CVR 13585627", "tlf 13585628"},
		},
	}), european("FI", []Detector{
		{
			Name: "fi_personal_identity_code", Entity: "FI_PERSONAL_IDENTITY_CODE", Bits: 10, LabelBits: 8,
			forms: []string{"999999-999X", "999999+999X", "999999A999X"}, alone: []string{"999999-999X", "999999A999X"}, aloneBits: 13, Validate: validHetu, checked: true,
			Labels:    []string{"hetu", "henkilötunnus", "henkilotunnus", "sosiaaliturvatunnus", "personbeteckning", "personal identity code", "finnish id", "personal id"},
			Guarantee: "X",
			Authority: "DVV, laki väestötietojärjestelmästä 11 §: day of birth, a sign of the century (since 2023 also Y X W V U and B to F), serial, a character of the number modulo 31",
			Match:     []string{"henkilötunnus «131052-308T»", "«030594W903B»", "«010594Y9032»", "hetu «290224A223P»"},
			NoMatch:   []string{"111111-111A", "131052/308T", "310289-211C", "131052G308T"},
		},
		{
			Name: "fi_business_id", Entity: "FI_BUSINESS_ID", Bits: 6, LabelBits: 9,
			forms: []string{"9999999 9"}, Validate: func(s string) bool { x := numeralOf(s); return x.validYTunnus() },
			Labels:    []string{"y tunnus", "ytunnus", "fo nummer", "business id", "liike ja yhteisötunnus", "alv", "vat"},
			Authority: "PRH, yritys- ja yhteisötietolaki: seven digits, weights 7 9 10 5 8 4 2 modulo 11",
			Match:     []string{"Y-tunnus «2077474-0»", "business ID: «2077474-0»"},
			NoMatch:   []string{"Y-tunnus 2077474-1", "rev 2077474-0"},
		},
	}), european("IS", []Detector{{
		Name: "is_kennitala", Entity: "IS_KENNITALA", Bits: 8, LabelBits: 10,
		forms: []string{"999999 9999"}, alone: []string{"999999-9999"}, aloneBits: 14, Validate: validKennitala, checked: true,
		Labels:    []string{"kennitala", "kt", "kennitölu", "kennitalan", "icelandic id", "national id"},
		Guarantee: "X",
		Authority: "Þjóðskrá: day of birth, 40 added for companies, serial, weights 3 2 7 6 5 4 3 2 1 modulo 11, century",
		Match:     []string{"kennitala «120174-3399»", "kt. «4504013150»", "«120174-3399»"},
		NoMatch:   []string{"kt. 120174-3389", "120174-3394", "sími 1201743399"},
	}}))
}

func validPersonnummer(s string) bool {
	x := numeralOf(s)
	if x.n == 12 {
		if century := x.num(0, 2); century < 18 || century > 20 {
			return false
		}
		x = x.cut(2, 12)
	}
	day := x.num(4, 6)
	if day > 60 {
		day -= 60
	}
	return realDay(0, x.num(2, 4), day) && x.luhn36()
}

func validSwedishCompany(s string) bool {
	x := numeralOf(s)
	if x.n == 12 {
		if x.num(0, 2) != 16 {
			return false
		}
		x = x.cut(2, 12)
	}
	return x.c[2] >= '2' && x.c[0] != '0' && x.luhn36()
}

func validFodselsnummer(s string) bool {
	x := numeralOf(s)
	day, month := x.num(0, 2), x.num(2, 4)
	if day > 40 {
		day -= 40
	}
	if month > 40 && month < 60 { // given for a time, by hospitals
		month -= 40
	}
	return realDay(0, month, day) && x.sum(3, 7, 6, 1, 8, 9, 4, 5, 2, 1)%11 == 0 && x.sum(5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1)%11 == 0
}

func validNorwegianCompany(s string) bool {
	x := numeralOf(s)
	return x.c[0] >= '8' && x.sum(3, 2, 7, 6, 5, 4, 3, 2, 1)%11 == 0
}

func validCPR(s string) bool {
	x := numeralOf(s)
	return realDay(0, x.num(2, 4), x.num(0, 2))
}

func sureCPR(s string) bool {
	x := numeralOf(s)
	return x.sum(4, 3, 2, 7, 6, 5, 4, 3, 2, 1)%11 == 0
}

func (x *numeral) validCVR() bool { return x.c[0] != '0' && x.sum(2, 7, 6, 5, 4, 3, 2, 1)%11 == 0 }

func validHetu(s string) bool {
	x := numeralOf(s)
	century := 1900
	switch sep := upper(s[6]); sep {
	case '+':
		century = 1800
	case 'A', 'B', 'C', 'D', 'E', 'F':
		century = 2000
	case '-', 'Y', 'X', 'W', 'V', 'U':
	default:
		return false
	}
	serial := x.n - 4
	n := x.num(0, 6)*1000 + x.num(serial, serial+3)
	return realDay(century+x.num(4, 6), x.num(2, 4), x.num(0, 2)) && x.num(serial, serial+3) >= 2 &&
		strings.IndexByte("0123456789ABCDEFHJKLMNPRSTUVWXY", x.c[x.n-1]) == n%31
}

func (x *numeral) validYTunnus() bool { return x.sum(7, 9, 10, 5, 8, 4, 2, 1)%11 == 0 }

func validKennitala(s string) bool {
	x := numeralOf(s)
	day := x.num(0, 2)
	if day > 40 {
		day -= 40
	}
	century := x.c[9]
	return (century == '9' || century == '0' || century == '8') && realDay(0, x.num(2, 4), day) && x.sum(3, 2, 7, 6, 5, 4, 3, 2, 1)%11 == 0
}
