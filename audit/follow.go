package audit

import (
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
)

// How a Log finds its end, which others may have moved, or not written to it.

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
	if l.at.denied != nil {
		return l.at.denied
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
	at.f, at.denied, err = l.openSegment(at.segment, 0)
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

// openSegment opens a segment to be gone on with. One that was closed for good can be read alone:
// denied is why, and the log goes on behind it, or cannot.
func (l *Log) openSegment(first int64, create int) (f file, denied, err error) {
	f, err = l.cfg.open(l.segmentPath(first), os.O_RDWR|os.O_APPEND|create, 0o600)
	if errors.Is(err, fs.ErrPermission) {
		denied = err
		f, err = l.cfg.open(l.segmentPath(first), os.O_RDONLY, 0)
	}
	return f, denied, err
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
