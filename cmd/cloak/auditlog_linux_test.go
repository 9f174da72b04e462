package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/seed-052fbf24/cloak/audit"
)

// The command of audit head --exec may open a socket; we may not once it runs, nor may the other
// commands.
func TestAuditHeadExecKeepsSocketsForItsCommand(t *testing.T) {
	t.Parallel()
	if mode := seccomp(t, os.Getpid()); mode != "0" {
		t.Skip("there is a filter already")
	}
	dir := t.TempDir()
	log, state := filepath.Join(dir, "log"), filepath.Join(dir, "state")
	l, err := audit.Open(context.Background(), audit.Config{Dir: log, State: filepath.Join(state, "cloak", "audit"), Version: "v0"})
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name  string
		args  []string
		child bool
	}{
		{"head --exec", []string{"audit", "head", "--exec", "echo $$; exec tail -f /dev/null", log}, true},
		{"tail --follow", []string{"audit", "tail", "--follow", log}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := exec.Command(self)
			c.Args = append([]string{"cloak"}, tt.args...)
			c.Env = append(os.Environ(), "XDG_STATE_HOME="+state)
			out, err := c.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			defer c.Wait()
			defer c.Process.Kill()
			b := make([]byte, 4096)
			n, err := out.Read(b) // then it runs
			if err != nil {
				t.Fatal(err)
			}
			if tt.child {
				child, err := strconv.Atoi(strings.TrimSpace(string(b[:n])))
				if err != nil {
					t.Fatal(err)
				}
				if p, err := os.FindProcess(child); err == nil {
					defer p.Kill()
				}
				if got := seccomp(t, child); got != "0" {
					t.Errorf("the command has mode %s", got)
				}
			}
			for deadline := time.Now().Add(5 * time.Second); seccomp(t, c.Process.Pid) != "2"; time.Sleep(5 * time.Millisecond) {
				if time.Now().After(deadline) {
					t.Fatal("cloak has no filter")
				}
			}
		})
	}
}

// seccomp is the mode of a process's filter: 0 is none.
func seccomp(t *testing.T, pid int) string {
	t.Helper()
	status, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(status), "\nSeccomp:\t")
	if !ok {
		t.Skip("this kernel does not tell of filters")
	}
	mode, _, _ := strings.Cut(rest, "\n")
	return mode
}
