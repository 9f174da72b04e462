package traces

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"github.com/seed-052fbf24/cloak/mcpproxy"
)

// A collector answers with one status after the other, the last one for ever.
type collector struct {
	*httptest.Server
	mu       sync.Mutex
	statuses []int
	tries    int
	spans    int // that it has taken
}

func collects(t *testing.T, statuses ...int) *collector {
	t.Helper()
	c := &collector{statuses: statuses}
	c.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		var data tracepb.TracesData
		if err := proto.Unmarshal(b, &data); err != nil || r.URL.Path != "/v1/traces" {
			t.Errorf("%s: %v", r.URL.Path, err)
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		status := c.statuses[min(c.tries, len(c.statuses)-1)]
		c.tries++
		if status == http.StatusOK {
			for _, x := range data.ResourceSpans {
				for _, x := range x.ScopeSpans {
					c.spans += len(x.Spans)
				}
			}
		}
		w.Header().Set("Location", "/elsewhere")
		w.WriteHeader(status)
		_, _ = io.WriteString(w, "what it says quotes ann.lee@corp.eu")
	}))
	t.Cleanup(c.Close)
	return c
}

// tracer sends to a URL; what it logs is in said once it is closed.
func tracer(url string) (t *Tracer, said *bytes.Buffer) {
	said = &bytes.Buffer{}
	t = New(Config{Endpoint: url, Sample: 1, Logger: slog.New(slog.NewTextHandler(said, nil))})
	t.client.wait = time.Millisecond
	return t, said
}

func (t *Tracer) oneCall() {
	c := t.Call("tools/call", "")
	_, answered := c.Ask("up")
	answered(mcpproxy.AskEnd{})
	c.End(mcpproxy.CallEnd{Outcome: "ok"})
}

// What fails for a while is tried again, and nothing is sent twice; what the collector does not
// want is not, and redirects are not followed.
func TestTriesAgain(t *testing.T) {
	for name, c := range map[string]struct {
		statuses     []int
		tries, spans int
	}{
		"it takes them":      {[]int{200}, 1, 2},
		"it is busy":         {[]int{503, 429, 502, 504, 200}, 5, 2},
		"it wants none":      {[]int{400}, 1, 0},
		"it knows us not":    {[]int{401}, 1, 0},
		"it sends elsewhere": {[]int{307}, 1, 0},
	} {
		t.Run(name, func(t *testing.T) {
			at := collects(t, c.statuses...)
			x, said := tracer(at.URL)
			x.oneCall()
			_ = x.provider.ForceFlush(t.Context())
			x.close(t.Context())
			if at.tries != c.tries || at.spans != c.spans {
				t.Errorf("%d tries, %d spans", at.tries, at.spans)
			}
			if lost := strings.Contains(said.String(), "traces are lost"); lost != (c.spans == 0) || strings.Contains(said.String(), "ann.lee") {
				t.Errorf("it says %q", said)
			}
		})
	}
}

// At the end nothing is tried again, and one line is enough for all batches.
func TestTheEndIsNotPutOff(t *testing.T) {
	at := collects(t, http.StatusServiceUnavailable)
	x, said := tracer(at.URL)
	x.client.wait = exportTime / 2
	for range 2 * batchLength {
		x.oneCall()
	}
	x.close(t.Context())
	if at.tries != 4 || strings.Count(said.String(), "\n") != 1 {
		t.Errorf("%d tries, %q", at.tries, said)
	}
}

// A collector that takes and does not answer holds up no call, and the end only as long as is
// waited for it.
func TestACollectorThatDoesNotAnswer(t *testing.T) {
	come, open := make(chan struct{}, 100), make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { come <- struct{}{}; <-open }))
	t.Cleanup(func() { close(open); server.Close() })
	x, said := tracer(server.URL)
	for range 3 * queueLength {
		x.oneCall()
	}
	<-come
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	x.close(ctx)
	if !strings.Contains(said.String(), "not taken in time") {
		t.Errorf("it says %q", said)
	}
}
