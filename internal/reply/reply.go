// Package reply restores what a program writes while it writes it.
package reply

import (
	"bytes"
	"io"
	"sync"

	"github.com/seed-052fbf24/cloak/cloak"
)

// A Writer restores what a child writes on one of its streams. Lines of JSON need
// the values escaped, other lines as they are; in form "auto" what a line begins with
// tells, see isJSON. It is safe for concurrent use: whoever gives up on a stream that stays
// open closes the reply while another goroutine may still copy.
type Writer struct {
	dst  io.Writer
	form string // auto, text, jsonl

	mu       sync.Mutex
	closed   bool
	midway   bool   // in a line
	json     bool   // the line is JSON
	front    []byte // of a line, too little to tell
	restorer *cloak.Restorer
	buf      bytes.Buffer // restored, on its way to dst
}

// New returns a Writer to dst. Forms are auto, text and jsonl.
func New(m *cloak.Mapping, dst io.Writer, form string) *Writer {
	r := &Writer{dst: dst, form: form}
	r.restorer = m.RestoreTo(&r.buf, cloak.RestoreOptions{})
	return r
}

// Write restores p; what cannot be decided yet, because it may begin a stand-in,
// waits for more.
func (r *Writer) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return 0, io.ErrClosedPipe
	}
	rest := p
	if len(r.front) > 0 {
		rest = append(r.front, p...)
		r.front = nil
	}
	for len(rest) > 0 {
		json, known := r.isJSON(rest)
		if !known {
			r.front = bytes.Clone(rest)
			break
		}
		if err := r.begin(json); err != nil {
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

// isJSON reports whether p, which begins a line unless one is open, begins an object of
// JSON: with a brace and, behind blanks, a quote or the other brace. {{ and {x=1} are no
// JSON. It is not known while p ends there.
func (r *Writer) isJSON(p []byte) (is, known bool) {
	switch {
	case r.midway:
		return r.json, true
	case r.form != "auto":
		return r.form == "jsonl", true
	case p[0] != '{':
		return false, true
	}
	const blanks = 16
	for i := 1; i <= blanks; i++ {
		if i == len(p) {
			return false, false
		}
		if p[i] != ' ' && p[i] != '\t' {
			return p[i] == '"' || p[i] == '}', true
		}
	}
	return false, true
}

// begin makes the restorer write as a line needs it.
func (r *Writer) begin(json bool) error {
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
func (r *Writer) stretch(p []byte) int {
	if r.form != "auto" {
		return len(p)
	}
	for at := 0; ; {
		i := bytes.IndexByte(p[at:], '\n')
		if at += i + 1; i < 0 || at == len(p) {
			return len(p)
		}
		next := Writer{form: r.form}
		if json, known := next.isJSON(p[at:]); !known || json != r.json {
			return at
		}
	}
}

func (r *Writer) send() error {
	_, err := r.dst.Write(r.buf.Bytes())
	r.buf.Reset()
	r.closed = r.closed || err != nil // it would fail again, and be said again
	return err
}

// Close writes the rest. Nothing passes afterwards.
func (r *Writer) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return nil
	}
	r.closed = true
	if len(r.front) > 0 {
		if err := r.begin(false); err != nil {
			return err
		}
		if _, err := r.restorer.Write(r.front); err != nil {
			return err
		}
	}
	if err := r.restorer.Close(); err != nil {
		return err
	}
	return r.send()
}

// Gaps returns which of the pairs sent did not come back.
func (r *Writer) Gaps(sent []int) []cloak.Gap { return r.restorer.Gaps(sent...) }
