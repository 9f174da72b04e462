package contract

import "github.com/seed-052fbf24/cloak/cloak"

// rawSnapshot is a snapshot whose originals an encoder may write: what a bridge
// keeps. Converting is deliberate, field by field.
type rawSnapshot struct {
	Key    [32]byte
	Pairs  []rawPair
	Next   map[cloak.Entity]int
	Parts  []rawPart
	Claims cloak.Claims
}

type rawPair struct {
	Pair               cloak.Pair
	Canonical, Surface []byte
}

type rawPart struct {
	Kind, StandIn string
	Part          []byte
}

func raw(s cloak.Snapshot) rawSnapshot {
	r := rawSnapshot{Key: s.Key, Next: s.Next, Claims: s.Claims}
	for _, p := range s.Pairs {
		q := rawPair{p, []byte(p.Canonical), []byte(p.Surface)}
		q.Pair.Canonical, q.Pair.Surface = "", ""
		r.Pairs = append(r.Pairs, q)
	}
	for _, p := range s.Parts {
		r.Parts = append(r.Parts, rawPart{p.Kind, p.StandIn, []byte(p.Part)})
	}
	return r
}

func (r rawSnapshot) snapshot() cloak.Snapshot {
	s := cloak.Snapshot{Key: r.Key, Next: r.Next, Claims: r.Claims}
	for _, p := range r.Pairs {
		q := p.Pair
		q.Canonical, q.Surface = cloak.Original(p.Canonical), cloak.Original(p.Surface)
		s.Pairs = append(s.Pairs, q)
	}
	for _, p := range r.Parts {
		s.Parts = append(s.Parts, cloak.Part{Kind: p.Kind, Part: cloak.Original(p.Part), StandIn: p.StandIn})
	}
	return s
}
