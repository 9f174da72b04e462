package cloak

import "testing"

// What is all of a text: what is found there, and what says too little.
func TestWhatIsAllOfAText(t *testing.T) {
	t.Parallel()
	e, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]Entity{
		// One digit again and again, and a check that holds.
		"Z000000005": "DE_HEALTH_INSURANCE", "Z999999997": "DE_HEALTH_INSURANCE", "DE111111117": "DE_VAT_ID",
		"Z000000004": "", "DE111111118": "", "DE111111111": "", "1111111112": "", "00000000000": "", "11111111116": "",
		// A form that is no other's.
		"12/345/6789": "DE_TAX_NUMBER", "12/3456/7890": "DE_TAX_NUMBER", "12-345-6789": "", "12/34/5678": "",
		"ABCDE1234F": "IN_PAN", "abcde1234f": "", "M456DEF": "LICENSE_PLATE", "A123 BCD": "LICENSE_PLATE", "ABC 1D": "LICENSE_PLATE", "m456def": "", "Z456DEF": "",
		"28 22 123456 12": "DRIVER_LICENSE", "112212345612": "", "078 05 1123": SSN, "078.05.1123": SSN, "078.05-1123": "",
		"122000000000003": CreditCard, "122000000000004": "", "1728110868127": "", "172811086812712": "",
		// A date, and what says whose.
		"9601211234567": "KR_RRN", "9111245678901": "KR_FRN", "1701231234567": "", "1612121800000": "", "9613211234567": "", "8001015009086": "",
		// A check digit alone, and samples.
		"901234567": "CA_SIN", "123456782": "CA_SIN", "12345678-2": "IL_ID", "028150815012": "", "0281 5081 5012": "JP_MY_NUMBER", "12056412545": "", "120.56412.54-5": "BR_PIS",
		"M123456789": "", "F131104093": "TW_ID", "98765432106": "DE_TAX_ID", "9171234567": "",
	} {
		fs, err := e.Find(t.Context(), text)
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case want == "" && len(fs) > 0:
			t.Errorf("%q is found, as %s", text, fs[0].Detector)
		case want != "" && (len(fs) != 1 || fs[0].Entity != want || fs[0].Len() != len(text)):
			t.Errorf("%q: %v, want %s", text, fs, want)
		}
	}
}

// The extension is a part of the number that it is dialled behind, and of another one it
// is another.
func TestExtension(t *testing.T) {
	t.Parallel()
	for text, end := range map[string]int{
		"x12": 3, "x4587 ": 5, " x12": 4, " x 638": 6, " x 63": 0, " x 2": 0, "x2": 0, "X63888": 6, " ext. 123.": 9, ", ext 7": 7, " extension: 12": 14, "ext63888": 8,
		" Durchwahl 12": 13, "x1234567": 0, "x12a": 0, "x12.5": 0, "x12-5": 0, " extra 12": 0, "x": 0, "": 0, " x\x0012": 0, "   x12": 0, "x12%": 0,
	} {
		if got := extensionEnd(text, 0); got != end {
			t.Errorf("%q ends at %d, want %d", text, got, end)
		}
	}
	d := phoneNANP()
	if a, b := d.Canonical("617-392-4418x12"), d.Canonical("(617) 392-4418 ext. 12"); a != b || a == d.Canonical("617-392-4418") || a == d.Canonical("617-392-4418x13") {
		t.Errorf("%q and %q", a, b)
	}
}
