package main_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/seed-052fbf24/cloak/internal/testutil"
)

// A webServer is an upstream over HTTP that a test can make fail. It counts what its tools
// have carried out: write, and look, which says of itself that it may be repeated. They answer
// a call with three events, all of which hold values: progress, a line of the log, the result.
type webServer struct {
	url     string
	values  []string
	resumes bool // events have ids, and a stream goes on behind one

	mu       sync.Mutex
	sessions map[string]bool
	begun    int
	done     map[string]int // calls that were carried out, by their argument
	streams  [][]string     // the events of calls, for who goes on
	at       func(call, event int)
	floods   int // lines of the log in front of all else, on each stream
	passed   int // floods that did
}

// How a stream ends before its time: what at panics with.
type cutting int

const (
	breaks cutting = iota // the connection is reset
	halves                // so it is, within an event
	closes                // the answer ends as if it were whole
)

func newWebServer(t *testing.T) *webServer {
	t.Helper()
	p := testutil.NewPlanter(11)
	w := &webServer{values: []string{p.Email(), p.GitHub("p"), testutil.Grouped(p.Card("4539", 16), 4, " ")}, sessions: map[string]bool{}, done: map[string]int{}}
	s := httptest.NewServer(w)
	t.Cleanup(func() { s.CloseClientConnections(); s.Close() })
	w.url = s.URL
	return w
}

// behindIt are settings of a gateway in front of it.
func (w *webServer) behindIt() settings {
	return settings{"upstreams": map[string]any{"web": map[string]any{"url": w.url}}, "request_timeout": 20}
}

// cuts has at called in front of each event of the calls to come: it may panic, or wait.
func (w *webServer) cuts(at func(call, event int)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.at = at
}

// forget ends all sessions, and tells nobody.
func (w *webServer) forget() {
	w.mu.Lock()
	defer w.mu.Unlock()
	clear(w.sessions)
}

// carriedOut tells how often a call was.
func (w *webServer) carriedOut(argument string) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.done[argument]
}

// calm ends the floods, and flooded tells how many have passed.
func (w *webServer) calm() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.floods = 0
}

func (w *webServer) flooded() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.passed
}

// flood writes lines of 10 KB, with values in them.
func (w *webServer) flood(out http.ResponseWriter) {
	w.mu.Lock()
	n := w.floods
	w.mu.Unlock()
	text, _ := json.Marshal(strings.Join(w.values, ", ") + strings.Repeat(" and nothing of interest", 400)) // a string always encodes
	for range n {
		fmt.Fprintf(out, `data: {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"error","data":%s}}`+"\n\n", text)
	}
	out.(http.Flusher).Flush()
	if n > 0 {
		w.mu.Lock()
		w.passed++
		w.mu.Unlock()
	}
}

func (w *webServer) open() (sessions, begun int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.sessions), w.begun
}

func (w *webServer) ServeHTTP(out http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	m, _ := testutil.ParseMCP(body) // a GET has none
	session := r.Header.Get("Mcp-Session-Id")
	w.mu.Lock()
	known := w.sessions[session]
	if r.Method == http.MethodDelete {
		delete(w.sessions, session)
	}
	w.mu.Unlock()
	answer := func(result string) {
		out.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(out, `{"jsonrpc":"2.0","id":%s,"result":%s}`, m.ID, result)
	}
	switch {
	case m.Method == "initialize":
		w.mu.Lock()
		w.begun++
		session = fmt.Sprintf("s%d", w.begun)
		w.sessions[session] = true
		w.mu.Unlock()
		out.Header().Set("Mcp-Session-Id", session)
		answer(`{"protocolVersion":"2025-11-25","capabilities":{"tools":{},"logging":{}},"serverInfo":{"name":"web","version":"1"}}`)
	case !known:
		out.WriteHeader(http.StatusNotFound)
	case r.Method == http.MethodGet:
		w.listen(out, r)
	case m.Method == "tools/list":
		answer(`{"tools":[{"name":"write","inputSchema":{"type":"object"}},{"name":"look","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true,"idempotentHint":true}}]}`)
	case m.Method == "tools/call":
		w.call(out, m)
	case r.Method == http.MethodPost:
		out.WriteHeader(http.StatusAccepted)
	}
}

// listen is a stream of what belongs to no request, or one that goes on.
func (w *webServer) listen(out http.ResponseWriter, r *http.Request) {
	last := r.Header.Get("Last-Event-Id")
	out.Header().Set("Content-Type", "text/event-stream")
	out.(http.Flusher).Flush()
	if last == "" {
		w.flood(out)
		<-r.Context().Done()
		return
	}
	var call, event int
	if _, err := fmt.Sscanf(last, "%d-%d", &call, &event); err == nil {
		w.tell(out, call, event+1)
	}
}

func (w *webServer) call(out http.ResponseWriter, m testutil.MCPMessage) {
	var p struct {
		Arguments struct{ N string }
		Meta      struct{ ProgressToken json.RawMessage } `json:"_meta"`
	}
	_ = json.Unmarshal(m.Params, &p) // a call that is none has no argument
	all, _ := json.Marshal(strings.Join(w.values, ", ") + " of " + p.Arguments.N)
	events := []string{
		fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":%s,"progress":1,"message":%s}}`, p.Meta.ProgressToken, all),
		fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"error","data":{"x":%s}}}`, all),
		fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":%s}]}}`, m.ID, all),
	}
	w.mu.Lock()
	w.done[p.Arguments.N]++
	call := len(w.streams)
	w.streams = append(w.streams, events)
	w.mu.Unlock()
	out.Header().Set("Content-Type", "text/event-stream")
	if w.resumes {
		fmt.Fprintf(out, "id: %d--1\nretry: 1\ndata:\n\n", call)
	}
	out.(http.Flusher).Flush()
	w.flood(out)
	w.tell(out, call, 0)
}

// tell writes the events of a call, from one on.
func (w *webServer) tell(out http.ResponseWriter, call, from int) {
	w.mu.Lock()
	events, at := w.streams[call], w.at
	w.mu.Unlock()
	for n := from; n < len(events); n++ {
		text := "data: " + events[n] + "\n\n"
		if w.resumes {
			text = fmt.Sprintf("id: %d-%d\n", call, n) + text
		}
		if at != nil && !w.isCut(out, text, func() { at(call, n) }) {
			return
		}
		_, _ = io.WriteString(out, text)
		out.(http.Flusher).Flush()
	}
}

// isCut reports whether the stream goes on behind what at does.
func (w *webServer) isCut(out http.ResponseWriter, text string, at func()) (goesOn bool) {
	defer func() {
		switch how := recover(); how {
		case nil:
		case halves:
			_, _ = io.WriteString(out, text[:len(text)/2])
			out.(http.Flusher).Flush()
			panic(http.ErrAbortHandler)
		case breaks:
			panic(http.ErrAbortHandler)
		case closes:
			goesOn = false
		default:
			panic(how)
		}
	}()
	at()
	return true
}

// An event is one that a webClient has read.
type event struct{ id, data string }

// A webClient is a client over HTTP, by hand. All that it reads is kept.
type webClient struct {
	t       *testing.T
	url     string
	token   string
	session string
	client  http.Client
	mu      sync.Mutex
	seen    strings.Builder
}

func newWebClient(t *testing.T, url, token string) *webClient {
	t.Helper()
	c := &webClient{t: t, url: url, token: token}
	c.client.Transport = &http.Transport{MaxIdleConnsPerHost: 8}
	t.Cleanup(c.client.CloseIdleConnections)
	return c
}

// begins says hello.
func (c *webClient) begins() *webClient {
	c.t.Helper()
	if status := c.hello(); status != http.StatusOK {
		c.t.Fatalf("hello is answered with %d", status)
	}
	return c
}

func (c *webClient) hello() (status int) {
	c.t.Helper()
	a, cancel := c.do("POST", `{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"chaos","version":"1"}}}`)
	defer cancel()
	c.events(a, -1)
	if a.StatusCode == http.StatusOK {
		c.session = a.Header.Get("Mcp-Session-Id")
		a, cancel := c.do("POST", `{"jsonrpc":"2.0","method":"notifications/initialized"}`)
		defer cancel()
		c.events(a, -1)
	}
	return a.StatusCode
}

// do makes a request. Its answer ends with cancel, which is to be called.
func (c *webClient) do(method, body string, header ...string) (*http.Response, context.CancelFunc) {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(c.t.Context(), patience)
	r, err := http.NewRequestWithContext(ctx, method, c.url, strings.NewReader(body))
	if err != nil {
		c.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	r.Header.Set("Mcp-Protocol-Version", "2025-11-25")
	if c.session != "" {
		r.Header.Set("Mcp-Session-Id", c.session)
	}
	if c.token != "" {
		r.Header.Set("Authorization", "Bearer "+c.token)
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	a, err := c.client.Do(r)
	if err != nil {
		cancel()
		c.t.Fatal(err)
	}
	return a, cancel
}

// events reads as many of an answer, all if most is negative. What is no event is one of its own.
func (c *webClient) events(a *http.Response, most int) (all []event) {
	defer a.Body.Close()
	e, lines := event{}, bufio.NewReader(a.Body)
	for len(all) < most || most < 0 {
		line, err := lines.ReadString('\n')
		c.mu.Lock()
		c.seen.WriteString(line)
		c.mu.Unlock()
		text := strings.TrimSpace(line)
		if id, ok := strings.CutPrefix(text, "id: "); ok {
			e.id = id
		} else if data, ok := strings.CutPrefix(text, "data:"); ok {
			e.data = strings.TrimSpace(data)
		} else if strings.HasPrefix(text, "{") {
			all = append(all, event{data: text})
		} else if text == "" && e.id != "" {
			all, e = append(all, e), event{}
		}
		if err != nil {
			break
		}
	}
	return all
}

// calling is a call of a tool of the webServer's.
func calling(tool, argument string) string {
	return `{"jsonrpc":"2.0","id":` + testutil.JSONString(argument) + `,"method":"tools/call","params":{"name":"web__` + tool +
		`","arguments":{"n":` + testutil.JSONString(argument) + `},"_meta":{"progressToken":` + testutil.JSONString("p"+argument) + `}}}`
}

// call makes a call and gives its answer.
func (c *webClient) call(tool, argument string) testutil.MCPMessage {
	c.t.Helper()
	a, cancel := c.do("POST", calling(tool, argument))
	defer cancel()
	return c.answer(c.events(a, -1), argument)
}

// answer is the one answer among events.
func (c *webClient) answer(all []event, id string) (m testutil.MCPMessage) {
	c.t.Helper()
	n := 0
	for _, e := range all {
		if x, err := testutil.ParseMCP([]byte(e.data)); err == nil && x.Response() && string(x.ID) == testutil.JSONString(id) {
			m, n = x, n+1
		}
	}
	if n != 1 {
		c.t.Fatalf("%s has %d answers, among %d events", id, n, len(all))
	}
	return m
}

// sawNoValue asserts that none of the server's values has come.
func (c *webClient) sawNoValue(w *webServer) {
	c.t.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	for chunk := range bytes.Lines([]byte(c.seen.String())) {
		if l := testutil.Leaked(string(chunk), w.values); len(l) > 0 {
			c.t.Errorf("values %v have come", l)
			return
		}
	}
	if !strings.Contains(c.seen.String(), "[EMAIL_") {
		c.t.Error("no stand-in has come: nothing was looked at")
	}
}

// comes reports whether what must come does.
func comes(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	case <-time.After(patience):
		return false
	}
}
