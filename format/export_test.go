package format

import (
	"context"

	"github.com/seed-052fbf24/cloak/cloak"
)

// SanitizeAll is Sanitize without asking which scalars may hold something.
func SanitizeAll(ctx context.Context, e *cloak.Engine, m *cloak.Mapping, d Document, src cloak.Source) (Result, error) {
	j := newJob(ctx, e, m, d, src)
	j.all = true
	return j.settle()
}
