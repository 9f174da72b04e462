package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"sync"
	"time"

	"github.com/urfave/cli/v3"

	"github.com/seed-052fbf24/cloak/bridge"
	"github.com/seed-052fbf24/cloak/internal/program"
	"github.com/seed-052fbf24/cloak/mcpproxy"
)

// passVariable holds the passphrase of the bridge. No upstream gets it.
const passVariable = "CLOAK_PASS"

// lockPatience is how long another program may have the bridge: a client starts the
// gateway anew while the last one is still on its way out.
const lockPatience = 10 * time.Second

// keep says where the numbers of stand-ins are kept, and opens the bridge that cfg names.
// The caller calls done at the end.
func keep(ctx context.Context, cmd *cli.Command, cfg *mcpproxy.Config) (done func(), err error) {
	pass := os.Getenv(passVariable)
	os.Unsetenv(passVariable)
	// With a bridge, too: principals over HTTP but the first have numbers that it does not keep.
	if cfg.State, err = mcpproxy.NumbersPath(cfg.Path); err != nil || cfg.Bridge == "" {
		return func() {}, err
	}
	secret, err := bridgeSecret(cmd, pass)
	if err != nil {
		return nil, err
	}
	defer clear(secret.Passphrase)
	ctx, cancel := context.WithTimeout(ctx, lockPatience)
	defer cancel()
	e, err := bridge.Edit(ctx, cfg.Bridge, secret)
	if errors.Is(err, fs.ErrNotExist) {
		p := bridge.DefaultParams()
		if secret.KeyFile != nil {
			p = bridge.Params{KDF: bridge.KeyFile}
		} else if _, err := bridge.CheckNew(secret.Passphrase); err != nil {
			return nil, program.Fail(program.ExitMisused, err)
		}
		e, err = bridge.Create(ctx, cfg.Bridge, secret, p)
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return nil, program.Fail(program.ExitBridge, errors.New("another program has the bridge open: one gateway at a time can keep it"))
	} else if err != nil {
		return nil, err
	}
	var mu sync.Mutex // an Editor is not safe for concurrent use
	cfg.Mapping = e.Mapping
	cfg.Keep = func() error {
		mu.Lock()
		defer mu.Unlock()
		return e.Save()
	}
	return func() { e.Close() }, nil
}

// bridgeSecret is what opens the bridge.
func bridgeSecret(cmd *cli.Command, pass string) (s bridge.Secret, err error) {
	if name := cmd.String("key-file"); name != "" {
		s.KeyFile, err = program.ReadSecret(name, name, maxSecret)
		return s, err
	}
	if name := cmd.String("pass-file"); name != "" {
		s.Passphrase, err = program.ReadSecret(name, name, maxSecret)
		for n := len(s.Passphrase); n > 0 && (s.Passphrase[n-1] == '\n' || s.Passphrase[n-1] == '\r'); n-- {
			s.Passphrase = s.Passphrase[:n-1]
		}
		return s, err
	}
	if pass == "" {
		return s, program.Misused("the configuration has a bridge: give its passphrase with $%s or --pass-file, or --key-file", passVariable)
	}
	s.Passphrase = []byte(pass)
	return s, nil
}

// maxSecret bounds a file that holds a secret: bytes.
const maxSecret = 4096

// cause is the innermost error: those of files are asked for what they are.
func cause(err error) error {
	for inner := errors.Unwrap(err); inner != nil; inner = errors.Unwrap(inner) {
		err = inner
	}
	return err
}
