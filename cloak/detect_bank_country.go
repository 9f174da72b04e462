package cloak

import "strings"

// Accounts and branches of banks as a country writes them where it does not use an
// IBAN, or did not yet.

func countryBankDetectors() []Detector {
	return ids([]Detector{
		{
			Name: "au_bsb", Entity: "SORT_CODE", Locale: "AU", Class: Context, Bits: 5, LabelBits: 10,
			forms: []string{"999 999"}, Canonical: digitsOf,
			Labels:    []string{"bsb", "bsb no", "bsb number", "bank state branch"},
			Authority: "AusPayNet: two digits for the bank, one for the state, three for the branch",
			Match:     []string{"BSB «062-471» Acc 10471829", "bsb: «062471»", `{"bsbNumber":"«733-018»"}`},
			NoMatch:   []string{"BSB 062-4711", "lot 062-471"},
		},
		{
			Name: "de_blz", Entity: "SORT_CODE", Locale: "DE", Class: Context, Bits: 5, LabelBits: 10,
			forms: []string{"999 999 99"}, Validate: func(s string) bool { return s[0] != '0' && s[0] != '9' }, Canonical: digitsOf,
			Labels:    []string{"blz", "bankleitzahl", "bank code", "bankcode"},
			Authority: "Deutsche Bundesbank, Merkblatt Bankleitzahlendatei: eight digits, the first one of 1 to 8",
			Match:     []string{"BLZ «60050101»", "Bankleitzahl: «600 501 01»"},
			NoMatch:   []string{"BLZ 0600501", "BLZ 960050101", "Blatt 60050101"},
		},
		{
			Name: "in_ifsc", Entity: "SORT_CODE", Locale: "IN", Class: Context, Bits: 6, LabelBits: 10,
			forms:     []string{"AAAA0XXXXXX"},
			Labels:    []string{"ifsc", "ifsc code", "rtgs", "neft", "imps", "आईएफएससी"},
			Authority: "Reserve Bank of India: four letters for the bank, a zero, six letters or digits for the branch",
			Match:     []string{"IFSC «HDFC0004471», A/c", "ifsc_code=«SBIN0000691»", "NEFT to «UTIB0CCH274»"},
			NoMatch:   []string{"IFSC HDFC1004471", "IFSC HDFC000447", "part HDFC0004471"},
		},
		{
			Name: "ar_cbu", Entity: "BANK_ACCOUNT", Locale: "AR", Class: Context, Bits: 8, LabelBits: 10,
			forms: []string{"99999999 99999999999999"}, Validate: validCBU, checked: true, Canonical: digitsOf,
			Labels:    []string{"cbu", "c b u", "cvu", "clave bancaria uniforme", "clave virtual uniforme", "clave bancaria"},
			Authority: "Banco Central de la República Argentina: two blocks, each with a digit by weights 7, 1, 3 and 9 modulus 10",
			Match:     []string{"CBU: «2850590940090418135201»", "CVU «0170099220000067797370»"},
			NoMatch:   []string{"CBU 2850590940090418135202", "ts 2850590940090418135201"},
		},
		{
			Name: "es_ccc", Entity: "BANK_ACCOUNT", Locale: "ES", Class: Context, Bits: 9, LabelBits: 10,
			forms: []string{"9999 9999 99 9999999999"}, Validate: validCCC, checked: true, Canonical: digitsOf,
			Labels:    []string{"ccc", "cuenta", "cuenta corriente", "cuenta bancaria", "número de cuenta", "nº de cuenta", "código cuenta cliente", "domiciliación"},
			Authority: "Banco de España: bank and branch, two check digits modulus 11, ten digits",
			Match:     []string{"cuenta corriente «2100 0418 45 0200051332»", "CCC: «21000418450200051332»"},
			NoMatch:   []string{"cuenta 2100 0418 46 0200051332 no", "id 21000418450200051332"},
		},
		{
			Name: "pl_nrb", Entity: "BANK_ACCOUNT", Locale: "PL", Class: Context, Bits: 10, LabelBits: 10,
			forms: []string{"99 9999 9999 9999 9999 9999 9999"}, Validate: validNRB, checked: true, Canonical: digitsOf,
			Labels:    []string{"nrb", "numer rachunku", "nr rachunku", "rachunek", "rachunku", "numer konta", "nr konta", "konto", "konta", "przelew", "przelewu", "przelewy"},
			Authority: "Narodowy Bank Polski: the digits of an IBAN behind PL, modulus 97",
			Match:     []string{"nr rachunku «61 1090 1014 0000 0712 1981 2874»", "konto: «61109010140000071219812874»"},
			NoMatch:   []string{"nr rachunku 62 1090 1014 0000 0712 1981 2874", "id 61109010140000071219812874"},
		},
		{
			Name: "hu_account", Entity: "BANK_ACCOUNT", Locale: "HU", Class: Context, Bits: 8, LabelBits: 10,
			forms: []string{"99999999 99999999", "99999999 99999999 99999999"}, Validate: validGIRO, Canonical: digitsOf,
			Labels:    []string{"bankszámlaszám", "bankszamlaszam", "számlaszám", "szamlaszam", "számlaszáma", "bankszámla", "pénzforgalmi jelzőszám"},
			Authority: "Magyar Nemzeti Bank, GIRO: eight digits of bank and branch, the last one by weights 9, 7, 3 and 1 modulus 10, and the account's eight or sixteen",
			Match:     []string{"bankszámlaszám: «11773016-11111018-00000000»", "számlaszám «11773016-11111018»"},
			NoMatch:   []string{"számlaszám 11773017-11111018", "id 11773016-11111018-00000000"},
		},
		{
			Name: "ru_account", Entity: "BANK_ACCOUNT", Locale: "RU", Class: Context, Bits: 6, LabelBits: 10,
			forms: []string{"99999999999999999999", "99999 999 9 9999 9999999"}, Validate: func(s string) bool { return s[0] == '4' || s[0] == '3' }, Canonical: digitsOf,
			Labels:    []string{"р с", "р сч", "к с", "л с", "расчетный счет", "расчётный счёт", "расчетного счета", "лицевой счет", "лицевой счёт", "корр счет", "номер счета", "номер счёта", "счет", "счёт", "счета", "сч"},
			Authority: "Банк России, 579-П: twenty digits, those of a client begin with 4, of a bank with 3",
			Match:     []string{"р/с «40817810099910004312»", "Расчетный счет: «40702.810.4.0000.1234567»"},
			NoMatch:   []string{"счет 90817810099910004312", "id 40817810099910004312"},
		},
		{
			Name: "fr_rib", Entity: "BANK_ACCOUNT", Locale: "FR", Class: Context, Bits: 10, LabelBits: 10,
			forms: []string{"99999 99999 XXXXXXXXXXX 99"}, Validate: validRIB, checked: true, Canonical: canonIBAN,
			Labels:    []string{"rib", "r i b", "relevé d identité bancaire", "coordonnées bancaires", "compte bancaire", "compte", "clé rib"},
			Authority: "Comité français d'organisation et de normalisation bancaires: bank, branch, account, a key modulus 97",
			Match:     []string{"RIB : «30004 00817 00021047182 43»", "compte «20041010050500013M02606»"},
			NoMatch:   []string{"RIB 30004 00817 00021047182 44", "id 30004008170002104718243"},
		},
	})
}

// validCBU checks both blocks of a CBU: eight digits and fourteen.
func validCBU(s string) bool {
	var buf idBuf
	d := string(buf.compact(s))
	return (weightedSum(d[:7], 7, 1, 3, 9, 7, 1, 3)+int(d[7]-'0'))%10 == 0 &&
		(weightedSum(d[8:21], 3, 9, 7, 1, 3, 9, 7, 1, 3, 9, 7, 1, 3)+int(d[21]-'0'))%10 == 0
}

// validGIRO checks the digits of bank and branch.
func validGIRO(s string) bool { return weightedSum(s, 9, 7, 3, 1, 9, 7, 3, 1)%10 == 0 }

// validCCC computes both check digits of a CCC: of the bank and its branch, and of the
// account.
func validCCC(s string) bool {
	var buf idBuf
	d := string(buf.compact(s))
	return digitOfCCC(weightedSum(d[:8], 4, 8, 5, 10, 9, 7, 3, 6)) == d[8] && digitOfCCC(weightedSum(d[10:], 1, 2, 4, 8, 5, 10, 9, 7, 3, 6)) == d[9]
}

// validNRB is the check of an IBAN with PL in front.
func validNRB(s string) bool { return mod97(mod97(mod97(0, s[2:]), "PL"), s[:2]) == 1 }

// digitOfCCC is a check digit of a CCC.
func digitOfCCC(sum int) byte {
	n := 11 - sum%11
	if n > 9 { // 11 is written 0, and 10 is written 1
		n = 11 - n
	}
	return byte(n) + '0'
}

// validRIB computes the key of a RIB, in which letters count 1 to 9 and S is 2.
func validRIB(s string) bool {
	var buf idBuf
	r := 0
	for _, b := range buf.compact(s) {
		if isAlpha(b) {
			b = "12345678912345678923456789"[lower(b)-'a']
		}
		r = (r*10 + int(b-'0')) % 97
	}
	return r == 0 && !strings.HasPrefix(s, "00000")
}
