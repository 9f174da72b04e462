package cloak

import "testing"

// checkSum is a check of a number as a detector's Validate makes it, with samples
// that its authority, or one who writes about it, has published.
type checkSum struct {
	name    string
	valid   func(string) bool
	samples []string
	// misses is of how many changes of one digit in a hundred the sum says nothing.
	misses int
}

// runCheckSums finds the samples valid, and those with one digit changed not.
func runCheckSums(t *testing.T, all []checkSum) {
	t.Helper()
	for _, x := range all {
		changed, missed := 0, 0
		for _, s := range x.samples {
			if !x.valid(s) {
				t.Errorf("%s: sample %d is not valid", x.name, len(s))
			}
			for i := range len(s) {
				for d := byte('0'); d <= '9'; d++ {
					if !isDigit(s[i]) || s[i] == d {
						continue
					}
					changed++
					if x.valid(s[:i] + string(d) + s[i+1:]) {
						missed++
					}
				}
			}
		}
		if changed == 0 || missed*100 > x.misses*changed {
			t.Errorf("%s: %d of %d changes of a digit are not noticed", x.name, missed, changed)
		}
	}
}

func TestCheckSumsOfIndia(t *testing.T) {
	t.Parallel()
	runCheckSums(t, []checkSum{
		{"Aadhaar", validAadhaar, []string{"9999 4105 7058", "3998-7654-3211"}, 0},
		{"GSTIN", func(s string) bool { return validGSTIN(s) && sumMod36([]byte(s[:14])) == s[14] }, []string{"27AAPFU0939F1ZV", "29AAGCB7383J1Z4"}, 0},
	})
}

// A change that the sum does not notice may make a number of another kind, or another
// date: those are few.
func TestCheckSumsOfEastAsia(t *testing.T) {
	t.Parallel()
	runCheckSums(t, []checkSum{
		{"resident id", validResidentCN, []string{"11010519491231002X", "440524188001010014"}, 0},
		{"credit code", validUSCC, []string{"91350100M000100Y43", "91110000600037341L"}, 0},
		{"HKID", validHKID, []string{"A123456(3)", "AB987654(3)", "G123456(A)"}, 0},
		{"Taiwan", validIDTW, []string{"A123456789", "A800000014", "F131104093"}, 9},
		{"BRN", validBRN, []string{"104-86-56659", "1048213138"}, 0},
		{"My Number", validMyNumber, []string{"123456789018"}, 3},
		{"corporate number", validCorporateNumber, []string{"7000012050002"}, 12},
		{"NRIC", validNRIC, []string{"S9048671C", "F2346401L", "M4332674T"}, 0},
		{"UEN", validUEN, []string{"53125226D", "201434292D", "T16RF0037C", "S57TU0392K"}, 1},
		{"Thai", validThai, []string{"2345678901234", "3456789012347"}, 8},
		{"TIN of the Philippines", validTINPH, []string{"000-123-456"}, 0},
	})
}

func TestCheckSumsOfTheNearEast(t *testing.T) {
	t.Parallel()
	runCheckSums(t, []checkSum{
		{"Teudat zehut", luhnValid, []string{"123456782", "000000018"}, 0},
		{"TCKN", validTCKN, []string{"10000000146", "36493665440", "53857632436"}, 0},
		{"VKN", validVKN, []string{"4540536920", "1234567890"}, 5},
		{"Emirates ID", validEmiratesID, []string{"784-1985-2345678-2"}, 0},
		{"IIN", validIIN, []string{"850714300543", "980709300146"}, 10},
	})
}
