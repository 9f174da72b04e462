package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v3"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/internal/program"
)

func explainCommand(std stdio) *cli.Command {
	flags := append(findFlags(), swapFlags(true)...)
	return &cli.Command{
		Name:      "explain",
		Usage:     "say why each span of a file was found, and what was left alone",
		ArgsUsage: "FILE",
		Description: "Values are masked, and the evidence is counted in bits: 13 are even odds. Below what\n" +
			"was found comes what looked like a value and was left: for too little evidence,\n" +
			"for want of a label, or because its detector is off by default.",
		Flags: append(flags, engineFlag(), jsonFlag("write one object {findings, left, reserved}")),
		Action: func(ctx context.Context, cmd *cli.Command) error {
			return explain(ctx, cmd, std)
		},
	}
}

// A reason is a record and what speaks for it.
type reason struct {
	record
	Why   string `json:"why"`
	Score *score `json:"score,omitempty"`
}

// A score is the sum of the evidence, in bits.
type score struct {
	Form        int    `json:"form"`
	Label       int    `json:"label,omitempty"`
	LabelWord   string `json:"label_word,omitempty"`
	Against     int    `json:"against,omitempty"`
	AgainstWord string `json:"against_word,omitempty"`
	Whole       int    `json:"whole,omitempty"`
	Class       int    `json:"class,omitempty"`
	Bits        int    `json:"bits"`
}

func explain(ctx context.Context, cmd *cli.Command, std stdio) error {
	if cmd.Args().Len() > 1 {
		return program.Misused("explain takes one file")
	}
	name := cmd.Args().First()
	if name == "" {
		if isTerminal(std.in) {
			return program.Misused("explain takes a file")
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
	x := &explainer{cfg: cfg, in: cloak.Input{Text: b.String(), Path: name}, detectors: map[string]cloak.Detector{}}
	for _, d := range cloak.Builtin() {
		x.detectors[d.Name] = d
	}
	if err := x.look(ctx); err != nil {
		return err
	}
	doc := struct {
		Findings []reason `json:"findings"`
		Left     []reason `json:"left"`
		Reserved int      `json:"reserved"`
	}{x.reasons(x.found, x.why), x.reasons(x.left(), x.whyNot), x.reserved}
	if cmd.Bool("json") {
		return program.WriteJSON(std.out, doc)
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

// An explainer knows what was found in a text, and what every detector makes of it.
type explainer struct {
	cfg       cloak.Config
	in        cloak.Input
	detectors map[string]cloak.Detector
	found     []cloak.Finding
	judged    []cloak.Explanation // by all detectors, with no floor
	reserved  int
}

func (x *explainer) look(ctx context.Context) error {
	eng, err := engine(x.cfg)
	if err != nil {
		return err
	}
	x.reserved = eng.Reserved(x.in.Text)
	if x.found, err = eng.FindIn(ctx, x.in); err != nil {
		return err
	}
	wide := x.cfg
	wide.MinConfidence = 1e-9
	if wide.Entities, err = entities("all", x.cfg); err != nil {
		return err
	}
	if eng, err = engine(wide); err != nil {
		return err
	}
	x.judged, err = eng.Explain(ctx, x.in)
	return err
}

// left returns what was judged and overlaps nothing that was found: of several that
// overlap each other, the one with the most evidence.
func (x *explainer) left() (out []cloak.Finding) {
	found := x.found
	for _, j := range x.judged {
		for len(found) > 0 && found[0].End <= j.Start {
			found = found[1:]
		}
		if len(found) > 0 && found[0].Start < j.End {
			continue
		}
		if n := len(out); n > 0 && j.Start < out[n-1].End {
			if j.Confidence > out[n-1].Confidence {
				out[n-1] = j.Finding
			}
			continue
		}
		out = append(out, j.Finding)
	}
	return out
}

// reasons places findings, which are in order, in lines.
func (x *explainer) reasons(found []cloak.Finding, why func(*cloak.Finding, *cloak.Score) string) []reason {
	at := position{line: 1}
	rs := []reason{}
	judged := x.judged
	for _, f := range found {
		at.advance(cloak.Window{Text: x.in.Text}, f.Start)
		for len(judged) > 0 && judged[0].End <= f.Start {
			judged = judged[1:]
		}
		sum := scoreOf(&f, judged)
		r := reason{record: newRecord(x.in.Path, f, at, x.in.Text[f.Start:f.End]), Why: why(&f, sum)}
		if sum != nil {
			r.Score = &score{sum.Form, sum.Label, sum.LabelWord, sum.Against, sum.AgainstWord, sum.Whole, sum.Class, sum.Bits()}
		}
		rs = append(rs, r)
	}
	return rs
}

// scoreOf is what the finding's detector made of the place, among judged, which is in
// order; nil if no detector found it.
func scoreOf(f *cloak.Finding, judged []cloak.Explanation) *cloak.Score {
	for i := range judged {
		j := &judged[i]
		if j.Start >= f.End {
			break
		}
		if j.Detector == f.Detector && j.Start < f.End && f.Start < j.End {
			return &j.Score
		}
	}
	return nil
}

// sum writes a score as the sum that it is.
func sum(x *cloak.Score) string {
	s := fmt.Sprintf("form %d", x.Form)
	if x.Label != 0 {
		s += fmt.Sprintf(" + label %d (%s)", x.Label, x.LabelWord)
	}
	if x.Against != 0 {
		s += fmt.Sprintf(" − against %d (%s)", x.Against, x.AgainstWord)
	}
	if x.Whole != 0 {
		s += fmt.Sprintf(" + all of the text %d", x.Whole)
	}
	if x.Class != 0 {
		s += fmt.Sprintf(" − %d in a line of %v", -x.Class, x.Kind)
	}
	return s + fmt.Sprintf(" = %d bits", x.Bits())
}

// why says what kind of evidence there is.
func (x *explainer) why(f *cloak.Finding, score *cloak.Score) string {
	d, ok := x.detectors[f.Detector]
	if !ok || score == nil {
		switch kind, name, _ := strings.Cut(f.Detector, ":"); kind {
		case "term":
			return "a literal of --custom or of a term pack"
		case "pattern":
			return "matches --pattern " + name
		case "sweep":
			return "the same value was found elsewhere"
		case "standin":
			return "looks like a live stand-in, so that it needs one of its own"
		}
		return "found by " + f.Detector
	}
	s := sum(score) + ": " + [...]string{
		cloak.Shape:    "its form",
		cloak.Context:  "its form, and words near it",
		cloak.KeyBound: "what stands in front of it: a key, a path, a phrase",
		cloak.Anchored: "a prefix or checksum that is hardly chance",
		cloak.Always:   "always replaced",
	}[d.Class]
	// The authority's name will do; the whole is in cloak detectors --json.
	if i := strings.IndexAny(d.Authority+";", ";:("); i > 0 {
		s += " (" + strings.TrimSpace(d.Authority[:i]) + ")"
	}
	return s
}

func (x *explainer) whyNot(f *cloak.Finding, score *cloak.Score) string {
	s := ""
	if score != nil {
		s = sum(score) + ": "
	}
	switch {
	case score != nil && score.Unlabelled:
		return s + "a value only beside one of its labels"
	case f.Confidence < max(x.cfg.MinConfidence, 1e-9):
		return s + fmt.Sprintf("less evidence than --min-confidence %g asks for", x.cfg.MinConfidence)
	case x.detectors[f.Detector].OptIn:
		return s + "off by default: --types default," + string(f.Entity)
	}
	return s + "not among --types, or to be kept"
}
