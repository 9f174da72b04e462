package audit

import (
	"bytes"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"golang.org/x/mod/sumdb/tlog"
)

// maxTorn bounds what may be behind the last whole line: a batch that was not written to its
// end, or zeros of a file system that lost power.
const maxTorn = 64 << 20

// eachLine calls f with each line that has ended, without its line feed; it is valid during the
// call. torn is what is behind the last one.
func eachLine(r io.Reader, f func(line []byte) error) (torn []byte, err error) {
	buf, n := make([]byte, 256<<10), 0
	for {
		if n == len(buf) {
			if n >= maxTorn {
				return nil, ErrBroken
			}
			buf = append(buf, make([]byte, len(buf))...)
		}
		k, err := r.Read(buf[n:])
		n += k
		at := 0
		for {
			end := bytes.IndexByte(buf[at:n], '\n')
			if end < 0 {
				break
			}
			if err := f(buf[at : at+end]); err != nil {
				return nil, err
			}
			at += end + 1
		}
		n = copy(buf, buf[at:n])
		if err == io.EOF {
			return buf[:n], nil
		} else if err != nil {
			return nil, err
		}
	}
}

// firstLine is that of a file, without its line feed; nil if there is none.
func firstLine(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b := make([]byte, maxLine)
	n, err := io.ReadFull(f, b)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return nil, err
	}
	if end := bytes.IndexByte(b[:n], '\n'); end >= 0 {
		return b[:end], nil
	} else if n == maxLine {
		return nil, ErrBroken
	}
	return nil, nil
}

// prunedTree is where a log begins that is there still: behind the records that were pruned, of
// which the hashes are kept.
func prunedTree(dir string, last tlog.Hash) (f frontier, at tlog.Hash, first int64, err error) {
	segments, err := listSegments(dir)
	if err != nil {
		return f, last, 0, err
	}
	if len(segments) == 0 {
		return f, last, 0, ErrShort
	}
	err = eachPruned(dir, segments[0], func(h tlog.Hash) error {
		f.addLeaf(h)
		last = h
		return nil
	})
	return f, last, segments[0], err
}

// Exists reports whether a folder holds a log, or what was left of one.
func Exists(dir string) (bool, error) {
	segments, err := listSegments(dir)
	for _, name := range []string{checkpointName, hashesName} {
		if _, missing := os.Lstat(filepath.Join(dir, name)); missing == nil {
			return true, err
		}
	}
	return len(segments) > 0, err
}

// lastCheckpoint gives the size of the newest one. What is torn behind it is moved aside.
func (l *Log) lastCheckpoint() (size int64, err error) {
	f, err := l.cfg.open(filepath.Join(l.cfg.Dir, checkpointName), os.O_RDWR|os.O_APPEND, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	} else if err != nil {
		return 0, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	const enough = 4 << 10 // for several
	at := max(info.Size()-enough, 0)
	b := make([]byte, info.Size()-at)
	if _, err := f.ReadAt(b, at); err != nil && err != io.EOF {
		return 0, err
	}
	if at > 0 { // from the beginning of one on
		i := bytes.Index(b, []byte("\n\n"+originPrefix))
		if i < 0 {
			return 0, ErrBroken
		}
		b = b[i+2:]
	}
	notes, torn := splitNotes(b)
	if len(torn) > 0 {
		name := filepath.Join(l.cfg.Dir, tornPrefix+"checkpoint-"+strconv.FormatInt(info.Size(), 10))
		if err := errors.Join(replaceFile(name, torn), f.Truncate(info.Size()-int64(len(torn)))); err != nil {
			return 0, err
		}
	}
	if len(notes) == 0 {
		return 0, nil
	}
	h, err := parseNote(notes[len(notes)-1])
	if err != nil || h.Log != l.keys.id {
		return 0, ErrBroken
	}
	return h.Size, nil
}

// memoSize is that of the file: a memo is written over the one before, in one write.
const memoSize = 6 << 10

// remember writes down how far the log has come. It is not synced: who finds an older memo, or
// one that cannot be read, reads more of the log.
func (l *Log) remember() error {
	nodes := make([]string, len(l.at.tree.nodes))
	for i, h := range l.at.tree.nodes {
		nodes[i] = hex.EncodeToString(h[:])
	}
	b, err := jsonLine(memo{
		Version: 1, Size: l.at.tree.size, Segment: l.at.segment, Offset: l.at.offset, Line: l.at.line,
		Last: hex.EncodeToString(l.at.last[:]), Nodes: nodes,
	})
	if err != nil {
		return err
	}
	f, err := os.OpenFile(memoPath(l.cfg.State, l.keys.id), os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteAt(append(b, bytes.Repeat([]byte{' '}, max(memoSize-len(b), 0))...), 0)
	return errors.Join(err, f.Close())
}
