package traces

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

// A client posts batches to a collector: OTLP over HTTP, in protobuf. It is ours because that
// of the SDK links gRPC and reads from the environment where to send, and with which headers.
type client struct {
	http   *http.Client
	url    string
	header http.Header
	log    *slog.Logger
	wait   time.Duration // before the first try anew
	ending chan struct{} // closed when nothing is tried again
	once   sync.Once

	mu   sync.Mutex
	said time.Time
}

func newClient(cfg Config) *client {
	u := strings.TrimRight(cfg.Endpoint, "/")
	if !strings.HasSuffix(u, tracesPath) {
		u += tracesPath
	}
	c := &client{url: u, header: cfg.Header.Clone(), log: cfg.Logger, wait: firstWait, ending: make(chan struct{})}
	if c.header == nil {
		c.header = http.Header{}
	}
	c.header.Set("Content-Type", "application/x-protobuf")
	c.http = &http.Client{
		Transport: &http.Transport{Proxy: http.ProxyFromEnvironment, TLSHandshakeTimeout: exportTime, ForceAttemptHTTP2: true, IdleConnTimeout: time.Minute},
		// Headers hold secrets, and are for the collector that the configuration names.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return c
}

// Start is for the exporter.
func (c *client) Start(context.Context) error { return nil }

// Stop is for the exporter.
func (c *client) Stop(context.Context) error { return nil }

// end has what fails from now on not tried again.
func (c *client) end() { c.once.Do(func() { close(c.ending) }) }

// UploadTraces posts a batch, more than once where that may help. It fails for nobody: what
// went wrong is logged, and the spans are gone.
func (c *client) UploadTraces(ctx context.Context, spans []*tracepb.ResourceSpans) error {
	// ExportTraceServiceRequest and TracesData are the same on the wire.
	body, err := proto.Marshal(&tracepb.TracesData{ResourceSpans: spans})
	if err != nil {
		c.say("they cannot be written")
		return nil
	}
	for wait := c.wait; ; wait *= 2 {
		after, again, err := c.post(ctx, body)
		if err == nil {
			return nil
		}
		if !again || !c.pause(ctx, max(wait, after)) {
			c.say(err.Error())
			return nil
		}
	}
}

// pause reports whether it is worth it to try again, after a while.
func (c *client) pause(ctx context.Context, d time.Duration) bool {
	if end, ok := ctx.Deadline(); ok && time.Until(end) < d {
		return false
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
	case <-c.ending:
	}
	return false
}

// post posts once. The answer's text is not read: it may quote what it was sent.
func (c *client) post(ctx context.Context, body []byte) (after time.Duration, again bool, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(body))
	if err != nil {
		return 0, false, errors.New("the endpoint is no URL")
	}
	r.Header = c.header.Clone()
	answer, err := c.http.Do(r)
	if err != nil {
		if x := (*url.Error)(nil); errors.As(err, &x) {
			err = x.Err
		}
		return 0, true, err
	}
	defer answer.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(answer.Body, 64<<10))
	if answer.StatusCode/100 == 2 {
		return 0, false, nil
	}
	switch answer.StatusCode { // OTLP 1.x, retryable response codes
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		again = true
	}
	seconds, _ := strconv.Atoi(answer.Header.Get("Retry-After"))
	return time.Duration(seconds) * time.Second, again, fmt.Errorf("the collector answers with status %d", answer.StatusCode)
}

// say tells why traces are lost, but not every time.
func (c *client) say(why string) {
	c.mu.Lock()
	now := time.Now()
	quiet := !c.said.IsZero() && now.Sub(c.said) < errorsApart
	if !quiet {
		c.said = now
	}
	c.mu.Unlock()
	if !quiet {
		c.log.Warn("traces are lost", "why", why)
	}
}
