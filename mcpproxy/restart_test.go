package mcpproxy

import (
	"strings"
	"testing"
	"time"
)

func TestRestarts(t *testing.T) {
	const s = time.Second
	type step struct {
		do   string // what happens, after the time has passed
		pass time.Duration
		left time.Duration
		open bool
	}
	fails := func(d time.Duration, left time.Duration, open bool) step { return step{"fail", d, left, open} }
	four := []step{fails(0, s/2, false), fails(s/2, s, false), fails(s, 2*s, false), fails(2*s, 4*s, false)}
	five := append(append([]step{}, four...), fails(4*s, 60*s, true))
	for _, test := range []struct {
		name  string
		trips int
		steps []step
	}{
		{"at first", 0, []step{{"", 0, 0, false}}},
		{"the backoff passes", 0, []step{fails(0, s/2, false), {"", s / 5, s/2 - s/5, false}, {"", s, 0, false}}},
		{"the backoff doubles, then the breaker opens", 0, five},
		{"the backoff has a bound", 100, append(append([]step{}, four...),
			fails(4*s, 8*s, false), fails(8*s, 16*s, false), fails(16*s, 30*s, false), fails(30*s, 30*s, false))},
		{"open for a minute, then a trial", 0, append(append([]step{}, five...),
			step{"", 59 * s, s, true}, step{"", s, 0, false}, step{"start", 0, 0, true}, step{"", 10 * s, 0, true})},
		{"the trial fails", 0, append(append([]step{}, five...), fails(60*s, 60*s, true), step{"", 60 * s, 0, false})},
		{"the trial answers", 0, append(append([]step{}, five...),
			step{"start", 60 * s, 0, true}, step{"ok", s, 0, false}, step{"end", s, s / 2, false})},
		{"an answer resets", 0, append(append([]step{}, four...),
			step{"start", 4 * s, 0, false}, step{"ok", s, 0, false}, step{"end", s, s / 2, false})},
		{"a minute resets", 0, append(append([]step{}, four...),
			step{"start", 4 * s, 0, false}, step{"end", 60 * s, s / 2, false})},
		{"less than a minute does not", 0, append(append([]step{}, four...),
			step{"start", 4 * s, 0, false}, step{"end", 60*s - 1, 60 * s, true})},
		{"a minute of waiting does not", 0, append(append([]step{}, four...), fails(100*s, 60*s, true))},
		{"what did not even start", 0, []step{{"end", 100 * s, s / 2, false}, {"end", 100 * s, s, false}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := newFakeClock()
			r := restarts{clock: c, trips: test.trips}
			for i, step := range test.steps {
				c.advance(step.pass)
				switch step.do {
				case "fail":
					r.started()
					r.failed()
				case "start":
					r.started()
				case "ok":
					r.ok()
				case "end":
					r.failed()
				}
				if left, open := r.wait(); left != step.left || open != step.open {
					t.Fatalf("after step %d (%s): %v, open %v; want %v, open %v", i, step.do, left, open, step.left, step.open)
				}
			}
		})
	}
}

func TestRestartJitter(t *testing.T) {
	for jitter, want := range map[float64]time.Duration{0: 500 * time.Millisecond, 0.5: 525 * time.Millisecond} {
		r := restarts{clock: newFakeClock(), jitter: func() float64 { return jitter }}
		r.started()
		r.failed()
		if left, _ := r.wait(); left != want {
			t.Errorf("with jitter %v it waits %v, want %v", jitter, left, want)
		}
	}
	var zero restarts
	zero.failed()
	if left, open := zero.wait(); left <= 0 || left > time.Second/2 || open {
		t.Errorf("the zero value waits %v, open %v", left, open)
	}
}

// toldConn is a connection that says which request what it has read last belongs to.
type toldConn struct {
	Conn
	of int64
}

func (c toldConn) belongs() int64 { return c.of }
func (toldConn) Close() error     { return nil }

// Of a session that has ended it is told whether a call was carried out only where that is known.
func TestLapsedTellsWhatIsKnown(t *testing.T) {
	p := protecting(t, Config{})
	s := p.session(t.Context(), nil)
	l := s.all()[0]
	conn := toldConn{of: 1}
	told := map[int64]string{}
	add := func(n int64, repeats bool, again func() bool) {
		l.pending[n] = &waiting{repeats: repeats, again: again, timer: p.clock.AfterFunc(guardTime, func() {}), done: func(a answer) { told[n] = a.err.Error() }}
	}
	no := func() bool { return false }
	for round, c := range []*call{nil, {}, {maybe: true}} { // the gateway's own; calls that were sent twice, refused and heard the first time
		l.conn = conn
		add(1, false, no)
		l.pending[1].call = c
		add(2, true, no)
		add(3, false, no)
		l.lapsed(conn)
		for n, word := range map[int64]string{1: []string{"was not carried out", "was not carried out", "is not known"}[round], 2: "is not known", 3: "is not known"} {
			if !strings.Contains(told[n], word) {
				t.Errorf("round %d: of %d is told %q", round, n, told[n])
			}
		}
	}
	s.group.Wait()
}
