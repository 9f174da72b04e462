package main

import (
	"strings"

	"github.com/seed-052fbf24/cloak/internal/program"
	"github.com/seed-052fbf24/cloak/internal/traces"
	"github.com/seed-052fbf24/cloak/mcpproxy"
)

// observe has calls told to the collector that cfg names, and to nobody if it names none,
// whatever the environment says. The caller calls done at the end.
func observe(cfg *mcpproxy.Config) (done func(), err error) {
	t := cfg.Traces
	if t == nil {
		return func() {}, nil
	}
	header, err := t.Headers.Read()
	if err != nil {
		return nil, program.Misused("traces.headers: %s", strings.TrimPrefix(err.Error(), "mcpproxy: "))
	}
	sample := 1.0
	if t.Sample != nil {
		sample = *t.Sample
	}
	tracer := traces.New(traces.Config{Endpoint: t.Endpoint, Header: header, Sample: sample, Service: t.ServiceName, Version: cfg.Version, Logger: cfg.Logger})
	cfg.Observer = tracer
	cfg.Logger.Info("traces are sent", "endpoint", t.Endpoint)
	return tracer.Close, nil
}
