package format_test

import (
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/format"
)

// utf16Of writes text as Windows does, with a mark in front.
func utf16Of(text string, big bool) string {
	var b strings.Builder
	for _, u := range utf16.Encode([]rune("\uFEFF" + text)) {
		if big {
			b.WriteString(string([]byte{byte(u >> 8), byte(u)}))
		} else {
			b.WriteString(string([]byte{byte(u), byte(u >> 8)}))
		}
	}
	return b.String()
}

func TestUTF16(t *testing.T) {
	e := engine(t, cloak.Config{})
	for _, big := range []bool{false, true} {
		for name, x := range map[string]struct{ doc, want string }{
			"x.txt":  {"mail a.roe@corp.com\r\n\U0001F600 ok", "mail [EMAIL_0]\r\n\U0001F600 ok"},
			"x.json": {`{"password": "a\"b c d"}`, `{"password": "[PASSWORD_0]"}`},
			"":       {`{"password": "a\"b c d"}`, `{"password": "[PASSWORD_0]"}`},
			"y.txt":  {"nothing", "nothing"},
		} {
			if out, _ := round(t, e, name, utf16Of(x.doc, big)); out != utf16Of(x.want, big) {
				t.Errorf("%q becomes %q", x.doc, out)
			}
		}
		// Half of a pair, and half of a unit, stay.
		doc := utf16Of("mail a.roe@corp.com ", big) + "\x00\xD8\xD8\x00\x41\x00\x00"
		if out, _ := round(t, e, "", doc); strings.Contains(out, "a\x00.\x00") || !strings.HasSuffix(out, doc[len(doc)-7:]) {
			t.Errorf("%q", out)
		}
	}
	streamed(t, e, format.Options{File: "x.csv"}, utf16Of("a,b\r\n1,a.roe@corp.com\r\n", false), true)
}

func FuzzUTF16(f *testing.F) {
	f.Add(utf16Of("mail a.roe@corp.com", true))
	f.Add(utf16Of(`{"password": "a\"b"}`, false) + "\xD8")
	es := engines(f)
	f.Fuzz(func(t *testing.T, doc string) {
		for _, mark := range []string{"", "\xFF\xFE", "\xFE\xFF"} {
			for _, e := range es {
				checkInvariants(t, e, "utf-16", mark+doc)
			}
		}
	})
}
