//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

// openTerminal opens the terminal of the session, whatever the streams are.
func openTerminal() (in, out *os.File, err error) {
	if in, err = os.OpenFile("/dev/tty", os.O_RDWR, 0); err != nil {
		return nil, nil, err
	}
	return in, in, nil
}

// inherited reports whether fd was open when the program began: what it opens itself
// is closed for its children.
func inherited(fd int) bool {
	flags, _, err := syscall.Syscall(syscall.SYS_FCNTL, uintptr(fd), syscall.F_GETFD, 0)
	return err == 0 && flags&syscall.FD_CLOEXEC == 0
}

// keepFromChildren closes a descriptor that was named as a file, /dev/fd/9, for the
// programs that are started.
func keepFromChildren(name string) {
	fd, err := strconv.Atoi(filepath.Base(name))
	if dir := filepath.Dir(name); err == nil && fd > 2 && (dir == "/dev/fd" || dir == "/proc/self/fd") {
		syscall.CloseOnExec(fd)
	}
}
