package cloak_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/decoy"
	"github.com/seed-052fbf24/cloak/internal/contract"
	"github.com/seed-052fbf24/cloak/internal/testutil"
)

// A pair of engines that differ in who finds the candidates: the scanner, or
// RE2 by each detector's Pattern. They find the same in every text.
type pair struct{ scanner, re2 *cloak.Engine }

// newPairs returns a pair with what is on by default, and one with everything.
func newPairs(t testing.TB) []pair {
	t.Helper()
	var all []cloak.Entity
	for _, d := range cloak.Builtin() {
		all = append(all, d.Entity)
	}
	var ps []pair
	for _, entities := range [][]cloak.Entity{nil, all} {
		ps = append(ps, pair{
			newEngine(t, cloak.Config{Entities: entities}),
			newEngine(t, cloak.Config{Entities: entities, RE2: true}),
		})
	}
	return ps
}

// differs tells how the findings in text differ, "" if they do not.
func (p pair) differs(text string) string { return p.differsIn(cloak.Input{Text: text}) }

func (p pair) differsIn(in cloak.Input) string {
	want, err1 := p.scanner.FindIn(context.Background(), in)
	got, err2 := p.re2.FindIn(context.Background(), in)
	if err1 != nil || err2 != nil {
		return fmt.Sprintf("errors: %v, %v", err1, err2)
	}
	if slices.Equal(got, want) {
		return ""
	}
	return fmt.Sprintf("re2 %s\nscanner %s", listed(got), listed(want))
}

func listed(fs []cloak.Finding) string {
	var b strings.Builder
	for _, f := range fs {
		fmt.Fprintf(&b, " %v %s %s %.3f;", f.Span, f.Entity, f.Detector, f.Confidence)
	}
	return b.String()
}

// frames are the surroundings that values stand in most.
var frames = map[string]func(string) string{
	"alone":    func(s string) string { return s },
	"JSON":     func(s string) string { return `{"id":7,"note":` + quoted(s) + `,"ok":true}` },
	"YAML":     func(s string) string { return "job:\n  note: " + s + "\n  next: 1\n" },
	".env":     func(s string) string { return "A=1\nNOTE=" + s + "\nB=2\n" },
	"log line": func(s string) string { return "2026-11-30 03:41:07,112 INFO [main] " + s + " in 12 ms\n" },
}

func quoted(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}

func TestEnginesAgreeOnTheExamples(t *testing.T) {
	t.Parallel()
	pairs := newPairs(t)
	n := 0
	names := slices.Sorted(maps.Keys(frames))
	for _, d := range cloak.Builtin() {
		for i, x := range slices.Concat(d.Match, d.NoMatch, d.Gaps) {
			x = strings.NewReplacer("«", "", "»", "").Replace(x)
			for k, name := range names {
				if k != i%len(names) { // RE2 with all patterns is slow: each example stands in one of them
					continue
				}
				frame := frames[name]
				for _, p := range pairs {
					n++
					if why := p.differs(frame(x)); why != "" {
						t.Errorf("%s in %s: %q\n%s", d.Name, name, frame(x), why)
					}
				}
			}
		}
	}
	if n < 5000 {
		t.Errorf("%d texts only", n)
	}
}

func TestEnginesAgreeOnHostileTexts(t *testing.T) {
	t.Parallel()
	pairs := newPairs(t)
	seeds := uint64(800)
	if testing.Short() {
		seeds = 150
	}
	for seed := range seeds {
		for i, text := range contract.Texts(seed, 4) {
			in := cloak.Input{Text: text, Label: []string{"", "", "mobile", "ssn"}[i]}
			for _, p := range pairs {
				if why := p.differsIn(in); why != "" {
					t.Fatalf("seed %d under %q: %q\n%s", seed, in.Label, text, why)
				}
			}
		}
	}
}

// Later rounds too: what is written is the same.
func TestEnginesWriteTheSame(t *testing.T) {
	t.Parallel()
	seeds := uint64(300)
	if testing.Short() {
		seeds = 60
	}
	for _, r := range replacers(t) {
		scanner, re2 := newEngine(t, cloak.Config{Replacer: r}), newEngine(t, cloak.Config{Replacer: r, RE2: true})
		for seed := range seeds {
			a, _ := cloak.NewMapping(cloak.Snapshot{Key: [32]byte{1}})
			b, _ := cloak.NewMapping(cloak.Snapshot{Key: [32]byte{1}})
			for _, text := range contract.Texts(seed, 4) {
				want, _, err1 := scanner.Sanitize(t.Context(), a, text, cloak.Source{})
				got, _, err2 := re2.Sanitize(t.Context(), b, text, cloak.Source{})
				if err1 != nil || err2 != nil || got != want {
					t.Fatalf("seed %d: %q\nre2     %q, %v\nscanner %q, %v", seed, text, got, err2, want, err1)
				}
			}
		}
	}
}

func FuzzDifferential(f *testing.F) {
	pairs := newPairs(f)
	for seed := range uint64(5) {
		for _, text := range contract.Texts(seed, 4) {
			f.Add(text)
		}
	}
	for _, d := range cloak.Builtin() {
		if len(d.Match) > 0 {
			f.Add(strings.NewReplacer("«", "", "»", "").Replace(d.Match[0]))
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, p := range pairs {
			if why := p.differs(text); why != "" {
				t.Fatalf("%q\n%s", text, why)
			}
		}
	})
}

func TestEnginesAgreeOnProbes(t *testing.T) {
	t.Parallel()
	pairs := newPairs(t)
	f, err := os.Open("testdata/probes.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	probes, err := testutil.LoadProbes(f)
	if err != nil {
		t.Fatal(err)
	}
	shared, _ := filepath.Glob("../../shared/corpora/probes/*.jsonl")
	for _, path := range shared {
		probes = append(probes, sharedProbes(t, path)...)
	}
	if len(shared) == 0 {
		t.Log("no ../shared/corpora/probes beside the repository: its own only")
	}
	for _, x := range probes {
		for _, p := range pairs {
			if why := p.differs(x.Text); why != "" {
				t.Errorf("%s:\n%s", x.ID, why)
			}
		}
	}
}

// Real logs, where there are some. A log is looked at in pieces, so that a
// difference is told with its place.
func TestEnginesAgreeOnLogs(t *testing.T) {
	t.Parallel()
	files, _ := filepath.Glob("../../shared/corpora/loghub2k/*.log")
	if len(files) == 0 {
		t.Skip("no ../shared/corpora/loghub2k beside the repository")
	}
	pairs := newPairs(t)
	every := 4 // hundred lines: RE2 with all patterns is slow
	if testing.Short() {
		every = 20
	}
	for k, path := range files {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for piece := range slices.Chunk(slices.Collect(strings.Lines(string(data))), 100) {
			p := pairs[n/100%2]
			if (n/100+k)%every != 0 {
				n += len(piece)
				continue
			}
			if why := p.differs(strings.Join(piece, "")); why != "" {
				t.Errorf("%s, lines %d to %d:\n%s", filepath.Base(path), n+1, n+len(piece), why)
			}
			n += len(piece)
		}
	}
}

// R5 for detectors that have nothing but a pattern: the built-in ones, which are
// off by default, and a program's own. Sanitized text is silent, in every mode,
// and comes back.
func TestPatternDetectorsSettle(t *testing.T) {
	t.Parallel()
	decoys, err := decoy.New(decoy.Config{})
	if err != nil {
		t.Fatal(err)
	}
	own := cloak.Detector{Name: "ticket", Entity: "TICKET", Pattern: `TCK-(?P<value>[0-9]{4,9})`, Bits: 24, Match: []string{"TCK-«12345»"}}
	short := cloak.Detector{Name: "pin", Entity: "PIN", Pattern: `[0-9]{4}`, Bits: 8, LabelBits: 8, Labels: []string{"pin"}, Match: []string{"«1234»"}}
	pieces := []string{
		"md5 d41d8cd98f00b204e9800998ecf8427e", "SHA256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
		"United States v. Nixon", "Roe v. Wade, 410 U.S. 113", "In re Grand Jury Subpoena", "TCK-48213 and TCK-5521", "pin 4711", "x9f86d081884c7d659a2feaa0c55ad015a",
		"[HASH_0]", "bo@corp.eu", "password: 8t!Gq2vLw9d", "TCK-[TICKET_0]77", "decoy-abcdef2345", "TCK-1234567890123",
	}
	for name, cfg := range map[string]cloak.Config{"token": {}, "decoy": {Replacer: decoys}, "redact": {Redact: true}} {
		for _, re2 := range []bool{false, true} {
			cfg.RE2 = re2
			cfg.Detectors = append(cloak.Builtin(), own, short)
			cfg.Entities = []cloak.Entity{cloak.Hash, cloak.CaseName, cloak.Email, cloak.Password, "TICKET", "PIN"}
			e := newEngine(t, cfg)
			found := map[cloak.Entity]int{}
			for i, a := range pieces {
				for k, b := range pieces {
					text := a + []string{" ", "\n", ", ", "/", "=", ""}[(i+k)%6] + b + "\n" + a
					m, _ := cloak.NewMapping(cloak.Snapshot{Key: [32]byte{byte(i + 1)}})
					out, fs, err := e.Sanitize(t.Context(), m, text, cloak.Source{})
					if err != nil {
						t.Fatalf("%s: %q: %v", name, text, err)
					}
					for _, f := range fs {
						found[f.Entity]++
					}
					if left, err := e.Find(t.Context(), out); err != nil || len(left) > 0 {
						t.Errorf("%s, re2 %v: %q becomes %q, in which are%s %v", name, re2, text, out, listed(left), err)
					}
					if back, _ := m.Restore(out, cloak.RestoreOptions{}); !cfg.Redact && back != text {
						t.Errorf("%s, re2 %v: %q comes back as %q", name, re2, text, back)
					}
				}
			}
			for _, entity := range cfg.Entities {
				if found[entity] == 0 {
					t.Errorf("%s, re2 %v: no %s was found", name, re2, entity)
				}
			}
		}
	}
}
