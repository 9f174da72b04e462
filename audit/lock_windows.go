package audit

import (
	"errors"
	"os"
	"syscall"
	"unsafe"
)

// syncDir has nothing to do: NTFS journals its names.
func syncDir(string) error { return nil }

// tryLock locks f for this process alone; false if another one has it. It goes with the file's
// handle.
func tryLock(f *os.File) (bool, error) {
	const exclusive, failImmediately = 2, 1
	var at syscall.Overlapped
	call := syscall.NewLazyDLL("kernel32.dll").NewProc("LockFileEx")
	ok, _, err := call.Call(f.Fd(), exclusive|failImmediately, 0, 1, 0, uintptr(unsafe.Pointer(&at)))
	if ok != 0 {
		return true, nil
	}
	const lockViolation = syscall.Errno(33)
	if errors.Is(err, lockViolation) || errors.Is(err, syscall.ERROR_IO_PENDING) {
		return false, nil
	}
	return false, err
}

func unlock(f *os.File) error {
	var at syscall.Overlapped
	call := syscall.NewLazyDLL("kernel32.dll").NewProc("UnlockFileEx")
	if ok, _, err := call.Call(f.Fd(), 0, 1, 0, uintptr(unsafe.Pointer(&at))); ok == 0 {
		return err
	}
	return nil
}
