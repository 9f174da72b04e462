package mcpproxy

import (
	"crypto/sha256"
	"encoding/hex"
	"path"
	"strings"
	"sync"
)

// Names of tools and prompts have the name of their upstream in front: fs__read_text_file.
// No name of an upstream holds an underscore, so that the first __ parts the two.

const separator = "__"

// Names knows how names are shown. It is safe for concurrent use.
type names struct {
	never   bool // one upstream, and names as it has them
	longest int  // of a name, in bytes
	only    string
	rules   map[string]nameRules // of upstreams

	mu    sync.Mutex
	short map[string]named // what was shortened
}

// A named is a name as its upstream has it.
type named struct{ upstream, name string }

// nameRules are those of one upstream.
type nameRules struct {
	allow, deny []string          // patterns, as path.Match has them
	alias       map[string]string // what a tool is called instead
	real        map[string]string // alias to name
}

func newNames(c *Config) *names {
	n := &names{never: c.Prefix == "never", longest: c.MaxToolName, rules: map[string]nameRules{}, short: map[string]named{}}
	for name, u := range c.Upstreams {
		r := nameRules{allow: u.Tools.Allow, deny: u.Tools.Deny, alias: u.Tools.Alias, real: map[string]string{}}
		for from, to := range r.alias {
			r.real[to] = from
		}
		n.rules[name], n.only = r, name
	}
	return n
}

// permits reports whether a tool of an upstream is shown, and may be called.
func (n *names) permits(upstream, tool string) bool {
	r := n.rules[upstream]
	return (len(r.allow) == 0 || matches(r.allow, tool)) && !matches(r.deny, tool)
}

func matches(patterns []string, name string) bool {
	for _, p := range patterns {
		if ok, err := path.Match(p, name); ok && err == nil {
			return true
		}
	}
	return false
}

// shown is what a tool of an upstream is called in front of the model.
func (n *names) shown(upstream, tool string) string {
	if alias, ok := n.rules[upstream].alias[tool]; ok {
		tool = alias
	}
	return n.fit(upstream, tool)
}

// prompt is what a prompt is called. It has no alias.
func (n *names) prompt(upstream, name string) string { return n.fit(upstream, name) }

func (n *names) fit(upstream, name string) string {
	full := name
	if !n.never {
		full = upstream + separator + name
	}
	if n.longest <= 0 || len(full) <= n.longest {
		return full
	}
	sum := sha256.Sum256([]byte(full))
	tail := "-" + hex.EncodeToString(sum[:4])
	short := strings.ToValidUTF8(full[:n.longest-len(tail)], "") + tail
	n.mu.Lock()
	defer n.mu.Unlock()
	n.short[short] = named{upstream, name}
	return short
}

// tool is whose tool a shown name is, and what it is called there. unknown says that it may
// be one that was shortened, and that no list has told of yet.
func (n *names) tool(shown string) (x named, ok, unknown bool) {
	x, ok, unknown = n.parted(shown)
	if real, is := n.rules[x.upstream].real[x.name]; is {
		x.name = real
	} else if _, is := n.rules[x.upstream].alias[x.name]; is { // it is not called that any more
		return named{}, false, false
	}
	return x, ok, unknown
}

func (n *names) parted(shown string) (x named, ok, unknown bool) {
	n.mu.Lock()
	x, ok = n.short[shown]
	n.mu.Unlock()
	if ok {
		return x, true, false
	}
	if n.longest > 0 && len(shown) == n.longest && shown[len(shown)-9] == '-' { // the form of a short one
		unknown = true
	}
	if n.never {
		return named{n.only, shown}, true, unknown
	}
	upstream, name, is := strings.Cut(shown, separator)
	if _, known := n.rules[upstream]; !is || !known {
		return named{}, false, unknown
	}
	return named{upstream, name}, true, unknown
}
