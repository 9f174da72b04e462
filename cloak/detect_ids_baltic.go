package cloak

import "slices"

// Numbers that the authorities of Estonia, Latvia and Lithuania give out.

func balticIDs() []Detector {
	return slices.Concat(european("EE", []Detector{{
		Name: "ee_isikukood", Entity: "EE_ISIKUKOOD", Bits: 8, LabelBits: 10,
		forms: []string{"99999999999"}, Validate: validIsikukood,
		Labels:    []string{"isikukood", "ik", "isikukoodi", "personal code", "personal identification code", "national id", "id code", "isiku kood"},
		Guarantee: "X",
		Authority: "Siseministeerium, EVS 585: sex and century, day of birth, serial, weights 1 to 9 and 1, or 3 to 9 and 1 2 3, modulo 11",
		Match:     []string{"isikukood «36805280109»", "isikukood: «37605030299»"},
		NoMatch:   []string{"isikukood 36805280108", "isikukood 36813280109", "id 36805280109"},
	}}), european("LT", []Detector{{
		Name: "lt_asmens_kodas", Entity: "LT_ASMENS_KODAS", Bits: 8, LabelBits: 10,
		forms: []string{"99999999999"}, Validate: validIsikukood,
		Labels:    []string{"asmens kodas", "asmens kodą", "a k", "asmens kodo", "personal code"},
		Guarantee: "X",
		Authority: "Registrų centras, Gyventojų registro įstatymas: as Estonia's",
		Match:     []string{"asmens kodas «33309240064»", "A.K. «33309240064»"},
		NoMatch:   []string{"asmens kodas 33309240164", "id 33309240064"},
	}}), european("LV", []Detector{{
		Name: "lv_personas_kods", Entity: "LV_PERSONAS_KODS", Bits: 8, LabelBits: 10,
		forms: []string{"999999 99999"}, alone: []string{"999999-99999"}, aloneBits: 14, Validate: validPersonasKods, sure: sureLatvian, checked: true,
		Labels:    []string{"personas kods", "personas kodu", "personas koda", "p k", "personal code", "pk"},
		Guarantee: "X",
		Authority: "PMLP, Fizisko personu reģistra likums: day of birth, century, serial, 1101 less the sum over weights 1 6 3 7 9 10 5 8 4 2 modulo 11; since 2017 from 32 on, without a day",
		Match:     []string{"personas kods «161175-19997»", "p.k. «161175-19997»", "personas kods: «32673200679»", "«161175-19997»"},
		NoMatch:   []string{"personas kods 161375-19997", "personas kods 161175-19998", "id 16117519997"},
	}}))
}

// validIsikukood is for eleven digits of Estonia and Lithuania.
func validIsikukood(s string) bool {
	x := numeralOf(s)
	if x.c[0] == '9' { // Lithuania's, of who had no day of birth
		return x.check11()
	}
	return x.c[0] != '0' && realDay(0, x.num(3, 5), x.num(5, 7)) && x.check11()
}

func (x *numeral) check11() bool {
	return x.twice([]int{1, 2, 3, 4, 5, 6, 7, 8, 9, 1}, []int{3, 4, 5, 6, 7, 8, 9, 1, 2, 3}) == x.at(10)
}

func validPersonasKods(s string) bool {
	x := numeralOf(s)
	if x.c[0] == '3' && x.c[1] >= '2' {
		return true
	}
	return x.validLatvian()
}

// sureLatvian asks for a day of birth and the check digit.
func sureLatvian(s string) bool {
	x := numeralOf(s)
	return x.validLatvian()
}

func (x *numeral) validLatvian() bool {
	return x.c[6] <= '2' && realDay(0, x.num(2, 4), x.num(0, 2)) && (1+x.sum(10, 5, 8, 4, 2, 1, 6, 3, 7, 9))%11%10 == x.at(10)
}
