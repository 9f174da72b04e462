package mcpproxy

import (
	"sync"
	"time"
)

const (
	backoffFirst = 500 * time.Millisecond
	backoffMost  = 30 * time.Second
	breakerTrips = 5                // failures in a row
	breakerOpen  = 60 * time.Second // until one trial
	livedLong    = 60 * time.Second // a run that was no failure to start
)

// restarts decides when an upstream that failed is started again: after a backoff
// that doubles, and after five failures in a row not before a minute has passed,
// then once (a circuit breaker). Its zero value is ready. It is safe for
// concurrent use; its caller starts one process at a time, and calls
//
//	wait     before: how long to wait, or whether to refuse
//	started  when it starts one
//	ok       when that has answered initialize
//	failed   when it did not start, did not answer or has ended unasked
type restarts struct {
	clock  clock          // nil is the machine's
	jitter func() float64 // in [0, 1), so that upstreams do not start in step; nil is 0
	trips  int            // failures in a row that open the breaker; 0 is 5

	mu       sync.Mutex
	failures int // in a row
	running  bool
	began    time.Time // of the run, if running
	next     time.Time // no start before
}

// wait gives the time until the next start, 0 if it may be now. If open, a call
// that needs the upstream is refused and does not wait for it; the time is then
// until the trial, or 0 while that is under way.
func (r *restarts) wait() (left time.Duration, open bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.running {
		left = max(0, r.next.Sub(orSystem(r.clock).Now()))
	}
	return left, r.tripped() && (r.running || left > 0)
}

// started begins a run.
func (r *restarts) started() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.running, r.began = true, orSystem(r.clock).Now()
}

// ok forgets the failures: the run serves.
func (r *restarts) ok() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.failures, r.next = 0, time.Time{}
}

// failed ends a run.
func (r *restarts) failed() {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := orSystem(r.clock).Now()
	if r.running && now.Sub(r.began) >= livedLong {
		r.failures = 0
	}
	r.running = false
	r.failures++
	if r.tripped() {
		r.next = now.Add(breakerOpen)
		return
	}
	d := backoff(r.failures)
	if r.jitter != nil {
		d += time.Duration(r.jitter() * float64(d) / 10)
	}
	r.next = now.Add(d)
}

func (r *restarts) tripped() bool {
	trips := r.trips
	if trips <= 0 {
		trips = breakerTrips
	}
	return r.failures >= trips
}

// backoff is the wait after so many failures, 1 or more.
func backoff(failures int) time.Duration {
	d := backoffFirst
	for ; failures > 1 && d < backoffMost; failures-- {
		d *= 2
	}
	return min(d, backoffMost)
}
