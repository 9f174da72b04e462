package format

import (
	"slices"
	"strings"

	"github.com/seed-052fbf24/cloak/cloak"
)

// A closer look into a scalar: its parts, once all of it has been looked at.

// parts looks into the parts of s for what c, which may be nil, has left. What is written
// there must stand as it is, and not as the part has it: then it is found in the whole
// when it comes back. A decoy that is not, beside what stands there, makes way for a token.
func (j *job) parts(s *Scalar, c *change) (*change, error) {
	found, err := j.partsOf(s, c, false)
	if err == nil && found != c && !j.readsIn(s, found) {
		found, err = j.partsOf(s, c, true)
	}
	if err == nil && found != c && !j.readsIn(s, found) {
		return c, nil
	}
	return found, err
}

// longestWhole is how long a text can be that an engine takes for one value: bytes.
const longestWhole = 64

// readsIn reports whether the stand-ins of c are read in all of s.
func (j *job) readsIn(s *Scalar, c *change) bool {
	places := j.m.Places(c.out, cloak.RestoreOptions{})
	shift := 0
	for _, x := range c.splices {
		at := s.offset(x.Start) + shift
		shift += len(x.standIn) - (s.offset(x.End) - s.offset(x.Start))
		for len(places) > 0 && places[0].Start < at {
			places = places[1:]
		}
		if x.Seq >= 0 && (len(places) == 0 || places[0].Start != at || places[0].Len() != len(x.standIn) || places[0].Seq != x.Seq) {
			return false
		}
	}
	return true
}

// partsOf is parts, of which stand-ins are tokens if that is asked for, but for a look at
// what it makes.
func (j *job) partsOf(s *Scalar, c *change, tokens bool) (*change, error) {
	text, at := s.Text, s.at
	var splices, more []splice
	src := j.src
	if c != nil {
		splices = c.splices
		text, at = c.out, s.mapOf(splices)
		defer func() { j.src = src }()
		j.src.Echo = true // of what is found in the whole
	}
	var err error
	s.parts(text, at, func(x *Scalar) bool {
		if !j.hides(x) && !j.tells(x.Label) { // nothing that the whole did not show
			return true
		}
		fits := x.fits
		x.fits = func(standIn string) bool {
			if tokens || bracketed(standIn) {
				return bracketed(standIn)
			}
			return (fits == nil || fits(standIn)) && (s.fits == nil || s.fits(standIn)) && x.write.write(standIn) == s.write.write(standIn)
		}
		if s.suits != nil {
			start, end := s.offset(x.raw.Start), s.offset(x.raw.End)
			x.suits = func(text string) bool { return s.suits(s.Text[:start] + text + s.Text[end:]) }
		}
		y, failed := j.sanitize(x)
		if err = failed; y != nil {
			more = append(more, y.splices...)
		}
		return err == nil
	})
	if err != nil || len(more) == 0 {
		return c, err
	}
	if c != nil && overlap(more, splices) { // it takes in what was found in the whole, or takes it apart
		j.src = src
		own, err := j.partsOf(s, nil, tokens)
		if err != nil || own == nil {
			return c, err
		}
		more = own.splices
		splices = slices.DeleteFunc(slices.Clone(splices), func(x splice) bool { return overlap(more, []splice{x}) })
	}
	splices = slices.Concat(more, splices)
	slices.SortStableFunc(splices, func(a, b splice) int { return a.Start - b.Start })
	var out strings.Builder
	last := 0
	for _, x := range splices {
		if s.offset(x.Start) < last {
			return c, nil
		}
		out.WriteString(s.Text[last:s.offset(x.Start)])
		out.WriteString(x.standIn)
		last = s.offset(x.End)
	}
	out.WriteString(s.Text[last:])
	return &change{out: out.String(), splices: splices}, nil
}

// overlap reports whether a splice of a lies over one of b.
func overlap(a, b []splice) bool {
	for _, x := range a {
		for _, y := range b {
			if x.Start < y.End && y.Start < x.End {
				return true
			}
		}
	}
	return false
}

// mapOf is the map of what Text becomes with splices: a stand-in comes from where the
// value began.
func (s *Scalar) mapOf(splices []splice) (at offsets) {
	last, n := 0, 0
	through := func(end int) {
		for ; last < end; last++ {
			at = at.add(n, s.span(cloak.Span{Start: last, End: last}).Start-s.raw.Start)
			n++
		}
	}
	for _, x := range splices {
		through(s.offset(x.Start))
		for range len(x.standIn) {
			at = at.add(n, x.Start-s.raw.Start)
			n++
		}
		last = s.offset(x.End)
	}
	through(len(s.Text) + 1)
	return at
}
