package layering

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The console examples of the documents, run. A line "$ cat FILE" of a file that
// is not there yet makes it, with what is shown below. Standard output and error
// come in no fixed order, so lines are compared as a set; … stands for anything.
func TestConsoleExamples(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no sh")
	}
	watch(t)
	bin := t.TempDir()
	if out, err := exec.Command("go", "build", "-o", bin, "./cmd/cloak").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	for path, text := range read(t, []string{"README.md", "docs/CLI.md"}) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			examples := console(text)
			if len(examples) == 0 {
				t.Fatal("no example")
			}
			dir := t.TempDir()
			for _, x := range examples {
				x.run(t, dir, bin)
			}
		})
	}
}

// An example is a command and the lines that it prints.
type example struct {
	command string
	lines   []string
}

// console gives the examples of all console blocks of a document.
func console(text string) (all []example) {
	for _, block := range strings.Split(text, "```console\n")[1:] {
		block, _, _ = strings.Cut(block, "```")
		for line := range strings.Lines(block) {
			line = strings.TrimSuffix(line, "\n")
			if command, ok := strings.CutPrefix(line, "$ "); ok {
				all = append(all, example{command: command})
			} else if line != "" {
				last := &all[len(all)-1]
				last.lines = append(last.lines, line)
			}
		}
	}
	return all
}

func (x example) run(t *testing.T, dir, bin string) {
	if name, ok := strings.CutPrefix(x.command, "cat "); ok {
		path := filepath.Join(dir, name)
		if _, err := os.Stat(path); err != nil {
			if err := os.WriteFile(path, []byte(strings.Join(x.lines, "\n")+"\n"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	cmd := exec.Command("sh", "-c", x.command)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "CLOAK_PASS=lukot-virag-mesop-tadun-hobif", "XDG_STATE_HOME="+filepath.Join(dir, ".state"))
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("$ %s: %v", x.command, err)
	}
	got := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	for _, want := range x.lines {
		i := slices.IndexFunc(got, glob(want).MatchString)
		if i < 0 {
			t.Errorf("$ %s\ndoes not print %q but\n%s", x.command, want, out)
			return
		}
		got = slices.Delete(got, i, i+1)
	}
	if len(got) > 0 && got[0] != "" {
		t.Errorf("$ %s\nalso prints %q", x.command, got)
	}
}

// glob matches a shown line.
func glob(line string) *regexp.Regexp {
	parts := strings.Split(line, "…")
	for i, p := range parts {
		parts[i] = regexp.QuoteMeta(p)
	}
	return regexp.MustCompile("^" + strings.Join(parts, ".*") + "$")
}
