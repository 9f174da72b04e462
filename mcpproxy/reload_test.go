package mcpproxy

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// All principals go by the new rules, each with the mapping that it had; a configuration that
// cannot be used changes nothing, and what counts from the next start on stays as it was.
func TestReload(t *testing.T) {
	fs := map[string]UpstreamConfig{"fs": {Command: "fs"}}
	p := protecting(t, Config{Upstreams: fs, State: filepath.Join(t.TempDir(), "x.json"), Bridge: "a.cloak"})
	q, err := p.another()
	if err != nil {
		t.Fatal(err)
	}
	see := func(p *Proxy, text string) string {
		t.Helper()
		return sanitized(t, p, callShape, `{"content":[{"type":"text","text":"`+text+`"}]}`, nil)
	}
	mine, theirs := see(p, "ann.lee@corp.com"), see(q, "bob.ray@corp.com")
	off := false
	next := *p.cfg()
	next.Detection.IPAddresses = &off
	next.Detection.CustomPatterns = Patterns{{Name: "TICKET", Pattern: `T-[0-9]+`}}
	if err := p.Reload(next); err != nil {
		t.Fatal(err)
	}
	if see(p, "T-1") == see(q, "T-2") {
		t.Error("two principals share a number of an entity that is new")
	}
	for _, p := range []*Proxy{p, q} {
		if got := see(p, "93.184.216.34 in T-4711"); !strings.Contains(got, "93.184.216.34 in [TICKET_") {
			t.Errorf("the new rules give %s", got)
		}
	}
	if see(p, "ann.lee@corp.com") != mine || see(q, "bob.ray@corp.com") != theirs {
		t.Error("a mapping is lost")
	}
	if back, err := p.guard().toUpstream(t.Context(), "fs", []byte(`"[EMAIL_0]"`)); err != nil || string(back) != `"ann.lee@corp.com"` {
		t.Errorf("an old stand-in does not come back: %v", err)
	}

	bad := next
	bad.Unresolved = "sometimes"
	if err := p.Reload(bad); err == nil || p.cfg().Unresolved != UnresolvedRefuse {
		t.Error("a configuration that cannot be used is taken")
	}
	later := next
	later.Sanitize, later.Bridge = &off, "b.cloak"
	if err := p.Reload(later); !errors.Is(err, ErrRestart) {
		t.Errorf("what counts from the next start on is taken: %v", err)
	}
	if !p.cfg().sanitizes() || p.cfg().Bridge != "a.cloak" || p.guard() == nil {
		t.Error("the gateway has stopped to sanitize")
	}
}

// Who was taken out with a call under way ends with the session at the latest.
func TestReloadedAwayEndsWithTheSession(t *testing.T) {
	s := newStage(t, Config{Upstreams: map[string]UpstreamConfig{"a": {Command: "a"}, "b": {Command: "b"}}})
	s.lines(introduction + `a!start
b!start
a< {…}
b< {…}
a> {"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}}}}
b> {"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{"resources":{}}}}
c< {…}
c> {"jsonrpc":"2.0","id":2,"method":"resources/list","params":{}}
b< {"jsonrpc":"2.0","id":2,"method":"resources/list","params":{}}
b> {"jsonrpc":"2.0","id":2,"result":{"resources":[{"uri":"b:x","name":"x"}]}}
c< {…}
c> {"jsonrpc":"2.0","id":3,"method":"resources/read","params":{"uri":"b:x"}}
b< {"jsonrpc":"2.0","id":3,"method":"resources/read",…}
reload {"upstreams": {"a": {"command": "a"}, "c": {"command": "c"}}}
c!start`)
	s.client.close()
	s.eventually("the call is not given up", func() bool { s.clock.advance(time.Hour); return len(s.served) > 0 })
	s.lines("b< {…cancelled…}\nb!ended")
	if _, known := s.p.names().rules["b"]; known {
		t.Error("it is known")
	}
}

// What is gone has no resources.
func TestURIsAreForgotten(t *testing.T) {
	x := newURIIndex()
	x.add("a", "a:1")
	x.add("b", "b:1")
	x.addTemplate("a", "a:{x}")
	x.forget("a")
	if _, ok := x.of("a:1"); ok || len(x.order) != 1 || len(x.templates) != 0 {
		t.Error("it is known")
	}
	if of, ok := x.of("b:1"); !ok || of != "b" {
		t.Error("what another has is gone")
	}
}

// Numbers of entities that a new configuration looks for are reserved like others.
func TestReloadReservesNumbers(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.json")
	p := protecting(t, Config{State: path})
	next := *p.cfg()
	next.Detection.CustomPatterns = Patterns{{Name: "TICKET", Pattern: `T-[0-9]+`}}
	if err := p.Reload(next); err != nil {
		t.Fatal(err)
	}
	sanitized(t, p, callShape, `{"content":[{"type":"text","text":"T-4711"}]}`, nil)
	kept, err := readNumbers(path)
	if err != nil || kept["TICKET"] < 1 {
		t.Errorf("%d numbers are reserved, %v", kept["TICKET"], err)
	}
	if n := p.guard().m.Next()["TICKET"]; n != 1 {
		t.Errorf("%d are issued", n)
	}
}

// A file that changes is taken if it can be used and passes the test, and else nothing changes.
func TestWatch(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c.json")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const before = `{"upstreams":{"a":{"command":"a"}},"request_timeout":10}`
	write(before)
	s := newStage(t, *protecting(t, Config{Upstreams: map[string]UpstreamConfig{"a": {Command: "a"}}}).cfg())
	ctx, end := context.WithCancel(t.Context())
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		s.p.Watch(ctx, path, func() (Config, error) {
			b, err := os.ReadFile(path)
			if err != nil {
				return Config{}, err
			}
			return parseConfig(b)
		})
	}()
	s.eventually("nobody watches", func() bool { // it has seen the file as it was
		s.clock.mu.Lock()
		defer s.clock.mu.Unlock()
		return len(s.clock.all) > 0
	})
	for n, step := range []struct{ text, log string }{
		{`{"upstreams":{"a":{"command":"a"}},"request_timeout":1}`, "level=INFO msg=\"the configuration has changed"},
		{`{"upstreams":`, "the one before counts still"},
		{`{"upstreams":{"a":{"command":"a"}},"request_timeout":1,"bridge":"b.cloak"}`, "but for a part"},
	} {
		write(step.text)
		s.eventually(step.log, func() bool { s.clock.advance(looking); return strings.Contains(s.log.String(), step.log) })
		if s.p.timeout() != time.Second || s.p.cfg().Bridge != "" {
			t.Errorf("after change %d a request has %v", n, s.p.timeout())
		}
	}
	lines := strings.Count(s.log.String(), "the configuration has changed")
	for range 10 {
		s.clock.advance(looking)
		time.Sleep(time.Millisecond)
	}
	if strings.Count(s.log.String(), "the configuration has changed") != lines {
		t.Error("a file that has not changed is taken")
	}
	end()
	<-watched
}
