package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// A peer is another tool, installed by peers/install.sh. It reads texts as JSON
// lines and writes what it made of each.
type peer struct {
	name    string
	command []string
	needs   string // a file that is there when it is installed
}

// patience is how long a peer may take over one corpus.
const patience = 10 * time.Minute

func allPeers(dir string) []peer {
	gitleaks := filepath.Join(dir, "bin", "gitleaks")
	ps := []peer{{"gitleaks", []string{gitleaks}, gitleaks}}
	for _, name := range [...]string{"secretlint", "cloakllm", "openredaction", "redact-pii"} {
		needs := filepath.Join(dir, "node_modules", name)
		if name == "secretlint" {
			needs = filepath.Join(dir, "node_modules", "@secretlint", "core")
		}
		ps = append(ps, peer{name, []string{"node", filepath.Join(dir, "run.mjs"), name}, needs})
	}
	return ps
}

func (p *peer) installed() bool { _, err := os.Stat(p.needs); return err == nil }

// answers runs the peer over texts. The time is its own, without its start.
func (p *peer) answers(texts []string) (as []answer, took time.Duration, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	var in, stderr bytes.Buffer
	enc := json.NewEncoder(&in)
	enc.SetEscapeHTML(false)
	for _, t := range texts {
		if err := enc.Encode(map[string]string{"text": t}); err != nil {
			return nil, 0, err
		}
	}
	cmd := exec.CommandContext(ctx, p.command[0], p.command[1:]...)
	cmd.Stdin, cmd.Stderr = &in, &stderr
	out, err := cmd.Output()
	if ctx.Err() != nil {
		return nil, 0, fmt.Errorf("not done after %v", patience)
	} else if err != nil {
		return nil, 0, fmt.Errorf("%w: %s", err, lastLine(stderr.String()))
	}
	lines := bufio.NewScanner(bytes.NewReader(out))
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var line struct {
			Out      string
			Error    string
			Entities []string
			MS       float64
		}
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			return nil, 0, err
		}
		if line.Error != "" {
			line.Out = texts[len(as)] // it fails open
		}
		as = append(as, answer{out: line.Out, err: line.Error, reports: len(line.Entities)})
		took += time.Duration(line.MS * float64(time.Millisecond))
	}
	if len(as) != len(texts) {
		return nil, 0, fmt.Errorf("%d answers to %d texts", len(as), len(texts))
	}
	return as, took, nil
}

func lastLine(s string) string {
	s = strings.TrimSpace(s)
	return s[strings.LastIndexByte(s, '\n')+1:]
}

// A compared corpus can be judged by the text that a tool gives back, whatever
// it tells about its reports.
type compared interface {
	corpus
	measures() []string
	compare(as []answer) []any // one for each measure
}

// comparePeers puts the peers beside ours, a table for each corpus.
func comparePeers(o *ours, dir string, names []string, sets map[string]compared) *report {
	r := &report{Corpus: "peers"}
	for _, name := range names {
		c := sets[name]
		texts := c.texts()
		t := table{Title: "on " + name, Head: append(c.measures(), "time")}
		start := time.Now()
		as := o.answers(texts)
		took := time.Since(start)
		t.row("cloak", append(c.compare(as), took.Round(time.Millisecond).String())...)
		for _, p := range allPeers(dir) {
			if !p.installed() {
				t.row(p.name, "not installed: "+filepath.ToSlash(filepath.Join(dir, "install.sh")))
				continue
			}
			as, took, err := p.answers(texts)
			if err != nil {
				t.row(p.name, err.Error())
				continue
			}
			t.row(p.name, append(c.compare(as), took.Round(time.Millisecond).String())...)
		}
		r.Tables = append(r.Tables, t)
	}
	return r
}
