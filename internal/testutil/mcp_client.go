package testutil

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"sync"
	"testing"
	"time"
)

// An MCPClient is a client that does what a test says and remembers each frame.
// Its methods may be called by any goroutine.
type MCPClient struct {
	t      testing.TB
	w      io.WriteCloser
	answer map[string]MCPAnswer
	ended  chan struct{} // closed when nothing more can be read

	writing sync.Mutex // held over a write, which may wait for the server
	mu      sync.Mutex
	changed chan struct{} // closed and replaced with each frame read
	log     MCPTranscript
	next    int
	stderr  bytes.Buffer
}

// An MCPAnswer answers a request of the server with a raw result.
type MCPAnswer func(params []byte) (result []byte)

// patience is how long a test waits for what must come. It only ends tests that fail.
const patience = 60 * time.Second

// NewMCPClient returns a client that reads frames of r and writes to w. It
// answers the server's requests as answer says, and others with an error -32601.
func NewMCPClient(t testing.TB, r io.Reader, w io.WriteCloser, answer map[string]MCPAnswer) *MCPClient {
	c := &MCPClient{t: t, w: w, answer: answer, ended: make(chan struct{}), changed: make(chan struct{})}
	go c.read(r)
	return c
}

// StartMCPClient starts a server and returns its client. The process is ended
// with the test. Env is added to that of the test.
func StartMCPClient(t testing.TB, env []string, answer map[string]MCPAnswer, command string, args ...string) *MCPClient {
	t.Helper()
	cmd := exec.Command(command, args...)
	cmd.Env = append(os.Environ(), env...)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	c := &MCPClient{t: t, w: in, answer: answer, ended: make(chan struct{}), changed: make(chan struct{})}
	cmd.Stderr = lockedWriter{c}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go c.read(out)
	t.Cleanup(func() {
		in.Close()
		late := time.AfterFunc(patience/6, func() { _ = cmd.Process.Kill() })
		<-c.ended // Wait closes the pipe, so it comes after the last read
		_ = cmd.Wait()
		late.Stop()
	})
	return c
}

type lockedWriter struct{ c *MCPClient }

func (w lockedWriter) Write(p []byte) (int, error) {
	w.c.mu.Lock()
	defer w.c.mu.Unlock()
	return w.c.stderr.Write(p)
}

func (c *MCPClient) read(r io.Reader) {
	defer close(c.ended)
	for in := bufio.NewReaderSize(r, 64<<10); ; {
		line, err := in.ReadBytes('\n')
		if frame := bytes.TrimRight(line, "\r\n"); len(frame) > 0 {
			c.mu.Lock()
			c.log.ToClient = append(c.log.ToClient, frame)
			close(c.changed)
			c.changed = make(chan struct{})
			c.mu.Unlock()
			if m, err := ParseMCP(frame); err == nil && m.Request() {
				go c.respond(m) // a server that is writing does not read
			}
		}
		if err != nil {
			return
		}
	}
}

func (c *MCPClient) respond(m MCPMessage) {
	if f := c.answer[m.Method]; f != nil {
		c.Write(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"result":%s}`, m.ID, f(m.Params)))
	} else {
		c.Write(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"Method not found"}}`, m.ID))
	}
}

// Write sends bytes as one frame, whatever they are.
func (c *MCPClient) Write(frame []byte) {
	c.writing.Lock()
	defer c.writing.Unlock()
	c.mu.Lock()
	c.log.ToServer = append(c.log.ToServer, frame)
	c.mu.Unlock()
	_, _ = c.w.Write(append(frame[:len(frame):len(frame)], '\n')) // a server that has gone is seen by who waits for it
}

// Notify sends a notification. Empty params are left out.
func (c *MCPClient) Notify(method, params string) {
	if params != "" {
		params = `,"params":` + params
	}
	c.Write(fmt.Appendf(nil, `{"jsonrpc":"2.0","method":%s%s}`, JSONString(method), params))
}

// Send sends a request and gives its id. Empty params are left out.
func (c *MCPClient) Send(method, params string) (id string) {
	c.mu.Lock()
	c.next++
	id = strconv.Itoa(c.next)
	c.mu.Unlock()
	if params != "" {
		params = `,"params":` + params
	}
	c.Write(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"method":%s%s}`, id, JSONString(method), params))
	return id
}

// Call sends a request and waits for its response.
func (c *MCPClient) Call(method, params string) MCPMessage {
	c.t.Helper()
	id := c.Send(method, params)
	return c.Await("the response to "+method, func(m MCPMessage) bool { return m.Response() && string(m.ID) == id })
}

// CallTool calls a tool. Its arguments are raw.
func (c *MCPClient) CallTool(name, arguments string) MCPMessage {
	c.t.Helper()
	return c.Call("tools/call", `{"name":`+JSONString(name)+`,"arguments":`+arguments+`}`)
}

// Initialize performs the handshake and gives the server's result.
func (c *MCPClient) Initialize(version, capabilities string) MCPMessage {
	c.t.Helper()
	m := c.Call("initialize", `{"protocolVersion":`+JSONString(version)+`,"capabilities":`+capabilities+`,"clientInfo":{"name":"scripted","version":"1"}}`)
	if m.Result == nil {
		c.t.Fatalf("initialize failed")
	}
	c.Notify("notifications/initialized", "")
	return m
}

// Await waits for a frame that is wanted, or has been read already. It fails the
// test if the server goes first.
func (c *MCPClient) Await(what string, wanted func(MCPMessage) bool) MCPMessage {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	for n := 0; ; {
		c.mu.Lock()
		frames, changed := c.log.ToClient, c.changed
		c.mu.Unlock()
		for ; n < len(frames); n++ {
			if m, err := ParseMCP(frames[n]); err == nil && wanted(m) {
				return m
			}
		}
		ended := c.ended
		if c.count() > n {
			continue
		}
		select {
		case <-changed:
		case <-ended:
			if c.count() > n {
				continue
			}
			c.t.Fatalf("the server has gone without %s", what)
		case <-ctx.Done():
			c.t.Fatalf("no sign of %s", what)
		}
	}
}

func (c *MCPClient) count() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.log.ToClient)
}

// Close closes the server's input.
func (c *MCPClient) Close() { c.w.Close() }

// Ended is closed once the server's output has ended.
func (c *MCPClient) Ended() <-chan struct{} { return c.ended }

// Transcript gives what went both ways so far.
func (c *MCPClient) Transcript() MCPTranscript {
	c.mu.Lock()
	defer c.mu.Unlock()
	return MCPTranscript{
		ToServer: c.log.ToServer[:len(c.log.ToServer):len(c.log.ToServer)],
		ToClient: c.log.ToClient[:len(c.log.ToClient):len(c.log.ToClient)],
	}
}

// Stderr gives what a started server wrote there so far.
func (c *MCPClient) Stderr() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.stderr.String()
}
