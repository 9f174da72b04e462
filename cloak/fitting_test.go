package cloak_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/decoy"
	"github.com/seed-052fbf24/cloak/internal/contract"
)

// fitting is an engine of tokens with decoys for where these do not fit.
func fitting(t *testing.T) *cloak.Engine {
	t.Helper()
	g, err := decoy.New(decoy.Config{})
	if err != nil {
		t.Fatal(err)
	}
	return newEngine(t, cloak.Config{Fitting: g, Numbers: g.Numbers()})
}

// fitsAll is a place whose text matches expr.
func fitsAll(text, expr string) func(cloak.Span, string) bool {
	re := regexp.MustCompile("^(?:" + expr + ")$")
	return func(x cloak.Span, standIn string) bool {
		return re.MatchString(text[:x.Start] + standIn + text[x.End:])
	}
}

// Where a token does not fit a decoy does, as the pair's second stand-in, and both come back.
func TestFittingStandIns(t *testing.T) {
	t.Parallel()
	e := fitting(t)
	m := newMapping(t)
	const mail, other = "a.roe@corp.com", "to a.roe@corp.com"
	sanitize := func(in cloak.Input) string {
		t.Helper()
		out, _, err := e.SanitizeIn(t.Context(), m, in, cloak.Source{})
		if err != nil {
			t.Fatal(err)
		}
		if back, _ := m.Restore(out, cloak.RestoreOptions{}); back != in.Text {
			t.Errorf("%q comes back as %q", out, back)
		}
		if again, _, err := e.SanitizeIn(t.Context(), m, cloak.Input{Text: out, Fits: in.Fits}, cloak.Source{Echo: true}); err != nil || again != out {
			t.Errorf("an echo of %q is %q, %v", out, again, err)
		}
		return out
	}
	const address = `[a-z0-9.+-]+@[a-z0-9.-]+`
	first := sanitize(cloak.Input{Text: mail, Fits: fitsAll(mail, address)})
	if !regexp.MustCompile("^"+address+"$").MatchString(first) || first == mail {
		t.Errorf("a mail address became %q", first)
	}
	if out := sanitize(cloak.Input{Text: other}); out != "to [EMAIL_0]" {
		t.Errorf("where anything fits: %q", out)
	}
	if out := sanitize(cloak.Input{Text: mail, Fits: fitsAll(mail, address)}); out != first {
		t.Errorf("%q, and %q before", out, first)
	}
	if out := sanitize(cloak.Input{Text: mail, Fits: fitsAll(mail, "never")}); out != "[EMAIL_0]" {
		t.Errorf("where nothing fits: %q", out)
	}
	if out := sanitize(cloak.Input{Text: other, Fits: fitsAll(other, "to "+address)}); out != "to "+first {
		t.Errorf("as a part of what must fit: %q", out)
	}
	if p := m.Pairs(0); len(p) != 1 || p[0].StandIn != "[EMAIL_0]" || p[0].Token != first {
		t.Errorf("the pairs have %q and %q", p[0].StandIn, p[0].Token)
	}
	m, err := cloak.NewMapping(m.Snapshot())
	if err != nil {
		t.Fatal(err)
	}
	if back, _ := m.Restore(first+", [EMAIL_0]", cloak.RestoreOptions{}); back != mail+", "+mail {
		t.Errorf("of a copy: %q", back)
	}
}

// Two surfaces of one value have decoys of their own, and no more than two stand-ins each.
func TestFittingStandInsAreOneToOne(t *testing.T) {
	t.Parallel()
	e := fitting(t)
	m := newMapping(t)
	given := map[string]string{}
	for _, text := range []string{"a.roe@corp.com", "A.Roe@corp.com", "b.roe@corp.com", "b.roe@sub.corp.com"} {
		for _, expr := range []string{`[A-Za-z0-9.+-]+@[a-z0-9.-]+`, `\[.*\]`, `[A-Za-z0-9.+-]+@[a-z0-9.-]+`, ".{10,60}"} {
			out, _, err := e.SanitizeIn(t.Context(), m, cloak.Input{Text: text, Fits: fitsAll(text, expr)}, cloak.Source{})
			if err != nil {
				t.Fatal(err)
			}
			if of, ok := given[out]; ok && of != text {
				t.Errorf("%q stands for %q and %q", out, of, text)
			}
			given[out] = text
			if back, _ := m.Restore(out, cloak.RestoreOptions{}); back != text {
				t.Errorf("%q comes back as %q", out, back)
			}
		}
	}
	if len(given) != 8 {
		t.Errorf("%d stand-ins of four surfaces", len(given))
	}
}

// A decoy that does not fit makes way for its token, and not for a third stand-in.
func TestFittingOfADecoy(t *testing.T) {
	t.Parallel()
	g, err := decoy.New(decoy.Config{})
	if err != nil {
		t.Fatal(err)
	}
	e := newEngine(t, cloak.Config{Replacer: g, Fitting: g})
	m := newMapping(t)
	const text = "a.roe@corp.com"
	for range 2 {
		out, _, err := e.SanitizeIn(t.Context(), m, cloak.Input{Text: text, Fits: func(cloak.Span, string) bool { return false }}, cloak.Source{})
		if err != nil || out != "[EMAIL_0]" {
			t.Errorf("%q, %v", out, err)
		}
	}
}

// What a neighbour would hide is a token, though a decoy would fit.
func TestFittingBesideANeighbour(t *testing.T) {
	t.Parallel()
	e := fitting(t)
	for _, c := range []struct{ text, want string }{
		{"x 3c:22:fb:9a:41:7e", ""},
		{"EMAIL__3c:22:fb:9a:41:7e", "EMAIL__[MAC_0]"},
		{"id “ x\n1. 3c:22:fb:9a:41:7e", ""},
	} {
		m := newMapping(t)
		in := cloak.Input{Text: c.text, Fits: func(_ cloak.Span, standIn string) bool { return !strings.Contains(standIn, "[") }}
		out, _, err := e.SanitizeIn(t.Context(), m, in, cloak.Source{})
		if err != nil || c.want != "" && out != c.want || c.want == "" && strings.Contains(out, "[") {
			t.Errorf("%q becomes %q, %v", c.text, out, err)
		}
		if back, _ := m.Restore(out, cloak.RestoreOptions{}); back != c.text {
			t.Errorf("%q becomes %q, and comes back as %q", c.text, out, back)
		}
	}
}

// Nothing is issued for what has no decoy: a token that would fit, or what looks like one.
func TestFittingWithoutADecoy(t *testing.T) {
	t.Parallel()
	const first = "[EMAIL_0]"
	e := newEngine(t, cloak.Config{Fitting: cloak.Tokens{}})
	fits := func(_ cloak.Span, standIn string) bool { return standIn != first }
	if out, _, err := e.SanitizeIn(t.Context(), newMapping(t), cloak.Input{Text: "a.roe@corp.com", Fits: fits}, cloak.Source{}); err != nil || out != first {
		t.Errorf("%q, %v", out, err)
	}
	fits = func(_ cloak.Span, standIn string) bool { return !strings.Contains(standIn, "[") }
	if out, _, err := fitting(t).SanitizeIn(t.Context(), newMapping(t), cloak.Input{Text: first, Fits: fits}, foreign); err != nil || out != "[LITERAL_0]" {
		t.Errorf("%q, %v", out, err)
	}
}

// The second stand-in of a token, live in an echo, is told from the token.
func TestFittingInAnEchoThatChanges(t *testing.T) {
	t.Parallel()
	e := fitting(t)
	m := newMapping(t)
	const ip = "10.1.2.3"
	out, _, err := e.SanitizeIn(t.Context(), m, cloak.Input{Text: ip, Fits: fitsAll(ip, `[0-9.]+`)}, cloak.Source{})
	if err != nil || strings.Contains(out, "[") {
		t.Fatalf("%q, %v", out, err)
	}
	// Where a neighbour changes into one that extends the decoy, the token stands.
	for _, text := range []string{out + " a.roe@corp.com", out + "\\a.roe@corp.com", "password: " + out + "."} {
		got, _, err := e.Sanitize(t.Context(), m, text, cloak.Source{Echo: true})
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		want, _ := m.Restore(text, cloak.RestoreOptions{})
		if back, _ := m.Restore(got, cloak.RestoreOptions{}); back != want {
			t.Errorf("%q becomes %q, and comes back as %q, not %q", text, got, back, want)
		}
	}
}

// A number's stand-in is a number that fits, or there is none.
func TestFittingNumbers(t *testing.T) {
	t.Parallel()
	e := fitting(t)
	card := "4539" + "578763621486"
	in := func(expr string) cloak.Input {
		return cloak.Input{Text: card, Label: "card", LabelKind: cloak.Key, Number: true, Class: cloak.Data, Fits: fitsAll(card, expr)}
	}
	m := newMapping(t)
	given := map[string]bool{}
	for _, c := range []struct {
		expr  string
		fails bool
	}{{`[0-9]*[02468]`, false}, {`[0-9]*[13579]`, false}, {`[0-9]*[02468]`, false}, {"[0-9]{3}", true}} {
		out, _, err := e.SanitizeIn(t.Context(), m, in(c.expr), cloak.Source{})
		if c.fails != (err == cloak.ErrNumber) || !c.fails && (err != nil || !fitsAll(card, c.expr)(cloak.Span{End: len(card)}, out)) {
			t.Errorf("%s: %q, %v", c.expr, out, err)
		}
		if c.fails {
			continue
		}
		given[out] = true
		if back, _ := m.Restore(out, cloak.RestoreOptions{}); back != card {
			t.Errorf("%q comes back as %q", out, back)
		}
	}
	for k := range byte(8) {
		m, _ := cloak.NewMapping(cloak.Snapshot{Key: [32]byte{k + 1}})
		if out, _, err := e.SanitizeIn(t.Context(), m, in(`[0-9]*[02468]`), cloak.Source{}); err != nil || m.Pairs(0)[0].StandIn != out {
			t.Errorf("the first that fits is not the first: %q, %v", out, err)
		}
	}
	if len(given) != 2 {
		t.Errorf("%d numbers for one", len(given))
	}
	m = newMapping(t)
	if _, _, err := e.SanitizeIn(t.Context(), m, in("[0-9]{3}"), cloak.Source{}); err != cloak.ErrNumber {
		t.Errorf("a number of three digits: %v", err)
	}
}

// R1 on hostile texts, some of which take no tokens.
func TestFittingIsExact(t *testing.T) {
	t.Parallel()
	e := fitting(t)
	n := uint64(1500)
	if testing.Short() {
		n = 300
	}
	decoys := 0
	for seed := range n {
		m, _ := cloak.NewMapping(cloak.Snapshot{Key: [32]byte{1}})
		type sent struct{ text, out string }
		var sents []sent
		for i, text := range contract.Texts(seed, 4) {
			in := cloak.Input{Text: text}
			if i%2 == 0 {
				in.Fits = func(_ cloak.Span, standIn string) bool { return !strings.Contains(standIn, "[") }
			}
			out, _, err := e.SanitizeIn(t.Context(), m, in, cloak.Source{Foreign: i > 1})
			if err != nil {
				t.Fatalf("seed %d: %q: %v", seed, text, err)
			}
			if again, _, err := e.SanitizeIn(t.Context(), m, cloak.Input{Text: out}, cloak.Source{Echo: true}); err != nil || again != out {
				t.Fatalf("seed %d: an echo of %q is %q, %v", seed, out, again, err)
			}
			sents = append(sents, sent{text, out})
		}
		for _, p := range m.Pairs(0) {
			if p.Token != "" {
				decoys++
			}
		}
		m, err := cloak.NewMapping(m.Snapshot())
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for _, s := range sents {
			if back, _ := m.Restore(s.out, cloak.RestoreOptions{}); back != s.text {
				t.Fatalf("seed %d: %q becomes %q, and comes back as %q", seed, s.text, s.out, back)
			}
		}
	}
	if decoys == 0 {
		t.Error("no pair has a second stand-in")
	}
}
