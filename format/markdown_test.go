package format_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/format"
)

func TestMarkdown(t *testing.T) {
	e := engine(t, cloak.Config{})
	for doc, want := range map[string]string{
		"# Hi **a.roe@corp.com**\n\n> ask bo@corp.com\n- [x](mailto:cy@corp.com)\n":                                                "# Hi **[EMAIL_0]**\n\n> ask [EMAIL_1]\n- [x](mailto:[EMAIL_2])\n",
		"```json\n{\"password\": \"p\\\"ss'w0rd x\\\\\"}\n```\npassword: hunter22x\n":                                              "```json\n{\"password\": \"[PASSWORD_0]\"}\n```\npassword: [PASSWORD_1]\n",
		"- x\n\n  ~~~~ json\n  {\"password\":\n\t\"p\\\"ss'w0rd\"}\n  ~~~~\n":                                                      "- x\n\n  ~~~~ json\n  {\"password\":\n\t\"[PASSWORD_0]\"}\n  ~~~~\n",
		"1. ```json\n   {\"a\": {\"password\": \"p\\\"ss'w0rd\"}}\n   ```\n> ```json\n> {\"password\": \"p\\\"ss'w0rd\"}\n> ```\n": "1. ```json\n   {\"a\": {\"password\": \"[PASSWORD_0]\"}}\n   ```\n> ```json\n> {\"password\": \"[PASSWORD_0]\"}\n> ```\n",
		"```\npassword: hunter22x\n```\n````md\n```json\n{}\n```\n````\n":                                                          "```\npassword: [PASSWORD_0]\n```\n````md\n```json\n{}\n```\n````\n",
		"```json\n{\"password\": \"p\\\"ss'w0rd\"":                                                                                 "```json\n{\"password\": \"[PASSWORD_0]\"",
		"| name | **Password** |\r\n|:-----|--:|\r\n| ann | hunt\\|22x |\r\n| bo | `s3cr3t9x` |\r\n\r\nuse":                        "| name | **Password** |\r\n|:-----|--:|\r\n| ann | [PASSWORD_0] |\r\n| bo | `[PASSWORD_1]` |\r\n\r\nuse",
		"a | password\n--|--\nx | hunter22x":                                                                                       "a | password\n--|--\nx | [PASSWORD_0]",
		"| a |\n|---|\n| password: hunter22x | mail | a.roe@corp.com |\n":                                                          "| a |\n|---|\n| password: [PASSWORD_0] | mail | [EMAIL_0] |\n",
		"> 1. ```json\n>    {\"password\":\n>    \"hunter22x\"}\n":                                                                 "> 1. ```json\n>    {\"password\":\n>    \"[PASSWORD_0]\"}\n",
		"---\npassword: hunter22x\n---\n\n---\n+++\n":                                                                              "---\npassword: '[PASSWORD_0]'  \n---\n\n---\n+++\n",
	} {
		out, fs := round(t, e, "x.md", doc)
		if out != want {
			t.Errorf("%q\nbecomes %q\nwant    %q", doc, out, want)
		}
		found, err := format.Find(t.Context(), e, format.Open("x.md", doc))
		if err != nil || len(found) != len(fs) {
			t.Errorf("%q: %d are found, and %d replaced: %v", doc, len(found), len(fs), err)
			continue
		}
		for i, f := range found {
			if f.Span != fs[i].Span {
				t.Errorf("%q: %v is found, and %v replaced", doc, f.Span, fs[i].Span)
			}
		}
	}
}

// In Markdown no less is found than in the same text of no format.
func TestMarkdownFindsNoLess(t *testing.T) {
	roots := []string{"..", "../../shared"}
	if cache := os.Getenv("CLOAK_MARKDOWN"); cache != "" {
		roots = append(roots, filepath.SplitList(cache)...)
	}
	e := engine(t, cloak.Config{})
	n, found := 0, 0
	for _, root := range roots {
		_ = filepath.WalkDir(root, func(path string, x os.DirEntry, err error) error {
			if err != nil || x.IsDir() || !strings.EqualFold(filepath.Ext(path), ".md") {
				return nil
			}
			b, err := os.ReadFile(path)
			if err != nil || len(b) > 200_000 {
				return nil
			}
			n++
			doc := string(b)
			whole, err := e.Find(t.Context(), doc)
			if err != nil {
				t.Fatal(err)
			}
			m := mapping(t)
			d := format.Open(path, doc)
			fs, err := format.Find(t.Context(), e, d)
			if err != nil {
				t.Fatal(err)
			}
			r, err := format.Sanitize(t.Context(), e, m, d, cloak.Source{})
			if err != nil {
				t.Fatalf("%s: %v", path, err)
			}
			if back, _ := format.Restore(m, format.Open(path, r.Text), cloak.RestoreOptions{}); back != doc {
				t.Errorf("%s comes back otherwise", path)
			}
			found += len(whole)
			for _, x := range whole {
				covers := func(fs []cloak.Finding) bool {
					for _, f := range fs {
						if f.Start < x.End && x.Start < f.End {
							return true
						}
					}
					return false
				}
				line := 1 + strings.Count(doc[:x.Start], "\n")
				if !covers(r.Findings) {
					t.Errorf("%s:%d: %s by %s is left", path, line, x.Entity, x.Detector)
				}
				if !covers(fs) {
					t.Errorf("%s:%d: %s by %s is not found", path, line, x.Entity, x.Detector)
				}
			}
			return nil
		})
	}
	t.Logf("%d documents, %d values", n, found)
}

func TestHostileMarkdown(t *testing.T) {
	const n = 1 << 20
	hostile(t, "markdown", map[string]string{
		"fences":        strings.Repeat("```json\n", n/8) + "a.roe@corp.com",
		"plain fences":  strings.Repeat("```\n", n/4) + "a.roe@corp.com",
		"blocks":        strings.Repeat("```json\n{}\n```\n", n/16) + "a.roe@corp.com",
		"indents":       strings.Repeat("  ```json\n  {}\n  ```\n", n/24) + "a.roe@corp.com",
		"one fence":     strings.Repeat("`", n) + "\na.roe@corp.com",
		"rules":         strings.Repeat("|-\n", n/3) + "\na.roe@corp.com",
		"tables":        strings.Repeat("a|b\n-|-\nc|d\n\n", n/13) + "a.roe@corp.com",
		"one row":       "a|b\n-|-\n" + strings.Repeat("x|", n/4) + "a.roe@corp.com",
		"rows":          "a|b\n-|-\n" + strings.Repeat("x|\n", n/6) + "a.roe@corp.com",
		"front matter":  "---\n" + strings.Repeat("a\n", n/2) + "a.roe@corp.com",
		"quotation":     strings.Repeat(">", n) + "```json\na.roe@corp.com",
		"in quotations": "> ```json\n" + strings.Repeat("> {}\n", n/5) + "a.roe@corp.com",
		"lists":         strings.Repeat("- ", n/2) + "a.roe@corp.com",
	})
}

func FuzzMarkdown(f *testing.F) {
	for _, s := range []string{
		"# a.roe@corp.com\n```json\n{\"password\": \"p\\\"ss'w0rd\"}\n```\n", "- x\n  ```json\n  {\"a\":\n \"a.roe@corp.com\"}\n  ```", "> ```json\n> \"a.roe@corp.com\n> \": 1\n",
		"| a | password |\n|--|--|\n| a.roe@corp.com | hunt\\|22x |\n| `hunter22x` | **s3cr3t9x** |\n\n", "---\na: a.roe@corp.com\n---\n```x\n```json\n", "```json\npass\":\"000\nA0", "a|password\n-|-\nhunter22x|hunter22x|a.roe@corp.com\n~~~json\n[]",
	} {
		f.Add(s)
	}
	es := engines(f)
	f.Fuzz(func(t *testing.T, doc string) {
		for _, e := range es {
			checkInvariants(t, e, "markdown", doc)
		}
	})
}
