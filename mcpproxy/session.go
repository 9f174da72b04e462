package mcpproxy

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// codePage is the code of an error that sends a person to a page (MCP 2025-11-25, elicitation).
const codePage = "-32042"

// The codes of JSON-RPC, and those that the gateway gives in the range left to servers.
const (
	codeMethod        = -32601
	codeInvalidParams = -32602
	codeUpstream      = -32000
	codeTimeout       = -32001
	codeNoResource    = -32002
)

// A session is one client, from its first message to its last.
type session struct {
	p       *Proxy
	ctx     context.Context
	client  Conn
	records SessionRecorder // nil: nobody records
	leave   func()          // ends it at once: the client is gone
	set     atomic.Pointer[linkSet]
	uris    *uriIndex
	group   sync.WaitGroup

	reading sync.Mutex // held while a message of the client's is seen to
	over    bool       // nothing is any more

	reloading sync.Mutex // held while the upstreams change
	gone      []*link    // that were taken out, and may end still
	config    *Config    // by which the upstreams are what they are

	mu         sync.Mutex
	calls      map[string]*call // by the client's raw id
	calling    sync.WaitGroup
	next       int64 // id of what the client is asked
	asked      map[int64]*question
	elicited   map[elicitation]string     // what the client knows them by
	subscribed map[string]map[string]bool // upstream, URI
	reported   map[string]bool            // definitions
	hello      *hello
	ready      chan struct{} // closed when initialize was answered
	began      bool          // the client has said that it is initialized
	level      *[]byte       // params of its last logging/setLevel; nil for none
}

// A call is a request of the client that was not answered yet.
type call struct {
	s        *session
	id       []byte // raw
	row      *methodRow
	progress []byte    // its progress token, raw; nil for none
	seen     *observed // nil: nobody looks
	tally    *tally    // nil: nobody records
	asked    time.Time // when the client did

	mu       sync.Mutex
	ended    bool
	repeated bool  // it was sent once more
	maybe    bool  // it may have been carried out, and nobody knows
	link     *link // where it was sent
	upstream int64 // as what
	meant    *link // whom it is for
	to       *link // whom it was sent to, and since when: set before it is sent
	began    time.Time
}

// A question is a request of an upstream's that the client has not answered yet.
type question struct {
	link  *link
	conn  Conn // who has asked: nobody else is answered
	id    []byte
	row   *methodRow
	call  *call  // for which it was asked, as far as one can tell; nil for none
	token []byte // of its progress, raw; nil for none
	task  *task  // that it was answered by; nil for none
	asked string // method: of a question about a task, that of what the task is for
}

// read takes in what the client says, until it says no more.
func (s *session) read() error {
	for {
		frame, err := s.client.ReadFrame(s.ctx)
		var long *LongFrameError
		var bad *FrameError
		if err != nil && !errors.As(err, &long) && !errors.As(err, &bad) {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
		s.reading.Lock()
		if !s.over {
			s.take(frame, err)
		}
		s.reading.Unlock()
	}
}

// take sees to a frame, or to what came instead of one.
func (s *session) take(frame []byte, err error) {
	var long *LongFrameError
	var bad *FrameError
	var m message
	if err == nil {
		m, err = parse(frame)
	}
	switch {
	case errors.As(err, &long):
		if long.Method && len(long.ID) > 0 { // else it is an answer, or nobody's
			s.fail(long.ID, codeInvalidRequest, "a message of "+strconv.FormatInt(long.Size, 10)+" bytes is too long (limits.max_message)")
		}
	case errors.As(err, &bad):
		s.fail(orNull(bad.ID), bad.Code, bad.Why)
	case m.isResponse():
		s.answered(m)
	case m.isRequest():
		s.request(m)
	default:
		s.told(m)
	}
}

func orNull(id []byte) []byte {
	if len(id) == 0 {
		return []byte("null")
	}
	return id
}

// finish waits until what the client has asked is answered.
func (s *session) finish() {
	ctx, end := s.p.within(s.ctx)
	defer end()
	done := make(chan struct{})
	s.group.Go(func() { s.calling.Wait(); close(done) })
	select {
	case <-done:
	case <-ctx.Done():
		s.mu.Lock()
		open := s.calls
		s.mu.Unlock()
		for _, c := range cloneMap(open) {
			c.fail(codeTimeout, "the session has ended")
		}
	}
}

func cloneMap[K comparable, V any](m map[K]V) map[K]V {
	out := make(map[K]V, len(m))
	for k, v := range m {
		out[k] = v
	}
	return out
}

// send writes a message to the client: what of is the call that it belongs to, which is nil
// if nobody knows one.
func (s *session) send(of *call, frame []byte) {
	var id []byte
	if of != nil {
		id = of.id
	}
	s.write(id, false, frame)
}

// write writes a message that belongs to the client's request of that id, if there is one; it
// may be in pieces. A client that does not read ends its session.
func (s *session) write(id []byte, last bool, pieces ...[]byte) {
	if err := writeOf(s.ctx, s.client, id, last, pieces...); err != nil && s.ctx.Err() == nil {
		s.p.log.Debug("the client cannot be written to")
		s.leave()
	}
}

func (s *session) fail(id []byte, code int, why string) {
	s.write(id, true, errorResponse(id, code, why, nil))
}

// open notes a request of the client; nil if it is refused.
func (s *session) open(m *message, r *methodRow) *call {
	id := bytes.Clone(m.bytes(m.id))
	s.mu.Lock()
	defer s.mu.Unlock()
	why := ""
	switch {
	case s.calls[string(id)] != nil:
		why = "the id is that of a request that was not answered yet"
	case len(s.calls) >= s.p.cfg().Limits.MaxInFlight:
		why = "too many requests wait for an answer (limits.max_in_flight)"
	}
	if why != "" {
		s.group.Go(func() { s.fail(id, codeInvalidRequest, why) })
		return nil
	}
	c := &call{s: s, id: id, row: r, asked: s.p.clock.Now()}
	if s.records != nil {
		c.tally = &tally{}
	}
	s.calls[string(id)] = c
	s.calling.Add(1)
	return c
}

// end reports whether c is still to be answered: once.
func (c *call) end() bool {
	c.mu.Lock()
	was := c.ended
	c.ended = true
	c.mu.Unlock()
	if was {
		return false
	}
	c.s.mu.Lock()
	delete(c.s.calls, string(c.id))
	c.s.mu.Unlock()
	return true
}

// answer sends what writes the frame, if c is still to be answered, and counts how it ended.
// It counts as open until that has been written.
func (c *call) answer(outcome string, frame func() [][]byte) {
	if c.end() {
		c.count(outcome)
		c.s.write(c.id, true, frame()...)
		c.s.calling.Done()
	}
}

// count counts c, if it went to an upstream, and tells the Observer.
func (c *call) count(outcome string) {
	c.mu.Lock()
	l, began := c.to, c.began
	c.mu.Unlock()
	if l != nil {
		c.s.p.counts.called(CallKind{l.name, c.row.method, outcome}, c.s.p.clock.Now().Sub(began).Seconds())
	}
	c.seen.end(l.called(), outcome)
}

func (c *call) result(result []byte) {
	c.answer("ok", func() [][]byte { return responsePieces(c.id, result) })
}

func (c *call) fail(code int, why string) {
	c.seen.note(strconv.Itoa(code))
	c.answer("failed", func() [][]byte { return [][]byte{errorResponse(c.id, code, why, nil)} })
}

// passage is what is recorded of c.
func (c *call) passage(to Side) Passage {
	return Passage{Upstream: c.upstreamName(), Method: c.row.method, To: to, Duration: c.takes()}
}

func (c *call) upstreamName() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return cmp.Or(c.to, c.meant).called()
}

// failed answers with an error of the gateway's own, which holds no value, and records that.
func (c *call) failed(err error) {
	c.s.recordEnd(c.tally, c.passage(ToModel), err)
	c.refuse(err)
}

// refuse answers with an error of the gateway's own.
func (c *call) refuse(err error) {
	var shield *ShieldError
	var upstream *UpstreamError
	switch {
	case errors.As(err, &shield):
		c.s.p.count(func(x *Counters) { x.Refused++ })
		c.fail(shield.Code, shield.Error())
	case errors.As(err, &upstream) && upstream.Timeout:
		c.fail(codeTimeout, upstream.Error())
	case errors.As(err, &upstream):
		c.fail(codeUpstream, upstream.Error())
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		c.fail(codeTimeout, "mcpproxy: the request has taken too long, or was given up")
	default:
		c.fail(codeInternal, err.Error())
	}
}

// heard notes that c was sent to somebody who may have carried it out, and has not said so. It
// is of no use to nil, which is no call of the client's.
func (c *call) heard() {
	if c != nil {
		c.mu.Lock()
		c.maybe = true
		c.mu.Unlock()
	}
}

func (c *call) wasHeard() bool {
	if c == nil {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.maybe
}

// sending notes whom c is for, and that it is on its way.
func (c *call) sending(l *link) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.to = l; c.began.IsZero() {
		c.began = c.s.p.clock.Now()
	}
}

// sent notes where c waits; false if it was cancelled meanwhile.
func (c *call) sent(l *link, id int64) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.link, c.upstream = l, id
	return !c.ended
}

// request is a request of the client's.
func (s *session) request(m message) {
	r := rowOf(m.method, fromClient, false)
	if r == nil || r.route == notRelayed {
		s.fail(bytes.Clone(m.bytes(m.id)), codeMethod, "mcpproxy: "+quoteMethod(m.method)+" is not spoken here: it names no upstream")
		return
	}
	c := s.open(&m, r)
	if c == nil {
		return
	}
	if m.method == "ping" {
		c.result([]byte("{}"))
		return
	}
	if m.method == "initialize" {
		s.group.Go(func() { s.initialize(c, m) })
		return
	}
	if !s.isReady() {
		c.fail(codeInvalidRequest, "mcpproxy: the session begins with initialize")
		return
	}
	switch r.route {
	case toAll:
		s.observe(c, m.bytes(m.params))
		s.group.Go(func() { s.list(c, m) })
	case toGateway: // logging/setLevel
		s.setLevel(c, m)
	default:
		s.observe(c, m.bytes(m.params))
		s.forward(c, m)
	}
}

// quoteMethod is a method's name as an error may show it.
func quoteMethod(s string) string {
	for i := range len(s) {
		if b := s[i]; !('a' <= b|0x20 && b|0x20 <= 'z' || b == '/' || b == '_') {
			return "this method"
		}
	}
	return s
}

func (s *session) isReady() bool {
	select {
	case <-s.ready:
		return true
	default:
		return false
	}
}

// told is a notification of the client's.
func (s *session) told(m message) {
	switch m.method {
	case initialized:
		s.mu.Lock()
		s.began = true
		s.mu.Unlock()
		params := s.toAny(m.bytes(m.params))
		frame, said := m.splice(edit{m.params, params}), len(params)
		for _, l := range s.all() {
			l.enqueue(func() {
				l.greet(frame, said)
				s.there(l)
			})
		}
	case "notifications/cancelled":
		s.cancelled(m)
	case "notifications/roots/list_changed":
		s.broadcast(&m)
	case "notifications/progress":
		s.progressOf(m)
	case "notifications/tasks/status":
		s.taskTold(m)
	default:
		s.p.count(func(c *Counters) { c.Dropped++ })
		s.p.log.Debug("a notification of the client is not known, and was dropped")
	}
}

// broadcast tells all upstreams that run what the client tells the gateway.
func (s *session) broadcast(m *message) {
	frame := m.splice(edit{m.params, s.toAny(m.bytes(m.params))})
	for _, l := range s.all() {
		if s.passes(l, m.method, len(m.bytes(m.params))) {
			l.enqueue(func() { l.tell(frame) })
		}
	}
}

// cancelled is for a call whose answer the client does not want any more.
func (s *session) cancelled(m message) {
	var id, reason []byte
	_ = members(m.bytes(m.params), func(name string, _, v span) bool {
		switch value := m.bytes(m.params)[v.start:v.end]; name {
		case "requestId":
			id = bytes.Clone(value)
		case "reason":
			reason = bytes.Clone(value)
		}
		return true
	})
	s.mu.Lock()
	c := s.calls[string(id)]
	s.mu.Unlock()
	if c == nil || c.row.method == "initialize" {
		return
	}
	if !c.end() {
		return
	}
	c.mu.Lock()
	l, n, to := c.link, c.upstream, c.to
	c.mu.Unlock()
	c.seen.note(errorCancelled)
	c.seen.end(to.called(), "cancelled")
	s.recordEnd(c.tally, c.passage(ToModel), context.Canceled)
	s.calling.Done()
	if l != nil {
		if l.take(n) != nil {
			l.enqueue(func() {
				if reason != nil && !s.passes(l, m.method, len(reason)) {
					reason = nil // that it is cancelled is the gateway's to say
				}
				l.cancel(n, reason)
			})
		}
	}
}
