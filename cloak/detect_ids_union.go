package cloak

// Numbers of one form in all of the European Union: value added tax, and the
// documents of the states that have no check digit of their own.

func unionIDs() []Detector {
	return european("", []Detector{
		{
			Name: "eu_vat", Entity: "EU_VAT", Bits: 6, LabelBits: 9,
			forms: []string{
				"AA 999 999 99", "AA 9999 9999", "AA 9999999 9", "AA 999 999 999", "AA 9999 999 999", "AA 999 999 99 99", "AA 99 999 999 999", "AA 9999 9999 999", "AA 999999 9999 99", "AA 999 999 999 999", "AA 99999 99999",
				"AAA 99 999 999", "AAA 999 999 99", "AA XX 999 999 999", "AA A 99 999 99X", "AA A9999999X", "AA 99 999 999A", "AA 9999999AA", "AA 9A99999A", "AA 9999999 A", "AA 999999999 A99", "AA 9999 99 999 A 99",
				"AA9999999", "AA999999",
			},
			alone: []string{
				"AA99999999", "AA999999999", "AA9999999999", "AA99999999999", "AA999999999999", "AAA99999999", "AA9A999999999", "AAA9999999999", "AAAA999999999", "AAA9999999X", "AA99999999A", "AA9999999A", "AA9999999AA", "AA999999999A99",
			},
			aloneBits: 13, Validate: validVAT, checked: true,
			Labels: vatLabels(
				"tva", "n tva", "tva intracommunautaire", "btw", "btw nummer", "btw nr", "iva", "nif iva", "partita iva", "p iva", "moms", "momsnr", "momsregistreringsnummer", "alv", "dph", "dič", "dic", "ič dph", "ddv", "pdv",
				"nip", "vat ue", "vat eu", "áfa", "közösségi adószám", "tva ro", "cif", "pvn", "pvm", "kmkr", "käibemaks", "φπα", "αφμ", "ддс", "ust", "ust idnr", "ust id", "uid nr", "uid nummer", "umsatzsteuer", "oib",
				"intracommunautaire", "intracomunitario", "vat id nr", "european vat", "eu vat",
			),
			Reserved:  []string{`(?:DK|FI|HU|LU|MT|SI|CZ|RO|BG)[0-9]04098[0-9]{2}`, `(?:EE|EL|PT|LT|CZ|BG|RO)[0-9]04098[0-9]{3}`, `(?:BE|PL|SK|BG|CZ|RO)[0-9]04098[0-9]{4}`, `(?:IT|HR|LV|FR)[0-9]04098[0-9]{5}`, `(?:LT|SE|RO)[0-9]04098[0-9]{6}`, `ATU[0-9]04098[0-9]{2}`, `IE[0-9]04098[0-9][A-W]`, `CY[0-9]04098[0-9]{2}[A-Z]`},
			Guarantee: "X",
			Authority: "European Commission, VIES, Council Directive 2006/112/EC art. 214 and 215: the state's code and its own number, with its check digit",
			Match: []string{
				"VAT: «ATU13585627»", "TVA «FR 40 303 265 045»", "«FR40303265045»", "BTW «NL004495445B01»", "«IT00743110157» on the invoice", "VAT no «PL 856-734-62-15»", "«ESJ99216582»", "ALV «FI20774740»", "VAT «IE6433435F»",
				"VAT «BE 0403.019.261»", "VAT «EL094259216»", "PVM «LT100001919017»", "VAT «CY10259033P»", "moms «SE556703748501»", "VAT «MT11679112»", "VAT «LU15027442»", "VAT «SI50223054»", "VAT «LV40003521600»",
			},
			NoMatch: []string{"VAT FR41303265045", "VAT XX13585628", "build AT13585627", "it 00743110157", "FE13585628", "DK135856281"},
			Gaps:    []string{"FR 40 303 265 045 without a label"},
		},
		{
			Name: "eu_passport", Entity: "PASSPORT", Bits: 4, LabelBits: 10,
			forms: []string{"A9999999", "A999999", "A99999999", "AA999999", "AA9999999", "AAA999999", "9999999", "99999999", "999999999"},
			Labels: passportWords(
				"cestovní pas", "cestovného pasu", "cestovný pas", "číslo pasu", "cislo pasu", "útlevél", "utlevel", "útlevélszám", "paşaport", "pașaport", "pasaport", "putovnica", "putovnice", "potni list", "pasoš", "pasos", "пасош",
				"паспорт", "международен паспорт", "διαβατήριο", "διαβατηρίου", "pass", "passnummer", "passnr", "pass nr", "passi", "passin numero", "vegabréf", "vegabréfsnúmer", "pasfoto nr", "pasnummer", "pas nr", "pass number",
				"reisepass", "passaporte", "número de passaporte", "passeport", "paspoort", "pase", "pases numurs", "pasas", "paso numeris", "passaport", "passeportnummer", "reisipass",
			),
			Authority: "Council, PRADO, Regulation (EC) 2252/2004; ICAO 9303-4: up to nine letters and digits, without a check digit of their own",
			Match:     []string{"passport «A1234567»", "útlevél: «BA1234567»", "cestovní pas č. «12345678»", "διαβατήριο «AE1234567»", "pasaport «12345678»"},
			NoMatch:   []string{"passport 123456", "A1234567", "passport-jwt 4.0.0", "passport ABCDEFGHI"},
		},
		{
			Name: "eu_driver_license", Entity: "DRIVER_LICENSE", Bits: 4, LabelBits: 9,
			forms: []string{"AA999999", "AA 999999", "99999999", "999999999", "9999999999", "99 99 999999", "99 99 999999 9", "A 9999999 9", "AA 9999999 9", "A99999999A", "AA999999A", "999999999999", "AA9999999"}, Validate: separate,
			Labels: licenceLabels(
				"carta de condução", "carta de conducao", "permiso de conducir", "carné de conducir", "carnet de conducir", "körkort", "körkortsnummer", "korkort", "førerkort", "førerkortnummer", "kørekort", "kørekortnummer", "ajokortti",
				"ajokortin numero", "ökuskírteini", "rijbewijs", "permis de conduire", "permis de conducere", "permisul de conducere", "vozačka dozvola", "vozacka dozvola", "vozniško dovoljenje", "возачка дозвола", "vodičský preukaz",
				"řidičský průkaz", "ridicsky prukaz", "řidičského průkazu", "jogosítvány", "vezetői engedély", "шофьорска книжка", "удостоверение", "удостоверения", "ву",
				"посвідчення водія", "δίπλωμα οδήγησης", "άδεια οδήγησης", "juhiluba", "vadītāja apliecība", "vairuotojo pažymėjimas", "liċenzja tas sewqan", "führerschein", "führerausweis", "führerscheinnummer", "patente",
			),
			Authority: "Directive 2006/126/EC annex I, field 5: the state's own number",
			Match:     []string{"körkort «12345678»", "řidičský průkaz «EF123456»", "førerkort «62 06 101067 1»", "carta de condução «L-1234567 8»", "водительское удостоверение «99 12 345678»", "kørekort: «21341234»"},
			NoMatch:   []string{"körkort 1234567", "EF123456", "driver license no 12345"},
		},
		{
			Name: "eu_id_card", Entity: "ID_CARD", Bits: 4, LabelBits: 10,
			forms: []string{"AA999999", "AA 999999", "999999AA", "999999999", "99999999", "AA9999999", "A9999999", "9999999"}, Validate: separate,
			Labels: cardLabels(
				"občanský průkaz", "obcansky prukaz", "občanského průkazu", "op č", "občiansky preukaz", "obciansky preukaz", "személyi igazolvány", "szemelyi igazolvany", "személyi igazolványszám", "személyi ig", "buletin",
				"carte de identitate", "carte identitate", "cartea de identitate", "seria ci", "c i seria", "ci seria", "seria și nr", "osobna iskaznica", "osobne iskaznice", "lična karta", "licna karta", "lične karte", "лична карта",
				"лична карта номер", "osebna izkaznica", "osebne izkaznice", "isikutunnistus", "id kaart", "personas apliecība", "asmens tapatybės kortelė", "atk", "henkilökortti", "nationellt id kort", "nafnskírteini",
				"personalausweis", "identitätskarte", "carte d identité", "carta d identità", "bilhete de identidade", "документ за самоличност", "πολιτική ταυτότητα", "δελτίο ταυτότητας", "kimlik",
			),
			Authority: "Regulation (EU) 2019/1157, PRADO: the state's own number of its identity card",
			Match:     []string{"občanský průkaz č. «123456789»", "személyi igazolvány: «123456AB»", "carte de identitate seria «RX 123456»", "лична карта «641234567»", "isikutunnistus «AS1053628»", "asmens tapatybės kortelė «12345678»"},
			NoMatch:   []string{"id card 12345", "RX 123456", "identity card for 123456"},
		},
		{
			Name: "eu_plate", Entity: "LICENSE_PLATE", Bits: 4, LabelBits: 10,
			forms: []string{
				"AA 999 AA", "999 AAA 99", "9999 AA 99", "9999 AAA", "AAA 9999", "AAA 999", "AA 99 AA", "99 AA 99", "99 99 AA", "AA 99 99", "A 999 AA", "AA 999 A", "99 AAA 9", "9 AAA 99", "9 AAA 999", "AAA 99 A", "AA 99999",
				"AA 9999 A", "9A9 9999", "AA AA 999", "A 99 AAA", "A 999 AAA", "AA 99 AAA", "AA 9999 AA", "A 9999 AA", "A 99999 A", "A 9999 A", "A 999 A", "AA 9999", "AA 999999", "AAA 99A", "AA 99 999", "999 AAA", "A999AA99", "A999AA999",
				"A 9999 AAA", "A 99999", "AAA 999AA", "AA 999AA", "99 AAA 99",
			},
			Validate:  validPlate,
			Labels:    plateWords(),
			Authority: "Vienna Convention on Road Traffic 1968, art. 36 and annex 2; the states' own forms",
			Match: []string{
				"immatriculation «AB-123-CD»", "matrícula «1234 BCD»", "targa «AB 123 CD»", "kenteken «12-ABC-3»", "rendszám: «ABC-123»", "SPZ «1A2 3456»", "license plate «B 12 ABC»", "reg.nr «ABC 12D»", "nr rej. «WX 12345»",
				"госномер «A123BC77»", "Kennzeichen «W-12345 A»",
			},
			NoMatch:   []string{"AB-123-CD", "license plate for 123", "plate number 12345", "matricula abc 123"},
			Disguised: []string{"госномер «А123ВС77»"},
		},
	})
}

// validPlate takes blanks and dashes between the parts, and letters in one case:
// what is encoded in letters and digits has both, and strokes.
func validPlate(s string) bool {
	small, large := false, false
	for i := range len(s) {
		if s[i] == '/' || s[i] == '.' {
			return false
		}
		small, large = small || isLower(s[i]), large || isUpper(s[i])
	}
	return !(small && large) && separate(s)
}
