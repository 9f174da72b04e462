package mcpproxy

import (
	"errors"
	"testing"
)

// A URI is asked of who has told of it, or whose template alone it fits best.
func TestURIs(t *testing.T) {
	x := newURIIndex()
	x.add("a", "file:///a")
	x.add("b", "file:///a") // who was first keeps it
	x.addTemplate("a", "db://{table}/{row}")
	x.addTemplate("b", "db://logs/{row}")
	x.addTemplate("a", "mail://{id}")
	x.addTemplate("b", "mail://{id}")
	for uri, want := range map[string]string{
		"file:///a": "a", "file:///b": "", "db://users/1": "a", "db://logs/1": "b", "mail://1": "", "db://{table}/{row}": "a",
	} {
		if got, ok := x.of(uri); ok != (want != "") || ok && got != want {
			t.Errorf("%s is of %q, %v", uri, got, ok)
		}
	}
}

// A cursor is of one session and one list.
func TestCursors(t *testing.T) {
	s, err := newSealer()
	if err != nil {
		t.Fatal(err)
	}
	other, _ := newSealer()
	c := s.seal("tools/list", map[string]string{"a": "p2"})
	if next, err := s.open("tools/list", c); err != nil || next["a"] != "p2" {
		t.Errorf("%v, %v", next, err)
	}
	for name, open := range map[string]func() error{
		"another list":    func() error { _, err := s.open("prompts/list", c); return err },
		"another session": func() error { _, err := other.open("tools/list", c); return err },
		"altered":         func() error { _, err := s.open("tools/list", c[:len(c)-2]+"AA"); return err },
		"cut":             func() error { _, err := s.open("tools/list", c[:8]); return err },
		"none":            func() error { _, err := s.open("tools/list", ""); return err },
	} {
		if err := open(); !errors.Is(err, errCursor) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
