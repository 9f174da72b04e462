package format

import "github.com/seed-052fbf24/cloak/cloak"

// Standing gives the scalars of d, also of documents in its strings, in order and each with
// the live stand-ins in it, until yield returns false: what [Restore] would look at, and
// replace. The scalars are not to be kept.
func Standing(m *cloak.Mapping, d Document, yield func(s *Scalar, standIns []cloak.Place) bool) {
	standing(m, d, yield)
}

func standing(m *cloak.Mapping, d Document, yield func(*Scalar, []cloak.Place) bool) (on bool) {
	on = true
	d.Scalars(func(s *Scalar) bool {
		if s.inner != nil {
			on = standing(m, *s.inner, yield)
		} else {
			on = yield(s, m.Places(s.Text, cloak.RestoreOptions{}))
		}
		return on
	})
	return on
}
