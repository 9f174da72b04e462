package mcpproxy

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// A httpConn is one session over Streamable HTTP: a stream for each request of the client's,
// and one for what belongs to none. What is written is kept until its stream has ended, so
// that a client whose connection broke can go on where it was (Last-Event-ID).
type httpConn struct {
	id     string
	most   int // bytes kept of answers
	inbox  chan []byte
	closed chan struct{}
	once   sync.Once

	mu      sync.Mutex
	next    int // number of a stream
	streams map[int]*httpStream
	open    map[string]*httpStream // by the raw id of the client's request
	alone   *httpStream            // of what belongs to none
	readers int                    // connections that are open
	used    time.Time              // when the last one ended
}

// A httpStream is what belongs to one request, with its answer at the end.
type httpStream struct {
	n      int
	trace  traceContext // of the request's headers
	events []httpEvent
	number int  // of the next event
	done   bool // the last event is the answer
	read   bool // somebody reads it
	sent   bool // somebody has read it to its end
	last   time.Time
	given  int           // number of the last event that was sent
	taken  int           // how often somebody has begun to read it: the last one does
	more   chan struct{} // closed when there is more to read, or somebody else reads
}

type httpEvent struct {
	number int
	data   []byte
}

// onePiece is how long an answer is, in bytes, that is copied to be sent at once with what
// stands around it: a longer one would be in memory once more.
const onePiece = 64 << 10

func newHTTPConn(id string, most int, now time.Time) *httpConn {
	c := &httpConn{
		id: id, most: most, inbox: make(chan []byte), closed: make(chan struct{}), used: now,
		streams: map[int]*httpStream{}, open: map[string]*httpStream{},
	}
	c.alone = c.stream()
	return c
}

// stream is a new one.
func (c *httpConn) stream() *httpStream {
	s := &httpStream{n: c.next, more: make(chan struct{})}
	c.next++
	c.streams[s.n] = s
	return s
}

func (c *httpConn) ReadFrame(ctx context.Context) ([]byte, error) {
	select {
	case frame := <-c.inbox:
		return frame, nil
	case <-c.closed:
		return nil, io.EOF
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// give has a frame read by the session.
func (c *httpConn) give(ctx context.Context, frame []byte) error {
	select {
	case c.inbox <- frame:
		return nil
	case <-c.closed:
		return io.ErrClosedPipe
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (c *httpConn) WriteFrame(ctx context.Context, frame []byte) error {
	return c.writeOf(ctx, nil, false, frame)
}

// writeOf never waits for a client. What it does not read is kept: an answer until it is
// fetched, or given up; of all else the newest.
func (c *httpConn) writeOf(_ context.Context, id []byte, last bool, pieces ...[]byte) error {
	data := bytes.Join(pieces, nil)
	if bytes.ContainsAny(data, "\r\n") {
		data = oneLine(data)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	select {
	case <-c.closed:
		return io.ErrClosedPipe
	default:
	}
	s := c.open[string(id)]
	if id == nil || s == nil {
		s = c.alone
	}
	s.number++
	s.events = append(s.events, httpEvent{s.number, data})
	if last && s != c.alone {
		s.done, s.last = true, time.Now()
		delete(c.open, string(id))
		c.makeRoom(s)
	} else {
		s.trim()
	}
	s.wake()
	return nil
}

// streamKept is how much of what is no answer a stream keeps, in bytes.
const streamKept = 1 << 20

// trim drops the oldest events of a stream that has no answer yet.
func (s *httpStream) trim() {
	size := 0
	for k := len(s.events) - 1; k >= 0; k-- {
		if size += len(s.events[k].data); size > streamKept && k < len(s.events)-1 {
			s.events = slices.Clone(s.events[k+1:])
			return
		}
	}
}

// sentKept is how much of answers that were sent is kept, for they may not have come: bytes.
const sentKept = 4 << 20

// makeRoom gives up answers that nobody fetches, and such as were sent, the oldest first, if
// there is too much of them beside that of s.
func (c *httpConn) makeRoom(s *httpStream) {
	var waiting, sent []*httpStream
	for _, x := range c.streams {
		switch {
		case x == s || !x.done || x.read:
		case x.sent:
			sent = append(sent, x)
		default:
			waiting = append(waiting, x)
		}
	}
	for _, old := range []struct {
		streams []*httpStream
		most    int
	}{{waiting, c.most}, {sent, sentKept}} {
		slices.SortFunc(old.streams, func(a, b *httpStream) int { return b.n - a.n })
		size := 0
		for _, x := range old.streams {
			for _, e := range x.events {
				size += len(e.data)
			}
			if size > old.most {
				delete(c.streams, x.n)
			}
		}
	}
}

func (s *httpStream) wake() {
	close(s.more)
	s.more = make(chan struct{})
}

// Close ends all streams.
func (c *httpConn) Close() error {
	c.once.Do(func() { close(c.closed) })
	return nil
}

// begin opens the stream of a request that belongs to a trace; nil if one of that id is open.
func (c *httpConn) begin(id []byte, trace traceContext) *httpStream {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.open[string(id)] != nil {
		return nil
	}
	s := c.stream()
	s.trace = trace
	c.open[string(id)] = s
	return s
}

// traceOf is the trace that the request of an id belongs to, as its headers have told.
func (c *httpConn) traceOf(id []byte) traceContext {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s := c.open[string(id)]; s != nil {
		return s.trace
	}
	return traceContext{}
}

const fresh = -1

// A httpReader reads one stream over one connection.
type httpReader struct {
	c     *httpConn
	s     *httpStream
	turn  int
	after int // number of the last event that was read
}

// reader has a stream read from behind an event on; fresh is from behind what was read.
// Whoever read it before does no more.
func (c *httpConn) reader(s *httpStream, after int) *httpReader {
	c.mu.Lock()
	defer c.mu.Unlock()
	if after == fresh {
		after = s.given
	}
	c.readers++
	s.taken++
	s.read = true
	s.wake()
	return &httpReader{c, s, s.taken, after}
}

// end is for a connection that has ended. What it has written is kept for one that goes on:
// what was sent may not have come.
func (r *httpReader) end(now time.Time) {
	r.c.mu.Lock()
	defer r.c.mu.Unlock()
	r.c.readers--
	r.c.used, r.s.last = now, now
	if r.s.taken == r.turn {
		r.s.read = false
	}
	if r.s.done && r.after == r.s.number {
		r.s.sent = true
	}
	r.c.makeRoom(nil)
}

// events are those that were not read; done says that none will follow. The channel is closed
// when there is more, nil when somebody else reads the stream.
func (r *httpReader) events() (es []httpEvent, done bool, more <-chan struct{}) {
	r.c.mu.Lock()
	defer r.c.mu.Unlock()
	if r.s.taken != r.turn {
		return nil, false, nil
	}
	for _, e := range r.s.events {
		if e.number > r.after {
			es = append(es, e)
		}
	}
	if len(es) > 0 {
		r.after = es[len(es)-1].number
	}
	return es, r.s.done, r.s.more
}

// gives notes that an event is sent, before the client can know, and gaveUp that it was not.
func (r *httpReader) gives(number int) {
	r.c.mu.Lock()
	defer r.c.mu.Unlock()
	r.s.given = max(r.s.given, number)
}

func (r *httpReader) gaveUp(number int) {
	r.c.mu.Lock()
	defer r.c.mu.Unlock()
	if r.s.given == number {
		r.s.given--
	}
}

// waits is nil if there is something to read, else closed when there is.
func (r *httpReader) waits() <-chan struct{} {
	r.c.mu.Lock()
	defer r.c.mu.Unlock()
	if r.s.number > r.after {
		return nil
	}
	return r.s.more
}

// forget drops what a stream has that was read long ago, and streams that nobody has come
// back for.
func (c *httpConn) forget(before time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for n, s := range c.streams {
		if s.done && !s.read && s.last.Before(before) {
			delete(c.streams, n)
		}
	}
}

// idle reports whether nobody has been connected since.
func (c *httpConn) idle(since time.Time) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.readers == 0 && len(c.open) == 0 && c.used.Before(since)
}

// find is the stream of an event's id, and its number.
func (c *httpConn) find(eventID string) (s *httpStream, number int, ok bool) {
	stream, event, ok := strings.Cut(eventID, "-")
	n, err := strconv.Atoi(stream)
	number, err2 := strconv.Atoi(event)
	if !ok || err != nil || err2 != nil || number < 0 {
		return nil, 0, false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	s = c.streams[n]
	return s, number, s != nil && number <= s.number
}

// sse writes the events of a stream until it ends, the client goes, or another connection
// reads it. prime begins with an event that says nothing but where to go on.
func (h *Handler) sse(w http.ResponseWriter, ctx context.Context, r *httpReader, prime bool) {
	head := w.Header()
	head.Set("Content-Type", "text/event-stream")
	head.Set("Cache-Control", "no-cache, no-transform")
	head.Set("X-Accel-Buffering", "no")
	out := http.NewResponseController(w)
	put := func(pieces ...[]byte) bool {
		_ = out.SetWriteDeadline(time.Now().Add(h.o.WriteTimeout)) // a client that does not read is gone
		for _, p := range pieces {
			if _, err := w.Write(p); err != nil {
				return false
			}
		}
		return out.Flush() == nil
	}
	name := func(n int) string { return "id: " + strconv.Itoa(r.s.n) + "-" + strconv.Itoa(n) + "\n" }
	event := func(e httpEvent) [][]byte {
		return [][]byte{[]byte("event: message\n" + name(e.number) + "data: "), e.data, []byte("\n\n")}
	}
	begin := ": stream\n\n"
	if prime {
		begin = name(r.after) + "retry: 1000\ndata: \n\n"
	}
	es, done, more := r.events()
	if len(es) == 1 && done && len(es[0].data) < onePiece { // the answer alone: its length is known
		r.gives(es[0].number)
		all := bytes.Join(append([][]byte{[]byte(begin)}, event(es[0])...), nil)
		head.Set("Content-Length", strconv.Itoa(len(all)))
		w.WriteHeader(http.StatusOK)
		if !put(all) {
			r.gaveUp(es[0].number)
		}
		return
	}
	w.WriteHeader(http.StatusOK)
	if !put([]byte(begin)) {
		return
	}
	alive := time.NewTicker(h.o.KeepAlive)
	defer alive.Stop()
	for ; ; es, done, more = r.events() {
		for _, e := range es {
			r.gives(e.number)
			if !put(event(e)...) {
				r.gaveUp(e.number)
				return
			}
		}
		switch {
		case more == nil, done:
			return
		case len(es) > 0:
			continue
		}
		select {
		case <-more:
		case <-alive.C:
			if !put([]byte(": alive\n\n")) {
				return
			}
		case <-r.c.closed:
			return
		case <-ctx.Done():
			return
		}
	}
}
