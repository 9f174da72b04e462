package cloak

import "slices"

// Numbers that the authorities of Romania, Bulgaria and the states that were
// Yugoslavia give out.

func balkanIDs() []Detector {
	return slices.Concat(european("RO", []Detector{
		{
			Name: "ro_cnp", Entity: "RO_CNP", Bits: 8, LabelBits: 10,
			forms: []string{"9999999999999", "9 999999 999999"}, Validate: validCNP, checked: true,
			Labels:    []string{"cnp", "c n p", "cod numeric personal", "codul numeric personal", "personal numeric code", "personal id"},
			Guarantee: "X",
			Authority: "MAI, OUG 97/2005: sex and century, day of birth, county, serial, weights 2 7 9 1 4 6 3 5 8 2 7 9 modulo 11",
			Match:     []string{"CNP «1630615123457»", "cod numeric personal: «1630615123457»"},
			NoMatch:   []string{"CNP 1630615123458", "CNP 1632215123457", "ts 1630615123457"},
		},
		{
			Name: "ro_cui", Entity: "RO_CUI", Bits: 5, LabelBits: 10,
			forms: []string{"9999999999", "999999999", "99999999", "9999999", "999999"}, Validate: func(s string) bool { x := numeralOf(s); return x.c[0] != '0' && x.validCUI() },
			Labels:    []string{"cui", "c u i", "cif", "c i f", "cod fiscal", "cod unic de înregistrare", "cod unic de inregistrare", "codul fiscal", "cod de identificare fiscală", "înregistrare fiscală"},
			Guarantee: "X",
			Authority: "ANAF, codul de procedură fiscală: weights 7 5 3 2 1 7 5 3 2 from the right, times ten, modulo 11",
			Match:     []string{"CUI «18547290»", "cod fiscal: «14399840»"},
			NoMatch:   []string{"CUI 18547291", "total 18547290"},
		},
	}), european("BG", []Detector{
		{
			Name: "bg_egn", Entity: "BG_EGN", Bits: 7, LabelBits: 10,
			forms: []string{"999999 9999"}, Validate: validEGN, checked: true,
			Labels:    []string{"егн", "egn", "единен граждански номер", "граждански номер", "civil number", "personal number", "personal id"},
			Guarantee: "X",
			Authority: "ГД ГРАО, Наредба РД-02-20-9: day of birth, the month 20 higher before 1900 and 40 from 2000 on, weights 2 4 8 5 10 9 7 3 6 modulo 11",
			Match:     []string{"ЕГН: «7523169263»", "EGN «8032056031»", "егн «7542011030»"},
			NoMatch:   []string{"ЕГН 7552A10004", "ЕГН 8032056032", "id 8032056031"},
		},
		{
			Name: "bg_lnch", Entity: "BG_LNCH", Bits: 5, LabelBits: 10,
			forms: []string{"9999999999"}, Validate: validLNCh,
			Labels:    []string{"лнч", "lnch", "lnc", "личен номер на чужденец", "номер на чужденец", "foreigner number", "personal number of a foreigner"},
			Guarantee: "X",
			Authority: "МВР, Закон за чужденците: weights 21 19 17 13 11 9 7 3 1 modulo 10",
			Match:     []string{"ЛНЧ «7111042925»"},
			NoMatch:   []string{"ЛНЧ 7111042922", "id 7111042925"},
		},
		{
			Name: "bg_eik", Entity: "BG_EIK", Bits: 5, LabelBits: 10,
			forms: []string{"999999999"}, Validate: func(s string) bool { x := numeralOf(s); return x.validEIK() },
			Labels:    []string{"еик", "eik", "булстат", "bulstat", "идентификационен код"},
			Guarantee: "X",
			Authority: "Агенция по вписванията, Закон за търговския регистър: places modulo 11, from 3 on if that leaves ten",
			Match:     []string{"ЕИК «175074752»"},
			NoMatch:   []string{"ЕИК 175074751", "id 175074752"},
		},
	}), european("HR", []Detector{{
		Name: "hr_oib", Entity: "HR_OIB", Bits: 6, LabelBits: 10,
		forms: []string{"99999999999"}, Validate: func(s string) bool { x := numeralOf(s); return x.iso1110() },
		Labels:    []string{"oib", "o i b", "osobni identifikacijski broj", "identifikacijski broj", "personal identification number", "tax id"},
		Guarantee: "X",
		Authority: "Porezna uprava, Zakon o OIB: eleven digits, ISO/IEC 7064 MOD 11,10",
		Match:     []string{"OIB: «33392005961»"},
		NoMatch:   []string{"OIB 33392005962", "id 33392005961"},
	}}), european("SI", []Detector{{
		Name: "si_tax_number", Entity: "SI_TAX_NUMBER", Bits: 5, LabelBits: 10,
		forms: []string{"9999 9999"}, Validate: func(s string) bool { x := numeralOf(s); return x.validDavcna() },
		Labels:    []string{"davčna številka", "davcna stevilka", "davčna št", "davcna st", "davčna", "davčni zavezanec", "tax number", "id za ddv", "id ddv"},
		Authority: "FURS, ZDavP-2: eight digits, the first no 0, weights 8 to 2 modulo 11",
		Match:     []string{"davčna številka «50223054»", "Davčna št.: «5022 3054»"},
		NoMatch:   []string{"davčna številka 50223055", "id 50223054"},
	}}), european("RS", []Detector{
		{
			Name: "jmbg", Entity: "JMBG", Bits: 10, LabelBits: 10,
			forms: []string{"9999999999999", "9999999 999999"}, Validate: validJMBG, checked: true,
			Labels: []string{
				"jmbg", "emšo", "emso", "mbg", "матични број", "јмбг", "jedinstveni matični broj", "jedinstveni maticni broj", "matični broj", "maticni broj", "матичен број", "ембг", "embg", "embs", "enotna matična številka",
				"matična številka", "personal number", "personal id",
			},
			Guarantee: "X",
			Authority: "Zakon o jedinstvenom matičnom broju, SFRJ 1976, which Bosnia, Croatia, Kosovo, Macedonia, Montenegro, Serbia and Slovenia kept: day of birth, region, serial, weights 7 6 5 4 3 2 twice modulo 11",
			Match:     []string{"JMBG: «0101006500006»", "EMŠO «0101006500006»", "ЈМБГ «0710003730015»"},
			NoMatch:   []string{"JMBG 0101006500007", "JMBG 3201006500006", "ts 0101006500006"},
		},
		{
			Name: "rs_pib", Entity: "RS_PIB", Bits: 5, LabelBits: 10,
			forms: []string{"999999999"}, Validate: func(s string) bool { x := numeralOf(s); return x.c[0] != '0' && x.iso1110() },
			Labels:    []string{"pib", "пиб", "poreski identifikacioni broj", "идентификациони број", "poreski broj"},
			Guarantee: "X",
			Authority: "Poreska uprava, ZPPPA: nine digits, ISO/IEC 7064 MOD 11,10",
			Match:     []string{"PIB: «101134702»"},
			NoMatch:   []string{"PIB 101134703", "id 101134702"},
		},
	}))
}

func validCNP(s string) bool {
	x := numeralOf(s)
	county, rest := x.num(7, 9), x.sum(2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9)%11
	if rest == 10 {
		rest = 1
	}
	return x.c[0] != '0' && realDay(0, x.num(3, 5), x.num(5, 7)) && county > 0 && (county <= 52 || county == 70 || county == 99) && rest == x.at(12)
}

// validCUI is for up to ten digits.
func (x *numeral) validCUI() bool {
	sum := 0
	for i := range x.n - 1 {
		sum += x.at(i) * [9]int{7, 5, 3, 2, 1, 7, 5, 3, 2}[10-x.n+i]
	}
	return 10*sum%11%10 == x.at(x.n-1)
}

func validEGN(s string) bool {
	x := numeralOf(s)
	return x.num(2, 4) <= 52 && realDay(0, x.num(2, 4)%20, x.num(4, 6)) && x.sum(2, 4, 8, 5, 10, 9, 7, 3, 6)%11%10 == x.at(9)
}

func validLNCh(s string) bool {
	x := numeralOf(s)
	return x.sum(21, 19, 17, 13, 11, 9, 7, 3, 1)%10 == x.at(9)
}

func (x *numeral) validEIK() bool {
	return x.twice([]int{1, 2, 3, 4, 5, 6, 7, 8}, []int{3, 4, 5, 6, 7, 8, 9, 10}) == x.at(8)
}

func (x *numeral) validDavcna() bool {
	rest := x.sum(8, 7, 6, 5, 4, 3, 2) % 11
	return x.c[0] != '0' && rest != 0 && (11-rest)%10 == x.at(7)
}

func validJMBG(s string) bool {
	x := numeralOf(s)
	year := x.num(4, 7)
	if year < 100 {
		year += 1000
	}
	return year >= 850 && realDay(1000+year, x.num(2, 4), x.num(0, 2)) && (11-x.sum(7, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2)%11)%11 == x.at(12)
}
