package format_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/decoy"
	"github.com/seed-052fbf24/cloak/format"
)

func engine(t testing.TB, cfg cloak.Config) *cloak.Engine {
	t.Helper()
	e, err := cloak.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func mapping(t testing.TB) *cloak.Mapping {
	t.Helper()
	m, err := cloak.NewMapping(cloak.Snapshot{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// round sanitizes a document and holds it to what all formats promise.
func round(t testing.TB, e *cloak.Engine, name, doc string) (string, []cloak.Finding) {
	t.Helper()
	m := mapping(t)
	d := format.Open(name, doc)
	r, err := format.Sanitize(t.Context(), e, m, d, cloak.Source{})
	if err != nil {
		t.Fatalf("%v", err)
	}
	if r.Format != d.Format {
		t.Errorf("%s fell back to text: %q becomes %q", d.Format.Name, doc, r.Text)
	}
	if back, _ := format.Restore(m, format.Open(name, r.Text), cloak.RestoreOptions{}); back != doc {
		t.Errorf("%q becomes %q and comes back as %q", doc, r.Text, back)
	}
	if len(r.Findings) == 0 && r.Text != doc {
		t.Errorf("nothing was found in %q, and it becomes %q", doc, r.Text)
	}
	again, err := format.Sanitize(t.Context(), e, mapping(t), format.Open(name, r.Text), cloak.Source{Echo: true})
	if err != nil || again.Text != r.Text {
		t.Errorf("%q becomes %q: %v", r.Text, again.Text, err)
	}
	return r.Text, r.Findings
}

func TestJSON(t *testing.T) {
	random := "9Cnzj4p4WGe" + "KLs1Pt8QuKUpR"
	g, err := decoy.New(decoy.Config{})
	if err != nil {
		t.Fatal(err)
	}
	e := engine(t, cloak.Config{Numbers: g.Numbers()})
	for doc, want := range map[string]string{
		`{"mail": "a.roe@corp.com", "n": 1e400, "big": 123456789012345678901234567890, "x": [1.0, true, null]}`: `{"mail": "[EMAIL_0]", "n": 1e400, "big": 123456789012345678901234567890, "x": [1.0, true, null]}`,
		`{"password":"p\"ss'w0rd x\\"}`:                                                                                           `{"password":"[PASSWORD_0]"}`,
		`{"a\u0040b": "a.roe\u0040corp.com", "b": "a.roe@corp.com"}`:                                                              `{"a\u0040b": "[EMAIL_0]", "b": "[EMAIL_0.1]"}`,
		`{"note": "tell a.roe@corp.com", "note": "tell a.roe@corp.com"}`:                                                          `{"note": "tell [EMAIL_0]", "note": "tell [EMAIL_0]"}`,
		`{"a.roe@corp.com": 1, "bo@corp.com": {"x": "\ud800", "y": "\/"}}`:                                                        `{"[EMAIL_0]": 1, "[EMAIL_1]": {"x": "\ud800", "y": "\/"}}`,
		`{"name": "Authorization", "value": "token ` + random + `"}`:                                                              `{"name": "Authorization", "value": "token [API_KEY_0]"}`,
		`[{"name": "DB_PASSWORD", "value": "hunter22x"}, {"value": "plain"}]`:                                                     `[{"name": "DB_PASSWORD", "value": "[PASSWORD_0]"}, {"value": "plain"}]`,
		`[{"entity_type": "PHONE_NUMBER", "entity_value": "617-392-4418"}, {"fieldName": "password", "fieldValue": "hunter22x"}]`: `[{"entity_type": "PHONE_NUMBER", "entity_value": "[PHONE_0]"}, {"fieldName": "password", "fieldValue": "[PASSWORD_0]"}]`,
		`{"text": "$6$LnUhhUi45srUKt9i$4Hp6VRTOB2mxvsYH8mwsCfBryg6hCbm4JJjV26KplN8ewZ7EUVqQDkLKDW.O8XRHx.B76JkwXtyD3wnAXEuZN1"}`:  `{"text": "[PASSWORD_0]"}`,
		`{"latitude": 48.858370, "lng": -2.294481, "price": 48.858370}`:                                                           `{"latitude": XXXXXXXXXX, "lng": XXXXXXXXXX, "price": 48.858370}`,
		`{"q": "$1$` + "aZ93kQ1x$" + `ab.cd/eF.gH/ij.k1/mn.2"}`:                                                                   `{"q": "[PASSWORD_0]"}`,
		`{"arguments": "{\"to\":\"a.roe@corp.com\",\"pw\":\"x\"}"}`:                                                               `{"arguments": "{\"to\":\"[EMAIL_0]\",\"pw\":\"x\"}"}`,
		`{"seen": "hunter22x", "password": "hunter22x"}`:                                                                          `{"seen": "[PASSWORD_0]", "password": "[PASSWORD_0]"}`,
		"{\n  // mail a.roe@corp.com\n  \"a\": 1, /* bo@corp.com */\n}\n":                                                         "{\n  // mail [EMAIL_0]\n  \"a\": 1, /* [EMAIL_1] */\n}\n",
		"{\"a\":\"a.roe@corp.com\"}\r\n{\"a\":\"bo@corp.com\"}\r\n":                                                               "{\"a\":\"[EMAIL_0]\"}\r\n{\"a\":\"[EMAIL_1]\"}\r\n",
		`ello a.roe@corp.com", "password": "hunter22x", "cut": "bo@corp.com`:                                                      `ello [EMAIL_0]", "password": "[PASSWORD_0]", "cut": "[EMAIL_1]`,
		`{"ssn": [541782936, 5], "age": 30, "port": 5432, "x": -541782936}`:                                                       `{"ssn": [XXXXXXXXX, 5], "age": 30, "port": 5432, "x": -541782936}`,
		`{"card": 4111111111111111, "n": 4111111111111111.0, "t": "4111111111111111"}`:                                            `{"card": XXXXXXXXXXXXXXXX, "n": XXXXXXXXXXXXXXXX.0, "t": "[CREDIT_CARD_0]"}`,
		`{"account_number": 44719208, "phone": 6173924418}`:                                                                       `{"account_number": XXXXXXXXXX, "phone": XXXXXXXXXX}`,
		`{"ssn": ["541-78-2936", "212-55-0148"]}`:                                                                                 `{"ssn": ["[SSN_0]", "[SSN_1]"]}`,
	} {
		out, fs := round(t, e, "x.json", doc)
		out = masked(t, doc, out, fs)
		if out != want {
			t.Errorf("%s\nbecomes %s\nwant    %s", doc, out, want)
		}
	}
	d := engine(t, cloak.Config{Replacer: g, Numbers: g.Numbers()})
	round(t, d, "x.json", `{"a\u0040b": "a.roe\u0040corp.com", "b": "a.roe@corp.com", "key": "`+"glpat-"+`\u0044F\u0063Ze7CxQBozqnGuGUqF"}`)
}

// masked is out with its numbers as X: they are drawn. One that was found is another, and
// digits.
func masked(t *testing.T, doc, out string, fs []cloak.Finding) string {
	t.Helper()
	for _, f := range fs {
		value := strings.Replace(strings.TrimPrefix(doc[f.Start:f.End], "-"), ".", "", 1)
		if isDigits(value) && (f.Start == 0 || doc[f.Start-1] != '"') {
			n := out[f.Out.Start:f.Out.End]
			if !isDigits(n) || n == doc[f.Start:f.End] {
				t.Errorf("a number becomes %s", n)
			}
			out = out[:f.Out.Start] + strings.Repeat("X", len(n)) + out[f.Out.End:]
		}
	}
	return out
}

func isDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// What is valid stays valid, and says the same but for what was replaced.
func TestJSONStaysValid(t *testing.T) {
	e := engine(t, cloak.Config{})
	doc := `{"users":[{"mail":"a.roe@corp.com","tags":["x\ty","\u00e9\ud83d\ude00"],"deep":"{\"pw\": {\"password\": \"hunter\\\"22x\"}}"}],"url":"postgres:\/\/app:s3cr3t9x@db1:5432\/x"}`
	out, fs := round(t, e, "", doc)
	if len(fs) != 3 {
		t.Errorf("%d findings", len(fs))
	}
	var a, b any
	if err := json.Unmarshal([]byte(doc), &a); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(out), &b); err != nil {
		t.Fatalf("%s: %v", out, err)
	}
	if strings.Contains(out, "hunter") || strings.Contains(out, "s3cr3t") || strings.Contains(out, "roe") {
		t.Error(out)
	}
	shape := func(v any) string {
		var buf bytes.Buffer
		_ = json.NewEncoder(&buf).Encode(v)
		return buf.String()
	}
	if x, y := shape(a), shape(b); strings.Count(x, ":") == 0 || len(x) == len(y) {
		t.Errorf("%s\n%s", x, y)
	}
}

// What is redacted in one string is redacted in all, and numbers become 0.
func TestRedactedJSON(t *testing.T) {
	e := engine(t, cloak.Config{Redact: true})
	doc := `{"seen": "as hunter22xyz", "password": "hunter22xyz", "ssn": 541782936}`
	r, err := format.Sanitize(t.Context(), e, nil, format.Open("a.json", doc), cloak.Source{})
	if want := `{"seen": "as [PASSWORD_REDACTED]", "password": "[PASSWORD_REDACTED]", "ssn": 0}`; err != nil || r.Text != want {
		t.Errorf("%s, want %s: %v", r.Text, want, err)
	}
}

// Whatever comes is read in one walk, with bounded memory beside it: an answer or an error.
func TestHostileJSON(t *testing.T) {
	const n = 1 << 20
	hostile(t, "json", map[string]string{
		"deep":                 strings.Repeat("[", n) + `"a.roe@corp.com"` + strings.Repeat("]", n),
		"deep objects":         strings.Repeat(`{"a":`, n/8) + `"a.roe@corp.com"`,
		"one string":           `{"a":"` + strings.Repeat("x", n) + ` a.roe@corp.com"}`,
		"escapes":              `{"a":"` + strings.Repeat(`\u0041`, n/8) + ` a.roe@corp.com"}`,
		"not closed":           strings.Repeat(`"`, n+1),
		"quotes and braces":    strings.Repeat(`"}`, n/2),
		"closing only":         strings.Repeat("}", n),
		"text":                 strings.Repeat("a b ", n/4) + "a.roe@corp.com",
		"numbers":              strings.Repeat("1 ", n/2),
		"comments":             strings.Repeat("/*", n/2),
		"comments ended":       strings.Repeat("/**/", n/4),
		"colons":               strings.Repeat(`"a":`, n/4),
		"one key again":        `{` + strings.Repeat(`"a":"b",`, n/8) + `"a":"a.roe@corp.com"}`,
		"keys, each another":   keys(n / 16),
		"documents in strings": nested(12),
	})
}

func keys(n int) string {
	var b strings.Builder
	b.WriteString("{")
	for i := range n {
		fmt.Fprintf(&b, `"key%d":"v",`, i)
	}
	return b.String() + `"last":"a.roe@corp.com"}`
}

// nested is JSON in a string of JSON, n deep.
func nested(n int) string {
	doc := `{"a":"a.roe@corp.com"}`
	for range n {
		s, _ := json.Marshal(doc)
		doc = `{"a":` + string(s) + `}`
	}
	return doc
}

// A string with an escape that JSON does not have may become another one with a decoy
// behind it: then it has a token, and comes back, too.
func TestWhatIsNoJSON(t *testing.T) {
	g, err := decoy.New(decoy.Config{})
	if err != nil {
		t.Fatal(err)
	}
	e := engine(t, cloak.Config{Replacer: g})
	tokens := 0
	for i := range 60 {
		m, err := cloak.NewMapping(cloak.Snapshot{Key: [32]byte{1, byte(i)}})
		if err != nil {
			t.Fatal(err)
		}
		d := format.Document{Text: `{"a": "x\ann@corp-mail.io"}`, Format: format.Named("json")}
		r, err := format.Sanitize(t.Context(), e, m, d, cloak.Source{})
		if strings.Contains(r.Text, "[EMAIL_0]") {
			tokens++
		}
		if back, _ := format.Restore(m, format.Document{Text: r.Text, Format: d.Format}, cloak.RestoreOptions{}); err != nil || back != d.Text {
			t.Errorf("%q comes back as %q, %v", r.Text, back, err)
		}
	}
	if tokens == 0 || tokens == 60 {
		t.Errorf("%d have a token", tokens)
	}
}

// A value that stands over the end of a stretch, which no line ends, is found.
func TestAValueOverTheEndOfAStretch(t *testing.T) {
	e := engine(t, cloak.Config{})
	const value = "a.roe@corp.com"
	for at := 1<<20 - len(value) - 1; at <= 1<<20+1; at += 3 {
		doc := `["` + strings.Repeat(`x","`, (at-8)/4) + strings.Repeat("y", (at-8)%4+6) + `","` + value + `","z"]`
		r, err := format.Sanitize(t.Context(), e, mapping(t), format.Document{Text: doc, Format: format.Named("json")}, cloak.Source{})
		if err != nil || len(r.Findings) != 1 {
			t.Errorf("at %d: %d are found, %v", strings.Index(doc, value), len(r.Findings), err)
		}
	}
}
