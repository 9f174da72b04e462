package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"unicode/utf8"

	"github.com/urfave/cli/v3"

	"github.com/seed-052fbf24/cloak/audit"
	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/format"
	"github.com/seed-052fbf24/cloak/internal/program"
	"github.com/seed-052fbf24/cloak/internal/sink"
)

func sanitizeCommand(std stdio) *cli.Command {
	flags := append(findFlags(), swapFlags(false)...)
	return &cli.Command{
		Name:      "sanitize",
		Usage:     "replace what is found in files, or in standard input, by stand-ins",
		ArgsUsage: "[FILE…]",
		Description: "The text goes to standard output, byte for byte as it came but for what was\n" +
			"replaced. Several files need -o DIR, and share their stand-ins: one value has one\n" +
			"stand-in in all of them. With --bridge FILE the mapping is kept there, encrypted,\n" +
			"before any text leaves, and cloak restore puts the values back; without, nothing is\n" +
			"kept to restore them from.",
		Flags: append(append(append(append(flags, keepFlags()...), documentFlags()...), auditFlags()...), engineFlag(), outFlag(), jsonFlag("write one object {text, findings, pairs, format}; bytes that are not UTF-8 become U+FFFD in it")),
		Action: func(ctx context.Context, cmd *cli.Command) error {
			base := audit.Record{Event: audit.EventSanitize, Surface: audit.SurfaceCLI, Direction: audit.ToModel}
			return journaled(ctx, cmd, std, base, func(j *journal) error { return sanitize(ctx, cmd, std, j) })
		},
	}
}

// A job is one text to sanitize and where it goes.
type job struct {
	in  *input
	out *sink.Sink
}

func sanitize(ctx context.Context, cmd *cli.Command, std stdio, j *journal) error {
	eng, err := engineOf(cmd)
	if err != nil {
		return err
	}
	doc, err := documentOptions(cmd)
	if err != nil {
		return err
	}
	jobs, err := sanitizeJobs(cmd, std)
	defer func() {
		for _, j := range jobs {
			j.in.Close()
			j.out.Abort()
		}
	}()
	if err != nil {
		return err
	}
	keep, err := openStore(ctx, cmd, std)
	defer keep.close()
	if err != nil {
		return err
	}
	m := keep.m
	total := newTally(cmd.Bool("audit"))
	run := sanitizeText
	if cmd.Bool("json") {
		run = sanitizeJSON
	}
	entries := make([]*entry, len(jobs))
	for i, x := range jobs {
		if keep.editor != nil || j != nil { // what leaves by a pipe cannot be called back
			if err := x.out.Spool(); err != nil {
				return err
			}
		}
		entries[i] = j.entry()
		entries[i].reading(x.in)
		end := x.in.watch(cmd.Bool("quiet"), std, "sanitizing")
		err := run(ctx, eng, keep, x, doc, total, entries[i])
		if end(); err != nil {
			return err
		}
	}
	if err := keep.save(); err != nil {
		return err
	}
	j.of(keep.name(cmd))
	for _, e := range entries {
		if err := e.done(ctx, audit.Record{}); err != nil {
			return err
		}
	}
	for _, x := range jobs {
		if err := x.out.Commit(); err != nil {
			return err
		}
	}
	if cmd.Bool("audit") {
		total.table(std.err, m)
	}
	if !cmd.Bool("quiet") {
		total.warn(std, cmd)
		tail := "one-way: nothing is kept to restore them from (--bridge FILE keeps it)"
		if keep.editor != nil {
			tail = fmt.Sprintf("%s in %s", count(m.Len(), "pair"), show(cmd.String("bridge")))
		}
		std.note("%s; %s", total.summary(), tail)
	}
	return nil
}

// sanitizeJobs opens everything before anything is written.
func sanitizeJobs(cmd *cli.Command, std stdio) (jobs []job, err error) {
	names, out := cmd.Args().Slice(), cmd.String("output")
	if len(names) == 0 {
		names = []string{"-"}
	}
	info, err := os.Stat(out)
	toDir := err == nil && info.IsDir()
	if len(names) > 1 && !toDir {
		return nil, program.Misused("several files need -o DIR, a folder that exists")
	}
	taken := map[string]bool{}
	for _, name := range names {
		target := out
		if toDir {
			target = filepath.Join(out, filepath.Base(name))
			if name == "-" || taken[target] {
				return jobs, program.Misused("-o DIR needs files of different names")
			}
			taken[target] = true
		}
		if err := checkTarget(cmd, target); err != nil {
			return jobs, err
		}
		in, err := openInput(name, std.in)
		if err != nil {
			return jobs, err
		}
		if info, err := os.Stat(target); err == nil && os.SameFile(info, in.info) && info.Mode().IsRegular() {
			in.Close()
			return jobs, program.Misused("%s is the input itself: what it holds could not be restored", show(target))
		}
		if info, err := os.Stdout.Stat(); target == "" && err == nil && info.Mode().IsRegular() && os.SameFile(info, in.info) {
			in.Close()
			return jobs, program.Misused("standard output is the input itself: what it holds could not be restored")
		}
		to, err := sink.Open(target, std.out)
		if err != nil {
			in.Close()
			return jobs, err
		}
		jobs = append(jobs, job{in, to})
	}
	return jobs, nil
}

// sanitizeText streams: memory does not grow with the input.
func sanitizeText(ctx context.Context, eng *cloak.Engine, keep *store, j job, doc format.Options, total *tally, e *entry) error {
	w := format.SanitizeTo(ctx, eng, keep.m, e.writing(j.out), keep.src, j.in.options(doc))
	w.Found = func(win cloak.Window) {
		total.add(win)
		e.found(win)
	}
	defer total.read(j.in.shown(), w)
	return j.in.sanitizeTo(w)
}

// sanitizeJSON holds the text: an object that breaks off helps nobody.
func sanitizeJSON(ctx context.Context, eng *cloak.Engine, keep *store, j job, doc format.Options, total *tally, e *entry) error {
	type finding struct {
		Entity     cloak.Entity `json:"entity"`
		Detector   string       `json:"detector"`
		Start      int          `json:"start"` // in the input
		End        int          `json:"end"`
		OutStart   int          `json:"out_start"` // in text
		OutEnd     int          `json:"out_end"`
		Confidence float64      `json:"confidence"`
	}
	res := struct {
		Text     string    `json:"text"`
		Findings []finding `json:"findings"`
		Pairs    int       `json:"pairs"`
		Format   string    `json:"format"` // as which it was read
	}{Findings: []finding{}}
	var text bytes.Buffer
	w := format.SanitizeTo(ctx, eng, keep.m, e.writing(&text), keep.src, j.in.options(doc))
	w.Found = func(win cloak.Window) {
		total.add(win)
		e.found(win)
		for _, f := range win.Findings {
			res.Findings = append(res.Findings, finding{f.Entity, f.Detector, f.Start, f.End, f.Out.Start, f.Out.End, round(f.Confidence)})
		}
	}
	if err := j.in.sanitizeTo(w); err != nil {
		return err
	}
	total.read(j.in.shown(), w)
	f, _ := w.Format()
	res.Format, res.Text, res.Pairs = f.Name, text.String(), keep.m.Len()
	if !utf8.ValidString(res.Text) {
		return errNotText
	}
	return program.WriteJSON(j.out, res)
}

// errNotText keeps --json from changing bytes that JSON cannot hold.
var errNotText = errors.New("the text is not UTF-8, and JSON cannot hold it: leave --json off")
