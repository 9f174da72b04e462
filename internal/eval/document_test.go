package main

import (
	"os"
	"strings"
	"testing"
)

// The document has a place for everything that is measured, and its places are
// filled.
func TestDocumentHasAPlaceForEach(t *testing.T) {
	doc, err := os.ReadFile("../../docs/DETECTION.md")
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"summary", "peers", "obfuscated", "speed", "tree"}
	for _, s := range sources {
		names = append(names, s.name)
	}
	for _, tr := range trees("") {
		names = append(names, tr.name)
	}
	for _, name := range names {
		_, rest, ok := strings.Cut(string(doc), startMark(name)+"\n")
		filled, _, ended := strings.Cut(rest, endMark)
		switch {
		case !ok || !ended:
			t.Errorf("no place for %s", name)
		case !strings.Contains(filled, "|---|"):
			t.Errorf("the place of %s is empty", name)
		}
	}
}
