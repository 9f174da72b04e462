package mcpproxy

import (
	"sort"
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
// none of it reaches the model.
func TestLeakProbe(t *testing.T) {
	t.Run("as a whole", func(t *testing.T) { leakProbe(t, 0) })
	t.Run("every text in parts", func(t *testing.T) { leakProbe(t, 1) })
}

func leakProbe(t *testing.T, long int) {
	p := protecting(t, Config{})
	cases, leaks := 0, map[string]int{}
	for c := range testutil.LeakCases(testutil.LeakPlanted(6)) {
		cases++
		from, note := fromClient, false
		body, x := c.Result, dataShape
		if c.Notification || c.Request {
			from, note, body = fromServer, c.Notification, c.Params
		}
		r := rowOf(c.Method, from, note)
		if r == nil {
			t.Fatalf("%s: %s is not in the table", c.Name, c.Method)
		}
		if c.Error == "" {
			x = r.result
		} else {
			body, x = c.Error, pageErrorShape // as dataShape, but for pages
		}
		if x == nothing || x == definitions {
			continue
		}
		g := p.guard().throwAway()
		g.long = long
		out, err := g.toModel(t.Context(), "fs", x, []byte(body), nil)
		if err != nil {
			t.Errorf("%s: %v", c.Name, err)
			continue
		}
		if left := testutil.Leaked(string(out), c.Planted); len(left) > 0 {
			leaks[c.Name[:strings.LastIndex(c.Name, ",")]+" …"]++
			if testing.Verbose() {
				t.Logf("%s\n%s\n%s", c.Name, body, out)
			}
		}
	}
	names := keysOf(leaks)
	sort.Strings(names)
	for _, name := range names {
		t.Errorf("%s: %d leak", name, leaks[name])
	}
	t.Logf("%d cases", cases)
}
