package format

import "testing"

// A record that does not end is read a few times, not with every write; and what ends
// afterwards goes.
func TestARecordThatDoesNotEnd(t *testing.T) {
	read, calls := 0, 0
	end := false
	f := &Format{Name: "x", cut: func(text, _ string) int {
		read += len(text)
		calls++
		if end {
			return len(text)
		}
		return 0
	}}
	b := newBuffer(Options{Format: f, Max: 64 << 20})
	const n = 16 << 20
	p := make([]byte, 4<<10)
	for range n / len(p) {
		if b.add(p); len(b.buf) >= partLen {
			if k := b.ready(false); k != 0 {
				t.Fatalf("%d bytes are ready", k)
			}
		}
	}
	if read > 3*n || calls == 0 {
		t.Errorf("%d bytes are read of %d, in %d calls", read, n, calls)
	}
	end = true
	for range n / len(p) {
		b.add(p)
	}
	if k := b.ready(false); k != 2*n {
		t.Errorf("%d bytes are ready, want %d", k, 2*n)
	}
	if k := b.ready(true); k != 2*n {
		t.Errorf("%d bytes are ready at the end, want %d", k, 2*n)
	}
}
