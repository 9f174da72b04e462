package cloak

import "strings"

// Numbers of China, Hong Kong, Macao and Taiwan.

func chinaIDs() []Detector {
	return ids([]Detector{
		{
			Name: "cn_resident_id", Entity: "CN_RESIDENT_ID", Locale: "CN", Class: Context, Bits: 14, LabelBits: 8, AgainstBits: 6,
			forms: []string{"99999999999999999X", "999999999999999"}, alone: []string{"99999999999999999X"}, aloneBits: 15, Validate: validResidentCN, checked: true,
			Canonical: canonIBAN,
			Labels: []string{
				"resident id", "identity card", "id card", "citizen id", "sfz", "shenfenzheng", "id number", "national id",
				"身份证", "身分证", "公民身份号码", "证件号码", "身份號碼",
			},
			Against:   []string{"order", "trace", "span", "tracking", "transaction", "seq", "snowflake"},
			Guarantee: "X",
			Authority: "GB 11643-1999: a region, the date of birth, a serial number, a check character (ISO/IEC 7064 MOD 11-2)",
			Match: []string{
				"身份证号码：«11010519491231002X»", "idCard=«440524188001010014»", "我的身份证号码是«11010519491231002X»，谢谢", "user «11010519491231002X» logged in", "身份证 «130503670401001»",
			},
			NoMatch: []string{"110105194912310021", "id card 11010519491331002X", "000105194912310025", "1101051949123100211", "a11010519491231002X", "id 130503671301001"},
			Gaps:    []string{"id card 110105 19491231 002X (in groups)"},
		},
		{
			Name: "cn_uscc", Entity: "CN_USCC", Locale: "CN", Class: Context, Bits: 13, LabelBits: 8,
			forms: []string{"XX999999XXXXXXXXXX"}, alone: []string{"9X999999XXXXXXXXXX", "A9999999XXXXXXXXXX"}, aloneBits: 14,
			Validate: validUSCC, checked: true, sure: func(s string) bool { return countDigits(s) < len(s) },
			Labels:    []string{"uscc", "unified social credit", "credit code", "business license", "统一社会信用代码", "信用代码", "营业执照"},
			Guarantee: "X",
			Authority: "GB 32100-2015: department, region, organization, and a check character mod 31 over an alphabet without I, O, S, V and Z",
			Match:     []string{"统一社会信用代码：«91350100M000100Y43»", "supplier «91110000600037341L»,"},
			NoMatch:   []string{"91350100M000100Y44", "credit code 91350100M000100Y4", "00350100M000100Y43", "91350100M000100Y433", "n = 123456789012345678"},
		},
		{
			Name: "cn_passport", Entity: "PASSPORT", Locale: "CN", Class: Context, Bits: 4, LabelBits: 10,
			forms: []string{"A99999999", "AA9999999"}, Validate: validPassportCN,
			Labels:    []string{"passport", "护照", "護照"},
			Authority: "National Immigration Administration: E and eight characters, the second maybe a letter but I and O; D, G, P or S for other kinds",
			Match:     []string{"护照号码：«E12345678»", "passport no «EA1234567»", "Passport: «G87654321»"},
			NoMatch:   []string{"passport E1234567", "error E12345678", "护照 EI1234567", "护照 X12345678"},
		},
		{
			Name: "hk_id", Entity: "HK_ID", Locale: "HK", Class: Context, Bits: 6, LabelBits: 10,
			forms: []string{"A999999 9", "AA999999 9", "A999999 A", "AA999999 A", "A999999 (9)", "A999999 (A)", "AA999999 (9)", "AA999999 (A)"},
			alone: []string{"A999999(9)", "A999999(A)", "AA999999(9)", "AA999999(A)"}, aloneBits: 14, Validate: validHKID,
			Canonical: canonIBAN,
			Labels:    []string{"hkid", "hong kong id", "hong kong identity", "identity card", "id card", "hk id", "身份證", "身份证", "身分證"},
			Guarantee: "X",
			Authority: "Immigration Department, Hong Kong: one or two letters, six digits, a check character mod 11 in parentheses",
			Match:     []string{"HKID «A123456(3)»", "香港身份證號碼：«G123456(A)»", "holder «AB987654(3)» signed", "hkid=«C1234569»", "HKID No. «A123456 (3)»"},
			NoMatch:   []string{"HKID A123456(4)", "f123456(3)", "part A1234563", "HKID A12345(3)", "A123456(33)"},
		},
		{
			Name: "mo_id", Entity: "MO_ID", Locale: "MO", Class: Context, Bits: 4, LabelBits: 10,
			forms: []string{"9999999(9)", "9/999999/9", "9999999 9"}, Validate: func(s string) bool { return strings.IndexByte("157", s[0]) >= 0 },
			Canonical: digitsOf,
			Labels:    []string{"macau id", "macao id", "macau identity", "macao identity", "bir no", "bilhete de identidade", "澳門", "澳门"},
			Authority: "Identification Services Bureau, Macao: seven digits, the first 1, 5 or 7, and a check digit whose rule is not published",
			Match:     []string{"Macau ID «1234567(8)»", "澳門居民身份證：«5123456(7)»", "bir no «7/123456/8»"},
			NoMatch:   []string{"call 1234567(8)", "Macau ID 2234567(8)"},
		},
		{
			Name: "tw_id", Entity: "TW_ID", Locale: "TW", Class: Context, Bits: 6, LabelBits: 10,
			forms: []string{"A999999999", "AA99999999"}, Validate: validIDTW, checked: true,
			Labels: []string{
				"national id", "taiwan id", "id number", "identity card", "arc no", "arc number", "resident certificate", "ui no", "alien resident",
				"身分證", "身份證", "居留證", "統一證號",
			},
			Guarantee: "X",
			Authority: "Ministry of the Interior, Taiwan: a letter for the place, 1 or 2 (8 or 9 for a resident from abroad, A to D before 2021), a check digit mod 10",
			Match:     []string{"身分證字號：«A123456789»", "national id «F131104093»", "居留證 «A800000014»", "arcNo=«B142610160» x"},
			NoMatch:   []string{"身分證 A123456788", "ticket A123456789", "national id A323456789", "national id A12345678"},
		},
		{
			Name: "tw_passport", Entity: "PASSPORT", Locale: "TW", Class: Context, Bits: 4, LabelBits: 10,
			forms:     []string{"999999999"},
			Labels:    []string{"護照", "taiwan passport", "roc passport"},
			Authority: "Bureau of Consular Affairs, Taiwan: nine digits",
			Match:     []string{"護照號碼：«301234567»"},
			NoMatch:   []string{"order 301234567", "護照 3012345678"},
		},
	})
}

// provincesCN are the first two digits of a region (GB/T 2260).
const provincesCN = "11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65 71 81 82 83 "

func validResidentCN(s string) bool {
	var buf idBuf
	id := buf.compact(s)
	if len(id) == 15 { // before 1999: two digits of the year, no check character
		return inList(provincesCN, string(id[:2])) && isMonthDay(numberOf(id[8:10]), numberOf(id[10:12]))
	}
	return inList(provincesCN, string(id[:2])) && mod11two(id) && isBirthYear(numberOf(id[6:10])) && isMonthDay(numberOf(id[10:12]), numberOf(id[12:14]))
}

// alphabetUSCC are the characters of a credit code, by their value.
const alphabetUSCC = "0123456789ABCDEFGHJKLMNPQRTUWXY"

func validUSCC(s string) bool {
	if strings.IndexByte("159ANY", s[0]) < 0 || !inList(provincesCN, s[2:4]) && s[2:4] != "10" {
		return false
	}
	sum, weight := 0, 1
	for i := range s {
		v := strings.IndexByte(alphabetUSCC, s[i])
		if v < 0 {
			return false
		}
		if i == len(s)-1 {
			return (sum+v)%31 == 0
		}
		sum += v * weight
		weight = weight * 3 % 31
	}
	return false
}

func validPassportCN(s string) bool {
	if isAlpha(s[1]) {
		return (s[0] == 'E' || s[0] == 'e') && strings.IndexByte("IOio", s[1]) < 0
	}
	return strings.IndexByte("DEGPSdegps", s[0]) >= 0
}

func validHKID(s string) bool {
	var buf idBuf
	id := buf.compact(s)
	sum := 36 * 9 // of a blank in front of one letter
	if len(id) == 9 {
		sum = letterValue(id[0]) * 9
		id = id[1:]
	}
	for i, b := range id {
		sum += letterValue(b) * (8 - i)
	}
	// A check character is a digit, or A for 10.
	return sum%11 == 0 && id[7] <= 'A'
}

// placesTW are the letters of a Taiwanese number, by their value from 10 on.
const placesTW = "ABCDEFGHJKLMNPQRSTUVXYWZIO"

func validIDTW(s string) bool {
	var buf idBuf
	id := buf.compact(s)
	place := strings.IndexByte(placesTW, id[0]) + 10
	if isAlpha(id[1]) {
		if id[1] > 'D' {
			return false
		}
		id[1] = '0' + byte(strings.IndexByte(placesTW, id[1])) // its value, mod 10
	} else if strings.IndexByte("1289", id[1]) < 0 {
		return false
	}
	return (place/10+place%10*9+weighted(id[1:], 8, 7, 6, 5, 4, 3, 2, 1, 1))%10 == 0
}
