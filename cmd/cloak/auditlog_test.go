package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/seed-052fbf24/cloak/audit"
)

// oldlog begins a log of N records, a day and so a file apart, the last of them today:
// oldlog DIR N. It is the script's user's.
func oldlog(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: oldlog DIR N")
	}
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	at := time.Now().AddDate(0, 0, -n)
	l, err := audit.Open(context.Background(), audit.Config{
		Dir: ts.MkAbs(args[0]), State: filepath.Join(ts.Getenv("XDG_STATE_HOME"), "cloak", "audit"), Version: "v0",
		Now: func() time.Time { return at },
	})
	ts.Check(err)
	for range n {
		at = at.AddDate(0, 0, 1)
		ts.Check(l.Append(context.Background(), audit.Record{Event: audit.EventSanitize, Surface: audit.SurfaceCLI, Found: audit.Counts{audit.NameOf("email"): 1}, Result: audit.OK}))
	}
	ts.Check(l.Close())
}

// fromfile sets a variable to what a file has: fromfile NAME FILE.
func fromfile(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: fromfile NAME FILE")
	}
	ts.Setenv(args[0], strings.TrimSpace(ts.ReadFile(args[1])))
}

// tamper replaces a text in a file, once: tamper FILE OLD NEW.
func tamper(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: tamper FILE OLD NEW")
	}
	name := ts.MkAbs(args[0])
	b, err := os.ReadFile(name)
	ts.Check(err)
	if !bytes.Contains(b, []byte(args[1])) {
		ts.Fatalf("%s has no %q", args[0], args[1])
	}
	ts.Check(os.Chmod(name, 0o600))
	ts.Check(os.WriteFile(name, bytes.Replace(b, []byte(args[1]), []byte(args[2]), 1), 0o600))
}

// fromkey sets a variable to the session's key in what disclose has found: fromkey NAME FILE.
func fromkey(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: fromkey NAME FILE")
	}
	_, key, _ := strings.Cut(ts.ReadFile(args[1]), `"key":"`)
	key, _, _ = strings.Cut(key, `"`)
	ts.Setenv(args[0], key)
}
