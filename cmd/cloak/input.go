package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime/debug"
	"syscall"

	"github.com/seed-052fbf24/cloak/format"
)

// An input is a file, or standard input, that is being read.
type input struct {
	*os.File
	info     fs.FileInfo
	progress *progress // or nil
	tap      io.Writer // is given what is read; or nil
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
	return in.tapped(r)
}

func (in *input) tapped(r io.Reader) io.Reader {
	if in.tap == nil {
		return r
	}
	return io.TeeReader(r, in.tap)
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

const chunk = 64 << 10

// sanitizeTo feeds in to w and closes w. Of a pipe or a terminal, what has come
// goes out when nothing follows for a while.
func (in *input) sanitizeTo(w *format.Writer) error {
	var err error
	if in.info.Mode().IsRegular() {
		_, err = io.CopyBuffer(struct{ io.Writer }{w}, struct{ io.Reader }{in.reader()}, make([]byte, chunk))
	} else {
		err = w.Follow(in.tapped(in.File))
	}
	if err != nil {
		return in.refused(err)
	}
	if n := w.Pending(); n > 32<<20 { // a large document: garbage is cheaper collected than kept beside it
		debug.SetGCPercent(20)
		debug.SetMemoryLimit(int64(n)*12/5 + 8<<20)
		debug.FreeOSMemory()
	}
	return in.refused(w.Close())
}

// options are those of documents, for in.
func (in *input) options(o format.Options) format.Options {
	if in.File != os.Stdin {
		o.File = in.Name()
	}
	if in.info.Mode().IsRegular() {
		o.Size = int(in.info.Size())
	}
	return o
}

// shown is what people know in by.
func (in *input) shown() string {
	if in.File == os.Stdin {
		return "standard input"
	}
	return in.Name()
}

// refused says what can be done about an error.
func (in *input) refused(err error) error {
	var binary *format.BinaryError
	switch {
	case errors.As(err, &binary):
		return fmt.Errorf("%s: %w. Make text of it first, or let it pass with --binary pass", show(in.shown()), err)
	case errors.Is(err, format.ErrStructure):
		return fmt.Errorf("%s: %w. As text it can be sanitized: --format text, for restore, too", show(in.shown()), err)
	}
	return err
}
