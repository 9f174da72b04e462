package main

import (
	"errors"
	"fmt"
	"strings"
	"syscall"
)

// How the program ends. wrap also passes on its child's own status.
const (
	exitFailed      = 1
	exitMisused     = 2
	exitFindings    = 3 // scan
	exitIncomplete  = 4 // wrap --strict: a stand-in did not come back
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
	std.note("%s", strings.TrimPrefix(err.Error(), "cloak: "))
}

func brokenPipe(err error) bool { return errors.Is(err, syscall.EPIPE) }
