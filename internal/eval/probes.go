package main

import (
	"path/filepath"
	"strings"
)

// probes.jsonl: texts of our own. Of a positive, nothing of what it expects to go
// survives, nor six letters and digits in a row of it, and what it keeps does; a
// negative keeps what it names, or is not touched.
type probes []probe

type probe struct {
	ID, Kind, Text string
	Expect, Keep   []string
}

func loadProbes(dir string) (corpus, error) {
	ps, err := jsonLines[probe](filepath.Join(dir, "probes.jsonl"))
	return probes(ps), err
}

func (ps probes) texts() (all []string) {
	for _, p := range ps {
		all = append(all, p.Text)
	}
	return all
}

func (p *probe) clean(a answer) bool {
	for _, v := range p.Expect {
		if survives(v, a.out) {
			return false
		}
	}
	for _, k := range p.Keep {
		if !strings.Contains(a.out, k) {
			return false
		}
	}
	return len(p.Expect)+len(p.Keep) > 0 || a.out == p.Text
}

// split counts positives and negatives apart.
func (ps probes) split(as []answer, wrong func(*probe, answer)) (positives, negatives ratio) {
	for i := range ps {
		ok := ps[i].clean(as[i])
		if ps[i].Kind == "tp" {
			positives.add(ok)
		} else {
			negatives.add(ok)
		}
		if !ok && wrong != nil {
			wrong(&ps[i], as[i])
		}
	}
	return positives, negatives
}

func (ps probes) score(r *report, as []answer) {
	pos, neg := ps.split(as, func(p *probe, a answer) {
		why := "something is left, or a neighbour is gone"
		if p.Kind != "tp" {
			why = "touched"
		}
		r.miss(p.Kind, p.ID, why, excerpt(p.Text)+" -> "+excerpt(a.out))
	})
	var back ratio
	for _, a := range as {
		back.add(a.err == "")
	}
	t := table{Head: []string{"right"}}
	t.row("positives clean", pos)
	t.row("negatives untouched", neg)
	t.row("restored exactly", back)
	r.Tables = append(r.Tables, t)
	r.headline("positives clean", pos)
	r.headline("negatives untouched", neg)
}
