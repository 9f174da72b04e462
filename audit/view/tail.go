package view

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/seed-052fbf24/cloak/audit"
)

// A place is where a line begins.
type place struct {
	dir     string
	segment string // its file
	offset  int64
}

// segments are the files of a log's records, the oldest first.
func segments(dir string) (names []string, err error) {
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		name, ok := strings.CutSuffix(e.Name(), ".jsonl")
		if ok && len(name) == 16 && strings.Trim(name, "0123456789") == "" {
			names = append(names, e.Name())
		}
	}
	return names, err // sorted, for os.ReadDir sorts
}

// lastLines is where the last n whole lines begin. It reads from the end on: a log may be large.
func lastLines(dir string, n int) (place, error) {
	names, err := segments(dir)
	if err != nil {
		return place{}, err
	}
	if len(names) == 0 {
		return place{}, fs.ErrNotExist
	}
	for i, name := range slices.Backward(names) {
		offset, found, err := lastIn(filepath.Join(dir, name), n)
		if err != nil {
			return place{}, err
		}
		if found >= n || i == 0 {
			return place{dir, name, offset}, nil
		}
		n -= found
	}
	return place{}, nil
}

// lastIn is where the last n lines of a file begin, or the file, if it has fewer: so many as found.
func lastIn(name string, n int) (offset int64, found int, err error) {
	f, err := os.Open(name)
	if err != nil {
		return 0, 0, err
	}
	defer f.Close()
	end, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return 0, 0, err
	}
	b := make([]byte, 64<<10)
	for end > 0 {
		size := min(end, int64(len(b)))
		end -= size
		if _, err := f.ReadAt(b[:size], end); err != nil {
			return 0, 0, err
		}
		for at := size; ; {
			i := bytes.LastIndexByte(b[:at], '\n')
			if i < 0 {
				break
			}
			if found == n { // that is where the line before them ends
				return end + int64(i) + 1, n, nil
			}
			found++
			at = int64(i)
		}
	}
	return 0, found, nil
}

// lines calls f with each whole line from p on, and moves p behind them.
func (p *place) lines(ctx context.Context, f func(line []byte) error) error {
	for {
		// A segment behind which there is another is not written to any more: so it is read to its
		// end if that was there before.
		names, err := segments(p.dir)
		if err != nil {
			return err
		}
		if err := p.read(ctx, f); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err // one that is gone was pruned
		}
		i := slices.IndexFunc(names, func(name string) bool { return name > p.segment })
		if i < 0 {
			return nil
		}
		p.segment, p.offset = names[i], 0
	}
}

func (p *place) read(ctx context.Context, f func(line []byte) error) error {
	file, err := os.Open(filepath.Join(p.dir, p.segment))
	if err != nil {
		return err
	}
	defer file.Close()
	if _, err := file.Seek(p.offset, io.SeekStart); err != nil {
		return err
	}
	const longest = 8 << 10
	r := bufio.NewReaderSize(file, longest)
	for ctx.Err() == nil {
		line, err := r.ReadSlice('\n')
		if errors.Is(err, io.EOF) {
			return nil // what is not at its end is not there yet
		} else if errors.Is(err, bufio.ErrBufferFull) {
			return f(line)
		} else if err != nil {
			return err
		}
		if err := f(line[:len(line)-1]); err != nil {
			return err
		}
		p.offset += int64(len(line))
	}
	return ctx.Err()
}

// Tail gives f the last n entries, held to one another alone; with follow also those that come,
// until ctx ends. It takes the same little memory for every n.
func Tail(ctx context.Context, dir string, n int, follow bool, f func(audit.Entry, []byte) error) error {
	p, err := lastLines(dir, n)
	if err != nil {
		return err
	}
	var c chain
	show := func(line []byte) error {
		e, err := audit.ParseEntry(line)
		if err != nil {
			return &audit.FaultError{Fault: audit.Broken, Seq: -1, Why: fmt.Sprintf("%s at byte %d: it is no line of a log", p.segment, p.offset)}
		}
		if err := c.follow(e, line); err != nil {
			return err
		}
		return f(e, line)
	}
	for {
		err := p.lines(ctx, show)
		if follow && ctx.Err() != nil {
			return nil
		} else if err != nil || !follow {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(500 * time.Millisecond):
		}
	}
}
