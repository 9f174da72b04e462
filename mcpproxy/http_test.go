package mcpproxy

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// served is a gateway over HTTP, whose upstream is a server of go-sdk.
func served(t *testing.T, cfg Config, o HTTPOptions) (*httptest.Server, *Proxy) {
	t.Helper()
	p := protecting(t, cfg)
	p.dial = func(l *link) (Conn, error) {
		in, out := io.Pipe()
		back, forth := io.Pipe()
		server := mcp.NewServer(&mcp.Implementation{Name: "peer", Version: "1"}, nil)
		type who struct {
			Name string `json:"name"`
		}
		mcp.AddTool(server, &mcp.Tool{Name: "mail"}, func(ctx context.Context, r *mcp.CallToolRequest, x who) (*mcp.CallToolResult, any, error) {
			if token := r.Params.GetProgressToken(); token != nil {
				_ = r.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{ProgressToken: token, Message: "asking " + x.Name + "@corp.com"})
			}
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "the mail of " + x.Name + " is " + x.Name + "@corp.com"}}}, nil, nil
		})
		go server.Run(t.Context(), &mcp.IOTransport{Reader: in, Writer: forth})
		return NewLines(back, out, LineOptions{}), nil
	}
	h := p.Handler(o)
	s := httptest.NewServer(h)
	t.Cleanup(func() { s.CloseClientConnections(); _ = h.Close(); s.Close() })
	return s, p
}

// A client that others have written works over HTTP: it lists and calls, is told of progress
// on the way, and sees no value.
func TestHTTPClient(t *testing.T) {
	s, _ := served(t, Config{}, HTTPOptions{})
	var mu sync.Mutex
	var told []string
	client := mcp.NewClient(&mcp.Implementation{Name: "c", Version: "1"}, &mcp.ClientOptions{
		ProgressNotificationHandler: func(_ context.Context, r *mcp.ProgressNotificationClientRequest) {
			mu.Lock()
			told = append(told, r.Params.Message)
			mu.Unlock()
		},
	})
	session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: s.URL}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	tools, err := session.ListTools(t.Context(), nil)
	if err != nil || len(tools.Tools) != 1 || tools.Tools[0].Name != "fs__mail" {
		t.Fatalf("the tools are %v, %v", tools, err)
	}
	params := &mcp.CallToolParams{Name: "fs__mail", Arguments: map[string]any{"name": "ann"}}
	params.SetProgressToken("p")
	r, err := session.CallTool(t.Context(), params)
	if err != nil {
		t.Fatal(err)
	}
	if text := r.Content[0].(*mcp.TextContent).Text; text != "the mail of ann is [EMAIL_0]" {
		t.Errorf("the model sees %q", text)
	}
	heard := func() string {
		mu.Lock()
		defer mu.Unlock()
		return fmt.Sprint(told)
	}
	for range 200 { // the client hands it on when it likes
		if heard() != "[]" {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if heard() != "[asking [EMAIL_0]]" {
		t.Errorf("it was told %s", heard())
	}
}

// asking is a request with headers, by name and value: "" takes one away.
func asking(t *testing.T, ctx context.Context, s *httptest.Server, method, body string, header ...string) *http.Request {
	t.Helper()
	r, err := http.NewRequestWithContext(ctx, method, s.URL, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	for i := 0; i < len(header); i += 2 {
		switch {
		case header[i] == "Host":
			r.Host = header[i+1]
		case header[i+1] == "":
			r.Header.Del(header[i])
		default:
			r.Header.Set(header[i], header[i+1])
		}
	}
	return r
}

// ask makes a request by hand.
func ask(t *testing.T, s *httptest.Server, method, body string, header ...string) (status int, text string, head http.Header) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	r := asking(t, ctx, s, method, body, header...)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	b, _ := io.ReadAll(answer.Body)
	return answer.StatusCode, string(b), answer.Header
}

const hi = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}`

// What is refused, and how.
func TestHTTPRefusals(t *testing.T) {
	s, _ := served(t, Config{}, HTTPOptions{Hosts: []string{"gw.corp.com"}, Origins: []string{"https://app.corp.com"}})
	_, _, head := ask(t, s, "POST", hi)
	id := head.Get(headerSession)
	ping := `{"jsonrpc":"2.0","id":2,"method":"ping"}`
	for name, c := range map[string]struct {
		method, body string
		header       []string
		status       int
	}{
		"another host":         {"POST", hi, []string{"Host", "evil.example"}, 403},
		"a host of ours":       {"POST", hi, []string{"Host", "GW.corp.com:443"}, 200},
		"another origin":       {"POST", hi, []string{"Origin", "https://evil.example"}, 403},
		"null origin":          {"POST", hi, []string{"Origin", "null"}, 403},
		"an origin of ours":    {"POST", hi, []string{"Origin", "https://app.corp.com"}, 200},
		"a page of this host":  {"POST", hi, []string{"Origin", "http://localhost:6274"}, 200},
		"a name like ours":     {"POST", hi, []string{"Origin", "http://localhost.evil.example"}, 403},
		"no session":           {"POST", ping, nil, 400},
		"another session":      {"POST", ping, []string{headerSession, "x"}, 404},
		"a ping":               {"POST", ping, []string{headerSession, id}, 200},
		"a notification":       {"POST", `{"jsonrpc":"2.0","method":"notifications/initialized"}`, []string{headerSession, id}, 202},
		"no JSON":              {"POST", "{", []string{headerSession, id}, 400},
		"a batch":              {"POST", "[" + ping + "]", []string{headerSession, id}, 400},
		"no type":              {"POST", ping, []string{headerSession, id, "Content-Type", "text/plain"}, 415},
		"takes no events":      {"POST", ping, []string{headerSession, id, "Accept", "application/json"}, 406},
		"takes all":            {"POST", ping, []string{headerSession, id, "Accept", "*/*"}, 200},
		"an unknown version":   {"POST", ping, []string{headerSession, id, headerVersion, "2024-01-01"}, 400},
		"a modern client":      {"POST", `{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{}}`, []string{headerVersion, "2026-07-28"}, 400},
		"another method":       {"PUT", ping, []string{headerSession, id}, 405},
		"a stream of nothing":  {"GET", "", []string{headerSession, "x"}, 404},
		"events of yesterday":  {"GET", "", []string{headerSession, id, headerLast, "77-1"}, 400},
		"an end of nothing":    {"DELETE", "", []string{headerSession, "x"}, 404},
		"a message too long":   {"POST", `{"jsonrpc":"2.0","id":3,"method":"ping","params":{"x":"` + strings.Repeat("x", 64<<20) + `"}}`, []string{headerSession, id}, 413},
		"a long message":       {"POST", `{"jsonrpc":"2.0","id":3,"method":"ping","params":{"x":"` + strings.Repeat("x", 2<<20) + `"}}`, []string{headerSession, id}, 200},
		"a hello too long":     {"POST", strings.Replace(hi, `"c"`, `"`+strings.Repeat("c", 1<<20)+`"`, 1), nil, 413},
		"a long one, unread":   {"POST", strings.Repeat("x", 65<<20), []string{headerSession, "x"}, 404},
		"an error begins none": {"POST", strings.Replace(hi, "2025-11-25", "", 1), nil, 200},
	} {
		t.Run(name, func(t *testing.T) {
			if status, text, _ := ask(t, s, c.method, c.body, c.header...); status != c.status {
				t.Errorf("%d, want %d: %.200s", status, c.status, text)
			}
		})
	}
	_, text, head := ask(t, s, "POST", strings.Replace(hi, "2025-11-25", "", 1))
	if status, _, _ := ask(t, s, "POST", ping, headerSession, head.Get(headerSession)); !strings.Contains(text, "no protocolVersion") || status != 404 {
		t.Errorf("a hello that was refused has a session: %d, %s", status, text)
	}
	if status, _, _ := ask(t, s, "DELETE", "", headerSession, id); status != 204 {
		t.Errorf("the end of a session: %d", status)
	}
	for range 100 {
		if status, _, _ := ask(t, s, "POST", ping, headerSession, id); status == 404 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Error("the session is still there")
}

// A bearer token is a principal: its sessions are not others', and its stand-ins name nothing
// to them.
func TestHTTPPrincipals(t *testing.T) {
	s, _ := served(t, Config{}, HTTPOptions{Tokens: []string{"one", "two"}})
	for _, token := range []string{"", "Bearer three", "Basic one", "Bearer"} {
		if status, _, head := ask(t, s, "POST", hi, "Authorization", token); status != 401 || head.Get("WWW-Authenticate") == "" {
			t.Errorf("%q is let in: %d", token, status)
		}
	}
	begin := func(token string) string {
		_, _, head := ask(t, s, "POST", hi, "Authorization", "Bearer "+token)
		return head.Get(headerSession)
	}
	call := func(token, session, name string) string {
		_, text, _ := ask(t, s, "POST", `{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"fs__mail","arguments":{"name":"`+name+`"}}}`,
			"Authorization", "bearer "+token, headerSession, session)
		return text
	}
	a, b := begin("one"), begin("two")
	if text := call("one", a, "ann"); !strings.Contains(text, "is [EMAIL_0]") {
		t.Fatal(text)
	}
	// A second hello is refused, and ends nothing.
	if _, text, _ := ask(t, s, "POST", strings.Replace(hi, `"id":1`, `"id":7`, 1), "Authorization", "Bearer one", headerSession, a); !strings.Contains(text, "initialized already") {
		t.Errorf("a second hello: %s", text)
	}
	if text := call("one", a, "ann"); !strings.Contains(text, "is [EMAIL_0]") {
		t.Errorf("behind a second hello: %s", text)
	}
	if text := call("two", a, "ann"); !strings.Contains(text, "no such session") {
		t.Errorf("another's session answers %s", text)
	}
	if text := call("two", b, "[EMAIL_0]"); !strings.Contains(text, "stands for nothing") {
		t.Errorf("another's stand-in: %s", text)
	}
	if text := call("one", begin("one"), "[EMAIL_0]"); !strings.Contains(text, "the mail of [EMAIL_0]") {
		t.Errorf("a session behind the first: %s", text)
	}
}

// A byHand is an upstream whose lines a test writes.
type byHand struct {
	in  chan []byte // what the gateway reads
	out chan string // what it has written
}

func (c *byHand) ReadFrame(ctx context.Context) ([]byte, error) {
	select {
	case frame, ok := <-c.in:
		if !ok {
			return nil, io.EOF
		}
		return frame, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (c *byHand) WriteFrame(_ context.Context, frame []byte) error {
	c.out <- string(frame)
	return nil
}
func (c *byHand) Close() error { return nil }

// next is the next request that the gateway makes, and its id.
func (c *byHand) next(t *testing.T, method string) string {
	t.Helper()
	for {
		select {
		case text := <-c.out:
			m, err := parse([]byte(text))
			if err == nil && m.method == method {
				return string(m.bytes(m.id))
			}
		case <-time.After(guardTime):
			t.Fatalf("the gateway does not ask for %s", method)
		}
	}
}

// events are the data of a stream as they come, with their ids in front.
func events(t *testing.T, ctx context.Context, s *httptest.Server, method, body string, header ...string) <-chan string {
	t.Helper()
	c := make(chan string, 100)
	r := asking(t, ctx, s, method, body, header...)
	go func() {
		defer close(c)
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			return
		}
		defer answer.Body.Close()
		lines, id := bufio.NewScanner(answer.Body), ""
		for lines.Scan() {
			if text, ok := strings.CutPrefix(lines.Text(), "id: "); ok {
				id = text
			} else if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				c <- id + " " + data
			} else if strings.HasPrefix(lines.Text(), "{") {
				c <- " " + lines.Text()
			}
		}
	}()
	return c
}

// event is the next one that holds a word.
func event(t *testing.T, c <-chan string, word string) string {
	t.Helper()
	for {
		select {
		case e, ok := <-c:
			if !ok {
				t.Fatalf("the stream ends without %s", word)
			}
			if strings.Contains(e, word) {
				return e
			}
			if strings.Contains(e, "{") {
				t.Errorf("%s comes in front of %s", e, word)
			}
		case <-time.After(guardTime):
			t.Fatalf("%s does not come", word)
		}
	}
}

// With two calls in flight each stream has what is its own: progress by its token, what does
// not say whose it is with the newest call, what belongs to none on the stream of its own. A
// stream that broke goes on where it was.
func TestHTTPStreams(t *testing.T) {
	p := protecting(t, Config{})
	up := &byHand{in: make(chan []byte, 100), out: make(chan string, 100)}
	p.dial = func(*link) (Conn, error) { return up, nil }
	h := p.Handler(HTTPOptions{Patience: time.Millisecond, KeepAlive: 10 * time.Millisecond})
	s := httptest.NewServer(h)
	defer func() { s.CloseClientConnections(); _ = h.Close(); s.Close() }()

	begin := events(t, t.Context(), s, "POST", strings.Replace(hi, `"capabilities":{}`, `"capabilities":{"roots":{}}`, 1))
	id := up.next(t, "initialize")
	up.in <- []byte(`{"jsonrpc":"2.0","id":` + id + `,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"x","version":"1"}}}`)
	event(t, begin, "cloak-gateway")
	var session string
	h.mu.Lock()
	for k := range h.sessions {
		session = k
	}
	h.mu.Unlock()
	post := func(ctx context.Context, body string) <-chan string {
		return events(t, ctx, s, "POST", body, headerSession, session, headerVersion, "2025-11-25")
	}
	listening, leave := context.WithCancel(t.Context())
	defer leave()
	alone := events(t, listening, s, "GET", "", headerSession, session)
	call := func(ctx context.Context, name string) (<-chan string, string) {
		c := post(ctx, `{"jsonrpc":"2.0","id":"`+name+`","method":"tools/call","params":{"name":"fs__x","arguments":{},"_meta":{"progressToken":"token `+name+`"}}}`)
		if name == "a" {
			id := up.next(t, "tools/list")
			up.in <- []byte(`{"jsonrpc":"2.0","id":` + id + `,"result":{"tools":[]}}`)
		}
		return c, up.next(t, "tools/call")
	}
	a, idA := call(t.Context(), "a")
	breaking, cut := context.WithCancel(t.Context())
	defer cut()
	b, idB := call(breaking, "b")
	if status, text, _ := ask(t, s, "POST", `{"jsonrpc":"2.0","id":"a","method":"ping"}`, headerSession, session); status != 400 || !strings.Contains(text, "was not answered yet") {
		t.Errorf("an id that waits is taken again: %d %s", status, text)
	}
	up.in <- []byte(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":` + idA + `,"progress":1,"message":"a"}}`)
	up.in <- []byte(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":` + idB + `,"progress":1,"message":"b"}}`)
	up.in <- []byte(`{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"ann@corp.com"}}`)
	up.in <- []byte(`{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`)
	up.in <- []byte(`{"jsonrpc":"2.0","id":"r","method":"roots/list"}`)
	event(t, a, `"progressToken":"token a"`)
	event(t, b, `"progressToken":"token b"`)
	event(t, b, `"data":"[EMAIL_0]"`)
	asked := event(t, b, "roots/list")
	event(t, alone, "list_changed")
	m, err := parse([]byte(asked[strings.IndexByte(asked, '{'):]))
	if err != nil {
		t.Fatal(err)
	}
	if status, text, _ := ask(t, s, "POST", `{"jsonrpc":"2.0","id":`+string(m.bytes(m.id))+`,"result":{"roots":[]}}`, headerSession, session); status != 202 {
		t.Errorf("an answer is not taken: %d %s", status, text)
	}
	for answer := ""; !strings.Contains(answer, `"id":"r"`); {
		select {
		case answer = <-up.out:
		case <-time.After(guardTime):
			t.Fatal("the upstream has no answer")
		}
	}

	// Who listens anew hears what is new, and what it has missed if it says where it was.
	leave()
	h.mu.Lock()
	conn := h.sessions[session].conn
	h.mu.Unlock()
	for i := 0; ; i++ { // until we are known to be gone
		conn.mu.Lock()
		readers := conn.readers
		conn.mu.Unlock()
		if readers == 2 {
			break
		} else if i == 10_000 {
			t.Fatalf("%d connections read", readers)
		}
		time.Sleep(time.Millisecond)
	}
	told := func(uri string) {
		up.in <- []byte(`{"jsonrpc":"2.0","method":"notifications/prompts/list_changed","params":{"_meta":{"x":"` + uri + `"}}}`)
	}
	told("second")
	anew := events(t, t.Context(), s, "GET", "", headerSession, session)
	second := event(t, anew, "second")
	elsewhere := anew
	anew = events(t, t.Context(), s, "GET", "", headerSession, session)
	for range elsewhere { // another connection has the stream now
	}
	told("third")
	event(t, anew, "third")
	at, _, _ := strings.Cut(second, " ")
	event(t, events(t, t.Context(), s, "GET", "", headerSession, session, headerLast, at), "third")

	last, _, _ := strings.Cut(asked, " ")
	cut() // the connection breaks; the call does not end with it
	up.in <- []byte(`{"jsonrpc":"2.0","id":` + idB + `,"result":{"content":[{"type":"text","text":"to bob@corp.com"}]}}`)
	up.in <- []byte(`{"jsonrpc":"2.0","id":` + idA + `,"result":{"content":[]}}`)
	event(t, a, `"id":"a"`)
	again := events(t, t.Context(), s, "GET", "", headerSession, session, headerLast, last)
	event(t, again, `to [EMAIL_1]`)
	if _, open := <-again; open {
		t.Error("the stream goes on behind the answer")
	}
	if _, open := <-a; open {
		t.Error("the stream of a call goes on behind the answer")
	}
}

// A client that sends its message a byte now and then is not waited for, and neither is one
// that does not read: others are served meanwhile.
func TestHTTPSlowClients(t *testing.T) {
	p := protecting(t, Config{Limits: LimitsConfig{MaxMessage: 32 << 20}})
	up := &byHand{in: make(chan []byte, 100), out: make(chan string, 100)}
	p.dial = func(*link) (Conn, error) { return up, nil }
	h := p.Handler(HTTPOptions{ReadTimeout: 200 * time.Millisecond, WriteTimeout: 200 * time.Millisecond, Patience: time.Millisecond})
	s := httptest.NewServer(h)
	defer func() { s.CloseClientConnections(); _ = h.Close(); s.Close() }()
	address := strings.TrimPrefix(s.URL, "http://")
	head := "POST / HTTP/1.1\r\nHost: " + address + "\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n"

	slow, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer slow.Close()
	fmt.Fprintf(slow, "%sContent-Length: 1000\r\n\r\n{", head)
	_ = slow.SetReadDeadline(time.Now().Add(guardTime))
	if b, err := io.ReadAll(slow); err != nil || !bytes.HasPrefix(b, []byte("HTTP/1.1 400 ")) {
		t.Errorf("who sends slowly gets %.80q, %v", b, err)
	}

	begin := events(t, t.Context(), s, "POST", hi)
	id := up.next(t, "initialize")
	up.in <- []byte(`{"jsonrpc":"2.0","id":` + id + `,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"x","version":"1"}}}`)
	event(t, begin, "cloak-gateway")
	var session string
	var conn *httpConn
	h.mu.Lock()
	for k, x := range h.sessions {
		session, conn = k, x.conn
	}
	h.mu.Unlock()
	deaf, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer deaf.Close()
	body := `{"jsonrpc":"2.0","id":"deaf","method":"tools/call","params":{"name":"fs__x","arguments":{}}}`
	fmt.Fprintf(deaf, "%sMcp-Session-Id: %s\r\nContent-Length: %d\r\n\r\n%s", head, session, len(body), body)
	id = up.next(t, "tools/list")
	up.in <- []byte(`{"jsonrpc":"2.0","id":` + id + `,"result":{"tools":[]}}`)
	id = up.next(t, "tools/call")
	up.in <- []byte(`{"jsonrpc":"2.0","id":` + id + `,"result":{"content":[{"type":"image","mimeType":"image/png","data":"` + strings.Repeat("A", 24<<20) + `"}]}}`)
	if status, _, _ := ask(t, s, "POST", `{"jsonrpc":"2.0","id":"p","method":"ping"}`, headerSession, session); status != 200 {
		t.Errorf("others are not served: %d", status)
	}
	for i := 0; ; i++ {
		conn.mu.Lock()
		readers := conn.readers
		conn.mu.Unlock()
		if readers == 0 {
			break
		} else if i == 10_000 {
			t.Fatal("who does not read is still waited for")
		}
		time.Sleep(time.Millisecond)
	}
}

// The mapping that was configured, which a bridge may have kept, is the first token's, whoever
// comes first.
func TestHTTPTheFirstPrincipal(t *testing.T) {
	s, p := served(t, Config{}, HTTPOptions{Tokens: []string{"one", "two"}})
	if shown := contentText(model(t, p, "fs", "kept@corp.com")); shown != "[EMAIL_0]" {
		t.Fatal(shown)
	}
	for _, x := range []struct{ token, want string }{{"two", "stands for nothing"}, {"one", "the mail of [EMAIL_0]"}} {
		_, _, head := ask(t, s, "POST", hi, "Authorization", "Bearer "+x.token)
		_, text, _ := ask(t, s, "POST", `{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"fs__mail","arguments":{"name":"[EMAIL_0]"}}}`,
			"Authorization", "Bearer "+x.token, headerSession, head.Get(headerSession))
		if !strings.Contains(text, x.want) {
			t.Errorf("%s: %s", x.token, text)
		}
	}
}
