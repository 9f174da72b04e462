package mcpproxy

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// sdkServer is a server of go-sdk, that counts how often its tools were called.
func sdkServer(calls *atomic.Int64) *mcp.Server {
	server := mcp.NewServer(&mcp.Implementation{Name: "peer", Version: "1"}, nil)
	type who struct {
		Name string `json:"name"`
	}
	say := func(ctx context.Context, r *mcp.CallToolRequest, x who) (*mcp.CallToolResult, any, error) {
		calls.Add(1)
		if token := r.Params.GetProgressToken(); token != nil {
			_ = r.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{ProgressToken: token, Message: "asking " + x.Name})
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "the mail of " + x.Name + " is " + strings.TrimSuffix(x.Name, "@corp.com") + "@corp.com"}}}, nil, nil
	}
	mcp.AddTool(server, &mcp.Tool{Name: "mail"}, say)
	mcp.AddTool(server, &mcp.Tool{Name: "look", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true}}, say)
	return server
}

// A talk is a client's session by hand, of a gateway that runs within the test.
type talk struct {
	t    *testing.T
	in   *io.PipeWriter
	out  Conn
	next int
}

func talksTo(t *testing.T, p *Proxy) *talk {
	t.Helper()
	in, w := io.Pipe()
	r, out := io.Pipe()
	served := make(chan error, 1)
	go func() { served <- p.Serve(t.Context(), NewLines(in, out, LineOptions{})) }()
	x := &talk{t: t, in: w, out: NewLines(r, w, LineOptions{})}
	t.Cleanup(func() {
		w.Close()
		r.Close()
		select {
		case <-served:
		case <-time.After(20 * time.Second):
			t.Error("the session does not end")
		}
	})
	x.ask("initialize", `{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}`)
	fmt.Fprintln(w, `{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	return x
}

// ask makes a request and waits for the answer.
func (x *talk) ask(method, params string) string {
	x.t.Helper()
	x.next++
	fmt.Fprintf(x.in, `{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`+"\n", x.next, method, params)
	type read struct {
		frame []byte
		err   error
	}
	for {
		c := make(chan read, 1)
		go func() {
			frame, err := x.out.ReadFrame(context.Background())
			c <- read{frame, err}
		}()
		select {
		case r := <-c:
			if r.err != nil {
				x.t.Fatal(r.err)
			}
			if bytes.Contains(r.frame, fmt.Appendf(nil, `"id":%d,`, x.next)) {
				return string(r.frame)
			}
		case <-time.After(20 * time.Second):
			x.t.Fatalf("%s has no answer", method)
		}
	}
}

func (x *talk) call(tool, name string) string {
	return x.ask("tools/call", `{"name":"web__`+tool+`","arguments":{"name":"`+name+`"},"_meta":{"progressToken":1}}`)
}

// behind is a gateway with one upstream at a URL.
func behind(t *testing.T, url string, headers Headers) *Proxy {
	return protecting(t, Config{Upstreams: map[string]UpstreamConfig{"web": {URL: url, Headers: headers}}})
}

// Servers that others have written are reached over both transports: values go there and back.
func TestUpstreamOverHTTP(t *testing.T) {
	t.Setenv("WEB_TOKEN", "tok-123")
	for name, serve := range map[string]func(*mcp.Server) http.Handler{
		"streams": func(s *mcp.Server) http.Handler {
			return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil)
		},
		"JSON": func(s *mcp.Server) http.Handler {
			return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{JSONResponse: true})
		},
		"the older transport": func(s *mcp.Server) http.Handler {
			return mcp.NewSSEHandler(func(*http.Request) *mcp.Server { return s }, nil)
		},
	} {
		t.Run(name, func(t *testing.T) {
			var calls, strangers atomic.Int64
			h := serve(sdkServer(&calls))
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.Header.Get("Authorization") != "Bearer tok-123" {
					strangers.Add(1)
				}
				h.ServeHTTP(w, r)
			}))
			t.Cleanup(func() { server.CloseClientConnections(); server.Close() })
			x := talksTo(t, behind(t, server.URL, Headers{"authorization": "Bearer env:WEB_TOKEN"}))
			if got := x.call("mail", "ann"); !strings.Contains(got, "the mail of ann is [EMAIL_0]") {
				t.Errorf("the model sees %s", got)
			}
			if got := x.call("mail", "[EMAIL_0]"); !strings.Contains(got, "the mail of [EMAIL_0] is [EMAIL_0]") {
				t.Errorf("the model sees %s", got)
			}
			if got := x.call("none", "ann"); !strings.Contains(got, "error") {
				t.Errorf("there is a tool that is none: %s", got)
			}
			if strangers.Load() > 0 {
				t.Error("a request has no token")
			}
		})
	}
}

// A session that the server has ended is begun anew, and the call that was told so is carried
// out, once.
func TestUpstreamEndsTheSession(t *testing.T) {
	var calls atomic.Int64
	var mu sync.Mutex
	var h http.Handler
	anew := func() {
		mu.Lock()
		defer mu.Unlock()
		s := sdkServer(&calls)
		h = mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil)
	}
	anew()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		now := h
		mu.Unlock()
		now.ServeHTTP(w, r)
	}))
	t.Cleanup(func() { server.CloseClientConnections(); server.Close() })
	x := talksTo(t, behind(t, server.URL, nil))
	x.call("mail", "ann")
	for round := range 3 {
		anew()
		if got := x.call("mail", "bob"); !strings.Contains(got, "the mail of bob is [EMAIL_1]") {
			t.Fatalf("round %d: %s", round, got)
		}
		if n := calls.Load(); n != int64(round)+2 {
			t.Fatalf("%d calls were carried out in round %d", n, round)
		}
	}
}

// A stream that breaks off is resumed; where it cannot be, a call is made again only if its
// tool says that this does no harm, and else fails with what is known.
func TestUpstreamBreaksOff(t *testing.T) {
	var calls atomic.Int64
	for name, c := range map[string]struct {
		tool, want string
		calls      int64
		events     bool // the server has ids, and goes on
	}{
		"a call that writes":     {"mail", "whether the call was carried out is not known", 1, false},
		"a call that reads":      {"look", "the mail of ann is [EMAIL_0]", 2, false},
		"a call that is resumed": {"mail", "the mail of ann is [EMAIL_0]", 1, true},
	} {
		t.Run(name, func(t *testing.T) {
			calls.Store(0)
			o := &mcp.StreamableHTTPOptions{}
			if c.events {
				o.EventStore = mcp.NewMemoryEventStore(nil)
			}
			s := sdkServer(&calls)
			h := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, o)
			var cut atomic.Bool
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				b, _ := io.ReadAll(r.Body)
				r.Body = io.NopCloser(bytes.NewReader(b))
				if bytes.Contains(b, []byte("tools/call")) && cut.CompareAndSwap(false, true) {
					w = &cutting{ResponseWriter: w}
				}
				h.ServeHTTP(w, r)
			}))
			t.Cleanup(func() { server.CloseClientConnections(); server.Close() })
			n, p := &notebook{}, behind(t, server.URL, nil)
			p.cfg().Observer = n
			x := talksTo(t, p)
			if got := x.call(c.tool, "ann"); !strings.Contains(got, c.want) || calls.Load() != c.calls {
				t.Errorf("%d calls, %s", calls.Load(), got)
			}
			if told := n.told(1); strings.Count(told, "1 asks web\n1 answered ") != int(c.calls) || (c.calls == 2) != strings.Contains(told, "{Error:_OTHER Sent:142 Received:0}\n1 asks") {
				t.Errorf("the Observer is told %s", told)
			}
		})
	}
}

// A cutting writer breaks the connection behind the first event.
type cutting struct {
	http.ResponseWriter
	wrote, cut bool
}

func (w *cutting) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w *cutting) Write(b []byte) (int, error) {
	if w.wrote {
		w.cut = true
		if c, _, err := w.ResponseWriter.(http.Hijacker).Hijack(); err == nil {
			c.Close()
		}
		return 0, errors.New("cut")
	}
	w.wrote = true
	n, err := w.ResponseWriter.Write(b)
	w.ResponseWriter.(http.Flusher).Flush()
	return n, err
}

func (w *cutting) Flush() {
	if !w.cut {
		w.ResponseWriter.(http.Flusher).Flush()
	}
}

// What a server at a URL may not do: send us, and our secrets, elsewhere; answer for others.
func TestHostileHTTPUpstream(t *testing.T) {
	t.Setenv("WEB_TOKEN", "tok-123")
	var reached atomic.Int64
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached.Add(1) }))
	defer elsewhere.Close()
	why := map[string]string{
		"a redirect": "it wants us elsewhere", "an endpoint elsewhere": "no transport that is known", "no let": "see headers", "noise": "what is no answer",
		"an endless event": "longer than limits.max_message", "an endless answer": "more than 1048576 bytes",
	}
	for name, h := range map[string]http.HandlerFunc{
		"a redirect": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, elsewhere.URL, http.StatusTemporaryRedirect)
		},
		"an endpoint elsewhere": func(w http.ResponseWriter, r *http.Request) {
			if r.Method == "POST" {
				w.WriteHeader(http.StatusMethodNotAllowed)
				return
			}
			w.Header().Set("Content-Type", "text/event-stream")
			fmt.Fprintf(w, "event: endpoint\ndata: %s/x\n\n", elsewhere.URL)
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		},
		"no let": func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusUnauthorized) },
		"noise":  func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "welcome!") },
		"an endless event": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			for r.Context().Err() == nil {
				if _, err := w.Write(bytes.Repeat([]byte("data: x"), 1000)); err != nil {
					return
				}
			}
		},
		"an endless answer": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			for r.Context().Err() == nil {
				if _, err := w.Write(bytes.Repeat([]byte(" "), 1000)); err != nil {
					return
				}
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(h)
			defer func() { server.CloseClientConnections(); server.Close() }()
			p := protecting(t, Config{
				Upstreams: map[string]UpstreamConfig{"web": {URL: server.URL, Headers: Headers{"Authorization": "Bearer env:WEB_TOKEN"}, StartupTimeout: 5}},
				Limits:    LimitsConfig{MaxMessage: 1 << 20},
			})
			in, w := io.Pipe()
			r, out := io.Pipe()
			go func() { _ = p.Serve(t.Context(), NewLines(in, out, LineOptions{})) }()
			go fmt.Fprintln(w, hi)
			frame, err := NewLines(r, w, LineOptions{}).ReadFrame(t.Context())
			if err != nil || !bytes.Contains(frame, []byte(`"error"`)) || !bytes.Contains(frame, []byte(why[name])) || bytes.Contains(frame, []byte("tok-123")) {
				t.Errorf("it answers %.300s, %v", frame, err)
			}
			w.Close()
			r.Close()
			if reached.Load() > 0 {
				t.Error("we were sent elsewhere")
			}
		})
	}
}

// What a server at a URL tells of itself, for no request, is heard; with ours its session ends.
func TestUpstreamTellsAndEnds(t *testing.T) {
	var calls, ended atomic.Int64
	s := sdkServer(&calls)
	h := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil)
	listens := make(chan struct{}, 10)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.Method {
		case http.MethodGet:
			if r.Header.Get(headerSession) == "" || r.Header.Get(headerVersion) == "" {
				t.Error("a stream is asked for without session or version")
			}
			listens <- struct{}{}
		case http.MethodDelete:
			ended.Add(1)
		}
		h.ServeHTTP(w, r)
	}))
	t.Cleanup(func() { server.CloseClientConnections(); server.Close() })
	t.Run("session", func(t *testing.T) {
		x := talksTo(t, behind(t, server.URL, nil))
		x.call("mail", "ann")
		select {
		case <-listens:
		case <-time.After(10 * time.Second):
			t.Fatal("nobody listens")
		}
		told := make(chan string, 1)
		go func() {
			if frame, err := x.out.ReadFrame(context.Background()); err == nil {
				told <- string(frame)
			}
		}()
		for range 100 { // the server may not know the stream at first
			mcp.AddTool(s, &mcp.Tool{Name: "more"}, func(context.Context, *mcp.CallToolRequest, any) (*mcp.CallToolResult, any, error) {
				return nil, nil, nil
			})
			select {
			case frame := <-told:
				if !strings.Contains(frame, "notifications/tools/list_changed") {
					t.Errorf("told: %s", frame)
				}
				return
			case <-time.After(200 * time.Millisecond):
			}
		}
		t.Error("nothing is told")
	})
	if ended.Load() != 1 {
		t.Errorf("%d sessions were ended", ended.Load())
	}
}

// A server that knows no session for long is not asked for ever.
func TestUpstreamEndsEverySession(t *testing.T) {
	var calls, refused atomic.Int64
	s := sdkServer(&calls)
	h := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		if bytes.Contains(b, []byte("tools/call")) {
			refused.Add(1)
			w.WriteHeader(http.StatusNotFound)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(b))
		h.ServeHTTP(w, r)
	}))
	t.Cleanup(func() { server.CloseClientConnections(); server.Close() })
	x := talksTo(t, behind(t, server.URL, nil))
	if got := x.call("look", "ann"); !strings.Contains(got, "the call was not carried out") || refused.Load() != 2 {
		t.Errorf("%d calls, %s", refused.Load(), got)
	}
}

// A server may ask something while it sees to a call, on the stream of what belongs to none:
// that is there before the call is made. Who says nothing on it is not waited for for ever.
func TestUpstreamIsHeardBeforeACall(t *testing.T) {
	for name, silent := range map[string]bool{"a slow stream": false, "a silent one": true} {
		t.Run(name, func(t *testing.T) {
			var there atomic.Bool
			called := make(chan bool, 1)
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				b, _ := io.ReadAll(r.Body)
				switch {
				case r.Method == http.MethodGet:
					if silent {
						<-r.Context().Done()
						return
					}
					time.Sleep(100 * time.Millisecond)
					there.Store(true)
					w.Header().Set("Content-Type", "text/event-stream")
					w.(http.Flusher).Flush()
					<-r.Context().Done()
				case bytes.Contains(b, []byte("initialize\"")):
					w.Header().Set("Content-Type", "application/json")
					fmt.Fprint(w, `{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25"}}`)
				case bytes.Contains(b, []byte("tools/call")):
					called <- there.Load()
				default:
					w.WriteHeader(http.StatusAccepted)
				}
			}))
			defer func() { server.CloseClientConnections(); server.Close() }()
			c := newHTTPUpstream(server.URL, nil, 1<<20, func(string) {}, func(ctx context.Context, _ time.Duration) error {
				if !silent {
					<-ctx.Done()
				}
				return ctx.Err()
			})
			defer c.Close()
			for _, frame := range []string{hi, `{"jsonrpc":"2.0","method":"notifications/initialized"}`, `{"jsonrpc":"2.0","id":2,"method":"tools/call"}`} {
				if err := c.WriteFrame(t.Context(), []byte(frame)); err != nil {
					t.Fatal(err)
				}
				if frame == hi {
					if _, err := c.ReadFrame(t.Context()); err != nil {
						t.Fatal(err)
					}
				}
			}
			if heard := <-called; heard == silent {
				t.Errorf("the call comes when the stream is there: %v", heard)
			}
		})
	}
}

// What logs are wanted is known to a server when it gets the call that comes next, though each
// has a connection of its own. Who does not answer is not waited for for ever.
func TestUpstreamKnowsTheLevelBeforeACall(t *testing.T) {
	for name, silent := range map[string]bool{"a slow answer": false, "no answer": true} {
		t.Run(name, func(t *testing.T) {
			var known atomic.Bool
			called, reached := make(chan bool, 1), make(chan struct{})
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				b, _ := io.ReadAll(r.Body)
				if bytes.Contains(b, []byte("tools/call")) {
					called <- known.Load()
					return
				}
				close(reached)
				if silent {
					<-r.Context().Done()
					return
				}
				time.Sleep(100 * time.Millisecond)
				known.Store(true)
				w.Header().Set("Content-Type", "application/json")
				fmt.Fprint(w, `{"jsonrpc":"2.0","id":2,"result":{}}`)
			}))
			defer func() { server.CloseClientConnections(); server.Close() }()
			c := newHTTPUpstream(server.URL, nil, 1<<20, func(string) {}, func(ctx context.Context, _ time.Duration) error {
				<-reached
				if !silent {
					<-ctx.Done()
				}
				return ctx.Err()
			})
			defer c.Close()
			go func() { _, _ = c.ReadFrame(t.Context()) }()
			for _, frame := range []string{`{"jsonrpc":"2.0","id":2,"method":"logging/setLevel","params":{"level":"info"}}`, `{"jsonrpc":"2.0","id":3,"method":"tools/call"}`} {
				if err := c.WriteFrame(t.Context(), []byte(frame)); err != nil {
					t.Fatal(err)
				}
			}
			if got := <-called; got == silent {
				t.Errorf("the level is known when the call comes: %v", got)
			}
		})
	}
}
