package mcpproxy

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/seed-052fbf24/cloak/cloak"
)

// A Report says what a check has seen.
type Report struct {
	Sanitizes bool            // false: the gateway is transparent, and protects nothing
	Entities  []CheckedEntity // in order
	Skips     []string        // the positions of strings that are left as they are
}

// A CheckedEntity is a kind of value, and how many values of it went through.
type CheckedEntity struct {
	Entity cloak.Entity
	Values int
}

// A CheckError names what would not have been replaced, and holds no value.
type CheckError struct {
	Entity   cloak.Entity
	Detector string
	Why      string
}

func (e *CheckError) Error() string {
	return fmt.Sprintf("mcpproxy: a planted %s (%s) %s: nothing is served", e.Entity, e.Detector, e.Why)
}

// Check sends the examples of every detector that is on, and every literal that is always
// replaced, the way that a tool's result goes, and back, in a mapping of its own. That a
// detector was constructed says nothing: what is seen to go through does. The error is a
// *CheckError if a value was not replaced, or did not come back.
func (p *Proxy) Check(ctx context.Context) (Report, error) {
	r := Report{Sanitizes: p.guard() != nil, Skips: slices.Clone(skipPositions)}
	if p.guard() == nil {
		return r, nil
	}
	values := map[cloak.Entity]int{}
	for _, d := range p.guard().engine.Detectors() {
		for _, example := range d.Match {
			n, err := p.plant(ctx, d.Entity, d.Name, example)
			if err != nil {
				return r, err
			}
			values[d.Entity] += n
		}
	}
	for _, t := range p.cfg().Terms.Always {
		e := cloak.Entity(t.Type)
		if e == "" {
			e = "CUSTOM"
		}
		n, err := p.plant(ctx, e, "term", "see «"+t.Value+"» there")
		if err != nil {
			return r, err
		}
		values[e] += n
	}
	for _, e := range keysOf(values) {
		r.Entities = append(r.Entities, CheckedEntity{e, values[e]})
	}
	return r, nil
}

// plant sends one example through a guard that is as the real one, with a mapping of its
// own. It returns 0 for what the configuration does not look for: what is too unsure for
// min_confidence, or a term that is never replaced.
func (p *Proxy) plant(ctx context.Context, e cloak.Entity, detector, example string) (int, error) {
	front, rest, _ := strings.Cut(example, "«")
	value, behind, ok := strings.Cut(rest, "»")
	text := front + value + behind
	fs, err := p.guard().engine.Find(ctx, text)
	if err != nil {
		return 0, &CheckError{e, detector, "cannot be looked for"}
	}
	here := cloak.Span{Start: len(front), End: len(front) + len(value)}
	if !ok || !slices.ContainsFunc(fs, func(f cloak.Finding) bool { return f.Start < here.End && here.Start < f.End }) {
		if p.cfg().Detection.MinConfidence == nil && len(p.cfg().Terms.Never) == 0 {
			return 0, &CheckError{e, detector, "is not found"}
		}
		return 0, nil
	}
	g := *p.guard().throwAway()
	result := append([]byte(`{"content":[{"type":"text","text":`), appendString(nil, text)...)
	result = append(result, "}]}"...)
	out, err := g.toModel(ctx, "check", callShape, result, nil)
	if err != nil {
		return 0, &CheckError{e, detector, "stops the message it is in"}
	}
	shown := contentText(out)
	if strings.Count(shown, value) >= strings.Count(text, value) {
		if strings.Contains(value, `"`) || acrossStrings[detector] || isDigits(value) && len(value) < 3 { // such a number of JSON names nobody
			return 0, nil
		}
		return 0, &CheckError{e, detector, "reaches the model"}
	}
	if p.cfg().Detection.Mode == "redact" {
		return 1, nil
	}
	call := append([]byte(`{"text":`), appendString(nil, shown)...)
	back, err := g.toUpstream(ctx, "check", append(call, '}'))
	if err != nil || stringIn(back, "text") != text {
		return 0, &CheckError{e, detector, "does not come back"}
	}
	return 1, nil
}

// acrossStrings are detectors that find a value by what stands in another string: in JSON,
// whose strings are looked at one by one, they do not. See the limits in docs/GATEWAY.md.
var acrossStrings = map[string]bool{"login_request": true}

// throwAway is a guard as g, whose mapping nobody keeps.
func (g *guard) throwAway() *guard {
	m, _ := cloak.NewMapping(cloak.Snapshot{})
	return &guard{
		engine: g.engine, wire: g.wire, m: m, numbers: &numbering{}, closed: g.closed, literals: g.literals, longest: g.longest,
		entities: g.entities, scope: g.scope, unbound: g.unbound, log: silent, counts: &counters{},
	}
}

// contentText is the text of a tool's result.
func contentText(result []byte) (text string) {
	w := walk{raw: result}
	w.list(span{0, len(result)}, "content", func(v span) { text += stringIn(result[v.start:v.end], "text") })
	return text
}

// An Explained is one value that would be replaced.
type Explained struct {
	Entity  cloak.Entity
	Masked  string // what identifies nobody: see cloak.Mask
	StandIn string
	Times   int
}

// Explain says what would be replaced in a payload: a result of a tool as JSON, or any
// other JSON, or text. Nothing is kept.
func (p *Proxy) Explain(ctx context.Context, payload []byte) ([]Explained, error) {
	if p.guard() == nil {
		return nil, nil
	}
	g := p.guard().throwAway()
	value, x := bytes.TrimSpace(payload), dataShape
	switch {
	case !valid(value):
		value = append([]byte(`{"content":[{"type":"text","text":`), appendString(nil, string(payload))...)
		value, x = append(value, "}]}"...), callShape
	case !memberAt(value, "result").empty():
		at := memberAt(value, "result")
		value, x = value[at.start:at.end], callShape
	case !memberAt(value, "content").empty():
		x = callShape
	case !memberAt(value, "contents").empty():
		x = readShape
	}
	out, err := g.toModel(ctx, "explain", x, value, nil)
	if err != nil {
		return nil, err
	}
	var all []Explained
	for _, pair := range g.m.Pairs(0) {
		all = append(all, Explained{pair.Entity, cloak.Mask(pair.Entity, string(pair.Surface)), pair.StandIn, max(1, bytes.Count(out, []byte(pair.StandIn)))})
	}
	return all, nil
}

// A DoctorReport is what one upstream showed when it was started.
type DoctorReport struct {
	Upstream string
	Err      error // why it does not run
	Server   string
	Version  string   // of the protocol
	Tools    []string // as the client sees them
	Held     []string // those in quarantine, by the upstream's own names
}

// Doctor starts each upstream, lists its tools and stops it. Reports come in the order of
// the upstreams' names.
func (p *Proxy) Doctor(ctx context.Context, report func(DoctorReport)) {
	for _, name := range keysOf(p.cfg().Upstreams) {
		report(p.examine(ctx, name))
	}
}

// examine is a session of its own with one upstream.
func (p *Proxy) examine(ctx context.Context, name string) DoctorReport {
	r := DoctorReport{Upstream: name}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := p.session(ctx, nil)
	s.hello = &hello{version: versions[len(versions)-1]}
	s.began = true
	l := s.set.Load().byName[name]
	defer func() {
		cancel()
		l.close()
		s.group.Wait()
	}()
	if r.Err = l.up(ctx); r.Err != nil {
		return r
	}
	l.mu.Lock()
	r.Server, r.Version = l.about.server, l.about.version
	l.mu.Unlock()
	row := rowOf("tools/list", fromClient, false)
	if !l.has(row) {
		return r
	}
	const most = 100 // pages
	params := []byte("{}")
	for range most {
		pg := s.page(ctx, nil, l, row, params)
		if pg.err != nil {
			r.Err = pg.err
			return r
		}
		at := memberAt(pg.result, "tools")
		_ = elements(pg.result[at.start:at.end], func(v span) bool {
			r.Tools = append(r.Tools, stringIn(pg.result[at.start+v.start:at.start+v.end], "name"))
			return true
		})
		if pg.next == "" {
			break
		}
		params = append(append([]byte(`{"cursor":`), appendString(nil, pg.next)...), '}')
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, tool := range keysOf(l.pinned) {
		if !l.pinned[tool] {
			r.Held = append(r.Held, tool)
		}
	}
	return r
}
