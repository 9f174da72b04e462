package main

import (
	"context"
	"errors"

	"github.com/seed-052fbf24/cloak/cloak"
)

// ours is the engine as a program makes it: the zero Config.
type ours struct{ engine *cloak.Engine }

func newOurs() (*ours, error) {
	e, err := cloak.New(cloak.Config{})
	return &ours{e}, err
}

// answer sanitizes a text on a mapping of its own, and checks that it comes back.
func (o *ours) answer(text string) answer {
	m, err := cloak.NewMapping(cloak.Snapshot{})
	if err != nil {
		return answer{out: text, err: err.Error()}
	}
	out, fs, err := o.engine.Sanitize(context.Background(), m, text, cloak.Source{})
	if err != nil {
		return answer{out: text, err: err.Error()}
	}
	if back, _ := m.Restore(out, cloak.RestoreOptions{}); back != text {
		return answer{out: out, err: errNotBack.Error()}
	}
	return answer{out: out, found: spans(fs), reports: len(fs)}
}

var errNotBack = errors.New("it does not come back")

func (o *ours) answers(texts []string) []answer {
	as := make([]answer, len(texts))
	for i, t := range texts {
		as[i] = o.answer(t)
	}
	return as
}

// find is Find: what would be replaced first, without replacing it.
func (o *ours) find(text string) []found {
	fs, err := o.engine.Find(context.Background(), text)
	if err != nil {
		return nil
	}
	return spans(fs)
}

func spans(fs []cloak.Finding) []found {
	all := make([]found, 0, len(fs))
	for _, f := range fs {
		all = append(all, found{f.Start, f.End, string(f.Entity)})
	}
	return all
}
