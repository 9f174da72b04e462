package bridge

import (
	"errors"
	"syscall"
	"time"
	"unsafe"
)

// Keyring returns the cache in the kernel's memory: keyrings(7). A key is in the
// session's keyring, no file and no swapped page has it, and the kernel drops it when
// its time is up. Programs of the same session can read it.
func Keyring() (Cache, error) {
	// Without a session of its own a process gets one that ends with it: there is none
	// where the number stands for the user's.
	session, err1 := keyctl(keyctlGetID, ringNumber(), 0, 0, 0)
	userSession := userSessionKeyring
	users, err2 := keyctl(keyctlGetID, uintptr(userSession), 0, 0, 0)
	if err1 != nil || err2 == nil && session == users {
		return nil, errors.Join(ErrNoCache, err1)
	}
	return keyring{}, nil
}

type keyring struct{}

// Of keyctl(2): the operations, and the keyring that a session's processes share.
const (
	keyctlGetID      = 0
	keyctlSetPerm    = 5
	keyctlSearch     = 10
	keyctlRead       = 11
	keyctlSetTimeout = 15
	keyctlInvalidate = 21

	sessionKeyring     = -3
	userSessionKeyring = -5
	possessorOnly      = 0x3f000000 // all for who has it, nothing for others of the same user
)

func keyctl(op int, a, b, c, d uintptr) (int, error) {
	n, _, err := syscall.Syscall6(syscall.SYS_KEYCTL, uintptr(op), a, b, c, d, 0)
	if err != 0 {
		return 0, err
	}
	return int(n), nil
}

// ringNumber is sessionKeyring as a system call takes it.
func ringNumber() uintptr {
	ring := sessionKeyring
	return uintptr(ring)
}

// userKey is a type of key that only programs look into.
var userKey = []byte("user\x00")

func (keyring) put(name string, key []byte, d time.Duration) error {
	description := append([]byte(name), 0)
	id, _, err := syscall.Syscall6(syscall.SYS_ADD_KEY, uintptr(unsafe.Pointer(&userKey[0])), uintptr(unsafe.Pointer(&description[0])),
		uintptr(unsafe.Pointer(&key[0])), uintptr(len(key)), ringNumber(), 0)
	if err != 0 {
		return err
	}
	_, err1 := keyctl(keyctlSetPerm, id, possessorOnly, 0, 0)
	_, err2 := keyctl(keyctlSetTimeout, id, uintptr(d/time.Second), 0, 0)
	if err := errors.Join(err1, err2); err != nil { // it must not stay for good
		keyctl(keyctlInvalidate, id, 0, 0, 0)
		return err
	}
	return nil
}

// find returns the number of a key.
func (keyring) find(name string) (int, error) {
	description := append([]byte(name), 0)
	id, _, err := syscall.Syscall6(syscall.SYS_KEYCTL, keyctlSearch, ringNumber(),
		uintptr(unsafe.Pointer(&userKey[0])), uintptr(unsafe.Pointer(&description[0])), 0, 0)
	switch err {
	case 0:
		return int(id), nil
	case syscall.ENOKEY, syscall.EKEYEXPIRED, syscall.EKEYREVOKED:
		return 0, ErrNotCached
	}
	return 0, err
}

func (k keyring) get(name string) ([]byte, error) {
	id, err := k.find(name)
	if err != nil {
		return nil, err
	}
	b := make([]byte, 64)
	n, _, errno := syscall.Syscall6(syscall.SYS_KEYCTL, keyctlRead, uintptr(id), uintptr(unsafe.Pointer(&b[0])), uintptr(len(b)), 0, 0)
	if errno != 0 {
		return nil, errno
	}
	return b[:min(int(n), len(b))], nil
}

func (k keyring) drop(name string) error {
	id, err := k.find(name)
	if errors.Is(err, ErrNotCached) {
		return nil
	}
	if err == nil {
		_, err = keyctl(keyctlInvalidate, uintptr(id), 0, 0, 0)
	}
	return err
}
