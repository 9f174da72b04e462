package testutil

import (
	"bytes"
	"os"
	"path/filepath"
)

// An MCPTranscript is what went both ways over one connection, frame by frame.
type MCPTranscript struct{ ToServer, ToClient [][]byte }

// An MCPExchange is a request and its response. The response is empty if none came.
type MCPExchange struct{ Request, Response MCPMessage }

// Calls gives the client's requests, in order.
func (t MCPTranscript) Calls() []MCPExchange { return exchanges(t.ToServer, t.ToClient) }

// Asks gives the server's requests, in order.
func (t MCPTranscript) Asks() []MCPExchange { return exchanges(t.ToClient, t.ToServer) }

// Notes gives the notifications to the client, in order.
func (t MCPTranscript) Notes() []MCPMessage { return notes(t.ToClient) }

// Told gives the notifications to the server, in order.
func (t MCPTranscript) Told() []MCPMessage { return notes(t.ToServer) }

func exchanges(there, back [][]byte) (all []MCPExchange) {
	answers := map[string]MCPMessage{}
	for _, f := range back {
		if m, err := ParseMCP(f); err == nil && m.Response() {
			answers[string(m.ID)] = m
		}
	}
	for _, f := range there {
		if m, err := ParseMCP(f); err == nil && m.Request() {
			all = append(all, MCPExchange{m, answers[string(m.ID)]})
		}
	}
	return all
}

func notes(frames [][]byte) (all []MCPMessage) {
	for _, f := range frames {
		if m, err := ParseMCP(f); err == nil && m.Method != "" && m.ID == nil {
			all = append(all, m)
		}
	}
	return all
}

// ReadTee reads what a server in the mode "tee" has recorded in a folder.
func ReadTee(dir string) (t MCPTranscript, err error) {
	for name, frames := range map[string]*[][]byte{teeIn: &t.ToServer, teeOut: &t.ToClient} {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return t, err
		}
		for line := range bytes.Lines(b) {
			if f := bytes.TrimRight(line, "\r\n"); len(f) > 0 {
				*frames = append(*frames, f)
			}
		}
	}
	return t, nil
}
