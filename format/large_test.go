package format_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/decoy"
	"github.com/seed-052fbf24/cloak/format"
)

// What is too large to be held twice is read again in pieces, and comes out the same.
func TestLargeDocuments(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes a while")
	}
	g, err := decoy.New(decoy.Config{})
	if err != nil {
		t.Fatal(err)
	}
	e := engine(t, cloak.Config{Replacer: g, Numbers: g.Numbers()})
	lines := records(9 << 20)
	for name, doc := range map[string]string{
		"yaml":        many("- {mail: a.roe@corp.com, note: \"x\"}\n- |\n  text\n\n  bo@corp.com\n", "- {a: \"some words of a text that goes on\", b: [c, d]}\n"),
		"yaml, block": "a: |\n" + many("  x a.roe@corp.com\n", "  some words of a text that goes on, and on\n"),
		"xml":         "<r>\n" + many("  <a b=\"c\">a.roe@corp.com</a>\n", "  <a b=\"c\">some words of a text that goes on</a>\n") + "</r>\n",
		"html":        "<!DOCTYPE html>\n<script>\nif (a>\nb) {}\n</script>\n" + many("<p>a.roe@corp.com\n", "<p>some words of a text that goes on\n"),
		"diff":        many("diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a.roe@corp.com\n+bo@corp.com\n", "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-some words of a text\n+that goes on\n"),
		"lines":       lines, "one line": strings.ReplaceAll(strings.ReplaceAll(lines, "\n", ""), `", "`, `","`), "no seam": `{"a": "a.roe@corp.com", "b": "` + strings.Repeat("x", 9<<20) + `"}`,
	} {
		var out, back bytes.Buffer
		m := mapping(t)
		file := "x.json"
		if kind, _, _ := strings.Cut(name, ","); format.Named(kind) != nil {
			file = "x." + kind
		}
		found := 0
		w := format.SanitizeTo(t.Context(), e, m, &out, cloak.Source{}, format.Options{File: file})
		w.Found = func(x cloak.Window) {
			for _, f := range x.Findings {
				if string(out.Bytes()[f.Out.Start:f.Out.End]) == x.Text[f.Start:f.End] {
					t.Fatalf("%s: a finding at %v, %v", name, f.Span, f.Out)
				}
			}
			found += len(x.Findings)
		}
		if _, err := w.Write([]byte(doc)); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil || found == 0 || strings.Contains(out.String(), "@corp") {
			t.Errorf("%s: %d found, %v", name, found, err)
		}
		if file == "x.json" && !json.Valid(out.Bytes()) {
			t.Errorf("%s: no JSON", name)
		}
		r := format.RestoreTo(m, &back, format.Options{File: file})
		if _, err := r.Write(out.Bytes()); err != nil {
			t.Fatal(err)
		}
		if err := r.Close(); err != nil || back.String() != doc {
			t.Errorf("%s: %v, %s", name, err, diff(doc, back.String()))
		}
	}
}

// many is nine megabytes of filler, with what is looked for in every hundredth place.
func many(found, filler string) string {
	var b strings.Builder
	for i := 0; b.Len() < 9<<20; i++ {
		if i%100 == 0 {
			b.WriteString(found)
		} else {
			b.WriteString(filler)
		}
	}
	return b.String()
}

// In a large document, too, what does not read as it was meant has a token.
func TestWhatIsNoLargeJSON(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes a while")
	}
	g, err := decoy.New(decoy.Config{})
	if err != nil {
		t.Fatal(err)
	}
	e := engine(t, cloak.Config{Replacer: g})
	filler := strings.Repeat("[1, 2, true, false, null],\n", 9<<20/27)
	tokens := 0
	for i := 0; i < 60 && tokens < 2; i++ {
		sanitize := func(doc string) (out, back string) {
			m, err := cloak.NewMapping(cloak.Snapshot{Key: [32]byte{1, byte(i)}})
			if err != nil {
				t.Fatal(err)
			}
			r, err := format.Sanitize(t.Context(), e, m, format.Document{Text: doc, Format: format.Named("json")}, cloak.Source{})
			if err != nil {
				t.Fatal(err)
			}
			back, _ = format.Restore(m, format.Document{Text: r.Text, Format: format.Named("json")}, cloak.RestoreOptions{})
			return r.Text, back
		}
		const object = `{"a": "x\ann@corp-mail.io"}`
		small, _ := sanitize(object)
		if !strings.Contains(small, "[EMAIL_0]") {
			continue // its decoy reads as it was meant
		}
		tokens++
		if out, back := sanitize(filler + object); out != filler+small || back != filler+object {
			t.Errorf("%q comes back as %q", out[len(filler):], back[len(filler):])
		}
	}
	if tokens == 0 {
		t.Error("no token: nothing was read otherwise")
	}
}
