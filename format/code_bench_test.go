package format_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/format"
)

// BenchmarkFindCode compares what a format costs with what the same text does.
func BenchmarkFindCode(b *testing.B) {
	e := engine(b, cloak.Config{})
	var names, texts []string
	n := 0
	for _, folder := range []string{"net/http", "go/types"} {
		paths, _ := filepath.Glob(filepath.Join(runtime.GOROOT(), "src", folder, "*.go"))
		for _, p := range paths {
			text, err := os.ReadFile(p)
			if err != nil {
				b.Fatal(err)
			}
			names, texts, n = append(names, p), append(texts, string(text)), n+len(text)
		}
	}
	if n == 0 {
		b.Skip("no source of Go")
	}
	for _, x := range []struct {
		name string
		f    func(k int) error
	}{
		{"format", func(k int) error {
			_, err := format.Find(b.Context(), e, format.Open(names[k], texts[k]))
			return err
		}},
		{"text", func(k int) error {
			_, err := e.Find(b.Context(), texts[k])
			return err
		}},
		{"lexer only", func(k int) error {
			format.Open(names[k], texts[k]).Scalars(func(*format.Scalar) bool { return true })
			return nil
		}},
	} {
		b.Run(strings.ReplaceAll(x.name, " ", "_"), func(b *testing.B) {
			b.SetBytes(int64(n))
			b.ReportAllocs()
			for b.Loop() {
				for k := range texts {
					if err := x.f(k); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}
