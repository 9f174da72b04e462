package durable

import (
	"errors"
	"os"
	"syscall"
	"unsafe"
)

// SyncDir has nothing to do: NTFS journals its names.
func SyncDir(string) error { return nil }

var lockFileEx = syscall.NewLazyDLL("kernel32.dll").NewProc("LockFileEx")

// TryLock locks f for this process alone; false if another one has it. It goes with
// the file's handle.
func TryLock(f *os.File) (bool, error) {
	const exclusive, failImmediately = 2, 1
	var at syscall.Overlapped
	ok, _, err := lockFileEx.Call(f.Fd(), exclusive|failImmediately, 0, 1, 0, uintptr(unsafe.Pointer(&at)))
	if ok != 0 {
		return true, nil
	}
	const lockViolation = syscall.Errno(33)
	if errors.Is(err, lockViolation) || errors.Is(err, syscall.ERROR_IO_PENDING) {
		return false, nil
	}
	return false, err
}
