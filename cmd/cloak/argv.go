package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/format"
	"github.com/seed-052fbf24/cloak/internal/program"
)

// childArgs returns the child's command line as it was typed. Parsing drops a
// "--" behind the program's name, which is the child's own; args, our whole
// command line, ends in what the child gets.
func childArgs(parsed, args []string) []string {
	if n := len(parsed); n > 0 && len(args) > n && args[len(args)-n] != parsed[0] {
		return append([]string{parsed[0]}, args[len(args)-n:]...)
	}
	return parsed
}

// arguments sanitizes a command line for a child.
type arguments struct {
	eng   *cloak.Engine
	m     *cloak.Mapping
	total *tally
	files []string // arguments that are existing paths, fit to be shown
}

// all sanitizes every argument but the program's name.
func (a *arguments) all(ctx context.Context, argv []string) ([]string, error) {
	out := []string{argv[0]}
	for i, arg := range argv[1:] {
		s, err := a.one(ctx, argv[i], arg)
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}

// one sanitizes an argument. The name of a flag stays, for the child would not
// know another; so does a path that exists, for the child would not find it.
// before is the argument in front, which may be the flag that arg is a value of.
func (a *arguments) one(ctx context.Context, before, arg string) (string, error) {
	name, value := splitFlag(arg)
	if kept, err := a.path(ctx, value); kept || err != nil {
		return arg, err
	}
	if flag, _ := splitFlag(before); flag == before && len(flag) > 2 && name == "" {
		if s, ok, err := a.labelled(ctx, flag+"=", arg); ok || err != nil {
			return s, err
		}
	}
	// With its name in front a value may be known for what it is: --password=…
	found, err := a.eng.Find(ctx, arg)
	if err != nil {
		return "", err
	}
	if len(found) == 0 || found[0].Start >= len(name) {
		name, value = "", arg
	}
	r, err := format.Sanitize(ctx, a.eng, a.m, format.Open("", value), cloak.Source{}) // curl -d '{"mail": …}'
	a.total.add(cloak.Window{Text: value, Findings: r.Findings})
	return name + r.Text, err
}

// labelled sanitizes a value as if its flag stood in the same argument, if that
// makes it known for what it is: --password, and then the password.
func (a *arguments) labelled(ctx context.Context, label, value string) (s string, ok bool, err error) {
	text := label + value
	found, err := a.eng.Find(ctx, text)
	if err != nil || len(found) == 0 || found[0].Start != len(label) {
		return "", false, err
	}
	out, found, err := a.eng.Sanitize(ctx, a.m, text, cloak.Source{})
	if err != nil {
		return "", false, err
	}
	if s, ok = strings.CutPrefix(out, label); ok {
		a.total.add(cloak.Window{Text: text, Findings: found})
	}
	return s, ok, nil
}

// splitFlag splits --name=value, --name and -xvalue behind the name. What begins
// with a dash but is no flag, a list item in a prompt for one, is all value.
func splitFlag(arg string) (name, value string) {
	n := 0
	if strings.HasPrefix(arg, "--") {
		for n = 2; n < len(arg) && flagByte(arg[n]); n++ {
		}
		if n > 2 && n < len(arg) && arg[n] == '=' {
			return arg[:n+1], arg[n+1:]
		}
		if n < len(arg) {
			n = 0
		}
	} else if len(arg) > 1 && arg[0] == '-' && flagByte(arg[1]) {
		n = 2
	}
	return arg[:n], arg[n:]
}

func flagByte(b byte) bool {
	return b-'0' < 10 || b|0x20-'a' < 26 || b == '-' || b == '_' || b == '.'
}

// path reports whether value, or what follows its @ as curl and llm have it, is
// a path that exists.
func (a *arguments) path(ctx context.Context, value string) (bool, error) {
	name := value
	if _, err := os.Lstat(name); err != nil || name == "" {
		if name = strings.TrimPrefix(value, "@"); name == value || name == "" {
			return false, nil
		}
		if _, err := os.Lstat(name); err != nil {
			return false, nil
		}
	}
	// Shown with its values masked: a path may hold a person's name.
	found, err := a.eng.Find(ctx, name)
	if err != nil {
		return false, err
	}
	s := show(program.Mask(name, found))
	if len(found) > 0 {
		s += fmt.Sprintf(" (holds %s)", found[0].Entity)
	}
	a.files = append(a.files, s)
	return true, nil
}

// quote writes a command line as a POSIX shell reads it.
func quote(argv []string) string {
	out := make([]string, len(argv))
	for i, s := range argv {
		if out[i] = s; s == "" || strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:@,%") != "" {
			out[i] = "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
		}
	}
	return strings.Join(out, " ")
}

// interactive reports whether argv, run by hand, would talk with the user: the
// programs that are known to unless a flag or a subcommand says otherwise, and
// what has no arguments to tell it what to do.
func interactive(argv []string) bool {
	name := strings.TrimSuffix(strings.ToLower(argv[0][strings.LastIndexAny(argv[0], `/\`)+1:]), ".exe")
	rest := argv[1:]
	has := func(words ...string) bool {
		for _, a := range rest {
			flag, _, _ := strings.Cut(a, "=")
			for _, w := range words {
				if flag == w {
					return true
				}
			}
		}
		return false
	}
	switch name {
	case "claude":
		return !has("-p", "--print", "--version", "-v", "--help", "-h")
	case "codex":
		return !has("exec", "e", "--version", "-V", "--help", "-h")
	case "gemini":
		return !has("-p", "--prompt", "--version", "-v", "--help", "-h")
	case "aider":
		return !has("-m", "--message", "--message-file", "-f", "--version", "--help", "-h")
	case "llm":
		return len(rest) == 0 || has("chat")
	case "vi", "vim", "nvim", "nano", "emacs", "less", "more", "top", "htop", "tmux", "screen", "ssh":
		return true
	}
	return len(rest) == 0
}
