package main_test

import (
	"encoding/base64"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/internal/testutil"
)

// A step is one request of a session.
type step struct {
	name, method, params string
	own                  bool   // the gateway may answer it without the upstream
	varies               bool   // the answer holds a time, or the environment, so another run has another
	await                string // a notification that comes of it
}

func call(name, tool, args string) step {
	return step{name: name, method: "tools/call", params: `{"name":` + testutil.JSONString(tool) + `,"arguments":` + args + `}`}
}

// folder fills a folder anew with the files that sessions read, and what is in them.
func folder(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "sub"), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// filesystemSession is what a client does with server-filesystem. Secret stands in
// the name of a file that is not there.
func filesystemSession(dir, secret string) []step {
	p := func(name string) string { return testutil.JSONString(filepath.Join(dir, name)) }
	return []step{
		{name: "ping", method: "ping", own: true},
		{name: "tools", method: "tools/list"},
		call("read", "read_text_file", `{"path":`+p("notes.txt")+`}`),
		call("head", "read_text_file", `{"path":`+p("notes.txt")+`, "head": 1}`),
		call("JSON", "read_text_file", `{"path":`+p("customer.json")+`}`),
		call("CSV", "read_text_file", `{"path":`+p("customers.csv")+`}`),
		call("several", "read_multiple_files", `{"paths":[`+p("notes.txt")+`,`+p(secret+".missing")+`]}`),
		call("media", "read_media_file", `{"path":`+p("pixel.png")+`}`),
		call("missing", "read_text_file", `{"path":`+p(secret+".missing")+`}`),
		call("outside", "read_text_file", `{"path":"/outside/`+secret+`"}`),
		call("list", "list_directory", `{"path":`+p("")+`}`),
		call("sizes", "list_directory_with_sizes", `{"path":`+p("")+`}`),
		call("tree", "directory_tree", `{"path":`+p("")+`}`),
		call("search", "search_files", `{"path":`+p("")+`,"pattern":"*.fr.txt"}`),
		call("write", "write_file", `{"path":`+p("out.txt")+`,"content":"one \u00e9\ntwo\n"}`),
		call("edit", "edit_file", `{"path":`+p("notes.txt")+`,"edits":[{"oldText":"France","newText":"France and Acme Corp"}]}`),
		call("move", "move_file", `{"source":`+p("out.txt")+`,"destination":`+p("sub/out.txt")+`}`),
		call("make", "create_directory", `{"path":`+p("sub/more")+`}`),
		{name: "info", method: "tools/call", params: `{"name":"get_file_info","arguments":{"path":` + p("notes.txt") + `}}`, varies: true},
		call("allowed", "list_allowed_directories", `{}`),
		call("wrong type", "read_text_file", `{"path":7}`),
		{name: "no tool", method: "tools/call", params: `{"name":"nothing_here","arguments":{}}`, own: true},
	}
}

// everythingSession is what a client does with server-everything.
func everythingSession() []step {
	return []step{
		{name: "tools", method: "tools/list", varies: true}, // some come when the roots are known
		{name: "prompts", method: "prompts/list"},
		{name: "resources", method: "resources/list"},
		{name: "templates", method: "resources/templates/list"},
		{name: "log level", method: "logging/setLevel", params: `{"level":"debug"}`},
		{name: "ping", method: "ping", own: true},
		{name: "prompt", method: "prompts/get", params: `{"name":"simple-prompt"}`},
		{name: "prompt with arguments", method: "prompts/get", params: `{"name":"args-prompt","arguments":{"city":"Paris", "state":"France"}}`},
		{name: "prompt without its argument", method: "prompts/get", params: `{"name":"args-prompt","arguments":{}}`},
		{name: "prompt with a resource", method: "prompts/get", params: `{"name":"resource-prompt","arguments":{"resourceType":"Text","resourceId":"1"}}`, varies: true},
		{name: "no prompt", method: "prompts/get", params: `{"name":"nothing-here"}`, own: true},
		{name: "resource", method: "resources/read", params: `{"uri":"demo://resource/static/document/features.md"}`},
		{name: "text of a template", method: "resources/read", params: `{"uri":"demo://resource/dynamic/text/1"}`, varies: true},
		{name: "blob of a template", method: "resources/read", params: `{"uri":"demo://resource/dynamic/blob/2"}`, varies: true},
		{name: "no resource", method: "resources/read", params: `{"uri":"demo://resource/nothing"}`, own: true},
		{name: "completion", method: "completion/complete", params: `{"ref":{"type":"ref/prompt","name":"completable-prompt"},"argument":{"name":"name","value":""},"context":{"arguments":{"department":"Sales"}}}`},
		{name: "completion of a template", method: "completion/complete", params: `{"ref":{"type":"ref/resource","uri":"demo://resource/dynamic/text/{resourceId}"},"argument":{"name":"resourceId","value":"1"}}`},
		call("echo", "echo", `{"message":"The quarterly report, \u00e9\u4e2d"}`),
		call("sum", "get-sum", `{"a":2,"b":40.5}`),
		call("sum of no numbers", "get-sum", `{"a":"two","b":true}`),
		call("structured", "get-structured-content", `{"location":"Chicago"}`),
		call("annotated", "get-annotated-message", `{"messageType":"error","includeImage":true}`),
		call("links", "get-resource-links", `{"count":3}`),
		{name: "reference", method: "tools/call", params: `{"name":"get-resource-reference","arguments":{"resourceType":"Blob","resourceId":3}}`, varies: true},
		call("image", "get-tiny-image", `{}`),
		call("gzip", "gzip-file-as-resource", `{"name":"a.gz","data":"data:text/plain,France","outputType":"resource"}`),
		{name: "environment", method: "tools/call", params: `{"name":"get-env","arguments":{}}`, varies: true},
		{name: "progress", method: "tools/call", params: `{"name":"trigger-long-running-operation","arguments":{"duration":0.02,"steps":2},"_meta":{"progressToken":"p\u0031"}}`, await: "notifications/progress"},
		{name: "subscribe", method: "resources/subscribe", params: `{"uri":"demo://resource/static/document/features.md"}`},
		{name: "updates", method: "tools/call", params: `{"name":"toggle-subscriber-updates","arguments":{}}`, await: "notifications/resources/updated"},
		call("no updates", "toggle-subscriber-updates", `{}`),
		{name: "unsubscribe", method: "resources/unsubscribe", params: `{"uri":"demo://resource/static/document/features.md"}`},
		{name: "logging", method: "tools/call", params: `{"name":"toggle-simulated-logging","arguments":{}}`, await: "notifications/message"},
		call("no logging", "toggle-simulated-logging", `{}`),
	}
}

// perform goes through a session and gives the response to each step.
func perform(t *testing.T, c *testutil.MCPClient, steps []step) (responses []testutil.MCPMessage) {
	t.Helper()
	for _, s := range steps {
		responses = append(responses, c.Call(s.method, s.params))
		if s.await != "" {
			c.Await(s.await+" after "+s.name, func(m testutil.MCPMessage) bool { return m.Method == s.await })
		}
	}
	return responses
}

// progressToken is the one thing in params and results that is ours to change.
var progressToken = regexp.MustCompile(`"progressToken":("(?:[^"\\]|\\.)*"|[0-9]+)`)

func sameButToken(a, b []byte) bool {
	norm := func(x []byte) string { return string(progressToken.ReplaceAll(x, []byte(`"progressToken":0`))) }
	return norm(a) == norm(b)
}

// sameResponse compares what a caller is told: bytes of the result, or of the error.
func sameResponse(a, b testutil.MCPMessage) bool {
	return string(a.Result) == string(b.Result) && string(a.Error) == string(b.Error)
}

// differences compares the two ends of one run through a gateway that is to change
// nothing: each request with what the upstream read, each response and notification
// with what it wrote. What may differ: ids; initialize and ping, which are the
// gateway's own; steps that it may answer itself; progress tokens; list_changed,
// which it may join; what it asks the upstream on its own account, tools aside.
func differences(client, server testutil.MCPTranscript, steps []step) (all []string) {
	ownParams := map[string]bool{}
	for _, s := range steps {
		if s.own {
			ownParams[s.method+s.params] = true
		}
	}
	theirs := server.Calls()
	for _, mine := range client.Calls() {
		m := mine.Request
		if m.Method == "initialize" || m.Method == "ping" {
			continue
		}
		same := func(x testutil.MCPExchange) bool {
			return x.Request.Method == m.Method && sameButToken(x.Request.Params, m.Params)
		}
		i := slices.IndexFunc(theirs, func(x testutil.MCPExchange) bool { return same(x) && sameResponse(x.Response, mine.Response) })
		switch {
		case i >= 0:
			theirs = slices.Delete(theirs, i, i+1)
		case slices.ContainsFunc(theirs, same):
			all = append(all, m.Method+" with id "+string(m.ID)+": the response is not what the upstream wrote")
		case !ownParams[m.Method+string(m.Params)]:
			all = append(all, m.Method+" with id "+string(m.ID)+": the params are not what the upstream read")
		}
	}
	for _, x := range theirs {
		if x.Request.Method == "tools/call" {
			all = append(all, "a tool was called that nobody asked for, or twice")
		}
	}
	written := server.Notes()
	for _, n := range client.Notes() {
		if strings.HasSuffix(n.Method, "list_changed") {
			continue
		}
		i := slices.IndexFunc(written, func(w testutil.MCPMessage) bool {
			return w.Method == n.Method && sameButToken(w.Params, n.Params)
		})
		if i < 0 {
			all = append(all, n.Method+": the params are not what the upstream wrote")
			continue
		}
		written = slices.Delete(written, i, i+1)
	}
	for _, w := range written {
		if w.Method == "notifications/progress" {
			all = append(all, "a progress notification was lost")
		}
	}
	mine := client.Asks()
	for _, x := range server.Asks() {
		if x.Request.Method != "ping" && !slices.ContainsFunc(mine, func(m testutil.MCPExchange) bool {
			return m.Request.Method == x.Request.Method && sameResponse(m.Response, x.Response)
		}) {
			all = append(all, x.Request.Method+": the upstream did not read the client's answer")
		}
	}
	return all
}

// pixel is a PNG of one point.
var pixel, _ = base64.StdEncoding.DecodeString("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")
