package mcpproxy

import (
	"bufio"
	"errors"
	"io"
	"log/slog"
	"strings"
	"sync"
	"time"
)

const (
	stderrLine  = 8 << 10 // bytes of a line that are read
	stderrCut   = " … [cut]"
	stderrTail  = 1 << 10 // bytes before a cut that are not relayed
	stderrBurst = 50      // lines at once
	stderrRate  = 10      // lines per second
	stderrTell  = 10 * time.Second
)

// readLines gives the lines of r to each, without their ends, until r ends. Of a
// line longer than stderrLine it gives the beginning, followed by stderrCut.
func readLines(r io.Reader, each func(line string)) {
	in := bufio.NewReaderSize(r, stderrLine+len("\r\n"))
	for {
		piece, err := in.ReadSlice('\n')
		line := string(piece)
		for errors.Is(err, bufio.ErrBufferFull) {
			_, err = in.ReadSlice('\n')
		}
		line = strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
		if len(line) > stderrLine {
			line = line[:stderrLine] + stderrCut
		}
		if each != nil && (err == nil || line != "") {
			each(line)
		}
		if err != nil {
			return
		}
	}
}

// A scrubber relays what an upstream writes to stderr into our log, without
// originals and at a bounded rate. What it does not relay it counts, and tells
// once per ten seconds. It is safe for concurrent use.
type scrubber struct {
	upstream string
	log      *slog.Logger
	scrub    func(line string) (string, error) // gives the line without originals; on an error it is withheld
	clock    clock

	mu       sync.Mutex
	spent    float64 // lines of the burst
	at       time.Time
	over     int // lines over the rate
	withheld int // lines that were not scrubbed
	report   timer
}

// newScrubber relays to log. Without scrub every line is withheld.
func newScrubber(upstream string, log *slog.Logger, scrub func(line string) (string, error), c clock) *scrubber {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	if scrub == nil {
		scrub = func(string) (string, error) { return "", errors.New("mcpproxy: nothing to scrub with") }
	}
	c = orSystem(c)
	return &scrubber{upstream: upstream, log: log, scrub: scrub, clock: c, at: c.Now()}
}

// line relays one line. It is a childConfig's stderr.
func (s *scrubber) line(text string) {
	if strings.TrimSpace(text) == "" {
		return
	}
	if !s.allowed() {
		return
	}
	body, cut := strings.CutSuffix(text, stderrCut)
	out, err := s.scrub(body)
	if err != nil {
		s.count(&s.withheld)
		return
	}
	if cut {
		// A value that the cut has gone through is not recognised any more. It is at
		// the end, and is left out with it.
		out = strings.ToValidUTF8(out[:max(0, len(out)-stderrTail)], "") + stderrCut
	}
	s.log.Info("upstream stderr", "upstream", s.upstream, "line", out)
}

// allowed takes a line from the bucket, before work is put into it.
func (s *scrubber) allowed() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.clock.Now()
	s.spent = max(0, s.spent-stderrRate*now.Sub(s.at).Seconds())
	s.at = now
	if s.spent > stderrBurst-1 {
		s.countLocked(&s.over)
		return false
	}
	s.spent++
	return true
}

func (s *scrubber) count(n *int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.countLocked(n)
}

func (s *scrubber) countLocked(n *int) {
	*n++
	if s.report == nil {
		s.report = s.clock.AfterFunc(stderrTell, s.tell)
	}
}

// tell logs what was not relayed since it was last told.
func (s *scrubber) tell() {
	s.mu.Lock()
	over, withheld := s.over, s.withheld
	s.over, s.withheld = 0, 0
	if s.report != nil {
		s.report.Stop()
		s.report = nil
	}
	s.mu.Unlock()
	if over+withheld > 0 {
		s.log.Warn("upstream stderr: lines not relayed", "upstream", s.upstream, "over_rate", over, "not_scrubbed", withheld)
	}
}

// close tells what is left to tell. The child must have ended.
func (s *scrubber) close() { s.tell() }
