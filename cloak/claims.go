package cloak

import (
	"maps"
	"slices"
)

// ClaimLimit is how many claimed strings a mapping keeps exactly.
const ClaimLimit = 100_000

// Claims are the keys of what has a stand-in's shape, was seen in a text, and
// must therefore never be issued. It is exact up to ClaimLimit; from there on
// Bloom filters hold the rest, in layers that double, so that a flood of claims
// never makes everything look seen. A false "seen" only costs another attempt.
type Claims struct {
	Exact  []string
	Layers [][]uint64
	Room   int // strings that still go into the last layer
}

type claims struct {
	limit  int
	exact  map[string]struct{}
	layers [][]uint64
	room   int
}

func newClaims(c Claims, limit int) *claims {
	x := &claims{limit: limit, exact: make(map[string]struct{}, len(c.Exact)), room: c.Room}
	for _, s := range c.Exact {
		x.exact[s] = struct{}{}
	}
	for _, l := range c.Layers {
		x.layers = append(x.layers, slices.Clone(l))
	}
	return x
}

func (c *claims) snapshot() Claims {
	x := Claims{Exact: slices.Sorted(maps.Keys(c.exact)), Room: c.room}
	for _, l := range c.layers {
		x.Layers = append(x.Layers, slices.Clone(l))
	}
	return x
}

func (c *claims) has(key []byte) bool {
	if _, ok := c.exact[string(key)]; ok {
		return true
	}
	for _, bits := range c.layers {
		if inBloom(bits, key) {
			return true
		}
	}
	return false
}

// add reports whether key was new.
func (c *claims) add(key []byte) bool {
	switch {
	case c.has(key):
		return false
	case len(c.exact) < c.limit:
		c.exact[string(key)] = struct{}{}
		return true
	case c.room == 0:
		c.room = c.limit << len(c.layers)
		c.layers = append(c.layers, make([]uint64, 1+c.room*16/64)) // 16 bits a string: 0.05 % false
	}
	c.room--
	bits := c.layers[len(c.layers)-1]
	for _, b := range bloom(bits, key) {
		bits[b>>6] |= 1 << (b & 63)
	}
	return true
}

func inBloom(bits []uint64, key []byte) bool {
	for _, b := range bloom(bits, key) {
		if bits[b>>6]>>(b&63)&1 == 0 {
			return false
		}
	}
	return true
}

// bloom returns seven bit positions: double hashing (Kirsch and Mitzenmacher,
// 2006) of one 64-bit FNV-1a split in two. The layout is part of a snapshot.
func bloom(bits []uint64, key []byte) (places [7]uint64) {
	h := uint64(14695981039346656037)
	for _, b := range key {
		h = (h ^ uint64(b)) * 1099511628211
	}
	h ^= h >> 29
	for i := range places {
		places[i] = (h&0xffffffff + uint64(i)*(h>>32|1)) % uint64(64*len(bits))
	}
	return places
}
