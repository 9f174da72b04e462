package mcpproxy

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
)

// A fakeRecorder keeps what it is told, and can refuse.
type fakeRecorder struct {
	mu      sync.Mutex
	told    []Passage
	refuses string // method, blank, side, or wrote: what the model wrote; "" for nothing
}

func (x *fakeRecorder) Session() SessionRecorder { return x }

func (x *fakeRecorder) Configured(*Config) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.refuses == "config" || x.refuses == "everything" {
		return errors.New("the disk is full")
	}
	x.told = append(x.told, Passage{Method: "config"})
	return nil
}

func (x *fakeRecorder) Record(p Passage) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.refuses == p.Method+" "+string(p.To) || x.refuses == "everything" || x.refuses == p.Method+" wrote" && len(p.ModelWrote) > 0 {
		return errors.New("the disk is full")
	}
	x.told = append(x.told, p)
	return nil
}

func (x *fakeRecorder) refuse(what string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.refuses = what
}

// count is how many messages of a method went to a side.
func (x *fakeRecorder) count(method string, to Side) (n int) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, p := range x.told {
		if p.Method == method && p.To == to && p.Refusal == "" {
			n++
		}
	}
	return n
}

// take gives what was told since the last time.
func (x *fakeRecorder) take() (told []Passage) {
	x.mu.Lock()
	defer x.mu.Unlock()
	told, x.told = x.told, nil
	return told
}

func (x *fakeRecorder) lines() (lines []string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, p := range x.told {
		lines = append(lines, lineOf(p))
	}
	return lines
}

// lineOf is a passage as transcripts have it.
func lineOf(p Passage) string {
	b := &strings.Builder{}
	fmt.Fprintf(b, "%s %s %s", p.To, p.Upstream, p.Method)
	flag := func(name string, is bool) {
		if is {
			b.WriteString(" " + name)
		}
	}
	flag("passes", p.Passes)
	flag("failed", p.Failed)
	flag("unwired", p.Unwired)
	flag("refused="+string(p.Refusal), p.Refusal != "")
	for _, x := range []struct {
		name string
		n    map[cloak.Entity]int
	}{{"found", p.Found}, {"tripped", p.Tripped}, {"wrote", p.ModelWrote}, {"typed", p.Typed}} {
		for _, e := range slices.Sorted(maps.Keys(x.n)) {
			fmt.Fprintf(b, " %s=%s:%d", x.name, e, x.n[e])
		}
	}
	for _, at := range slices.Sorted(maps.Keys(p.Skipped)) {
		fmt.Fprintf(b, " skipped=%s:%d", at, p.Skipped[at])
	}
	for _, x := range []struct {
		name string
		n    int
	}{{"restored", p.Restored}, {"crossed", p.Crossed}, {"kept", p.Kept}} {
		flag(fmt.Sprintf("%s=%d", x.name, x.n), x.n != 0)
	}
	return b.String()
}

// A gateway is not ready while nothing can be recorded, and again as soon as it can: it finds that
// out by itself.
func TestReadyWithItsRecorder(t *testing.T) {
	r := &fakeRecorder{}
	p := protecting(t, Config{Recorder: r})
	s := p.session(t.Context(), nil)
	was := func(want bool, when string) {
		t.Helper()
		if err := p.Ready(); (err == nil) != want {
			t.Errorf("%s: %v", when, err)
		}
	}
	r.refuse("config")
	was(true, "before any message")
	if err := s.record(nil, Passage{Method: "x"}); err != nil {
		t.Fatal(err)
	}
	was(true, "after one that was recorded")
	r.refuse("everything")
	if s.record(nil, Passage{Method: "x"}) == nil {
		t.Fatal("it is recorded")
	}
	was(false, "after one that was not")
	was(false, "still")
	r.refuse("")
	was(true, "when the log is there again")
	r.refuse("config")
	was(true, "from then on")
	r.refuse("everything")
	_ = s.record(nil, Passage{Method: "x"})
	r.refuse("config")
	if err := s.record(nil, Passage{Method: "x"}); err != nil {
		t.Fatal(err)
	}
	was(true, "after a message that was recorded again")
	if told := r.take(); len(told) != 3 {
		t.Errorf("%d records, want two messages and one that it is there again", len(told))
	}
}

// A witness holds what is received in a transcript to what was recorded before.
type witness struct {
	asked map[string]string // method of the client's request, by id
	seen  map[string]int    // method, blank, side
}

// unrecorded are what the gateway says for itself.
var unrecorded = []string{"ping", "logging/setLevel", "notifications/cancelled", "notifications/tools/list_changed", "notifications/prompts/list_changed", "notifications/resources/list_changed"}

// sends notes what the client sends.
func (x *witness) sends(frame []byte) {
	if m, err := parse(frame); err == nil && m.isRequest() {
		x.asked[string(m.bytes(m.id))] = m.method
	}
}

// receives fails the test if nobody was told of a message before it came.
func (x *witness) receives(t *testing.T, r *fakeRecorder, who string, frame []byte) {
	t.Helper()
	m, err := parse(frame)
	if err != nil {
		return
	}
	method, to := m.method, ToModel
	switch row := rowOf(m.method, fromClient, false); {
	case who == "c" && m.isResponse():
		if method = x.asked[string(m.bytes(m.id))]; m.result.empty() || method == "" {
			return // an error may be the gateway's own
		}
		if row := rowOf(method, fromClient, false); row != nil && row.route == toAll && r.count(method, to) == 0 {
			return // nobody has such a list
		}
	case who == "c":
	case m.isRequest() && row != nil && row.route != toAll && row.route != toGateway && method != "initialize" && method != "ping":
		to = ToUpstream
	default:
		return
	}
	if slices.Contains(unrecorded, method) {
		return
	}
	key := method + " " + string(to)
	x.seen[key]++
	if n := r.count(method, to); n < x.seen[key] {
		t.Errorf("%d messages of %s have come to %s, and %d were recorded", x.seen[key], method, who, n)
	}
}
