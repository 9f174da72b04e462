package testutil

import (
	"bytes"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Forms are what a value could be recognized by in a log.
func Forms(value string) map[string]string {
	digits := strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, value)
	m5, s1, s2 := md5.Sum([]byte(value)), sha1.Sum([]byte(value)), sha256.Sum256([]byte(value))
	all := map[string]string{
		"verbatim": value,
		"MD5":      hex.EncodeToString(m5[:]), "SHA-1": hex.EncodeToString(s1[:]), "SHA-256": hex.EncodeToString(s2[:]),
		"hex": hex.EncodeToString([]byte(value)),
		// Three ways, for the value may stand behind anything: what depends on it alone.
		"base64":      strings.TrimRight(base64.StdEncoding.EncodeToString([]byte(value)), "=")[:len(value)/3*4],
		"base64 of 1": base64.StdEncoding.EncodeToString([]byte("x" + value))[4 : len(value)/3*4],
		"base64 of 2": base64.StdEncoding.EncodeToString([]byte("xx" + value))[4 : len(value)/3*4],
	}
	for name, sum := range map[string][]byte{"MD5": m5[:], "SHA-1": s1[:], "SHA-256": s2[:]} {
		all[name+", base64"] = strings.TrimRight(base64.StdEncoding.EncodeToString(sum), "=")
	}
	if len(digits) >= 6 {
		all["digits"] = digits
	}
	return all
}

// Spilled says which values, by number, the files of some folders hold, and in which form.
func Spilled(t testing.TB, values []string, dirs ...string) (found []string) {
	t.Helper()
	for _, dir := range dirs {
		err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			b, err := os.ReadFile(name)
			b = bytes.ToLower(append(b, name...)) // what a file is called, too
			for i, v := range values {
				for form, s := range Forms(v) {
					if bytes.Contains(b, bytes.ToLower([]byte(s))) {
						found = append(found, fmt.Sprintf("value %d, %s, in a file %s", i, form, filepath.Ext(name)))
					}
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return found
}

// SpillsAreSeen fails the test if Spilled would miss a value in any form.
func SpillsAreSeen(t testing.TB, values []string) {
	t.Helper()
	for i, v := range values {
		for form, s := range Forms(v) {
			leak := t.TempDir()
			if err := os.WriteFile(filepath.Join(leak, "x.jsonl"), []byte(`{"x":"`+s+`"}`), 0o600); err != nil {
				t.Fatal(err)
			}
			if Spilled(t, values, leak) == nil {
				t.Errorf("value %d is not found as %s", i, form)
			}
		}
	}
}
