package mcpproxy

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/seed-052fbf24/cloak/internal/testutil"
)

// A leakStage has a client and an upstream, both over HTTP, and a gateway between them that is
// a new one for each case.
type leakStage struct {
	p     *Proxy
	front *httptest.Server
	back  *httptest.Server
	h     atomic.Pointer[Handler]
	now   atomic.Pointer[leakScene]
}

// A leakScene is one case as both ends know it.
type leakScene struct {
	t        *testing.T
	c        testutil.LeakCase
	answered chan struct{} // the gateway has answered what the upstream has asked
	beside   chan string   // what the upstream says on the stream of what belongs to no request; nil: nothing
	seen     strings.Builder
	session  string
	ids      int
}

func newLeakStage(t *testing.T, p *Proxy) *leakStage {
	t.Helper()
	s := &leakStage{p: p}
	s.front = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.h.Load().ServeHTTP(w, r) }))
	s.back = httptest.NewServer(s)
	t.Cleanup(func() { s.front.Close(); s.back.CloseClientConnections(); s.back.Close() })
	return s
}

// play has a client do what makes the upstream say what it says in a case.
func (s *leakStage) play(t *testing.T, c testutil.LeakCase, _ shape) string {
	t.Helper()
	p, err := s.p.another()
	if err != nil {
		t.Fatal(err)
	}
	now := *p.set.Load()
	up := now.config.Upstreams["fs"]
	up.Command, up.URL = "", s.back.URL
	now.config.Upstreams, now.config.Prefix = map[string]UpstreamConfig{"fs": up}, PrefixNever
	now.names = newNames(&now.config)
	p.set.Store(&now)
	p.catalogue, p.family = openCatalogue(""), &family{sessions: map[*session]bool{}}
	x := &leakScene{t: t, c: c, answered: make(chan struct{}, 10)}
	if c.Notification && c.Method != "notifications/progress" && len(c.Params)%2 == 0 {
		x.beside = make(chan string)
	}
	h := p.Handler(HTTPOptions{})
	s.h.Store(h)
	s.now.Store(x)
	defer func() { _ = h.Close() }()
	s.asks(x, "initialize", `{"protocolVersion":"2025-11-25","capabilities":{"sampling":{"tools":{},"context":{}},"elicitation":{"form":{},"url":{}}},"clientInfo":{"name":"c","version":"1"}}`)
	s.posts(x, `{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	if c.Method == "notifications/resources/updated" {
		s.asks(x, "resources/subscribe", `{"uri":`+testutil.JSONString(stringIn([]byte(c.Params), "uri"))+`}`)
	}
	method, params := c.Method, c.Params
	if c.Notification || c.Request {
		method, params = "tools/call", `{"name":"echo","arguments":{},"_meta":{"progressToken":"P"}}`
	}
	if strings.Contains(params, `"TASK"`) { // the server has begun one
		params = strings.Replace(params, "TASK", p.tasks.give(taskKey{upstream: "fs", theirs: "t"}).id, 1)
	}
	before := x.seen.Len()
	s.asks(x, method, params)
	if x.beside != nil || c.Method == "notifications/resources/updated" || c.Method == "notifications/elicitation/complete" || c.Method == "notifications/tasks/status" {
		s.listens(x) // they belong to no request
	}
	switch seen := x.seen.String()[before:]; {
	case (c.Notification || c.Request) && !strings.Contains(seen, `"method":"`+c.Method+`"`):
		t.Errorf("%s: it has not come", c.Name)
	case c.Result != "" && !strings.Contains(seen, `"result"`), c.Error != "" && !strings.Contains(seen, `"error":{"code":-32`):
		t.Errorf("%s: it has not come", c.Name)
	}
	return x.seen.String()
}

// asks makes a request of the client's, and answers what it is asked meanwhile.
func (s *leakStage) asks(x *leakScene, method, params string) {
	x.ids++
	s.posts(x, fmt.Sprintf(`{"jsonrpc":"2.0","id":"c%d","method":%q,"params":%s}`, x.ids, method, params))
}

func (s *leakStage) posts(x *leakScene, body string) {
	s.reads(x, asking(x.t, x.t.Context(), s.front, "POST", body, headerSession, x.session, headerVersion, "2025-11-25"), "")
}

// listens reads what belongs to no request, until there is what the case says.
func (s *leakStage) listens(x *leakScene) {
	ctx, cancel := context.WithTimeout(x.t.Context(), guardTime)
	defer cancel()
	s.reads(x, asking(x.t, ctx, s.front, "GET", "", headerSession, x.session, headerVersion, "2025-11-25"), x.c.Method)
}

// reads reads an answer to its end, or to a line that holds a word.
func (s *leakStage) reads(x *leakScene, r *http.Request, until string) {
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		x.t.Fatal(err)
	}
	defer a.Body.Close()
	if a.StatusCode/100 != 2 {
		x.t.Fatalf("%s: status %d", x.c.Name, a.StatusCode)
	}
	if id := a.Header.Get(headerSession); id != "" {
		x.session = id
	}
	for in := bufio.NewReader(a.Body); ; {
		line, err := in.ReadString('\n')
		x.seen.WriteString(line)
		if data, ok := strings.CutPrefix(line, "data: {"); ok {
			if m, err := parse([]byte("{" + strings.TrimSpace(data))); err == nil && m.isRequest() {
				s.posts(x, `{"jsonrpc":"2.0","id":`+string(m.bytes(m.id))+`,"error":{"code":-1,"message":"no"}}`)
			}
		}
		if err != nil || until != "" && strings.Contains(line, until) {
			return
		}
	}
}

// ServeHTTP is the upstream.
func (s *leakStage) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	m, err := parse(body)
	x := s.now.Load()
	switch {
	case r.Method == http.MethodGet && x.beside != nil:
		w.Header().Set("Content-Type", "text/event-stream")
		w.(http.Flusher).Flush()
		select {
		case frame := <-x.beside:
			fmt.Fprintf(w, "id: 7\ndata: %s\n\n", frame)
			w.(http.Flusher).Flush()
		case <-r.Context().Done():
		}
		<-r.Context().Done()
		return
	case r.Method != http.MethodPost || err != nil:
		w.WriteHeader(http.StatusMethodNotAllowed)
		return
	case !m.isRequest():
		if m.isResponse() {
			x.answered <- struct{}{}
		}
		w.WriteHeader(http.StatusAccepted)
		return
	}
	id, c := string(m.bytes(m.id)), x.c
	w.Header().Set("Content-Type", "text/event-stream")
	say := func(frame string) { fmt.Fprintf(w, "data: %s\n\n", frame); w.(http.Flusher).Flush() }
	ask := func(method, params string) {
		say(`{"jsonrpc":"2.0","id":"u","method":"` + method + `","params":` + params + `}`)
		select {
		case <-x.answered:
		case <-time.After(guardTime):
			x.t.Errorf("%s: it is not answered", c.Name)
		}
	}
	switch {
	case m.method == "tools/call" && c.Request:
		ask(c.Method, c.Params)
	case m.method == "tools/call" && c.Notification:
		if c.Method == "notifications/elicitation/complete" {
			ask("elicitation/create", `{"mode":"url","elicitationId":"x","message":"","url":"https://corp.com/"}`)
		}
		token := string(rawIn(rawIn(m.bytes(m.params), "_meta"), "progressToken"))
		note := `{"jsonrpc":"2.0","method":"` + c.Method + `","params":` + strings.Replace(c.Params, `"PROGRESS"`, token, 1) + `}`
		if x.beside == nil {
			say(note)
			break
		}
		select {
		case x.beside <- note:
		case <-time.After(guardTime):
			x.t.Errorf("%s: nobody listens", c.Name)
		}
	case m.method == c.Method && c.Error != "":
		say(`{"jsonrpc":"2.0","id":` + id + `,"error":` + c.Error + `}`)
		return
	case m.method == c.Method:
		say(`{"jsonrpc":"2.0","id":` + id + `,"result":` + c.Result + `}`)
		return
	}
	say(`{"jsonrpc":"2.0","id":` + id + `,"result":` + map[string]string{
		"initialize": `{"protocolVersion":"2025-11-25","capabilities":{"tools":{},"prompts":{},"resources":{"subscribe":true},"completions":{},"logging":{},"tasks":{"list":{},"cancel":{},"requests":{"tools":{"call":{}}}}},"serverInfo":{"name":"x","version":"1"}}`,
		"tools/list": `{"tools":[]}`, "tools/call": `{"content":[]}`, "resources/subscribe": `{}`,
	}[m.method] + `}`)
}
