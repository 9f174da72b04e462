package mcpproxy

import (
	"slices"
	"sync"
	"testing"
	"time"
)

// A fakeClock stands still until it is moved. It is safe for concurrent use.
type fakeClock struct {
	mu     sync.Mutex
	now    time.Time
	timers []*fakeTimer
	loose  bool
	armed  chan time.Duration // told of each timer that is set
}

type fakeTimer struct {
	clock *fakeClock
	at    time.Time
	f     func()
}

func newFakeClock() *fakeClock {
	return &fakeClock{now: time.Unix(1_000_000, 0), armed: make(chan time.Duration, 1000)}
}

func (c *fakeClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *fakeClock) AfterFunc(d time.Duration, f func()) timer {
	c.mu.Lock()
	defer c.mu.Unlock()
	t := &fakeTimer{clock: c, at: c.now.Add(d), f: f}
	if c.loose {
		go f()
		return t
	}
	c.timers = append(c.timers, t)
	c.armed <- d
	return t
}

func (t *fakeTimer) Stop() bool {
	t.clock.mu.Lock()
	defer t.clock.mu.Unlock()
	i := slices.Index(t.clock.timers, t)
	if i < 0 {
		return false
	}
	t.clock.timers = slices.Delete(t.clock.timers, i, i+1)
	return true
}

// advance moves the time and makes the calls that are due.
func (c *fakeClock) advance(d time.Duration) {
	c.mu.Lock()
	c.now = c.now.Add(d)
	c.call(func(t *fakeTimer) bool { return !t.at.After(c.now) })
}

// free lets every timer, also those to come, call at once.
func (c *fakeClock) free() {
	c.mu.Lock()
	c.loose = true
	c.call(func(*fakeTimer) bool { return true })
}

// call takes the lock over, and makes the calls without it.
func (c *fakeClock) call(due func(*fakeTimer) bool) {
	var calls []func()
	c.timers = slices.DeleteFunc(c.timers, func(t *fakeTimer) bool {
		if due(t) {
			calls = append(calls, t.f)
			return true
		}
		return false
	})
	c.mu.Unlock()
	for _, f := range calls {
		f()
	}
}

// hung is the guard of tests against what never comes; no result depends on it.
const hung = time.Minute

// soon waits for one thing to come.
func soon[T any](t *testing.T, what string, c <-chan T) (v T) {
	t.Helper()
	select {
	case v = <-c:
	case <-time.After(hung):
		t.Fatalf("waited a minute for %s", what)
	}
	return v
}

func TestClockWithin(t *testing.T) {
	c := newFakeClock()
	done, got := make(chan struct{}), make(chan bool, 1)
	go func() { got <- within(c, time.Second, done) }()
	soon(t, "the timer", c.armed)
	c.advance(time.Second - 1)
	select {
	case <-got:
		t.Fatal("it did not wait")
	default:
	}
	c.advance(1)
	if soon(t, "the end", got) {
		t.Error("done, which was not")
	}
	close(done)
	if !within(c, time.Second, done) {
		t.Error("not done, which was")
	}
	if len(c.timers) > 0 {
		t.Error("it left its timer behind")
	}
	if orSystem(c) != clock(c) || orSystem(nil) != clock(systemClock{}) {
		t.Error("not the clock that was given")
	}
}
