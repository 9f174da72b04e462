package mcpproxy

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"time"
)

// defaultGrace is how long an upstream may take to end, each time it is asked to.
const defaultGrace = 2 * time.Second

var (
	errHalfFrame   = errors.New("mcpproxy: only half of a message reached the upstream, so it is being stopped")
	errNoInput     = errors.New("mcpproxy: the upstream takes no more messages: it has closed its standard input")
	errChildClosed = errors.New("mcpproxy: the upstream is being stopped")
)

// A childConfig says which process to start. It alone does: nothing that an
// upstream or a client sends reaches it.
type childConfig struct {
	command string   // a name to be found in PATH, or a path, absolute or relative to dir
	args    []string // after the command
	env     []string // NAME=value, the whole environment; its PATH is the one that is searched
	dir     string   // where the process starts; empty is here
	lines   LineOptions
	stderr  func(line string) // called by one goroutine, without the line's end; nil drops
	grace   time.Duration     // 0 is 2 s
	clock   clock             // nil is the machine's
}

// A child is an upstream that runs as a process of ours, and the connection to
// it: one message per line on its standard input and output. It leads a process
// group of its own (a job on Windows), so that what a launcher such as npx has
// started ends with it. It is safe for concurrent use, save that one goroutine
// reads.
type child struct {
	cmd    *exec.Cmd
	group  group
	lines  Conn
	stdin  *inlet
	stdout *outlet
	stderr *outlet
	grace  time.Duration
	clock  clock

	writing chan struct{} // holds one entry while a frame is written
	broken  error         // what ended writing; under writing

	stopOnce sync.Once
	stopping chan struct{} // closed when it shall end
	silent   chan struct{} // closed when stderr has come to its end
	ended    chan struct{} // closed when the leader is reaped and its group killed
	finished chan struct{} // closed after that, when stderr has been passed on
}

// startChild starts c's command. Close must be called, even after it has ended by
// itself. Errors name neither command nor arguments.
func startChild(c childConfig) (*child, error) {
	path, err := lookUp(c)
	if err != nil {
		return nil, err
	}
	p := &child{
		cmd: &exec.Cmd{
			Path: path,
			Args: append([]string{c.command}, c.args...),
			Env:  append([]string{}, c.env...), // not nil, which would be ours
			Dir:  c.dir,
		},
		grace:    c.grace,
		clock:    orSystem(c.clock),
		writing:  make(chan struct{}, 1),
		stopping: make(chan struct{}),
		silent:   make(chan struct{}),
		ended:    make(chan struct{}),
		finished: make(chan struct{}),
	}
	if p.grace <= 0 {
		p.grace = defaultGrace
	}
	theirs, err := p.pipes()
	defer closeAll(theirs)
	if err != nil {
		p.closePipes()
		return nil, fmt.Errorf("mcpproxy: no pipe for an upstream: %s", reason(err))
	}
	if err := p.group.start(p.cmd); err != nil {
		p.closePipes()
		return nil, notStarted(err)
	}
	p.lines = NewLines(p.stdout, p.stdin, c.lines)
	go func() {
		defer close(p.silent)
		readLines(p.stderr, c.stderr)
	}()
	go p.supervise()
	return p, nil
}

// lookUp finds the command, as a shell with the child's environment would, but for
// folders in PATH that are relative: what they name depends on where we run.
func lookUp(c childConfig) (string, error) {
	if c.command == "" {
		return "", errors.New(`mcpproxy: an upstream needs a "command"`)
	}
	if filepath.Base(c.command) != c.command {
		path := c.command
		if !filepath.IsAbs(path) {
			path = filepath.Join(c.dir, path)
		}
		path, err := filepath.Abs(path)
		if err != nil {
			return "", notStarted(err)
		}
		if path, err = exec.LookPath(path); err != nil {
			return "", notStarted(err)
		}
		return path, nil
	}
	for _, dir := range filepath.SplitList(variable(c.env, "PATH")) {
		if !filepath.IsAbs(dir) {
			continue
		}
		if path, err := exec.LookPath(filepath.Join(dir, c.command)); err == nil {
			return path, nil
		}
	}
	return "", notStarted(exec.ErrNotFound)
}

// variable gives what env says last about a name.
func variable(env []string, name string) (value string) {
	for _, kv := range env {
		k, v, _ := strings.Cut(kv, "=")
		if k == name || runtime.GOOS == "windows" && strings.EqualFold(k, name) {
			value = v
		}
	}
	return value
}

// notStarted says why without a path: one may hold a person's name.
func notStarted(err error) error {
	switch {
	case errors.Is(err, exec.ErrNotFound), errors.Is(err, fs.ErrNotExist):
		return errors.New(`mcpproxy: the upstream's command was not found: check its "command", "cwd" and PATH`)
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.ENOEXEC), errors.Is(err, syscall.EISDIR):
		return errors.New(`mcpproxy: the upstream's command cannot be executed: check its mode and "cwd"`)
	default:
		return errors.New("mcpproxy: the upstream's command cannot be started: " + reason(err))
	}
}

// reason is the operating system's part of err.
func reason(err error) string {
	if no := syscall.Errno(0); errors.As(err, &no) {
		return no.Error()
	}
	return "unknown reason"
}

// pipes makes the three streams, and gives those ends that are the child's.
func (c *child) pipes() (theirs []*os.File, err error) {
	in, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	theirs = append(theirs, in)
	c.cmd.Stdin, c.stdin = in, &inlet{f: w}
	for _, s := range []struct {
		ours *(*outlet)
		set  func(*os.File)
	}{
		{&c.stdout, func(f *os.File) { c.cmd.Stdout = f }},
		{&c.stderr, func(f *os.File) { c.cmd.Stderr = f }},
	} {
		r, w, err := os.Pipe()
		if err != nil {
			return theirs, err
		}
		theirs = append(theirs, w)
		*s.ours = &outlet{f: r, ended: c.ended}
		s.set(w)
	}
	return theirs, nil
}

func (c *child) closePipes() {
	if c.stdin != nil {
		c.stdin.f.Close()
	}
	for _, o := range []*outlet{c.stdout, c.stderr} {
		if o != nil {
			o.f.Close()
		}
	}
}

func closeAll(files []*os.File) {
	for _, f := range files {
		f.Close()
	}
}

// supervise sees the child to its end. Signals go to the group while the leader,
// alive or dead, is not yet reaped: until then no other process, and so no other
// group, can have its number. After that they could hit a stranger.
func (c *child) supervise() {
	exited := make(chan struct{})
	go func() {
		defer close(exited)
		c.group.awaitExit()
	}()
	select {
	case <-exited:
	case <-c.stopping:
		c.stdin.f.Close() // the end of its input is how stdio asks a server to end
		if within(c.clock, c.grace, exited) {
			break
		}
		c.group.terminate()
		if within(c.clock, c.grace, exited) {
			break
		}
		c.group.kill()
		<-exited
	}
	// The leader is gone. What it has started may not outlive it; who still holds
	// stderr open gets the chance to end in order.
	c.stop()
	c.stdin.f.Close()
	if !isClosed(c.silent) {
		c.group.terminate()
		within(c.clock, c.grace, c.silent)
	}
	c.group.kill()
	c.cmd.Wait() // what it says is in ProcessState
	c.group.release()
	close(c.ended)
	c.stdout.wake()
	c.stderr.wake()
	<-c.silent
	c.stderr.f.Close()
	close(c.finished)
}

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// stop lets the child end; it does not wait for that.
func (c *child) stop() { c.stopOnce.Do(func() { close(c.stopping) }) }

// Close ends the child: its input is closed; after the grace its group is asked
// to end (not on Windows, which has no such signal), and after another it is
// killed. Close returns when the process is reaped and all of stderr passed on.
// What it has written to stdout and nobody has read is lost. Further calls wait
// likewise.
func (c *child) Close() error {
	c.stop()
	<-c.finished
	c.lines.Close() // stdin is closed already, and that is no error
	return nil
}

// done is closed when the child has ended, by itself or not. What it wrote before
// can still be read.
func (c *child) done() <-chan struct{} { return c.finished }

// exit says how the child has ended, also when it did so in order; nil before.
func (c *child) exit() error {
	if !isClosed(c.finished) {
		return nil
	}
	return errors.New("mcpproxy: the upstream has ended: " + c.cmd.ProcessState.String())
}

// ReadFrame gives what the child has written next, and io.EOF when it has ended
// and all is read.
func (c *child) ReadFrame(ctx context.Context) ([]byte, error) { return c.lines.ReadFrame(ctx) }

// WriteFrame writes one message. A child that does not read holds it up for no
// longer than ctx lasts. If nothing was written by then the connection lives and
// the error is ctx's; if half of the frame was, no further one could be told from
// it: the child is stopped, and the error wraps errHalfFrame.
func (c *child) WriteFrame(ctx context.Context, frame []byte) error {
	select {
	case c.writing <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	case <-c.stopping:
		return errChildClosed
	}
	defer func() { <-c.writing }()
	if c.broken != nil {
		return c.broken
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	c.stdin.next()
	interrupted := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(interrupted)
		c.stdin.interrupt()
	})
	err := c.lines.WriteFrame(context.WithoutCancel(ctx), frame)
	if !stop() {
		<-interrupted // or it would hit the next frame
		c.stdin.f.SetWriteDeadline(time.Time{})
	}
	switch {
	case c.stdin.swallowed:
		return ctx.Err()
	case err == nil:
		return nil
	case c.stdin.failed == nil:
		return err // the frame was refused
	case c.stdin.sent > 0:
		c.broken = errHalfFrame
		c.stop()
		if ctx.Err() != nil {
			return fmt.Errorf("%w: %w", errHalfFrame, ctx.Err())
		}
	case errors.Is(c.stdin.failed, os.ErrClosed):
		c.broken = errChildClosed
		c.stop()
	default:
		c.broken = errNoInput
	}
	return c.broken
}
