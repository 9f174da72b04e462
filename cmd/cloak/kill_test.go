//go:build unix

package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seed-052fbf24/cloak/bridge"
	"github.com/seed-052fbf24/cloak/cloak"
)

// Killed at any time, sanitize has written nothing that its bridge does not restore.
func TestAKilledSanitizeLosesNothing(t *testing.T) {
	t.Parallel()
	kills := 40
	if testing.Short() {
		kills = 6
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	key, name := filepath.Join(dir, "key"), filepath.Join(dir, "case.cloak")
	secret := bridge.Secret{KeyFile: bytes.Repeat([]byte{'k'}, 32)}
	if err := os.WriteFile(key, secret.KeyFile, 0o600); err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(21, uint64(time.Now().UnixNano())))
	written, texts := 0, map[string]string{} // by what was written
	for i := range kills {
		text := fmt.Sprintf("user%d@corp.io\n", i)
		c := exec.Command(self)
		c.Args = []string{"cloak", "sanitize", "--mode", "token", "--bridge", name, "--merge", "--key-file", key, "--quiet"}
		c.Stdin = strings.NewReader(text)
		var out bytes.Buffer
		c.Stdout = &out
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		kill := time.AfterFunc(time.Duration(r.IntN(15_000))*time.Microsecond, func() { c.Process.Kill() })
		c.Wait()
		kill.Stop()
		if out.Len() > 0 {
			written++
			texts[out.String()] = text
		}
		if written == 0 {
			continue // there may be no bridge yet
		}
		s, _, err := bridge.Read(name, secret)
		if err != nil {
			t.Fatal(err)
		}
		m, err := cloak.NewMapping(s)
		if err != nil {
			t.Fatal(err)
		}
		for out, text := range texts {
			if got, _ := m.Restore(out, cloak.RestoreOptions{}); got != text {
				t.Fatalf("kill %d: what was written does not restore", i)
			}
		}
	}
	if written == 0 || written == kills {
		t.Errorf("%d of %d were killed too late or too early", written, kills)
	}
}
