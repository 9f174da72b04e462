package audit

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/mod/sumdb/tlog"
)

// Retention is how long records are kept unless somebody asks for less: half a year, the least
// that Regulation (EU) 2024/1689 (AI Act), articles 19 and 26(6), names for logs of systems that
// it calls high-risk. To keep them so long is a habit, and no proof of compliance.
const Retention = 183 * 24 * time.Hour

// A Pruning says what Prune has done.
type Pruning struct {
	Records  int64 `json:"records"` // that are not there any more, with those of earlier prunings
	Deleted  int64 `json:"deleted"` // now
	Segments int   `json:"segments"`
	Bytes    int64 `json:"bytes"` // that were freed
}

// Prune deletes whole segments, the oldest first, in which every record is from before a time.
// The segment that is written to stays. A record says so, and a checkpoint signs it; the hashes
// of the records that are gone stay, so that every checkpoint and every anchor can still be held
// to the log. A hash tells nothing of a record to whoever has not got it.
//
// An interrupted Prune is taken up by the next.
func (l *Log) Prune(ctx context.Context, before time.Time) (p Pruning, err error) {
	err = l.exclusive(func() error {
		return l.locked(ctx, func() error {
			if err := l.follow(); err != nil {
				return err
			}
			p, err = l.prune(before)
			return err
		})
	})
	return p, err
}

func (l *Log) prune(before time.Time) (p Pruning, err error) {
	segments, err := listSegments(l.cfg.Dir)
	if err != nil {
		return p, err
	}
	if len(segments) == 0 {
		return p, ErrShort
	}
	path := filepath.Join(l.cfg.Dir, hashesName)
	f, err := os.CreateTemp(l.cfg.Dir, hashesName+".*.tmp") // 0600
	if err != nil {
		return p, err
	}
	defer os.Remove(f.Name())
	defer f.Close() // that Close fails later is no matter: see below
	out := bufio.NewWriter(f)
	last, size := genesis(l.keys.id), int64(0)
	keep := func(h tlog.Hash) error {
		last = h
		size++
		_, err := out.Write(h[:])
		return err
	}
	if err := eachPruned(l.cfg.Dir, segments[0], keep); err != nil {
		return p, err
	}
	gone := 0
	limit := before.UTC().Format(timeForm)
	for _, s := range segments {
		if s == l.at.segment {
			break
		}
		hashes, bytes, old, err := l.oldSegment(s, last, limit)
		if err != nil {
			return p, err
		}
		if !old {
			break
		}
		for _, h := range hashes {
			if err := keep(h); err != nil {
				return p, err
			}
		}
		gone++
		p.Bytes += bytes
	}
	p.Records, p.Deleted, p.Segments = size, size-segments[0], gone
	if gone == 0 {
		return p, nil
	}
	r := Record{Event: EventPruned, own: own{kept: size}}
	if err := l.write([][]byte{l.body(r)}); err != nil {
		return Pruning{}, err
	}
	if _, err := l.checkpoint(); err != nil {
		return Pruning{}, err
	}
	if err := errors.Join(out.Flush(), f.Sync(), f.Close()); err != nil {
		return Pruning{}, err
	}
	if err := errors.Join(os.Rename(f.Name(), path), syncDir(l.cfg.Dir)); err != nil {
		return Pruning{}, err
	}
	for _, s := range segments[:gone] {
		name := l.segmentPath(s)
		if err := errors.Join(os.Chmod(name, 0o600), os.Remove(name)); err != nil { // Windows deletes nothing that is read-only
			return p, err
		}
	}
	return p, syncDir(l.cfg.Dir)
}

// oldSegment hashes a segment that is closed, which begins behind last. old: no record in it is
// from limit on.
func (l *Log) oldSegment(first int64, last tlog.Hash, limit string) (hashes []tlog.Hash, bytes int64, old bool, err error) {
	f, err := os.Open(l.segmentPath(first))
	if err != nil {
		return nil, 0, false, err
	}
	defer f.Close()
	at := position{tree: frontier{size: first}, last: last}
	var scratch []byte
	old = true
	torn, err := eachLine(f, func(line []byte) error {
		h, err := parseHeader(line)
		if err != nil || !at.follows(h, l.keys.id) {
			return ErrBroken
		}
		old = old && string(h.ts) < limit
		at.last, scratch = leafHash(line, scratch)
		at.tree.size++
		hashes = append(hashes, at.last)
		bytes += int64(len(line)) + 1
		return nil
	})
	if err == nil && len(torn) > 0 {
		err = ErrBroken
	}
	return hashes, bytes, old, err
}

// eachPruned calls f with the hashes of the n first records, which are not there any more.
func eachPruned(dir string, n int64, f func(tlog.Hash) error) error {
	if n == 0 {
		return nil
	}
	file, err := os.Open(filepath.Join(dir, hashesName))
	if os.IsNotExist(err) {
		return errPruned
	} else if err != nil {
		return err
	}
	defer file.Close()
	r := bufio.NewReaderSize(file, 256<<10)
	for range n {
		var h tlog.Hash
		if _, err := io.ReadFull(r, h[:]); err == io.EOF || err == io.ErrUnexpectedEOF {
			return errPruned
		} else if err != nil {
			return err
		}
		if err := f(h); err != nil {
			return err
		}
	}
	return nil
}

var errPruned = errors.New("audit: the log's first records are missing, and nothing says that they were pruned")
