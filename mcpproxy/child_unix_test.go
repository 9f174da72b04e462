//go:build unix

package mcpproxy

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

const fifoVariable = "CLOAK_TEST_FIFO"

// childMode has the modes that need Unix.
func childMode(mode string, signals chan os.Signal) bool {
	switch mode {
	case "late": // reads when it is told to
		signal.Notify(signals, syscall.SIGHUP)
		fmt.Println("{}")
		<-signals
		io.Copy(os.Stdout, os.Stdin)
	case "escape": // leaves a process behind that is in another group
		cmd := exec.Command(os.Args[0], os.Args[1:]...)
		cmd.Env = append(os.Environ(), childVariable+"=hold")
		cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		if err := cmd.Start(); err != nil {
			os.Exit(98)
		}
		fmt.Println(`{"last":true}`)
	case "hold":
		f, err := os.Open(os.Getenv(fifoVariable))
		if err == nil {
			io.Copy(io.Discard, f)
		}
	default:
		return false
	}
	return true
}

func fifo(t *testing.T) (path string, f *os.File) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	// Not to write, or it would never end; not to wait for who writes.
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return path, f
}

// Close asks, then asks louder, then kills.
func TestChildGraces(t *testing.T) {
	for _, test := range []struct {
		mode   string
		graces int
		exit   string
	}{
		{"tidy", 1, "exit status 0"},
		{"stubborn", 2, "signal: killed"},
	} {
		t.Run(test.mode, func(t *testing.T) {
			c, clk := asChild(t, test.mode)
			c.grace = 7 * time.Second
			said := ""
			c.stderr = func(line string) { said += line }
			p := start(t, c)
			wantFrame(t, p, "{}")
			first, second := closes(p), closes(p)
			for range test.graces {
				if d := soon(t, "the grace", clk.armed); d != c.grace {
					t.Fatalf("it waits %v", d)
				}
				clk.advance(c.grace - 1)
				select {
				case <-p.done():
					t.Fatal("it ended within the grace")
				default:
				}
				clk.advance(1)
			}
			soon(t, "Close", first)
			soon(t, "Close", second)
			wantExit(t, p, test.exit)
			if test.mode == "tidy" && said != "asked" {
				t.Errorf("it said %q", said)
			}
		})
	}
}

// Whatever a launcher leaves behind is gone when Close returns.
func TestChildGrandchildren(t *testing.T) {
	const (
		attached = "sleep 1000 &"
		detached = "sleep 1000 </dev/null >/dev/null 2>&1 &"
		deaf     = "(trap '' TERM; exec sleep 1000) &"
		deeper   = "sh -c 'sleep 1000 & echo $! >&4; wait' 4>&1 &"
	)
	const (
		leaves = "exit 0"
		stays  = "exec cat >/dev/null"
		hangs  = "trap '' TERM; while :; do wait; sleep 1000; done"
	)
	for _, test := range []struct{ name, spawn, then string }{
		{"attached, the leader leaves", attached, leaves},
		{"attached, the leader stays", attached, stays},
		{"detached, the leader leaves", detached, leaves},
		{"detached, the leader stays", detached, stays},
		{"deaf, the leader leaves", deaf, leaves},
		{"deaf, the leader stays", deaf, stays},
		{"deaf, the leader hangs", deaf, hangs},
		{"deeper, the leader leaves", deeper, leaves},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			path, held := fifo(t)
			clk := newFakeClock()
			clk.free() // every grace is over at once
			script := `exec 3>"$1"; ` + test.spawn + ` printf '{"pid":%d}\n' $!; exec 3>&-; ` + test.then
			c := childConfig{command: "sh", args: []string{"-c", script, "sh", path}, env: []string{"PATH=" + os.Getenv("PATH")}, clock: clk}
			c.lines.Skipped = func(int) {}
			p := start(t, c)
			var told struct{ Pid int }
			if err := json.Unmarshal([]byte(reads(t, p).frame), &told); err != nil || told.Pid < 2 {
				t.Fatal("no grandchild", err)
			}
			t.Cleanup(func() {
				if t.Failed() {
					syscall.Kill(told.Pid, syscall.SIGKILL)
				}
			})
			if test.then == leaves {
				wantExit(t, p, "exit status 0")
			}
			soon(t, "Close", closes(p))
			// The grandchild holds the fifo: it ends with the last who does.
			held.SetReadDeadline(time.Now().Add(hung))
			if n, err := held.Read(make([]byte, 1)); n != 0 || err != io.EOF {
				t.Errorf("it is still there: %v", err)
			}
		})
	}
}

// The group that is signalled is the child's own, and we are not in it.
func TestChildOwnGroup(t *testing.T) {
	c, _ := asChild(t, "echo")
	p := start(t, c)
	if g, err := syscall.Getpgid(p.cmd.Process.Pid); err != nil || g != p.cmd.Process.Pid || g == syscall.Getpgrp() {
		t.Errorf("its group is %d, %v", g, err)
	}
}

// A process that has left the group is not ours to kill. Though it holds the
// pipes open, the connection ends with the child.
func TestChildEscapedGrandchild(t *testing.T) {
	path := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	hold, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer hold.Close() // lets the grandchild end
	c, clk := asChild(t, "escape")
	c.env = append(c.env, fifoVariable+"="+path)
	p := start(t, c)
	wantFrame(t, p, `{"last":true}`)
	ends := make(chan frameOrErr, 1)
	go func() {
		_, err := p.ReadFrame(context.Background())
		ends <- frameOrErr{err: err}
	}()
	soon(t, "the grace", clk.armed) // for who holds stderr
	clk.advance(defaultGrace)
	if got := soon(t, "the end", ends); got.err != io.EOF {
		t.Errorf("reading gives %v", got.err)
	}
	wantExit(t, p, "exit status 0")
}

// A cancelledLate context is cancelled once somebody wants to be told of it.
type cancelledLate struct {
	context.Context
	cancel func()
}

// Value hides the context within, or that would be asked instead.
func (cancelledLate) Value(any) any { return nil }

func (c cancelledLate) AfterFunc(f func()) func() bool {
	stop := context.AfterFunc(c.Context, f)
	c.cancel()
	return stop
}

// A frame of which nothing went out is given up, and the next one goes through.
func TestChildGivesUpAFrame(t *testing.T) {
	c, _ := asChild(t, "late")
	p := start(t, c)
	wantFrame(t, p, "{}")
	stuff(t, p.stdin.f)
	for _, frame := range []string{`{"n":1}`, `{"n":1,"pad":"` + strings.Repeat("x", 1<<20) + `"}`} {
		ctx, cancel := context.WithCancel(context.Background())
		gave := make(chan error, 1)
		go func() { gave <- p.WriteFrame(cancelledLate{ctx, cancel}, []byte(frame)) }()
		if err := soon(t, "the write", gave); err != context.Canceled {
			t.Fatalf("writing gives %v", err)
		}
	}
	if err := p.cmd.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	wrote := make(chan error, 1)
	go func() { wrote <- p.WriteFrame(context.Background(), []byte(`{"n":2}`)) }()
	wantFrame(t, p, `{"n":2}`)
	if err := soon(t, "the write", wrote); err != nil {
		t.Error(err)
	}
}

// stuff fills a pipe with blanks, which are no frames.
func stuff(t *testing.T, f *os.File) {
	t.Helper()
	raw, err := f.SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range []int{4096, 1} {
		blanks := []byte(strings.Repeat(" ", size))
		for err = nil; err == nil; {
			raw.Write(func(fd uintptr) bool {
				_, err = syscall.Write(int(fd), blanks)
				return true
			})
		}
		if err != syscall.EAGAIN {
			t.Fatal(err)
		}
	}
}

func TestChildLookUp(t *testing.T) {
	dir := t.TempDir()
	for name, mode := range map[string]os.FileMode{"bin/server": 0o700, "other/server": 0o700, "dull/server": 0o600} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("#!/bin/sh\n"), mode); err != nil {
			t.Fatal(err)
		}
	}
	in := func(names ...string) string {
		for i, name := range names {
			names[i] = filepath.Join(dir, name)
		}
		return "PATH=" + strings.Join(names, ":")
	}
	t.Setenv("PATH", filepath.Join(dir, "other"))
	t.Chdir(dir)
	for _, test := range []struct {
		name string
		c    childConfig
		want string // "" is an error
	}{
		{"in the child's PATH", childConfig{command: "server", env: []string{in("bin")}}, "bin/server"},
		{"in the first folder that can run it", childConfig{command: "server", env: []string{in("dull", "other", "bin")}}, "other/server"},
		{"in the last PATH", childConfig{command: "server", env: []string{in("bin"), in("other")}}, "other/server"},
		{"not in ours", childConfig{command: "server", env: []string{"PATH="}}, ""},
		{"not in a relative folder", childConfig{command: "server", env: []string{"PATH=bin:."}}, ""},
		{"not where it starts", childConfig{command: "server", dir: filepath.Join(dir, "bin"), env: []string{in("dull")}}, ""},
		{"relative to its folder", childConfig{command: "./server", dir: filepath.Join(dir, "bin")}, "bin/server"},
		{"relative to ours", childConfig{command: "bin/server"}, "bin/server"},
		{"absolute", childConfig{command: filepath.Join(dir, "other/server"), env: []string{in("bin")}}, "other/server"},
		{"not to be run", childConfig{command: "./server", dir: filepath.Join(dir, "dull")}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := lookUp(test.c)
			if test.want == "" {
				if err == nil {
					t.Error("it was found")
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			want, _ := os.Stat(filepath.Join(dir, test.want))
			if found, err := os.Stat(got); err != nil || !os.SameFile(found, want) || !filepath.IsAbs(got) {
				t.Errorf("found something else than %s", test.want)
			}
		})
	}
}
