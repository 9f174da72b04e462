package mcpproxy

import (
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// What nobody reads is kept within bounds: of what is no answer the newest, of answers those
// that were not sent first.
func TestHTTPConnKeepsLittle(t *testing.T) {
	c := newHTTPConn("s", 10<<20, time.Now())
	write := func(id string, last bool, size int) {
		t.Helper()
		if err := c.writeOf(t.Context(), []byte(id), last, []byte(strings.Repeat("x", size))); err != nil {
			t.Fatal(err)
		}
	}
	held := func(s *httpStream) (n int) {
		for _, e := range s.events {
			n += len(e.data)
		}
		return n
	}
	for range 100 {
		write("none", false, streamKept/10)
	}
	if n := held(c.alone); n > streamKept || n < streamKept/2 {
		t.Errorf("%d bytes are kept of what belongs to none", n)
	}
	write("none", false, 3*streamKept)
	if len(c.alone.events) != 1 || c.alone.events[0].number != 101 {
		t.Errorf("the newest is not kept alone: %d events", len(c.alone.events))
	}
	// Twenty answers that nobody fetches: the oldest go.
	var streams []*httpStream
	for i := range 20 {
		id := "a" + string(rune('a'+i))
		streams = append(streams, c.begin([]byte(id), traceContext{}))
		write(id, true, 1<<20)
	}
	if _, _, ok := c.find("1-0"); ok || len(c.streams) > 13 {
		t.Errorf("%d streams are kept", len(c.streams))
	}
	if c.begin([]byte("at"), traceContext{}) == nil {
		t.Error("the id of a call that was answered cannot be used again")
	}
	// Those that were sent go sooner.
	last := streams[len(streams)-1]
	for _, s := range streams[12:] {
		r := c.reader(s, 0)
		if es, done, _ := r.events(); len(es) != 1 || !done {
			t.Fatalf("%d events, done: %v", len(es), done)
		}
		r.end(time.Now())
	}
	sent := 0
	for _, s := range c.streams {
		if s.sent {
			sent += held(s)
		}
	}
	if sent > sentKept || c.streams[last.n] == nil {
		t.Errorf("%d bytes are kept of what was sent", sent)
	}
	c.forget(time.Now().Add(time.Minute))
	if c.streams[last.n] != nil || c.streams[c.alone.n] == nil {
		t.Error("what was sent long ago is kept, or the stream of none is gone")
	}
	if c.idle(time.Now().Add(-time.Minute)) || c.idle(time.Now().Add(time.Minute)) { // a call is open
		t.Error("it is idle while a call is open")
	}
	write("at", true, 1)
	if c.idle(time.Now().Add(-time.Minute)) || !c.idle(time.Now().Add(time.Minute)) {
		t.Error("it is not idle, or too soon")
	}
}

// A session that nobody uses ends.
func TestHTTPIdle(t *testing.T) {
	s, _ := served(t, Config{}, HTTPOptions{IdleTimeout: 50 * time.Millisecond, MaxSessions: 1})
	_, _, head := ask(t, s, "POST", hi)
	if status, _, more := ask(t, s, "POST", hi); status != 503 || more.Get("Retry-After") == "" {
		t.Errorf("there are more sessions than may be: %d", status)
	}
	for range 1000 {
		if status, _, _ := ask(t, s, "DELETE", "", headerSession, "x"); status != 404 {
			t.Fatal(status)
		}
		time.Sleep(10 * time.Millisecond)
		if status, _, _ := ask(t, s, "POST", hi); status == 200 {
			if status, _, _ := ask(t, s, "POST", `{"jsonrpc":"2.0","id":2,"method":"ping"}`, headerSession, head.Get(headerSession)); status != 404 {
				t.Errorf("the old session answers %d", status)
			}
			return
		}
	}
	t.Error("a session that nobody uses is still there")
}

// A closing upstream takes its time to close.
type closing struct {
	byHand
	closed chan struct{}
}

func (c *closing) Close() error {
	time.Sleep(50 * time.Millisecond)
	close(c.closed)
	return nil
}

// Who closes a gateway within a program has its upstreams gone.
func TestTransportWaitsForUpstreams(t *testing.T) {
	p := protecting(t, Config{})
	up := &closing{byHand{in: make(chan []byte, 10), out: make(chan string, 10)}, make(chan struct{})}
	p.dial = func(*link) (Conn, error) { return up, nil }
	c, err := p.Transport().Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	hello, err := jsonrpc.DecodeMessage([]byte(hi))
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Write(t.Context(), hello); err != nil {
		t.Fatal(err)
	}
	id := up.next(t, "initialize")
	up.in <- []byte(`{"jsonrpc":"2.0","id":` + id + `,"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"x","version":"1"}}}`)
	if _, err := c.Read(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	select {
	case <-up.closed:
	default:
		t.Error("an upstream is still there")
	}
}
