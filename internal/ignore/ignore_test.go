package ignore

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestIgnored(t *testing.T) {
	// Each case: .gitignore files, then paths, those that are ignored with a '-'.
	cases := map[string]struct{ files, paths string }{
		"by name, at any depth":       {".gitignore: x", "-x -a/x y a/xy"},
		"anchored by a slash":         {".gitignore: /x a/y", "-x b/x -a/y b/a/y"},
		"a folder only":               {".gitignore: x/", "a/x -x/y -b/x/y"},
		"stars stay within a segment": {".gitignore: a/*.c", "-a/b.c a/d/b.c"},
		"stars anywhere":              {".gitignore: *.c", "-a/b.c -b.c c"},
		"question mark and classes":   {".gitignore: a? b[0-2] c[!0-2]", "-ab a -b1 b3 c1 -c3"},
		"leading double star":         {".gitignore: **/a/b", "-a/b -x/y/a/b b"},
		"middle double star":          {".gitignore: a/**/b", "-a/b -a/x/y/b x/a/b"},
		"trailing double star":        {".gitignore: a/**", "-a/b -a/c/d b/a"},
		"negation, the last wins":     {".gitignore: *.log !keep.log", "-a.log keep.log a/keep.log"},
		"negation, then again":        {".gitignore: *.log !keep.log keep.log", "-keep.log"},
		"no way back into a folder":   {".gitignore: a/ !a/b", "-a/b"},
		"a way back in":               {".gitignore: a/* !a/b", "-a/c a/b"},
		"deeper files win":            {".gitignore: *.log|a/.gitignore: !x.log", "-x.log a/x.log a/b/x.log -a/y.log"},
		"deeper files are anchored":   {"a/.gitignore: /x", "x -a/x a/b/x"},
		"comments and escapes":        {`.gitignore: #x \#y \!z`, "#x -#y -!z"},
		"git's own folder":            {"", "-.git/config a"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			write := func(path, text string) {
				t.Helper()
				path = filepath.Join(root, filepath.FromSlash(path))
				if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			var want []string
			for _, p := range strings.Fields(c.paths) {
				if rest, ok := strings.CutPrefix(p, "-"); ok {
					write(rest, "")
				} else {
					write(p, "")
					want = append(want, p)
				}
			}
			if c.files != "" {
				for _, f := range strings.Split(c.files, "|") {
					path, rules, _ := strings.Cut(f, ": ")
					write(path, strings.ReplaceAll(rules, " ", "\n")+"\n")
				}
			}
			var got []string
			Walk(root, func(path string) {
				rel, _ := filepath.Rel(root, path)
				if filepath.Base(rel) != ".gitignore" {
					got = append(got, filepath.ToSlash(rel))
				}
			}, func(err error) { t.Error(err) })
			slices.Sort(want)
			slices.Sort(got)
			if !slices.Equal(got, want) {
				t.Errorf("visited %q, want %q", got, want)
			}
		})
	}
}

// A walk that begins within a repository obeys the rules above it.
func TestIgnoredFromAbove(t *testing.T) {
	root := t.TempDir()
	for path, text := range map[string]string{".gitignore": "/a/b/x\n*.log\n", ".git/HEAD": "", "a/b/x": "", "a/b/y": "", "a/b/z.log": ""} {
		path = filepath.Join(root, filepath.FromSlash(path))
		os.MkdirAll(filepath.Dir(path), 0o700)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var got []string
	Walk(filepath.Join(root, "a", "b"), func(path string) { got = append(got, filepath.Base(path)) }, func(err error) { t.Error(err) })
	if !slices.Equal(got, []string{"y"}) {
		t.Errorf("visited %q, want only y", got)
	}
}

// Patterns full of stars cost the product of the lengths, not an exponential.
func TestMatchSegmentsIsPolynomial(t *testing.T) {
	pattern := strings.Split(strings.Repeat("**/a/", 200)+"b", "/")
	path := strings.Split(strings.Repeat("a/", 2000)+"c", "/")
	if matchSegments(pattern, path) {
		t.Error("b matches c")
	}
}
