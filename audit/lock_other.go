//go:build !unix && !windows

package audit

import "os"

func syncDir(string) error { return nil }

// tryLock has nothing to lock with: a system without users has one process.
func tryLock(*os.File) (bool, error) { return true, nil }

func unlock(*os.File) error { return nil }
