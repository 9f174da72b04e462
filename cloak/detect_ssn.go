package cloak

import "strings"

// US social security numbers, and the taxpayer numbers that look like them.

func ssnDetectors() []Detector {
	return []Detector{{
		Name: "us_ssn", Entity: SSN, Locale: "US", Class: Shape,
		Bits: 15, LabelBits: 8, AgainstBits: 8,
		Pattern:   `[0-9]{3}[-. ]?[0-9]{2}[-. ]?[0-9]{4}`,
		Validate:  validSSN,
		Canonical: digitsOf,
		Labels: []string{
			"ssn", "s s n", "ssns", "social security", "social security number", "social security no", "soc sec", "social", "social insurance",
			"tin", "itin", "atin", "tax id", "taxpayer", "taxpayer id", "tax identification",
			"sozialversicherung", "sozialversicherungsnummer", "seguro social", "seguridad social", "sécurité sociale", "securite sociale",
		},
		Against: []string{
			"part", "part no", "pn", "order", "sku", "serial", "sn", "model", "zip", "phone", "tel", "telephone", "mobile", "fax", "case",
			"invoice", "tracking", "ticket", "isbn", "item", "product", "version", "build", "catalog", "rfc", "po",
		},
		Reserved: []string{
			`9[0-9]{2}-(?:1[1-6]|2[0-7]|3[0-6]|4[0-9]|6[6-9])-(?:[1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])`,
		},
		Guarantee: "U",
		Authority: "SSA, POMS RM 10201.030: areas 000, 666 and 900 to 999, group 00 and serial 0000 are not issued. IRS: ITINs have 9xx with groups 50-65, 70-88, 90-92 and 94-99, ATINs group 93, internal numbers (IRSN) 01-10, 17-19, 28, 29 and 37-39; the groups of Reserved are none of them",
		Match: []string{
			"SSN on file: «541-78-2936».", "ssn «219-09-9999» on file", "«078-05-1120»", "social security number «541782936»", "ssn=«541 78 2936»,",
			"SSN «541.78.2936»", "it is «541 78 2936», thanks", "«541 78 2936»", "Employee SSN: «987-65-4328» (W-2 on file)", "{\"ssn\":\"«541-78-2936»\"}", "itin «912-70-1234»", "/«541-78-2936»/",
		},
		NoMatch: []string{
			"part 219-09-99990", "ssn 000-12-3456", "ssn 666-12-3456", "ssn 541-00-2936", "ssn 541-78-0000", "zip 54178-2936", "{\"tabId\":417829364}",
			"groupId 2034417826", "a541782936", "541782936f", "1-541-78-2936", "541-78-2936-1", "541-78-2936.5", "0.541-78-2936", "x_541-78-2936",
			"+541-78-2936", "541-78 2936", "912-11-0000", "2026-11-0112", "12 541 78 2936 x", "at 541 78 2936 7", "a | 541 78 2936 | b", "see 541.78.2936 ok", "token 123 45 6789 is", "541-78-29361", "7710bcd5-541-78-2936",
		},
		Gaps: []string{
			"ssn two one nine, oh nine, 9999", "ssn 541 - 78 - 2936", "ssn ending in 2936", "ssn 912110001 (a stand-in that lost its separators)",
		},
		Disguised: []string{
			"SSN «541\u201178\u20112936» and «541\u201378\u20132937»", "ssn «541\u00a078\u00a02936»", "ssn «５４１-７８-２９３６»", "ssn%3A%20«541-78-2936»",
			"ssn «541&#45;78&#45;2936»", `{"ssn":"«541\u002d78\u002d2936»"}`,
		},
		anchor: anchorDigit, groups: groupsNine, scan: scanSSN, norm: normDigits,
		owns: func(d string) bool { return len(d) == 9 },
	}}
}

func scanSSN(s string, i int) (site, bool) {
	end, one := ssnEnd(s, i)
	if end == 0 || cutLeft(s, i) || cutRight(s, end) {
		return site{}, false
	}
	n, _ := leadingDigits(s[i:end], 9)
	x := site{Span: Span{i, end}}
	bare := end-i == 9
	whole := !isWord(at(s, i-1)) && at(s, i-1) != '+' && !isWord(at(s, end))
	switch issue := ssnIssue(n); {
	case issue == ssnReserved && !bare:
		// Nine digits in a row are no stand-in: a place with a stand-in's shape is
		// hidden from other detectors, and they may be a password or a phone number.
		x.shape = true
		return x, true
	case !whole || !one || issue == ssnNever || issue == ssnReserved:
		return site{}, false
	case bare:
		x.weak, x.bits = true, 9
	case issue == ssnTax:
		x.weak, x.bits = true, 11
	case s[i+3] == ' ' && !columnBeside(s, i, end) && !inOrder(s[i:end]):
		x.bits = 13 // among words
	case s[i+3] != '-':
		x.weak, x.whole, x.bits = true, true, 12 // columns of numbers, versions
	}
	return x, true
}

// ssnEnd returns the end of three, two and four digits at i with one separator,
// or none, between them, and whether both are the same; 0 when it is no number.
func ssnEnd(s string, i int) (end int, one bool) {
	switch digitRun(s[i:], 10) {
	case 9:
		return i + 9, true
	case 3:
		if !ssnSep(at(s, i+3)) || digitRun(s[i+4:], 3) != 2 || !ssnSep(at(s, i+6)) || digitRun(s[i+7:], 5) != 4 {
			return 0, false
		}
		return i + 11, s[i+3] == s[i+6]
	}
	return 0, false
}

// columnBeside reports whether what stands beside s[i:end] may be another column of a
// table: a number, a sign of one, or white space beyond a blank.
func columnBeside(s string, i, end int) bool {
	column := func(near, far byte) bool {
		return near != ' ' && near != 0 && !isWord(near) && strings.IndexByte(",.;:!?)(\"'\n", near) < 0 || near == ' ' && !isAlpha(far) && strings.IndexByte("(\"'", far) < 0
	}
	return column(at(s, i-1), at(s, i-2)) || column(at(s, end), at(s, end+1))
}

func ssnSep(b byte) bool { return b == '-' || b == ' ' || b == '.' }

// What the authorities do with a nine-digit number.
type ssnUse int

const (
	ssnNever    ssnUse = iota // no number at all
	ssnIssued                 // may be somebody's social security number
	ssnTax                    // 9xx: a taxpayer number, or kept by the IRS
	ssnReserved               // 9xx in a group that nobody uses: stand-ins
)

func ssnIssue(n int) ssnUse {
	area, group, serial := n/1_000_000, n/10_000%100, n%10_000
	switch {
	case area == 0 || area == 666 || group == 0 || serial == 0:
		return ssnNever
	case area < 900:
		return ssnIssued
	case 11 <= group && group <= 16, 20 <= group && group <= 27, 30 <= group && group <= 36, 40 <= group && group <= 49, 66 <= group && group <= 69:
		return ssnReserved
	}
	return ssnTax
}

// validSSN is for candidates of Pattern.
func validSSN(s string) bool {
	n, _ := leadingDigits(s, 9)
	use := ssnIssue(n)
	return use == ssnIssued || use == ssnTax
}
