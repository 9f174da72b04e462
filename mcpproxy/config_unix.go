//go:build unix

package mcpproxy

import (
	"io/fs"
	"os"
	"syscall"
)

// untrustedFile says why a config is not to be believed, or "".
func untrustedFile(path string, info fs.FileInfo) string {
	if s, ok := info.Sys().(*syscall.Stat_t); !ok || s.Uid != 0 && int(s.Uid) != os.Geteuid() {
		return "it belongs to another user, and it names programs to start: copy it, and use the copy"
	}
	if info.Mode().Perm()&0o022 != 0 {
		return "others may write to it, and it names programs to start: chmod go-w " + path
	}
	return ""
}
