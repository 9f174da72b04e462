package program

import "testing"

func TestMasked(t *testing.T) {
	for in, want := range map[string]string{
		"open mail ann.lee@corp.eu: no such file": "open mail •••: no such file",
		"from ann.lee@corp.eu to bo.li@corp.eu":   "from ••• to •••",
		"open /srv/data/report.txt: denied":       "open /srv/data/report.txt: denied",
		"":                                        "",
	} {
		if got := Masked(in); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
