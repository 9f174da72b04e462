// Cloak-gateway stands between an MCP client and its servers: what the model sees has
// stand-ins for personal data and secrets, and what the servers get has the values again.
//
// While it serves, standard output carries messages and nothing else; what is for people
// goes to standard error, and never holds a value that was found. One function, exitCode,
// decides how the program ends.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/urfave/cli/v3"

	"github.com/seed-052fbf24/cloak/internal/program"
)

func main() {
	// With a handler for it, a write to a client that is gone fails with EPIPE instead of
	// ending the process, and the upstreams are stopped.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	keepFromUpstreams()
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
	err := program.Run(ctx, args, func() *cli.Command { return app(std) })
	report(std, err)
	return exitCode(err)
}

func app(std stdio) *cli.Command {
	return &cli.Command{
		Name:  "cloak-gateway",
		Usage: "keep personal data and secrets from the model, and give them to its tools",
		Description: "cloak-gateway import ~/.config/Claude/claude_desktop_config.json\n" +
			"cloak-gateway --config cloak-gateway.json --check\n\n" +
			"Without a command it serves MCP on standard input and output: that is what a client\n" +
			"starts. It tests itself first, and does not serve if a planted value gets through.\n\n" +
			"With --listen, or listen in the configuration, it serves many over HTTP, at /mcp;\n" +
			"/healthz and /readyz tell whether it does.\n\n" +
			"The configuration is --config, else $" + configVariable + ", else ./" + configName + ".\n" +
			"It names programs to start: keep it where only you write.\n\n" +
			"Exit status: 0 done, or the client has gone; 1 failed, the self-test too; 2 misused,\n" +
			"or a configuration that cannot be used; 5 a bridge that does not open.",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "config", Usage: "take the configuration from `FILE`"},
			&cli.StringFlag{Name: "listen", Local: true, Usage: "serve over HTTP at `HOST:PORT`; else the configuration's, else standard input and output"},
			&cli.StringFlag{Name: "log-level", Usage: "`LEVEL` of what is told on standard error: debug, info, warn, error; else the configuration's"},
			&cli.StringFlag{Name: "pass-file", Usage: "read the passphrase of the configuration's bridge from `FILE`; else it is $" + passVariable},
			&cli.StringFlag{Name: "key-file", Usage: "open the bridge with the 32 random bytes in `FILE`, and no passphrase"},
			&cli.BoolFlag{Name: "json", Usage: "write what is told as JSON"},
			&cli.BoolFlag{Name: "check", Local: true, Usage: "test what is found and restored, say so, and serve nothing"},
		},
		Reader:                          std.in,
		Writer:                          std.out,
		ErrWriter:                       std.err,
		ConfigureShellCompletionCommand: func(c *cli.Command) { c.Hidden = false },
		Commands:                        []*cli.Command{importCommand(std), doctorCommand(std), acceptCommand(std), explainCommand(std), manCommand(std)},
		Action: func(ctx context.Context, cmd *cli.Command) error {
			if cmd.Args().First() != "" {
				return program.UnknownCommand(ctx, cmd, "no such command", "no such command")
			}
			return serve(ctx, cmd, std)
		},
	}
}
