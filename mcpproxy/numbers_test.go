package mcpproxy

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
)

// A token of an earlier gateway names nobody in a later one, however the earlier one ended,
// and two that run at once share no number.
func TestNumbersGoOn(t *testing.T) {
	state := filepath.Join(t.TempDir(), "state", "numbers.json")
	seen := map[string]bool{}
	gateway := func() *Proxy {
		p := protecting(t, Config{State: state})
		for _, who := range []string{"ann.lee", "bob.ray", "cid.fox"} {
			shown := contentText(model(t, p, "fs", who+"@corp.com"))
			if !strings.HasPrefix(shown, "[EMAIL_") || seen[shown] {
				t.Errorf("a value is shown as %s", shown)
			}
			seen[shown] = true
		}
		return p
	}
	a, b := gateway(), gateway()
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	_ = a // killed: it does not give back what it has reserved
	if err := gateway().Close(); err != nil {
		t.Fatal(err)
	}
	gateway()
	c, d := protecting(t, Config{State: state}), protecting(t, Config{State: state}) // both are open before either issues one
	if x, y := contentText(model(t, c, "fs", "dee.kay@corp.com")), contentText(model(t, d, "fs", "eve.lin@corp.com")); x == y {
		t.Errorf("two gateways at once both show %s", x)
	}
	if !seen["[EMAIL_0]"] {
		t.Error("numbers do not begin with 0")
	}
	info, err := os.Stat(state)
	if err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("the file is open to others: %v, %v", info.Mode(), err)
	}
}

// What was reserved and not used is given back.
func TestNumbersAreGivenBack(t *testing.T) {
	state := filepath.Join(t.TempDir(), "numbers.json")
	for _, want := range []string{"[EMAIL_0]", "[EMAIL_1]", "[EMAIL_2]"} {
		p := protecting(t, Config{State: state})
		if shown := contentText(model(t, p, "fs", "ann.lee@corp.com")); shown != want {
			t.Errorf("shown as %s, want %s", shown, want)
		}
		if err := p.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// A message that brings more values than were reserved has them on disk when it leaves.
func TestNumbersAreReservedBeforeTheyLeave(t *testing.T) {
	state := filepath.Join(t.TempDir(), "numbers.json")
	p := protecting(t, Config{State: state})
	var text strings.Builder
	for i := range 3 * ahead {
		text.WriteString("user" + strings.Repeat("x", i%7) + string(rune('a'+i%26)) + string(rune('a'+i/26%26)) + string(rune('a'+i/676)) + "@corp.com ")
	}
	model(t, p, "fs", text.String())
	next, err := readNumbers(state)
	if err != nil || next["EMAIL"] < p.guard().m.Next()["EMAIL"] {
		t.Errorf("%d on disk, %d issued: %v", next["EMAIL"], p.guard().m.Next()["EMAIL"], err)
	}
}

// Two that run at once share no number either when each issues more than it had reserved at
// first, message by message or in one.
func TestNumbersOfTwoThatIssueMany(t *testing.T) {
	state := filepath.Join(t.TempDir(), "numbers.json")
	a, b := protecting(t, Config{State: state}), protecting(t, Config{State: state})
	seen := map[string]*Proxy{}
	people := func(p *Proxy, from, to int) string {
		var text strings.Builder
		for i := from; i < to; i++ {
			fmt.Fprintf(&text, "user%d@corp.com ", i)
		}
		return contentText(model(t, p, "fs", text.String()))
	}
	for _, step := range []int{1, 100, 1000, 3000} {
		for round := range 3 {
			for _, p := range []*Proxy{a, b} {
				from := 10_000*step + 5*step*round
				for _, token := range strings.Fields(people(p, from, from+step)) {
					if other := seen[token]; other != nil {
						t.Fatalf("%s is issued twice, by one: %v", token, other == p)
					}
					seen[token] = p
				}
			}
		}
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	for _, token := range strings.Fields(people(protecting(t, Config{State: state}), 0, 500)) {
		if seen[token] != nil {
			t.Fatalf("%s is issued again", token)
		}
	}
}

// A file that is damaged stops the gateway: with numbers that begin anew an old token could
// name somebody else.
func TestDamagedNumbers(t *testing.T) {
	for _, text := range []string{"", "{", `{"version":2,"next":{}}`, `{"version":1,"next":{"EMAIL":-1}}`} {
		state := filepath.Join(t.TempDir(), "numbers.json")
		if err := os.WriteFile(state, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := openNumbers(state, []cloak.Entity{"EMAIL"}); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
}
