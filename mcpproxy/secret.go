package mcpproxy

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
)

// A Secret says where a secret is kept: env:NAME or file:PATH. It is none itself.
type Secret string

// maxSecret bounds a file that holds one: bytes.
const maxSecret = 64 << 10

// check says what is wrong with the reference.
func (s Secret) check(at string) error {
	kind, name, _ := strings.Cut(string(s), ":")
	if kind != "env" && kind != "file" || name == "" {
		return bad(at, "say where it is kept, env:NAME or file:PATH: a secret does not stand in the configuration")
	}
	return nil
}

// read fetches it, without the end of its line. Errors name the variable or the file.
func (s Secret) read() (string, error) {
	kind, name, _ := strings.Cut(string(s), ":")
	if kind == "env" {
		if v := os.Getenv(name); v != "" {
			return v, nil
		}
		return "", fmt.Errorf("mcpproxy: the variable %s is not set", name)
	}
	f, err := os.Open(name)
	if err != nil {
		return "", fmt.Errorf("mcpproxy: a secret: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return "", fmt.Errorf("mcpproxy: a secret: %w", err)
	}
	if runtime.GOOS != "windows" && info.Mode().IsRegular() && info.Mode().Perm()&0o077 != 0 {
		return "", fmt.Errorf("mcpproxy: others may read %s; run: chmod 600 %[1]s", name)
	}
	b, err := io.ReadAll(io.LimitReader(f, maxSecret+1))
	v := strings.TrimRight(string(b), "\r\n")
	switch {
	case err != nil:
		return "", fmt.Errorf("mcpproxy: a secret: %w", err)
	case v == "" || len(b) > maxSecret || strings.ContainsAny(v, "\r\n\x00"):
		return "", fmt.Errorf("mcpproxy: %s is no secret: one line is wanted", name)
	}
	return v, nil
}
