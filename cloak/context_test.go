package cloak

import "testing"

// A label in a script that joins its words stands within them; one in another
// script is a whole word.
func TestLabelsWithinWords(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		text, label string
		want        bool
	}{
		{"여권번호는 ", "여권번호", true},
		{"我的身份证号码是", "身份证", true},
		{"เลขประจำตัวประชาชน:", "ประจำตัวประชาชน", true},
		{"재외국민 ", "여권", false},
		{"паспортный ", "паспорт", false},
		{"паспорт ", "паспорт", true},
		{"passports ", "passport", false},
	} {
		var around surroundings
		labels := newLabelSet([]string{"nothing", x.label})
		around.read(x.text, 0, len(x.text), "")
		if got, _ := around.nearest(&labels); (got == x.label) != x.want {
			t.Errorf("%q in %q: %q", x.label, x.text, got)
		}
	}
}
