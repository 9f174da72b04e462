package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/urfave/cli/v3"

	"github.com/seed-052fbf24/cloak/audit"
	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/format"
	"github.com/seed-052fbf24/cloak/internal/program"
	"github.com/seed-052fbf24/cloak/internal/sandbox"
)

func wrapCommand(std stdio, args []string) *cli.Command {
	flags := append(findFlags(), swapFlags(false)...)
	first := 1
	return &cli.Command{
		Name:      "wrap",
		Usage:     "run a command that sees stand-ins only, and restore what it answers",
		ArgsUsage: "[--] COMMAND [ARGUMENT…]",
		Description: "cat incident.log | cloak wrap -- claude -p \"diagnose this failure\"\n" +
			"cat ticket.txt | cloak wrap -- llm \"summarize the customer issue\"\n\n" +
			"Standard input and the arguments are sanitized on their way in, standard output\n" +
			"and error restored as they stream. Nothing is written to disk but what --bridge\n" +
			"keeps. Names of flags stay as they are, and so do paths that exist: they are named\n" +
			"in a warning, for what the command reads from disk by itself, or from its\n" +
			"environment, is not sanitized.\n" +
			"A command that wants the terminal cannot be wrapped: what is typed would reach it\n" +
			"as it is. If standard input is a terminal, the command reads end of file instead.",
		Flags: append(append(append(append(flags, keepFlags()...), documentFlags()...), auditFlags()...),
			&cli.BoolFlag{Name: "show", Usage: "show on standard error what the command is given"},
			&cli.BoolFlag{Name: "dry-run", Usage: "print the command line as it would be run, and do not run it"},
			&cli.StringFlag{Name: "out", Value: "auto", Usage: "`FORM` of the output: text, jsonl (values are escaped) or auto (jsonl for lines that begin with {\" or {})"},
			&cli.BoolFlag{Name: "raw-stderr", Usage: "do not restore the command's standard error"},
			&cli.BoolFlag{Name: "strict", Usage: "exit 4 if a stand-in did not come back, and nothing else failed"},
		),
		StopOnNthArg: &first,
		Action: func(ctx context.Context, cmd *cli.Command) error {
			base := audit.Record{Event: audit.EventStop, Surface: audit.SurfaceWrap}
			return journaled(ctx, cmd, std, base, func(j *journal) error { return wrap(ctx, cmd, std, childArgs(cmd.Args().Slice(), args), j) })
		},
	}
}

// A wrapping is one run of wrap.
type wrapping struct {
	cmd   *cli.Command
	std   stdio
	eng   *cloak.Engine
	m     *cloak.Mapping
	keep  *store
	doc   format.Options // of the output
	total *tally
	j     *journal
	entry *entry // of standard input
}

func wrap(ctx context.Context, cmd *cli.Command, std stdio, argv []string, j *journal) error {
	if len(argv) == 0 {
		return program.Misused("wrap what? cloak wrap -- COMMAND [ARGUMENT…]")
	}
	doc, err := replyOptions(cmd)
	if err != nil {
		return err
	}
	eng, err := engineOf(cmd)
	if err != nil {
		return err
	}
	keep, err := openStore(ctx, cmd, std)
	defer keep.close()
	if code := exitCode(err); err != nil && code != program.ExitMisused && code != program.ExitBridge {
		return program.Fail(exitNotStarted, err)
	} else if err != nil {
		return err
	}
	std.err = &lockedWriter{w: std.err} // ours and the child's
	j.of(keep.name(cmd))
	w := &wrapping{cmd, std, eng, keep.m, keep, doc, newTally(cmd.Bool("audit")), j, j.entry()}
	dry := cmd.Bool("dry-run")
	if _, err := exec.LookPath(argv[0]); err != nil && !dry {
		return notStarted(argv[0], err)
	}
	if isTerminal(std.in) && interactive(argv) && !dry {
		return program.Fail(exitNotStarted, fmt.Errorf("wrap: %s wants the terminal, and what is typed would reach it as it is; "+
			"pipe the text in (cat FILE | cloak wrap -- …), or add < /dev/null if it needs none", show(argv[0])))
	}
	argv, err = w.arguments(ctx, argv)
	if err = errors.Join(err, keep.save()); err != nil {
		return program.Fail(exitNotStarted, err)
	}
	if cmd.Bool("show") {
		std.note("runs %s", quote(argv))
	}
	if dry {
		_, err := fmt.Fprintln(std.out, quote(argv))
		return err
	}
	return w.run(ctx, argv)
}

// arguments sanitizes the command line.
func (w *wrapping) arguments(ctx context.Context, argv []string) ([]string, error) {
	a := &arguments{eng: w.eng, m: w.m, total: w.total}
	argv, err := a.all(ctx, argv)
	if len(a.files) > 0 && !w.cmd.Bool("quiet") {
		w.std.note("passed as they are, with what is in them: %s", strings.Join(a.files, ", "))
	}
	return argv, err
}

// grace is how long input that has ended has to be counted, too, when the child
// has ended.
const grace = 100 * time.Millisecond

func (w *wrapping) run(ctx context.Context, argv []string) error {
	in, piped := w.std.in, false
	if isTerminal(in) {
		null, err := os.Open(os.DevNull)
		if err != nil {
			return program.Fail(exitNotStarted, err)
		}
		defer null.Close()
		in = null
	} else {
		piped = !isNull(in)
	}
	to := w.doc
	if to.Lines == format.AutoLines { // --format is of the input
		to.Format = nil
	}
	out := format.RestoreTo(w.m, w.std.out, to)
	errOut := format.RestoreTo(w.m, w.std.err, format.Options{Format: format.Plain, Lines: format.TextLines})
	var childErr io.Writer = errOut
	if w.cmd.Bool("raw-stderr") {
		childErr = os.Stderr
	}
	if err := w.j.record(ctx, audit.Record{Event: audit.EventStart}); err != nil { // what streams cannot be held back until its end
		return program.Fail(exitNotStarted, err)
	}
	c, err := start(argv, in, piped, out, childErr)
	if err != nil {
		return err
	}
	_ = sandbox.DenySockets() // a filter is inherited: the child has none
	fed := make(chan error, 1)
	if piped {
		go w.feed(ctx, c, fed)
	} else {
		fed <- nil
	}
	code, err := c.wait()
	err = errors.Join(err, out.Close(), errOut.Close())
	select {
	case failed := <-fed:
		if failed != nil {
			return failed
		}
	case <-time.After(grace): // the child has not read all of it, and nobody needs the rest
		w.entry = nil
	}
	return w.end(ctx, code, err, out, errOut)
}

// feed sanitizes standard input into the child, and then says so. A child that
// closes its input has read enough. One whose input cannot be sanitized to the
// end is stopped before it can take the part for the whole.
func (w *wrapping) feed(ctx context.Context, c *child, fed chan<- error) {
	err := program.Guard(func() error {
		in, err := openInput("-", w.std.in)
		if err != nil {
			return err
		}
		var dst io.Writer = c.stdin
		if w.cmd.Bool("show") {
			shown := &prefixWriter{w: w.std.err, prefix: "» "}
			defer shown.end()
			dst = io.MultiWriter(c.stdin, shown)
		}
		doc, err := documentOptions(w.cmd)
		if err != nil {
			return err
		}
		e := w.entry
		e.reading(in)
		to := format.SanitizeTo(ctx, w.eng, w.m, e.writing(dst), w.keep.src, in.options(doc))
		to.Found = func(win cloak.Window) {
			w.total.add(win)
			e.found(win)
		}
		to.Before = w.keep.save
		defer w.total.read("standard input", to)
		return in.sanitizeTo(to)
	})
	if err != nil && !brokenPipe(err) {
		fed <- fmt.Errorf("wrap: the command was stopped, for its input cannot be sanitized: %w", err)
		c.stop()
		return
	}
	c.stdin.Close()
	fed <- nil
}

// end reports, and decides between our failures and the child's.
func (w *wrapping) end(ctx context.Context, code int, err error, replies ...*format.Restorer) error {
	sent := w.total.sent()
	gaps := missing(sent, replies)
	if failed := w.tell(ctx, code, len(sent)-gaps, gaps); failed != nil && err == nil {
		return failed
	}
	if w.cmd.Bool("audit") {
		w.total.table(w.std.err, w.m)
	}
	if !w.cmd.Bool("quiet") {
		w.total.warn(w.std, w.cmd)
		line := w.total.summary()
		if gaps > 0 {
			line += fmt.Sprintf("; %s did not come back", count(gaps, "stand-in"))
		}
		w.std.note("%s", line)
	}
	switch {
	case err != nil && brokenPipe(err):
		return &program.Outcome{Code: exitPipe}
	case err != nil:
		return err
	case code != 0:
		return &program.Outcome{Code: code}
	case gaps > 0 && w.cmd.Bool("strict"):
		return &program.Outcome{Code: exitIncomplete}
	}
	return nil
}

// tell records what went to the command, what came back, and how it ended.
func (w *wrapping) tell(ctx context.Context, code, restored, gaps int) error {
	if w.j == nil {
		return nil
	}
	r := audit.Record{Event: audit.EventSanitize, Direction: audit.ToModel}
	if e := w.entry; e != nil {
		r.In, r.Out, r.InTag, r.OutTag, r.Hits = audit.Size(e.in.n), audit.Size(e.out.n), e.in.tagger.Tag(), e.out.tagger.Tag(), audit.Count(e.hits)
	}
	r.Found = w.total.counts()
	stop := audit.Record{Event: audit.EventStop}
	if code != 0 {
		stop.Result, stop.Reason = audit.Failed, audit.ReasonUpstream
	}
	for _, r := range []audit.Record{r, {Event: audit.EventRestore, Direction: audit.FromModel, Restored: restored, Missing: gaps}, stop} {
		if err := w.j.record(ctx, r); err != nil {
			return err
		}
	}
	return nil
}

// missing counts the pairs of sent that came back on no stream.
func missing(sent []int, replies []*format.Restorer) int {
	for _, r := range replies {
		var left []int
		for _, g := range r.Gaps(sent) {
			left = append(left, g.Seq)
		}
		sent = left
	}
	return len(sent)
}

// A lockedWriter keeps what is written at once together.
type lockedWriter struct {
	sync.Mutex
	w io.Writer
}

func (l *lockedWriter) Write(p []byte) (int, error) {
	l.Lock()
	defer l.Unlock()
	return l.w.Write(p)
}

// A prefixWriter marks each line.
type prefixWriter struct {
	w      io.Writer
	prefix string
	midway bool
}

func (pw *prefixWriter) Write(p []byte) (int, error) {
	var b bytes.Buffer
	for line := range bytes.Lines(p) {
		if !pw.midway {
			b.WriteString(pw.prefix)
		}
		b.Write(line)
		pw.midway = line[len(line)-1] != '\n'
	}
	pw.w.Write(b.Bytes()) // that nobody looks must not end what is shown
	return len(p), nil
}

// end ends a line that came without a line end: what is said next begins its own.
func (pw *prefixWriter) end() {
	if pw.midway {
		io.WriteString(pw.w, "\n")
	}
}
