package cloak

import (
	"slices"
	"strings"
)

// Numbers that Spanish and Portuguese authorities give out.

func iberianIDs() []Detector {
	return slices.Concat(european("ES", []Detector{
		{
			Name: "es_nif", Entity: "ES_NIF", Bits: 7, LabelBits: 9,
			forms: []string{"99 999 999 A", "9 999 999 A", "A 9999999 A"}, alone: []string{"99999999A", "99999999-A"}, aloneBits: 13,
			Validate: validDNI, checked: true,
			Labels: []string{
				"nif", "dni", "d n i", "n i f", "documento nacional de identidad", "número de identificación fiscal", "numero de identificacion fiscal", "documento de identidad", "nif cif", "dni nif", "id fiscal",
				"carné de identidad", "carnet de identidad", "permiso de conducir", "carné de conducir", "tax id",
			},
			Guarantee: "X",
			Authority: "Ministerio del Interior, RD 1553/2005: up to eight digits and the letter of the number modulo 23; K, L, M for those without a DNI, RD 1065/2007",
			Match:     []string{"DNI «54362315-K»", "NIF: «54.362.315-K»", "la señora «54362315K» firma", "dni «1111111G»"},
			NoMatch:   []string{"DNI 12345678A", "12345679L", "x54362315K", "ref 1111111G"},
			Gaps:      []string{"at 12345678Z without a label: times and constants of programs end so"},
		},
		{
			Name: "es_nie", Entity: "ES_NIE", Bits: 9, LabelBits: 9,
			forms: []string{"A 9999999 A"}, alone: []string{"A9999999A", "A9999999-A"}, aloneBits: 13, Validate: validNIE, checked: true,
			Labels: []string{
				"nie", "n i e", "número de identificación de extranjero", "número de identidad de extranjero", "numero de identidad de extranjero", "identificación de extranjero", "identidad de extranjero", "extranjero",
				"tarjeta de residencia", "foreigner id",
			},
			Reserved:  []string{`[XYZ][0-9]04098[0-9][A-Z]`},
			Guarantee: "X",
			Authority: "Ministerio del Interior, RD 557/2011: X, Y or Z, which count 0, 1 and 2, seven digits and the letter of the number modulo 23",
			Match:     []string{"Mi NIE es «X9613851N»", "«Z8078221M» en mi NIE", "nie «x-2482300-w»"},
			NoMatch:   []string{"NIE Y8063915Q", "W8063915Q", "x9613851q"},
		},
		{
			Name: "es_cif", Entity: "ES_CIF", Bits: 7, LabelBits: 9,
			forms: []string{"A 9999999 X", "A 99 999 999"}, Validate: validCIF, checked: true,
			Labels:    []string{"cif", "c i f", "nif", "n i f", "código de identificación fiscal", "codigo de identificacion fiscal", "número de identificación fiscal", "id fiscal", "tax id"},
			Reserved:  []string{`[ABCDEFGHJNPQRSUVW][0-9]04098[0-9][0-9A-J]`},
			Guarantee: "X",
			Authority: "AEAT, Orden EHA/451/2008: a letter of the legal form, seven digits, Luhn's digit or the letter for it",
			Match:     []string{"CIF «J99216582»", "NIF: «A13 585 625»", "CIF: «P4698162G»"},
			NoMatch:   []string{"CIF J99216583", "CIF O1234567L", "part A13585625"},
		},
		{
			Name: "es_nuss", Entity: "ES_NUSS", Bits: 9, LabelBits: 9,
			forms: []string{"99 99999999 99"}, alone: []string{"99/99999999/99"}, aloneBits: 13, Validate: validNUSS, checked: true,
			Labels: []string{
				"nuss", "naf", "seguridad social", "número de la seguridad social", "numero de la seguridad social", "número de afiliación", "numero de afiliacion", "afiliación", "nº ss", "nss", "social security",
			},
			Guarantee: "X",
			Authority: "TGSS, RD 84/1996: province, eight digits, and the rest of these ten divided by 97",
			Match:     []string{"Seguridad Social: «28/12345678/40»", "NUSS «281234567840»", "«28/12345678/40»"},
			NoMatch:   []string{"NUSS 281234567841", "total 281234567840"},
		},
		{
			Name: "es_passport", Entity: "PASSPORT", Bits: 5, LabelBits: 10,
			forms:     []string{"AAA999999", "AA999999"},
			Labels:    passportWords("pasaporte", "número de pasaporte", "numero de pasaporte", "pasaporte n"),
			Authority: "Ministerio del Interior, RD 896/2003: two or three letters and six digits",
			Match:     []string{"Mi pasaporte es «AAA123456»", "passport «XDB000275»"},
			NoMatch:   []string{"pasaporte AAAA12345", "AAA123456", "pasaporte AAA12345"},
		},
	}), european("PT", []Detector{
		{
			Name: "pt_nif", Entity: "PT_NIF", Bits: 6, LabelBits: 10,
			forms: []string{"999 999 999"}, Validate: validPortugueseNIF,
			Labels: []string{
				"nif", "n i f", "nipc", "contribuinte", "número de contribuinte", "numero de contribuinte", "nº contribuinte", "identificação fiscal", "número de identificação fiscal", "numero de identificacao fiscal",
				"iva", "tax id", "tin", "tax number", "cartão de contribuinte",
			},
			Guarantee: "X",
			Authority: "Autoridade Tributária, DL 14/2013: nine digits, the first ones of a kind, weights 9 to 2 modulo 11",
			Match:     []string{"NIF «501964843»", "Contribuinte n.º «501 964 843»"},
			NoMatch:   []string{"NIF 501964842", "501964843 euros"},
		},
		{
			Name: "pt_niss", Entity: "PT_NISS", Bits: 6, LabelBits: 10,
			forms: []string{"999 999 999 99", "999 9999 9999"}, Validate: validNISS,
			Labels:    []string{"niss", "segurança social", "seguranca social", "número de segurança social", "identificação da segurança social", "nº ss", "social security"},
			Guarantee: "X",
			Authority: "Instituto da Segurança Social: eleven digits, the first 1 or 2, the last 9 less the sum over weights 29 23 19 17 13 11 7 5 3 2 modulo 10",
			Match:     []string{"NISS «11122211127»", "Segurança Social: «111 222 111 27»"},
			NoMatch:   []string{"NISS 11122211120", "11122211127 bytes"},
		},
		{
			Name: "pt_cc", Entity: "PT_CC", Bits: 6, LabelBits: 10,
			forms: []string{"99999999 9 XX9"}, Validate: func(s string) bool { x := numeralOf(s); return x.luhn36() }, checked: true,
			Labels: cardLabels("cc", "cartão de cidadão", "cartao de cidadao", "cartão do cidadão", "cartao do cidadao", "bilhete de identidade", "documento de identificação", "número de documento", "citizen card",
				"número de identificação civil", "nic"),
			Guarantee: "X",
			Authority: "AMA, Validação de número de documento do Cartão de Cidadão: eight digits, a check digit, two of the version, a check digit, Luhn over letters and digits",
			Match:     []string{"Cartão de Cidadão «14253647 4 ZZ4»", "CC: «142536474ZZ4»"},
			NoMatch:   []string{"Cartão de Cidadão 14253647 4 ZZ3", "x 142536474ZZ4", "CC: 000000000ZZ5"},
		},
	}))
}

// The letters of a number modulo 23.
const dniLetters = "TRWAGMYFPDXBNJZSQVHLCKE"

func validDNI(s string) bool {
	x := numeralOf(s)
	if isAlpha(x.c[0]) {
		return strings.IndexByte("KLM", x.c[0]) >= 0 && dniLetters[x.num(1, 8)%23] == x.c[8]
	}
	return dniLetters[x.num(0, x.n-1)%23] == x.c[x.n-1]
}

func validNIE(s string) bool {
	x := numeralOf(s)
	k := strings.IndexByte("XYZ", x.c[0])
	return k >= 0 && dniLetters[(k*10_000_000+x.num(1, 8))%23] == x.c[8]
}

func validCIF(s string) bool {
	x := numeralOf(s)
	if strings.IndexByte("ABCDEFGHJNPQRSUVW", x.c[0]) < 0 || x.n != 9 {
		return false
	}
	y := x.cut(1, 8)
	d := (10 - y.crossSum(2, 1, 2, 1, 2, 1, 2)%10) % 10
	return x.c[8] == byte('0'+d) || x.c[8] == "JABCDEFGHI"[d]
}

func validNUSS(s string) bool {
	x := numeralOf(s)
	n := x.num(0, 10)
	if serial := x.num(2, 10); serial < 10_000_000 {
		n = x.num(0, 2)*10_000_000 + serial
	}
	p := x.num(0, 2)
	return p > 0 && (p <= 53 || p == 66) && n%97 == x.num(10, 12)
}

func validPortugueseNIF(s string) bool {
	x := numeralOf(s)
	if b := x.c[0]; b == '0' || b == '4' && x.c[1] != '5' {
		return false
	}
	return (11-x.sum(9, 8, 7, 6, 5, 4, 3, 2)%11)%11%10 == x.at(8)
}

func validNISS(s string) bool {
	x := numeralOf(s)
	return (x.c[0] == '1' || x.c[0] == '2') && 9-x.sum(29, 23, 19, 17, 13, 11, 7, 5, 3, 2)%10 == x.at(10)
}
