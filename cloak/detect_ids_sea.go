package cloak

import "strings"

// Numbers of South-East Asia.

func southEastAsiaIDs() []Detector {
	return ids([]Detector{
		{
			Name: "sg_nric", Entity: "SG_NRIC_FIN", Locale: "SG", Class: Context, Bits: 8, LabelBits: 10,
			forms: []string{"A9999999A"}, alone: []string{"A9999999A"}, aloneBits: 14, Validate: validNRIC, checked: true,
			Labels:    []string{"nric", "fin", "fin no", "nric no", "uin", "identity card", "id number"},
			Reserved:  []string{`[STFGM][0-9]04098[0-9][A-Z]`},
			Guarantee: "X",
			Authority: "ICA, Singapore: S or T for citizens, F, G or M for foreigners, seven digits, a check letter mod 11 (M since 2022)",
			Match:     []string{"NRIC «S9048671C»", "fin=«f2346401l»", "guest «M4332674T» checked in", "«S2740116C»,"},
			NoMatch:   []string{"S9048671D", "nric A9048671C", "S90486711C", "S9048671C-x"},
		},
		{
			Name: "sg_nric_unchecked", Entity: "SG_NRIC_FIN", Locale: "SG", Class: Context, Bits: 4, LabelBits: 9,
			forms: []string{"A9999999A"}, Validate: func(s string) bool { return lettersOfNRIC(lower(s[0])&^0x20) != "" && isLetterOfNRIC(s) }, checked: true,
			Labels:    []string{"nric", "fin no", "nric no"},
			Reserved:  []string{`[STFGM][0-9]04098[0-9][A-Z]`},
			Guarantee: "X",
			Authority: "ICA, Singapore: as sg_nric, with a check letter that its kind can have. Who fills in a form mistypes it, and tests invent it",
			Match:     []string{"NRIC «T1234567Z»", "nric_no: «G1122144L»"},
			NoMatch:   []string{"nric T1234567X", "build T1234567Z"},
		},
		{
			Name: "sg_uen", Entity: "SG_UEN", Locale: "SG", Class: Context, Bits: 6, LabelBits: 10,
			forms: []string{"99999999A", "999999999A", "A99AA9999A"}, alone: []string{"999999999A", "A99AA9999A"}, aloneBits: 13, Validate: validUEN, checked: true,
			Labels:    []string{"uen", "uen no", "unique entity", "entity number", "acra", "business registration", "company registration"},
			Guarantee: "X",
			Authority: "ACRA, Singapore: eight digits, a year and five digits, or R, S or T with year and kind; then a check letter mod 11",
			Match:     []string{"UEN «53125226D» was processed", "supplier «201434292D» pays", "«T16RF0037C»", "uen=«S57TU0392K»", "uen: «00192200m»"},
			NoMatch:   []string{"53125226D is a build", "201434292E", "T16RF0037D", "uen 53125226E", "uen 53125226"},
		},
		{
			Name: "sg_passport", Entity: "PASSPORT", Locale: "SG", Class: Context, Bits: 5, LabelBits: 10,
			forms: []string{"A9999999A"}, Validate: func(s string) bool { return strings.IndexByte("EKek", s[0]) >= 0 },
			Labels:    []string{"passport"},
			Authority: "ICA, Singapore: K or E, seven digits, a letter",
			Match:     []string{"passport no: «K1234567E»"},
			NoMatch:   []string{"passport Z1234567E", "build K1234567E"},
		},
		{
			Name: "my_nric", Entity: "MY_NRIC", Locale: "MY", Class: Context, Bits: 6, LabelBits: 10, AgainstBits: 4,
			forms: []string{"999999 99 9999"}, alone: []string{"999999-99-9999"}, aloneBits: 13, Validate: validMyKad,
			Canonical: digitsOf,
			Labels:    []string{"mykad", "nric", "ic no", "ic number", "kad pengenalan", "no kp", "identity card"},
			Against:   []string{"order", "invoice", "part", "build"},
			Guarantee: "X",
			Authority: "National Registration Department, Malaysia: date of birth, place, serial number. Places 00, 17 to 20, 69, 70, 73, 80, 81 and 94 to 97 are none",
			Match:     []string{"MyKad «850714-14-5237»", "No. KP: «850714145237»", "ic_no=«900131 10 5678»", "Ali, «900131-10-5678»"},
			NoMatch:   []string{"901331-10-5678", "900131-17-5678", "ic no 900132105678", "order 900131-10-5678", "900131-10-56789"},
		},
		{
			Name: "my_passport", Entity: "PASSPORT", Locale: "MY", Class: Context, Bits: 4, LabelBits: 10,
			forms: []string{"A99999999"}, Validate: func(s string) bool { return strings.IndexByte("AHKahk", s[0]) >= 0 },
			Labels:    []string{"passport", "pasport"},
			Authority: "Immigration Department, Malaysia: A, H or K, eight digits",
			Match:     []string{"No. Pasport: «A12345678»"},
			NoMatch:   []string{"pasport B12345678", "A12345678"},
		},
		{
			Name: "th_tnin", Entity: "TH_TNIN", Locale: "TH", Class: Context, Bits: 5, LabelBits: 10,
			forms: []string{"9 9999 99999 99 9"}, alone: []string{"9-9999-99999-99-9"}, aloneBits: 14, Validate: validThai, checked: true,
			Canonical: digitsOf,
			Labels: []string{
				"thai id", "thai national id", "tnin", "national id", "citizen id", "thai tax id",
				"บัตรประชาชน", "ประจำตัวประชาชน", "ผู้เสียภาษี", "เลขประจำตัว",
			},
			Guarantee: "X",
			Authority: "Department of Provincial Administration, Thailand: thirteen digits, the first 1 to 8, the last one a check digit mod 11",
			Match:     []string{"เลขประจำตัวประชาชน: «3456789012347»", "Thai ID «1-2345-67890-12-1» ok", "TNIN: «2345678901234»", "บัตรประชาชน «1 2345 67890 12 1»"},
			NoMatch:   []string{"national id 1234567890123", "0-2345-67890-12-4", "ts 1234567890121", "12345678901211"},
		},
		{
			Name: "th_passport", Entity: "PASSPORT", Locale: "TH", Class: Context, Bits: 4, LabelBits: 10,
			forms: []string{"AA9999999", "A999999"}, Validate: func(s string) bool { return len(s) == 9 },
			Labels:    []string{"หนังสือเดินทาง", "พาสปอร์ต", "thai passport"},
			Authority: "Department of Consular Affairs, Thailand: two letters, seven digits",
			Match:     []string{"หนังสือเดินทาง «AA1234567»"},
			NoMatch:   []string{"AA1234567", "thai passport AA123456"},
		},
		{
			Name: "id_nik", Entity: "ID_NIK", Locale: "ID", Class: Context, Bits: 5, LabelBits: 10,
			forms: []string{"9999 9999 9999 9999", "999999 999999 9999"}, Validate: validNIK, checked: true,
			Canonical: digitsOf,
			Labels:    []string{"nik", "ktp", "nomor induk kependudukan", "induk kependudukan", "no ktp", "nomor ktp", "npwp"},
			Guarantee: "X",
			Authority: "Ministry of Home Affairs, Indonesia: province, regency and district, date of birth (women's day plus 40), serial number",
			Match:     []string{"NIK: «3273015507850002»", "no_ktp=«3171 0114 0785 0003»", "KTP «327301 550785 0002»"},
			NoMatch:   []string{"NIK 3273013207850002", "NIK 9973015507850002", "order 3273015507850002", "NIK 327301550785000"},
		},
		{
			Name: "id_npwp", Entity: "ID_NPWP", Locale: "ID", Class: Context, Bits: 5, LabelBits: 10,
			forms: []string{"999999999 999 999", "99 999 999 9 999 999"}, alone: []string{"99.999.999.9-999.999"}, aloneBits: 14,
			Canonical: digitsOf,
			Labels:    []string{"npwp", "nomor pokok wajib pajak", "wajib pajak"},
			Authority: "Directorate General of Taxes, Indonesia: fifteen digits, written 99.999.999.9-999.999",
			Match:     []string{"NPWP «012345678091000»", "faktur «01.234.567.8-091.000» lunas"},
			NoMatch:   []string{"012345678091000", "01.234.567.8-091.0001", "npwp 01234567809100"},
		},
		{
			Name: "ph_tin", Entity: "PH_TIN", Locale: "PH", Class: Context, Bits: 5, LabelBits: 10,
			forms: []string{"999 999 999", "999 999 999 999", "999 999 999 99999"}, Validate: validTINPH,
			Canonical: digitsOf,
			Labels:    []string{"tin", "bir", "bir tin", "tax id", "taxpayer id", "taxpayer identification", "rdo"},
			Guarantee: "X",
			Authority: "BIR, Philippines: nine digits, the last one a check digit mod 11, and a branch of three or five",
			Match:     []string{"My TIN is «000-123-456-000»", "BIR TIN: «000123456000»", "Tax ID: «000-123-456-001»", "TIN: «000123456»"},
			NoMatch:   []string{"Invalid TIN 000-123-457-000", "Not a TIN 123456789", "TIN 600-000-000", "use 000-123-456-000 now"},
		},
		{
			Name: "ph_sss", Entity: "PH_SSS", Locale: "PH", Class: Context, Bits: 4, LabelBits: 10,
			forms:     []string{"99 9999999 9"},
			Canonical: digitsOf,
			Labels:    []string{"sss no", "sss number", "sss id", "sss", "social security system"},
			Authority: "Social Security System, Philippines: ten digits, written 99-9999999-9",
			Match:     []string{"SSS No. «34-1234567-8»", "sssNumber=«3412345678»"},
			NoMatch:   []string{"34-1234567-8", "sss 34-123456-8"},
		},
		{
			Name: "ph_philsys", Entity: "PH_PHILSYS", Locale: "PH", Class: Context, Bits: 4, LabelBits: 10,
			forms:     []string{"9999 9999 9999", "9999 9999 9999 9999", "9999 9999999 9"},
			Canonical: digitsOf,
			Labels:    []string{"philsys", "phil sys", "phil id", "philid", "pcn", "psn", "philippine identification", "umid", "crn"},
			Authority: "PSA, Philippines: a PSN of twelve digits and a card number of sixteen; UMID's CRN is 9999-9999999-9",
			Match:     []string{"PhilSys: «1234-5678-9012-3456»", "PCN «1234567890123456»", "UMID CRN «0111-2345678-9»"},
			NoMatch:   []string{"1234-5678-9012-3456", "pcn 1234-5678-901"},
		},
		{
			Name: "vn_cccd", Entity: "VN_CCCD", Locale: "VN", Class: Context, Bits: 5, LabelBits: 10,
			forms: []string{"999 999 999 999", "999 999 999"}, Validate: validCCCD,
			Canonical: digitsOf,
			Labels:    []string{"cccd", "cmnd", "căn cước", "can cuoc", "chứng minh nhân dân", "chung minh nhan dan", "citizen id", "vietnamese id"},
			Authority: "Ministry of Public Security, Vietnam: province 001 to 096, sex and century, year, six digits; nine digits on the old card",
			Match:     []string{"Số CCCD: «001203012345»", "căn cước công dân «079 085 012 345»", "CMND «012345678»"},
			NoMatch:   []string{"cccd 101203012345", "order 001203012345", "cccd 00120301234"},
		},
	})
}

// lettersOfNRIC are the check letters of the numbers that begin with kind, by the
// remainder.
func lettersOfNRIC(kind byte) string {
	switch kind {
	case 'S', 'T':
		return "JZIHGFEDCBA"
	case 'F', 'G':
		return "XWUTRQPNMLK"
	case 'M':
		return "XWUTRQPNJLK"
	}
	return ""
}

func isLetterOfNRIC(s string) bool {
	return strings.IndexByte(lettersOfNRIC(s[0]&^0x20), s[8]&^0x20) >= 0
}

func validNRIC(s string) bool {
	var buf idBuf
	id := buf.compact(s)
	letters := lettersOfNRIC(id[0])
	if letters == "" {
		return false
	}
	sum := weighted(id[1:], 2, 7, 6, 5, 4, 3, 2)
	switch id[0] {
	case 'T', 'G':
		sum += 4
	case 'M':
		sum += 3
	}
	return letters[sum%11] == id[8]
}

func validUEN(s string) bool {
	var buf idBuf
	id := buf.compact(s)
	switch {
	case len(id) == 9:
		return "XMKECAWLJDB"[weighted(id, 10, 4, 9, 3, 8, 2, 7, 1)%11] == id[8]
	case isDigit(id[0]):
		return isBirthYear(numberOf(id[:4])) && "ZKCMDNERGWH"[weighted(id, 10, 8, 6, 4, 9, 7, 5, 3, 1)%11] == id[9]
	case id[0] < 'R' || id[0] > 'T':
		return false
	}
	const letters = "ABCDEFGHJKLMNPQRSTUVWX0123456789"
	sum := -5
	for i, w := range [...]int{4, 3, 5, 3, 10, 2, 2, 5, 7} {
		v := strings.IndexByte(letters, id[i])
		if v < 0 {
			return false
		}
		sum += v * w
	}
	return letters[(sum+11)%11] == id[9]
}

func validMyKad(s string) bool {
	var buf idBuf
	id := buf.compact(s)
	place := numberOf(id[6:8])
	none := place == 0 || place >= 17 && place <= 20 || place == 69 || place == 70 || place == 73 || place == 80 || place == 81 || place >= 94 && place <= 97
	return !none && isMonthDay(numberOf(id[2:4]), numberOf(id[4:6]))
}

func validThai(s string) bool {
	var buf idBuf
	id := buf.compact(s)
	check := (11 - weighted(id, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2)%11) % 10
	return id[0] >= '1' && id[0] <= '8' && isProvinceTH(numberOf(id[1:3])) && int(id[12]-'0') == check
}

// isProvinceTH reports whether p is a province's number (ISO 3166-2:TH).
func isProvinceTH(p int) bool {
	last := [...]int{1: 7, 2: 7, 3: 9, 4: 9, 5: 8, 6: 7, 7: 7, 8: 6, 9: 6}
	return p >= 10 && p%10 <= last[p/10]
}

func validNIK(s string) bool {
	var buf idBuf
	id := buf.compact(s)
	province, day := numberOf(id[:2]), numberOf(id[6:8])
	if day > 40 {
		day -= 40
	}
	return province >= 11 && province <= 96 && province%10 <= 6 && isMonthDay(numberOf(id[8:10]), day)
}

func validTINPH(s string) bool {
	var buf idBuf
	id := buf.compact(s)
	return weighted(id, 9, 8, 7, 6, 5, 4, 3, 2)%11 == int(id[8]-'0')
}

func validCCCD(s string) bool {
	var buf idBuf
	id := buf.compact(s)
	province := numberOf(id[:3])
	return len(id) == 9 || province >= 1 && province <= 96 && id[3] <= '3'
}
