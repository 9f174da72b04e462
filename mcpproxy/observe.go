package mcpproxy

import (
	"context"
	"errors"
	"strconv"
	"sync"

	"github.com/seed-052fbf24/cloak/cloak"
)

// An Observer is told of the requests of clients that concern upstreams, calls and lists, one
// by one: for traces. What it is told is what Counters hold, names of methods, upstreams and
// entities, and numbers: no value, no tool, no id, and no text of an error. It is called by
// many goroutines, which wait for it.
type Observer interface {
	// Call begins a request. parent is its traceparent (W3C Trace Context), "" if there is none.
	Call(method, parent string) ObservedCall
}

// An ObservedCall is a request that was not answered yet.
type ObservedCall interface {
	// Ask begins what an upstream is asked for it: for a list every one is, and one may be asked
	// once more. The upstream is told traceparent, which goes on with the trace of the call;
	// answered is called once, and before End.
	Ask(upstream string) (traceparent string, answered func(AskEnd))
	// End is called once.
	End(CallEnd)
}

// An AskEnd says how an upstream has answered.
type AskEnd struct {
	Error          string // as in CallEnd
	Sent, Received int    // bytes of params, and of a result or error
}

// A CallEnd says how a request was answered.
type CallEnd struct {
	Upstream string // "" if it is a list, or went to none
	Outcome  string // as in CallKind; or cancelled: by the client
	// Error is "" if there was none, else a code of JSON-RPC, or tool_error, cancelled, timeout
	// or _OTHER: a code that no specification knows may be anything.
	Error    string
	Replaced map[cloak.Entity]int // values, on their way to the model
	Restored int                  // stand-ins, on their way to an upstream
}

// Kinds of errors beside codes (OpenTelemetry, semantic conventions for MCP).
const (
	errorTool      = "tool_error" // a result with isError
	errorCancelled = "cancelled"
	errorTimeout   = "timeout"
	errorOther     = "_OTHER"
)

// An observed request is one that an Observer was told of, with what was done to it so far. It
// is safe for concurrent use; nil is one that nobody looks at.
type observed struct {
	call  ObservedCall
	trace traceContext // that it belongs to
	meta  bool         // its params have told so

	mu       sync.Mutex
	kind     string // of its error
	replaced map[cloak.Entity]int
	restored int
	asks     []*query
	over     bool // it was told of no more
}

// A query is what an upstream was asked for an observed request; nil if nobody looks.
type query struct {
	of       *observed
	answered func(AskEnd)
	sent     int
}

// observe tells the Observer of c, if there is one.
func (s *session) observe(c *call, params []byte) {
	if s.p.cfg().Observer == nil {
		return
	}
	o := &observed{trace: traceIn(params)}
	if o.meta = o.trace.parent != ""; !o.meta {
		if h, ok := s.client.(interface{ traceOf(id []byte) traceContext }); ok {
			o.trace = h.traceOf(c.id)
		}
	}
	o.call = s.p.cfg().Observer.Call(c.row.method, o.trace.parent)
	c.seen = o
}

// A contextKey is what a context has an observed request under.
type contextKey struct{}

// ctx is that of what is done for c.
func (c *call) ctx() context.Context {
	ctx := c.s.ctx
	if c.seen != nil {
		ctx = context.WithValue(ctx, contextKey{}, c.seen)
	}
	if c.tally != nil {
		ctx = context.WithValue(ctx, tallyKey{}, c.tally)
	}
	return ctx
}

// observedIn is the request for which something is done, nil for none that is looked at.
func observedIn(ctx context.Context) *observed {
	o, _ := ctx.Value(contextKey{}).(*observed)
	return o
}

// ask gives params as an upstream is told them. Baggage goes to none if bare.
func (o *observed) ask(upstream string, params []byte, bare bool) ([]byte, *query) {
	if o == nil {
		return carrier{bare: bare}.onto(params), nil
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.over {
		return carrier{bare: bare}.onto(params), nil
	}
	a := &query{of: o}
	x := carrier{bare: bare, continues: o.meta, state: o.trace.state}
	x.parent, a.answered = o.call.Ask(upstream)
	params = x.onto(params)
	a.sent = len(params)
	o.asks = append(o.asks, a)
	return params, a
}

// toAny gives params of the client as upstreams are told them outside of its requests.
func (s *session) toAny(params []byte) []byte {
	return carrier{bare: s.p.guard() != nil}.onto(params)
}

// end is the end of what was asked, once.
func (a *query) end(kind string, received int) {
	if a == nil {
		return
	}
	a.of.mu.Lock()
	f := a.answered
	a.answered = nil
	a.of.mu.Unlock()
	if f != nil {
		f(AskEnd{kind, a.sent, received})
	}
}

// answer is the end of what was asked, with what came; it tells what kind of an error that is.
func (a *query) answer(x shape, b answer) (kind string) {
	switch {
	case a == nil:
	case b.err != nil:
		kind = errorOther
		if late := (*UpstreamError)(nil); errors.As(b.err, &late) && late.Timeout || errors.Is(b.err, context.DeadlineExceeded) {
			kind = errorTimeout
		}
		a.end(kind, 0)
	case !b.m.err.empty():
		kind = errorKind(rawIn(b.m.bytes(b.m.err), "code"))
		a.end(kind, b.m.err.end-b.m.err.start)
	default:
		if x == callShape && string(rawIn(b.m.bytes(b.m.result), "isError")) == "true" {
			kind = errorTool
		}
		a.end(kind, b.m.result.end-b.m.result.start)
	}
	return kind
}

// errorKind is the kind of an error with a code, raw: those of JSON-RPC and MCP are in a range
// that is kept for them.
func errorKind(code []byte) string {
	if n, err := strconv.Atoi(string(code)); err != nil || n < -32768 || n > -32000 {
		return errorOther
	}
	return string(code)
}

// note says what kind of an error o has ended with; the last one counts.
func (o *observed) note(kind string) {
	if o != nil {
		o.mu.Lock()
		o.kind = kind
		o.mu.Unlock()
	}
}

// found counts values that were replaced.
func (o *observed) found(fs []cloak.Finding) {
	if o != nil && len(fs) > 0 {
		o.mu.Lock()
		count(&o.replaced, fs)
		o.mu.Unlock()
	}
}

// gave counts values that an upstream was given.
func (o *observed) gave(n int) {
	if o != nil {
		o.mu.Lock()
		o.restored += n
		o.mu.Unlock()
	}
}

// end is the end of o: what was asked and not answered, nobody waits for any more.
func (o *observed) end(upstream, outcome string) {
	if o == nil {
		return
	}
	o.mu.Lock()
	o.over = true
	asks, end := o.asks, CallEnd{upstream, outcome, o.kind, cloneMap(o.replaced), o.restored}
	o.mu.Unlock()
	for _, a := range asks {
		a.end(errorCancelled, 0)
	}
	o.call.End(end)
}
