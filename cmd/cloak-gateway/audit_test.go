package main_test

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/seed-052fbf24/cloak/audit"
	"github.com/seed-052fbf24/cloak/internal/testutil"
)

// logged reads the records of a log, which has to be whole.
func logged(t *testing.T, dir string) (all []map[string]any) {
	t.Helper()
	if _, err := audit.Verify(t.Context(), dir, audit.VerifyOptions{}); err != nil {
		t.Fatal(err)
	}
	err := audit.Read(t.Context(), dir, func(_ audit.Entry, line []byte) error {
		var m map[string]any
		err := json.Unmarshal(line, &m)
		all = append(all, m)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// events counts the records by event and result.
func events(all []map[string]any) map[string]int {
	n := map[string]int{}
	for _, m := range all {
		key, _ := m["ev"].(string)
		if res, _ := m["res"].(string); res != "" {
			key += " " + res
		}
		n[key]++
	}
	return n
}

// auditing are protecting settings, with a log in a folder.
func auditing(dir, onError string) settings {
	s := protecting()
	delete(s, "detection")
	s["audit"] = map[string]any{"dir": dir, "on_error": onError}
	return s
}

// Each call and each answer is in the log when its gateway has ended, and no value is: neither in
// the log, nor in the state folder, in any form.
func TestCallsAreRecorded(t *testing.T) {
	t.Parallel()
	_, values := planted()
	dir := filepath.Join(t.TempDir(), "audit")
	g := launch(t, auditing(dir, "refuse"), map[string]upstream{"fs": mode(t, "echo")})
	g.Initialize("2025-11-25", "{}")
	said, err := json.Marshal(map[string]any{"text": strings.Join(values, " and "), values[0]: values[1]})
	if err != nil {
		t.Fatal(err)
	}
	back := text(g.CallTool("fs__echo", string(said)))
	for i, v := range values {
		if strings.Contains(back, v) {
			t.Fatalf("value %d comes back to the model", i)
		}
	}
	again := text(g.CallTool("fs__echo", `{"of":"[EMAIL_0]"}`))
	if !strings.Contains(again, "[EMAIL_0]") {
		t.Fatal("the stand-in does not come back")
	}
	g.CallTool("fs__echo", `{"of":"[EMAIL_99]"}`)
	g.CallTool("fs__"+strings.Map(func(r rune) rune {
		if r == '@' || r == '.' {
			return '_'
		}
		return r
	}, values[0]), `{}`)
	g.CallTool(values[0], `{}`)
	g.in.Close()
	g.gone()
	all := logged(t, dir)
	want := map[string]int{"key": 1, "start ok": 1, "restore ok": 2, "relay ok": 1, "stop ok": 1, "sanitize denied": 2, "sanitize ok": 3}
	got := events(all)
	for k, n := range want {
		if got[k] < n {
			t.Errorf("%d records of %s, want at least %d: %v", got[k], k, n, got)
		}
	}
	state := ""
	for _, kv := range g.cmd.Env {
		if s, ok := strings.CutPrefix(kv, "XDG_STATE_HOME="); ok {
			state = s
		}
	}
	if _, err := os.Stat(filepath.Join(state, "cloak", "audit")); err != nil {
		t.Fatal(err)
	}
	if found := testutil.Spilled(t, values, dir, state); found != nil {
		t.Errorf("%q", found)
	}
	testutil.SpillsAreSeen(t, values)
}

// Without a log that can be written nothing is served; with continue it is, and that is said. A
// log that goes away while it runs ends what is let through.
func TestNothingLeavesUnrecorded(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	ups := map[string]upstream{"fs": mode(t, "echo")}
	t.Run("none to begin with", func(t *testing.T) {
		g := launch(t, auditing(filepath.Join(file, "audit"), "refuse"), ups)
		g.gone()
		if g.cmd.ProcessState.ExitCode() != 1 || !strings.Contains(g.err.String(), "nothing is served without it") {
			t.Errorf("exit code %d: %s", g.cmd.ProcessState.ExitCode(), g.err.String())
		}
	})
	t.Run("none, and continue", func(t *testing.T) {
		g := launch(t, auditing(filepath.Join(file, "audit"), "continue"), ups)
		g.Initialize("2025-11-25", "{}")
		g.serves("fs__echo")
		if !strings.Contains(g.err.String(), "no record of a message") {
			t.Error("nothing is said of it")
		}
	})
	for _, onError := range []string{"refuse", "continue"} {
		t.Run("it goes away: "+onError, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "audit")
			g := launch(t, auditing(dir, onError), ups)
			g.Initialize("2025-11-25", "{}")
			g.serves("fs__echo")
			if err := os.RemoveAll(dir); err != nil {
				t.Skip("what is open cannot be removed here")
			}
			if onError == "continue" {
				g.serves("fs__echo")
				eventually(t, "nothing is said of it", func() bool { return strings.Contains(g.err.String(), "no record of a message") })
				return
			}
			fails(t, g.CallTool("fs__echo", `{"text":"`+"ann.lee"+`@corp.example"}`), "cannot be recorded in the audit log")
			if strings.Contains(g.err.String(), "ann.lee") {
				t.Error("the error tells what was said")
			}
		})
	}
}

// Who asks over HTTP whether it is ready is told that the log has gone, once that is known.
func TestReadyWithItsLog(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "audit")
	url, _ := listening(t, settings{"listen": map[string]any{"address": "127.0.0.1:1"}, "audit": map[string]any{"dir": dir}}, map[string]upstream{"fs": mode(t, "echo")})
	ready := func() (int, string) {
		r, err := http.Get(strings.TrimSuffix(url, "/mcp") + "/readyz")
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		b, err := io.ReadAll(r.Body)
		if err != nil {
			t.Fatal(err)
		}
		return r.StatusCode, string(b)
	}
	session, err := mcp.NewClient(&mcp.Implementation{Name: "peer", Version: "1"}, nil).Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: url}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	if code, body := ready(); code != 200 {
		t.Fatalf("%d %s", code, body)
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Skip("what is open cannot be removed here")
	}
	if _, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "fs__echo", Arguments: map[string]any{}}); err == nil {
		t.Fatal("the call goes through")
	}
	if code, body := ready(); code != 503 || body != "the audit log cannot be written\n" {
		t.Errorf("%d %q", code, body)
	}
}

// Another configuration is recorded before it counts, and not taken where that fails. Where the
// log is counts from the next start on.
func TestReloadsAreRecorded(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	dir := filepath.Join(home, "audit")
	up := mode(t, "echo")
	s := auditing(dir, "refuse")
	g := launch(t, s, map[string]upstream{"fs": up})
	g.Initialize("2025-11-25", "{}")
	g.serves("fs__echo")
	next := maps.Clone(s)
	next["audit"] = map[string]any{"dir": filepath.Join(home, "other")}
	next["token_scope"] = "upstream"
	next["upstreams"] = map[string]any{"fs": map[string]any{"command": up.argv[0], "args": up.argv[1:], "env": up.env}}
	rewrite(t, g.cmd.Args, next)
	eventually(t, "the change is not seen", func() bool { return strings.Contains(g.err.String(), "it counts from now on") })
	g.serves("fs__echo")
	g.in.Close()
	g.gone()
	if _, err := os.Stat(filepath.Join(home, "other")); err == nil {
		t.Error("another log was begun")
	}
	if !bytes.Contains([]byte(g.err.String()), []byte("audit count from the next start")) {
		t.Errorf("it is not said that the log stays where it is: %s", g.err.String())
	}
	policies, config := map[any]bool{}, false
	for _, m := range logged(t, dir) {
		if m["ev"] == "config" {
			config = true
		}
		if m["pol"] != nil {
			policies[m["pol"]] = true
		}
	}
	if !config || len(policies) != 2 {
		t.Errorf("a record of it: %v, policies: %d", config, len(policies))
	}
}
