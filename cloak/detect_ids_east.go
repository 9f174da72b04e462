package cloak

import "slices"

// Numbers that Ukrainian and Russian authorities give out.

func easternIDs() []Detector {
	return slices.Concat(european("UA", []Detector{
		{
			Name: "ua_rnokpp", Entity: "UA_RNOKPP", Bits: 5, LabelBits: 10,
			forms: []string{"9999999999"}, Validate: validRNOKPP,
			Labels:    []string{"рнокпп", "іпн", "інн", "ідентифікаційний номер", "ідентифікаційний код", "податковий номер", "rnokpp", "ipn", "tax id", "tax number", "ukrainian tax number"},
			Guarantee: "X",
			Authority: "ДПС України, Податковий кодекс ст. 70: days since 1899, serial, weights -1 5 7 9 4 6 10 5 7 modulo 11",
			Match:     []string{"РНОКПП «1759013776»", "ІПН: «2530414071»"},
			NoMatch:   []string{"РНОКПП 1759013770", "id 1759013776"},
		},
		{
			Name: "ua_passport", Entity: "PASSPORT", Bits: 4, LabelBits: 10,
			forms: []string{"999999", "999999999", "AA999999", "99999999 99999"}, Validate: separate,
			Labels:    []string{"паспорт", "паспорта", "паспорт серія", "закордонний паспорт", "унзр", "id картка", "серія", "ukrainian passport"},
			Authority: "ДМС України: two letters and six digits; cards nine digits; abroad two Latin letters and six digits; the record (УНЗР) day of birth and five digits",
			Match:     []string{"паспорт АВ «123456» виданий", "паспорт № «001234567»", "закордонний паспорт «FA123456»", "УНЗР «19900515-01234»"},
			NoMatch:   []string{"паспорт 1234567", "АВ 123456"},
		},
		{
			Name: "ua_edrpou", Entity: "UA_EDRPOU", Bits: 5, LabelBits: 10,
			forms: []string{"99999999"}, Validate: validEDRPOU,
			Labels:    []string{"єдрпоу", "код єдрпоу", "едрпоу", "edrpou", "код егрпоу"},
			Authority: "Держстат, постанова 118 (1996): weights 1 to 7, or 7 1 2 3 4 5 6 between 30 and 60 million, two more if that leaves ten, modulo 11",
			Match:     []string{"ЄДРПОУ «32855961»"},
			NoMatch:   []string{"ЄДРПОУ 32855968", "id 32855961"},
		},
	}), european("RU", []Detector{
		{
			Name: "ru_inn", Entity: "RU_INN", Bits: 6, LabelBits: 10,
			forms: []string{"9999999999", "999999999999"}, Validate: validINN, checked: true, sure: func(s string) bool { return len(s) == 12 },
			Labels:    []string{"инн", "inn", "налогоплательщика", "russian tax id", "tax id"},
			Guarantee: "X",
			Authority: "ФНС России, приказ ММВ-7-6/435@: ten digits of a company, weights 2 4 10 3 5 9 4 6 8; twelve of a person, two check digits, modulo 11",
			Match:     []string{"ИНН «7707083893»", "ИНН: «500100732259»", "inn=«7707083893»"},
			NoMatch:   []string{"ИНН 7707083894", "id 7707083893"},
		},
		{
			Name: "ru_snils", Entity: "RU_SNILS", Bits: 8, LabelBits: 10,
			forms: []string{"999 999 999 99"}, alone: []string{"999-999-999 99", "999-999-999-99"}, aloneBits: 13, Validate: validSNILS, checked: true,
			Labels:    []string{"снилс", "snils", "страховой номер", "свидетельство", "страхования"},
			Guarantee: "X",
			Authority: "СФР, 27-ФЗ: nine digits, the sum over weights 9 to 1 modulo 101, 100 being 00",
			Match:     []string{"СНИЛС «112-233-445 95»", "снилс: «11223344595»", "«112-233-445 95»"},
			NoMatch:   []string{"СНИЛС 112-233-445 96", "id 11223344595"},
		},
		{
			Name: "ru_passport", Entity: "PASSPORT", Bits: 4, LabelBits: 10,
			forms:     []string{"99 99 999999", "99 9999999", "99 99 № 999999", "99 99 №999999", "99 99 номер 999999"},
			Labels:    []string{"паспорт", "паспорта", "паспортные данные", "серия и номер", "серия", "загранпаспорт", "passport", "russian passport"},
			Authority: "МВД России, постановление 828: series of four digits and six digits; abroad two and seven",
			Match:     []string{"паспорт «45 06 123456» выдан", "паспорт серия и номер «4506 123456»", "загранпаспорт «75 1234567»", "паспорт серия «45 08 № 471829»", "паспорт: серия «4508 номер 471829»"},
			NoMatch:   []string{"паспорт 45 06 12345", "4506 123456"},
		},
		{
			Name: "ru_ogrn", Entity: "RU_OGRN", Bits: 6, LabelBits: 10,
			forms: []string{"9999999999999", "999999999999999"}, Validate: validOGRN,
			Labels:    []string{"огрн", "огрнип", "ogrn", "ogrnip"},
			Guarantee: "X",
			Authority: "ФНС России, приказ 165н: thirteen digits modulo 11, fifteen of a trader modulo 13",
			Match:     []string{"ОГРН «1027700132195»", "ОГРНИП: «304500116000157»"},
			NoMatch:   []string{"ОГРН 1027700132194", "ts 1027700132195"},
		},
	}))
}

func validRNOKPP(s string) bool {
	x := numeralOf(s)
	return (x.sum(-1, 5, 7, 9, 4, 6, 10, 5, 7)+11)%11%10 == x.at(9)
}

func validEDRPOU(s string) bool {
	x := numeralOf(s)
	a, b := []int{1, 2, 3, 4, 5, 6, 7}, []int{3, 4, 5, 6, 7, 8, 9}
	if n := x.num(0, 8); n >= 30_000_000 && n <= 60_000_000 {
		a, b = []int{7, 1, 2, 3, 4, 5, 6}, []int{9, 3, 4, 5, 6, 7, 8}
	}
	return x.twice(a, b) == x.at(7)
}

func validINN(s string) bool {
	x := numeralOf(s)
	if x.num(0, 2) == 0 {
		return false
	}
	if x.n == 10 {
		return x.sum(2, 4, 10, 3, 5, 9, 4, 6, 8)%11%10 == x.at(9)
	}
	return x.sum(7, 2, 4, 10, 3, 5, 9, 4, 6, 8)%11%10 == x.at(10) && x.sum(3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8)%11%10 == x.at(11)
}

func validSNILS(s string) bool {
	x := numeralOf(s)
	return x.sum(9, 8, 7, 6, 5, 4, 3, 2, 1)%101%100 == x.num(9, 11)
}

func validOGRN(s string) bool {
	x := numeralOf(s)
	if x.n == 13 {
		return x.num(0, 12)%11%10 == x.at(12) && x.c[0] != '0'
	}
	return x.num(0, 14)%13%10 == x.at(14) && (x.c[0] == '3' || x.c[0] == '4')
}
