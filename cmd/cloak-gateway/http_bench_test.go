package main_test

import (
	"bytes"
	"io"
	"net/http"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// A poster makes calls over HTTP, by hand.
type poster struct {
	b       testing.TB
	url     string
	session string
	client  http.Client
}

func posts(b testing.TB, url string) *poster {
	b.Helper()
	x := &poster{b: b, url: url}
	x.client.Transport = &http.Transport{MaxIdleConnsPerHost: 64}
	b.Cleanup(x.client.CloseIdleConnections)
	_, x.session = x.post(`{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}`)
	x.post(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	return x
}

func (x *poster) post(body string) (answer []byte, session string) {
	r, err := http.NewRequest(http.MethodPost, x.url, strings.NewReader(body))
	if err != nil {
		x.b.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	if x.session != "" {
		r.Header.Set("Mcp-Session-Id", x.session)
	}
	a, err := x.client.Do(r)
	if err != nil {
		x.b.Fatal(err)
	}
	defer a.Body.Close()
	answer, err = io.ReadAll(a.Body)
	if err != nil || a.StatusCode/100 != 2 {
		x.b.Fatal(a.StatusCode, err)
	}
	return answer, a.Header.Get("Mcp-Session-Id")
}

func (x *poster) call(id string) time.Duration {
	begin := time.Now()
	answer, _ := x.post(`{"jsonrpc":"2.0","id":"` + id + `","method":"tools/call","params":{"name":"up__reply","arguments":{"path":"notes.txt"}}}`)
	if !bytes.Contains(answer, []byte(`"result"`)) {
		x.b.Fatal("no result")
	}
	return time.Since(begin)
}

// BenchmarkHTTP compares a protecting gateway over HTTP with one on standard input and output,
// in turns, with an answer of 5 KB: http-added-µs is what the median is more. Then as many
// calls as eight clients can make: calls/s for each processor that the gateway has used.
//
//	go test ./cmd/cloak-gateway -run '^$' -bench HTTP -benchtime 500x
func BenchmarkHTTP(b *testing.B) {
	up := ours(b, "reply", "5000")
	argv, env := config(b, settings{"log_level": "error"}, map[string]upstream{"up": up})
	pipe := talks(b, env, argv, "up__reply")
	var url string
	var cmd *exec.Cmd
	url, cmd = listening(b, settings{}, map[string]upstream{"up": up})
	web := posts(b, url)
	for range 20 {
		pipe.call()
		web.call("warm")
	}
	var overPipe, overHTTP []time.Duration
	b.ResetTimer()
	for range b.N {
		overPipe = append(overPipe, pipe.call())
		overHTTP = append(overHTTP, web.call("x"))
	}
	b.StopTimer()
	b.ReportMetric(float64(median(overPipe))/1e3, "pipe-µs")
	b.ReportMetric(float64(median(overHTTP)-median(overPipe))/1e3, "http-added-µs")

	const clients, span = 8, 3 * time.Second
	used, begin := processorTime(cmd.Process.Pid), time.Now()
	var n atomic.Int64
	var group sync.WaitGroup
	for range clients {
		group.Go(func() {
			x := posts(b, url)
			for time.Since(begin) < span {
				x.call("y")
				n.Add(1)
			}
		})
	}
	group.Wait()
	b.ReportMetric(float64(n.Load())/time.Since(begin).Seconds(), "calls/s")
	if used = processorTime(cmd.Process.Pid) - used; used > 0 {
		b.ReportMetric(float64(n.Load())/used.Seconds(), "calls/s/processor")
	}
}
