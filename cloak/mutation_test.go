package cloak_test

import (
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/decoy"
	"github.com/seed-052fbf24/cloak/internal/testutil"
)

// What models do to stand-ins, times every entity, with tokens and with decoys:
// nothing may come back wrong, nine of ten must come back, and in pieces they must
// come back as in one. docs/MUTATIONS.md is what this test has seen.
func TestMutations(t *testing.T) {
	t.Parallel()
	if len(mutations) != 25 {
		t.Fatalf("%d mutations", len(mutations))
	}
	g, err := decoy.New(decoy.Config{})
	if err != nil {
		t.Fatal(err)
	}
	tokens, decoys := newMatrix(t, cloak.Tokens{}), newMatrix(t, g)
	for _, x := range []*matrix{tokens, decoys} {
		all := x.sum(func(place) bool { return true })
		t.Logf("%T: %d of %d restored", x.replacer, all.restored, all.tried)
		if all.tried < 10_000 || 10*all.restored < 9*all.tried {
			t.Errorf("%T: %d of %d restored", x.replacer, all.restored, all.tried)
		}
	}
	if !t.Failed() {
		testutil.Golden(t, "../docs/MUTATIONS.md", mutationsDocument(tokens, decoys))
	}
}

// What goes further than the matrix is left as it is: no guess is made.
func TestBeyondMutations(t *testing.T) {
	t.Parallel()
	for name, e := range map[string]*cloak.Engine{"tokens": tokens(t), "decoys": decoys(t)} {
		m := newMapping(t)
		sanitize(t, e, m, "to ann.lee@halden-freight.eu from 84.17.52.9", cloak.Source{})
		for _, p := range m.Pairs(0) {
			s := p.StandIn
			replies := []string{
				s[:len(s)-1], s[1:], s[:len(s)-1] + "7" + s[len(s)-1:], s[:3] + "\u200b" + s[3:], s[:3] + "\n" + s[3:],
				percentEscaped("%%25%02X")(s), strings.ReplaceAll(unicodeEscaped(s), `\`, `\\`), strings.NewReplacer("@", " at ", ".", " dot ").Replace(s),
			}
			if s[0] == '[' {
				in := s[1 : len(s)-1]
				replies = append(replies, in, "{"+in+"}", "<"+in+">", "("+in+")", "【"+in+"】", "["+in[:2]+"-"+in[2:]+"]", "["+in+".0.0]")
			}
			for _, reply := range replies {
				if got, _ := m.Restore(reply, cloak.RestoreOptions{}); got != reply && reply != s {
					t.Errorf("%s: %q is not left alone", name, reply)
				}
			}
		}
	}
}

// mutated are the values that the matrix is made of.
func mutated(seed uint64) []testutil.Planted {
	all := testutil.Secrets(seed)
	p := testutil.NewPlanter(seed + 1000)
	add := func(e cloak.Entity, before, value, after string) {
		all = append(all, testutil.Planted{Entity: string(e), Value: value, Text: before + value + after})
	}
	add(cloak.Phone, "call ", p.Phone("(###) ###-####"), " back")
	add(cloak.Phone, "call ", p.Phone("###-###-####"), " back")
	add(cloak.Phone, "call ", p.Phone("+1##########"), " back")
	add(cloak.Phone, "call ", "+44 20 7"+p.Draw(3, "12345678")+" "+p.Draw(4, testutil.Digits), " back")
	add(cloak.Phone, "call ", "020 7"+p.Draw(3, "12345678")+" "+p.Draw(4, testutil.Digits), " back")
	add(cloak.CreditCard, "card ", testutil.Grouped(p.Card("5412", 16), 4, " "), " declined")
	add(cloak.IBAN, "iban ", testutil.Grouped(p.IBAN("DE", "nnnnnnnnnnnnnnnnnn"), 4, " "), " credited")
	add(cloak.MAC, "mac ", strings.ToUpper(strings.ReplaceAll(p.MAC(), ":", "-")), " up")
	add(cloak.IPv6, "from ", "2a02:"+p.Draw(4, "123456789")+"::1", " on")
	add(cloak.CaseName, "See ", capital(p.Word(6))+" v. "+capital(p.Word(7)), ", 347 U.S. 483")
	add(cloak.UUID, "correlation ", uuid(p), " done")
	add(cloak.Hash, "sha256 ", p.Draw(64, testutil.Hex), "\n")
	add(cloak.Custom, "the ", mutatedTerm, " budget")
	return all
}

const mutatedTerm = "Lindwurm"

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

func uuid(p *testutil.Planter) string {
	h := p.Draw(32, testutil.Hex)
	return h[:8] + "-" + h[8:12] + "-4" + h[13:16] + "-a" + h[17:20] + "-" + h[20:]
}

// A matrix is what became of the forms of each mutation, for each entity.
type matrix struct {
	replacer cloak.Replacer
	engine   *cloak.Engine
	entities []cloak.Entity
	scores   map[place]*score
}

type place struct {
	mutation int
	entity   cloak.Entity
}

// A score counts forms; those that are not restored are untouched.
type score struct{ tried, restored int }

const mutationSeeds = 6

func newMatrix(t *testing.T, r cloak.Replacer) *matrix {
	t.Helper()
	x := &matrix{replacer: r, scores: map[place]*score{}}
	seen := map[string]bool{}
	for _, v := range mutated(0) {
		if !seen[v.Entity] {
			seen[v.Entity] = true
			x.entities = append(x.entities, cloak.Entity(v.Entity))
		}
	}
	x.engine = newEngine(t, cloak.Config{Replacer: r, Entities: x.entities, Terms: []cloak.Term{{Text: mutatedTerm}}})
	for seed := range uint64(mutationSeeds) {
		for i, v := range mutated(seed) {
			x.mutate(t, v, byte(i), byte(seed))
		}
	}
	return x
}

// mutate runs all mutations over the stand-in of one value.
func (x *matrix) mutate(t *testing.T, v testutil.Planted, i, seed byte) {
	t.Helper()
	m, err := cloak.NewMapping(cloak.Snapshot{Key: [32]byte{1, i, seed}})
	if err != nil {
		t.Fatal(err)
	}
	sanitize(t, x.engine, m, v.Text, cloak.Source{})
	pairs := m.Pairs(0)
	if len(pairs) != 1 || string(pairs[0].Entity) != v.Entity {
		t.Fatalf("%s, seed %d: %v", v.Entity, seed, pairs)
	}
	for n := range mutations {
		at := place{n, pairs[0].Entity}
		for k, f := range mutations[n].forms(at.entity, pairs[0].StandIn) {
			if x.scores[at] == nil {
				x.scores[at] = &score{}
			}
			if !x.scores[at].try(m, &pairs[0], f) {
				t.Errorf("%s, %s, form %d of %s came back wrong", mutations[n].name, at.entity, k, pairs[0].StandIn)
			}
		}
	}
}

// try restores a reply with one form of p's stand-in; false if what comes back is
// neither right nor as it was.
func (c *score) try(m *cloak.Mapping, p *cloak.Pair, f form) bool {
	c.tried++
	reply := strings.ReplaceAll(f.around, "§", f.written)
	got, _ := m.Restore(reply, cloak.RestoreOptions{})
	for _, n := range []int{1, 2, 3, 7} {
		if inChunks(m, reply, n, cloak.RestoreOptions{}) != got {
			return false
		}
	}
	if got == reply {
		return true
	}
	c.restored++
	want := f.chain.Encode(string(p.Surface))
	// The backslash before a stand-in's plus sign may stay, before the value's.
	return got == strings.ReplaceAll(f.around, "§", want) ||
		f.written == `\`+p.StandIn && p.Surface[0] == p.StandIn[0] && got == strings.ReplaceAll(f.around, "§", `\`+want)
}

// sum adds the scores that are asked for.
func (x *matrix) sum(of func(place) bool) (all score) {
	for at, c := range x.scores {
		if of(at) {
			all.tried += c.tried
			all.restored += c.restored
		}
	}
	return all
}
