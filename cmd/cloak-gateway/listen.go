package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"github.com/seed-052fbf24/cloak/internal/program"
	"github.com/seed-052fbf24/cloak/mcpproxy"
)

// Bounds of the server, beside those of sessions and messages.
const (
	headerTime  = 10 * time.Second
	headerBytes = 64 << 10
	idleTime    = 2 * time.Minute
	farewell    = 5 * time.Second
)

// listen serves clients over HTTP until a signal comes.
func listen(ctx context.Context, cfg *mcpproxy.Config, p *mcpproxy.Proxy) error {
	o, err := cfg.HTTP()
	if err != nil {
		return program.Misused("listen.tokens: %s", strings.TrimPrefix(err.Error(), "mcpproxy: "))
	}
	at, err := net.Listen("tcp", cfg.Listen.Address)
	if err != nil {
		return fmt.Errorf("cannot listen at %s: %w", cfg.Listen.Address, err)
	}
	h := p.Handler(o)
	var ending atomic.Bool
	mux := http.NewServeMux()
	mux.Handle("/mcp", h)
	mux.Handle("GET /metrics", h.Metrics())
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "ok") })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, _ *http.Request) {
		switch {
		case ending.Load():
			http.Error(w, "ending", http.StatusServiceUnavailable)
		case p.Ready() != nil:
			http.Error(w, "the audit log cannot be written", http.StatusServiceUnavailable)
		default:
			fmt.Fprintln(w, "ready")
		}
	})
	server := &http.Server{
		Handler: mux, ReadHeaderTimeout: headerTime, MaxHeaderBytes: headerBytes, IdleTimeout: idleTime,
		ErrorLog: log.New(io.Discard, "", 0), // its lines quote what clients send
	}
	cfg.Logger.Info("listening", "url", "http://"+at.Addr().String()+"/mcp", "principals", max(1, len(o.Tokens)))
	served := make(chan error, 1)
	go func() { served <- server.Serve(at) }()
	select {
	case err = <-served:
	case <-ctx.Done():
		ending.Store(true)
		cfg.Logger.Info("stopped by a signal")
	}
	err = errors.Join(err, h.Close())
	end, cancel := context.WithTimeout(context.Background(), farewell)
	defer cancel()
	if server.Shutdown(end) != nil {
		_ = server.Close()
	}
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}
