package mcpproxy

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/seed-052fbf24/cloak/internal/durable"
)

// A catalogue keeps what servers have said of themselves, so that the next handshake is answered
// at once, and lists while a server still starts. On disk it has nothing in which a value was
// found: that is known as long as the Proxy lives. It is safe for concurrent use.
type catalogue struct {
	path string // "" keeps nothing

	mu      sync.Mutex
	servers map[string][]*listing // by upstream, the newest first
}

// A listing is what a server has said that was started, and greeted, in one way.
type listing struct {
	From         string                     `json:"from"` // digest of that
	Version      string                     `json:"version"`
	Server       string                     `json:"server,omitempty"`
	Instructions string                     `json:"instructions,omitempty"`
	Capabilities map[string]json.RawMessage `json:"capabilities"`
	Lists        map[string]json.RawMessage `json:"lists,omitempty"` // results that have all tools, and all prompts

	unkept bool // it is not for the disk
}

// Bounds of a catalogue.
const (
	listingsKept    = 4        // of an upstream: one for each client, or so
	catalogueLength = 16 << 20 // of the file, in bytes
)

// handshakePatience is how long a client is kept waiting for upstreams of which nothing is
// known: it is answered without those that take longer, and told when they are there.
const handshakePatience = 5 * time.Second

// catalogued are the lists that are kept. Resources are not: they come and go, and name people.
var catalogued = []string{"prompts", "tools"}

type catalogueFile struct {
	Version int                   `json:"version"`
	Servers map[string][]*listing `json:"servers"`
}

// cataloguePath is beside the file of the numbers.
func cataloguePath(numbers string) string {
	if numbers == "" {
		return ""
	}
	return strings.TrimSuffix(numbers, filepath.Ext(numbers)) + ".catalogue.json"
}

// openCatalogue reads the file at path, which need not be there. A damaged one is as none: it
// holds nothing that cannot be asked for again.
func openCatalogue(path string) *catalogue {
	return &catalogue{path: path, servers: readCatalogue(path)}
}

func readCatalogue(path string) map[string][]*listing {
	var f catalogueFile
	b, err := os.ReadFile(path)
	if path == "" || err != nil || len(b) > catalogueLength || json.Unmarshal(b, &f) != nil || f.Version != 1 || f.Servers == nil {
		return map[string][]*listing{}
	}
	for name, all := range f.Servers {
		f.Servers[name] = slices.DeleteFunc(all, func(x *listing) bool { return x == nil || !x.sound() })
	}
	return f.Servers
}

// sound reports whether a listing can be used: its lists are some.
func (x *listing) sound() bool {
	for kind, result := range x.Lists {
		if list := rawIn(result, kind); len(list) == 0 || list[0] != '[' {
			return false
		}
	}
	return x.Version != "" && x.Capabilities != nil
}

// find is what is known of a server; nil for nothing.
func (c *catalogue) find(upstream, from string) *listing {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, x := range c.servers[upstream] {
		if x.From == from {
			y := *x
			return &y
		}
	}
	return nil
}

// note keeps what is now known of a server. It is a listing of the caller's no more.
func (c *catalogue) note(upstream string, x *listing) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	all := c.servers[upstream]
	at := slices.IndexFunc(all, func(y *listing) bool { return y.From == x.From })
	if at == 0 && all[0].equal(x) {
		return nil
	}
	if at >= 0 {
		all = slices.Delete(all, at, at+1)
	}
	all = slices.Insert(all, 0, x)
	c.servers[upstream] = all[:min(len(all), listingsKept)]
	if c.path == "" {
		return nil
	}
	return c.save(upstream)
}

func (x *listing) equal(y *listing) bool {
	a, _ := json.Marshal(x)
	b, _ := json.Marshal(y)
	return x.unkept == y.unkept && bytes.Equal(a, b)
}

// save writes what is known of an upstream. What other gateways have written stays.
func (c *catalogue) save(upstream string) error {
	if err := os.MkdirAll(filepath.Dir(c.path), 0o700); err != nil {
		return fmt.Errorf("mcpproxy: the state folder cannot be made: %w", err)
	}
	unlock, err := durable.Lock(c.path+".lock", lockPatience)
	if err != nil {
		return fmt.Errorf("mcpproxy: %s is not to be locked: %w", c.path, err)
	}
	defer unlock()
	f := catalogueFile{1, readCatalogue(c.path)}
	f.Servers[upstream] = slices.DeleteFunc(slices.Clone(c.servers[upstream]), func(x *listing) bool { return x.unkept })
	b, err := json.Marshal(f)
	if err != nil || len(b) > catalogueLength {
		return err // it is too long to be of use
	}
	return durable.Write(c.path, append(b, '\n'))
}

// from is the digest of how an upstream is started and greeted. No secret is in it: of
// variables and headers only the names count.
func (l *link) from(h *hello) string {
	u := l.u()
	b, _ := json.Marshal([]any{u.Command, u.Args, u.Cwd, u.URL, keysOf(u.Env), keysOf(u.Headers), string(h.params(u))})
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:16])
}

// assume has a link go by what is known of its server until that is there; false if nothing is.
func (l *link) assume(h *hello) bool {
	from := l.from(h)
	x := l.s.p.catalogue.find(l.name, from)
	if x == nil || l.s.p.cfg().StrictVersions && x.Version != h.version {
		return false
	}
	a := about{version: x.Version, server: x.Server, instructions: x.Instructions, capabilities: map[string][]byte{}}
	for name, raw := range x.Capabilities {
		a.capabilities[name] = raw
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.conn != nil { // it is there
		return true
	}
	l.about, l.assumed, l.served = a, x, map[string][]byte{}
	return true
}

// known is a list that is answered from what is known, while the server starts; nil if it is to
// be asked.
func (l *link) known(r *methodRow) []byte {
	if p := l.s.p.pins(); !slices.Contains(catalogued, r.list) || p != nil && p.quarantine && r.list == "tools" { // it is compared first
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.assumed == nil || l.conn != nil && l.introduced {
		return nil
	}
	result := l.assumed.Lists[r.list]
	if result != nil {
		l.served[r.list] = result
	}
	return result
}

// learned keeps a result that has a list whole.
func (l *link) learned(kind string, result []byte) {
	l.s.mu.Lock()
	h := l.s.hello
	l.s.mu.Unlock()
	l.mu.Lock()
	a, running := l.about, l.introduced
	l.mu.Unlock()
	if h == nil || !running || !slices.Contains(catalogued, kind) {
		return
	}
	result = bytes.Clone(result)
	l.mu.Lock()
	l.lists++
	n := l.lists
	l.mu.Unlock()
	l.s.group.Go(func() {
		if err := l.keep(h, a, kind, n, result); err != nil && !errors.Is(err, context.Canceled) && !errors.Is(err, fs.ErrPermission) {
			l.s.p.log.Warn("what a server has cannot be kept: the next handshake waits for it", "upstream", l.name, "why", err.Error())
		}
	})
}

// keep puts the nth list that has come into what is known, unless a later one of its kind is
// there already.
func (l *link) keep(h *hello, a about, kind string, n int, result []byte) error {
	l.keeping.Lock()
	defer l.keeping.Unlock()
	if l.kept[kind] > n {
		return nil
	}
	if l.kept == nil {
		l.kept = map[string]int{}
	}
	l.kept[kind] = n
	was := l.s.p.catalogue.find(l.name, l.from(h))
	if was == nil {
		was = &listing{}
	}
	x := &listing{From: l.from(h), Version: a.version, Server: a.server, Instructions: a.instructions, unkept: was.unkept}
	x.Lists, x.Capabilities = map[string]json.RawMessage{}, map[string]json.RawMessage{}
	maps.Copy(x.Lists, was.Lists)
	x.Lists[kind] = result
	for name, raw := range a.capabilities {
		x.Capabilities[name] = raw
	}
	if x.equal(was) {
		return nil
	}
	var err error
	if x.unkept, err = l.s.holdsValues(x); err != nil {
		return err
	}
	return l.s.p.catalogue.note(l.name, x)
}

// holdsValues reports whether something is found in a listing.
func (s *session) holdsValues(x *listing) (bool, error) {
	g := s.p.guard()
	if g == nil {
		return false, nil
	}
	texts := []string{x.Instructions, x.Server}
	for _, l := range x.Lists {
		texts = append(texts, string(l))
	}
	for _, raw := range x.Capabilities {
		texts = append(texts, string(raw))
	}
	for _, text := range texts {
		fs, err := g.engine.Find(s.ctx, text)
		if err != nil || len(fs) > 0 {
			return true, err
		}
	}
	return false, nil
}

// survey asks a server that is there at last for the lists that were answered without it, and
// tells the client of those that are others now.
func (l *link) survey() {
	l.mu.Lock()
	served := l.served
	l.served, l.assumed = nil, nil
	l.mu.Unlock()
	changed := map[string]bool{}
	for _, kind := range keysOf(served) {
		if result := l.s.learn(l, rowOf(kind+"/list", fromClient, false)); result != nil && !bytes.Equal(result, served[kind]) {
			changed[kind] = true
		}
	}
	l.s.changed(changed)
}
