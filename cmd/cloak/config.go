package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v3"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/internal/config"
	"github.com/seed-052fbf24/cloak/internal/program"
)

// settings reads the configuration that counts where the program runs.
func settings(cmd *cli.Command) (config.File, []config.Setting, error) {
	if cmd.Bool("no-config") {
		return config.File{}, nil, nil
	}
	dir, err := os.Getwd()
	if err != nil {
		return config.File{}, nil, err
	}
	files, err := config.Load(dir)
	if err != nil {
		return config.File{}, nil, program.Fail(program.ExitMisused, err)
	}
	f, told := config.Merge(files)
	return f, told, nil
}

// addSettings adds what the configuration looks for.
func addSettings(cfg *cloak.Config, set config.File) {
	for _, s := range set.Custom {
		cfg.Terms = append(cfg.Terms, cloak.Term{Text: s, Fold: true})
	}
	for _, s := range set.Keep {
		cfg.Terms = append(cfg.Terms, cloak.Term{Text: s, Never: true})
	}
	for _, name := range set.SecretEnv {
		if v := os.Getenv(name); v != "" { // not everywhere is every one set
			cfg.Terms = append(cfg.Terms, cloak.Term{Text: v, Anywhere: true})
		}
	}
	for name, expr := range set.Patterns {
		cfg.Patterns = append(cfg.Patterns, cloak.Pattern{Name: name, Expr: expr, Entity: patternEntity(name)})
	}
	slices.SortFunc(cfg.Patterns, func(a, b cloak.Pattern) int { return strings.Compare(a.Name, b.Name) })
}

func configCommand(std stdio) *cli.Command {
	return &cli.Command{
		Name:  "config",
		Usage: "tell what the configuration says",
		Commands: []*cli.Command{{
			Name:  "explain",
			Usage: "list each setting that counts here, and the file that it is from",
			Description: "The user's file comes first, then the project's, " + config.ProjectName + " in this folder or one above\n" +
				"it, up to a repository's. A project may look for more, and not for less: keep and\n" +
				"audit are refused there, min_confidence can only go down, redact stays. Flags come last.\n" +
				"Settings: types, custom, patterns, secret_env, min_confidence, mode, card, keep, audit.",
			Flags:  []cli.Flag{jsonFlag("write one object {user_file, settings}")},
			Action: func(_ context.Context, cmd *cli.Command) error { return explainConfig(cmd, std) },
		}},
		Action: func(context.Context, *cli.Command) error { return program.Misused("config explain?") },
	}
}

func explainConfig(cmd *cli.Command, std stdio) error {
	_, told, err := settings(cmd)
	if err != nil {
		return err
	}
	user, err := config.UserFile()
	if err != nil {
		return err
	}
	type setting struct {
		Key       string `json:"key"`
		Value     string `json:"value"`
		From      string `json:"from"`
		Overruled string `json:"overruled,omitempty"`
	}
	doc := struct {
		UserFile string    `json:"user_file"`
		Settings []setting `json:"settings"`
	}{user, []setting{}}
	for _, s := range told {
		if s.Secret {
			s.Value = cloak.Mask(cloak.Custom, s.Value)
		}
		doc.Settings = append(doc.Settings, setting{s.Key, s.Value, s.From, s.Overruled})
	}
	if cmd.Bool("json") {
		return program.WriteJSON(std.out, doc)
	}
	for _, s := range doc.Settings {
		line := fmt.Sprintf("%s = %s (%s)", s.Key, show(s.Value), show(s.From))
		if s.Overruled != "" {
			line += ", which does not count: " + s.Overruled
		}
		if _, err := fmt.Fprintln(std.out, line); err != nil {
			return err
		}
	}
	if len(doc.Settings) == 0 {
		std.note("no configuration: neither %s nor %s", show(user), config.ProjectName)
	}
	return nil
}
