package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/urfave/cli/v3"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/internal/program"
	"github.com/seed-052fbf24/cloak/mcpproxy"
)

func doctorCommand(std stdio) *cli.Command {
	return &cli.Command{
		Name:  "doctor",
		Usage: "start each upstream, and list its tools as the client will see them",
		Description: "Ends with status 1 if one of them does not start. What upstreams say on standard\n" +
			"error is shown with its values replaced. With definitions: quarantine it shows the tools\n" +
			"that are neither shown to the model nor called until they are accepted.",
		Action: func(ctx context.Context, cmd *cli.Command) error { return doctor(ctx, cmd, std) },
	}
}

func doctor(ctx context.Context, cmd *cli.Command, std stdio) error {
	cfg, err := load(cmd, std)
	if err != nil {
		return err
	}
	if path, err := mcpproxy.NumbersPath(cfg.Path); err == nil { // else nothing is pinned
		cfg.State, cfg.Trial = path, true
	}
	p, err := throwAway(cfg)
	if err != nil {
		return err
	}
	defer p.Close()
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	type row struct {
		Upstream string   `json:"upstream"`
		OK       bool     `json:"ok"`
		Error    string   `json:"error,omitempty"`
		Server   string   `json:"server,omitempty"`
		Version  string   `json:"protocol,omitempty"`
		Tools    []string `json:"tools"`
		Held     []string `json:"quarantine,omitempty"`
	}
	failed, rows := 0, []row{}
	var writing error
	p.Doctor(ctx, func(r mcpproxy.DoctorReport) {
		x := row{r.Upstream, r.Err == nil, "", program.Masked(r.Server), program.Masked(r.Version), append([]string{}, r.Tools...), r.Held}
		if r.Err != nil {
			failed++
			x.Error = program.Masked(strings.TrimPrefix(r.Err.Error(), "mcpproxy: "))
		}
		rows = append(rows, x)
		if cmd.Bool("json") || writing != nil {
			return
		}
		if r.Err != nil {
			_, writing = fmt.Fprintf(std.out, "%s: does not run: %s\n", x.Upstream, x.Error)
			return
		}
		_, writing = fmt.Fprintf(std.out, "%s: %s, protocol %s, %d tools\n", x.Upstream, x.Server, x.Version, len(x.Tools))
		for _, tool := range x.Tools {
			fmt.Fprintf(std.out, "  %s\n", program.Masked(tool))
		}
		for _, tool := range x.Held {
			fmt.Fprintf(std.out, "  in quarantine, for its definition has changed: %s\n", program.Masked(tool))
		}
	})
	if cmd.Bool("json") {
		writing = program.WriteJSON(std.out, rows)
	}
	if writing == nil && failed > 0 {
		return fmt.Errorf("%d of %d upstreams do not run", failed, len(rows))
	}
	return writing
}

// throwAway is a gateway that keeps nothing: no bridge, no numbers.
func throwAway(cfg mcpproxy.Config) (*mcpproxy.Proxy, error) {
	os.Unsetenv(passVariable)
	return mcpproxy.New(cfg)
}

func explainCommand(std stdio) *cli.Command {
	return &cli.Command{
		Name:      "explain",
		Usage:     "say what would be replaced in a result of a tool, or in any JSON or text",
		ArgsUsage: "[FILE]",
		Description: "Values are masked. Without a FILE standard input is read. The numbers of stand-ins\n" +
			"begin at 0 here; in a session they go on.",
		Action: func(ctx context.Context, cmd *cli.Command) error { return explain(ctx, cmd, std) },
	}
}

func explain(ctx context.Context, cmd *cli.Command, std stdio) error {
	if cmd.NArg() > 1 {
		return program.Misused("explain takes one file")
	}
	cfg, err := load(cmd, std)
	if err != nil {
		return err
	}
	p, err := throwAway(cfg)
	if err != nil {
		return err
	}
	defer p.Close()
	in := std.in
	if name := cmd.Args().First(); name != "" && name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		in = f
	}
	const most = 64 << 20
	payload, err := io.ReadAll(io.LimitReader(in, most+1))
	if err == nil && len(payload) > most {
		err = errors.New("the payload is too long: at most 64 MiB")
	}
	if err != nil {
		return err
	}
	found, err := p.Explain(ctx, payload)
	if err != nil {
		return err
	}
	type row struct {
		Entity  cloak.Entity `json:"entity"`
		Masked  string       `json:"masked"`
		StandIn string       `json:"stand_in"`
		Times   int          `json:"times"`
	}
	rows := []row{}
	for _, x := range found {
		rows = append(rows, row(x))
	}
	if cmd.Bool("json") {
		return program.WriteJSON(std.out, rows)
	}
	for _, x := range rows {
		if _, err := fmt.Fprintf(std.out, "%s  %s  %d×  → %s\n", x.Entity, x.Masked, x.Times, x.StandIn); err != nil {
			return err
		}
	}
	std.note("values that would be replaced: %d", len(rows))
	return nil
}
