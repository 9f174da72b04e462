package audit

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/mod/sumdb/tlog"
)

// How a Log writes: who waits longest writes for all that wait, under the lock.

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
	f, denied, err := l.openSegment(first, create)
	if err != nil {
		return err
	}
	l.at.f, l.at.segment, l.at.offset, l.at.line, l.at.day, l.at.rotated, l.at.denied = f, first, 0, 0, "", "", denied
	return syncDir(l.cfg.Dir)
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
