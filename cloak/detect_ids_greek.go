package cloak

import "slices"

// Numbers that the authorities of Greece, Cyprus and Malta give out.

func greekIDs() []Detector {
	return slices.Concat(european("GR", []Detector{
		{
			Name: "gr_amka", Entity: "GR_AMKA", Bits: 8, LabelBits: 10,
			forms: []string{"999999 99999"}, Validate: validAMKA, checked: true,
			Labels:    []string{"αμκα", "amka", "α μ κ α", "κοινωνικής ασφάλισης", "social security"},
			Guarantee: "X",
			Authority: "ΗΔΙΚΑ, ν. 3655/2008: day of birth, serial, Luhn",
			Match:     []string{"ΑΜΚΑ: «01013099997»", "AMKA «01013099997»"},
			NoMatch:   []string{"ΑΜΚΑ 01013099998", "ΑΜΚΑ 01133099997", "id 01013099997"},
		},
		{
			Name: "gr_afm", Entity: "GR_AFM", Bits: 5, LabelBits: 10,
			forms: []string{"999999999", "999 999 999"}, Validate: func(s string) bool { x := numeralOf(s); return x.validAFM() },
			Labels:    []string{"αφμ", "afm", "α φ μ", "a f m", "φορολογικού μητρώου", "tax id", "tax number", "tin"},
			Guarantee: "X",
			Authority: "ΑΑΔΕ, ν. 4174/2013: eight digits, weights 256 to 2 modulo 11",
			Match:     []string{"ΑΦΜ «094259216»", "Α.Φ.Μ.: «094259216»", "AFM «094 259 216»"},
			NoMatch:   []string{"ΑΦΜ 094259217", "id 094259216"},
		},
		{
			Name: "gr_id_card", Entity: "GR_ID_CARD", Bits: 4, LabelBits: 10,
			forms: []string{"AA 999999", "A 999999", "999999"}, Validate: separate,
			Labels:    []string{"αδτ", "adt", "α δ τ", "δελτίο ταυτότητας", "αριθμός ταυτότητας", "δελτίου ταυτότητας", "ταυτότητα", "ταυτότητας", "αρ ταυτότητας", "greek id"},
			Authority: "Υπουργείο Προστασίας του Πολίτη: one or two letters that both alphabets have, and six digits",
			Match:     []string{"ΑΔΤ: «AB 123456»", "ADT «X123456»"},
			NoMatch:   []string{"ΑΔΤ ABC123456", "AB 123456"},
		},
	}), european("CY", []Detector{{
		Name: "cy_tic", Entity: "CY_TIC", Bits: 6, LabelBits: 10,
		forms: []string{"99999999 A"}, Validate: validTIC, checked: true,
		Labels:    []string{"tic", "αφτ", "tax identification code", "tin", "tax id", "φπα", "vat", "φορολογικής ταυτότητας"},
		Guarantee: "X",
		Authority: "Τμήμα Φορολογίας, TIN Cyprus, European Commission: eight digits and a letter over these, the odd ones by a table",
		Match:     []string{"TIC «10259033P»", "tax identification code: «00123123T»"},
		NoMatch:   []string{"TIC 10259033Z", "ref 10259033P"},
	}}), european("MT", []Detector{{
		Name: "mt_id_card", Entity: "MT_ID_CARD", Bits: 4, LabelBits: 10,
		forms: []string{"9999999 A", "999999 A", "99999 A"}, Validate: validMaltese,
		Labels:    cardLabels("karta tal identità", "karta tal identita", "karta ta l identità", "karta", "maltese id", "id no malta", "identity number"),
		Authority: "Identità, TIN Malta, European Commission: up to seven digits and one of M G A P L H B Z",
		Match:     []string{"Karta tal-Identità «0123456M»", "identity card «98765 G»"},
		NoMatch:   []string{"identity card 0123456K", "0123456M"},
	}}))
}

func validAMKA(s string) bool {
	x := numeralOf(s)
	return realDay(0, x.num(2, 4), x.num(0, 2)) && x.luhn36()
}

func (x *numeral) validAFM() bool {
	return x.sum(256, 128, 64, 32, 16, 8, 4, 2)%11%10 == x.at(8)
}

func validTIC(s string) bool {
	x := numeralOf(s)
	return x.validTIC()
}

func (x *numeral) validTIC() bool {
	sum := 0
	for i := range 8 {
		if v := x.at(i); i%2 == 0 {
			sum += [10]int{1, 0, 5, 7, 9, 13, 15, 17, 19, 21}[v]
		} else {
			sum += v
		}
	}
	return !(x.c[0] == '1' && x.c[1] == '2') && byte('A'+sum%26) == x.c[8]
}

func validMaltese(s string) bool {
	switch upper(s[len(s)-1]) {
	case 'M', 'G', 'A', 'P', 'L', 'H', 'B', 'Z':
		return !hasBlank(s) || isUpper(s[len(s)-1])
	}
	return false
}
