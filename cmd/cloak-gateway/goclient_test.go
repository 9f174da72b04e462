package main_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/seed-052fbf24/cloak/internal/testutil"
)

// goSession connects go-sdk's client to a command under a tee.
func goSession(t *testing.T, env, argv []string) (*mcp.ClientSession, string) {
	t.Helper()
	dir := t.TempDir()
	command, args, mode := testutil.ServerCommand(t, "tee", append([]string{dir}, argv...)...)
	cmd := exec.Command(command, args...)
	cmd.Env = append(os.Environ(), env...)
	for k, v := range mode {
		cmd.Env = append(cmd.Env, k+"="+v)
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "peer", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.CommandTransport{Command: cmd}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() }) // it may say how the server ended
	return session, dir
}

// A modern client asks for server/discover first. It falls back to initialize, and
// gets on: with a server that knows no better, and with the gateway.
func TestPeerGoClient(t *testing.T) {
	peers := testutil.FindPeers(t)
	_, values := planted()
	for _, test := range []struct {
		name, prefix, echoed string
		argv                 func(t *testing.T) (argv, env []string)
	}{
		{"direct", "", "Echo: " + values[0], func(*testing.T) ([]string, []string) { return peers.Everything(), nil }},
		{"through the gateway", "all__", "Echo: [EMAIL_0]", func(t *testing.T) ([]string, []string) {
			return config(t, settings{}, map[string]upstream{"all": {argv: peers.Everything()}})
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			argv, env := test.argv(t)
			session, dir := goSession(t, env, argv)
			if v := session.InitializeResult().ProtocolVersion; v != "2025-11-25" {
				t.Errorf("it speaks %s", v)
			}
			n, found := 0, false
			for tool, err := range session.Tools(t.Context(), nil) {
				if err != nil {
					t.Fatal(err)
				}
				n++
				found = found || tool.Name == test.prefix+"get-structured-content" && tool.OutputSchema != nil
			}
			if n < 10 || !found {
				t.Errorf("%d tools; get-structured-content with its schema: %v", n, found)
			}
			for tool, want := range map[string]struct {
				args map[string]any
				text string
			}{
				"echo":    {map[string]any{"message": values[0]}, test.echoed},
				"get-sum": {map[string]any{"a": 2, "b": 40}, "42"},
			} {
				r, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: test.prefix + tool, Arguments: want.args})
				if err != nil || r.IsError || len(r.Content) != 1 {
					t.Fatalf("%s: %v", tool, err)
				}
				if text, ok := r.Content[0].(*mcp.TextContent); !ok || !strings.Contains(text.Text, want.text) {
					t.Errorf("%s: another text", tool)
				}
			}
			p, err := session.GetPrompt(t.Context(), &mcp.GetPromptParams{Name: test.prefix + "args-prompt", Arguments: map[string]string{"city": "Paris", "state": "France"}})
			if err != nil || len(p.Messages) != 1 {
				t.Errorf("prompts/get: %v", err)
			}
			r, err := session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "demo://resource/static/document/features.md"})
			if err != nil || len(r.Contents) != 1 || r.Contents[0].URI != "demo://resource/static/document/features.md" {
				t.Errorf("resources/read: %v", err)
			}
			log, err := testutil.ReadTee(dir)
			if err != nil {
				t.Fatal(err)
			}
			calls := log.Calls()
			if len(calls) < 2 || calls[0].Request.Method != "server/discover" || calls[0].Response.Error == nil || calls[1].Request.Method != "initialize" {
				t.Error("it did not ask for server/discover first and then for initialize")
			}
		})
	}
}
