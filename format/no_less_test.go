package format_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/format"
)

// What detectors find in statements and in tags as text is found when they are read as
// what they are, too: their own examples.
func TestSQLAndMarkupLoseNothing(t *testing.T) {
	e := engine(t, cloak.Config{})
	read := map[string]*regexp.Regexp{
		"sql":  regexp.MustCompile(`(?i)insert into|replace into|identified by|create (user|role|login)|alter (user|role|login)|\bpassword '|update .* set|select .* where`),
		"xml":  regexp.MustCompile(`<[A-Za-z][^<>]*>`),
		"html": regexp.MustCompile(`<[A-Za-z][^<>]*>`),
	}
	// A value that is its own name, and a name that is none elsewhere.
	known := map[string]bool{`<connection user="user" password="password"/>`: true, `<keyMaterial>wolkenkuckuck</keyMaterial>`: true}
	n := 0
	for _, d := range cloak.Builtin() {
		for _, example := range d.Match {
			text := strings.NewReplacer("«", "", "»", "").Replace(example)
			plain, err := e.Find(t.Context(), text)
			if err != nil {
				t.Fatal(err)
			}
			for name, is := range read {
				if !is.MatchString(text) || known[text] {
					continue
				}
				n++
				fs, err := format.Find(t.Context(), e, format.Document{Text: text, Format: format.Named(name)})
				if err != nil {
					t.Fatal(err)
				}
				for _, x := range plain {
					if !covered(fs, x) {
						t.Errorf("%s: as %s, %s at %v is not found in %s", d.Name, name, x.Detector, x.Span, text)
					}
				}
			}
		}
	}
	if n < 10 {
		t.Errorf("%d examples", n)
	}
	t.Logf("%d examples", n)
}
