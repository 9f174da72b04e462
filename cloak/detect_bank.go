package cloak

import "strings"

// Numbers of banks and cards that are no IBAN and no card number.

func bankDetectors() []Detector {
	return ids([]Detector{
		{
			Name: "bic", Entity: "BIC", Class: Context, Bits: 5, LabelBits: 9,
			forms: []string{"AAAA AA XX", "AAAA AA XX XXX"}, Validate: validBIC,
			Canonical: canonIBAN,
			Labels:    []string{"bic", "swift", "swift code", "iban", "bankverbindung", "bank identifier"},
			Authority: "ISO 9362: four letters, a country of ISO 3166-1, two characters for the place, maybe three for a branch; written in capitals",
			Match:     []string{"BIC: «COBADEFFXXX»", "SWIFT «DEUTDEFF500»", "swiftCode=«NEDSZAJJ»,", "BIC «MARK DE FF»"},
			NoMatch:   []string{"BIC REQUIRED", "BIC - BRANCH INDIRECT ON CONDITION", "swift function", "SWIFT ABSTRACT", "DEUTDEFF", "bic deutdeff", "BIC DEUTXXFF", "BIC DEUTDEFF5"},
		},
		{
			Name: "bank_account_local", Entity: "BANK_ACCOUNT", Class: Context, Bits: 4, LabelBits: 10, AgainstBits: 8,
			forms: []string{
				"9999999", "99999999", "999999999", "9999999999", "99999999999", "999999999999", "9999999999999", "99999999999999", "999 999999 99999", "99 9999 9999", "999 9999999",
			},
			Canonical: digitsOf,
			Labels: []string{
				"konto", "kontonummer", "konto nr", "kontonr", "compte", "compte bancaire", "cuenta", "cuenta bancaria", "conto corrente", "rekening", "rekeningnummer", "kontonummer",
				"tilinumero", "hesap no", "nomor rekening", "口座番号", "银行账号", "銀行帳號", "账号", "帳號", "계좌번호", "계좌", "เลขที่บัญชี", "खाता",
			},
			Against:   []string{"benutzerkonto", "twitter", "github", "azure", "aws"},
			Authority: "banks' own numbers, seven to fourteen digits; no rule holds for all",
			Match:     []string{"Konto «4471920883»", "口座番号：«1234567»", "계좌번호 «110-123456-78901» 입니다", "Kontonummer: «532013000»", "银行账号 «62220212345678»"},
			NoMatch:   []string{"Konto 12345", "order 4471920883", "konto x4471920883"},
		},
		{
			Name: "bank_sort_code", Entity: "SORT_CODE", Class: Context, Bits: 4, LabelBits: 10,
			forms: []string{"99 99 99"}, fits: fitsSortCode, // many lines say sort
			Canonical: digitsOf,
			Labels:    []string{"sort code", "sortcode", "bank sort"},
			Authority: "Pay.UK: six digits in pairs",
			Match:     []string{"sort code «60-16-13»", "sortCode: «601613»"},
			NoMatch:   []string{"12-30-45", "sort code 60-16-133", "sort 60-16-13"},
		},
		{
			Name: "card_cvv", Entity: "CARD_CVV", Class: Context, Bits: 3, LabelBits: 11,
			Pattern: `[0-9]{3,4}`, scan: scanCVV,
			Labels: []string{
				"cvv", "cvc", "csc code", "card security", "security code", "card code", "cvn", "kartenprüfnummer", "kartenpruefnummer", "cryptogramme", "código de seguridad",
				"codigo de seguridad", "codice di sicurezza", "セキュリティコード", "安全码", "安全碼",
			},
			Authority: "ISO/IEC 7813: three digits, or four on an American Express card",
			Match:     []string{"cvv: «123»", "{\"cvc\":\"«7431»\"}", "cvv2=«999»", "security code «0123»"},
			NoMatch:   []string{"cvv: 12345", "code 123", "cvv x123", "SCHEMA_CVC_TYPE, /* 1827 */", "cvc at 50.125", "security code 123456"},
		},
		{
			Name: "card_expiry", Entity: "CARD_EXPIRY", Class: Context, Bits: 4, LabelBits: 9,
			Pattern: `(?:0[1-9]|1[0-2]) ?[/-] ?(?:20)?[2-4][0-9]`, scan: scanExpiry,
			Labels:    []string{"exp", "exp date", "expiry", "expiry date", "expiration", "valid thru", "valid until", "good thru", "card expires", "gültig bis", "caduca", "有効期限", "有效期"},
			Authority: "ISO/IEC 7813: a month and a year, from 2020 to 2049",
			Match:     []string{"exp «12/27»", "expiry date: «09/2028»", "valid thru «01/29» cvv", "expiration=«11-26»"},
			NoMatch:   []string{"exp 13/27", "exp 12/27/2026", "on 12/27", "expires in 09/2028 days", "expiry 12/1999", "exp 12/271", "exp 2026-12-27"},
		},
		{
			Name: "card_pin", Entity: "CARD_PIN", Class: Context, Bits: 3, LabelBits: 10,
			forms:     []string{"9999"},
			Labels:    []string{"card pin", "atm pin", "debit pin", "pin code", "pin number", "geheimzahl", "暗証番号"},
			Authority: "ISO 9564-1: a PIN has four to twelve digits; the four of a card are found",
			Match:     []string{"ATM PIN: «4711»", "pinCode=«0815»", "暗証番号は«4649»です"},
			NoMatch:   []string{"gpio pin 1234", "pin code 560001", "card pin 47110"},
			Gaps:      []string{"pin 4711 (a pin is many things)"},
		},
	})
}

func fitsSortCode(s string, i int) fit {
	if end := matchForm("99 99 99", s, i); end == 0 || !idEnd(s, end) {
		return fitsNever
	}
	return fitsAlone
}

// countries are the codes of ISO 3166-1, and XK, which banks use for Kosovo.
const countries = "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ " +
	"DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP " +
	"KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM " +
	"PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ " +
	"UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW "

// notBIC are words of forms that have a country's letters where a BIC does.
const notBIC = "REQUIRED PROVIDED CUSTOMER MESSAGES DOCUMENT REGISTER DATABASE RECEIVED INDIRECT BUSINESS LANGUAGE USERNAME OPERATOR CONTINUE EXAMPLES PROPERTY WARNINGS CALLBACK TERMINAL FINISHED PLATFORM TEMPLATE "

func validBIC(s string) bool {
	for i := range len(s) {
		if isLower(s[i]) {
			return false
		}
	}
	var buf idBuf
	id := string(buf.compact(s))
	return inList(countries, id[4:6]) && (len(id) != 8 || !inList(notBIC, id))
}

// scanCVV judges three or four digits: behind a blank, another word, a colon or the
// like stands in front of it.
func scanCVV(s string, i int) (site, bool) {
	end := i + digitRun(s[i:], 5)
	if end-i < 3 || end-i > 4 || !idStart(s, i) || !idEnd(s, end) || at(s, end) == '/' || at(s, end) == '%' {
		return site{}, false
	}
	if b := at(s, i-1); b == ' ' {
		if c := at(s, i-2); !isAlnum(c) && strings.IndexByte(":=#.)", c) < 0 && c < 0x80 {
			return site{}, false
		}
	}
	return site{Span: Span{i, end}, weak: true}, true
}

// scanExpiry judges a month and a year: no day of a year, 12/27/2026.
func scanExpiry(s string, i int) (site, bool) {
	if !idStart(s, i) || at(s, i-1) == '/' {
		return site{}, false
	}
	month, ok := leadingDigits(s[i:min(len(s), i+2)], 2)
	if !ok || month < 1 || month > 12 {
		return site{}, false
	}
	k := i + 2
	if at(s, k) == ' ' {
		k++
	}
	if at(s, k) != '/' && at(s, k) != '-' {
		return site{}, false
	}
	k++
	if at(s, k) == ' ' {
		k++
	}
	if strings.HasPrefix(s[k:], "20") && isDigit(at(s, k+2)) && isDigit(at(s, k+3)) {
		k += 2
	}
	if b := at(s, k); b < '2' || b > '4' || !isDigit(at(s, k+1)) {
		return site{}, false
	}
	k += 2
	return site{Span: Span{i, k}, weak: true}, idEnd(s, k) && at(s, k) != '/'
}
