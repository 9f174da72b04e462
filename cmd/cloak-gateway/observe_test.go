package main_test

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"github.com/seed-052fbf24/cloak/internal/testutil"
)

// A collector takes traces, and keeps what it was sent.
type collector struct {
	*httptest.Server
	mu     sync.Mutex
	bodies [][]byte
	heads  []http.Header
}

func collects(t *testing.T) *collector {
	t.Helper()
	c := &collector{}
	c.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, err := io.ReadAll(r.Body)
		if err != nil || r.Method != http.MethodPost || r.URL.Path != "/v1/traces" || r.Header.Get("Content-Type") != "application/x-protobuf" {
			t.Errorf("%s %s %v", r.Method, r.URL, err)
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		c.bodies, c.heads = append(c.bodies, b), append(c.heads, r.Header)
	}))
	t.Cleanup(c.Close)
	return c
}

// A span is one as the collector got it.
type span struct {
	name, kind, trace, id, parent, failed string
	attributes                            map[string]string
	ended                                 bool
}

// spans decodes what came. What a span may hold beside is an error, for nobody looks at it here.
func (c *collector) spans(t *testing.T) (all []span, service map[string]string) {
	t.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, body := range c.bodies {
		var data tracepb.TracesData
		if err := proto.Unmarshal(body, &data); err != nil {
			t.Fatal(err)
		}
		for _, r := range data.ResourceSpans {
			service = map[string]string{}
			for _, a := range r.Resource.Attributes {
				service[a.Key] = a.Value.GetStringValue()
			}
			for _, s := range r.ScopeSpans {
				for _, x := range s.Spans {
					if len(x.Events)+len(x.Links)+len(x.TraceState)+len(x.Status.GetMessage()) > 0 || x.DroppedAttributesCount > 0 {
						t.Errorf("a span holds more: %v", x)
					}
					got := span{x.Name, strings.TrimPrefix(x.Kind.String(), "SPAN_KIND_"), hex.EncodeToString(x.TraceId), hex.EncodeToString(x.SpanId),
						hex.EncodeToString(x.ParentSpanId), "", map[string]string{}, x.EndTimeUnixNano >= x.StartTimeUnixNano && x.StartTimeUnixNano > 0}
					if x.Status.GetCode() == tracepb.Status_STATUS_CODE_ERROR {
						got.failed = "failed"
					}
					for _, a := range x.Attributes {
						if v := a.Value.GetStringValue(); v != "" {
							got.attributes[a.Key] = v
						} else {
							got.attributes[a.Key] = strconv.FormatInt(a.Value.GetIntValue(), 10)
						}
					}
					all = append(all, got)
				}
			}
		}
	}
	return all, service
}

// attributesOfSpans are all that there may be: names of methods, upstreams, outcomes and
// entities, and numbers.
var attributesOfSpans = map[string]*regexp.Regexp{
	"mcp.method.name":      regexp.MustCompile(`^(tools/call|tools/list)$`),
	"error.type":           regexp.MustCompile(`^(-32[0-9]{3}|tool_error|timeout|cancelled|_OTHER)$`),
	"cloak.upstream":       regexp.MustCompile(`^up$`),
	"cloak.outcome":        regexp.MustCompile(`^(ok|error|failed|cancelled)$`),
	"cloak.restored":       regexp.MustCompile(`^[0-9]+$`),
	"cloak.sent.bytes":     regexp.MustCompile(`^[0-9]+$`),
	"cloak.received.bytes": regexp.MustCompile(`^[0-9]+$`),
	"cloak.replaced.*":     regexp.MustCompile(`^[0-9]+$`),
}

var metaOf = regexp.MustCompile(`"traceparent":"00-([0-9a-f]{32})-([0-9a-f]{16})-0([01])"`)

// A client's calls are spans of its trace, which goes on at the upstream. In what is sent there
// are counts, and nothing that was said.
func TestTraces(t *testing.T) {
	c := collects(t)
	up := ours(t, "echo", "-")
	up.tee = t.TempDir()
	key := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(key, []byte("key-789\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	g := starts(t, settings{"traces": map[string]any{"endpoint": c.URL, "headers": map[string]string{"Api-Key": "file:" + key}}}, map[string]upstream{"up": up})
	const trace, parent = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
	planted := testutil.LeakPlanted(11)
	var values, texts []string
	for _, p := range planted {
		values, texts = append(values, p.Value), append(texts, p.Text)
	}
	arguments, _ := json.Marshal(map[string]any{"texts": texts})
	told := `"_meta":{"traceparent":"00-` + trace + `-` + parent + `-01","tracestate":"v=` + values[0] + `","baggage":"user=` + values[0] + `"}`
	if m := g.Call("tools/call", `{"name":"up__dossier","arguments":`+string(arguments)+`,`+told+`}`); m.Error != nil {
		t.Fatalf("the call fails: %s", m.Error)
	}
	g.Call("tools/list", `{}`)
	if m := g.Call("tools/call", `{"name":"up__dossier","arguments":{"to":"[EMAIL_0] [EMAIL_0] [SSN_0]"}}`); m.Error != nil {
		t.Fatalf("the call fails: %s", m.Error)
	}
	g.Call("tools/call", `{"name":"up__dossier","arguments":{"to":"[EMAIL_77]"}}`)
	g.MCPClient.Close()
	g.gone()

	all, service := c.spans(t)
	if service["service.name"] != "cloak-gateway" || service["service.version"] == "" || len(service) != 2 {
		t.Errorf("the service is %v", service)
	}
	var calls []span
	children := map[string]span{}
	for _, s := range all {
		for k, v := range s.attributes {
			known := k
			if strings.HasPrefix(k, "cloak.replaced.") {
				known = "cloak.replaced.*"
			}
			if allowed := attributesOfSpans[known]; allowed == nil || !allowed.MatchString(v) {
				t.Errorf("a span has the attribute %s, %q", k, v)
			}
		}
		if s.name != s.attributes["mcp.method.name"] || !s.ended {
			t.Errorf("a span is %+v", s)
		}
		switch s.kind {
		case "SERVER":
			calls = append(calls, s)
		case "CLIENT":
			if _, twice := children[s.parent]; twice {
				t.Errorf("a call has two: %+v", s)
			}
			children[s.parent] = s
		default:
			t.Errorf("a span is of kind %s", s.kind)
		}
	}
	if len(calls) != 4 || len(children) != 3 {
		t.Fatalf("there are %d calls, and %d that reached the upstream: %+v", len(calls), len(children), all)
	}
	first := calls[0]
	if first.trace != trace || first.parent != parent || children[first.id].trace != trace {
		t.Errorf("the client's trace does not go on: %+v", first)
	}
	want := map[string]string{"mcp.method.name": "tools/call", "cloak.upstream": "up", "cloak.outcome": "ok", "cloak.restored": "0"}
	for _, p := range planted {
		want["cloak.replaced."+p.Entity] = "1"
	}
	if fmt.Sprint(first.attributes) != fmt.Sprint(want) {
		t.Errorf("the first call is %v, want %v", first.attributes, want)
	}
	if calls[1].attributes["mcp.method.name"] != "tools/list" || calls[1].parent != "" || calls[1].trace == trace {
		t.Errorf("a list is %+v", calls[1])
	}
	if calls[2].attributes["cloak.restored"] != "3" || children[calls[2].id].attributes["cloak.received.bytes"] == "0" {
		t.Errorf("the second call is %+v", calls[2])
	}
	if refused := calls[3]; refused.failed == "" || refused.attributes["error.type"] != "-32602" || refused.attributes["cloak.outcome"] != "failed" {
		t.Errorf("what was refused is %+v", refused)
	}

	for _, body := range c.bodies {
		if leaked := testutil.Leaked(string(body), append(slices.Clone(values), "dossier", "texts")); len(leaked) > 0 {
			t.Errorf("the collector is told the values %v", leaked)
		}
	}
	for _, h := range c.heads {
		if h.Get("Api-Key") != "key-789" {
			t.Error("the header is not there")
		}
	}
	log, err := testutil.ReadTee(up.tee)
	if err != nil {
		t.Fatal(err)
	}
	reached := 0
	for _, x := range log.Calls() {
		params := string(x.Request.Params)
		if strings.Contains(params, "baggage") {
			t.Error("the upstream is told the baggage")
		}
		if x.Request.Method != "tools/call" {
			continue
		}
		m := metaOf.FindStringSubmatch(params)
		if m == nil || !slices.ContainsFunc(all, func(s span) bool { return s.kind == "CLIENT" && s.trace == m[1] && s.id == m[2] }) {
			t.Errorf("the upstream is told no span that there is: %v", m)
		}
		if reached++; reached == 1 && !strings.Contains(params, `"tracestate":"v=`+values[0]+`"`) {
			t.Error("the upstream is not told the tracestate")
		}
	}
	if reached != 2 {
		t.Errorf("the upstream was called %d times", reached)
	}
	if said := g.err.String(); strings.Contains(said, "traces are lost") || strings.Contains(said, "key-789") {
		t.Error("the log says that traces are lost, or the key")
	}
}

// A transparent gateway that traces changes the traceparent and nothing else.
func TestTracesOfTransparent(t *testing.T) {
	c := collects(t)
	up := ours(t, "echo", "-")
	up.tee = t.TempDir()
	g := starts(t, settings{"sanitize": false, "traces": map[string]any{"endpoint": c.URL + "/v1/traces/"}}, map[string]upstream{"up": up})
	const front, back = `{ "arguments" : {"a" :1.0}, "_meta":{"baggage":"u=1" , "traceparent":"`, `", "tracestate":"v=1"} ,"name":"`
	g.Call("tools/call", front+"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"+back+`up__x"}`)
	g.MCPClient.Close()
	g.gone()
	log, err := testutil.ReadTee(up.tee)
	if err != nil {
		t.Fatal(err)
	}
	found := false
	for _, x := range log.Calls() {
		if params := string(x.Request.Params); x.Request.Method == "tools/call" {
			found = true
			if len(params) < len(front)+55 || params[:len(front)] != front || params[len(front)+55:] != back+`x"}` || strings.Contains(params, "00f067aa0ba902b7") {
				t.Errorf("the upstream is told %s", params)
			}
		}
	}
	if all, _ := c.spans(t); !found || len(all) != 2 {
		t.Errorf("there are %d spans", len(all))
	}
}

// Of the traces that begin here so many are sent as the configuration says; for others the client has decided.
func TestSampling(t *testing.T) {
	c := collects(t)
	up := ours(t, "echo", "-")
	up.tee = t.TempDir()
	g := starts(t, settings{"traces": map[string]any{"endpoint": c.URL, "sample": 0, "service_name": "here"}}, map[string]upstream{"up": up})
	g.Call("tools/call", `{"name":"up__x","arguments":{}}`)
	for _, flag := range []string{"0", "1"} {
		g.Call("tools/call", `{"name":"up__x","arguments":{},"_meta":{"traceparent":"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0`+flag+`"}}`)
	}
	g.MCPClient.Close()
	g.gone()
	all, service := c.spans(t)
	if len(all) != 2 || all[0].trace != "4bf92f3577b34da6a3ce929d0e0e4736" || service["service.name"] != "here" {
		t.Errorf("there are %+v of %v", all, service)
	}
	log, err := testutil.ReadTee(up.tee)
	if err != nil {
		t.Fatal(err)
	}
	flags := ""
	for _, x := range log.Calls() {
		if m := metaOf.FindStringSubmatch(string(x.Request.Params)); m != nil && x.Request.Method == "tools/call" {
			flags += m[3]
		}
	}
	if flags != "001" {
		t.Errorf("the upstream is told the decisions %q", flags)
	}
}

// Variables do not switch it on, and do not say where to send, or what.
func TestVariablesSendNothing(t *testing.T) {
	stranger, named := collects(t), collects(t)
	for k, v := range map[string]string{
		"OTEL_EXPORTER_OTLP_ENDPOINT": stranger.URL, "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": stranger.URL + "/v1/traces", "OTEL_TRACES_EXPORTER": "otlp",
		"OTEL_EXPORTER_OTLP_HEADERS": "Stranger=1", "OTEL_TRACES_SAMPLER": "always_off", "OTEL_SERVICE_NAME": "of-the-environment", "OTEL_RESOURCE_ATTRIBUTES": "no-pair,a.b=c",
	} {
		t.Setenv(k, v)
	}
	for _, s := range []settings{{}, {"traces": map[string]any{"endpoint": named.URL}}} {
		g := starts(t, s, map[string]upstream{"up": ours(t, "echo", "-")})
		g.serves("up__x")
		g.MCPClient.Close()
		g.gone()
		if strings.Contains(g.err.String(), "no-pair") {
			t.Error("the log holds a variable")
		}
	}
	if len(stranger.bodies) > 0 {
		t.Error("traces are sent to where a variable says")
	}
	all, service := named.spans(t)
	if len(all) != 2 || service["service.name"] != "of-the-environment" || service["a.b"] != "c" {
		t.Errorf("there are %d spans of %v", len(all), service)
	}
	for _, h := range named.heads {
		if h.Get("Stranger") != "" {
			t.Error("a header is that of a variable")
		}
	}
}

// A collector that is not there, or does not answer, costs no call, and one line of the log.
func TestDeadCollector(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	nobody := "http://" + l.Addr().String()
	l.Close()
	g := starts(t, settings{"traces": map[string]any{"endpoint": nobody}}, map[string]upstream{"up": ours(t, "echo", "-")})
	for range 600 { // more than one batch
		g.serves("up__x")
	}
	g.MCPClient.Close()
	g.gone()
	if n := strings.Count(g.err.String(), "traces are lost"); n != 1 || g.cmd.ProcessState.ExitCode() != 0 {
		t.Errorf("%d lines of the log say that traces are lost, exit status %d", n, g.cmd.ProcessState.ExitCode())
	}
}

// A header whose secret is not there is a mistake of the configuration.
func TestTracesWithoutTheirSecret(t *testing.T) {
	argv, env := config(t, settings{"traces": map[string]any{"endpoint": "http://127.0.0.1:1", "headers": map[string]string{"Api-Key": "env:NOT_SET_HERE"}}}, map[string]upstream{"up": ours(t, "echo", "-")})
	_, stderr, err := run(t, env, argv)
	if err == nil || !strings.Contains(stderr, "traces.headers: the variable NOT_SET_HERE is not set") {
		t.Errorf("%v, %s", err, stderr)
	}
}
