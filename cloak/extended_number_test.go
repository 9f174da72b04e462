package cloak_test

import (
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
