// Package durable has what files need of a system that Go's library has no words for: a lock
// between processes, and a folder whose names are on disk.
package durable

import (
	"errors"
	"os"
	"path/filepath"
	"time"
)

// Write puts a file, readable for its owner alone, in the place of another: its content is
// on disk before its name is.
func Write(path string, b []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.tmp") // 0600
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // it is gone when all went well
	_, err = f.Write(b)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return err
	}
	return SyncDir(filepath.Dir(path))
}

// ErrLocked means that another process has kept a lock for too long.
var ErrLocked = errors.New("durable: another process has the lock")

// Lock takes the lock that the file at path stands for, which it makes, and returns what
// gives it up. It waits for patience.
func Lock(path string, patience time.Duration) (unlock func(), err error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	const pause = 5 * time.Millisecond
	for waited := time.Duration(0); ; waited += pause {
		ok, err := TryLock(f)
		if ok {
			return func() { f.Close() }, nil // the lock goes with its file
		}
		if err == nil && waited >= patience {
			err = ErrLocked
		}
		if err != nil {
			f.Close()
			return nil, err
		}
		time.Sleep(pause)
	}
}
