package main_test

import (
	"net"
	"os/exec"
	"regexp"
	"strconv"
	"testing"
	"time"

	"github.com/seed-052fbf24/cloak/internal/testutil"
)

// freeAddress is an address that nobody listens at.
func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// suite runs the protocol's own suite against a URL, and counts what passed and what did not.
func suite(t *testing.T, p testutil.Peers, next bool, url string) (passed, failed int) {
	t.Helper()
	args := []string{"server", "--url", url, "--suite", "all"}
	if next {
		args = append(args, "--spec-version", "2025-11-25")
	}
	argv := p.Conformance(next, args...)
	cmd := exec.CommandContext(t.Context(), argv[0], argv[1:]...)
	cmd.Dir = t.TempDir()
	out, _ := cmd.CombinedOutput() // it fails if a check does
	m := regexp.MustCompile(`Total: (\d+) passed, (\d+) failed`).FindSubmatch(out)
	if m == nil {
		t.Fatalf("the suite has no result: %s", out)
	}
	passed, _ = strconv.Atoi(string(m[1]))
	failed, _ = strconv.Atoi(string(m[2]))
	if failed > 0 {
		t.Logf("%s", out)
	}
	return passed, failed
}

// Whatever of the protocol's own suite passes with go-sdk's server passes with the gateway in
// front of it: over HTTP and over a pipe, with the sanitizer off and on.
func TestPeerConformance(t *testing.T) {
	peers := testutil.FindPeers(t)
	server := peers.SDKServer(t)
	address := freeAddress(t)
	cmd := exec.Command(server, "-http="+address, "-stateless=false")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	direct := "http://" + address + "/mcp"
	for range 100 {
		if c, err := net.Dial("tcp", address); err == nil {
			c.Close()
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	for _, x := range []struct {
		name string
		next bool
		bar  int
	}{{"0.1.16", false, 44}, {"0.2.0-alpha.12", true, 81}} {
		t.Run(x.name, func(t *testing.T) {
			passed, failed := suite(t, peers, x.next, direct)
			if passed < x.bar || failed > 0 {
				t.Fatalf("the server alone: %d passed, %d failed", passed, failed)
			}
			for _, sanitize := range []bool{false, true} {
				for kind, up := range map[string]map[string]any{"HTTP": {"url": direct}, "a pipe": {"command": server}} {
					t.Run(kind+", sanitize: "+strconv.FormatBool(sanitize), func(t *testing.T) {
						url, _ := listening(t, settings{"sanitize": sanitize, "prefix": "never", "upstreams": map[string]any{"up": up}}, nil)
						if n, failed := suite(t, peers, x.next, url); n < passed || failed > 0 {
							t.Errorf("%d passed, %d failed; the server alone passes %d", n, failed, passed)
						} else {
							t.Logf("%d passed", n)
						}
					})
				}
			}
		})
	}
}
