package audit

import (
	"bytes"
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

// Append writes a record, and returns when Sync's promise holds. With Continue it fails for a
// record that is none alone.
func (l *Log) Append(ctx context.Context, r Record) error {
	if err := r.check(); err != nil {
		return err
	}
	body := l.body(r)
	if len(body) > maxLine/2 {
		return errors.New("audit: a record with more counts than a line holds")
	}
	p := &pending{body, make(chan turn, 1)}
	l.mu.Lock()
	if l.closed {
		l.mu.Unlock()
		return ErrClosed
	}
	l.queue = append(l.queue, p)
	if l.leading {
		l.mu.Unlock()
		if t := <-p.done; !t.lead { // whoever leads answers
			return t.err
		}
	} else {
		l.leading = true
		l.mu.Unlock()
	}
	return l.lead(ctx, p)
}

// body is a record as write takes it.
func (l *Log) body(r Record) []byte { return r.append(make([]byte, 0, 512), l.cfg.Version) }

// maxBatch bounds what is written at once.
const maxBatch = 1024

// lead writes what waits, p too, and passes the lead on.
func (l *Log) lead(ctx context.Context, p *pending) error {
	l.mu.Lock()
	var bodies [][]byte
	for _, x := range l.queue[:min(len(l.queue), maxBatch)] {
		if x.body == nil { // who waits in exclusive
			break
		}
		bodies = append(bodies, x.body)
	}
	batch := l.queue[:len(bodies)]
	l.queue = l.queue[len(batch):]
	closed := l.closed // while they waited
	l.mu.Unlock()
	written, err := false, ErrClosed
	if !closed {
		written, err = l.commit(ctx, bodies)
	}
	if err != nil && !closed && l.cfg.OnError == Continue {
		if !written {
			l.lost += len(batch)
		}
		if l.cfg.Lost != nil {
			l.cfg.Lost(err)
		}
		err = nil
	}
	l.pass()
	for _, x := range batch {
		if x != p {
			x.done <- turn{err: err}
		}
	}
	return err
}

// pass gives the lead to who waits longest, if anybody does.
func (l *Log) pass() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.queue) == 0 {
		l.leading = false
		return
	}
	l.queue[0].done <- turn{lead: true}
}

// commit writes records, and whatever else is due. It may fail although they were written.
func (l *Log) commit(ctx context.Context, bodies [][]byte) (written bool, err error) {
	err = l.locked(ctx, func() error {
		if err := l.follow(); err != nil {
			return err
		}
		if err := l.rotate(); err != nil {
			return err
		}
		if l.lost > 0 {
			bodies = append([][]byte{l.gap()}, bodies...)
		}
		if err := l.write(bodies); err != nil {
			return err
		}
		l.lost, written = 0, true
		if l.at.tree.size-l.at.signed >= checkpointRecords || l.cfg.Now().Sub(l.at.signedAt) >= checkpointTime {
			_, err := l.checkpoint()
			return err
		}
		return nil
	})
	if err == nil && l.cfg.Sync == Strict {
		err = l.sync()
	}
	if err != nil {
		err = errors.Join(err, l.drop()) // what is there is read again
	}
	return written, err
}

// sync has the segment on disk. Others may write meanwhile.
func (l *Log) sync() error {
	if !l.at.unsynced {
		return nil
	}
	if err := l.at.f.Sync(); err != nil {
		return err
	}
	l.at.unsynced = false
	return nil
}

// drop forgets where the log ends: it is found again before the next write.
func (l *Log) drop() (err error) {
	if l.at.f != nil {
		err = l.at.f.Close()
	}
	l.seen = max(l.seen, l.at.tree.size)
	l.at = position{signed: l.at.signed, signedAt: l.at.signedAt}
	return err
}

// write appends lines. Either all of them are there, or none is.
func (l *Log) write(bodies [][]byte) error {
	ts := l.cfg.Now().UTC().AppendFormat(nil, timeForm)
	if len(ts) != len(timeForm) {
		return errors.New("audit: the clock is out of the years that a log can name")
	}
	b, scratch := l.buf[:0], l.scratch
	seq, last, start := l.at.tree.size, l.at.last, 0
	hashes := make([]tlog.Hash, len(bodies))
	for i, body := range bodies {
		start = len(b)
		b = appendLine(b, last, seq, ts, l.keys.id, l.src, body)
		last, scratch = leafHash(b[start:len(b)-1], scratch)
		hashes[i] = last
		seq++
	}
	l.buf, l.scratch = b, scratch
	if n, err := l.at.f.Write(b); err != nil || n < len(b) {
		return errors.Join(orShort(err), l.at.f.Truncate(l.at.offset))
	}
	l.at.unsynced = true
	l.at.line = l.at.offset + int64(start)
	l.at.offset += int64(len(b))
	l.at.last = last
	for _, h := range hashes {
		l.at.tree.addLeaf(h)
	}
	if l.at.day == "" {
		l.at.day = string(ts[:10])
	}
	return nil
}

// follow brings the position to the log's end. What is torn there is moved aside.
func (l *Log) follow() error {
	fresh := l.at.f == nil
	if fresh {
		if err := l.resume(); err != nil {
			return err
		}
	}
	for {
		info, err := l.at.f.Stat()
		if err != nil {
			return err
		}
		named, err := os.Stat(l.segmentPath(l.at.segment))
		if err != nil {
			return err
		}
		if !os.SameFile(info, named) || info.Size() < l.at.offset {
			return ErrShort
		}
		if info.Size() > l.at.offset {
			if err := l.catchUp(info.Size()); err != nil {
				return err
			}
		}
		if l.at.rotated == "" {
			break
		}
		if err := l.begin(l.at.tree.size, 0); errors.Is(err, fs.ErrNotExist) {
			return ErrShort
		} else if err != nil {
			return err
		}
	}
	if !fresh {
		return nil
	}
	if l.at.tree.size < max(l.at.signed, l.seen) {
		return ErrShort
	}
	// Whoever moved something aside may not have come to say so.
	info, err := os.Lstat(l.tornPath())
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	return l.tellTorn(info.Size())
}

// tornPath is where what is torn behind the last record is moved.
func (l *Log) tornPath() string {
	return filepath.Join(l.cfg.Dir, tornPrefix+strconv.FormatInt(l.at.tree.size, 10))
}

// tellTorn writes that bytes were moved aside.
func (l *Log) tellTorn(n int64) error {
	return l.write([][]byte{l.body(Record{Event: EventGap, own: own{torn: int(n)}})})
}

// catchUp reads what others have written, up to an offset.
func (l *Log) catchUp(size int64) error {
	r := io.NewSectionReader(l.at.f, l.at.offset, size-l.at.offset)
	var scratch []byte
	torn, err := eachLine(r, func(line []byte) error {
		h, err := parseHeader(line)
		if err != nil || l.at.rotated != "" || !l.at.follows(h, l.keys.id) {
			return ErrBroken
		}
		l.at.last, scratch = leafHash(line, scratch)
		l.at.tree.addLeaf(l.at.last)
		l.at.line = l.at.offset
		l.at.offset += int64(len(line)) + 1
		l.at.unsynced = true
		if l.at.day == "" {
			l.at.day = string(h.ts[:10])
		}
		if string(h.ev) == eventWords[EventRotate] {
			l.at.rotated = segmentName(l.at.tree.size)
		}
		return nil
	})
	if err != nil || len(torn) == 0 {
		return err
	}
	if l.at.rotated != "" {
		return ErrBroken
	}
	return l.heal(torn)
}

// follows reports whether a line with header h may be the next one of a log.
func (p *position) follows(h header, log string) bool {
	return h.seq == p.tree.size && string(h.log) == log && string(h.prev) == hex.EncodeToString(p.last[:])
}

// heal moves what somebody has not written to its end aside, and says so.
func (l *Log) heal(torn []byte) error {
	if err := replaceFile(l.tornPath(), torn); err != nil {
		return err
	}
	if err := l.at.f.Truncate(l.at.offset); err != nil {
		return err
	}
	return l.tellTorn(int64(len(torn)))
}

// rotate begins another segment when the one that is there is large, or of another day.
func (l *Log) rotate() error {
	today := l.cfg.Now().UTC().Format(time.DateOnly)
	if l.at.offset == 0 || l.at.offset < l.cfg.SegmentSize && (l.at.day == "" || today <= l.at.day) {
		return nil
	}
	next := l.at.tree.size + 1
	if err := l.sweep(); err != nil {
		return err
	}
	// The next one is there before this one names it: one that is missing was deleted.
	f, err := l.cfg.open(l.segmentPath(next), os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	if err := errors.Join(f.Close(), syncDir(l.cfg.Dir)); err != nil {
		return err
	}
	r := Record{Event: EventRotate, own: own{next: segmentName(next)}}
	if err := l.write([][]byte{l.body(r)}); err != nil {
		return err
	}
	return l.begin(next, 0)
}

// sweep removes what a rotation has left that did not come to its end: an empty segment.
func (l *Log) sweep() error {
	segments, err := listSegments(l.cfg.Dir)
	for _, s := range segments {
		if name := l.segmentPath(s); err == nil && s > l.at.segment {
			var info fs.FileInfo
			if info, err = os.Stat(name); err == nil && info.Size() > 0 {
				err = ErrBroken
			} else if err == nil {
				err = os.Remove(name)
			}
		}
	}
	return err
}

// begin goes on in a segment that is empty, or is not there with O_CREATE. The one before is
// closed for good.
func (l *Log) begin(first int64, create int) error {
	if l.at.f != nil {
		if err := errors.Join(l.sync(), l.at.f.Chmod(0o400), l.at.f.Close()); err != nil {
			return err
		}
		l.at.f = nil
	}
	f, err := l.cfg.open(l.segmentPath(first), os.O_RDWR|os.O_APPEND|create, 0o600)
	if err != nil {
		return err
	}
	l.at.f, l.at.segment, l.at.offset, l.at.line, l.at.day, l.at.rotated = f, first, 0, 0, "", ""
	return syncDir(l.cfg.Dir)
}

// resume opens the segment in which the log ended when this machine last signed it, or, if that
// is not known, reads all of it.
func (l *Log) resume() error {
	signed, err := l.lastCheckpoint()
	if err != nil {
		return err
	}
	at := position{signed: signed, signedAt: l.cfg.Now(), last: genesis(l.keys.id)}
	var memory int64
	if m := readMemo(l.cfg.State, l.keys.id); m != nil {
		tree, ok := m.tree()
		last, err := hex.DecodeString(m.Last)
		if ok && err == nil && len(last) == len(at.last) {
			memory = m.Size
			at.tree, at.segment, at.offset, at.line = tree, m.Segment, m.Offset, m.Line
			copy(at.last[:], last)
		}
	}
	if memory == 0 {
		if at.tree, at.last, at.segment, err = prunedTree(l.cfg.Dir, at.last); err != nil {
			return err
		}
	}
	at.f, err = l.cfg.open(l.segmentPath(at.segment), os.O_RDWR|os.O_APPEND, 0)
	if errors.Is(err, fs.ErrPermission) { // it was closed for good, and the log goes on behind it
		at.f, err = l.cfg.open(l.segmentPath(at.segment), os.O_RDONLY, 0)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return ErrShort
	} else if err != nil {
		return err
	}
	l.at = at
	if memory > 0 {
		return l.remembered()
	}
	return nil
}

// remembered checks that the log still holds the line with which it ended.
func (l *Log) remembered() error {
	line := make([]byte, min(l.at.offset-l.at.line, maxLine))
	n, err := l.at.f.ReadAt(line, l.at.line)
	if err != nil && err != io.EOF {
		return err
	}
	if n < len(line) {
		return ErrShort
	}
	h, err := parseHeader(line[:n-1])
	if err != nil || line[n-1] != '\n' {
		return ErrBroken
	}
	if hash, _ := leafHash(line[:n-1], nil); hash != l.at.last {
		return ErrBroken
	}
	if string(h.ev) == eventWords[EventRotate] {
		l.at.rotated = segmentName(l.at.tree.size)
	}
	first, err := firstLine(l.segmentPath(l.at.segment))
	if err != nil {
		return err
	}
	if h, err := parseHeader(first); err == nil {
		l.at.day = string(h.ts[:10])
	}
	return nil
}

// Checkpoint signs how far the log has come, and returns that. What it covers is on disk.
func (l *Log) Checkpoint(ctx context.Context) (h Head, err error) {
	err = l.exclusive(func() error {
		h, err = l.sign(ctx)
		return err
	})
	return h, err
}

// sign signs all that there is, behind a record of what was lost.
func (l *Log) sign(ctx context.Context) (h Head, err error) {
	err = l.locked(ctx, func() error {
		if err := l.follow(); err != nil {
			return err
		}
		if l.lost > 0 {
			if err := l.write([][]byte{l.gap()}); err != nil {
				return err
			}
			l.lost = 0
		}
		h, err = l.checkpoint()
		return err
	})
	if err != nil {
		err = errors.Join(err, l.drop()) // what is there is read again
	}
	return h, err
}

// gap is a record of what was lost.
func (l *Log) gap() []byte { return l.body(Record{Event: EventGap, own: own{lost: l.lost}}) }

// exclusive calls f as who leads.
func (l *Log) exclusive(f func() error) error {
	p := &pending{done: make(chan turn, 1)}
	l.mu.Lock()
	if l.closed {
		l.mu.Unlock()
		return ErrClosed
	}
	if l.leading {
		l.queue = append(l.queue, p)
	}
	wait := l.leading
	l.leading = true
	l.mu.Unlock()
	if wait {
		<-p.done
		l.mu.Lock()
		l.queue = l.queue[1:] // it is the first
		closed := l.closed
		l.mu.Unlock()
		if closed {
			l.pass()
			return ErrClosed
		}
	}
	defer l.pass()
	return f()
}

// checkpoint signs the log as far as it was followed.
func (l *Log) checkpoint() (Head, error) {
	h := Head{Log: l.keys.id, Size: l.at.tree.size, Root: l.at.tree.root()}
	if err := l.keys.sign(&h); err != nil {
		return h, err
	}
	if h.Size == l.at.signed {
		return h, nil
	}
	if err := l.sync(); err != nil {
		return h, err
	}
	// What is remembered comes first: there are never two roots of one size that are signed. The
	// records are on disk; neither memo nor checkpoint has to be, for both can be made again.
	if err := l.remember(); err != nil {
		return h, err
	}
	f, err := l.cfg.open(filepath.Join(l.cfg.Dir, checkpointName), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return h, err
	}
	info, err := f.Stat()
	if err != nil {
		return h, errors.Join(err, f.Close())
	}
	b := append(bytes.Clone(h.Note), '\n')
	if n, err := f.Write(b); err != nil || n < len(b) {
		return h, errors.Join(orShort(err), f.Truncate(info.Size()), f.Close())
	}
	if err := f.Close(); err != nil {
		return h, err
	}
	l.at.signed, l.at.signedAt = h.Size, l.cfg.Now()
	return h, nil
}

// orShort is the error of a write that has not written everything.
func orShort(err error) error {
	if err == nil {
		return io.ErrShortWrite
	}
	return err
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
