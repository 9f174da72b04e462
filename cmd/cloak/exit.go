package main

import (
	"errors"
	"strings"
	"syscall"

	"github.com/seed-052fbf24/cloak/bridge"
	"github.com/seed-052fbf24/cloak/internal/program"
)

// How the program ends, besides the codes of package program. wrap also passes on its
// child's own status.
const (
	exitFindings    = 3 // scan
	exitIncomplete  = 4 // --strict: a stand-in did not come back
	exitNotStarted  = 125
	exitNotRunnable = 126
	exitNotFound    = 127
	exitSignal      = 128 // plus its number
	exitPipe        = exitSignal + 13
)

// exitCode is the one place that decides it.
func exitCode(err error) int {
	var o *program.Outcome
	switch {
	case err == nil:
		return 0
	case errors.As(err, &o):
		return o.Code
	case cannotOpen(err):
		return program.ExitBridge
	case brokenPipe(err):
		return exitPipe
	default:
		return program.ExitFailed
	}
}

// report says what went wrong, if there is anything to say. Who reads our output
// and goes away, head for example, has not failed.
func report(std stdio, err error) {
	if err == nil || err.Error() == "" || brokenPipe(err) {
		return
	}
	std.note("%s", program.Masked(strings.TrimPrefix(err.Error(), "cloak: ")))
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
	_ = program.WriteJSON(std.out, struct {
		Error string `json:"error"`
		Kind  string `json:"kind,omitempty"`
		Code  int    `json:"code"`
	}{program.Masked(strings.TrimPrefix(err.Error(), "cloak: ")), kind, exitCode(err)})
}

func brokenPipe(err error) bool { return errors.Is(err, syscall.EPIPE) }
