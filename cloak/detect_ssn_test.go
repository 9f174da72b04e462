package cloak

import (
	"regexp"
	"slices"
	"testing"
)

func TestSSNExamples(t *testing.T) { checkExamples(t, ssnDetectors()) }

func TestSSN(t *testing.T) {
	d := &ssnDetectors()[0]
	for _, c := range []struct {
		text string
		keep func(site) bool
		want []string
	}{
		{"541-78-2936 541-78-2937", isValue, []string{"541-78-2936", "541-78-2937"}},
		{"541-78-2936-", isValue, []string{"541-78-2936"}},
		{"541782936", isWeak, []string{"541782936"}},
		{"541 78 2936", isValue, []string{"541 78 2936"}},
		{"so 541 78 2936, he said", isValue, []string{"541 78 2936"}},
		{"so 541 78 2936, he said", isWeak, nil},
		{"7 541 78 2936", isWeak, []string{"541 78 2936"}},
		{"541 78 2936 | x", isWeak, []string{"541 78 2936"}},
		{"541.78.2936", isWeak, []string{"541.78.2936"}},
		{"987-65-4328 900-89-1234 999-01-1234", isWeak, []string{"987-65-4328", "900-89-1234", "999-01-1234"}},
		{"4417829364", isAnyhow, nil},
		{"541-78-29361", isAnyhow, nil},
		{"541-78\x00-2936", isAnyhow, nil},

		{"912-11-0001, 999-69-9999", isShape, []string{"912-11-0001", "999-69-9999"}},
		{"912 11 0001 and 912.11-0001", isShape, []string{"912 11 0001", "912.11-0001"}},
		{"password=912110001", isShape, nil},                // hidden from nobody
		{"x912-11-0001y", isShape, []string{"912-11-0001"}}, // only digits go on
		{"912110001", isAnyhow, nil},
		{"5-912-11-0001", isShape, nil},
		{"912-11-00012", isShape, nil},
		{"912-11-0000", isShape, nil},
		{"912-10-1234", isShape, nil},
		{"912-89-1234", isShape, nil},
	} {
		if got := sitesOf(d, c.text, c.keep); !slices.Equal(got, c.want) {
			t.Errorf("%q: got %q, want %q", c.text, got, c.want)
		}
	}
}

// Over all groups: Reserved says what the scan says.
func TestSSNReserved(t *testing.T) {
	d := &ssnDetectors()[0]
	re := regexp.MustCompile(`^(?:` + d.Reserved[0] + `)$`)
	shapes := 0
	for n := 100_00_0000; n < 1000_00_0000; n += 9_973 {
		b := []byte("000-00-0000")
		for v, i := n, len(b)-1; i >= 0; i-- {
			if b[i] != '-' {
				b[i] = byte('0' + v%10)
				v /= 10
			}
		}
		s := string(b)
		shape := len(sitesOf(d, s, isShape)) == 1
		if shape != re.MatchString(s) {
			t.Fatalf("%s: shape is %v", s, shape)
		}
		if shape {
			shapes++
		}
		if shape && len(sitesOf(d, s, isAnyhow)) > 0 || validSSN(s) != (len(sitesOf(d, s, isAnyhow)) == 1) {
			t.Fatalf("%s: valid is %v", s, validSSN(s))
		}
	}
	if shapes == 0 {
		t.Error("no shapes")
	}
}

func TestSSNPieces(t *testing.T) {
	patternsCover(t, ssnDetectors(), []string{
		"541", "78", "2936", "-", " ", ".", "912", "11", "0001", "541782936", "912110001", "0", "\x00", "a", "_", "987", "65", "\xff", "‑", "+",
	})
}
