//go:build unix

package sandbox

import (
	"fmt"
	"syscall"
)

// noCore sets the soft limit of core files to zero, setrlimit(2). The hard one
// stays, for the sake of programs that are started and inherit both.
func noCore() error {
	var limit syscall.Rlimit
	err := syscall.Getrlimit(syscall.RLIMIT_CORE, &limit)
	if err == nil {
		limit.Cur = 0
		err = syscall.Setrlimit(syscall.RLIMIT_CORE, &limit)
	}
	if err != nil {
		return fmt.Errorf("%w: limit of core files: %v", ErrNotEnforced, err)
	}
	return nil
}

func coreLimit() *uint64 {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_CORE, &limit); err != nil {
		return nil
	}
	n := uint64(limit.Cur)
	if n >= 1<<63-1 { // RLIM_INFINITY has 64 bits on Linux, and 63 on macOS
		n = NoLimit
	}
	return &n
}
