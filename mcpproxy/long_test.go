package mcpproxy

import (
	"strings"
	"testing"
)

func TestLexer(t *testing.T) {
	longest := `"` + strings.Repeat("i", maxID-2) + `"`
	for _, c := range []struct {
		name, frame, id string
		method          bool
	}{
		{"first", `{"id":1,"method":"a"}`, "1", true},
		{"last", `{"result":{},"id":"a"}`, `"a"`, false},
		{"blanks", "{ \"id\" \t: 1.5\r\n , \"method\" : 1 }", "1.5", true},
		{"escaped name", `{"\u0069\u0064":1,"\u006d\u0065\u0074\u0068\u006f\u0064":1}`, "1", true},
		{"brackets, commas and quotes in it", `{"id":"},{\"id\":2,\\"}`, `"},{\"id\":2,\\"`, false},
		{"others in values", `{"a":{"id":2,"method":3},"b":[{"id":2},"id"],"c":"\",\"id\":2,","id":1}`, "1", false},
		{"names that are values", `{"a":"id","b":"method","id":1}`, "1", false},
		{"other case", `{"ID":1,"Method":2}`, "", false},
		{"longest", `{"id":` + longest + ` }`, longest, false},
		{"blanks behind it", `{"id":` + longest + strings.Repeat(" ", 1000) + `}`, longest, false},
		{"too long", `{"id":"i` + longest[1:] + `}`, "", false},
		{"null", `{"id":null}`, "", false},
		{"object", `{"id":{"id":1}}`, "", false},
		{"list", `{"id":[1]}`, "", false},
		{"none", `{}`, "", false},
		{"twice", `{"id":1,"id":1}`, "", false},
		{"twice, one none", `{"id":{},"id":1}`, "", false},
		{"behind the end", `{"id":1}{"id":2,"method":3}`, "1", false},
		{"behind one bracket too many", `{"a":1}},{"id":2}`, "", false},

		// What is no JSON: none is better than another's.
		{"two values", `{"id":1 2}`, "", false},
		{"two strings", `{"id":"1""2"}`, "", false},
		{"value behind a list", `{"id":[]1}`, "", false},
		{"two colons", `{"id":1:2}`, "", false},
		{"name behind a colon", `{"a":"id":1}`, "", false},
		{"no number", `{"id":01}`, "", false},
		{"not ended", `{"id":12`, "", false},
		{"escape in bits", `{"id":"\u00"}`, "", false},
		{"no object", `[{"id":1}]`, "", false},
		{"text", `"id":1,`, "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			for step := 1; step <= len(c.frame); step += max(1, len(c.frame)/7) {
				var x lexer
				for left := c.frame; left != ""; {
					n := min(step, len(left))
					x.read([]byte(left[:n]))
					left = left[n:]
				}
				if id, method := x.found(); string(id) != c.id || method != c.method {
					t.Errorf("in steps of %d: got %q, %v; want %q, %v", step, id, method, c.id, c.method)
				}
			}
		})
	}
}
