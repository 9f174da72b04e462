// Eval measures detection on public corpora and prints a table for each.
//
//	go run ./internal/eval
//	go run ./internal/eval -only loghub2k,probes -misses
//	go run ./internal/eval -json
//	go run ./internal/eval -markdown docs/DETECTION.md
//
// The corpora are not part of the repository. They are read from -corpora; what
// is not there is named and skipped. Their data is public, so -misses may show
// it: a user's text never goes through this program.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "eval:", err)
		os.Exit(1)
	}
}

func run(args []string, w io.Writer) error {
	set := flag.NewFlagSet("eval", flag.ContinueOnError)
	dir := set.String("corpora", "../shared/corpora", "`folder` with the corpora")
	only := set.String("only", "", "`names` of corpora, separated by commas")
	asJSON := set.Bool("json", false, "one JSON object")
	treeDir := set.String("tree", "", "a `folder` of source to measure beside the others")
	markdown := set.String("markdown", "", "fill the tables of a `document`")
	peers := set.Bool("peers", false, "run the tools of internal/eval/peers, too")
	misses := set.Bool("misses", false, "list what was missed or wrongly reported")
	if err := set.Parse(args); err != nil {
		return err
	}
	var names []string
	if *only != "" {
		names = strings.Split(*only, ",")
	}
	p := &plan{corpora: *dir, names: names, trees: trees(*treeDir), peers: *peers}
	if err := p.check(); err != nil {
		return err
	}
	rs, err := p.measure()
	if err != nil {
		return err
	}
	if *markdown != "" {
		filled, err := fillDocument(*markdown, rs)
		fmt.Fprintf(w, "%s: %s\n", *markdown, strings.Join(filled, ", "))
		return err
	}
	if *asJSON {
		return writeJSON(w, rs, *misses)
	}
	for _, r := range rs {
		r.writeText(w, *misses)
	}
	return nil
}

// A plan is what is measured.
type plan struct {
	corpora string
	names   []string // nil means all
	trees   []tree
	peers   bool
}

// peersFolder is below the root of the repository.
const peersFolder = "internal/eval/peers"

// check reports a name that is nothing's.
func (p *plan) check() error {
	known := []string{"obfuscated", "speed", "summary"}
	for _, s := range sources {
		known = append(known, s.name)
	}
	for _, t := range p.trees {
		known = append(known, t.name)
	}
	for _, n := range p.names {
		if !slices.Contains(known, n) {
			return fmt.Errorf("no corpus %q; there are %s", n, strings.Join(known, ", "))
		}
	}
	return nil
}

func (p *plan) wants(name string) bool { return p.names == nil || slices.Contains(p.names, name) }

// measure runs the engine over each corpus that is wanted and there, then over
// source trees, and measures how fast it is.
func (p *plan) measure() (rs []*report, err error) {
	o, err := newOurs()
	if err != nil {
		return nil, err
	}
	texts := map[string][]string{}
	sets := map[string]compared{}
	var order, beside []string
	for _, s := range sources {
		if !p.wants(s.name) {
			continue
		}
		r := &report{Corpus: s.name, Licence: s.licence}
		rs = append(rs, r)
		c, err := s.load(filepath.Join(p.corpora, s.folder))
		if errors.Is(err, fs.ErrNotExist) {
			r.Skipped = "not in " + p.corpora
			continue
		} else if err != nil {
			return nil, fmt.Errorf("%s: %w", s.name, err)
		}
		order, texts[s.name] = append(order, s.name), c.texts()
		c.score(r, o.answers(texts[s.name]))
		if l, ok := c.(*loghub); ok {
			c = l.sample()
		}
		if x, ok := c.(compared); ok {
			beside, sets[s.name] = append(beside, s.name), x
		}
	}
	for _, t := range p.trees {
		if !p.wants(t.name) {
			continue
		}
		r := &report{Corpus: t.name}
		rs = append(rs, r)
		all, err := t.measure(o, r)
		if errors.Is(err, fs.ErrNotExist) {
			r.Skipped = "no folder " + t.root
		} else if err != nil {
			return nil, fmt.Errorf("%s: %w", t.name, err)
		}
		order, texts[t.name] = append(order, t.name), all
	}
	if p.peers {
		rs = append(rs, comparePeers(o, peersFolder, beside, sets))
	}
	if p.wants("obfuscated") {
		rs = append(rs, obfuscated(o, texts, order))
	}
	if p.wants("speed") {
		rs = append(rs, speed(o, texts, order))
	}
	if p.wants("summary") {
		rs = append(rs, summary(rs))
	}
	return rs, nil
}
