package cloak_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/internal/testutil"
)

// A restoreCase is a mapping of n pairs and a reply of about four megabytes with
// a stand-in in every 500 bytes.
type restoreCase struct {
	mapping  *cloak.Mapping
	replacer *strings.Replacer // the same pairs, longest first
	reply    string
	want     string
}

// benchStandIns are ways to write the i-th stand-in.
var benchStandIns = []struct {
	name  string
	write func(i int) string
}{
	{"tokens", func(i int) string { return fmt.Sprintf("[EMAIL_%d]", i) }},
	{"decoys", func(i int) string {
		p := testutil.NewPlanter(uint64(i))
		switch i % 3 {
		case 0:
			return p.Word(5) + "." + p.Word(7) + "@" + p.Word(6) + ".example.com"
		case 1:
			return p.Between(900, 999) + "-" + p.Between(40, 49) + "-" + p.Between(1000, 9999)
		}
		return "sk-proj-DECOY" + p.Draw(43, testutil.Base62)
	}},
}

func newRestoreCase(b *testing.B, kind string, write func(int) string, n int) *restoreCase {
	b.Helper()
	var s cloak.Snapshot
	var replace []string
	seen := map[string]bool{}
	for i := 0; len(s.Pairs) < n; i++ {
		standIn := write(i)
		if seen[standIn] {
			continue
		}
		seen[standIn] = true
		value := fmt.Sprintf("person%d@mail.corp%d.io", i, i%97)
		s.Pairs = append(s.Pairs, cloak.Pair{
			Entity: cloak.Email, Detector: "email", Canonical: cloak.Original(value), Surface: cloak.Original(value),
			StandIn: standIn, Origins: []string{""}, Seq: len(s.Pairs),
		})
	}
	pairs := slices.Clone(s.Pairs)
	slices.SortStableFunc(pairs, func(x, y cloak.Pair) int { return len(y.StandIn) - len(x.StandIn) })
	for _, p := range pairs {
		replace = append(replace, p.StandIn, string(p.Surface))
	}
	m, err := cloak.NewMapping(s)
	if err != nil {
		b.Fatal(err)
	}
	c := &restoreCase{mapping: m, replacer: strings.NewReplacer(replace...)}
	c.reply = benchReply(b, kind, s.Pairs)
	c.want = c.replacer.Replace(c.reply)
	return c
}

// benchReply has a stand-in behind the first space after every 500 bytes of text.
func benchReply(b *testing.B, kind string, pairs []cloak.Pair) string {
	text := benchText(b, kind, 4_000_000)
	r := rand.New(rand.NewPCG(1, 2))
	var reply strings.Builder
	for len(text) > 500 {
		i := 500
		if k := strings.IndexByte(text[i:], ' '); k >= 0 {
			i += k
		}
		reply.WriteString(text[:i])
		reply.WriteString(" " + pairs[r.IntN(len(pairs))].StandIn)
		text = text[i:]
	}
	return reply.String()
}

// leastTime is that of the best of a few runs.
func leastTime(runs int, f func()) time.Duration {
	least := time.Hour
	for range runs {
		start := time.Now()
		f()
		least = min(least, time.Since(start))
	}
	return least
}

var restoreWays = []struct {
	name string
	o    cloak.RestoreOptions
}{{"exact", cloak.RestoreOptions{Exact: true}}, {"variants", cloak.RestoreOptions{}}}

// BenchmarkRestore reports its rate relative to strings.NewReplacer over the same
// pairs and reply, in the same process and minute.
func BenchmarkRestore(b *testing.B) {
	for _, kind := range []string{"prose", "logs"} {
		for _, x := range benchStandIns {
			for _, n := range []int{10, 1_000, 100_000} {
				name := fmt.Sprintf("%s/%s/%d", kind, x.name, n)
				var c *restoreCase // only for the benchmarks that are asked for
				for _, way := range restoreWays {
					b.Run(name+"/"+way.name, func(b *testing.B) {
						if c == nil {
							c = newRestoreCase(b, kind, x.write, n)
						}
						c.run(b, way.o)
					})
				}
			}
		}
	}
}

func (c *restoreCase) run(b *testing.B, o cloak.RestoreOptions) {
	yardstick := leastTime(3, func() { c.replacer.Replace(c.reply) })
	b.SetBytes(int64(len(c.reply)))
	own := time.Hour
	for b.Loop() {
		start := time.Now()
		got, _ := c.mapping.Restore(c.reply, o)
		own = min(own, time.Since(start))
		if got != c.want {
			b.Fatal("not what strings.NewReplacer gives")
		}
	}
	yardstick = min(yardstick, leastTime(3, func() { c.replacer.Replace(c.reply) }))
	b.ReportMetric(float64(yardstick)/float64(own), "x-NewReplacer")
}

// BenchmarkRestoreTo restores a reply as it streams: 24 bytes a write.
func BenchmarkRestoreTo(b *testing.B) {
	const chunk = 24
	for _, x := range benchStandIns {
		for _, n := range []int{10, 1_000, 100_000} {
			b.Run(fmt.Sprintf("%s/%d", x.name, n), func(b *testing.B) {
				c := newRestoreCase(b, "prose", x.write, n)
				reply := c.reply[:100_000]
				b.SetBytes(int64(len(reply)))
				for b.Loop() {
					var out strings.Builder
					w := c.mapping.RestoreTo(&out, cloak.RestoreOptions{})
					for i := 0; i < len(reply); i += chunk {
						if _, err := w.Write([]byte(reply[i:min(i+chunk, len(reply))])); err != nil {
							b.Fatal(err)
						}
					}
					if err := w.Close(); err != nil {
						b.Fatal(err)
					}
				}
				writes := float64(b.N) * float64((len(reply)+chunk-1)/chunk)
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/writes, "ns/write")
			})
		}
	}
}
