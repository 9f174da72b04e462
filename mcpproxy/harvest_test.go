package mcpproxy

import (
	"fmt"
	"strings"
	"testing"
)

// A hostile upstream writes what looks like a stand-in, in every way it can think of, and
// hopes that the model quotes it: what comes back is what it has written, and never a value
// of another's, whatever the scope.
func TestHarvest(t *testing.T) {
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
			shown := contentText(model(t, p, "a", secret))
			if shown != "[EMAIL_0]" {
				t.Fatalf("the value is shown as %s", shown)
			}
			for _, text := range forged {
				quoted := contentText(model(t, p, "b", text))
				call := append([]byte(`{"x":`), appendString(nil, quoted)...)
				back, err := p.guard().toUpstream(t.Context(), "b", append(call, '}'))
				if err != nil {
					t.Errorf("%q is shown as %q, which is refused: %v", text, quoted, err)
					continue
				}
				if got := stringIn(back, "x"); got != text {
					t.Errorf("%q is shown as %q and comes back as %q", text, quoted, got)
				}
			}
			// What the model has of a it gives to b, in whatever it writes.
			for _, text := range []string{shown, "x " + shown + " y", fmt.Sprintf(`{"to":"%s"}`, shown), "mailto:%5BEMAIL_0%5D"} {
				call := append([]byte(`{"x":`), appendString(nil, text)...)
				back, err := p.guard().toUpstream(t.Context(), "b", append(call, '}'))
				if got := strings.Contains(string(back), "dubois"); got != c.foreign || !c.foreign && err == nil {
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
