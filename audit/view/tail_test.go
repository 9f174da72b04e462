package view

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-052fbf24/cloak/audit"
)

// manyLines make files of several blocks that lastIn reads.
func manyLines(n int) (lines []string) {
	for i := range n {
		lines = append(lines, fmt.Sprintf(`"sanitize","up":"u%s"`, strings.Repeat("x", i%40)))
	}
	return lines
}

func TestTail(t *testing.T) {
	t.Parallel()
	dir := written(t, manyLines(5), manyLines(1000), manyLines(1), manyLines(4))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "notes-of-mondays.jsonl"), []byte("x\n"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "9.jsonl"), []byte("x\n"), 0o600))
	const total = 1010
	for _, n := range []int{0, 1, 3, 4, 5, 6, 700, 1004, 1005, 1006, total - 1, total, total + 1, 1 << 40} {
		var seqs []int64
		require.NoError(t, Tail(t.Context(), dir, n, false, func(e audit.Entry, _ []byte) error {
			seqs = append(seqs, e.Seq)
			return nil
		}))
		require.Len(t, seqs, min(n, total), "%d", n)
		for i, seq := range seqs {
			require.EqualValues(t, total-len(seqs)+i, seq)
		}
	}
	require.ErrorIs(t, Tail(t.Context(), t.TempDir(), 1, false, nil), os.ErrNotExist)
}

// A line that is being written is not there yet.
func TestTailOfALogBeingWritten(t *testing.T) {
	t.Parallel()
	dir := written(t, manyLines(3))
	name := filepath.Join(dir, "0000000000000000.jsonl")
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
	require.NoError(t, err)
	defer f.Close()
	_, err = f.WriteString(`{"prev":"`)
	require.NoError(t, err)
	var seqs []int64
	require.NoError(t, Tail(t.Context(), dir, 2, false, func(e audit.Entry, _ []byte) error {
		seqs = append(seqs, e.Seq)
		return nil
	}))
	assert.Equal(t, []int64{1, 2}, seqs)
}

// Who follows a log sees every line once: those of the next segment, and what was written to the
// one before it came, too.
func TestFollow(t *testing.T) {
	t.Parallel()
	whole := written(t, manyLines(2), manyLines(3), manyLines(2))
	dir := t.TempDir()
	files, err := segments(whole)
	require.NoError(t, err)
	read := func(name string) []byte {
		b, err := os.ReadFile(filepath.Join(whole, name))
		require.NoError(t, err)
		return b
	}
	write := func(name string, b []byte) { require.NoError(t, os.WriteFile(filepath.Join(dir, name), b, 0o600)) }
	first := read(files[0])
	half := strings.IndexByte(string(first), '\n') + 1
	write(files[0], first[:half+20])

	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var seqs []int64
	require.NoError(t, Tail(ctx, dir, 1, true, func(e audit.Entry, _ []byte) error {
		seqs = append(seqs, e.Seq)
		switch e.Seq {
		case 0: // the rest of its line, and the next segment
			write(files[0], first)
			write(files[1], read(files[1]))
		case 4: // another, and the first ones are pruned
			write(files[2], read(files[2]))
			_ = os.Remove(filepath.Join(dir, files[0]))
			_ = os.Remove(filepath.Join(dir, files[1])) // on Windows it stays, for it is open
		case 6:
			cancel()
		}
		return nil
	}))
	assert.Equal(t, []int64{0, 1, 2, 3, 4, 5, 6}, seqs)
}

func TestTailStops(t *testing.T) {
	t.Parallel()
	enough := errors.New("enough")
	require.ErrorIs(t, Tail(t.Context(), written(t, manyLines(3)), 3, true, func(audit.Entry, []byte) error { return enough }), enough)
	dir := written(t, manyLines(1))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "0000000000000001.jsonl"), []byte(strings.Repeat("x", 9000)+"\n"), 0o600))
	isBroken(t, Tail(t.Context(), dir, 9, false, func(audit.Entry, []byte) error { return nil }), "0000000000000001.jsonl at byte 0: it is no line of a log")
}
