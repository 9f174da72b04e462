//go:build !unix && !windows

package bridge

import (
	"io/fs"
	"os"
)

const noFollow = 0

func (realDisk) SyncDir(string) error { return nil }

func ours(fs.FileInfo) bool { return true }
func open(fs.FileInfo) bool { return false }

// tryLock has nothing to lock with: a system without users has one process.
func tryLock(*os.File) (bool, error) { return true, nil }
