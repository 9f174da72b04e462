package cloak_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/decoy"
)

func newMapping(t testing.TB) *cloak.Mapping {
	t.Helper()
	m, err := cloak.NewMapping(cloak.Snapshot{Key: [32]byte{1}})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func tokens(t testing.TB) *cloak.Engine { return newEngine(t, cloak.Config{}) }

func decoys(t testing.TB) *cloak.Engine {
	t.Helper()
	g, err := decoy.New(decoy.Config{})
	if err != nil {
		t.Fatal(err)
	}
	return newEngine(t, cloak.Config{Replacer: g})
}

// sanitize fails the test if what comes out does not restore.
func sanitize(t testing.TB, e *cloak.Engine, m *cloak.Mapping, x string, src cloak.Source) string {
	t.Helper()
	want := x
	if src.Echo {
		want, _ = m.Restore(x, cloak.RestoreOptions{})
	}
	out, _, err := e.Sanitize(t.Context(), m, x, src)
	if err != nil {
		t.Fatal(err)
	}
	if got, _ := m.Restore(out, cloak.RestoreOptions{}); got != want {
		t.Fatalf("restored %q, want %q", got, want)
	}
	return out
}

// Each case is one text on a fresh mapping, in token mode.
func TestSanitize(t *testing.T) {
	e := tokens(t)
	for _, c := range []struct{ name, in, want string }{
		{"nothing", "the committee met on Tuesday", "the committee met on Tuesday"},
		{"empty", "", ""},
		{"one value", "to bob@corp.com.", "to [EMAIL_0]."},
		{"same value, same token", "10.1.1.1 10.1.1.1", "[IPV4_0] [IPV4_0]"},
		{"another surface", "bob@corp.com Bob@Corp.com", "[EMAIL_0] [EMAIL_0.1]"},
		{"swept where no label is", "hunter2secret, pwd=hunter2secret", "[PASSWORD_0], pwd=[PASSWORD_0]"},
		{"not within a word", "xhunter2secret pwd=hunter2secret", "xhunter2secret pwd=[PASSWORD_0]"},
		{"a dictionary word is not swept", "summer pwd=summer", "summer pwd=[PASSWORD_0]"},
		{"foreign token is left, and skipped", "[EMAIL_0] bob@corp.com", "[EMAIL_0] [EMAIL_1]"},
		{"so are its variants", `[email_0] \[EMAIL\_1\] %5BEMAIL_2%5D bob@corp.com`, `[email_0] \[EMAIL\_1\] %5BEMAIL_2%5D [EMAIL_3]`},
		{"a token is no value", "password: [PASSWORD_0]", "password: [PASSWORD_0]"},
		{"a redaction is no value", "password=[PASSWORD_REDACTED]", "password=[PASSWORD_REDACTED]"},
		{"reserved space is left", "ping 192.0.2.17, mail a.b@example.com", "ping 192.0.2.17, mail a.b@example.com"},
		{"a lenient token hides nothing", "[ssn 541-78-2936]", "[ssn [SSN_0]]"},
		{"three neighbours of one kind", "ana@verleih-nord.de bo@verleih-nord.de cy@verleih-nord.de", "[EMAIL_0] [EMAIL_1] [EMAIL_2]"},
		{"emoji beside a value", "😀 tvoll@hafenlotse.de 🚀", "😀 [EMAIL_0] 🚀"},
		{"not UTF-8", "\xff bob@corp.com \xfe", "\xff [EMAIL_0] \xfe"},
		{"NUL, CRLF, BOM", "\ufeffto bob@corp.com\r\n\x00", "\ufeffto [EMAIL_0]\r\n\x00"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := sanitize(t, e, newMapping(t), c.in, cloak.Source{}); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestLiveStandInIsAnOriginalUnlessEchoed(t *testing.T) {
	e, m := tokens(t), newMapping(t)
	sanitize(t, e, m, "bob@corp.com", cloak.Source{})
	for _, c := range []struct {
		in, want string
		echo     bool
	}{
		{"see [EMAIL_0]", "see [EMAIL_0]", true},
		{"see [email_0] x@corp.com", "see [email_0] [EMAIL_1]", true},
		{"see [EMAIL_0]", "see [EMAIL_2]", false},
		{"see %5bemail_0%5d", "see [EMAIL_3]", false},
		{"see [EMAIL_0]", "see [EMAIL_2]", false},
	} {
		if got := sanitize(t, e, m, c.in, cloak.Source{Echo: c.echo}); got != c.want {
			t.Errorf("%q: got %q, want %q", c.in, got, c.want)
		}
	}
}

func TestGluedPlaceTakesTheToken(t *testing.T) {
	e, m := decoys(t), newMapping(t)
	pass := sanitize(t, e, m, "pwd=tr0ub4dor-9x", cloak.Source{})
	if got := sanitize(t, e, m, "/tr0ub4dor-9x-7/ "+"pwd=tr0ub4dor-9x", cloak.Source{}); got != "/[PASSWORD_0]-7/ "+pass {
		t.Errorf("got %q", got)
	}
}

func TestSubnetsAndDomainsSurvive(t *testing.T) {
	out := strings.Fields(sanitize(t, decoys(t), newMapping(t), "10.1.1.1 10.1.1.2 10.1.2.1 a@corp.io b@corp.io c@other.io", cloak.Source{}))
	net := func(s string) string { return s[:strings.LastIndexByte(s, '.')] }
	if net(out[0]) != net(out[1]) || net(out[0]) == net(out[2]) {
		t.Errorf("subnets: %q", out[:3])
	}
	host := func(s string) string { return s[strings.IndexByte(s, '@'):] }
	if host(out[3]) != host(out[4]) || host(out[3]) == host(out[5]) {
		t.Errorf("domains: %q", out[3:])
	}
}

func TestRedactNeedsNoMapping(t *testing.T) {
	e := newEngine(t, cloak.Config{Redact: true})
	out, fs, err := e.Sanitize(t.Context(), nil, "hunter2secret pwd=hunter2secret, bob@corp.com", cloak.Source{})
	if err != nil || out != "[PASSWORD_REDACTED] pwd=[PASSWORD_REDACTED], [EMAIL_REDACTED]" || len(fs) != 3 || fs[0].Seq != -1 {
		t.Errorf("%q %v %v", out, fs, err)
	}
	if _, _, err := tokens(t).Sanitize(t.Context(), nil, "x", cloak.Source{}); err == nil {
		t.Error("tokens without a mapping were accepted")
	}
}

func TestClaimsOutliveTheProcessAndTheirLimit(t *testing.T) {
	e := tokens(t)
	m, err := cloak.NewMappingWithLimit(cloak.Snapshot{}, 2)
	if err != nil {
		t.Fatal(err)
	}
	const n = 3000
	for i := range n {
		sanitize(t, e, m, fmt.Sprintf("[EMAIL_%d]", i), cloak.Source{})
	}
	for range 3 {
		if m, err = cloak.NewMappingWithLimit(m.Snapshot(), 2); err != nil {
			t.Fatal(err)
		}
	}
	var got int
	fmt.Sscanf(sanitize(t, e, m, "bob@corp.com", cloak.Source{}), "[EMAIL_%d]", &got)
	if got < n || got > n+20 {
		t.Errorf("got [EMAIL_%d], want %d or a little more", got, n)
	}
}

// Each value here is found only once the one before it is gone: the text must
// settle all the same.
func TestChainOfDiscoveriesEnds(t *testing.T) {
	var b strings.Builder
	b.WriteString("192.168.1.1")
	for i := 1; i < 100; i++ {
		fmt.Fprintf(&b, " 192.168.1.%d.192.168.1.%d", i, i+1)
	}
	for _, e := range []*cloak.Engine{tokens(t), decoys(t)} {
		m := newMapping(t)
		sanitize(t, e, m, strings.ReplaceAll(b.String(), " ", " [EMAIL_0] bob@corp.com "), cloak.Source{Echo: true})
		out := sanitize(t, e, m, b.String(), cloak.Source{})
		if again := sanitize(t, e, m, out, cloak.Source{Echo: true}); again != out {
			t.Errorf("not a fixed point")
		}
	}
	rounds, err := tokens(t).Rounds(newMapping(t), b.String())
	if err != nil || rounds < 3 {
		t.Errorf("the text no longer takes rounds: %d, %v", rounds, err)
	}
}

func TestConcurrentUse(t *testing.T) {
	e, m := decoys(t), newMapping(t)
	var texts, outs [8]string
	var wg sync.WaitGroup
	for i := range texts {
		wg.Go(func() {
			for k := range 20 {
				texts[i] = fmt.Sprintf("u%d@corp.com 10.%d.%d.9 192.0.2.%d [EMAIL_%d]", k*i, i, k, k, k)
				outs[i], _, _ = e.Sanitize(context.Background(), m, texts[i], cloak.Source{})
			}
		})
	}
	wg.Wait()
	for i, out := range outs {
		if got, _ := m.Restore(out, cloak.RestoreOptions{}); got != texts[i] {
			t.Errorf("restored %q, want %q", got, texts[i])
		}
	}
}

func TestACancelledContextEmitsNothing(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	out, _, err := tokens(t).Sanitize(ctx, newMapping(t), "bob@corp.com", cloak.Source{})
	if !errors.Is(err, context.Canceled) || out != "" {
		t.Errorf("%q, %v", out, err)
	}
}

// A stand-in that no shape recognises could not be claimed: it is refused, and a
// token used.
func TestAReplacerMayNotInventAShape(t *testing.T) {
	e := newEngine(t, cloak.Config{Replacer: fixedReplacer("someone@real-company.com")})
	if got := sanitize(t, e, newMapping(t), "to bob@corp.com", cloak.Source{}); got != "to [EMAIL_0]" {
		t.Errorf("got %q", got)
	}
}

type fixedReplacer string

func (f fixedReplacer) StandIn(cloak.Request) (string, error) { return string(f), nil }

func TestKeepAndTerms(t *testing.T) {
	e := newEngine(t, cloak.Config{Terms: []cloak.Term{
		{Text: "bob@corp.com", Never: true},
		{Text: "Project Nightjar", Fold: true},
		{Text: "Zürich", Entity: "PLACE"},
	}})
	got := sanitize(t, e, newMapping(t), "bob@corp.com and eve@corp.com on PROJECT nightjar in Zürich, not Zürichs", cloak.Source{})
	if want := "bob@corp.com and [EMAIL_0] on [CUSTOM_0] in [PLACE_0], not Zürichs"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestUserPatterns(t *testing.T) {
	e := newEngine(t, cloak.Config{Patterns: []cloak.Pattern{{Name: "TICKET", Expr: `HX-(?P<value>\d{4,})`}}})
	got := sanitize(t, e, newMapping(t), "see HX-48213 and HX-7", cloak.Source{})
	if want := "see HX-[TICKET_0] and HX-7"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestConfigErrorsSayWhere(t *testing.T) {
	for _, c := range []struct {
		field string
		cfg   cloak.Config
	}{
		{"Patterns", cloak.Config{Patterns: []cloak.Pattern{{Name: "X", Expr: "hunter2((("}}}},
		{"Patterns", cloak.Config{Patterns: []cloak.Pattern{{Name: "X", Expr: "x", Entity: "no entity"}}}},
		{"Terms", cloak.Config{Terms: []cloak.Term{{Text: ""}}}},
		{"Entities", cloak.Config{Entities: []cloak.Entity{"EMIAL"}}},
		{"MinConfidence", cloak.Config{MinConfidence: 1}},
		{"Detectors", cloak.Config{Detectors: []cloak.Detector{{Name: "a", Entity: "A", Pattern: "a+"}, {Name: "a", Entity: "A", Pattern: "b+"}}}},
	} {
		_, err := cloak.New(c.cfg)
		var ce *cloak.ConfigError
		if !errors.As(err, &ce) || ce.Field != c.field {
			t.Errorf("%s: got %v", c.field, err)
		} else if strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: the error shows the pattern", c.field)
		}
	}
}

// A detector of a program's own runs on its Pattern, beside the built-in ones.
func TestOwnDetector(t *testing.T) {
	own := cloak.Detector{Name: "badge", Entity: "BADGE", Bits: 24, Pattern: `BDG[0-9]{6}`, Validate: func(v string) bool { return v != "BDG000000" }}
	e := newEngine(t, cloak.Config{Detectors: append(cloak.Builtin(), own)})
	got := sanitize(t, e, newMapping(t), "BDG123456 BDG000000 bob@corp.com", cloak.Source{})
	if want := "[BADGE_0] BDG000000 [EMAIL_0]"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A number goes on over a bracket and a blank: its decoy must be read there too.
func TestANumberIsReadBackBesideAnother(t *testing.T) {
	e := decoys(t)
	for _, x := range []string{
		"+49 30 901820(12) 4000 0000 0000 0002 ", "+49 30 901820(12) 4111", "call +44 20 7183(8750) 4000 0000 0000 0002",
		"555 (+49 30 90182012", "4000 ( 020 7183 8750)", "(+49 30 901820) 12 and (4000) 0000 0000 0002", "1 ( 212 664 7665 ) 4000",
	} {
		for range 20 {
			m, err := cloak.NewMapping(cloak.Snapshot{})
			if err != nil {
				t.Fatal(err)
			}
			sanitize(t, e, m, x, cloak.Source{})
		}
	}
}

// A token that was escaped and spaced is one that comes back, so it is no value.
func TestALooseTokenIsNoValue(t *testing.T) {
	e := tokens(t)
	for _, x := range []string{"api_key=[SSN%5f0 ]", "password: [EMAIL\\u005f0 ]", "token=[ipv4&#95;0.1 ]", "api_key=[SSN_0 ]", "secret=[ SSN-0]", `"password":"[SSN\_0 ]"`} {
		if fs, err := e.Find(t.Context(), x); err != nil || len(fs) > 0 {
			t.Errorf("%s: found %v, %v", x, fs, err)
		}
	}
}

// What stands behind a name decides whether it is one: a value there that goes takes that along.
func TestANameIsLookedAtWhereAValueWentBehindIt(t *testing.T) {
	e := tokens(t)
	x := " for invalid user \u00a0password [EMAIL_éo'd1@corp0.com "
	out := sanitize(t, e, newMapping(t), x, cloak.Source{})
	if fs, err := e.Find(t.Context(), out); err != nil || len(fs) > 0 {
		t.Errorf("%q: found %v, %v", out, fs, err)
	}
}

// A key that goes with the value in front of it leaves what it was a key of.
func TestTheValueOfAKeyThatWentIsLookedAt(t *testing.T) {
	e := tokens(t)
	x := `password: user%40ho%73tépasswd: '[SSN_0 "secret": "EXAMPLE.COM:api_key=decoy&#45;(\u00 DB_PASSWORD=c\u003ad\u003ae\u003af9 `
	out := sanitize(t, e, newMapping(t), x, cloak.Source{})
	if fs, err := e.Find(t.Context(), out); err != nil || len(fs) > 0 {
		t.Errorf("%q: found %v, %v", out, fs, err)
	}
}

// What is in a token, loose or not, is no key and no label: live, it would be hidden.
func TestWhatIsInATokenIsNoKey(t *testing.T) {
	e := tokens(t)
	for _, s := range []string{
		"<[PASSWORD_1 ]7EMAIL%5F0 x", "[PASSWORD_1 ]7EMAIL%5F0 x", "[ PASSWORD_1]=hunter22x9", "[PASSWORD 1]: hunter22x9", "[*API_KEY_1*] = 9f8e7d6c5b4a39281706",
		"[`USERNAME_1`]: marlowe7", "[phone 1] 392-4418", "[PHONE_1 ]: 392-4418", "[password redacted] hunter22x9!",
	} {
		if fs, err := e.Find(t.Context(), s); err != nil || len(fs) > 0 {
			t.Errorf("%q: found %v, %v", s, fs, err)
		}
	}
	for _, s := range []string{"[password]=hunter22x9", `x["password"] = "hunter22x9"`} {
		if fs, err := e.Find(t.Context(), s); err != nil || len(fs) != 1 {
			t.Errorf("%q: found %v, %v", s, fs, err)
		}
	}
}

// A stand-in of an echo that a neighbour's replacement would extend gives way to
// its pair's token: it still stands for its value.
func TestAStandInOfAnEchoGivesWayToItsToken(t *testing.T) {
	const value = "2:23-cr-00456-ABC"
	key := "AK" + "IA44VXPBKZJ5CXPTA3"
	e := decoys(t)
	m := newMapping(t)
	standIn := sanitize(t, e, m, value, cloak.Source{})
	if standIn == value {
		t.Fatal("not replaced")
	}
	escaped := strings.ReplaceAll(standIn, standIn[2:3], fmt.Sprintf(`\u%04x`, standIn[2]))
	for i, s := range []string{standIn, escaped} {
		for _, between := range []string{"-x", "-", " ", "-ab-c", "_"} {
			text := s + between + key + " x"
			want := strings.ReplaceAll(text, s, value)
			if n := len(m.Live(text)); n == 0 {
				continue
			}
			out := sanitize(t, tokens(t), m, text, cloak.Source{Echo: true})
			if got, _ := m.Restore(out, cloak.RestoreOptions{}); got != want {
				t.Errorf("spelling %d, %q between: an echo restores to another text", i, between)
			}
		}
	}
}
