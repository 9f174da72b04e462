package format_test

import (
	"bytes"
	"context"
	"io"
	"slices"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/format"
)

// A reply is the same in whatever pieces it comes.
func TestReplyInPieces(t *testing.T) {
	m, in := withPair(t, `Ann "Zephyr" Lee`)
	text := "say " + in + "\n{{ a: " + in + "\n{x=" + in + "}\n{\n{\"a\":\"" + in + "\"}\n{ \"b\":\"" + in + "\"}\n\n" + in + "\n{ "
	want := `say Ann "Zephyr" Lee` + "\n" + `{{ a: Ann "Zephyr" Lee` + "\n" + `{x=Ann "Zephyr" Lee}` + "\n{\n" + `{"a":"Ann \"Zephyr\" Lee"}` + "\n" + `{ "b":"Ann \"Zephyr\" Lee"}` + "\n\n" + `Ann "Zephyr" Lee` + "\n{ "
	for n := 1; n <= len(text); n++ {
		var b bytes.Buffer
		r := format.RestoreTo(m, &b, format.Options{Format: format.Plain})
		for piece := range slices.Chunk([]byte(text), n) {
			if _, err := r.Write(piece); err != nil {
				t.Fatal(err)
			}
		}
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		if b.String() != want {
			t.Fatalf("in pieces of %d: %q, want %q", n, b.String(), want)
		}
		if len(r.Gaps([]int{0})) != 0 {
			t.Fatalf("in pieces of %d: a gap", n)
		}
	}
	r := format.RestoreTo(m, io.Discard, format.Options{Format: format.Plain})
	if len(r.Gaps([]int{0})) != 1 {
		t.Error("no gap in an empty reply")
	}
	r.Close()
	if _, err := r.Write([]byte("x")); err == nil {
		t.Error("a closed reply takes more")
	}
}

// withPair returns a mapping with a pair for the term value, and its stand-in.
func withPair(t *testing.T, value string) (*cloak.Mapping, string) {
	t.Helper()
	eng, err := cloak.New(cloak.Config{Terms: []cloak.Term{{Text: value}}})
	if err != nil {
		t.Fatal(err)
	}
	m, err := cloak.NewMapping(cloak.Snapshot{})
	if err != nil {
		t.Fatal(err)
	}
	s, _, err := eng.Sanitize(context.Background(), m, value, cloak.Source{})
	if err != nil || m.Len() != 1 {
		t.Fatalf("%d pairs, %v", m.Len(), err)
	}
	return m, s
}
