package cloak_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
)

// A text without hits costs no allocation once an engine is warm: the memory of a
// search is kept and used again. What is left alone is no hit.
func TestAWarmScanWithoutHitsAllocatesNothing(t *testing.T) {
	if forgetful() {
		t.Skip("the race detector makes pools forget")
	}
	e := tokens(t)
	for _, c := range []struct{ name, unit string }{
		{"prose", "The committee met on Tuesday to discuss what had been learnt; nobody spoke of the cost.\n"},
		{"log", "2026-11-30T02:53:45.017Z INFO [worker-3] GET /api/v1/items/31?page=9 HTTP/1.1 200 1130 \"-\" \"curl/8.5.0\"\n"},
		{"json", `{"ts":1747731000,"level":"info","trace":"4bf92f3577b34da6a3ce929d0e0e4736","ms":12.5,"ok":true}` + "\n"},
		{"key words", "password: none, token=string, cookie: a=b, user = nobody\n"},
	} {
		text := strings.Repeat(c.unit, 1+20_000/len(c.unit))
		if fs, err := e.Find(t.Context(), text); err != nil || len(fs) > 0 {
			t.Fatalf("%s: %d findings, %v", c.name, len(fs), err)
		}
		ctx := t.Context()
		if n := testing.AllocsPerRun(20, func() { e.Find(ctx, text) }); n > 0 {
			t.Errorf("%s: Find allocates %v times", c.name, n)
		}
		m := newMapping(t)
		if n := testing.AllocsPerRun(20, func() { e.Sanitize(ctx, m, text, cloak.Source{}) }); n > 0 {
			t.Errorf("%s: Sanitize allocates %v times", c.name, n)
		}
		if n := testing.AllocsPerRun(20, func() { m.Restore(text, cloak.RestoreOptions{}) }); n > 0 {
			t.Errorf("%s: Restore allocates %v times", c.name, n)
		}
	}
}

// forgetful reports whether a sync.Pool drops what it is given, as it does at
// random under the race detector.
func forgetful() bool {
	p := sync.Pool{}
	for range 100 {
		p.Put(new(int))
		if p.Get() == nil {
			return true
		}
	}
	return false
}
