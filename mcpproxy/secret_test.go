package mcpproxy

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// A secret is read from where it is kept, and from nowhere that others may read.
func TestSecret(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string, mode os.FileMode) Secret {
		at := filepath.Join(dir, name)
		if err := os.WriteFile(at, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(at, mode); err != nil {
			t.Fatal(err)
		}
		return Secret("file:" + at)
	}
	t.Setenv("SECRET_HERE", "tok-1")
	t.Setenv("SECRET_EMPTY", "")
	for s, want := range map[Secret]string{
		"env:SECRET_HERE": "tok-1", file("line", "tok-2\r\n", 0o600): "tok-2", file("bare", "tok-3", 0o400): "tok-3",
	} {
		if got, err := s.read(); err != nil || got != want {
			t.Errorf("%s is %q, %v", s, got, err)
		}
	}
	for s, why := range map[Secret]string{
		"env:SECRET_EMPTY": "is not set", "env:SECRET_NONE": "is not set", Secret("file:" + filepath.Join(dir, "none")): "no such file",
		file("empty", "\n", 0o600): "is no secret", file("lines", "tok\nhunter\n", 0o600): "is no secret", file("long", strings.Repeat("x", maxSecret+1), 0o600): "is no secret",
		file("open", "hunter", 0o644): "chmod 600",
	} {
		if runtime.GOOS == "windows" && (why == "chmod 600" || why == "no such file") {
			continue
		}
		if _, err := s.read(); err == nil || !strings.Contains(err.Error(), why) || strings.Contains(err.Error(), "hunter") {
			t.Errorf("%s: %v", s, err)
		}
	}
}
