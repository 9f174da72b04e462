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
	misses := set.Bool("misses", false, "list what was missed or wrongly reported")
	if err := set.Parse(args); err != nil {
		return err
	}
	var names []string
	if *only != "" {
		names = strings.Split(*only, ",")
	}
	rs, err := measure(*dir, names)
	if err != nil {
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

// measure runs the engine over each corpus that is wanted and there.
func measure(dir string, names []string) (rs []*report, err error) {
	o, err := newOurs()
	if err != nil {
		return nil, err
	}
	for _, s := range sources {
		if names != nil && !slices.Contains(names, s.name) {
			continue
		}
		r := &report{Corpus: s.name, Licence: s.licence}
		rs = append(rs, r)
		c, err := s.load(filepath.Join(dir, s.folder))
		if errors.Is(err, fs.ErrNotExist) {
			r.Skipped = "not in " + dir
			continue
		} else if err != nil {
			return nil, fmt.Errorf("%s: %w", s.name, err)
		}
		c.score(r, o.answers(c.texts()))
	}
	return rs, nil
}
