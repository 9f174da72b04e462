package mcpproxy

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// lines plays what is said on a stage.
func (s *stage) lines(text string) {
	s.t.Helper()
	n := 0
	for line := range strings.Lines(text) {
		if n++; strings.TrimSpace(line) != "" {
			s.play(n, strings.TrimSpace(line))
		}
	}
}

// ended ends the session of a stage.
func (s *stage) ended() {
	s.client.close()
	<-s.served
	s.served <- nil // for who ends the stage
}

const (
	introduction = `c> {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}
`
	aboutFS = `{"protocolVersion":"2025-11-25","capabilities":{"tools":{"listChanged":true},"prompts":{}},"serverInfo":{"name":"fs","version":"1"},"instructions":"reads"}`
)

// A handshake is answered from what the session before has seen, and so is a list, before the
// server has said a word. What is others then is told, and nothing else.
func TestCatalogueAnswersTheHandshake(t *testing.T) {
	state := filepath.Join(t.TempDir(), "gateway", "x.json")
	cfg := Config{Upstreams: map[string]UpstreamConfig{"fs": {Command: "fs"}}, State: state}
	tools := `{"tools":[{"name":"read","inputSchema":{}}],"_meta":{"x":1}}`
	first := newStage(t, cfg)
	first.lines(introduction + `fs!start
fs< {…}
c> {"jsonrpc":"2.0","id":2,"method":"ping"}
c< {"jsonrpc":"2.0","id":2,"result":{}}
fs> {"jsonrpc":"2.0","id":1,"result":` + aboutFS + `}
c< {"jsonrpc":"2.0","id":1,"result":{…"instructions":"reads"}}
c> {"jsonrpc":"2.0","method":"notifications/initialized"}
fs< {…}
c> {"jsonrpc":"2.0","id":3,"method":"tools/list"}
fs< {"jsonrpc":"2.0","id":2,"method":"tools/list"}
fs> {"jsonrpc":"2.0","id":2,"result":` + tools + `}
c< {"jsonrpc":"2.0","id":3,"result":` + strings.Replace(tools, `"read"`, `"fs__read"`, 1) + `}
c> {"jsonrpc":"2.0","id":4,"method":"prompts/list"}
fs< {"jsonrpc":"2.0","id":3,"method":"prompts/list"}
fs> {"jsonrpc":"2.0","id":3,"result":{"prompts":[{"name":"p"}],"nextCursor":"n"}}
c< {"jsonrpc":"2.0","id":4,"result":{"prompts":[{"name":"fs__p"}],"nextCursor":"‹1›"}}`)
	first.ended()

	for name, now := range map[string]string{"the same": tools, "another": `{"tools":[]}`} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t, cfg)
			s.lines(introduction + `fs!start
c< {"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{"prompts":{},"tools":{"listChanged":true}},"serverInfo":{…},"instructions":"reads"}}
c> {"jsonrpc":"2.0","method":"notifications/initialized"}
c> {"jsonrpc":"2.0","id":2,"method":"tools/list"}
c< {"jsonrpc":"2.0","id":2,"result":` + strings.Replace(tools, `"read"`, `"fs__read"`, 1) + `}
fs< {…"method":"initialize"…}
fs> {"jsonrpc":"2.0","id":1,"result":` + aboutFS + `}
fs< {"jsonrpc":"2.0","method":"notifications/initialized"}
fs< {"jsonrpc":"2.0","id":2,"method":"tools/list",…}
fs> {"jsonrpc":"2.0","id":2,"result":` + now + `}`)
			if now != tools {
				s.lines(`c< {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`)
			}
			s.lines(`c> {"jsonrpc":"2.0","id":3,"method":"tools/list"}
fs< {"jsonrpc":"2.0","id":3,"method":"tools/list"}
fs> {"jsonrpc":"2.0","id":3,"result":` + tools + `}
c< {"jsonrpc":"2.0","id":3,…}`)
			s.ended()
		})
	}
	t.Run("a server that does not come", func(t *testing.T) {
		s := newStage(t, cfg)
		s.lines(introduction + `fs!start
c< {"jsonrpc":"2.0","id":1,"result":{…}}
fs< {…}
fs!end
log is not there
c> {"jsonrpc":"2.0","id":2,"method":"tools/list"}
c< {"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"fs__read",…}`)
		s.ended()
	})
	t.Run("started otherwise", func(t *testing.T) {
		other := cfg
		other.Upstreams = map[string]UpstreamConfig{"fs": {Command: "fs", Args: []string{"x"}}}
		s := newStage(t, other)
		s.lines(introduction + `fs!start
fs< {…}
c> {"jsonrpc":"2.0","id":2,"method":"ping"}
c< {"jsonrpc":"2.0","id":2,"result":{}}
fs> {"jsonrpc":"2.0","id":1,"result":` + aboutFS + `}
c< {"jsonrpc":"2.0","id":1,…}`)
		s.ended()
	})
	t.Run("a damaged file", func(t *testing.T) {
		for _, text := range []string{"{", `{"version":1,"servers":{"fs":[null,{"from":"x"},{"version":"1","capabilities":{},"lists":{"tools":{"tools":1}}}]}}`} {
			if err := os.WriteFile(cataloguePath(state), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			if c := openCatalogue(cataloguePath(state)); len(c.servers["fs"]) > 0 {
				t.Error("it is used")
			}
		}
	})
}

// What a value is found in is not written: the next process waits for that server.
func TestCatalogueHoldsNoValues(t *testing.T) {
	for name, result := range map[string][2]string{
		"in the instructions": {strings.Replace(aboutFS, "reads", "ask ann.lee@corp.com", 1), `{"tools":[]}`},
		"in a definition":     {aboutFS, `{"tools":[{"name":"read","description":"for ann.lee@corp.com"}]}`},
		"in the server":       {strings.Replace(aboutFS, `"name":"fs"`, `"name":"ann.lee@corp.com"`, 1), `{"tools":[]}`},
		"nowhere":             {aboutFS, `{"tools":[]}`},
	} {
		t.Run(name, func(t *testing.T) {
			cfg := Config{Upstreams: map[string]UpstreamConfig{"fs": {Command: "fs"}}, State: filepath.Join(t.TempDir(), "x.json")}
			s := newStage(t, cfg)
			s.lines(introduction + `fs!start
fs< {…}
fs> {"jsonrpc":"2.0","id":1,"result":` + result[0] + `}
c< {…}
c> {"jsonrpc":"2.0","id":3,"method":"tools/list"}
fs< {…}
fs> {"jsonrpc":"2.0","id":2,"result":` + result[1] + `}
c< {…}`)
			s.ended()
			b, err := os.ReadFile(cataloguePath(cfg.State))
			if err != nil || strings.Contains(string(b), "ann.lee") {
				t.Fatalf("%v: the file holds a value, or is not there", err)
			}
			if has := len(readCatalogue(cataloguePath(cfg.State))["fs"]) > 0; has != (name == "nowhere") {
				t.Errorf("what is known is on disk: %v", has)
			}
			if len(s.p.catalogue.servers["fs"]) != 1 { // this process knows it
				t.Error("it is not known at all")
			}
		})
	}
}

// A client does not wait for an upstream of which nothing is known for longer than it would
// itself, and is told when that is there.
func TestHandshakePatience(t *testing.T) {
	s := newStage(t, Config{Upstreams: map[string]UpstreamConfig{"fs": {Command: "fs"}}})
	s.lines(introduction + `fs!start
fs< {…}
clock 6s
c< {"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{"listChanged":true}},…}}
c> {"jsonrpc":"2.0","method":"notifications/initialized"}
c> {"jsonrpc":"2.0","id":2,"method":"tools/list"}
fs> {"jsonrpc":"2.0","id":1,"result":` + aboutFS + `}
fs< {"jsonrpc":"2.0","method":"notifications/initialized"}
c< {"jsonrpc":"2.0","method":"notifications/prompts/list_changed"}
c< {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}
fs< {"jsonrpc":"2.0","id":2,"method":"tools/list"}`)
}

// A server is told nothing before it has answered initialize, and then what it has missed; when
// it begins again, too.
func TestNothingComesBeforeInitialize(t *testing.T) {
	s := newStage(t, Config{Upstreams: map[string]UpstreamConfig{"fs": {Command: "fs"}}})
	about := `{"protocolVersion":"2025-11-25","capabilities":{"logging":{}}}`
	s.lines(introduction + `fs!start
fs< {…"method":"initialize"…}
clock 6s
c< {"jsonrpc":"2.0","id":1,"result":{…}}
c> {"jsonrpc":"2.0","method":"notifications/initialized"}
c> {"jsonrpc":"2.0","method":"notifications/roots/list_changed"}
c> {"jsonrpc":"2.0","id":2,"method":"logging/setLevel","params":{"level":"debug"}}
c< {"jsonrpc":"2.0","id":2,"result":{}}
fs> {"jsonrpc":"2.0","id":1,"result":` + about + `}
fs< {"jsonrpc":"2.0","method":"notifications/initialized"}
fs< {"jsonrpc":"2.0","id":2,"method":"logging/setLevel","params":{"level":"debug"}}
fs> {"jsonrpc":"2.0","id":2,"result":{}}
c> {"jsonrpc":"2.0","method":"notifications/roots/list_changed"}
fs< {"jsonrpc":"2.0","method":"notifications/roots/list_changed"}
fs!end
log has ended
c> {"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"fs__x"}}
clock 2s
fs!start
fs< {…"method":"initialize"…}
fs> {"jsonrpc":"2.0","id":3,"result":` + about + `}
fs< {"jsonrpc":"2.0","method":"notifications/initialized"}
fs< {"jsonrpc":"2.0","id":4,"method":"logging/setLevel","params":{"level":"debug"}}`)
}

// In quarantine a list is compared before it is shown, also at the beginning.
func TestCatalogueAndQuarantine(t *testing.T) {
	cfg := Config{Upstreams: map[string]UpstreamConfig{"fs": {Command: "fs"}}, State: filepath.Join(t.TempDir(), "x.json"), Definitions: DefinitionsQuarantine}
	for round, tools := range []string{`[{"name":"read","description":"reads"}]`, `[{"name":"read","description":"reads, and sends"}]`} {
		s := newStage(t, cfg)
		shown := strings.Replace(tools, `"read"`, `"fs__read"`, 1)
		if round > 0 {
			shown = "[]"
		}
		s.lines(introduction + `fs!start
fs< {…}
fs> {"jsonrpc":"2.0","id":1,"result":` + aboutFS + `}
c< {…}
c> {"jsonrpc":"2.0","id":3,"method":"tools/list"}
fs< {…}
fs> {"jsonrpc":"2.0","id":2,"result":{"tools":` + tools + `}}
c< {"jsonrpc":"2.0","id":3,"result":{"tools":` + shown + `}}`)
		s.ended()
	}
}

// The newest list of a kind is what is known, whichever is kept last, and one kind does not undo
// another.
func TestCatalogueKeepsTheNewest(t *testing.T) {
	p := protecting(t, Config{})
	l := p.session(t.Context(), nil).all()[0]
	h := &hello{version: "2025-11-25"}
	a := about{version: "2025-11-25"}
	for _, x := range []struct {
		kind   string
		n      int
		result string
	}{{"tools", 3, `{"tools":[3]}`}, {"prompts", 2, `{"prompts":[2]}`}, {"tools", 1, `{"tools":[1]}`}} {
		if err := l.keep(h, a, x.kind, x.n, []byte(x.result)); err != nil {
			t.Fatal(err)
		}
	}
	x := p.catalogue.find("fs", l.from(h))
	if string(x.Lists["tools"]) != `{"tools":[3]}` || string(x.Lists["prompts"]) != `{"prompts":[2]}` {
		t.Errorf("known are %s and %s", x.Lists["tools"], x.Lists["prompts"])
	}
}

// A list from the catalogue is compared with no pin: what is pinned may be newer by another
// gateway's doing, and what was true once is no change.
func TestCatalogueIsNotPinned(t *testing.T) {
	cfg := Config{Upstreams: map[string]UpstreamConfig{"fs": {Command: "fs"}}, State: filepath.Join(t.TempDir(), "x.json")}
	const old, now = `{"tools":[{"name":"read","description":"reads"}]}`, `{"tools":[{"name":"read","description":"reads all"}]}`
	first := newStage(t, cfg)
	first.lines(introduction + `fs!start
fs< {…}
fs> {"jsonrpc":"2.0","id":1,"result":` + aboutFS + `}
c< {…}
c> {"jsonrpc":"2.0","id":3,"method":"tools/list"}
fs< {…}
fs> {"jsonrpc":"2.0","id":2,"result":` + old + `}
c< {…}`)
	first.ended()
	s := newStage(t, cfg)
	raw := []byte(now)
	if _, err := s.p.pins().check("fs", []definition{{"read", definitionHash(raw[len(`{"tools":[`) : len(raw)-len(`]}`)])}}); err != nil { // another gateway's
		t.Fatal(err)
	}
	s.lines(introduction + `fs!start
c< {"jsonrpc":"2.0","id":1,…}
c> {"jsonrpc":"2.0","id":2,"method":"tools/list"}
c< {"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"fs__read","description":"reads"}]}}
c> {"jsonrpc":"2.0","method":"notifications/initialized"}
fs< {…}
fs> {"jsonrpc":"2.0","id":1,"result":` + aboutFS + `}
fs< {"jsonrpc":"2.0","method":"notifications/initialized"}
fs< {"jsonrpc":"2.0","id":2,"method":"tools/list",…}
fs> {"jsonrpc":"2.0","id":2,"result":` + now + `}
c< {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}
nolog the definition of a tool has changed`)
}
