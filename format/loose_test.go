package format_test

import (
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/format"
)

// What cannot be written so that it reads as it was meant is written all the same: with what
// is found elsewhere by its label, redacted, from an echo, and back by a mapping that was kept.
func TestLoose(t *testing.T) {
	redact := engine(t, cloak.Config{Redact: true})
	for doc, name := range map[string]string{
		"[ssn]\nvalue = 541782936\n[x]\nx = password: hunter\"22x ;\n hun'ter22[\n": "ini",
		"password = \"hunter22x\n[ssn]\nvalue = '541782936'\n":                      "toml",
		"DB_SSN=541782936\na.roe@corp.compassword=''' #\"\"'''\n":                   "env",
		"ssn: 541782936\nx: ['[a.roe@corp.com\n":                                    "yaml",
		"ssn: 541782936\npassword: !}A=a = :hunter22x\" ;\n":                        "yaml",
	} {
		for _, e := range append(engines(t), redact) {
			for _, src := range []cloak.Source{{}, {Echo: true}} {
				m := mapping(t)
				d := format.Document{Text: doc, Format: format.Named(name)}
				r, err := format.Sanitize(t.Context(), e, m, d, src)
				if err != nil {
					t.Fatalf("%s: %q: %v", name, doc, err)
				}
				for _, x := range []string{"541782936", "hunter", "a.roe"} {
					if strings.Contains(r.Text, x) {
						t.Errorf("%s: %q becomes %q", name, doc, r.Text)
					}
				}
				if e == redact {
					continue
				}
				kept, err := cloak.NewMapping(m.Snapshot())
				if err != nil {
					t.Fatal(err)
				}
				d.Text = r.Text
				if back, _ := format.Restore(kept, d, cloak.RestoreOptions{}); back != doc {
					t.Errorf("%s: %q becomes %q and comes back as %q", name, doc, r.Text, back)
				}
			}
		}
	}
}
