//go:build unix

package main

import (
	"os"
	"strconv"
	"syscall"
)

// keepFromUpstreams closes, for the programs that are started, what was open when this one
// began, a secret in /dev/fd/9 for one: they have their three streams and no more.
func keepFromUpstreams() {
	open, err := os.ReadDir("/dev/fd")
	if err != nil { // there is none on some systems
		return
	}
	for _, e := range open {
		if fd, err := strconv.Atoi(e.Name()); err == nil && fd > 2 {
			syscall.CloseOnExec(fd)
		}
	}
}
