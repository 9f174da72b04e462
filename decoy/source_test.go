package decoy

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"strings"

	"github.com/seed-052fbf24/cloak/cloak"
)

// A fakeMapping is a mapping's key and parts, so that a test can have ten
// thousand of them.
type fakeMapping struct {
	key   [32]byte
	parts map[[2]string]string
	taken map[[2]string]bool
}

func newFake(key int) *fakeMapping {
	m := &fakeMapping{parts: map[[2]string]string{}, taken: map[[2]string]bool{}}
	binary.BigEndian.PutUint64(m.key[:], uint64(key))
	return m
}

func (m *fakeMapping) derive(attempt int, words ...string) (sum [32]byte) {
	h := hmac.New(sha256.New, m.key[:])
	var n [8]byte
	for _, s := range words {
		binary.BigEndian.PutUint64(n[:], uint64(len(s)))
		h.Write(n[:])
		h.Write([]byte(s))
	}
	binary.BigEndian.PutUint64(n[:], uint64(attempt))
	h.Write(n[:])
	h.Sum(sum[:0])
	return sum
}

// A fakeRequest is what such a mapping hands out.
type fakeRequest struct {
	m *fakeMapping
	r *request
}

func (f fakeRequest) Derive(label string) [32]byte {
	return f.m.derive(f.r.attempt, label, string(f.r.entity), f.r.canon)
}

func (f fakeRequest) Part(kind, part string, propose func(int, [32]byte) (string, bool)) (string, bool) {
	key := [2]string{kind, part}
	if s, ok := f.m.parts[key]; ok {
		return s, true
	}
	for attempt := 0; ; attempt++ {
		s, ok := propose(attempt, f.m.derive(attempt, "part", kind, part))
		if !ok {
			return "", false
		}
		if !f.m.taken[[2]string{kind, s}] {
			f.m.parts[key], f.m.taken[[2]string{kind, s}] = s, true
			return s, true
		}
	}
}

// request asks for a stand-in of value, alone in its mapping or not.
func (m *fakeMapping) request(e cloak.Entity, value string, attempt int) *request {
	r := &request{entity: e, value: value, canon: fold(value), attempt: attempt}
	if e == cloak.Phone && !strings.ContainsRune(value, '+') { // as the detector does
		switch d := digitsOf(value); {
		case strings.HasPrefix(d, "00"):
			r.canon = "+" + d[2:]
		case strings.HasPrefix(value, "011-"):
			r.canon = "+" + d[3:]
		case len(d) == 10 && d[0] > '1':
			r.canon = "+1" + d
		case len(d) == 11 && d[0] == '1':
			r.canon = "+" + d
		}
	}
	r.source = fakeRequest{m, r}
	return r
}
