package cloak

import "slices"

// Numbers that Czech, Slovak and Hungarian authorities give out.

func czechIDs() []Detector {
	return slices.Concat(european("CZ", []Detector{
		{
			Name: "cz_birth_number", Entity: "CZ_BIRTH_NUMBER", Bits: 7, LabelBits: 10,
			forms: []string{"999999 9999", "999999 999"}, alone: []string{"999999/9999"}, aloneBits: 13, Validate: validRodne, checked: true,
			sure: func(s string) bool { return countDigits(s) == 10 },
			Labels: []string{
				"rodné číslo", "rodne cislo", "rodného čísla", "rodným číslem", "rodnecislo", "rč", "rc", "r č", "r c", "birth number", "rodné č", "personal number", "personal id",
			},
			Guarantee: "X",
			Authority: "MV ČR, zákon 133/2000 Sb. § 13; MV SR, zákon 301/1995 Z.z.: day of birth, the month 50 higher for women, 20 more where serials have run out, a multiple of eleven; nine digits before 1954",
			Match:     []string{"rodné číslo «710319/2745»", "r.č. «7103192745»", "RČ: «530119/123»", "nar. «710319/2745»"},
			NoMatch:   []string{"rodné číslo 710319/2746", "RČ 540119/123", "rodné číslo 711319/2745", "rč 917123/4567", "seq 7103192745"},
		},
		{
			Name: "cz_ico", Entity: "CZ_ICO", Bits: 5, LabelBits: 10,
			forms: []string{"999 99 999", "99 999 999"}, Validate: validICO,
			Labels:    []string{"ičo", "ico", "ič", "identifikační číslo", "identifikacne cislo", "identifikační číslo osoby", "company id"},
			Authority: "ČSÚ, zákon 111/2009 Sb.; ŠÚ SR: weights 8 to 2 modulo 11",
			Match:     []string{"IČO: «25123891»", "ičo «251 23 891»"},
			NoMatch:   []string{"IČO 25123890", "id 25123891"},
		},
		{
			Name: "sk_dic", Entity: "SK_DIC", Locale: "SK", Bits: 5, LabelBits: 10,
			forms: []string{"9999999999"}, Validate: validSlovakDIC,
			Labels:    []string{"dič", "dic", "ič dph", "ic dph", "daňové identifikačné číslo", "danove identifikacne cislo", "tax id"},
			Guarantee: "X",
			Authority: "FS SR, zákon 222/2004 Z.z.: ten digits, a multiple of eleven",
			Match:     []string{"DIČ: «2022749619»"},
			NoMatch:   []string{"DIČ 2022749618", "id 2022749619"},
		},
	}), european("HU", []Detector{
		{
			Name: "hu_taj", Entity: "HU_TAJ", Bits: 5, LabelBits: 10,
			forms: []string{"999 999 999"}, Validate: validTAJ,
			Labels:    []string{"taj", "taj szám", "taj szam", "tajszám", "tajszam", "társadalombiztosítási azonosító jel", "tarsadalombiztositasi", "tb szám", "social security"},
			Guarantee: "X",
			Authority: "NEAK, 1996. évi XX. törvény: eight digits, weights 3 and 7 modulo 10",
			Match:     []string{"TAJ szám: «123 456 788»", "taj «123456788»"},
			NoMatch:   []string{"TAJ 111111112", "id 111111110"},
		},
		{
			Name: "hu_tax_id", Entity: "HU_TAX_ID", Bits: 6, LabelBits: 10,
			forms: []string{"9999999999"}, Validate: validAdoazonosito,
			Labels:    []string{"adóazonosító", "adoazonosito", "adóazonosító jel", "adoazonosito jel", "adójel", "tax id", "tin", "tax identification number"},
			Guarantee: "X",
			Authority: "NAV, 1996. évi XX. törvény: 8, days since 1867, serial, the sum of places times digits modulo 11",
			Match:     []string{"adóazonosító jel: «8422780135»"},
			NoMatch:   []string{"adóazonosító 8422780134", "id 8422780135"},
		},
		{
			Name: "hu_tax_number", Entity: "HU_TAX_NUMBER", Bits: 7, LabelBits: 9,
			forms: []string{"99999999 9 99"}, alone: []string{"99999999-9-99"}, aloneBits: 13, Validate: validAdoszam, checked: true,
			Labels:    []string{"adószám", "adoszam", "adószáma", "tax number", "vat", "áfa"},
			Guarantee: "X",
			Authority: "NAV, 2017. évi CL. törvény: eight digits, weights 9 7 3 1, the kind of taxpayer, the county",
			Match:     []string{"adószám: «12892312-2-42»", "«12892312-2-42»"},
			NoMatch:   []string{"adószám 12892313-2-42", "12892312-9-42"},
		},
		{
			Name: "hu_personal_id", Entity: "HU_PERSONAL_ID", Bits: 8, LabelBits: 10,
			forms: []string{"9 999999 9999"}, Validate: validSzemelyi,
			Labels:    []string{"személyi azonosító", "szemelyi azonosito", "személyi szám", "szemelyi szam", "személyi azonosító jel", "személyazonosító", "personal id"},
			Guarantee: "X",
			Authority: "1996. évi XX. törvény: kind, day of birth, serial, a check digit over the places modulo 11, from the other end since 1997",
			Match:     []string{"személyi azonosító: «1 850102 0015»", "személyi szám «18501020015»"},
			NoMatch:   []string{"személyi szám 18501020018", "id 18501020015"},
		},
	}))
}

func validRodne(s string) bool {
	x := numeralOf(s)
	month := x.num(2, 4)
	if month > 50 {
		month -= 50
	}
	if year := x.num(0, 2); x.n == 10 && month > 20 && year >= 4 && year < 54 { // § 13 (6): since 2004
		month -= 20
	}
	if !realDay(0, month, x.num(4, 6)) {
		return false
	}
	if x.n == 9 {
		return x.num(0, 2) < 54
	}
	n := x.num(0, 9) % 11 % 10
	return n == x.at(9)
}

func validICO(s string) bool {
	x := numeralOf(s)
	check := (11 - x.sum(8, 7, 6, 5, 4, 3, 2)%11) % 11
	if check == 0 {
		check = 1
	}
	return check%10 == x.at(7)
}

func validSlovakDIC(s string) bool {
	x := numeralOf(s)
	return x.c[0] != '0' && x.num(0, 10)%11 == 0
}

func validTAJ(s string) bool {
	x := numeralOf(s)
	return x.sum(3, 7, 3, 7, 3, 7, 3, 7)%10 == x.at(8)
}

func validAdoazonosito(s string) bool {
	x := numeralOf(s)
	return x.c[0] == '8' && x.sum(1, 2, 3, 4, 5, 6, 7, 8, 9)%11 == x.at(9)
}

func validAdoszam(s string) bool {
	x := numeralOf(s)
	county := x.num(9, 11)
	return x.sum(9, 7, 3, 1, 9, 7, 3, 1)%10 == 0 && x.at(8) >= 1 && x.at(8) <= 5 && (county >= 2 && county <= 44 || county == 51)
}

func validSzemelyi(s string) bool {
	x := numeralOf(s)
	return x.c[0] != '0' && realDay(0, x.num(3, 5), x.num(5, 7)) &&
		(x.sum(10, 9, 8, 7, 6, 5, 4, 3, 2, 1)%11 == x.at(10) || x.sum(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)%11 == x.at(10))
}
