package main_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/internal/testutil"
)

// A drive is what the client that the suite starts is to do: put the gateway between itself
// and the suite's server. The zero drive goes straight there.
type drive struct {
	Client   string
	Pipe     bool // the client's end is HTTP, and another gateway, which changes nothing, takes it to a pipe
	Settings settings
}

const driveVariable = "CLOAK_TEST_DRIVE"

// TestAsDriver is no test: it makes the test binary the client that the suite starts.
func TestAsDriver(t *testing.T) {
	var d drive
	if err := json.Unmarshal([]byte(os.Getenv(driveVariable)), &d); err != nil {
		return
	}
	s := settings{"prefix": "never", "upstreams": map[string]any{"up": map[string]any{"url": os.Args[len(os.Args)-1]}}}
	for k, v := range d.Settings {
		s[k] = v
	}
	var ups map[string]upstream
	if d.Pipe {
		argv, env := config(t, s, nil)
		s, ups = transparent, map[string]upstream{"up": {argv: argv, env: variables(env)}}
	}
	url, _ := listening(t, s, ups)
	if out, err := exec.Command(d.Client, url).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

// suiteServes has the suite be the server of one scenario, and gives how many of how many
// checks pass.
func suiteServes(t *testing.T, p testutil.Peers, next bool, version, scenario string, d *drive) (passed, of int) {
	t.Helper()
	command := d.Client
	if d.Settings != nil {
		self, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		command = self + " -test.run=TestAsDriver --"
	}
	args := []string{"client", "--command", command, "--scenario", scenario}
	if version != "" {
		args = append(args, "--spec-version", version)
	}
	argv := p.Conformance(next, args...)
	cmd := exec.CommandContext(t.Context(), argv[0], argv[1:]...)
	cmd.Dir = t.TempDir()
	what, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	cmd.Env = append(os.Environ(), driveVariable+"="+string(what), "CLOAK_GATEWAY="+gateway(t))
	out, err := cmd.CombinedOutput() // it fails if a check does, or the client
	m := regexp.MustCompile(`Passed: (\d+)/(\d+), `).FindSubmatch(out)
	if m == nil {
		t.Fatalf("the suite has no result: %s", out)
	}
	passed, _ = strconv.Atoi(string(m[1]))
	of, _ = strconv.Atoi(string(m[2]))
	if err != nil || passed < of || strings.Contains(string(out), "WARNING") {
		t.Errorf("%d of %d pass: %s", passed, of, out)
	}
	return passed, of
}

// Whatever of the protocol's own suite passes with go-sdk's client passes with the gateway
// behind it: the suite is the server that the gateway connects to, over HTTP, and the client
// has the gateway over HTTP or over a pipe, with the sanitizer off and on.
func TestPeerConformanceClient(t *testing.T) {
	peers := testutil.FindPeers(t)
	client := peers.SDKClient(t)
	for _, x := range []struct {
		name    string
		next    bool
		version string
		checks  map[string]int // by scenario
	}{
		{"0.1.16", false, "", map[string]int{"initialize": 1, "tools_call": 1, "elicitation-sep1034-client-defaults": 5, "sse-retry": 3}},
		{"0.2.0-alpha.12", true, "2025-11-25", map[string]int{"initialize": 1, "tools_call": 2, "elicitation-sep1034-client-defaults": 5, "sse-retry": 3, "json-schema-2020-12-preservation": 9}},
		{"0.2.0-alpha.12", true, "2026-07-28", map[string]int{"json-schema-ref-no-deref": 1}}, // others of this revision speak it
	} {
		for scenario, checks := range x.checks {
			t.Run(x.name+" "+scenario, func(t *testing.T) {
				ways := map[string]*drive{
					"straight":              {client, false, nil},
					"over HTTP, passing":    {client, false, settings{"sanitize": false}},
					"over HTTP, protecting": {client, false, settings{"sanitize": true}},
					"a pipe, passing":       {client, true, settings{"sanitize": false}},
					"a pipe, protecting":    {client, true, settings{"sanitize": true}},
				}
				for way, d := range ways {
					t.Run(way, func(t *testing.T) {
						t.Parallel()
						if passed, of := suiteServes(t, peers, x.next, x.version, scenario, d); passed != checks {
							t.Errorf("%d of %d pass, not %d", passed, of, checks)
						}
					})
				}
			})
		}
	}
}
