package format_test

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

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

// lines is a megabyte of logs without JSON: those of a file, or made up.
func lines(n int) string {
	if doc, err := os.ReadFile(os.Getenv("CLOAK_BENCH_LOGS")); err == nil && len(doc) > n {
		return string(doc[:n])
	}
	var b strings.Builder
	for i := 0; b.Len() < n; i++ {
		fmt.Fprintf(&b, "2026-11-30T03:%02d:%02dZ node-%d app[%d]: level=info msg=\"request %d was served\" path=/api/v1/items/%d user=user%d@corp%d.com took=%dms\n",
			i/60%60, i%60, i%40, i%900, i, i%1000, i%300, i%7, i%900)
	}
	return b.String()
}

// What it costs to ask whether a text is a log in which JSON stands, where none does: beside
// what Sanitize and Find cost, by the quickest of runs that take turns.
func BenchmarkDetour(b *testing.B) {
	e := engine(b, cloak.Config{})
	doc := strings.NewReplacer(`{"`, `{'`, `["`, `['`, `{ "`, `{ '`, `{\"`, `{'`).Replace(lines(1 << 20))
	var took [5]time.Duration
	for b.Loop() {
		for k, f := range [...]func() error{
			func() error {
				if d := format.Open("", doc); d.Format != format.Plain {
					return errors.New("it is no plain text")
				}
				return nil
			},
			func() error { // as for a text in which JSON begins, and does not end
				_, err := format.Sanitize(b.Context(), e, mapping(b), format.Document{Text: doc, Format: format.Named("log")}, cloak.Source{})
				return err
			},
			func() error {
				_, err := format.Sanitize(b.Context(), e, mapping(b), format.Open("", doc), cloak.Source{})
				return err
			},
			func() error {
				_, _, err := e.SanitizeIn(b.Context(), mapping(b), cloak.Input{Text: doc}, cloak.Source{})
				return err
			},
			func() error { _, err := e.FindIn(b.Context(), cloak.Input{Text: doc}); return err },
		} {
			begin := time.Now()
			if err := f(); err != nil {
				b.Fatal(err)
			}
			if d := time.Since(begin); took[k] == 0 || d < took[k] {
				took[k] = d
			}
		}
	}
	percent := func(a, b time.Duration) float64 { return 100 * float64(a) / float64(b) }
	b.ReportMetric(percent(took[0], took[4]), "%of-find")
	b.ReportMetric(percent(took[1], took[3])-100, "%log-beyond-text")
	b.ReportMetric(percent(took[2], took[3])-100, "%open-beyond-text")
	b.ReportMetric(float64(took[3].Microseconds()), "µs-text")
	b.ReportMetric(float64(took[4].Microseconds()), "µs-find")
}

// Logs with JSON in every line, as a log and as a text.
func BenchmarkLogWithJSON(b *testing.B) {
	e := logEngine(b)
	var doc strings.Builder
	for i := 0; doc.Len() < 1<<20; i++ {
		note := "the quick brown fox jumps over the lazy dog"
		if i%10 == 0 {
			note = fmt.Sprintf("user%d@corp%d.com", i, i%7)
		}
		fmt.Fprintf(&doc, "2026-11-30T03:%02d:%02dZ node-%d app[%d]: payload={\"level\":\"info\",\"note\":%q,\"n\":%d,\"ok\":true} took=%dms\n", i/60%60, i%60, i%40, i%900, note, i%1000, i%900)
	}
	for _, x := range []struct {
		name string
		f    func() error
	}{
		{"log", func() error {
			_, err := format.Sanitize(b.Context(), e, mapping(b), format.Open("", doc.String()), cloak.Source{})
			return err
		}},
		{"text", func() error {
			_, _, err := e.Sanitize(b.Context(), mapping(b), doc.String(), cloak.Source{})
			return err
		}},
	} {
		b.Run(x.name, func(b *testing.B) {
			b.SetBytes(int64(doc.Len()))
			b.ReportAllocs()
			for b.Loop() {
				if err := x.f(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkSanitizeResult is a result of a tool: 48 KB of a log in a JSON string.
func BenchmarkSanitizeResult(b *testing.B) {
	e := engine(b, cloak.Config{})
	var log strings.Builder
	for i := 0; log.Len() < 48<<10; i++ {
		user := "nobody"
		if i%20 == 0 {
			user = fmt.Sprintf("user%d@corp%d.com", i, i%7)
		}
		fmt.Fprintf(&log, `2026-11-30T03:%02d:%02dZ INFO  [http-%d] request %d of %s to /api/v1/items/%d was served in %d ms\n`, i/60%60, i%60, i%8, i, user, i%1000, i%900)
	}
	doc := `{"content":[{"type":"text","text":"` + log.String() + `"}]}`
	b.SetBytes(int64(len(doc)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := format.Sanitize(b.Context(), e, mapping(b), format.Open("x.json", doc), cloak.Source{}); err != nil {
			b.Fatal(err)
		}
	}
}
