package program

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

func TestReadSecret(t *testing.T) {
	const most = 8
	for _, c := range []struct {
		name, text string
		mode       fs.FileMode
		want       string // of the error
	}{
		{"short", "secret\n", 0o600, ""},
		{"read only", "s", 0o400, ""},
		{"of full length", "12345678", 0o600, ""},
		{"too long", "123456789", 0o600, "X is too long for a secret"},
		{"empty", "", 0o600, "X is empty"},
		{"of a group", "s", 0o640, "others may read X; run: chmod 600 X"},
		{"of all", "s", 0o604, "others may read X; run: chmod 600 X"},
	} {
		if runtime.GOOS == "windows" && c.mode&0o077 != 0 {
			continue
		}
		name := filepath.Join(t.TempDir(), "secret")
		if err := os.WriteFile(name, []byte(c.text), c.mode); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(name, c.mode); err != nil { // whatever the umask is
			t.Fatal(err)
		}
		b, err := ReadSecret(name, "X", most)
		if c.want == "" {
			if err != nil || string(b) != c.text {
				t.Errorf("%s: %q, %v", c.name, b, err)
			}
			continue
		}
		var o *Outcome
		if !errors.As(err, &o) || o.Code != ExitMisused || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
	if _, err := ReadSecret(filepath.Join(t.TempDir(), "none"), "X", most); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
}

// A shell's <(…) is a pipe, whoever may read it by its mode.
func TestReadSecretFromAPipe(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no /dev/fd")
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if _, err := w.WriteString("secret"); err != nil {
		t.Fatal(err)
	}
	w.Close()
	if b, err := ReadSecret(fmt.Sprintf("/dev/fd/%d", r.Fd()), "X", 8); err != nil || string(b) != "secret" {
		t.Errorf("%q, %v", b, err)
	}
}
