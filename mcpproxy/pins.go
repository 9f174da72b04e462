package mcpproxy

import (
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

	"github.com/go-json-experiment/json/jsontext"

	"github.com/seed-052fbf24/cloak/internal/durable"
)

// Pins keep what tools were when they were first listed, so that a server that describes them
// otherwise later, once it is trusted, is seen to. All sessions of a Proxy share them, and all
// gateways of one configuration the file. They are safe for concurrent use.
type pins struct {
	quarantine bool   // a tool that is not as it was is not shown, and not called
	trial      bool   // nothing is kept
	path       string // "" keeps them in memory

	mu     sync.Mutex
	memory pinned
	told   map[string]bool // changes that were told of
}

// Pinned are hashes of definitions, by upstream and tool.
type pinned map[string]map[string]string

// A definition is a tool as an upstream lists it.
type definition struct{ tool, hash string }

// pinFile is the file's content. It has no definition in it.
type pinFile struct {
	Version   int    `json:"version"`
	Upstreams pinned `json:"upstreams"`
}

// maxPinFile bounds the file, and maxPinned the name of a tool: bytes. A longer name than
// that of a tool of anybody's has no pin.
const (
	maxPinFile = 64 << 20
	maxPinned  = 256
)

// pinsPath is where the pins are of a configuration whose numbers are in the file state.
func pinsPath(state string) string {
	if state == "" {
		return ""
	}
	return strings.TrimSuffix(state, ".json") + ".definitions.json"
}

// newPins are those of a configuration; nil if it wants none.
func newPins(c *Config) (*pins, error) {
	if c.Definitions == DefinitionsOff {
		return nil, nil
	}
	p := &pins{quarantine: c.Definitions == DefinitionsQuarantine, trial: c.Trial, path: pinsPath(c.State), memory: pinned{}, told: map[string]bool{}}
	_, err := readPins(p.path) // one that is damaged is told now
	return p, err
}

// A verdict is what pins say of a list.
type verdict struct {
	shown   map[string]bool // of tools with a pin: whether the model may see them
	changed []definition    // not as they were, and not told yet
	fresh   int             // seen for the first time
	known   bool            // the upstream had pins before
}

// check compares what an upstream lists with the pins, and pins what has none.
func (p *pins) check(upstream string, listed []definition) (v verdict, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	err = p.update(func(all pinned) (bool, error) {
		next := maps.Clone(all[upstream])
		if next == nil {
			next = map[string]string{}
		}
		var changes bool
		v, changes = p.compare(next, listed)
		all[upstream] = next
		return changes, nil
	})
	v.changed = slices.DeleteFunc(v.changed, func(d definition) bool {
		key := upstream + "\x00" + d.tool + "\x00" + d.hash
		was := p.told[key]
		if len(p.told) < maxTools {
			p.told[key] = true
		}
		return was
	})
	return v, err
}

// compare says what pins, which it completes, have to say of a list. Of two definitions of a
// tool in it one that is not as it was is enough.
func (p *pins) compare(pins map[string]string, listed []definition) (v verdict, changes bool) {
	v = verdict{shown: map[string]bool{}, known: len(pins) > 0}
	for _, d := range listed {
		was, is := pins[d.tool]
		ok := was == d.hash
		switch {
		case !is && (len(d.tool) > maxPinned || len(pins) >= maxTools):
			continue
		case !is:
			v.fresh++
			pins[d.tool], changes, ok = d.hash, true, true
		case !ok:
			v.changed = append(v.changed, d)
			if !p.quarantine {
				pins[d.tool], changes = d.hash, true
			}
		}
		seen, twice := v.shown[d.tool]
		v.shown[d.tool] = (ok || !p.quarantine) && (seen || !twice)
	}
	return v, changes
}

// has reports whether a tool has a pin.
func (p *pins) has(upstream, tool string) (is bool, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	err = p.update(func(all pinned) (bool, error) {
		_, is = all[upstream][tool]
		return false, nil
	})
	return is, err
}

// update looks at the pins, which nobody else changes meanwhile, and keeps what change has
// made of them, if that is anything. Its caller has the mutex.
func (p *pins) update(change func(all pinned) (bool, error)) error {
	if p.path == "" {
		_, err := change(p.memory)
		return err
	}
	if p.trial {
		all, err := readPins(p.path)
		if err == nil {
			_, err = change(all)
		}
		return err
	}
	if err := os.MkdirAll(filepath.Dir(p.path), 0o700); err != nil {
		return fmt.Errorf("mcpproxy: the state folder cannot be made: %w", err)
	}
	unlock, err := durable.Lock(p.path+".lock", lockPatience)
	if err != nil {
		return fmt.Errorf("mcpproxy: %s is not to be locked: %w", p.path, err)
	}
	defer unlock()
	all, err := readPins(p.path)
	if err != nil {
		return err
	}
	changes, err := change(all)
	if err != nil || !changes {
		return err
	}
	b, err := json.Marshal(pinFile{1, all})
	if err == nil && len(b) >= maxPinFile {
		err = fmt.Errorf("mcpproxy: %s would have more than %d bytes", p.path, maxPinFile)
	}
	if err != nil {
		return err
	}
	return durable.Write(p.path, append(b, '\n'))
}

func readPins(path string) (pinned, error) {
	if path == "" {
		return pinned{}, nil
	}
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return pinned{}, nil
	}
	var b []byte
	if err == nil && info.Size() <= maxPinFile {
		b, err = os.ReadFile(path)
	}
	if err != nil {
		return nil, fmt.Errorf("mcpproxy: the pins of tools cannot be read: %w", err)
	}
	var f pinFile
	ok := json.Unmarshal(b, &f) == nil && f.Version == 1
	for _, tools := range f.Upstreams {
		for _, sum := range tools {
			raw, err := hex.DecodeString(sum)
			ok = ok && err == nil && len(raw) == sha256.Size
		}
	}
	if !ok {
		return nil, fmt.Errorf("mcpproxy: %s is damaged: move it away, and every definition is taken as it is listed next", path)
	}
	if f.Upstreams == nil {
		f.Upstreams = pinned{}
	}
	return f.Upstreams, nil
}

// AcceptDefinitions forgets the pins of tools of an upstream, so that they are taken as they are
// listed next; of all, if none is named. A tool without one is an error, which names it, and none
// is forgotten then. state is [Config].State. It returns the names.
func AcceptDefinitions(state, upstream string, tools []string) (forgotten []string, err error) {
	p := &pins{path: pinsPath(state)}
	err = p.update(func(all pinned) (bool, error) {
		forgotten = slices.Compact(slices.Sorted(slices.Values(tools)))
		if len(tools) == 0 {
			forgotten = keysOf(all[upstream])
		}
		for _, tool := range forgotten {
			if _, is := all[upstream][tool]; !is {
				return false, fmt.Errorf("mcpproxy: no definition of %s is pinned", tool)
			}
			delete(all[upstream], tool)
		}
		if len(all[upstream]) == 0 {
			delete(all, upstream)
		}
		return len(forgotten) > 0, nil
	})
	return forgotten, err
}

// definitionHash is what a definition is known by: of all that it says but its icons, which no
// model reads, and _meta, which is the protocol's place for what is of one answer. So a word that
// a model is to read is part of it, and what a client asks the person by, in members that nobody
// has heard of as well. In the canonical form, RFC 8785, an order of keys and a way to write a
// number is no change. What has none, with a member twice above all, counts byte by byte: of two
// descriptions a client may show either.
func definitionHash(raw []byte) string {
	b := []byte{'{'}
	_ = members(raw, func(name string, at, v span) bool {
		if name != "icons" && name != "_meta" {
			if len(b) > 1 {
				b = append(b, ',')
			}
			b = append(b, raw[at.start:v.end]...)
		}
		return true
	})
	x := jsontext.Value(append(b, '}'))
	if x.Canonicalize() != nil {
		x = raw
	}
	sum := sha256.Sum256(x)
	return hex.EncodeToString(sum[:])
}
