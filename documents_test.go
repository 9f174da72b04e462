package layering

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var documents = []string{"README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "docs/*.md"}

// A promise with a test names one that exists.
func TestDocumentsNameTestsThatExist(t *testing.T) {
	defined := regexp.MustCompile(`(?m)^func ((?:Test|Fuzz|Benchmark|Example)\w+)\(`)
	have := map[string]bool{}
	for _, src := range sources(t, "_test.go") {
		for _, m := range defined.FindAllStringSubmatch(src, -1) {
			have[m[1]] = true
		}
	}
	named := regexp.MustCompile(`\b(?:Test|Fuzz|Benchmark)[A-Z]\w+`)
	for path, text := range read(t, documents) {
		for _, name := range named.FindAllString(text, -1) {
			if !have[name] {
				t.Errorf("%s names %s, which is no test", path, name)
				have[name] = true // once is enough
			}
		}
	}
}

// Links lead to files that are there. What stands in code is no link: there, an
// expression's class before its group looks like one.
func TestLinksOfDocuments(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)\s]+)\)`)
	code := regexp.MustCompile("(?s)```.*?```|`[^`\n]*`|\n    [^\n]*")
	for path, text := range read(t, documents) {
		for _, m := range link.FindAllStringSubmatch(code.ReplaceAllString(text, ""), -1) {
			target, _, _ := strings.Cut(m[1], "#")
			if target == "" || strings.Contains(target, "://") {
				continue
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(path), target)); err != nil {
				t.Errorf("%s links to %s, which is not there", path, target)
			}
		}
	}
}

// The Go of the README is the body of an example, which the compiler and the
// tests have seen.
func TestReadmeGoIsAnExample(t *testing.T) {
	_, rest, found := strings.Cut(read(t, []string{"README.md"})["README.md"], "```go\n")
	if !found {
		t.Fatal("the README has no Go")
	}
	code, _, _ := strings.Cut(rest, "```")
	var indented strings.Builder
	for line := range strings.Lines(code) {
		if strings.TrimSpace(line) != "" {
			line = "\t" + line
		}
		indented.WriteString(line)
	}
	for _, src := range sources(t, "example_test.go") {
		if strings.Contains(src, indented.String()) {
			return
		}
	}
	t.Error("no example has the README's Go")
}

// sources gives the files of the module that end in suffix.
func sources(t *testing.T, suffix string) (all []string) {
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, suffix) {
			return err
		}
		src, err := os.ReadFile(path)
		all = append(all, string(src))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func read(t *testing.T, patterns []string) map[string]string {
	texts := map[string]string{}
	for _, pattern := range patterns {
		paths, err := filepath.Glob(pattern)
		if err != nil || len(paths) == 0 {
			t.Fatalf("no %s", pattern)
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			texts[path] = string(text)
		}
	}
	return texts
}
