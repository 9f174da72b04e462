package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain installs the program, and what it wraps, as commands of the scripts.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"cloak":  main,
		"claude": func() { model("claude", "-p") },
		"llm":    func() { model("llm", "") },
		"drip":   drip,

		"pbcopy":  func() { clipboard(os.O_WRONLY|os.O_CREATE|os.O_TRUNC, os.Stdin, nil) },
		"pbpaste": func() { clipboard(os.O_RDONLY, nil, os.Stdout) },
	})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("CLOAK_PASS", "a-passphrase")
			env.Setenv("SAW", env.WorkDir+"/saw")
			env.Setenv("XDG_STATE_HOME", filepath.Join(env.WorkDir, "state"))
			return nil
		},
		Condition: func(name string) (bool, error) {
			return name == "root" && os.Geteuid() == 0, nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":  exits,
			"lines":  lines,
			"binary": binary,

			"oldlog":   oldlog,
			"fromfile": fromfile,
			"tamper":   tamper,
			"fromkey":  fromkey,
		},
	})
}

// exits runs a command and asserts its exit code: exits 3 cloak scan FILE.
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

// lines makes a file of n times the same line: lines FILE 1000 TEXT.
func lines(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Repeat(args[2]+"\n", n)), 0o600))
}

// binary makes a file with a zero byte and a value.
func binary(ts *testscript.TestScript, _ bool, args []string) {
	path := ts.MkAbs(args[0])
	ts.Check(os.MkdirAll(filepath.Dir(path), 0o700))
	ts.Check(os.WriteFile(path, []byte("\x7fELF\x00 ann.lee@corp.eu"), 0o600))
}

// model stands in for a language model's client. It writes down what it was
// given, into the file $SAW, and answers with the prompt and what it has read.
// flag must be its first argument, as it was typed.
func model(name, flag string) {
	saw, err := os.Create(os.Getenv("SAW"))
	if err != nil {
		panic(err)
	}
	defer saw.Close()
	fmt.Fprintf(saw, "%s %q\n", name, os.Args[1:])
	for _, kv := range os.Environ() {
		if strings.HasPrefix(kv, "CLOAK_") {
			fmt.Fprintln(saw, kv)
		}
	}
	if flag != "" && (len(os.Args) < 2 || os.Args[1] != flag) {
		fmt.Fprintln(os.Stderr, "which prompt?")
		os.Exit(9)
	}
	fmt.Fprintf(os.Stderr, "thinking about: %s\n", os.Args[len(os.Args)-1])
	fmt.Printf("You asked: %s\n", os.Args[len(os.Args)-1])
	if info, err := os.Stdin.Stat(); err == nil && info.Mode()&os.ModeCharDevice == 0 {
		in := bufio.NewScanner(io.TeeReader(os.Stdin, saw))
		for in.Scan() {
			fmt.Printf("I read: %s\n", in.Text())
		}
	}
}

// drip writes its arguments as lines, with pauses.
func drip() {
	for _, line := range os.Args[1:] {
		fmt.Println(line)
		time.Sleep(1200 * time.Millisecond)
	}
}

// clipboard stands in for macOS's: what is copied is in the file $CLIPBOARD.
func clipboard(flags int, from io.Reader, to io.Writer) {
	f, err := os.OpenFile(os.Getenv("CLIPBOARD"), flags, 0o600)
	if err != nil {
		panic(err)
	}
	defer f.Close()
	if from != nil {
		to = f
	} else {
		from = f
	}
	if _, err := io.Copy(to, from); err != nil {
		panic(err)
	}
}
