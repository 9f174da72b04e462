package cloak

import "testing"

// Samples that authorities and banks print; with any digit changed they must fail. The
// weights of a CBU, 1, 3, 7 and 9, are prime to 10, and 11 and 97 are primes.
func TestAccountsOfCountriesHaveCheckDigits(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		name, sample string
		valid        func(string) bool
		from, to     int // digits that the check is over
	}{
		{"CBU", "2850590940090418135201", validCBU, 0, 22},
		{"CVU", "0170099220000067797370", validCBU, 0, 22},
		{"CCC", "21000418450200051332", validCCC, 0, 20},
		{"RIB", "30004008170002104718243", validRIB, 0, 23},
		{"RIB of La Poste", "20041010050500013M02606", validRIB, 0, 17},
		{"NRB", "61109010140000071219812874", validNRB, 0, 26},
		{"GIRO", "1177301611111018", validGIRO, 0, 8},
	} {
		if !x.valid(x.sample) {
			t.Errorf("%s: the sample fails", x.name)
		}
		for i := x.from; i < x.to; i++ {
			for d := byte('0'); d <= '9'; d++ {
				v := []byte(x.sample)
				if v[i] == d {
					continue
				}
				v[i] = d
				if x.valid(string(v)) && !(x.name == "CCC" && isCCCTwin(x.sample, i, d)) {
					t.Errorf("%s: passes with digit %d changed to %c", x.name, i, d)
				}
			}
		}
	}
}

// isCCCTwin: remainders 1 and 10 are both written 1, so that a digit of a CCC may be
// changed unseen.
func isCCCTwin(sample string, i int, d byte) bool {
	sum := func(s string) int {
		if i < 8 {
			return weightedSum(s[:8], 4, 8, 5, 10, 9, 7, 3, 6) % 11
		}
		return weightedSum(s[10:], 1, 2, 4, 8, 5, 10, 9, 7, 3, 6) % 11
	}
	v := []byte(sample)
	v[i] = d
	a, b := sum(sample), sum(string(v))
	return i != 8 && i != 9 && a != b && (a == 1 || a == 10) && (b == 1 || b == 10)
}
