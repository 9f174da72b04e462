package main_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
)

// status reads a size of /proc/PID/status, in bytes.
func status(t testing.TB, pid int, field string) int64 {
	t.Helper()
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(b)) {
		if rest, ok := strings.CutPrefix(line, field+":"); ok {
			n, err := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(rest), "kB")), 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			return n << 10
		}
	}
	t.Fatal("there is no such field")
	return 0
}

// What a message needs in memory, over what the gateway has when it is idle: less than two
// of it where it passes, and where it is sanitized what it was and what it becomes. One that
// is too long is held until that is known.
func TestPeakMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes a message of full length")
	}
	long := allowedLength - 1<<20
	for _, test := range []struct {
		name string
		up   upstream
		size int64
		most map[string]float64 // times size
	}{
		{"a result", ours(t, "reply", strconv.Itoa(long)), int64(long), map[string]float64{"transparent": 2, "protecting": 3}},
		{"one that is too long", mode(t, "giant", strconv.Itoa(longMessage)), int64(allowedLength), map[string]float64{"transparent": 2, "protecting": 2}},
	} {
		for kind, s := range kinds() {
			t.Run(test.name+", "+kind, func(t *testing.T) {
				g := starts(t, s, map[string]upstream{"up": test.up})
				g.Call("tools/list", "{}")
				idle := status(t, g.cmd.Process.Pid, "VmRSS")
				m := g.Call("tools/call", `{"name":"up__reply","arguments":{}}`)
				if (m.Error == nil) != (test.size == int64(long)) {
					t.Fatalf("the answer is %.200s", m.Raw)
				}
				peak := status(t, g.cmd.Process.Pid, "VmHWM")
				times := float64(peak-idle) / float64(test.size)
				t.Logf("idle %d MB, peak %d MB: %.2f times the message", idle>>20, peak>>20, times)
				if most := test.most[kind]; times > most && full { // of small sizes, what stands beside them is more
					t.Errorf("more than %.1f", most)
				}
			})
		}
	}
}
