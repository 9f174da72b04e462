package cloak

import "strings"

// Numbers of Korea and Japan.

func koreaIDs() []Detector {
	return ids([]Detector{
		{
			Name: "kr_rrn", Entity: "KR_RRN", Locale: "KR", Class: Context, Bits: 6, LabelBits: 10, AgainstBits: 4,
			forms: []string{"999999 9999999"}, alone: []string{"999999-9999999"}, aloneBits: 14, Validate: validRRN, checked: true, sure: hasDash, wholly: wholeKR,
			Canonical: digitsOf,
			Labels:    []string{"rrn", "resident registration", "resident id", "korean id", "jumin", "주민등록", "주민번호", "주민 번호"},
			Against:   []string{"order", "invoice", "ticket", "build", "part"},
			Guarantee: "X",
			Authority: "Ministry of the Interior and Safety, Korea: date of birth, sex and century 1 to 4, six digits. Since October 2020 the last ones are drawn: the old check digit says nothing, and the date stands for it",
			Match:     []string{"주민등록번호 «850714-2598540»", "RRN «9601211021413»", "고객의 주민등록번호는 «050912-2000019»입니다", "rrn: «960121 1234567»", "kim, «960121-1234567», seoul"},
			NoMatch:   []string{"001332-1234567", "960121+1021413", "960111-10214131", "960303-0021413", "rrn 051102-9234110", "rrn 960121-1974567", "order 960121-1234567"},
		},
		{
			Name: "kr_frn", Entity: "KR_FRN", Locale: "KR", Class: Context, Bits: 6, LabelBits: 10, AgainstBits: 4,
			forms: []string{"999999 9999999"}, alone: []string{"999999-9999999"}, aloneBits: 14, Validate: validFRN, checked: true, sure: hasDash, wholly: wholeKR,
			Canonical: digitsOf,
			Labels:    []string{"frn", "arc no", "arc number", "foreigner registration", "foreign registration", "alien registration", "외국인등록", "외국인 등록", "거소신고"},
			Against:   []string{"order", "invoice", "ticket", "build", "part"},
			Guarantee: "X",
			Authority: "Ministry of Justice, Korea: as a resident's number, with sex and century 5 to 8",
			Match:     []string{"외국인등록번호: «911124-5678906»", "His FRN is «9111245678901»", "guest «050912-6000012» arrived"},
			NoMatch:   []string{"001332-5234567", "frn 960111-1021413", "911124-56789060", "911124_5678906"},
		},
		{
			Name: "kr_brn", Entity: "KR_BRN", Locale: "KR", Class: Context, Bits: 5, LabelBits: 10,
			forms: []string{"999 99 99999"}, alone: []string{"999-99-99999"}, aloneBits: 13, Validate: validBRN, checked: true,
			Canonical: digitsOf,
			Labels:    []string{"brn", "business registration", "business number", "사업자등록", "사업자번호", "사업자 등록"},
			Guarantee: "X",
			Authority: "National Tax Service, Korea: three, two and five digits, the last one a check digit",
			Match:     []string{"사업자등록번호 «104-86-56659»", "My BRN is «1048656659»", "vendor «104-82-13138» ok"},
			NoMatch:   []string{"104-86-56658", "110-81-4127", "110-81-412722", "110-81-4127A", "123-45-67890", "brn 1048656658"},
		},
		{
			Name: "kr_passport", Entity: "PASSPORT", Locale: "KR", Class: Context, Bits: 4, LabelBits: 10,
			forms: []string{"A99999999", "A999A9999"}, Validate: func(s string) bool { return strings.IndexByte("MSRODGmsrodg", s[0]) >= 0 },
			Labels:    []string{"passport", "여권"},
			Authority: "Ministry of Foreign Affairs, Korea: M, S, R, O, D or G and eight digits, the fourth of them a letter since 2021",
			Match:     []string{"여권번호는 «M789C1234»입니다", "대한민국 여권 «S87654321»", "Korean passport: «M456B7890»", "passport_no=«m12345678»"},
			NoMatch:   []string{"passport A123B4567", "passport M12A4567", "여권 M1234A567", "M123A4567", "passport M123-A4567"},
		},
		{
			Name: "kr_driver_license", Entity: "DRIVER_LICENSE", Locale: "KR", Class: Context, Bits: 5, LabelBits: 10,
			forms: []string{"99 99 999999 99"}, alone: []string{"99-99-999999-99"}, aloneBits: 13, Validate: validLicenceKR, wholly: isGrouped, // the region says as much as a check digit
			Canonical: digitsOf,
			Labels:    []string{"driver license", "drivers license", "driving license", "driver licence", "driving licence", "license", "licence", "운전면허", "면허번호", "면허 번호"},
			Guarantee: "U",
			Authority: "Korean National Police Agency: region 11 to 26 or 28, year, six digits, two check digits",
			Match:     []string{"운전면허번호 «11-22-123456-12»", "My license is «13-22-123456-12»", "license «28 22 123456 12»", "driverLicense: «112212345612»", "id «26-03-654321-90»"},
			NoMatch:   []string{"99-22-123456-12", "11-22-12345-12", "11-22-123456-1", "11-22-123A56-12", "111-22-123456-12", "11-22-123456-123", "at 28 22 123456 12"},
		},
		{
			Name: "jp_my_number", Entity: "JP_MY_NUMBER", Locale: "JP", Class: Context, Bits: 5, LabelBits: 10,
			forms: []string{"9999 9999 9999"}, Validate: validMyNumber, wholly: isGrouped,
			Canonical: digitsOf,
			Labels:    []string{"my number", "mynumber", "individual number", "kojin bango", "マイナンバー", "個人番号", "社会保障・税番号"},
			Guarantee: "X",
			Authority: "Ministry of Internal Affairs, Japan, ordinance 85 of 2014, article 5: twelve digits, the last one a check digit mod 11",
			Match:     []string{"マイナンバー：«1234 5678 9018»", "私の個人番号は«123456789018»です", "my_number=«1234-5678-9018»"},
			NoMatch:   []string{"マイナンバー 123456789012", "order 123456789018", "my number 1234567890180", "call my number 123456789012"},
		},
		{
			Name: "jp_corporate_number", Entity: "JP_CORPORATE_NUMBER", Locale: "JP", Class: Context, Bits: 5, LabelBits: 10,
			forms: []string{"9999999999999", "9 9999 9999 9999"}, Validate: validCorporateNumber,
			Canonical: digitsOf,
			Labels:    []string{"corporate number", "houjin bangou", "hojin bango", "法人番号", "登録番号", "インボイス"},
			Guarantee: "X",
			Authority: "National Tax Agency, Japan: a check digit mod 9, then twelve digits",
			Match:     []string{"法人番号 «7000012050002»", "corporate number: «7-0000-1205-0002»"},
			NoMatch:   []string{"法人番号 6000012050002", "ts 7000012050002"},
		},
		{
			Name: "jp_passport", Entity: "PASSPORT", Locale: "JP", Class: Context, Bits: 5, LabelBits: 10,
			forms:     []string{"AA9999999"},
			Labels:    []string{"passport", "旅券", "パスポート"},
			Authority: "Ministry of Foreign Affairs, Japan: two letters and seven digits",
			Match:     []string{"パスポート番号：«TK1234567»", "passport no. «TR7654321»", "旅券番号は«MU1234567»です"},
			NoMatch:   []string{"build TK1234567", "passport TK12345678"},
		},
		{
			Name: "jp_driver_license", Entity: "DRIVER_LICENSE", Locale: "JP", Class: Context, Bits: 4, LabelBits: 10,
			forms:     []string{"999999999999"},
			Labels:    []string{"運転免許", "免許証", "driver license", "driver s license", "driver s licence", "drivers license", "driving licence", "driving license", "menkyo"},
			Authority: "National Police Agency, Japan: twelve digits, of which the first two are the commission's",
			Match:     []string{"運転免許証番号：«301234567890»", "driver's license number «301234567890»"},
			NoMatch:   []string{"order 301234567890", "免許証 30123456789"},
		},
	})
}

// bornKR is the first digit behind the date of a Korean number, or 0 if that is no
// date, or what follows no place.
func bornKR(id []byte) byte {
	if !isMonthDay(numberOf(id[2:4]), numberOf(id[4:6])) || numberOf(id[7:9]) > 96 {
		return 0
	}
	return id[6]
}

func validRRN(s string) bool {
	var buf idBuf
	b := bornKR(buf.compact(s))
	return b >= '1' && b <= '4'
}

func validFRN(s string) bool {
	var buf idBuf
	b := bornKR(buf.compact(s))
	return b >= '5' && b <= '8'
}

// wholeKR reports whether a resident's or foreigner's number is no other number with a
// date in it: not the milliseconds since 1970, which begin with 16 to 19 and would be
// somebody's of a hundred years, and not a South African number, whose last but one
// digits say that, and whose own check digit tells.
func wholeKR(s string) bool {
	var buf idBuf
	id := buf.compact(s)
	if id[10] <= '1' && id[11] >= '7' {
		return false
	}
	switch id[6] {
	case '1', '2', '5', '6':
		return id[0] != '1'
	}
	return id[0] < '4'
}

func validBRN(s string) bool {
	var buf idBuf
	id := buf.compact(s)
	return (weighted(id, 1, 3, 7, 1, 3, 7, 1, 3, 5, 1)+int(id[8]-'0')*5/10)%10 == 0
}

func validLicenceKR(s string) bool {
	region, _ := leadingDigits(s, 2)
	return region >= 11 && region <= 26 || region == 28
}

func validMyNumber(s string) bool {
	var buf idBuf
	id := buf.compact(s)
	check := 11 - weighted(id, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2)%11
	if check > 9 {
		check = 0
	}
	return int(id[11]-'0') == check
}

func validCorporateNumber(s string) bool {
	var buf idBuf
	id := buf.compact(s)
	return int(id[0]-'0') == 9-weighted(id[1:], 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1)%9
}

// hasDash reports whether a number is written as its authority writes it: thirteen
// digits in a row may be anything.
func hasDash(s string) bool { return strings.IndexByte(s, '-') >= 0 }
