// Package program has what cmd/cloak and cmd/cloak-gateway share as programs: how
// they end, how they read a secret, what they say of an error or a command line that
// is wrong, and what they never repeat. What was typed, and what an error quotes, may
// be a value: it is masked, or not shown.
package program

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/urfave/cli/v3"
)

// Run runs the program that app describes, with our way with mistakes in all its
// commands. It does not end the process, and says nothing of the error.
func Run(ctx context.Context, args []string, app func() *cli.Command) error {
	var root *cli.Command
	err := Guard(func() error {
		root = app()
		root.Version = Version()
		root.EnableShellCompletion = true
		root.ExitErrHandler = func(context.Context, *cli.Command, error) {}
		setUp(root)
		return root.Run(ctx, args)
	})
	if unknown := cli.ExitCoder(nil); errors.As(err, &unknown) && unknown.ExitCode() == unknownTopic {
		err = Misused("no such command or topic (see %s --help)", root.Name)
	}
	return err
}

// unknownTopic is the library's status for words that it does not know; its
// message repeats them.
const unknownTopic = 3

// setUp gives a command, and those below it, our way with mistakes.
func setUp(c *cli.Command) {
	c.HideHelpCommand = true
	c.OnUsageError = usageError
	c.DisableSliceFlagSeparator = true
	for _, x := range c.Commands {
		setUp(x)
	}
}

// Version is what the module system knows of this build.
func Version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

// Guard turns a panic into an error that says where it happened, but not what
// was being looked at: a panic's value may quote the text.
func Guard(f func() error) (err error) {
	defer func() {
		if recover() != nil {
			err = errors.New("internal error; please report it" + panicSite())
		}
	}()
	return f()
}

// panicSite names the innermost functions of a panic on its way up.
func panicSite() string {
	pc := make([]uintptr, 16)
	frames := runtime.CallersFrames(pc[:runtime.Callers(3, pc)])
	var b strings.Builder
	for n := 0; n < 4; {
		f, more := frames.Next()
		if !strings.HasPrefix(f.Function, "runtime.") {
			fmt.Fprintf(&b, "\n\t%s line %d", f.Function, f.Line)
			n++
		}
		if !more {
			break
		}
	}
	return b.String()
}

// WriteJSON writes v on one line.
func WriteJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}
