package bridge

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A reader that was written from the documentation alone, in another language, opens
// the good vectors to the same bytes.
func TestAnotherReaderAgrees(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("the other reader runs on Node, which is not here")
	}
	files, err := filepath.Glob(filepath.Join("testdata", "vectors", "*-good.txt"))
	if err != nil || len(files) < 5 {
		t.Fatal(len(files), err)
	}
	out, err := exec.Command("node", append([]string{filepath.Join("testdata", "reader.mjs")}, files...)...).Output()
	if err != nil {
		t.Fatal(err)
	}
	read := map[string]string{}
	for line := range strings.Lines(string(out)) {
		name, sum, _ := strings.Cut(strings.TrimSpace(line), " ")
		read[name] = sum
	}
	tried := 0
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		v, err := parseVector(text)
		if err != nil {
			t.Fatal(err)
		}
		h, err := parseHeader(v.file)
		if err != nil {
			t.Fatal(err)
		}
		got := read[filepath.Base(name)]
		if h.params().KDF == Argon2id {
			continue
		}
		root, err := v.secret().derive([prefixSize]byte(v.file[:prefixSize]))
		if err != nil {
			t.Fatal(err)
		}
		plain, err := root.open(&h, v.file)
		if err != nil {
			t.Fatal(err)
		}
		if sum := sha256.Sum256(plain); got != hex.EncodeToString(sum[:]) {
			t.Errorf("%s (%s): the other reader says %q", filepath.Base(name), v.comment, got)
		}
		tried++
	}
	if tried < 4 {
		t.Errorf("%d vectors tried", tried)
	}
}
