package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v3"

	"github.com/seed-052fbf24/cloak/internal/clients"
	"github.com/seed-052fbf24/cloak/internal/program"
	"github.com/seed-052fbf24/cloak/internal/sink"
	"github.com/seed-052fbf24/cloak/mcpproxy"
)

func importCommand(std stdio) *cli.Command {
	return &cli.Command{
		Name:      "import",
		Usage:     "make a configuration of what a client has, and print the entry that takes its place",
		ArgsUsage: "FILE",
		Description: "Reads mcpServers (Claude Desktop, Claude Code, Cursor, Windsurf and others), servers\n" +
			"(VS Code) and context_servers (Zed), with comments if there are any. The client's file\n" +
			"is not changed: put the entry that is printed in the place of the servers.",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "out", Aliases: []string{"o"}, Value: configName, Usage: "write the configuration to `FILE`, readable by you alone; - is standard output"},
			&cli.BoolFlag{Name: "force", Usage: "replace the configuration, if there is one"},
		},
		Action: func(_ context.Context, cmd *cli.Command) error { return importConfig(cmd, std) },
	}
}

func importConfig(cmd *cli.Command, std stdio) error {
	if cmd.NArg() != 1 {
		return program.Misused("import takes one file: the client's configuration")
	}
	source, out := cmd.Args().First(), cmd.String("out")
	if _, err := os.Lstat(out); err == nil && out != "-" && !cmd.Bool("force") {
		return program.Misused("%s exists: name another one with --out, or replace it with --force", out)
	}
	text, err := os.ReadFile(source)
	if err != nil {
		return err
	}
	found, err := clients.Read(text)
	if err != nil {
		return program.Misused("%s: %w", source, err)
	}
	for _, line := range found.Notes {
		std.note("%s", line)
	}
	if len(found.Servers) == 0 {
		return program.Misused("%s: it has no server that can be taken", source)
	}
	config, err := pretty(map[string]any{"upstreams": found.Servers})
	if err != nil {
		return err
	}
	w, err := sink.Open(out, std.out)
	if err != nil {
		return err
	}
	defer w.Abort()
	if _, err := w.Write(config); err != nil {
		return err
	}
	if err := w.Commit(); err != nil {
		return err
	}
	return showEntry(std, found, out)
}

// showEntry prints what the client gets in the place of its servers.
func showEntry(std stdio, found *clients.Found, out string) error {
	path, to := out, std.out
	if out == "-" {
		path, to = configName, std.err // the configuration went to standard output
	} else if _, err := mcpproxy.LoadConfig(out); err != nil {
		return err
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	command := "cloak-gateway"
	if self, err := os.Executable(); err == nil {
		command = self // a client's PATH is not that of a shell
	}
	text, err := pretty(found.Entry(command, "--config", path))
	if err != nil {
		return err
	}
	if out != "-" {
		std.note("upstreams in %[2]s: %[1]d; try it: cloak-gateway --config %[2]s --check", len(found.Servers), out)
	}
	std.note("put this in the place of the client's servers, and start the client anew:")
	_, err = to.Write(text)
	return err
}

func pretty(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(v)
	return b.Bytes(), err
}
