package mcpproxy

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// A httpUpstream is an upstream over HTTP: Streamable HTTP, or, where the server speaks only
// that, HTTP with server-sent events as of 2024-11-05. Each request has a POST of its own,
// and what the server says in its answer belongs to it.
type httpUpstream struct {
	client *http.Client
	url    string
	header http.Header
	max    int
	log    func(why string)
	wait   func(ctx context.Context, d time.Duration) error

	ctx   context.Context
	end   context.CancelFunc
	group sync.WaitGroup
	inbox chan related
	last  atomic.Int64 // the request that what was read last belongs to

	mu       sync.Mutex
	session  string
	version  string // as the server has answered initialize
	posts    map[int64]context.CancelFunc
	endpoint string // where messages go, if the server speaks the older transport
	listens  bool   // for what belongs to no request
}

// A related frame belongs to a request, or says what became of one.
type related struct {
	frame []byte
	to    int64 // 0: to none
	err   error
}

// A callError says that one request gets no answer. The connection lives.
type callError struct {
	id     int64
	why    string
	unsent bool // the server has not got it, or has refused it unread
}

func (e *callError) Error() string { return "mcpproxy: " + e.why }

// errSession says that the server knows the session no more: nothing was carried out.
var errSession = errors.New("mcpproxy: the server has ended the session")

// Times of a connection.
const (
	dialTime     = 10 * time.Second
	farewellTime = 2 * time.Second
	firstRetry   = time.Second
	longestRetry = 30 * time.Second
	hearingTime  = 2 * time.Second
	resumeTries  = 5
)

func newHTTPUpstream(u string, header http.Header, max int, log func(string), wait func(context.Context, time.Duration) error) *httpUpstream {
	c := &httpUpstream{url: u, header: header, max: max, log: log, wait: wait, inbox: make(chan related), posts: map[int64]context.CancelFunc{}}
	c.ctx, c.end = context.WithCancel(context.Background())
	c.client = &http.Client{
		Transport: &http.Transport{
			Proxy: http.ProxyFromEnvironment, DialContext: (&net.Dialer{Timeout: dialTime}).DialContext, TLSHandshakeTimeout: dialTime,
			ForceAttemptHTTP2: true, MaxIdleConnsPerHost: 16, IdleConnTimeout: 90 * time.Second, DisableCompression: true,
		},
		// Headers hold secrets, and are for the server that the configuration names.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return c
}

func (c *httpUpstream) ReadFrame(ctx context.Context) ([]byte, error) {
	select {
	case r := <-c.inbox:
		c.last.Store(r.to)
		return r.frame, r.err
	case <-c.ctx.Done():
		return nil, io.EOF
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// belongs is the request that the frame read last belongs to; 0 for none.
func (c *httpUpstream) belongs() int64 { return c.last.Load() }

func (c *httpUpstream) give(r related) {
	select {
	case c.inbox <- r:
	case <-c.ctx.Done():
	}
}

// WriteFrame sends one message. It returns when a request was sent, or when anything else was
// taken: what follows is not to overtake it, on a connection of its own. So one that says which
// logs are wanted has an answer by then, or is slow to give it.
func (c *httpUpstream) WriteFrame(ctx context.Context, frame []byte) error {
	m, err := parse(frame)
	if err != nil {
		return err
	}
	if c.ctx.Err() != nil {
		return io.ErrClosedPipe
	}
	if !m.isRequest() {
		return c.tell(ctx, &m, frame)
	}
	id, _ := upstreamID(m.bytes(m.id))
	post, cancel := context.WithCancel(c.ctx)
	c.mu.Lock()
	c.posts[id] = cancel
	older := c.endpoint != ""
	c.mu.Unlock()
	sent := make(chan struct{})
	var once sync.Once
	wrote := func() { once.Do(func() { close(sent) }) }
	method, onWay := m.method, wrote
	if method == "logging/setLevel" {
		onWay = func() {}
		c.group.Go(func() {
			_ = c.wait(post, hearingTime)
			wrote()
		})
	}
	frame = bytes.Clone(frame)
	c.group.Go(func() {
		defer cancel()
		err := c.request(post, id, method == "initialize", frame, onWay, older)
		wrote()
		c.mu.Lock()
		delete(c.posts, id)
		c.mu.Unlock()
		if err != nil && post.Err() == nil {
			c.give(related{err: err, to: id})
		}
	})
	select {
	case <-sent:
	case <-ctx.Done():
		cancel()
		return ctx.Err()
	}
	return nil
}

// tell sends what has no answer.
func (c *httpUpstream) tell(ctx context.Context, m *message, frame []byte) error {
	answer, err := c.post(ctx, frame, nil)
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		c.log("a message was not taken: " + err.Error())
		return nil
	}
	defer drain(answer.Body)
	if answer.StatusCode == http.StatusNotFound && c.has(answer) {
		c.give(related{err: errSession})
	} else if answer.StatusCode/100 != 2 {
		c.log(fmt.Sprintf("a message was not taken: status %d", answer.StatusCode))
	}
	switch m.method {
	case "notifications/initialized":
		c.listen(ctx)
	case "notifications/cancelled":
		if id, ok := upstreamID(rawIn(m.bytes(m.params), "requestId")); ok {
			c.mu.Lock()
			cancel := c.posts[id]
			c.mu.Unlock()
			if cancel != nil {
				cancel()
			}
		}
	}
	return nil
}

func rawIn(object []byte, name string) []byte {
	at := memberAt(object, name)
	return object[at.start:at.end]
}

// has reports whether there was a session to be lost.
func (c *httpUpstream) has(*http.Response) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.session != ""
}

func drain(b io.ReadCloser) {
	_, _ = io.CopyN(io.Discard, b, chunk) // so that the connection can be used again
	_ = b.Close()
}

// post makes a POST. wrote, if not nil, is called when the request is on its way.
func (c *httpUpstream) post(ctx context.Context, frame []byte, wrote func()) (*http.Response, error) {
	if wrote != nil {
		ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{WroteRequest: func(x httptrace.WroteRequestInfo) {
			if x.Err == nil {
				wrote()
			}
		}})
	}
	c.mu.Lock()
	to := c.url
	if c.endpoint != "" {
		to = c.endpoint
	}
	c.mu.Unlock()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, to, bytes.NewReader(frame))
	if err != nil {
		return nil, err
	}
	c.dress(r)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	answer, err := c.client.Do(r)
	return answer, withoutURL(err)
}

// withoutURL is an error of net/http without the URL, which may hold a secret.
func withoutURL(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}

func (c *httpUpstream) dress(r *http.Request) {
	for k, v := range c.header {
		r.Header[k] = v
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.session != "" {
		r.Header.Set(headerSession, c.session)
	}
	if c.version != "" {
		r.Header.Set(headerVersion, c.version)
	}
}

// request sends a request and reads what the server says to it.
func (c *httpUpstream) request(ctx context.Context, id int64, begins bool, frame []byte, wrote func(), older bool) error {
	var sent atomic.Bool
	answer, err := c.post(ctx, frame, func() { sent.Store(true); wrote() })
	if err != nil {
		return &callError{id, "it cannot be reached: " + err.Error(), !sent.Load()}
	}
	defer drain(answer.Body)
	kind, _, _ := mime.ParseMediaType(answer.Header.Get("Content-Type"))
	switch status := answer.StatusCode; {
	case older && status/100 == 2: // the answer comes on the stream
		return nil
	case status == http.StatusNotFound && !begins && c.has(answer):
		return errSession
	case begins && (status == http.StatusBadRequest || status == http.StatusNotFound || status == http.StatusMethodNotAllowed):
		drain(answer.Body)
		return c.olderTransport(ctx, id, frame, status)
	case status/100 == 3:
		return &callError{id, "it wants us elsewhere: give its new url", true}
	case status == http.StatusUnauthorized, status == http.StatusForbidden:
		return &callError{id, fmt.Sprintf("it does not let us in (status %d): see headers", status), true}
	case status != http.StatusOK && kind != "application/json":
		return &callError{id, fmt.Sprintf("it answered with status %d", status), false}
	}
	if s := answer.Header.Get(headerSession); begins && s != "" {
		c.mu.Lock()
		c.session = s
		c.mu.Unlock()
	}
	if kind == "text/event-stream" {
		return c.stream(ctx, answer.Body, id, begins)
	}
	b, err := io.ReadAll(io.LimitReader(answer.Body, int64(c.max)+1))
	if err != nil {
		return &callError{id, "its answer broke off; whether the call was carried out is not known", false}
	}
	if len(b) > c.max {
		return &callError{id, fmt.Sprintf("it sent an answer of more than %d bytes: limits.max_message", c.max), false}
	}
	if kind != "application/json" || !c.hear(b, id, begins) {
		return &callError{id, "it answered with what is no answer", false}
	}
	return nil
}

// hear takes in a message that belongs to a request. It reports whether that is its answer.
func (c *httpUpstream) hear(frame []byte, id int64, begins bool) bool {
	m, err := parse(frame)
	mine := false
	if err == nil && m.isResponse() {
		n, ok := upstreamID(m.bytes(m.id))
		if mine = ok && n == id; mine && begins {
			c.mu.Lock()
			c.version = stringIn(m.bytes(m.result), "protocolVersion")
			c.mu.Unlock()
		}
	}
	c.give(related{frame: bytes.Clone(frame), to: id})
	return mine
}

// stream reads the events of an answer, and goes on where it broke if the server can do that.
func (c *httpUpstream) stream(ctx context.Context, body io.ReadCloser, id int64, begins bool) error {
	last, retry := "", firstRetry
	for try := 0; ; try++ {
		r := newSSEReader(body, c.max)
		for {
			e, err := r.next()
			if errors.Is(err, errLongEvent) {
				return &callError{id, err.Error(), false}
			} else if err != nil {
				break
			}
			if e.id != "" {
				last = e.id
			}
			if e.retry > 0 {
				retry = min(e.retry, longestRetry)
			}
			if len(e.data) > 0 && (e.name == "" || e.name == "message") {
				try = 0
				if c.hear(e.data, id, begins) {
					return nil
				}
			}
		}
		if last == "" || try >= resumeTries || ctx.Err() != nil {
			return &callError{id, "its answer broke off; whether the call was carried out is not known", false}
		}
		if c.wait(ctx, retry) != nil {
			return ctx.Err()
		}
		answer, err := c.get(ctx, last)
		if err != nil {
			continue
		}
		if answer.StatusCode != http.StatusOK {
			drain(answer.Body)
			return &callError{id, fmt.Sprintf("its answer broke off, and cannot be resumed (status %d); whether the call was carried out is not known", answer.StatusCode), false}
		}
		defer drain(answer.Body)
		body = answer.Body
	}
}

// get makes a GET for events behind the last one.
func (c *httpUpstream) get(ctx context.Context, last string) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, c.url, nil)
	if err != nil {
		return nil, err
	}
	c.dress(r)
	r.Header.Set("Accept", "text/event-stream")
	if last != "" {
		r.Header.Set(headerLast, last)
	}
	answer, err := c.client.Do(r)
	return answer, withoutURL(err)
}

// listen reads what belongs to no request, once, if the server has a stream for that. It
// returns when the stream is there: a server may ask on it what it needs to know for the call
// that comes next, and one that finds nobody there may ask nobody.
func (c *httpUpstream) listen(ctx context.Context) {
	c.mu.Lock()
	was := c.listens || c.endpoint != ""
	c.listens = true
	c.mu.Unlock()
	if was {
		return
	}
	waiting, answered := context.WithCancel(ctx)
	defer answered()
	c.group.Go(func() {
		last, retry := "", firstRetry
		for c.ctx.Err() == nil {
			answer, err := c.get(c.ctx, last)
			answered()
			if err == nil && answer.StatusCode == http.StatusNotFound && c.has(answer) {
				drain(answer.Body)
				c.give(related{err: errSession})
				return
			}
			if err == nil && answer.StatusCode != http.StatusOK { // 405: it has none
				drain(answer.Body)
				return
			}
			if err == nil {
				r := newSSEReader(answer.Body, c.max)
				for {
					e, err := r.next()
					if err != nil {
						break
					}
					if e.id != "" {
						last = e.id
					}
					if e.retry > 0 {
						retry = min(e.retry, longestRetry)
					}
					if len(e.data) > 0 {
						c.give(related{frame: e.data})
					}
				}
				_ = answer.Body.Close()
			}
			if c.wait(c.ctx, retry) != nil {
				return
			}
		}
	})
	_ = c.wait(waiting, hearingTime) // some say nothing before there is an event
}

// olderTransport is HTTP with server-sent events as of 2024-11-05: a stream whose first event
// names where messages go, and on which all answers come.
func (c *httpUpstream) olderTransport(ctx context.Context, id int64, frame []byte, status int) error {
	refused := &callError{id, fmt.Sprintf("it speaks no transport that is known: it answered initialize with status %d", status), true}
	answer, err := c.get(c.ctx, "")
	if err != nil {
		return refused
	}
	kind, _, _ := mime.ParseMediaType(answer.Header.Get("Content-Type"))
	if answer.StatusCode != http.StatusOK || kind != "text/event-stream" {
		drain(answer.Body)
		return refused
	}
	r := newSSEReader(answer.Body, c.max)
	e, err := r.next()
	for err == nil && e.name != "endpoint" {
		e, err = r.next()
	}
	base, _ := url.Parse(c.url)
	to, bad := base.Parse(strings.TrimSpace(string(e.data)))
	if err != nil || bad != nil || to.Scheme != base.Scheme || to.Host != base.Host { // it is not to send us, and our headers, elsewhere
		_ = answer.Body.Close()
		return refused
	}
	c.mu.Lock()
	c.endpoint = to.String()
	c.mu.Unlock()
	c.group.Go(func() {
		defer answer.Body.Close()
		for {
			e, err := r.next()
			if err != nil {
				c.give(related{err: io.EOF})
				return
			}
			if e.name == "" || e.name == "message" {
				c.give(related{frame: e.data})
			}
		}
	})
	return c.request(ctx, id, false, frame, func() {}, true)
}

// Close ends the session at the server, if that takes no time, and all that is under way.
func (c *httpUpstream) Close() error {
	c.mu.Lock()
	has := c.session != ""
	c.mu.Unlock()
	if has {
		ctx, cancel := context.WithTimeout(context.Background(), farewellTime)
		defer cancel()
		if r, err := http.NewRequestWithContext(ctx, http.MethodDelete, c.url, nil); err == nil {
			c.dress(r)
			if answer, err := c.client.Do(r); err == nil {
				drain(answer.Body)
			}
		}
	}
	c.end()
	c.group.Wait()
	c.client.CloseIdleConnections()
	return nil
}
