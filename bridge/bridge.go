package bridge

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"github.com/seed-052fbf24/cloak/cloak"
)

// An Info is what is known about a bridge besides what it maps. Without a secret,
// Inspect knows all but Created, Pairs and Aliases.
type Info struct {
	Params     Params
	Generation uint64 // counts saves
	Created    time.Time
	Pairs      int
	Aliases    int
	Size       int // of the file, bytes
}

// Inspect reads what a bridge says about itself without a secret. It is not
// authenticated.
func Inspect(name string) (Info, error) {
	h, size, err := readHeader(name)
	if err != nil {
		return Info{}, err
	}
	return Info{Params: h.params(), Generation: h.generation(), Size: size}, nil
}

// Read opens a bridge and returns what it holds. It takes no lock: a save replaces
// the file as a whole.
func Read(name string, secret Secret) (cloak.Snapshot, Info, error) {
	b, err := load(name, secret, nil)
	if err != nil {
		return cloak.Snapshot{}, Info{}, err
	}
	clear(b.root.key[:])
	return b.snapshot, b.info, nil
}

// A Content is all that a bridge holds.
type Content struct {
	Snapshot cloak.Snapshot
	Aliases  Aliases
	Info     Info
}

// ReadAll is Read that returns the aliases, too.
func ReadAll(name string, secret Secret) (*Content, error) {
	b, err := load(name, secret, nil)
	if err != nil {
		return nil, err
	}
	clear(b.root.key[:])
	return &Content{b.snapshot, b.aliases, b.info}, nil
}

// A loaded is an open bridge.
type loaded struct {
	root     *rootKey
	header   header
	snapshot cloak.Snapshot
	aliases  Aliases
	info     Info
}

// load opens a bridge, with the root key if it is known already.
func load(name string, secret Secret, root *rootKey) (*loaded, error) {
	file, err := readFile(name)
	if err != nil {
		return nil, err
	}
	h, err := parseHeader(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if root == nil || root.prefix != [prefixSize]byte(h[:prefixSize]) {
		if root, err = secret.derive([prefixSize]byte(h[:prefixSize])); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	b := &loaded{root: root, header: h, info: Info{Params: h.params(), Generation: h.generation(), Size: len(file)}}
	plain, err := root.open(&h, file)
	if err == nil {
		b.snapshot, b.aliases, b.info.Created, err = decode(plain)
		clear(plain)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	b.info.Pairs, b.info.Aliases = len(b.snapshot.Pairs), len(b.aliases)
	return b, nil
}

// An Editor has a bridge open for changes, and its lock until Close. It is not safe
// for concurrent use; its Mapping is.
type Editor struct {
	Mapping *cloak.Mapping
	Aliases Aliases // of stand-ins of Mapping; for a new bridge, before its first Save

	name    string
	disk    disk
	root    *rootKey
	info    Info
	changes uint64 // of the mapping, when it was last saved
	saved   bool
	stale   bool   // has another key than the file
	onDisk  header // of the file as it was read or saved; zeros for none
	release func() error
}

// Create begins a new bridge: it is written by the first Save. If there is a file
// of that name, the error is fs.ErrExist.
func Create(ctx context.Context, name string, secret Secret, p Params) (*Editor, error) {
	return begin(ctx, name, secret, p, false)
}

// Replace is Create that puts the new bridge in the place of an old one, if there
// is one: what that maps is lost.
func Replace(ctx context.Context, name string, secret Secret, p Params) (*Editor, error) {
	return begin(ctx, name, secret, p, true)
}

func begin(ctx context.Context, name string, secret Secret, p Params, replace bool) (*Editor, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	return edit(ctx, name, func(e *Editor) error {
		info, err := os.Lstat(name)
		switch {
		case err == nil && !replace:
			return &fs.PathError{Op: "create", Path: name, Err: fs.ErrExist}
		case err == nil: // what is no bridge is not replaced by one
			if err := checkFile(name, info); err != nil {
				return err
			}
			if e.onDisk, _, err = readHeader(name); err != nil {
				return err
			}
		case !errors.Is(err, fs.ErrNotExist):
			return err
		}
		root, err := secret.derive(newPrefix(p))
		if err != nil {
			return err
		}
		e.root, e.info = root, Info{Params: p, Created: time.Now().UTC(), Generation: e.onDisk.generation()} // it never goes back
		e.Mapping, err = cloak.NewMapping(cloak.Snapshot{})
		return err
	})
}

// Edit opens a bridge to add to it. It waits for who else is editing it, until ctx
// is done.
func Edit(ctx context.Context, name string, secret Secret) (*Editor, error) {
	return edit(ctx, name, func(e *Editor) error {
		b, err := load(name, secret, nil)
		if err != nil {
			return err
		}
		e.root, e.info, e.Aliases, e.saved, e.onDisk = b.root, b.info, b.aliases, true, b.header
		if e.Mapping, err = cloak.NewMapping(b.snapshot); err != nil {
			return fmt.Errorf("%s: %w: %w", name, ErrBody, err)
		}
		e.changes = e.Mapping.Changes()
		return nil
	})
}

// Write makes a new bridge of a content: its snapshot and its aliases. If there is a
// file of that name, the error is fs.ErrExist.
func Write(ctx context.Context, name string, secret Secret, p Params, c *Content) error {
	e, err := Create(ctx, name, secret, p)
	if err != nil {
		return err
	}
	e.Aliases = c.Aliases
	if e.Mapping, err = cloak.NewMapping(c.Snapshot); err == nil {
		err = e.Save()
	}
	return errors.Join(err, e.Close())
}

// Update opens a bridge, lets change add to its mapping, and saves it. Others wait
// meanwhile. Where somebody who takes no lock has changed the file by then, as a
// folder that is synchronised does, change begins anew on what is there now: the
// values of both are kept, and what came first keeps its stand-ins. So nothing that
// change has issued may leave before Update returns nil.
func Update(ctx context.Context, name string, secret Secret, change func(*cloak.Mapping) error) error {
	for {
		e, err := Edit(ctx, name, secret)
		if err != nil {
			return err
		}
		if err = change(e.Mapping); err == nil {
			err = e.Save()
		}
		if err = errors.Join(err, e.Close()); !errors.Is(err, ErrChanged) || ctx.Err() != nil {
			return err
		}
	}
}

func edit(ctx context.Context, name string, begin func(*Editor) error) (*Editor, error) {
	release, err := lock(ctx, name)
	if err != nil {
		return nil, err
	}
	sweepTemps(name)
	e := &Editor{name: name, disk: realDisk{}, release: release}
	begun := false
	defer func() {
		if !begun {
			release()
		}
	}()
	if err := begin(e); err != nil {
		return nil, err
	}
	begun = true
	return e, nil
}

// Info tells about the bridge as it was last saved.
func (e *Editor) Info() Info { return e.info }

// Rekey gives the bridge another secret, from the next Save on. Copies that were
// made before open with the old one.
func (e *Editor) Rekey(secret Secret, p Params) error {
	if err := p.check(); err != nil {
		return err
	}
	root, err := secret.derive(newPrefix(p))
	if err != nil {
		return err
	}
	clear(e.root.key[:])
	e.root, e.info.Params, e.stale = root, p, true
	return nil
}

// ErrChanged says that the file is not the one that was read: somebody has written
// it who does not take its lock.
var ErrChanged = errors.New("the bridge was changed by somebody else")

// Save makes the mapping durable, if there is anything new in it. When it returns
// nil, what the mapping has issued so far may leave. On an error the file is the old
// one or, if only its folder could not be made durable, the new one.
func (e *Editor) Save() error {
	changes := e.Mapping.Changes()
	if e.saved && !e.stale && changes == e.changes {
		return nil
	}
	if err := e.unchanged(); err != nil {
		return err
	}
	s := e.Mapping.Snapshot()
	plain, err := encode(s, e.Aliases, e.info.Created)
	if err != nil {
		return err
	}
	file, err := e.root.seal(plain, e.info.Generation+1)
	clear(plain)
	if err != nil {
		return err
	}
	if err := replaceFile(e.disk, e.name, file); err != nil {
		return err
	}
	e.saved, e.stale, e.changes, e.onDisk = true, false, changes, header(file[:headerSize])
	e.info.Generation, e.info.Pairs, e.info.Aliases, e.info.Size = e.info.Generation+1, len(s.Pairs), len(e.Aliases), len(file)
	return nil
}

// unchanged compares the header of the file with the one that was read: its nonce is
// new with each save.
func (e *Editor) unchanged() error {
	f, err := os.OpenFile(e.name, os.O_RDONLY|noFollow, 0)
	if errors.Is(err, fs.ErrNotExist) && e.onDisk == (header{}) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	var h header
	if _, err := io.ReadFull(f, h[:]); err != nil || h != e.onDisk {
		return fmt.Errorf("%s: %w", e.name, ErrChanged)
	}
	return nil
}

// Close lets others edit. It saves nothing.
func (e *Editor) Close() error {
	clear(e.root.key[:])
	return e.release()
}
