package mcpproxy

import (
	"strconv"
	"strings"
	"testing"
)

// A task is found by the session that may know it: one of a program ends with its session, one
// of a server at a URL does not.
func TestTasksAreOfASession(t *testing.T) {
	x := newTasks()
	a, b := &session{}, &session{}
	program := x.give(taskKey{upstream: "fs", s: a, theirs: "1"})
	other := x.give(taskKey{upstream: "fs", s: b, theirs: "1"})
	server := x.give(taskKey{upstream: "crm", theirs: "1"})
	asked := x.give(taskKey{upstream: "fs", s: a, asked: true, theirs: "1"})
	for name, is := range map[string]bool{
		"the program's is known to its session":  x.find(a, false, program.id) == program,
		"that of another session is not":         x.find(a, false, other.id) == nil,
		"the server's is known to all":           x.find(a, false, server.id) == server && x.find(b, false, server.id) == server,
		"what is asked is another":               x.find(a, false, asked.id) == nil && x.find(a, true, asked.id) == asked,
		"a task has one id":                      x.give(program.taskKey) == program,
		"the id of its upstream is none of ours": x.find(a, false, "1") == nil,
	} {
		if !is {
			t.Error("not so: " + name)
		}
	}
	x.leave(a)
	if x.find(a, false, program.id) != nil || x.find(a, true, asked.id) != nil || x.known(program.taskKey) != nil {
		t.Error("a task is known after its session")
	}
	if x.find(b, false, other.id) == nil || x.find(b, false, server.id) == nil || len(x.order["fs"]) != 1 {
		t.Error("tasks of others are gone with a session")
	}
}

// An upstream that names very many tasks forgets its own, and none of others.
func TestTasksAreBounded(t *testing.T) {
	x := newTasks()
	kept := x.give(taskKey{upstream: "crm", theirs: "1"})
	first := x.give(taskKey{upstream: "fs", theirs: "first"})
	for n := range maxTasks {
		x.give(taskKey{upstream: "fs", theirs: strconv.Itoa(n)})
	}
	if x.find(nil, false, first.id) != nil || x.known(first.taskKey) != nil {
		t.Error("the oldest is not forgotten")
	}
	if x.find(nil, false, kept.id) == nil || len(x.order["fs"]) != maxTasks || len(x.byID) != maxTasks+1 || len(x.byKey) != maxTasks+1 {
		t.Errorf("%d are known", len(x.byID))
	}
	long := x.give(taskKey{upstream: "crm", theirs: strings.Repeat("x", maxTaskID+1)})
	if long.id == "" || x.find(nil, false, long.id) != nil {
		t.Error("an id without bounds is remembered")
	}
}

// The result of a task has what the schema of its tool wants, and a list those of a principal.
func TestTasksOfPrincipals(t *testing.T) {
	schema := `{"name":"x","outputSchema":{"type":"object","properties":{"mail":{"type":"string","format":"email"}}}}`
	up := UpstreamConfig{URL: "http://127.0.0.1:1/"}
	cfg := *protecting(t, Config{Upstreams: map[string]UpstreamConfig{"crm": up}}).cfg()
	s := newStage(t, cfg)
	s.p.several = true
	for line := range strings.Lines(`c> {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}
crm!start
crm< {…}
crm> {"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{},"tasks":{"list":{},"requests":{"tools":{"call":{}}}}}}}
c< {…}
c> {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"crm__x","arguments":{},"task":{}}}
crm< {"jsonrpc":"2.0","id":2,"method":"tools/list","params":{}}
crm> {"jsonrpc":"2.0","id":2,"result":{"tools":[` + schema + `]}}
crm< {"jsonrpc":"2.0","id":3,"method":"tools/call",…}
crm> {"jsonrpc":"2.0","id":3,"result":{"task":{"taskId":"t","status":"working"}}}
c< {"jsonrpc":"2.0","id":2,"result":{"task":{"taskId":"‹1›","status":"working"}}}
c> {"jsonrpc":"2.0","id":3,"method":"tasks/list","params":{}}
crm< {"jsonrpc":"2.0","id":4,"method":"tasks/list","params":{}}
crm> {"jsonrpc":"2.0","id":4,"result":{"tasks":[{"taskId":"another's","status":"working"},{"taskId":"t","status":"working"}]}}
c< {"jsonrpc":"2.0","id":3,"result":{"tasks":[{"taskId":"‹1›","status":"working"}]}}
c> {"jsonrpc":"2.0","id":4,"method":"tasks/result","params":{"taskId":"‹1›"}}
crm< {"jsonrpc":"2.0","id":5,"method":"tasks/result","params":{"taskId":"t"}}
crm> {"jsonrpc":"2.0","id":5,"result":{"content":[],"structuredContent":{"mail":"ann.lee@corp.com"}}}
c< {"jsonrpc":"2.0","id":4,"result":{"content":[],"structuredContent":{"mail":"…example.…"}}}
`) {
		s.play(0, strings.TrimSpace(line))
	}
	if len(s.p.tasks.byID) != 1 {
		t.Errorf("%d tasks are known: looking through a list makes none", len(s.p.tasks.byID))
	}
	s.client.close()
	<-s.served
	s.served <- nil // for who ends the stage
	if len(s.p.tasks.byID) != 1 {
		t.Error("a task of a server at a URL ends with the session")
	}
	if q, err := s.p.another(); err != nil || q.tasks == s.p.tasks {
		t.Errorf("principals share tasks: %v", err)
	}
	for _, tokens := range [][]string{{"a"}, {"a", "b"}} {
		h := s.p.Handler(HTTPOptions{Tokens: tokens})
		s.p.several = false
		if h.p.several != (len(tokens) > 1) {
			t.Errorf("with %d tokens a list has all tasks: %v", len(tokens), !h.p.several)
		}
		_ = h.Close()
	}
}

// Tasks of a program end with the session.
func TestTasksEndWithTheSession(t *testing.T) {
	s := newStage(t, *protecting(t, Config{}).cfg())
	for line := range strings.Lines(`c> {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}
fs!start
fs< {…}
fs> {"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{}}}
c< {…}
fs> {"jsonrpc":"2.0","method":"notifications/tasks/status","params":{"taskId":"t","status":"working"}}
c< {"jsonrpc":"2.0","method":"notifications/tasks/status","params":{"taskId":"‹1›","status":"working"}}
`) {
		s.play(0, strings.TrimSpace(line))
	}
	if len(s.p.tasks.byID) != 1 {
		t.Error("the task is not known")
	}
	s.client.close()
	<-s.served
	s.served <- nil
	if len(s.p.tasks.byID) != 0 {
		t.Error("the task is known behind the session")
	}
}

// What belongs to a task goes to who waits for its result, and all else to the newest call.
func TestTasksQuestionsGoToWhoWaits(t *testing.T) {
	first, second, other := &call{}, &call{}, &call{}
	l := &link{pending: map[int64]*waiting{1: {task: "t", call: first}, 2: {task: "u", call: second}, 3: {call: other}}}
	for params, want := range map[string]*call{
		`{"_meta":{"io.modelcontextprotocol/related-task":{"taskId":"t"}}}`:          first,
		`{"_meta":{"io.modelcontextprotocol/related-task":{"taskId":"u"}}}`:          second,
		`{"_meta":{"io.modelcontextprotocol/related-task":{"taskId":"v"}}}`:          other,
		`{"_meta":{"io.modelcontextprotocol/related-task":{"taskId":""}}}`:           other,
		`{"taskId":"t","x":{"io.modelcontextprotocol/related-task":{"taskId":"t"}}}`: other,
		`{}`: other,
	} {
		if l.current([]byte(params)) != want {
			t.Errorf("%s belongs to another", params)
		}
	}
}
