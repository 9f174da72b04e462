package mcpproxy

import (
	"context"
	"errors"
	"maps"
	"sync"
	"time"

	"github.com/seed-052fbf24/cloak/cloak"
)

// A Recorder is told of each message that is relayed, before it leaves: for an audit log. It is
// called by many goroutines.
type Recorder interface {
	// Session begins the records of a client's session.
	Session() SessionRecorder
	// Configured is told of another configuration before it counts. On an error the one before
	// counts still.
	Configured(*Config) error
}

// A SessionRecorder is told of the messages of one session. On an error the message does not
// leave: who waits for an answer gets an error that says so.
type SessionRecorder interface {
	Record(Passage) error
}

// A Passage is a message on its way: names of methods, upstreams, entities and positions, and
// numbers. No value, no tool, no id, and no text of an error.
type Passage struct {
	Upstream string // "" if it went to none
	Method   string
	To       Side
	Passes   bool    // it goes as it is: nothing is sanitized or restored there
	Refusal  Refusal // why it did not leave; "" if it does
	Failed   bool    // it is an error, or what was asked has no answer

	Found      map[cloak.Entity]int // values that were replaced
	Tripped    map[cloak.Entity]int // values that only the tripwire has found
	Unwired    bool                 // the tripwire failed, and it goes out all the same (tripwire: open)
	ModelWrote map[cloak.Entity]int // values that the model wrote itself
	Typed      map[cloak.Entity]int // values that a person has answered with
	Skipped    map[string]int       // strings left, by position
	Restored   int                  // stand-ins that were replaced by values
	Crossed    int                  // of these, values of another upstream
	Kept       int                  // stand-ins that stayed: they are others'

	In, Out  int           // bytes of params, result or error, as it came and as it goes
	Duration time.Duration // since the client has asked; 0 for what it has not asked for
}

// A Side is where a message goes.
type Side string

// Sides.
const (
	ToModel    Side = "to_model"
	ToUpstream Side = "to_tool"
)

// A Refusal is why a message does not leave, in a word.
type Refusal string

// Refusals.
const (
	RefusedScope      Refusal = "scope"          // a value may not go to that upstream
	RefusedRestore    Refusal = "restore_policy" // nor to that tool, or there
	RefusedUnresolved Refusal = "unresolved"     // a stand-in that stands for nothing
	RefusedModel      Refusal = "model_values"   // a value that the model wrote
	RefusedTripwire   Refusal = "tripwire"       // the second pass failed (tripwire: closed)
	RefusedPolicy     Refusal = "policy"         // another rule, or a request that nobody can route
	RefusedLimit      Refusal = "limit"
	FailedUpstream    Refusal = "upstream" // it did not answer
	Cancelled         Refusal = "cancelled"
	FailedInternal    Refusal = "internal"
)

// refusalIn is why an error of the gateway's has kept a message back.
func refusalIn(err error) Refusal {
	var shield *ShieldError
	var upstream *UpstreamError
	switch {
	case errors.As(err, &shield) && shield.reason != "":
		return shield.reason
	case errors.As(err, &shield) && shield.Code != codeInternal:
		return RefusedPolicy
	case errors.As(err, &upstream), errors.Is(err, context.DeadlineExceeded):
		return FailedUpstream
	case errors.Is(err, context.Canceled):
		return Cancelled
	}
	return FailedInternal
}

// A tally collects what a message's record will say. It is safe for concurrent use; nil takes
// everything.
type tally struct {
	mu sync.Mutex
	p  Passage
}

func (t *tally) do(f func(*Passage)) {
	if t != nil {
		t.mu.Lock()
		f(&t.p)
		t.mu.Unlock()
	}
}

// take gives p with what was collected since the last one.
func (t *tally) take(p Passage) Passage {
	if t == nil {
		return p
	}
	t.mu.Lock()
	x := t.p
	t.p = Passage{}
	t.mu.Unlock()
	p.Found, p.Tripped, p.Unwired, p.ModelWrote, p.Typed, p.Skipped = x.Found, x.Tripped, x.Unwired, x.ModelWrote, x.Typed, x.Skipped
	p.Restored, p.Crossed, p.Kept = x.Restored, x.Crossed, x.Kept
	return p
}

func (t *tally) found(fs []cloak.Finding) {
	if len(fs) > 0 {
		t.do(func(p *Passage) { count(&p.Found, fs) })
	}
}

func (t *tally) skipped(n map[string]int) {
	if len(n) > 0 {
		t.do(func(p *Passage) { p.Skipped = maps.Clone(n) })
	}
}

// A tallyKey is what a context has a tally under.
type tallyKey struct{}

// tallyIn is the tally of what is done; nil if there is none.
func tallyIn(ctx context.Context) *tally {
	t, _ := ctx.Value(tallyKey{}).(*tally)
	return t
}

// tallied is a context in which what is done is collected, if anybody records it.
func (s *session) tallied(ctx context.Context) (context.Context, *tally) {
	if s.records == nil {
		return ctx, nil
	}
	t := &tally{}
	return context.WithValue(ctx, tallyKey{}, t), t
}

// errUnrecorded is why a message does not leave that the Recorder could not record.
var errUnrecorded = &ShieldError{Code: codeInternal, Why: "it cannot be recorded in the audit log, and was not let through", reason: FailedInternal}

// record tells the Recorder of a message, with what t has collected. On an error it must not
// leave.
func (s *session) record(t *tally, p Passage) error {
	err := s.tell(t, p)
	s.p.counts.failing.Store(err != nil)
	if err != nil {
		s.p.count(func(c *Counters) { c.Unrecorded++ })
		s.p.log.Error("a message cannot be recorded, and does not leave", "upstream", p.Upstream, "why", err.Error())
		return errUnrecorded
	}
	return nil
}

// Ready says why no message would leave now: the last one could not be recorded, and to record the
// configuration that counts cannot be done, either.
func (p *Proxy) Ready() error {
	cfg := p.cfg()
	if !p.counts.failing.Load() || cfg.Recorder == nil {
		return nil
	}
	// Whoever asks may keep messages away until it is ready: none would show that it is again.
	err := cfg.Recorder.Configured(cfg)
	p.counts.failing.Store(err != nil)
	return err
}

// tell is record for what has left already.
func (s *session) tell(t *tally, p Passage) error {
	if s.records == nil {
		return nil
	}
	p.Passes = p.Passes || s.p.guard() == nil
	return s.records.Record(t.take(p))
}

// recordEnd tells of a message that does not leave, or that has left: what comes of it is logged.
func (s *session) recordEnd(t *tally, p Passage, err error) {
	p.Refusal, p.Failed = refusalIn(err), true
	_ = s.record(t, p)
}

// passes tells of a message of the client's that goes to an upstream as it is, with params of n
// bytes, and reports whether it may.
func (s *session) passes(l *link, method string, n int) bool {
	return s.record(nil, Passage{Upstream: l.name, Method: method, To: ToUpstream, Passes: true, In: n, Out: n}) == nil
}

// takes is how long c has taken so far.
func (c *call) takes() time.Duration {
	if c.asked.IsZero() {
		return 0
	}
	return c.s.p.clock.Now().Sub(c.asked)
}
