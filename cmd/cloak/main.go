// Cloak finds personal data and secrets in text, puts stand-ins in their place,
// and puts the real values back into the reply.
//
// Standard output carries data only; what is for people goes to standard error,
// and never holds a value that was found. One function, exitCode, decides how
// the program ends.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"

	"github.com/urfave/cli/v3"

	"github.com/seed-052fbf24/cloak/internal/program"
	"github.com/seed-052fbf24/cloak/internal/sandbox"
)

func main() {
	// With a handler for it, a write to a closed pipe fails with EPIPE instead of
	// ending the process, and we end in our own way; a child of ours gets the
	// default back.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	_ = sandbox.Harden() // what the system does not do, doctor tells
	collectLater()
	std := stdio{in: os.Stdin, out: os.Stdout, err: os.Stderr}
	os.Exit(run(context.Background(), std, os.Args))
}

// collectLater has the first garbage collection wait for 16 MB, and those behind it go
// as $GOGC says. An engine begins with three megabytes of tables that stay: to collect
// then takes a tenth of the time of a run on a page of text, and frees nothing.
func collectLater() {
	if os.Getenv("GOGC") != "" {
		return
	}
	first := new([16]byte)
	runtime.AddCleanup(first, func(percent int) { debug.SetGCPercent(percent) }, debug.SetGCPercent(400))
}

// stdio is what the program reads and writes.
type stdio struct {
	in       *os.File
	out, err io.Writer
}

// note writes a line for people.
func (s stdio) note(format string, args ...any) {
	fmt.Fprintf(s.err, "cloak: "+format+"\n", args...)
}

// run is the whole program but for the end of the process.
func run(ctx context.Context, std stdio, args []string) int {
	data := &dataWriter{to: std.out}
	std.out = data
	err := guard(func() error { return app(std, args).Run(ctx, args) })
	if unknown := cli.ExitCoder(nil); errors.As(err, &unknown) && unknown.ExitCode() == unknownTopic {
		err = program.Misused("no such command or topic (see cloak --help)")
	}
	if err == nil {
		err = data.err
	}
	report(std, err)
	return exitCode(err)
}

// unknownTopic is the library's status for words that it does not know; its
// message repeats them.
const unknownTopic = 3

// A dataWriter remembers that standard output could not be written: not everybody
// who prints looks.
type dataWriter struct {
	to   io.Writer
	used bool
	err  error // the first
}

func (d *dataWriter) Write(p []byte) (int, error) {
	n, err := d.to.Write(p)
	d.used = d.used || n > 0
	if d.err == nil {
		d.err = err
	}
	return n, err
}

func app(std stdio, args []string) *cli.Command {
	root := &cli.Command{
		Name:    "cloak",
		Usage:   "swap personal data and secrets for stand-ins, and restore them in the reply",
		Version: version(),
		Description: "cat incident.log | cloak wrap -- claude -p \"diagnose this failure\"\n" +
			"cloak sanitize --audit ticket.txt\n" +
			"cloak scan src/\n\n" +
			"Exit status: 0 done, 1 failed, 2 misused, 3 findings (scan), 4 not all restored\n" +
			"(--strict), 5 a bridge or a term pack that does not open. wrap otherwise ends as its child does: with the child's own\n" +
			"status, or 125 not started, 126 not executable, 127 not found, 128+n signal n.",
		Reader:                          std.in,
		Writer:                          std.out,
		ErrWriter:                       std.err,
		ExitErrHandler:                  func(context.Context, *cli.Command, error) {},
		EnableShellCompletion:           true,
		ConfigureShellCompletionCommand: showCompletion,
		HideHelpCommand:                 true,
		Commands: []*cli.Command{
			wrapCommand(std, args),
			sanitizeCommand(std),
			restoreCommand(std),
			scanCommand(std),
			explainCommand(std),
			detectorsCommand(std),
			inspectCommand(std),
			bridgeCommand(std),
			passphraseCommand(std),
			doctorCommand(std),
			configCommand(std),
			manCommand(std),
		},
		Action: func(ctx context.Context, cmd *cli.Command) error {
			if name := cmd.Args().First(); name != "" {
				return unknownCommand(ctx, cmd, name)
			}
			cmd.Writer = std.err
			if err := cli.ShowRootCommandHelp(cmd); err != nil {
				return err
			}
			return program.Misused("which command?")
		},
		OnUsageError: usageError,
	}
	for _, c := range root.Commands {
		setUp(c, std)
		if c.Name != "wrap" { // whose child has to have them
			c.Before = denySockets
		}
	}
	return root
}

// setUp gives a command, and those below it, our way with mistakes.
func setUp(c *cli.Command, std stdio) {
	c.HideHelpCommand = true
	c.OnUsageError = usageError
	c.DisableSliceFlagSeparator = true
	for _, x := range c.Commands {
		setUp(x, std)
	}
	act := c.Action
	if act == nil {
		return
	}
	c.Action = func(ctx context.Context, cmd *cli.Command) error {
		if cmd.NArg() > 0 && c.ArgsUsage == "" && len(c.Commands) == 0 {
			return program.Misused("%s takes no arguments", cmd.FullName())
		}
		err := act(ctx, cmd)
		if cmd.Bool("json") {
			reportJSON(std, err)
		}
		return err
	}
}

// denySockets takes from a command, before it begins, what none of them needs.
// What the system does not do, doctor tells.
func denySockets(ctx context.Context, _ *cli.Command) (context.Context, error) {
	_ = sandbox.DenySockets()
	return ctx, nil
}

// showCompletion lists the command in the help, and knows PowerShell by the name
// that its users give it, too.
func showCompletion(c *cli.Command) {
	c.Hidden = false
	for _, shell := range c.Commands {
		if shell.Name == "pwsh" {
			shell.Aliases = []string{"powershell"}
		}
	}
}

// usageError says which flag is wrong. The library's messages repeat what was
// typed, which may be a value.
func usageError(_ context.Context, cmd *cli.Command, err error, _ bool) error {
	say := "the command line cannot be read"
	if rest, ok := strings.CutPrefix(err.Error(), "invalid value "); ok {
		quoted, _ := strconv.QuotedPrefix(rest)
		flag, _, _ := strings.Cut(strings.TrimPrefix(rest[len(quoted):], " for flag -"), ":")
		say = "invalid value for --" + flag
	} else if flag, ok := strings.CutPrefix(err.Error(), "flag provided but not defined: -"); ok && !isName(flag) {
		say = "flag provided but not defined"
	} else if ok || strings.HasPrefix(err.Error(), "flag needs an argument: ") {
		say = err.Error()
	}
	return program.Misused("%s (see %s --help)", say, cmd.FullName())
}

// isName reports whether s can be the name of a command or a flag, and so be
// repeated: it may as well be the text that somebody meant to sanitize.
func isName(s string) bool {
	return len(s) <= 20 && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz-") == ""
}

// unknownCommand gives help, if that was asked for, or names the nearest command.
func unknownCommand(ctx context.Context, cmd *cli.Command, name string) error {
	if !isName(name) {
		return program.Misused("the first argument is no command (see cloak --help)")
	}
	if topic := cmd.Args().Get(1); name == "help" && topic == "" {
		return cli.ShowRootCommandHelp(cmd)
	} else if name == "help" && cmd.Command(topic) != nil {
		return cli.ShowCommandHelp(ctx, cmd, topic)
	} else if name == "help" {
		return program.Misused("no such command to explain (see cloak --help)")
	}
	if near := cli.SuggestCommand(cmd.VisibleCommands(), name); near != "" {
		return program.Misused("unknown command %q: did you mean %s?", name, nearest(near))
	}
	return program.Misused("unknown command %q (see cloak --help)", name)
}

// nearest takes the command's name out of the library's sentence.
func nearest(suggestion string) string {
	if _, rest, ok := strings.Cut(suggestion, `"`); ok {
		suggestion, _, _ = strings.Cut(rest, `"`)
	}
	return suggestion
}

// version is what the module system knows of this build.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

// guard turns a panic into an error that says where it happened, but not what
// was being looked at: a panic's value may quote the text.
func guard(f func() error) (err error) {
	defer func() {
		if recover() != nil {
			err = errors.New("internal error; please report it" + panicSite())
		}
	}()
	return f()
}

// panicSite names the innermost functions of a panic on its way up.
func panicSite() string {
	pc := make([]uintptr, 16)
	frames := runtime.CallersFrames(pc[:runtime.Callers(3, pc)])
	var b strings.Builder
	for n := 0; n < 4; {
		f, more := frames.Next()
		if !strings.HasPrefix(f.Function, "runtime.") {
			fmt.Fprintf(&b, "\n\t%s line %d", f.Function, f.Line)
			n++
		}
		if !more {
			break
		}
	}
	return b.String()
}
