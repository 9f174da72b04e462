package mcpproxy

import (
	"fmt"
	"maps"
	"math"
	"net"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/seed-052fbf24/cloak/cloak"
)

// maxSeconds bounds every time-out: a day.
const maxSeconds Seconds = 24 * 3600

// shortName is what a shortened tool name needs beside the prefix: bytes.
const shortName = 16

// validate says what in c cannot be used, as a *ConfigError. A zero field is the
// default, and fine.
func (c *Config) validate() error {
	d := c.withDefaults()
	for _, check := range []func() error{
		d.checkUpstreams, d.checkChoices, d.checkNumbers, d.checkAllow, d.checkListen, d.checkTraces, d.checkAudit, d.checkDetection, d.checkRestore,
	} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

func bad(key, format string, args ...any) error {
	return &ConfigError{Key: key, Why: fmt.Sprintf(format, args...)}
}

func (c *Config) checkUpstreams() error {
	if len(c.Upstreams) == 0 {
		return bad("upstreams", "there is none: a gateway with nothing behind it does nothing")
	}
	for _, name := range slices.Sorted(maps.Keys(c.Upstreams)) {
		at := under("upstreams", name)
		switch {
		case strings.Contains(name, "_"):
			return bad(at, "a name has no underscore in it, for __ stands between it and a tool's name")
		case !isKey(name) || name[0] == '-':
			return bad(at, "a name is letters, digits and hyphens, at most 64, and does not begin with a hyphen")
		case c.Prefix == PrefixAlways && len(name)+len("__")+shortName > c.MaxToolName:
			return bad(at, "the name is too long: with max_tool_name %d it leaves no room for those of its tools", c.MaxToolName)
		}
		if err := c.Upstreams[name].check(at); err != nil {
			return err
		}
	}
	if c.Prefix == PrefixNever && len(c.Upstreams) != 1 {
		return bad("prefix", "never needs exactly one upstream, or nobody could tell whose tool is meant")
	}
	return nil
}

func (u UpstreamConfig) check(at string) error {
	switch {
	case u.Transport != nil && u.URL+u.Command != "":
		return bad(at, "it is a transport, a command or a url, not two of them")
	case u.Transport != nil:
	case u.URL != "" && u.Command != "":
		return bad(at+".url", "an upstream is a command or a url, not both")
	case u.URL != "":
		if err := u.checkURL(at); err != nil {
			return err
		}
	case strings.TrimSpace(u.Command) == "":
		return bad(at+".command", "an upstream needs one, the program to start, or a url")
	case len(u.Headers) > 0:
		return bad(at+".headers", "they are for an upstream at a url")
	}
	for key := range u.Env {
		if key == "" || strings.ContainsAny(key, "=\x00") {
			return bad(at+".env", "a variable's name is not empty, and has no = in it")
		}
	}
	if err := checkSeconds(at+".startup_timeout", u.StartupTimeout); err != nil {
		return err
	}
	if err := oneOf(at+".trust", u.Trust, TrustLocal, TrustPartner, TrustUntrusted); err != nil {
		return err
	}
	for _, x := range []struct{ key, policy string }{{"sampling", u.Sampling}, {"elicitation", u.Elicitation}, {"roots", u.Roots}} {
		if err := oneOf(at+"."+x.key, x.policy, PolicyPass, PolicyDeny); err != nil {
			return err
		}
	}
	return u.Tools.check(at + ".tools")
}

// checkURL looks at where an upstream is, and what it is told.
func (u UpstreamConfig) checkURL(at string) error {
	x, err := url.Parse(u.URL)
	switch {
	case err != nil || x.Host == "" || x.Scheme != "http" && x.Scheme != "https":
		return bad(at+".url", "https://host/path is wanted")
	case x.User != nil:
		return bad(at+".url", "credentials stand in headers")
	case x.Scheme == "http" && !isLocal(x.Hostname()) && len(u.Headers) > 0:
		return bad(at+".url", "headers go over https only, but to this machine")
	case len(u.Args) > 0 || len(u.Env) > 0 || u.Cwd != "":
		return bad(at, "args, env and cwd are for a command")
	}
	return u.Headers.check(at + ".headers")
}

func (h Headers) check(at string) error {
	for _, name := range slices.Sorted(maps.Keys(h)) {
		key := under(at, name)
		if strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") != "" || name == "" {
			return bad(key, "a header's name is letters, digits and hyphens")
		}
		if ours[http.CanonicalHeaderKey(name)] {
			return bad(key, "the gateway sets this one itself")
		}
		front, ref := splitHeader(h[name])
		if err := ref.check(key); err != nil {
			return err
		}
		if strings.Trim(front, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_ ") != "" {
			return bad(key, "a word may stand in front of the reference, as in Bearer env:TOKEN")
		}
	}
	return nil
}

// ours are headers that no configuration sets.
var ours = map[string]bool{
	"Accept": true, "Content-Type": true, "Content-Length": true, "Host": true, "Connection": true, "Transfer-Encoding": true,
	headerSession: true, headerVersion: true, headerLast: true,
}

// splitHeader parts what is written of a header: Bearer env:TOKEN.
func splitHeader(v string) (front string, s Secret) {
	for _, kind := range []string{"env:", "file:"} {
		if i := strings.Index(v, kind); i == 0 || i > 0 && v[i-1] == ' ' {
			return v[:i], Secret(v[i:])
		}
	}
	return "", Secret(v)
}

func (c *Config) checkListen() error {
	l := c.Listen
	if l.Address == "" {
		if len(l.Tokens)+len(l.Hosts)+len(l.Origins)+l.MaxSessions > 0 || l.IdleTimeout > 0 {
			return bad("listen.address", "it is missing: 127.0.0.1:8765, say")
		}
		return nil
	}
	host, _, err := net.SplitHostPort(l.Address)
	if err != nil {
		return bad("listen.address", "host:port is wanted: 127.0.0.1:8765, say")
	}
	if !isLocal(host) && len(l.Tokens) == 0 {
		return bad("listen.tokens", "an address that is not of this machine alone needs bearer tokens")
	}
	for i, s := range l.Tokens {
		if err := s.check(fmt.Sprintf("listen.tokens[%d]", i)); err != nil {
			return err
		}
	}
	if l.IdleTimeout > 0 {
		return checkSeconds("listen.idle_timeout", l.IdleTimeout)
	}
	return nil
}

// checkTraces looks at where traces are sent. They hold no value, but tell when who did what.
func (c *Config) checkTraces() error {
	t := c.Traces
	if t == nil {
		return nil
	}
	x, err := url.Parse(t.Endpoint)
	switch {
	case t.Endpoint == "":
		return bad("traces.endpoint", "it is missing: http://127.0.0.1:4318, say")
	case err != nil || x.Host == "" || x.Scheme != "http" && x.Scheme != "https" || x.RawQuery != "" || x.Fragment != "":
		return bad("traces.endpoint", "https://host/path is wanted")
	case x.User != nil:
		return bad("traces.endpoint", "credentials stand in headers")
	case x.Scheme == "http" && !isLocal(x.Hostname()):
		return bad("traces.endpoint", "traces go over https only, but to this machine")
	case t.Sample != nil && !(*t.Sample >= 0 && *t.Sample <= 1):
		return bad("traces.sample", "it goes from 0 to 1")
	}
	return t.Headers.check("traces.headers")
}

// checkAudit looks at what is said of the audit log.
func (c *Config) checkAudit() error {
	a := c.Audit
	switch {
	case a == nil:
	case a.Dir == "":
		return bad("audit.dir", "it is missing: the folder of the log")
	case a.Sync != "" && a.Sync != "batched" && a.Sync != "strict":
		return bad("audit.sync", "it is batched or strict")
	case a.OnError != "" && a.OnError != "refuse" && a.OnError != "continue":
		return bad("audit.on_error", "it is refuse or continue")
	}
	return nil
}

const wantedTool = "the name of a tool is wanted, or a pattern: * is any text, ? a character, [a-z] one of these"

func (t ToolsConfig) check(at string) error {
	if t.Allow != nil && len(t.Allow) == 0 {
		return bad(at+".allow", "an empty list allows nothing: leave the upstream out, or this key")
	}
	for _, list := range []struct {
		key      string
		patterns []string
	}{{"allow", t.Allow}, {"deny", t.Deny}} {
		for i, p := range list.patterns {
			if _, err := path.Match(p, ""); err != nil || p == "" {
				return bad(fmt.Sprintf("%s.%s[%d]", at, list.key, i), wantedTool)
			}
		}
	}
	for i, p := range t.Deny {
		if slices.Contains(t.Allow, p) {
			return bad(fmt.Sprintf("%s.deny[%d]", at, i), "it is allowed, too")
		}
	}
	seen := map[string]bool{}
	for _, tool := range slices.Sorted(maps.Keys(t.Alias)) {
		alias, key := t.Alias[tool], under(at+".alias", tool)
		switch {
		case !isToolName(alias):
			return bad(key, "a tool's name is letters, digits, _ . / and -, at most 128")
		case seen[alias]:
			return bad(key, "another tool has this alias")
		case !t.permits(tool):
			return bad(key, "the tool is not allowed, so it needs no alias")
		}
		seen[alias] = true
	}
	return nil
}

// permits reports whether a tool is there for the client.
func (t ToolsConfig) permits(tool string) bool {
	in := func(patterns []string) bool {
		return slices.ContainsFunc(patterns, func(p string) bool {
			ok, err := path.Match(p, tool)
			return ok && err == nil
		})
	}
	return (t.Allow == nil || in(t.Allow)) && !in(t.Deny)
}

func isToolName(s string) bool {
	return s != "" && len(s) <= 128 && strings.IndexFunc(s, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && !strings.ContainsRune("_./-", r)
	}) < 0
}

func (c *Config) checkChoices() error {
	for _, x := range []struct {
		key, value string
		of         []string
	}{
		{"mode", c.Mode, []string{ModeToken, ModeDecoy}},
		{"unresolved", c.Unresolved, []string{UnresolvedRefuse, UnresolvedPass}},
		{"tripwire", c.Tripwire, []string{TripwireOpen, TripwireClosed}},
		{"model_values", c.ModelValues, []string{ModelReport, ModelBlock}},
		{"definitions", c.Definitions, []string{DefinitionsReport, DefinitionsQuarantine, DefinitionsOff}},
		{"token_scope", c.TokenScope, []string{ScopeSession, ScopeUpstream}},
		{"prefix", c.Prefix, []string{PrefixAlways, PrefixNever}},
		{"log_level", c.LogLevel, []string{"debug", "info", "warn", "error"}},
	} {
		if err := oneOf(x.key, x.value, x.of...); err != nil {
			return err
		}
	}
	return nil
}

func oneOf(key, value string, of ...string) error {
	if slices.Contains(of, value) {
		return nil
	}
	last := len(of) - 1
	return bad(key, "it is %s or %s", strings.Join(of[:last], ", "), of[last])
}

func (c *Config) checkNumbers() error {
	for _, x := range []struct {
		key           string
		value, lo, hi int
	}{
		{"max_tool_name", c.MaxToolName, 24, 256},
		{"limits.max_message", c.Limits.MaxMessage, 1 << 10, 1 << 30},
		{"limits.max_in_flight", c.Limits.MaxInFlight, 1, 1 << 20},
		{"limits.max_literals", c.Limits.MaxLiterals, 1, 1 << 24},
		{"limits.max_instructions", c.Limits.MaxInstructions, 1, 1 << 20},
		{"detection.max_input_length", c.Detection.MaxInputLength, 0, 1 << 30},
	} {
		if x.value < x.lo || x.value > x.hi {
			return bad(x.key, "it goes from %d to %d", x.lo, x.hi)
		}
	}
	if err := checkSeconds("request_timeout", c.RequestTimeout); err != nil {
		return err
	}
	if err := checkSeconds("limits.max_request_time", c.Limits.MaxRequestTime); err != nil {
		return err
	}
	if c.Limits.MaxRequestTime < c.RequestTimeout {
		return bad("limits.max_request_time", "it is less than request_timeout, which would never end")
	}
	return nil
}

func checkSeconds(key string, s Seconds) error {
	if !(s >= 0.001 && s <= maxSeconds) || math.IsNaN(float64(s)) {
		return bad(key, "it goes from 0.001 to %g seconds", float64(maxSeconds))
	}
	return nil
}

func (c *Config) checkAllow() error {
	for _, from := range slices.Sorted(maps.Keys(c.Allow)) {
		if _, ok := c.Upstreams[from]; !ok {
			return bad(under("allow", from), "there is no such upstream")
		}
		for i, to := range c.Allow[from] {
			if _, ok := c.Upstreams[to]; !ok && to != "*" {
				return bad(fmt.Sprintf("%s[%d]", under("allow", from), i), "there is no such upstream")
			}
		}
	}
	return nil
}

// checkDetection builds what the engine is given. What only the engine can tell, New
// does.
func (c *Config) checkDetection() error {
	if c.Mode == ModeDecoy && c.Decoys == nil {
		c.Decoys = cloak.Tokens{} // whoever loads a file adds them later
	}
	_, err := c.engineConfig()
	return err
}
