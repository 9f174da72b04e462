package cloak_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-052fbf24/cloak/cloak"
)

// benchText returns about n bytes of text of a kind. With CLOAK_BENCH set to a
// folder that has logs.txt, prose.txt and adv_*.txt, it is taken from there;
// otherwise it is made here.
func benchText(b testing.TB, kind string, n int) string {
	if dir := os.Getenv("CLOAK_BENCH"); dir != "" {
		text, err := os.ReadFile(filepath.Join(dir, kind+".txt"))
		if err != nil {
			b.Skip("no input of this kind in CLOAK_BENCH: ", kind)
		}
		return string(text[:min(n, len(text))])
	}
	line := map[string]func(i int) string{
		"logs": func(i int) string {
			s := fmt.Sprintf("2026-11-30T02:%02d:%02d.%03dZ INFO [worker-%d] GET /api/v1/items/%d?page=%d HTTP/1.1 200 %d\n", i/60%60, i%60, i%1000, i%7, i*31, i%9, i*113)
			switch i % 7 {
			case 0:
				s += fmt.Sprintf("sshd[%d]: Accepted publickey from 10.%d.%d.%d port %d ssh2\n", 1000+i%9000, i%3, i%200, i%250, 1024+i%60000)
			case 3:
				s += fmt.Sprintf("{\"ts\":%d,\"trace\":\"%032x\",\"mail\":\"u%d@corp%d.io\"}\n", 1747731000+i, i*7919, i%50, i%5)
			}
			return s
		},
		"prose": func(i int) string {
			return "The committee met on Tuesday to discuss what had been learnt; nobody spoke of the cost, or of number " + fmt.Sprint(i) + ".\n"
		},
	}[kind]
	if line == nil {
		b.Skip("made only by the generator that fills CLOAK_BENCH: ", kind)
	}
	var t strings.Builder
	for i := 0; t.Len() < n; i++ {
		t.WriteString(line(i))
	}
	return t.String()[:n]
}

func newEngine(b testing.TB, cfg cloak.Config) *cloak.Engine {
	b.Helper()
	e, err := cloak.New(cfg)
	if err != nil {
		b.Fatal(err)
	}
	return e
}

var sizes = []struct {
	name string
	n    int
}{{"500B", 500}, {"5KB", 5_000}, {"50KB", 50_000}, {"1MB", 1_000_000}}

// each runs f on slices of text in turn, and reports the median time and the
// rate relative to a plain byte loop in the same run.
func each(b *testing.B, text string, n int, f func(string)) {
	var times []time.Duration
	at := 0
	b.SetBytes(int64(n))
	for b.Loop() {
		start := time.Now()
		f(text[at : at+n])
		times = append(times, time.Since(start))
		if at += n; at+n > len(text) {
			at = 0
		}
	}
	slices.Sort(times)
	p50 := times[len(times)/2]
	b.ReportMetric(float64(p50.Nanoseconds())/1000, "p50-µs")
	b.ReportMetric(loopTime(text)*float64(n)/float64(p50.Nanoseconds()), "x-byteloop")
	b.ReportMetric(loopTime(text)*float64(n)/float64(times[0].Nanoseconds()), "best-x-byteloop")
}

// loopTime is what the yardstick takes per byte, in nanoseconds, in the same
// process and minute.
func loopTime(text string) float64 {
	best := time.Hour
	for range 20 {
		start := time.Now()
		sink += cloak.Byteloop(text)
		best = min(best, time.Since(start))
	}
	return float64(best.Nanoseconds()) / float64(len(text))
}

var sink int

func BenchmarkSanitize(b *testing.B) {
	e := newEngine(b, cloak.Config{})
	for _, kind := range []string{"logs", "prose"} {
		text := benchText(b, kind, 10_000_000)
		for _, s := range sizes {
			b.Run(kind+"/"+s.name, func(b *testing.B) {
				each(b, text, s.n, func(x string) {
					m, _ := cloak.NewMapping(cloak.Snapshot{})
					if _, _, err := e.Sanitize(context.Background(), m, x, cloak.Source{}); err != nil {
						b.Fatal(err)
					}
				})
			})
		}
	}
}

func BenchmarkFind(b *testing.B) {
	e := newEngine(b, cloak.Config{})
	for _, kind := range []string{"logs", "prose"} {
		text := benchText(b, kind, 10_000_000)
		for _, s := range sizes {
			b.Run(kind+"/"+s.name, func(b *testing.B) {
				each(b, text, s.n, func(x string) {
					if _, err := e.Find(context.Background(), x); err != nil {
						b.Fatal(err)
					}
				})
			})
		}
	}
}

// BenchmarkRE2 runs the detectors' published patterns one after another, as the
// engine for audits does, and reports how much longer they take than the scanner.
func BenchmarkRE2(b *testing.B) {
	slow, fast := newEngine(b, cloak.Config{RE2: true}), newEngine(b, cloak.Config{})
	for _, kind := range []string{"logs", "prose"} {
		text := benchText(b, kind, 1_000_000)
		for _, s := range sizes[:3] {
			b.Run(kind+"/"+s.name, func(b *testing.B) {
				find := func(e *cloak.Engine) func() {
					return func() {
						if _, err := e.Find(b.Context(), text[:s.n]); err != nil {
							b.Fatal(err)
						}
					}
				}
				own := leastTime(100, find(fast))
				b.SetBytes(int64(s.n))
				least := time.Hour
				for b.Loop() {
					least = min(least, leastTime(1, find(slow)))
				}
				b.ReportMetric(float64(least)/float64(own), "x-scanner")
			})
		}
	}
}
