// Command probegen writes the probes of our own: texts with invented values of
// every entity, which must go, and texts with nothing in them, which must stay.
//
//	go run ./internal/testutil/probegen cloak/testdata/probes.jsonl
//
// The same program always writes the same file.
package main

//go:generate go run . ../../../cloak/testdata/probes.jsonl

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/seed-052fbf24/cloak/internal/testutil"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: probegen FILE")
		os.Exit(2)
	}
	if err := os.WriteFile(os.Args[1], generate(), 0o644); err != nil {
		fmt.Fprintln(os.Stderr, "probegen:", err)
		os.Exit(1)
	}
}

// generate gives all probes, one JSON object on each line.
func generate() []byte {
	g := &generator{Planter: testutil.NewPlanter(1)}
	g.contact()
	g.network()
	g.identity()
	g.life()
	g.keys()
	g.headers()
	g.blocks()
	g.passwords()
	g.negatives()
	g.vendors()
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	for _, p := range g.probes {
		if err := enc.Encode(p); err != nil {
			panic(err) // a struct of strings
		}
	}
	return b.Bytes()
}

type generator struct {
	*testutil.Planter
	probes []testutil.Probe
}

// open adds a positive; «…» marks in text what must go.
func (g *generator) open(id, entity, text string, keep ...string) {
	g.add(id, entity, text, keep, func(s string) string { return s })
}

// secret is open for what looks like a live key: it is stored with seams.
func (g *generator) secret(id, entity, text string, keep ...string) {
	g.add(id, entity, text, keep, testutil.Seamed)
}

func (g *generator) add(id, entity, text string, keep []string, stored func(string) string) {
	if strings.Contains(text, testutil.Seam) {
		panic("probegen: " + id + " holds a seam")
	}
	p := testutil.Probe{ID: id, Entity: entity, Keep: keep}
	for {
		before, rest, marked := strings.Cut(text, "«")
		p.Text += before
		if !marked {
			break
		}
		value, after, _ := strings.Cut(rest, "»")
		p.Text += stored(value)
		p.Hide = append(p.Hide, stored(value))
		text = after
	}
	g.probes = append(g.probes, p)
}

// stays adds a negative: with keep only that must stay, without it the whole text.
func (g *generator) stays(id, text string) {
	g.probes = append(g.probes, testutil.Probe{ID: "stays-" + id, Text: text})
}
