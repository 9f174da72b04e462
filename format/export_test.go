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

// Cut is where a part of a document of f may end.
func Cut(f *Format, text string) int { return f.cut(text, "") }

// Raw is where the content of s stands.
func Raw(s *Scalar) cloak.Span { return s.raw }

// Fits reports whether a stand-in may stand in s.
func Fits(s *Scalar, standIn string) bool { return s.fits == nil || s.fits(standIn) }
