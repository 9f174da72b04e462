package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/internal/program"
)

func TestChildArgs(t *testing.T) {
	for _, c := range []struct{ parsed, args, want string }{
		{"cat", "cloak wrap -- cat", "cat"},
		{"cat", "cloak wrap cat", "cat"},
		{"llm -p x", "cloak wrap llm -p x", "llm -p x"},
		{"llm x", "cloak wrap --quiet llm -- x", "llm -- x"},
		{"llm -- x", "cloak wrap -- llm -- x", "llm -- x"},
		{"llm", "cloak wrap llm --", "llm --"},
		{"llm llm", "cloak wrap -- llm llm", "llm llm"},
	} {
		if got := childArgs(strings.Fields(c.parsed), strings.Fields(c.args)); !slices.Equal(got, strings.Fields(c.want)) {
			t.Errorf("%s: child gets %q, want %q", c.args, got, c.want)
		}
	}
}

func TestSplitFlag(t *testing.T) {
	for arg, name := range map[string]string{
		"--model=x": "--model=", "--model": "--model", "-m": "-m", "-mx": "-m", "-": "", "--": "--", "x": "", "": "",
		"- item": "", "-- item": "", "--a b": "", "--=x": "", "-é": "", "-5": "-5",
	} {
		if got, value := splitFlag(arg); got != name || got+value != arg {
			t.Errorf("splitFlag(%q) = %q, %q, want the name %q", arg, got, value, name)
		}
	}
}

func TestInteractive(t *testing.T) {
	for line, want := range map[string]bool{
		"claude": true, "claude -p hi": false, "/usr/bin/claude --print=x": false, "claude --model x": true, "claude.exe": true,
		"codex exec hi": false, "codex hi": true, "gemini -p hi": false, "llm hi": false, "llm chat -m x": true, "llm": true,
		"vim a.txt": true, "bash": true, "bash -c x": false, "aider --message x": false, "aider a.go": true,
	} {
		if got := interactive(strings.Fields(line)); got != want {
			t.Errorf("interactive(%q) = %v", line, got)
		}
	}
}

func TestQuote(t *testing.T) {
	if got, want := quote([]string{"a", "", "b c", "it's", "$x"}), `a '' 'b c' 'it'\''s' '$x'`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestChildEnv(t *testing.T) {
	got := childEnv([]string{"A=1", "CLOAK_PASS=secret", "CLOAK_PASSAGE=2", "B=CLOAK_PASS=3"})
	if want := []string{"A=1", "CLOAK_PASSAGE=2", "B=CLOAK_PASS=3"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestExitCode(t *testing.T) {
	pipe := &os.PathError{Op: "write", Err: io.ErrClosedPipe}
	for want, err := range map[int]error{0: nil, 1: pipe, 2: fmt.Errorf("x: %w", program.Misused("y")), 3: &program.Outcome{Code: exitFindings}, 7: errors.Join(nil, &program.Outcome{Code: 7})} {
		if got := exitCode(err); got != want {
			t.Errorf("%v: exit code %d, want %d", err, got, want)
		}
	}
}

// A file that is written to while it is read is read as long as it was.
func TestGrowingFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "log")
	if err := os.WriteFile(name, []byte("one\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	in, err := openInput(name, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	f.WriteString("two\n")
	if b, err := io.ReadAll(in.reader()); err != nil || string(b) != "one\n" {
		t.Errorf("read %q, %v", b, err)
	}
}
