package mcpproxy

import (
	"fmt"
	"strings"
	"testing"
)

// resultOf is a tool's result with n bytes of a log in it, in which one line in twenty has
// a value.
func resultOf(n int) []byte {
	var b strings.Builder
	for i := 0; b.Len() < n; i++ {
		who := "worker"
		if i%20 == 0 {
			who = fmt.Sprintf("user%d@corp%d.com", i, i%7)
		}
		fmt.Fprintf(&b, "2026-11-30T03:%02d:%02dZ INFO request %d of %s was served in %d ms\n", i/60%60, i%60, i, who, i%900)
	}
	r := append([]byte(`{"content":[{"type":"text","text":`), appendString(nil, b.String())...)
	return append(r, "}]}"...)
}

func BenchmarkToModel(b *testing.B) {
	p, err := New(Config{Upstreams: map[string]UpstreamConfig{"fs": {Command: "x"}}})
	if err != nil {
		b.Fatal(err)
	}
	for _, n := range []int{500, 5_000, 50_000, 100_000, 1_000_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			value := resultOf(n)
			b.SetBytes(int64(len(value)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := p.guard().toModel(b.Context(), "fs", callShape, value, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
