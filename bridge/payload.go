package bridge

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"

	"github.com/seed-052fbf24/cloak/cloak"
)

// A payload is what a bridge holds: a snapshot as JSON (I-JSON, RFC 7493), its
// members in alphabetical order, what need not be text in base64. It is written in
// one way only, and read in no other.
type payload struct {
	Aliases []payloadAlias       `json:"aliases,omitempty"` // ascending
	Claims  payloadClaims        `json:"claims"`
	Created string               `json:"created"` // RFC 3339, UTC
	Key     []byte               `json:"key"`     // 32 bytes: of the stand-ins
	Next    map[cloak.Entity]int `json:"next"`
	Pairs   []payloadPair        `json:"pairs"` // a pair's place is its number
	Parts   []payloadPart        `json:"parts"`
	Version int                  `json:"v"`
}

type payloadPair struct {
	Canonical []byte       `json:"canonical,omitempty"` // if it is not the surface
	Chain     []byte       `json:"chain,omitempty"`
	Detector  string       `json:"detector"`
	Entity    cloak.Entity `json:"entity"`
	Origins   []string     `json:"origins"`
	StandIn   string       `json:"stand_in"`
	Surface   []byte       `json:"surface"`
	Sweep     bool         `json:"sweep,omitempty"`
	Token     string       `json:"token,omitempty"`
}

type payloadAlias struct {
	From []byte `json:"from"`
	To   string `json:"to"` // the stand-in of a pair
}

type payloadPart struct {
	Kind    string `json:"kind"`
	Part    []byte `json:"part"`
	StandIn string `json:"stand_in"`
}

type payloadClaims struct {
	Exact  [][]byte `json:"exact"`
	Layers [][]byte `json:"layers"` // of 64-bit words, the lowest byte first
	Room   int      `json:"room"`
}

// encode writes a snapshot and its aliases.
func encode(s cloak.Snapshot, aliases Aliases, created time.Time) ([]byte, error) {
	aliases = aliases.sorted()
	if !aliases.check(s.Pairs) {
		return nil, errAliases
	}
	p := payload{
		Claims:  payloadClaims{Exact: make([][]byte, 0, len(s.Claims.Exact)), Layers: make([][]byte, 0, len(s.Claims.Layers)), Room: s.Claims.Room},
		Created: created.UTC().Truncate(time.Second).Format(time.RFC3339), Key: s.Key[:], Next: s.Next,
		Pairs: make([]payloadPair, 0, len(s.Pairs)), Parts: make([]payloadPart, 0, len(s.Parts)), Version: version,
	}
	if p.Next == nil {
		p.Next = map[cloak.Entity]int{}
	}
	for i := range s.Pairs {
		x := &s.Pairs[i]
		q := payloadPair{
			Chain: []byte(x.Chain), Detector: x.Detector, Entity: x.Entity, Origins: x.Origins, StandIn: x.StandIn,
			Surface: []byte(x.Surface), Sweep: x.Sweep, Token: x.Token,
		}
		if x.Canonical != x.Surface {
			q.Canonical = []byte(x.Canonical)
		}
		if q.Origins == nil {
			q.Origins = []string{}
		}
		p.Pairs = append(p.Pairs, q)
	}
	for _, x := range s.Parts {
		p.Parts = append(p.Parts, payloadPart{x.Kind, []byte(x.Part), x.StandIn})
	}
	for _, x := range aliases {
		p.Aliases = append(p.Aliases, payloadAlias{[]byte(x.From), x.To})
	}
	for _, x := range s.Claims.Exact {
		p.Claims.Exact = append(p.Claims.Exact, []byte(x))
	}
	for _, l := range s.Claims.Layers {
		p.Claims.Layers = append(p.Claims.Layers, wordsToBytes(l))
	}
	return marshal(&p)
}

func marshal(p *payload) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(p); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// decode reads what encode wrote.
func decode(b []byte) (s cloak.Snapshot, aliases Aliases, created time.Time, err error) {
	var p payload
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(&p); err != nil {
		return s, aliases, created, fmt.Errorf("%w: its content is no snapshot", ErrBody) // the decoder's error may quote a value
	}
	if p.Version != version {
		return s, aliases, created, ErrVersion
	}
	if created, err = time.Parse(time.RFC3339, p.Created); err != nil || created.UTC().Format(time.RFC3339) != p.Created || len(p.Key) != len(s.Key) {
		return s, aliases, created, fmt.Errorf("%w: its content is no snapshot", ErrBody)
	}
	// One content has one form: members given twice, or in another order, are none.
	if again, err := marshal(&p); err != nil || !bytes.Equal(again, b) {
		return s, aliases, created, fmt.Errorf("%w: its content is not in canonical form", ErrBody)
	}
	copy(s.Key[:], p.Key)
	s.Next = p.Next
	for i := range p.Pairs {
		q := &p.Pairs[i]
		x := cloak.Pair{
			Entity: q.Entity, Detector: q.Detector, Canonical: cloak.Original(q.Canonical), Surface: cloak.Original(q.Surface), Chain: cloak.Chain(q.Chain),
			StandIn: q.StandIn, Token: q.Token, Origins: q.Origins, Seq: i, Sweep: q.Sweep,
		}
		if q.Canonical == nil {
			x.Canonical = x.Surface
		}
		s.Pairs = append(s.Pairs, x)
	}
	for _, x := range p.Parts {
		s.Parts = append(s.Parts, cloak.Part{Kind: x.Kind, Part: cloak.Original(x.Part), StandIn: x.StandIn})
	}
	for _, x := range p.Claims.Exact {
		s.Claims.Exact = append(s.Claims.Exact, string(x))
	}
	for _, l := range p.Claims.Layers {
		words, ok := bytesToWords(l)
		if !ok {
			return s, aliases, created, fmt.Errorf("%w: its content is no snapshot", ErrBody)
		}
		s.Claims.Layers = append(s.Claims.Layers, words)
	}
	for _, x := range p.Aliases {
		aliases = append(aliases, Alias{string(x.From), x.To})
	}
	if !aliases.check(s.Pairs) {
		return s, aliases, created, fmt.Errorf("%w: its aliases are none", ErrBody)
	}
	s.Claims.Room = p.Claims.Room
	return s, aliases, created, nil
}
