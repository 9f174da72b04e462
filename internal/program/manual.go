package program

import (
	"strings"

	"github.com/urfave/cli/v3"

	"github.com/seed-052fbf24/cloak/internal/manpage"
)

// A Manual is what a program's help does not say of its manual page.
type Manual struct {
	Synopsis string // behind the program's name
	Exits    string // the codes that the help's last paragraph, "Exit status: …", explains
	// OptionsFirst is for a program whose options stand in front of the command: they
	// are listed, and the synopsis of a command does not speak of options.
	OptionsFirst bool
}

// Page makes the manual page from the words of root's help.
func (m Manual) Page(root *cli.Command) *manpage.Page {
	about, exits, _ := strings.Cut(root.Description, "\n\nExit status: ")
	p := &manpage.Page{
		Name: root.Name, Summary: root.Usage, Synopsis: m.Synopsis, Description: about,
		Exits: []manpage.Exit{{Code: m.Exits, Meaning: strings.ReplaceAll(exits, "\n", " ")}},
	}
	if m.OptionsFirst {
		p.Options = options(root)
	}
	for _, c := range root.Commands {
		if !c.Hidden && c.Name != "completion" {
			p.Commands = append(p.Commands, m.commands("", c)...)
		}
	}
	return p
}

// commands is a command, or those below it.
func (m Manual) commands(prefix string, c *cli.Command) (all []manpage.Command) {
	if len(c.Commands) > 0 {
		for _, x := range c.Commands {
			all = append(all, m.commands(prefix+c.Name+" ", x)...)
		}
		return all
	}
	x := manpage.Command{Name: prefix + c.Name, Summary: c.Usage, Synopsis: c.ArgsUsage, Description: c.Description, Options: options(c)}
	if len(x.Options) > 0 && !m.OptionsFirst {
		x.Synopsis = "[OPTION…] " + x.Synopsis
	}
	return append(all, x)
}

// options are c's flags but --help, with what is in back quotes as the argument.
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
