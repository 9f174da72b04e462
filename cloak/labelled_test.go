package cloak_test

import (
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
)

// What a key says of the value beside it in a text, a label says of a text of its own.
func TestAKeyLabelsItsValue(t *testing.T) {
	random := "9Cnzj4p4WGe" + "KLs1Pt8QuKUpR"
	e := tokens(t)
	for _, c := range []struct {
		label, value string
		kind         cloak.LabelKind
		want         string // the part that is found; "" for nothing
	}{
		{"password", "hunter22x", cloak.Key, "hunter22x"},
		{"db_password", `p"ss'w0rd x`, cloak.Key, `p"ss'w0rd x`},
		{"password", "p\"s`s'w0rd", cloak.Key, "p\"s`s'w0rd"},
		{"password", `hunter22x\`, cloak.Key, `hunter22x\`},
		{"dbPassword", "hunter22x\nsecond", cloak.Column, "hunter22x\nsecond"},
		{"api_key", random, cloak.Key, random},
		{"clientSecret", random, cloak.Column, random},
		{"user", "jdoe", cloak.Key, "jdoe"},
		{"X-Api-Key", random, cloak.Header, random},
		{"sessionid", random, cloak.Key, random},
		{"password", "", cloak.Key, ""},
		{"password", "[PASSWORD_0]", cloak.Key, ""},
		{"password", "${DB_PASSWORD}", cloak.Key, ""},
		{"password", "must be at least 8 characters", cloak.Key, ""},
		{"message", "hunter22x", cloak.Key, ""},
		{"[PASSWORD_0]", "hunter22x", cloak.Key, ""},
		{"[EMAIL_0] password", "hunter22x", cloak.Key, "hunter22x"},
		{"public_key", random, cloak.Key, ""},
		{"trace_id", random, cloak.Key, ""},
		{"pass\"word", "hunter22x", cloak.Key, ""},
		{strings.Repeat("x", 200) + "password", "hunter22x", cloak.Key, ""},
	} {
		in := cloak.Input{Text: c.value, Label: c.label, LabelKind: c.kind}
		fs, err := e.FindIn(t.Context(), in)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, f := range fs {
			got += c.value[f.Start:f.End]
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.label, got, c.want)
		}
		m := newMapping(t)
		out, _, err := e.SanitizeIn(t.Context(), m, in, cloak.Source{})
		if err != nil || c.want != "" && strings.Contains(out, c.want) {
			t.Errorf("%s: %q, %v", c.label, out, err)
		}
		if back, _ := m.Restore(out, cloak.RestoreOptions{}); back != c.value {
			t.Errorf("%s comes back as %q", c.label, back)
		}
		in.Text = out
		if again, _, err := e.SanitizeIn(t.Context(), newMapping(t), in, cloak.Source{Echo: true}); err != nil || again != out {
			t.Errorf("%s: %q becomes %q, %v", c.label, out, again, err)
		}
	}
}
