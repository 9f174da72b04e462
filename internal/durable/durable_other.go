//go:build !unix && !windows

package durable

import "os"

// SyncDir has nothing to do.
func SyncDir(string) error { return nil }

// TryLock has nothing to lock with: a system without users has one process.
func TryLock(*os.File) (bool, error) { return true, nil }
