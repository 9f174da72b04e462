package mcpproxy

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-052fbf24/cloak/cloak"
)

// WriteMetrics writes c in the text format of Prometheus, version 0.0.4. There are names of
// upstreams, methods and entities in it, and numbers; no value, and no tool.
func (c Counters) WriteMetrics(w io.Writer) error {
	b := bufio.NewWriter(w)
	head := func(name, kind, help string) {
		fmt.Fprintf(b, "# HELP %[1]s %[2]s\n# TYPE %[1]s %[3]s\n", name, help, kind)
	}
	one := func(name, help string, n int) {
		head(name, "counter", help)
		fmt.Fprintf(b, "%s %d\n", name, n)
	}
	by := func(name, label, help string, keys []string, n func(string) int) {
		head(name, "counter", help)
		for _, k := range keys {
			fmt.Fprintf(b, "%s{%s=%s} %d\n", name, label, labelValue(k), n(k))
		}
	}
	entities := func(name, help string, m map[cloak.Entity]int) {
		by(name, "entity", help, stringsOf(m), func(k string) int { return m[cloak.Entity(k)] })
	}
	head("cloak_gateway_calls_total", "counter", "Requests that an upstream was sent, by how they ended.")
	kinds := slices.SortedFunc(maps.Keys(c.Calls), func(a, b CallKind) int {
		return strings.Compare(a.Upstream+"\x00"+a.Method+"\x00"+a.Outcome, b.Upstream+"\x00"+b.Method+"\x00"+b.Outcome)
	})
	for _, k := range kinds {
		fmt.Fprintf(b, "cloak_gateway_calls_total{upstream=%s,method=%s,outcome=%s} %d\n", labelValue(k.Upstream), labelValue(k.Method), labelValue(k.Outcome), c.Calls[k])
	}
	head("cloak_gateway_call_seconds", "histogram", "From a request on its way to an upstream to its answer on its way to the client.")
	for _, up := range slices.Sorted(maps.Keys(c.Seconds)) {
		h, sum := c.Seconds[up], 0
		for i, n := range h.Buckets {
			le := "+Inf"
			if i < len(bounds) {
				le = strconv.FormatFloat(bounds[i], 'g', -1, 64)
			}
			sum += n
			fmt.Fprintf(b, "cloak_gateway_call_seconds_bucket{upstream=%s,le=%q} %d\n", labelValue(up), le, sum)
		}
		fmt.Fprintf(b, "cloak_gateway_call_seconds_sum{upstream=%s} %g\ncloak_gateway_call_seconds_count{upstream=%[1]s} %[3]d\n", labelValue(up), h.Sum, h.Count)
	}
	entities("cloak_gateway_values_total", "Values replaced on their way to the model.", c.Found)
	entities("cloak_gateway_tripped_total", "Values that only the second pass has found.", c.Tripped)
	entities("cloak_gateway_model_values_total", "Values that the model has written itself.", c.ModelWrote)
	entities("cloak_gateway_typed_values_total", "Values that a person has answered a server with.", c.Typed)
	by("cloak_gateway_left_total", "position", "Strings that are not looked at, by where they stand.", stringsOf(c.Skipped), func(k string) int { return c.Skipped[k] })
	one("cloak_gateway_tripwire_failed_total", "Messages whose second pass has failed.", c.TripwireFailed)
	one("cloak_gateway_crossed_total", "Values of one upstream that went to another.", c.Crossed)
	one("cloak_gateway_kept_total", "Stand-ins of others that stayed in what an upstream has asked for.", c.Kept)
	one("cloak_gateway_refused_total", "Messages that were not let through.", c.Refused)
	one("cloak_gateway_unrecorded_total", "Messages that could not be recorded in the audit log, and were not let through.", c.Unrecorded)
	one("cloak_gateway_suspicious_total", "Definitions of tools and prompts with text that has no business there.", c.Suspicious)
	by("cloak_gateway_definitions_changed_total", "upstream", "Definitions of tools that were not as they had been listed first.", stringsOf(c.Changed), func(k string) int { return c.Changed[k] })
	one("cloak_gateway_dropped_total", "Notifications that nobody knows.", c.Dropped)
	one("cloak_gateway_banners_total", "Lines of upstreams that are no messages.", c.Banners)
	return b.Flush()
}

func stringsOf[K ~string](m map[K]int) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, string(k))
	}
	slices.Sort(keys)
	return keys
}

// labelValue is s in quotes, as the format has it.
func labelValue(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, "\n", `\n`, `"`, `\"`).Replace(s) + `"`
}

// Metrics serves what has happened so far. It asks for what sessions are asked for: host,
// origin and token.
func (h *Handler) Metrics() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, ok := h.asker(w, r); !ok {
			return
		}
		h.mu.Lock()
		sessions := len(h.sessions)
		h.mu.Unlock()
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		_ = h.p.Counters().WriteMetrics(w)
		fmt.Fprintf(w, "# HELP cloak_gateway_sessions Sessions that are open.\n# TYPE cloak_gateway_sessions gauge\ncloak_gateway_sessions %d\n", sessions)
	})
}
