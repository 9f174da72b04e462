package mcpproxy

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// A tool that is accepted while the gateway runs is called once its list was read anew.
func TestAcceptedWhileItRuns(t *testing.T) {
	state := filepath.Join(t.TempDir(), "abc.json")
	s := newStage(t, Config{Upstreams: map[string]UpstreamConfig{"m": {Command: "m"}}, Definitions: DefinitionsQuarantine, State: state})
	play := func(script string) {
		t.Helper()
		for n, line := range strings.Split(strings.TrimSpace(script), "\n") {
			s.play(n+1, line)
		}
	}
	play(`
c> {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}
m!start
m< {…}
m> {"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}}}}
c< {…}
c> {"jsonrpc":"2.0","id":2,"method":"tools/list"}
m< {…"tools/list"…}
m> {"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"a"}]}}
c< {…}
c> {"jsonrpc":"2.0","id":3,"method":"tools/list"}
m< {…"tools/list"…}
m> {"jsonrpc":"2.0","id":3,"result":{"tools":[{"name":"a","title":"x"}]}}
c< {"jsonrpc":"2.0","id":3,"result":{"tools":[]}}
c> {"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"m__a"}}
m< {…"tools/list"…}
m> {"jsonrpc":"2.0","id":4,"result":{"tools":[{"name":"a","title":"x"}]}}
c< {"jsonrpc":"2.0","id":4,"error":{…has changed…}}
c> {"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"m__a"}}
c< {"jsonrpc":"2.0","id":5,"error":{…has changed…}}`)
	if n := s.p.Counters().Changed["m"]; n != 1 {
		t.Errorf("one change was counted %d times", n)
	}
	q, err := s.p.another()
	if err != nil || q.pins() != s.p.pins() {
		t.Error("principals have pins of their own", err)
	}
	if _, err := AcceptDefinitions(state, "m", []string{"a"}); err != nil {
		t.Fatal(err)
	}
	play(`
c> {"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"m__a"}}
m< {…"tools/list"…}
m> {"jsonrpc":"2.0","id":5,"result":{"tools":[{"name":"a","title":"x"}]}}
m< {"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"a"}}
m> {"jsonrpc":"2.0","id":6,"result":{}}
c< {"jsonrpc":"2.0","id":6,"result":{}}`)
}

// An upstream that ends between the look at its pins and the call is looked at anew once it has
// been started again: it may be another program by now.
func TestQuarantineOfTheNextProcess(t *testing.T) {
	p := protecting(t, Config{Definitions: DefinitionsQuarantine})
	var mu sync.Mutex
	var got []string
	starts := 0
	p.dial = func(*link) (Conn, error) {
		starts++
		n := starts
		ours, theirs := newPipes()
		e := NewLines(theirs.r, theirs.w, LineOptions{})
		go func() {
			for {
				frame, err := e.ReadFrame(context.Background())
				if err != nil {
					return
				}
				m, _ := parse(frame)
				result := `{}`
				switch m.method {
				case "initialize":
					result = `{"protocolVersion":"2025-11-25","capabilities":{"tools":{}}}`
				case "tools/list":
					result = fmt.Sprintf(`{"tools":[{"name":"a","description":"%d"}]}`, n)
				}
				mu.Lock()
				got = append(got, fmt.Sprint(n, " ", m.method))
				mu.Unlock()
				if m.isRequest() {
					_ = e.WriteFrame(context.Background(), response(m.bytes(m.id), []byte(result)))
				}
			}
		}()
		return NewLines(ours.r, ours.w, LineOptions{}), nil
	}
	clock := &endingClock{}
	p.clock = clock
	ours, theirs := newPipes()
	client := newEnd(theirs.r, theirs.w)
	s := p.session(t.Context(), NewLines(ours.r, ours.w, LineOptions{}))
	s.hello = &hello{version: versions[len(versions)-1]}
	l := s.set.Load().byName["fs"]
	clock.now = func() { // a call is on its way when somebody asks for the time, and has no lock of the link
		if !l.mu.TryLock() {
			return
		}
		conn, listed := l.conn, l.listed
		l.mu.Unlock()
		if listed && starts == 1 {
			l.down(conn, l.failed("has ended"))
		}
	}
	c := &call{s: s, id: []byte("1"), row: rowOf("tools/call", fromClient, false)}
	s.calls["1"] = c
	s.calling.Add(1)
	go s.deliver(c, l, &forwarded{tool: "a", shown: "fs__a"}, []byte(`{"name":"a"}`))
	if answer := string(client.next(t, "the client")); !strings.Contains(answer, "the definition of fs__a has changed") {
		t.Error(answer)
	}
	l.close()
	mu.Lock()
	defer mu.Unlock()
	if all := strings.Join(got, ", "); !strings.Contains(all, "1 tools/list") || !strings.Contains(all, "2 tools/list") || strings.Contains(all, "tools/call") {
		t.Error(all)
	}
}

// An endingClock waits for no restart, and for no time-out at all.
type endingClock struct{ now func() }

func (c *endingClock) Now() time.Time {
	c.now()
	return time.Unix(1_800_000_000, 0)
}

func (c *endingClock) AfterFunc(d time.Duration, f func()) timer {
	if d < 10*time.Second { // longer ones are time-outs
		go f()
	}
	return &handTimer{c: newHandClock()}
}
