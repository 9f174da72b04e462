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
	k, err := contract.NewChecker(replacers(t)...)
	if err != nil {
		t.Fatal(err)
	}
	n := uint64(4000)
	if testing.Short() {
		n = 400
	}
	var stats contract.Stats
	for seed := range n {
		if v := k.Case(seed, &stats); v != nil {
			t.Fatal(v)
		}
	}
	if stats.Spans == 0 || stats.Tokens == 0 || stats.Echoes == 0 || stats.Reloads == 0 {
		t.Errorf("the generator no longer reaches everything: %+v", stats)
	}
}

func FuzzContract(f *testing.F) {
	k, err := contract.NewChecker(replacers(f)...)
	if err != nil {
		f.Fatal(err)
	}
	for seed := range uint64(20) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		if v := k.Case(seed, new(contract.Stats)); v != nil {
			t.Fatal(v)
		}
	})
}

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
