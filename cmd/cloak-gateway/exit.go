package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"syscall"

	"github.com/seed-052fbf24/cloak/bridge"
	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/mcpproxy"
)

// How the program ends.
const (
	exitFailed  = 1
	exitMisused = 2
	exitBridge  = 5 // it does not open
)

// An outcome is an error that knows its exit code.
type outcome struct {
	code  int
	cause error
}

func (o *outcome) Error() string { return o.cause.Error() }
func (o *outcome) Unwrap() error { return o.cause }

// misused says that the command line, or the configuration, is wrong.
func misused(format string, args ...any) error {
	return &outcome{exitMisused, fmt.Errorf(format, args...)}
}

// exitCode is the one place that decides it.
func exitCode(err error) int {
	var o *outcome
	var config *mcpproxy.ConfigError
	var engine *cloak.ConfigError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &o):
		return o.code
	case errors.As(err, &config), errors.As(err, &engine):
		return exitMisused
	case bridge.Kind(err) != "":
		return exitBridge
	case errors.Is(err, syscall.EPIPE): // whoever read has gone
		return 0
	default:
		return exitFailed
	}
}

// report says what went wrong, if there is anything to say.
func report(std stdio, err error) {
	if err == nil || errors.Is(err, syscall.EPIPE) {
		return
	}
	std.note("%s", masked(strings.TrimPrefix(err.Error(), "mcpproxy: ")))
}

// masked is a message with its values masked: what an upstream says when it fails may
// hold one. Paths stay, or nobody could tell which file is meant.
func masked(message string) string {
	var found []cloak.Finding
	eng, err := cloak.New(cloak.Config{})
	if err == nil {
		found, err = eng.Find(context.Background(), message)
	}
	if err != nil {
		return "failed, and what with cannot be shown: values in it would not be masked"
	}
	found = slices.DeleteFunc(found, func(f cloak.Finding) bool { return f.Entity == cloak.Path })
	var b strings.Builder
	at := 0
	for _, f := range found {
		b.WriteString(message[at:f.Start] + "•••")
		at = f.End
	}
	return b.String() + message[at:]
}

// writeJSON writes v on one line.
func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}
