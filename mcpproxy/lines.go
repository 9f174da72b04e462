package mcpproxy

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
)

// LineOptions are those of NewLines. The zero value is for the side of a client.
type LineOptions struct {
	// Max bounds a frame, in bytes without the line end; 0 means 64 MiB.
	Max int
	// Skipped is told of each line that is no JSON object, and how long it was: servers
	// greet their users on standard output. If it is nil such a line is a *FrameError.
	// It is called by ReadFrame.
	Skipped func(bytes int)
}

const (
	defaultMax = 64 << 20
	chunk      = 32 << 10 // what is read, and held of a line that is dropped
	oneWrite   = 64 << 10 // what goes out in one Write: a pipe takes no more at once
)

// NewLines carries messages as lines of JSON, the stdio transport of the protocol. Lines
// end with \n or \r\n; blank ones are passed over, and so are blanks in front of a frame.
// A line that begins with [ is a batch, and a *FrameError whatever the options.
//
// A read or a write that blocks does not see that its context ends: ReadFrame looks at it
// before each line, WriteFrame before it writes and while it waits for another one. Close
// closes w, and r if it is an io.Closer, which ends what blocks where the system lets it:
// pipes and sockets, not a terminal. After a Write that failed nothing more is written,
// for half a line may have gone out.
func NewLines(r io.Reader, w io.WriteCloser, o LineOptions) Conn {
	if o.Max <= 0 {
		o.Max = defaultMax
	}
	return &lines{in: bufio.NewReaderSize(r, chunk), r: r, w: w, o: o, turn: make(chan struct{}, 1)}
}

type lines struct {
	r   io.Reader
	in  *bufio.Reader
	end error // why nothing more can be read
	o   LineOptions

	turn  chan struct{} // holds one while somebody writes
	w     io.WriteCloser
	out   []byte // a frame and its line end
	stuck error  // of a Write

	once   sync.Once
	closed atomic.Bool
	err    error // of Close
}

// ReadFrame returns the next line that is a frame.
func (l *lines) ReadFrame(ctx context.Context) ([]byte, error) {
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if l.end != nil {
			return nil, l.end
		}
		frame, err := l.line()
		if frame != nil || err != nil {
			return frame, err
		}
	}
}

// line reads one line. It returns nothing for a line that is passed over, and at the end
// of the input, where it sets l.end.
func (l *lines) line() ([]byte, error) {
	p := pending{max: l.o.Max}
	for {
		piece, err := l.in.ReadSlice('\n')
		whole := err == nil
		if whole {
			piece = piece[:len(piece)-1]
		}
		p.read(piece)
		switch {
		case whole:
			return l.take(&p)
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case l.closed.Load(): // half a line is no reason to answer now
			l.end = io.EOF
			return nil, nil
		case errors.Is(err, io.EOF):
			l.end = io.EOF
		default:
			l.end = fmt.Errorf("mcpproxy: reading: %w", err)
			return nil, nil
		}
		frame, err := l.take(&p)
		if frame != nil && !valid(frame) {
			var x lexer
			x.read(frame)
			id, _ := x.found()
			return nil, &FrameError{Code: codeParse, ID: id, Why: "the input ends within a message"}
		}
		return frame, err
	}
}

// take makes of a line what it is.
func (l *lines) take(p *pending) ([]byte, error) {
	if p.cr {
		p.size--
	}
	switch {
	case p.size == 0:
		return nil, nil
	case p.first == '[':
		return nil, &FrameError{Code: codeInvalidRequest, Why: whyBatch}
	case p.first != '{' && l.o.Skipped != nil:
		l.o.Skipped(int(p.size))
		return nil, nil
	case p.first != '{':
		return nil, &FrameError{Code: codeParse, Why: "a line that is no JSON object"}
	case p.long || p.size > int64(p.max):
		return nil, p.tooLong()
	}
	return p.frame(), nil
}

// A pending line is one that is being read.
type pending struct {
	max   int
	size  int64 // bytes, without blanks in front; 0: there were none but blanks
	first byte  // which is no blank
	cr    bool  // the last byte is \r
	parts [][]byte
	whole []byte // instead of parts, once they are more than half of max
	long  bool   // over max: parts are gone, ids has seen them
	ids   lexer
}

func (p *pending) read(piece []byte) {
	if p.size == 0 {
		i := skipBlanks(piece, 0)
		if i == len(piece) {
			return
		}
		piece = piece[i:]
		p.first = piece[0]
	}
	if len(piece) == 0 {
		return
	}
	p.size += int64(len(piece))
	p.cr = piece[len(piece)-1] == '\r'
	switch {
	case p.first != '{': // only its length counts
	case p.long:
		p.ids.read(piece)
	case p.whole != nil:
		p.whole = append(p.whole, piece...)
	default:
		p.parts = append(p.parts, bytes.Clone(piece))
		// A long frame is put together before it is all there: while that is done there are
		// two of it, and half of it is the less.
		if p.size > int64(p.max)/2 && p.max > chunk {
			p.whole = p.join(max(p.max, int(p.size)) + chunk)
		}
	}
	if !p.long && p.size > int64(p.max)+1 { // one may be the \r
		p.drop()
	}
}

// drop lets go of what was kept.
func (p *pending) drop() {
	for _, part := range append(p.parts, p.whole) {
		p.ids.read(part)
	}
	p.parts, p.whole, p.long = nil, nil, true
}

func (p *pending) tooLong() *LongFrameError {
	if !p.long {
		p.drop()
	}
	e := LongFrameError{Size: p.size}
	e.ID, e.Method = p.ids.found()
	return &e
}

// frame is the line, without the end.
func (p *pending) frame() []byte {
	switch {
	case p.whole != nil:
		return p.whole[:p.size]
	case len(p.parts) == 1:
		return p.parts[0][:p.size]
	}
	return p.join(int(p.size) + 1)[:p.size]
}

// join puts the parts together, in what holds size bytes.
func (p *pending) join(size int) []byte {
	whole := make([]byte, 0, size)
	for _, part := range p.parts {
		whole = append(whole, part...)
	}
	p.parts = nil
	return whole
}

// WriteFrame writes one line. Line breaks between the tokens of the frame become blanks.
func (l *lines) WriteFrame(ctx context.Context, frame []byte) error {
	return l.writePieces(ctx, frame)
}

// writePieces is WriteFrame for a frame in pieces: they are not put together where they
// are long.
func (l *lines) writePieces(ctx context.Context, pieces ...[]byte) error {
	size, broken := 0, false
	for _, p := range pieces {
		size += len(p)
		broken = broken || bytes.IndexByte(p, '\n') >= 0 || bytes.IndexByte(p, '\r') >= 0
	}
	if size == 0 {
		return errors.New("mcpproxy: an empty frame cannot be written")
	}
	// JSON has line breaks as white space only. In what is no JSON they may mean
	// something, and that is not for us to change.
	if broken {
		frame := bytes.Join(pieces, nil)
		if !valid(frame) {
			return errors.New("mcpproxy: a frame that is no JSON and has a line break cannot be written")
		}
		pieces = [][]byte{oneLine(frame)}
	}
	select {
	case l.turn <- struct{}{}:
		defer func() { <-l.turn }()
	case <-ctx.Done():
		return ctx.Err()
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case l.closed.Load():
		return io.ErrClosedPipe
	case l.stuck != nil:
		return l.stuck
	}
	return l.write(size, pieces)
}

// oneLine has blanks for line breaks.
func oneLine(frame []byte) []byte {
	for i, c := range frame {
		if c == '\n' || c == '\r' {
			frame[i] = ' '
		}
	}
	return frame
}

// write is one Write for a frame that a pipe may take at once. Longer ones are not copied
// for the sake of the line end.
func (l *lines) write(size int, pieces [][]byte) (err error) {
	if size < oneWrite {
		l.out = l.out[:0]
		for _, p := range pieces {
			l.out = append(l.out, p...)
		}
		l.out = append(l.out, '\n')
		_, err = l.w.Write(l.out)
	} else {
		for _, p := range append(pieces[:len(pieces):len(pieces)], []byte{'\n'}) {
			if err == nil && len(p) > 0 {
				_, err = l.w.Write(p)
			}
		}
	}
	if err != nil {
		l.stuck = fmt.Errorf("mcpproxy: writing: %w", err)
	}
	return l.stuck
}

// Close closes both directions, once.
func (l *lines) Close() error {
	l.once.Do(func() {
		l.closed.Store(true)
		l.err = l.w.Close()
		if c, ok := l.r.(io.Closer); ok {
			l.err = errors.Join(l.err, c.Close())
		}
	})
	return l.err
}
