package cloak

// A Span is a range of byte offsets of a text, end excluded.
type Span struct{ Start, End int }

// Len is the length in bytes.
func (s Span) Len() int { return s.End - s.Start }

func (s Span) overlaps(t Span) bool { return s.Start < t.End && t.Start < s.End }

func (s Span) contains(t Span) bool { return s.Start <= t.Start && t.End <= s.End }
