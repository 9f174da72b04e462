package mcpproxy

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// A transcript is a file of testdata/transcripts: a configuration, and what is said, line by
// line. A line begins with who speaks: c is the client, other names are upstreams.
//
//	c> {…}      the client sends it
//	c< {…}      the client receives it: … stands for anything
//	‹1›         in what is received: anything that has no quotes, the first time, and then the same;
//	            in what is sent: that
//	c- word     the client has received nothing that holds the word so far
//	fs> {…}     upstream fs sends it
//	fs< {…}     upstream fs receives it
//	fs!start    fs was started: every fs> and fs< is of the last start
//	fs!ended    the gateway has ended fs
//	fs!end      fs ends its output; c!end: the client ends its own, and listens still
//	clock 5s    time passes
//	reload {…}  the configuration is another
//	log word    the log holds the word
//	nolog word  it does not
//	told words  the Recorder was told of a message that begins so: see lineOf
//	nottold w   of none that begins so
//	refuse M S  from now on it cannot record messages of method M to side S; or, S being wrote, what the model wrote
//
// Lines are done in order, so that a transcript says what comes before what.
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/transcripts/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("there are no transcripts")
	}
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txt"), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			playTranscript(t, string(text))
		})
	}
}

// A stage is a proxy between ends that the test holds.
type stage struct {
	t        *testing.T
	p        *Proxy
	clock    *handClock
	log      *safeBuffer
	client   *end
	mu       sync.Mutex
	starts   map[string]chan *end
	now      map[string]*end
	received strings.Builder   // by the client
	names    map[string]string // ‹1› and such
	served   chan error
	recorder *fakeRecorder
	witness  witness
}

// An end is the far side of a connection.
type end struct {
	conn  Conn
	close func()
	lines chan []byte
}

func newEnd(r io.Reader, w io.WriteCloser) *end {
	e := &end{conn: NewLines(r, w, LineOptions{}), lines: make(chan []byte, 10_000)}
	e.close = func() { w.Close() }
	go func() {
		defer close(e.lines)
		for {
			b, err := e.conn.ReadFrame(context.Background())
			if err != nil {
				return
			}
			e.lines <- b
		}
	}()
	return e
}

// guardTime is how long a test waits for what does not come.
const guardTime = 20 * time.Second

func (e *end) next(t *testing.T, who string) []byte {
	t.Helper()
	select {
	case b, ok := <-e.lines:
		if !ok {
			t.Fatalf("%s: the connection has ended", who)
		}
		return b
	case <-time.After(guardTime):
		t.Fatalf("%s: nothing came", who)
	}
	return nil
}

// newStage starts a proxy whose upstreams are ends.
func newStage(t *testing.T, cfg Config) *stage {
	t.Helper()
	s := &stage{t: t, clock: newHandClock(), log: &safeBuffer{}, starts: map[string]chan *end{}, now: map[string]*end{}, names: map[string]string{}, served: make(chan error, 1)}
	s.recorder, s.witness = &fakeRecorder{}, witness{map[string]string{}, map[string]int{}}
	cfg.Recorder = s.recorder
	cfg.Logger = slog.New(slog.NewTextHandler(s.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	p, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	s.p, p.clock = p, s.clock
	for name := range cfg.Upstreams {
		s.starts[name] = make(chan *end, 100)
	}
	p.dial = func(l *link) (Conn, error) {
		ours, theirs := newPipes()
		s.mu.Lock()
		if s.starts[l.name] == nil {
			s.starts[l.name] = make(chan *end, 100)
		}
		starts := s.starts[l.name]
		s.mu.Unlock()
		starts <- newEnd(theirs.r, theirs.w)
		return NewLines(ours.r, ours.w, LineOptions{Max: p.cfg().Limits.MaxMessage, Skipped: func(int) {}}), nil
	}
	ours, theirs := newPipes()
	s.client = newEnd(theirs.r, theirs.w)
	go func() {
		s.served <- p.Serve(t.Context(), NewLines(ours.r, ours.w, LineOptions{Max: p.cfg().Limits.MaxMessage}))
	}()
	t.Cleanup(func() {
		s.client.close()
		for _, e := range s.now {
			e.close()
		}
		select {
		case <-s.served:
		case <-time.After(guardTime):
			t.Error("Serve does not return")
		}
	})
	return s
}

type pipeEnd struct {
	r *io.PipeReader
	w *io.PipeWriter
}

func newPipes() (a, b pipeEnd) {
	ar, bw := io.Pipe()
	br, aw := io.Pipe()
	return pipeEnd{ar, aw}, pipeEnd{br, bw}
}

func playTranscript(t *testing.T, text string) {
	head, script, ok := strings.Cut(text, "\n-- script --\n")
	_, config, isConfig := strings.Cut(head, "-- config --\n")
	if !ok || !isConfig {
		t.Fatal("a transcript has a configuration and a script")
	}
	cfg, err := parseConfig([]byte(config))
	if err != nil {
		t.Fatal(err)
	}
	s := newStage(t, cfg)
	for n, line := range strings.Split(script, "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		s.play(n+1, line)
	}
}

func (s *stage) play(n int, line string) {
	t := s.t
	t.Helper()
	at := fmt.Sprintf("line %d of the script", n)
	if d, ok := strings.CutPrefix(line, "clock "); ok {
		by, err := time.ParseDuration(d)
		if err != nil {
			t.Fatal(at, err)
		}
		s.clock.advance(by)
		return
	}
	if config, ok := strings.CutPrefix(line, "reload "); ok {
		cfg, err := parseConfig([]byte(config))
		if err == nil {
			err = s.p.Reload(cfg)
		}
		if err != nil {
			t.Fatalf("%s: %v", at, err)
		}
		return
	}
	if word, ok := strings.CutPrefix(line, "log "); ok {
		s.eventually(at+": the log has no "+word, func() bool { return strings.Contains(s.log.String(), word) })
		return
	}
	if word, ok := strings.CutPrefix(line, "nolog "); ok {
		if strings.Contains(s.log.String(), word) {
			t.Fatalf("%s: the log holds it", at)
		}
		return
	}
	begins := func(word string) bool {
		return slices.ContainsFunc(s.recorder.lines(), func(l string) bool { return l == word || strings.HasPrefix(l, word+" ") })
	}
	if word, ok := strings.CutPrefix(line, "told "); ok {
		s.eventually(at+": nothing was told of "+word, func() bool { return begins(word) })
		return
	}
	if word, ok := strings.CutPrefix(line, "nottold "); ok {
		if begins(word) {
			t.Fatalf("%s: it was told", at)
		}
		return
	}
	if what, ok := strings.CutPrefix(line, "refuse "); ok {
		s.recorder.refuse(what)
		return
	}
	for name, is := range s.names {
		line = strings.ReplaceAll(line, name, is)
	}
	k := strings.IndexAny(line, "<>!-")
	if k < 0 {
		t.Fatalf("%s is none", at)
	}
	who, verb, what := line[:k], line[k], strings.TrimSpace(line[k+1:])
	e := s.client
	if who != "c" {
		s.mu.Lock()
		e = s.now[who]
		s.mu.Unlock()
	}
	switch verb {
	case '!':
		switch what {
		case "start":
			s.mu.Lock()
			if s.starts[who] == nil {
				s.starts[who] = make(chan *end, 100)
			}
			starts := s.starts[who]
			s.mu.Unlock()
			started := false
			for end := time.Now().Add(guardTime); !started; {
				select {
				case e = <-starts:
					s.now[who], started = e, true
				case <-time.After(2 * time.Second): // its pause has begun behind the last step of the clock
					if time.Now().After(end) {
						t.Fatalf("%s: it was not started", at)
					}
					s.clock.advance(time.Second)
				}
			}
		case "end":
			e.close()
		case "ended":
			select {
			case b, more := <-e.lines:
				if more {
					t.Fatalf("%s: it gets %s", at, b)
				}
			case <-time.After(guardTime):
				t.Fatalf("%s: it has not ended", at)
			}
		}
	case '>':
		if who == "c" {
			s.witness.sends([]byte(what))
		}
		if err := e.conn.WriteFrame(t.Context(), []byte(what)); err != nil {
			t.Fatalf("%s: %v", at, err)
		}
	case '<':
		got := e.next(t, at)
		s.witness.receives(t, s.recorder, who, got)
		if who == "c" {
			s.received.Write(got)
		}
		if !s.matches(what, string(got)) {
			t.Fatalf("%s:\n got %s\nwant %s", at, got, what)
		}
	case '-':
		if strings.Contains(s.received.String(), what) {
			t.Fatalf("%s: the client has received it", at)
		}
	}
}

// eventually is for what happens beside the messages.
func (s *stage) eventually(why string, is func() bool) {
	s.t.Helper()
	for end := time.Now().Add(guardTime); !is(); {
		if time.Now().After(end) {
			s.t.Fatal(why)
		}
		time.Sleep(time.Millisecond)
	}
}

// matches is matchesText, which learns the names that are new.
func (s *stage) matches(want, got string) bool {
	name := regexp.MustCompile("‹[0-9]+›")
	fresh := name.FindAllString(want, -1)
	if len(fresh) == 0 {
		return matchesText(want, got)
	}
	pattern := strings.ReplaceAll(regexp.QuoteMeta(want), "…", ".*")
	found := regexp.MustCompile("^" + name.ReplaceAllString(pattern, `([^"]+)`) + "$").FindStringSubmatch(got)
	for i, name := range fresh {
		if found != nil {
			s.names[name] = found[i+1]
		}
	}
	return found != nil
}

// matchesText reports whether got is want, in which … stands for anything.
func matchesText(want, got string) bool {
	parts := strings.Split(want, "…")
	if len(parts) == 1 {
		return want == got
	}
	if !strings.HasPrefix(got, parts[0]) || !strings.HasSuffix(got[len(parts[0]):], parts[len(parts)-1]) {
		return false
	}
	got = got[len(parts[0]) : len(got)-len(parts[len(parts)-1])]
	for _, p := range parts[1 : len(parts)-1] {
		k := strings.Index(got, p)
		if k < 0 {
			return false
		}
		got = got[k+len(p):]
	}
	return true
}

type safeBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *safeBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *safeBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

// A handClock goes when a test says so.
type handClock struct {
	mu  sync.Mutex
	now time.Time
	all []*handTimer
}

type handTimer struct {
	c  *handClock
	at time.Time
	f  func()
}

func newHandClock() *handClock { return &handClock{now: time.Unix(1_800_000_000, 0)} }

func (c *handClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *handClock) AfterFunc(d time.Duration, f func()) timer {
	c.mu.Lock()
	defer c.mu.Unlock()
	t := &handTimer{c, c.now.Add(d), f}
	c.all = append(c.all, t)
	return t
}

func (t *handTimer) Stop() bool {
	t.c.mu.Lock()
	defer t.c.mu.Unlock()
	was := t.f != nil
	t.f = nil
	return was
}

func (c *handClock) advance(d time.Duration) {
	c.mu.Lock()
	c.now = c.now.Add(d)
	var due []func()
	var left []*handTimer
	for _, t := range c.all {
		switch {
		case t.f == nil:
		case t.at.After(c.now):
			left = append(left, t)
		default:
			due = append(due, t.f)
			t.f = nil
		}
	}
	c.all = left
	c.mu.Unlock()
	for _, f := range due {
		f()
	}
}
