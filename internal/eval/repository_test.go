package main

import (
	"fmt"
	"path/filepath"
	"testing"
)

// This repository scans clean: nothing is found in it, mail of authors included, but
// in tests and their data and in examples that say so. A file that cannot be read as a
// text fails the test, and so does a mark without its other end.
func TestRepositoryScansClean(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	o, err := newOurs()
	if err != nil {
		t.Fatal(err)
	}
	ts := trees("")
	repository := ts[len(ts)-1]
	repository.root = root
	files, marked := map[string]int{}, 0
	err = repository.walk(func(path, text string) {
		class := classOf(path)
		files[class]++
		if class == testsClass {
			return
		}
		x, err := examplesIn(path, text)
		if err != nil {
			t.Errorf("%s: %v", path, err)
		}
		for _, f := range o.find(text) {
			if x.has(text, f) {
				marked++
				continue
			}
			t.Errorf("%s: %s in a place that is no marked example: %s", filepath.ToSlash(path), f.entity, around(text, f.start, f.end))
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("files: %v; %d finds in marked examples", fmt.Sprint(files), marked)
	if files["code"] < 200 || files["documents"] < 10 || files[testsClass] < 200 || marked < 1000 {
		t.Error("hardly anything was read")
	}
}
