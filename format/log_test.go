package format_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/decoy"
	"github.com/seed-052fbf24/cloak/format"
)

func logEngine(t testing.TB) *cloak.Engine {
	g, err := decoy.New(decoy.Config{})
	if err != nil {
		t.Fatal(err)
	}
	return engine(t, cloak.Config{Numbers: g.Numbers()})
}

func TestLog(t *testing.T) {
	e := logEngine(t)
	for doc, want := range map[string]string{
		`2026-01-02 INFO payload={"user":"a\u0040corp.com","ssn":541782936} took=3ms`:                                       `2026-01-02 INFO payload={"user":"[EMAIL_0]","ssn":XXXXXXXXX} took=3ms`,
		`I0102 12:00:00.000000 1 x.go:12] req {"password":"hunter22x"}`:                                                     `I0102 12:00:00.000000 1 x.go:12] req {"password":"[PASSWORD_0]"}`,
		"one a.roe@corp.com\ntwo\nthree {\"mail\": \"a.roe@corp.com\", \"ok\": true}\r\nfour bo@corp.com":                   "one [EMAIL_0]\ntwo\nthree {\"mail\": \"[EMAIL_0]\", \"ok\": true}\r\nfour [EMAIL_1]",
		`<165>1 2026-08-24T05:14:15Z h.example.com x - ID47 [id@32473 iut="3" mail="a.roe@corp.com"] {"ssn":"541-78-2936"}`: `<165>1 2026-08-24T05:14:15Z h.example.com x - ID47 [id@32473 iut="3" mail="[EMAIL_0]"] {"ssn":"[SSN_0]"}`,
		`CEF:0|Sec|tm|1.0|100|worm|10|suser=a.roe@corp.com msg={"ssn":"541-78-2936"}`:                                       `CEF:0|Sec|tm|1.0|100|worm|10|suser=[EMAIL_0] msg={"ssn":"[SSN_0]"}`,
		`2026-10-06T00:17:09Z stdout F {"mail":"a.roe@corp.com"} {"password":"hunter22x"}`:                                  `2026-10-06T00:17:09Z stdout F {"mail":"[EMAIL_0]"} {"password":"[PASSWORD_0]"}`,
		`ssn=[{"a":"b"},541782936] x`: `ssn=[{"a":"b"},XXXXXXXXX] x`,
		`ssn=["541-78-2936","212550148"] [{"ssn":541782936}] { "a": [[], {}, -1.5e3] } bo@corp.com`:                     `ssn=["[SSN_0]","[SSN_1]"] [{"ssn":XXXXXXXXX}] { "a": [[], {}, -1.5e3] } [EMAIL_0]`,
		`got '{"password":"hunter22x"}' and "body": {"n": {"ssn":541782936}}`:                                           `got '{"password":"[PASSWORD_0]"}' and "body": {"n": {"ssn":XXXXXXXXX}}`,
		`level=info msg="{\"password\":\"hunt\\\"er22x\",\"ssn\":541782936}" to="[{\"b\":\"a.roe\\u0040corp.com\"}]"`:   `level=info msg="{\"password\":\"[PASSWORD_0]\",\"ssn\":XXXXXXXXX}" to="[{\"b\":\"[EMAIL_0]\"}]"`,
		`dump {"a" "b" {"ssn":541782936}, {"x": [{"ssn":212550148}], "cut": "bo@corp.com`:                               `dump {"a" "b" {"ssn":XXXXXXXXX}, {"x": [{"ssn":XXXXXXXXX}], "cut": "[EMAIL_0]`,
		`{'ssn': 541782936} {Name:x SSN:541782936} {"ssn": 541782936, 'x'} {"a\q": "bo@corp.com"} {"ssn": 541-78-2936}`: `{'ssn': [SSN_0]} {Name:x SSN:[SSN_0]} {"ssn": [SSN_0], 'x'} {"a\q": "[EMAIL_0]"} {"ssn": [SSN_0.1]}`,
		`{"ssn":` + "\n" + `541782936} {"a": 1 2} {"mail" "a.roe@corp.com"} {"ssn": 212550148]`:                         `{"ssn":` + "\n" + `[SSN_0]} {"a": 1 2} {"mail" "[EMAIL_0]"} {"ssn": [SSN_1]]`,
	} {
		out, fs := round(t, e, "", doc)
		if got := format.Detect("", doc).Name; got != "log" {
			t.Errorf("%s is %s", doc, got)
		}
		for i := len(fs) - 1; i >= 0; i-- {
			f := fs[i]
			n := out[f.Out.Start:f.Out.End]
			if isDigits(n) && n != doc[f.Start:f.End] {
				out = out[:f.Out.Start] + strings.Repeat("X", len(n)) + out[f.Out.End:]
			}
		}
		if out != want {
			t.Errorf("%s\nbecomes %s\nwant    %s", doc, out, want)
		}
	}
}

// The lines of a container's log are JSON, and what it said is a line with JSON in turn.
func TestLogInJSON(t *testing.T) {
	said := `2026-01-02 INFO a.roe@corp.com payload={"password":"hunt\"er22x","ssn":541782936}` + "\n"
	line, err := json.Marshal(map[string]string{"log": said, "stream": "stdout"})
	if err != nil {
		t.Fatal(err)
	}
	out, fs := round(t, logEngine(t), "", string(line))
	var x map[string]string
	if err := json.Unmarshal([]byte(out), &x); err != nil {
		t.Fatal(err)
	}
	_, payload, _ := strings.Cut(x["log"], "payload=")
	if len(fs) != 3 || !json.Valid([]byte(payload)) || !strings.HasPrefix(x["log"], "2026-01-02 INFO [EMAIL_0] payload=") {
		t.Error(out)
	}
}

// A value in quotes of logfmt is still one, and the JSON in it valid.
func TestLogfmtStaysReadable(t *testing.T) {
	for name, v := range map[string]any{
		"strings": map[string]any{"password": `hunt"er\22x`, "mail": "a.roe@corp.com", "ssn": 541782936},
		"lists":   []any{map[string]any{"ssn": []int{541782936}}, "é\n"},
		"nested":  map[string]any{"body": `{"password":"hunter22x"}`},
	} {
		inner, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		doc := "ts=2026-01-02 msg=" + strconv.Quote(string(inner)) + " took=3ms"
		out, fs := round(t, logEngine(t), "", doc)
		if strings.HasPrefix(string(inner), `["`) {
			t.Fatal("no such beginning is looked for")
		}
		value, _, _ := strings.Cut(strings.TrimPrefix(out, "ts=2026-01-02 msg="), " took")
		back, err := strconv.Unquote(value)
		if err != nil || !json.Valid([]byte(back)) || len(fs) == 0 {
			t.Errorf("%s: %d findings, %s, %v", name, len(fs), out, err)
		}
	}
}

// Where there is no JSON, a log is what a text is, finding by finding.
func TestLogWithoutJSON(t *testing.T) {
	e := logEngine(t)
	for _, doc := range []string{
		"", "\n", "a.roe@corp.com", "password={hunter22x", `{"`, `{"a": b} ssn 541-78-2936`, `x ["a" b.roe@corp.com`,
		"-----BEGIN RSA PRIVATE " + "KEY-----\n" + strings.Repeat("MIIEpAIBAAKCAQEA3Tz2mr7SZiAMfQyuvBjM9Oi\n", 12) + "-----END RSA PRIVATE " + "KEY-----\n{\"",
	} {
		d := format.Document{Text: doc, Format: format.Named("log")}
		r, err := format.Sanitize(t.Context(), e, mapping(t), d, cloak.Source{})
		want, fs, wrong := e.Sanitize(t.Context(), mapping(t), doc, cloak.Source{})
		if err != nil || wrong != nil || r.Text != want || fmt.Sprint(r.Findings) != fmt.Sprint(fs) {
			t.Errorf("%q is %q as a log, %q as text: %v, %v", doc, r.Text, want, err, wrong)
		}
	}
}

// Where a stand-in makes JSON of what was none, or none of what was, it comes back, too.
func TestLogThatBecomesJSON(t *testing.T) {
	for doc, term := range map[string]string{
		`x {"a":"b\qc"}`:                  `\qc`,
		`x {"a":"b\u00zzc"}`:              `\u00zzc`,
		`x {"path":"C:\Users\ann\x.txt"}`: `q`,
		`x {"a": 'b'}`:                    `{`,
		`x "{\"a\":\"b\qc\"}"`:            `\qc`,
		`x {"a": {"b": "c"} zz "d": {}}`:  `zz`,
		`"{\"a\":\"0\\"\"}"0`:             `0\\"`,
		`x {"a": "b"`:                     `b"`,
	} {
		out, _ := round(t, engine(t, cloak.Config{Terms: []cloak.Term{{Text: term, Anywhere: true}}}), "", doc)
		if out == doc {
			t.Errorf("%s stays", doc)
		}
	}
}

func TestHostileLog(t *testing.T) {
	const n = 1 << 20
	docs := map[string]string{
		"openers":           strings.Repeat(`{"`, n/2),
		"array openers":     strings.Repeat(`["`, n/2),
		"blank openers":     strings.Repeat(`{ "`, n/3),
		"quoted openers":    strings.Repeat(`"{\"`, n/4),
		"escaped braces":    strings.Repeat(`{\"`, n/3),
		"nested":            strings.Repeat(`{"a":`, n/5),
		"nested and closed": "x " + strings.Repeat(`{"a":`, n/6) + "1" + strings.Repeat("}", n/6),
		"arrays":            `["",` + strings.Repeat(`[`, n),
		"pieces":            strings.Repeat(`x {"a":1} `, n/10),
		"pieces in none":    strings.Repeat(`{"a":{"b":1},`, n/13),
		"long string":       `{"` + strings.Repeat("x", n),
		"escapes":           `{"` + strings.Repeat(`\\`, n/2),
		"bad escapes":       strings.Repeat(`{"\x`, n/4),
		"cut escapes":       strings.Repeat(`{"\u00`, n/6),
		"blanks":            `{"a":` + strings.Repeat(" ", n),
		"numbers":           `x {"a":[` + strings.Repeat("1,", n/2) + "1]}",
		"lines":             strings.Repeat("{\"\n", n/3),
		"quotes in quotes":  strings.Repeat(`"{\"a\":1}`, n/9),
		"keys":              strings.Repeat("a", n) + `={"a":1}`,
		"equals":            strings.Repeat(`a={"a":1}`, n/9),
	}
	for name := range docs {
		docs[name] += "\na.roe@corp.com"
	}
	hostile(t, "log", docs)
}

func FuzzLog(f *testing.F) {
	for _, s := range []string{
		`2026-01-02 INFO payload={"user":"a\u0040corp.com","ssn":541782936} took=3ms`, `x {"a" {"ssn":541782936} "{\"ssn\":541782936}" {"a":"\ud800"} y`,
		`msg="{\"password\":\"hunt\\\"er22x\"}" ssn=["541-78-2936"] a.roe@corp.com`, "\x1b[1m{\"a\":\"a.roe@corp.com\"}\nno {\"a\": a.roe@corp.com}", `[EMAIL_0] {"a":"[EMAIL_0]"} ["`,
		`{"log":"x payload={\"ssn\":541782936}\n"} {"ssn": 041782936} {"card": 4111 1111 1111 1111}`, `password={"a":"b"} password="{\"a\":1}" {"password": {"p{"}w"}}`,
	} {
		f.Add(s)
	}
	es := engines(f)
	f.Fuzz(func(t *testing.T, doc string) {
		for _, e := range es {
			checkInvariants(t, e, "log", doc)
		}
	})
}

// Logs that people have, as they are, and with JSON in every few lines.
func TestRealLogs(t *testing.T) {
	es := engines(t)
	n := 0
	for _, pattern := range []string{"loghub2k/*", "apache-access-log/*"} {
		files, _ := filepath.Glob("../../shared/corpora/" + pattern)
		for _, path := range files {
			doc, err := os.ReadFile(path)
			if err != nil || len(doc) > 600_000 {
				continue
			}
			n++
			lines := strings.SplitAfter(string(doc), "\n")
			lines = lines[:min(len(lines), 400)]
			var b strings.Builder
			for i, line := range lines {
				switch i % 7 {
				case 3:
					fmt.Fprintf(&b, "{\"n\":%d,\"mail\":\"user%d@corp.com\"} ", i, i)
				case 5:
					b.WriteString(`msg="{\"password\":\"hunter22x\"}" `)
				}
				b.WriteString(line)
			}
			for _, e := range es {
				checkInvariants(t, e, "log", strings.Join(lines, ""))
				checkInvariants(t, e, "log", b.String())
			}
		}
	}
	if n == 0 {
		t.Skip("no logs are there")
	}
	t.Logf("%d logs", n)
}

// What is between two pieces is one text, so that a key of many lines is found.
func TestLogOfManyLines(t *testing.T) {
	key := "-----BEGIN RSA PRIVATE " + "KEY-----\n" + strings.Repeat("MIIEpAIBAAKCAQEA3Tz2mr7SZiAMfQyuvBjM9Oi5xV1cPzWq0uTn\n", 12) + "-----END RSA PRIVATE " + "KEY-----"
	out, _ := round(t, logEngine(t), "", "a {\"b\":1}\n"+key+"\n{\"b\":1} c")
	if strings.Contains(out, "MII") || !strings.HasPrefix(out, "a {\"b\":1}\n-----BEGIN") || !strings.HasSuffix(out, "-----\n{\"b\":1} c") {
		t.Error(out)
	}
}

// What is found in a piece is replaced in the text in front of it, in any spelling, and
// in the other pieces.
func TestLogSweeps(t *testing.T) {
	secret := "hunter22xyzzy!"
	encoded := base64.StdEncoding.EncodeToString([]byte("it was " + secret + " then"))
	doc := "a " + secret + " {\"x\":1}\nb " + encoded + " {\"x\":1}\nc hunter22xyzzy%21 {\"n\":\"seen " + secret + "\"}\nd {\"password\":\"" + secret + "\"} e " + secret
	out, fs := round(t, logEngine(t), "", doc)
	if len(fs) != 6 || strings.Contains(out, "hunter") || strings.Contains(out, encoded) {
		t.Errorf("%d findings: %s", len(fs), out)
	}
}
