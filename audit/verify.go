package audit

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// A Fault is what is wrong with a log.
type Fault int

// Faults, the gravest first: that is the one which Verify reports.
const (
	// Broken: records do not follow one another, or are none; or there are none at all.
	Broken Fault = iota + 1
	// BadSignature: a checkpoint is not signed by the key, or is none.
	BadSignature
	// OffAnchor: the log is not the one that an anchor speaks of, or not all of it is there.
	OffAnchor
	// OffCheckpoint: it has fewer records than one of its own checkpoints, or others.
	OffCheckpoint
	// Torn: what was written last was not written to its end. The next program that opens the
	// log moves it aside.
	Torn
)

// A FaultError says where a log is not what it should be.
type FaultError struct {
	Fault   Fault
	Segment string // the file, "" if it is none's
	Offset  int64  // bytes: where the line begins
	Seq     int64  // the first record that is bad, or would be; -1 if it is none's
	Why     string
}

func (e *FaultError) Error() string {
	s := "audit: "
	if e.Seq >= 0 {
		s += fmt.Sprintf("record %d", e.Seq)
		if e.Segment != "" {
			s += fmt.Sprintf(", %s at byte %d", e.Segment, e.Offset)
		}
		s += ": "
	}
	return s + e.Why
}

// VerifyOptions say what a log is held to besides itself.
type VerifyOptions struct {
	Key     string // that checkpoints are signed with, as note writes it; "": signatures are not checked
	Anchors []Head // each has to be of this log, and no longer than it
	Workers int    // that hash; 0 means GOMAXPROCS
}

// A Report is what Verify has seen. Without an error, all of it holds.
type Report struct {
	Log         string    `json:"log"`
	Records     int64     `json:"records"` // with those that were pruned
	Pruned      int64     `json:"pruned"`  // of which hashes are left
	Segments    int       `json:"segments"`
	Bytes       int64     `json:"bytes"`
	First       time.Time `json:"first"`
	Last        time.Time `json:"last"`
	Root        string    `json:"root"`        // of the tree
	Checkpoints int       `json:"checkpoints"` // that agree with the records
	SignedBy    string    `json:"signed_by"`   // the key that they were checked with; "" if none was given
	Unsigned    int64     `json:"unsigned"`    // records behind the last checkpoint
	Anchors     int       `json:"anchors"`     // that agree with the records
	Gaps        int       `json:"gaps"`        // records that say that something is missing
	TornFiles   int       `json:"torn_files"`
	Starts      int64     `json:"starts"`
	Stops       int64     `json:"stops"`
	ClockBack   int64     `json:"clock_back"` // records earlier than the one before

	head frontier
}

// Head is how far the log has come, not signed.
func (r *Report) Head() Head { return Head{Log: r.Log, Size: r.head.size, Root: r.head.root()} }

// Verify reads a whole log, and holds it to its chain, its checkpoints and to anchors. Others may
// go on writing; it changes nothing. Time is linear, and memory bounded, whatever the files hold.
//
// The error is a *FaultError, or of the file system; the report is what was seen until then.
// What Verify cannot see without an anchor: records that were cut off the end together with the
// checkpoints behind them, and a log that somebody with its key has written anew.
func Verify(ctx context.Context, dir string, o VerifyOptions) (*Report, error) {
	v := &verification{dir: dir, o: o, report: &Report{}}
	v.pruned = -1
	err := v.run(ctx)
	v.report.Segments, v.report.Bytes = v.files, v.size
	return v.report, err
}

// A verification is one run of Verify.
type verification struct {
	dir         string
	o           VerifyOptions
	key         note.Verifier
	report      *Report
	checkpoints []Head
	heads       []Head // of checkpoints and anchors, by size
	faults      []*FaultError

	leaf     func([]tlog.Hash) // is given all hashes, in order; may be nil
	lastTime string
	rotated  bool  // the last record says that the log goes on in another segment
	pruned   int64 // the record that says that those before the first segment were deleted; -1 if none does
	size     int64 // bytes that were read
	files    int
	empty    bool // no file has a record
}

func (v *verification) run(ctx context.Context) (err error) {
	if v.o.Key != "" {
		if v.key, err = checkKey(v.o.Key); err != nil {
			return err
		}
		v.report.SignedBy = v.o.Key
	}
	// Checkpoints are read before records: those that are written meanwhile are later ones.
	checkpoints, err := v.readCheckpoints()
	if err != nil {
		return err
	}
	segments, err := listSegments(v.dir)
	if err != nil {
		return err
	}
	v.checkpoints = checkpoints
	v.heads = append(v.heads, checkpoints...)
	v.heads = append(v.heads, v.o.Anchors...)
	slices.SortStableFunc(v.heads, func(a, b Head) int { return int(min(max(a.Size-b.Size, -1), 1)) })
	roots, err := v.readRecords(ctx, segments)
	if fault := (*FaultError)(nil); errors.As(err, &fault) {
		v.fail(fault)
	} else if err != nil {
		return err
	}
	if v.report.TornFiles, err = countTorn(v.dir); err != nil {
		return err
	}
	v.compare(checkpoints, roots)
	if v.empty && len(v.faults) > 1 { // that there is nothing is said by what speaks of something
		v.faults = slices.DeleteFunc(v.faults, func(e *FaultError) bool { return e.Fault == Broken })
	}
	if len(v.faults) == 0 {
		return nil
	}
	return slices.MinFunc(v.faults, func(a, b *FaultError) int { return int(a.Fault) - int(b.Fault) })
}

func (v *verification) fail(e *FaultError) { v.faults = append(v.faults, e) }

func countTorn(dir string) (n int, err error) {
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), tornPrefix) && !strings.HasSuffix(e.Name(), ".tmp") {
			n++
		}
	}
	return n, err
}

// readCheckpoints reads what the log has signed.
func (v *verification) readCheckpoints() (heads []Head, err error) {
	b, err := os.ReadFile(filepath.Join(v.dir, checkpointName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	bad := func(i int, why string) {
		v.fail(&FaultError{Fault: BadSignature, Seq: -1, Why: fmt.Sprintf("checkpoint %d: %s", i+1, why)})
	}
	notes, torn := splitNotes(b)
	if len(torn) > 0 {
		v.fail(&FaultError{Fault: Torn, Seq: -1, Why: "the last checkpoint was not written to its end"})
	}
	for i, n := range notes {
		h, err := parseNote(n)
		if err != nil {
			bad(i, "it is none")
			return heads, nil
		}
		if v.key != nil {
			if err := h.open(v.key); err != nil {
				bad(i, "it is not signed by the key")
				return heads, nil
			}
		}
		heads = append(heads, h)
	}
	return heads, nil
}

// compare holds the records to checkpoints and anchors.
func (v *verification) compare(checkpoints []Head, roots map[int64]tlog.Hash) {
	r := v.report
	broken := slices.ContainsFunc(v.faults, func(e *FaultError) bool { return e.Fault == Broken })
	off := func(h Head) string {
		root, ok := roots[h.Size]
		switch {
		case v.empty:
			return fmt.Sprintf("speaks of %d records, and there are none", h.Size)
		case h.Log != r.Log:
			return "is of another log"
		case h.Size > r.Records:
			return fmt.Sprintf("speaks of %d records, and there are %d", h.Size, r.Records)
		case !ok || root != h.Root:
			return fmt.Sprintf("speaks of other records: those before number %d are not the same", h.Size)
		}
		return ""
	}
	for i, h := range v.o.Anchors {
		if broken && !v.empty {
			break // what comes behind is not known
		}
		if v.key != nil && h.Note != nil && h.open(v.key) != nil {
			v.fail(&FaultError{Fault: BadSignature, Seq: -1, Why: fmt.Sprintf("anchor %d is not signed by the key", i+1)})
		} else if why := off(h); why != "" {
			v.fail(&FaultError{Fault: OffAnchor, Seq: -1, Why: fmt.Sprintf("anchor %d %s", i+1, why)})
		} else {
			r.Anchors++
		}
	}
	signed := int64(0)
	differ := false
	for i, h := range checkpoints {
		if broken && !v.empty {
			break
		}
		if why := off(h); why == "" {
			r.Checkpoints++
			signed = max(signed, h.Size)
		} else if !differ { // those behind it may hold, and say what was pruned
			differ = true
			v.fail(&FaultError{Fault: OffCheckpoint, Seq: -1, Why: fmt.Sprintf("checkpoint %d %s", i+1, why)})
		}
	}
	if v.key != nil && len(checkpoints) == 0 && !broken && !v.empty {
		v.fail(&FaultError{Fault: BadSignature, Seq: -1, Why: "no checkpoint is signed by the key, and a log has one from its beginning on"})
	}
	r.Unsigned = r.Records - signed
	if r.Pruned > 0 && !broken && (v.pruned < 0 || v.pruned >= signed) {
		v.fail(&FaultError{Fault: Broken, Seq: 0, Why: noPruning})
	}
}

// noPruning is what is wrong when records were deleted and not pruned.
const noPruning = "the first records are missing, and no signed record says that they were pruned"

// readRecords reads all records in order, and gives the roots at the sizes of v.heads.
func (v *verification) readRecords(ctx context.Context, segments []int64) (roots map[int64]tlog.Hash, err error) {
	roots = map[int64]tlog.Hash{}
	segments, err = v.withContent(segments)
	if err != nil {
		return roots, err
	}
	if v.empty = len(segments) == 0; v.empty {
		return roots, &FaultError{Fault: Broken, Seq: -1, Why: "there are no records: a log has one from its beginning on"}
	}
	v.report.Pruned = segments[0]
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	workers := v.o.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	toHash, inOrder := make(chan *block, workers), make(chan *block, 2*workers)
	free := make(chan *block, 4*workers)
	var reading error
	var wg sync.WaitGroup
	wg.Go(func() {
		defer close(toHash)
		defer close(inOrder)
		reading = v.cut(ctx, segments, free, func(b *block) bool {
			for _, ch := range []chan *block{inOrder, toHash} { // first of all its place in the order
				select {
				case ch <- b:
				case <-ctx.Done():
					return false
				}
			}
			return true
		})
	})
	for range workers {
		wg.Go(func() {
			for b := range toHash {
				b.work()
				close(b.done)
			}
		})
	}
	join := v.joiner(roots)
	for b := range inOrder {
		if err == nil {
			select {
			case <-b.done:
				err = join(b)
			case <-ctx.Done():
				err = ctx.Err()
			}
			if err != nil {
				cancel()
				continue
			}
			select {
			case free <- b:
			default:
			}
		}
	}
	wg.Wait()
	if err == nil {
		err = reading
	}
	if v.rotated && err == nil { // what follows is there, though it may be empty
		next := segmentName(v.report.Records)
		if _, missing := os.Stat(filepath.Join(v.dir, next)); missing != nil {
			err = &FaultError{Fault: OffCheckpoint, Seq: v.report.Records, Segment: next, Why: "the segment is missing that the last record names"}
		}
	}
	return roots, err
}

// withContent leaves out segments that a rotation has left empty.
func (v *verification) withContent(segments []int64) (full []int64, err error) {
	for _, s := range segments {
		info, err := os.Stat(filepath.Join(v.dir, segmentName(s)))
		if err != nil {
			return nil, err
		}
		if info.Size() > 0 {
			full = append(full, s)
		}
	}
	return full, nil
}

// Blocks are cut at about so many bytes, or so many hashes of records that were pruned.
const (
	blockBytes  = 256 << 10
	blockHashes = 4096
)

// A block is consecutive records, which one worker hashes.
type block struct {
	first  int64       // its first record
	hashes []tlog.Hash // first those of records that were pruned, then, when it is done, all
	buf    []byte      // a byte, and lines, each with its line feed
	lines  []place
	marks  []int // numbers of its records at which the tree is wanted

	done    chan struct{} // closed when what follows is known
	fault   *FaultError   // lines end before it
	tree    subtrees      // of all hashes
	partial []subtrees    // at marks
	log     string        // that the lines are of
	times   [2]string     // of the first line and the last
	back    int64
	rotated bool // the last line ends its segment
	starts  int64
	stops   int64
	gaps    int
	pruned  [][2]int64 // records that say so, and the first that each has kept
}

// A place is where a line stands.
type place struct {
	start, end int // in the block's buffer
	segment    int64
	offset     int64
}

// A cutter cuts a log into blocks.
type cutter struct {
	v     *verification
	ctx   context.Context
	marks []int64 // at which the tree is wanted, from b on
	b     *block
	free  chan *block // that were joined
	emit  func(*block) bool
}

// cut gives the blocks of a log to emit, in order, while that returns true.
func (v *verification) cut(ctx context.Context, segments []int64, free chan *block, emit func(*block) bool) error {
	c := &cutter{v: v, ctx: ctx, free: free, emit: emit}
	for _, h := range v.heads {
		c.marks = append(c.marks, h.Size)
	}
	c.b = c.next(0)
	err := eachPruned(v.dir, segments[0], func(h tlog.Hash) error {
		if c.b.hashes = append(c.b.hashes, h); len(c.b.hashes) < blockHashes {
			return nil
		}
		return c.send()
	})
	if err == errPruned {
		err = &FaultError{Fault: Broken, Seq: 0, Why: noPruning}
	}
	for i, s := range segments {
		if err == nil {
			err = c.segment(s, i == len(segments)-1)
		}
	}
	return errors.Join(err, c.send())
}

// next is an empty block.
func (c *cutter) next(first int64) *block {
	var b *block
	select {
	case b = <-c.free:
	default:
		b = &block{buf: make([]byte, 0, blockBytes+blockBytes/8)}
	}
	*b = block{
		first: first, hashes: b.hashes[:0], buf: append(b.buf[:0], 0), lines: b.lines[:0], marks: b.marks[:0],
		partial: b.partial[:0], tree: subtrees{at: first, nodes: b.tree.nodes[:0]}, done: make(chan struct{}),
	}
	return b
}

// send emits the block, if there is anything in it.
func (c *cutter) send() error {
	n := len(c.b.hashes) + len(c.b.lines)
	if n == 0 {
		return nil
	}
	b, next := c.b, c.b.first+int64(n)
	for len(c.marks) > 0 && c.marks[0] <= next {
		if at := c.marks[0] - b.first; at >= 0 {
			b.marks = append(b.marks, int(at))
		}
		c.marks = c.marks[1:]
	}
	c.b = c.next(next)
	if !c.emit(b) {
		return c.ctx.Err()
	}
	return nil
}

// patience is how often what is behind the last line is looked at again: somebody may be writing it.
const patience = 5

// segment reads one file.
func (c *cutter) segment(first int64, isLast bool) error {
	f, err := os.Open(filepath.Join(c.v.dir, segmentName(first)))
	if err != nil {
		return err
	}
	defer f.Close()
	c.v.files++
	var rest []byte // of a line that was not read to its end
	offset := int64(0)
	for tries := 0; ; {
		c.b.buf = append(c.b.buf, rest...)
		at := len(c.b.buf) - len(rest) // where a line begins
		seen := len(c.b.buf)           // there is no line feed from at up to here
		c.b.buf = slices.Grow(c.b.buf, blockBytes)
		n, err := f.Read(c.b.buf[seen : seen+blockBytes])
		c.b.buf = c.b.buf[:seen+n]
		for {
			end := bytes.IndexByte(c.b.buf[seen:], '\n')
			if end < 0 {
				break
			}
			end += seen
			c.b.lines = append(c.b.lines, place{at, end, first, offset})
			offset += int64(end-at) + 1
			at, seen = end+1, end+1
		}
		rest = append(rest[:0], c.b.buf[at:]...)
		c.b.buf = c.b.buf[:at]
		if err := c.send(); err != nil {
			return err
		}
		fault := &FaultError{Fault: Broken, Segment: segmentName(first), Offset: offset, Seq: c.b.first + int64(len(c.b.hashes))}
		switch {
		case err == io.EOF && len(rest) == 0:
			c.v.size += offset
			return nil
		case len(rest) >= maxTorn:
			fault.Why = "it does not end"
			return fault
		case err == io.EOF && !isLast:
			fault.Why = "the segment does not end with a line"
			return fault
		case err == io.EOF && tries == patience:
			fault.Fault, fault.Why = Torn, fmt.Sprintf("%d bytes were not written to the end of a line", len(rest))
			return fault
		case err == io.EOF:
			tries++
			time.Sleep(10 * time.Millisecond)
		case err != nil:
			return err
		}
	}
}

// work hashes a block's lines, and looks at what each says of itself.
func (b *block) work() {
	var digits [64]byte
	var ts []byte // of the line before
	rotated := false
	for i, p := range b.lines {
		line := b.buf[p.start:p.end]
		seq := b.first + int64(len(b.hashes))
		h, err := parseHeader(line)
		why := ""
		switch {
		case err != nil:
			why = errLine.Error()
		case h.seq != seq:
			why = fmt.Sprintf("it says that it is number %d", h.seq)
		case i > 0 && string(h.log) != b.log:
			why = "it is of another log"
		case p.offset == 0 && seq != p.segment:
			why = "it is not the one that its segment's name says"
		case i > 0 && (p.offset == 0) != rotated:
			why = badSegment(rotated)
		case len(b.hashes) > 0:
			if hexOf(&digits, &b.hashes[len(b.hashes)-1]); string(h.prev) != string(digits[:]) {
				why = badLink
			}
		}
		if why != "" {
			b.fault = &FaultError{Fault: Broken, Segment: segmentName(p.segment), Offset: p.offset, Seq: seq, Why: why}
			b.lines = b.lines[:i]
			break
		}
		switch rotated = false; string(h.ev) {
		case "rotate":
			rotated = true
		case "start":
			b.starts++
		case "stop":
			b.stops++
		case "gap":
			b.gaps++
		case "pruned":
			if e, err := ParseEntry(line); err == nil {
				b.pruned = append(b.pruned, [2]int64{seq, e.FirstKept})
			}
		}
		if i == 0 {
			b.log, b.times[0] = string(h.log), string(h.ts)
		} else if string(h.ts) < string(ts) {
			b.back++
		}
		ts = h.ts
		b.buf[p.start-1] = 0 // the line feed before it has been read
		b.hashes = append(b.hashes, sha256.Sum256(b.buf[p.start-1:p.end]))
	}
	b.rotated, b.times[1] = rotated, string(ts)
	marks := b.marks
	for i := range len(b.hashes) + 1 {
		for len(marks) > 0 && marks[0] == i {
			b.partial, marks = append(b.partial, subtrees{b.tree.at, slices.Clone(b.tree.nodes)}), marks[1:]
		}
		if i < len(b.hashes) {
			b.tree.addLeaf(b.hashes[i])
		}
	}
}

// badLink is what is wrong with a record whose prev is another.
const badLink = "the record before it is not the one that it names"

func badSegment(rotated bool) string {
	if rotated {
		return "it is behind the end of its segment"
	}
	return "the segment before it has no end"
}

// joiner gives what takes blocks in their order.
func (v *verification) joiner(roots map[int64]tlog.Hash) func(*block) error {
	r := v.report
	var whole frontier
	var last tlog.Hash
	return func(b *block) error {
		if len(b.lines) > 0 {
			if err := v.joinLines(b, whole.size == b.first && len(b.hashes) == len(b.lines), last); err != nil {
				return err
			}
		}
		for i, f := range b.partial {
			at := whole.clone()
			at.join(f)
			roots[b.first+int64(b.marks[i])] = at.root()
		}
		whole.join(b.tree)
		if n := len(b.hashes); n > 0 {
			last = b.hashes[n-1]
		}
		if v.leaf != nil {
			v.leaf(b.hashes)
		}
		r.Records, r.head, r.Root = whole.size, whole, whole.root().String()
		if b.fault != nil {
			return b.fault
		}
		return nil
	}
}

// joinLines holds the first line of a block to the one before it, whose hash is last, and counts
// what the block has. linked: no worker has looked at that line's prev.
func (v *verification) joinLines(b *block, linked bool, last tlog.Hash) error {
	r, p := v.report, b.lines[0]
	h, err := parseHeader(b.buf[p.start:p.end])
	began := r.Log != ""
	if !began {
		if r.Log = b.log; r.Pruned == 0 {
			last = genesis(r.Log)
		}
		if r.First, err = time.Parse(timeForm, b.times[0]); err != nil || r.First.Format(timeForm) != b.times[0] { // Parse takes a comma, too
			return &FaultError{Fault: Broken, Segment: segmentName(p.segment), Offset: p.offset, Seq: h.seq, Why: errLine.Error()}
		}
	}
	why := ""
	switch {
	case err != nil || b.log != r.Log:
		why = "it is of another log"
	case began && (p.offset == 0) != v.rotated:
		why = badSegment(v.rotated)
	case linked && string(h.prev) != hex.EncodeToString(last[:]):
		why = badLink
	}
	if why != "" {
		return &FaultError{Fault: Broken, Segment: segmentName(p.segment), Offset: p.offset, Seq: h.seq, Why: why}
	}
	if b.times[0] < v.lastTime {
		r.ClockBack++
	}
	v.lastTime, v.rotated = b.times[1], b.rotated
	r.ClockBack += b.back
	r.Starts += b.starts
	r.Stops += b.stops
	r.Gaps += b.gaps
	r.Last, _ = time.Parse(timeForm, v.lastTime) // the zero time if it is none
	for _, p := range b.pruned {                 // the first one counts: of one that came later the deletions may not have begun
		if v.pruned < 0 && p[1] >= r.Pruned {
			v.pruned = p[0]
		}
	}
	return nil
}
