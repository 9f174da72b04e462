//go:build !unix

package sandbox

import "os/exec"

func users() map[string]func(*exec.Cmd) {
	return map[string]func(*exec.Cmd){"as we are": func(*exec.Cmd) {}}
}
