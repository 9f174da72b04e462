package main

import (
	"errors"
	"strings"
	"syscall"

	"github.com/seed-052fbf24/cloak/bridge"
	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/internal/program"
	"github.com/seed-052fbf24/cloak/mcpproxy"
)

// exitCode is the one place that decides it.
func exitCode(err error) int {
	var o *program.Outcome
	var config *mcpproxy.ConfigError
	var engine *cloak.ConfigError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &o):
		return o.Code
	case errors.As(err, &config), errors.As(err, &engine):
		return program.ExitMisused
	case bridge.Kind(err) != "":
		return program.ExitBridge
	case errors.Is(err, syscall.EPIPE): // whoever read has gone
		return 0
	default:
		return program.ExitFailed
	}
}

// report says what went wrong, if there is anything to say.
func report(std stdio, err error) {
	if err == nil || errors.Is(err, syscall.EPIPE) {
		return
	}
	std.note("%s", program.Masked(strings.TrimPrefix(err.Error(), "mcpproxy: ")))
}
