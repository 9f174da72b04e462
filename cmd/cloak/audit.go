package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/urfave/cli/v3"

	"github.com/seed-052fbf24/cloak/audit"
	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/format"
)

// A tally counts what was replaced, for the audit on standard error. It is safe
// for concurrent use.
type tally struct {
	audit bool // there will be a table

	mu       sync.Mutex
	entities map[cloak.Entity]int
	pairs    map[int]int    // occurrences by Finding.Seq
	redacted []redaction    // in order of appearance
	known    map[string]int // index in redacted, by value
	inputs   []asRead
}

// An asRead says as what an input was read.
type asRead struct {
	name, format string
	large        bool
}

// A redaction is a value that no pair of the mapping remembers.
type redaction struct {
	entity cloak.Entity
	masked string
	n      int
}

func newTally(audit bool) *tally {
	return &tally{audit: audit, entities: map[cloak.Entity]int{}, pairs: map[int]int{}, known: map[string]int{}}
}

func (t *tally) add(w cloak.Window) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, f := range w.Findings {
		t.entities[f.Entity]++
		if f.Seq >= 0 {
			t.pairs[f.Seq]++
		} else if t.audit {
			value := w.Text[f.Start-w.Offset : f.End-w.Offset]
			i, ok := t.known[value]
			if !ok {
				i = len(t.redacted)
				t.known[value] = i
				t.redacted = append(t.redacted, redaction{f.Entity, cloak.Mask(f.Entity, value), 0})
			}
			t.redacted[i].n++
		}
	}
}

// read notes as what an input was read.
func (t *tally) read(name string, w *format.Writer) {
	f, large := w.Format()
	t.mu.Lock()
	defer t.mu.Unlock()
	if f != nil {
		t.inputs = append(t.inputs, asRead{name, f.Name, large})
	}
}

// warn names what was too large for its format.
func (t *tally) warn(std stdio, cmd *cli.Command) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, x := range t.inputs {
		if x.large {
			std.note("%s has more than %d MB, and was read as text: --max-document takes more; restore needs the same", show(x.name), cmd.Int("max-document"))
		}
	}
}

// sent lists the pairs whose stand-ins have left.
func (t *tally) sent() []int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Sorted(maps.Keys(t.pairs))
}

// counts are the entities, for a record.
func (t *tally) counts() audit.Counts {
	t.mu.Lock()
	defer t.mu.Unlock()
	return audit.Count(t.entities)
}

// summary is one line of counts.
func (t *tally) summary() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	names := slices.SortedFunc(maps.Keys(t.entities), func(a, b cloak.Entity) int {
		return cmp.Or(t.entities[b]-t.entities[a], cmp.Compare(a, b))
	})
	n, parts := 0, make([]string, len(names))
	for i, e := range names {
		n += t.entities[e]
		parts[i] = fmt.Sprintf("%s %d", e, t.entities[e])
	}
	if n == 0 {
		return "nothing found"
	}
	return count(n, "value") + " replaced: " + strings.Join(parts, ", ")
}

// table has a line for each distinct value that was replaced, masked.
func (t *tally) table(w io.Writer, m *cloak.Mapping) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, x := range t.inputs {
		fmt.Fprintf(w, "%s is read as %s\n", show(x.name), x.format)
	}
	for _, p := range m.Pairs(0) {
		if n := t.pairs[p.Seq]; n > 0 {
			standIn := p.StandIn
			if p.Token != "" {
				standIn += ", " + p.Token
			}
			fmt.Fprintf(w, "%s %s → %s%s\n", p.Entity, cloak.Mask(p.Entity, string(p.Surface)), standIn, times(n))
		}
	}
	for _, r := range t.redacted {
		fmt.Fprintf(w, "%s %s → [%s_REDACTED]%s\n", r.entity, r.masked, r.entity, times(r.n))
	}
}

func times(n int) string {
	if n == 1 {
		return ""
	}
	return fmt.Sprintf(" ×%d", n)
}

// show makes a file's name safe for a terminal.
func show(path string) string {
	if strings.ContainsFunc(path, func(r rune) bool { return r < ' ' || r == 0x7f || r == '\uFFFD' }) {
		return fmt.Sprintf("%q", path)
	}
	return path
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
