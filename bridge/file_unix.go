//go:build unix

package bridge

import (
	"io/fs"
	"os"
	"syscall"
)

const noFollow = syscall.O_NOFOLLOW

func ours(info fs.FileInfo) bool {
	s, ok := info.Sys().(*syscall.Stat_t)
	return !ok || s.Uid == uint32(os.Geteuid())
}

func open(info fs.FileInfo) bool { return info.Mode().Perm()&0o077 != 0 }
