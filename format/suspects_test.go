package format_test

import (
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
)

// A value is looked for in all of a document, whatever stands between the place that tells
// what it is and the others: strings that are long, and need not be looked at again, or that
// must be, for they were read before.
func TestAValueIsLookedForEverywhere(t *testing.T) {
	e := engine(t, cloak.Config{})
	secret, other := "Zq7!vT"+"mmR2x", "Gh3%bN"+"ppW9k"
	long := func(with string) string {
		return strings.Repeat(`a line of it\n`, 200) + with + strings.Repeat(`\nand more`, 300)
	}
	tells := `{"password":"` + secret + `","passwd":"` + other + `"}`
	for name, doc := range map[string]string{
		"in front of it":         `["` + secret + `","` + long(other) + `",` + tells + `]`,
		"a key":                  `{"x ` + secret + ` y":"` + long("") + `","` + other + `":1,"z":` + tells + `}`,
		"behind it":              `[` + tells + `,"` + long(secret) + `","` + other + `","x\n` + other + `"]`,
		"between long ones":      `["` + long(secret) + `","` + secret + `","` + long("password: "+secret) + `","` + secret + `","` + long(secret) + `"]`,
		"in one that was read":   `["` + long(secret+" "+other) + `","` + long(`password: `+secret+`\npassword: `+other) + `"]`,
		"told by two long ones":  `["` + long(`password: `+secret+`\n`+other) + `","` + other + " " + secret + `","` + long(`password: `+other+`\n`+secret) + `"]`,
		"in a document within":   `["` + long(other) + `","{\"a\":\"` + secret + `\\n` + other + `\"}","` + long(`password: `+secret+`\npassword: `+other) + `"]`,
		"in nothing but strings": `["` + secret + `","` + strings.Repeat("x ", 1000) + `","` + other + `",` + tells + `]`,
	} {
		t.Run(name, func(t *testing.T) {
			out, fs := round(t, e, "a.json", doc)
			if strings.Contains(out, secret) || strings.Contains(out, other) || len(fs) < 2 {
				t.Errorf("a value is there, %d were found", len(fs))
			}
		})
	}
}
