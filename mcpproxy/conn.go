package mcpproxy

import (
	"bytes"
	"context"
	"fmt"
)

// A Conn carries messages, one per frame. ReadFrame is called by one goroutine at a
// time, WriteFrame by many, Close by any, also while the others are under way.
//
// ReadFrame returns a frame that belongs to the caller, and io.EOF at the end. After a
// *LongFrameError or a *FrameError the connection lives and the next frame can be read;
// any other error is the end. WriteFrame does not keep the frame, and does not change it.
type Conn interface {
	ReadFrame(ctx context.Context) ([]byte, error)
	WriteFrame(ctx context.Context, frame []byte) error
	Close() error
}

// writePieces writes a frame that is in pieces, without a copy where the Conn can.
func writePieces(ctx context.Context, c Conn, pieces ...[]byte) error {
	if w, ok := c.(interface {
		writePieces(ctx context.Context, pieces ...[]byte) error
	}); ok {
		return w.writePieces(ctx, pieces...)
	}
	return c.WriteFrame(ctx, bytes.Join(pieces, nil))
}

// A streaming Conn has a stream for each request of the client's, as HTTP has: what belongs to
// one goes there.
type streaming interface {
	Conn
	// writeOf writes a frame that belongs to the client's request of that id, raw; nil: to
	// none. last tells that it is the answer.
	writeOf(ctx context.Context, id []byte, last bool, pieces ...[]byte) error
}

// writeOf is for a Conn that may be streaming.
func writeOf(ctx context.Context, c Conn, id []byte, last bool, pieces ...[]byte) error {
	if w, ok := c.(streaming); ok {
		return w.writeOf(ctx, id, last, pieces...)
	}
	return writePieces(ctx, c, pieces...)
}

// Codes of JSON-RPC.
const (
	codeParse          = -32700
	codeInvalidRequest = -32600
	codeInternal       = -32603
)

// A LongFrameError says that a frame exceeded the limit. The connection lives; the rest
// of the frame was read and dropped.
type LongFrameError struct {
	ID     []byte // raw JSON id, at most 256 bytes; nil if none was seen, or more than one
	Method bool   // it had a "method": it was a request or a notification, no response
	Size   int64  // bytes, without the line end
}

func (e *LongFrameError) Error() string {
	return fmt.Sprintf("mcpproxy: a message of %d bytes is over the limit; raise max_message or ask for less", e.Size)
}

// A FrameError says that a frame is no message. The connection lives. Its text holds
// nothing of the frame.
type FrameError struct {
	Code int    // -32700: no JSON; -32600: JSON, but no message
	ID   []byte // raw JSON id; nil if none was read, or one that cannot be answered
	Why  string // lower case, no full stop
}

func (e *FrameError) Error() string { return "mcpproxy: " + e.Why }
