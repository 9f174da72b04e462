package cloak

import (
	"cmp"
	"slices"
)

// A match is what will be replaced: found by a detector, a term, the sweep, or as
// a live stand-in of somebody else's text.
type match struct {
	Span
	entity   Entity
	detector string
	chain    Chain
	class    Class
	bits     int
	det      *Detector // nil where no detector found it
	opaque   bool      // replaced by a token: it stands encoded as a whole, or looks like one
	apart    bool      // detectors do not see all of it in the text as it stands: its words were labels of what is behind it
	ours     *hit      // a live stand-in that its pair's token takes the place of, or nil
}

// cover joins overlapping matches: every byte that one of them claims lies in
// exactly one of the results. The strongest match gives the name: by class, then
// plain text before a decoded view, then evidence, then length, then earliest
// start. The results are ascending.
func cover(ms []match) []match {
	slices.SortFunc(ms, func(a, b match) int { return cmp.Or(a.Start-b.Start, b.End-a.End, stronger(b, a)) })
	out := ms[:0]
	var best match
	for _, m := range ms {
		m.apart = m.apart || m.det == nil
		if len(out) == 0 || m.Start >= out[len(out)-1].End {
			out, best = append(out, m), m
			continue
		}
		last := &out[len(out)-1]
		hull, apart := Span{last.Start, max(last.End, m.End)}, last.apart || m.apart
		if stronger(m, best) > 0 && !best.wholeOf(&m) {
			best = m
		}
		*last = best
		last.Span, last.apart = hull, apart
	}
	return out
}

// wholeOf reports whether m is what its detector made of a part of x, since it could
// not read all of it.
func (x *match) wholeOf(m *match) bool {
	return x.det != nil && x.det == m.det && x.Len() > m.Len() && x.contains(m.Span)
}

func stronger(a, b match) int {
	return cmp.Or(int(a.class)-int(b.class), len(b.chain)-len(a.chain), a.bits-b.bits, a.Len()-b.Len(), b.Start-a.Start)
}
