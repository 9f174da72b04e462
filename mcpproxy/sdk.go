package mcpproxy

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// FromTransport connects t and carries what it reads and writes, for programs that have a
// transport of the go-sdk. It is lossy, because the SDK decodes each message and writes
// it anew: an id that is no integer below 2^53 becomes another one (9007199254740993 is
// …992, 1.5 is 1, 1e30 is negative); unknown members of the envelope and of an error
// go; so does white space, also within params and results, and the order of the
// envelope's members. An error without an id ends the connection, and so does whatever
// else t cannot read. Where that matters, use NewLines.
func FromTransport(ctx context.Context, t mcp.Transport) (Conn, error) {
	c, err := t.Connect(ctx)
	if err != nil {
		return nil, &sdkError{"connecting", err}
	}
	return &fromSDK{c}, nil
}

type fromSDK struct{ c mcp.Connection }

func (f *fromSDK) ReadFrame(ctx context.Context) ([]byte, error) {
	m, err := f.c.Read(ctx)
	switch {
	case err == nil:
	case errors.Is(err, io.EOF), errors.Is(err, mcp.ErrConnectionClosed):
		return nil, io.EOF
	case ctx.Err() != nil:
		return nil, ctx.Err()
	default:
		return nil, &sdkError{"reading", err}
	}
	frame, err := jsonrpc.EncodeMessage(m)
	if err != nil {
		return nil, &FrameError{Code: codeParse, Why: "go-sdk cannot write what it read"}
	}
	return frame, nil
}

func (f *fromSDK) WriteFrame(ctx context.Context, frame []byte) error {
	m, err := jsonrpc.DecodeMessage(frame)
	if err != nil {
		return &sdkError{"decoding a frame", err}
	}
	if err := f.c.Write(ctx, m); err != nil {
		return &sdkError{"writing", err}
	}
	return nil
}

func (f *fromSDK) Close() error {
	if err := f.c.Close(); err != nil {
		return &sdkError{"closing", err}
	}
	return nil
}

// An sdkError is an error of the SDK. Its text may quote a message, so ours does not
// have it; who wants it unwraps.
type sdkError struct {
	doing string
	err   error
}

func (e *sdkError) Error() string {
	return fmt.Sprintf("mcpproxy: go-sdk failed %s: %T", e.doing, e.err)
}
func (e *sdkError) Unwrap() error { return e.err }

// ToTransport gives an MCP client or server of the go-sdk the other end of c. It connects
// once, to c itself. It is as lossy as FromTransport. A frame that is no message is passed
// over; a response that is too long becomes an error for the call that waits for it, and
// a request that is too long is answered with one.
func ToTransport(c Conn) mcp.Transport { return toSDK{c} }

type toSDK struct{ c Conn }

func (t toSDK) Connect(context.Context) (mcp.Connection, error) { return t, nil }
func (t toSDK) SessionID() string                               { return "" }
func (t toSDK) Close() error                                    { return t.c.Close() }

func (t toSDK) Read(ctx context.Context) (jsonrpc.Message, error) {
	for {
		frame, err := t.c.ReadFrame(ctx)
		var long *LongFrameError
		var bad *FrameError
		switch {
		case errors.As(err, &long):
			if frame, err = t.tooLong(ctx, long); err != nil {
				return nil, err
			}
		case errors.As(err, &bad):
			continue
		case err != nil:
			return nil, err
		default:
			if _, err := parse(frame); err != nil {
				continue
			}
		}
		// What the SDK cannot decode, an error without an id or one whose code is no
		// integer, is passed over too.
		if m, err := jsonrpc.DecodeMessage(frame); err == nil {
			return m, nil
		}
	}
}

// tooLong is the frame to read instead of one that was too long, nil for none.
func (t toSDK) tooLong(ctx context.Context, long *LongFrameError) ([]byte, error) {
	if long.ID == nil {
		return nil, nil
	}
	answer := errorResponse(long.ID, codeInternal, long.Error(), nil)
	if !long.Method {
		return answer, nil
	}
	return nil, t.c.WriteFrame(ctx, answer)
}

func (t toSDK) Write(ctx context.Context, m jsonrpc.Message) error {
	frame, err := jsonrpc.EncodeMessage(m)
	if err != nil {
		return &sdkError{"encoding a message", err}
	}
	return t.c.WriteFrame(ctx, frame)
}
