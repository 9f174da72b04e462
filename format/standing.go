package format

import "github.com/seed-052fbf24/cloak/cloak"

// Standing gives the scalars of d, also of documents in its strings, in order and each with
// the live stand-ins in it, until yield returns false: what [Restore] would look at, and
// replace. In d's text a scalar stands at the span at, without its quotes; one of a document
// that was decoded as a whole, as base64 is, where that stands. The scalars are not to be kept.
func Standing(m *cloak.Mapping, d Document, yield func(s *Scalar, at cloak.Span, standIns []cloak.Place) bool) {
	standing(m, d, nil, yield)
}

// standing gives the scalars of d, which stands at a span of another document; nil: at none.
func standing(m *cloak.Mapping, d Document, at *cloak.Span, yield func(*Scalar, cloak.Span, []cloak.Place) bool) (on bool) {
	on = true
	d.Scalars(func(s *Scalar) bool {
		here := s.raw
		if at != nil {
			here = *at
		}
		if s.inner != nil {
			on = standing(m, *s.inner, &here, yield)
		} else {
			on = yield(s, here, m.Places(s.Text, cloak.RestoreOptions{}))
		}
		return on
	})
	return on
}
