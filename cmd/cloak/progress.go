package main

import (
	"fmt"
	"io"
	"os"
	"time"
)

// A progress tells on a terminal how far a long work has come: on one line, which it
// takes back. It is not for logs, so it says nothing to a file or a pipe.
type progress struct {
	to    io.Writer // nil says nothing
	what  string
	total int64 // bytes; 0 if nobody knows
	done  int64
	next  time.Time
	shown bool
}

// Work that is done sooner shows nothing; later, this often.
const (
	progressAfter = time.Second
	progressEvery = 250 * time.Millisecond
)

// newProgress is for work on total bytes. There is none where standard error is no
// terminal, or nothing is to be said.
func newProgress(quiet bool, std stdio, what string, total int64) *progress {
	p := &progress{what: what, total: total, next: time.Now().Add(progressAfter)}
	if !quiet && isTerminal(os.Stderr) {
		p.to = std.err
	}
	return p
}

// add counts n bytes more.
func (p *progress) add(n int) {
	p.done += int64(n)
	if p.to == nil || time.Now().Before(p.next) {
		return
	}
	p.next, p.shown = time.Now().Add(progressEvery), true
	if p.total > 0 {
		fmt.Fprintf(p.to, "\rcloak: %s: %d of %d MB", p.what, p.done/1e6, p.total/1e6)
	} else {
		fmt.Fprintf(p.to, "\rcloak: %s: %d MB", p.what, p.done/1e6)
	}
}

// end takes the line back.
func (p *progress) end() {
	if p.shown {
		fmt.Fprint(p.to, "\r\x1b[K")
		p.shown = false
	}
}

// reader counts what is read from r.
func (p *progress) reader(r io.Reader) io.Reader { return &countedReader{r, p} }

type countedReader struct {
	io.Reader
	p *progress
}

func (c *countedReader) Read(b []byte) (int, error) {
	n, err := c.Reader.Read(b)
	c.p.add(n)
	return n, err
}
