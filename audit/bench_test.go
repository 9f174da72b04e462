package audit

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
)

// BenchmarkAppend holds a strict log, to which 256 write at once, to the yardstick: a loop that
// writes the same bytes and syncs them 64 records at a time.
func BenchmarkAppend(b *testing.B) {
	b.Run("yardstick", func(b *testing.B) {
		f, err := os.Create(filepath.Join(b.TempDir(), "f"))
		if err != nil {
			b.Fatal(err)
		}
		defer f.Close()
		r := sample()
		line := appendLine(nil, genesis(""), 123456, []byte(timeForm), fmt.Sprintf("%032d", 0), fmt.Sprintf("%016d", 0), r.append(nil, ""))
		b.SetBytes(int64(len(line)))
		var batch []byte
		for range 64 {
			batch = append(batch, line...)
		}
		for i := 0; i < b.N; i += 64 {
			n := min(64, b.N-i)
			if _, err := f.Write(batch[:n*len(line)]); err != nil {
				b.Fatal(err)
			}
			if err := f.Sync(); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "rec/s")
	})
	for _, c := range []struct {
		name string
		sync Sync
		at   int
	}{{"strict by 256", Strict, 256}, {"strict by 1", Strict, 1}, {"batched by 256", Batched, 256}, {"batched by 1", Batched, 1}} {
		b.Run(c.name, func(b *testing.B) {
			cfg := testConfig(b)
			cfg.Sync = c.sync
			l := open(b, cfg)
			info, err := os.Stat(filepath.Join(cfg.Dir, segmentName(0)))
			if err != nil {
				b.Fatal(err)
			}
			began := info.Size()
			b.ResetTimer()
			var next atomic.Int64
			var wg sync.WaitGroup
			for range c.at {
				wg.Go(func() {
					for next.Add(1) <= int64(b.N) {
						if err := l.Append(b.Context(), sample()); err != nil {
							b.Error(err)
							return
						}
					}
				})
			}
			wg.Wait()
			b.StopTimer()
			if info, err = os.Stat(filepath.Join(cfg.Dir, segmentName(0))); err == nil {
				b.SetBytes((info.Size() - began) / int64(b.N))
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "rec/s")
			if err := l.Close(); err != nil {
				b.Fatal(err)
			}
		})
	}
}

// written is a record as cloak sanitize writes it.
func written(b *testing.B, l *Log) Record {
	s, err := l.NewSession()
	if err != nil {
		b.Fatal(err)
	}
	r := sample()
	r.Session, r.Direction, r.FIPS, r.Hits, r.InTag, r.OutTag = s, ToModel, true, Count(map[string]int{"detector": 3}), l.Tagger(s).Tag(), l.Tag("b", nil)
	r.Policy, r.Bridge, r.Generation = l.Tag("policy", nil), l.Tag("bridge", nil), 12
	return r
}

// BenchmarkVerify holds verification to the yardstick: SHA-256 over blocks of 512 bytes, with as
// many processors: -cpu 1,2.
func BenchmarkVerify(b *testing.B) {
	cfg := testConfig(b)
	l := open(b, cfg)
	const records = 200_000
	r := written(b, l)
	var wg sync.WaitGroup
	for range 200 {
		wg.Go(func() {
			for range records / 200 {
				if err := l.Append(b.Context(), r); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	if err := l.Close(); err != nil {
		b.Fatal(err)
	}
	b.Run("yardstick", func(b *testing.B) {
		blocks := make([]byte, 64<<20)
		b.SetBytes(int64(len(blocks)))
		workers := runtime.GOMAXPROCS(0)
		for b.Loop() {
			var wg sync.WaitGroup
			part := len(blocks) / workers
			for w := range workers {
				wg.Go(func() {
					for mine := blocks[w*part : (w+1)*part]; len(mine) >= 512; mine = mine[512:] {
						sha256.Sum256(mine[:512])
					}
				})
			}
			wg.Wait()
		}
	})
	b.Run("verify", func(b *testing.B) {
		for b.Loop() {
			r, err := Verify(b.Context(), cfg.Dir, VerifyOptions{Key: l.VerifierKey()})
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(r.Bytes)
		}
		b.ReportMetric(float64(b.N)*records/b.Elapsed().Seconds(), "rec/s")
	})
}
