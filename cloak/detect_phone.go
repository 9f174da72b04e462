package cloak

// phoneGapRE is the separator that readPhoneGap reads.
const phoneGapRE = `\)?[ \x{a0}\x{202f}]?(?:[./\-\x{2010}-\x{2015}][ \x{a0}\x{202f}]?)?\(?`

func phoneDetectors() []Detector {
	return []Detector{phoneIntl(), phoneNANP(), phoneNational()}
}

// phoneIntl: a plus sign, a country code that exists, and a number its plan has.
func phoneIntl() Detector {
	return Detector{
		Name: "phone_intl", Entity: Phone, Class: Anchored,
		Bits: 22, LabelBits: 8, AgainstBits: 5,
		anchor: anchorPlus, follow: "(123456789", scan: withExtension(scanPhoneIntl), norm: normDigits,
		Pattern:   `\+\(?[0-9](?:` + phoneGapRE + `[0-9]){6,16}` + phoneExtensionRE,
		Validate:  without(validPhoneIntl),
		Canonical: extended(canonicalPhoneIntl),
		Labels:    phoneLabels(), Against: phoneAgainst(),
		Reserved: []string{
			`\+999[0-9]{9,12}`,
			`\+1(?:[2-4679](?:0[1-9]|1[02-9]|[2-8][0-9])55501[0-9]{2}|8005550199)`,
			`\+44(?:11[3-8]4960|1[2-6]14960|1914980|2079460|2896496|2920180|1632960|7700900|8081570|9098790|3069990)[0-9]{3}`,
			`\+49(?:3023125|4066969|6990009|2214710|8999998)[0-9]{3}`,
			`\+33(?:19900|26191|35301|46571|53649|63998)[0-9]{4}`,
			`\+61[2378](?:5550|7010)[0-9]{4}`,
			`\+46(?:(?:3139006|8465004)[0-9]{2}|7017406(?:0[5-9]|[1-9][0-9]))`,
			`\+3532091[0-9]{5}`,
		},
		Guarantee: "R",
		Authority: "ITU-T E.164, whose code 999 is assigned to nobody (U); NANPA 555-01XX; Ofcom, numbers for drama; BNetzA Mitteilung 148/2021; ARCEP; ACMA; PTS; ComReg",
		Match: []string{
			"Call «+44 20 7183 8750» now",
			"tel:«+442071838750»",
			"Tel. «+44 (0)20 7183 8750 ext. 12»",
			"«+44 (0) 113-497-0009»",
			"ring («+31) 20 794 0800» or «+49-30/227-32152»",
			"«+1 (617) 392-4418»",
			"sip:«+16173924418»;user=phone",
			"fax «+33 1 42 68 53 00 x12»",
			"«+33\u00a01\u00a042\u00a068\u00a053\u00a000»",
			"«+49 30\u201122732152»", "«+33\u202f1\u202f42\u202f68\u202f53\u202f00»",
			"«+34 912 582 852» 2026-11-30 03:41",
			"Tel:«+4930227321520»Fax",
			"«+1 555 867 5309»", "«+49 30 22732152» - 2 pm",
		},
		NoMatch: []string{
			"revenue grew by +100 000 000", "+1", "+5 days", "2026-11-30T03:41:00+0200",
			"[10/Oct/2000:13:55:36 +0200] 12345678", "+3.14", "+1,032.923", "+12.345.678",
			"@@ -1203,17 +1203,18 @@ func", "+1728110868127", "\n+417829364", "UTC+05:30",
			"x+4930227321520", "1.5e+4930123456", "45+31-339243873", "(45)+(31)-278394", "+999 12 34",
			"v1.2.3+20260102150405", "+49301234567_2", "+33 100 000 000",
		},
		Gaps: []string{"plus 44 20 7183 8750", "dial ++44 20 7183 8750", "44 20 7183 8750"},
	}
}

// phoneNANP: ten digits of the North American plan.
func phoneNANP() Detector {
	return Detector{
		Name: "phone_nanp", Entity: Phone, Class: Shape,
		Bits: 16, LabelBits: 8, AgainstBits: 3,
		anchor: anchorDigit, groups: groupsTen, gate: mayBeNANP, scan: withExtension(scanPhoneNANP), norm: normDigits,
		owns:      func(d string) bool { return len(d) == 10 || len(d) == 11 && d[0] == '1' },
		Pattern:   `\(?(?:1` + phoneGapRE + `)?[2-9][0-9]{2}` + phoneGapRE + `[0-9]{3}` + phoneGapRE + `[0-9]{4}` + phoneExtensionRE,
		Validate:  without(validPhoneNANP),
		Canonical: extended(canonicalPhoneNANP),
		Labels:    phoneLabels(), Against: phoneAgainst(),
		Reserved: []string{
			`[2-4679](?:0[1-9]|1[02-9]|[2-8][0-9])-555-01[0-9]{2}`,
			`800-555-0199`,
		},
		Guarantee: "R",
		Authority: "NANPA: 555-0100 to 555-0199 of every geographic area code, and 800-555-0199, are for fiction; no area or exchange code is N11 or begins with 0 or 1",
		Match: []string{
			"Call «617-392-4418» now", "«(617) 392-4418»", "(«617-392-4418»)", "_: «(617)392-4418»",
			"«617.392.4418».", "«617 392 4418»", "«617 392-4418»", "«1-617-392-4418»", "«1 (617) 392-4418»",
			"OFFICE-«1(617)392-4418»", "«(617).392.4418»", "«(617)-392-4418»",
			"«617-392-4418x068»", "«617-392-4418, ext. 12».", "«617-392-4418» x 2 = 9", "«617-392-4418» extra 12", "Phone «(914)349-8600» 04/21/2020 12:37:30", "«555-867-5309»", "«(555) 123-4567»",
			"a/«617-392-4418»/617-392-4419", "her mobile number is «6173924418»",
			"cell «16173924418»", "Tel «617-392-4418»Fax", "«617-392-4418» - 2 pm", "\n1. «617-392-4418»", "1) «617-392-4418»", "my number is «555.111.2222»",
		},
		NoMatch: []string{
			"SSN 541-78-2936", "117-392-4418", "617-192-4418", "911-392-4418", "617-411-4418",
			"617-392-44188", "617-392-4418-22", "978-617-392-4418", "10.617.392.4418", "617.392.4418.5",
			"617 392 4418 12", "88 617 392 4418", "PN617-392-4418", "6173924418", "617-392 4418",
			"617/392/4418", "+1 617x", "1997-617-392-4418", "1728110868", "$617-392-4418",
			`{"tabs":[{"tabId":417829364}],"groupId":2034417826}`, "212-555-0142", "2125550142", "(212) 555 0142",
			"555-555-0142", "617-392-4418a", "555 123 4567", "617-392-4418%", "0617-392-4418",
		},
		Gaps: []string{"617-392-HELP", "six one seven, 392 4418", "392-4418"},
	}
}

// phoneNational: numbers with a trunk 0, as their country groups them, numbers
// that begin with 00 or 011 and a country code, and, beside a label, any others.
func phoneNational() Detector {
	return Detector{
		Name: "phone_national", Entity: Phone, Class: Shape,
		Bits: 7, LabelBits: 8, AgainstBits: 4,
		anchor: anchorDigit, fits: nationalFit, scan: withExtension(scanPhoneNational), norm: normDigits,
		owns:      func(d string) bool { return d[0] == '0' },
		Pattern:   `\(?[0-9](?:` + phoneGapRE + `[0-9]){6,16}` + phoneExtensionRE,
		Validate:  without(validPhoneNational),
		Canonical: extended(canonicalPhoneNational),
		Labels:    phoneLabels(), Against: phoneAgainst(),
		Reserved: []string{
			`07700 900[0-9]{3}`,
			`0(?:11[3-8] 496|1[2-6]1 496|191 498) 0[0-9]{3}`,
			`0(?:20 7946 0|28 9649 6|29 2018 0)[0-9]{3}`,
			`01632 960[0-9]{3}`, `0808 157 0[0-9]{3}`, `0909 879 0[0-9]{3}`, `0306 999 0[0-9]{3}`,
			`0(?:30 23125|40 66969|69 90009|221 4710|89 99998)[0-9]{3}`,
			`0(?:1 99 00|2 61 91|3 53 01|4 65 71|5 36 49|6 39 98) [0-9]{2} [0-9]{2}`,
			`0[2378] (?:5550|7010) [0-9]{4}`,
			`0(?:31-390 06|8-465 004) [0-9]{2}`, `070-174 06 (?:0[5-9]|[1-9][0-9])`,
			`020 91[0-9] [0-9]{4}`,
		},
		Guarantee: "R",
		Authority: "Ofcom, numbers for drama; BNetzA Mitteilung 148/2021; ARCEP; ACMA; PTS; ComReg; groups from libphonenumber's formats",
		Match: []string{
			"ring «020 7183 8750»", "\n1. «020 7183 8750»", "«020 7183 8750» - 2 pm", "tel «020 7183 8750» 2026-11-30 03:41", "«(020) 7183 8750»", "«0121 234 5678».", "«01223 765432»", "«07911 123456»",
			"«0044 20 7183 8750»", "«00 49 17612345678»", "«011 44 20 7183 8750»",
			"«01 42 68 53 00»", "«01.42.68.53.00»", "«0176 12 34 56 78»", "«030/22732152»", "«(030) 22732152»",
			"«06 6982 1234»", "«912 34 56 78»", "«020 794 0800»", "«02 123 45 67»", "«0470 12 34 56»", "«03/123.45.67»",
			"«044 668 18 00»", "«0664 123 45 67»", "«08-123 456 78»", "«070-123 45 67»", "«01 234 5678»",
			"«02 9374 4000»", "«0412 345 678»", "«090-1234-5678»", "«03-1234-5678»", "«098765 43210»",
			"«(11) 91234-5678»", "«11 91234-5678»", "«(11) 3123-4567»",
			"Phone:\n«60-56-85-91»\n", "«416 60 039» office", "Suite 2\n«085 175 7641»-Office, 2nd floor", "They're not answering at «78 651 450»", "«09171234567»",
			"Handy «0171-1234567»", "tel. «09-7625400» 2026-11-30", "call «392-4418»", "My Israeli number is «09-7625400»", "my CN number is «13812345678»", "phone «00442071838750»", "| tel | «6173924418» |",
			"telefoonnummer «06-28134477»", "nr telefonu: «602 417 885»", "Тел: «060 123 4567»",
		},
		NoMatch: []string{
			"Order 00123456712 shipped", "03/2015 – 04/2016", "2026-11-30 03:41", "ISBN 978-3-16-148410-0", "OMB 1545-0047",
			"[1234-5678]", "1297901ea0c2", "100 000 000", "541-78-2936", "4111 1111 1111 1111", "10.250.19.102:54106",
			"2017-05-16 00:00:00.008", "blk_-1608999687919862906", "1131566461 2005.11.09", "1728110868 1728110868127",
			"id 0171-1234567", "7710bcd5-a61d-453a-9046-1297901ea0c2", "01-02-2026 03:04", "020 7183 8750 99 11", "3020 7183 8750",
			"Phone\n60-56-85-91", "416 60 039 officers", "12345678901", "5321234567",
			"020 7946 0123", "02079460123", "01 99 00 12 34", "030 23125042", "(02) 5550 1234", "07700-900-123",
			"612 345 678", "0123456789", "0.052564494,\n\t0.049917534, 0.048611384", "00 10 00 31 46 D9", "v0.12.34.56.78", "<Buffer 01 02 03 04 05>", "08-12 34 56", "12 34 56 78 90",
		},
		Gaps: []string{"+0 20 7183 8750", "(0)20 7183 8750"},
	}
}

func phoneAgainst() []string {
	return []string{
		"order", "invoice", "ticket", "id", "ids", "uid", "build", "version", "port", "pid", "serial", "part", "sku", "isbn",
		"issn", "doi", "epoch", "ts", "timestamp", "time", "omb", "tracking", "seq", "sequence", "ref", "reference", "case",
		"bytes", "ns", "ms", "size", "count", "offset", "account", "routing", "zip", "card", "iban", "ssn", "uuid", "guid",
		"hash", "nhs", "npi", "ein", "amount", "price", "total", "duration", "line", "block", "blk", "code", "error", "http",
	}
}
