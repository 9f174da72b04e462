package main

import (
	"context"

	"github.com/urfave/cli/v3"

	"github.com/seed-052fbf24/cloak/internal/program"
)

// manCommand writes the manual page from the same words as the help.
func manCommand(std stdio) *cli.Command {
	return &cli.Command{
		Name:  "man",
		Usage: "write the manual page: cloak man | man -l -",
		Action: func(_ context.Context, cmd *cli.Command) error {
			m := program.Manual{Synopsis: "COMMAND [OPTION…] [ARGUMENT…]", Exits: "0 to 5, 125 to 128+n"}
			return m.Page(cmd.Root()).Write(std.out)
		},
	}
}
