package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"strings"

	"github.com/urfave/cli/v3"

	"github.com/seed-052fbf24/cloak/audit"
	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/format"
	"github.com/seed-052fbf24/cloak/internal/ignore"
	"github.com/seed-052fbf24/cloak/internal/program"
	"github.com/seed-052fbf24/cloak/internal/sink"
)

func scanCommand(std stdio) *cli.Command {
	flags := append(findFlags(), swapFlags(true)...)
	return &cli.Command{
		Name:      "scan",
		Usage:     "list what is found in files and folders; exit 3 if there is anything",
		ArgsUsage: "PATH…",
		Description: "Folders are walked: links are not followed, what .gitignore names is passed over,\n" +
			"binary files (a zero byte in the first 8 KB) and files above --max-size are skipped\n" +
			"and counted. Without PATH, or with -, standard input is read. Values are masked.",
		Flags: append(append(append(flags, formatFlag(), maxDocumentFlag()), auditFlags()...), engineFlag(), outFlag(),
			jsonFlag("write one object {files, bytes, skipped, findings}"),
			&cli.BoolFlag{Name: "jsonl", Usage: "write one object a line for each finding, and nothing else"},
			&cli.IntFlag{Name: "max-size", Value: 64, Usage: "skip files of more `MEGABYTES` in folders; 0 takes all"},
		),
		Action: func(ctx context.Context, cmd *cli.Command) error {
			base := audit.Record{Event: audit.EventScan, Surface: audit.SurfaceScan}
			return journaled(ctx, cmd, std, base, func(j *journal) error { return scan(ctx, cmd, std, j) })
		},
	}
}

// A record is one occurrence, as scan reports it: offsets and columns in bytes.
type record struct {
	Path       string       `json:"path"`
	Entity     cloak.Entity `json:"entity"`
	Detector   string       `json:"detector"`
	Start      int          `json:"start"`
	End        int          `json:"end"`
	Line       int          `json:"line"`   // from 1
	Column     int          `json:"column"` // from 1
	Confidence float64      `json:"confidence"`
	Masked     string       `json:"masked"`
}

// A scanner goes over files and gives what it finds to each, with the value.
type scanner struct {
	eng     *cloak.Engine
	doc     format.Options
	std     stdio
	maxSize int64
	each    func(r record, value string) error
	end     func() error // of a file; may be nil
	shown   *progress

	files, binary, large, found int
	bytes                       int64
	audit                       bool // say what each file is read as
	entry                       *entry
	failed                      bool  // a file could not be read
	err                         error // the engine, or our output: no use to go on
}

func scan(ctx context.Context, cmd *cli.Command, std stdio, j *journal) error {
	if cmd.Bool("json") && cmd.Bool("jsonl") {
		return program.Misused("--json or --jsonl, not both")
	}
	cfg, _, err := configOf(cmd)
	if err != nil {
		return err
	}
	eng, err := engine(cfg)
	if err != nil {
		return err
	}
	out, err := sink.Open(cmd.String("output"), std.out)
	if err != nil {
		return err
	}
	defer out.Abort()
	doc, err := documentOptions(cmd)
	if err != nil {
		return err
	}
	s := &scanner{eng: eng, doc: doc, std: std, maxSize: int64(cmd.Int("max-size")) << 20}
	s.audit, s.entry = cmd.Bool("audit"), j.entry()
	s.shown = newProgress(cmd.Bool("quiet"), std, "scanning", 0)
	all := []record{}
	switch t := (&table{w: out}); {
	case cmd.Bool("json"):
		s.each = func(r record, _ string) error { all = append(all, r); return nil }
	case cmd.Bool("jsonl"):
		lines := bufio.NewWriterSize(out, chunk)
		s.each = func(r record, _ string) error { return program.WriteJSON(lines, r) }
		s.end = lines.Flush
	case cmd.Bool("quiet"):
		s.each = func(record, string) error { return nil }
	default:
		s.each, s.end = t.add, t.flush
	}
	err = s.paths(ctx, cmd.Args().Slice())
	if s.shown.end(); err != nil {
		return err
	}
	if cmd.Bool("json") && s.err == nil {
		s.err = program.WriteJSON(out, struct {
			Files    int      `json:"files"`
			Bytes    int64    `json:"bytes"`
			Skipped  int      `json:"skipped"`
			Findings []record `json:"findings"`
		}{s.files, s.bytes, s.binary + s.large, all})
	}
	if s.err == nil && j != nil {
		r := audit.Record{Found: audit.Count(s.entry.entities), Hits: audit.Count(s.entry.hits), Files: s.files, Ignored: s.binary + s.large, In: audit.Size(s.bytes)}
		switch {
		case s.failed:
			r.Result, r.Reason = audit.Failed, audit.ReasonInput
		case s.found > 0:
			r.Result = audit.Findings
		}
		s.err = j.record(ctx, r)
	}
	if s.err == nil {
		s.err = out.Commit()
	}
	std.note("%s", s.summary())
	switch {
	case s.err != nil:
		return s.err
	case s.failed:
		return &program.Outcome{Code: program.ExitFailed}
	case s.found > 0:
		return &program.Outcome{Code: exitFindings}
	}
	return nil
}

func (s *scanner) summary() string {
	line := fmt.Sprintf("%s, %d bytes scanned", count(s.files, "file"), s.bytes)
	if s.binary > 0 {
		line += fmt.Sprintf(", %d binary skipped", s.binary)
	}
	if s.large > 0 {
		line += fmt.Sprintf(", %d above --max-size skipped", s.large)
	}
	return fmt.Sprintf("%s: %s", line, count(s.found, "finding"))
}

func (s *scanner) paths(ctx context.Context, names []string) error {
	if len(names) == 0 {
		if isTerminal(s.std.in) {
			return program.Misused("what is to be scanned? (see cloak scan --help)")
		}
		names = []string{"-"}
	}
	fail := func(err error) {
		s.std.note("%s", program.Masked(err.Error()))
		s.failed = true
	}
	for _, name := range names {
		if info, err := os.Stat(name); name != "-" && err == nil && info.IsDir() {
			ignore.Walk(name, func(path string) { s.file(ctx, path, true, fail) }, fail)
		} else {
			s.file(ctx, name, false, fail)
		}
	}
	return nil
}

// file scans one file, unless it is binary or, met on a walk, too large.
func (s *scanner) file(ctx context.Context, name string, walked bool, fail func(error)) {
	if s.err != nil {
		return
	}
	in, err := openInput(name, s.std.in)
	if err != nil {
		fail(err)
		return
	}
	defer in.Close()
	if walked && s.maxSize > 0 && in.info.Size() > s.maxSize {
		s.large++
		return
	}
	r := bufio.NewReaderSize(in.reader(), chunk)
	head, err := r.Peek(binaryHead)
	if err != nil && err != io.EOF {
		fail(err)
		return
	}
	if name != "-" && bytes.IndexByte(head, 0) >= 0 {
		s.binary++
		return
	}
	s.files++
	at := position{line: 1}
	var stop error
	f, large, err := format.FindFrom(ctx, s.eng, r, in.options(s.doc), func(w cloak.Window) error {
		s.bytes += int64(len(w.Text))
		s.shown.add(len(w.Text))
		stop = s.window(name, w, &at)
		return stop
	})
	if s.end != nil {
		s.shown.end()
		s.err = s.end()
	}
	if large {
		s.std.note("%s has more than %d MB, and was read as text: --max-document takes more", show(name), s.doc.Max>>20)
	}
	if s.audit && f != nil {
		s.std.note("%s is read as %s", show(name), f.Name)
	}
	var path *fs.PathError
	switch {
	case stop != nil:
		s.err = stop
	case errors.As(err, &path):
		fail(err)
	case err != nil:
		s.err = err
	}
}

// binaryHead is how much of a file is looked at for a zero byte.
const binaryHead = 8 << 10

func (s *scanner) window(name string, w cloak.Window, at *position) error {
	s.entry.found(w)
	s.found += len(w.Findings)
	for _, f := range w.Findings {
		at.advance(w, f.Start)
		value := w.Text[f.Start-w.Offset : f.End-w.Offset]
		if err := s.each(newRecord(name, f, *at, value), value); err != nil {
			return err
		}
	}
	at.advance(w, w.Offset+len(w.Text))
	return nil
}

// A position is a place in a text, by lines. It only goes forward.
type position struct {
	offset int // bytes
	line   int // from 1
	begin  int // the offset of its first byte
}

// advance goes to offset, which lies in w.
func (p *position) advance(w cloak.Window, offset int) {
	between := w.Text[p.offset-w.Offset : offset-w.Offset]
	p.line += strings.Count(between, "\n")
	if nl := strings.LastIndexByte(between, '\n'); nl >= 0 {
		p.begin = p.offset + nl + 1
	}
	p.offset = offset
}

func newRecord(name string, f cloak.Finding, at position, value string) record {
	return record{name, f.Entity, f.Detector, f.Start, f.End, at.line, f.Start - at.begin + 1, round(f.Confidence), cloak.Mask(f.Entity, value)}
}

// round keeps four digits: there is no evidence for more. Only what is certain, a
// user's term, is 1.
func round(x float64) float64 {
	if r := math.Round(x*1e4) / 1e4; r < 1 || x == 1 {
		return r
	}
	return 0.9999
}

// A table has a line for each distinct value of a file, where it stands first.
type table struct {
	w     io.Writer
	rows  []record
	times []int
	known map[string]int // index in rows, by entity and value
}

func (t *table) add(r record, value string) error {
	if t.known == nil {
		t.known = map[string]int{}
	}
	key := string(r.Entity) + " " + value
	i, ok := t.known[key]
	if !ok {
		i = len(t.rows)
		t.known[key] = i
		t.rows, t.times = append(t.rows, r), append(t.times, 0)
	}
	t.times[i]++
	return nil
}

func (t *table) flush() error {
	var b bytes.Buffer
	for i, r := range t.rows {
		fmt.Fprintf(&b, "%s:%d:%d: %s %s%s\n", show(r.Path), r.Line, r.Column, r.Entity, r.Masked, times(t.times[i]))
	}
	t.rows, t.times, t.known = t.rows[:0], t.times[:0], nil
	_, err := t.w.Write(b.Bytes())
	return err
}
