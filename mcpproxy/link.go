package mcpproxy

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// A link is one upstream as one client's session has it: a process that is started when it
// is first needed, and again when it has ended. What is sent to it goes in the order in
// which the client has sent it.
type link struct {
	s        *session
	name     string
	config   atomic.Pointer[UpstreamConfig]
	restarts *restarts

	starting sync.Mutex     // held while it starts
	keeping  sync.Mutex     // held while the catalogue takes what it has
	kept     map[string]int // by kind, which list that was; its holder has keeping

	mu         sync.Mutex
	conn       Conn
	next       int64
	pending    map[int64]*waiting
	work       []func()
	busy       bool  // somebody does the work
	about      about // of the server that runs
	tools      map[string]*toolSchema
	repeats    map[string]bool    // tools of which a call may be made twice
	listed     bool               // tools holds all of them
	pinned     map[string]bool    // tools as they were when they were first listed, and, false, others; for quarantine alone
	lasting    map[int64]*lasting // requests that were answered by a task
	introduced bool               // the server has answered initialize
	greeted    bool               // it has been told that the client is initialized
	leveled    *[]byte            // what it was told of logs, as session.level has it
	assumed    *listing           // what about says it has, while it is not there; nil: nothing is assumed
	served     map[string][]byte  // lists that were answered by that
	silent     bool               // somebody else tells the client that it is there
	retired    bool               // it was taken out of the configuration
	lists      int                // how many lists have come
}

// called is the name, "" of none.
func (l *link) called() string {
	if l == nil {
		return ""
	}
	return l.name
}

// About is what an upstream has said of itself.
type about struct {
	version      string
	capabilities map[string][]byte // raw, by name
	instructions string
	server       string // its name and version, for doctor
}

// A waiting request is one that an upstream has not answered yet.
type waiting struct {
	method   string
	call     *call  // of the client; nil for the gateway's own
	token    []byte // its progress token, raw; nil for none
	done     func(answer)
	again    func() bool // sends it once more, and reports that it is to be; nil: never
	repeats  bool        // it may be carried out twice
	timer    timer
	deadline time.Time     // behind which no progress helps
	task     string        // whose result it asks for; "" for none
	timeout  time.Duration // without progress; 0: the proxy's
}

// An answer is what an upstream has said, or why it has said nothing.
type answer struct {
	m   message
	err error
}

// An UpstreamError says that an upstream did not answer. It holds no value.
type UpstreamError struct {
	Upstream string
	Why      string
	Timeout  bool
}

func (e *UpstreamError) Error() string { return "mcpproxy: upstream " + e.Upstream + " " + e.Why }

func (l *link) failed(why string, args ...any) *UpstreamError {
	return &UpstreamError{Upstream: l.name, Why: fmt.Sprintf(why, args...)}
}

// enqueue does f when all that was enqueued before has been done.
func (l *link) enqueue(f func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.work = append(l.work, f); !l.busy {
		l.busy = true
		l.s.group.Go(l.drain)
	}
}

func (l *link) drain() {
	for {
		l.mu.Lock()
		if len(l.work) == 0 {
			l.busy = false
			l.mu.Unlock()
			l.endIfIdle()
			return
		}
		f := l.work[0]
		l.work = l.work[1:]
		l.mu.Unlock()
		f()
	}
}

// up starts the upstream if it does not run.
func (l *link) up(ctx context.Context) error {
	l.starting.Lock()
	defer l.starting.Unlock()
	l.mu.Lock()
	running := l.conn != nil
	l.mu.Unlock()
	if running {
		return nil
	}
	if l.isRetired() {
		return l.failed("was taken out of the configuration")
	}
	wait, open := l.restarts.wait()
	if open {
		return l.failed("has failed too often: it is tried again in %v", wait.Round(time.Second))
	}
	if err := l.s.p.pause(ctx, wait); err != nil {
		return err
	}
	l.restarts.started()
	conn, err := l.s.p.dial(l)
	if err != nil {
		l.restarts.failed()
		return l.failed("cannot be started: %v", err)
	}
	l.mu.Lock()
	l.conn = conn
	if l.assumed == nil {
		l.about = about{}
	}
	l.mu.Unlock()
	l.s.group.Go(func() { l.read(conn) })
	if err := l.introduce(ctx); err != nil {
		l.down(conn, err)
		return err
	}
	l.restarts.ok()
	l.mu.Lock()
	l.listed = false
	l.introduced, l.greeted, l.leveled = l.conn == conn, false, nil
	l.mu.Unlock()
	l.greet(notification(initialized, nil), 0)
	l.s.restarted(l)
	return nil
}

const initialized = "notifications/initialized"

// greet tells a server that the client is initialized, if both are, and what logs it wants:
// once. Whoever comes last of the two does it. said is how long the client's params in frame are.
func (l *link) greet(frame []byte, said int) {
	l.s.mu.Lock()
	began, level := l.s.began, l.s.level
	l.s.mu.Unlock()
	l.mu.Lock()
	due := began && l.introduced && !l.greeted
	l.greeted = l.greeted || due
	l.mu.Unlock()
	if due {
		if said > 0 && !l.s.passes(l, initialized, said) {
			frame = notification(initialized, nil) // a server that is told nothing does nothing
		}
		l.notify(frame)
		l.setLevel(level)
	}
}

// setLevel tells a server that has logs what the client wants of them; nil: nothing. It is told
// once.
func (l *link) setLevel(params *[]byte) {
	l.mu.Lock()
	due := params != nil && l.greeted && l.leveled != params && l.about.capabilities["logging"] != nil
	if due {
		l.leveled = params
	}
	l.mu.Unlock()
	const method = "logging/setLevel"
	if due && l.s.passes(l, method, len(*params)) {
		ctx, end := l.s.p.within(l.s.ctx)
		defer end()
		_, _ = l.send(ctx, method, *params, &waiting{done: func(answer) {}})
	}
}

// request sends one of the gateway's own and waits for its answer.
func (l *link) request(ctx context.Context, method string, params []byte) (message, error) {
	c := make(chan answer, 1)
	id, err := l.send(ctx, method, params, &waiting{done: func(a answer) { c <- a }})
	if errors.Is(err, errDown) {
		return message{}, l.failed("does not run")
	}
	if err != nil {
		return message{}, err
	}
	select {
	case a := <-c:
		return a.m, a.err
	case <-ctx.Done():
		l.forget(id)
		return message{}, ctx.Err()
	}
}

// errDown says that an upstream does not run: nothing was sent.
var errDown = errors.New("mcpproxy: the upstream does not run")

// send sends a request, and has its answer given to p.done: once, and not on an error.
func (l *link) send(ctx context.Context, method string, params []byte, p *waiting) (id int64, err error) {
	timeout := cmp.Or(p.timeout, l.s.p.timeout())
	l.mu.Lock()
	conn := l.conn
	if conn == nil {
		l.mu.Unlock()
		return 0, errDown
	}
	l.next++
	id = l.next
	p.method = method
	p.deadline = l.s.p.clock.Now().Add(l.s.p.longest())
	p.timer = l.s.p.clock.AfterFunc(timeout, func() { l.expire(id, timeout) })
	l.pending[id] = p
	l.mu.Unlock()
	if p.token != nil {
		params = withProgressToken(params, id)
	}
	if err := conn.WriteFrame(ctx, request(id, method, params)); err != nil {
		if l.take(id) == nil { // the connection's end has answered already
			return id, nil
		}
		if ctx.Err() != nil {
			l.down(conn, l.failed("did not read what it was sent"))
			return 0, ctx.Err()
		}
		l.down(conn, err)
		return 0, l.failed("cannot be written to")
	}
	return id, nil
}

// current is the call of the client for which an upstream asks or tells something that does
// not say so itself: the newest that it has not answered; nil for none. What belongs to a task
// goes to who waits for its result.
func (l *link) current(params []byte) *call {
	related := ""
	if namesTasks(params) {
		w := walk{raw: params}
		w.related(span{0, len(params)}, func(v span) { related = w.text(v) })
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if c := l.awaiting(related); c != nil {
		return c
	}
	if c, ok := l.conn.(interface{ belongs() int64 }); ok { // it says so
		if p := l.pending[c.belongs()]; p != nil {
			return p.call
		}
		return nil
	}
	var newest int64
	var c *call
	for n, p := range l.pending {
		if p.call != nil && n > newest {
			newest, c = n, p.call
		}
	}
	return c
}

// repeatable reports whether a call of a tool may be made twice: it says so itself.
func (l *link) repeatable(tool string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.repeats[tool]
}

// take gives the pending request of an id to whoever answers it; nil if somebody has.
func (l *link) take(id int64) *waiting {
	l.mu.Lock()
	p := l.pending[id]
	if p != nil {
		delete(l.pending, id)
		p.timer.Stop()
	}
	idle := p != nil && l.retired && len(l.pending) == 0
	l.mu.Unlock()
	if idle {
		l.s.group.Go(l.endIfIdle)
	}
	return p
}

// forget is for who waits no longer: an answer that still comes is dropped.
func (l *link) forget(id int64) bool {
	if l.take(id) == nil {
		return false
	}
	l.cancel(id, nil)
	return true
}

// cancel tells the upstream that nobody waits for the answer any more.
func (l *link) cancel(id int64, reason []byte) {
	params := `{"requestId":` + strconv.FormatInt(id, 10)
	if reason != nil {
		params += `,"reason":` + string(reason)
	}
	l.notify(notification("notifications/cancelled", []byte(params+"}")))
}

// notify sends a notification, if the upstream runs: it has none to miss otherwise.
func (l *link) notify(frame []byte) {
	l.mu.Lock()
	conn := l.conn
	l.mu.Unlock()
	if conn == nil {
		return
	}
	ctx, end := l.s.p.within(l.s.ctx)
	defer end()
	if err := conn.WriteFrame(ctx, frame); err != nil {
		l.down(conn, err)
	}
}

// tell is notify for what a server is told that knows the client.
func (l *link) tell(frame []byte) {
	l.mu.Lock()
	greeted := l.greeted
	l.mu.Unlock()
	if greeted {
		l.notify(frame)
	}
}

func (l *link) expire(id int64, timeout time.Duration) {
	p := l.take(id)
	if p == nil {
		return
	}
	l.cancel(id, nil)
	p.done(answer{err: &UpstreamError{Upstream: l.name, Why: fmt.Sprintf("did not answer within %v; whether the call was carried out is not known", timeout), Timeout: true}})
}

// progressed gives a pending request that shows progress more time, and returns it.
func (l *link) progressed(id int64) *waiting {
	l.mu.Lock()
	defer l.mu.Unlock()
	p := l.pending[id]
	if x := l.lasting[id]; x != nil && p == nil { // it was answered by a task
		return &waiting{token: x.token, call: l.awaiting(x.task)}
	}
	if p == nil || p.token == nil {
		return nil
	}
	timeout := cmp.Or(p.timeout, l.s.p.timeout())
	if now := l.s.p.clock.Now(); now.Add(timeout).Before(p.deadline) && p.timer.Stop() {
		p.timer = l.s.p.clock.AfterFunc(timeout, func() { l.expire(id, timeout) })
	}
	return p
}

// read takes in what an upstream says, until it says no more.
func (l *link) read(conn Conn) {
	for {
		frame, err := conn.ReadFrame(l.s.ctx)
		var long *LongFrameError
		var bad *FrameError
		var failed *callError
		switch {
		case errors.As(err, &failed):
			l.unanswered(failed)
			continue
		case errors.Is(err, errSession):
			l.lapsed(conn)
			return
		case errors.As(err, &long):
			l.s.p.log.Warn("a message of an upstream is too long, and was dropped", "upstream", l.name, "bytes", long.Size)
			if !long.Method {
				l.lost(long.ID, l.failed("sent an answer of %d bytes: limits.max_message is %d", long.Size, l.s.p.cfg().Limits.MaxMessage))
			}
			continue
		case errors.As(err, &bad):
			l.malformed(bad.ID, bad)
			continue
		case err != nil:
			l.down(conn, l.failed("has ended; whether the call was carried out is not known"))
			return
		}
		m, err := parse(frame)
		if err != nil {
			if errors.As(err, &bad) && bad.ID == nil {
				bad.ID = idOf(frame)
			}
			l.malformed(bad.ID, err)
			continue
		}
		switch {
		case m.isResponse():
			l.answered(m)
		case m.isRequest():
			l.asked(conn, m)
		default:
			l.told(m)
		}
	}
}

// unanswered is for a request whose answer did not come, while the connection lives. It is
// made once more if that can do no harm.
func (l *link) unanswered(e *callError) {
	p := l.take(e.id)
	if p != nil && !e.unsent {
		p.call.heard()
	}
	if p == nil || p.repeats && !e.unsent && p.again != nil && p.again() {
		return
	}
	p.done(answer{err: l.failed("did not answer: %s", e.why)})
}

// lapsed is for a server that knows the session no more: whoever is told so was not heard,
// and is sent again in a new one. What was heard before has no answer any more.
func (l *link) lapsed(conn Conn) {
	var p *waiting
	if c, ok := conn.(interface{ belongs() int64 }); ok {
		p = l.take(c.belongs())
	}
	l.mu.Lock()
	var repeated []*waiting
	for n, x := range l.pending {
		if x.repeats && x.again != nil {
			x.timer.Stop()
			delete(l.pending, n)
			repeated = append(repeated, x)
		}
	}
	l.mu.Unlock()
	l.down(conn, l.failed("has ended the session; whether the call was carried out is not known"))
	if p != nil && (p.again == nil || !p.again()) {
		why := "has ended the session: the call was not carried out"
		if p.call.wasHeard() { // the first time
			why = "has ended the session; whether the call was carried out is not known"
		}
		p.done(answer{err: l.failed("%s", why)})
	}
	for _, x := range repeated {
		x.call.heard()
		if !x.again() {
			x.done(answer{err: l.failed("has ended the session; whether the call was carried out is not known")})
		}
	}
}

func (l *link) malformed(id []byte, err error) {
	l.s.p.log.Warn("an upstream sent what is no message", "upstream", l.name, "why", err.Error())
	l.lost(id, l.failed("sent an answer that is no message of JSON-RPC"))
}

// lost answers the request that an id is of, whose answer cannot be used. What has no id
// is nobody's: a log line on standard output must not end the call that happens to wait.
func (l *link) lost(id []byte, err error) {
	n, ok := upstreamID(id)
	if !ok {
		return
	}
	if p := l.take(n); p != nil {
		p.done(answer{err: err})
	}
}

func (l *link) answered(m message) {
	n, ok := upstreamID(m.bytes(m.id))
	if !ok {
		l.s.p.log.Warn("an upstream answered what was not asked", "upstream", l.name)
		return
	}
	p := l.take(n)
	if p == nil { // cancelled, too late, or twice
		l.s.p.log.Debug("an upstream's answer came when nobody waited", "upstream", l.name)
		return
	}
	p.done(answer{m: m})
}

// upstreamID reads an id that the gateway has given.
func upstreamID(raw []byte) (int64, bool) {
	n, err := strconv.ParseInt(string(raw), 10, 64)
	return n, err == nil && n > 0
}

// down ends a connection: all that waits for it is answered.
func (l *link) down(conn Conn, err error) {
	l.mu.Lock()
	if l.conn != conn {
		l.mu.Unlock()
		return
	}
	l.conn, l.introduced, l.greeted = nil, false, false
	lost := l.pending
	l.pending = map[int64]*waiting{}
	if l.u().URL == "" {
		l.lasting = map[int64]*lasting{}
	}
	l.tools, l.repeats, l.pinned, l.listed = map[string]*toolSchema{}, map[string]bool{}, nil, false
	for _, p := range lost {
		p.timer.Stop()
	}
	l.mu.Unlock()
	if l.s.ctx.Err() == nil && !l.isRetired() {
		l.restarts.failed()
		l.s.p.log.Warn("an upstream has ended", "upstream", l.name, "calls", len(lost))
	}
	l.s.group.Go(func() { _ = conn.Close() })
	for _, p := range lost {
		p.done(answer{err: err})
	}
}

// close ends the upstream with the session.
func (l *link) close() {
	l.mu.Lock()
	conn := l.conn
	l.mu.Unlock()
	if conn != nil {
		l.down(conn, l.failed("was ended with the session"))
	}
}
