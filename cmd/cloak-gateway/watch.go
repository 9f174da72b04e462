package main

import (
	"context"
	"errors"
	"os"
	"time"

	"github.com/urfave/cli/v3"

	"github.com/seed-052fbf24/cloak/internal/program"
	"github.com/seed-052fbf24/cloak/mcpproxy"
)

// looking is how often the configuration's file is looked at.
const looking = 2 * time.Second

// watch has p go on by its configuration when the file changes, until ctx ends. One that cannot
// be used, or does not pass the test, changes nothing.
func watch(ctx context.Context, cmd *cli.Command, std stdio, cfg *mcpproxy.Config, p *mcpproxy.Proxy) {
	last, _ := os.Stat(cfg.Path)
	every := time.NewTicker(looking)
	defer every.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-every.C:
		}
		now, err := os.Stat(cfg.Path)
		if err != nil || last != nil && now.ModTime().Equal(last.ModTime()) && now.Size() == last.Size() && os.SameFile(now, last) {
			continue // it may be on its way to its place
		}
		last = now
		switch err := program.Guard(func() error { return reload(ctx, cmd, std, p) }); {
		case errors.Is(err, mcpproxy.ErrRestart):
			cfg.Logger.Warn("the configuration has changed", "but", err.Error())
		case err != nil:
			cfg.Logger.Error("the configuration has changed and cannot be used: the one before counts still", "why", err.Error())
		default:
			cfg.Logger.Info("the configuration has changed: it counts from now on")
		}
	}
}

// reload reads the configuration, tests it, and has p go on by it.
func reload(ctx context.Context, cmd *cli.Command, std stdio, p *mcpproxy.Proxy) error {
	cfg, err := load(cmd, std)
	if err != nil {
		return err
	}
	trial, err := mcpproxy.New(cfg) // with a mapping that nobody keeps
	if err != nil {
		return err
	}
	if _, err := trial.Check(ctx); err != nil {
		return err
	}
	return p.Reload(cfg)
}
