package audit

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// days is a log of three segments, of one day each, and its key.
func days(t *testing.T) (Config, *Log, *time.Time) {
	cfg := testConfig(t)
	now := time.Date(2026, 1, 10, 12, 0, 0, 0, time.UTC)
	cfg.Now = func() time.Time { return now }
	l := open(t, cfg)
	for range 3 {
		add(t, l, 40)
		now = now.AddDate(0, 0, 1)
	}
	return cfg, l, &now
}

func TestProve(t *testing.T) {
	cfg, l, _ := days(t)
	key := l.VerifierKey()
	require.NoError(t, l.Close())
	for _, seq := range []int64{0, 1, 40, 41, 63, 64, 122} {
		p, err := Prove(t.Context(), cfg.Dir, seq, key)
		require.NoError(t, err)
		q, err := ParseProof(p.Format())
		require.NoError(t, err)
		require.Equal(t, p, q)
		require.NoError(t, q.Check(key))
		e, err := ParseEntry(q.Line)
		require.NoError(t, err)
		assert.Equal(t, seq, e.Seq)

		q.Line = bytes.Replace(q.Line, []byte(`"v":1`), []byte(`"v":2`), 1)
		assert.ErrorIs(t, q.Check(key), errProof, "another record")
		q.Line = p.Line
		q.Index++
		assert.ErrorIs(t, q.Check(key), errProof, "another number")
		assert.Error(t, p.Check(open(t, testConfig(t)).VerifierKey()), "another key")
	}
	_, err := Prove(t.Context(), cfg.Dir, 123, key)
	assert.ErrorIs(t, err, ErrUnsigned)
	_, err = Prove(t.Context(), cfg.Dir, -1, key)
	assert.ErrorIs(t, err, ErrUnsigned)
	for _, bad := range []string{"", "x", proofMark, proofMark + "\n\n", proofMark + "\nindex 01\n\n", proofMark + "\nextra =\nindex 1\n\n", proofMark + "\nindex 1\nx\n\n"} {
		_, err := ParseProof([]byte(bad))
		assert.ErrorIs(t, err, errProof, bad)
	}
}

func TestProveGrowth(t *testing.T) {
	cfg, l, now := days(t)
	key := l.VerifierKey()
	old, err := l.Checkpoint(t.Context())
	require.NoError(t, err)
	add(t, l, 7)
	*now = now.AddDate(0, 0, 1)
	add(t, l, 9)
	require.NoError(t, l.Close())
	g, err := ProveGrowth(t.Context(), cfg.Dir, old, key)
	require.NoError(t, err)
	h, err := ParseGrowth(g.Format())
	require.NoError(t, err)
	require.NoError(t, h.Check(key))
	h.Old.Root[3]++
	assert.ErrorIs(t, h.Check(key), errGrowth)
	h.Old.Root[3]--
	h.Old.Size--
	assert.ErrorIs(t, h.Check(key), errGrowth)
	old.Root[0]++
	old.Note = nil
	_, err = ProveGrowth(t.Context(), cfg.Dir, old, key)
	var fault *FaultError
	require.ErrorAs(t, err, &fault)
	assert.Equal(t, OffAnchor, fault.Fault)
	for _, bad := range []string{"", growthMark, growthMark + "\n1\n2\n3\n\n"} {
		_, err := ParseGrowth([]byte(bad))
		assert.ErrorIs(t, err, errGrowth, bad)
	}
}

func TestPrune(t *testing.T) {
	cfg, l, now := days(t)
	key := l.VerifierKey()
	early, err := l.Checkpoint(t.Context())
	require.NoError(t, err)
	kept, err := l.Prune(t.Context(), now.AddDate(0, 0, -9))
	require.NoError(t, err)
	assert.Zero(t, kept.Deleted)
	add(t, l, 5)
	for _, c := range []struct {
		before  time.Time
		deleted int64
	}{
		{time.Date(2026, 1, 12, 0, 0, 0, 0, time.UTC), 42}, // the key, 40, and the end of the segment, which the next day wrote
		{time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC), 82},
	} {
		p, err := l.Prune(t.Context(), c.before)
		require.NoError(t, err)
		assert.Equal(t, c.deleted, p.Deleted)
		add(t, l, 3)
		r, err := Verify(t.Context(), cfg.Dir, VerifyOptions{Key: key, Anchors: []Head{early}})
		require.NoError(t, err)
		assert.Equal(t, p.Records, r.Pruned)
		assert.Equal(t, 1, r.Anchors, "an anchor from before")
	}
	require.NoError(t, l.Close())
	proof, err := Prove(t.Context(), cfg.Dir, 3, key)
	require.NoError(t, err)
	assert.Nil(t, proof.Line)
	assert.Error(t, proof.Check(key))
	// Whoever goes on has lost nothing, and needs no memory.
	require.NoError(t, os.Remove(memoPath(cfg.State, proof.Checkpoint.Log)))
	l = open(t, cfg)
	add(t, l, 1)
	require.NoError(t, l.Close())
	_, err = Verify(t.Context(), cfg.Dir, VerifyOptions{Key: key, Anchors: []Head{early}})
	require.NoError(t, err)

	require.NoError(t, os.Rename(filepath.Join(cfg.Dir, hashesName), filepath.Join(cfg.Dir, "x")))
	_, err = Verify(t.Context(), cfg.Dir, VerifyOptions{})
	var fault *FaultError
	require.ErrorAs(t, err, &fault)
	assert.Equal(t, Broken, fault.Fault, "the hashes are gone")
}

// Segments that somebody has deleted are not those that were pruned.
func TestDeletedIsNotPruned(t *testing.T) {
	cfg, l, _ := days(t)
	require.NoError(t, l.Close())
	var hashes []byte
	segments, err := listSegments(cfg.Dir)
	require.NoError(t, err)
	require.NoError(t, Read(t.Context(), cfg.Dir, func(e Entry, line []byte) error {
		if e.Seq < segments[1] {
			h, _ := leafHash(line, nil)
			hashes = append(hashes, h[:]...)
		}
		return nil
	}))
	require.NoError(t, os.Remove(filepath.Join(cfg.Dir, segmentName(0))))
	require.NoError(t, os.WriteFile(filepath.Join(cfg.Dir, hashesName), hashes, 0o600))
	_, err = Verify(t.Context(), cfg.Dir, VerifyOptions{})
	var fault *FaultError
	require.ErrorAs(t, err, &fault)
	assert.Equal(t, Broken, fault.Fault)
	assert.Equal(t, noPruning, fault.Why)
}

func TestDisclose(t *testing.T) {
	cfg := testConfig(t)
	l := open(t, cfg)
	a, err := l.NewSession()
	require.NoError(t, err)
	b, err := l.NewSession()
	require.NoError(t, err)
	const text, sent = "the text that came", "the text that went"
	for _, s := range []Session{a, b} {
		r := sample()
		r.Session = s
		in, out := l.Tagger(s), l.Tagger(s)
		in.Write([]byte(text))
		out.Write([]byte(sent))
		r.InTag, r.OutTag = in.Tag(), out.Tag()
		require.NoError(t, l.Append(t.Context(), r))
	}
	require.NoError(t, l.Close())
	found, err := Disclose(t.Context(), cfg.Dir, cfg.State, "", strings.NewReader(text))
	require.NoError(t, err)
	require.Len(t, found, 2)
	assert.NotEqual(t, found[0].Key, found[1].Key)
	found, err = Disclose(t.Context(), cfg.Dir, cfg.State, b.String(), strings.NewReader(sent))
	require.NoError(t, err)
	require.Len(t, found, 1)
	assert.Equal(t, "out", found[0].As)
	proof, err := Prove(t.Context(), cfg.Dir, found[0].Seq, l.VerifierKey())
	require.NoError(t, err)
	as, err := CheckDisclosure(proof.Line, found[0].Key, strings.NewReader(sent))
	require.NoError(t, err)
	assert.Equal(t, "out", as)
	as, err = CheckDisclosure(proof.Line, found[0].Key, strings.NewReader(sent+"."))
	require.NoError(t, err)
	assert.Empty(t, as)
	_, err = CheckDisclosure(proof.Line, "00", strings.NewReader(""))
	assert.Error(t, err)
	none, err := Disclose(t.Context(), cfg.Dir, cfg.State, "", strings.NewReader("another"))
	require.NoError(t, err)
	assert.Empty(t, none)
	_, err = Disclose(t.Context(), cfg.Dir, t.TempDir(), "", strings.NewReader(text))
	assert.ErrorIs(t, err, ErrNoKey)
}
