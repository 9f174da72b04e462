package main

import (
	"context"
	"crypto/fips140"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"

	"github.com/urfave/cli/v3"

	"github.com/seed-052fbf24/cloak/bridge"
	"github.com/seed-052fbf24/cloak/internal/program"
	"github.com/seed-052fbf24/cloak/internal/sandbox"
)

func doctorCommand(std stdio) *cli.Command {
	return &cli.Command{
		Name:  "doctor",
		Usage: "say what protects the program on this machine",
		Description: "What the system answers when it is tried, not what was asked of it. Commands have\n" +
			"sockets denied from their start, wrap from when its child runs; the child keeps its own.",
		Flags: []cli.Flag{jsonFlag("write one object")},
		Action: func(_ context.Context, cmd *cli.Command) error {
			if cmd.Args().Present() {
				return program.Misused("doctor takes no arguments")
			}
			h := examine()
			if cmd.Bool("json") {
				return program.WriteJSON(std.out, h)
			}
			return h.print(std)
		},
	}
}

// A health is what doctor finds.
type health struct {
	Cloak     string         `json:"cloak"`
	Go        string         `json:"go"`
	OS        string         `json:"os"`
	Arch      string         `json:"arch"`
	FIPS      bool           `json:"fips140"`
	Sockets   string         `json:"sockets"` // denied, open or not enforced
	Why       string         `json:"why,omitempty"`
	Tried     []attempt      `json:"tried"`
	Dumpable  sandbox.Answer `json:"dumpable"`
	CoreLimit string         `json:"core_limit"` // as ulimit -c has it, or unknown
	PassInEnv bool           `json:"pass_in_env"`
	Keyring   sandbox.Answer `json:"keyring"`
}

type attempt struct {
	Family string `json:"family"`
	Denied bool   `json:"denied"`
	Error  string `json:"error,omitempty"`
}

func examine() health {
	err := sandbox.DenySockets() // as the other commands do
	r := sandbox.Probe()
	_, pass := os.LookupEnv(passVariable)
	keyring := sandbox.No
	if _, err := bridge.Keyring(); err == nil { // --remember keeps keys there
		keyring = sandbox.Yes
	}
	h := health{
		Cloak: program.Version(), Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH, FIPS: fips140.Enabled(),
		Sockets: "open", Tried: []attempt{}, Dumpable: r.Dumpable, CoreLimit: "unknown", PassInEnv: pass, Keyring: keyring,
	}
	if err != nil {
		h.Sockets, h.Why = "not enforced", strings.TrimPrefix(err.Error(), "sandbox: ")
	} else if r.SocketsDenied() {
		h.Sockets = "denied"
	}
	for _, a := range r.Sockets {
		tried := attempt{Family: a.Family, Denied: a.Denied}
		if a.Err != nil {
			tried.Error = a.Err.Error()
		}
		h.Tried = append(h.Tried, tried)
	}
	if n := r.CoreLimit; n != nil && *n == sandbox.NoLimit {
		h.CoreLimit = "unlimited"
	} else if n != nil {
		h.CoreLimit = strconv.FormatUint(*n, 10)
	}
	return h
}

func (h health) print(std stdio) error {
	fips := "off"
	if h.FIPS {
		fips = "on"
	}
	sockets := map[string]string{
		"denied":       fmt.Sprintf("denied by the kernel (seccomp); tried %d families", len(h.Tried)),
		"open":         "NOT denied, though the kernel took the filter; please report it",
		"not enforced": h.Why,
	}[h.Sockets]
	pass := "not in the environment"
	switch {
	case h.PassInEnv && h.Dumpable == sandbox.No: // proc_pid_environ(5)
		pass = "in the environment: hidden here from your other processes, but not where it was set"
	case h.PassInEnv:
		pass = "in the environment: your other processes may read it"
	}
	_, err := fmt.Fprintf(std.out, "cloak: %s, %s, %s/%s\nFIPS 140-3 mode: %s\nsockets: %s\ndumpable: %s\ncore files: limit %s\n$%s: %s\nkernel keyring: %s\n",
		h.Cloak, h.Go, h.OS, h.Arch, fips, sockets, h.Dumpable, h.CoreLimit, passVariable, pass, h.Keyring)
	return err
}
