package program

import (
	"context"
	"strconv"
	"strings"

	"github.com/urfave/cli/v3"
)

// usageError says which flag is wrong. The library's messages repeat what was
// typed, which may be a value.
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
	return Misused("%s (see %s --help)", say, cmd.FullName())
}

// isName reports whether s can be the name of a command or a flag, and so be
// repeated: it may as well be the text that somebody meant to sanitize.
func isName(s string) bool {
	return len(s) <= 20 && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz-") == ""
}

// UnknownCommand gives help, if the first argument of root asks for it, or names the
// command that is nearest to it. noTopic is what is said where there is no such help,
// noCommand where nothing is near. The latter may repeat the argument: it is not used
// where that can be no name.
func UnknownCommand(ctx context.Context, root *cli.Command, noTopic, noCommand string) error {
	name, topic := root.Args().First(), root.Args().Get(1)
	if !isName(name) {
		return Misused("the first argument is no command (see %s --help)", root.Name)
	}
	if name == "help" && topic == "" {
		return cli.ShowRootCommandHelp(root)
	} else if name == "help" && root.Command(topic) != nil {
		return cli.ShowCommandHelp(ctx, root, topic)
	} else if name == "help" {
		return Misused("%s (see %s --help)", noTopic, root.Name)
	}
	if near := cli.SuggestCommand(root.VisibleCommands(), name); near != "" {
		return Misused("unknown command %q: did you mean %s?", name, nearest(near))
	}
	return Misused("%s (see %s --help)", noCommand, root.Name)
}

// nearest takes the command's name out of the library's sentence.
func nearest(suggestion string) string {
	if _, rest, ok := strings.Cut(suggestion, `"`); ok {
		suggestion, _, _ = strings.Cut(rest, `"`)
	}
	return suggestion
}
