package format

import (
	"context"

	"github.com/seed-052fbf24/cloak/cloak"
)

// SanitizeAll is Sanitize without asking which scalars may hold something.
func SanitizeAll(ctx context.Context, e *cloak.Engine, m *cloak.Mapping, d Document, src cloak.Source) (Result, error) {
	j := newJob(ctx, e, m, d, src)
	j.all = true
	return j.run()
}

// Bare is whether a text may stand in place of s without quotes.
func Bare(s *Scalar) func(text string) bool { return s.bare }
