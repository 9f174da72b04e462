// Package state knows the folder in which programs keep what they need in their next run.
package state

import (
	"errors"
	"path/filepath"
	"runtime"
)

// Dir is the folder for what programs keep between runs: $XDG_STATE_HOME, else what
// the system has.
func Dir(getenv func(string) string) (string, error) {
	if dir := getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return dir, nil
	}
	switch runtime.GOOS {
	case "windows":
		if dir := getenv("LocalAppData"); dir != "" {
			return dir, nil
		}
	case "darwin":
		if home := getenv("HOME"); home != "" {
			return filepath.Join(home, "Library", "Application Support"), nil
		}
	default:
		if home := getenv("HOME"); home != "" {
			return filepath.Join(home, ".local", "state"), nil
		}
	}
	return "", errors.New("there is no folder for what is kept between runs: set HOME or XDG_STATE_HOME")
}
