//go:build !windows

package program

import "io/fs"

func openToOthers(info fs.FileInfo) bool { return info.Mode().Perm()&0o077 != 0 }
