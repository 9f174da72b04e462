package main

import (
	"bytes"
	"io"
	"sync"

	"github.com/seed-052fbf24/cloak/cloak"
)

// A reply restores what a child writes on one of its streams. Lines of JSON need
// the values escaped, other lines as they are; in form "auto" a line's first byte
// tells. It is safe for concurrent use: whoever gives up on a stream that stays
// open closes the reply while another goroutine may still copy.
type reply struct {
	dst  io.Writer
	form string // auto, text, jsonl

	mu       sync.Mutex
	closed   bool
	midway   bool // in a line
	json     bool // the line is JSON
	restorer *cloak.Restorer
	buf      bytes.Buffer // restored, on its way to dst
}

func newReply(m *cloak.Mapping, dst io.Writer, form string) *reply {
	r := &reply{dst: dst, form: form}
	r.restorer = m.RestoreTo(&r.buf, cloak.RestoreOptions{})
	return r
}

// Write restores p; what cannot be decided yet, because it may begin a stand-in,
// waits for more.
func (r *reply) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return 0, io.ErrClosedPipe
	}
	for rest := p; len(rest) > 0; {
		if err := r.begin(rest[0]); err != nil {
			return 0, err
		}
		n := r.stretch(rest)
		if _, err := r.restorer.Write(rest[:n]); err != nil {
			return 0, err
		}
		r.midway = rest[n-1] != '\n'
		rest = rest[n:]
	}
	return len(p), r.send()
}

// begin makes the restorer write as a line needs it that begins with b.
func (r *reply) begin(b byte) error {
	json := r.form == "jsonl" || r.form == "auto" && b == '{'
	if r.midway || json == r.json {
		return nil
	}
	// What it holds belongs to the line before.
	if err := r.restorer.Close(); err != nil {
		return err
	}
	r.json = json
	if json {
		r.restorer.Encode(cloak.Chain(cloak.JSONString))
	} else {
		r.restorer.Encode(cloak.Plain)
	}
	return nil
}

// stretch is the length of the lines that p begins with and that are of one kind.
func (r *reply) stretch(p []byte) int {
	if r.form != "auto" {
		return len(p)
	}
	for at := 0; ; {
		i := bytes.IndexByte(p[at:], '\n')
		if at += i + 1; i < 0 || at == len(p) {
			return len(p)
		}
		if (p[at] == '{') != r.json {
			return at
		}
	}
}

func (r *reply) send() error {
	_, err := r.dst.Write(r.buf.Bytes())
	r.buf.Reset()
	r.closed = r.closed || err != nil // it would fail again, and be said again
	return err
}

// close writes the rest. Nothing passes afterwards.
func (r *reply) close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return nil
	}
	r.closed = true
	if err := r.restorer.Close(); err != nil {
		return err
	}
	return r.send()
}

// gaps returns which of the pairs sent did not come back.
func (r *reply) gaps(sent []int) []cloak.Gap { return r.restorer.Gaps(sent...) }
