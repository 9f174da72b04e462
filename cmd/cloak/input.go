package main

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"syscall"
	"time"

	"github.com/seed-052fbf24/cloak/cloak"
)

// An input is a file, or standard input, that is being read.
type input struct {
	*os.File
	info     fs.FileInfo
	progress *progress // or nil
}

// openInput opens name; "-" is standard input.
func openInput(name string, stdin *os.File) (*input, error) {
	f := stdin
	if name != "-" {
		var err error
		if f, err = os.Open(name); err != nil {
			return nil, err
		}
	}
	info, err := f.Stat()
	if err == nil && info.IsDir() {
		err = &fs.PathError{Op: "read", Path: f.Name(), Err: syscall.EISDIR}
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return &input{File: f, info: info}, nil
}

// reader reads a file as long as it was when it was opened: one that is being
// written to would else be followed for as long as it grows. What says it is
// empty may be one of the kernel's, and is read to its end.
func (in *input) reader() io.Reader {
	r := io.Reader(in.File)
	if in.info.Mode().IsRegular() && in.info.Size() > 0 {
		r = io.LimitReader(in.File, in.info.Size())
	}
	if in.progress != nil {
		r = in.progress.reader(r)
	}
	return r
}

// watch makes the work on in show how far it is.
func (in *input) watch(quiet bool, std stdio, what string) (end func()) {
	total := int64(0)
	if in.info.Mode().IsRegular() {
		total = in.info.Size()
	}
	in.progress = newProgress(quiet, std, what, total)
	return in.progress.end
}

// Complete lines of a stream go out when nothing has come for idle, or when they
// have waited for patience.
const (
	idle     = 300 * time.Millisecond
	patience = time.Second
)

const chunk = 64 << 10

// sanitizeTo feeds in to w and closes w. Of a pipe or a terminal, what has come
// goes out when nothing follows for a while.
func (in *input) sanitizeTo(w *cloak.Writer) error {
	var err error
	if in.info.Mode().IsRegular() {
		_, err = io.CopyBuffer(struct{ io.Writer }{w}, struct{ io.Reader }{in.reader()}, make([]byte, chunk))
	} else {
		err = follow(w, in.File)
	}
	if err != nil {
		return err
	}
	return w.Close()
}

// follow copies r to w, and flushes w in time. The goroutine that reads may
// outlive it, until r's next byte.
func follow(w *cloak.Writer, r io.Reader) error {
	type read struct {
		p   []byte
		err error
	}
	reads, free := make(chan read), make(chan []byte, 2)
	free <- make([]byte, chunk)
	free <- make([]byte, chunk)
	done := make(chan struct{})
	defer close(done)
	go func() {
		for p := range free {
			n, err := r.Read(p[:chunk])
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
	timer := time.NewTimer(idle)
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
			timer.Reset(min(idle, time.Until(since.Add(patience))))
		case <-timer.C:
			since = time.Time{}
			if err := w.Flush(); err != nil {
				return err
			}
		}
	}
}
