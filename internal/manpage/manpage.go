// Package manpage writes the manual page of a program: man(7).
package manpage

import (
	"fmt"
	"io"
	"strings"
	"unicode"
)

// A Page is one program.
type Page struct {
	Name, Summary, Synopsis string
	Description             string // paragraphs, and examples, which are indented or hold " | " or "--"
	Options                 []Option
	Commands                []Command
	Exits                   []Exit
	SeeAlso                 []string // as "git(1)"
}

// A Command is a word behind the program's name.
type Command struct {
	Name, Summary, Synopsis, Description string
	Options                              []Option
}

// An Option is a flag with all its names and what its argument is called, "" for none.
type Option struct {
	Names    []string // with dashes
	Argument string
	Usage    string
}

// An Exit is a code and what it means.
type Exit struct{ Code, Meaning string }

// Write writes the page, in section 1.
func (p *Page) Write(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %s 1\n", strings.ToUpper(escape(p.Name)))
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n", escape(p.Name), escape(p.Summary))
	fmt.Fprintf(&b, ".SH SYNOPSIS\n.B %s\n%s\n", escape(p.Name), escape(p.Synopsis))
	section(&b, "DESCRIPTION")
	paragraphs(&b, p.Description)
	if len(p.Options) > 0 {
		section(&b, "OPTIONS")
		options(&b, p.Options)
	}
	section(&b, "COMMANDS")
	for _, c := range p.Commands {
		fmt.Fprintf(&b, ".SS %s %s\n%s.\n", escape(p.Name), escape(strings.TrimSpace(c.Name+" "+c.Synopsis)), escape(capital(c.Summary)))
		if c.Description != "" {
			b.WriteString(".PP\n")
			paragraphs(&b, c.Description)
		}
		options(&b, c.Options)
	}
	if len(p.Exits) > 0 {
		section(&b, "EXIT STATUS")
		for _, x := range p.Exits {
			fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", escape(x.Code), escape(x.Meaning))
		}
	}
	if len(p.SeeAlso) > 0 {
		section(&b, "SEE ALSO")
		fmt.Fprintf(&b, "%s\n", escape(strings.Join(p.SeeAlso, ", ")))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func section(b *strings.Builder, title string) { fmt.Fprintf(b, ".SH %s\n", title) }

func options(b *strings.Builder, all []Option) {
	for _, o := range all {
		b.WriteString(".TP\n")
		for i, n := range o.Names {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(`\fB` + escape(n) + `\fR`)
		}
		if o.Argument != "" {
			b.WriteString(` \fI` + escape(o.Argument) + `\fR`)
		}
		fmt.Fprintf(b, "\n%s\n", escape(capital(o.Usage)))
	}
}

// paragraphs keeps the lines of examples apart and joins those of sentences.
func paragraphs(b *strings.Builder, text string) {
	for i, p := range strings.Split(strings.TrimSpace(text), "\n\n") {
		if i > 0 {
			b.WriteString(".PP\n")
		}
		if isExample(p) {
			fmt.Fprintf(b, ".nf\n%s\n.fi\n", escape(p))
		} else {
			fmt.Fprintf(b, "%s\n", escape(p))
		}
	}
}

func isExample(p string) bool {
	for line := range strings.Lines(p) {
		if !strings.Contains(line, " | ") && !strings.HasPrefix(line, "cloak ") {
			return false
		}
	}
	return true
}

func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// escape makes s safe in running text: a backslash begins an escape, a hyphen may
// be broken or become a dash, and a line that begins with '.' or '\” is a request.
func escape(s string) string {
	s = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(s)
	if strings.ContainsFunc(s, func(r rune) bool { return r > unicode.MaxASCII }) {
		var b strings.Builder
		for _, r := range s {
			if r > unicode.MaxASCII {
				fmt.Fprintf(&b, `\[u%04X]`, r)
			} else {
				b.WriteRune(r)
			}
		}
		s = b.String()
	}
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		if strings.HasPrefix(l, ".") || strings.HasPrefix(l, "'") {
			lines[i] = `\&` + l
		}
	}
	return strings.Join(lines, "\n")
}
