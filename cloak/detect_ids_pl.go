package cloak

// Numbers that Polish authorities give out.

func polishIDs() []Detector {
	return european("PL", []Detector{
		{
			Name: "pl_pesel", Entity: "PL_PESEL", Bits: 7, LabelBits: 10,
			forms: []string{"99999999999"}, Validate: validPESEL, checked: true,
			Labels:    []string{"pesel", "numer pesel", "nr pesel", "ewidencyjny", "numer ewidencyjny", "national id"},
			Guarantee: "X",
			Authority: "MSWiA, ustawa o ewidencji ludności art. 15: day of birth, the month 20 higher for each century, serial, weights 1 3 7 9",
			Match:     []string{"PESEL «44051401458»", "pesel: «02070803628»,"},
			NoMatch:   []string{"PESEL 44051401459", "PESEL 85040812345", "id 44051401458"},
		},
		{
			Name: "pl_nip", Entity: "PL_NIP", Bits: 6, LabelBits: 10,
			forms: []string{"999 999 99 99", "999 99 99 999"}, Validate: validNIP,
			Labels:    []string{"nip", "numer nip", "nr nip", "identyfikacji podatkowej", "numer identyfikacji podatkowej", "podatnik", "tax id", "tax number"},
			Guarantee: "X",
			Authority: "Ministerstwo Finansów, ustawa o NIP: weights 6 5 7 2 3 4 5 6 7 modulo 11",
			Match:     []string{"NIP «856-734-62-15»", "NIP: «8567346215»"},
			NoMatch:   []string{"NIP 8567346216", "nr 8567346215"},
		},
		{
			Name: "pl_regon", Entity: "PL_REGON", Bits: 5, LabelBits: 10,
			forms: []string{"999999999", "99999999999999", "999 999 999"}, Validate: validREGON,
			Labels:    []string{"regon", "numer regon", "nr regon"},
			Guarantee: "X",
			Authority: "GUS, rozporządzenie RM z 30.11.2015: weights 8 9 2 3 4 5 6 7, for fourteen digits 2 4 8 5 0 9 7 3 6 1 2 4 8, modulo 11",
			Match:     []string{"REGON «192598184»", "regon «12345678512347»"},
			NoMatch:   []string{"REGON 192598183", "id 192598184"},
		},
		{
			Name: "pl_id_card", Entity: "PL_ID_CARD", Bits: 6, LabelBits: 10,
			forms: []string{"AAA 999999"}, Validate: validDowod, checked: true,
			Labels:    cardLabels("dowód osobisty", "dowod osobisty", "dowodu osobistego", "dowód", "dowodu", "seria i numer dowodu", "nr dowodu", "numer dowodu"),
			Reserved:  []string{`QDE[0-9]{6}`},
			Guarantee: "X",
			Authority: "MSWiA, ustawa o dowodach osobistych: three letters, a check digit, five digits; weights 7 3 1 9 7 3 1 7 3",
			Match:     []string{"dowód osobisty «ABA300000»", "nr dowodu: «ABS 123456»"},
			NoMatch:   []string{"dowód ABA400000", "part ABA300000"},
		},
		{
			Name: "pl_passport", Entity: "PASSPORT", Bits: 6, LabelBits: 10,
			forms: []string{"AA 9999999"}, Validate: validPolishPassport, checked: true,
			Labels:    passportWords("paszport", "numer paszportu", "nr paszportu", "paszportu"),
			Guarantee: "X",
			Authority: "MSWiA, ustawa o dokumentach paszportowych: two letters, a check digit, six digits; weights 7 3 9 1 7 3 1 7 3",
			Match:     []string{"paszport «ZS0000177»", "paszportu nr «ZS 0000177»"},
			NoMatch:   []string{"paszport ZS1000177", "part ZS0000177"},
		},
		{
			Name: "pl_driver_license", Entity: "DRIVER_LICENSE", Bits: 6, LabelBits: 9,
			forms:     []string{"99999/99/9999"},
			Labels:    licenceLabels("prawo jazdy", "prawa jazdy", "nr prawa jazdy"),
			Authority: "CEPiK: serial, year, county",
			Match:     []string{"prawo jazdy nr «00060/12/0401»"},
			NoMatch:   []string{"strona 00060/12/0401"},
		},
	})
}

func validPESEL(s string) bool {
	x := numeralOf(s)
	return x.sum(1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1)%10 == 0 && realDay(0, x.num(2, 4)%20, x.num(4, 6))
}

func validNIP(s string) bool {
	x := numeralOf(s)
	return x.c[0] != '0' && x.sum(6, 5, 7, 2, 3, 4, 5, 6, 7)%11 == x.at(9)
}

func validREGON(s string) bool {
	x := numeralOf(s)
	return x.sum(8, 9, 2, 3, 4, 5, 6, 7)%11%10 == x.at(8) &&
		(x.n == 9 || x.sum(2, 4, 8, 5, 0, 9, 7, 3, 6, 1, 2, 4, 8)%11%10 == x.at(13))
}

func validDowod(s string) bool {
	x := numeralOf(s)
	return separate(s) && x.sum(7, 3, 1, 0, 7, 3, 1, 7, 3)%10 == x.at(3)
}

func validPolishPassport(s string) bool {
	x := numeralOf(s)
	return separate(s) && x.sum(7, 3, 0, 1, 7, 3, 1, 7, 3)%10 == x.at(2)
}
