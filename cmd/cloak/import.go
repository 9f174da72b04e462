package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v3"

	"github.com/seed-052fbf24/cloak/bridge"
	"github.com/seed-052fbf24/cloak/internal/program"
	"github.com/seed-052fbf24/cloak/internal/sink"
)

const samePass = "; else it is $" + newPassVariable + ", or stays the same"

func importCommand(std stdio) *cli.Command {
	// A key file opens nothing of Cloakroom's, and no key of it is remembered.
	passFlags := slices.DeleteFunc(secretFlags(), func(f cli.Flag) bool { return !strings.HasPrefix(f.Names()[0], "pass-") })
	return &cli.Command{
		Name: "import", Usage: "make a bridge of a Cloakroom file", ArgsUsage: "FILE.json",
		Description: "The file's passphrase closes the bridge, too, unless there is a new one. Names and\n" +
			"other placeholders that look like ordinary words are put back by restore where they\n" +
			"are spelled exactly so, as whole words.",
		Flags:  append(append([]cli.Flag{bridgeFlag("the new bridge `FILE`"), newKeyFlag(), jsonFlag("write one object {entries, aliases}")}, passFlags...), newSecretFlags(samePass)...),
		Action: func(ctx context.Context, cmd *cli.Command) error { return importBridge(ctx, cmd, std) },
	}
}

func exportCommand(std stdio) *cli.Command {
	return &cli.Command{
		Name: "export", Usage: "write what a bridge maps as a Cloakroom file",
		Flags:  append(append([]cli.Flag{bridgeFlag("the bridge `FILE`"), outFlag()}, secretFlags()...), newSecretFlags(samePass)...),
		Action: func(_ context.Context, cmd *cli.Command) error { return exportBridge(cmd, std) },
	}
}

func importBridge(ctx context.Context, cmd *cli.Command, std stdio) error {
	name := cmd.String("bridge")
	if name == "" || cmd.NArg() != 1 {
		return program.Misused("import takes one file, and --bridge NEW.cloak")
	}
	taken := program.Misused("%s exists: import makes a new bridge", show(name))
	if _, err := os.Lstat(name); err == nil {
		return taken
	}
	source := cmd.Args().First()
	in, err := openInput(source, std.in)
	if err != nil {
		return err
	}
	defer in.Close()
	file, err := bridge.ReadCloakroom(in)
	if err != nil {
		return fmt.Errorf("%s: %w", show(source), err)
	}
	old, _, err := secretSource{"", passVariable, std}.read(cmd, false)
	if err != nil {
		return err
	}
	content, err := file.Open(old.Passphrase)
	if err != nil {
		return fmt.Errorf("%s: %w", show(source), err)
	}
	fresh, p, err := nextSecret(cmd, std, old)
	if err != nil {
		return err
	}
	err = bridge.Write(ctx, name, fresh, p, content)
	if errors.Is(err, fs.ErrExist) {
		return taken
	} else if err != nil {
		return err
	}
	if cmd.Bool("json") {
		if err := program.WriteJSON(std.out, map[string]int{"entries": content.Info.Pairs, "aliases": content.Info.Aliases}); err != nil {
			return err
		}
	}
	if !cmd.Bool("quiet") {
		std.note("%d entries came over, %d of them through aliases", content.Info.Pairs, content.Info.Aliases)
	}
	return nil
}

func exportBridge(cmd *cli.Command, std stdio) error {
	_, content, old, err := openContent(cmd, std)
	if err != nil {
		return err
	}
	target := cmd.String("output")
	if err := checkTarget(cmd, target); err != nil {
		return err
	}
	secret, _, err := nextSecret(cmd, std, old)
	if err != nil {
		return err
	}
	out, err := sink.Open(target, std.out)
	if err != nil {
		return err
	}
	defer out.Abort()
	if err := content.WriteCloakroom(out, secret.Passphrase); err != nil {
		return err
	}
	return out.Commit()
}

// nextSecret is the new secret that cmd names, or else the old one, which must be a
// passphrase that could be a new one.
func nextSecret(cmd *cli.Command, std stdio, old bridge.Secret) (bridge.Secret, bridge.Params, error) {
	source := secretSource{"new-", newPassVariable, std}
	if source.given(cmd) {
		return source.read(cmd, true)
	}
	if old.Passphrase == nil {
		return old, bridge.Params{}, program.Misused("a Cloakroom file opens with a passphrase, and none was given: use --new-pass-file, --new-pass-fd or $%s", newPassVariable)
	}
	weak, err := bridge.CheckNew(old.Passphrase)
	if err != nil {
		return old, bridge.Params{}, program.Misused("%w; give one with --new-pass-file, --new-pass-fd or $%s", err, newPassVariable)
	}
	if weak && !cmd.Bool("quiet") {
		std.note("this passphrase could be guessed by somebody with many machines; cloak passphrase prints a better one")
	}
	return old, bridge.DefaultParams(), nil
}
