// Package recording keeps the gateway's audit log: of each message that is relayed, a record.
package recording

import (
	"context"
	"crypto/fips140"
	"fmt"
	"strings"
	"sync/atomic"

	"github.com/seed-052fbf24/cloak/audit"
	"github.com/seed-052fbf24/cloak/mcpproxy"
)

// A Recorder writes to an audit log. It is safe for concurrent use.
type Recorder struct {
	log    *audit.Log
	policy atomic.Pointer[audit.Tag] // of the configuration that counts
}

// New records that a gateway with a configuration has started.
func New(log *audit.Log, c *mcpproxy.Config) (*Recorder, error) {
	r := &Recorder{log: log}
	return r, r.tell(audit.EventStart, c)
}

// Configured records that another configuration counts from now on.
func (r *Recorder) Configured(c *mcpproxy.Config) error { return r.tell(audit.EventConfig, c) }

func (r *Recorder) tell(e audit.Event, c *mcpproxy.Config) error {
	b, err := c.Canonical()
	if err != nil {
		return err
	}
	tag := r.log.Tag("policy", b)
	err = r.append(audit.Record{Event: e, Policy: tag, Result: audit.OK})
	if err == nil {
		r.policy.Store(&tag)
	}
	return err
}

// Close records how the gateway has ended, and closes the log.
func (r *Recorder) Close(ended error) error {
	x := audit.Record{Event: audit.EventStop, Policy: r.tag(), Result: audit.OK}
	if ended != nil {
		x.Result, x.Reason = audit.Failed, audit.ReasonInternal
	}
	err := r.append(x)
	if closing := r.log.Close(); err == nil {
		err = closing
	}
	return err
}

func (r *Recorder) tag() (t audit.Tag) {
	if p := r.policy.Load(); p != nil {
		t = *p
	}
	return t
}

func (r *Recorder) append(x audit.Record) error {
	x.Surface, x.FIPS = audit.SurfaceMCP, fips140.Enabled()
	// Several sessions' records are written at once: no end of one of them may end the others.
	return r.log.Append(context.Background(), x)
}

// Session begins the records of a client's session.
func (r *Recorder) Session() mcpproxy.SessionRecorder {
	id, err := r.log.NewSession()
	return &session{r, id, err}
}

// A session is the records of a client's.
type session struct {
	r   *Recorder
	id  audit.Session
	err error // it has no id
}

// Record writes the record of a message.
func (s *session) Record(p mcpproxy.Passage) error {
	if s.err != nil {
		return fmt.Errorf("a session has no number: %w", s.err)
	}
	x := recordOf(p)
	x.Session, x.Policy = s.id, s.r.tag()
	return s.r.append(x)
}

// reasons are the words of the log for those of the gateway.
var reasons = map[mcpproxy.Refusal]audit.Reason{
	mcpproxy.RefusedScope: audit.ReasonScope, mcpproxy.RefusedRestore: audit.ReasonRestore, mcpproxy.RefusedUnresolved: audit.ReasonUnresolved,
	mcpproxy.RefusedModel: audit.ReasonModel, mcpproxy.RefusedTripwire: audit.ReasonTripwire, mcpproxy.RefusedPolicy: audit.ReasonPolicy,
	mcpproxy.RefusedLimit: audit.ReasonLimit, mcpproxy.FailedUpstream: audit.ReasonUpstream, mcpproxy.Cancelled: audit.ReasonCancelled,
	mcpproxy.FailedInternal: audit.ReasonInternal,
}

// rules are the refusals by a rule: nothing has failed.
var rules = map[mcpproxy.Refusal]bool{
	mcpproxy.RefusedScope: true, mcpproxy.RefusedRestore: true, mcpproxy.RefusedUnresolved: true, mcpproxy.RefusedModel: true, mcpproxy.RefusedPolicy: true,
}

// recordOf is a message as the log has it.
func recordOf(p mcpproxy.Passage) audit.Record {
	x := audit.Record{
		Event: audit.EventRelay, Upstream: audit.NameOf(p.Upstream), Method: audit.NameOf(p.Method),
		Found: audit.Count(p.Found), Tripped: audit.Count(p.Tripped), Wrote: audit.Count(p.ModelWrote), Typed: audit.Count(p.Typed), Skipped: positions(p.Skipped),
		Restored: p.Restored, Crossed: p.Crossed, Kept: p.Kept,
		In: audit.Size(p.In), Out: audit.Size(p.Out), Duration: p.Duration, Result: audit.OK,
	}
	switch {
	case p.To == mcpproxy.ToUpstream:
		x.Direction = audit.ToTool
		if !p.Passes {
			x.Event = audit.EventRestore
		}
	default:
		x.Direction = audit.ToModel
		if !p.Passes {
			x.Event = audit.EventSanitize
		}
	}
	switch {
	case rules[p.Refusal]:
		x.Result, x.Refused = audit.Denied, 1
	case p.Refusal == mcpproxy.FailedUpstream, p.Refusal == mcpproxy.Cancelled:
		x.Result = audit.Failed
	case p.Refusal != "":
		x.Result, x.Refused = audit.FailedClosed, 1
	case p.Failed:
		x.Result, x.Reason = audit.Failed, audit.ReasonUpstream
	case p.Unwired:
		x.Reason = audit.ReasonTripwire
	}
	if p.Refusal != "" {
		x.Reason = reasons[p.Refusal]
	}
	return x
}

// positions are those of strings that are not looked at, as the log can name them.
func positions(n map[string]int) audit.Counts {
	named := make(map[string]int, len(n))
	for at, k := range n {
		at, _, _ = strings.Cut(at, " (")
		named[strings.ReplaceAll(strings.ReplaceAll(at, "[]", ""), ".", "/")] += k
	}
	return audit.Count(named)
}
