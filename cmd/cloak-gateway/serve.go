package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"sync"
	"syscall"

	"github.com/urfave/cli/v3"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/decoy"
	"github.com/seed-052fbf24/cloak/internal/program"
	"github.com/seed-052fbf24/cloak/mcpproxy"
)

// Where the configuration is.
const (
	configVariable = "CLOAK_GATEWAY_CONFIG"
	configName     = "cloak-gateway.json"
)

// levels are those of log_level.
var levels = map[string]slog.Level{"debug": slog.LevelDebug, "info": slog.LevelInfo, "warn": slog.LevelWarn, "error": slog.LevelError}

// load reads the configuration, and adds what a program has and a file has not.
func load(cmd *cli.Command, std stdio) (cfg mcpproxy.Config, err error) {
	path := cmp.Or(cmd.String("config"), os.Getenv(configVariable), configName)
	cfg, err = mcpproxy.LoadConfig(path)
	if os.IsNotExist(cause(err)) {
		return cfg, program.Misused("there is no configuration at %s: name one with --config or $%s, or make one with cloak-gateway import", path, configVariable)
	} else if err != nil {
		return cfg, program.Fail(program.ExitMisused, err)
	}
	name := cmp.Or(cmd.String("log-level"), cfg.LogLevel, "info")
	level, ok := levels[name]
	if !ok {
		return cfg, program.Misused("--log-level is debug, info, warn or error")
	}
	cfg.Logger = slog.New(slog.NewTextHandler(std.err, &slog.HandlerOptions{Level: level}))
	g, err := decoy.New(decoy.Config{})
	if err != nil {
		return cfg, err
	}
	if address := cmd.String("listen"); address != "" {
		cfg.Listen.Address = address
	}
	cfg.Decoys, cfg.Numbers, cfg.Version = g, g.Numbers(), program.Version()
	return cfg, nil
}

// serve tests the gateway, and serves one client on standard input and output until that
// is gone, or a signal comes.
func serve(ctx context.Context, cmd *cli.Command, std stdio) (err error) {
	cfg, err := load(cmd, std)
	if err != nil {
		return err
	}
	check := cmd.Bool("check")
	recorded := func(error) error { return nil }
	if !check {
		done, err := keep(ctx, cmd, &cfg)
		if err != nil {
			return err
		}
		defer done()
		ended, err := observe(&cfg)
		if err != nil {
			return err
		}
		defer ended()
		if recorded, err = record(ctx, &cfg); err != nil {
			return err
		}
	}
	defer func() { err = errors.Join(err, recorded(err)) }()
	// A second signal ends the program as it ends others.
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer context.AfterFunc(ctx, stop)()
	p, err := mcpproxy.New(cfg)
	if err != nil {
		return err
	}
	defer func() {
		if closing := p.Close(); err == nil {
			err = closing
		}
	}()
	tested, err := p.Check(ctx)
	if err != nil {
		return err
	}
	if check {
		return showCheck(cmd, std, tested)
	}
	if !tested.Sanitizes {
		cfg.Logger.Warn("sanitize is false: nothing is replaced")
	}
	cfg.Logger.Info("serving", "version", cfg.Version, "upstreams", len(cfg.Upstreams), "entities", len(tested.Entities))
	if os.Getenv("GOGC") == "" && tested.Sanitizes {
		debug.SetGCPercent(200) // most of what lives are the detectors' tables, which stay
	}
	watching, stopWatching := context.WithCancel(ctx)
	var watches sync.WaitGroup
	watches.Go(func() {
		p.Watch(watching, cfg.Path, func() (mcpproxy.Config, error) { return load(cmd, std) })
	})
	defer func() { stopWatching(); watches.Wait() }()
	if cfg.Listen.Address != "" {
		return listen(ctx, &cfg, p)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		// A message of full length is worth collecting what the one before has left.
		debug.SetMemoryLimit(2 * int64(max(cfg.Limits.MaxMessage, 64<<20)))
	}
	client := mcpproxy.NewLines(std.in, stdout{std.out}, mcpproxy.LineOptions{Max: cfg.Limits.MaxMessage})
	defer context.AfterFunc(ctx, func() { client.Close() })()
	err = p.Serve(ctx, client)
	if ctx.Err() != nil {
		cfg.Logger.Info("stopped by a signal")
		return nil
	}
	return err
}

// stdout is closed by the end of the program only, and a read of standard input is left to it:
// that of a terminal cannot be interrupted.
type stdout struct{ io.Writer }

func (stdout) Close() error { return nil }

// showCheck tells what a check has seen.
func showCheck(cmd *cli.Command, std stdio, r mcpproxy.Report) error {
	type row struct {
		Entity cloak.Entity `json:"entity"`
		Values int          `json:"values"`
	}
	rows := []row{}
	for _, e := range r.Entities {
		rows = append(rows, row{e.Entity, e.Values})
	}
	if cmd.Bool("json") {
		return program.WriteJSON(std.out, struct {
			Sanitize bool     `json:"sanitize"`
			Entities []row    `json:"entities"`
			Skipped  []string `json:"skipped"`
		}{r.Sanitizes, rows, append([]string{}, r.Skips...)})
	}
	if !r.Sanitizes {
		_, err := fmt.Fprintln(std.out, "sanitize is false: nothing is replaced")
		return err
	}
	for _, x := range rows {
		if _, err := fmt.Fprintf(std.out, "%-24s %3d planted, replaced and restored\n", x.Entity, x.Values); err != nil {
			return err
		}
	}
	skips := slices.Clone(r.Skips)
	slices.Sort(skips)
	for _, s := range skips {
		if _, err := fmt.Fprintf(std.out, "not looked at: %s\n", s); err != nil {
			return err
		}
	}
	return nil
}
