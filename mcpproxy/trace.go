package mcpproxy

import (
	"net/http"
	"strings"
)

// Where a trace goes on, in the headers of HTTP and, by the names that SEP-414 gives them, in
// params._meta of a message (W3C Trace Context, W3C Baggage).
const (
	metaKey     = "_meta"
	traceParent = "traceparent"
	traceState  = "tracestate"
	baggage     = "baggage"
)

// A traceContext is the trace that a request belongs to. The zero value is none.
type traceContext struct{ parent, state string }

// traceIn is the one that params tell; none if it cannot be read, for then it does not go on.
func traceIn(params []byte) traceContext {
	at := memberAt(params, metaKey)
	meta := params[at.start:at.end]
	return traceContext{stringIn(meta, traceParent), stringIn(meta, traceState)}.orNone()
}

// traceOf is the one that headers tell.
func traceOf(h http.Header) traceContext {
	return traceContext{h.Get(traceParent), strings.Join(h.Values(traceState), ",")}.orNone()
}

func (x traceContext) orNone() traceContext {
	if !isTraceParent(x.parent) {
		return traceContext{}
	}
	return x
}

// isTraceParent reports whether s has the form version-trace-span-flags (W3C Trace Context,
// 3.2). What a later version adds behind that may be there.
func isTraceParent(s string) bool {
	if len(s) < 55 || s[2] != '-' || s[35] != '-' || s[52] != '-' || len(s) > 55 && (s[:2] == "00" || s[55] != '-') || s[:2] == "ff" {
		return false
	}
	trace, span := s[3:35], s[36:52]
	return strings.Trim(s[:2]+trace+span+s[53:55], "0123456789abcdef") == "" && strings.Trim(trace, "0") != "" && strings.Trim(span, "0") != ""
}

// A carrier says what becomes of the trace that the params of a message tell. The zero value
// leaves it as it is.
type carrier struct {
	parent    string // the traceparent that they tell from now on; "": as it came
	continues bool   // their own trace goes on: what else they tell of it stays
	state     string // else the tracestate that they tell; "": none
	bare      bool   // without baggage: anything may be in it
}

// onto gives the params as they go on. Where nothing is to be changed they are the same bytes,
// and so is, always, what stands beside.
func (x carrier) onto(params []byte) []byte {
	if x.parent == "" && !x.bare {
		return params
	}
	if len(params) == 0 {
		if x.parent == "" {
			return params
		}
		params = []byte("{}")
	}
	var edits []edit
	has := false
	first := true
	_ = members(params, func(name string, _, v span) bool {
		if first = false; name == metaKey {
			has = true
			for _, e := range x.edits(params[v.start:v.end]) {
				edits = append(edits, edit{span{v.start + e.start, v.start + e.end}, e.text})
			}
		}
		return true
	})
	if at := skipBlanks(params, 0); !has && x.parent != "" && params[at] == '{' {
		meta := append([]byte(`"`+metaKey+`":{`), x.told()...)
		edits = append(edits, edit{span{at + 1, at + 1}, separated(append(meta, '}'), first)})
	}
	if edits == nil {
		return params
	}
	return splice(params, edits)
}

// edits are those of a _meta: what is told twice is changed twice, for nobody knows which of
// the two counts.
func (x carrier) edits(meta []byte) (edits []edit) {
	type entry struct {
		name, value span
		gone        bool
	}
	var all []entry
	told, left := false, false // a traceparent is there; something stays
	if err := members(meta, func(name string, n, v span) bool {
		gone := x.bare && name == baggage || x.parent != "" && !x.continues && name == traceState
		all, left = append(all, entry{n, v, gone}), left || !gone
		if name == traceParent && x.parent != "" {
			edits, told = append(edits, edit{v, appendString(nil, x.parent)}), true
		}
		return true
	}); err != nil {
		return nil // it is no object
	}
	switch at := skipBlanks(meta, 0) + 1; { // in front of what goes: edits of one place keep their order
	case x.parent == "":
	case !told:
		edits = append(edits, edit{span{at, at}, separated(x.told(), !left)})
	case x.state != "" && !x.continues:
		edits = append(edits, edit{span{at, at}, separated(x.toldState(), false)})
	}
	before := false // something that stays
	for i, m := range all {
		switch {
		case !m.gone:
			before = true
		case before: // the comma in front goes with it, else the one behind
			edits = append(edits, edit{span{all[i-1].value.end, m.value.end}, nil})
		case i+1 < len(all):
			edits = append(edits, edit{span{m.name.start, all[i+1].name.start}, nil})
		default:
			edits = append(edits, edit{span{m.name.start, m.value.end}, nil})
		}
	}
	return edits
}

// told are the members of a _meta that had none.
func (x carrier) told() []byte {
	b := appendString([]byte(`"`+traceParent+`":`), x.parent)
	if x.state != "" && !x.continues {
		b = append(append(b, ','), x.toldState()...)
	}
	return b
}

func (x carrier) toldState() []byte { return appendString([]byte(`"`+traceState+`":`), x.state) }

// separated is what comes in front of other members, unless it is alone.
func separated(b []byte, alone bool) []byte {
	if alone {
		return b
	}
	return append(b, ',')
}
