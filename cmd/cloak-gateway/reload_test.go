package main_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/seed-052fbf24/cloak/internal/testutil"
)

// rewrite puts another configuration in the place of the one that a command line names.
func rewrite(t *testing.T, argv []string, s settings) {
	t.Helper()
	b, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	path := argv[len(argv)-1]
	if err := os.WriteFile(path+".new", b, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(path+".new", path); err != nil {
		t.Fatal(err)
	}
}

// The configuration changes again and again while calls are made: each that is answered was
// carried out once, none twice, the client is told what has changed, and sees no value. One that
// cannot be used changes nothing.
func TestReloadUnderLoad(t *testing.T) {
	t.Parallel()
	_, values := planted()
	path := filepath.Join(t.TempDir(), "written")
	up := ours(t, "append", path)
	server := func(start string) map[string]any {
		return map[string]any{"command": up.argv[0], "args": up.argv[1:], "env": map[string]string{ourMode: up.env[ourMode], "START": start}}
	}
	cfg := func(start string, more ...string) settings {
		all := map[string]any{"w": server(start)}
		for _, name := range more {
			all[name] = server("")
		}
		return settings{"upstreams": all}
	}
	g := launch(t, cfg("1"), nil)
	g.Initialize("2025-11-25", "{}")

	stop := make(chan struct{})
	type outcome struct {
		n  int
		ok bool
	}
	var mu sync.Mutex
	var all []outcome
	var load sync.WaitGroup
	for worker := range 4 {
		load.Go(func() {
			for n := worker; ; n += 4 {
				select {
				case <-stop:
					return
				default:
				}
				m := g.CallTool("w__append", fmt.Sprintf(`{"n":%d,"of":%s}`, n, testutil.JSONString(values[0])))
				mu.Lock()
				all = append(all, outcome{n, m.Error == nil && strings.Contains(text(m), "written")})
				mu.Unlock()
			}
		})
	}
	told := func(what string, was int) {
		t.Helper()
		for end := time.Now().Add(patience); strings.Count(g.err.String(), what) <= was; time.Sleep(20 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("the gateway does not say %q", what)
			}
		}
	}
	const changed = "it counts from now on"
	for round, s := range []settings{cfg("2"), cfg("2", "more"), cfg("3"), cfg("3", "more", "most")} {
		rewrite(t, g.cmd.Args, s)
		told(changed, round)
	}
	rewrite(t, g.cmd.Args, settings{"upstreams": map[string]any{"w": server("4")}, "no_such_key": true})
	told("the one before counts still", 0)
	time.Sleep(200 * time.Millisecond) // calls by it
	close(stop)
	load.Wait()

	written, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	times := map[int]int{}
	for line := range bytes.Lines(written) {
		var x struct {
			N  int
			Of string
		}
		if json.Unmarshal(line, &x) != nil || x.Of != values[0] {
			t.Fatal("what was written is not what was sent")
		}
		times[x.N]++
	}
	good := 0
	for _, x := range all {
		if x.ok {
			good++
		}
		if times[x.n] > 1 || x.ok && times[x.n] != 1 {
			t.Errorf("call %d was carried out %d times, and answered: %v", x.n, times[x.n], x.ok)
		}
	}
	if good < 20 || len(all)-good > 8 {
		t.Errorf("of %d calls %d were answered", len(all), good)
	}
	lists, seen := 0, ""
	for _, m := range g.Transcript().ToClient {
		seen += string(m)
		if bytes.Contains(m, []byte("notifications/tools/list_changed")) {
			lists++
		}
	}
	if lists != 4 {
		t.Errorf("of four changes the client is told %d times", lists)
	}
	if len(testutil.Leaked(seen, values)) > 0 {
		t.Error("a value reaches the client")
	}
	t.Logf("%d calls, %d answered", len(all), good)
}
