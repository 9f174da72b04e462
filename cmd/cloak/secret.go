package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/urfave/cli/v3"
	"golang.org/x/term"

	"github.com/seed-052fbf24/cloak/bridge"
	"github.com/seed-052fbf24/cloak/internal/program"
)

// secretFlags say where a bridge's secret comes from. A passphrase is no flag: what
// stands in a command line can be read by everybody.
func secretFlags() []cli.Flag {
	return append(rememberFlags(),
		&cli.StringFlag{Name: "pass-file", Usage: "read the passphrase from `FILE`; else it is $CLOAK_PASS, or asked for"},
		&cli.IntFlag{Name: "pass-fd", Value: -1, Usage: "read the passphrase from this open file `DESCRIPTOR`"},
		&cli.StringFlag{Name: "key-file", Usage: "use the 32 random bytes in `FILE`, and no passphrase"},
	)
}

func rememberFlags() []cli.Flag {
	return []cli.Flag{
		&cli.DurationFlag{Name: "remember", Usage: "do not ask again for this bridge's passphrase for a `TIME`, as 15m: its key is kept in the kernel's memory"},
		&cli.StringFlag{Name: "remember-in", Value: "keyring", Usage: "`PLACE` where it is: keyring, or file (in $XDG_RUNTIME_DIR, for systems without one)"},
	}
}

// passVariable holds the passphrase. A child of ours does not get it.
const passVariable = "CLOAK_PASS"

// A secretSource is where a secret comes from: flags and a variable of its own, as
// for the new one of a rekey.
type secretSource struct {
	prefix, variable string
	std              stdio
}

// read returns the secret that opens a bridge, or, fresh, one for a new bridge.
func (s secretSource) read(cmd *cli.Command, fresh bool) (secret bridge.Secret, p bridge.Params, err error) {
	p = bridge.DefaultParams()
	if name := cmd.String(s.prefix + "key-file"); name != "" {
		key, err := readSecret(name)
		return bridge.Secret{KeyFile: key}, bridge.Params{KDF: bridge.KeyFile}, err
	}
	secret.Passphrase, err = s.passphrase(cmd, fresh)
	if err != nil || !fresh {
		return secret, p, err
	}
	weak, err := bridge.CheckNew(secret.Passphrase)
	if err != nil {
		return secret, p, program.Fail(program.ExitMisused, err)
	}
	if weak && !cmd.Bool("quiet") {
		s.std.note("this passphrase could be guessed by somebody with many machines; cloak passphrase prints a better one")
	}
	return secret, p, nil
}

// unlock returns a secret that opens a bridge: one that was given, else one that is
// remembered, else one that is asked for.
func (s secretSource) unlock(cmd *cli.Command, name string) (bridge.Secret, error) {
	cache, err := cacheOf(cmd)
	if err != nil {
		return bridge.Secret{}, err
	}
	if cache != nil && !s.given(cmd) {
		secret, err := bridge.Remembered(cache, name)
		if err == nil || !errors.Is(err, bridge.ErrNotCached) {
			return secret, err
		}
	}
	secret, _, err := s.read(cmd, false)
	d := cmd.Duration("remember")
	if err != nil || d == 0 {
		return secret, err
	}
	if cache == nil {
		return secret, program.Misused("--remember: %v; --remember-in file keeps it in $XDG_RUNTIME_DIR", bridge.ErrNoCache)
	}
	if secret, err = bridge.Unlock(name, secret); err != nil {
		return secret, err
	}
	if err := secret.Remember(cache, d); err != nil {
		return secret, program.Misused("--remember: %v", err)
	}
	return secret, nil
}

// given reports whether a secret comes from anywhere but the terminal.
func (s secretSource) given(cmd *cli.Command) bool {
	return cmd.String(s.prefix+"key-file") != "" || cmd.String(s.prefix+"pass-file") != "" || cmd.IsSet(s.prefix+"pass-fd") || os.Getenv(s.variable) != ""
}

// cacheOf is where keys are remembered, nil where there is no keyring.
func cacheOf(cmd *cli.Command) (bridge.Cache, error) {
	switch cmd.String("remember-in") {
	case "keyring":
		c, err := bridge.Keyring()
		if errors.Is(err, bridge.ErrNoCache) {
			return nil, nil
		}
		return c, err
	case "file":
		c, err := bridge.Files()
		if err != nil {
			return nil, program.Misused("--remember-in file: %v", err)
		}
		return c, nil
	}
	return nil, program.Misused("--remember-in is keyring or file")
}

func (s secretSource) passphrase(cmd *cli.Command, fresh bool) ([]byte, error) {
	if name := cmd.String(s.prefix + "pass-file"); name != "" {
		b, err := readSecret(name)
		return line(b), err
	}
	if fd := cmd.Int(s.prefix + "pass-fd"); cmd.IsSet(s.prefix + "pass-fd") {
		// The first three are for text. What is not inherited is one of ours.
		if fd < 3 || !inherited(fd) {
			return nil, program.Misused("--%spass-fd: there is no such descriptor from 3 on that the program was given", s.prefix)
		}
		f := os.NewFile(uintptr(fd), "the passphrase")
		if f == nil {
			return nil, program.Misused("--%spass-fd: there is no such descriptor", s.prefix)
		}
		defer f.Close()
		b, err := io.ReadAll(io.LimitReader(f, maxSecret))
		if err != nil {
			return nil, program.Misused("--%spass-fd: %d cannot be read", s.prefix, fd)
		}
		return line(b), nil
	}
	if v := os.Getenv(s.variable); v != "" {
		return []byte(v), nil
	}
	return s.ask(fresh)
}

// ask asks at the terminal, whatever standard input is; twice for a new one.
func (s secretSource) ask(fresh bool) ([]byte, error) {
	in, out, err := openTerminal()
	if err != nil {
		return nil, program.Misused("no passphrase: set $%s, or use --%spass-file or --%[2]spass-fd; there is no terminal to ask at", s.variable, s.prefix)
	}
	defer in.Close()
	defer out.Close()
	what := "passphrase"
	if fresh {
		what = "new passphrase"
	}
	first, err := prompt(in, out, what)
	if err != nil || !fresh {
		return first, err
	}
	again, err := prompt(in, out, "the same once more")
	if err == nil && !bytes.Equal(first, again) {
		err = program.Misused("the two are not the same")
	}
	clear(again)
	return first, err
}

func prompt(in, out *os.File, what string) ([]byte, error) {
	// Who interrupts it gets the terminal back as it was.
	if before, err := term.GetState(int(in.Fd())); err == nil {
		stop := make(chan os.Signal, 1)
		signal.Notify(stop, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
		defer func() { signal.Stop(stop); close(stop) }()
		go func() {
			if sig, ok := (<-stop).(syscall.Signal); ok {
				term.Restore(int(in.Fd()), before)
				fmt.Fprintln(out)
				os.Exit(exitSignal + int(sig))
			}
		}()
	}
	fmt.Fprintf(out, "cloak: %s: ", what)
	b, err := term.ReadPassword(int(in.Fd()))
	fmt.Fprintln(out)
	if err == nil && len(b) == 0 {
		err = program.Misused("no passphrase")
	}
	return b, err
}

// maxSecret bounds what is read as a secret: bytes.
const maxSecret = 64 << 10

// readSecret reads a file of a secret, and keeps it from the programs that are started.
func readSecret(name string) ([]byte, error) {
	keepFromChildren(name)
	return program.ReadSecret(name, show(name), maxSecret)
}

// line takes off one end of a line.
func line(b []byte) []byte { return bytes.TrimSuffix(bytes.TrimSuffix(b, []byte("\n")), []byte("\r")) }

// cannotOpen reports whether err is about a bridge that does not open, or its secret.
func cannotOpen(err error) bool {
	return bridge.Kind(err) != ""
}
