package audit

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"
)

// lockName is the file that writers lock. No writer renames or deletes it.
const lockName = "audit.lock"

// ErrLocked means that another process has kept the lock of a log for too long.
var ErrLocked = errors.New("audit: another program has the log, and does not give it up")

// lockPatience is how long that may take: others hold it for a write, and a file that is synced.
const lockPatience = 10 * time.Second

// lockFile locks f for this process.
func lockFile(ctx context.Context, f *os.File) error {
	for wait, waited := 50*time.Microsecond, time.Duration(0); ; wait = min(2*wait, 5*time.Millisecond) {
		ok, err := tryLock(f)
		if ok || err != nil {
			return err
		}
		if waited >= lockPatience {
			return ErrLocked
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait):
			waited += wait
		}
	}
}

// replaceFile puts a file of the owner's alone in the place of another: what it holds is on disk
// before its name is.
func replaceFile(path string, b []byte) error {
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
	return syncDir(filepath.Dir(path))
}
