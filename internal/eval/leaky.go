package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// leaky-repo: config files with planted secrets. Its list counts the lines of
// each file that are a risk, and those that inform; it does not say which. So a
// line counts as found when a credential is reported that begins on it, up to
// the number listed; the lines beyond are counted apart.
type leaky struct {
	files []leakyFile
	gone  []string // listed, but not in the folder
}

type leakyFile struct {
	name, text string
	risk       int
}

func loadLeaky(dir string) (corpus, error) {
	list, err := os.ReadFile(filepath.Join(dir, ".leaky-meta", "secrets.csv"))
	if err != nil {
		return nil, err
	}
	l := &leaky{}
	for line := range strings.Lines(string(list)) {
		f := strings.Split(strings.TrimSpace(line), ",")
		if len(f) != 3 || strings.HasPrefix(f[0], "#") {
			continue
		}
		risk, err := strconv.Atoi(f[1])
		if err != nil {
			return nil, fmt.Errorf("secrets.csv: %w", err)
		}
		text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(f[0])))
		if os.IsNotExist(err) {
			l.gone = append(l.gone, f[0])
			continue
		} else if err != nil {
			return nil, err
		}
		l.files = append(l.files, leakyFile{f[0], string(text), risk})
	}
	if len(l.files) == 0 {
		return nil, fs.ErrNotExist
	}
	return l, nil
}

func (l *leaky) texts() (all []string) {
	for _, f := range l.files {
		all = append(all, f.text)
	}
	return all
}

func (l *leaky) score(r *report, as []answer) {
	t := table{
		Head: []string{"lines with a secret", "of those that are there", "lines beyond"},
		Note: "which lines are a risk is not listed, only how many: found is the lower of both counts. For some files more are listed than there are",
	}
	var sum, sumThere ratio
	beyond := 0
	for i, f := range l.files {
		lines := secretLines(f.text, as[i].found)
		n := min(len(lines), f.risk)
		there := f.risk
		if k, ok := leakyThere[f.name]; ok {
			there = k
			r.Disputed += f.risk - k
		}
		t.row(f.name, ratio{n, f.risk}, ratio{n, there}, len(lines)-n)
		sum.join(ratio{n, f.risk})
		sumThere.join(ratio{n, there})
		beyond += len(lines) - n
		if len(lines) != f.risk {
			r.miss("leaky-repo", f.name, fmt.Sprintf("%d lines of %d", len(lines), f.risk), "lines "+fmt.Sprint(lines))
		}
	}
	t.row("total", sum, sumThere, beyond)
	if len(l.gone) > 0 {
		t.Note += "; listed and not in the folder: " + strings.Join(l.gone, ", ")
	}
	r.Tables = append(r.Tables, t)
	r.headline("lines with a secret that are there", sumThere)
}

// secretLines are the lines, from 1, on which a report of a credential begins.
func secretLines(text string, fs []found) (lines []int) {
	for _, f := range fs {
		if secretEntity(f.entity) {
			lines = append(lines, 1+strings.Count(text[:f.start], "\n"))
		}
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}
