package main_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/internal/testutil"
)

// planted are the values in the files, which no model is to read. They are put
// together here, so that the repository holds none.
func planted() (names, values []string) {
	p := testutil.NewPlanter(6)
	for _, v := range [][2]string{
		{"EMAIL", "marie.dubois" + "@" + "example-eu.fr"},
		{"CREDIT_CARD", "5500 0000" + " 0000 0004"},
		{"IBAN", "FR76 3000 6000" + " 0112 3456 7890 189"},
		{"PHONE", "+33 6 12" + " 34 56 78"},
		{"API_KEY", p.GitHub("p")},
	} {
		names, values = append(names, v[0]), append(values, v[1])
	}
	return names, values
}

// plantedFiles hold each planted value in a text, a record, a table and a name.
func plantedFiles() map[string]string {
	_, v := planted()
	record := map[string]any{
		"company": "Acme Corp", "country": "France", "contacts": map[string]any{v[0]: map[string]any{"phone": v[3]}},
		"payment": map[string]any{"card": json.Number(strings.ReplaceAll(v[1], " ", "")), "iban": v[2]},
	}
	b, _ := json.MarshalIndent(record, "", "  ") // strings and numbers always encode
	return map[string]string{
		"notes.txt": "The quarterly report for Acme Corp covers France.\nContact: " + v[0] + "\nCard: " + v[1] +
			"\nIBAN: " + v[2] + "\nPhone: " + v[3] + "\nThe key " + v[4] + " is for deployment.\n",
		"customer.json": string(b), "customers.csv": "company,email,card\nAcme Corp," + v[0] + "," + strings.ReplaceAll(v[1], " ", "-") + "\n",
		v[0] + ".txt": "France\n", "pixel.png": string(pixel),
	}
}

var revisions = []string{"2025-06-18", "2025-11-25"}

var transparent = settings{"sanitize": false, "prefix": "never"}

// The gateway with the sanitizer off, one upstream and no prefix changes nothing
// between the ends of a run, and its client reads what one without a gateway reads.
func TestPeerTransparent(t *testing.T) {
	peers := testutil.FindPeers(t)
	dir := filepath.Join(resolved(t), "work")
	_, values := planted()
	for _, server := range []struct {
		name  string
		argv  []string
		steps []step
	}{
		{"filesystem", peers.Filesystem(dir), filesystemSession(dir, values[0])},
		{"everything", peers.Everything(), everythingSession()},
	} {
		for _, version := range revisions {
			t.Run(server.name+" "+version, func(t *testing.T) {
				capabilities, answers := "{}", map[string]testutil.MCPAnswer(nil)
				if version == "2025-11-25" {
					capabilities = `{"roots":{"listChanged":true}}`
					answers = map[string]testutil.MCPAnswer{"roots/list": func([]byte) []byte {
						return []byte(`{"roots":[{"uri":"file://` + filepath.ToSlash(dir) + `", "name":"work"}]}`)
					}}
				}
				session := func(c *testutil.MCPClient) []testutil.MCPMessage {
					folder(t, dir, plantedFiles())
					c.Initialize(version, capabilities)
					if answers != nil {
						c.Await("roots/list", func(m testutil.MCPMessage) bool { return m.Method == "roots/list" })
					}
					responses := perform(t, c, server.steps)
					c.Close()
					<-c.Ended()
					return responses
				}
				up := recorded(t, server.argv)
				c := through(t, transparent, map[string]upstream{"up": up}, answers)
				got := session(c)
				log, err := testutil.ReadTee(up.tee)
				if err != nil {
					t.Fatal(err)
				}
				for _, d := range differences(c.Transcript(), log, server.steps) {
					t.Error(d)
				}
				want := session(testutil.StartMCPClient(t, nil, answers, server.argv[0], server.argv[1:]...))
				for i, s := range server.steps {
					if !s.varies && !s.own && !sameResponse(got[i], want[i]) {
						t.Errorf("%s: another response than without the gateway", s.name)
					}
					if s.own && (got[i].Error == nil) != (want[i].Error == nil) && !failed(got[i]) {
						t.Errorf("%s: succeeds where it fails without the gateway, or the other way about", s.name)
					}
				}
				if len(log.Calls()) < len(server.steps)/2 {
					t.Error("the tee has hardly seen anything")
				}
			})
		}
	}
}

// failed reports whether a response says that the call failed, by an error or by isError.
func failed(m testutil.MCPMessage) bool {
	return m.Error != nil || strings.Contains(string(m.Result), `"isError":true`)
}

// resolved is a temporary folder under its real path, which servers report.
func resolved(t *testing.T) string {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// The comparison can fail: with a byte changed on the way, or a call made twice.
func TestPeerComparisonCanFail(t *testing.T) {
	peers := testutil.FindPeers(t)
	steps := everythingSession()
	for mode, same := range map[string]bool{"tee": true, "alter": false} {
		dir := t.TempDir()
		command, argv, env := testutil.ServerCommand(t, mode, append([]string{dir}, peers.Everything()...)...)
		var environ []string
		for k, v := range env {
			environ = append(environ, k+"="+v)
		}
		c := testutil.StartMCPClient(t, environ, nil, command, argv...)
		c.Initialize("2025-11-25", "{}")
		perform(t, c, steps)
		c.Close()
		<-c.Ended()
		log, err := testutil.ReadTee(dir)
		if err != nil {
			t.Fatal(err)
		}
		if d := differences(c.Transcript(), log, steps); (len(d) == 0) != same {
			t.Errorf("%s: %d differences: %s", mode, len(d), strings.Join(d, "; "))
		}
		if !same {
			continue
		}
		again := log
		calls := log.Calls()
		again.ToServer = append(slices.Clone(log.ToServer), calls[len(calls)-1].Request.Raw)
		if len(differences(c.Transcript(), again, steps)) != 1 {
			t.Error("a call made twice is not seen")
		}
	}
}

// With the prefix the definitions of tools differ in the name alone.
func TestPeerPrefix(t *testing.T) {
	peers := testutil.FindPeers(t)
	dir := resolved(t)
	for _, sanitize := range []bool{false, true} {
		ups := map[string]upstream{"fs": recorded(t, peers.Filesystem(dir)), "all": recorded(t, peers.Everything())}
		c := through(t, settings{"sanitize": sanitize, "prefix": "always"}, ups, nil)
		c.Initialize("2025-11-25", "{}")
		got := map[string]string{}
		for cursor := ""; ; {
			params := "{}"
			if cursor != "" {
				params = `{"cursor":` + testutil.JSONString(cursor) + `}`
			}
			m := c.Call("tools/list", params)
			for name, raw := range tools(t, m) {
				got[name] = raw
			}
			var page struct{ NextCursor string }
			if err := json.Unmarshal(m.Result, &page); err != nil {
				t.Fatal(err)
			}
			if cursor = page.NextCursor; cursor == "" {
				break
			}
		}
		if m := c.CallTool("all__echo", `{"message":"France"}`); !strings.Contains(string(m.Result), "Echo: France") {
			t.Errorf("a call by its prefixed name: %s", m.Error)
		}
		want := 0
		for up, u := range ups {
			log, err := testutil.ReadTee(u.tee)
			if err != nil {
				t.Fatal(err)
			}
			for _, x := range log.Calls() {
				if x.Request.Method != "tools/list" {
					continue
				}
				all := tools(t, x.Response)
				want += len(all)
				for name, raw := range all {
					prefixed := strings.Replace(raw, `"name":"`+name+`"`, `"name":"`+up+"__"+name+`"`, 1)
					if got[up+"__"+name] != prefixed {
						t.Errorf("sanitize %v: %s of %s differs in more than its name", sanitize, name, up)
					}
				}
				break
			}
		}
		if want < 20 || len(got) != want {
			t.Errorf("sanitize %v: %d tools, the upstreams have %d", sanitize, len(got), want)
		}
	}
}

// tools gives the raw definitions of a page of tools/list by their names.
func tools(t *testing.T, m testutil.MCPMessage) map[string]string {
	t.Helper()
	var page struct{ Tools []json.RawMessage }
	if err := json.Unmarshal(m.Result, &page); err != nil {
		t.Fatalf("tools/list: %v", err)
	}
	all := map[string]string{}
	for _, raw := range page.Tools {
		var tool struct{ Name string }
		if err := json.Unmarshal(raw, &tool); err != nil {
			t.Fatal(err)
		}
		all[tool.Name] = string(raw)
	}
	return all
}

// readPlanted goes through a session over the planted files and gives all that the client saw of it.
func readPlanted(t *testing.T, c *testutil.MCPClient, dir string) (seen string) {
	t.Helper()
	_, values := planted()
	folder(t, dir, plantedFiles())
	c.Initialize("2025-11-25", "{}")
	perform(t, c, filesystemSession(dir, values[0]))
	c.Close()
	<-c.Ended()
	var b strings.Builder
	for _, frame := range c.Transcript().ToClient {
		b.Write(frame)
		b.WriteByte('\n')
	}
	return b.String() + c.Stderr()
}

// Protecting, no planted value is in what the client read, nor in what the gateway
// said; what identifies nobody is.
func TestPeerProtecting(t *testing.T) {
	peers := testutil.FindPeers(t)
	dir := filepath.Join(resolved(t), "work")
	c := through(t, settings{"prefix": "never"}, map[string]upstream{"fs": {argv: peers.Filesystem(dir)}}, nil)
	seen := readPlanted(t, c, dir)
	names, values := planted()
	for _, i := range testutil.Leaked(seen, values) {
		t.Errorf("%s is seen", names[i])
	}
	for _, kept := range []string{"France", "Acme Corp", "quarterly report", "ENOENT", "outside"} {
		if !strings.Contains(seen, kept) {
			t.Errorf("%s is gone", kept)
		}
	}
	for _, name := range names {
		if !regexp.MustCompile(`\[` + name + `_[0-9]+\]`).MatchString(seen) {
			t.Errorf("there is no stand-in for %s", name)
		}
	}
}

// The companion of TestPeerProtecting: unprotected, every planted value is seen, also without the gateway.
func TestPeerUnprotected(t *testing.T) {
	peers := testutil.FindPeers(t)
	dir := filepath.Join(resolved(t), "work")
	_, values := planted()
	argv := peers.Filesystem(dir)
	t.Run("direct", func(t *testing.T) {
		c := testutil.StartMCPClient(t, nil, nil, argv[0], argv[1:]...)
		if l := testutil.Leaked(readPlanted(t, c, dir), values); len(l) != len(values) {
			t.Errorf("%d of %d planted values are seen", len(l), len(values))
		}
	})
	t.Run("sanitizer off", func(t *testing.T) {
		c := through(t, transparent, map[string]upstream{"fs": {argv: argv}}, nil)
		if l := testutil.Leaked(readPlanted(t, c, dir), values); len(l) != len(values) {
			t.Errorf("%d of %d planted values are seen", len(l), len(values))
		}
	})
}

// What the model writes with a token is on disk with the value. Read from disk:
// read through the gateway, restored and never restored look the same.
func TestPeerWriteReachesDisk(t *testing.T) {
	peers := testutil.FindPeers(t)
	dir := filepath.Join(resolved(t), "work")
	folder(t, dir, plantedFiles())
	_, values := planted()
	c := through(t, settings{"prefix": "never"}, map[string]upstream{"fs": {argv: peers.Filesystem(dir)}}, nil)
	c.Initialize("2025-11-25", "{}")
	path := func(name string) string { return testutil.JSONString(filepath.Join(dir, name)) }
	if m := c.CallTool("read_text_file", `{"path":`+path("notes.txt")+`}`); !strings.Contains(string(m.Result), "Contact: [EMAIL_0]") {
		t.Fatal("the address is not [EMAIL_0]")
	}
	if m := c.CallTool("write_file", `{"path":`+path("reply.txt")+`,"content":"Contact: [EMAIL_0]"}`); m.Error != nil || failed(m) {
		t.Fatal("the file was not written")
	}
	on, err := os.ReadFile(filepath.Join(dir, "reply.txt"))
	if err != nil || string(on) != "Contact: "+values[0] {
		t.Errorf("on disk there are %d bytes, not the address: %v", len(on), err)
	}

	// A token in a path, of a file that is there and of one that is not.
	if m := c.CallTool("read_text_file", `{"path":`+path("[EMAIL_0].txt")+`}`); failed(m) || !strings.Contains(string(m.Result), "France") {
		t.Error("a file with the address in its name cannot be read by the token")
	}
	m := c.CallTool("read_text_file", `{"path":`+path("missing [EMAIL_0].txt")+`}`)
	if !failed(m) || !strings.Contains(string(m.Raw), "missing [EMAIL_0].txt") || len(testutil.Leaked(string(m.Raw), values)) > 0 {
		t.Error("the error of a failed read does not name the token's path, or leaks")
	}
}

// customer writes the record of customers.mjs and gives its file.
func customer(t *testing.T, email string) string {
	t.Helper()
	_, v := planted()
	plain := strings.NewReplacer(" ", "")
	b, _ := json.Marshal(map[string]any{ // strings and numbers always encode
		"email": email, "phone": plain.Replace(v[3]), "account": plain.Replace(v[2]), "card": json.Number(plain.Replace(v[1])),
		"note": "Acme Corp, quarterly report", "country": "France", "kind": "customer", "contacts": []string{email},
	})
	path := filepath.Join(t.TempDir(), "customer.json")
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// The TypeScript SDK's client holds structuredContent to the tool's outputSchema: it
// takes what the gateway put in the place of an address, a number, a pattern.
func TestPeerTypeScriptClient(t *testing.T) {
	peers := testutil.FindPeers(t)
	_, values := planted()
	server := peers.Script("customers.mjs", customer(t, values[0]))

	through := func(t *testing.T, env []string, to ...string) {
		stdout, stderr, err := run(t, env, peers.Script("client.mjs", append([]string{"crm__customer", "{}"}, to...)...))
		if err != nil {
			t.Fatalf("%v: %s", err, stderr)
		}
		if l := testutil.Leaked(stdout+stderr, values); len(l) > 0 {
			t.Errorf("planted values %v are seen", l)
		}
		for _, kept := range []string{"Acme Corp, quarterly report", `"country":"France"`, `"kind":"customer"`, `"crm__customer"`} {
			if !strings.Contains(stdout, kept) {
				t.Errorf("%s is gone", kept)
			}
		}
	}
	t.Run("through the gateway", func(t *testing.T) {
		argv, env := config(t, settings{"prefix": "always"}, map[string]upstream{"crm": {argv: server}})
		through(t, env, argv...)
	})
	t.Run("over HTTP", func(t *testing.T) {
		url, _ := listening(t, settings{"prefix": "always"}, map[string]upstream{"crm": {argv: server}})
		through(t, nil, url)
	})
	t.Run("a token where the schema wants an address", func(t *testing.T) { // the companion: the client does look
		bad := peers.Script("customers.mjs", customer(t, "[EMAIL_0]"))
		if _, stderr, err := run(t, nil, peers.Script("client.mjs", append([]string{"customer", "{}"}, bad...)...)); err == nil || !strings.Contains(stderr, "output schema") {
			t.Errorf("the client takes it: %v", err)
		}
	})
	t.Run("direct", func(t *testing.T) {
		stdout, stderr, err := run(t, nil, peers.Script("client.mjs", append([]string{"customer", "{}"}, server...)...))
		if err != nil || len(testutil.Leaked(stdout, values)) != 4 {
			t.Errorf("%v: %s", err, stderr)
		}
	})
}

// Tasks both ways, with a server and a client of others: a call that is a task and asks a person
// on its way, and questions that the client makes tasks of. What the client gets is what it gets
// without a gateway, but for values and ids.
func TestPeerTasks(t *testing.T) {
	peers := testutil.FindPeers(t)
	_, values := planted()
	ids := regexp.MustCompile(`(taskId[^0-9A-Za-z]+|Task created: )[0-9A-Za-z]+`)
	got := func(t *testing.T, env []string, to ...string) string {
		stdout, stderr, err := run(t, env, peers.Script("tasks.mjs", append([]string{"python of " + values[0]}, to...)...))
		if err != nil {
			t.Fatalf("%v: %s", err, stderr)
		}
		return ids.ReplaceAllString(stdout, "${1}ID")
	}
	direct := got(t, nil, peers.Everything()...)
	if !strings.Contains(direct, `"seen":["elicitation/create","sampling/createMessage","elicitation/create"]`) || strings.Count(direct, "[COMPLETED]") != 2 || !strings.Contains(direct, values[0]) {
		t.Fatal("the server alone does not do what this test is about")
	}
	want := strings.ReplaceAll(direct, values[0], "[EMAIL]")
	check := func(t *testing.T, out string) {
		if len(testutil.Leaked(out, values)) > 0 {
			t.Error("planted values are seen")
		}
		if out := regexp.MustCompile(`\[EMAIL_[0-9]+\]`).ReplaceAllString(out, "[EMAIL]"); out != want {
			t.Errorf("got  %s\nwant %s", out, want)
		}
	}
	ups := map[string]upstream{"all": {argv: peers.Everything()}}
	t.Run("over a pipe", func(t *testing.T) {
		argv, env := config(t, settings{}, ups)
		check(t, got(t, env, argv...))
	})
	t.Run("over HTTP", func(t *testing.T) {
		url, _ := listening(t, settings{}, ups)
		check(t, got(t, nil, url))
	})
}

// The inspector, as a person runs it from a shell.
func TestPeerInspector(t *testing.T) {
	peers := testutil.FindPeers(t)
	argv, env := config(t, settings{"prefix": "always"}, map[string]upstream{"all": {argv: peers.Everything()}})
	file := filepath.Join(t.TempDir(), "mcp.json")
	// The inspector hands on hardly anything of its environment, so ours stands in the entry.
	b, _ := json.Marshal(map[string]any{"mcpServers": map[string]any{"cloak": map[string]any{"command": argv[0], "args": argv[1:], "env": variables(env)}}})
	if err := os.WriteFile(file, b, 0o600); err != nil {
		t.Fatal(err)
	}
	url, _ := listening(t, settings{"prefix": "always"}, map[string]upstream{"all": {argv: peers.Everything()}})
	for _, test := range []struct {
		name, want string
		to         []string
	}{
		{"tools/list", `"all__get-structured-content"`, []string{"--config", file, "--server", "cloak"}},
		{"tools/call", "Echo: [EMAIL_", []string{"--config", file, "--server", "cloak"}},
		{"tools/list", `"all__get-structured-content"`, []string{"--transport", "http", "--server-url", url}},
		{"tools/call", "Echo: [EMAIL_", []string{"--transport", "http", "--server-url", url}},
	} {
		t.Run(test.name+" "+test.to[0], func(t *testing.T) {
			args := append(test.to, "--method", test.name)
			if test.name == "tools/call" {
				_, values := planted()
				args = append(args, "--tool-name", "all__echo", "--tool-arg", "message="+values[0])
			}
			stdout, stderr, err := run(t, env, peers.Inspector(args...))
			if err != nil || !strings.Contains(stdout, test.want) {
				t.Errorf("%v: %s", err, stderr)
			}
		})
	}
}

// variables are an environment as configs write it.
func variables(env []string) map[string]string {
	m := map[string]string{}
	for _, v := range env {
		name, value, _ := strings.Cut(v, "=")
		m[name] = value
	}
	return m
}
