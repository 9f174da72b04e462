package main

import (
	"context"
	"fmt"

	"github.com/urfave/cli/v3"

	"github.com/seed-052fbf24/cloak/internal/program"
	"github.com/seed-052fbf24/cloak/mcpproxy"
)

func acceptCommand(std stdio) *cli.Command {
	return &cli.Command{
		Name:      "accept",
		Usage:     "take the definitions of an upstream's tools as it lists them next",
		ArgsUsage: "UPSTREAM [TOOL…]",
		Description: "Forgets what is pinned of them, by the upstream's own names; of all, without a TOOL.\n" +
			"With definitions: quarantine it is how a tool that has changed comes back. Look at what\n" +
			"it says first: what is listed next is taken. A gateway that runs needs no new start.",
		Action: func(_ context.Context, cmd *cli.Command) error { return accept(cmd, std) },
	}
}

func accept(cmd *cli.Command, std stdio) error {
	upstream, tools := cmd.Args().First(), cmd.Args().Tail()
	if upstream == "" {
		return program.Misused("accept takes an upstream, and tools of it if not all are meant")
	}
	cfg, err := load(cmd, std)
	if err != nil {
		return err
	}
	if _, ok := cfg.Upstreams[upstream]; !ok {
		return program.Misused("the configuration has no upstream of that name")
	}
	state, err := mcpproxy.NumbersPath(cfg.Path)
	if err != nil {
		return err
	}
	forgotten, err := mcpproxy.AcceptDefinitions(state, upstream, tools)
	if err != nil {
		return err
	}
	shown := make([]string, len(forgotten))
	for i, tool := range forgotten {
		shown[i] = program.Masked(tool)
	}
	if cmd.Bool("json") {
		return program.WriteJSON(std.out, struct {
			Upstream string   `json:"upstream"`
			Accepted []string `json:"accepted"`
		}{upstream, shown})
	}
	for _, tool := range shown {
		if _, err := fmt.Fprintf(std.out, "%s\n", tool); err != nil {
			return err
		}
	}
	std.note("tools of %s that are taken as they are listed next: %d", upstream, len(shown))
	return nil
}
