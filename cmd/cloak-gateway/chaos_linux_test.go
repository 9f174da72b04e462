package main_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/seed-052fbf24/cloak/internal/testutil"
)

// A process is one that was seen under the gateway. Its number may be given to another
// later; number and start together are not.
type process struct {
	pid, parent, group int
	start              string
	state              string
	command            string
}

// processOf reads /proc; false if there is no such process.
func processOf(pid int) (p process, ok bool) {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return p, false
	}
	// The name in parentheses may hold anything.
	fields := strings.Fields(string(b[bytes.LastIndexByte(b, ')')+1:]))
	p = process{pid: pid, state: fields[0], start: fields[19]}
	p.parent, _ = strconv.Atoi(fields[1])
	p.group, _ = strconv.Atoi(fields[2])
	line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	p.command = strings.TrimRight(string(bytes.ReplaceAll(line, []byte{0}, []byte{' '})), " ")
	return p, true
}

// lives reports whether a process still runs. One that nobody has reaped does not.
func (p process) lives() bool {
	now, ok := processOf(p.pid)
	return ok && now.start == p.start && now.state != "Z" && now.state != "X"
}

// descendants are all processes that a process has started, and those that they have.
func descendants(t *testing.T, root int) (all []process) {
	t.Helper()
	entries, err := os.ReadDir("/proc")
	if err != nil {
		t.Fatal(err)
	}
	children := map[int][]process{}
	for _, e := range entries {
		if pid, err := strconv.Atoi(e.Name()); err == nil {
			if p, ok := processOf(pid); ok && p.state != "Z" {
				children[p.parent] = append(children[p.parent], p)
			}
		}
	}
	for next := []int{root}; len(next) > 0; next = next[1:] {
		for _, c := range children[next[0]] {
			all = append(all, c)
			next = append(next, c.pid)
		}
	}
	return all
}

// launched is an upstream behind a launcher, as npx is one, that leaves processes of its own.
func launched(up upstream) upstream {
	up.argv = append([]string{"sh", "-c", `sleep 1000 & (trap '' TERM HUP; exec sleep 1001 </dev/null >/dev/null 2>&1) & "$@"; exit`, "sh"}, up.argv...)
	return up
}

// An upstream that is killed in a call ends that call alone: what it has started ends, too,
// the others serve, and the next call starts it again.
func TestAnUpstreamIsKilledInACall(t *testing.T) {
	gate := testutil.NewGate(t)
	g := starts(t, protecting(), map[string]upstream{"held": launched(mode(t, "held", gate.Addr)), "good": mode(t, "echo")})
	id := g.Send("tools/call", `{"name":"held__echo","arguments":{}}`)
	g.arrives(gate)
	var leader process
	before := descendants(t, g.cmd.Process.Pid)
	for _, p := range before {
		if p.parent == g.cmd.Process.Pid && strings.HasPrefix(p.command, "sh -c") {
			leader = p
		}
	}
	if leader.pid == 0 || leader.group != leader.pid {
		t.Fatalf("the launcher leads no group: %+v", before)
	}
	if err := syscall.Kill(leader.pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	fails(t, g.Await("the answer", func(m testutil.MCPMessage) bool { return string(m.ID) == id }), "whether the call was carried out is not known")
	g.serves("good__echo")
	for _, p := range before {
		if p.group == leader.pid {
			eventually(t, "what the killed upstream has started lives: "+p.command, func() bool { return !p.lives() })
		}
	}
	gate.Open()
	g.serves("held__echo")
}

// When the client goes, so does the gateway, and all that it has started.
func TestTheClientGoes(t *testing.T) {
	gate := testutil.NewGate(t)
	for _, test := range []struct {
		name string
		ups  map[string]upstream
		goes func(g *gatewayProcess)
	}{
		{"its input ends", map[string]upstream{"a": launched(mode(t, "echo")), "b": mode(t, "echo")}, func(g *gatewayProcess) { g.Close() }},
		{"its input ends in a call", map[string]upstream{"a": launched(mode(t, "stalled")), "b": mode(t, "half")}, func(g *gatewayProcess) {
			g.Send("tools/call", `{"name":"a__echo","arguments":{}}`)
			g.Send("tools/call", `{"name":"b__echo","arguments":{}}`)
			g.Close()
		}},
		{"it does not read, and its input ends", map[string]upstream{"a": launched(mode(t, "giant", "1000000")), "b": mode(t, "echo")}, func(g *gatewayProcess) {
			g.out.Close()
			g.Send("tools/call", `{"name":"a__echo","arguments":{}}`)
			g.Close()
		}},
		{"its output is closed", map[string]upstream{"a": launched(mode(t, "held", gate.Addr)), "b": mode(t, "echo")}, func(g *gatewayProcess) {
			g.Send("tools/call", `{"name":"a__echo","arguments":{}}`)
			g.arrives(gate)
			g.out.Close()
			gate.Open()
		}},
		{"it is stopped by a signal in a call", map[string]upstream{"a": launched(mode(t, "stalled")), "b": mode(t, "half")}, func(g *gatewayProcess) {
			g.Send("tools/call", `{"name":"a__echo","arguments":{}}`)
			_ = g.cmd.Process.Signal(syscall.SIGTERM)
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := protecting()
			if strings.HasSuffix(test.name, "ends in a call") { // what is asked has its time still
				s["request_timeout"] = 1
			}
			g := starts(t, s, test.ups)
			var started []process
			eventually(t, "there are no grandchildren", func() bool {
				started = descendants(t, g.cmd.Process.Pid)
				return len(started) >= 5
			})
			test.goes(g)
			g.gone()
			for _, p := range started {
				// Of what the group's end has killed, the system may need a moment.
				eventually(t, "there is left of the gateway: "+p.command, func() bool { return !p.lives() })
			}
		})
	}
}

// What runs under the gateway is what its configuration names, whatever an upstream says.
func TestUpstreamsStartNothing(t *testing.T) {
	marker := filepath.Join(t.TempDir(), "marker")
	for kind, s := range kinds() {
		t.Run(kind, func(t *testing.T) {
			bad, good := ours(t, "orders", marker), mode(t, "echo")
			g := starts(t, s, map[string]upstream{"bad": bad, "good": good})
			want := []string{strings.Join(bad.argv, " "), strings.Join(good.argv, " ")}
			only := func(when string) {
				t.Helper()
				var got []string
				for _, p := range descendants(t, g.cmd.Process.Pid) {
					got = append(got, p.command)
				}
				slices.Sort(got)
				slices.Sort(want)
				if !slices.Equal(got, want) {
					t.Fatalf("%s there run %q, the configuration names %q", when, got, want)
				}
			}
			only("after initialize")
			for _, ask := range [][2]string{
				{"tools/list", "{}"}, {"prompts/list", "{}"}, {"resources/list", "{}"},
				{"tools/call", `{"name":"bad__run","arguments":{"command":"touch ` + marker + `"}}`},
				{"tools/call", `{"name":"bad__run","arguments":{}}`},
				{"resources/read", `{"uri":"file:///bin/sh?-c=touch%20` + marker + `"}`},
				{"x/spawn", `{"command":"touch","args":["` + marker + `"]}`},
			} {
				g.Call(ask[0], ask[1])
				only("after " + ask[0])
			}
			g.serves("good__echo")
			if _, err := os.Stat(marker); !os.IsNotExist(err) {
				t.Error("what the upstream has ordered was done")
			}
		})
	}
}
