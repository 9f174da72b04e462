package format

import (
	"errors"
	"slices"

	"github.com/seed-052fbf24/cloak/cloak"
)

// A value may hold what the document around it is read by: a quote that hides a comment, or
// one that nothing closes, or what no name can have in front of a sign. Once it is replaced
// the rest reads otherwise, however that is written. Where a document goes on behind what is
// broken, as one of lines does, it is written all the same.

// loose takes what was written, though it does not read as it was meant, if nothing is found
// in it and it comes back. What has come to stand in another place has its surface there.
func (j *job) loose() error {
	j.stands = map[int]cloak.Chain{}
	for range rounds {
		err := j.settle()
		if err == nil && j.returns() {
			return nil
		}
		if err == nil || errors.Is(err, ErrStructure) {
			if !j.stand(j.stands, false) && !j.stand(j.stands, true) {
				break
			}
			err = j.run()
		}
		if j.err != nil || err != nil && !errors.Is(err, ErrStructure) {
			return err
		}
	}
	return ErrStructure
}

// elsewhere reports whether one of the findings of s comes to stand in another place.
func (j *job) elsewhere(s *Scalar, fs []cloak.Finding) bool {
	return slices.ContainsFunc(fs, func(f cloak.Finding) bool {
		_, is := j.stands[s.span(f.Span).Start]
		return is
	})
}
