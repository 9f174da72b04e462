package program

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/urfave/cli/v3"
)

// notes is a program with nested commands and options of its own. What it writes
// is in out.
func notes(out io.Writer) *cli.Command {
	nothing := func(context.Context, *cli.Command) error { return nil }
	return &cli.Command{
		Name:        "notes",
		Usage:       "keep notes",
		Description: "It keeps notes.\n\nExit status: 0 done,\n1 failed.",
		Writer:      out,
		ErrWriter:   out,
		Flags:       []cli.Flag{&cli.StringFlag{Name: "folder", Aliases: []string{"f"}, Usage: "keep them in `DIR`"}},
		Commands: []*cli.Command{
			{Name: "add", Usage: "add a note", ArgsUsage: "TEXT", Description: "At the end.", Action: nothing, Flags: []cli.Flag{&cli.IntFlag{Name: "times", Usage: "add it so often"}}},
			{Name: "book", Usage: "work on books", Commands: []*cli.Command{{Name: "bind", Usage: "bind one", Action: nothing}}},
			{Name: "secret", Hidden: true, Action: nothing},
			{Name: "crash", Usage: "crash", Action: func(context.Context, *cli.Command) error { panic("ann.lee@corp.eu") }},
		},
		Action: func(ctx context.Context, cmd *cli.Command) error {
			return UnknownCommand(ctx, cmd, "no such topic", "no such command")
		},
	}
}

// run runs it and gives what it wrote.
func run(t *testing.T, args ...string) (string, error) {
	var out strings.Builder
	err := Run(t.Context(), append([]string{"notes"}, args...), func() *cli.Command { return notes(&out) })
	return out.String(), err
}

func TestRun(t *testing.T) {
	for _, args := range [][]string{{"add", "x"}, {"book", "bind"}, {"--folder", "x", "add"}} {
		if out, err := run(t, args...); out != "" || err != nil {
			t.Errorf("%q: %q, %v", args, out, err)
		}
	}
	for _, args := range [][]string{{"help"}, {"--help"}, {"help", "add"}, {"add", "--help"}, {"--version"}, {"completion", "bash"}} {
		if out, err := run(t, args...); !strings.Contains(out, "notes") || err != nil {
			t.Errorf("%q: %q, %v", args, out, err)
		}
	}
}

// What is wrong with a command line is said, and what may be a value is not repeated.
func TestMisuse(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"addd"}, `unknown command "addd": did you mean add?`},
		{[]string{"zzzzzzzzz"}, "no such command (see notes --help)"},
		{[]string{"mail ann.lee@corp.eu"}, "the first argument is no command (see notes --help)"},
		{[]string{"help", "ann.lee@corp.eu"}, "no such topic (see notes --help)"},
		{[]string{"--help", "ann.lee@corp.eu"}, "no such command or topic (see notes --help)"},
		{[]string{"--bogus"}, "flag provided but not defined: -bogus (see notes --help)"},
		{[]string{"book", "bind", "--ann.lee@corp.eu"}, "flag provided but not defined (see notes book bind --help)"},
		{[]string{"--folder"}, "flag needs an argument: --folder (see notes --help)"},
		{[]string{"add", "--times", "ann.lee@corp.eu"}, "invalid value for --times (see notes add --help)"},
		{[]string{"add", "--times", `a" for flag -x: ann.lee@corp.eu`}, "invalid value for --times (see notes add --help)"},
	} {
		out, err := run(t, c.args...)
		var o *Outcome
		if out != "" || !errors.As(err, &o) || o.Code != ExitMisused || err.Error() != c.want {
			t.Errorf("%q: %q, %v, want %s", c.args, out, err, c.want)
		}
	}
}

// What is reported tells the place of a panic, not its value.
func TestGuardHidesWhatAPanicSays(t *testing.T) {
	_, err := run(t, "crash")
	if err == nil {
		t.Fatal("no error")
	}
	said := Masked(err.Error())
	if strings.Contains(err.Error(), "ann") || !strings.Contains(said, "internal/program.notes.func") || !strings.Contains(said, "internal error") {
		t.Errorf("said: %s", said)
	}
}

func TestVersion(t *testing.T) {
	if Version() == "" {
		t.Error("no version")
	}
}

func TestWriteJSON(t *testing.T) {
	var b strings.Builder
	if err := WriteJSON(&b, map[string]string{"a": "<b>&\n"}); err != nil || b.String() != `{"a":"<b>&\n"}`+"\n" {
		t.Errorf("%q, %v", b.String(), err)
	}
}
