package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/urfave/cli/v3"

	"github.com/seed-052fbf24/cloak/bridge"
	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/internal/program"
)

// newPassVariable holds the new passphrase of a rekey.
const newPassVariable = "CLOAK_NEW_PASS"

func bridgeFlag(usage string) cli.Flag {
	return &cli.StringFlag{Name: "bridge", Usage: usage}
}

// keepFlags are for commands that write a bridge.
func keepFlags() []cli.Flag {
	return append([]cli.Flag{
		bridgeFlag("keep the mapping in `FILE`, encrypted, to restore from"),
		&cli.BoolFlag{Name: "merge", Usage: "add to the bridge, and give its values the stand-ins that they have there"},
		&cli.BoolFlag{Name: "force", Usage: "replace the bridge: what it maps can be restored no longer"},
	}, secretFlags()...)
}

// A store is a mapping, and the bridge that it is kept in, if any.
type store struct {
	m      *cloak.Mapping
	editor *bridge.Editor
	src    cloak.Source
}

// openStore opens what cmd's flags say. Whoever has it closes it.
func openStore(ctx context.Context, cmd *cli.Command, std stdio) (*store, error) {
	name, merge, force := cmd.String("bridge"), cmd.Bool("merge"), cmd.Bool("force")
	if cmd.IsSet("bridge") && (name == "" || name == "-") {
		return nil, program.Misused("--bridge takes the name of a file")
	}
	if name == "" {
		if merge || force {
			return nil, program.Misused("--merge and --force need --bridge FILE")
		}
		m, err := cloak.NewMapping(cloak.Snapshot{})
		return &store{m: m}, err
	}
	if merge && force {
		return nil, program.Misused("--merge keeps what --force would replace")
	}
	if force && cmd.Bool("dry-run") {
		return nil, program.Misused("--dry-run changes nothing, and --force would")
	}
	mode, err := modeOf(cmd)
	if err != nil {
		return nil, err
	}
	if mode == "redact" {
		return nil, program.Misused("--mode redact keeps nothing: a bridge would be empty")
	}
	info, err := bridge.Inspect(name)
	exists := !errors.Is(err, fs.ErrNotExist)
	if _, statErr := os.Lstat(name); statErr == nil && !merge && !force {
		return nil, bridgeExists(name)
	}
	if exists && err != nil {
		return nil, err
	}
	if merge && !exists && !cmd.Bool("quiet") {
		std.note("%s is not there yet: it begins now", show(name))
	}
	fresh := !exists || force
	var secret bridge.Secret
	var p bridge.Params
	if source := (secretSource{"", passVariable, std}); fresh {
		secret, p, err = source.read(cmd, true)
	} else {
		secret, err = source.unlock(cmd, name)
	}
	if err != nil {
		return nil, err
	}
	e, err := patiently(ctx, cmd, std, func(ctx context.Context) (*bridge.Editor, error) {
		switch {
		case !fresh:
			return bridge.Edit(ctx, name, secret)
		case force:
			return bridge.Replace(ctx, name, secret, p)
		default:
			return bridge.Create(ctx, name, secret, p)
		}
	})
	if err == nil && !fresh {
		warnWeak(cmd, std, info.Params)
	}
	clear(secret.Passphrase)
	if errors.Is(err, fs.ErrExist) {
		err = bridgeExists(name)
	}
	if err != nil {
		return nil, err
	}
	return &store{e.Mapping, e, cloak.Source{Echo: merge}}, nil
}

// lockPatience is how long another program may have a bridge before we say that we wait.
const lockPatience = time.Second

// patiently opens a bridge that somebody else may be adding to.
func patiently(ctx context.Context, cmd *cli.Command, std stdio, open func(context.Context) (*bridge.Editor, error)) (*bridge.Editor, error) {
	soon, cancel := context.WithTimeout(ctx, lockPatience)
	e, err := open(soon)
	cancel()
	if !errors.Is(err, context.DeadlineExceeded) || ctx.Err() != nil {
		return e, err
	}
	if !cmd.Bool("quiet") {
		std.note("another cloak is adding to %s: waiting until it has ended", show(cmd.String("bridge")))
	}
	return open(ctx)
}

// bridgeThere tells what is wrong with a bridge that cannot be opened by anybody.
func bridgeThere(name string) error {
	_, err := bridge.Inspect(name)
	if errors.Is(err, fs.ErrNotExist) {
		return program.Fail(program.ExitBridge, fmt.Errorf("%s: there is no such file", show(name)))
	}
	return err
}

// guarded are the files that no output may replace: the bridge, its lock, secrets, the audit log's.
func guarded(cmd *cli.Command) (names []string) {
	if dir := cmd.String("audit-log"); dir != "" {
		if entries, err := os.ReadDir(dir); err == nil {
			for _, e := range entries {
				names = append(names, filepath.Join(dir, e.Name()))
			}
		}
	}
	if name := cmd.String("bridge"); name != "" {
		names = append(names, name, name+".lock")
	}
	for _, flag := range []string{"pass-file", "key-file", "new-pass-file", "new-key-file"} {
		if name := cmd.String(flag); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// checkTarget refuses an output that would replace one of cmd's own files; "" is
// standard output, which may be one, too.
func checkTarget(cmd *cli.Command, target string) error {
	for _, name := range guarded(cmd) {
		if target != "" && sameFile(target, name) {
			return program.Misused("%s is the bridge, its lock, a secret that opens it, or the audit log's", show(target))
		}
		a, err := os.Stdout.Stat()
		if b, err2 := os.Stat(name); target == "" && err == nil && err2 == nil && a.Mode().IsRegular() && os.SameFile(a, b) {
			return program.Misused("standard output is the bridge, its lock, a secret that opens it, or the audit log's")
		}
	}
	return nil
}

// sameFile reports whether two names are of one file, which need not be there.
func sameFile(a, b string) bool {
	x, err1 := os.Stat(a)
	y, err2 := os.Stat(b)
	if err1 == nil && err2 == nil {
		return os.SameFile(x, y)
	}
	whole := func(name string) string {
		dir, err := filepath.EvalSymlinks(filepath.Dir(name))
		if err == nil {
			dir, err = filepath.Abs(dir)
		}
		if err != nil {
			dir = filepath.Dir(name)
		}
		return filepath.Join(dir, filepath.Base(name))
	}
	return whole(a) == whole(b)
}

func bridgeExists(name string) error {
	return program.Misused("%s exists: --merge adds to it, --force replaces it", show(name))
}

func warnWeak(cmd *cli.Command, std stdio, p bridge.Params) {
	if p.KDF == bridge.PBKDF2 && p.Iterations < bridge.DefaultParams().Iterations && !cmd.Bool("quiet") {
		std.note("the bridge was made with %d rounds of PBKDF2, and %d are usual today: cloak bridge rekey", p.Iterations, bridge.DefaultParams().Iterations)
	}
}

// save makes what was issued so far durable. Nothing leaves before.
func (s *store) save() error {
	if s.editor == nil {
		return nil
	}
	return s.editor.Save()
}

// name is the bridge's, and its generation; "" without one.
func (s *store) name(cmd *cli.Command) (string, uint64) {
	if s.editor == nil {
		return "", 0
	}
	return cmd.String("bridge"), s.editor.Info().Generation
}

func (s *store) close() {
	if s != nil && s.editor != nil {
		s.editor.Close()
	}
}

// openBridge opens a bridge to read.
func openBridge(cmd *cli.Command, std stdio) (*cloak.Mapping, bridge.Info, error) {
	m, c, _, err := openContent(cmd, std)
	return m, c.Info, err
}

// openContent is openBridge that returns all that the bridge holds, and its secret.
func openContent(cmd *cli.Command, std stdio) (*cloak.Mapping, bridge.Content, bridge.Secret, error) {
	var none bridge.Content
	name := cmd.String("bridge")
	if name == "" {
		return nil, none, bridge.Secret{}, program.Misused("which bridge? --bridge FILE")
	}
	if err := bridgeThere(name); err != nil { // before a passphrase is asked for
		return nil, none, bridge.Secret{}, err
	}
	secret, err := secretSource{"", passVariable, std}.unlock(cmd, name)
	if err != nil {
		return nil, none, secret, err
	}
	c, err := bridge.ReadAll(name, secret)
	if err != nil {
		return nil, none, secret, err
	}
	m, err := cloak.NewMapping(c.Snapshot)
	if err != nil {
		err = fmt.Errorf("%s: %w: %w", name, bridge.ErrBody, err)
	}
	return m, *c, secret, err
}

func bridgeCommand(std stdio) *cli.Command {
	newFlags := append(newSecretFlags("; else it is $"+newPassVariable+", or asked for"),
		newKeyFlag(),
		&cli.IntFlag{Name: "iterations", Usage: "derive the key with `N` rounds of PBKDF2"},
		&cli.BoolFlag{Name: "argon2id", Usage: "derive the key with Argon2id"},
	)
	one := func() []cli.Flag { return append([]cli.Flag{bridgeFlag("the bridge `FILE`")}, secretFlags()...) }
	return &cli.Command{
		Name:  "bridge",
		Usage: "check a bridge, give it another passphrase, or exchange it with Cloakroom",
		Commands: []*cli.Command{
			{
				Name: "verify", Usage: "open a bridge and say whether it is whole", Flags: append(one(), jsonFlag("write one object {ok, kind, pairs, generation}")),
				Action: func(_ context.Context, cmd *cli.Command) error { return verifyBridge(cmd, std) },
			},
			{
				Name: "rekey", Usage: "give a bridge another passphrase or key file; copies made before keep the old one", Flags: append(append(one(), newFlags...), jsonFlag("write one object {generation, derivation}")),
				Action: func(ctx context.Context, cmd *cli.Command) error { return rekeyBridge(ctx, cmd, std) },
			},
			{
				Name: "forget", Usage: "forget the key that --remember has kept", Flags: append([]cli.Flag{bridgeFlag("the bridge `FILE`")}, rememberFlags()[1:]...),
				Action: func(_ context.Context, cmd *cli.Command) error { return forgetKey(cmd) },
			},
			importCommand(std),
			exportCommand(std),
		},
		Action: func(context.Context, *cli.Command) error {
			return program.Misused("bridge verify, rekey, forget, import or export?")
		},
	}
}

// newSecretFlags say where a new passphrase comes from; without says what it is else.
func newSecretFlags(without string) []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "new-pass-file", Usage: "read the new passphrase from `FILE`" + without},
		&cli.IntFlag{Name: "new-pass-fd", Value: -1, Usage: "read the new passphrase from this open file `DESCRIPTOR`"},
		&cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "say nothing but errors"},
	}
}

func newKeyFlag() cli.Flag {
	return &cli.StringFlag{Name: "new-key-file", Usage: "use the 32 random bytes in `FILE` from now on"}
}

func verifyBridge(cmd *cli.Command, std stdio) error {
	m, info, err := openBridge(cmd, std)
	if cmd.Bool("json") && (err == nil || cannotOpen(err)) {
		doc := struct {
			OK         bool   `json:"ok"`
			Kind       string `json:"kind,omitempty"`
			Pairs      int    `json:"pairs"`
			Generation uint64 `json:"generation"`
		}{err == nil, bridge.Kind(err), info.Pairs, info.Generation}
		if err := program.WriteJSON(std.out, doc); err != nil {
			return err
		}
	}
	if err != nil {
		return err
	}
	if !cmd.Bool("json") {
		_, err = fmt.Fprintf(std.out, "whole: %s, saved %s\n", count(m.Len(), "pair"), count(int(info.Generation), "time"))
	}
	return err
}

func forgetKey(cmd *cli.Command) error {
	name := cmd.String("bridge")
	if name == "" {
		return program.Misused("which bridge? --bridge FILE")
	}
	cache, err := cacheOf(cmd)
	if err != nil || cache == nil {
		return err
	}
	return bridge.Forget(cache, name)
}

func rekeyBridge(ctx context.Context, cmd *cli.Command, std stdio) error {
	name := cmd.String("bridge")
	if name == "" {
		return program.Misused("which bridge? --bridge FILE")
	}
	n, asked, argon := cmd.Int("iterations"), cmd.IsSet("iterations"), cmd.Bool("argon2id")
	switch {
	case asked && (n < 100_000 || n > 10_000_000):
		return program.Misused("--iterations goes from 100,000 to 10,000,000")
	case asked && argon, cmd.String("new-key-file") != "" && (asked || argon):
		return program.Misused("--iterations is for PBKDF2, --argon2id is another derivation, and a key file has none")
	}
	if err := bridgeThere(name); err != nil {
		return err
	}
	secret, err := secretSource{"", passVariable, std}.unlock(cmd, name)
	if err != nil {
		return err
	}
	e, err := patiently(ctx, cmd, std, func(ctx context.Context) (*bridge.Editor, error) { return bridge.Edit(ctx, name, secret) })
	if err != nil {
		return err
	}
	defer e.Close()
	fresh, p, err := secretSource{"new-", newPassVariable, std}.read(cmd, true)
	if err != nil {
		return err
	}
	switch {
	case cmd.IsSet("iterations"):
		p.Iterations = uint32(n)
	case cmd.Bool("argon2id"):
		p = bridge.Argon2Params()
	}
	if err := e.Rekey(fresh, p); err != nil {
		return program.Fail(program.ExitMisused, err)
	}
	cache, err := cacheOf(cmd)
	if err == nil && cache != nil { // what is remembered opens old copies
		err = bridge.Forget(cache, name)
	}
	if err = errors.Join(err, e.Save()); err != nil {
		return err
	}
	if d := cmd.Duration("remember"); d > 0 && cache != nil {
		unlocked, err := bridge.Unlock(name, fresh)
		if err == nil {
			err = unlocked.Remember(cache, d)
		}
		if err != nil {
			return err
		}
	}
	if cmd.Bool("json") {
		err := program.WriteJSON(std.out, struct {
			Generation uint64 `json:"generation"`
			Derivation string `json:"derivation"`
		}{e.Info().Generation, e.Info().Params.KDF.String()})
		if err != nil {
			return err
		}
	}
	if !cmd.Bool("quiet") {
		std.note("%s has another key now; copies of it that were made before still open with the old one", show(name))
	}
	return nil
}

func inspectCommand(std stdio) *cli.Command {
	return &cli.Command{
		Name:  "inspect",
		Usage: "list what a bridge maps, masked",
		Flags: append(append([]cli.Flag{bridgeFlag("the bridge `FILE`")}, secretFlags()...), jsonFlag("write one object {created, generation, derivation, size, pairs}")),
		Action: func(_ context.Context, cmd *cli.Command) error {
			m, info, err := openBridge(cmd, std)
			if err != nil {
				return err
			}
			if cmd.Bool("json") {
				return inspectJSON(std, m, info)
			}
			for _, p := range m.Pairs(0) {
				standIn := p.StandIn
				if p.Token != "" {
					standIn += ", " + p.Token
				}
				if _, err := fmt.Fprintf(std.out, "%s %s → %s\n", p.Entity, cloak.Mask(p.Entity, string(p.Surface)), standIn); err != nil {
					return err
				}
			}
			std.note("%s, saved %s, made %s, %s", count(m.Len(), "pair"), count(int(info.Generation), "time"), info.Created.Format(time.RFC3339), info.Params.KDF)
			return nil
		},
	}
}

func inspectJSON(std stdio, m *cloak.Mapping, info bridge.Info) error {
	type pair struct {
		Entity  cloak.Entity `json:"entity"`
		Masked  string       `json:"masked"`
		StandIn string       `json:"stand_in"`
		Token   string       `json:"token,omitempty"`
		Origins []string     `json:"origins"`
	}
	doc := struct {
		Created    string `json:"created"`
		Generation uint64 `json:"generation"`
		Derivation string `json:"derivation"`
		Size       int    `json:"size"`
		Pairs      []pair `json:"pairs"`
	}{info.Created.Format(time.RFC3339), info.Generation, info.Params.KDF.String(), info.Size, []pair{}}
	for _, p := range m.Pairs(0) {
		doc.Pairs = append(doc.Pairs, pair{p.Entity, cloak.Mask(p.Entity, string(p.Surface)), p.StandIn, p.Token, p.Origins})
	}
	return program.WriteJSON(std.out, doc)
}

func passphraseCommand(std stdio) *cli.Command {
	return &cli.Command{
		Name:  "passphrase",
		Usage: "print a good passphrase: five words, 83 bits",
		Flags: []cli.Flag{jsonFlag("write one object {passphrase}")},
		Action: func(_ context.Context, cmd *cli.Command) error {
			p := bridge.NewPassphrase()
			if cmd.Bool("json") {
				return program.WriteJSON(std.out, map[string]string{"passphrase": p})
			}
			_, err := fmt.Fprintln(std.out, p)
			return err
		},
	}
}
