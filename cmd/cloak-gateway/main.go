// Cloak-gateway stands between an MCP client and its servers: what the model sees has
// stand-ins for personal data and secrets, and what the servers get has the values again.
//
// While it serves, standard output carries messages and nothing else; what is for people
// goes to standard error, and never holds a value that was found. One function, exitCode,
// decides how the program ends.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"

	"github.com/urfave/cli/v3"

	"github.com/seed-052fbf24/cloak/internal/program"
)

func main() {
	// With a handler for it, a write to a client that is gone fails with EPIPE instead of
	// ending the process, and the upstreams are stopped.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	os.Exit(run(context.Background(), stdio{in: os.Stdin, out: os.Stdout, err: os.Stderr}, os.Args))
}

// stdio is what the program reads and writes.
type stdio struct {
	in       io.Reader
	out, err io.Writer
}

// note writes a line for people.
func (s stdio) note(format string, args ...any) {
	fmt.Fprintf(s.err, "cloak-gateway: "+format+"\n", args...)
}

// run is the whole program but for the end of the process.
func run(ctx context.Context, std stdio, args []string) int {
	err := guard(func() error { return app(std).Run(ctx, args) })
	if unknown := cli.ExitCoder(nil); errors.As(err, &unknown) && unknown.ExitCode() == unknownTopic {
		err = program.Misused("no such command or topic (see cloak-gateway --help)")
	}
	report(std, err)
	return exitCode(err)
}

// unknownTopic is the library's status for words that it does not know; its message
// repeats them.
const unknownTopic = 3

func app(std stdio) *cli.Command {
	root := &cli.Command{
		Name:    "cloak-gateway",
		Usage:   "keep personal data and secrets from the model, and give them to its tools",
		Version: version(),
		Description: "cloak-gateway import ~/.config/Claude/claude_desktop_config.json\n" +
			"cloak-gateway --config cloak-gateway.json --check\n\n" +
			"Without a command it serves MCP on standard input and output: that is what a client\n" +
			"starts. It tests itself first, and does not serve if a planted value gets through.\n\n" +
			"The configuration is --config, else $" + configVariable + ", else ./" + configName + ".\n" +
			"It names programs to start: keep it where only you write.\n\n" +
			"Exit status: 0 done, or the client has gone; 1 failed, the self-test too; 2 misused,\n" +
			"or a configuration that cannot be used; 5 a bridge that does not open.",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "config", Usage: "take the configuration from `FILE`"},
			&cli.StringFlag{Name: "log-level", Usage: "`LEVEL` of what is told on standard error: debug, info, warn, error; else the configuration's"},
			&cli.StringFlag{Name: "pass-file", Usage: "read the passphrase of the configuration's bridge from `FILE`; else it is $" + passVariable},
			&cli.StringFlag{Name: "key-file", Usage: "open the bridge with the 32 random bytes in `FILE`, and no passphrase"},
			&cli.BoolFlag{Name: "json", Usage: "write what is told as JSON"},
			&cli.BoolFlag{Name: "check", Local: true, Usage: "test what is found and restored, say so, and serve nothing"},
		},
		Reader:                          std.in,
		Writer:                          std.out,
		ErrWriter:                       std.err,
		ExitErrHandler:                  func(context.Context, *cli.Command, error) {},
		EnableShellCompletion:           true,
		ConfigureShellCompletionCommand: func(c *cli.Command) { c.Hidden = false },
		HideHelpCommand:                 true,
		Commands:                        []*cli.Command{importCommand(std), doctorCommand(std), explainCommand(std), manCommand(std)},
		Action: func(ctx context.Context, cmd *cli.Command) error {
			if name := cmd.Args().First(); name != "" {
				return unknownCommand(ctx, cmd, name)
			}
			return serve(ctx, cmd, std)
		},
		OnUsageError: usageError,
	}
	for _, c := range root.Commands {
		c.HideHelpCommand = true
		c.OnUsageError = usageError
	}
	return root
}

// usageError says which flag is wrong. The library's messages repeat what was typed,
// which may be a value.
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

// isName reports whether s can be the name of a command or a flag, and so be repeated.
func isName(s string) bool {
	return len(s) <= 20 && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz-") == ""
}

// unknownCommand gives help, if that was asked for, or names the nearest command.
func unknownCommand(ctx context.Context, cmd *cli.Command, name string) error {
	topic := cmd.Args().Get(1)
	switch near := cli.SuggestCommand(cmd.VisibleCommands(), name); {
	case !isName(name):
		return program.Misused("the first argument is no command (see cloak-gateway --help)")
	case name == "help" && topic == "":
		return cli.ShowRootCommandHelp(cmd)
	case name == "help" && cmd.Command(topic) != nil:
		return cli.ShowCommandHelp(ctx, cmd, topic)
	case name == "help" || near == "":
		return program.Misused("no such command (see cloak-gateway --help)")
	default:
		if parts := strings.Split(near, `"`); len(parts) > 1 { // it is quoted within the library's sentence
			near = parts[1]
		}
		return program.Misused("unknown command %q: did you mean %s?", name, near)
	}
}

// version is what the module system knows of this build.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

// guard turns a panic into an error that does not say what was being looked at: a
// panic's value may quote the text.
func guard(f func() error) (err error) {
	defer func() {
		if recover() != nil {
			err = errors.New("internal error; please report it")
		}
	}()
	return f()
}
