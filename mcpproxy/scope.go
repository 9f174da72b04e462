package mcpproxy

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/format"
)

// A scope says to which upstream the value of which other may go.
type scope struct {
	own   bool                // token_scope: upstream
	allow map[string][]string // from whom to whom, beside itself
	trust map[string]string   // of upstreams
}

// permits reports whether a value of origins may go to an upstream, and whether it is that
// upstream's own.
func (x *scope) permits(origins []string, to string) (ok, own bool) {
	if slices.Contains(origins, to) {
		return true, true
	}
	for _, from := range origins {
		if slices.Contains(x.allow[from], to) || slices.Contains(x.allow[from], "*") {
			return true, false
		}
	}
	return !x.own && x.trust[to] != TrustUntrusted, false
}

// tokenForm is a token as the engine writes it, with its entity.
var tokenForm = regexp.MustCompile(`\[([A-Z][A-Z0-9_]{0,63})_(?:0|[1-9][0-9]{0,8})(?:\.[1-9][0-9]{0,8})?\]`)

// toUpstream is a value of the client as an upstream gets it: with the originals of the
// stand-ins that it may have.
func (g *guard) toUpstream(ctx context.Context, to string, value []byte) ([]byte, error) {
	return g.toTool(ctx, to, nil, value)
}

// toTool is toUpstream for the arguments of a tool, which may have less than its upstream; nil:
// as much.
func (g *guard) toTool(ctx context.Context, to string, tool *permit, value []byte) ([]byte, error) {
	d := format.Document{Text: asString(value), Format: jsonFormat}
	n, err := g.admit(ctx, to, tool, d)
	if err != nil {
		return nil, err
	}
	if g.block {
		if err := g.written(ctx, to, d); err != nil {
			return nil, err
		}
	}
	text, _ := format.Restore(g.m, d, cloak.RestoreOptions{})
	observedIn(ctx).gave(n)
	tallyIn(ctx).do(func(p *Passage) { p.Restored += n })
	return asBytes(text), nil
}

// toAsker is what was answered to an upstream's own question, with its own values alone. The
// rest stays stand-ins, and is counted.
func (g *guard) toAsker(ctx context.Context, to string, value []byte) []byte {
	d := format.Document{Text: asString(value), Format: jsonFormat}
	kept, restored := 0, 0
	format.Standing(g.m, d, func(_ *format.Scalar, _ cloak.Span, ps []cloak.Place) bool {
		for _, p := range ps {
			if pair, _ := g.m.Pair(p.Seq); !slices.Contains(pair.Origins, to) {
				kept++
			} else {
				restored++
			}
		}
		return true
	})
	tallyIn(ctx).do(func(p *Passage) { p.Kept, p.Restored = p.Kept+kept, p.Restored+restored })
	if kept > 0 {
		g.counts.do(func(c *Counters) { c.Kept += kept })
		g.log.Info("stand-ins of others stay in what an upstream has asked for", "to", to, "values", kept)
	}
	text, _ := format.Restore(g.m, d, cloak.RestoreOptions{Origin: to})
	return asBytes(text)
}

// admit looks at the stand-ins of d, live ones, of which it tells how many there are, and others.
func (g *guard) admit(ctx context.Context, to string, tool *permit, d format.Document) (live int, err error) {
	foreign := map[cloak.Entity]int{}
	format.Standing(g.m, d, func(s *format.Scalar, at cloak.Span, ps []cloak.Place) bool {
		for _, p := range ps {
			pair, _ := g.m.Pair(p.Seq)
			ok, own := g.scope.permits(pair.Origins, to)
			if !ok {
				err = &ShieldError{Code: codeInvalidParams, Why: fmt.Sprintf(
					"%s stands for a value of %s, and may not go to %s (token_scope, allow, trust)", pair.StandIn, strings.Join(pair.Origins, ", "), to), reason: RefusedScope}
				return false
			}
			if err = tool.refuses(at, &pair); err != nil {
				return false
			}
			if live++; !own {
				foreign[pair.Entity]++
			}
		}
		if !g.unbound {
			if token := g.unresolved(s.Text, ps); token != "" {
				err = &ShieldError{Code: codeInvalidParams, Why: fmt.Sprintf(
					"%s stands for nothing in this session: read the value again, or set unresolved: pass to send such text as it is", token), reason: RefusedUnresolved}
			}
		}
		return err == nil
	})
	if err == nil && len(foreign) > 0 {
		n := 0
		for _, k := range foreign {
			n += k
		}
		g.counts.crossed(n)
		tallyIn(ctx).do(func(p *Passage) { p.Crossed += n })
		g.log.Info("values of one upstream go to another (token_scope: session)", "to", to, "values", n)
	}
	return live, err
}

// unresolved is the first token of an enabled entity that is not live.
func (g *guard) unresolved(text string, live []cloak.Place) string {
	if strings.IndexByte(text, '[') < 0 {
		return ""
	}
	for _, x := range tokenForm.FindAllStringSubmatchIndex(text, -1) {
		if !g.entities[cloak.Entity(text[x[2]:x[3]])] {
			continue
		}
		if !slices.ContainsFunc(live, func(p cloak.Place) bool { return p.Start < x[1] && x[0] < p.End }) {
			return text[x[0]:x[1]]
		}
	}
	return ""
}

// report tells of values that the model has written itself, once they are on their way.
func (g *guard) report(ctx context.Context, to string, value []byte) {
	if !g.block {
		_ = g.written(ctx, to, format.Document{Text: asString(value), Format: jsonFormat})
	}
}

// answers sees to values in what an upstream has asked for. A person knows what it types, and to
// whom: that is counted. A model writes them as it does in a call, and where that blocks so does
// this.
func (g *guard) answers(ctx context.Context, to, asked string, value []byte) error {
	d := format.Document{Text: asString(value), Format: jsonFormat}
	if asked != "elicitation/create" {
		return g.written(ctx, to, d)
	}
	fs, err := format.Find(ctx, g.wire, d)
	if err == nil && len(fs) > 0 {
		g.counts.typed(fs)
		tallyIn(ctx).do(func(p *Passage) { count(&p.Typed, fs) })
		g.log.Info("a person has answered with values: they are sent as they are", "to", to, "values", len(fs), "entities", entitiesOf(fs))
	}
	return nil
}

// written looks for values that the model has written itself.
func (g *guard) written(ctx context.Context, to string, d format.Document) error {
	fs, err := format.Find(ctx, g.wire, d)
	if err != nil || len(fs) == 0 {
		return err
	}
	g.counts.modelWrote(fs)
	tallyIn(ctx).do(func(p *Passage) { count(&p.ModelWrote, fs) })
	if g.block {
		return &ShieldError{Code: codeInvalidParams, Why: fmt.Sprintf(
			"it holds %d values that stand for nothing (%s): they are sent only as stand-ins (model_values: block)", len(fs), entitiesOf(fs)), reason: RefusedModel}
	}
	g.log.Warn("the model has written values itself: they are sent as they are (model_values: report)", "to", to, "values", len(fs), "entities", entitiesOf(fs))
	return nil
}

func entitiesOf(fs []cloak.Finding) string {
	var names []string
	for _, f := range fs {
		if !slices.Contains(names, string(f.Entity)) {
			names = append(names, string(f.Entity))
		}
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}

// real is a URI as its upstream has it. Whether it may go there is decided by toUpstream.
func (g *guard) real(uri string) string {
	text, _ := format.Restore(g.m, format.Document{Text: asString(appendString(nil, uri)), Format: jsonFormat}, cloak.RestoreOptions{})
	s, ok := stringAt([]byte(text))
	if !ok {
		return uri
	}
	return s
}
