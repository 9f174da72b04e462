package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"syscall"

	"github.com/seed-052fbf24/cloak/bridge"
	"github.com/seed-052fbf24/cloak/cloak"
)

// How the program ends. wrap also passes on its child's own status.
const (
	exitFailed      = 1
	exitMisused     = 2
	exitFindings    = 3 // scan
	exitIncomplete  = 4 // --strict: a stand-in did not come back
	exitBridge      = 5 // it does not open
	exitNotStarted  = 125
	exitNotRunnable = 126
	exitNotFound    = 127
	exitSignal      = 128 // plus its number
	exitPipe        = exitSignal + 13
)

// An outcome is an error that knows its exit code. With nothing to say it has no
// cause: findings, or a child that failed by itself.
type outcome struct {
	code  int
	cause error
}

func (o *outcome) Error() string {
	if o.cause == nil {
		return ""
	}
	return o.cause.Error()
}

func (o *outcome) Unwrap() error { return o.cause }

// misused says that the command line is wrong.
func misused(format string, args ...any) error {
	return &outcome{exitMisused, fmt.Errorf(format, args...)}
}

// exitCode is the one place that decides it.
func exitCode(err error) int {
	var o *outcome
	switch {
	case err == nil:
		return 0
	case errors.As(err, &o):
		return o.code
	case cannotOpen(err):
		return exitBridge
	case brokenPipe(err):
		return exitPipe
	default:
		return exitFailed
	}
}

// report says what went wrong, if there is anything to say. Who reads our output
// and goes away, head for example, has not failed.
func report(std stdio, err error) {
	if err == nil || err.Error() == "" || brokenPipe(err) {
		return
	}
	std.note("%s", masked(strings.TrimPrefix(err.Error(), "cloak: ")))
}

// reportJSON writes what went wrong as the one object that --json promises, unless
// there is one already.
func reportJSON(std stdio, err error) {
	data, ok := std.out.(*dataWriter)
	if err == nil || err.Error() == "" || !ok || data.used || data.err != nil {
		return
	}
	kind := bridge.Kind(err)
	if errors.Is(err, errPack) {
		kind = "pack"
	}
	_ = writeJSON(std.out, struct {
		Error string `json:"error"`
		Kind  string `json:"kind,omitempty"`
		Code  int    `json:"code"`
	}{masked(strings.TrimPrefix(err.Error(), "cloak: ")), kind, exitCode(err)})
}

// masked is a message with its values masked: what was given as the name of a
// file may have been meant as the text. Paths stay, or nobody could tell which.
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
	return mask(message, found)
}

func mask(s string, found []cloak.Finding) string {
	var b strings.Builder
	at := 0
	for _, f := range found {
		b.WriteString(s[at:f.Start] + "•••")
		at = f.End
	}
	return b.String() + s[at:]
}

func brokenPipe(err error) bool { return errors.Is(err, syscall.EPIPE) }
