package main

import (
	"bytes"
	"crypto/fips140"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
)

// R6: what is piped through needs memory for a window, not for the input: after
// the first megabytes it grows no more. The program is asked while it still
// waits for the end.
func TestStreamNeedsMemoryForAWindow(t *testing.T) {
	const first, all, more = 8, 32, 24 // megabytes
	most := 64                         // of it the tests themselves are a few
	if fips140.Enabled() {
		most *= 2 // HMAC there makes garbage
	}
	for _, args := range [][]string{{"sanitize", "--quiet"}, {"sanitize", "--quiet", "--mode", "token"}, {"scan", "--quiet"}, {"wrap", "--quiet", "--", "cat"}} {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			cmd := exec.Command("cloak", args...)
			var stderr bytes.Buffer
			cmd.Stdout, cmd.Stderr = io.Discard, &stderr
			stdin, err := cmd.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			early := 0
			for i := range all {
				if i == first {
					early = peakMemory(t, cmd.Process.Pid)
				}
				if _, err := stdin.Write(megabyte(i)); err != nil {
					t.Fatal(err)
				}
			}
			late := peakMemory(t, cmd.Process.Pid)
			stdin.Close()
			if err := cmd.Wait(); err != nil && args[0] != "scan" {
				t.Errorf("%v: %s", err, stderr.Bytes())
			}
			t.Logf("%d MB of memory after %d MB, %d MB after %d MB", early, first, late, all)
			if late > early+more || late > most {
				t.Errorf("%d MB of memory after %d MB, %d MB after %d MB", early, first, late, all)
			}
		})
	}
}

// megabyte is that much of a log, with values of which there are a thousand.
func megabyte(seed int) []byte {
	var b bytes.Buffer
	for i := seed; b.Len() < 1<<20; i++ {
		fmt.Fprintf(&b, "2026-03-14T02:13:44.871Z INFO [checkout] request %d of customer user%d@corp%d.com from 10.%d.2.3 done in %d ms\n", i, i%500, i%7, i%250, i%90)
	}
	return b.Bytes()
}

// peakMemory is the most that a process had resident, in megabytes.
func peakMemory(t *testing.T, pid int) int {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Skip("no /proc")
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	kilobytes, err := strconv.Atoi(strings.Fields(rest + " x")[0])
	if err != nil {
		t.Skip("/proc does not tell")
	}
	return kilobytes >> 10
}
