package bridge

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/seed-052fbf24/cloak/internal/durable"
)

// maxFile bounds what is read: bytes.
const maxFile = 1 << 30

// A disk is what a bridge is written to. Tests have some that fail.
type disk interface {
	// Create makes a file of mode 0600 that was not there, and follows no link.
	Create(name string) (diskFile, error)
	Rename(from, to string) error
	Remove(name string) error
	// SyncDir makes the names in a folder durable.
	SyncDir(name string) error
}

type diskFile interface {
	io.Writer
	Sync() error
	Close() error
}

type realDisk struct{}

func (realDisk) Create(name string) (diskFile, error) {
	return os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL|noFollow, 0o600)
}
func (realDisk) SyncDir(name string) error    { return durable.SyncDir(name) }
func (realDisk) Rename(from, to string) error { return os.Rename(from, to) }
func (realDisk) Remove(name string) error     { return os.Remove(name) }

const (
	tempPrefix = "."
	tempSuffix = ".cloak-tmp"
)

// replaceFile puts data under name: whole and on disk, or not at all.
func replaceFile(d disk, name string, data []byte) (err error) {
	var random [8]byte
	rand.Read(random[:])
	dir, base := filepath.Split(name)
	if dir == "" {
		dir = "."
	}
	temp := filepath.Join(dir, tempPrefix+base+"."+hex.EncodeToString(random[:])+tempSuffix)
	f, err := d.Create(temp)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			d.Remove(temp)
		}
	}()
	n, err := f.Write(data)
	if err == nil && n < len(data) {
		err = io.ErrShortWrite
	}
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	if err = d.Rename(temp, name); err != nil {
		return err
	}
	// From here on the new file is there; whether it stays is for the folder to say.
	if err := d.SyncDir(dir); err != nil {
		return fmt.Errorf("the folder of %s: %w", name, err)
	}
	return nil
}

// sweepTemps removes what writers that were killed left beside name. Its lock is
// held: nobody else is writing.
func sweepTemps(name string) {
	left, _ := filepath.Glob(filepath.Join(escapeGlob(filepath.Dir(name)), tempPrefix+escapeGlob(filepath.Base(name))+"."+strings.Repeat("[0-9a-f]", 16)+tempSuffix))
	for _, x := range left {
		os.Remove(x)
	}
}

// escapeGlob makes filepath.Glob take s as it stands.
func escapeGlob(s string) string {
	if filepath.Separator == '\\' { // there is no escape there
		return strings.NewReplacer("*", "?", "[", "?").Replace(s)
	}
	return strings.NewReplacer("*", `\*`, "?", `\?`, "[", `\[`, `\`, `\\`).Replace(s)
}

// ErrUnsafe says that a bridge's file could be another user's, or read by one.
var ErrUnsafe = errors.New("not a safe place for a bridge")

// readFile reads a bridge whose kind of file, owner and mode are as they must be.
func readFile(name string) ([]byte, error) {
	info, err := os.Lstat(name)
	if err != nil {
		return nil, err
	}
	if err := checkFile(name, info); err != nil {
		// A browser saves Cloakroom's file for all to read; that is not what is wrong.
		if info.Mode().IsRegular() && info.Size() <= maxCloakroom {
			if file, _ := os.ReadFile(name); ofCloakroom(file) {
				return nil, fmt.Errorf("%s: %w", name, errCloakroom)
			}
		}
		return nil, err
	}
	f, err := os.OpenFile(name, os.O_RDONLY|noFollow, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if opened, err := f.Stat(); err != nil || !os.SameFile(info, opened) {
		return nil, fmt.Errorf("%w: %s changed while it was opened", ErrUnsafe, name)
	}
	if info.Size() > maxFile {
		return nil, fmt.Errorf("%s: %w: it has more than %d bytes", name, ErrNotBridge, maxFile)
	}
	b := make([]byte, info.Size())
	n, err := io.ReadFull(f, b)
	if errors.Is(err, io.ErrUnexpectedEOF) { // it became shorter
		err = nil
	}
	return b[:n], err
}

// readHeader reads and checks the header of a bridge, and tells its size.
func readHeader(name string) (h header, size int, err error) {
	info, err := os.Lstat(name)
	if err != nil {
		return h, 0, err
	}
	if info.Size() < maxCloakroom { // small: it may be Cloakroom's
		file, err := readFile(name)
		if err != nil {
			return h, 0, err
		}
		if h, err = parseHeader(file); err != nil {
			return h, 0, fmt.Errorf("%s: %w", name, err)
		}
		return h, len(file), nil
	}
	if err := checkFile(name, info); err != nil {
		return h, 0, err
	}
	f, err := os.OpenFile(name, os.O_RDONLY|noFollow, 0)
	if err != nil {
		return h, 0, err
	}
	defer f.Close()
	var b [headerSize]byte
	if _, err := io.ReadFull(f, b[:]); err != nil {
		return h, 0, err
	}
	if h, err = parseHeader(b[:]); err != nil {
		return h, 0, fmt.Errorf("%s: %w", name, err)
	}
	return h, int(info.Size()), nil
}

func checkFile(name string, info fs.FileInfo) error {
	switch {
	case info.Mode()&fs.ModeSymlink != 0:
		return fmt.Errorf("%w: %s is a link; name the file itself", ErrUnsafe, name)
	case !info.Mode().IsRegular():
		return fmt.Errorf("%w: %s is no regular file", ErrUnsafe, name)
	case !ours(info):
		return fmt.Errorf("%w: %s belongs to another user", ErrUnsafe, name)
	case open(info):
		return fmt.Errorf("%w: others may read or write %s; run: chmod 600 %[2]s", ErrUnsafe, name)
	}
	return nil
}
