package schema_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/mcpproxy/internal/schema"
)

func leaves(s, value string) (found []schema.Leaf) {
	schema.Compile([]byte(s)).Leaves([]byte(value), func(l schema.Leaf) { found = append(found, l) })
	return found
}

// A wanted leaf, with replacements that may stand there and some that may not.
type wanted struct {
	raw   string
	fits  []string
	not   []string
	fixed bool
}

func list(s ...string) []string { return s }

const token = "[EMAIL_0]"

var keywords = []struct {
	name, schema, value string
	want                []wanted
}{
	{"type says no more", `{"type":"string"}`, `"x"`, nil},
	{"true", `true`, `"x"`, nil},
	{"false", `false`, `"x"`, nil},
	{"no schema", `{`, `"x"`, nil},
	{"no value", `{"format":"email"}`, `"x`, nil},
	{"format", `{"properties":{"e":{"type":"string","format":"email"},"s":{"type":"string"}}}`, `{ "s":"é", "e" : "a@b.co" }`,
		[]wanted{{`"a@b.co"`, list("user1@example.com"), list(token, "", "1"), false}}},
	{"format nobody knows", `{"format":"iban"}`, `"x"`, nil},
	{"format of a number", `{"format":"int32"}`, `7`, []wanted{{`7`, list("-2147483648", "3.0"), list("2147483648", "1.5", "x"), false}}},
	{"pattern", `{"pattern":"^\\d{3}$"}`, `"123"`, []wanted{{`"123"`, list("999"), list(token, "99"), false}}},
	{"pattern is not anchored", `{"pattern":"@"}`, `"a@b"`, []wanted{{`"a@b"`, list("@", "x@"), list(token), false}}},
	{"look-ahead", `{"pattern":"^(?=a)a$"}`, `"a"`, []wanted{{`"a"`, nil, list("a", token), false}}},
	{"back-reference", `{"pattern":"(a)\\1"}`, `"aa"`, []wanted{{`"aa"`, nil, list("aa"), false}}},
	{"long pattern", `{"pattern":"^` + strings.Repeat("a?", 600) + `$"}`, `"a"`, []wanted{{`"a"`, nil, list("a"), false}}},
	{"pattern with a long program", `{"pattern":"^(?:[ab][bc][ab][bc][ab][bc][ab][bc]){1,1000}$"}`, `"ab"`, []wanted{{`"ab"`, nil, list("abababab"), false}}},
	{"enum", `{"enum":["red","green"]}`, `"red"`, []wanted{{`"red"`, list("red", "green"), list(token), true}}},
	{"enum without it", `{"enum":["red"]}`, `"blue"`, []wanted{{`"blue"`, list("red"), list("blue"), false}}},
	{"enum of both", `{"enum":["a",1]}`, `1.0`, []wanted{{`1.0`, list("1", "10e-1"), list("2", "a"), true}}},
	{"const", `{"const":"a\u0062"}`, `"ab"`, []wanted{{`"ab"`, list("ab"), list("b"), true}}},
	{"const beyond 2^53", `{"const":9007199254740992}`, `9007199254740993`, []wanted{{`9007199254740993`, list("9007199254740992"), list("9007199254740993"), false}}},
	{"minLength of code points", `{"minLength":3}`, `"äöü"`, []wanted{{`"äöü"`, list("abc", "😀😀😀"), list("äö", "😀"), false}}},
	{"maxLength of code points", `{"maxLength":3}`, `"abc"`, []wanted{{`"abc"`, list("", "😀😀😀"), list("abcd", token), false}}},
	{"surrogates", `{"maxLength":1}`, `"\ud83d\ude00"`, []wanted{{`"\ud83d\ude00"`, list("x"), list("xy"), false}}},
	{"number", `{"type":"number"}`, `1.5`, []wanted{{`1.5`, list("2", "-1e3"), list(token, "", "01", " 1", "1 ", "NaN", "1e999"), false}}},
	{"integer", `{"type":"integer"}`, `15`, []wanted{{`15`, list("2", "2.0", "1e3"), list("1.5", token), false}}},
	{"integer or string", `{"type":["integer","string"]}`, `15`, []wanted{{`15`, list("2"), list("1.5"), false}}},
	{"number or string", `{"type":["number","string"]}`, `15`, nil},
	{"bounds", `{"minimum":1,"maximum":5}`, `2`, []wanted{{`2`, list("1", "5", "1.5"), list("0.9", "6"), false}}},
	{"open bounds", `{"exclusiveMinimum":1,"exclusiveMaximum":5}`, `2`, []wanted{{`2`, list("1.1"), list("1", "5"), false}}},
	{"multipleOf", `{"multipleOf":0.25}`, `2`, []wanted{{`2`, list("0.5", "-3"), list("0.3", "1e22"), false}}},
	{"strings in numbers' bounds", `{"minimum":1}`, `"x"`, nil},
	{"numbers in strings' bounds", `{"minLength":1}`, `5`, []wanted{{`5`, list("6"), list("x"), false}}},

	{"patternProperties", `{"patternProperties":{"^e":{"format":"email"}}}`, `{"e1":"a@b.co","f":"x"}`, []wanted{{`"a@b.co"`, list("c@d.co"), list(token), false}}},
	{"additionalProperties", `{"properties":{"a":{}},"patternProperties":{"^b":{}},"additionalProperties":{"maxLength":2}}`, `{"a":"x","b1":"y","c":"z"}`, []wanted{{`"z"`, list("zz"), list(token), false}}},
	{"patternProperties that cannot be tried", `{"patternProperties":{"(?!x)":{"format":"email"}},"additionalProperties":{"format":"uri"}}`, `{"k":"a@b.co"}`, []wanted{{`"a@b.co"`, list("c@d.co"), list(token, "http://x/"), false}}},
	{"items", `{"items":{"format":"ipv4"}}`, `["1.2.3.4","5.6.7.8"]`, []wanted{{`"1.2.3.4"`, list("192.0.2.1"), list("[IP_0]"), false}, {`"5.6.7.8"`, list("192.0.2.1"), list("[IP_0]"), false}}},
	{"prefixItems", `{"prefixItems":[{"maxLength":1},true],"items":{"maxLength":2}}`, `["a","b","c"]`, []wanted{{`"a"`, list("x"), list("xx"), false}, {`"c"`, list("xx"), list("xxx"), false}}},
	{"items of draft-07", `{"items":[{"maxLength":1},{}],"additionalItems":{"maxLength":2}}`, `["a","b","c"]`, []wanted{{`"a"`, list("x"), list("xx"), false}, {`"c"`, list("xx"), list("xxx"), false}}},
	{"name escaped", `{"properties":{"e\u006dail":{"maxLength":3}}}`, `{"\u0065mail":"a"}`, []wanted{{`"a"`, list("b"), list(token), false}}},
	{"name twice", `{"properties":{"e":{"maxLength":3}}}`, `{"e":"a","e":"b"}`, []wanted{{`"a"`, list("x"), list(token), false}, {`"b"`, list("x"), list(token), false}}},

	{"allOf", `{"allOf":[{"maxLength":3},{"pattern":"^a"}]}`, `"ab"`, []wanted{{`"ab"`, list("abc"), list("abcd", "b"), false}}},
	{"allOf of objects", `{"allOf":[{"properties":{"a":{"maxLength":3}}},{"properties":{"a":{"pattern":"^a"}}}]}`, `{"a":"a"}`, []wanted{{`"a"`, list("abc"), list("abcd", "b"), false}}},
	{"anyOf", `{"anyOf":[{"format":"email"},{"format":"uri"},{"type":"null"}]}`, `"a@b.co"`, []wanted{{`"a@b.co"`, list("c@d.co", "http://x/"), list(token), false}}},
	{"anyOf with any string", `{"anyOf":[{"format":"email"},{"type":"string"}]}`, `"a@b.co"`, nil},
	{"anyOf of constants", `{"anyOf":[{"const":"a"},{"const":"b"}]}`, `"b"`, []wanted{{`"b"`, list("a"), list("c"), true}}},
	{"anyOf of null and string", `{"anyOf":[{"type":"string"},{"type":"null"}]}`, `"b"`, nil},
	{"oneOf", `{"oneOf":[{"maxLength":3},{"minLength":3}]}`, `"ab"`, []wanted{{`"ab"`, list("a", "abcd"), list("abc"), false}}},
	{"the branch that matches", `{"anyOf":[{"properties":{"k":{"const":"m"},"v":{"format":"email"}}},{"properties":{"k":{"const":"u"},"v":{"type":"string"}}}]}`,
		`{"v":"a@b.co","k":"u"}`, []wanted{{`"u"`, list("u"), list("m"), true}}},
	{"the branch with what is required", `{"oneOf":[{"required":["z"],"properties":{"v":{"maxLength":9}}},{"required":["v"],"properties":{"v":{"format":"email"}}}]}`,
		`{"v":"a@b.co"}`, []wanted{{`"a@b.co"`, list("c@d.co"), list(token), false}}},
	{"one branch for all leaves", `{"anyOf":[{"properties":{"a":{"format":"email"}}},{"properties":{"b":{"format":"uri"}}}]}`,
		`{"a":"a@b.co","b":"http://x/"}`, []wanted{{`"a@b.co"`, list("c@d.co"), list(token), false}}},
	{"a branch that may match", `{"anyOf":[{"properties":{"a":{"const":"x"}}},{"properties":{"a":{"pattern":"(?=y)"}}}]}`, `{"a":"y"}`, []wanted{{`"y"`, nil, list("y", "x"), false}}},
	{"no branch matches", `{"anyOf":[{"properties":{"a":{"const":"x"}}}]}`, `{"a":"y"}`, nil},
	{"not", `{"not":{"pattern":"^\\["}}`, `"a"`, []wanted{{`"a"`, list("b", ""), list(token), false}}},
	{"then", `{"if":{"properties":{"k":{"const":"m"}}},"then":{"properties":{"v":{"format":"email"}}},"else":{"properties":{"v":{"maxLength":4}}}}`,
		`{"k":"m","v":"a@b.co"}`, []wanted{{`"a@b.co"`, list("c@d.co"), list(token), false}}},
	{"else", `{"if":{"properties":{"k":{"const":"m"}}},"then":{"properties":{"v":{"format":"email"}}},"else":{"properties":{"v":{"maxLength":4}}}}`,
		`{"k":"o","v":"a"}`, []wanted{{`"a"`, list("b"), list("abcde"), false}}},
	{"if of a scalar", `{"if":{"maxLength":2},"then":{"pattern":"^a"},"else":{"pattern":"^b"}}`, `"a"`, []wanted{{`"a"`, list("aa", "bbb"), list("aaa", "b"), false}}},

	{"$defs", `{"$ref":"#/$defs/m","$defs":{"m":{"format":"email"}}}`, `"a@b.co"`, []wanted{{`"a@b.co"`, list("c@d.co"), list(token), false}}},
	{"definitions, escaped", `{"items":{"$ref":"#/definitions/a~1b%25"},"definitions":{"a/b%":{"maxLength":2}}}`, `["a"]`, []wanted{{`"a"`, list("b"), list("abc"), false}}},
	{"ref through an array", `{"items":{"$ref":"#/allOf/0"},"allOf":[{"maxLength":2}]}`, `["a"]`, []wanted{{`"a"`, list("b"), list("abc"), false}}},
	{"ref beside others", `{"$ref":"#/$defs/m","maxLength":6,"$defs":{"m":{"format":"email"}}}`, `"a@b.co"`, []wanted{{`"a@b.co"`, list("c@d.co"), list("long@d.co"), false}}},
	{"$anchor", `{"$ref":"#m","$defs":{"x":{"$anchor":"m","maxLength":2}}}`, `"a"`, []wanted{{`"a"`, list("b"), list("abc"), false}}},
	{"id of draft-07", `{"$ref":"#m","definitions":{"x":{"$id":"#m","maxLength":2}}}`, `"a"`, []wanted{{`"a"`, list("b"), list("abc"), false}}},
	{"resource within", `{"properties":{"a":{"$id":"https://x.example/y","$ref":"#/$defs/m","$defs":{"m":{"maxLength":2}}}},"$defs":{"m":{"maxLength":9}}}`, `{"a":"a"}`, []wanted{{`"a"`, list("b"), list("abc"), false}}},
	{"recursion", `{"properties":{"v":{"maxLength":2},"next":{"$ref":"#"}}}`, `{"v":"a","next":{"next":{"v":"b"}}}`, []wanted{{`"a"`, list("b"), list("abc"), false}, {`"b"`, list("b"), list("abc"), false}}},
	{"remote ref", `{"$ref":"https://x.example/s.json#/a","a":{"maxLength":1}}`, `"a"`, nil},
	{"ref to nowhere", `{"$ref":"#/$defs/none"}`, `"a"`, nil},
	{"ref to itself", `{"$ref":"#"}`, `"a"`, nil},
}

func TestKeywords(t *testing.T) {
	for _, c := range keywords {
		t.Run(c.name, func(t *testing.T) {
			found := leaves(c.schema, c.value)
			if len(found) != len(c.want) {
				t.Fatalf("%d leaves, want %d", len(found), len(c.want))
			}
			for i, w := range c.want {
				l := found[i]
				if raw := c.value[l.Start:l.End]; raw != w.raw || l.Fixed != w.fixed {
					t.Errorf("leaf %s, fixed %v; want %s, %v", raw, l.Fixed, w.raw, w.fixed)
				}
				for _, text := range w.fits {
					if !l.Fits(text) {
						t.Errorf("%s does not fit", text)
					}
				}
				for _, text := range w.not {
					if l.Fits(text) {
						t.Errorf("%s fits", text)
					}
				}
			}
		})
	}
}

// Texts as ajv 8 with ajv-formats 3 judges them.
var formats = map[string]struct{ accepts, refuses []string }{
	"email":                     {list("a@b.co", "A@B.C", "a@b.c1"), list(token, "a@b", "a..b@c.de", "é@b.co", "a@-b.co", " a@b.co", "x@\u212a.com")},
	"idn-email":                 {list("é@bü.co", "a@b.co"), list(token, "é@b")},
	"hostname":                  {list("a", "example.com.", strings.Repeat("a", 63), strings.Repeat("a.", 126)+"a"), list("[HOST_0]", "", "-a.b", "a_b.c", "a..b", strings.Repeat("a", 64), strings.Repeat("a.", 127)+"a")},
	"idn-hostname":              {list("bü.de"), list("[HOST_0]")},
	"ipv4":                      {list("192.0.2.1"), list("[IP_0]", "01.2.3.4", "256.1.1.1", "1.2.3", " 1.2.3.4")},
	"ipv6":                      {list("::", "2001:db8::1", "1:2:3:4:5:6:7::", "::ffff:1.2.3.4", "1:2:3:4:5:6:1.2.3.4", "2001:DB8::A"), list("[IP_0]", "fe80::1%eth0", "::ffff:01.2.3.4", "1::2::3", "12345::", ":1", "1.2.3.4")},
	"date":                      {list("2024-02-29", "2000-02-29", "0000-01-01"), list("[DATE_0]", "2023-02-29", "1900-02-29", "2024-13-01", "2024-1-1", "2024-04-31", "2024-01-00")},
	"time":                      {list("12:00:00Z", "12:00:00.123z", "12:00:00+02:00", "12:00:00+02", "12:00:00+0200", "23:59:60Z", "01:29:60+01:30", "18:59:60-05:00"), list("12:00:00", "22:59:60Z", "24:00:00Z", "12:60:00Z", "12:00:00.Z", "12:00:00+24:00", "12:00:00+2")},
	"date-time":                 {list("2024-01-01T00:00:00Z", "2024-01-01 00:00:00Z", "2024-01-01t00:00:00+01:00"), list("[DATE_0]", "2024-01-01", "2024-01-01T00:00:00", "2024-02-30T00:00:00Z", "2024-01-01T25:00:00Z")},
	"iso-time":                  {list("12:00:00", "12:00:00Z"), list("1:00")},
	"iso-date-time":             {list("2024-01-01T00:00:00"), list("x")},
	"duration":                  {list("P1D", "PT1H", "P1W", "P1Y2M3DT4H5M6S"), list("[D_0]", "P", "PT", "P1DT", "P1Y1W", "PT1.5S")},
	"uri":                       {list("https://example.com/a?b#c", "mailto:a@b.co", "urn:x:y", "http://[::1]/", "file:///etc/passwd", "HTTP://EXAMPLE.COM"), list("[URI_0]", "a", "//a/b", "http://a b", "http://a/%zz", "http://x/é", "http://x/"+token)},
	"uri-reference":             {list("", "a/b", "../x", "//x", "?q", "#f", "%41"), list("[URI_0]", "a b", "é", "%4")},
	"iri":                       {list("http://x/é"), list("[URI_0]")},
	"iri-reference":             {list("é"), list("[URI_0]")},
	"uri-template":              {list("http://x/{a}", "{+a,b*}", "{a:3}"), list("{a", "a b", "{}")},
	"url":                       {list("https://example.com", "http://8.8.8.8/", "ftp://a.de:21/x", "http://u:p@a.de/", "http://172.32.0.1", "http://é.de", "HTTPS://EXAMPLE.COM/"), list("[URL_0]", "http://10.0.0.1/", "http://127.0.0.1", "http://192.168.1.1", "http://172.16.0.1", "http://localhost", "mailto:a@b.c", "http://a.b", "http://a-.de", "http://a.de/ b")},
	"uuid":                      {list("123e4567-e89b-12d3-a456-426614174000", "URN:UUID:123E4567-E89B-12D3-A456-426614174000"), list("[ID_0]", "123e4567e89b12d3a456426614174000")},
	"json-pointer":              {list("", "/a", "/a~0b", "/a\nb"), list("a", "/a~b")},
	"json-pointer-uri-fragment": {list("#", "#/a"), list("/a", "#/a b")},
	"relative-json-pointer":     {list("0", "1/a", "0#"), list("01", "x")},
	"byte":                      {list("", "YQ==", "YWI="), list("[B_0]", "YQ=")},
	"regex":                     {list("a+", `\d`), list("(")},
}

func TestFormats(t *testing.T) {
	for name, c := range formats {
		t.Run(name, func(t *testing.T) {
			found := leaves(fmt.Sprintf(`{"format":%q}`, name), `"x"`)
			if len(found) != 1 {
				t.Fatal("it constrains nothing")
			}
			for _, text := range c.accepts {
				if !found[0].Fits(text) {
					t.Errorf("%q is refused", text)
				}
			}
			for _, text := range c.refuses {
				if found[0].Fits(text) {
					t.Errorf("%q is accepted", text)
				}
			}
		})
	}
}

// What Go's engine reads otherwise, as ECMA-262 has it with the u flag.
var patterns = []struct {
	pattern          string
	accepts, refuses []string
}{
	{`^a.c$`, list("abc"), list("a\nc", "a\u2028c")},
	{`^\s$`, list("\u00a0", "\ufeff", "\v", " "), list("\u200b", "\u0085", "\u180e")},
	{`^\S$`, list("\u200b", "x"), list("\u00a0", "\ufeff")},
	{`^[\S]$`, list("\u200b", "x"), list("\u00a0", "\ufeff")},
	{`^[\s\d]+$`, list("1 2", "\u2003"), list("x")},
	{`^[^]$`, list("a", "\n"), list("")},
	{`[]`, nil, list("", "a")},
	{`\u0041`, list("A"), list("a")},
	{`^\u{1F600}$`, list("😀"), list("A")},
	{`^\uD83D\uDE00$`, list("😀"), list("A")},
	{`^\x41$`, list("A"), nil},
	{`\cA`, list("\x01"), list("A")},
	{`[\b]`, list("\b"), list("b")},
	{`^[[]$`, list("["), list("a")},
	{`^[[:alpha:]]$`, list("a]", ":]"), list("b")},
	{`^(?<x>a)$`, list("a"), list("b")},
	{`^\p{Script=Greek}+$`, list("Ωω"), list("x")},
	{`^\p{Lu}$`, list("Ω"), list("ω")},
	{`^.{2}$`, list("😀😀"), list("😀")},
	{`\Qa`, nil, list("a")},
	{`(?i)a`, nil, list("a")},
	{`(?P<x>a)`, nil, list("a")},
	{`\x{41}`, nil, list("A")},
	{`a$`, list("ba"), list("a\n")},
}

func TestPatterns(t *testing.T) {
	for _, c := range patterns {
		t.Run(c.pattern, func(t *testing.T) {
			p, _ := json.Marshal(c.pattern)
			l := leaves(fmt.Sprintf(`{"pattern":%s}`, p), `"x"`)[0]
			for _, text := range c.accepts {
				if !l.Fits(text) {
					t.Errorf("%q is refused", text)
				}
			}
			for _, text := range c.refuses {
				if l.Fits(text) {
					t.Errorf("%q is accepted", text)
				}
			}
		})
	}
}

// nest gives n definitions, each made of the next by how, and the last one.
func nest(n int, how, last string) string {
	var b strings.Builder
	b.WriteString(`{"$ref":"#/$defs/d0","$defs":{`)
	for i := range n {
		fmt.Fprintf(&b, `"d%d":%s,`, i, strings.ReplaceAll(how, "NEXT", fmt.Sprintf(`{"$ref":"#/$defs/d%d"}`, i+1)))
	}
	fmt.Fprintf(&b, `"d%d":%s}}`, n, last)
	return b.String()
}

// What would take long is left out; the test's own time limit is the proof.
func TestHostile(t *testing.T) {
	deep := strings.Repeat(`{"items":`, 1_000_000) + "{}" + strings.Repeat("}", 1_000_000)
	many := "[" + strings.Repeat(`"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",`, 50_000) + `"a"]`
	var patterns []string
	for i := range 20_000 {
		patterns = append(patterns, fmt.Sprintf(`{"pattern":"(?:(?:a|b){1,%d}c?){0,30}$"}`, i%30))
	}
	var enum []string
	for i := range 60_000 {
		enum = append(enum, fmt.Sprintf(`"%d"`, i))
	}
	cases := []struct {
		name, schema, value string
		most                int
	}{
		{"a deep schema", deep, `[[["a"]]]`, 0},
		{"a schema of 5,000 levels", `{"maxLength":2,"x":` + strings.Repeat("[", 5_000) + strings.Repeat("]", 5_000) + "}", `"a"`, 0},
		{"a deep value", `{"items":{"$ref":"#"},"maxLength":2}`, strings.Repeat("[", 5_000) + `"a"` + strings.Repeat("]", 5_000), 0},
		{"a value of a million levels", `{"items":{"$ref":"#"},"maxLength":2}`, strings.Repeat("[", 1_000_000) + strings.Repeat("]", 1_000_000), 0},
		{"branches that double, for a scalar", nest(60, `{"anyOf":[NEXT,NEXT]}`, `{"const":"x"}`), `"a"`, 0},
		{"branches that double, for objects", nest(60, `{"anyOf":[NEXT,NEXT]}`, `{"properties":{"a":{"const":"x"}}}`), `{"a":"y"}`, 0},
		{"levels of branches", nest(60, `{"anyOf":[{"items":NEXT,"maxItems":0},{"items":NEXT}]}`, `{"const":"x"}`), strings.Repeat("[", 59) + `"a"` + strings.Repeat("]", 59), 1},
		{"a chain of references", nest(30_000, `NEXT`, `{"maxLength":2}`), `"a"`, 1},
		{"a chain for an object", nest(30_000, `NEXT`, `{"properties":{"a":{"maxLength":2}}}`), `{"a":"x"}`, 0},
		{"not itself", `{"not":{"$ref":"#"}}`, `"a"`, 1},
		{"any of itself", `{"anyOf":[{"$ref":"#"},{"maxLength":1}]}`, `["a",{"a":"b"}]`, 2},
		{"itself behind every name", `{"additionalProperties":{"allOf":[{"$ref":"#"},{"anyOf":[{"$ref":"#"},{"maxLength":1}]}]}}`, `{"a":{"b":{"c":"d"}}}`, 1},
		{"a program of a million steps", `{"pattern":"` + strings.Repeat("(?:a|b)", 100) + `{1000}{1000}"}`, `"a"`, 1},
		{"many patterns for many strings", `{"items":{"anyOf":[` + strings.Join(patterns, ",") + `]}}`, many, 50_001},
		{"a long enum for many strings", `{"items":{"enum":[` + strings.Join(enum, ",") + `]}}`, many, 50_001},
		{"many rules for one object", `{"allOf":[` + strings.Repeat(`{"additionalProperties":{"maxLength":1}},`, 20_000) + `true]}`, `{"a":"b"}`, 1},
		{"a long text", `{"items":{"format":"uri"}}`, `["` + strings.Repeat("a:", 1<<20) + `"]`, 1},
		{"long numbers", `{"items":{"enum":[` + strings.Repeat("1.0000000000000000001,", 20_000) + `1e999999999]}}`, "[" + strings.Repeat("1."+strings.Repeat("0", 60_000)+",", 50) + "1]", 51},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			found := leaves(c.schema, c.value)
			if len(found) > c.most {
				t.Errorf("%d leaves, at most %d expected", len(found), c.most)
			}
			for _, l := range found[:min(len(found), 3)] {
				l.Fits(strings.Repeat("ab", 1<<20))
				l.Fits("1" + strings.Repeat("0", 1<<20))
			}
		})
	}
}

// A leaf that is too hard to judge takes nothing from the next.
func TestHardLeaf(t *testing.T) {
	hard := nest(60, `{"anyOf":[NEXT,NEXT]}`, `{"const":"x"}`)
	value := `["a","b"]`
	found := leaves(`{"prefixItems":[{"$ref":"#/$defs/d0"},{"maxLength":2}],`+hard[strings.Index(hard, `"$defs"`):], value)
	if len(found) != 1 || value[found[0].Start:found[0].End] != `"b"` {
		t.Errorf("%d leaves, want that of the second rule", len(found))
	}
}

// A column of rows shares one judge, and a schema serves many at once.
func TestMayBeShared(t *testing.T) {
	s := schema.Compile([]byte(`{"items":{"properties":{"e":{"format":"email","pattern":"@"},"n":{"type":"integer"}}}}`))
	done := make(chan int)
	for range 4 {
		go func() {
			n := 0
			s.Leaves([]byte(`[{"e":"a@b.co","n":1},{"e":"c@d.co","n":2}]`), func(l schema.Leaf) {
				if l.Fits("x@y.co") != l.Fits("3") {
					n++
				}
			})
			done <- n
		}()
	}
	for range 4 {
		if n := <-done; n != 4 {
			t.Errorf("%d leaves, want 4", n)
		}
	}
}

// Leaves are scalars of the value, ascending, whatever the schema is; and what an enum
// shows fits.
func FuzzSchema(f *testing.F) {
	for _, c := range keywords {
		f.Add(c.schema, c.value, token)
	}
	f.Fuzz(func(t *testing.T, s, value, text string) {
		end := 0
		for _, l := range leaves(s, value) {
			if l.Start < end || l.End <= l.Start {
				t.Fatal("leaves overlap")
			}
			end = l.End
			raw := value[l.Start:l.End]
			if !json.Valid([]byte(raw)) || strings.ContainsRune("{[tfn \t\r\n", rune(raw[0])) {
				t.Fatalf("%q is no string or number", raw)
			}
			if l.Fits(text) && raw[0] != '"' && !json.Valid([]byte(text)) {
				t.Fatal("a number becomes something else")
			}
			own := raw
			if raw[0] == '"' {
				json.Unmarshal([]byte(raw), &own)
			}
			// A pattern may be one that cannot be tried.
			if l.Fixed && !strings.Contains(s, "pattern") && !strings.Contains(s, `\`) && !l.Fits(own) {
				t.Fatal("what an enum shows does not fit")
			}
		}
	})
}

func BenchmarkLeaves(b *testing.B) {
	s := schema.Compile([]byte(`{"properties":{"rows":{"items":{"properties":{"email":{"type":"string","format":"email"},"name":{"type":"string"},"n":{"type":"integer","minimum":0}}}}}}`))
	for _, rows := range []int{5, 50, 500, 10_000} {
		value := []byte(`{"rows":[` + strings.Join(slices.Repeat([]string{`{"email":"marie@example.fr","name":"a longer text that says nothing of note","n":12345}`}, rows), ",") + `]}`)
		b.Run(fmt.Sprint(len(value)), func(b *testing.B) {
			b.SetBytes(int64(len(value)))
			b.ReportAllocs()
			for b.Loop() {
				s.Leaves(value, func(schema.Leaf) {})
			}
		})
	}
}
