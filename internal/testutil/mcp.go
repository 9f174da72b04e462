package testutil

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"sync"
)

// An MCPMessage is one frame of the Model Context Protocol. Its raw members are
// the bytes that were read; they are nil where the frame has none.
type MCPMessage struct {
	Raw    []byte          `json:"-"`
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  json.RawMessage `json:"error"`
}

// Request reports whether m wants an answer.
func (m MCPMessage) Request() bool { return m.Method != "" && m.ID != nil }

// Response reports whether m is one.
func (m MCPMessage) Response() bool { return m.Method == "" && m.ID != nil }

// ParseMCP reads one frame. It is lax: what a test receives it wants to look at.
func ParseMCP(frame []byte) (MCPMessage, error) {
	m := MCPMessage{Raw: frame}
	err := json.Unmarshal(frame, &m)
	return m, err
}

// An MCPHandler answers one request with a raw result or, if that is nil, with a
// raw error object. With neither there is no answer. It runs on the goroutine
// that reads, so it must not wait for another message: see [MCPSession.Ask].
type MCPHandler func(s *MCPSession, request MCPMessage) (result, failure []byte)

// An MCPServer is an upstream that does what a test says. It speaks one frame a
// line, and answers initialize and ping itself where Handle does not; a method
// that it does not know is an error -32601. Do not change it once it serves.
type MCPServer struct {
	Name         string // in serverInfo; "scripted" if empty
	Version      string // protocolVersion; if empty, what the client asks for
	Capabilities string // raw; if empty, tools, prompts, resources, logging, completions
	Instructions string
	Handle       map[string]MCPHandler
	Before       func(s *MCPSession)               // before the first frame is read; may be nil
	Notified     func(s *MCPSession, m MCPMessage) // sees notifications; may be nil
}

// An MCPSession is a server's side of one connection. Its methods may be called
// by any goroutine.
type MCPSession struct {
	mu    sync.Mutex
	w     io.Writer
	seen  [][]byte
	asked map[string]func(answer MCPMessage)
	next  int
}

// Serve reads frames of r until its end and writes to w.
func (srv *MCPServer) Serve(r io.Reader, w io.Writer) error {
	s := &MCPSession{w: w, asked: map[string]func(MCPMessage){}}
	if srv.Before != nil {
		srv.Before(s)
	}
	for in := bufio.NewReaderSize(r, 64<<10); ; {
		line, err := in.ReadBytes('\n')
		if frame := bytes.TrimRight(line, "\r\n"); len(frame) > 0 {
			s.mu.Lock()
			s.seen = append(s.seen, frame)
			s.mu.Unlock()
			srv.take(s, frame)
		}
		if err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}

func (srv *MCPServer) take(s *MCPSession, frame []byte) {
	m, err := ParseMCP(frame)
	switch {
	case err != nil:
		s.Write([]byte(`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no JSON"}}`))
	case m.Response():
		s.mu.Lock()
		then := s.asked[string(m.ID)]
		delete(s.asked, string(m.ID))
		s.mu.Unlock()
		if then != nil {
			then(m)
		}
	case m.Request():
		s.Answer(m.ID, srv.answer(s, m))
	case srv.Notified != nil:
		srv.Notified(s, m)
	}
}

// answer gives the member that answers a request, or nothing.
func (srv *MCPServer) answer(s *MCPSession, m MCPMessage) []byte {
	if h := srv.Handle[m.Method]; h != nil {
		switch result, failure := h(s, m); {
		case result != nil:
			return append([]byte(`"result":`), result...)
		case failure != nil:
			return append([]byte(`"error":`), failure...)
		}
		return nil
	}
	switch m.Method {
	case "initialize":
		return append([]byte(`"result":`), srv.initialize(m.Params)...)
	case "ping":
		return []byte(`"result":{}`)
	}
	return []byte(`"error":{"code":-32601,"message":"Method not found"}`)
}

func (srv *MCPServer) initialize(params []byte) []byte {
	var asked struct {
		ProtocolVersion string `json:"protocolVersion"`
	}
	_ = json.Unmarshal(params, &asked)
	version, name, caps := srv.Version, srv.Name, srv.Capabilities
	if version == "" {
		version = asked.ProtocolVersion
	}
	if name == "" {
		name = "scripted"
	}
	if caps == "" {
		caps = `{"tools":{"listChanged":true},"prompts":{"listChanged":true},"resources":{"subscribe":true,"listChanged":true},"logging":{},"completions":{}}`
	}
	result := fmt.Sprintf(`{"protocolVersion":%s,"capabilities":%s,"serverInfo":{"name":%s,"version":"1"}`, JSONString(version), caps, JSONString(name))
	if srv.Instructions != "" {
		result += `,"instructions":` + JSONString(srv.Instructions)
	}
	return []byte(result + "}")
}

// Write writes bytes and a line feed as one frame, whatever they are.
func (s *MCPSession) Write(frame []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, _ = s.w.Write(append(frame[:len(frame):len(frame)], '\n')) // whoever has gone reads nothing
}

// Stream gives f the writer, alone, for a frame that is too large to hold or that never ends.
func (s *MCPSession) Stream(f func(w io.Writer)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f(s.w)
}

// Answer writes the response to a request: member is `"result":…` or `"error":…`;
// an empty one is no answer.
func (s *MCPSession) Answer(id, member []byte) {
	if len(member) > 0 {
		s.Write(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,%s}`, id, member))
	}
}

// Notify writes a notification. Empty params are left out.
func (s *MCPSession) Notify(method, params string) {
	if params != "" {
		params = `,"params":` + params
	}
	s.Write(fmt.Appendf(nil, `{"jsonrpc":"2.0","method":%s%s}`, JSONString(method), params))
}

// Ask sends the client a request. The answer comes to then, on the goroutine that reads.
func (s *MCPSession) Ask(method, params string, then func(answer MCPMessage)) {
	s.mu.Lock()
	s.next++
	id := `"ask-` + strconv.Itoa(s.next) + `"`
	s.asked[id] = then
	s.mu.Unlock()
	if params != "" {
		params = `,"params":` + params
	}
	s.Write(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"method":%s%s}`, id, JSONString(method), params))
}

// Seen gives the frames that were read so far: what the far side was told.
func (s *MCPSession) Seen() [][]byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.seen[:len(s.seen):len(s.seen)]
}

// JSONString writes s as a JSON string with the least escaping.
func JSONString(s string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(s) // a string always encodes
	return string(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
}

// TextResult is the result of a tool that answers with one text.
func TextResult(text string) []byte {
	return []byte(`{"content":[{"type":"text","text":` + JSONString(text) + `}]}`)
}
