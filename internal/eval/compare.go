package main

import (
	"regexp"
	"slices"
	"strings"
)

// What the peers are compared by: what their output holds. Ours is judged in the
// same way here.

func (ps probes) measures() []string { return []string{"positives clean", "negatives untouched"} }

func (ps probes) compare(as []answer) []any {
	pos, neg := ps.split(as, nil)
	return []any{pos, neg}
}

func (rs rules) measures() []string {
	return []string{"positives reported", "whole secret gone", "negatives reported", "innocent negatives reported"}
}

func (rs rules) compare(as []answer) []any {
	var found, gone, negatives, innocent ratio
	for i := range rs {
		e, hit := &rs[i], as[i].out != rs[i].Text
		if e.positive() {
			if e.sample() {
				continue
			}
			found.add(hit)
			gone.add(hit && leavesNothing(e.Text, as[i].out))
			continue
		}
		negatives.add(hit)
		if !e.other() {
			innocent.add(hit)
		}
	}
	return []any{found, gone, negatives, innocent}
}

// gone reports whether nothing of a span is left: no six letters and digits in a
// row of it stand in the output more often than in the text around it.
func gone(text string, s span, out string) bool {
	rest := text[:s.start] + "\x00" + text[s.end:]
	for _, p := range pieces(s.of(text)) {
		if strings.Count(out, p) > strings.Count(rest, p) {
			return false
		}
	}
	return true
}

// measured are the labels of the total that the corpus has, in order.
func (l *labelled) measured() (names []string) {
	for _, name := range l.total {
		if slices.ContainsFunc(l.cases, func(c labelledCase) bool {
			return slices.ContainsFunc(c.gold, func(g span) bool { return g.label == name })
		}) {
			names = append(names, name)
		}
	}
	return names
}

func (l *labelled) measures() []string {
	return append(l.measured(), "total", "texts without a label changed")
}

func (l *labelled) compare(as []answer) (cells []any) {
	var total, touched ratio
	byLabel := map[string]*ratio{}
	for i := range l.cases {
		c := &l.cases[i]
		if len(c.gold) == 0 {
			touched.add(as[i].out != c.text)
		}
		for _, g := range c.gold {
			if slices.Contains(l.total, g.label) && !reserved(kindOf(g.label), g.of(c.text)) {
				ok := gone(c.text, g, as[i].out)
				tallyIn(byLabel, g.label, ok)
				total.add(ok)
			}
		}
	}
	for _, name := range l.measured() {
		if byLabel[name] == nil {
			byLabel[name] = &ratio{}
		}
		cells = append(cells, *byLabel[name])
	}
	return append(cells, total, touched)
}

// logLines are the first lines of each log, each a text: what most peers can
// bear. A line is bare when it has no address, mail, hardware address or user.
type logLines []string

const linesOfLog = 150

func (l *loghub) sample() (lines logLines) {
	for _, text := range l.logs {
		n := 0
		for line := range strings.Lines(text) {
			if n == linesOfLog {
				break
			}
			lines = append(lines, strings.TrimRight(line, "\r\n"))
			n++
		}
	}
	return lines
}

func (l logLines) texts() []string { return l }

func (l logLines) score(*report, []answer) {}

func (l logLines) measures() []string {
	return []string{"reports", "lines changed", "bare lines changed", "addresses gone"}
}

var personal = regexp.MustCompile(`(?i)(?:[0-9a-f]{1,4}[:-]){4}|user|/home/|logname|\.local\b|\.internal\b`)

func (l logLines) compare(as []answer) []any {
	var changed, bare, gone ratio
	reports := 0
	for i, text := range l {
		reports += as[i].reports
		changed.add(as[i].out != text)
		gold, _, _ := addresses(text)
		for _, g := range gold {
			gone.add(!strings.Contains(as[i].out, g.of(text)))
		}
		if len(gold) == 0 && !mailbox.MatchString(text) && !personal.MatchString(text) {
			bare.add(as[i].out != text)
		}
	}
	return []any{reports, changed, bare, gone}
}
