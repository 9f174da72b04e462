package main

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/seed-052fbf24/cloak/internal/program"
)

// silence is how long an output may stay silent, after the child's end, before
// it is given up: something the child has started may hold it open for ever.
const silence = 2 * time.Second

// A child is the process that wrap runs.
type child struct {
	cmd    *exec.Cmd
	stdin  *os.File // our end of its standard input; nil if it has its own
	copies []*outflow
	sigs   chan os.Signal
}

// An outflow copies one of the child's outputs.
type outflow struct {
	from *os.File
	to   io.Writer
	last atomic.Int64  // when something came, in Unix nanoseconds
	done chan struct{} // closed at the end
	err  error         // of writing, once done is closed
}

// notStarted says why a program could not be started, with a shell's exit codes.
func notStarted(name string, err error) error {
	code := exitNotStarted
	switch {
	case errors.Is(err, exec.ErrNotFound), errors.Is(err, fs.ErrNotExist):
		code, err = exitNotFound, errors.New("command not found")
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.ENOEXEC), errors.Is(err, syscall.EISDIR), errors.Is(err, exec.ErrDot):
		code, err = exitNotRunnable, errors.New("cannot be executed")
	default:
		err = errors.New("cannot be started: " + reasonOf(err))
	}
	return program.Fail(code, errors.New("wrap: "+show(name)+": "+err.Error()))
}

// reasonOf is the operating system's part of err, which names no argument.
func reasonOf(err error) string {
	if no := syscall.Errno(0); errors.As(err, &no) {
		return no.Error()
	}
	return "unknown reason"
}

// start runs argv. If piped, its input comes through c.stdin, else it has ours.
func start(argv []string, in *os.File, piped bool, stdout, stderr io.Writer) (*child, error) {
	c := &child{cmd: exec.Command(argv[0], argv[1:]...)}
	c.cmd.Env = childEnv(os.Environ())
	c.cmd.Stdin = in
	var theirs []*os.File
	defer func() {
		for _, f := range theirs {
			f.Close()
		}
	}()
	if piped {
		r, w, err := os.Pipe()
		if err != nil {
			return nil, program.Fail(exitNotStarted, err)
		}
		c.cmd.Stdin, c.stdin, theirs = r, w, append(theirs, r)
	}
	output := func(to io.Writer) (*os.File, error) {
		if f, ok := to.(*os.File); ok {
			return f, nil // not to be restored: its own, as it is
		}
		r, w, err := os.Pipe()
		if err != nil {
			return nil, program.Fail(exitNotStarted, err)
		}
		theirs = append(theirs, w)
		c.copies = append(c.copies, &outflow{from: r, to: to, done: make(chan struct{})})
		return w, nil
	}
	out, err := output(stdout)
	if err != nil {
		return nil, err
	}
	errOut, err := output(stderr)
	if err != nil {
		return nil, err
	}
	c.cmd.Stdout, c.cmd.Stderr = out, errOut
	c.sigs = make(chan os.Signal, 8)
	signal.Notify(c.sigs, passed()...)
	if err := c.cmd.Start(); err != nil {
		signal.Stop(c.sigs)
		return nil, notStarted(argv[0], err)
	}
	go c.forward()
	for _, o := range c.copies {
		go o.run()
	}
	return c, nil
}

// childEnv leaves our passphrase out: the child is who must not have the values.
func childEnv(env []string) []string {
	var out []string
	for _, kv := range env {
		if name, _, _ := strings.Cut(kv, "="); !strings.EqualFold(name, passVariable) && !strings.EqualFold(name, newPassVariable) {
			out = append(out, kv)
		}
	}
	return out
}

// passed are the signals that reach the child. Those that we were told to ignore
// from the start, by nohup for one, stay ignored.
func passed() (sigs []os.Signal) {
	for _, s := range childSignals {
		if !signal.Ignored(s) {
			sigs = append(sigs, s)
		}
	}
	return sigs
}

// forward passes signals on. A terminal sends its first interrupt to both of us,
// and then we only wait; a second one, or one that no terminal can have sent, is
// passed on.
func (c *child) forward() {
	sent := !hasTerminal()
	for s := range c.sigs {
		if s == os.Interrupt && !sent {
			sent = true
			continue
		}
		c.cmd.Process.Signal(s) // fails when the child is gone, which is well
	}
}

// run copies until the end of the output. What cannot be written makes the
// child's next write fail, as in a shell's pipeline.
func (o *outflow) run() {
	defer close(o.done)
	defer o.from.Close()
	o.last.Store(time.Now().UnixNano())
	o.err = program.Guard(func() error {
		buf := make([]byte, 32<<10)
		for {
			n, err := o.from.Read(buf)
			o.last.Store(time.Now().UnixNano())
			if n > 0 {
				if _, err := o.to.Write(buf[:n]); err != nil {
					return err
				}
			}
			if err != nil {
				return nil
			}
		}
	})
}

// wait returns the child's exit code, once it has ended and its outputs are
// closed or silent, and the first error of writing them.
func (c *child) wait() (code int, err error) {
	if err := c.cmd.Wait(); c.cmd.ProcessState == nil {
		return exitNotStarted, err
	}
	signal.Stop(c.sigs)
	close(c.sigs)
	ended := time.Now()
	for _, o := range c.copies {
		for open := true; open; {
			last := time.Unix(0, o.last.Load())
			if last.Before(ended) {
				last = ended
			}
			select {
			case <-o.done:
				open = false
				err = errors.Join(err, o.err)
			case <-time.After(time.Until(last.Add(silence))):
				open = time.Since(time.Unix(0, o.last.Load())) < silence
			}
		}
	}
	return exitStatus(c.cmd.ProcessState), err
}

// stop ends a child that must not go on.
func (c *child) stop() {
	c.cmd.Process.Signal(syscall.SIGTERM)
	time.AfterFunc(silence, func() { c.cmd.Process.Kill() })
}
