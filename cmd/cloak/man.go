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
		Usage: "write the manual page: cloak man | man -l -",
		Action: func(_ context.Context, cmd *cli.Command) error {
			return manual(cmd.Root()).Write(std.out)
		},
	}
}

func manual(root *cli.Command) *manpage.Page {
	about, exits, _ := strings.Cut(root.Description, "\n\nExit status: ")
	p := &manpage.Page{
		Name: root.Name, Summary: root.Usage, Synopsis: "COMMAND [OPTION…] [ARGUMENT…]", Description: about,
		Exits: []manpage.Exit{{Code: "0 to 5, 125 to 128+n", Meaning: strings.ReplaceAll(exits, "\n", " ")}},
	}
	for _, c := range root.Commands {
		if c.Hidden || c.Name == "completion" {
			continue
		}
		p.Commands = append(p.Commands, manualOf("", c)...)
	}
	return p
}

// manualOf is a command, or those below it.
func manualOf(prefix string, c *cli.Command) (all []manpage.Command) {
	if len(c.Commands) > 0 {
		for _, x := range c.Commands {
			all = append(all, manualOf(prefix+c.Name+" ", x)...)
		}
		return all
	}
	m := manpage.Command{Name: prefix + c.Name, Summary: c.Usage, Synopsis: c.ArgsUsage, Description: c.Description}
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
			if len(n) == 1 {
				o.Names = append(o.Names, "-"+n)
			} else {
				o.Names = append(o.Names, "--"+n)
			}
		}
		m.Options = append(m.Options, o)
	}
	if len(m.Options) > 0 {
		m.Synopsis = "[OPTION…] " + m.Synopsis
	}
	return append(all, m)
}
