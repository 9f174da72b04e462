//go:build !linux

package bridge

// Keyring returns the cache in the kernel's memory, which only Linux has.
func Keyring() (Cache, error) { return nil, ErrNoCache }
