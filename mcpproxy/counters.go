package mcpproxy

import (
	"maps"
	"sync"
	"sync/atomic"

	"github.com/seed-052fbf24/cloak/cloak"
)

// Counters are what has happened so far, without values.
type Counters struct {
	Found          map[cloak.Entity]int // values replaced on their way to the model
	Skipped        map[string]int       // strings left, by position
	Tripped        map[cloak.Entity]int // values that only the tripwire has found
	TripwireFailed int
	Crossed        int                  // values of one upstream that went to another
	Kept           int                  // stand-ins that stayed in what an upstream has asked for: they are others'
	ModelWrote     map[cloak.Entity]int // values that the model has written itself
	Typed          map[cloak.Entity]int // values that a person has answered a server with
	Refused        int                  // messages that were not let through
	Unrecorded     int                  // messages that the Recorder could not record: they did not leave
	Suspicious     int                  // definitions with text that has no business there
	Changed        map[string]int       // definitions that are not as they were, by upstream
	Dropped        int                  // notifications nobody knows
	Banners        int                  // lines of upstreams that are no messages
	Calls          map[CallKind]int     // requests that went to an upstream, once they were answered
	Seconds        map[string]Histogram // how long that took, by upstream
}

// A CallKind is what calls are counted by.
type CallKind struct {
	Upstream string
	Method   string
	Outcome  string // ok; error: the upstream's; failed: it did not answer, or the answer was withheld
}

// A Histogram counts spans of time.
type Histogram struct {
	Buckets [len(bounds) + 1]int // of up to that bound, and not to the one before; the last of more than all
	Sum     float64              // seconds
	Count   int
}

// bounds are those of a Histogram's buckets, in seconds.
var bounds = [...]float64{0.001, 0.005, 0.025, 0.1, 0.5, 1, 5, 30, 120}

func (h *Histogram) add(seconds float64) {
	i := 0
	for i < len(bounds) && seconds > bounds[i] {
		i++
	}
	h.Buckets[i]++
	h.Sum += seconds
	h.Count++
}

type counters struct {
	mu sync.Mutex
	c  Counters

	failing atomic.Bool // the last message could not be recorded
}

// Counters returns a copy of what has happened so far.
func (p *Proxy) Counters() Counters {
	x := p.counts
	x.mu.Lock()
	defer x.mu.Unlock()
	c := x.c
	c.Found, c.Tripped, c.ModelWrote = cloned(c.Found), cloned(c.Tripped), cloned(c.ModelWrote)
	c.Typed = cloned(c.Typed)
	c.Skipped = cloned(c.Skipped)
	c.Changed = cloned(c.Changed)
	c.Calls, c.Seconds = maps.Clone(c.Calls), maps.Clone(c.Seconds)
	return c
}

func cloned[K comparable](m map[K]int) map[K]int {
	out := make(map[K]int, len(m))
	for k, n := range m {
		out[k] = n
	}
	return out
}

func (x *counters) do(f func(c *Counters)) {
	x.mu.Lock()
	defer x.mu.Unlock()
	f(&x.c)
}

func count(m *map[cloak.Entity]int, fs []cloak.Finding) {
	if *m == nil {
		*m = map[cloak.Entity]int{}
	}
	for _, f := range fs {
		(*m)[f.Entity]++
	}
}

func (x *counters) found(fs []cloak.Finding) {
	if len(fs) > 0 {
		x.do(func(c *Counters) { count(&c.Found, fs) })
	}
}

func (x *counters) tripped(fs []cloak.Finding) { x.do(func(c *Counters) { count(&c.Tripped, fs) }) }

func (x *counters) modelWrote(fs []cloak.Finding) {
	x.do(func(c *Counters) { count(&c.ModelWrote, fs) })
}

func (x *counters) typed(fs []cloak.Finding) { x.do(func(c *Counters) { count(&c.Typed, fs) }) }

func (x *counters) skipped(n map[string]int) {
	if len(n) == 0 {
		return
	}
	x.do(func(c *Counters) {
		if c.Skipped == nil {
			c.Skipped = map[string]int{}
		}
		for k, v := range n {
			c.Skipped[k] += v
		}
	})
}

// changed counts a definition that is not as it was.
func (x *counters) changed(upstream string) {
	x.do(func(c *Counters) {
		if c.Changed == nil {
			c.Changed = map[string]int{}
		}
		c.Changed[upstream]++
	})
}

// called counts a call that was answered.
func (x *counters) called(k CallKind, seconds float64) {
	x.do(func(c *Counters) {
		if c.Calls == nil {
			c.Calls, c.Seconds = map[CallKind]int{}, map[string]Histogram{}
		}
		c.Calls[k]++
		h := c.Seconds[k.Upstream]
		h.add(seconds)
		c.Seconds[k.Upstream] = h
	})
}

func (x *counters) tripwireFailed() { x.do(func(c *Counters) { c.TripwireFailed++ }) }
func (x *counters) crossed(n int)   { x.do(func(c *Counters) { c.Crossed += n }) }
