package main

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
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
	before := seccomp(t, os.Getpid()) // a container may have one of its own
	if before != "0" {
		t.Skip("there is a filter already")
	}
	for deadline := time.Now().Add(5 * time.Second); seccomp(t, c.Process.Pid) != "2"; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("wrap has no filter")
		}
	}
	if got := seccomp(t, child); got != "0" {
		t.Errorf("its child has mode %s", got)
	}
}

// A passphrase comes through a shell's <(…), also for who is not root, although the names
// of open files that a process is not dumpable for are root's: proc(5).
func TestAPassphraseFromAProcessSubstitution(t *testing.T) {
	t.Parallel()
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("bash is not here")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "cloak")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	program := filepath.Join(dir, "cloak")
	data, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(program, data, 0o755); err != nil {
		t.Fatal(err)
	}
	const script = `set -e
echo 'mail ann.lee@corp.eu' | ./cloak sanitize --quiet --bridge case.cloak --pass-file <(echo a-long-passphrase) > out
./cloak restore --quiet --bridge case.cloak --pass-file <(echo a-long-passphrase) < out`
	c := exec.Command(bash, "-c", script)
	c.Dir = dir
	c.Env = append(os.Environ(), "CLOAK_PASS=", "TMPDIR="+dir, "HOME="+dir)
	if os.Geteuid() == 0 { // as nobody
		const nobody = 65534
		if err := os.Chown(dir, nobody, nobody); err != nil {
			t.Fatal(err)
		}
		c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	}
	out, err := c.CombinedOutput()
	if err != nil || string(out) != "mail ann.lee@corp.eu\n" {
		t.Errorf("%v: %d bytes, %q", err, len(out), strings.ReplaceAll(string(out), "ann.lee", "•••"))
	}
}
