package main

import (
	"cmp"
	"context"
	"crypto/fips140"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v3"

	"github.com/seed-052fbf24/cloak/audit"
	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/format"
	"github.com/seed-052fbf24/cloak/internal/program"
)

// auditFlags are for commands that say in a log what they did.
func auditFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "audit-log", Usage: "record what is done, without values, in the log in folder `DIR` (see cloak audit)"},
		&cli.StringFlag{Name: "audit-sync", Usage: "a record is there when it is `HOW`: batched (written; the default) or strict (on disk)"},
		&cli.StringFlag{Name: "audit-on-error", Usage: "what cannot be recorded does `WHAT`: refuse (nothing leaves; the default) or continue"},
	}
}

// A journal is the audit log of one run. nil is none, and takes everything.
type journal struct {
	log     *audit.Log
	base    audit.Record // what all records of the run have
	began   time.Time
	failing audit.Result // what a run that fails is
}

// journaled opens the log that flags or configuration name, gives it to f, and records how that
// has failed. Before the log is open, nothing is read.
func journaled(ctx context.Context, cmd *cli.Command, std stdio, base audit.Record, f func(*journal) error) error {
	j, err := openJournal(ctx, cmd, std, base)
	if err != nil {
		return err
	}
	err = f(j)
	if j == nil {
		return err
	}
	if outcome := (*program.Outcome)(nil); err != nil && !(errors.As(err, &outcome) && outcome.Cause == nil) && !brokenPipe(err) {
		j.base.Result, j.base.Reason = j.failing, whyNot(err)
		err = errors.Join(err, j.record(ctx, audit.Record{}))
	}
	if closing := j.log.Close(); err == nil && closing != nil {
		err = fmt.Errorf("the audit log: %w", closing)
	}
	return err
}

func openJournal(ctx context.Context, cmd *cli.Command, std stdio, base audit.Record) (*journal, error) {
	set, told, err := settings(cmd)
	if err != nil {
		return nil, err
	}
	c := program.AuditConfig{Dir: cmp.Or(cmd.String("audit-log"), set.Audit.Dir), Sync: cmp.Or(cmd.String("audit-sync"), set.Audit.Sync), OnError: cmp.Or(cmd.String("audit-on-error"), set.Audit.OnError)}
	if c.Dir == "" {
		if cmd.IsSet("audit-log") || cmd.IsSet("audit-sync") || cmd.IsSet("audit-on-error") {
			return nil, program.Misused("--audit-log takes the name of a folder")
		}
		return nil, nil
	}
	lost := func(err error) { std.note("the audit log has no record of this: %s", program.Masked(err.Error())) }
	log, err := program.OpenAudit(ctx, c, lost)
	if outcome := (*program.Outcome)(nil); err != nil && errors.As(err, &outcome) {
		return nil, err
	} else if err != nil && c.OnError == "continue" {
		lost(err)
		return nil, nil
	} else if err != nil {
		err = fmt.Errorf("the audit log cannot be opened, and nothing is done without it: %w", err)
		if base.Surface == audit.SurfaceWrap {
			err = program.Fail(exitNotStarted, err)
		}
		return nil, err
	}
	j := &journal{log: log, base: base, began: time.Now(), failing: audit.Failed}
	if base.Direction == audit.ToModel {
		j.failing = audit.FailedClosed
	}
	j.base.FIPS = fips140.Enabled()
	if j.base.Session, err = log.NewSession(); err != nil {
		return nil, errors.Join(err, log.Close())
	}
	var policy []string
	for _, s := range told {
		if s.Overruled == "" {
			policy = append(policy, s.Key+"="+s.Value)
		}
	}
	for _, f := range append(append(findFlags(), swapFlags(false)...), engineFlag()) {
		if name := f.Names()[0]; cmd.IsSet(name) && name != "quiet" && name != "audit" {
			policy = append(policy, fmt.Sprintf("--%s=%v", name, cmd.Value(name)))
		}
	}
	slices.Sort(policy)
	j.base.Policy = log.Tag("policy", []byte(strings.Join(policy, "\n")))
	var packs []byte
	for _, name := range append(filepath.SplitList(os.Getenv(packsVariable)), literals(cmd.StringSlice("pack"))...) {
		if b, err := os.ReadFile(name); err == nil { // who needs it says that it cannot be read
			sum := sha256.Sum256(b)
			packs = append(packs, sum[:]...)
		}
	}
	if packs != nil {
		j.base.Pack = log.Tag("pack", packs)
	}
	return j, nil
}

// whyNot is the word for an error.
func whyNot(err error) audit.Reason {
	var binary *format.BinaryError
	var outcome *program.Outcome
	var path *fs.PathError
	switch {
	case errors.As(err, &outcome) && outcome.Code == program.ExitMisused, cannotOpen(err):
		return audit.ReasonPolicy
	case errors.As(err, &binary), errors.Is(err, format.ErrStructure), errors.Is(err, errNotText), errors.As(err, &path):
		return audit.ReasonInput
	}
	return audit.ReasonInternal
}

// record writes r, with what all records of the run have. What it is about does not leave before.
func (j *journal) record(ctx context.Context, r audit.Record) error {
	if j == nil {
		return nil
	}
	b := j.base
	r.Surface, r.Session, r.Policy, r.Pack, r.FIPS = b.Surface, b.Session, b.Policy, b.Pack, b.FIPS
	r.Event, r.Direction = cmp.Or(r.Event, b.Event), cmp.Or(r.Direction, b.Direction)
	r.Result, r.Reason = cmp.Or(r.Result, b.Result, audit.OK), cmp.Or(r.Reason, b.Reason)
	r.Bridge, r.Generation = b.Bridge, b.Generation
	r.Duration = time.Since(j.began)
	if err := j.log.Append(ctx, r); err != nil {
		return fmt.Errorf("the audit log: %w", err)
	}
	return nil
}

// of says which bridge the run has.
func (j *journal) of(bridge string, generation uint64) {
	if j == nil || bridge == "" {
		return
	}
	if abs, err := filepath.Abs(bridge); err == nil {
		j.base.Bridge, j.base.Generation = j.log.Tag("bridge", []byte(abs)), int(generation)
	}
}

// An entry is the record of one text on its way. nil takes everything.
type entry struct {
	j        *journal
	in, out  *meter
	entities map[cloak.Entity]int
	hits     map[string]int
}

// A meter counts and tags what is written to it.
type meter struct {
	tagger *audit.Tagger
	n      int64
}

func (m *meter) Write(p []byte) (int, error) {
	m.n += int64(len(p))
	return m.tagger.Write(p)
}

func (j *journal) entry() *entry {
	if j == nil {
		return nil
	}
	tagger := func() *meter { return &meter{tagger: j.log.Tagger(j.base.Session)} }
	return &entry{j: j, in: tagger(), out: tagger(), entities: map[cloak.Entity]int{}, hits: map[string]int{}}
}

// reading has what in reads metered.
func (e *entry) reading(in *input) {
	if e != nil {
		in.tap = e.in
	}
}

// writing is w, metered.
func (e *entry) writing(w io.Writer) io.Writer {
	if e == nil {
		return w
	}
	return io.MultiWriter(w, e.out)
}

// found counts what a window has.
func (e *entry) found(w cloak.Window) {
	if e == nil {
		return
	}
	for _, f := range w.Findings {
		e.entities[f.Entity]++
		e.hits[hitKind(f.Detector)]++
	}
}

// hitKind is the kind of what has found something: its name may be the user's.
func hitKind(detector string) string {
	switch name, _, _ := strings.Cut(detector, ":"); name {
	case "term", "pattern", "pack":
		return name
	}
	return "detector"
}

// done writes the record.
func (e *entry) done(ctx context.Context, r audit.Record) error {
	if e == nil {
		return nil
	}
	r.In, r.Out, r.InTag, r.OutTag = audit.Size(e.in.n), audit.Size(e.out.n), e.in.tagger.Tag(), e.out.tagger.Tag()
	r.Found, r.Hits = audit.Count(e.entities), audit.Count(e.hits)
	return e.j.record(ctx, r)
}
