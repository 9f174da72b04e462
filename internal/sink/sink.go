// Package sink writes the output of a command: a file that is there whole or not at
// all, or a stream.
package sink

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
)

// A Sink takes a command's output. A file appears under its name only at Commit,
// whole and on disk; until then, whatever happens, there is nothing or what was
// there before.
type Sink struct {
	to   io.Writer
	name string   // "" is standard output
	temp *os.File // until it is renamed
	held *os.File // what standard output is given at Commit, if it is spooled
	stop chan os.Signal
}

// Open returns a sink for the file name, or for out if name is "" or "-".
func Open(name string, out io.Writer) (*Sink, error) {
	switch name { // the system's names for it are not files to replace
	case "", "-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1":
		return &Sink{to: out}, nil
	}
	// A device or a pipe is written to, not replaced.
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		if info.IsDir() {
			return nil, &fs.PathError{Op: "write", Path: name, Err: syscall.EISDIR}
		}
		f, err := os.OpenFile(name, os.O_WRONLY, 0)
		if err != nil {
			return nil, err
		}
		return &Sink{to: f, temp: f}, nil
	}
	if target, err := filepath.EvalSymlinks(name); err == nil {
		name = target // the link stays, what it points to is replaced
	}
	f, err := os.CreateTemp(filepath.Dir(name), ".cloak-*") // mode 0600
	if err != nil {
		return nil, writing(name, err)
	}
	s := &Sink{to: f, name: name, temp: f, stop: make(chan os.Signal, 1)}
	for _, sig := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(sig) { // nohup
			signal.Notify(s.stop, sig)
		}
	}
	go s.cleanUp()
	return s, nil
}

// Spool holds back what goes to a stream until Commit, in a file of our own: it has
// no value in it.
func (s *Sink) Spool() error {
	if s.name != "" || s.held != nil {
		return nil
	}
	f, err := os.CreateTemp("", ".cloak-*") // mode 0600
	if err != nil {
		return err
	}
	os.Remove(f.Name()) // where that is possible while it is open
	s.held = f
	return nil
}

func (s *Sink) Write(p []byte) (int, error) {
	if s.held != nil {
		return s.held.Write(p)
	}
	n, err := s.to.Write(p)
	if s.name != "" {
		err = writing(s.name, err)
	}
	return n, err
}

// writing puts the name that was asked for into err, in the place of the
// temporary file's, which tells nobody anything.
func writing(name string, err error) error {
	if path := (*fs.PathError)(nil); errors.As(err, &path) {
		return &fs.PathError{Op: "write", Path: name, Err: path.Err}
	}
	return err
}

// cleanUp removes the temporary file when a signal ends the program.
func (s *Sink) cleanUp() {
	if sig, ok := (<-s.stop).(syscall.Signal); ok {
		os.Remove(s.temp.Name())
		os.Exit(128 + int(sig)) // as shells do
	}
}

// Commit makes the output visible. Whoever has opened s defers Abort, for when it
// fails, or is not reached.
func (s *Sink) Commit() error {
	if held := s.held; held != nil {
		s.held = nil
		defer dropSpool(held)
		_, err := held.Seek(0, io.SeekStart)
		if err == nil {
			_, err = io.Copy(s.to, held)
		}
		if err != nil {
			return err
		}
	}
	if s.temp == nil {
		return nil
	}
	if s.name == "" {
		return s.temp.Close()
	}
	if err := errors.Join(s.temp.Sync(), s.temp.Close()); err != nil {
		return writing(s.name, err)
	}
	if err := os.Rename(s.temp.Name(), s.name); err != nil {
		return err
	}
	s.release()
	return nil
}

// Abort drops what has not been committed.
func (s *Sink) Abort() {
	if s.held != nil {
		dropSpool(s.held)
		s.held = nil
	}
	if s.temp != nil && s.name != "" {
		s.temp.Close()
		os.Remove(s.temp.Name())
		s.release()
	}
}

func dropSpool(f *os.File) {
	f.Close()
	os.Remove(f.Name())
}

func (s *Sink) release() {
	signal.Stop(s.stop)
	close(s.stop)
	s.temp = nil
}
