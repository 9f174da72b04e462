package mcpproxy

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strconv"
	"time"
)

// An sseEvent is one of a stream (HTML, section 9.2).
type sseEvent struct {
	name, id string
	data     []byte
	retry    time.Duration // 0: it says nothing of it
}

// An sseReader reads a stream of events, none longer than max bytes.
type sseReader struct {
	in  *bufio.Reader
	max int
}

var errLongEvent = errors.New("mcpproxy: an event is longer than limits.max_message")

func newSSEReader(r io.Reader, max int) *sseReader {
	return &sseReader{bufio.NewReaderSize(r, chunk), max}
}

// next is the next event that has data, an id or a time to wait; io.EOF at the end, where an
// event that is not complete is none.
func (r *sseReader) next() (sseEvent, error) {
	var e sseEvent
	some, size := false, 0
	var line []byte
	for {
		piece, err := r.in.ReadSlice('\n')
		line = append(line, piece...)
		if size += len(piece); size > r.max+chunk {
			return e, errLongEvent
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		} else if err != nil {
			return e, err
		}
		text := bytes.TrimRight(line, "\r\n")
		line = line[len(line):] // what was read of it may be kept
		if len(text) == 0 {
			if some {
				return e, nil
			}
			e, size = sseEvent{}, 0
			continue
		}
		field, value, _ := bytes.Cut(text, []byte{':'})
		value = bytes.TrimPrefix(value, []byte{' '})
		switch string(field) {
		case "event":
			e.name = string(value)
		case "data":
			if e.data != nil {
				e.data = append(e.data, '\n')
			}
			e.data, some = append(e.data, value...), true
		case "id":
			if bytes.IndexByte(value, 0) < 0 {
				e.id, some = string(value), true
			}
		case "retry":
			if ms, err := strconv.ParseUint(string(value), 10, 31); err == nil {
				e.retry, some = time.Duration(ms)*time.Millisecond, true
			}
		}
	}
}
