package mcpproxy

import (
	"encoding/json"
	"strings"
	"testing"
)

// textOf is the text of a result's blocks, together.
func textOf(t *testing.T, result string) string {
	t.Helper()
	var r struct{ Content []struct{ Text string } }
	if err := json.Unmarshal([]byte(result), &r); err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, c := range r.Content {
		all = append(all, c.Text)
	}
	return strings.Join(all, "\x00")
}

// A text that is sanitized part by part says what it says as a whole, wherever a part ends,
// and comes back. What is found in one place is looked for in all.
func TestLongTexts(t *testing.T) {
	mail, secret := "marie.dubois@"+"example-eu.fr", "Zq7!vT"+"mmR2x"
	for name, text := range map[string]string{
		"lines":               strings.Repeat("a line of it\n", 20_000) + mail + "\n" + strings.Repeat("and more\n", 9_000),
		"one line":            strings.Repeat("word ", 60_000) + mail + strings.Repeat(" word", 20_000),
		"no blank":            strings.Repeat("Zürich", 60_000) + " " + mail + " " + strings.Repeat("東京😀", 50_000),
		"backslashes":         "x" + strings.Repeat(`\`, 150_001) + " " + mail + " " + strings.Repeat(`\\n`, 70_000) + `\`,
		"quotes and controls": strings.Repeat("\"a\"\t\x01</script>\u2028 ", 20_000) + mail,
		"lines with JSON":     strings.Repeat(`INFO {"user":"`+mail+`","note":"a\nb"} done`+"\n", 6_000),
		"seen before told":    secret + "\n" + strings.Repeat("a line of it\n", 30_000) + "password: " + secret + "\n",
		"by number":           strings.Repeat("aüxx😀", 30_000) + " " + mail,
		"in two texts":        secret + " and " + mail,
	} {
		t.Run(name, func(t *testing.T) {
			raw := string(appendString(nil, text))
			if name == "by number" {
				raw = strings.NewReplacer("a", `\u0061`, "ü", `\u00fc`, "😀", `\ud83d\ude00`).Replace(raw)
			}
			in := `{"content":[{"type":"text","text":` + raw + `},{"type":"text","text":"password: ` + secret + `"}],"structuredContent":{"to":"` + mail + `","` + secret + `":1}}`
			p := protecting(t, Config{})
			p.guard().long = 20
			w := &walk{raw: []byte(in)}
			w.value(callShape, span{0, len(in)})
			long := w.longTexts(p.guard().long)
			if _, _, ok, err := p.guard().throwAway().parted(t.Context(), "fs", w, long); len(long) != 2 || !ok || err != nil {
				t.Fatalf("it is not parted, but whole: %v", err)
			}
			out := sanitized(t, p, callShape, in, nil)
			got := textOf(t, out)
			if strings.Contains(out, mail) || strings.Contains(out, secret) || strings.Contains(got, mail) {
				t.Fatal("a value is there")
			}
			whole := protecting(t, Config{})
			if want := textOf(t, sanitized(t, whole, callShape, in, nil)); sameTokens(got) != sameTokens(want) {
				at := 0
				for at < min(len(got), len(want)) && got[at] == want[at] {
					at++
				}
				t.Errorf("at byte %d it says %.80q, as a whole %.80q", at, got[at:], want[at:])
			}
			back, err := p.guard().toUpstream(t.Context(), "fs", []byte(out))
			if err != nil || textOf(t, string(back)) != textOf(t, in) {
				t.Errorf("it does not come back: %v", err)
			}
		})
	}
}

// sameTokens has one number for all tokens: they are given in another order.
func sameTokens(s string) string {
	return strings.NewReplacer("_1]", "_0]", "_2]", "_0]", "_0.1]", "_0]").Replace(s)
}

// What says nothing that could be written again is sanitized as a whole.
func TestLongTextsThatCannotBeParted(t *testing.T) {
	mail := "marie.dubois@" + "example-eu.fr"
	for name, text := range map[string]string{
		"half a pair": `\ud800 ` + mail, "bad UTF-8": "\xff " + mail, "a document": `{\"to\":\"` + mail + `\"}`, "a list": ` [\"` + mail + `\"]`,
	} {
		in := `{"content":[{"type":"text","text":"` + text + `"}]}`
		p, whole := protecting(t, Config{}), protecting(t, Config{})
		p.guard().long = 1
		if out, want := sanitized(t, p, callShape, in, nil), sanitized(t, whole, callShape, in, nil); out != want || strings.Contains(out, mail) {
			t.Errorf("%s: %q, as a whole %q", name, out, want)
		}
	}
}
