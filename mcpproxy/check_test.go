package mcpproxy

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
)

// Every kind of value that is looked for goes through the check, and comes back.
func TestCheck(t *testing.T) {
	for name, c := range map[string]Config{
		"default":      {},
		"decoys":       {Mode: ModeDecoy},
		"all entities": {Detection: DetectionConfig{Types: []string{"all"}}},
		"redacted":     {Detection: DetectionConfig{Mode: "redact"}},
		"terms":        {Terms: TermsConfig{Always: []TermConfig{{Value: "Halden Freight", Type: "ORG"}}}},
		"own scope":    {TokenScope: ScopeUpstream, Tripwire: TripwireClosed, ModelValues: ModelBlock},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := protecting(t, c)
			r, err := p.Check(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if len(r.Entities) < 30 || !r.Sanitizes || len(r.Skips) == 0 {
				t.Errorf("%d entities were checked", len(r.Entities))
			}
			if n := p.guard().m.Len(); n != 0 {
				t.Errorf("the check left %d pairs", n)
			}
		})
	}
}

// What is not replaced stops the gateway. Here a term is one that the engine has not been
// told of, as it would be if it had been lost on the way.
func TestCheckRefuses(t *testing.T) {
	p := protecting(t, Config{})
	p.cfg().Terms.Always = []TermConfig{{Value: "Halden Freight", Type: "ORG"}}
	_, err := p.Check(t.Context())
	var failed *CheckError
	if !errors.As(err, &failed) || failed.Entity != "ORG" || strings.Contains(err.Error(), "Halden") {
		t.Errorf("the error is %v", err)
	}
}

// A transparent gateway says that it protects nothing.
func TestCheckOfTransparent(t *testing.T) {
	off := false
	p := protecting(t, Config{Sanitize: &off})
	if r, err := p.Check(t.Context()); err != nil || r.Sanitizes {
		t.Errorf("%+v, %v", r, err)
	}
}

// once finds a name the first time that it is asked, and then no more.
type once struct{ asked *int }

func (x once) Recognize(_ context.Context, in cloak.Input) ([]cloak.Finding, error) {
	if *x.asked++; *x.asked > 1 {
		return nil, nil
	}
	return []cloak.Finding{{Span: cloak.Span{Start: 4, End: 14}, Entity: "PERSON", Detector: "once", Confidence: 1}}, nil
}

// The check sees a value that the search has found and the way to the model lets through.
func TestCheckSeesALeak(t *testing.T) {
	p := protecting(t, Config{})
	engine, err := cloak.New(cloak.Config{Recognizers: []cloak.Recognizer{once{new(int)}}})
	if err != nil {
		t.Fatal(err)
	}
	p.guard().engine = engine
	_, err = p.plant(t.Context(), "PERSON", "once", "see «Halden Roe» there")
	var failed *CheckError
	if !errors.As(err, &failed) || failed.Why != "reaches the model" {
		t.Errorf("the error is %v", err)
	}
}

// It sees a value that does not come back, too: here nothing does.
func TestCheckSeesALoss(t *testing.T) {
	p := protecting(t, Config{})
	engine, err := cloak.New(cloak.Config{Redact: true})
	if err != nil {
		t.Fatal(err)
	}
	p.guard().engine = engine
	_, err = p.plant(t.Context(), "EMAIL", "email", "to «ann.lee@"+"corp.com» today")
	var failed *CheckError
	if !errors.As(err, &failed) || failed.Why != "does not come back" {
		t.Errorf("the error is %v", err)
	}
}
