package format

import (
	"errors"
	"io"
	"time"
)

// Complete lines of a stream go out when nothing has come for maxIdle, or when they
// have waited for maxWait.
const (
	maxIdle = 300 * time.Millisecond
	maxWait = time.Second
)

// Follow copies r to w, and flushes w in time. The goroutine that reads may
// outlive it, until r's next byte.
func (w *Writer) Follow(r io.Reader) error {
	type read struct {
		p   []byte
		err error
	}
	reads, free := make(chan read), make(chan []byte, 2)
	free <- make([]byte, headLen)
	free <- make([]byte, headLen)
	done := make(chan struct{})
	defer close(done)
	go func() {
		for p := range free {
			n, err := r.Read(p[:headLen])
			select {
			case reads <- read{p[:n], err}:
			case <-done:
				return
			}
			if err != nil {
				return
			}
		}
	}()
	timer := time.NewTimer(maxIdle)
	var since time.Time // when the first came that may wait
	for {
		select {
		case got := <-reads:
			if since.IsZero() {
				since = time.Now()
			}
			if _, err := w.Write(got.p); err != nil {
				return err
			}
			if errors.Is(got.err, io.EOF) {
				return nil
			} else if got.err != nil {
				return got.err
			}
			free <- got.p
			timer.Reset(min(maxIdle, time.Until(since.Add(maxWait))))
		case <-timer.C:
			since = time.Time{}
			if err := w.Flush(); err != nil {
				return err
			}
		}
	}
}
