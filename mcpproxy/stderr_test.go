package mcpproxy

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"
)

// logged gives a logger, and what it has logged since it was last asked.
func logged() (*slog.Logger, func() string) {
	var out bytes.Buffer
	log := slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}}))
	return log, func() string { defer out.Reset(); return out.String() }
}

func TestStderrScrubbed(t *testing.T) {
	address := "marie@" + "curie.example"
	scrub := func(line string) (string, error) {
		if strings.Contains(line, "bad") {
			return line, errors.New("no")
		}
		return strings.ReplaceAll(line, address, "[EMAIL_0]"), nil
	}
	long := strings.Repeat("x", stderrLine-5) + address[:5] // a value that the cut went through
	for _, test := range []struct {
		name, line, want string
	}{
		{"a value", "mail to " + address, `level=INFO msg="upstream stderr" upstream=fs line="mail to [EMAIL_0]"` + "\n"},
		{"nothing", " \t", ""},
		{"a failure", "bad " + address, ""},
		{"a cut", long + stderrCut, `level=INFO msg="upstream stderr" upstream=fs line="` + strings.Repeat("x", stderrLine-stderrTail) + stderrCut + "\"\n"},
		{"a short line that says it was cut", address[:5] + stderrCut, `level=INFO msg="upstream stderr" upstream=fs line="` + stderrCut + "\"\n"},
		{"a cut in a letter", "a" + strings.Repeat("é", stderrTail) + stderrCut, `level=INFO msg="upstream stderr" upstream=fs line="a` + strings.Repeat("é", stderrTail/2) + stderrCut + "\"\n"},
		{"a cut before the end of a letter", "é" + strings.Repeat("x", stderrTail-1) + stderrCut, `level=INFO msg="upstream stderr" upstream=fs line="` + stderrCut + "\"\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			log, said := logged()
			s := newScrubber("fs", log, scrub, newFakeClock())
			s.line(test.line)
			if got := said(); got != test.want {
				t.Errorf("logged %.120q, want %.120q", got, test.want)
			}
		})
	}
}

func TestStderrRate(t *testing.T) {
	log, said := logged()
	clk := newFakeClock()
	scrubbed := 0
	s := newScrubber("fs", log, func(line string) (string, error) {
		scrubbed++
		if line == "bad" {
			return "", errors.New("no")
		}
		return line, nil
	}, clk)
	write := func(n int, line string) (relayed int) {
		for range n {
			s.line(line)
		}
		return strings.Count(said(), "level=INFO")
	}
	told := func(over, withheld int) string {
		return fmt.Sprintf("level=WARN msg=\"upstream stderr: lines not relayed\" upstream=fs over_rate=%d not_scrubbed=%d\n", over, withheld)
	}
	if n := write(60, "a"); n != stderrBurst || scrubbed != stderrBurst {
		t.Errorf("of a burst of 60 it relays %d, and scrubs %d", n, scrubbed)
	}
	clk.advance(time.Second)
	if n := write(15, "a"); n != stderrRate {
		t.Errorf("a second later it relays %d", n)
	}
	clk.advance(time.Second)
	if n := write(1, "bad"); n != 0 {
		t.Error("it relays what was not scrubbed")
	}
	clk.advance(stderrTell - 2*time.Second - 1)
	if got := said(); got != "" {
		t.Errorf("within the window it says %q", got)
	}
	clk.advance(1)
	if got := said(); got != told(15, 1) {
		t.Errorf("after the window it says %q", got)
	}
	clk.advance(time.Hour)
	if got := said(); got != "" {
		t.Errorf("with nothing to tell it says %q", got)
	}
	if n := write(60, "a"); n != stderrBurst {
		t.Errorf("an hour later it relays %d", n)
	}
	s.close()
	if got := said(); got != told(10, 0) {
		t.Errorf("at the end it says %q", got)
	}
	if len(clk.timers) > 0 {
		t.Error("it left a timer behind")
	}
}

// Without a way to scrub nothing goes out.
func TestStderrFailsClosed(t *testing.T) {
	log, said := logged()
	s := newScrubber("fs", log, nil, newFakeClock())
	s.line("anything")
	if got := said(); got != "" {
		t.Errorf("logged %q", got)
	}
	s.close()
	if got := said(); !strings.Contains(got, "not_scrubbed=1") {
		t.Errorf("logged %q", got)
	}
	newScrubber("fs", nil, nil, nil).line("no log")
}
