package format_test

import (
	"errors"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/format"
)

// Wherever in a document an address stands, between its parts, in what is none of its
// format: it goes, and comes back.
func TestNoPlaceIsLeftOut(t *testing.T) {
	e := engines(t)[0]
	docs := map[string]string{}
	_ = filepath.WalkDir("testdata", func(path string, x os.DirEntry, err error) error {
		if err != nil || x.IsDir() || strings.Contains(path, "fuzz") {
			return nil
		}
		doc, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		docs[path] = string(doc[:min(len(doc), 4000)])
		return nil
	})
	for name, doc := range holders {
		docs["x."+name] = doc("a note of 12 words, and another line: x = 1")
	}
	n, refused := 0, 0
	for path, doc := range docs {
		h := fnv.New64()
		h.Write([]byte(path))
		r := rand.New(rand.NewPCG(h.Sum64(), 1))
		f := format.Detect(path, doc)
		if name, ok := strings.CutPrefix(path, "x."); ok {
			f = format.Named(name)
		}
		for range 60 {
			at := r.IntN(len(doc) + 1)
			for _, value := range []string{" a.roe@corp-mail.io ", "\na.roe@corp-mail.io\n"} {
				d := format.Document{Text: doc[:at] + value + doc[at:], Format: f, File: path}
				m := mapping(t)
				out, err := format.Sanitize(t.Context(), e, m, d, cloak.Source{})
				if errors.Is(err, format.ErrStructure) {
					refused++
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				n++
				if strings.Contains(out.Text, "a.roe@corp-mail.io") {
					t.Errorf("%s, %s: an address at %d stays: %q", path, f.Name, at, d.Text[max(0, at-40):min(len(d.Text), at+60)])
				}
				if back, _ := format.Restore(m, format.Document{Text: out.Text, Format: f, File: path}, cloak.RestoreOptions{}); back != d.Text {
					t.Errorf("%s, %s: with an address at %d it does not come back: %q", path, f.Name, at, d.Text[max(0, at-40):min(len(d.Text), at+60)])
				}
			}
		}
	}
	t.Logf("%d documents, %d places, %d refused", len(docs), n, refused)
	if n == 0 || refused > n/50 {
		t.Errorf("%d places, %d refused", n, refused)
	}
}
