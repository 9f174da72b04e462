package mcpproxy

import (
	"fmt"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
)

// A notebook is an Observer that writes down what it is told.
type notebook struct {
	mu    sync.Mutex
	lines []string
	calls int
}

func (n *notebook) note(format string, args ...any) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.lines = append(n.lines, fmt.Sprintf(format, args...))
}

func (n *notebook) Call(method, parent string) ObservedCall {
	n.mu.Lock()
	n.calls++
	c := &noted{n, n.calls, 0}
	n.mu.Unlock()
	n.note("%d %s from %q", c.number, method, parent)
	return c
}

// told are the lines, once there are so many that end a call.
func (n *notebook) told(ends int) string {
	n.mu.Lock()
	defer n.mu.Unlock()
	got := 0
	for _, l := range n.lines {
		if strings.Contains(l, " ends ") {
			got++
		}
	}
	if got != ends {
		return fmt.Sprintf("%d calls have ended, and not %d: %s", got, ends, strings.Join(n.lines, "\n"))
	}
	return strings.Join(n.lines, "\n")
}

type noted struct {
	n            *notebook
	number, asks int
}

func (c *noted) Ask(upstream string) (string, func(AskEnd)) {
	c.n.mu.Lock()
	c.asks++
	at := c.asks
	c.n.mu.Unlock()
	c.n.note("%d asks %s", c.number, upstream)
	return fmt.Sprintf("00-4bf92f3577b34da6a3ce929d0e0e4736-000000000000%02d%02d-01", c.number, at), func(e AskEnd) {
		c.n.note("%d answered %+v", c.number, e)
	}
}

func (c *noted) End(e CallEnd) { c.n.note("%d ends %+v", c.number, e) }

// begun is a stage whose client and upstreams have said hello.
func begun(t *testing.T, cfg Config) (*stage, *notebook) {
	t.Helper()
	n := &notebook{}
	cfg.Observer = n
	s := newStage(t, cfg)
	lines := []string{`c> {"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}`}
	for _, up := range keysOf(cfg.Upstreams) {
		lines = append(lines, up+"!start", up+"< {…}", up+`> {"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"x","version":"1"}}}`)
	}
	s.script(append(lines, "c< {…}")...)
	return s, n
}

func (s *stage) script(lines ...string) {
	s.t.Helper()
	for i, line := range lines {
		s.play(i+1, line)
	}
}

var one = map[string]UpstreamConfig{"fs": {Command: "fs"}}

// A call is told once, with counts alone, and the upstream is told of the trace that goes on.
func TestObserver(t *testing.T) {
	s, n := begun(t, Config{Upstreams: one})
	s.script(
		`c> {"jsonrpc":"2.0","id":1,"method":"tools/list"}`,
		`fs< {"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"_meta":{"traceparent":"00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000101-01"}}}`,
		`fs> {"jsonrpc":"2.0","id":2,"result":{"tools":[]}}`,
		`c< {…}`,
		`c> {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"fs__read","arguments":{},"_meta":{"traceparent":"`+traceA+`","tracestate":"v=1","baggage":"user=ann","x":1}}}`,
		`fs< {"jsonrpc":"2.0","id":3,"method":"tools/list","params":{}}`, // the gateway's own
		`fs> {"jsonrpc":"2.0","id":3,"result":{"tools":[]}}`,
		`fs< {"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"read","arguments":{},"_meta":{"traceparent":"00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000201-01","tracestate":"v=1","x":1}}}`,
		`fs> {"jsonrpc":"2.0","id":4,"result":{"content":[{"type":"text","text":"marie.dubois@example-eu.fr, 219-09-9998"}]}}`,
		`c< {…}`,
		`c> {"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"fs__write","arguments":{"text":"[EMAIL_0] [EMAIL_0] [SSN_0]"}}}`,
		`fs< {…"text":"marie.dubois@example-eu.fr marie.dubois@example-eu.fr 219-09-9998"…}`,
		`fs> {"jsonrpc":"2.0","id":5,"result":{"content":[],"isError":true}}`,
		`c< {…}`,
		`c> {"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"fs__fail","arguments":{}}}`,
		`fs< {…}`,
		`fs> {"jsonrpc":"2.0","id":6,"error":{"code":-32602,"message":"marie.dubois@example-eu.fr"}}`,
		`c< {…}`,
		`c> {"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"fs__fail","arguments":{}}}`,
		`fs< {…}`,
		`fs> {"jsonrpc":"2.0","id":7,"error":{"code":6175550142,"message":"a number that may be anything"}}`,
		`c< {…}`,
		`c> {"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"fs__write","arguments":{"text":"[EMAIL_7]"}}}`,
		`c< {…-32602…}`,
		`c> {"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"fs__slow","arguments":{}}}`,
		`fs< {…}`,
		`clock 3m`,
		`c< {…-32001…}`,
		`c> {"jsonrpc":"2.0","id":8,"method":"nobody/knows"}`,
		`c< {…}`,
		`c> {"jsonrpc":"2.0","id":9,"method":"ping"}`,
		`c< {…}`,
	)
	want := []string{
		`1 tools/list from ""`, `1 asks fs`, `1 answered {Error: Sent:83 Received:12}`, `1 ends {Upstream: Outcome:ok Error: Replaced:map[] Restored:0}`,
		`2 tools/call from "` + traceA + `"`, `2 asks fs`, `2 answered {Error: Sent:137 Received:78}`, `2 ends {Upstream:fs Outcome:ok Error: Replaced:map[EMAIL:1 SSN:1] Restored:0}`,
		`3 tools/call from ""`, `3 asks fs`, `3 answered {Error:tool_error Sent:187 Received:29}`, `3 ends {Upstream:fs Outcome:ok Error:tool_error Replaced:map[] Restored:3}`,
		`4 tools/call from ""`, `4 asks fs`, `4 answered {Error:-32602 Sent:112 Received:54}`, `4 ends {Upstream:fs Outcome:error Error:-32602 Replaced:map[EMAIL:1] Restored:0}`,
		`5 tools/call from ""`, `5 asks fs`, `5 answered {Error:_OTHER Sent:112 Received:61}`, `5 ends {Upstream:fs Outcome:error Error:_OTHER Replaced:map[] Restored:0}`,
		`6 tools/call from ""`, `6 ends {Upstream: Outcome:failed Error:-32602 Replaced:map[] Restored:0}`,
		`7 tools/call from ""`, `7 asks fs`, `7 answered {Error:timeout Sent:112 Received:0}`, `7 ends {Upstream:fs Outcome:failed Error:-32001 Replaced:map[] Restored:0}`,
	}
	if got := n.told(7); got != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", got, strings.Join(want, "\n"))
	}
}

// A call that is given up ends, and so does what was asked for it; one that was not sent yet is
// told to nobody as part of it.
func TestObserverOfCancelled(t *testing.T) {
	off := false
	s, n := begun(t, Config{Upstreams: one, Sanitize: &off})
	s.script(
		`c> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"fs__slow","arguments":{}}}`,
		`fs< {…}`,
		`c> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`,
		`fs< {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}`,
	)
	want := "1 tools/call from \"\"\n1 asks fs\n1 answered {Error:cancelled Sent:112 Received:0}\n1 ends {Upstream:fs Outcome:cancelled Error:cancelled Replaced:map[] Restored:0}"
	if got := n.told(1); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	o := &observed{call: (&notebook{}).Call("tools/call", "").(*noted), over: true}
	if params, q := o.ask("fs", []byte(`{"a":1}`), false); string(params) != `{"a":1}` || q != nil {
		t.Errorf("it is asked after its end: %s", params)
	}
}

// A list is one request, and every upstream is asked for it.
func TestObserverOfLists(t *testing.T) {
	s, n := begun(t, Config{Upstreams: map[string]UpstreamConfig{"a": {Command: "a"}, "b": {Command: "b"}}})
	s.script(
		`c> {"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"baggage":"user=ann"}}}`,
		`a< {…"_meta":{"traceparent":"00-4bf92f3577b34da6a3ce929d0e0e4736-00000000000001…`,
		`b< {…"_meta":{"traceparent":"00-4bf92f3577b34da6a3ce929d0e0e4736-00000000000001…`,
		`a> {"jsonrpc":"2.0","id":2,"result":{"tools":[]}}`,
		`b> {"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"no"}}`,
		`c< {…}`,
	)
	got := strings.Split(n.told(1), "\n")
	slices.Sort(got[1 : len(got)-1])
	want := []string{`1 tools/list from ""`,
		`1 answered {Error: Sent:83 Received:12}`, `1 answered {Error:-32603 Sent:83 Received:30}`, `1 asks a`, `1 asks b`,
		`1 ends {Upstream: Outcome:ok Error: Replaced:map[] Restored:0}`}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// Without an Observer a trace passes as it is. Baggage does so through a transparent gateway
// alone, in notifications, too.
func TestTracePasses(t *testing.T) {
	const meta = `"_meta":{ "traceparent":"` + traceA + `" ,"tracestate":"v=\u0031"`
	for _, on := range []bool{false, true} {
		t.Run(fmt.Sprint(on), func(t *testing.T) {
			left := meta + `,"baggage":"u=\u0031"}`
			got := left
			if on {
				got = meta + `}`
			}
			s := newStage(t, Config{Upstreams: one, Sanitize: &on})
			s.script(
				`c> {"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}`,
				`fs!start`, `fs< {…}`,
				`fs> {"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{},"prompts":{},"logging":{}},"serverInfo":{"name":"x","version":"1"}}}`,
				`c< {…}`,
				`c> {"jsonrpc":"2.0","method":"notifications/initialized","params":{`+left+`}}`,
				`fs< {"jsonrpc":"2.0","method":"notifications/initialized","params":{`+got+`}}`,
				`c> {"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{`+left+`,"name":"fs__a"}}`,
				`fs< {"jsonrpc":"2.0","id":2,"method":"prompts/get","params":{`+got+`,"name":"a"}}`,
				`c> {"jsonrpc":"2.0","id":2,"method":"prompts/list","params":{`+left+`}}`,
				`fs< {"jsonrpc":"2.0","id":3,"method":"prompts/list","params":{`+got+`}}`,
				`c> {"jsonrpc":"2.0","id":3,"method":"logging/setLevel","params":{"level":"info",`+left+`}}`,
				`c< {…}`,
				`fs< {"jsonrpc":"2.0","id":4,"method":"logging/setLevel","params":{"level":"info",`+got+`}}`,
			)
		})
	}
}

// Over HTTP the headers of a request tell its trace, unless its params do.
func TestObserverOverHTTP(t *testing.T) {
	n := &notebook{}
	p := protecting(t, Config{Observer: n, Upstreams: one})
	got := make(chan string, 10) // _meta of what the upstream was asked
	p.dial = func(l *link) (Conn, error) {
		ours, theirs := newPipes()
		e := newEnd(theirs.r, theirs.w)
		go func() {
			for b := range e.lines {
				m, _ := parse(b)
				result := `{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"x","version":"1"}}`
				switch m.method {
				case "tools/list":
					result = `{"tools":[]}`
				case "tools/call":
					got <- string(rawIn(m.bytes(m.params), "_meta"))
					result = `{"content":[]}`
				}
				if m.isRequest() {
					_ = e.conn.WriteFrame(t.Context(), response(m.bytes(m.id), []byte(result)))
				}
			}
		}()
		return NewLines(ours.r, ours.w, LineOptions{}), nil
	}
	h := p.Handler(HTTPOptions{})
	front := httptest.NewServer(h)
	t.Cleanup(func() { h.Close(); front.Close() })
	_, _, head := ask(t, front, "POST", hi)
	say := func(id int, meta string) {
		t.Helper()
		status, text, _ := ask(t, front, "POST", fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"fs__look","arguments":{}%s}}`, id, meta),
			"Mcp-Session-Id", head.Get("Mcp-Session-Id"), "Traceparent", traceB, "Tracestate", "h=1")
		if status != 200 || !strings.Contains(text, "content") {
			t.Fatalf("%d %s", status, text)
		}
	}
	say(2, "")
	say(3, `,"_meta":{"traceparent":"`+traceA+`"}`)
	if told := n.told(2); !strings.Contains(told, `1 tools/call from "`+traceB+`"`) || !strings.Contains(told, `2 tools/call from "`+traceA+`"`) {
		t.Errorf("it was told %s", told)
	}
	for _, want := range []string{
		`{"traceparent":"00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000101-01","tracestate":"h=1"}`,
		`{"traceparent":"00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000201-01"}`,
	} {
		if meta := <-got; meta != want {
			t.Errorf("the upstream was told %s", meta)
		}
	}
}
