package format_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/format"
)

// plantedMarkup are the values that samples have for their placeholders.
var plantedMarkup = strings.NewReplacer("@MAIL@", "a.roe@corp.com", "@PASSWORD@", "hunter"+"22xyz", "@SSN@", "541-78-2936", "@SSNDIGITS@", "541782936", "@CARD@", "4111"+"111111111111", "@IP@", "81.2.69.142")

// sample is one of testdata, its name in front.
func samples(t testing.TB, dirs ...string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, dir := range dirs {
		files, err := filepath.Glob(filepath.Join("testdata", dir, "*.*"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s has no samples: %v", dir, err)
		}
		for _, file := range files {
			doc, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			all[filepath.ToSlash(file)] = plantedMarkup.Replace(string(doc))
		}
	}
	return all
}

// Nothing that was planted in samples is left, and they are what they were but for that:
// with what is found in them as text they lose nothing.
func TestSamplesOfSQLAndMarkup(t *testing.T) {
	for file, doc := range samples(t, "sql", "xml", "html") {
		t.Run(file, func(t *testing.T) {
			for _, e := range engines(t) {
				out, fs := round(t, e, file, doc)
				for _, v := range []string{"roe@", "hunter", "541-78", "541782936", "4111111", "81.2.69"} {
					if strings.Contains(out, v) {
						t.Errorf("a value is left: %s", out)
					}
				}
				if was, ok := xmlShape(doc); ok {
					if is, ok := xmlShape(out); !ok || is != was {
						t.Errorf("it is another document: %s", out)
					}
				}
				if was, is := format.Detect("", doc).Name, format.Detect("", out).Name; was != is || was == "text" && !strings.HasSuffix(file, ".vue") {
					t.Errorf("its content tells %s, and sanitized %s", was, is)
				}
				text, err := e.Find(t.Context(), doc)
				if err != nil {
					t.Fatal(err)
				}
				for _, x := range text {
					if !covered(fs, x) {
						t.Errorf("%s at %v is found in the text, and not in the document", x.Detector, x.Span)
					}
				}
			}
		})
	}
}

func covered(fs []cloak.Finding, x cloak.Finding) bool {
	for _, f := range fs {
		if f.Start < x.End && x.Start < f.End {
			return true
		}
	}
	return false
}

func texts(ds ...format.Document) (all []string) {
	for _, d := range ds {
		d.Scalars(func(s *format.Scalar) bool {
			all = append(all, fmt.Sprintf("%d %q %q", s.Kind, s.Label, s.Text))
			return true
		})
	}
	return all
}

// Parts of a dump are read as they are in the whole, wherever it is cut.
func TestPartsOfSQL(t *testing.T) {
	f := format.Named("sql")
	for file, doc := range samples(t, "sql") {
		whole := strings.Join(texts(format.Document{Text: doc, Format: f}), "\n")
		most := 0
		for size := 7; size < len(doc); size += 1 + size/2 {
			parts := format.Parts(format.Document{Text: doc, Format: f}, size)
			if got := strings.Join(texts(parts...), "\n"); got != whole {
				t.Fatalf("%s in parts of %d: %s", file, size, diff(whole, got))
			}
			most = max(most, len(parts))
		}
		if most < 6 {
			t.Errorf("%s has %d parts", file, most)
		}
	}
}

// Python's parser finds the same tags in a page before and after.
func TestToolHTML(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not there")
	}
	const script = `
import sys, html.parser
class P(html.parser.HTMLParser):
    def handle_starttag(self, t, a): print("<", t, [x for x, _ in a])
    def handle_endtag(self, t): print("/", t)
    def handle_comment(self, d): print("c")
    def handle_decl(self, d): print("!", d)
    def handle_data(self, d):
        if d.strip(): print("t")
p = P()
p.feed(sys.stdin.buffer.read().decode("utf-8", "surrogateescape"))
p.close()
`
	tags := func(doc string) string {
		c := exec.Command(python, "-c", script)
		c.Stdin = strings.NewReader(doc)
		out, err := c.Output()
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	for file, doc := range samples(t, "html") {
		for _, e := range engines(t) {
			out, _ := round(t, e, file, doc)
			if was, is := tags(doc), tags(out); was != is || len(was) < 100 {
				t.Errorf("%s: %s", file, diff(was, is))
			}
		}
	}
}

// SQLite reads a dump before and after, and has the same tables.
func TestToolSQLite(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil || exec.Command(python, "-c", "import sqlite3").Run() != nil {
		t.Skip("python3 has no sqlite3")
	}
	const script = `
import sys, sqlite3
db = sqlite3.connect(":memory:")
db.create_function("unistr", 1, lambda x: x)
db.executescript(sys.stdin.read())
for row in db.execute("SELECT id, length(path), typeof(password), path, length(note) - length(replace(note, x'0A', '')) FROM accounts ORDER BY id"):
    print(row)
`
	rows := func(doc string) string {
		c := exec.Command(python, "-c", script)
		c.Stdin = strings.NewReader(doc)
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		return string(out)
	}
	doc := samples(t, "sql")["testdata/sql/sqlite.sql"]
	for _, e := range engines(t) {
		out, _ := round(t, e, "x.sql", doc)
		if was, is := rows(doc), rows(out); was != is {
			t.Errorf("%s, and then %s", was, is)
		}
	}
}
