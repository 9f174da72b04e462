package program

import (
	"reflect"
	"testing"

	"github.com/seed-052fbf24/cloak/internal/manpage"
)

func TestManual(t *testing.T) {
	add := manpage.Command{
		Name: "add", Summary: "add a note", Synopsis: "[OPTION…] TEXT", Description: "At the end.",
		Options: []manpage.Option{{Names: []string{"--times"}, Usage: "add it so often"}},
	}
	want := &manpage.Page{
		Name: "notes", Summary: "keep notes", Synopsis: "COMMAND", Description: "It keeps notes.",
		Commands: []manpage.Command{add, {Name: "book bind", Summary: "bind one"}, {Name: "crash", Summary: "crash"}},
		Exits:    []manpage.Exit{{Code: "0, 1", Meaning: "0 done, 1 failed."}},
	}
	if got := (Manual{Synopsis: "COMMAND", Exits: "0, 1"}).Page(notes(nil)); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	want.Options = []manpage.Option{{Names: []string{"--folder", "-f"}, Argument: "DIR", Usage: "keep them in DIR"}}
	want.Commands[0].Synopsis = "TEXT"
	if got := (Manual{Synopsis: "COMMAND", Exits: "0, 1", OptionsFirst: true}).Page(notes(nil)); !reflect.DeepEqual(got, want) {
		t.Errorf("options first: got %+v, want %+v", got, want)
	}
}
