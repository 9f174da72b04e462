package cloak

import (
	"io"
	"mime/quotedprintable"
	"strings"
	"testing"
)

// What is written as quoted-printable is what the standard library reads, and comes back.
func TestQuotedPrintable(t *testing.T) {
	x := Chain(QuotedPrintable)
	var all []byte
	for b := range 256 {
		all = append(all, byte(b))
	}
	for _, s := range []string{"", "a=b", "Grüße\r\nan =40\nalle", string(all), "=\n", "===", "\xff"} {
		coded := x.Encode(s)
		if back := x.Decode(coded); back != s {
			t.Errorf("%q becomes %q and comes back as %q", s, coded, back)
		}
		if strings.ContainsAny(s, "\r\n\t ") {
			continue // what stands at the end of a line is read otherwise
		}
		if b, err := io.ReadAll(quotedprintable.NewReader(strings.NewReader(coded))); err != nil || string(b) != s {
			t.Errorf("%q becomes %q and is read as %q, %v", s, coded, b, err)
		}
	}
	for coded, want := range map[string]string{
		"a=40b=2e=2Ec": "a@b..c", "a=\nb=\r\nc= \t\nd": "abcd", "=4": "=4", "=": "=", "=zz": "=zz", "= x": "= x", "=" + strings.Repeat(" ", 40) + "\n": "=" + strings.Repeat(" ", 40) + "\n",
	} {
		if s := x.Decode(coded); s != want {
			t.Errorf("%q is %q, want %q", coded, s, want)
		}
	}
}
