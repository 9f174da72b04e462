package main_test

import (
	"bufio"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// listening starts the gateway over HTTP, and gives the URL that it tells.
func listening(t testing.TB, s settings, ups map[string]upstream) (url string, cmd *exec.Cmd) {
	t.Helper()
	argv, env := config(t, s, ups)
	cmd = exec.Command(argv[0], append(argv[1:], "--listen", "127.0.0.1:0")...)
	cmd.Env = append(os.Environ(), env...)
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ends(cmd) })
	found := make(chan string, 1)
	go func() {
		at := regexp.MustCompile(`url=(\S+)`)
		for lines := bufio.NewScanner(stderr); lines.Scan(); {
			if m := at.FindStringSubmatch(lines.Text()); m != nil && strings.Contains(lines.Text(), "listening") {
				found <- m[1]
			}
		}
		close(found)
	}()
	select {
	case url = <-found:
	case <-time.After(30 * time.Second):
	}
	if url == "" {
		t.Fatal("it does not listen")
	}
	return url, cmd
}

// ends ends a gateway in order, so that what it has started writes nothing afterwards.
func ends(cmd *exec.Cmd) {
	if cmd.Process.Signal(os.Interrupt) != nil { // Windows has none
		_ = cmd.Process.Kill()
	}
	late := time.AfterFunc(patience, func() { _ = cmd.Process.Kill() })
	_ = cmd.Wait()
	late.Stop()
}

// withToken adds a bearer token to all requests.
type withToken string

func (x withToken) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+string(x))
	return http.DefaultTransport.RoundTrip(r)
}

// The program serves a client that others have written over HTTP, with a token, and says
// whether it is well.
func TestListen(t *testing.T) {
	token := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(token, []byte("tok-456\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	url, _ := listening(t, settings{"listen": map[string]any{"address": "127.0.0.1:1", "tokens": []string{"file:" + token}}},
		map[string]upstream{"up": ours(t, "reply", "500")})
	for path, want := range map[string]string{"/healthz": "ok\n", "/readyz": "ready\n"} {
		r, err := http.Get(strings.TrimSuffix(url, "/mcp") + path)
		if err != nil {
			t.Fatal(err)
		}
		b, _ := io.ReadAll(r.Body)
		r.Body.Close()
		if r.StatusCode != 200 || string(b) != want {
			t.Errorf("%s: %d %q", path, r.StatusCode, b)
		}
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "peer", Version: "1"}, nil)
	if _, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: url}, nil); err == nil {
		t.Fatal("who has no token is let in")
	}
	session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: url, HTTPClient: &http.Client{Transport: withToken("tok-456")}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	r, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "up__reply", Arguments: map[string]any{}})
	if err != nil {
		t.Fatal(err)
	}
	if text := r.Content[0].(*mcp.TextContent).Text; !strings.Contains(text, "[EMAIL_0]") {
		t.Errorf("the model sees %.100q", text)
	}
	at := strings.TrimSuffix(url, "/mcp") + "/metrics"
	if r, err := http.Get(at); err != nil || r.StatusCode != 401 {
		t.Errorf("who has no token sees the numbers: %v, %v", r.StatusCode, err)
	}
	told, err := (&http.Client{Transport: withToken("tok-456")}).Get(at)
	if err != nil {
		t.Fatal(err)
	}
	defer told.Body.Close()
	b, _ := io.ReadAll(told.Body)
	for _, want := range []string{
		`cloak_gateway_calls_total{upstream="up",method="tools/call",outcome="ok"} 1`, `cloak_gateway_call_seconds_bucket{upstream="up",le="+Inf"} 1`,
		`cloak_gateway_values_total{entity="EMAIL"} `, `cloak_gateway_left_total{position="content[].type"} `, "cloak_gateway_refused_total 0", "cloak_gateway_sessions 1",
	} {
		if !strings.Contains(string(b), want) {
			t.Errorf("%s is not told: %s", want, b)
		}
	}
	if strings.Contains(string(b), "@") || strings.Contains(string(b), "reply") {
		t.Errorf("a value or a tool is told: %s", b)
	}
}

// Two gateways make a chain: one over HTTP stands behind the other, and what its servers say is
// known to neither model.
func TestAGatewayBehindAGateway(t *testing.T) {
	url, _ := listening(t, settings{"sanitize": false}, map[string]upstream{"up": ours(t, "reply", "500")})
	argv, env := config(t, settings{"upstreams": map[string]any{"far": map[string]any{"url": url}}}, nil)
	session, _ := goSession(t, env, argv)
	r, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "far__up__reply", Arguments: map[string]any{}})
	if err != nil {
		t.Fatal(err)
	}
	if text := r.Content[0].(*mcp.TextContent).Text; !strings.Contains(text, "[EMAIL_0]") {
		t.Errorf("the model sees %.100q", text)
	}
}
