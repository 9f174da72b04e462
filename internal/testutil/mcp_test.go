package testutil

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

func TestAsServer(t *testing.T) { RunAsServer() }

// inProcess joins a server to a client by pipes.
func inProcess(t *testing.T, srv *MCPServer, answer map[string]MCPAnswer) *MCPClient {
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	go func() {
		_ = srv.Serve(fromClient, toClient)
		toClient.Close()
	}()
	c := NewMCPClient(t, fromServer, toServer, answer)
	t.Cleanup(func() { c.Close(); <-c.Ended() })
	return c
}

func child(t *testing.T, mode string, args ...string) *MCPClient {
	command, argv, env := ServerCommand(t, mode, args...)
	return StartMCPClient(t, environ(env), nil, command, argv...)
}

func environ(m map[string]string) (list []string) {
	for k, v := range m {
		list = append(list, k+"="+v)
	}
	return list
}

// text gives the one text of a tool's result.
func text(t *testing.T, m MCPMessage) string {
	t.Helper()
	var r struct{ Content []struct{ Text string } }
	if err := json.Unmarshal(m.Result, &r); err != nil || len(r.Content) != 1 {
		t.Fatalf("no text in %s%s", m.Result, m.Error)
	}
	return r.Content[0].Text
}

func TestEchoInAProcessAndBesides(t *testing.T) {
	for name, c := range map[string]*MCPClient{
		"pipes": inProcess(t, HostileServer("echo", ""), nil),
		"child": child(t, "echo"),
	} {
		t.Run(name, func(t *testing.T) {
			if m := c.Initialize("2025-11-25", "{}"); !bytes.Contains(m.Result, []byte(`"protocolVersion":"2025-11-25"`)) {
				t.Errorf("initialize: %s", m.Result)
			}
			const args = `{"n":9007199254740993, "s":"<&\u00e9>"}`
			if got := text(t, c.CallTool("echo", args)); got != args {
				t.Errorf("echoed %s", got)
			}
			if m := c.Call("x/unheard-of", ""); !bytes.Contains(m.Error, []byte("-32601")) {
				t.Errorf("an unknown method: %s", m.Raw)
			}
		})
	}
}

func TestHostileModes(t *testing.T) {
	t.Run("banner", func(t *testing.T) {
		c := inProcess(t, HostileServer("banner", ""), nil)
		c.Initialize("2025-11-25", "{}")
		text(t, c.CallTool("echo", "{}"))
		odd := 0
		for _, f := range c.Transcript().ToClient {
			if _, err := ParseMCP(f); err != nil {
				odd++
			}
		}
		if odd < 8 {
			t.Errorf("%d lines that are no message", odd)
		}
	})
	t.Run("slow-start", func(t *testing.T) {
		g := NewGate(t)
		c := child(t, "slow-start", g.Addr)
		c.Send("initialize", `{"protocolVersion":"2025-11-25"}`)
		<-g.Arrived
		if n := len(c.Transcript().ToClient); n != 0 {
			t.Errorf("%d frames before it has started", n)
		}
		g.Open()
		c.Await("an answer", MCPMessage.Response)
	})
	t.Run("stalled", func(t *testing.T) {
		c := inProcess(t, HostileServer("stalled", ""), nil)
		c.Send("tools/call", `{"name":"echo"}`)
		c.Call("ping", "")
		if n := len(c.Transcript().ToClient); n != 1 {
			t.Errorf("%d frames, want the answer to the ping alone", n)
		}
	})
	t.Run("held", func(t *testing.T) {
		g := NewGate(t)
		c := inProcess(t, HostileServer("held", g.Addr), nil)
		id := c.Send("tools/call", `{"name":"echo","arguments":[]}`)
		<-g.Arrived
		c.Call("ping", "")
		g.Open()
		c.Await("the call's answer", func(m MCPMessage) bool { return string(m.ID) == id })
	})
	t.Run("half", func(t *testing.T) {
		r, w := io.Pipe()
		defer r.Close()
		go func() {
			_ = HostileServer("half", "").Serve(strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/call"}`), w)
			w.Close()
		}()
		if b, _ := io.ReadAll(r); len(b) == 0 || json.Valid(b) || bytes.Contains(b, []byte("\n")) {
			t.Errorf("%d bytes", len(b))
		}
	})
	for _, size := range []int{1, 100, 1 << 20} {
		t.Run("giant "+strconv.Itoa(size), func(t *testing.T) {
			c := inProcess(t, HostileServer("giant", strconv.Itoa(size)), nil)
			if got := len(text(t, c.CallTool("echo", "{}"))); got < size || got > size+20 {
				t.Errorf("%d bytes, want %d", got, size)
			}
		})
	}
	t.Run("deep", func(t *testing.T) {
		c := inProcess(t, HostileServer("deep", "5000"), nil)
		m := c.CallTool("echo", "{}")
		if !json.Valid(m.Result) || bytes.Count(m.Result, []byte("[")) != 5001 {
			t.Errorf("%d brackets", bytes.Count(m.Result, []byte("[")))
		}
	})
	t.Run("reuse", func(t *testing.T) {
		c := inProcess(t, HostileServer("reuse", ""), nil)
		m := c.CallTool("echo", "{}")
		c.Call("ping", "")
		if n := len(c.Transcript().ToClient); n != 3 || text(t, m) != "{}" {
			t.Errorf("%d frames", n)
		}
	})
	t.Run("foreign", func(t *testing.T) {
		c := inProcess(t, HostileServer("foreign", ""), nil)
		c.CallTool("echo", "{}")
		if n := len(c.Transcript().ToClient); n != 6 {
			t.Errorf("%d frames", n)
		}
	})
	t.Run("dup", func(t *testing.T) {
		c := inProcess(t, HostileServer("dup", ""), nil)
		c.Send("tools/call", "{}")
		if m := c.Await("the frame", func(MCPMessage) bool { return true }); bytes.Count(m.Raw, []byte(`"id"`)) != 2 {
			t.Errorf("%s", m.Raw)
		}
	})
	t.Run("exit", func(t *testing.T) {
		c := child(t, "exit", "2")
		text(t, c.CallTool("echo", "{}"))
		c.Send("tools/call", "{}")
		<-c.Ended()
		if n := len(c.Transcript().ToClient); n != 1 {
			t.Errorf("%d frames", n)
		}
	})
	t.Run("forged", func(t *testing.T) {
		c := inProcess(t, HostileServer("forged", ""), nil)
		if got := text(t, c.CallTool("echo", "{}")); !strings.Contains(got, "[EMAIL_0]") || !strings.Contains(got, "［EMAIL_0］") {
			t.Error(got)
		}
	})
	t.Run("asks", func(t *testing.T) {
		c := inProcess(t, HostileServer("asks", ""), map[string]MCPAnswer{
			"ping":       func([]byte) []byte { return []byte("{}") },
			"roots/list": func([]byte) []byte { return []byte(`{"roots":[]}`) },
		})
		got := text(t, c.CallTool("echo", "{}"))
		if !strings.Contains(got, `roots/list {"roots":[]}`) || strings.Count(got, "-32601") != 4 {
			t.Error(got)
		}
	})
	t.Run("flood", func(t *testing.T) {
		c := inProcess(t, HostileServer("flood", "300"), nil)
		c.CallTool("echo", "{}")
		if n := len(c.Transcript().Notes()); n != 300 {
			t.Errorf("%d notifications", n)
		}
	})
}

func TestScriptedServer(t *testing.T) {
	told := make(chan string, 1)
	srv := &MCPServer{
		Version: "2024-11-05", Instructions: "be kind",
		Handle: map[string]MCPHandler{
			"prompts/get": func(s *MCPSession, m MCPMessage) ([]byte, []byte) {
				s.Notify("notifications/message", `{"level":"info","data":1e400}`)
				return nil, []byte(`{"code":-32602,"message":"no","data":{"seen":` + strconv.Itoa(len(s.Seen())) + `}}`)
			},
		},
		Notified: func(_ *MCPSession, m MCPMessage) { told <- m.Method },
	}
	c := inProcess(t, srv, nil)
	if m := c.Initialize("2025-11-25", "{}"); !bytes.Contains(m.Result, []byte(`"2024-11-05"`)) || !bytes.Contains(m.Result, []byte("be kind")) {
		t.Errorf("initialize: %s", m.Result)
	}
	if m := <-told; m != "notifications/initialized" {
		t.Errorf("told %s", m)
	}
	if m := c.Call("prompts/get", `{"name":"x"}`); !bytes.Contains(m.Error, []byte(`"seen":3`)) {
		t.Errorf("%s", m.Raw)
	}
	log := c.Transcript()
	if calls := log.Calls(); len(calls) != 2 || string(calls[1].Request.Params) != `{"name":"x"}` || calls[1].Response.Error == nil {
		t.Errorf("%d calls", len(calls))
	}
	if notes := log.Notes(); len(notes) != 1 || string(notes[0].Params) != `{"level":"info","data":1e400}` {
		t.Errorf("%d notes", len(notes))
	}
	if told := log.Told(); len(told) != 1 {
		t.Errorf("%d told", len(told))
	}
	c.Write([]byte("{"))
	c.Await("an error without an id", func(m MCPMessage) bool { return string(m.ID) == "null" })
}

// What a tee has recorded is what the client saw, to the byte; altered, it is not.
func TestTee(t *testing.T) {
	for mode, same := range map[string]bool{"tee": true, "alter": false} {
		t.Run(mode, func(t *testing.T) {
			dir := t.TempDir()
			inner, argv, env := ServerCommand(t, "echo")
			launcher := filepath.Join(dir, "launch") // the tee takes its own mode out of the environment
			if err := os.WriteFile(launcher, []byte("#!/bin/sh\n"+serverMode+"="+env[serverMode]+" exec '"+inner+"' "+strings.Join(argv, " ")+"\n"), 0o700); err != nil {
				t.Fatal(err)
			}
			if _, err := os.Stat("/bin/sh"); err != nil {
				t.Skip("no shell to set a variable with")
			}
			c := child(t, mode, dir, launcher)
			c.Initialize("2025-11-25", "{}")
			c.CallTool("echo", `{"a": [1,2]}`)
			log, err := ReadTee(dir)
			if err != nil {
				t.Fatal(err)
			}
			own := c.Transcript()
			if !equal(log.ToServer, own.ToServer) {
				t.Error("what went in differs")
			}
			if equal(log.ToClient, own.ToClient) != same {
				t.Errorf("what came out: equal is %v", !same)
			}
		})
	}
}

func equal(a, b [][]byte) bool { return bytes.Equal(bytes.Join(a, nil), bytes.Join(b, nil)) }
