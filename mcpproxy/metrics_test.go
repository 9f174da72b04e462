package mcpproxy

import (
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
)

// The text is that of Prometheus: buckets add up, labels are escaped, nothing is told twice.
func TestMetrics(t *testing.T) {
	var c counters
	for _, s := range []float64{0.0005, 0.001, 0.3, 1000} {
		c.called(CallKind{"up", "tools/call", "ok"}, s)
	}
	c.called(CallKind{"b", "tools/call", "error"}, 2)
	c.skipped(map[string]int{"a\"b\\c\nd": 3})
	c.changed("up")
	c.changed("up")
	c.typed([]cloak.Finding{{Entity: "EMAIL"}})
	var b strings.Builder
	if err := c.c.WriteMetrics(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"# TYPE cloak_gateway_call_seconds histogram\n",
		`cloak_gateway_calls_total{upstream="b",method="tools/call",outcome="error"} 1` + "\n" + `cloak_gateway_calls_total{upstream="up",method="tools/call",outcome="ok"} 4` + "\n",
		`_bucket{upstream="up",le="0.001"} 2` + "\n", `_bucket{upstream="up",le="0.1"} 2` + "\n", `_bucket{upstream="up",le="0.5"} 3` + "\n",
		`_bucket{upstream="up",le="120"} 3` + "\n", `_bucket{upstream="up",le="+Inf"} 4` + "\n", `_sum{upstream="up"} 1000.3015` + "\n", `_count{upstream="up"} 4` + "\n",
		`cloak_gateway_definitions_changed_total{upstream="up"} 2` + "\n",
		`cloak_gateway_typed_values_total{entity="EMAIL"} 1` + "\n",
		`cloak_gateway_left_total{position="a\"b\\c\nd"} 3` + "\n",
	} {
		if strings.Count(b.String(), want) != 1 {
			t.Errorf("%q is not there once: %s", want, b.String())
		}
	}
	for line := range strings.Lines(b.String()) {
		if name, _, ok := strings.Cut(line, " "); ok && !strings.HasPrefix(line, "# ") && !strings.HasPrefix(name, "cloak_gateway_") {
			t.Errorf("a line of nobody's: %q", line)
		}
	}
}

// A transparent gateway counts its calls, too.
func TestCountersOfTransparent(t *testing.T) {
	off := false
	p := protecting(t, Config{Sanitize: &off})
	if c := p.Counters(); c.Refused != 0 || len(c.Calls) != 0 {
		t.Errorf("it has counted %v", c)
	}
}
