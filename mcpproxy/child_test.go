package mcpproxy

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// childVariable makes this test binary an upstream: it names what to be.
const childVariable = "CLOAK_TEST_CHILD"

// TestChildProcess is what the other tests start. By itself it does nothing.
func TestChildProcess(t *testing.T) {
	mode := os.Getenv(childVariable)
	if mode == "" {
		return
	}
	signals := make(chan os.Signal, 8)
	hang := func() { select {} }
	switch mode {
	case "echo":
		io.Copy(os.Stdout, os.Stdin)
	case "banner":
		fmt.Println("Server listening on stdio")
		io.Copy(os.Stdout, os.Stdin)
	case "exit":
		os.Exit(3)
	case "last words":
		fmt.Printf("{\"n\":1}\n{\"n\":2}\n")
		fmt.Fprintf(os.Stderr, "first\r\n\nsecond\n%s\n%s\nlast", strings.Repeat("x", stderrLine), strings.Repeat("y", 5*stderrLine))
	case "tidy": // ends when it is asked, not before
		signal.Notify(signals, syscall.SIGTERM)
		fmt.Println("{}")
		<-signals
		fmt.Fprintln(os.Stderr, "asked")
	case "stubborn": // does not end
		signal.Ignore(syscall.SIGTERM)
		signal.Notify(signals, os.Interrupt) // or the runtime sees a deadlock
		fmt.Println("{}")
		hang()
	case "sip": // takes one byte, and no more
		signal.Notify(signals, os.Interrupt)
		os.Stdin.Read(make([]byte, 1))
		fmt.Println("{}")
		hang()
	case "no input":
		os.Stdin.Close()
		signal.Notify(signals, os.Interrupt)
		fmt.Println("{}")
		hang()
	case "surroundings":
		dir, _ := os.Getwd()
		line, _ := json.Marshal(map[string]any{"env": os.Environ(), "dir": dir, "args": os.Args[2:]})
		fmt.Printf("%s\n", line)
	default:
		if !childMode(mode, signals) {
			os.Exit(99)
		}
	}
	os.Exit(0)
}

// asChild is the configuration of this binary in a mode, with a clock that stands.
func asChild(t *testing.T, mode string) (childConfig, *fakeClock) {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	clk := newFakeClock()
	return childConfig{
		command: exe,
		args:    []string{"-test.run=^TestChildProcess$"},
		env:     []string{childVariable + "=" + mode},
		clock:   clk,
	}, clk
}

// start starts c and sees to its end.
func start(t *testing.T, c childConfig) *child {
	t.Helper()
	p, err := startChild(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if clk, ok := c.clock.(*fakeClock); ok {
			clk.free()
		}
		p.Close()
	})
	return p
}

type frameOrErr struct {
	frame string
	err   error
}

func reads(t *testing.T, c *child) frameOrErr {
	t.Helper()
	got := make(chan frameOrErr, 1)
	go func() {
		frame, err := c.ReadFrame(context.Background())
		got <- frameOrErr{string(frame), err}
	}()
	return soon(t, "a frame", got)
}

func wantFrame(t *testing.T, c *child, want string) {
	t.Helper()
	if got := reads(t, c); got.err != nil || got.frame != want {
		t.Fatalf("read %.80q, %v; want %q", got.frame, got.err, want)
	}
}

func wantEnd(t *testing.T, c *child) {
	t.Helper()
	if got := reads(t, c); got.err != io.EOF {
		t.Fatalf("read %.80q, %v; want the end", got.frame, got.err)
	}
}

func wantExit(t *testing.T, c *child, want string) {
	t.Helper()
	soon(t, "the end of the child", c.done())
	if err := c.exit(); err == nil || !strings.HasSuffix(err.Error(), ": "+want) {
		t.Fatalf("exit is %v, want %q", err, want)
	}
}

// closes calls Close and tells when it returned.
func closes(c *child) <-chan error {
	closed := make(chan error, 1)
	go func() { closed <- c.Close() }()
	return closed
}

func TestChildCarriesFrames(t *testing.T) {
	skipped := make(chan int, 1)
	for mode, banner := range map[string]int{"echo": 0, "banner": len("Server listening on stdio")} {
		t.Run(mode, func(t *testing.T) {
			c, _ := asChild(t, mode)
			c.lines.Skipped = func(n int) { skipped <- n }
			p := start(t, c)
			if p.exit() != nil {
				t.Error("it has ended before it began")
			}
			big := `{"big":"` + strings.Repeat("x", 1<<20) + `"}`
			for _, frame := range []string{`{"n":1}`, big, `{"n":2}`} {
				wrote := make(chan error, 1)
				go func() { wrote <- p.WriteFrame(context.Background(), []byte(frame)) }()
				wantFrame(t, p, frame)
				if err := soon(t, "the write", wrote); err != nil {
					t.Fatal(err)
				}
			}
			if banner > 0 && soon(t, "the banner", skipped) != banner {
				t.Error("the banner's length was not told")
			}
			// The clock stands: the end of its input ends it.
			if err := soon(t, "Close", closes(p)); err != nil {
				t.Fatal(err)
			}
			wantExit(t, p, "exit status 0")
			wantEnd(t, p)
		})
	}
}

// Many may write: frames come whole.
func TestChildWritersTakeTurns(t *testing.T) {
	c, _ := asChild(t, "echo")
	p := start(t, c)
	var want, got []string
	var all sync.WaitGroup
	for i := range 20 {
		frame := fmt.Sprintf(`{"n":%d,"pad":"%s"}`, i, strings.Repeat("x", 10_000*i))
		want = append(want, frame)
		all.Go(func() {
			if err := p.WriteFrame(context.Background(), []byte(frame)); err != nil {
				t.Error(err)
			}
		})
	}
	for range want {
		got = append(got, reads(t, p).frame)
	}
	all.Wait()
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Error("what came back is not what was sent")
	}
}

func TestChildEndsByItself(t *testing.T) {
	c, _ := asChild(t, "exit")
	p := start(t, c)
	wantExit(t, p, "exit status 3")
	wantEnd(t, p)
	if err := p.WriteFrame(context.Background(), []byte("{}")); !errors.Is(err, errChildClosed) {
		t.Errorf("writing gives %v", err)
	}
	for range 2 {
		if err := soon(t, "Close", closes(p)); err != nil {
			t.Error(err)
		}
	}
}

// What it wrote before it ended can be read afterwards, and all of stderr has
// been passed on by then.
func TestChildLastWords(t *testing.T) {
	c, _ := asChild(t, "last words")
	var lines []string
	c.stderr = func(line string) { lines = append(lines, line) }
	p := start(t, c)
	wantExit(t, p, "exit status 0")
	want := []string{"first", "", "second", strings.Repeat("x", stderrLine), strings.Repeat("y", stderrLine) + stderrCut, "last"}
	if !slices.Equal(lines, want) {
		t.Errorf("stderr is %.60q", lines)
	}
	wantFrame(t, p, `{"n":1}`)
	wantFrame(t, p, `{"n":2}`)
	wantEnd(t, p)
}

// A child that stops reading holds a writer up until its context ends. Half a
// frame is the end of the connection.
func TestChildHalfFrame(t *testing.T) {
	c, clk := asChild(t, "sip")
	p := start(t, c)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	wrote, second := make(chan error, 1), make(chan error, 1)
	go func() { wrote <- p.WriteFrame(ctx, []byte(`{"pad":"`+strings.Repeat("x", 1<<20)+`"}`)) }()
	wantFrame(t, p, "{}") // it has read a byte

	late, cancelLate := context.WithCancel(context.Background())
	go func() { second <- p.WriteFrame(late, []byte("{}")) }() // who waits for a turn
	cancelLate()
	if err := soon(t, "the second write", second); err != context.Canceled {
		t.Errorf("waiting for a turn gives %v", err)
	}

	cancel()
	err := soon(t, "the write", wrote)
	if !errors.Is(err, errHalfFrame) || !errors.Is(err, context.Canceled) {
		t.Errorf("writing gives %v", err)
	}
	if err := p.WriteFrame(context.Background(), []byte("{}")); err == nil {
		t.Error("a frame was written after half of one")
	}
	soon(t, "the grace", clk.armed) // it is being stopped without Close
	clk.advance(defaultGrace)
	soon(t, "the end", p.done())
}

func TestChildTakesNoInput(t *testing.T) {
	c, _ := asChild(t, "no input")
	p := start(t, c)
	wantFrame(t, p, "{}")
	for range 2 {
		if err := p.WriteFrame(context.Background(), []byte("{}")); !errors.Is(err, errNoInput) {
			t.Errorf("writing gives %v", err)
		}
	}
}

// A frame that cannot be one is refused, and harms nothing.
func TestChildRefusesAFrame(t *testing.T) {
	c, _ := asChild(t, "echo")
	p := start(t, c)
	if err := p.WriteFrame(context.Background(), nil); err == nil {
		t.Error("an empty frame was written")
	}
	if err := p.WriteFrame(context.Background(), []byte("{}")); err != nil {
		t.Fatal(err)
	}
	wantFrame(t, p, "{}")
}

// What is started is the configuration's alone: none of our environment.
func TestChildSurroundings(t *testing.T) {
	t.Setenv("CLOAK_TEST_OURS", "ours")
	c, _ := asChild(t, "surroundings")
	c.dir = t.TempDir()
	c.env = append(c.env, "ONE=1", "ONE=2")
	c.args = append(c.args, "--", "a b", `"$HOME"`)
	got := reads(t, start(t, c))
	var told struct {
		Env  []string
		Dir  string
		Args []string
	}
	if err := json.Unmarshal([]byte(got.frame), &told); err != nil {
		t.Fatal(err, got.err)
	}
	for _, kv := range told.Env {
		name, value, _ := strings.Cut(kv, "=")
		switch strings.ToUpper(name) {
		case childVariable, "PWD", "SYSTEMROOT":
		case "ONE":
			if value != "2" {
				t.Errorf("%s is %q", name, value)
			}
		default:
			t.Errorf("it was given %s", name)
		}
	}
	want, _ := filepath.EvalSymlinks(c.dir)
	if dir, _ := filepath.EvalSymlinks(told.Dir); dir != want {
		t.Error("it was started elsewhere")
	}
	if !slices.Equal(told.Args, c.args[1:]) {
		t.Errorf("its arguments are %q", told.Args)
	}
}

func TestChildNotStarted(t *testing.T) {
	dir := t.TempDir()
	secret := "marie" + "-curie"
	if err := os.WriteFile(filepath.Join(dir, secret+".txt"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]childConfig{
		"no command":          {},
		"not in PATH":         {command: secret, env: []string{"PATH=" + dir}},
		"no PATH":             {command: filepath.Base(os.Args[0]), args: []string{secret}},
		"no such file":        {command: filepath.Join(dir, secret)},
		"not executable":      {command: "./" + secret + ".txt", dir: dir},
		"a folder":            {command: dir},
		"no folder to run in": {command: os.Args[0], dir: filepath.Join(dir, secret)},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := startChild(c)
			if err == nil {
				p.Close()
				t.Fatal("it was started")
			}
			if !strings.HasPrefix(err.Error(), "mcpproxy: ") || strings.Contains(err.Error(), secret) || strings.Contains(err.Error(), dir) {
				t.Errorf("the error is %q", err)
			}
		})
	}
}

func TestStderrLines(t *testing.T) {
	full := strings.Repeat("x", stderrLine)
	for _, test := range []struct {
		name, text string
		want       []string
	}{
		{"nothing", "", nil},
		{"lines", "a\nb\r\n\nc", []string{"a", "b", "", "c"}},
		{"at the bound", full + "\n" + full + "\r\nz", []string{full, full, "z"}},
		{"one over it", full + "y\nz\n", []string{full + stderrCut, "z"}},
		{"two over it", full + "yy\nz\n", []string{full + stderrCut, "z"}},
		{"far over it, and no end", strings.Repeat(full, 9), []string{full + stderrCut}},
	} {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			readLines(bytes.NewBufferString(test.text), func(line string) { got = append(got, line) })
			if !slices.Equal(got, test.want) {
				t.Errorf("got %.60q", got)
			}
			rest := bufio.NewReader(strings.NewReader(test.text))
			readLines(rest, nil)
			if _, err := rest.ReadByte(); err != io.EOF {
				t.Error("without a receiver it does not read to the end")
			}
		})
	}
}
