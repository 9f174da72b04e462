//go:build unix

package mcpproxy

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"sync/atomic"
	"syscall"
)

// A group is a process group, which has its leader's number.
type group struct {
	leader int
	exit   func() bool // waits until the leader has exited; false if it is reaped
	reaped atomic.Bool // by somebody else: its number is no longer ours
}

// start starts cmd as the leader of a group of its own. It has no Pdeathsig: that
// is sent when the thread that started it ends, which in Go says nothing about the
// program, and it reaches no grandchild. If we die the child sees it by the end
// of its input.
func (g *group) start(cmd *exec.Cmd) error {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		return err
	}
	g.leader = cmd.Process.Pid
	exit, err := watchExit(g.leader)
	if err != nil {
		g.kill()
		cmd.Wait()
		return err
	}
	g.exit = exit
	return nil
}

// awaitExit waits until the leader has exited, and leaves it to be reaped.
func (g *group) awaitExit() { g.reaped.Store(!g.exit()) }

func (g *group) terminate() { g.signal(syscall.SIGTERM) }
func (g *group) kill()      { g.signal(syscall.SIGKILL) }
func (g *group) release()   {}

// signal reaches every process of the group that is there now. One that is forked
// meanwhile has it too: a fork with a signal pending starts anew.
func (g *group) signal(s syscall.Signal) {
	if g.leader > 1 && !g.reaped.Load() { // -1 would be everybody
		syscall.Kill(-g.leader, s)
	}
}

// readNow reads what is in the pipe and does not wait.
func readNow(f *os.File, p []byte) (n int, err error) {
	raw, err := f.SyscallConn()
	if err != nil {
		return 0, err
	}
	var readErr error
	err = raw.Read(func(fd uintptr) bool {
		for {
			if n, readErr = syscall.Read(int(fd), p); readErr != syscall.EINTR {
				return true
			}
		}
	})
	switch {
	case err != nil:
		return 0, err
	case errors.Is(readErr, syscall.EAGAIN), readErr == nil && n == 0 && len(p) > 0:
		return 0, io.EOF
	case readErr != nil:
		return 0, readErr
	}
	return n, nil
}
