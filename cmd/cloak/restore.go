package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/urfave/cli/v3"

	"github.com/seed-052fbf24/cloak/audit"
	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/format"
	"github.com/seed-052fbf24/cloak/internal/program"
	"github.com/seed-052fbf24/cloak/internal/sink"
)

func restoreCommand(std stdio) *cli.Command {
	flags := append([]cli.Flag{bridgeFlag("the bridge `FILE` that cloak sanitize wrote")}, secretFlags()...)
	return &cli.Command{
		Name:      "restore",
		Usage:     "put the real values back into a reply",
		ArgsUsage: "[FILE]",
		Description: "pbpaste | cloak restore --bridge case.cloak\n\n" +
			"The text goes to standard output as it streams. Stand-ins are read in any case,\n" +
			"emphasised, escaped or re-spaced; what only looks like one stays as it is.",
		Flags: append(append(flags, auditFlags()...), outFlag(), formatFlag(), maxDocumentFlag(),
			&cli.StringFlag{Name: "out", Value: "auto", Usage: "`FORM` of the text: text, jsonl (values are escaped) or auto (jsonl for lines that begin with {\" or {})"},
			&cli.BoolFlag{Name: "strict", Usage: "exit 4 if a stand-in of the bridge is not in the text, and nothing else failed"},
			jsonFlag("write one object {text, stand_ins, missing}"),
			&cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "say nothing but errors"},
		),
		Action: func(ctx context.Context, cmd *cli.Command) error {
			base := audit.Record{Event: audit.EventRestore, Surface: audit.SurfaceCLI, Direction: audit.FromModel}
			return journaled(ctx, cmd, std, base, func(j *journal) error { return restore(ctx, cmd, std, j) })
		},
	}
}

func restore(ctx context.Context, cmd *cli.Command, std stdio, j *journal) error {
	doc, err := replyOptions(cmd)
	if err != nil {
		return err
	}
	if doc.Format == format.Plain && !cmd.IsSet("out") { // --format text: as sanitize has read it
		doc.Lines = format.TextLines
	}
	name := "-"
	switch cmd.NArg() {
	case 0:
	case 1:
		name = cmd.Args().First()
	default:
		return program.Misused("restore takes one file")
	}
	m, content, _, err := openContent(cmd, std)
	if err != nil {
		return err
	}
	j.of(cmd.String("bridge"), content.Info.Generation)
	e := j.entry()
	in, err := openInput(name, std.in)
	if err != nil {
		return err
	}
	defer in.Close()
	target := cmd.String("output")
	for _, x := range []string{target, cmd.String("bridge")} {
		if info, err := os.Stat(x); err == nil && os.SameFile(info, in.info) && info.Mode().IsRegular() {
			return program.Misused("%s is the input itself: the sanitized text would be gone", show(x))
		}
	}
	if info, err := os.Stdout.Stat(); target == "" && err == nil && info.Mode().IsRegular() && os.SameFile(info, in.info) {
		return program.Misused("standard output is the input itself: the sanitized text would be gone")
	}
	if err := checkTarget(cmd, target); err != nil {
		return err
	}
	out, err := sink.Open(target, std.out)
	if err != nil {
		return err
	}
	defer out.Abort()
	if j != nil { // nothing leaves that is not recorded
		if err := out.Spool(); err != nil {
			return err
		}
	}
	var text bytes.Buffer
	var dst io.Writer = out
	if cmd.Bool("json") {
		dst = &text
	}
	e.reading(in)
	r := format.RestoreTo(m, e.writing(dst), in.options(doc))
	w := content.Writer(r)
	end := in.watch(cmd.Bool("quiet"), std, "restoring")
	_, err = io.CopyBuffer(w, in.reader(), make([]byte, chunk))
	if end(); err != nil {
		return err
	}
	if err := errors.Join(w.Close(), r.Close()); err != nil {
		return err
	}
	all := make([]int, m.Len())
	for i := range all {
		all[i] = i
	}
	gaps := r.Gaps(all)
	if cmd.Bool("json") {
		if err := restoreJSON(out, text.String(), len(all), gaps); err != nil {
			return err
		}
	}
	if err := e.done(ctx, audit.Record{Restored: len(all) - len(gaps), Missing: len(gaps)}); err != nil {
		return err
	}
	if err := out.Commit(); err != nil {
		return err
	}
	if !cmd.Bool("quiet") {
		std.note("%s", cameBack(len(all), gaps))
	}
	if len(gaps) > 0 && cmd.Bool("strict") {
		return &program.Outcome{Code: exitIncomplete}
	}
	return nil
}

// replyOptions reads --out, and what says how a reply is read.
func replyOptions(cmd *cli.Command) (format.Options, error) {
	o, err := documentOptions(cmd)
	switch out := cmd.String("out"); out {
	case "auto":
	case "text":
		o.Lines = format.TextLines
	case "jsonl":
		o.Lines = format.JSONLines
	default:
		return o, program.Misused("--out is auto, text or jsonl")
	}
	if o.Lines != format.AutoLines && o.Format == nil {
		o.Format = format.Plain
	}
	return o, err
}

func restoreJSON(w io.Writer, text string, standIns int, gaps []cloak.Gap) error {
	if !utf8.ValidString(text) {
		return errNotText
	}
	doc := struct {
		Text     string   `json:"text"`
		StandIns int      `json:"stand_ins"`
		Missing  []string `json:"missing"`
	}{text, standIns, []string{}}
	for _, g := range gaps {
		doc.Missing = append(doc.Missing, g.StandIn)
	}
	return program.WriteJSON(w, doc)
}

// cameBack says how many of n stand-ins were in the text, and names some that were not.
func cameBack(n int, gaps []cloak.Gap) string {
	const named = 8
	if len(gaps) == 0 {
		return fmt.Sprintf("all of %s came back", count(n, "stand-in"))
	}
	var names []string
	for _, g := range gaps[:min(named, len(gaps))] {
		names = append(names, g.StandIn)
	}
	more := ""
	if len(gaps) > named {
		more = ", …"
	}
	return fmt.Sprintf("%d of %s came back; not in the text: %s%s", n-len(gaps), count(n, "stand-in"), strings.Join(names, ", "), more)
}
