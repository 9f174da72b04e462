package mcpproxy_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/seed-052fbf24/cloak/mcpproxy"
)

// A dumb Conn reads what it is given and notes what is written.
type dumb struct {
	in  []any // frames and errors
	out []string
}

func (d *dumb) ReadFrame(context.Context) ([]byte, error) {
	if len(d.in) == 0 {
		return nil, io.EOF
	}
	next := d.in[0]
	d.in = d.in[1:]
	if err, failed := next.(error); failed {
		return nil, err
	}
	return []byte(next.(string)), nil
}

func (d *dumb) WriteFrame(_ context.Context, frame []byte) error {
	d.out = append(d.out, string(frame))
	return nil
}

func (d *dumb) Close() error { return nil }

// What go-sdk makes of messages, in both directions. A case whose two sides are equal is
// carried as it is; the others are what the comment of FromTransport warns of.
func TestSDKLoses(t *testing.T) {
	for _, c := range []struct{ name, frame, want string }{
		{"nothing", `{"jsonrpc":"2.0","id":1,"method":"a","params":{"n":1.0,"n":1e400,"big":123456789012345678901,"s":"\u0061\/\ud800"}}`, ``},
		{"nothing of a string id", `{"jsonrpc":"2.0","id":"1","result":{"a":1}}`, ``},
		{"an id above 2^53", `{"jsonrpc":"2.0","id":9007199254740993,"method":"a"}`, `{"jsonrpc":"2.0","id":9007199254740992,"method":"a"}`},
		{"the fraction of an id", `{"jsonrpc":"2.0","id":1.5,"method":"a"}`, `{"jsonrpc":"2.0","id":1,"method":"a"}`},
		{"unknown members", `{"jsonrpc":"2.0","id":1,"method":"a","x":1}`, `{"jsonrpc":"2.0","id":1,"method":"a"}`},
		{"unknown members of an error", `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"m","x":1}}`, `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"m"}}`},
		{"white space", `{"jsonrpc":"2.0","id":1,"result":{ "a": [1, 2] }}`, `{"jsonrpc":"2.0","id":1,"result":{"a":[1,2]}}`},
		{"the order of the envelope", `{"result":{},"id":1,"jsonrpc":"2.0"}`, `{"jsonrpc":"2.0","id":1,"result":{}}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			want := c.want
			if want == "" {
				want = c.frame
			}
			d := dumb{in: []any{c.frame}}
			sdk, err := mcpproxy.FromTransport(t.Context(), mcpproxy.ToTransport(&d))
			if err != nil {
				t.Fatal(err)
			}
			frame, err := sdk.ReadFrame(t.Context())
			if err != nil || string(frame) != want {
				t.Errorf("read %s, %v; want %s", frame, err, want)
			}
			if err := sdk.WriteFrame(t.Context(), []byte(c.frame)); err != nil || len(d.out) != 1 || d.out[0] != want {
				t.Errorf("wrote %s, %v; want %s", d.out, err, want)
			}
			if _, err := sdk.ReadFrame(t.Context()); !errors.Is(err, io.EOF) {
				t.Errorf("at the end: %v", err)
			}
		})
	}
}

// What is no message does not end the SDK's connection, and nobody waits for what was too
// long.
func TestToTransportLivesOn(t *testing.T) {
	d := dumb{in: []any{
		&mcpproxy.FrameError{Code: -32700},
		"{nothing}",
		`{"jsonrpc":"2.0","id":1,"id":2,"method":"a"}`,
		`{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"m"}}`,
		`{"jsonrpc":"2.0","id":1,"error":{"code":1.5,"message":"m"}}`,
		&mcpproxy.LongFrameError{Size: 100},
		&mcpproxy.LongFrameError{Size: 100, Method: true},
		&mcpproxy.LongFrameError{Size: 100, Method: true, ID: []byte(`"asked"`)},
		&mcpproxy.LongFrameError{Size: 100, ID: []byte("7")},
		`{"jsonrpc":"2.0","method":"b"}`,
	}}
	sdk, err := mcpproxy.FromTransport(t.Context(), mcpproxy.ToTransport(&d))
	if err != nil {
		t.Fatal(err)
	}
	var read []string
	for {
		frame, err := sdk.ReadFrame(t.Context())
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		read = append(read, string(frame))
	}
	if len(read) != 2 || !strings.HasPrefix(read[0], `{"jsonrpc":"2.0","id":7,"error":{"code":-32603,`) || read[1] != `{"jsonrpc":"2.0","method":"b"}` {
		t.Errorf("read %s", read)
	}
	if len(d.out) != 1 || !strings.HasPrefix(d.out[0], `{"jsonrpc":"2.0","id":"asked","error":{"code":-32603,`) {
		t.Errorf("wrote %s", d.out)
	}
}

// A client and a server of the SDK talk over lines of ours.
func TestSDKOverLines(t *testing.T) {
	toServer, fromClient := io.Pipe()
	toClient, fromServer := io.Pipe()
	server := mcp.NewServer(&mcp.Implementation{Name: "upstream", Version: "1"}, nil)
	type input struct {
		Word string `json:"word"`
	}
	mcp.AddTool(server, &mcp.Tool{Name: "twice"}, func(_ context.Context, _ *mcp.CallToolRequest, in input) (*mcp.CallToolResult, any, error) {
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: in.Word + in.Word}}}, nil, nil
	})
	ended := make(chan error, 1)
	go func() {
		ended <- server.Run(context.Background(), mcpproxy.ToTransport(mcpproxy.NewLines(toServer, fromServer, mcpproxy.LineOptions{})))
	}()
	client := mcp.NewClient(&mcp.Implementation{Name: "client", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), mcpproxy.ToTransport(mcpproxy.NewLines(toClient, fromClient, mcpproxy.LineOptions{})), nil)
	if err != nil {
		t.Fatal(err)
	}
	result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "twice", Arguments: input{Word: "ab"}})
	if err != nil {
		t.Fatal(err)
	}
	if text, ok := result.Content[0].(*mcp.TextContent); !ok || text.Text != "abab" {
		t.Errorf("got %v", result.Content)
	}
	if err := session.Close(); err != nil {
		t.Error(err)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// The SDK's errors quote what they could not read; ours do not.
func TestSDKErrorsHoldNothing(t *testing.T) {
	const planted = "zanzibar"
	sdk, err := mcpproxy.FromTransport(t.Context(), mcpproxy.ToTransport(&dumb{in: []any{errors.New(planted)}}))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := sdk.ReadFrame(t.Context()); err == nil || strings.Contains(err.Error(), planted) {
		t.Error("reading:", err != nil)
	}
	if err := sdk.WriteFrame(t.Context(), []byte(`{"jsonrpc":"`+planted+`"}`)); err == nil || strings.Contains(err.Error(), planted) {
		t.Error("writing:", err != nil)
	}
}
