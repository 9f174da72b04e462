package format_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/format"
)

// records is a megabyte of JSON, in which one string in a hundred is to be replaced.
func records(n int) string {
	var b strings.Builder
	b.WriteString("[\n")
	for i := 0; b.Len() < n; i++ {
		if i > 0 {
			b.WriteString(",\n")
		}
		note := "the quick brown fox jumps over the lazy dog"
		if i%10 == 0 {
			note = fmt.Sprintf("user%d@corp%d.com", i, i%7)
		}
		fmt.Fprintf(&b, `  {"id": %d, "time": "2026-11-30T03:%02d:%02dZ", "level": "info", "message": "request %d was served in %d ms", "host": "node-%d", "path": "/api/v1/items/%d", "ok": true, "note": %q, "tags": ["alpha", "beta"]}`,
			100+i, i/60%60, i%60, i, i%900, i%40, i%1000, note)
	}
	b.WriteString("\n]\n")
	return b.String()
}

func BenchmarkSanitizeJSON(b *testing.B) {
	e := engine(b, cloak.Config{})
	doc := records(1 << 20)
	for _, x := range []struct {
		name string
		f    func() error
	}{
		{"format", func() error {
			_, err := format.Sanitize(b.Context(), e, mapping(b), format.Open("x.json", doc), cloak.Source{})
			return err
		}},
		{"text", func() error {
			_, _, err := e.Sanitize(b.Context(), mapping(b), doc, cloak.Source{})
			return err
		}},
		{"scan only", func() error {
			n := 0
			format.Open("x.json", doc).Scalars(func(*format.Scalar) bool { n++; return true })
			return nil
		}},
	} {
		b.Run(x.name, func(b *testing.B) {
			b.SetBytes(int64(len(doc)))
			b.ReportAllocs()
			for b.Loop() {
				if err := x.f(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkCSV(b *testing.B) {
	var doc strings.Builder
	doc.WriteString("id,name,mail,amount,note\n")
	for i := range 20_000 {
		fmt.Fprintf(&doc, "%d,Ann Example,user%d@example.com,%d.50,\"moved, twice\"\n", 10_000+i, i, i)
	}
	e := engine(b, cloak.Config{})
	b.SetBytes(int64(doc.Len()))
	for b.Loop() {
		if _, err := format.Sanitize(b.Context(), e, mapping(b), format.Open("a.csv", doc.String()), cloak.Source{}); err != nil {
			b.Fatal(err)
		}
	}
}
