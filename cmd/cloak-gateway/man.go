package main

import (
	"context"
	"strings"

	"github.com/urfave/cli/v3"

	"github.com/seed-052fbf24/cloak/internal/manpage"
)

// manCommand writes the manual page from the same words as the help.
func manCommand(std stdio) *cli.Command {
	return &cli.Command{
		Name:  "man",
		Usage: "write the manual page: cloak-gateway man | man -l -",
		Action: func(_ context.Context, cmd *cli.Command) error {
			return manual(cmd.Root()).Write(std.out)
		},
	}
}

func manual(root *cli.Command) *manpage.Page {
	about, exits, _ := strings.Cut(root.Description, "\n\nExit status: ")
	p := &manpage.Page{
		Name: root.Name, Summary: root.Usage, Synopsis: "[OPTION…] [COMMAND [ARGUMENT…]]", Description: about, Options: options(root),
		Exits: []manpage.Exit{{Code: "0, 1, 2, 5", Meaning: strings.ReplaceAll(exits, "\n", " ")}},
	}
	for _, c := range root.Commands {
		if !c.Hidden && c.Name != "completion" {
			p.Commands = append(p.Commands, manpage.Command{Name: c.Name, Summary: c.Usage, Synopsis: c.ArgsUsage, Description: c.Description, Options: options(c)})
		}
	}
	return p
}

func options(c *cli.Command) (all []manpage.Option) {
	for _, f := range c.VisibleFlags() {
		doc, ok := f.(cli.DocGenerationFlag)
		if !ok || f.Names()[0] == "help" {
			continue
		}
		o := manpage.Option{Usage: doc.GetUsage()}
		if before, rest, ok := strings.Cut(o.Usage, "`"); ok {
			name, after, _ := strings.Cut(rest, "`")
			o.Usage, o.Argument = before+name+after, name
		}
		for _, n := range f.Names() {
			dashes := "--"
			if len(n) == 1 {
				dashes = "-"
			}
			o.Names = append(o.Names, dashes+n)
		}
		all = append(all, o)
	}
	return all
}
