package bridge

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/seed-052fbf24/cloak/cloak"
)

// naive replaces aliases as Writer's comment says, one place after the other.
func naive(a Aliases, text string) string {
	var b strings.Builder
	for i := 0; i < len(text); {
		longest, to := 0, ""
		for _, x := range a {
			if len(x.From) <= longest || !strings.HasPrefix(text[i:], x.From) {
				continue
			}
			before, _ := utf8.DecodeLastRuneInString(text[:i])
			first, _ := utf8.DecodeRuneInString(x.From)
			last, _ := utf8.DecodeLastRuneInString(x.From)
			after, _ := utf8.DecodeRuneInString(text[i+len(x.From):])
			if !(inWord(before) && inWord(first)) && !(inWord(last) && inWord(after)) {
				longest, to = len(x.From), x.To
			}
		}
		if longest == 0 {
			longest, to = 1, text[i:i+1]
		}
		b.WriteString(to)
		i += longest
	}
	return b.String()
}

// through writes text in pieces, each as long as next says, and checks after each
// what is held back.
func through(t *testing.T, a Aliases, text string, next func(left int) int) string {
	t.Helper()
	var out bytes.Buffer
	w := a.Writer(&out).(*aliasWriter)
	for rest := text; rest != ""; {
		n := next(len(rest))
		if k, err := w.Write([]byte(rest[:n])); k != n || err != nil {
			t.Fatal(k, err)
		}
		rest = rest[n:]
		if held := string(w.buf[w.pos:]); held != "" && !mayBegin(a, held) {
			t.Fatalf("%q: %q is held back", text[:len(text)-len(rest)], held)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// mayBegin reports whether s is the beginning of an alias, or all of one and not a
// whole rune more.
func mayBegin(a Aliases, s string) bool {
	for _, x := range a {
		if strings.HasPrefix(x.From, s) || strings.HasPrefix(s, x.From) && !utf8.FullRuneInString(s[len(x.From):]) {
			return true
		}
	}
	return false
}

func TestAliasWriterInEveryChunking(t *testing.T) {
	t.Parallel()
	units := []string{"a", "b", "B", "1", " ", "-", "«", "»", "é", "\u0301", "😀", "\xc3", "\xff", "_", "\n"}
	r := rand.New(rand.NewPCG(1, 2))
	some := func(most int, units []string) string {
		var b strings.Builder
		for range 1 + r.IntN(most) {
			b.WriteString(units[r.IntN(len(units))])
		}
		return b.String()
	}
	rounds, replaced := 3000, 0
	if testing.Short() {
		rounds = 300
	}
	for range rounds {
		few := units[:2+r.IntN(len(units)-1)]
		var a Aliases
		for i := range 1 + r.IntN(6) {
			if from := strings.ToValidUTF8(some(4, few), ""); from != "" {
				a = append(a, Alias{from, "[" + string(rune('P'+i)) + "_0]"})
			}
		}
		a = newAliasReader(a).aliases // none twice
		text := some(9, few)
		want := naive(a, text)
		if want != text {
			replaced++
		}
		for cuts := range 1 << min(len(text)-1, 9) {
			got := through(t, a, text, func(left int) int {
				at := len(text) - left
				for n := 1; n < left; n++ {
					if at+n <= 9 && cuts>>(at+n-1)&1 == 1 {
						return n
					}
				}
				return left
			})
			if got != want {
				t.Fatalf("%q in %q, cuts %b: %q, want %q", a, text, cuts, got, want)
			}
		}
		long := strings.Repeat(text+some(9, few), 20)
		want = naive(a, long)
		for _, most := range []int{1, 2, 7, len(long)} {
			if got := through(t, a, long, func(left int) int { return min(left, 1+r.IntN(most)) }); got != want {
				t.Fatalf("%d aliases in a long text: %q, want %q", len(a), got, want)
			}
		}
	}
	if replaced < rounds/10 {
		t.Errorf("an alias was in %d texts of %d", replaced, rounds)
	}
}

func TestAliasesAreWholeWords(t *testing.T) {
	t.Parallel()
	a := Aliases{{"Alice", "[P_0]"}, {"Alice Sample", "[P_1]"}, {"«P_1»", "[P_2]"}, {"«P_11»", "[P_3]"}, {"(x", "[P_4]"}, {"Zoë", "[P_5]"}, {"Zoe", "[P_6]"}}
	for text, want := range map[string]string{
		"Alice":                  "[P_0]",
		"Alice Sample":           "[P_1]",
		"Alice Samples":          "[P_0] Samples",
		"Alice's, (Alice)":       "[P_0]'s, ([P_0])",
		"Malice Alices Alice1":   "Malice Alices Alice1",
		"éAlice Aliceé":          "éAlice Aliceé",
		"AliceAlice alice ALICE": "AliceAlice alice ALICE",
		"x«P_1»y«P_11»«P_111»":   "x[P_2]y[P_3]«P_111»",
		"y(x y(xy":               "y[P_4] y(xy",
		"Zoë Zoe Zoe\u0308":      "[P_5] [P_6] Zoe\u0308",
		"[P_0]":                  "[P_0]",
	} {
		for _, most := range []int{1, 100} {
			if got := through(t, a, text, func(left int) int { return min(left, most) }); got != want || naive(a, text) != want {
				t.Errorf("%q: %q, want %q", text, got, want)
			}
		}
	}
}

// What stands for a value is not taken apart, though a name be part of it.
func TestAnAliasWithinAStandInIsNone(t *testing.T) {
	t.Parallel()
	c := Content{Aliases: Aliases{{"alice", "[PERSON_0]"}, {"EMAIL_7", "[PERSON_1]"}}}
	c.Snapshot.Pairs = []cloak.Pair{
		{StandIn: "[PERSON_0]"}, {StandIn: "[PERSON_1]"}, {StandIn: "alice@example.com", Token: "[EMAIL_7]"},
	}
	var out bytes.Buffer
	w := c.Writer(&out)
	_, err := w.Write([]byte("alice <alice@example.com> [EMAIL_7] EMAIL_7"))
	if err := errors.Join(err, w.Close()); err != nil || out.String() != "[PERSON_0] <alice@example.com> [EMAIL_7] [PERSON_1]" {
		t.Errorf("%q, %v", out.String(), err)
	}
}

func TestAliasWriterPassesErrorsOn(t *testing.T) {
	t.Parallel()
	for _, a := range []Aliases{nil, {{"Alice", "[P_0]"}}} {
		w := a.Writer(fails{})
		if n, err := w.Write([]byte("Bob ")); n != 0 || !errors.Is(err, errFails) {
			t.Errorf("%d, %v", n, err)
		}
	}
	w := Aliases{{"Alice", "[P_0]"}}.Writer(fails{})
	if _, err := w.Write([]byte("Ali")); err != nil {
		t.Error(err)
	}
	if err := w.Close(); !errors.Is(err, errFails) {
		t.Error(err)
	}
}

var errFails = errors.New("it fails")

type fails struct{}

func (fails) Write([]byte) (int, error) { return 0, errFails }

// The work for a byte is bounded by the aliases, whatever the text is.
func BenchmarkAliasWriter(b *testing.B) {
	var names Aliases
	for _, first := range strings.Fields("Ada Ben Cleo Dan Eve Finn Gus Hal Ida Jo") {
		for _, last := range strings.Fields("Archer Baker Carter Dyer Fisher Gardner") {
			names = append(names, Alias{first + " " + last, "[PERSON_0]"})
		}
	}
	for _, x := range []struct {
		name, text string
		a          Aliases
	}{
		{"names", "Ask Ada Baker whether Ben Fisher has seen the log of 17 March. ", names},
		{"beginnings", "Ada Ben Cleo Dan Eve Finn Gus Hal Ida Jo ", names},
		{"hostile", "«", Aliases{{strings.Repeat("«", 40) + "a", "[P_0]"}, {strings.Repeat("«", 40) + "b", "[P_1]"}}},
	} {
		for _, size := range []struct {
			name string
			n    int
		}{{"5kB", 5_000}, {"50kB", 50_000}, {"1MB", 1_000_000}} {
			text := []byte(strings.Repeat(x.text, 1+size.n/len(x.text))[:size.n])
			b.Run(x.name+"/"+size.name, func(b *testing.B) {
				b.SetBytes(int64(size.n))
				for b.Loop() {
					w := x.a.Writer(discard{})
					w.Write(text)
					w.Close()
				}
			})
		}
	}
}

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }

func TestAnEditorKeepsAliases(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "case.cloak")
	aliases := Aliases{{"«EMAIL_1»", "[EMAIL_1]"}, {"Alice Sample", "[EMAIL_0]"}} // Save sorts them
	e, err := Create(t.Context(), name, keyFile, Params{KDF: KeyFile})
	if err != nil {
		t.Fatal(err)
	}
	sanitized(t, e.Mapping, 0, 2)
	e.Aliases = aliases
	if err := errors.Join(e.Save(), e.Close()); err != nil || e.Info().Aliases != 2 {
		t.Fatal(e.Info().Aliases, err)
	}
	if e, err = Edit(t.Context(), name, keyFile); err != nil {
		t.Fatal(err)
	}
	sanitized(t, e.Mapping, 2, 5)
	if err := errors.Join(e.Save(), e.Close()); err != nil {
		t.Fatal(err)
	}
	c, err := ReadAll(name, keyFile)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(c.Aliases, aliases.sorted()) || c.Info.Aliases != 2 || c.Info.Pairs != 14 || len(c.Snapshot.Pairs) != 14 || c.Info.Generation != 2 {
		t.Errorf("%+v", c.Info)
	}
}

// An alias that a reader would refuse is not written.
func TestAliasesThatAreRefused(t *testing.T) {
	t.Parallel()
	for _, a := range []Aliases{
		{{"", "[EMAIL_0]"}}, {{"a", "[EMAIL_9]"}}, {{"a", ""}}, {{"a\xff", "[EMAIL_0]"}}, {{"a", "[EMAIL_0]"}, {"a", "[EMAIL_1]"}},
		{{strings.Repeat("a", longestAlias+1), "[EMAIL_0]"}},
	} {
		if _, err := encode(snapshotOf(3), a, testTime); !errors.Is(err, errAliases) {
			t.Errorf("%q: %v", a, err)
		}
	}
}
