package cloak_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
)

// The detectors' own examples with values put between their words, and in place of them:
// what is replaced beside an example, or in it, brings nothing to light that a look at the
// whole would find, and all comes back.
func TestExamplesBesideValues(t *testing.T) {
	t.Parallel()
	n := 30_000
	if testing.Short() {
		n = 3_000
	}
	r := rand.New(rand.NewPCG(21, 1))
	var examples []string
	for _, d := range cloak.Builtin() {
		for _, list := range [...][]string{d.Match, d.NoMatch, d.Disguised, d.Gaps} {
			for _, x := range list {
				if len(x) < 300 {
					examples = append(examples, strings.NewReplacer("«", "", "»", "").Replace(x))
				}
			}
		}
	}
	engines := []*cloak.Engine{tokens(t), decoys(t), newEngine(t, cloak.Config{Obfuscated: true})}
	for range n {
		text := oneOf(r, examples...)
		if r.IntN(3) == 0 {
			text += oneOf(r, " ", "  ", ", ", " and ", "\n", ": ", "=", "\t") + oneOf(r, examples...)
		}
		for range 1 + r.IntN(2) {
			text = withValue(r, text)
		}
		if r.IntN(8) == 0 {
			text += "%37"
		}
		e := engines[r.IntN(len(engines))]
		near, _ := cloak.NewMapping(cloak.Snapshot{Key: [32]byte{1}})
		whole, _ := cloak.NewMapping(cloak.Snapshot{Key: [32]byte{1}})
		a, _, err := e.Sanitize(t.Context(), near, text, cloak.Source{})
		if err != nil {
			t.Fatal(err)
		}
		b, _, err := e.SanitizeWhole(whole, text, cloak.Source{})
		if err != nil {
			t.Fatal(err)
		}
		if fs, err := e.Find(t.Context(), a); err != nil || len(fs) > 0 {
			t.Errorf("%q: finds %v in %q, %v", text, fs, a, err)
		}
		if a != b {
			t.Errorf("%q\n near %q\nwhole %q", text, a, b)
		}
		if back, _ := near.Restore(a, cloak.RestoreOptions{}); back != text {
			t.Errorf("%q becomes %q and comes back as %q", text, a, back)
		}
	}
}

func oneOf(r *rand.Rand, of ...string) string { return of[r.IntN(len(of))] }

// withValue puts a value in front of a word of text, or in its place.
func withValue(r *rand.Rand, text string) string {
	const marks = " \t=:,\"'/@"
	at := []int{0, len(text)}
	for i := 1; i < len(text); i++ {
		if strings.IndexByte(marks, text[i]) >= 0 || strings.IndexByte(marks, text[i-1]) >= 0 {
			at = append(at, i)
		}
	}
	i := at[r.IntN(len(at))]
	v := oneOf(r, "j.roe@corp1.com", "B.Q+1@corp7.com", "2026@corp1.com", "token@corp1.com", "j.roe%40corp1.com", "am%61nda@corp1.com", "jane dot roe at corp1 dot com",
		"db7.corp.internal", "build03%2elan", "serial\\u0031.lan", "order7%2elan", "part&#46;lan", "phone\\u002elan", "10.2.3.4", "2a02:26f0:1180::17", "3c:22:fb:9a:41:7e", "/home/mdubois/x",
		"617-392-4418", "+33142685300", "541-78-2936", "541%2d78%2d2936", "c2VyaWFsOiA1NDEtNzgtMjkzNg==", "4111 1111 1111 1111", "DE89370400440532013000", "1234567",
		"Flat 3, 14 Elm Road, Leeds LS6 2AB", "[EMAIL_0]", "user@example.com")
	if r.IntN(2) == 0 {
		rest := text[i:]
		if end := strings.IndexAny(rest, marks+"\n"); end >= 0 {
			rest = rest[end:]
		} else {
			rest = ""
		}
		return text[:i] + v + rest
	}
	return text[:i] + oneOf(r, " ", "", "  ", "(", "x", " a ", " X", "A ") + v + oneOf(r, " ", "", "  ", ")", " of ", " (A)", " A1", " AB") + text[i:]
}
