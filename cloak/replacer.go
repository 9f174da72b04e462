package cloak

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"strconv"
	"strings"
)

// A Replacer proposes stand-ins. Equal requests on equal mapping state give
// equal results; another Attempt gives another candidate. With none left, an
// error, the engine uses a token: an original is never let through for want of
// a stand-in. What a Replacer proposes must be, whole, a token or a value that a
// built-in detector's Reserved space recognises; anything else is refused.
//
// A Replacer is called with the mapping locked: it must not use the mapping but
// through the Request, and must be safe for concurrent use.
type Replacer interface {
	StandIn(r Request) (string, error)
}

// ErrExhausted says that a Replacer has no candidate left.
var ErrExhausted = errors.New("cloak: no stand-in left")

// A Request asks for one stand-in.
type Request struct {
	Detector string   // Detector.Name, "term", "pattern:NAME", …
	Entity   Entity   //
	Value    Original // the surface, decoded: the bytes whose layout a decoy keeps
	Canon    Original // canonical: equal for all surfaces of one value
	Seq      int      // of the value, from 0 per entity
	Surface  int      // 0 for the value's first surface, then 1, 2, …
	Stem     string   // stand-in of surface 0, when Surface > 0
	Attempt  int      // 0, then one more for each candidate that was not acceptable

	m *Mapping
}

// Derive gives 32 bytes under the mapping's random key (HMAC-SHA-256 of label,
// entity, canonical value and attempt): without the key they tell nothing about
// the value, and the same value gets the same bytes.
func (r Request) Derive(label string) (sum [32]byte) {
	return derive(r.m.key, label, string(r.Entity), string(r.Canon), r.Attempt)
}

// Part returns the stand-in of a part that several values share: a subnet, a
// registrable domain, a person. It is one-to-one within kind and kept in the
// mapping. While the part is new, propose is asked for attempt 0, 1, … until it
// gives a free one; when it returns false there is none.
func (r Request) Part(kind, part string, propose func(attempt int, sum [32]byte) (string, bool)) (string, bool) {
	return r.m.part(kind, part, propose)
}

func derive(key [32]byte, label, entity, value string, attempt int) (sum [32]byte) {
	h := hmac.New(sha256.New, key[:])
	var n [8]byte
	for _, s := range [...]string{label, entity, value} {
		binary.BigEndian.PutUint64(n[:], uint64(len(s)))
		h.Write(n[:])
		h.Write([]byte(s))
	}
	binary.BigEndian.PutUint64(n[:], uint64(attempt))
	h.Write(n[:])
	h.Sum(sum[:0])
	return sum
}

// Tokens is the default Replacer: [EMAIL_0], and [EMAIL_0.1] for another surface
// of the same value.
type Tokens struct{}

// StandIn never fails.
func (Tokens) StandIn(r Request) (string, error) {
	if stem, ok := strings.CutSuffix(r.Stem, "]"); ok && r.Surface > 0 {
		stem, _, _ = strings.Cut(stem, ".")
		return stem + "." + strconv.Itoa(r.Surface+r.Attempt) + "]", nil
	}
	return "[" + string(r.Entity) + "_" + strconv.Itoa(r.Seq+r.Attempt) + "]", nil
}
