package mcpproxy

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/decoy"
	"github.com/seed-052fbf24/cloak/internal/testutil"
)

// protecting is a proxy as the program makes it.
func protecting(t testing.TB, cfg Config) *Proxy {
	t.Helper()
	if cfg.Upstreams == nil {
		cfg.Upstreams = map[string]UpstreamConfig{"fs": {Command: "fs"}}
	}
	g, err := decoy.New(decoy.Config{})
	if err != nil {
		t.Fatal(err)
	}
	cfg.Decoys, cfg.Numbers = g, g.Numbers()
	p, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// The leak probe: every planted value, at every position of every method, in every encoding:
// none of it reaches the model, nor whoever records messages.
func TestLeakProbe(t *testing.T) {
	recorder := &fakeRecorder{}
	p := protecting(t, Config{Recorder: recorder})
	t.Run("as a whole", func(t *testing.T) { leakProbe(t, everyCase, straight(p, 0)) })
	t.Run("every text in parts", func(t *testing.T) { leakProbe(t, everyCase, straight(p, 1)) })
	t.Run("over HTTP", func(t *testing.T) {
		every := 11 // a new session for each takes its time
		if os.Getenv("CLOAK_CHAOS") == "full" {
			every = everyCase
		}
		play, recorded := newLeakStage(t, p).play, 0
		leakProbe(t, every, func(t *testing.T, c testutil.LeakCase, x shape) string {
			seen := play(t, c, x)
			told := recorder.take()
			recorded += len(told)
			return seen + fmt.Sprintf("%+v", told)
		})
		if recorded == 0 {
			t.Error("nothing was recorded: this is no probe")
		}
	})
}

// A leakWay has an upstream say what a case says, and gives all that the model has read. Each
// case has a mapping of its own: what is known already is found everywhere.
type leakWay func(t *testing.T, c testutil.LeakCase, x shape) (seen string)

const everyCase = 1

// leakProbe has some of the cases go a way.
func leakProbe(t *testing.T, every int, way leakWay) {
	cases, n, leaks := 0, 0, map[string]int{}
	for c := range testutil.LeakCases(testutil.LeakPlanted(6)) {
		if n++; n%every != 0 {
			continue
		}
		cases++
		x := shapeOf(t, c)
		if x == nothing || x == definitions {
			continue
		}
		seen := way(t, c, x)
		if left := testutil.Leaked(seen, c.Planted); len(left) > 0 {
			leaks[c.Name[:strings.LastIndex(c.Name, ",")]+" …"]++
			if testing.Verbose() {
				t.Logf("%s\n%s%s%s\n%s", c.Name, c.Params, c.Result, c.Error, seen)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(leaks)) {
		t.Errorf("%s: %d leak", name, leaks[name])
	}
	t.Logf("%d cases", cases)
}

// shapeOf is that of what an upstream says in a case.
func shapeOf(t *testing.T, c testutil.LeakCase) shape {
	t.Helper()
	from := fromClient
	if c.Notification || c.Request {
		from = fromServer
	}
	r := rowOf(c.Method, from, c.Notification)
	if r == nil {
		t.Fatalf("%s: %s is not in the table", c.Name, c.Method)
	}
	if c.Error != "" {
		return pageErrorShape // as dataShape, but for pages
	}
	return r.result
}

// straight gives a case to the guard; texts longer than long are read in parts, if it is not 0.
func straight(p *Proxy, long int) leakWay {
	return func(t *testing.T, c testutil.LeakCase, x shape) string {
		g := p.guard().throwAway()
		g.long = long
		body := c.Result + c.Error
		if c.Notification || c.Request {
			body = c.Params
		}
		out, err := g.toModel(t.Context(), "fs", x, []byte(body), nil)
		if err != nil {
			t.Errorf("%s: %v", c.Name, err)
		}
		return string(out)
	}
}
