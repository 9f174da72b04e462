package bridge

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// Whatever a file holds, opening it gives an error of a kind, or it is one that was
// made with the key.
func FuzzOpen(f *testing.F) {
	files, err := filepath.Glob(filepath.Join("testdata", "vectors", "*.txt"))
	if err != nil {
		f.Fatal(err)
	}
	var good [][]byte
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		v, err := parseVector(text)
		if err != nil {
			f.Fatal(err)
		}
		if len(v.file) > 8<<10 {
			continue
		}
		f.Add(v.file)
		if v.expect == "good" {
			good = append(good, v.file)
		}
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		h, err := parseHeader(file)
		if err == nil && h.params().KDF == KeyFile {
			root, derr := keyFile.derive([prefixSize]byte(h[:prefixSize]))
			if derr != nil {
				t.Fatal(derr)
			}
			err = openBytes(root, file)
		} else if err == nil {
			return // nobody waits for a derivation of each
		}
		known := false
		for _, g := range good {
			known = known || bytes.Equal(g, file)
		}
		if (err == nil) != known && (err == nil || Kind(err) == "") {
			t.Errorf("%d bytes: %v", len(file), err)
		}
	})
}

// A payload that is read is the one that would be written.
func FuzzPayload(f *testing.F) {
	for _, n := range []int{0, 1, 3} {
		plain, err := encode(snapshotOf(n), nil, testTime)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(plain)
	}
	f.Fuzz(func(t *testing.T, plain []byte) {
		c, aliases, created, err := decode(plain)
		if err != nil {
			if Kind(err) == "" {
				t.Errorf("an error of no kind: %v", err)
			}
			return
		}
		again, err := encode(c, aliases, created)
		if err != nil || !bytes.Equal(again, plain) {
			t.Errorf("%v: what is read is written in another form", err)
		}
	})
}
