// Steps counts what the engine does with a text, in basic blocks run. Unlike time
// that is the same on every machine and in every run, so a test can hold it. It
// must be built with
//
//	go build -cover -covermode=atomic -coverpkg=…/internal/steps,…/cloak,strings,slices,sort
//
// and counts those packages. What the standard library does in assembly is one step.
//
// It reads texts in base64, one a line, and answers each with a line of JSON: the
// steps by what was done with the text.
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/coverage"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/decoy"
)

func main() {
	if err := run(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "steps:", err)
		os.Exit(1)
	}
}

func run(in io.Reader, out io.Writer) error {
	do, err := workloads()
	if err != nil {
		return err
	}
	lines := bufio.NewReader(in)
	answers := json.NewEncoder(out)
	for {
		line, err := lines.ReadBytes('\n')
		if err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		text, err := base64.StdEncoding.DecodeString(string(bytes.TrimSpace(line)))
		if err != nil {
			return err
		}
		steps := map[string]uint64{}
		for _, w := range do {
			if steps[w.name], err = count(func() error { return w.do(string(text)) }); err != nil {
				return err
			}
		}
		if err := answers.Encode(steps); err != nil {
			return err
		}
	}
}

type workload struct {
	name string
	do   func(text string) error
}

// workloads are what is done with a text, each on a mapping of its own.
func workloads() ([]workload, error) {
	ctx := context.Background()
	tokens, err := cloak.New(cloak.Config{})
	if err != nil {
		return nil, err
	}
	g, err := decoy.New(decoy.Config{})
	if err != nil {
		return nil, err
	}
	decoys, err := cloak.New(cloak.Config{Replacer: g})
	if err != nil {
		return nil, err
	}
	sanitize := func(e *cloak.Engine) func(string) error {
		return func(text string) error {
			m, err := cloak.NewMapping(cloak.Snapshot{Key: [32]byte{1}})
			if err == nil {
				_, _, err = e.Sanitize(ctx, m, text, cloak.Source{})
			}
			return err
		}
	}
	alive, err := cloak.NewMapping(cloak.Snapshot{Key: [32]byte{1}})
	if err != nil {
		return nil, err
	}
	const values = "bob@corp.io 10.1.1.7 541-78-2936 +49 30 9018 2731 pwd=tr0ub4dor-9x eve@corp.io" // cloak:allow
	for _, e := range []*cloak.Engine{tokens, decoys} {
		if _, _, err := e.Sanitize(ctx, alive, values, cloak.Source{}); err != nil {
			return nil, err
		}
	}
	hears, err := cloak.New(cloak.Config{Obfuscated: true})
	if err != nil {
		return nil, err
	}
	do := []workload{
		{"find what is spelled out", func(text string) error { _, err := hears.Find(ctx, text); return err }},
		{"find", func(text string) error { _, err := tokens.Find(ctx, text); return err }},
		{"sanitize to tokens", sanitize(tokens)},
		{"sanitize to decoys", sanitize(decoys)},
		{"restore", func(text string) error { alive.Restore(text, cloak.RestoreOptions{}); return nil }},
		{"restore in pieces", func(text string) error {
			w := alive.RestoreTo(io.Discard, cloak.RestoreOptions{})
			for piece := range pieces(text, 100) {
				if _, err := io.WriteString(w, piece); err != nil {
					return err
				}
			}
			return w.Close()
		}},
	}
	for _, w := range do { // what is made once is made now
		if err := w.do(values); err != nil {
			return nil, err
		}
	}
	return do, nil
}

func pieces(s string, n int) func(func(string) bool) {
	return func(yield func(string) bool) {
		for ; len(s) > n; s = s[n:] {
			if !yield(s[:n]) {
				return
			}
		}
		yield(s)
	}
}

// count returns the steps of f.
func count(f func() error) (n uint64, err error) {
	if err := coverage.ClearCounters(); err != nil {
		return 0, err
	}
	if err := f(); err != nil {
		return 0, err
	}
	var b bytes.Buffer
	if err := coverage.WriteCounters(&b); err != nil {
		return 0, err
	}
	return sum(b.Bytes())
}

var errFormat = errors.New("the format of coverage counters is not the one of Go 1.20 to 1.26")

// sum adds up the counters of a file with one segment, as internal/coverage/defs.go
// of the Go distribution describes it: a header of 32 bytes, the segment's of 16,
// two tables of the lengths it has, padding to four bytes, and per function how
// many counters there are, its package, its place there and the counters, in ULEB128.
func sum(b []byte) (total uint64, err error) {
	const header, segment, uleb = 32, 16, 2
	if len(b) < header+segment || string(b[:4]) != "\x00cwm" || b[24] != uleb {
		return 0, errFormat
	}
	functions := binary.LittleEndian.Uint64(b[header:])
	tables := int(binary.LittleEndian.Uint32(b[header+8:])) + int(binary.LittleEndian.Uint32(b[header+12:]))
	r := bytes.NewReader(b[(header+segment+tables+3)&^3:])
	for range functions {
		var v [3]uint64
		for i := range v {
			if v[i], err = binary.ReadUvarint(r); err != nil {
				return 0, errFormat
			}
		}
		for range v[0] {
			n, err := binary.ReadUvarint(r)
			if err != nil {
				return 0, errFormat
			}
			total += n
		}
	}
	return total, nil
}
