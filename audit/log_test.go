package audit

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/note"

	"github.com/stretchr/testify/require"
)

// testConfig is that of a new log.
func testConfig(t testing.TB) Config {
	d := t.TempDir()
	return Config{Dir: filepath.Join(d, "log"), State: filepath.Join(d, "state")}
}

func open(t testing.TB, cfg Config) *Log {
	t.Helper()
	l, err := Open(t.Context(), cfg)
	require.NoError(t, err)
	return l
}

// sample is a record.
func sample() Record {
	return Record{Event: EventSanitize, Surface: SurfaceCLI, Found: Count(map[string]int{"EMAIL": 1, "IPV4": 2}), In: 300, Out: 310, Result: OK, Duration: time.Millisecond}
}

func add(t testing.TB, l *Log, n int) {
	t.Helper()
	for range n {
		require.NoError(t, l.Append(context.Background(), sample()))
	}
}

func TestLog(t *testing.T) {
	cfg := testConfig(t)
	l := open(t, cfg)
	key := l.VerifierKey()
	add(t, l, 5)
	require.NoError(t, l.Close())
	l = open(t, cfg)
	add(t, l, 2500)
	h, err := l.Checkpoint(t.Context())
	require.NoError(t, err)
	add(t, l, 3)
	require.NoError(t, l.Close())
	v, err := note.NewVerifier(key)
	require.NoError(t, err)
	require.NoError(t, h.open(v))
	r, err := Verify(t.Context(), cfg.Dir, VerifyOptions{Key: key, Anchors: []Head{h}})
	require.NoError(t, err)
	require.EqualValues(t, 2509, r.Records)
	require.Equal(t, 6, r.Checkpoints)
	require.Equal(t, 1, r.Anchors)
	b, err := os.ReadFile(filepath.Join(cfg.Dir, segmentName(0)))
	require.NoError(t, err)
	t.Log(string(b[:900]))
	t.Log(string(h.Format()))
	hs, err := ReadHeads(h.Format())
	require.NoError(t, err)
	require.Equal(t, []Head{h}, hs)
}
