package bridge

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// A Cache keeps derived keys for a while, so that a program that runs again and again
// derives once. A key in it opens the bridges that share its salt: it is worth as much
// as the passphrase, for these.
type Cache interface {
	// put keeps a key under a name, until d has passed.
	put(name string, key []byte, d time.Duration) error
	// get returns a key that put has kept and that is not out of date.
	get(name string) ([]byte, error)
	// drop forgets a key; that there is none is no error.
	drop(name string) error
}

// ErrNotCached says that there is no key in a cache, or none any more.
var ErrNotCached = errors.New("no key is remembered")

// ErrNoCache says that this system has no such cache.
var ErrNoCache = errors.New("this system has no kernel keyring")

// maxRemember bounds how long a key is kept.
const maxRemember = 24 * time.Hour

// Unlock returns a secret that opens a bridge, and others of its salt, without
// deriving its key again.
func Unlock(name string, secret Secret) (Secret, error) {
	b, err := load(name, secret, nil)
	if err != nil {
		return Secret{}, err
	}
	return Secret{root: b.root}, nil
}

// Remember keeps what Unlock returned in c, for a day at the most.
func (s Secret) Remember(c Cache, d time.Duration) error {
	if s.root == nil {
		return errors.New("bridge: only what was unlocked can be remembered")
	}
	if d < time.Second || d > maxRemember {
		return fmt.Errorf("a key is remembered for a second to %v", maxRemember)
	}
	return c.put(cacheName(s.root.prefix), s.root.key[:], d)
}

// Remembered returns the secret of a bridge that c has, or ErrNotCached.
func Remembered(c Cache, name string) (Secret, error) {
	prefix, err := prefixOf(name)
	if err != nil {
		return Secret{}, err
	}
	key, err := c.get(cacheName(prefix))
	if err != nil {
		return Secret{}, err
	}
	defer clear(key)
	root := &rootKey{prefix: prefix}
	if copy(root.key[:], key) != len(key) || len(key) != len(root.key) {
		return Secret{}, ErrNotCached
	}
	return Secret{root: root}, nil
}

// Forget drops the key of a bridge from c.
func Forget(c Cache, name string) error {
	prefix, err := prefixOf(name)
	if err != nil {
		return err
	}
	return c.drop(cacheName(prefix))
}

func prefixOf(name string) (prefix [prefixSize]byte, err error) {
	h, _, err := readHeader(name)
	return [prefixSize]byte(h[:prefixSize]), err
}

// cacheName is what a key is filed under: nothing of it tells the key or the bridge.
func cacheName(prefix [prefixSize]byte) string {
	sum := sha256.Sum256(append([]byte("cloak/bridge/v1/cache\x00"), prefix[:]...))
	return "cloak-" + hex.EncodeToString(sum[:16])
}

// Files returns a cache of files of mode 0600 in the user's runtime directory, which
// is memory where systemd made it. Whoever can read the user's files can read them:
// it is for systems without a keyring, and for who asks for it.
func Files() (Cache, error) {
	dir := os.Getenv("XDG_RUNTIME_DIR")
	if dir == "" {
		return nil, errors.New("$XDG_RUNTIME_DIR is not set: there is no place for files that last as long as a session")
	}
	return files(filepath.Join(dir, "cloak")), nil
}

// files is the folder of such a cache.
type files string

const keySuffix = ".key"

func (dir files) put(name string, key []byte, d time.Duration) error {
	if err := os.MkdirAll(string(dir), 0o700); err != nil {
		return err
	}
	if err := dir.check(); err != nil {
		return err
	}
	until := binary.BigEndian.AppendUint64(nil, uint64(time.Now().Add(d).Unix()))
	return replaceFile(realDisk{}, filepath.Join(string(dir), name+keySuffix), append(until, key...))
}

// check holds the folder to its owner and mode.
func (dir files) check() error {
	info, err := os.Lstat(string(dir))
	if err == nil && (!info.IsDir() || !ours(info) || open(info)) {
		err = fmt.Errorf("%w: %s is not a folder of yours alone", ErrUnsafe, string(dir))
	}
	return err
}

func (dir files) get(name string) ([]byte, error) {
	if err := dir.check(); errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNotCached
	} else if err != nil {
		return nil, err
	}
	b, err := readFile(filepath.Join(string(dir), name+keySuffix))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNotCached
	}
	if err != nil {
		return nil, err
	}
	if len(b) < 8 || time.Now().Unix() >= int64(binary.BigEndian.Uint64(b)) {
		return nil, errors.Join(ErrNotCached, dir.drop(name))
	}
	return b[8:], nil
}

func (dir files) drop(name string) error {
	err := os.Remove(filepath.Join(string(dir), name+keySuffix))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
