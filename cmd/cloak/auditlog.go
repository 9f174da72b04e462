package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"

	"github.com/urfave/cli/v3"

	"github.com/seed-052fbf24/cloak/audit"
	"github.com/seed-052fbf24/cloak/audit/view"
	"github.com/seed-052fbf24/cloak/internal/program"
	"github.com/seed-052fbf24/cloak/internal/sandbox"
	"github.com/seed-052fbf24/cloak/internal/sink"
)

// How audit verify ends when a log is not what it should be.
const (
	exitBroken        = 10
	exitTorn          = 11
	exitOffCheckpoint = 12
	exitBadSignature  = 13
	exitOffAnchor     = 14
)

func auditCommand(std stdio) *cli.Command {
	key := &cli.StringFlag{Name: "key", Usage: "the log's public `KEY`, as cloak audit keygen has told it: signatures are checked with it"}
	quiet := &cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "say nothing but errors"}
	anchor := list("anchor", "hold the log to what cloak audit head has printed into this `FILE`")
	act := func(f func(context.Context, *cli.Command, stdio) error) cli.ActionFunc {
		return func(ctx context.Context, cmd *cli.Command) error { return faultCode(f(ctx, cmd, std)) }
	}
	c := &cli.Command{
		Name:  "audit",
		Usage: "check, read and prove the log that --audit-log keeps",
		Commands: []*cli.Command{
			{
				Name: "verify", ArgsUsage: "DIR", Usage: "say whether a log is whole",
				Description: "Exit status: 0 it is; 10 its chain is broken, 11 its end is torn, 12 it is not what its\n" +
					"checkpoints say, 13 one of them is not signed by the key, 14 it is not the log of an\n" +
					"anchor, or not all of it. What cannot be seen with what was given is said.",
				Flags: []cli.Flag{key, anchor, jsonFlag("write one object")}, Action: act(verifyLog),
			},
			{
				Name: "head", ArgsUsage: "DIR", Usage: "sign how far a log has come, and print it: that is an anchor, in a place of its own",
				Description: "cloak audit head DIR >> /mnt/other/anchors\n" +
					"cloak audit head --exec 'logger -t cloak' DIR\n\n" +
					"The words are the same to be read aloud, or written on paper. Whoever has not begun the\n" +
					"log gets what is there, not signed.",
				Flags:  []cli.Flag{&cli.StringFlag{Name: "exec", Usage: "give it to this `COMMAND` of the shell, on its standard input, and print nothing"}},
				Action: act(printHead),
			},
			{
				Name: "prove", ArgsUsage: "DIR", Usage: "prove that a record is in a log, or that it has only grown since an anchor",
				Description: "cloak audit prove --seq 4711 -o 4711.tlog-proof DIR\n" +
					"cloak audit prove --since anchors DIR\n" +
					"cloak audit prove --check 4711.tlog-proof --key KEY\n\n" +
					"A proof is checked with the key alone, without the log (C2SP tlog-proof).",
				Flags: []cli.Flag{
					&cli.IntFlag{Name: "seq", Value: -1, Usage: "of record `N`"}, &cli.StringFlag{Name: "since", Usage: "from the last head in `FILE` on"},
					&cli.StringFlag{Name: "check", Usage: "check the proof in `FILE`"}, key, outFlag(),
				},
				Action: act(prove),
			},
			{
				Name: "disclose", ArgsUsage: "[DIR]", Usage: "find the record of a text, and what shows an auditor that it is the one",
				Description: "cloak audit disclose --text FILE DIR\n" +
					"cloak audit disclose --text FILE --check PROOF --key KEY --session-key SESSIONKEY\n\n" +
					"The log does not hold the text. The key of a session tests texts of that session, and of\n" +
					"no other: give it to the auditor with the text and the record's proof.",
				Flags: []cli.Flag{
					&cli.StringFlag{Name: "text", Usage: "the text, before or after, as it was: `FILE`"}, &cli.StringFlag{Name: "session", Usage: "in this `SESSION` alone"},
					&cli.StringFlag{Name: "check", Usage: "check that the text is that of the proof in `FILE`"}, &cli.StringFlag{Name: "session-key", Usage: "64 hexadecimal `DIGITS`"}, key,
					jsonFlag("write one object {found}"),
				},
				Action: act(disclose),
			},
			{Name: "stats", ArgsUsage: "DIR", Usage: "count what is in a log", Flags: []cli.Flag{quiet, jsonFlag("write one object")}, Action: act(logStats)},
			{
				Name: "tail", ArgsUsage: "DIR", Usage: "show the last records, a line each",
				Flags:  []cli.Flag{&cli.IntFlag{Name: "n", Value: 10, Usage: "so `MANY`"}, &cli.BoolFlag{Name: "follow", Aliases: []string{"f"}, Usage: "and those that come"}, jsonFlag("show the lines as they are")},
				Action: act(tailLog),
			},
			{
				Name: "export", ArgsUsage: "DIR", Usage: "write the records for another program",
				Description: "The chain goes with them: what a SIEM keeps is an anchor, too.",
				Flags:       []cli.Flag{&cli.StringFlag{Name: "format", Value: "jsonl", Usage: "`FORM`: " + strings.Join(view.Formats(), ", ")}, outFlag(), quiet}, Action: act(exportLog),
			},
			{
				Name: "report", ArgsUsage: "DIR", Usage: "write one HTML file: what was cloaked over time, and what that proves",
				Flags: []cli.Flag{key, anchor, outFlag(), quiet}, Action: act(reportLog),
			},
			{
				Name: "prune", ArgsUsage: "DIR", Usage: "delete old records; their hashes stay, and a signed record says so",
				Description: "Half a year is kept unless --keep says otherwise: the least that the EU's AI Act, articles\n" +
					"19 and 26(6), names for logs of high-risk systems. Whether that binds you is not said here.",
				Flags: []cli.Flag{
					&cli.IntFlag{Name: "keep", Value: int(audit.Retention / (24 * time.Hour)), Usage: "keep the records of so many `DAYS`"},
					&cli.BoolFlag{Name: "force", Usage: "also if that is less than half a year"}, jsonFlag("write one object {records, deleted, segments, bytes}"),
				},
				Action: act(pruneLog),
			},
			{
				Name: "keygen", ArgsUsage: "DIR", Usage: "print a log's public key, for auditors; begin the log if there is none",
				Flags: []cli.Flag{jsonFlag("write one object {log, key}")}, Action: act(keygen),
			},
		},
		Action: func(context.Context, *cli.Command) error {
			return program.Misused("audit verify, head, prove, disclose, stats, tail, export, report, prune or keygen?")
		},
	}
	return c
}

// logDir is the folder that cmd names, which holds a log.
func logDir(cmd *cli.Command) (string, error) {
	dir, err := folder(cmd)
	if err != nil {
		return "", err
	}
	has, err := audit.Exists(dir)
	if err == nil && !has {
		err = program.Fail(exitBroken, fmt.Errorf("%s: there is no log in it", show(dir)))
	}
	return dir, err
}

// folder is the folder that cmd names.
func folder(cmd *cli.Command) (string, error) {
	dir := cmd.Args().First()
	if cmd.NArg() != 1 || dir == "" {
		return "", program.Misused("which log? %s DIR", cmd.FullName())
	}
	info, err := os.Stat(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("%s: there is no such folder", show(dir))
	} else if err == nil && !info.IsDir() {
		return "", program.Misused("%s is a file: a log is a folder", show(dir))
	}
	return dir, err
}

// verifyOptions reads --key and --anchor.
func verifyOptions(cmd *cli.Command) (o audit.VerifyOptions, err error) {
	if o.Key = cmd.String("key"); o.Key != "" {
		if err := audit.CheckKey(o.Key); err != nil {
			return o, program.Fail(program.ExitMisused, err)
		}
	}
	for _, name := range cmd.StringSlice("anchor") {
		b, err := os.ReadFile(name)
		if err != nil {
			return o, err
		}
		heads, err := audit.ReadHeads(b)
		if err != nil {
			return o, program.Misused("%s: %s", show(name), strings.TrimPrefix(err.Error(), "audit: "))
		}
		o.Anchors = append(o.Anchors, heads...)
	}
	return o, nil
}

// faultCode gives an error of a log its exit code, and takes the package's name off.
func faultCode(err error) error {
	if err == nil || err.Error() == "" || brokenPipe(err) {
		return err
	}
	code := exitCode(err)
	if fault := (*audit.FaultError)(nil); errors.Is(err, audit.ErrShort) {
		code = exitOffCheckpoint
	} else if errors.Is(err, audit.ErrBroken) {
		code = exitBroken
	} else if errors.As(err, &fault) {
		code = map[audit.Fault]int{
			audit.Broken: exitBroken, audit.Torn: exitTorn, audit.OffCheckpoint: exitOffCheckpoint, audit.BadSignature: exitBadSignature, audit.OffAnchor: exitOffAnchor,
		}[fault.Fault]
	}
	return program.Fail(code, errors.New(strings.TrimPrefix(err.Error(), "audit: ")))
}

func verifyLog(ctx context.Context, cmd *cli.Command, std stdio) error {
	dir, err := folder(cmd)
	if err != nil {
		return err
	}
	o, err := verifyOptions(cmd)
	if err != nil {
		return err
	}
	c, err := view.Check(ctx, dir, o)
	fault := (*audit.FaultError)(nil)
	if cmd.Bool("json") && (err == nil || errors.As(err, &fault)) {
		return cmp.Or(program.WriteJSON(std.out, c), err)
	} else if err == nil {
		_, err = io.WriteString(std.out, c.Text())
	} else if errors.As(err, &fault) {
		err = fmt.Errorf("%w; %s", err, view.Advice(fault))
	}
	return err
}

// openLog opens a log that is there, as its owner.
func openLog(ctx context.Context, dir string) (*audit.Log, error) {
	return program.OpenAudit(ctx, program.AuditConfig{Dir: dir}, nil)
}

func printHead(ctx context.Context, cmd *cli.Command, std stdio) error {
	dir, err := logDir(cmd)
	if err != nil {
		return err
	}
	h, err := head(ctx, std, dir)
	if err != nil {
		return err
	}
	if line := cmd.String("exec"); line != "" {
		return give(ctx, std, line, h.Format())
	}
	_, err = std.out.Write(h.Format())
	return err
}

// give runs a command of the shell with b on its standard input. It may need the network: so it is
// begun before we lose our own sockets (see app), and without our passphrases.
func give(ctx context.Context, std stdio, line string, b []byte) error {
	argv := []string{"sh", "-c", line}
	if runtime.GOOS == "windows" {
		argv = []string{"cmd", "/c", line}
	}
	c := exec.CommandContext(ctx, argv[0], argv[1:]...)
	c.Stdin, c.Stdout, c.Stderr, c.Env = bytes.NewReader(b), std.out, std.err, childEnv(os.Environ())
	err := c.Start()
	if err == nil {
		_ = sandbox.DenySockets()
		err = c.Wait()
	}
	if err != nil {
		return fmt.Errorf("the head is signed, but the command of --exec has failed, and may have kept nothing: %w", err)
	}
	return nil
}

// head signs how far a log has come, or says how far, if this is not its owner.
func head(ctx context.Context, std stdio, dir string) (h audit.Head, err error) {
	l, err := openLog(ctx, dir)
	if errors.Is(err, audit.ErrNoKey) || errors.Is(err, fs.ErrPermission) {
		r, err := audit.Verify(ctx, dir, audit.VerifyOptions{})
		if err == nil {
			std.note("the log is another user's, or another machine's: its head is not signed")
		}
		return r.Head(), err
	} else if err != nil {
		return h, err
	}
	h, err = l.Checkpoint(ctx)
	return h, errors.Join(err, l.Close())
}

func keygen(ctx context.Context, cmd *cli.Command, std stdio) error {
	if cmd.NArg() != 1 {
		return program.Misused("which log? cloak audit keygen DIR")
	}
	l, err := openLog(ctx, cmd.Args().First())
	if err != nil {
		return err
	}
	id, key := l.ID(), l.VerifierKey()
	if err := l.Close(); err != nil {
		return err
	}
	if cmd.Bool("json") {
		return program.WriteJSON(std.out, map[string]string{"log": id, "key": key})
	}
	_, err = fmt.Fprintln(std.out, key)
	return err
}

func prove(ctx context.Context, cmd *cli.Command, std stdio) error {
	key := cmd.String("key")
	if name := cmd.String("check"); name != "" {
		if key == "" || cmd.NArg() > 0 {
			return program.Misused("a proof is checked with --key KEY alone")
		}
		b, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if g, err := audit.ParseGrowth(b); err == nil {
			if err := g.Check(key); err != nil {
				return program.Fail(exitBadSignature, err)
			}
			_, err := fmt.Fprintf(std.out, "the log has only grown, from %s to %s\n", count(int(g.Old.Size), "record"), count(int(g.New.Size), "record"))
			return err
		}
		p, err := audit.ParseProof(b)
		if err == nil {
			err = p.Check(key)
		}
		if err != nil {
			return program.Fail(exitBadSignature, err)
		}
		_, err = fmt.Fprintf(std.out, "record %d is in the log:\n%s\n", p.Index, p.Line)
		return err
	}
	dir, err := logDir(cmd)
	if err != nil {
		return err
	}
	var proof []byte
	switch seq, since := cmd.Int("seq"), cmd.String("since"); {
	case seq >= 0 && since == "":
		p, err := audit.Prove(ctx, dir, int64(seq), key)
		if err != nil {
			return err
		}
		proof = p.Format()
	case seq < 0 && since != "":
		b, err := os.ReadFile(since)
		if err != nil {
			return err
		}
		heads, err := audit.ReadHeads(b)
		if err != nil {
			return program.Misused("%s: %s", show(since), strings.TrimPrefix(err.Error(), "audit: "))
		}
		g, err := audit.ProveGrowth(ctx, dir, heads[len(heads)-1], key)
		if err != nil {
			return err
		}
		proof = g.Format()
	default:
		return program.Misused("prove what? --seq N, --since FILE or --check FILE")
	}
	return write(cmd, std, func(w io.Writer) error {
		_, err := w.Write(proof)
		return err
	})
}

// write gives f what cmd's output goes to: the file is there whole, or not at all.
func write(cmd *cli.Command, std stdio, f func(io.Writer) error) error {
	out, err := sink.Open(cmd.String("output"), std.out)
	if err != nil {
		return err
	}
	defer out.Abort()
	if err := f(out); err != nil {
		return err
	}
	return out.Commit()
}

func disclose(ctx context.Context, cmd *cli.Command, std stdio) error {
	if cmd.String("text") == "" {
		return program.Misused("which text? --text FILE")
	}
	text, err := os.Open(cmd.String("text"))
	if err != nil {
		return err
	}
	defer text.Close()
	if name := cmd.String("check"); name != "" {
		return checkDisclosure(cmd, std, name, text)
	}
	dir, err := logDir(cmd)
	if err != nil {
		return err
	}
	state, err := program.AuditState()
	if err != nil {
		return err
	}
	found, err := audit.Disclose(ctx, dir, state, cmd.String("session"), text)
	if err != nil {
		return err
	}
	if len(found) == 0 {
		err = program.Fail(program.ExitFailed, errors.New("no record is of that text"))
	}
	if cmd.Bool("json") {
		return cmp.Or(program.WriteJSON(std.out, map[string]any{"found": append([]audit.Disclosure{}, found...)}), err)
	}
	for _, d := range found {
		fmt.Fprintf(std.out, "record %d, %s, %s: the text is what %s; session %s, its key %s\n", d.Seq, d.Time.Format(time.RFC3339), show(d.Event), cameOrWent(d.As), d.Session, d.Key)
	}
	return err
}

// cameOrWent says which of a record's texts it is.
func cameOrWent(as string) string {
	return map[string]string{"in": "came in", "out": "went out"}[as]
}

func checkDisclosure(cmd *cli.Command, std stdio, name string, text io.Reader) error {
	if cmd.String("key") == "" || cmd.String("session-key") == "" || cmd.NArg() > 0 {
		return program.Misused("a disclosure is checked with --key KEY and --session-key SESSIONKEY")
	}
	b, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	p, err := audit.ParseProof(b)
	if err == nil {
		err = p.Check(cmd.String("key"))
	}
	if err != nil {
		return program.Fail(exitBadSignature, err)
	}
	as, err := audit.CheckDisclosure(p.Line, cmd.String("session-key"), text)
	if err != nil {
		return program.Fail(program.ExitMisused, err)
	}
	if as == "" {
		return program.Fail(program.ExitFailed, fmt.Errorf("record %d is of another text", p.Index))
	}
	_, err = fmt.Fprintf(std.out, "record %d is in the log, and the text is what %s:\n%s\n", p.Index, cameOrWent(as), p.Line)
	return err
}

func pruneLog(ctx context.Context, cmd *cli.Command, std stdio) error {
	dir, err := logDir(cmd)
	if err != nil {
		return err
	}
	keep := time.Duration(cmd.Int("keep")) * 24 * time.Hour
	switch {
	case cmd.Int("keep") < 0 || cmd.Int("keep") > 100_000:
		return program.Misused("--keep takes a number of days")
	case keep < audit.Retention && !cmd.Bool("force"):
		return program.Misused("that is less than half a year: --force does it")
	}
	l, err := openLog(ctx, dir)
	if err != nil {
		return err
	}
	p, err := l.Prune(ctx, time.Now().Add(-keep))
	if err = errors.Join(err, l.Close()); err != nil {
		return err
	}
	if cmd.Bool("json") {
		return program.WriteJSON(std.out, p)
	}
	_, err = io.WriteString(std.out, view.Pruned(p, cmd.Int("keep")))
	return err
}

// reading is a progress over a whole log.
func reading(cmd *cli.Command, std stdio, dir string) *progress {
	total, _ := view.Size(dir)
	return newProgress(cmd.Bool("quiet"), std, "reads the log", total)
}

func logStats(ctx context.Context, cmd *cli.Command, std stdio) error {
	dir, err := logDir(cmd)
	if err != nil {
		return err
	}
	p := reading(cmd, std, dir)
	s, err := view.Count(ctx, dir, p.add)
	p.end()
	if fault := (*audit.FaultError)(nil); err != nil && !errors.As(err, &fault) {
		return err
	}
	if cmd.Bool("json") {
		return cmp.Or(program.WriteJSON(std.out, s), err)
	}
	_, failed := io.WriteString(std.out, s.Text())
	return cmp.Or(failed, verifiedUpTo(cmd, std, s.Records, err))
}

// verifiedUpTo says what is known of n records that were read in one pass.
func verifiedUpTo(cmd *cli.Command, std stdio, n int64, err error) error {
	if fault := (*audit.FaultError)(nil); errors.As(err, &fault) {
		return fmt.Errorf("%w; that is of the %d records before it: cloak audit verify says more", err, n)
	} else if err == nil && !cmd.Bool("quiet") {
		std.note("%s", view.Followed(n))
	}
	return err
}

func tailLog(ctx context.Context, cmd *cli.Command, std stdio) error {
	dir, err := logDir(cmd)
	if err != nil {
		return err
	}
	if cmd.Int("n") < 0 {
		return program.Misused("-n takes a number")
	}
	return view.Tail(ctx, dir, cmd.Int("n"), cmd.Bool("follow"), func(e audit.Entry, line []byte) error {
		if cmd.Bool("json") {
			_, err := fmt.Fprintf(std.out, "%s\n", line)
			return err
		}
		_, err := fmt.Fprintln(std.out, view.Line(e))
		return err
	})
}

func exportLog(ctx context.Context, cmd *cli.Command, std stdio) error {
	dir, err := logDir(cmd)
	if err != nil {
		return err
	}
	f := view.Format(cmd.String("format"))
	if f == nil {
		return program.Misused("--format is one of %s", strings.Join(view.Formats(), ", "))
	}
	p, n := reading(cmd, std, dir), int64(0)
	err = write(cmd, std, func(w io.Writer) (err error) {
		n, err = view.Export(ctx, dir, f, w, p.add)
		return err
	})
	p.end()
	return verifiedUpTo(cmd, std, n, err)
}

func reportLog(ctx context.Context, cmd *cli.Command, std stdio) error {
	dir, err := logDir(cmd)
	if err != nil {
		return err
	}
	o, err := verifyOptions(cmd)
	if err != nil {
		return err
	}
	c, err := view.Check(ctx, dir, o)
	fault := (*audit.FaultError)(nil)
	if err != nil && !errors.As(err, &fault) {
		return err
	}
	p := reading(cmd, std, dir)
	s, counting := view.Count(ctx, dir, p.add)
	p.end()
	if counting != nil && !errors.As(counting, &fault) {
		return counting
	}
	// A fault is told in the report, too.
	return cmp.Or(write(cmd, std, func(w io.Writer) error { return view.Report(w, c, s) }), err, counting)
}
