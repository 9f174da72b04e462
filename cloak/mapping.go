package cloak

import (
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
)

// A Mapping is a one-to-one set of pairs, safe for concurrent use. It never
// issues a stand-in that is live, was seen in a text, or (decoys) contains an
// original.
type Mapping struct {
	mu       sync.Mutex
	key      [32]byte
	pairs    []*Pair
	surfaces map[string]*Pair
	values   map[valueKey]*value
	next     map[Entity]int
	parts    map[partKey]string
	taken    map[partKey]bool // {kind, stand-in of a part}
	seen     *claims
	changes  uint64 // of anything that a snapshot holds

	live      map[string]form // shape key → what it becomes
	standIns  []string        // those that are live
	decoys    bool            // some are no tokens
	reads     liveShapes      // of standIns, as of the last restore
	begins    *prefixes       // how standIns begin, as of the last streaming restore
	originals sweeper         // values to look for everywhere
	scratch   places
	hits      []hit // scratch too
}

type valueKey struct {
	entity    Entity
	canonical Original
}

type partKey struct{ kind, part string }

// A value is what several surfaces spell.
type value struct {
	seq      int
	surfaces int
	stem     string // first stand-in that is no token
	token    string // first token
}

// A form is one stand-in that is live.
type form struct {
	pair    *Pair
	standIn string // StandIn or Token of the pair
}

// A Part is the stand-in of something that several values share.
type Part struct {
	Kind    string
	Part    Original
	StandIn string
}

// A Snapshot is a mapping in the clear, for code that encrypts it. Claims, parts
// and counters are as durable as pairs: without them, restoring and consistency
// end with the process.
type Snapshot struct {
	Key    [32]byte
	Pairs  []Pair // Pairs[i].Seq == i
	Next   map[Entity]int
	Parts  []Part
	Claims Claims
}

// String, GoString and LogValue of what holds originals show none.
func (s Snapshot) String() string   { return fmt.Sprintf("cloak.Snapshot{%d pairs}", len(s.Pairs)) }
func (s Snapshot) GoString() string { return s.String() }
func (p Pair) String() string       { return "cloak.Pair{" + string(p.Entity) + "}" }
func (p Pair) GoString() string     { return p.String() }

// ErrSnapshot says that a snapshot is not that of a mapping: it is not
// one-to-one, or holds a stand-in without a shape.
var ErrSnapshot = errors.New("cloak: snapshot is not a mapping's")

// NewMapping returns the mapping of a snapshot; the zero Snapshot gives an empty
// one with a random key.
func NewMapping(s Snapshot) (*Mapping, error) { return newMapping(s, ClaimLimit) }

func newMapping(s Snapshot, limit int) (*Mapping, error) {
	m := &Mapping{
		key: s.Key, surfaces: make(map[string]*Pair, len(s.Pairs)), values: make(map[valueKey]*value, len(s.Pairs)),
		next: map[Entity]int{}, parts: make(map[partKey]string, len(s.Parts)), taken: make(map[partKey]bool, len(s.Parts)),
		seen: newClaims(s.Claims, limit), live: make(map[string]form, len(s.Pairs)),
	}
	if m.key == [32]byte{} {
		rand.Read(m.key[:]) // never fails: crypto/rand ends the program instead
	}
	for _, p := range s.Parts {
		m.parts[partKey{p.Kind, string(p.Part)}] = p.StandIn
		m.taken[partKey{p.Kind, p.StandIn}] = true
	}
	for i := range s.Pairs {
		p := s.Pairs[i]
		p.Origins = slices.Clone(p.Origins)
		if p.Seq != i || !p.Entity.valid() || m.surfaces[p.key()] != nil {
			return nil, ErrSnapshot
		}
		m.insert(&p)
		if !m.readIn(&p, p.StandIn) || p.Token != "" && !m.readIn(&p, p.Token) {
			return nil, ErrSnapshot
		}
	}
	maps.Copy(m.next, s.Next)
	return m, nil
}

// Snapshot returns a copy of everything the mapping knows.
func (m *Mapping) Snapshot() Snapshot {
	m.mu.Lock()
	defer m.mu.Unlock()
	s := Snapshot{Key: m.key, Next: maps.Clone(m.next), Claims: m.seen.snapshot()}
	s.Pairs = m.copyPairs(0)
	for k, standIn := range m.parts {
		s.Parts = append(s.Parts, Part{k.kind, Original(k.part), standIn})
	}
	slices.SortFunc(s.Parts, func(a, b Part) int {
		return strings.Compare(a.Kind+"\x00"+a.StandIn, b.Kind+"\x00"+b.StandIn)
	})
	return s
}

// Len is the number of pairs.
func (m *Mapping) Len() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.pairs)
}

// Pairs returns a copy of the pairs from index i on.
func (m *Mapping) Pairs(i int) []Pair {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.copyPairs(i)
}

// Pair returns a copy of the pair of a number, a Finding.Seq or Place.Seq; false if there is
// none.
func (m *Mapping) Pair(seq int) (Pair, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if seq < 0 || seq >= len(m.pairs) {
		return Pair{}, false
	}
	p := *m.pairs[seq]
	p.Origins = slices.Clone(p.Origins)
	return p, true
}

func (m *Mapping) copyPairs(i int) []Pair {
	pairs := make([]Pair, 0, max(0, len(m.pairs)-i))
	for _, p := range m.pairs[min(i, len(m.pairs)):] {
		q := *p
		q.Origins = slices.Clone(p.Origins)
		pairs = append(pairs, q)
	}
	return pairs
}

// Changes counts what a snapshot would hold anew: as long as it stays the same,
// a saved snapshot is current.
func (m *Mapping) Changes() uint64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.changes
}

// Next returns a copy of Snapshot.Next: a mapping that begins with it issues no token that
// this one has issued.
func (m *Mapping) Next() map[Entity]int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return maps.Clone(m.next)
}

// Advance raises the numbers that the next new values get, by entity; what is lower than
// what Next tells changes nothing.
func (m *Mapping) Advance(next map[Entity]int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for e, k := range next {
		m.next[e] = max(m.next[e], k)
	}
}

// keys are the live keys that a stand-in has or would have; none if it has no shape.
func (m *Mapping) keys(standIn string) []string {
	if len(standIn) == 0 || len(standIn) > shapeLimit {
		return nil
	}
	return standInShapes().keysOf(&m.scratch, standIn)
}

func (m *Mapping) anyLive(keys []string) bool {
	for _, k := range keys {
		if _, ok := m.live[k]; ok {
			return true
		}
	}
	return false
}

// insert records p's surface; register then makes its stand-ins live.
func (m *Mapping) insert(p *Pair) {
	m.changes++
	p.Seq = len(m.pairs)
	m.pairs = append(m.pairs, p)
	m.surfaces[p.key()] = p
	if p.Sweep {
		m.originals.add(p.value(), p.Entity)
	}
}

// register makes standIn, known by keys, live for p.
func (m *Mapping) register(p *Pair, standIn string, keys []string) {
	m.changes++
	for _, k := range keys {
		m.live[k] = form{p, standIn}
	}
	m.standIns = append(m.standIns, standIn)
	v := m.value(p)
	v.surfaces++
	if isToken(standIn) {
		if v.token == "" {
			v.token = standIn
		}
	} else {
		m.decoys = true
		if v.stem == "" {
			v.stem = standIn
		}
	}
}

// readIn registers a stand-in that comes from a Snapshot, unless it is none.
func (m *Mapping) readIn(p *Pair, standIn string) bool {
	keys := m.keys(standIn)
	if len(keys) == 0 || m.anyLive(keys) {
		return false
	}
	m.register(p, standIn, keys)
	return true
}

func isToken(standIn string) bool { return standIn != "" && standIn[0] == '[' }

func (m *Mapping) value(p *Pair) *value {
	k := valueKey{p.Entity, p.Canonical}
	v := m.values[k]
	if v == nil {
		v = &value{seq: m.next[p.Entity]}
		m.values[k] = v
		m.next[p.Entity]++
		m.changes++
	}
	return v
}

// known returns the pair of the surface that p has, nil if it has none. It has that
// origin from now on.
func (m *Mapping) known(p *Pair, origin string) *Pair {
	p = m.surfaces[p.key()]
	if p != nil && !slices.Contains(p.Origins, origin) {
		p.Origins = append(p.Origins, origin)
		m.changes++
	}
	return p
}

// pair issues a stand-in for a surface that is not known: a token if r has none that fits;
// fits may be nil.
func (m *Mapping) pair(p Pair, r Replacer, fits func(string) bool, origin string) (*Pair, error) {
	p.Surface = Original(strings.Clone(string(p.Surface))) // not the text it is part of
	p.Canonical = Original(strings.Clone(string(p.Canonical)))
	s, keys, err := m.issue(&p, r, fits)
	if err != nil {
		return nil, err
	}
	p.StandIn, p.Origins = s, []string{origin}
	m.insert(&p)
	m.register(&p, s, keys)
	return &p, nil
}

// token gives p, unless it has two, a stand-in that no neighbour can hide.
func (m *Mapping) token(p *Pair) error {
	if p.Token != "" || isToken(p.StandIn) {
		return nil
	}
	s, keys, err := m.issueToken(p)
	if err != nil {
		return err
	}
	p.Token = s
	m.register(p, s, keys)
	return nil
}

// fit gives p, unless it has two, a stand-in of r that fits, if there is one.
func (m *Mapping) fit(p *Pair, r Replacer, fits func(string) bool) {
	if p.Token != "" {
		return
	}
	decoy := func(s string) bool { return !isToken(s) && fits(s) }
	if s, keys := m.propose(p, r, decoy); keys != nil {
		p.Token = s
		m.register(p, s, keys)
	}
}

var errNoStandIn = errors.New("cloak: no stand-in can be issued")

// Attempts bound the search. Only a flooded claim filter comes near those for a token;
// the others end a Replacer that never says it is exhausted, and one of which nothing fits.
const (
	attempts      = 1 << 20
	decoyAttempts = 1 << 12
	fitAttempts   = 1 << 8
)

// issue returns a stand-in for p and the keys it is known by: one of r that fits, or a token.
func (m *Mapping) issue(p *Pair, r Replacer, fits func(string) bool) (string, []string, error) {
	if _, tokens := r.(Tokens); !tokens {
		if s, keys := m.propose(p, r, fits); keys != nil {
			return s, keys, nil
		}
	}
	return m.issueToken(p)
}

// propose is issue without the token: the keys are nil if r has no stand-in that is
// acceptable and fits.
func (m *Mapping) propose(p *Pair, r Replacer, fits func(string) bool) (string, []string) {
	v := m.value(p)
	req := m.request(p, v, v.stem)
	most := decoyAttempts
	if fits != nil {
		most = fitAttempts
	}
	for ; req.Attempt < most; req.Attempt++ {
		s, err := r.StandIn(req)
		if err != nil {
			break
		}
		if fits != nil && !fits(s) {
			continue
		}
		if keys := m.acceptable(s, p); keys != nil {
			return s, keys
		}
	}
	return "", nil
}

// issueToken is issue of a token.
func (m *Mapping) issueToken(p *Pair) (string, []string, error) {
	v := m.value(p)
	req := m.request(p, v, v.token)
	if req.Stem == "" {
		// A token's number is the value's own, unless a text has claimed it.
		req.Seq = max(v.seq, m.next[p.Entity]-1)
	}
	for ; req.Attempt < attempts; req.Attempt++ {
		s, err := Tokens{}.StandIn(req)
		if err != nil {
			return "", nil, err
		}
		if keys := m.acceptable(s, p); keys != nil {
			if req.Stem == "" {
				m.next[p.Entity] = max(m.next[p.Entity], req.Seq+req.Attempt+1)
			}
			return s, keys, nil
		}
	}
	return "", nil, errNoStandIn
}

// request asks for a stand-in of p, whose value v has one, stem, or none yet.
func (m *Mapping) request(p *Pair, v *value, stem string) Request {
	req := Request{
		Detector: p.Detector, Entity: p.Entity, Value: Original(p.value()), Canon: p.Canonical, Seq: v.seq, Stem: stem, m: m,
	}
	if stem != "" {
		req.Surface = v.surfaces
	}
	return req
}

// acceptable returns the keys of s, or nil where s would not keep the mapping
// one-to-one, now and for every text it has seen.
// A token may contain an original, or a password of EMAIL_ would end all tokens.
func (m *Mapping) acceptable(s string, p *Pair) []string {
	if s == string(p.Surface) || m.surfaces[s] != nil {
		return nil
	}
	keys := m.keys(s)
	if len(keys) == 0 || m.anyLive(keys) {
		return nil
	}
	for _, k := range keys {
		if m.seen.has([]byte(k)) {
			return nil
		}
	}
	if !isToken(s) && m.originals.within(s) {
		return nil
	}
	return keys
}

// part is Request.Part.
func (m *Mapping) part(kind, part string, propose func(int, [32]byte) (string, bool)) (string, bool) {
	k := partKey{kind, part}
	if s, ok := m.parts[k]; ok {
		return s, true
	}
	for attempt := 0; attempt < attempts; attempt++ {
		s, ok := propose(attempt, derive(m.key, "part", kind, part, attempt))
		if !ok {
			return "", false
		}
		if t := (partKey{kind, s}); !m.taken[t] {
			k.part = strings.Clone(part)
			m.parts[k], m.taken[t] = s, true
			m.changes++
			return s, true
		}
	}
	return "", false
}

// Claim sees to it that what looks like a stand-in in text, and is not live, is never
// issued. It is for what stands beside a sanitized text and is not sanitized itself.
func (m *Mapping) Claim(text string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.scratch.reset()
	standInShapes().find(&m.scratch, text, 0, len(text), false)
	m.claim(&m.scratch)
}

// claim sees to it that nothing seen can become a stand-in later.
func (m *Mapping) claim(ps *places) {
	for i := range ps.list {
		k := ps.key(&ps.list[i])
		if _, ok := m.live[string(k)]; !ok && m.seen.add(k) {
			m.changes++
		}
	}
}

// standInShapes is the one grammar of stand-ins. It is a function of the code
// alone, so it is built once.
var standInShapes = sync.OnceValue(makeShapes)

func makeShapes() *shapes {
	builtin := builtins()
	var with []*Detector
	for _, ds := range [...][]Detector{markDetectors(builtin), builtin} {
		for i := range ds {
			if d := &ds[i]; d.shaped() {
				with = append(with, d)
			}
		}
	}
	return newShapes(with)
}

// liveShapes is what a live stand-in can be. Where all are tokens, a restore need
// look at nothing but brackets, and of the other shapes it need not look at those
// that nothing live has.
type liveShapes struct {
	known int    // how many stand-ins were taken in
	by    uint64 // the detectors of standInShapes that read them
	*shapes
}

// liveShapes returns those of today.
func (m *Mapping) liveShapes() *shapes {
	if !m.decoys {
		return tokenShapes()
	}
	x, all := &m.reads, standInShapes().program
	by := x.by
	var fs []found
	for _, s := range m.standIns[x.known:] {
		if isToken(s) { // those of a mapping are always read
			continue
		}
		fs = all.scan(fs[:0], s, 0, len(s))
		for i := range fs {
			if f := &fs[i]; f.shape && f.Start == 0 && f.End == len(s) {
				by |= all.readers(f.by, s)
			}
		}
	}
	x.known = len(m.standIns)
	if x.shapes == nil || by != x.by {
		x.by = by
		var ds []*Detector
		for i, d := range all.detectors {
			if by>>i&1 != 0 || d.norm == normToken {
				ds = append(ds, d)
			}
		}
		x.shapes = newShapes(ds)
	}
	return x.shapes
}

// beginnings returns how live stand-ins begin.
func (m *Mapping) beginnings() *prefixes {
	if m.begins == nil {
		m.begins = new(prefixes)
	}
	x := m.begins
	for _, s := range m.standIns[x.known:] {
		x.add(s)
	}
	x.known = len(m.standIns)
	return x
}

// readers are the detectors that may read a spelling of standIn, which detector by
// reads: by itself, and of what is compared by some of its bytes all that compare
// it so.
func (p *program) readers(by uint16, standIn string) (set uint64) {
	n := p.detectors[by].norm
	key := string(n.append(nil, standIn))
	for i, d := range p.detectors {
		if i == int(by) || n != normFold && d.norm == n && (d.owns == nil || d.owns(key)) {
			set |= 1 << i
		}
	}
	return set
}

var tokenShapes = sync.OnceValue(func() *shapes {
	return &shapes{tokens: true}
})

// InReserved reports whether all of s is a value of a space that stand-ins come
// from: a token, a redaction or a decoy, ours or not.
func InReserved(s string) bool {
	return len(s) <= shapeLimit && len(standInShapes().keysOf(new(places), s)) > 0
}
