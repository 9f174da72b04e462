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
	var whole time.Duration                  // how long one takes that is let be
	for i := range kills + 1 {
		text := fmt.Sprintf("user%d@corp.io\n", i)
		c := exec.Command(self)
		c.Args = []string{"cloak", "sanitize", "--mode", "token", "--bridge", name, "--merge", "--key-file", key, "--quiet"}
		c.Stdin = strings.NewReader(text)
		var out bytes.Buffer
		c.Stdout = &out
		start := time.Now()
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		kill := time.NewTimer(time.Hour)
		if whole > 0 {
			kill = time.AfterFunc(time.Duration(r.Int64N(int64(whole)*3/2)), func() { c.Process.Kill() })
		}
		err := c.Wait()
		if kill.Stop(); err != nil && whole == 0 {
			t.Fatal(err)
		}
		if whole == 0 {
			whole = time.Since(start)
		}
		if out.Len() > 0 {
			written++
			texts[out.String()] = text
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
	if written > kills {
		t.Errorf("%d of %d were killed: too late", kills+1-written, kills)
	}
}
