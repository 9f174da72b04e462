package sink

import (
	"io"
	"os"
	"path/filepath"
	"testing"
)

// What is not committed leaves nothing, and what was there stays.
func TestSink(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "out")
	if err := os.WriteFile(name, []byte("before"), 0o644); err != nil {
		t.Fatal(err)
	}
	read := func() string {
		t.Helper()
		entries, err := os.ReadDir(dir)
		if err != nil || len(entries) != 1 {
			t.Fatalf("%d files, %v", len(entries), err)
		}
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	s, err := Open(name, nil)
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(s, "half")
	s.Abort()
	if got := read(); got != "before" {
		t.Errorf("after abort: %q", got)
	}
	if s, err = Open(name, nil); err != nil {
		t.Fatal(err)
	}
	io.WriteString(s, "whole")
	if b, _ := os.ReadFile(name); string(b) != "before" {
		t.Errorf("before commit: %q", b)
	}
	if err := s.Commit(); err != nil {
		t.Fatal(err)
	}
	s.Abort() // as a deferred call does
	if got := read(); got != "whole" {
		t.Errorf("after commit: %q", got)
	}
}
