package main

import (
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"
)

// wrap may open no socket once its child runs; the child, which has none of the values, may.
func TestWrapDeniesItselfSockets(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(self)
	// The child waits for its input to end, and says who it is.
	c.Args = []string{"cloak", "wrap", "--quiet", "--", "sh", "-c", "echo $$; cat"}
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		in.Close()
		if err := c.Wait(); err != nil {
			t.Error(err)
		}
	}()
	b := make([]byte, 32)
	n, err := out.Read(b)
	if err != nil {
		t.Fatal(err)
	}
	child, err := strconv.Atoi(strings.TrimSpace(string(b[:n])))
	if err != nil {
		t.Fatal(err)
	}
	go io.Copy(io.Discard, out)
	filtered := func(pid int) string {
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
	before := filtered(os.Getpid()) // a container may have one of its own
	if before != "0" {
		t.Skip("there is a filter already")
	}
	for deadline := time.Now().Add(5 * time.Second); filtered(c.Process.Pid) != "2"; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("wrap has no filter")
		}
	}
	if got := filtered(child); got != "0" {
		t.Errorf("its child has mode %s", got)
	}
}
