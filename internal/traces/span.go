package traces

import (
	"context"
	"maps"
	"slices"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"

	"github.com/seed-052fbf24/cloak/mcpproxy"
)

// The attributes that there are. The first two are those of the semantic conventions for MCP,
// which know no others that would hold neither names of tools nor values.
const (
	methodKey   = "mcp.method.name"
	errorKey    = "error.type"
	upstreamKey = "cloak.upstream"
	outcomeKey  = "cloak.outcome"
	replacedKey = "cloak.replaced." // and an entity
	restoredKey = "cloak.restored"
	sentKey     = "cloak.sent.bytes"
	receivedKey = "cloak.received.bytes"
)

// parentKey is what the propagator reads and writes a traceparent under.
const parentKey = "traceparent"

// A call is one of a client's: to it, the gateway is a server.
type call struct {
	t      *Tracer
	ctx    context.Context
	span   trace.Span
	method string
}

// Call begins the span of a call.
func (t *Tracer) Call(method, parent string) mcpproxy.ObservedCall {
	ctx := propagation.TraceContext{}.Extract(context.Background(), propagation.MapCarrier{parentKey: parent})
	ctx, span := t.tracer.Start(ctx, method, trace.WithSpanKind(trace.SpanKindServer), trace.WithAttributes(attribute.String(methodKey, method)))
	return &call{t, ctx, span, method}
}

// Ask begins the span of what an upstream is asked: to that, the gateway is a client.
func (c *call) Ask(upstream string) (string, func(mcpproxy.AskEnd)) {
	ctx, span := c.t.tracer.Start(c.ctx, c.method, trace.WithSpanKind(trace.SpanKindClient),
		trace.WithAttributes(attribute.String(methodKey, c.method), attribute.String(upstreamKey, upstream)))
	told := propagation.MapCarrier{}
	propagation.TraceContext{}.Inject(ctx, told)
	return told[parentKey], func(e mcpproxy.AskEnd) {
		span.SetAttributes(attribute.Int(sentKey, e.Sent), attribute.Int(receivedKey, e.Received))
		end(span, e.Error)
	}
}

// End ends the span.
func (c *call) End(e mcpproxy.CallEnd) {
	c.span.SetAttributes(attribute.String(outcomeKey, e.Outcome), attribute.Int(restoredKey, e.Restored))
	if e.Upstream != "" {
		c.span.SetAttributes(attribute.String(upstreamKey, e.Upstream))
	}
	for _, entity := range slices.Sorted(maps.Keys(e.Replaced)) {
		c.span.SetAttributes(attribute.Int(replacedKey+string(entity), e.Replaced[entity]))
	}
	end(c.span, e.Error)
}

// end ends a span, with the kind of an error if there was one. Its text stays here.
func end(span trace.Span, kind string) {
	if kind != "" {
		span.SetAttributes(attribute.String(errorKey, kind))
		span.SetStatus(codes.Error, "")
	}
	span.End()
}
