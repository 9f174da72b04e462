package cloak

import "strings"

// Numbers of South and Central Asia, but India, and of the Middle East.

func nearEastIDs() []Detector {
	return ids([]Detector{
		{
			Name: "pk_cnic", Entity: "PK_CNIC", Locale: "PK", Class: Context, Bits: 5, LabelBits: 10,
			forms: []string{"99999 9999999 9"}, alone: []string{"99999-9999999-9"}, aloneBits: 13, Validate: func(s string) bool { return s[0] >= '1' && s[0] <= '8' },
			Canonical: digitsOf,
			Labels:    []string{"cnic", "nicop", "nadra", "snic", "national identity", "شناختی"},
			Authority: "NADRA, Pakistan: region, family, and a digit for the sex: 99999-9999999-9",
			Match:     []string{"CNIC: «35202-1234567-1»", "cnic=«3520212345671»", "holder «61101-7654321-8» signed", "شناختی کارڈ «42101-1234567-3»"},
			NoMatch:   []string{"3520212345671", "95202-1234567-1", "35202-1234567-12", "x-35202-1234567-1"},
		},
		{
			Name: "bd_nid", Entity: "BD_NID", Locale: "BD", Class: Context, Bits: 4, LabelBits: 10,
			forms:     []string{"9999999999", "999 999 9999", "9999999999999", "99999999999999999"},
			Canonical: digitsOf,
			Labels:    []string{"nid no", "nid number", "nid card", "bangladesh nid", "voter id", "জাতীয় পরিচয়", "এনআইডি"},
			Authority: "Election Commission of Bangladesh: ten digits, thirteen or seventeen on older cards",
			Match:     []string{"NID No: «1990123456789»", "জাতীয় পরিচয়: «5501234567»", "nid_number: «19901234567890123»"},
			NoMatch:   []string{"order 5501234567", "NID No 550123456"},
		},
		{
			Name: "lk_nic", Entity: "LK_NIC", Locale: "LK", Class: Context, Bits: 6, LabelBits: 9,
			forms: []string{"999999999A", "999999999999"}, Validate: validNICLK,
			Labels:    []string{"nic", "nic no", "nic number", "national identity", "sri lanka id", "හැඳුනුම්පත", "அடையாள அட்டை"},
			Guarantee: "X",
			Authority: "Department for Registration of Persons, Sri Lanka: year and day of birth (women's plus 500), serial number; V or X behind nine digits, none behind twelve",
			Match:     []string{"NIC No: «851962345V»", "nic: «198519602345»", "NIC «857232345x»"},
			NoMatch:   []string{"851962345V", "nic 854002345V", "nic 851962345Z", "nic 198590002345", "nic eth0 851962345"},
		},
		{
			Name: "il_id", Entity: "IL_ID", Locale: "IL", Class: Context, Bits: 5, LabelBits: 10,
			forms: []string{"999999999", "99999999-9", "9 9999999 9"}, Validate: luhnValid, wholly: isGrouped,
			Canonical: digitsOf,
			Labels:    []string{"teudat zehut", "teudat", "israeli id", "israel id", "mispar zehut", "tehudat zehut", "tz number", "zehut", "תעודת זהות", "מספר זהות", "ת ז", "תז", "מספר תעודת זהות", "תעודת הזהות"},
			Guarantee: "X",
			Authority: "Population Authority, Israel: nine digits, the last one a check digit as Luhn's",
			Match:     []string{"תעודת זהות: «123456782»", "Israeli ID «000000018»", "ת.ז. «12345678-2»", "teudat_zehut=«123456782»"},
			NoMatch:   []string{"Israeli ID 123456789", "order 123456782", "teudat zehut 1234567820"},
		},
		{
			Name: "tr_national_id", Entity: "TR_NATIONAL_ID", Locale: "TR", Class: Context, Bits: 7, LabelBits: 10,
			forms: []string{"99999999999"}, Validate: validTCKN, checked: true,
			Labels: []string{
				"tckn", "tc kimlik", "kimlik no", "kimlik numarası", "kimlik numarasi", "kimlik", "turkish id", "tc no", "turkish national", "vatandaşlık", "vatandaslik",
				"nüfus cüzdanı", "kişi",
			},
			Guarantee: "X",
			Authority: "NVI, Turkey: eleven digits, the first not 0, two check digits",
			Match: []string{
				"TC Kimlik No: «10000000146»", "Başvuru sahibinin TCKN numarası «36493665440»", "Türk kimlik numarası «53857632436»", "Turkish ID «94357219628»", "tcNo=«10000000146»",
			},
			NoMatch: []string{"TCKN 10000000145", "kimlik 02531814694", "tel 10000000146", "kimlik 100000001460"},
		},
		{
			Name: "tr_vkn", Entity: "TR_VKN", Locale: "TR", Class: Context, Bits: 5, LabelBits: 10,
			forms: []string{"9999999999"}, Validate: validVKN,
			Labels:    []string{"vkn", "vergi", "vergi no", "vergi kimlik", "vergi numarası", "turkish tax id"},
			Guarantee: "X",
			Authority: "GİB, Turkey: ten digits, the last one a check digit",
			Match:     []string{"Vergi No: «4540536920»", "VKN «3847261952»"},
			NoMatch:   []string{"Vergi No: 4540536921", "order 4540536920"},
		},
		{
			Name: "tr_license_plate", Entity: "LICENSE_PLATE", Locale: "TR", Class: Context, Bits: 5, LabelBits: 10,
			forms: []string{"99 A 99", "99 A 999", "99 A 9999", "99 A 99999", "99 AA 99", "99 AA 999", "99 AA 9999", "99 AAA 99", "99 AAA 999", "99 AAA 9999"}, Validate: validPlateTR, checked: true,
			Canonical: canonIBAN,
			Labels:    []string{"plaka", "plakası", "plakasi", "plakalı", "plakali", "plate", "license plate", "licence plate", "number plate", "registration plate", "araç", "arac"},
			Authority: "Road traffic regulation, Turkey: province 01 to 81, one to three letters without Q, W and X, two to five digits",
			Match:     []string{"Araç plakası «34 ABC 1234» olarak kayıtlıdır.", "License plate «34 ABC 123»", "plaka: «06A1234»", "plate «81 jk 567»"},
			NoMatch:   []string{"plaka 00 ABC 123", "plaka 82 ABC 123", "on 12 Dec 2024", "34 ABC 1234 items", "plaka 34 QX 123", "plate of 12 May 2024"},
		},
		{
			Name: "tr_passport", Entity: "PASSPORT", Locale: "TR", Class: Context, Bits: 4, LabelBits: 10,
			forms: []string{"A99999999"}, Validate: func(s string) bool { return strings.IndexByte("USZTuszt", s[0]) >= 0 },
			Labels:    []string{"passport", "pasaport"},
			Authority: "NVI, Turkey: U, S, T or Z, eight digits",
			Match:     []string{"Pasaport No: «U12345678»"},
			NoMatch:   []string{"pasaport X12345678", "U12345678"},
		},
		{
			Name: "ae_emirates_id", Entity: "AE_EMIRATES_ID", Locale: "AE", Class: Context, Bits: 10, LabelBits: 8,
			forms: []string{"784 9999 9999999 9"}, alone: []string{"784-9999-9999999-9", "784999999999999"}, aloneBits: 14, Validate: validEmiratesID, checked: true,
			Canonical: digitsOf,
			Labels:    []string{"emirates id", "eid no", "eid number", "uae id", "emirates", "الهوية", "رقم الهوية", "هوية"},
			Reserved:  []string{`784-0409-8[0-9]{6}-[0-9]`},
			Guarantee: "X",
			Authority: "ICP, United Arab Emirates: 784, year of birth, seven digits, a check digit as Luhn's",
			Match:     []string{"Emirates ID «784-1985-2345678-2»", "guest «784198523456782» in", "رقم الهوية: «784 1985 2345678 2»"},
			NoMatch:   []string{"784-1985-2345678-3", "784-2985-2345678-1", "784-1985-2345678-21", "1784198523456782"},
		},
		{
			Name: "sa_national_id", Entity: "SA_NATIONAL_ID", Locale: "SA", Class: Context, Bits: 5, LabelBits: 10,
			forms: []string{"9999999999"}, Validate: func(s string) bool { return (s[0] == '1' || s[0] == '2') && luhnValid(s) },
			Labels:    []string{"iqama", "iqama no", "saudi id", "national id", "absher", "residence permit", "إقامة", "الإقامة", "اقامة", "الهوية", "الهوية الوطنية", "هوية"},
			Guarantee: "X",
			Authority: "Ministry of Interior, Saudi Arabia: ten digits, 1 for citizens, 2 for residents, a check digit as Luhn's",
			Match:     []string{"Iqama No. «2000000006»", "رقم الإقامة «2000000006»", "saudiId: «1034345676»"},
			NoMatch:   []string{"iqama 3034567898", "iqama 2000000007", "exp 2000000006"},
		},
		{
			Name: "kz_iin", Entity: "KZ_IIN", Locale: "KZ", Class: Context, Bits: 7, LabelBits: 9,
			forms: []string{"999999999999"}, Validate: validIIN, checked: true,
			Labels:    []string{"iin", "bin iin", "iin bin", "жсн", "ЖСН", "иин", "ИИН", "бин", "БИН", "бсн", "БСН"},
			Guarantee: "X",
			Authority: "Ministry of Digital Development, Kazakhstan, resolution 853 of 2003: date of birth, century and sex 1 to 6, serial number, a check digit mod 11; a company has its month and a kind",
			Match:     []string{"ИИН: «850714300543»", "iin=«980709300146»", "ЖСН «850714300543»"},
			NoMatch:   []string{"ИИН 850714300544", "ИИН 851314300543", "order 850714300543"},
		},
	})
}

func validNICLK(s string) bool {
	var buf idBuf
	id := buf.compact(s)
	day := 0
	if len(id) == 12 {
		if !isBirthYear(numberOf(id[:4])) {
			return false
		}
		day = numberOf(id[4:7])
	} else {
		if id[9] != 'V' && id[9] != 'X' {
			return false
		}
		day = numberOf(id[2:5])
	}
	return day >= 1 && day <= 366 || day >= 501 && day <= 866
}

func validTCKN(s string) bool {
	var buf idBuf
	id := buf.compact(s)
	tenth := (weighted(id, 7, -1, 7, -1, 7, -1, 7, -1, 7) + 40) % 10
	return id[0] != '0' && int(id[9]-'0') == tenth && int(id[10]-'0') == weighted(id, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)%10
}

func validVKN(s string) bool {
	var buf idBuf
	id := buf.compact(s)
	sum := 0
	for i := range 9 {
		a := (int(id[i]-'0') + 9 - i) % 10
		b := a << (9 - i) % 9
		if a != 0 && b == 0 {
			b = 9
		}
		sum += b
	}
	return (sum+int(id[9]-'0'))%10 == 0
}

// monthsTR are what three letters between two numbers are much more often than a
// plate's: months, in English, German, French and Turkish.
const monthsTR = "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC MAI OKT DEZ FEV AVR JUI AOU OCA SUB NIS HAZ TEM AGU EYL EKI KAS ARA "

func validPlateTR(s string) bool {
	var buf idBuf
	id := buf.compact(s)
	letters := id[2:]
	for len(letters) > 0 && isDigit(letters[len(letters)-1]) {
		letters = letters[:len(letters)-1]
	}
	for _, b := range letters {
		if b == 'Q' || b == 'W' || b == 'X' {
			return false
		}
	}
	province := numberOf(id[:2])
	return province >= 1 && province <= 81 && (len(letters) < 3 || !inList(monthsTR, string(letters)))
}

func validEmiratesID(s string) bool {
	var buf idBuf
	return isBirthYear(numberOf(buf.compact(s)[3:7])) && luhnValid(s)
}

func validIIN(s string) bool {
	var buf idBuf
	id := buf.compact(s)
	person := isMonthDay(numberOf(id[2:4]), numberOf(id[4:6])) && id[6] >= '1' && id[6] <= '6'
	month := numberOf(id[2:4])
	company := month >= 1 && month <= 12 && id[4] >= '4' && id[4] <= '6' && id[5] <= '3'
	if !person && !company {
		return false
	}
	check := weighted(id, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11) % 11
	if check == 10 {
		check = weighted(id, 3, 4, 5, 6, 7, 8, 9, 10, 11, 1, 2) % 11
	}
	return int(id[11]-'0') == check
}
