package cloak

import "io"

// A Mapping is a one-to-one set of pairs, safe for concurrent use. It never
// issues a stand-in that is live, was seen in a text, or (decoys) contains an
// original.
type Mapping struct {
	key [32]byte
}

// A Snapshot is a mapping in the clear, for code that encrypts it.
type Snapshot struct {
	Key   [32]byte
	Pairs []Pair
}

// NewMapping returns the mapping of a snapshot; the zero Snapshot gives an empty
// one with a random key.
func NewMapping(s Snapshot) (*Mapping, error) { return &Mapping{}, nil }

// Len is the number of pairs.
func (m *Mapping) Len() int { return 0 }

// Pairs returns a copy of the pairs from index i on.
func (m *Mapping) Pairs(i int) []Pair { return nil }

// Snapshot returns a copy of everything the mapping knows.
func (m *Mapping) Snapshot() Snapshot { return Snapshot{} }

// Restore puts the originals back, in one pass over each byte.
func (m *Mapping) Restore(text string, o RestoreOptions) (string, []Gap) { return text, nil }

// RestoreTo returns a writer that restores what passes through it to dst, the
// same bytes for every split into writes. It writes on every Write what is
// decided; Close writes the rest.
func (m *Mapping) RestoreTo(dst io.Writer, o RestoreOptions) *Restorer { return nil }

// A Restorer is not safe for concurrent use.
type Restorer struct{}

func (r *Restorer) Write(p []byte) (int, error) { return len(p), nil }

// Close writes what was held back. It does not close dst.
func (r *Restorer) Close() error { return nil }

// Gaps returns which of RestoreOptions.Sent have not come back so far.
func (r *Restorer) Gaps() []Gap { return nil }

func (m *Mapping) part(kind, part string, propose func(int, [32]byte) (string, bool)) (string, bool) {
	return "", false
}
func lengthClass(n int) string         { return "" }
func (c Chain) Decode(s string) string { return s }
func (c Chain) Encode(s string) string { return s }

// Builtin returns the built-in detectors.
func Builtin() []Detector { return nil }
