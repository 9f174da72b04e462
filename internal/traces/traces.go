// Package traces sends what an Observer of mcpproxy is told to a collector of OpenTelemetry: a
// span for each call of a client, and one within for what each upstream was asked.
//
// A span has the name of its method, and no attribute but those in span.go: names of methods,
// upstreams and entities, and numbers. A tracestate, which may hold anything, goes from the
// client to the upstream and not into a span.
package traces

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

// Bounds. A queue that is full drops what comes: a call never waits for a collector.
const (
	queueLength = 2048 // spans
	batchLength = 512
	batchTime   = 5 * time.Second  // that a span waits for others
	exportTime  = 10 * time.Second // for one batch, with all tries
	firstWait   = time.Second      // before the next try
	farewell    = 3 * time.Second  // for what is left at the end
	errorsApart = time.Minute      // between two lines of the log
)

// tracesPath is where a collector takes traces (OTLP 1.x, OTLP/HTTP request).
const tracesPath = "/v1/traces"

// program is the name of the service, and of what makes its spans.
const program = "cloak-gateway"

// The attributes of the resource.
const (
	nameKey    = "service.name"
	versionKey = "service.version"
)

// A Config says where spans go.
type Config struct {
	Endpoint string      // URL of the collector; /v1/traces is added unless it is there
	Header   http.Header // for it
	Sample   float64     // of traces that begin here, the part that is sent; what a client has decided counts before
	Service  string      // "" means $OTEL_SERVICE_NAME, or service.name in $OTEL_RESOURCE_ATTRIBUTES, else cloak-gateway
	Version  string
	Logger   *slog.Logger
}

// A Tracer is a mcpproxy.Observer. It is safe for concurrent use. Close ends it.
type Tracer struct {
	provider *sdk.TracerProvider
	tracer   trace.Tracer
	client   *client
}

// New begins to send. It connects to nothing until there is a span.
func New(cfg Config) *Tracer {
	c := newClient(cfg)
	// What the SDK itself has to say may quote variables: that it said something is enough.
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(error) { c.say("OpenTelemetry has met an error") }))
	batches := sdk.NewBatchSpanProcessor(otlptrace.NewUnstarted(c),
		sdk.WithMaxQueueSize(queueLength), sdk.WithMaxExportBatchSize(batchLength), sdk.WithBatchTimeout(batchTime), sdk.WithExportTimeout(exportTime))
	p := sdk.NewTracerProvider(
		sdk.WithSpanProcessor(batches),
		sdk.WithSampler(sdk.ParentBased(sdk.TraceIDRatioBased(cfg.Sample))),
		sdk.WithResource(service(cfg)),
		sdk.WithRawSpanLimits(sdk.SpanLimits{AttributeValueLengthLimit: -1, AttributeCountLimit: -1, EventCountLimit: -1, LinkCountLimit: -1, AttributePerEventCountLimit: -1, AttributePerLinkCountLimit: -1}),
	)
	return &Tracer{provider: p, tracer: p.Tracer(program, trace.WithInstrumentationVersion(cfg.Version)), client: c}
}

// service says who sends. The SDK adds what $OTEL_RESOURCE_ATTRIBUTES says.
func service(cfg Config) *resource.Resource {
	attributes := []attribute.KeyValue{attribute.String(versionKey, cfg.Version)}
	if env := resource.Environment(); cfg.Service != "" {
		attributes = append(attributes, attribute.String(nameKey, cfg.Service))
	} else if !env.Set().HasValue(nameKey) {
		attributes = append(attributes, attribute.String(nameKey, program))
	}
	return resource.NewSchemaless(attributes...)
}

// Close sends what was not sent yet, for a few seconds at most.
func (t *Tracer) Close() {
	ctx, cancel := context.WithTimeout(context.Background(), farewell)
	defer cancel()
	t.close(ctx)
}

// close sends what was not sent yet, until ctx ends.
func (t *Tracer) close(ctx context.Context) {
	t.client.end()
	if t.provider.Shutdown(ctx) != nil {
		t.client.say("the last ones were not taken in time")
	}
}
