package decoy

import (
	"strings"

	"github.com/seed-052fbf24/cloak/cloak"
)

// reserved is the reserved space of a detector that has no writer of its own:
// it is drawn from the detector's patterns, the first one first.
type reserved struct {
	tiers    []*space
	validate func(string) bool
}

const (
	tierTries  = 40 // attempts before the next pattern has its turn
	validTries = 64 // draws until one is valid: a check digit is right once in ten
)

func reservedSpaces(ds []cloak.Detector) (map[string]reserved, error) {
	m := map[string]reserved{}
	for i := range ds {
		d := &ds[i]
		if len(d.Reserved) == 0 {
			continue
		}
		x := reserved{validate: d.Validate}
		for _, p := range d.Reserved {
			s, err := parseSpace(p)
			if err != nil {
				return nil, err
			}
			// A detector that is no shape (it has no scanner) would have its draws refused.
			if cloak.InReserved(string(s.draw(newKeyed([32]byte{}), nil))) {
				x.tiers = append(x.tiers, s)
			}
		}
		if len(x.tiers) > 0 {
			m[d.Name] = x
		}
	}
	return m, nil
}

// drawn writes a text of the space in the layout of the original, if the letters
// and digits are as many.
func (r *request) drawn(x reserved) (string, bool) {
	tier := r.attempt / tierTries
	if tier >= len(x.tiers) {
		return "", false
	}
	k := r.draw("space")
	var b []byte
	for range validTries {
		b = x.tiers[tier].draw(k, b[:0])
		s := string(b)
		if x.validate != nil && !x.validate(s) {
			continue
		}
		if c := caseOf(r.value); c != title && !strings.ContainsAny(s, digits) {
			s = c.write(fold(s))
		}
		if like, ok := pour(r.value, alnumOf(s), isAlnum); ok && (x.validate == nil || x.validate(like)) {
			return like, true
		}
		return s, true
	}
	return "", false
}

// A Space is one row of the table of where decoys come from.
type Space struct {
	Entity    cloak.Entity
	Detector  string
	Guarantee string  // R, U, X, L, C or W, see the package comment
	Pattern   string  // RE2
	Capacity  float64 // how many texts Pattern has
	Authority string
}

// Spaces lists the reserved space of the built-in detectors, in their order; for
// each the preferred pattern comes first.
func Spaces() []Space {
	var rows []Space
	for _, d := range cloak.Builtin() {
		for _, p := range d.Reserved {
			s, err := parseSpace(p)
			if err != nil {
				continue // New reports it
			}
			rows = append(rows, Space{d.Entity, d.Name, d.Guarantee, p, s.count, d.Authority})
		}
	}
	return rows
}

// IsDecoy reports whether all of s is a decoy, ours or anybody's: a value of
// reserved space. Nothing but the string is asked, so that it holds in a text
// that has lost its mapping. A token is no decoy.
func IsDecoy(s string) bool {
	return s != "" && s[0] != '[' && cloak.InReserved(s)
}
