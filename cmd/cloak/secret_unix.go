//go:build unix

package main

import (
	"io/fs"
	"os"
)

// openTerminal opens the terminal of the session, whatever the streams are.
func openTerminal() (in, out *os.File, err error) {
	if in, err = os.OpenFile("/dev/tty", os.O_RDWR, 0); err != nil {
		return nil, nil, err
	}
	return in, in, nil
}

func openToOthers(info fs.FileInfo) bool { return info.Mode().Perm()&0o077 != 0 }
