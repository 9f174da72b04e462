package mcpproxy

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// HTTPOptions are those of Handler. The zero value is for this machine alone.
type HTTPOptions struct {
	// Tokens are the bearer tokens that are accepted (RFC 6750); without any, none is asked
	// for. Each is a principal, which has a mapping of its own: its stand-ins name nothing to
	// others, and its sessions are not theirs.
	Tokens []string
	// Hosts are names, without a port, that the Host header may have beside those of this
	// machine; Origins are values of the Origin header beside those of pages of this machine.
	// All else is refused: a page elsewhere could reach us by a name that it has bound anew.
	Hosts, Origins []string
	MaxSessions    int           // 0 means 1000
	IdleTimeout    time.Duration // of a session without a connection; 0 means 30 minutes
	Resume         time.Duration // how long the events of a broken connection are kept; 0 means 2 minutes
	KeepAlive      time.Duration // between signs of life on a stream; 0 means 20 seconds
	ReadTimeout    time.Duration // for one message; 0 means 60 seconds
	WriteTimeout   time.Duration // for one event; 0 means 60 seconds
	Patience       time.Duration // before a stream begins without an event; 0 means 250 ms
}

func (o HTTPOptions) withDefaults() HTTPOptions {
	set := func(d *time.Duration, def time.Duration) {
		if *d <= 0 {
			*d = def
		}
	}
	if o.MaxSessions <= 0 {
		o.MaxSessions = 1000
	}
	set(&o.IdleTimeout, 30*time.Minute)
	set(&o.Resume, 2*time.Minute)
	set(&o.KeepAlive, 20*time.Second)
	set(&o.ReadTimeout, 60*time.Second)
	set(&o.WriteTimeout, 60*time.Second)
	set(&o.Patience, 250*time.Millisecond)
	return o
}

// The headers of the transport (MCP 2025-11-25, basic/transports).
const (
	headerSession = "Mcp-Session-Id"
	headerVersion = "Mcp-Protocol-Version"
	headerLast    = "Last-Event-Id"
)

// A Handler serves a Proxy over Streamable HTTP, revisions 2025-03-26 to 2025-11-25, at
// whatever path it stands. It is safe for concurrent use.
type Handler struct {
	p      *Proxy
	o      HTTPOptions
	tokens [][sha256.Size]byte
	ctx    context.Context
	stop   context.CancelFunc
	group  sync.WaitGroup

	mu       sync.Mutex
	sessions map[string]*httpSession
	proxies  map[string]*Proxy // by principal
}

// A httpSession is one that is open.
type httpSession struct {
	conn      *httpConn
	principal string
}

// Handler returns one that serves p. Close ends its sessions.
func (p *Proxy) Handler(o HTTPOptions) *Handler {
	if len(o.Tokens) > 1 {
		q := *p
		q.several = true
		p = &q
	}
	h := &Handler{p: p, o: o.withDefaults(), sessions: map[string]*httpSession{}, proxies: map[string]*Proxy{}}
	for _, t := range o.Tokens {
		h.tokens = append(h.tokens, sha256.Sum256([]byte(t)))
	}
	h.ctx, h.stop = context.WithCancel(context.Background())
	h.group.Go(h.tidy)
	return h
}

// Close ends all sessions, and returns when their upstreams are gone.
func (h *Handler) Close() error {
	h.stop()
	h.mu.Lock()
	for _, s := range h.sessions {
		_ = s.conn.Close()
	}
	h.mu.Unlock()
	h.group.Wait()
	var err error
	for _, p := range h.proxies {
		if p != h.p {
			err = errors.Join(err, p.Close())
		}
	}
	return err
}

// tidy ends sessions that nobody uses.
func (h *Handler) tidy() {
	every := time.NewTicker(min(h.o.Resume, h.o.IdleTimeout) / 2)
	defer every.Stop()
	for {
		select {
		case <-h.ctx.Done():
			return
		case now := <-every.C:
			h.mu.Lock()
			for _, s := range h.sessions {
				s.conn.forget(now.Add(-h.o.Resume))
				if s.conn.idle(now.Add(-h.o.IdleTimeout)) {
					_ = s.conn.Close()
				}
			}
			h.mu.Unlock()
		}
	}
}

// ServeHTTP is one request of a client.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	principal, ok := h.asker(w, r)
	if !ok {
		return
	}
	if v := r.Header.Get(headerVersion); v != "" && !slices.Contains(versions, v) {
		refuse(w, http.StatusBadRequest, "this protocol version is not spoken here: begin with initialize")
		return
	}
	switch r.Method {
	case http.MethodPost:
		h.post(w, r, principal)
	case http.MethodGet:
		h.get(w, r, principal)
	case http.MethodDelete:
		if s := h.session(w, r, principal); s != nil {
			_ = s.conn.Close()
			w.WriteHeader(http.StatusNoContent)
		}
	default:
		w.Header().Set("Allow", "GET, POST, DELETE")
		refuse(w, http.StatusMethodNotAllowed, "this method is not served here")
	}
}

// asker tells who asks; false if nobody may, and has been told so.
func (h *Handler) asker(w http.ResponseWriter, r *http.Request) (principal string, ok bool) {
	if !h.isOurHost(r.Host) {
		refuse(w, http.StatusForbidden, "this host is not served here (listen.hosts)")
		return "", false
	}
	if origin := r.Header.Get("Origin"); origin != "" && !h.isOurOrigin(origin) {
		refuse(w, http.StatusForbidden, "pages of this origin are not served here (listen.origins)")
		return "", false
	}
	principal, ok = h.principal(r)
	if !ok {
		w.Header().Set("WWW-Authenticate", "Bearer")
		refuse(w, http.StatusUnauthorized, "a bearer token is needed")
		return "", false
	}
	return principal, true
}

// refuse answers with an error of JSON-RPC that has no id.
func refuse(w http.ResponseWriter, status int, why string) {
	refuseFrame(w, status, errorResponse([]byte("null"), codeInvalidRequest, why, nil))
}

func refuseFrame(w http.ResponseWriter, status int, frame []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(frame)
}

func (h *Handler) isOurHost(host string) bool {
	name := host
	if n, _, err := net.SplitHostPort(host); err == nil {
		name = n
	}
	return isLocal(name) || slices.ContainsFunc(h.o.Hosts, func(x string) bool { return strings.EqualFold(x, name) })
}

func (h *Handler) isOurOrigin(origin string) bool {
	u, err := url.Parse(origin)
	return err == nil && isLocal(u.Hostname()) || slices.Contains(h.o.Origins, origin)
}

// isLocal reports whether a name is one of this machine, which nobody can bind anew.
func isLocal(name string) bool {
	if strings.EqualFold(name, "localhost") {
		return true
	}
	a, err := netip.ParseAddr(strings.Trim(name, "[]"))
	return err == nil && a.IsLoopback()
}

// principal tells who asks.
func (h *Handler) principal(r *http.Request) (string, bool) {
	if len(h.tokens) == 0 {
		return "", true
	}
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	sum := sha256.Sum256([]byte(strings.TrimSpace(token)))
	who := -1
	for i := range h.tokens { // all of them, so that time tells nothing
		if subtle.ConstantTimeCompare(h.tokens[i][:], sum[:]) == 1 {
			who = i
		}
	}
	return strconv.Itoa(who), who >= 0 && strings.EqualFold(scheme, "Bearer")
}

// session is the one that a request names; if there is none it answers, and returns nil.
func (h *Handler) session(w http.ResponseWriter, r *http.Request, principal string) *httpSession {
	id := r.Header.Get(headerSession)
	if id == "" {
		refuse(w, http.StatusBadRequest, "the request has no Mcp-Session-Id: begin with initialize")
		return nil
	}
	h.mu.Lock()
	s := h.sessions[id]
	h.mu.Unlock()
	if s == nil || s.principal != principal {
		refuse(w, http.StatusNotFound, "there is no such session: begin with initialize")
		return nil
	}
	return s
}

// post is one message of the client's.
func (h *Handler) post(w http.ResponseWriter, r *http.Request, principal string) {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		refuse(w, http.StatusUnsupportedMediaType, "a message is application/json")
		return
	}
	if !accepts(r, "application/json") || !accepts(r, "text/event-stream") {
		refuse(w, http.StatusNotAcceptable, "Accept has application/json and text/event-stream")
		return
	}
	var s *httpSession
	most := min(h.p.cfg().Limits.MaxMessage, helloLength)
	if r.Header.Get(headerSession) != "" {
		if s = h.session(w, r, principal); s == nil {
			return
		}
		most = h.p.cfg().Limits.MaxMessage
	}
	body := http.NewResponseController(w)
	_ = body.SetReadDeadline(time.Now().Add(h.o.ReadTimeout))
	frame, err := readBody(w, r, most)
	if errors.Is(err, errLongBody) {
		refuse(w, http.StatusRequestEntityTooLarge, fmt.Sprintf("the message is longer than %d bytes (limits.max_message; without a session, 1 MiB)", most))
		return
	} else if err != nil {
		refuse(w, http.StatusBadRequest, "the message did not come whole")
		return
	}
	_ = body.SetReadDeadline(time.Time{})
	m, err := parse(frame)
	var bad *FrameError
	if errors.As(err, &bad) {
		refuseFrame(w, http.StatusBadRequest, errorResponse(orNull(bad.ID), bad.Code, bad.Why, nil))
		return
	}
	begins := m.isRequest() && m.method == "initialize" && s == nil
	if begins {
		if s = h.open(w, principal); s == nil {
			return
		}
		w.Header().Set(headerSession, s.conn.id)
	} else if s == nil {
		h.session(w, r, principal) // it says that there is none
		return
	}
	if !m.isRequest() {
		if s.conn.give(r.Context(), frame) != nil {
			refuse(w, http.StatusNotFound, "the session has ended")
			return
		}
		w.WriteHeader(http.StatusAccepted)
		return
	}
	stream := s.conn.begin(m.bytes(m.id), traceOf(r.Header))
	if stream == nil {
		refuseFrame(w, http.StatusBadRequest, errorResponse(m.bytes(m.id), codeInvalidRequest, "the id is that of a request that was not answered yet", nil))
		return
	}
	reader := s.conn.reader(stream, 0)
	defer func() { reader.end(time.Now()) }()
	if s.conn.give(r.Context(), frame) != nil {
		refuse(w, http.StatusNotFound, "the session has ended")
		return
	}
	if h.answer(w, r, reader); begins && stream.failed() {
		_ = s.conn.Close()
	}
}

// answer writes what comes for a request, as events: one that did not come can be asked for
// again. The stream begins with the first, or when none comes for a while, so that who waits
// knows that we are there.
func (h *Handler) answer(w http.ResponseWriter, r *http.Request, reader *httpReader) {
	patience := time.NewTimer(h.o.Patience)
	defer patience.Stop()
	if more := reader.waits(); more != nil {
		select {
		case <-more:
		case <-patience.C:
		case <-reader.c.closed:
			refuse(w, http.StatusNotFound, "the session has ended")
			return
		case <-r.Context().Done():
			return
		}
	}
	h.sse(w, r.Context(), reader, h.primes(r))
}

// failed reports whether the answer is an error.
func (s *httpStream) failed() bool {
	if !s.done || len(s.events) == 0 {
		return false
	}
	m, err := parse(s.events[len(s.events)-1].data)
	return err != nil || !m.err.empty()
}

// primes reports whether a client knows events without data: since 2025-11-25.
func (h *Handler) primes(r *http.Request) bool { return r.Header.Get(headerVersion) >= "2025-11-25" }

// accepts reports whether a request takes an answer of a kind.
func accepts(r *http.Request, kind string) bool {
	major, _, _ := strings.Cut(kind, "/")
	for _, line := range r.Header.Values("Accept") {
		for part := range strings.SplitSeq(line, ",") {
			part, _, _ = strings.Cut(part, ";")
			if part = strings.ToLower(strings.TrimSpace(part)); part == kind || part == major+"/*" || part == "*/*" {
				return true
			}
		}
	}
	return false
}

// get is the stream of what belongs to no request, or of one that broke.
func (h *Handler) get(w http.ResponseWriter, r *http.Request, principal string) {
	if !accepts(r, "text/event-stream") {
		refuse(w, http.StatusNotAcceptable, "Accept has text/event-stream")
		return
	}
	s := h.session(w, r, principal)
	if s == nil {
		return
	}
	stream, after := s.conn.alone, fresh // who does not say where it was gets nothing twice
	if last := r.Header.Get(headerLast); last != "" {
		var ok bool
		if stream, after, ok = s.conn.find(last); !ok {
			refuse(w, http.StatusBadRequest, "the events behind this one are not kept any more")
			return
		}
	}
	reader := s.conn.reader(stream, after)
	defer func() { reader.end(time.Now()) }()
	h.sse(w, r.Context(), reader, false)
}

// open begins a session; if it cannot it answers, and returns nil.
func (h *Handler) open(w http.ResponseWriter, principal string) *httpSession {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.ctx.Err() != nil || len(h.sessions) >= h.o.MaxSessions {
		w.Header().Set("Retry-After", "60")
		refuse(w, http.StatusServiceUnavailable, "there are too many sessions (listen.max_sessions)")
		return nil
	}
	p, err := h.proxyOf(principal)
	if err != nil {
		h.p.log.Error("a session cannot begin", "why", err.Error())
		refuse(w, http.StatusInternalServerError, "the session cannot begin")
		return nil
	}
	s := &httpSession{conn: newHTTPConn(rand.Text(), 2*h.p.cfg().Limits.MaxMessage, time.Now()), principal: principal}
	h.sessions[s.conn.id] = s
	h.group.Go(func() {
		if err := p.Serve(h.ctx, s.conn); err != nil {
			h.p.log.Warn("a session has failed", "why", err.Error())
		}
		_ = s.conn.Close()
		h.mu.Lock()
		delete(h.sessions, s.conn.id)
		h.mu.Unlock()
	})
	return s
}

// proxyOf is the proxy of a principal: that of the first token has the one that was configured,
// whoever comes first, for a bridge may have kept what was said to it; others have a mapping
// of their own.
func (h *Handler) proxyOf(principal string) (*Proxy, error) {
	if p := h.proxies[principal]; p != nil {
		return p, nil
	}
	p := h.p
	if principal != "" && principal != "0" {
		var err error
		if p, err = h.p.another(); err != nil {
			return nil, err
		}
	}
	h.proxies[principal] = p
	return p, nil
}
