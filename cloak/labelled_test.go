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

// Where a decoy does not fit, the token of its pair stands, and both come back.
func TestAStandInFits(t *testing.T) {
	e := decoys(t)
	m := newMapping(t)
	sanitize := func(fits func(string) bool) string {
		out, _, err := e.SanitizeIn(t.Context(), m, cloak.Input{Text: "mail a.roe@corp.com now", Fits: func(_ cloak.Span, standIn string) bool {
			return fits == nil || fits(standIn)
		}}, cloak.Source{})
		if err != nil {
			t.Fatal(err)
		}
		if back, _ := m.Restore(out, cloak.RestoreOptions{}); back != "mail a.roe@corp.com now" {
			t.Errorf("%q comes back as %q", out, back)
		}
		return out
	}
	free := sanitize(nil)
	if out := sanitize(func(standIn string) bool { return strings.HasPrefix(standIn, "[") }); out == free || !strings.Contains(out, "[EMAIL_") {
		t.Errorf("%q where only tokens fit", out)
	}
	if out := sanitize(func(string) bool { return true }); out != free {
		t.Errorf("%q, and %q before", out, free)
	}
}

// A span that can hold no value of a key is left; what a check digit or a prefix tells is not.
func TestALeftSpan(t *testing.T) {
	e := tokens(t)
	for text, want := range map[string]string{
		"password = hunter22x": "password = hunter22x", "mail a.roe@corp.com": "mail [EMAIL_0]",
	} {
		out, _, err := e.SanitizeIn(t.Context(), newMapping(t), cloak.Input{Text: text, Leave: func(x cloak.Span) bool { return text[x.Start:x.End] == "hunter22x" }}, cloak.Source{})
		if err != nil || out != want {
			t.Errorf("%q becomes %q, %v", text, out, err)
		}
	}
	if out, _, err := e.SanitizeIn(t.Context(), newMapping(t), cloak.Input{Text: "password = hunter22x"}, cloak.Source{}); err != nil || out != "password = [PASSWORD_0]" {
		t.Errorf("%q, %v", out, err)
	}
}
