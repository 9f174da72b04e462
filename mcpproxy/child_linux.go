package mcpproxy

import (
	"syscall"
	"unsafe"
)

// watchExit gives a function that waits until a child of ours has exited, without
// reaping it: waitid(2) with WNOWAIT.
func watchExit(pid int) (func() bool, error) {
	const pPid = 1 // P_PID of <sys/wait.h>
	return func() bool {
		var info [128]byte // siginfo_t
		for {
			_, _, no := syscall.Syscall6(syscall.SYS_WAITID, pPid, uintptr(pid), uintptr(unsafe.Pointer(&info)), syscall.WEXITED|syscall.WNOWAIT, 0, 0)
			if no != syscall.EINTR {
				return no == 0 // ECHILD where the program ignores SIGCHLD
			}
		}
	}, nil
}
