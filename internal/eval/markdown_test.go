package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestFillDocument(t *testing.T) {
	path := filepath.Join(t.TempDir(), "doc.md")
	before := "# A\n\n<!-- eval:one -->\nold\n<!-- end -->\n\ntext\n\n<!-- eval:two -->\nkept\n<!-- end -->\n"
	if err := os.WriteFile(path, []byte(before), 0o600); err != nil {
		t.Fatal(err)
	}
	one := &report{Corpus: "one", Tables: []table{{Head: []string{"right"}, Rows: []row{{"all", []any{ratio{1, 2}}}}, Note: "a note"}}}
	two := &report{Corpus: "two", Skipped: "not there"}
	filled, err := fillDocument(path, []*report{one, two, {Corpus: "three"}})
	if err != nil || len(filled) != 1 || filled[0] != "one" {
		t.Fatal(filled, err)
	}
	after, _ := os.ReadFile(path)
	for _, want := range []string{"| all | 50.0 % (1/2) |", "A note.", "kept", "text"} {
		if !strings.Contains(string(after), want) {
			t.Errorf("no %q in\n%s", want, after)
		}
	}
	if strings.Contains(string(after), "old") {
		t.Error("what stood there is still there")
	}
	if _, err := fillDocument(path, []*report{one}); err != nil {
		t.Error("a second time:", err)
	}
	if again, _ := os.ReadFile(path); string(again) != string(after) {
		t.Error("a second time changes it")
	}
}
