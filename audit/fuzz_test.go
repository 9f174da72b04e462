package audit

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/mod/sumdb/note"
)

// A line that is one is read by both readers alike, and one that is none by neither.
func FuzzParseEntry(f *testing.F) {
	m := newMaker(f, 0, 0)
	m.add(2, EventSanitize)
	m.close()
	for line := range bytes.Lines([]byte(m.files()[segmentName(0)])) {
		f.Add(bytes.TrimSpace(line))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		e, err := ParseEntry(line)
		h, headErr := parseHeader(line)
		if err == nil && headErr != nil {
			t.Fatal("an entry whose beginning is none")
		}
		if err == nil && (e.Seq != h.seq || e.Event != string(h.ev)) {
			t.Fatalf("number %d or %d, %s or %s", e.Seq, h.seq, e.Event, h.ev)
		}
	})
}

// What ReadHeads reads it reads again from what Format writes of it.
func FuzzReadHeads(f *testing.F) {
	m := newMaker(f, 0, 0)
	m.add(2, EventSanitize)
	h := m.sign()
	m.close()
	f.Add(h.Format())
	h.Note = nil
	f.Add(h.Format())
	f.Fuzz(func(t *testing.T, b []byte) {
		heads, err := ReadHeads(b)
		if err != nil {
			return
		}
		for _, h := range heads {
			again, err := ReadHeads(h.Format())
			if err != nil || len(again) != 1 || again[0].Log != h.Log || again[0].Size != h.Size || again[0].Root != h.Root {
				t.Fatalf("%v: %d heads", err, len(again))
			}
		}
	})
}

// No proof that is not the log's passes.
func FuzzParseProof(f *testing.F) {
	m := newMaker(f, 0, 0)
	m.add(6, EventSanitize)
	old := m.sign()
	m.add(5, EventSanitize)
	m.close()
	var lines [][]byte
	for line := range bytes.Lines([]byte(m.files()[segmentName(0)])) {
		lines = append(lines, bytes.TrimSuffix(line, []byte("\n")))
	}
	for _, seq := range []int64{0, 3, 11} {
		p, err := Prove(f.Context(), m.cfg.Dir, seq, m.key)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(p.Format())
	}
	g, err := ProveGrowth(f.Context(), m.cfg.Dir, old, m.key)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(g.Format())
	f.Fuzz(func(t *testing.T, b []byte) {
		if p, err := ParseProof(b); err == nil && p.Check(m.key) == nil && (p.Index < 0 || p.Index >= int64(len(lines)) || !bytes.Equal(p.Line, lines[p.Index])) {
			t.Fatalf("record %d is none of the log's", p.Index)
		}
		if g, err := ParseGrowth(b); err == nil && g.Check(m.key) == nil && (g.Old.Log != old.Log || g.Old.Size == old.Size && g.Old.Root != old.Root) {
			t.Fatal("a head that was never signed")
		}
	})
}

// A log of which a byte was changed, removed or added is not whole, for who has its key and an
// anchor of its end; whatever the files hold, Verify ends.
func FuzzVerify(f *testing.F) {
	m := newMaker(f, 0, 0)
	m.add(4, EventSanitize)
	h := m.sign()
	m.close()
	whole := m.files()
	segment, checkpoints := []byte(whole[segmentName(0)]), []byte(whole[checkpointName])
	f.Add(segment, checkpoints)
	f.Add(segment[:len(segment)-100], checkpoints)
	f.Add(segment, checkpoints[:100])
	f.Add([]byte{}, []byte{})
	v, err := note.NewVerifier(m.key)
	if err != nil {
		f.Fatal(err)
	}
	if err := h.open(v); err != nil {
		f.Fatal(err)
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, b, c []byte) {
		if len(b) > 0 && b[len(b)-1] != '\n' { // what is torn is looked at again for a while
			b = append(bytes.Clone(b), '\n')
		}
		for name, content := range map[string][]byte{segmentName(0): b, checkpointName: c} {
			if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		_, err := Verify(t.Context(), dir, VerifyOptions{Key: m.key, Anchors: []Head{h}, Workers: 1})
		if err == nil && !bytes.HasPrefix(b, segment) {
			t.Fatal("another log passes")
		}
	})
}
