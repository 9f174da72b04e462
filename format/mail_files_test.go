package format_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/format"
)

// Mails and pages as people have them, with addresses that somebody may hold: none is left,
// and they come back.
func TestMailAndMarkdownFiles(t *testing.T) {
	g := engines(t)
	n := 0
	for _, dir := range []string{"mail", "markdown"} {
		files, err := filepath.Glob("testdata/" + dir + "/*")
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			b, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			n++
			if f := format.Detect(file, ""); f.Name != dir {
				t.Errorf("%s is %s", file, f.Name)
			}
			doc := strings.ReplaceAll(string(b), "example.com", "corpus.io")
			for _, e := range g {
				out, fs := round(t, e, file, doc)
				if strings.Contains(out, "@corpus.io") || len(fs) < 5 {
					t.Errorf("%s: %d findings, or addresses are left", file, len(fs))
				}
				checkInvariants(t, e, dir, doc)
			}
		}
	}
	if n < 4 {
		t.Errorf("%d files", n)
	}
}

// Values planted into Markdown in the ways in which people write them: what the engine finds
// in the text is found in the document.
func TestMarkdownFindsPlanted(t *testing.T) {
	e := engines(t)[0]
	n := 0
	free := map[string]bool{ // prose over the bounds of YAML's scalars
		"address-us-lines": true, "vendor-uuid": true,
	}
	for name, place := range map[string]func(string) string{
		"strong":    func(s string) string { return "# Notes\n\n**" + s + "**\n" },
		"quotation": func(s string) string { return "> " + strings.ReplaceAll(s, "\n", "\n> ") + "\n" },
		"list":      func(s string) string { return "- one\n- " + strings.ReplaceAll(s, "\n", "\n  ") + "\n" },
		"code":      func(s string) string { return "see `" + s + "`\n" },
		"cell": func(s string) string {
			return "| a | b |\n|---|---|\n| x | " + strings.ReplaceAll(s, "\n", " ") + " |\n"
		},
		"fence": func(s string) string { return "```\n" + s + "\n```\n" },
		"shell": func(s string) string {
			return "1. x\n\n   ```sh\n   " + strings.ReplaceAll(s, "\n", "\n   ") + "\n   ```\n"
		},
		"json":       func(s string) string { return "```json\n" + s + "\n```\n" },
		"list, json": func(s string) string { return "- ```json\n  " + strings.ReplaceAll(s, "\n", "\n  ") + "\n  ```\n" },
		"matter":     func(s string) string { return "---\n" + s + "\n---\n# x\n" },
		"html":       func(s string) string { return "<details>" + s + "</details>\n" },
	} {
		for _, p := range probes(t) {
			doc := place(p.Text)
			plain, _, err := e.Sanitize(t.Context(), mapping(t), doc, cloak.Source{})
			if err != nil {
				t.Fatal(err)
			}
			out, _ := round(t, e, "x.md", doc)
			for _, v := range p.Expect {
				n++
				if name == "matter" && free[p.ID] {
					continue
				}
				if !strings.Contains(plain, v) && strings.Contains(out, v) {
					t.Errorf("%s in %s is left", p.ID, name)
				}
			}
		}
	}
	t.Logf("%d values", n)
}
