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
	"sync"
	"time"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/internal/durable"
	"github.com/seed-052fbf24/cloak/internal/state"
)

// A numbering keeps how far the tokens of a configuration have been numbered, so that
// [EMAIL_0] of yesterday, which a conversation may still hold, never names somebody else
// today. It holds no value. It is safe for concurrent use; several gateways of one
// configuration that run at once share the file, and no numbers.
type numbering struct {
	path  string               // "" keeps nothing
	start map[cloak.Entity]int // where this gateway begins
	mu    sync.Mutex
	kept  map[cloak.Entity]int // where what is reserved ends: what the file says at the least
	// promised is how many numbers the messages need, at the most, that are being sanitized.
	promised int
}

// ahead is how many numbers are reserved at first. For a long message several times what it
// can need are, so that not every message writes the file.
const (
	ahead       = 256
	aheadFactor = 4
)

// shortestValue is how long a value with a number of its own is in a message, with what
// parts it from the next, in bytes: what is shorter is not found.
const shortestValue = 4

// lockPatience is how long another gateway may have the file.
const lockPatience = 5 * time.Second

// numberFile is the file's content.
type numberFile struct {
	Version int                  `json:"version"`
	Next    map[cloak.Entity]int `json:"next"`
}

// NumbersPath is where the numbers of a configuration are kept: in the user's state folder,
// $XDG_STATE_HOME or what the system has for it.
func NumbersPath(config string) (string, error) {
	abs, err := filepath.Abs(config)
	if err != nil {
		return "", fmt.Errorf("mcpproxy: the folder of the configuration is not known: %w", err)
	}
	dir, err := state.Dir(os.Getenv)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256([]byte(abs))
	return filepath.Join(dir, "cloak", "gateway", hex.EncodeToString(sum[:8])+".json"), nil
}

// openNumbers reads the file at path, which need not be there, and reserves the first
// numbers: a second gateway of the same configuration begins behind them.
func openNumbers(path string, entities []cloak.Entity) (*numbering, error) {
	n := &numbering{path: path, start: map[cloak.Entity]int{}, kept: map[cloak.Entity]int{}}
	if path == "" {
		return n, nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("mcpproxy: the state folder cannot be made: %w", err)
	}
	return n, n.update(func(file map[cloak.Entity]int) {
		n.start = maps.Clone(file)
		for _, e := range entities {
			file[e] += ahead
		}
		n.kept = file
	})
}

// update changes the file, which nobody else does meanwhile.
func (n *numbering) update(change func(file map[cloak.Entity]int)) error {
	unlock, err := durable.Lock(n.path+".lock", lockPatience)
	if err != nil {
		return fmt.Errorf("mcpproxy: %s is not to be locked: %w", n.path, err)
	}
	defer unlock()
	next, err := readNumbers(n.path)
	if err != nil {
		return err
	}
	change(next)
	b, err := json.Marshal(numberFile{1, next})
	if err != nil {
		return err
	}
	return durable.Write(n.path, append(b, '\n'))
}

func readNumbers(path string) (map[cloak.Entity]int, error) {
	const most = 1 << 20
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return map[cloak.Entity]int{}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("mcpproxy: the numbers of stand-ins cannot be read: %w", err)
	}
	var f numberFile
	if len(b) > most || json.Unmarshal(b, &f) != nil || f.Version != 1 {
		return nil, fmt.Errorf("mcpproxy: %s is damaged: move it away, and begin a new conversation, for its old stand-ins could then name others", path)
	}
	for e, k := range f.Next {
		if k < 0 {
			return nil, fmt.Errorf("mcpproxy: %s is damaged: a number of %s is negative", path, e)
		}
	}
	if f.Next == nil {
		f.Next = map[cloak.Entity]int{}
	}
	return f.Next, nil
}

// provide sees to it that numbers are reserved for a message of so many bytes, and nobody
// else's. They are promised to it until done is called.
func (n *numbering) provide(m *cloak.Mapping, size int) (done func(), err error) {
	if n.path == "" {
		return func() {}, nil
	}
	most := size/shortestValue + 1
	n.mu.Lock()
	defer n.mu.Unlock()
	want, next := n.promised+most, m.Next()
	var short []cloak.Entity
	for e, k := range n.kept {
		if k-max(next[e], n.start[e]) < want {
			short = append(short, e)
		}
	}
	if len(short) > 0 {
		if err := n.more(m, next, short, aheadFactor*want); err != nil {
			return nil, err
		}
	}
	n.promised += most
	return func() {
		n.mu.Lock()
		n.promised -= most
		n.mu.Unlock()
	}, nil
}

// include has numbers kept of entities that the configuration looks for now, too.
func (n *numbering) include(entities []cloak.Entity) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.path == "" {
		return
	}
	for _, e := range entities {
		n.kept[e] += 0 // the next message reserves some
	}
}

// more reserves numbers: behind what is reserved, or, if others have reserved those, behind
// theirs.
func (n *numbering) more(m *cloak.Mapping, next map[cloak.Entity]int, short []cloak.Entity, size int) error {
	begin, kept := map[cloak.Entity]int{}, map[cloak.Entity]int{}
	err := n.update(func(file map[cloak.Entity]int) {
		for _, e := range short {
			begin[e] = max(next[e], n.start[e])
			if file[e] > n.kept[e] {
				begin[e] = file[e]
			}
			file[e] = max(file[e], begin[e]+size)
			kept[e] = file[e]
		}
	})
	if err != nil {
		return err
	}
	maps.Copy(n.kept, kept)
	m.Advance(begin)
	return nil
}

// reserve sees to it that no later gateway issues a number that m has issued. What it
// writes is on disk when it returns.
func (n *numbering) reserve(m *cloak.Mapping) error {
	if n.path == "" {
		return nil
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	kept := maps.Clone(n.kept)
	for e, k := range m.Next() {
		if k > kept[e] {
			kept[e] = k + ahead
		}
	}
	if maps.Equal(kept, n.kept) {
		return nil
	}
	err := n.update(func(file map[cloak.Entity]int) {
		for e, k := range kept {
			file[e] = max(file[e], k)
		}
	})
	if err == nil { // else nothing is reserved, and the next message asks again
		n.kept = kept
	}
	return err
}

// release gives back what was reserved and not used, if nobody has reserved more since.
func (n *numbering) release(m *cloak.Mapping) error {
	if n.path == "" {
		return nil
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.update(func(file map[cloak.Entity]int) {
		used := m.Next()
		for e, k := range n.kept {
			if file[e] == k {
				file[e] = max(used[e], n.start[e])
			}
		}
		n.kept = file
	})
}
