package audit

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/tlog"
)

// A Proof shows that a record is one of a log, to somebody who has nothing but the log's key: a
// checkpoint, and the hashes from the record's up to its root (RFC 6962, 2.1.1).
type Proof struct {
	Index      int64
	Line       []byte // the record, without its line feed; nil if it was pruned
	Hashes     []tlog.Hash
	Checkpoint Head // with its note
}

// A Growth shows that a log which has a head has only grown since it had another (RFC 6962, 2.1.2).
type Growth struct {
	Old    Head
	Hashes []tlog.Hash
	New    Head // with its note
}

const (
	proofMark  = "c2sp.org/tlog-proof@v1"
	growthMark = "cloak-audit/growth@v1"
)

var (
	errProof  = errors.New("audit: this is no proof that a record is in a log")
	errGrowth = errors.New("audit: this is no proof that a log has only grown")

	// ErrUnsigned: no checkpoint covers the record yet; the log's next one will.
	ErrUnsigned = errors.New("audit: no checkpoint covers that record: it is not signed yet (cloak audit head signs what is there), or there is none of that number")
)

// hashed is a log that was verified, with its hashes and the newest of its checkpoints.
type hashed struct {
	leaves leaves
	line   []byte // of the record that is looked for
	newest Head
}

// hashAll verifies a log, and keeps all of its hashes: 32 bytes for each record.
func hashAll(ctx context.Context, dir, key string, anchors []Head) (h hashed, err error) {
	v := &verification{dir: dir, o: VerifyOptions{Key: key, Anchors: anchors}, report: &Report{}, pruned: -1}
	v.leaf = func(hashes []tlog.Hash) { h.leaves = append(h.leaves, hashes...) }
	if err := v.run(ctx); err != nil {
		return h, err
	}
	for _, c := range v.checkpoints {
		if c.Size > h.newest.Size {
			h.newest = c
		}
	}
	h.leaves = h.leaves[:h.newest.Size:h.newest.Size]
	return h, nil
}

// Prove makes the proof for a record, by its number, under the newest checkpoint. The log is
// verified before; key may be "".
func Prove(ctx context.Context, dir string, seq int64, key string) (p Proof, err error) {
	h, err := hashAll(ctx, dir, key, nil)
	if err != nil {
		return p, err
	}
	if seq < 0 || seq >= h.newest.Size {
		return p, ErrUnsigned
	}
	p = Proof{Index: seq, Checkpoint: h.newest}
	if p.Hashes, err = tlog.ProveRecord(h.newest.Size, seq, h.leaves); err != nil {
		return p, fmt.Errorf("audit: %w", err)
	}
	found := errors.New("found")
	err = Read(ctx, dir, func(e Entry, line []byte) error {
		if e.Seq == seq {
			p.Line = bytes.Clone(line)
			return found
		}
		return nil
	})
	if err == found {
		err = nil
	}
	return p, err
}

// ProveGrowth makes the proof that the log with its newest checkpoint goes on what an older head
// says. The log is verified before, and held to old; key may be "".
func ProveGrowth(ctx context.Context, dir string, old Head, key string) (g Growth, err error) {
	h, err := hashAll(ctx, dir, key, []Head{old})
	if err != nil {
		return g, err
	}
	if old.Size < 1 || old.Size > h.newest.Size {
		return g, ErrUnsigned
	}
	g = Growth{Old: old, New: h.newest}
	if g.Hashes, err = tlog.ProveTree(h.newest.Size, old.Size, h.leaves); err != nil {
		return g, fmt.Errorf("audit: %w", err)
	}
	return g, nil
}

// Format is the proof as C2SP tlog-proof has it; extra is the record's line.
func (p Proof) Format() []byte {
	b := []byte(proofMark + "\n")
	if p.Line != nil {
		b = fmt.Appendf(b, "extra %s\n", base64.StdEncoding.EncodeToString(p.Line))
	}
	b = fmt.Appendf(b, "index %d\n", p.Index)
	return append(appendHashes(b, p.Hashes), p.Checkpoint.Note...)
}

// Format is the proof in lines: what it is, the older head's size and root, hashes; an empty
// line, and the newer checkpoint.
func (g Growth) Format() []byte {
	b := fmt.Appendf(nil, "%s\n%s\n%d\n%s\n", growthMark, originPrefix+g.Old.Log, g.Old.Size, g.Old.Root)
	return append(appendHashes(b, g.Hashes), g.New.Note...)
}

func appendHashes(b []byte, hashes []tlog.Hash) []byte {
	for _, h := range hashes {
		b = fmt.Appendf(b, "%s\n", h)
	}
	return append(b, '\n')
}

// ParseProof reads what Format has written. It checks nothing: see Check.
func ParseProof(b []byte) (p Proof, err error) {
	lines, hashes, note, ok := cutProof(b, proofMark, 1)
	if !ok {
		return p, errProof
	}
	if extra, ok := strings.CutPrefix(lines[0], "extra "); ok {
		if p.Line, err = base64.StdEncoding.Strict().DecodeString(extra); err != nil || len(hashes) == 0 {
			return p, errProof
		}
		lines, hashes = hashes[:1], hashes[1:]
	}
	index, ok := strings.CutPrefix(lines[0], "index ")
	p.Index, err = strconv.ParseInt(index, 10, 64)
	if !ok || err != nil || p.Index < 0 || strconv.FormatInt(p.Index, 10) != index {
		return p, errProof
	}
	if p.Hashes, err = parseHashes(hashes); err != nil {
		return p, errProof
	}
	if p.Checkpoint, err = parseNote(note); err != nil {
		return p, errProof
	}
	return p, nil
}

// ParseGrowth reads what Format has written. It checks nothing: see Check.
func ParseGrowth(b []byte) (g Growth, err error) {
	lines, hashes, note, ok := cutProof(b, growthMark, 3)
	if !ok {
		return g, errGrowth
	}
	if g.Old, err = parseHead([]byte(strings.Join(lines, "\n") + "\n")); err != nil {
		return g, errGrowth
	}
	if g.Hashes, err = parseHashes(hashes); err != nil {
		return g, errGrowth
	}
	if g.New, err = parseNote(note); err != nil {
		return g, errGrowth
	}
	return g, nil
}

// cutProof cuts a proof into the n lines behind its mark, more lines, and a note.
func cutProof(b []byte, mark string, n int) (lines, more []string, note []byte, ok bool) {
	head, note, ok := bytes.Cut(b, []byte("\n\n"))
	all := strings.Split(string(head), "\n")
	if !ok || len(all) < n+1 || all[0] != mark {
		return nil, nil, nil, false
	}
	return all[1 : n+1], all[n+1:], note, true
}

func parseHashes(lines []string) (hashes []tlog.Hash, err error) {
	for _, line := range lines {
		h, err := tlog.ParseHash(line)
		if err != nil || h.String() != line {
			return nil, errProof
		}
		hashes = append(hashes, h)
	}
	return hashes, nil
}

// Check holds the proof to the log's key. Then p.Line is record p.Index of the log, as its key
// has signed it.
func (p Proof) Check(key string) error {
	v, err := checkKey(key)
	if err != nil {
		return err
	}
	if err := p.Checkpoint.open(v); err != nil {
		return err
	}
	if p.Line == nil {
		return errors.New("audit: the proof has no record: it was pruned")
	}
	hash, _ := leafHash(p.Line, nil)
	if err := tlog.CheckRecord(p.Hashes, p.Checkpoint.Size, p.Checkpoint.Root, p.Index, hash); err != nil {
		return errProof
	}
	return nil
}

// Check holds the proof to the log's key.
func (g Growth) Check(key string) error {
	v, err := checkKey(key)
	if err != nil {
		return err
	}
	if err := g.New.open(v); err != nil {
		return err
	}
	if g.Old.Log != g.New.Log || tlog.CheckTree(g.Hashes, g.New.Size, g.New.Root, g.Old.Size, g.Old.Root) != nil {
		return errGrowth
	}
	return nil
}
