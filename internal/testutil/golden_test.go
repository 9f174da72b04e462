package testutil

import (
	"os"
	"path/filepath"
	"testing"
)

// A recorder takes the place of a test that is to fail.
type recorder struct {
	testing.TB
	failed bool
}

func (r *recorder) Helper()               {}
func (r *recorder) Errorf(string, ...any) { r.failed = true }

func TestGolden(t *testing.T) {
	path := filepath.Join(t.TempDir(), "golden")
	if err := os.WriteFile(path, []byte("one\ntwo\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if Updating() {
		t.Skip("with -update the recorded file is written, not compared")
	}
	for text, want := range map[string]bool{"one\ntwo\n": false, "one\ntwo": true, "one\r\ntwo\n": true} {
		r := &recorder{TB: t}
		if Golden(r, path, []byte(text)); r.failed != want {
			t.Errorf("%q: failed is %v", text, r.failed)
		}
	}
}
