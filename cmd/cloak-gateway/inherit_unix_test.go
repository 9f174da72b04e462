//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// What is open when the gateway begins, as a secret that a shell gives in 9<FILE, no upstream
// can read.
func TestUpstreamsInheritNothing(t *testing.T) {
	dir := t.TempDir()
	secret, read := filepath.Join(dir, "secret"), filepath.Join(dir, "read")
	config := filepath.Join(dir, "cloak-gateway.json")
	for name, text := range map[string]string{
		secret: "tok-789", config: `{"upstreams":{"n":{"command":"sh","args":["-c","cat <&9 >` + read + `; echo ran >>` + read + `"],"startup_timeout":5}},"detection":{"types":["EMAIL"]}}`,
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	f, err := os.Open(secret)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(self, "doctor", "--config", config)
	c.Args[0] = "cloak-gateway"
	c.Env = append(os.Environ(), "XDG_STATE_HOME="+dir)
	c.ExtraFiles = []*os.File{f, f, f, f, f, f, f} // 3 to 9
	_, _ = c.CombinedOutput()                      // the upstream is none
	if b, err := os.ReadFile(read); err != nil || string(b) != "ran\n" {
		t.Errorf("an upstream has read %d bytes: %v", len(b), err)
	}
}
