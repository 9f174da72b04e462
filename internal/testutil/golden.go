package testutil

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew, to be read in review")

// Updating reports whether the tests run with -update.
func Updating() bool { return *update }

// Golden compares got with a file, byte for byte, and names the first line that
// differs. With -update it writes the file instead.
func Golden(t testing.TB, path string, got []byte) {
	t.Helper()
	if Updating() {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v (run the test with -update to write it)", err)
	}
	if line, same := firstDifference(want, got); !same {
		t.Errorf("%s differs from what is generated, at line %d; run the test with -update and read the difference", path, line)
	}
}

// firstDifference gives the number, from 1, of the first line in which a and b differ.
func firstDifference(a, b []byte) (line int, same bool) {
	if bytes.Equal(a, b) {
		return 0, true
	}
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return 1 + bytes.Count(a[:n], []byte("\n")), false
}
