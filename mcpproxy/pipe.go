package mcpproxy

import (
	"errors"
	"io"
	"os"
	"time"
)

// past is a deadline that has been.
var past = time.Unix(1, 0)

// An inlet is our end of a child's standard input. It counts what the child was
// given of a frame. A frame of which nothing had gone out when it was interrupted
// is swallowed, and the Conn above may go on. One goroutine writes at a time.
type inlet struct {
	f         *os.File
	sent      int   // bytes of this frame
	swallowed bool  // this frame was
	failed    error // of a write
}

// next begins a frame.
func (i *inlet) next() { i.sent, i.swallowed = 0, false }

func (i *inlet) Write(p []byte) (int, error) {
	n, err := i.f.Write(p)
	i.sent += n
	// The deadline stays past, so that the rest of the frame is swallowed likewise.
	if i.sent == 0 && errors.Is(err, os.ErrDeadlineExceeded) {
		i.swallowed = true
		return len(p), nil
	}
	if err != nil {
		i.failed = err
	}
	return n, err
}

func (i *inlet) Close() error { return i.f.Close() }

// interrupt ends a Write that waits. Where pipes have no deadlines the file is
// closed for it.
func (i *inlet) interrupt() {
	if i.f.SetWriteDeadline(past) != nil {
		i.f.Close()
	}
}

// An outlet is our end of a child's standard output or error. Once the child has
// ended, reading it gives what is in the pipe and then io.EOF, though a process
// that has left the group may hold it open. One goroutine reads at a time.
type outlet struct {
	f     *os.File
	ended <-chan struct{}
}

func (o *outlet) Read(p []byte) (int, error) {
	for {
		read := o.f.Read
		if isClosed(o.ended) {
			read = o.rest
		}
		n, err := read(p)
		switch {
		case n > 0 || err == nil:
			return n, err
		case errors.Is(err, os.ErrDeadlineExceeded): // woken: it has ended now
		case errors.Is(err, os.ErrClosed):
			return 0, io.EOF
		default:
			return 0, err
		}
	}
}

func (o *outlet) Close() error { return o.f.Close() }

func (o *outlet) rest(p []byte) (int, error) {
	o.f.SetReadDeadline(time.Time{})
	return readNow(o.f, p)
}

// wake ends a Read that waits, after ended was closed. Where pipes have no
// deadlines nobody can hold it open, and it ends by itself.
func (o *outlet) wake() { o.f.SetReadDeadline(past) }
