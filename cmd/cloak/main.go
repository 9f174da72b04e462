// Cloak finds personal data and secrets in text, puts stand-ins in their place,
// and puts the real values back into the reply.
//
// Standard output carries data only; what is for people goes to standard error,
// and never holds a value that was found. One function, exitCode, decides how
// the program ends.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
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
	err := program.Run(ctx, args, func() *cli.Command { return app(std, args) })
	if err == nil {
		err = data.err
	}
	report(std, err)
	return exitCode(err)
}

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
		Name:  "cloak",
		Usage: "swap personal data and secrets for stand-ins, and restore them in the reply",
		Description: "cat incident.log | cloak wrap -- claude -p \"diagnose this failure\"\n" +
			"cloak sanitize --audit ticket.txt\n" +
			"cloak scan src/\n\n" +
			"Exit status: 0 done, 1 failed, 2 misused, 3 findings (scan), 4 not all restored\n" +
			"(--strict), 5 a bridge or a term pack that does not open, 10 to 14 see cloak audit verify --help. wrap otherwise ends as its child does: with the child's own\n" +
			"status, or 125 not started, 126 not executable, 127 not found, 128+n signal n.",
		Reader:                          std.in,
		Writer:                          std.out,
		ErrWriter:                       std.err,
		ConfigureShellCompletionCommand: showCompletion,
		Commands: []*cli.Command{
			wrapCommand(std, args),
			sanitizeCommand(std),
			restoreCommand(std),
			scanCommand(std),
			explainCommand(std),
			detectorsCommand(std),
			inspectCommand(std),
			bridgeCommand(std),
			auditCommand(std),
			passphraseCommand(std),
			doctorCommand(std),
			configCommand(std),
			manCommand(std),
		},
		Action: func(ctx context.Context, cmd *cli.Command) error {
			if name := cmd.Args().First(); name != "" {
				return program.UnknownCommand(ctx, cmd, "no such command to explain", fmt.Sprintf("unknown command %q", name))
			}
			cmd.Writer = std.err
			if err := cli.ShowRootCommandHelp(cmd); err != nil {
				return err
			}
			return program.Misused("which command?")
		},
	}
	for _, c := range root.Commands {
		checkAndReport(c, std)
		switch c.Name {
		case "wrap": // whose child has to have them
		case "audit":
			for _, x := range c.Commands {
				x.Before = denySocketsUnless("exec")
			}
		default:
			c.Before = denySockets
		}
	}
	return root
}

// checkAndReport makes a command, and those below it, refuse arguments where they take
// none, and end with an object also where that says what went wrong.
func checkAndReport(c *cli.Command, std stdio) {
	for _, x := range c.Commands {
		checkAndReport(x, std)
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

// denySocketsUnless is denySockets for a command that a flag has start another one.
func denySocketsUnless(flag string) cli.BeforeFunc {
	return func(ctx context.Context, cmd *cli.Command) (context.Context, error) {
		if cmd.String(flag) != "" {
			return ctx, nil
		}
		return denySockets(ctx, cmd)
	}
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
