package main

import (
	"fmt"
	"slices"
)

// Several corpora are sentences with labelled spans. They are scored alike: of a
// label, how many spans are replaced whole, how many at least by half of their
// letters and digits, and how many letters and digits are gone over all; of our
// reports, how many touch a label.
type labelled struct {
	cases []labelledCase
	total []string // the labels that the total is about
	aside string   // why the others are not
}

type labelledCase struct {
	id, text string
	gold     []span
}

func (l *labelled) texts() (all []string) {
	for i := range l.cases {
		all = append(all, l.cases[i].text)
	}
	return all
}

// A tally is what became of one label.
type tally struct{ whole, half, letters ratio }

func (t *tally) join(u tally) {
	t.whole.join(u.whole)
	t.half.join(u.half)
	t.letters.join(u.letters)
}

func (t *tally) cells() []any { return []any{t.whole, t.half, t.letters} }

func (l *labelled) score(r *report, as []answer) {
	labels := map[string]*tally{}
	entities := map[string]*ratio{}
	for i := range l.cases {
		c := &l.cases[i]
		for _, g := range c.gold {
			if reserved(kindOf(g.label), g.of(c.text)) {
				in, _ := covered(c.text, g, as[i].found)
				r.Reserved.add(in == 0)
				if in > 0 {
					r.miss(g.label, c.id, "reserved, and reported", around(c.text, g.start, g.end))
				}
				continue
			}
			if labels[g.label] == nil {
				labels[g.label] = &tally{}
			}
			l.count(r, labels[g.label], c, g, as[i].found)
		}
		for _, f := range as[i].found {
			if entities[f.entity] == nil {
				entities[f.entity] = &ratio{}
			}
			ok := slices.ContainsFunc(c.gold, func(g span) bool { return touches(f, g) })
			entities[f.entity].add(ok)
			if !ok {
				r.miss(f.entity, c.id, "reported, no label", around(c.text, f.start, f.end))
			}
		}
	}
	recall, total := l.recall(labels)
	reports, hits := precision(entities)
	r.Tables = append(r.Tables, recall, reports)
	r.headline("labels found whole", total.whole)
	r.headline("letters and digits of labels", total.letters)
	r.headline("reports that touch a label", hits)
}

func (l *labelled) count(r *report, t *tally, c *labelledCase, g span, fs []found) {
	in, all := covered(c.text, g, fs)
	t.whole.add(in == all)
	t.half.add(2*in >= all && in > 0)
	t.letters.join(ratio{in, all})
	if in < all {
		why := "missed"
		if in > 0 {
			why = fmt.Sprintf("%d of %d letters and digits", in, all)
		}
		if disputedValue(g.label, g.of(c.text)) && !disputed(r.Corpus, c.id) {
			r.Disputed++
		}
		r.miss(g.label, c.id, why, around(c.text, g.start, g.end))
	}
}

func (l *labelled) recall(labels map[string]*tally) (t table, sum tally) {
	t = table{Title: "labels", Head: []string{"whole", "at least half", "letters and digits"}}
	for _, name := range sorted(labels) {
		if slices.Contains(l.total, name) {
			sum.join(*labels[name])
			t.row(name, labels[name].cells()...)
		}
	}
	t.row("total", sum.cells()...)
	for _, name := range sorted(labels) {
		if !slices.Contains(l.total, name) {
			t.row("("+name+")", labels[name].cells()...)
			t.Note = l.aside
		}
	}
	return t, sum
}

func precision(entities map[string]*ratio) (t table, sum ratio) {
	t = table{Title: "reports", Head: []string{"touch a label"}}
	for _, name := range sorted(entities) {
		t.row(name, *entities[name])
		sum.join(*entities[name])
	}
	t.row("total", sum)
	return t, sum
}

func sorted[V any](m map[string]V) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
