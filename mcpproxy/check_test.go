package mcpproxy

import (
	"errors"
	"strings"
	"testing"
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
			if n := p.guard.m.Len(); n != 0 {
				t.Errorf("the check left %d pairs", n)
			}
		})
	}
}

// What is not replaced stops the gateway. Here a term is one that the engine has not been
// told of, as it would be if it had been lost on the way.
func TestCheckRefuses(t *testing.T) {
	p := protecting(t, Config{})
	p.cfg.Terms.Always = []TermConfig{{Value: "Halden Freight", Type: "ORG"}}
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
