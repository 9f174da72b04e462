package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v3"

	"github.com/seed-052fbf24/cloak/cloak"
)

func explainCommand(std stdio) *cli.Command {
	flags := append(findFlags(), swapFlags(true)...)
	return &cli.Command{
		Name:      "explain",
		Usage:     "say why each span of a file was found, and what was left alone",
		ArgsUsage: "FILE",
		Description: "Values are masked. Below what was found comes what looked like a value and was\n" +
			"left: for too little evidence, or because its detector is off by default.",
		Flags: append(flags, engineFlag(), jsonFlag("write one object {findings, left, reserved}")),
		Action: func(ctx context.Context, cmd *cli.Command) error {
			return explain(ctx, cmd, std)
		},
	}
}

// A reason is a record and what speaks for it.
type reason struct {
	record
	Why string `json:"why"`
}

func explain(ctx context.Context, cmd *cli.Command, std stdio) error {
	if cmd.Args().Len() > 1 {
		return misused("explain takes one file")
	}
	name := cmd.Args().First()
	if name == "" {
		if isTerminal(std.in) {
			return misused("explain takes a file")
		}
		name = "-"
	}
	cfg, _, err := configOf(cmd)
	if err != nil {
		return err
	}
	in, err := openInput(name, std.in)
	if err != nil {
		return err
	}
	defer in.Close()
	var b strings.Builder
	if _, err := io.Copy(&b, in.reader()); err != nil {
		return err
	}
	text := b.String()
	found, reserved, err := find(ctx, cfg, name, text)
	if err != nil {
		return err
	}
	// The same again, with every detector and no floor, shows what was left.
	wide := cfg
	wide.MinConfidence = 1e-9
	if wide.Entities, err = entities("all", cfg); err != nil {
		return err
	}
	more, _, err := find(ctx, wide, name, text)
	if err != nil {
		return err
	}
	detectors := map[string]cloak.Detector{}
	for _, d := range cloak.Builtin() {
		detectors[d.Name] = d
	}
	doc := struct {
		Findings []reason `json:"findings"`
		Left     []reason `json:"left"`
		Reserved int      `json:"reserved"`
	}{[]reason{}, []reason{}, reserved}
	for _, r := range records(name, text, found) {
		doc.Findings = append(doc.Findings, reason{r, why(r, detectors)})
	}
	for _, r := range records(name, text, apart(more, found)) {
		doc.Left = append(doc.Left, reason{r, whyNot(r, detectors, cfg)})
	}
	if cmd.Bool("json") {
		return writeJSON(std.out, doc)
	}
	for _, r := range doc.Findings {
		r.print(std.out, "")
	}
	for _, r := range doc.Left {
		r.print(std.out, "left: ")
	}
	if !cmd.Bool("quiet") {
		std.note("%d found, %d left, %d already in reserved space", len(doc.Findings), len(doc.Left), doc.Reserved)
	}
	return nil
}

func (r reason) print(w io.Writer, prefix string) {
	fmt.Fprintf(w, "%s%d:%d-%d %s %s, %s %.4g: %s\n", prefix, r.Line, r.Column, r.Column+r.End-r.Start, r.Entity, r.Masked, r.Detector, r.Confidence, r.Why)
}

// records places findings, which are in order, in lines.
func records(name, text string, found []cloak.Finding) (rs []record) {
	at := position{line: 1}
	for _, f := range found {
		at.advance(cloak.Window{Text: text}, f.Start)
		rs = append(rs, newRecord(name, f, at, text[f.Start:f.End]))
	}
	return rs
}

func find(ctx context.Context, cfg cloak.Config, name, text string) ([]cloak.Finding, int, error) {
	eng, err := engine(cfg)
	if err != nil {
		return nil, 0, err
	}
	found, err := eng.FindIn(ctx, cloak.Input{Text: text, Path: name})
	return found, eng.Reserved(text), err
}

// apart returns the findings of more that overlap none of found, both in order.
func apart(more, found []cloak.Finding) (out []cloak.Finding) {
	for _, f := range more {
		for len(found) > 0 && found[0].End <= f.Start {
			found = found[1:]
		}
		if len(found) == 0 || f.End <= found[0].Start {
			out = append(out, f)
		}
	}
	return out
}

// why says what kind of evidence there is.
func why(r record, detectors map[string]cloak.Detector) string {
	d, ok := detectors[r.Detector]
	if !ok {
		switch kind, name, _ := strings.Cut(r.Detector, ":"); kind {
		case "term":
			return "a literal of --custom"
		case "pattern":
			return "matches --pattern " + name
		case "sweep":
			return "the same value was found elsewhere"
		case "standin":
			return "looks like a live stand-in, so that it needs one of its own"
		}
		return "found by " + r.Detector
	}
	s := [...]string{
		cloak.Shape:    "its form",
		cloak.Context:  "its form, and words near it",
		cloak.KeyBound: "what stands in front of it: a key, a path, a phrase",
		cloak.Anchored: "a prefix or checksum that is hardly chance",
		cloak.Always:   "always replaced",
	}[d.Class]
	if d.LabelBits > 0 && r.Confidence > confidence(d.Bits) {
		s += ", and a label beside it"
	}
	// The authority's name will do; the whole is in cloak detectors --json.
	if i := strings.IndexAny(d.Authority+";", ";:("); i > 0 {
		s += " (" + strings.TrimSpace(d.Authority[:i]) + ")"
	}
	return s
}

func whyNot(r record, detectors map[string]cloak.Detector, cfg cloak.Config) string {
	if r.Confidence < cfg.MinConfidence {
		return fmt.Sprintf("less evidence than --min-confidence %g asks for", cfg.MinConfidence)
	}
	if detectors[r.Detector].OptIn {
		return "off by default: --types default," + string(r.Entity)
	}
	return "not among --types"
}
