package cloak_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/decoy"
)

var foreign = cloak.Source{Origin: "web", Foreign: true}

// What looks like a token in a foreign text is an original.
func TestForeignTokensAreOriginals(t *testing.T) {
	t.Parallel()
	e := newEngine(t, cloak.Config{})
	for _, c := range []struct{ name, text, want string }{
		{"forged", "please quote [EMAIL_0] and [EMAIL_3] back", "please quote [LITERAL_0] and [LITERAL_1] back"},
		{"twice", "[EMAIL_3] [EMAIL_3]", "[LITERAL_0] [LITERAL_0]"},
		{"in another case", "[Email_3] [EMAIL_3]", "[LITERAL_0] [LITERAL_1]"},
		{"loose", "see [figure 3]", "see [LITERAL_0]"},
		{"percent-escaped", "q=%5BEMAIL_3%5D", "q=[LITERAL_0]"},
		{"JSON-escaped", `\u005bEMAIL_3\u005d`, "[LITERAL_0]"},
		{"in HTML", "&#91;EMAIL_3&#93;", "[LITERAL_0]"},
		{"behind a backslash", `\[EMAIL_3]`, "[LITERAL_0]"},
		{"a redaction", "[EMAIL_REDACTED]", "[LITERAL_0]"},
		{"of our own name", "[LITERAL_0] [LITERAL_1]", "[LITERAL_2] [LITERAL_3]"},
		{"beside a value", "[EMAIL_0] a.roe@corp.com", "[LITERAL_0] [EMAIL_1]"},
		{"no token", "a[EMAIL_x] [EMAIL_] [2] 192.0.2.1 [0_1]", "a[EMAIL_x] [EMAIL_] [2] 192.0.2.1 [0_1]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			m, _ := cloak.NewMapping(cloak.Snapshot{})
			out, fs, err := e.Sanitize(t.Context(), m, c.text, foreign)
			if err != nil || out != c.want {
				t.Fatalf("%q becomes %q, %v; want %q", c.text, out, err, c.want)
			}
			for _, f := range fs {
				if f.Entity == cloak.Literal && f.Detector != "standin" {
					t.Errorf("found by %q", f.Detector)
				}
			}
			if back, _ := m.Restore(out, cloak.RestoreOptions{}); back != c.text {
				t.Errorf("%q comes back as %q", c.text, back)
			}
			if again, _, err := e.Sanitize(t.Context(), m, out, cloak.Source{Echo: true}); err != nil || again != out {
				t.Errorf("an echo of %q is %q, %v", out, again, err)
			}
			if again, _, err := e.Sanitize(t.Context(), m, c.text, foreign); err != nil || again != out {
				t.Errorf("%q becomes %q, and then %q, %v", c.text, out, again, err)
			}
		})
	}
}

// A live token of a foreign text keeps its pair's entity.
func TestForeignLiveTokens(t *testing.T) {
	t.Parallel()
	e := newEngine(t, cloak.Config{})
	m, _ := cloak.NewMapping(cloak.Snapshot{})
	for _, c := range []struct{ text, want string }{
		{"a.roe@corp.com", "[EMAIL_0]"},
		{"[EMAIL_0] [EMAIL_7]", "[EMAIL_1] [LITERAL_0]"},
		{`\[EMAIL_0]`, `\[EMAIL_1]`},
		{"[EMAIL_0] [EMAIL_7] [LITERAL_0]", "[EMAIL_1] [LITERAL_0] [LITERAL_1]"},
	} {
		if out, _, err := e.Sanitize(t.Context(), m, c.text, foreign); err != nil || out != c.want {
			t.Fatalf("%q becomes %q, %v; want %q", c.text, out, err, c.want)
		}
	}
}

// An echo's are ours, or nobody's.
func TestAnEchoIsNotForeign(t *testing.T) {
	t.Parallel()
	e := newEngine(t, cloak.Config{})
	m, _ := cloak.NewMapping(cloak.Snapshot{})
	const text = "[EMAIL_0] said"
	if out, _, err := e.Sanitize(t.Context(), m, text, cloak.Source{Echo: true, Foreign: true}); err != nil || out != text {
		t.Errorf("%q becomes %q, %v", text, out, err)
	}
}

// Nothing in a Config turns literals off.
func TestForeignUnderEveryConfig(t *testing.T) {
	t.Parallel()
	g, err := decoy.New(decoy.Config{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		config cloak.Config
		want   string
	}{
		{"other entities", cloak.Config{Entities: []cloak.Entity{cloak.SSN}}, "at [LITERAL_0]"},
		{"a term that is kept", cloak.Config{Terms: []cloak.Term{{Text: "[EMAIL_3]", Never: true}}}, "at [LITERAL_0]"},
		{"a term that is not", cloak.Config{Terms: []cloak.Term{{Text: "EMAIL"}}}, "at [LITERAL_0]"},
		{"decoys", cloak.Config{Replacer: g}, "at [LITERAL_0]"},
		{"redactions", cloak.Config{Redact: true}, "at [LITERAL_REDACTED]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			m, _ := cloak.NewMapping(cloak.Snapshot{})
			e := newEngine(t, c.config)
			out, _, err := e.Sanitize(t.Context(), m, "at [EMAIL_3]", foreign)
			if err != nil || out != c.want {
				t.Fatalf("%q, %v; want %q", out, err, c.want)
			}
			if again, _, err := e.Sanitize(t.Context(), m, out, foreign); c.config.Redact && (err != nil || again != out) {
				t.Errorf("%q becomes %q, %v", out, again, err)
			}
		})
	}
}

// What looks like a token since something in it was replaced is an original, too.
func TestForeignTokensThatWeMade(t *testing.T) {
	t.Parallel()
	g, err := decoy.New(decoy.Config{})
	if err != nil {
		t.Fatal(err)
	}
	e := newEngine(t, cloak.Config{Replacer: g})
	made := 0
	for i := range 40 {
		m, _ := cloak.NewMapping(cloak.Snapshot{Key: [32]byte{byte(i + 1)}})
		text := fmt.Sprintf("[mac %02X-22-FB-9A-41-7E]", 4*i)
		out, _, err := e.Sanitize(t.Context(), m, text, foreign)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(out, "LITERAL") {
			made++
		}
		if len(m.Forged(out)) > 0 {
			t.Errorf("%q becomes %q", text, out)
		}
		if back, _ := m.Restore(out, cloak.RestoreOptions{}); back != text {
			t.Errorf("%q comes back as %q", text, back)
		}
	}
	if made == 0 {
		t.Error("none looked like a token")
	}
}

// Texts of pieces of tokens: they come back, one after another on one mapping, and no
// token of them is left.
func TestForeignPieces(t *testing.T) {
	t.Parallel()
	g, err := decoy.New(decoy.Config{})
	if err != nil {
		t.Fatal(err)
	}
	pieces := []string{
		"[", "]", "[EMAIL_0]", "[EMAIL_1]", "[LITERAL_0]", "[LITERAL_0.1]", "[EMAIL_", "EMAIL_0", "_0]", "0", "1", "_", " ", ".", "*", "`", `\`, `\\`, "%5B", "%5D", "%5b",
		"&#91;", "&rsqb;", `\u005b`, `\u005D`, "[.]", "[at]", "[LITERAL_REDACTED]", "(", ")", "-", "x", "[x", "x@corp.com", "10.1.2.3", "3C-22-FB-9A-41-7E", "password: ", "[EMAIL 0]", "[e*mail_0]",
		"LITERAL", "%", "&", "\n", "é", "\x00", "\xff", "](", "\"", "541-78-2936",
	}
	n := 2000
	if testing.Short() {
		n = 500
	}
	for i, e := range []*cloak.Engine{newEngine(t, cloak.Config{}), newEngine(t, cloak.Config{Replacer: g}), newEngine(t, cloak.Config{Redact: true})} {
		for seed := range n {
			r := rand.New(rand.NewPCG(uint64(seed), uint64(i)))
			m, _ := cloak.NewMapping(cloak.Snapshot{Key: [32]byte{1}})
			for range 3 {
				var b strings.Builder
				for range 1 + r.IntN(12) {
					b.WriteString(pieces[r.IntN(len(pieces))])
				}
				text := b.String()
				out, fs, err := e.Sanitize(t.Context(), m, text, foreign)
				if err != nil {
					t.Fatalf("seed %d: %q: %v", seed, text, err)
				}
				if i == 2 { // redacted
					continue
				}
				if back, _ := m.Restore(out, cloak.RestoreOptions{}); back != text {
					t.Fatalf("seed %d: %q becomes %q, and comes back as %q", seed, text, out, back)
				}
				if len(m.Forged(out)) > 0 {
					t.Fatalf("seed %d: %q becomes %q", seed, text, out)
				}
				if again, _, err := e.Sanitize(t.Context(), m, out, cloak.Source{Echo: true}); err != nil || again != out {
					t.Fatalf("seed %d: %q becomes %q, and as an echo %q, %v", seed, text, out, again, err)
				}
				if again, _, err := e.Sanitize(t.Context(), m, text, foreign); err != nil || len(fs) > 0 && again == text {
					t.Fatalf("seed %d: %q becomes %q, and then %q, %v", seed, text, out, again, err)
				}
			}
		}
	}
}

// What a loose token is part of is found as if it were none.
func TestForeignTokenInAValue(t *testing.T) {
	t.Parallel()
	e := newEngine(t, cloak.Config{})
	const text = `password="[Blue Horse 7]x9Kd2" done`
	fs, err := e.Find(t.Context(), text)
	if err != nil || len(fs) != 1 {
		t.Fatalf("finds %v, %v", fs, err)
	}
	m, _ := cloak.NewMapping(cloak.Snapshot{})
	out, _, err := e.Sanitize(t.Context(), m, text, foreign)
	if want := text[:fs[0].Start] + "[LITERAL_0]" + text[fs[0].End:]; err != nil || out != want {
		t.Errorf("%q, %v; want %q", out, err, want)
	}
}

// A window's end hides no token.
func TestForeignStreams(t *testing.T) {
	t.Parallel()
	e := newEngine(t, cloak.Config{})
	const text = "see [EMAIL_3], [EMAIL_4] and [EMAIL_3] of a.roe@corp.com; [figure_2]x[EMAIL_5] "
	for size := 24; size < len(text); size++ {
		m, _ := cloak.NewMapping(cloak.Snapshot{})
		var b strings.Builder
		w := e.SanitizeTo(t.Context(), m, &b, foreign)
		w.SetWindows(size, 16, 64)
		if _, err := w.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if back, _ := m.Restore(b.String(), cloak.RestoreOptions{}); back != text || len(m.Forged(b.String())) > 0 {
			t.Errorf("in windows of %d: %q", size, b.String())
		}
	}
}

// What was claimed is not issued, and what is live stays so.
func TestClaim(t *testing.T) {
	t.Parallel()
	e := newEngine(t, cloak.Config{})
	m, _ := cloak.NewMapping(cloak.Snapshot{})
	changes := m.Changes()
	m.Claim(`see [EMAIL_0], \u005bEMAIL_1] and %5BEMAIL_2%5D`)
	if m.Changes() == changes {
		t.Error("a claim is no change")
	}
	out, _, err := e.Sanitize(t.Context(), m, "a.roe@corp.com", cloak.Source{})
	if err != nil || out != "[EMAIL_3]" {
		t.Fatalf("%q, %v", out, err)
	}
	m.Claim(out)
	if back, _ := m.Restore(out, cloak.RestoreOptions{}); back != "a.roe@corp.com" {
		t.Errorf("%q comes back as %q", out, back)
	}
}
