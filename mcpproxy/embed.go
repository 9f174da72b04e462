package mcpproxy

import (
	"bytes"
	"context"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Transport is for a Go program that is an MCP client itself: its go-sdk client connects to the
// gateway within the program, and not to a server. Each connection is a session, with
// upstreams of its own; it ends with Close, which returns when they are gone. It is as lossy
// as FromTransport.
func (p *Proxy) Transport() mcp.Transport { return embedded{p} }

type embedded struct{ p *Proxy }

func (e embedded) Connect(context.Context) (mcp.Connection, error) {
	ours, theirs := pair()
	ctx, cancel := context.WithCancel(context.Background()) // that of Connect ends before the session
	served := make(chan struct{})
	go func() {
		defer close(served)
		_ = e.p.Serve(ctx, ours)
		_ = ours.Close()
	}()
	return &embeddedConn{toSDK{theirs}, cancel, served}, nil
}

type embeddedConn struct {
	toSDK
	cancel context.CancelFunc
	served chan struct{}
}

func (c *embeddedConn) Close() error {
	err := c.toSDK.Close()
	c.cancel()
	<-c.served
	return err
}

// pair is two ends of a connection within the process.
func pair() (a, b Conn) {
	there, back := make(chan []byte), make(chan []byte)
	closed := make(chan struct{})
	var once sync.Once
	end := func() { once.Do(func() { close(closed) }) }
	return &inProcess{there, back, closed, end}, &inProcess{back, there, closed, end}
}

type inProcess struct {
	in, out chan []byte
	closed  chan struct{}
	end     func()
}

func (c *inProcess) ReadFrame(ctx context.Context) ([]byte, error) {
	select {
	case frame := <-c.in:
		return frame, nil
	case <-c.closed:
		return nil, io.EOF
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (c *inProcess) WriteFrame(ctx context.Context, frame []byte) error {
	select {
	case c.out <- bytes.Clone(frame):
		return nil
	case <-c.closed:
		return io.ErrClosedPipe
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (c *inProcess) Close() error {
	c.end()
	return nil
}
