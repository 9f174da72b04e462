package audit

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/mod/sumdb/tlog"
)

// A Config says where a log is, and what it promises. Dir and State must be given; for the other
// fields the zero value is the default.
type Config struct {
	Dir     string // of the log; it is made, with 0700, when it is not there
	State   string // the folder of private parts: see [Open]
	Version string // of the program; every record has it

	Sync    Sync
	OnError OnError
	Lost    func(error) // is told, with Continue, why a record could not be written

	SegmentSize int64            // bytes after which another segment begins; 0 means 256 MiB
	Now         func() time.Time // nil means time.Now
	Rand        io.Reader        // nil means crypto/rand.Reader

	open func(name string, flag int, perm fs.FileMode) (file, error) // of segments and checkpoints; for tests
}

// Sync says what an append that has returned promises.
type Sync uint8

const (
	// Batched: the record is written, and outlives the program, not a loss of power; it is on
	// disk with the next checkpoint.
	Batched Sync = iota
	// Strict: the record is on disk.
	Strict
)

// OnError says what becomes of an append that fails.
type OnError uint8

const (
	// Refuse: Append fails, and what was to be recorded is not to happen.
	Refuse OnError = iota
	// Continue: Append says nothing; once records can be written again, the next one, a checkpoint
	// or Close writes a gap record that tells how many are missing.
	Continue
)

// Checkpoints are signed after so many records, or so much time, and by Close.
const (
	checkpointRecords = 1000
	checkpointTime    = 10 * time.Second
)

const defaultSegment = 256 << 20

// Files of a log besides its segments.
const (
	checkpointName = "audit.ckpt"
	hashesName     = "audit.hashes" // of records that were pruned
	tornPrefix     = "audit.torn-"
	segmentSuffix  = ".jsonl"
)

// Errors of a log that cannot be continued. Verify says more.
var (
	// ErrShort: it has fewer records than it had, as this machine remembers, or as a checkpoint says.
	ErrShort = errors.New("audit: records are missing at the end of the log, or it is an older copy: it is not continued (run cloak audit verify, and begin another folder)")
	// ErrBroken: its last records do not follow one another.
	ErrBroken = errors.New("audit: the chain of the log is broken: it is not continued (run cloak audit verify, and begin another folder)")
	// ErrClosed: Close was called.
	ErrClosed = errors.New("audit: the log is closed")
)

// A file is what a Log needs of os.File.
type file interface {
	io.Writer
	io.ReaderAt
	io.Closer
	Sync() error
	Truncate(size int64) error
	Stat() (fs.FileInfo, error)
	Chmod(fs.FileMode) error
}

// A Log appends records to a chain. It is safe for concurrent use, and several processes may have
// the same one open.
type Log struct {
	cfg  Config
	keys *keys
	src  string // of this Log: 16 hexadecimal digits
	lock *os.File

	mu      sync.Mutex
	queue   []*pending
	leading bool
	closed  bool

	// Of who leads alone.
	at           position
	seen         int64 // records that there were, as this Log has read or written them
	lost         int   // records that could not be written, and of which no gap tells
	buf, scratch []byte
}

// A pending record waits to be written.
type pending struct {
	body []byte
	done chan turn
}

// A turn ends the wait of a pending record: it was written, or it leads now.
type turn struct {
	lead bool
	err  error
}

// A position is the end of the log as far as a Log has followed it.
type position struct {
	f       file
	segment int64 // its first record
	offset  int64 // bytes of it
	line    int64 // where its last line begins
	day     string
	rotated string // the segment that its last record names, "" if it goes on
	denied  error  // it can be read alone

	tree frontier
	last tlog.Hash

	signed   int64 // records of the newest checkpoint, as far as we know
	signedAt time.Time
	unsynced bool
}

// Open opens a log, and begins it if Dir holds none. Whoever has it closes it.
//
// The private parts (what signs checkpoints, the secret of the tags, and how far the log had
// come) are made on first use, in State, by the log's id: never in Dir, for whoever can read or
// change that is whom the log is to be safe from.
//
// The error is ErrNoKey, ErrShort, ErrBroken, ErrLocked, or of the file system.
func Open(ctx context.Context, cfg Config) (*Log, error) {
	if cfg.Dir == "" || cfg.State == "" {
		return nil, errors.New("audit: a log needs a folder, and one for its private parts")
	}
	if cfg.SegmentSize == 0 {
		cfg.SegmentSize = defaultSegment
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Rand == nil {
		cfg.Rand = rand.Reader
	}
	if cfg.open == nil {
		cfg.open = func(name string, flag int, perm fs.FileMode) (file, error) { return os.OpenFile(name, flag, perm) }
	}
	cfg.Version = strings.Map(func(r rune) rune {
		if r < 0x80 && (r|0x20 >= 'a' && r|0x20 <= 'z' || r >= '0' && r <= '9' || strings.ContainsRune(".+-_()", r)) {
			return r
		}
		return -1
	}, cfg.Version[:min(len(cfg.Version), 64)])
	var src [8]byte
	if _, err := io.ReadFull(cfg.Rand, src[:]); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(cfg.Dir, 0o700); err != nil {
		return nil, err
	}
	lock, err := openLock(cfg.Dir)
	if err != nil {
		return nil, err
	}
	l := &Log{cfg: cfg, src: hex.EncodeToString(src[:]), lock: lock}
	err = l.locked(ctx, func() error {
		if err := l.identify(); err != nil {
			return err
		}
		return l.follow()
	})
	if err != nil {
		return nil, errors.Join(err, l.drop(), l.lock.Close())
	}
	return l, nil
}

// locked calls f while this process alone may change the log.
func (l *Log) locked(ctx context.Context, f func() error) error {
	for {
		if err := lockFile(ctx, l.lock); err != nil {
			return err
		}
		mine, err := l.lock.Stat()
		if err != nil {
			return errors.Join(err, unlock(l.lock))
		}
		named, err := os.Stat(filepath.Join(l.cfg.Dir, lockName))
		if err == nil && os.SameFile(mine, named) {
			return errors.Join(f(), unlock(l.lock))
		}
		// Somebody has deleted it, and who came later locks another one.
		lock, err := openLock(l.cfg.Dir)
		if err != nil {
			return errors.Join(err, unlock(l.lock))
		}
		if err := l.lock.Close(); err != nil {
			return errors.Join(err, lock.Close())
		}
		l.lock = lock
	}
}

func openLock(dir string) (*os.File, error) {
	return os.OpenFile(filepath.Join(dir, lockName), os.O_RDWR|os.O_CREATE, 0o600)
}

// identify finds out which log Dir holds, or begins one.
func (l *Log) identify() error {
	segments, err := listSegments(l.cfg.Dir)
	if err != nil {
		return err
	}
	for _, s := range segments {
		line, err := firstLine(filepath.Join(l.cfg.Dir, segmentName(s)))
		if err != nil {
			return err
		}
		if line == nil {
			continue
		}
		h, err := parseHeader(line)
		if err != nil || !isHex(string(h.log), 32) {
			return ErrBroken
		}
		l.keys, err = readKeys(l.cfg.State, string(h.log))
		return err
	}
	for _, name := range []string{checkpointName, hashesName} {
		if _, err := os.Lstat(filepath.Join(l.cfg.Dir, name)); err == nil {
			return ErrShort
		}
	}
	if l.keys, err = newKeys(l.cfg.Rand, l.cfg.State); err != nil {
		return err
	}
	l.at = position{last: genesis(l.keys.id), signedAt: l.cfg.Now()}
	if err := l.begin(0, os.O_CREATE); err != nil {
		return err
	}
	r := Record{Event: EventKey, own: own{vkey: l.keys.vkey}}
	if err := l.write([][]byte{l.body(r)}); err != nil {
		return err
	}
	_, err = l.checkpoint() // so that a log without one is none of ours
	return err
}

// ID is the log's: 32 hexadecimal digits.
func (l *Log) ID() string { return l.keys.id }

// VerifierKey is the public key that its checkpoints are signed with, as
// golang.org/x/mod/sumdb/note writes it. An auditor needs it, by another way than the log's.
func (l *Log) VerifierKey() string { return l.keys.vkey }

// NewSession gives a random number for what belongs together.
func (l *Log) NewSession() (s Session, err error) {
	_, err = io.ReadFull(l.cfg.Rand, s.b[:])
	return s, err
}

// Tagger makes tags of the texts of a session.
func (l *Log) Tagger(s Session) *Tagger { return newTagger(l.keys.sessionKey(s)) }

// Tag is that of something which is to be compared over time: a configuration, a pack of terms, the
// name of a bridge. kind keeps them apart.
func (l *Log) Tag(kind string, b []byte) Tag {
	t := newTagger(l.keys.derive("log", kind))
	t.Write(b)
	return t.Tag()
}

// Close signs what was written, and closes the log.
func (l *Log) Close() error {
	return l.exclusive(func() error {
		_, err := l.sign(context.Background())
		l.mu.Lock()
		l.closed = true
		l.mu.Unlock()
		return errors.Join(err, l.drop(), l.lock.Close())
	})
}

func (l *Log) segmentPath(first int64) string { return filepath.Join(l.cfg.Dir, segmentName(first)) }

// segmentName is that of the segment whose first record is given.
func segmentName(first int64) string { return fmt.Sprintf("%016d%s", first, segmentSuffix) }

// listSegments gives the first records of a log's segments, in order.
func listSegments(dir string) (first []int64, err error) {
	entries, err := os.ReadDir(dir) // in the order of names
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		digits, ok := strings.CutSuffix(e.Name(), segmentSuffix)
		n, err := strconv.ParseInt(digits, 10, 64)
		if ok && err == nil && segmentName(n) == e.Name() {
			first = append(first, n)
		}
	}
	return first, nil
}
