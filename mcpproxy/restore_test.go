package mcpproxy

import (
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/decoy"
)

// A path is names and, for what is in a list, brackets.
func TestArgumentPaths(t *testing.T) {
	for path, want := range map[string][]string{
		"to": {"to"}, "a.b": {"a", "b"}, "cc[]": {"cc", "[]"}, "a[].b[][].c": {"a", "[]", "b", "[]", "[]", "c"}, "ä b": {"ä b"},
		"": nil, ".": nil, "a.": nil, ".a": nil, "[]": nil, "a.[]": nil, "a[": nil, "a]": nil, "a][": nil, "a[]b": nil, "a[0]": nil, "a[[]]": nil,
	} {
		if steps, ok := argumentPath(path); ok != (want != nil) || !slices.Equal(steps, want) {
			t.Errorf("%q is %q, %v", path, steps, ok)
		}
	}
}

// The name of a tool counts, then the longest pattern; of two as long, both.
func TestWhichRuleIsATools(t *testing.T) {
	rules := newRestoreRules(&Config{Upstreams: map[string]UpstreamConfig{"a": {Restore: map[string]RestoreConfig{
		"send": {Max: 1}, "send*": {Max: 2}, "*": {Max: 3}, "*_mail": {Max: 4}, "send_*": {Max: 5}, "s?[": {Max: 6},
	}}, "b": {}}})
	for tool, want := range map[string]string{
		"a send": "1", "a sends": "2", "a read": "3", "a read_mail": "4", "a send_fax": "5", "a send_mail": "4 5", "a dir/read": "3", "a dir/read_mail": "4", "b send": "", "c send": "",
	} {
		upstream, tool, _ := strings.Cut(tool, " ")
		var got []string
		for _, r := range rules.of(upstream, tool) {
			got = append(got, fmt.Sprint(r.config.Max))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s of %s: %v, want %s", tool, upstream, got, want)
		}
	}
}

// Where a stand-in is restored, and where it refuses the call: wherever Restore would look.
func TestPermittedArguments(t *testing.T) {
	encoded := base64.StdEncoding.EncodeToString([]byte("to [EMAIL_0] now"))
	for _, c := range []struct {
		paths, call string
		ok          bool
	}{
		{"to", `{"to":"x [EMAIL_0] y"}`, true},
		{"to", `{"to":{"a":["[EMAIL_0]",{"[EMAIL_0]":1}]}}`, true},
		{"to", `{"to":"{\"x\":\"[EMAIL_0]\"}"}`, true},
		{"to", `{"t\u006f":"\u005bEMAIL_0]"}`, true},
		{"to", `{ "to" : "[EMAIL_0]" , "x" : 1 }`, true},
		{"to", `{"x":"[EMAIL_0]","to":"a"}`, false},
		{"to", `{"to":"a","x":{"to":"[EMAIL_0]"}}`, false},
		{"to", `{"To":"[EMAIL_0]"}`, false},
		{"to", `{"to [EMAIL_0]":1}`, false},
		{"to", `{"x":"\u005bEMAIL_0]"}`, false},
		{"to", `{"x":"{\"to\":\"[EMAIL_0]\"}","to":""}`, false},
		{"to", `{"x":"{\"a\":\"{\\\"to\\\":\\\"[EMAIL_0]\\\"}\"}"}`, false},
		{"to", `["[EMAIL_0]"]`, false},
		{"to", `"[EMAIL_0]"`, false},
		{"to", `{"to":"","url":"https://h.io/?to=%5BEMAIL_0%5D"}`, false},
		{"data", `{"kind":"Secret","data":{"a":"` + encoded + `"}}`, true},
		{"kind", `{"kind":"Secret","data":{"a":"` + encoded + `"}}`, false},
		{"a.b", `{"a":{"b":"[EMAIL_0]"}}`, true},
		{"a.b", `{"a":{"c":"[EMAIL_0]"}}`, false},
		{"a.b", `{"a":{"[EMAIL_0]":1,"b":""}}`, false},
		{"a.b", `{"a.b":"[EMAIL_0]"}`, false},
		{"a.b", `{"a":[{"b":"[EMAIL_0]"}]}`, false},
		{"a[].b", `{"a":[{"b":1},{"b":"[EMAIL_0]"}]}`, true},
		{"a[].b", `{"a":[{"c":"[EMAIL_0]"}]}`, false},
		{"a[]", `{"a":"[EMAIL_0]"}`, false},
		{"a b a.c", `{"b":1,"a":{"c":"[EMAIL_0]","d":"[EMAIL_0]"}}`, true},
		{"", `{"a":"[EMAIL_0]"}`, false},
		{"", `{"a":"nothing"}`, true},
	} {
		p := protecting(t, Config{})
		if shown := contentText(model(t, p, "fs", "ann.lee@"+"corp.com")); shown != "[EMAIL_0]" {
			t.Fatal(shown)
		}
		rule := RestoreConfig{Arguments: append([]string{}, strings.Fields(c.paths)...)}
		rules := newRestoreRules(&Config{Upstreams: map[string]UpstreamConfig{"fs": {Restore: map[string]RestoreConfig{"*": rule}}}})
		call := []byte(c.call)
		out, err := p.guard().toTool(t.Context(), "fs", newPermit("fs__send", rules.of("fs", "send"), call), call)
		var refused *ShieldError
		switch {
		case c.ok && (err != nil || strings.Contains(c.call, "EMAIL") && !strings.Contains(string(out), "ann.lee")):
			t.Errorf("%s, %s: %s, %v", c.paths, c.call, out, err)
		case !c.ok && (!errors.As(err, &refused) || !strings.Contains(refused.Why, "[EMAIL_0] may not be restored") || !strings.Contains(refused.Why, "fs__send") || strings.Contains(refused.Why, "ann")):
			t.Errorf("%s, %s: %s, %v", c.paths, c.call, out, err)
		}
		if whole, err := p.guard().toUpstream(t.Context(), "fs", call); err != nil || strings.Contains(string(whole), "EMAIL_0") {
			t.Errorf("%s is not restored where all is: %s, %v", c.call, whole, err)
		}
	}
}

// A decoy, and a token that came as one from a server, count as tokens of ours do.
func TestPermitsOfOtherStandIns(t *testing.T) {
	g, err := decoy.New(decoy.Config{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		mode, text string
		rule       RestoreConfig
		ok         bool
	}{
		{ModeDecoy, "ann.lee@" + "corp.com", RestoreConfig{Entities: []string{"EMAIL"}}, true},
		{ModeDecoy, "ann.lee@" + "corp.com", RestoreConfig{Entities: []string{"PHONE"}}, false},
		{ModeDecoy, "ann.lee@" + "corp.com bob.ray@" + "corp.com", RestoreConfig{Max: 1}, false},
		{ModeDecoy, "ann.lee@" + "corp.com ann.lee@" + "corp.com", RestoreConfig{Max: 1}, true},
		{ModeToken, "[EMAIL_0]", RestoreConfig{Entities: []string{"EMAIL"}}, false},
		{ModeToken, "[EMAIL_0]", RestoreConfig{Entities: []string{"LITERAL"}}, true},
	} {
		p := protecting(t, Config{Mode: c.mode, Decoys: g})
		shown := contentText(model(t, p, "fs", c.text))
		if shown == c.text {
			t.Fatalf("%s is left", c.text)
		}
		rules := newRestoreRules(&Config{Upstreams: map[string]UpstreamConfig{"fs": {Restore: map[string]RestoreConfig{"*": c.rule}}}})
		call := append(appendString([]byte(`{"to":`), shown), '}')
		out, err := p.guard().toTool(t.Context(), "fs", newPermit("send", rules.of("fs", "send"), call), call)
		if (err == nil) != c.ok || c.ok && !strings.Contains(string(out), c.text) {
			t.Errorf("%s as %s: %s, %v", c.text, shown, out, err)
		}
		if err != nil && strings.Contains(err.Error(), "ann") {
			t.Error("the error holds a value")
		}
	}
}

// What it costs grows with the call, however long its lists are.
func TestManyPermittedArguments(t *testing.T) {
	const n = 20_000
	rules := newRestoreRules(&Config{Upstreams: map[string]UpstreamConfig{"fs": {Restore: map[string]RestoreConfig{"*": {Arguments: []string{"a[].b", "a[]", "a[].c"}}}}}})
	call := []byte(`{"a":[` + strings.TrimSuffix(strings.Repeat(`{"b":1,"c":2},`, n), ",") + `]}`)
	if x := newPermit("send", rules.of("fs", "send"), call); len(x.open[0]) != n {
		t.Errorf("%d spans, want %d: those that lie in others are none", len(x.open[0]), n)
	}
}
