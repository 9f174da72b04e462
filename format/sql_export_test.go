package format

// Outside is text without what stands in scalars.
func Outside(d Document) string {
	left := []byte(d.Text)
	d.Scalars(func(s *Scalar) bool {
		for i := s.raw.Start; i < s.raw.End; i++ {
			left[i] = ' '
		}
		return true
	})
	return string(left)
}
