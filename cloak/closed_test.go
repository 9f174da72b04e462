package cloak_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
)

var errFault = errors.New("a fault")

// A faulty recognizer, context, file or disk fails once it was asked so often.
type faulty struct {
	context.Context
	strings.Builder
	left int
}

func (f *faulty) fault() error {
	if f.left--; f.left < 0 {
		return errFault
	}
	return nil
}

// Recognize finds what is none: behind the end, before the beginning, or nothing.
func (f *faulty) Recognize(_ context.Context, in cloak.Input) ([]cloak.Finding, error) {
	n := len(in.Text)
	return []cloak.Finding{
		{Span: cloak.Span{Start: -1, End: 2}, Entity: cloak.Custom, Confidence: 0.9}, {Span: cloak.Span{Start: n, End: n + 1}, Entity: cloak.Custom, Confidence: 0.9},
		{Span: cloak.Span{Start: 3, End: 3}, Entity: cloak.Custom, Confidence: 0.9}, {Span: cloak.Span{Start: 0, End: 1}, Entity: "no entity", Confidence: 0.9},
	}, f.fault()
}

func (f *faulty) Err() error { return f.fault() }

// WriteString takes what fits, as a disk does.
func (f *faulty) Write(p []byte) (int, error) {
	n := min(len(p), f.left)
	f.Builder.Write(p[:n])
	if f.left -= n; n < len(p) {
		return n, errFault
	}
	return n, nil
}

// checkClosed holds an engine to R8 with one fault at a place that seed draws: what
// cannot be checked does not leave, nor does a stand-in that is not durable.
func checkClosed(t testing.TB, r cloak.Replacer, seed uint64) (failed bool) {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 31))
	text := hostileStream(seed, random)
	often := func() *faulty { return &faulty{Context: t.Context(), left: 1 << 30} }
	recognizer, ctx, disk, file := often(), often(), often(), often()
	switch random.IntN(4) {
	case 0:
		recognizer.left = random.IntN(8)
	case 1:
		ctx.left = random.IntN(8)
	case 2:
		disk.left = random.IntN(len(text) + 1)
	case 3:
		file.left = random.IntN(4)
	}
	e := newEngine(t, cloak.Config{Replacer: r, Recognizers: []cloak.Recognizer{recognizer}})
	m := newMapping(t)

	durable := m.Snapshot()
	w := e.SanitizeTo(ctx, m, disk, cloak.Source{})
	w.SetWindows(64+random.IntN(448), 32, 64)
	w.Before = func() error {
		err := file.fault()
		if err == nil {
			durable = m.Snapshot()
		}
		return err
	}
	_, err := w.Write([]byte(text))
	if err == nil {
		err = w.Close()
	}
	sent := disk.String()
	if err != nil {
		if !errors.Is(err, errFault) {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if _, again := w.Write([]byte(text)); again != err || w.Close() != err || w.Flush() != err || disk.String() != sent {
			t.Fatalf("seed %d: it goes on after a fault", seed)
		}
	}
	restored, _ := m.Restore(sent, cloak.RestoreOptions{})
	if err == nil && restored != text || !strings.HasPrefix(text, restored) && disk.left > 0 {
		t.Fatalf("seed %d: what has left does not restore to what was read", seed)
	}
	saved, serr := cloak.NewMapping(durable)
	if serr != nil {
		t.Fatal(serr)
	}
	if again, _ := saved.Restore(sent, cloak.RestoreOptions{}); again != restored {
		t.Fatalf("seed %d: a stand-in has left that was not durable", seed)
	}

	// The whole text at once: nothing of it, or all. What went wrong leaves the mapping whole.
	whole := often()
	if whole.left = random.IntN(6); random.IntN(2) == 0 {
		ctx, recognizer.left = whole, 1<<30
	} else {
		ctx, recognizer.left = often(), whole.left
	}
	out, fs, err := e.Sanitize(ctx, m, text, cloak.Source{})
	if err != nil && (out != "" || fs != nil) {
		t.Fatalf("seed %d: %d bytes and %d findings with an error", seed, len(out), len(fs))
	}
	failed = err != nil
	recognizer.left = 1 << 30
	out, _, err = e.Sanitize(t.Context(), m, text, cloak.Source{})
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	if got, _ := m.Restore(out, cloak.RestoreOptions{}); got != text {
		t.Fatalf("seed %d: after a fault a text does not restore", seed)
	}
	return failed
}

// R8: fail closed.
func TestAFaultSendsNothing(t *testing.T) {
	t.Parallel()
	n := uint64(1000)
	if testing.Short() {
		n = 100
	}
	for _, r := range replacers(t) {
		failed := 0
		for seed := range n {
			if checkClosed(t, r, seed) {
				failed++
			}
		}
		if failed < int(n)/8 {
			t.Errorf("%d of %d texts met a fault: the generator no longer reaches it", failed, n)
		}
	}
}

func FuzzClosed(f *testing.F) {
	rs := replacers(f)
	for seed := range uint64(20) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		for _, r := range rs {
			checkClosed(t, r, seed)
		}
	})
}
