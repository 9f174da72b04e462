//go:build darwin || dragonfly || freebsd || netbsd || openbsd

package mcpproxy

import (
	"os"
	"syscall"
)

// watchExit gives a function that waits until a child of ours has exited, without
// reaping it: a kqueue(2) tells. (waitid(2) of macOS returns for stopped ones too.)
func watchExit(pid int) (func() bool, error) {
	queue, err := syscall.Kqueue()
	if err != nil {
		return nil, os.NewSyscallError("kqueue", err)
	}
	syscall.CloseOnExec(queue)
	change := make([]syscall.Kevent_t, 1)
	syscall.SetKevent(&change[0], pid, syscall.EVFILT_PROC, syscall.EV_ADD|syscall.EV_ONESHOT)
	change[0].Fflags = syscall.NOTE_EXIT
	_, err = syscall.Kevent(queue, change, nil, nil)
	if err != nil {
		syscall.Close(queue)
		if err == syscall.ESRCH { // nobody else reaps it: it has exited
			return func() bool { return true }, nil
		}
		return nil, os.NewSyscallError("kevent", err)
	}
	return func() bool {
		defer syscall.Close(queue)
		events := make([]syscall.Kevent_t, 1)
		for {
			n, err := syscall.Kevent(queue, nil, events, nil)
			if n > 0 {
				return true
			}
			if err != nil && err != syscall.EINTR {
				return false
			}
		}
	}, nil
}
