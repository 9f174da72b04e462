package mcpproxy

import "time"

// A clock tells the time and calls back later. Time enters this package through
// one, so that tests decide when it passes. It is safe for concurrent use.
type clock interface {
	Now() time.Time
	AfterFunc(d time.Duration, f func()) timer // calls f, once, in a goroutine of its own
}

// A timer is a call that a clock has promised. Stop reports whether it took the
// promise back.
type timer interface{ Stop() bool }

// systemClock is the machine's.
type systemClock struct{}

func (systemClock) Now() time.Time { return time.Now() }

func (systemClock) AfterFunc(d time.Duration, f func()) timer { return time.AfterFunc(d, f) }

// orSystem gives the machine's clock where none was set.
func orSystem(c clock) clock {
	if c == nil {
		return systemClock{}
	}
	return c
}

// within waits until done is closed, d at the most, and reports whether it is.
func within(c clock, d time.Duration, done <-chan struct{}) bool {
	late := make(chan struct{})
	t := c.AfterFunc(d, func() { close(late) })
	defer t.Stop()
	select {
	case <-done:
		return true
	case <-late:
		return false
	}
}
