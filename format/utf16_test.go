package format_test

import (
	"errors"
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

// A mark in front of what is no UTF-16 hides nothing.
func TestNoUTF16(t *testing.T) {
	e := engine(t, cloak.Config{})
	for _, doc := range []string{"\xFF\xFE\x00mail a.roe@corp.com\xC3", "\xFE\xFFmail a.roe@corp.com", utf16Of("x", false) + "password=hunter22xQ\n"} {
		d := format.Open("x.txt", doc)
		if r, err := format.Sanitize(t.Context(), e, mapping(t), d, cloak.Source{}); !errors.Is(err, format.ErrStructure) || r.Text != "" {
			t.Errorf("%q: %q, %v", doc, r.Text, err)
		}
		if fs, err := format.Find(t.Context(), e, d); err != nil || len(fs) != 1 {
			t.Errorf("%q: %d are found, %v", doc, len(fs), err)
		}
		d.Format = format.Plain
		r, err := format.Sanitize(t.Context(), e, mapping(t), d, cloak.Source{})
		if err != nil || strings.Contains(r.Text, "roe") || strings.Contains(r.Text, "hunter") {
			t.Errorf("as text %q is %q, %v", doc, r.Text, err)
		}
	}
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
