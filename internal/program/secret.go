package program

import (
	"io"
	"os"
)

// ReadSecret reads a file that only its owner may read: at most so many bytes, and
// not none. A pipe, as a shell's <(…) makes, is nobody else's. Messages call the file
// shown.
func ReadSecret(name, shown string, most int) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if info.Mode().IsRegular() && openToOthers(info) {
		return nil, Misused("others may read %s; run: chmod 600 %[1]s", shown)
	}
	b, err := io.ReadAll(io.LimitReader(f, int64(most)+1))
	switch {
	case err == nil && len(b) == 0:
		err = Misused("%s is empty", shown)
	case len(b) > most:
		err = Misused("%s is too long for a secret", shown)
	}
	return b, err
}
