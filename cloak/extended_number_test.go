package cloak_test

import (
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
)

// A word behind a number's decoy, over a blank, can make another number of both, which is
// somebody's: then the token stands there.
func TestANumberIsReadWithTheWordsBesideIt(t *testing.T) {
	t.Parallel()
	e := decoys(t)
	tokens := 0
	for i := range 200 {
		m, err := cloak.NewMapping(cloak.Snapshot{Key: [32]byte{byte(i), 1}})
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{
			"00000 ssn 001010001 X00", "ssn 541782936 X00", "ssn 541782936 RT 0001", "ssn 541782936 A1", "AB 541782936 is my ssn", "ssn: 541782936 12", "ssn 541 78 2936 X00", "ssn 541-78-2936 X00",
			"phone )100000000", "phone (1)6173924418 x", "phone 6173924418(1", "tel ) 617-392-4418", "phone: (x)617-392-4418(y)",
			"cédula 171430710-3 a 10.2.3.4", "cédula 171430710-3 a build03%2elan", "paszportu nr ZS 0000177 a 10.2.3.4", "dowód ABA300000 and on",
			"cpf 39053344705 X1", "nhs 9434765919 A00", "my tfn 803405619 B1 ok",
		} {
			out, fs, err := e.Sanitize(t.Context(), m, text, cloak.Source{})
			if err != nil {
				t.Fatal(err)
			}
			if back, _ := m.Restore(out, cloak.RestoreOptions{}); back != text {
				t.Errorf("%q becomes %q and comes back as %q", text, out, back)
			}
			for _, f := range fs {
				if out[f.Out.Start] == '[' {
					tokens++
				}
			}
		}
	}
	if tokens == 0 {
		t.Error("no token: no decoy was read as another number")
	}
}

// Whatever two signs stand on either side of a value, its decoy is read back.
func TestADecoyComesBackWhateverStandsBesideIt(t *testing.T) {
	t.Parallel()
	e := decoys(t)
	signs := strings.Split(" ()[]<>\"'.,;:-_/+=@#a0X|\t*~&%\\{}!?é", "")
	n := 0
	for _, v := range []string{
		"phone «6173924418»", "phone «100000000»", "ssn «541782936»", "SSN «541-78-2936»", "ip «84.17.52.9»", "mail «a.roe@corp-mail.io»", "card «5500000000000004»", "iban «DE89370400440532013000»",
		"mac «3c:22:fb:7a:1b:9e»", "«+1 617 392 4418»", "nhs «9434765919»", "cpf «39053344705»", "«2001:db9:1::7a1»", "mrn «12345678»",
	} {
		label, value, _ := strings.Cut(strings.TrimSuffix(v, "»"), "«")
		for _, a := range signs {
			for _, b := range signs {
				for _, text := range []string{label + a + b + value, label + value + a + b, label + value + a + b + "1 x", "x " + a + b + value + b + a} {
					m, err := cloak.NewMapping(cloak.Snapshot{Key: [32]byte{byte(n), byte(n >> 8), 3}})
					if err != nil {
						t.Fatal(err)
					}
					n++
					out, _, err := e.Sanitize(t.Context(), m, text, cloak.Source{})
					if err != nil {
						t.Fatal(err)
					}
					if back, _ := m.Restore(out, cloak.RestoreOptions{}); back != text {
						t.Errorf("%q becomes %q and comes back as %q", text, out, back)
					}
				}
			}
		}
	}
}
