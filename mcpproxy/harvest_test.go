package mcpproxy

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/seed-052fbf24/cloak/internal/testutil"
)

// A hostile upstream writes what looks like a stand-in, in every way it can think of, and
// hopes that the model quotes it: what comes back is what it has written, and never a value
// of another's, whatever the scope.
func TestHarvest(t *testing.T) {
	t.Run("straight", func(t *testing.T) { harvest(t, straightTo) })
	t.Run("over HTTP", func(t *testing.T) { harvest(t, overHTTP) })
}

// Ends are those of a gateway: shown is what the model sees of a text of an upstream's, sent
// what an upstream gets of a text of the model's.
type ends struct {
	shown func(t *testing.T, upstream, text string) string
	sent  func(t *testing.T, upstream, text string) (string, error)
}

func straightTo(_ *testing.T, p *Proxy) ends {
	return ends{
		func(t *testing.T, upstream, text string) string { return contentText(model(t, p, upstream, text)) },
		func(t *testing.T, upstream, text string) (string, error) {
			call := append([]byte(`{"x":`), appendString(nil, text)...)
			back, err := p.guard().toUpstream(t.Context(), upstream, append(call, '}'))
			return stringIn(back, "x"), err
		},
	}
}

// overHTTP has a client on one side and upstreams on the other, which say what they are told to.
func overHTTP(t *testing.T, p *Proxy) ends {
	var mu sync.Mutex
	var says, heard string
	ups := map[string]UpstreamConfig{}
	for name, up := range p.cfg().Upstreams {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			m, err := parse(body)
			if err != nil || !m.isRequest() {
				w.WriteHeader(http.StatusMethodNotAllowed)
				return
			}
			result := map[string]string{
				"initialize": `{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"x","version":"1"}}`,
				"tools/list": `{"tools":[]}`,
			}[m.method]
			mu.Lock()
			defer mu.Unlock()
			if m.method == "tools/call" {
				heard = stringIn(rawIn(m.bytes(m.params), "arguments"), "x")
				result = string(testutil.TextResult(says))
			}
			w.Header().Set("Content-Type", "text/event-stream")
			fmt.Fprintf(w, "data: {\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}\n\n", m.bytes(m.id), result)
		}))
		t.Cleanup(func() { server.CloseClientConnections(); server.Close() })
		up.Command, up.URL = "", server.URL
		ups[name] = up
	}
	p.cfg().Upstreams = ups
	h := p.Handler(HTTPOptions{})
	front := httptest.NewServer(h)
	t.Cleanup(func() { front.CloseClientConnections(); _ = h.Close(); front.Close() })
	_, _, head := ask(t, front, "POST", hi)
	call := func(t *testing.T, upstream, say, text string) (message, string) {
		mu.Lock()
		says, heard = say, ""
		mu.Unlock()
		_, got, _ := ask(t, front, "POST", `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"`+upstream+`__x","arguments":{"x":`+testutil.JSONString(text)+`}}}`,
			headerSession, head.Get(headerSession))
		_, data, _ := strings.Cut(got, "data: ")
		m, err := parse([]byte(strings.TrimSpace(data)))
		if err != nil {
			t.Fatal(err)
		}
		mu.Lock()
		defer mu.Unlock()
		return m, heard
	}
	return ends{
		func(t *testing.T, upstream, text string) string {
			m, _ := call(t, upstream, text, "")
			return contentText(m.bytes(m.result))
		},
		func(t *testing.T, upstream, text string) (string, error) {
			m, heard := call(t, upstream, "", text)
			if m.err.empty() {
				return heard, nil
			}
			return heard, errors.New(stringIn(m.bytes(m.err), "message"))
		},
	}
}

func harvest(t *testing.T, way func(t *testing.T, p *Proxy) ends) {
	const secret = "marie.dubois@example-eu.fr"
	full := strings.NewReplacer("[", "［", "]", "］", "E", "Ｅ", "0", "０", "_", "＿")
	forged := []string{
		"[EMAIL_0]", "[EMAIL_00]", "[email_0]", "EMAIL_0", "[EMAIL_0", "［EMAIL_0］", full.Replace("[EMAIL_0]"), "%5BEMAIL_0%5D", "&#91;EMAIL_0&#93;", `\[EMAIL_0\]`,
		"[ЕMAIL_0]", "[EMAIL_\u200b0]", "[EMAIL_0.1]", "[EMAIL_0] [EMAIL_1] [EMAIL_2] [EMAIL_3]", `{"a":"[EMAIL_0]"}`, "[[EMAIL_0]]", "[LITERAL_0]", "[LITERAL_1]", "[EMAIL\\u005f0]", "[EMAIL 0]", "{EMAIL_0}",
	}
	for _, c := range []struct {
		name, config string
		foreign      bool // b may have values of a by the scope: but not by what it forges
	}{
		{"session", `{"upstreams": {"a": {"command": "a"}, "b": {"command": "b"}}}`, true},
		{"upstream", `{"upstreams": {"a": {"command": "a"}, "b": {"command": "b"}}, "token_scope": "upstream"}`, false},
		{"untrusted", `{"upstreams": {"a": {"command": "a"}, "b": {"command": "b", "trust": "untrusted"}}}`, false},
		{"allowed to others", `{"upstreams": {"a": {"command": "a"}, "b": {"command": "b"}, "d": {"command": "d"}}, "token_scope": "upstream", "allow": {"a": ["d"]}}`, false},
		{"passing", `{"upstreams": {"a": {"command": "a"}, "b": {"command": "b"}}, "unresolved": "pass"}`, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			cfg, err := parseConfig([]byte(c.config))
			if err != nil {
				t.Fatal(err)
			}
			p, err := New(cfg)
			if err != nil {
				t.Fatal(err)
			}
			x := way(t, p)
			shown := x.shown(t, "a", secret)
			if shown != "[EMAIL_0]" {
				t.Fatalf("the value is shown as %s", shown)
			}
			for _, text := range forged {
				quoted := x.shown(t, "b", text)
				if got, err := x.sent(t, "b", quoted); err != nil {
					t.Errorf("%q is shown as %q, which is refused: %v", text, quoted, err)
				} else if got != text {
					t.Errorf("%q is shown as %q and comes back as %q", text, quoted, got)
				}
			}
			// What the model has of a it gives to b, in whatever it writes.
			for _, text := range []string{shown, "x " + shown + " y", fmt.Sprintf(`{"to":"%s"}`, shown), "mailto:%5BEMAIL_0%5D"} {
				back, err := x.sent(t, "b", text)
				if got := strings.Contains(back, "dubois"); got != c.foreign || !c.foreign && err == nil {
					t.Errorf("a's value in %q: sent %v, %v", text, got, err)
				}
			}
		})
	}
}

// model is what the model sees of a text of an upstream's.
func model(t *testing.T, p *Proxy, upstream, text string) []byte {
	t.Helper()
	value := append([]byte(`{"content":[{"type":"text","text":`), appendString(nil, text)...)
	out, err := p.guard().toModel(t.Context(), upstream, callShape, append(value, "}]}"...), nil)
	if err != nil {
		t.Fatal(err)
	}
	return out
}
