package mcpproxy_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/seed-052fbf24/cloak/mcpproxy"
)

// customers is a server with a record of a person.
func customers() *mcp.Server {
	server := mcp.NewServer(&mcp.Implementation{Name: "customers", Version: "1"}, nil)
	type to struct {
		To string `json:"to"`
	}
	mcp.AddTool(server, &mcp.Tool{Name: "find"}, func(context.Context, *mcp.CallToolRequest, any) (*mcp.CallToolResult, any, error) {
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "Marie, marie@corp.com, owes 12 €"}}}, nil, nil
	})
	mcp.AddTool(server, &mcp.Tool{Name: "send"}, func(_ context.Context, _ *mcp.CallToolRequest, x to) (*mcp.CallToolResult, any, error) {
		real := x.To == "marie@corp.com"
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: fmt.Sprint("sent to the customer: ", real)}}}, nil, nil
	})
	return server
}

// A Go program that is an MCP client connects through the gateway, within its own process.
func ExampleProxy_Transport() {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	toServer, ofServer := mcp.NewInMemoryTransports()
	go customers().Run(ctx, ofServer)

	gateway, err := mcpproxy.New(mcpproxy.Config{
		Upstreams: map[string]mcpproxy.UpstreamConfig{"crm": {Transport: toServer}},
		Prefix:    mcpproxy.PrefixNever,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "agent", Version: "1"}, nil)
	session, err := client.Connect(ctx, gateway.Transport(), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer session.Close()
	for _, call := range []*mcp.CallToolParams{
		{Name: "find", Arguments: map[string]any{}},
		{Name: "send", Arguments: map[string]any{"to": "[EMAIL_0]"}},
	} {
		r, err := session.CallTool(ctx, call)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(r.Content[0].(*mcp.TextContent).Text)
	}
	// Output:
	// Marie, [EMAIL_0], owes 12 €
	// sent to the customer: true
}

// The session ends with the client's, and what it has started with it.
func TestTransportCloses(t *testing.T) {
	toServer, ofServer := mcp.NewInMemoryTransports()
	gone := make(chan error, 1)
	go func() { gone <- customers().Run(t.Context(), ofServer) }()
	gateway, err := mcpproxy.New(mcpproxy.Config{Upstreams: map[string]mcpproxy.UpstreamConfig{"crm": {Transport: toServer}}})
	if err != nil {
		t.Fatal(err)
	}
	session, err := mcp.NewClient(&mcp.Implementation{Name: "agent", Version: "1"}, nil).Connect(t.Context(), gateway.Transport(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := session.Close(); err != nil {
		t.Error(err)
	}
	if err := <-gone; err != nil {
		t.Error(err)
	}
}
