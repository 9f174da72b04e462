package format

import (
	"slices"
	"strings"

	"github.com/seed-052fbf24/cloak/cloak"
)

// parts looks into the parts of s that c, which may be nil, has left alone. What is
// written there must be read in the whole when it comes back: where a decoy is not, a
// token is taken.
func (j *job) parts(s *Scalar, c *change) (*change, error) {
	for _, tokens := range []bool{j.tokens, true} {
		found, err := j.partsOf(s, c, tokens)
		if err != nil || found == c || j.readsIn(s, found) {
			return found, err
		}
	}
	return c, nil
}

// partsOf is parts but for a look at what it makes.
func (j *job) partsOf(s *Scalar, c *change, tokens bool) (*change, error) {
	var whole, more []splice
	if c != nil {
		whole = c.splices
	}
	rest := whole
	var err error
	s.parts(func(x *Scalar) bool {
		for len(rest) > 0 && rest[0].End <= x.raw.Start {
			rest = rest[1:]
		}
		if len(rest) > 0 && rest[0].Start < x.raw.End || !hides(x) && !j.tells(x.Label) { // nothing that the whole has not shown
			return true
		}
		fits := x.fits
		x.fits = func(standIn string) bool {
			return !tokens && (fits == nil || fits(standIn)) && (s.fits == nil || s.fits(standIn))
		}
		var y *change
		if y, err = j.whole(x); y != nil {
			more = append(more, y.splices...)
		}
		return err == nil
	})
	if err != nil || len(more) == 0 {
		return c, err
	}
	both := slices.Concat(whole, more)
	slices.SortStableFunc(both, func(a, b splice) int { return a.Start - b.Start })
	found := &change{splices: both}
	found.sum = j.sum(s.with(both))
	return found, nil
}

// with is what s says with splices in it.
func (s *Scalar) with(splices []splice) string {
	var b strings.Builder
	last := 0
	for _, x := range splices {
		b.WriteString(s.Text[last:s.offset(x.Start)])
		b.WriteString(x.standIn)
		last = s.offset(x.End)
	}
	b.WriteString(s.Text[last:])
	return b.String()
}

// readsIn reports whether the stand-ins of c are read in all of s.
func (j *job) readsIn(s *Scalar, c *change) bool {
	places := j.m.Places(s.with(c.splices), cloak.RestoreOptions{})
	grown := 0
	for _, x := range c.splices {
		at := s.offset(x.Start) + grown
		grown += len(x.standIn) - (s.offset(x.End) - s.offset(x.Start))
		for len(places) > 0 && places[0].Start < at {
			places = places[1:]
		}
		if x.Seq >= 0 && (len(places) == 0 || places[0].Start != at || places[0].Len() != len(x.standIn) || places[0].Seq != x.Seq) {
			return false
		}
	}
	return true
}

// offset is where in Text the byte of the document is that span maps to it.
func (s *Scalar) offset(raw int) int {
	if s.at == nil {
		return raw - s.raw.Start
	}
	k, _ := slices.BinarySearch(s.at, int32(raw-s.raw.Start))
	return k
}
