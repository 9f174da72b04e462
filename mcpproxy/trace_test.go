package mcpproxy

import (
	"net/http"
	"slices"
	"strings"
	"testing"
)

const (
	traceA = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
	traceB = "00-4bf92f3577b34da6a3ce929d0e0e4736-b7ad6b7169203331-01"
)

// What is told of a trace is changed, and nothing that stands beside.
func TestCarrier(t *testing.T) {
	const a, b = traceA, traceB
	goesOn, begins, bare := carrier{parent: b, continues: true}, carrier{parent: b}, carrier{bare: true}
	header := carrier{parent: b, state: "x=1"}
	for name, c := range map[string]struct {
		x         carrier
		from, now string
	}{
		"nothing is asked for":         {carrier{}, `{"_meta":{"traceparent":"` + a + `","baggage":"u=1"}}`, `{"_meta":{"traceparent":"` + a + `","baggage":"u=1"}}`},
		"it goes on":                   {goesOn, `{ "_meta" : { "x":[1.0, 2], "traceparent" : "` + a + `" ,"tracestate":"v=\u0031" } , "name":"n" }`, `{ "_meta" : { "x":[1.0, 2], "traceparent" : "` + b + `" ,"tracestate":"v=\u0031" } , "name":"n" }`},
		"spelled with escapes":         {goesOn, `{"\u005fmeta":{"trace\u0070arent":"` + a + `"}}`, `{"\u005fmeta":{"trace\u0070arent":"` + b + `"}}`},
		"told twice":                   {goesOn, `{"_meta":{"traceparent":"` + a + `","traceparent":7},"_meta":{"traceparent":"x"}}`, `{"_meta":{"traceparent":"` + b + `","traceparent":"` + b + `"},"_meta":{"traceparent":"` + b + `"}}`},
		"it begins":                    {begins, `{"name":"n"}`, `{"_meta":{"traceparent":"` + b + `"},"name":"n"}`},
		"it begins in an empty object": {begins, ` { }`, ` {"_meta":{"traceparent":"` + b + `"} }`},
		"it begins where nothing is":   {begins, ``, `{"_meta":{"traceparent":"` + b + `"}}`},
		"it begins beside others":      {begins, `{"_meta":{"progressToken":"p\u0031"}}`, `{"_meta":{"traceparent":"` + b + `","progressToken":"p\u0031"}}`},
		"it begins in an empty meta":   {begins, `{"_meta":{}}`, `{"_meta":{"traceparent":"` + b + `"}}`},
		"it begins anew":               {begins, `{"_meta":{"tracestate":"v=1","traceparent":"zz"}}`, `{"_meta":{"traceparent":"` + b + `"}}`},
		"a state of no trace":          {begins, `{"_meta":{"tracestate":"v=1"}}`, `{"_meta":{"traceparent":"` + b + `"}}`},
		"it comes from a header":       {header, `{"name":"n"}`, `{"_meta":{"traceparent":"` + b + `","tracestate":"x=1"},"name":"n"}`},
		"a header goes before":         {header, `{"_meta":{"traceparent":"zz","tracestate":"v=1","a":1}}`, `{"_meta":{"tracestate":"x=1","traceparent":"` + b + `","a":1}}`},
		"no object":                    {goesOn, `[1]`, `[1]`},
		"no meta that could hold it":   {goesOn, `{"_meta":null,"a":1}`, `{"_meta":null,"a":1}`},
		"baggage alone":                {bare, `{"_meta":{"baggage":"u=1"}}`, `{"_meta":{}}`},
		"baggage first":                {bare, `{"_meta":{ "baggage":"u=1" , "a":1}}`, `{"_meta":{ "a":1}}`},
		"baggage last":                 {bare, `{"_meta":{"a":1 , "baggage":"u=1" }}`, `{"_meta":{"a":1 }}`},
		"baggage between":              {bare, `{"_meta":{"a":1,"baggage":{"b":[2]},"c":3}}`, `{"_meta":{"a":1,"c":3}}`},
		"baggage of several":           {bare, `{"_meta":{"baggage":1,"baggage":2,"c":3,"bagg\u0061ge":4},"_meta":{"baggage":5}}`, `{"_meta":{"c":3},"_meta":{}}`},
		"baggage that is an argument":  {bare, `{"arguments":{"_meta":{"baggage":1},"baggage":1}}`, `{"arguments":{"_meta":{"baggage":1},"baggage":1}}`},
		"all of it":                    {carrier{parent: b, bare: true}, `{"_meta":{"baggage":1,"tracestate":"v=1"}}`, `{"_meta":{"traceparent":"` + b + `"}}`},
		"it goes on without baggage":   {carrier{parent: b, bare: true, continues: true}, `{"_meta":{"baggage":1,"tracestate":"v=1"}}`, `{"_meta":{"traceparent":"` + b + `","tracestate":"v=1"}}`},
	} {
		t.Run(name, func(t *testing.T) {
			if got := string(c.x.onto([]byte(c.from))); got != c.now {
				t.Errorf("got  %s\nwant %s", got, c.now)
			}
		})
	}
}

// A traceparent that is none begins no trace, and nothing of it is told to anybody.
func TestTraceParent(t *testing.T) {
	for s, want := range map[string]bool{
		traceA: true, "cc" + traceA[2:] + "-what-comes": true, "cc" + traceA[2:]: true,
		"": false, traceA + "-x": false, "cc" + traceA[2:] + "x": false, "ff" + traceA[2:]: false, strings.ToUpper(traceA): false,
		traceA[:54]: false, "00-00000000000000000000000000000000-00f067aa0ba902b7-01": false, "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01": false,
		"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0g": false, "00_4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01": false,
	} {
		if isTraceParent(s) != want {
			t.Errorf("%q: not %v", s, want)
		}
	}
	h := http.Header{"Traceparent": {traceA}, "Tracestate": {"a=1", "b=2"}}
	if got := traceOf(h); got != (traceContext{traceA, "a=1,b=2"}) {
		t.Errorf("headers tell %v", got)
	}
	if got := traceIn([]byte(`{"_meta":{"traceparent":"ann@corp.eu","tracestate":"a=1"}}`)); got != (traceContext{}) {
		t.Errorf("params tell %v", got)
	}
}

// Whatever params there are: JSON stays JSON, what is no _meta stays what it was, and of baggage
// nothing is left.
func FuzzCarrier(f *testing.F) {
	for _, s := range []string{``, `{}`, `[{"_meta":{"baggage":1}}]`, `{"_meta":{"baggage":1,"a":2,"tracestate":""},"x":{"_meta":{"baggage":1}}}`, ` { "_meta" : null , "_meta":{ } } `, `{"_meta":{"traceparent":[],"baggage":"x"}}`} {
		f.Add([]byte(s), true, true)
		f.Add([]byte(s), false, false)
	}
	f.Fuzz(func(t *testing.T, params []byte, goesOn, bare bool) {
		if len(params) > 0 && !valid(params) || tooDeep(params) {
			return
		}
		got := carrier{parent: traceB, continues: goesOn, state: "h=1", bare: bare}.onto(params)
		if !valid(got) {
			t.Fatalf("%q becomes %q", params, got)
		}
		others := func(object []byte, now bool) (all []string) {
			_ = members(object, func(name string, n, v span) bool {
				if name != metaKey {
					all = append(all, string(object[n.start:v.end]))
					return true
				}
				_ = members(object[v.start:v.end], func(name string, _, w span) bool {
					value, _ := stringAt(object[v.start+w.start : v.start+w.end])
					if now && (bare && name == baggage || name == traceParent && value != traceB || name == traceState && !goesOn && value != "h=1") {
						t.Errorf("%q becomes %q: %s is left", params, got, name)
					}
					return true
				})
				return true
			})
			return all
		}
		if now := others(got, true); len(params) > 0 && !slices.Equal(others(params, false), now) {
			t.Errorf("%q becomes %q", params, got)
		}
	})
}
