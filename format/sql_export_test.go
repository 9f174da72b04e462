package format

// Parts are the documents that a stream of text is read as, if it comes size bytes at a
// time.
func Parts(f *Format, text string, size int) (parts []Document) {
	known, begin := "", 0
	for end := size; end < len(text); end += size {
		if k := f.cut(text[begin:end], known); k > 0 {
			parts = append(parts, Document{Text: text[begin : begin+k], Format: f, known: known})
			if f.carry != nil {
				known = f.carry(text[begin:begin+k], known)
			}
			begin += k
		}
	}
	return append(parts, Document{Text: text[begin:], Format: f, known: known})
}

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
