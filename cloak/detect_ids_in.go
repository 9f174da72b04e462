package cloak

import "strings"

// Numbers of India.

func indiaIDs() []Detector {
	return ids([]Detector{
		{
			Name: "in_aadhaar", Entity: "IN_AADHAAR", Locale: "IN", Class: Context, Bits: 5, LabelBits: 10,
			forms: []string{"9999 9999 9999", "9999:9999:9999"}, alone: []string{"9999-9999-9999"}, aloneBits: 13, Validate: validAadhaar, checked: true,
			Canonical: digitsOf,
			Labels:    []string{"aadhaar", "aadhar", "adhaar", "adhar", "uidai", "uid no", "uid number", "आधार"},
			Guarantee: "X",
			Authority: "UIDAI: twelve digits, the first 2 to 9, the last one Verhoeff's; written 4-4-4",
			Match: []string{
				"Aadhaar «9999 4105 7058»", "aadhaarNumber: «399876543211»", "{\"aadhar_no\":\"«3998-7654-3211»\"}", "आधार संख्या «3998 7654 3211»", "ref «3998-7654-3211» sent",
				"aadhaar «3998:7654:3211»",
			},
			NoMatch: []string{"aadhaar 9999 4105 7059", "aadhaar 1998 7654 3218", "2021 2022 2026", "aadhaar 3998 7654 32110", "3998-7654-3211-1", "x-3998-7654-3211"},
			Gaps:    []string{"3998 7654 3211 on its own in a sentence"},
		},
		{
			Name: "in_vid", Entity: "IN_AADHAAR", Locale: "IN", Class: Context, Bits: 5, LabelBits: 10,
			forms: []string{"9999 9999 9999 9999"}, Validate: validAadhaarVID,
			Canonical: digitsOf,
			Labels:    []string{"vid", "virtual id", "aadhaar", "uidai"},
			Guarantee: "X",
			Authority: "UIDAI: a virtual ID is sixteen digits, the last one Verhoeff's",
			Match:     []string{"Aadhaar VID: «9876 5432 1098 7659»"},
			NoMatch:   []string{"Aadhaar VID: 9876 5432 1098 7658", "build 9876543210987659"},
		},
		{
			Name: "in_pan", Entity: "IN_PAN", Locale: "IN", Class: Context, Bits: 6, LabelBits: 10, AgainstBits: 5,
			forms: []string{"AAAAA9999A"}, alone: []string{"AAAAA9999A"}, aloneBits: 13, sure: func(s string) bool { return strings.IndexByte("ABCEFGHJLPT", s[3]) >= 0 },
			wholly:    isCapital,
			Labels:    []string{"pan", "pan no", "pan card", "permanent account", "income tax", "पैन"},
			Against:   []string{"sku", "part", "serial", "model", "order", "build", "ticket"},
			Reserved:  []string{`QDE[DIKMNOQ-SU-Z][A-Z][0-9]{4}[A-Z]`},
			Guarantee: "U",
			Authority: "Income Tax Department, PAN: five letters, four digits, a letter; the fourth says what the holder is (A B C E F G H J L P T)",
			Match:     []string{"PAN card «BKQPS4471L»", "panNumber=«ABBPM4567S»", "deduct tax of «ABCPD1234Z» now", "pan: «abbpm4567s»", "पैन «ABBPM4567S»"},
			NoMatch:   []string{"see ABCND1234Z", "abcpd1234z", "part ABCPD1234Z", "PAN ABCPD12345", "xABCPD1234Z", "ABCPD1234Z/x"},
		},
		{
			Name: "in_gstin", Entity: "IN_GSTIN", Locale: "IN", Class: Context, Bits: 14, LabelBits: 8,
			forms: []string{"99 AAAAA 9999 A X ZX", "99 AAAAA 9999 AX ZX"}, alone: []string{"99AAAAA9999AXZX"}, aloneBits: 15, Validate: validGSTIN, checked: true,
			Canonical: canonIBAN,
			Labels:    []string{"gstin", "gst", "gst no", "gstins", "gst number", "जीएसटी"},
			Reserved:  []string{`(?:00|[4-8][0-9]|9[0-6])QDE[DIKMNOQ-SU-Z][A-Z][0-9]{4}[A-Z][1-9]Z[0-9A-Z]`},
			Guarantee: "X",
			Authority: "GST Council: state 01 to 38 or 97, a PAN, an entity number, Z, and a check character in base 36. It is no reason to turn a number down: people invent it, and a state's code says as much",
			Match:     []string{"GSTIN «27AAPFU0939F1ZV»", "vendor «29AAGCB7383J1Z4» paid", "gst no. «27 AAPFU 0939 F1 ZV»", "{\"gstin\":\"«07PQRST6789K1Z2»\"}"},
			NoMatch:   []string{"00AAPFU0939F1ZV", "27AAPFU0939F1YV", "27AAPFU0939F1Z", "27AAPFU0939F1ZVV", "38ABCDE1234F1Z5"},
		},
		{
			Name: "in_voter", Entity: "IN_VOTER", Locale: "IN", Class: Context, Bits: 5, LabelBits: 9,
			forms:     []string{"AAA9999999"},
			Labels:    []string{"voter", "voters", "voter id", "epic", "epic no", "election card", "elector", "electoral", "vote", "मतदाता", "वोटर"},
			Authority: "Election Commission of India, EPIC: three letters, seven digits",
			Match:     []string{"my voter: «DBJ2289013»", "EPIC No. «KSD1287349»,", "You can vote with your «CPJ4467918» number", "voterId=«UZB2345117»", "मतदाता पहचान «KSD1287349»"},
			NoMatch:   []string{"build KSD1287349", "voter KSD12873490", "voter KS1287349"},
		},
		{
			Name: "in_passport", Entity: "PASSPORT", Locale: "IN", Class: Context, Bits: 4, LabelBits: 10,
			forms: []string{"A999999 9"}, Validate: validPassportIN,
			Labels:    []string{"passport", "पासपोर्ट"},
			Authority: "Passport Seva: a letter but Q, X, Z, then seven digits, the first and the last not 0",
			Match:     []string{"passport number: «J6932157»", "passportNo=«T3569075»", "पासपोर्ट «A3456781»"},
			NoMatch:   []string{"passport b0097650", "passport number is T356907", "page J6932157", "passport Q6932157"},
		},
		{
			Name: "in_vehicle", Entity: "LICENSE_PLATE", Locale: "IN", Class: Context, Bits: 5, LabelBits: 10,
			forms: []string{"AA 99 AA 9999", "AA 99 A 9999", "AA 9 A 9999", "AA 9 AA 9999", "AA 9 AAA 9999", "AA 99 AAA 9999"},
			alone: []string{"AA99AA9999", "AA99A9999", "AA9AAA9999"}, aloneBits: 14, Validate: validPlateIN,
			Canonical: canonIBAN,
			Labels: []string{
				"registration", "vehicle", "vehicle no", "vehicle number", "plate", "number plate", "license plate", "licence plate", "rc no", "rto", "bike",
				"वाहन",
			},
			Authority: "Central Motor Vehicles Rules, rule 50: the state's two letters, the office's number, a series of up to three letters, a number of four digits",
			Match:     []string{"vehicle no. «KA 53 ME 3456»", "«DL01CA1234» seen at gate 4", "«DL3CJI0001».", "plate: «MH-12-AB-1234»", "car=«TN09A1234»"},
			NoMatch:   []string{"XX53ME3456", "vehicle QQ 53 ME 3456", "KA53ME345", "KA53ME34567", "ka53me3456"},
		},
		{
			Name: "in_driver_license", Entity: "DRIVER_LICENSE", Locale: "IN", Class: Context, Bits: 5, LabelBits: 10,
			forms: []string{"AA 99 9999 9999999", "AA 99 99999999999"}, alone: []string{"AA9999999999999", "AA99 99999999999"}, aloneBits: 14,
			Validate: validLicenceIN, Canonical: canonIBAN,
			Labels:    []string{"dl no", "dl number", "driving licence", "driving license", "driver licence", "driver license", "drivers license", "licence no", "license no"},
			Authority: "Ministry of Road Transport: the state's two letters, the office's two digits, the year of issue, seven digits",
			Match:     []string{"DL No: «MH14 20110062821»", "driving licence «KA-05-2015-0012345»", "«TN0720190012345» expired"},
			NoMatch:   []string{"XX0720190012345", "DL No: MH14 31110062821", "MH142011006282"},
		},
	})
}

func validAadhaar(s string) bool {
	var buf idBuf
	id := buf.compact(s)
	return id[0] >= '2' && verhoeff(id)
}

func validAadhaarVID(s string) bool {
	var buf idBuf
	return verhoeff(buf.compact(s))
}

func validGSTIN(s string) bool {
	var buf idBuf
	id := buf.compact(s)
	state := numberOf(id[:2])
	return state >= 1 && state <= 37 || (state == 38 || state == 97 || state == 99) && sumMod36(id[:14]) == id[14]
}

func validPassportIN(s string) bool {
	return strings.IndexByte("QXZqxz", s[0]) < 0 && s[1] != '0' && s[len(s)-1] != '0'
}

// statesIN are the letters that plates and licences begin with.
const statesIN = "AN AP AR AS BH BR CG CH DD DL DN GA GJ HP HR JH JK KA KL LA LD MH ML MN MP MZ NL OD OR PB PY RJ SK TG TN TR TS UA UK UP WB "

func isStateIN(id []byte) bool { return inList(statesIN, string(id[:2])) }

// inList reports whether word is one of list's, which are of one length and have a
// blank behind them.
func inList(list, word string) bool {
	for i := 0; i+len(word) < len(list); i += len(word) + 1 {
		if list[i:i+len(word)] == word {
			return true
		}
	}
	return false
}

func validPlateIN(s string) bool {
	var buf idBuf
	return isStateIN(buf.compact(s))
}

func validLicenceIN(s string) bool {
	var buf idBuf
	id := buf.compact(s)
	return isStateIN(id) && isBirthYear(numberOf(id[4:8]))
}
