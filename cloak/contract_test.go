package cloak_test

import (
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/decoy"
	"github.com/seed-052fbf24/cloak/internal/contract"
)

func replacers(t testing.TB) []cloak.Replacer {
	t.Helper()
	g, err := decoy.New(decoy.Config{})
	if err != nil {
		t.Fatal(err)
	}
	return []cloak.Replacer{cloak.Tokens{}, g}
}

// The contract on generated texts: R1–R5, R7, R8.
func TestContract(t *testing.T) {
	t.Parallel()
	k := newChecker(t)
	n := uint64(4000)
	if testing.Short() {
		n = 1200
	}
	var stats contract.Stats
	for seed := range n {
		if v := k.Case(seed, &stats); v != nil {
			t.Fatal(v)
		}
	}
	if stats.Spans == 0 || stats.Tokens == 0 || stats.Echoes == 0 || stats.Foreign == 0 || stats.Reloads == 0 {
		t.Errorf("the generator no longer reaches everything: %+v", stats)
	}
}

// FuzzContract draws whole cases: texts, forged stand-ins, reloads, every split.
func FuzzContract(f *testing.F) {
	k := newChecker(f)
	for seed := range uint64(20) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		if v := k.Case(seed, new(contract.Stats)); v != nil {
			t.Fatal(v)
		}
	})
}

func newChecker(t testing.TB) *contract.Checker {
	t.Helper()
	k, err := contract.NewChecker(replacers(t)...)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// fuzzRule is a fuzz target for one rule over texts of the fuzzer's own making.
func fuzzRule(f *testing.F, rule string) {
	k := newChecker(f)
	for seed := range uint64(30) {
		texts := contract.Texts(seed, 2)
		f.Add(texts[0], texts[1], seed%3 == 0, seed)
	}
	f.Fuzz(func(t *testing.T, first, second string, echo bool, seed uint64) {
		if v := k.Texts(rule, seed, echo, first, second); v != nil {
			t.Fatal(v)
		}
	})
}

func FuzzExact(f *testing.F)      { fuzzRule(f, "R1") }
func FuzzSilent(f *testing.F)     { fuzzRule(f, "R2") }
func FuzzCovered(f *testing.F)    { fuzzRule(f, "R3") }
func FuzzConsistent(f *testing.F) { fuzzRule(f, "R4") }
func FuzzFixed(f *testing.F)      { fuzzRule(f, "R5") }
func FuzzQuiet(f *testing.F)      { fuzzRule(f, "R7") }

// Later rounds look only near what was replaced; looking at the whole output
// must give the same.
func TestALookNearbyIsALookAtTheWhole(t *testing.T) {
	t.Parallel()
	n := uint64(3000)
	if testing.Short() {
		n = 300
	}
	for _, r := range replacers(t) {
		e := newEngine(t, cloak.Config{Replacer: r})
		for seed := range n {
			near, _ := cloak.NewMapping(cloak.Snapshot{Key: [32]byte{1}})
			whole, _ := cloak.NewMapping(cloak.Snapshot{Key: [32]byte{1}})
			for _, text := range contract.Texts(seed, 4) {
				a, _, err := e.Sanitize(t.Context(), near, text, cloak.Source{})
				if err != nil {
					t.Fatal(err)
				}
				b, _, err := e.SanitizeWhole(whole, text, cloak.Source{})
				if err != nil {
					t.Fatal(err)
				}
				if a != b {
					t.Fatalf("seed %d: %q\n near %q\nwhole %q", seed, text, a, b)
				}
			}
		}
	}
}
