package mcpproxy

import (
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// What is of a definition, and what is only how it was written.
func TestDefinitionHash(t *testing.T) {
	const base = `{"name":"a","description":"d","inputSchema":{"type":"object","max":10,"x":"é"}}`
	for text, same := range map[string]bool{
		base: true,
		`{"inputSchema":{"x":"\u00e9", "max":1e1,"type":"object"},"description":"\u0064","name":"a"}`:                  true,
		`{"name":"a","description":"d","inputSchema":{"type":"object","max":10,"x":"é"},"_meta":{"t":1},"icons":[{}]}`: true,
		`{"icons":[1],"name":"a","description":"d","inputSchema":{"type":"object","max":10,"x":"é"}}`:                  true,
		`{"name":"b","description":"d","inputSchema":{"type":"object","max":10,"x":"é"}}`:                              false,
		`{"name":"a","description":"d ","inputSchema":{"type":"object","max":10,"x":"é"}}`:                             false,
		`{"name":"a","description":"d","inputSchema":{"type":"object","max":11,"x":"é"}}`:                              false,
		`{"name":"a","description":"d","inputSchema":{"type":"object","max":"10","x":"é"}}`:                            false,
		`{"name":"a","description":"d","inputSchema":{"type":"object","max":10,"x":"é","icons":1}}`:                    false,
		`{"name":"a","description":"d","inputSchema":{"type":"object","max":10,"x":"é"},"title":"t"}`:                  false,
		`{"name":"a","description":"d","inputSchema":{"type":"object","max":10,"x":"é"},"outputSchema":{}}`:            false,
		`{"name":"a","description":"d","inputSchema":{"type":"object","max":10,"x":"é"},"annotations":{}}`:             false,
		`{"name":"a","description":"d","inputSchema":{"type":"object","max":10,"x":"é"},"Description":"e"}`:            false,
		`{"name":"a","description":"d","inputSchema":{"type":"object","max":10,"x":"é"},"description":"e"}`:            false,
	} {
		if (definitionHash([]byte(text)) == definitionHash([]byte(base))) != same {
			t.Errorf("%s: the same is %v", text, !same)
		}
	}
	twice := `{"name":"a","description":"d","description":"e"}`
	if definitionHash([]byte(twice)) == definitionHash([]byte(`{"name":"a","description":"d","description":"f"}`)) {
		t.Error("what is said twice is not looked at")
	}
}

// list is what pins say of a list of one upstream's tools, a=x and so on: those that are shown.
func (p *pins) list(t *testing.T, upstream, tools string) (shown string, v verdict) {
	t.Helper()
	var all []definition
	for _, x := range strings.Fields(tools) {
		name, description, _ := strings.Cut(x, "=")
		all = append(all, definition{name, definitionHash([]byte(`{"description":"` + description + `"}`))})
	}
	v, err := p.check(upstream, all)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, name := range slices.Sorted(maps.Keys(v.shown)) {
		if v.shown[name] {
			names = append(names, name)
		}
	}
	return strings.Join(names, " "), v
}

func pinsOf(t *testing.T, mode, state string, trial bool) *pins {
	t.Helper()
	p, err := newPins(&Config{Definitions: mode, State: state, Trial: trial})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Two gateways share what they pin, and a later one has it, by upstream. What was accepted is
// taken as it is listed next, also by one that runs.
func TestPinsAreShared(t *testing.T) {
	state := filepath.Join(t.TempDir(), "gateway", "abc.json")
	a, b := pinsOf(t, DefinitionsQuarantine, state, false), pinsOf(t, DefinitionsQuarantine, state, false)
	if shown, v := a.list(t, "m", "send=1 read=1"); shown != "read send" || v.known || v.fresh != 2 {
		t.Errorf("%s, %+v", shown, v)
	}
	if shown, v := b.list(t, "m", "send=2 new=1"); shown != "new" || len(v.changed) != 1 || !v.known || v.fresh != 1 {
		t.Errorf("%s, %+v", shown, v)
	}
	if shown, v := b.list(t, "m", "send=2"); shown != "" || len(v.changed) != 0 {
		t.Errorf("told twice: %s, %+v", shown, v)
	}
	if _, v := b.list(t, "m", "send=3"); len(v.changed) != 1 {
		t.Errorf("another change: %+v", v)
	}
	if shown, _ := a.list(t, "other", "send=2"); shown != "send" {
		t.Error("the pins of one upstream are another's")
	}
	if shown, _ := pinsOf(t, DefinitionsQuarantine, state, true).list(t, "m", "send=2 read=1 more=1"); shown != "more read" {
		t.Error(shown)
	}
	text, err := os.ReadFile(pinsPath(state))
	if err != nil || strings.Contains(string(text), "more") {
		t.Errorf("a trial has kept something: %v", err)
	}
	if info, err := os.Stat(pinsPath(state)); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if _, err := AcceptDefinitions(state, "m", []string{"read", "none"}); err == nil || !strings.Contains(err.Error(), "none") {
		t.Error(err)
	}
	if is, err := a.has("m", "read"); !is || err != nil {
		t.Error("something is forgotten where one was not there", err)
	}
	if forgotten, err := AcceptDefinitions(state, "m", []string{"send", "send"}); err != nil || !slices.Equal(forgotten, []string{"send"}) {
		t.Error(forgotten, err)
	}
	if is, err := a.has("m", "send"); is || err != nil {
		t.Error(is, err)
	}
	if shown, _ := a.list(t, "m", "send=2 read=2"); shown != "send" {
		t.Error(shown)
	}
	if forgotten, err := AcceptDefinitions(state, "m", nil); err != nil || !slices.Equal(forgotten, []string{"new", "read", "send"}) {
		t.Error(forgotten, err)
	}
	if shown, v := b.list(t, "m", "send=9 read=9"); shown != "read send" || v.known {
		t.Error(shown, v)
	}
}

// What is only told is taken as it is, and told once.
func TestPinsThatReport(t *testing.T) {
	p := pinsOf(t, DefinitionsReport, "", false)
	p.list(t, "m", "send=1")
	if shown, v := p.list(t, "m", "send=2"); shown != "send" || len(v.changed) != 1 {
		t.Errorf("%s, %+v", shown, v)
	}
	if _, v := p.list(t, "m", "send=2"); len(v.changed) != 0 {
		t.Errorf("%+v", v)
	}
	if shown, v := p.list(t, "m", "send=1"); shown != "send" || len(v.changed) != 1 {
		t.Errorf("what it was is a change, too: %s, %+v", shown, v)
	}
	if off, err := newPins(&Config{Definitions: DefinitionsOff, State: "/nowhere/x.json"}); off != nil || err != nil {
		t.Error(off, err)
	}
}

// A server that lists without end is remembered no further; what has no pin is not shown.
func TestPinsAreBounded(t *testing.T) {
	p := pinsOf(t, DefinitionsQuarantine, "", false)
	long := strings.Repeat("x", maxPinned+1)
	if shown, _ := p.list(t, "m", long+"=1 a=1"); shown != "a" {
		t.Error("a name of any length is pinned")
	}
	var all []definition
	for i := range maxTools + 10 {
		all = append(all, definition{"t" + strings.Repeat("x", i%200) + string(rune('a'+i%26)) + string(rune('a'+i/26%26)) + string(rune('a'+i/676)), ""})
	}
	if _, err := p.check("m", all); err != nil || len(p.memory["m"]) != maxTools {
		t.Errorf("%d pins, %v", len(p.memory["m"]), err)
	}
}

// A file that is damaged stops the gateway, and while it runs its lists.
func TestDamagedPins(t *testing.T) {
	for _, text := range []string{"", "{", `{"version":2}`, `{"version":1,"upstreams":{"m":{"a":"00"}}}`, `{"version":1,"upstreams":{"m":{"a":"` + strings.Repeat("g", 64) + `"}}}`} {
		state := filepath.Join(t.TempDir(), "abc.json")
		p := pinsOf(t, DefinitionsReport, state, false)
		if err := os.WriteFile(pinsPath(state), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := New(Config{Upstreams: map[string]UpstreamConfig{"m": {Command: "m"}}, State: state}); err == nil || !strings.Contains(err.Error(), "abc.definitions.json is damaged: move it away") {
			t.Errorf("%q is taken: %v", text, err)
		}
		if _, err := p.check("m", nil); err == nil {
			t.Errorf("%q is taken by one that runs", text)
		}
	}
}
