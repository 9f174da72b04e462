package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain installs the program, an upstream and a client as commands of the scripts.
func TestMain(m *testing.M) {
	testscript.Main(suite{m}, map[string]func(){
		"cloak-gateway": main,
		"notes":         notes,
		"talk":          talk,
		"pins":          pins,
	})
}

// A suite removes, at its end, the program that its tests have built: see gateway.
type suite struct{ *testing.M }

func (s suite) Run() int {
	code := s.M.Run()
	if dir, ours := strings.CutPrefix(os.Getenv("CLOAK_BUILT"), strconv.Itoa(os.Getpid())+":"); ours {
		os.RemoveAll(dir)
	}
	return code
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("XDG_STATE_HOME", env.WorkDir+"/state")
			env.Setenv("LocalAppData", env.WorkDir+"/state")
			env.Setenv("HOME", env.WorkDir)
			env.Setenv("GOT", env.WorkDir+"/got")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits},
	})
}

// exits runs a command and asserts its exit code: exits 2 cloak-gateway --check.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND…")
	}
	err := ts.Exec(args[1], args[2:]...)
	code := 0
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		code = exit.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if want, err := strconv.Atoi(args[0]); err != nil || code != want {
		ts.Fatalf("exit code %d, want %s", code, args[0])
	}
}

// notes is an upstream: read gives a note with a value in it, write puts its text into the
// file $GOT. What write says of itself is $NOTES_WRITE. What its environment holds of ours, it writes there, too.
func notes() {
	got, err := os.OpenFile(os.Getenv("GOT"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		panic(err)
	}
	defer got.Close()
	if os.Getenv("CLOAK_PASS") != "" {
		fmt.Fprintln(got, "the passphrase is in the environment")
	}
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		var m struct {
			ID     json.RawMessage
			Method string
			Params struct {
				Name      string
				Arguments struct{ Text string }
			}
		}
		if json.Unmarshal(in.Bytes(), &m) != nil || m.ID == nil {
			continue
		}
		result := `{}`
		switch m.Method {
		case "initialize":
			result = `{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"notes","version":"1.2.3"}}`
		case "tools/list":
			result = `{"tools":[{"name":"read","inputSchema":{"type":"object"}},{"name":"write","description":` + strconv.Quote(os.Getenv("NOTES_WRITE")) + `,"inputSchema":{"type":"object"}}]}`
		case "tools/call":
			result = `{"content":[{"type":"text","text":"call ann.lee@corp.eu back"}]}`
			if m.Params.Name == "write" {
				fmt.Fprintln(got, m.Params.Arguments.Text)
				result = `{"content":[{"type":"text","text":"written"}]}`
			}
		default:
			fmt.Printf(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no such method"}}`+"\n", m.ID)
			continue
		}
		fmt.Printf(`{"jsonrpc":"2.0","id":%s,"result":%s}`+"\n", m.ID, result)
	}
}

// pins prints the files that definitions are pinned in, or damages them.
func pins() {
	names, err := filepath.Glob(filepath.Join(os.Getenv("XDG_STATE_HOME"), "cloak", "gateway", "*.definitions.json"))
	if err != nil || len(names) == 0 {
		panic("nothing is pinned")
	}
	for _, name := range names {
		if len(os.Args) > 1 {
			if err := os.WriteFile(name, []byte("{"), 0o600); err != nil {
				panic(err)
			}
		}
		text, err := os.ReadFile(name)
		if err != nil {
			panic(err)
		}
		fmt.Printf("%s", text)
	}
}

// talk is a client: talk SESSION COMMAND… sends the lines of a file to a command, waits for
// the answer to each request, and prints what comes.
func talk() {
	session, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	c := exec.Command(os.Args[2], os.Args[3:]...)
	c.Stderr = os.Stderr
	in, _ := c.StdinPipe()
	out, _ := c.StdoutPipe()
	if err := c.Start(); err != nil {
		panic(err)
	}
	answers := bufio.NewScanner(out)
	for line := range bytes.Lines(session) {
		if _, err := in.Write(line); err != nil {
			break
		}
		for bytes.Contains(line, []byte(`"id":`)) && answers.Scan() {
			fmt.Println(answers.Text())
			if bytes.Contains(answers.Bytes(), []byte(`"id":`)) {
				break
			}
		}
	}
	in.Close()
	for answers.Scan() {
		fmt.Println(answers.Text())
	}
	err = c.Wait()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		os.Exit(exit.ExitCode())
	}
}
