package decoy

import (
	"strings"

	"github.com/seed-052fbf24/cloak/cloak"
)

// reserved is the reserved space of a detector that has no writer of its own:
// it is drawn from the detector's patterns, the first one first.
type reserved struct {
	tiers []*space
}

const (
	tierTries  = 40 // attempts before the next pattern has its turn
	validTries = 64 // draws until one is nobody's: of those with a check digit nine in ten are
)

func reservedSpaces(ds []cloak.Detector) (map[string]reserved, error) {
	m := map[string]reserved{}
	for i := range ds {
		d := &ds[i]
		if len(d.Reserved) == 0 {
			continue
		}
		var x reserved
		for _, p := range d.Reserved {
			s, err := parseSpace(p)
			if err != nil {
				return nil, err
			}
			x.tiers = append(x.tiers, s)
		}
		m[d.Name] = x
	}
	return m, nil
}

// drawn writes a text of the space in the layout of the original, if it can be: of
// the patterns that have as many letters and digits, in the same places if there is
// such a one.
func (r *request) drawn(x reserved) (string, bool) {
	k := r.draw("space")
	var b []byte
	fitting := x.fitting(k, r.value)
	if len(fitting) == 0 {
		return r.marked()
	}
	tier := r.attempt / tierTries
	if tier >= len(fitting) {
		return "", false
	}
	other := ""
	for range validTries {
		b = fitting[tier].draw(k, b[:0])
		s := string(b)
		if c := caseOf(r.value); c == lower && strings.ContainsAny(r.value, lowers) {
			s = fold(s)
		}
		if like, ok := pour(r.value, alnumOf(s), isAlnum); ok && !letterGroups(like) && cloak.InReserved(like) {
			return like, true
		}
		if other == "" && cloak.InReserved(s) {
			other = s
		}
	}
	return other, true
}

// letterGroups reports whether a blank stands between letters of s: nobody would hold
// back the words in front of a number for that, in a stream.
func letterGroups(s string) bool {
	for i := 1; i < len(s)-1; i++ {
		if s[i] == ' ' && isAlpha(s[i-1]) && isAlpha(s[i+1]) {
			return true
		}
	}
	return false
}

// fitting are the patterns for value.
func (x reserved) fitting(k *keyed, value string) (same []*space) {
	want := classesOf(value)
	var long, all []*space
	for _, s := range x.tiers {
		switch got := classesOf(string(s.draw(k, nil))); {
		case got == want:
			same = append(same, s)
		case len(got) == len(want):
			long = append(long, s)
		default:
			all = append(all, s)
		}
	}
	switch {
	case len(same) > 0:
		return same
	case len(long) > 0:
		return long
	}
	return all
}

// classesOf has a 9 for each digit of s and an A for each letter.
func classesOf(s string) string {
	b := []byte(alnumOf(s))
	for i := range b {
		if isDigit(b[i]) {
			b[i] = '9'
		} else {
			b[i] = 'A'
		}
	}
	return string(b)
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
