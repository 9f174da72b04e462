package format

import (
	"context"

	"github.com/seed-052fbf24/cloak/cloak"
)

// SanitizeAll is Sanitize without asking which scalars may hold something.
func SanitizeAll(ctx context.Context, e *cloak.Engine, m *cloak.Mapping, d Document, src cloak.Source) (Result, error) {
	j := newJob(ctx, e, m, d, src)
	j.all = true
	if err := j.document(); err != nil {
		return Result{}, err
	}
	return j.result(), nil
}

// Loose reports whether what is written of d does not read as it was meant.
func Loose(ctx context.Context, e *cloak.Engine, m *cloak.Mapping, d Document) bool {
	j := newJob(ctx, e, m, d, cloak.Source{})
	return j.document() == nil && j.stands != nil
}

// Cut is where a part of a document of f may end.
func Cut(f *Format, text string) int { return f.cut(text, "") }

// Raw is where the content of s stands.
func Raw(s *Scalar) cloak.Span { return s.raw }

// Parts is d in parts of about size bytes, as its format may be cut.
func Parts(d Document, size int) (parts []Document) {
	known := ""
	for text := d.Text; text != ""; {
		end := len(text)
		for n := size; n < len(text); n += size {
			if k := d.Format.cut(text[:n], known); k > 0 {
				end = k
				break
			}
		}
		parts = append(parts, Document{Text: text[:end], Format: d.Format, File: d.File, known: known})
		switch {
		case d.Format.carry != nil:
			known = d.Format.carry(text[:end], known)
		case known == "" && d.Format.header != nil:
			known = d.Format.header(text[:end])
		}
		text = text[end:]
	}
	return parts
}

// Fits reports whether a stand-in may stand in s.
func (s *Scalar) Fits(standIn string) bool { return s.fits == nil || s.fits(standIn) }

// Bare is whether a text may stand in place of s without quotes.
func Bare(s *Scalar) func(text string) bool { return s.bare }
