package bridge

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
	"unsafe"
)

const noFollow = 0 // a link is refused by its mode

// SyncDir has nothing to do: NTFS journals its names.
func (realDisk) SyncDir(string) error { return nil }

// Who may read a file is in its access list, which a new file has from its folder.
func ours(fs.FileInfo) bool { return true }
func open(fs.FileInfo) bool { return false }

var lockFileEx = syscall.NewLazyDLL("kernel32.dll").NewProc("LockFileEx")

// tryLock locks f for this process alone; false if another one has it. It goes with
// the file's handle.
func tryLock(f *os.File) (bool, error) {
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
