package audit

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-052fbf24/cloak/internal/testutil"
)

// steady gives the same bytes every time.
type steady struct{ n byte }

func (s *steady) Read(p []byte) (int, error) {
	for i := range p {
		s.n++
		p[i] = s.n
	}
	return len(p), nil
}

// The example of the package's comment is what the package writes, and passes.
func TestDocExample(t *testing.T) {
	cfg := testConfig(t)
	cfg.Rand = &steady{}
	cfg.Version = "v1.0.0"
	now := time.Date(2026, 11, 30, 1, 52, 32, 123456000, time.UTC)
	cfg.Now = func() time.Time { now = now.Add(time.Millisecond); return now }
	l := open(t, cfg)
	key := l.VerifierKey()
	r := sample()
	s, err := l.NewSession()
	require.NoError(t, err)
	r.Session = s
	in := l.Tagger(s)
	in.Write([]byte("the text"))
	r.InTag = in.Tag()
	require.NoError(t, l.Append(t.Context(), r))
	require.NoError(t, l.Append(t.Context(), Record{Event: EventStop, Surface: SurfaceCLI, Result: OK}))
	require.NoError(t, l.Close())

	b, err := os.ReadFile("doc.go")
	require.NoError(t, err)
	_, example, ok := strings.Cut(string(b), "and a test reads it:\n\n")
	require.True(t, ok)
	example, _, _ = strings.Cut(example, "*/")
	var want strings.Builder
	for _, name := range []string{segmentName(0), checkpointName} {
		b, err := os.ReadFile(filepath.Join(cfg.Dir, name))
		require.NoError(t, err)
		want.WriteString("\t-- " + name + " --\n")
		for line := range strings.Lines(string(b)) {
			want.WriteString(strings.TrimRight("\t"+line, "\t\n") + "\n")
		}
	}
	if testutil.Updating() {
		require.NoError(t, os.WriteFile("doc.go", []byte(strings.Replace(string(b), example, strings.TrimRight(want.String(), "\n")+"\n", 1)), 0o644))
	}
	assert.Equal(t, strings.TrimRight(want.String(), "\n"), strings.TrimRight(example, "\n"))

	// Whoever copies it from there can check it.
	dir := t.TempDir()
	for part := range strings.SplitSeq(strings.ReplaceAll("\n"+example, "\n\t", "\n"), "\n-- ") {
		if name, text, ok := strings.Cut(part, " --\n"); ok {
			if name == checkpointName {
				text = strings.TrimRight(text, "\n") + "\n\n"
			}
			require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(strings.TrimRight(text, "\n")+map[bool]string{true: "\n\n", false: "\n"}[name == checkpointName]), 0o600))
		}
	}
	report, err := Verify(t.Context(), dir, VerifyOptions{Key: key})
	require.NoError(t, err)
	assert.EqualValues(t, 3, report.Records)
	assert.Equal(t, 2, report.Checkpoints)
}
