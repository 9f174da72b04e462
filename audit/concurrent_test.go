package audit

import (
	"errors"
	"fmt"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Appends, checkpoints and readers at once, through two Logs of one folder: each record
// that was acknowledged is there once, those that came after Close are refused, and whoever reads
// meanwhile finds a log that is whole.
func TestAllAtOnce(t *testing.T) {
	for _, how := range []Sync{Batched, Strict} {
		t.Run(fmt.Sprintf("strict: %v", how == Strict), func(t *testing.T) {
			cfg := testConfig(t)
			cfg.Sync, cfg.SegmentSize = how, 20_000
			logs := []*Log{open(t, cfg)}
			logs = append(logs, open(t, cfg))
			key := logs[0].VerifierKey()

			const writers, each = 4, 60
			var mu sync.Mutex
			acknowledged := map[int]bool{}
			closed := 0
			var writing, others sync.WaitGroup
			for i, l := range logs {
				for w := range writers {
					writing.Go(func() {
						for k := range each {
							n := 1 + k + each*(w+writers*i)
							err := l.Append(t.Context(), marked(n))
							mu.Lock()
							if err == nil {
								acknowledged[n] = true
							} else if assert.ErrorIs(t, err, ErrClosed) {
								closed++
							}
							mu.Unlock()
							if i == 1 && w == 0 && k == each/2 {
								assert.NoError(t, l.Close()) // while others append
							}
						}
					})
				}
			}
			done := make(chan struct{})
			until := func(f func()) {
				others.Go(func() {
					for {
						select {
						case <-done:
							return
						default:
							f()
						}
					}
				})
			}
			until(func() {
				h, err := logs[0].Checkpoint(t.Context())
				if assert.NoError(t, err) {
					_, err = Verify(t.Context(), cfg.Dir, VerifyOptions{Key: key, Anchors: []Head{h}})
					assert.NoError(t, err)
				}
			})
			until(func() {
				assert.NoError(t, Read(t.Context(), cfg.Dir, func(Entry, []byte) error { return nil }))
			})
			writing.Wait()
			close(done)
			others.Wait()
			require.NotZero(t, closed)
			require.ErrorIs(t, logs[1].Append(t.Context(), sample()), ErrClosed)
			_, err := logs[1].Checkpoint(t.Context())
			require.ErrorIs(t, err, ErrClosed)

			seen, _ := marks(t, cfg.Dir)
			for n := range 2 * writers * each {
				if n++; acknowledged[n] {
					assert.Equal(t, 1, seen[n], "record %d", n)
				} else {
					assert.Zero(t, seen[n], "record %d, which was refused", n)
				}
			}
			_, err = logs[0].Prune(t.Context(), time.Now().Add(time.Hour))
			require.NoError(t, err)
			require.NoError(t, logs[0].Close())
			require.True(t, errors.Is(logs[0].Close(), ErrClosed))
			r, err := Verify(t.Context(), cfg.Dir, VerifyOptions{Key: key})
			require.NoError(t, err)
			require.NotZero(t, r.Pruned)
		})
	}
}

// What waits while the log is closed is refused, with Continue, too: nothing would tell that it was
// lost.
func TestClosedWhileOthersWait(t *testing.T) {
	cfg := testConfig(t)
	cfg.OnError = Continue
	l := open(t, cfg)
	var all sync.WaitGroup
	defer all.Wait()
	require.NoError(t, l.exclusive(func() error {
		all.Go(func() { assert.ErrorIs(t, l.Append(t.Context(), sample()), ErrClosed) })
		all.Go(func() { assert.ErrorIs(t, l.Append(t.Context(), sample()), ErrClosed) })
		all.Go(func() {
			_, err := l.Checkpoint(t.Context())
			assert.ErrorIs(t, err, ErrClosed)
		})
		for l.waiting() < 3 {
			runtime.Gosched()
		}
		l.mu.Lock()
		defer l.mu.Unlock()
		l.closed = true // as Close does
		return errors.Join(l.drop(), l.lock.Close())
	}))
}

func (l *Log) waiting() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.queue)
}
