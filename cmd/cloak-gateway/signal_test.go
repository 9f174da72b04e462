//go:build unix

package main

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A signal ends serving as the client's going does: cleanly, and with nothing said on
// standard output.
func TestASignalEndsServing(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		t.Run(sig.String(), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			config := filepath.Join(dir, "cloak-gateway.json")
			if err := os.WriteFile(config, []byte(`{"upstreams":{"n":{"command":"cat"}},"detection":{"types":["EMAIL"]}}`), 0o600); err != nil {
				t.Fatal(err)
			}
			c := exec.Command(self, "--config", config)
			c.Args[0] = "cloak-gateway"
			c.Env = append(os.Environ(), "XDG_STATE_HOME="+dir)
			var out bytes.Buffer
			c.Stdout = &out
			stdin, err := c.StdinPipe() // stays open
			if err != nil {
				t.Fatal(err)
			}
			defer stdin.Close()
			stderr, err := c.StderrPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			defer c.Process.Kill()
			said := ""
			for lines := bufio.NewScanner(stderr); lines.Scan(); {
				said += lines.Text() + "\n"
				if strings.Contains(lines.Text(), "msg=serving") {
					if err := c.Process.Signal(sig); err != nil {
						t.Fatal(err)
					}
				}
			}
			if err := c.Wait(); err != nil || out.Len() > 0 || !strings.Contains(said, "msg=serving") {
				t.Errorf("%v; %d bytes on standard output; said:\n%s", err, out.Len(), said)
			}
		})
	}
}
