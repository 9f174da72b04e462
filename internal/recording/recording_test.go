package recording

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/seed-052fbf24/cloak/audit"
	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/mcpproxy"
)

// kept runs f with a Recorder, and gives the records that there are then.
func kept(t *testing.T, c *mcpproxy.Config, f func(*Recorder)) (all []map[string]any) {
	t.Helper()
	dir := t.TempDir()
	log, err := audit.Open(t.Context(), audit.Config{Dir: dir, State: t.TempDir(), Version: "v1"})
	if err != nil {
		t.Fatal(err)
	}
	r, err := New(log, c)
	if err != nil {
		t.Fatal(err)
	}
	f(r)
	if err := r.Close(nil); err != nil {
		t.Fatal(err)
	}
	if _, err := audit.Verify(t.Context(), dir, audit.VerifyOptions{Key: log.VerifierKey()}); err != nil {
		t.Fatal(err)
	}
	err = audit.Read(t.Context(), dir, func(_ audit.Entry, line []byte) error {
		var m map[string]any
		err := json.Unmarshal(line, &m)
		for _, k := range []string{"prev", "seq", "ts", "v", "log", "src", "ver", "fips"} {
			delete(m, k)
		}
		all = append(all, m)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// All that a gateway tells of a message is in its record.
func TestAMessageIsARecord(t *testing.T) {
	whole := mcpproxy.Passage{
		Upstream: "fs", Method: "tools/call", To: mcpproxy.ToModel,
		Found: map[cloak.Entity]int{cloak.Email: 2}, Tripped: map[cloak.Entity]int{"IBAN": 1}, ModelWrote: map[cloak.Entity]int{"SSN": 1}, Typed: map[cloak.Entity]int{"PHONE": 3},
		Skipped:  map[string]int{"content[].data": 1, "structuredContent (enum or const of its schema)": 2},
		Restored: 4, Crossed: 5, Kept: 6, In: 300, Out: 20, Duration: 1500 * time.Microsecond,
	}
	for name, x := range map[string]struct {
		p    mcpproxy.Passage
		want string
	}{
		"whole": {whole, `{"ev":"sanitize","surface":"mcp","dir":"to_model","up":"fs","method":"tools/call","n":{"email":2},"trip":{"iban":1},"wrote":{"ssn":1},"typed":{"phone":3},
			"skip":{"content/data":1,"structuredcontent":2},"restored":4,"crossed":5,"kept":6,"in_b":512,"out_b":256,"dur_ms":2,"res":"ok"}`},
		"to a tool":         {mcpproxy.Passage{Upstream: "fs", Method: "tools/call", To: mcpproxy.ToUpstream}, `{"ev":"restore","surface":"mcp","dir":"to_tool","up":"fs","method":"tools/call","res":"ok"}`},
		"as it is, there":   {mcpproxy.Passage{To: mcpproxy.ToUpstream, Passes: true}, `{"ev":"relay","surface":"mcp","dir":"to_tool","res":"ok"}`},
		"as it is, back":    {mcpproxy.Passage{To: mcpproxy.ToModel, Passes: true}, `{"ev":"relay","surface":"mcp","dir":"to_model","res":"ok"}`},
		"an error":          {mcpproxy.Passage{To: mcpproxy.ToModel, Failed: true}, `{"ev":"sanitize","surface":"mcp","dir":"to_model","res":"failed","err":"upstream"}`},
		"no second look":    {mcpproxy.Passage{To: mcpproxy.ToModel, Unwired: true}, `{"ev":"sanitize","surface":"mcp","dir":"to_model","res":"ok","err":"tripwire"}`},
		"no name of ours":   {mcpproxy.Passage{To: mcpproxy.ToModel, Upstream: "maria.lopez@corp.example", Method: "a b"}, `{"ev":"sanitize","surface":"mcp","dir":"to_model","up":"other","method":"other","res":"ok"}`},
		"scope":             {refused(mcpproxy.RefusedScope), denied("scope")},
		"restore":           {refused(mcpproxy.RefusedRestore), denied("restore_policy")},
		"unresolved":        {refused(mcpproxy.RefusedUnresolved), denied("unresolved")},
		"model values":      {refused(mcpproxy.RefusedModel), denied("model_values")},
		"policy":            {refused(mcpproxy.RefusedPolicy), denied("policy")},
		"a closed tripwire": {refused(mcpproxy.RefusedTripwire), closed("tripwire")},
		"a limit":           {refused(mcpproxy.RefusedLimit), closed("limit")},
		"ourselves":         {refused(mcpproxy.FailedInternal), closed("internal")},
		"nobody there":      {refused(mcpproxy.FailedUpstream), `{"ev":"sanitize","surface":"mcp","dir":"to_model","res":"failed","err":"upstream"}`},
		"given up":          {refused(mcpproxy.Cancelled), `{"ev":"sanitize","surface":"mcp","dir":"to_model","res":"failed","err":"cancelled"}`},
	} {
		t.Run(name, func(t *testing.T) {
			all := kept(t, &mcpproxy.Config{}, func(r *Recorder) {
				if err := r.Session().Record(x.p); err != nil {
					t.Fatal(err)
				}
			})
			if len(all) != 4 { // key, start, it, stop
				t.Fatalf("%d records", len(all))
			}
			got := all[2]
			if len(got["ses"].(string)) != 32 || got["pol"] != all[1]["pol"] {
				t.Errorf("session %v, policy %v", got["ses"], got["pol"])
			}
			delete(got, "ses")
			delete(got, "pol")
			var want map[string]any
			if err := json.Unmarshal([]byte(x.want), &want); err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("got %v\nwant %v", got, want)
			}
		})
	}
}

func refused(why mcpproxy.Refusal) mcpproxy.Passage {
	return mcpproxy.Passage{To: mcpproxy.ToModel, Refusal: why, Failed: true}
}

func denied(why string) string {
	return `{"ev":"sanitize","surface":"mcp","dir":"to_model","refused":1,"res":"denied","err":"` + why + `"}`
}

func closed(why string) string { return strings.Replace(denied(why), "denied", "failed_closed", 1) }

// The log tells when which configuration counted, and how it ended: sessions are apart.
func TestStartAndStop(t *testing.T) {
	one, other := &mcpproxy.Config{Mode: "token"}, &mcpproxy.Config{Mode: "decoy"}
	all := kept(t, one, func(r *Recorder) {
		a, b := r.Session(), r.Session()
		for _, f := range []func() error{
			func() error { return a.Record(mcpproxy.Passage{To: mcpproxy.ToModel}) },
			func() error { return r.Configured(other) },
			func() error { return b.Record(mcpproxy.Passage{To: mcpproxy.ToModel}) },
			func() error { return r.Configured(one) },
		} {
			if err := f(); err != nil {
				t.Fatal(err)
			}
		}
	})
	var events []string
	for _, m := range all {
		events = append(events, m["ev"].(string))
	}
	if got := strings.Join(events, " "); got != "key start sanitize config sanitize config stop" {
		t.Fatal(got)
	}
	if all[2]["ses"] == all[4]["ses"] {
		t.Error("two sessions have one number")
	}
	if all[1]["pol"] != all[2]["pol"] || all[2]["pol"] == all[3]["pol"] || all[3]["pol"] != all[4]["pol"] || all[5]["pol"] != all[1]["pol"] || all[6]["pol"] != all[1]["pol"] {
		t.Errorf("policies: %v", all)
	}
}

// A configuration has one tag, whether a gateway has started with it or has gone over to it.
func TestOneConfigurationIsOnePolicy(t *testing.T) {
	c := mcpproxy.Config{Upstreams: map[string]mcpproxy.UpstreamConfig{"fs": {Command: "fs"}}}
	all := kept(t, &c, func(r *Recorder) {
		c.Recorder = r
		p, err := mcpproxy.New(c)
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		other := c
		other.TokenScope = mcpproxy.ScopeUpstream
		for _, next := range []mcpproxy.Config{other, c} {
			if err := p.Reload(next); err != nil {
				t.Fatal(err)
			}
		}
	})
	if len(all) != 5 || all[1]["pol"] == all[2]["pol"] || all[1]["pol"] != all[3]["pol"] {
		t.Errorf("policies: %v", all)
	}
}

// What cannot be written is an error, of a configuration and of a message; the one before counts.
func TestWhatCannotBeRecorded(t *testing.T) {
	log, err := audit.Open(t.Context(), audit.Config{Dir: t.TempDir(), State: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	r, err := New(log, &mcpproxy.Config{})
	if err != nil {
		t.Fatal(err)
	}
	was := r.tag()
	if err := r.Close(errors.New("it has failed")); err != nil {
		t.Fatal(err)
	}
	if err := r.Session().Record(mcpproxy.Passage{}); !errors.Is(err, audit.ErrClosed) {
		t.Errorf("a message: %v", err)
	}
	if err := r.Configured(&mcpproxy.Config{Mode: "decoy"}); !errors.Is(err, audit.ErrClosed) || r.tag() != was {
		t.Errorf("a configuration: %v", err)
	}
}
