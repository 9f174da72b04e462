package mcpproxy

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/seed-052fbf24/cloak/cloak"
)

// A tool of an upstream may be given less than its upstream: values at some of its arguments,
// of some entities, and not all that a model knows in one call. What is forbidden refuses the
// call. To leave the stand-in where it is would write it to a real system.

// A restoreRule is what one entry of an upstream's restore says.
type restoreRule struct {
	config    RestoreConfig
	arguments [][]string // as argumentPath has them
	entities  []cloak.Entity
}

// restoreRules are those of all upstreams, by the upstream and what the entry is for: the name
// of a tool, or a pattern.
type restoreRules map[string]map[string]*restoreRule

func newRestoreRules(c *Config) restoreRules {
	all := restoreRules{}
	for name, u := range c.Upstreams {
		if len(u.Restore) == 0 {
			continue
		}
		all[name] = map[string]*restoreRule{}
		for tool, x := range u.Restore {
			r := &restoreRule{config: x}
			for _, a := range x.Arguments {
				steps, _ := argumentPath(a) // it has been checked
				r.arguments = append(r.arguments, steps)
			}
			for _, e := range x.Entities {
				r.entities = append(r.entities, entityOf(e))
			}
			all[name][tool] = r
		}
	}
	return all
}

// of are the rules for a tool: that of its name, else that of the longest pattern; of patterns
// that are as long, each.
func (x restoreRules) of(upstream, tool string) (rules []*restoreRule) {
	all := x[upstream]
	if r := all[tool]; r != nil {
		return []*restoreRule{r}
	}
	longest := 0
	for _, p := range slices.Sorted(maps.Keys(all)) {
		if len(p) < longest || !covers(p, tool) {
			continue
		}
		if len(p) > longest {
			longest, rules = len(p), nil
		}
		rules = append(rules, all[p])
	}
	return rules
}

// covers reports whether a pattern is for a tool. Here * goes over a slash, too: what forbids
// must not miss a tool for how it is called.
func covers(pattern, tool string) bool {
	const other = "\x00" // no pattern has it
	ok, err := path.Match(strings.ReplaceAll(pattern, "/", other), strings.ReplaceAll(tool, "/", other))
	return ok && err == nil
}

// argumentPath reads where in arguments something stands, as skip positions are written:
// a.b, list[].c. A step of it is a name, or [] for each element.
func argumentPath(s string) (steps []string, ok bool) {
	for part := range strings.SplitSeq(s, ".") {
		name := strings.TrimRight(part, "[]")
		lists := part[len(name):]
		if name == "" || strings.ContainsAny(name, "[]") || strings.ReplaceAll(lists, "[]", "") != "" {
			return nil, false
		}
		steps = append(steps, name)
		for range len(lists) / 2 {
			steps = append(steps, "[]")
		}
	}
	return steps, true
}

// A permit is what the rules for a tool let one call of it have restored.
type permit struct {
	tool  string // as the model knows it
	rules []*restoreRule
	open  [][]cloak.Span // by rule, where its arguments are: apart, ascending
	seen  map[int]bool   // stand-ins of the call
}

// newPermit is nil where no rule is.
func newPermit(tool string, rules []*restoreRule, arguments []byte) *permit {
	if len(rules) == 0 {
		return nil
	}
	x := &permit{tool: tool, rules: rules, seen: map[int]bool{}}
	for _, r := range rules {
		x.open = append(x.open, r.spans(arguments))
	}
	return x
}

// spans are where in arguments the rule's are.
func (r *restoreRule) spans(arguments []byte) (all []cloak.Span) {
	w := walk{raw: arguments}
	var find func(v span, steps []string)
	find = func(v span, steps []string) {
		switch {
		case len(steps) == 0:
			all = append(all, cloak.Span{Start: v.start, End: v.end})
		case steps[0] == "[]":
			w.array(v, func(v span) { find(v, steps[1:]) })
		default:
			w.object(v, func(name string, v span) {
				if name == steps[0] {
					find(v, steps[1:])
				}
			})
		}
	}
	for _, steps := range r.arguments {
		find(span{0, len(arguments)}, steps)
	}
	slices.SortFunc(all, func(a, b cloak.Span) int { return cmp.Or(a.Start-b.Start, b.End-a.End) })
	apart := all[:0]
	for _, x := range all { // values stand in each other, or apart
		if len(apart) == 0 || x.Start >= apart[len(apart)-1].End {
			apart = append(apart, x)
		}
	}
	return apart
}

// refuses says why a stand-in that stands somewhere in the arguments may not be restored there.
func (x *permit) refuses(at cloak.Span, pair *cloak.Pair) error {
	if x == nil {
		return nil
	}
	x.seen[pair.Seq] = true
	for i, r := range x.rules {
		switch c := &r.config; {
		case c.Arguments != nil && !liesIn(x.open[i], at):
			return x.refusal("%s may not be restored where it stands in a call of %s (restore: arguments has %s)", pair, listed(c.Arguments))
		case c.Entities != nil && !slices.Contains(r.entities, pair.Entity):
			return x.refusal("%s may not be restored in a call of %s (restore: entities has %s)", pair, listed(r.entities))
		case c.Max > 0 && len(x.seen) > c.Max:
			return x.refusal("%s is one too many in a call of %s (restore: max is %s different ones)", pair, strconv.Itoa(c.Max))
		}
	}
	return nil
}

func (x *permit) refusal(format string, pair *cloak.Pair, has string) error {
	return &ShieldError{Code: codeInvalidParams, Why: fmt.Sprintf(format, pair.StandIn, x.tool, has), reason: RefusedRestore}
}

// liesIn reports whether at lies in one of the spans, which are apart, and ascend.
func liesIn(spans []cloak.Span, at cloak.Span) bool {
	k := sort.Search(len(spans), func(k int) bool { return spans[k].End >= at.End })
	return k < len(spans) && spans[k].Start <= at.Start
}

// listed is a list as an error has it.
func listed[S ~string](all []S) string {
	if len(all) == 0 {
		return "none"
	}
	names := make([]string, len(all))
	for i, x := range all {
		names[i] = string(x)
	}
	return strings.Join(names, ", ")
}

// checkRestore looks at what upstreams say of their tools. It asks for the entities that there
// are, with those of terms and patterns.
func (c *Config) checkRestore() error {
	for _, name := range slices.Sorted(maps.Keys(c.Upstreams)) {
		u := c.Upstreams[name]
		for _, tool := range slices.Sorted(maps.Keys(u.Restore)) {
			at := under(under("upstreams", name)+".restore", tool)
			if _, err := path.Match(tool, ""); err != nil || tool == "" {
				return bad(at, wantedTool)
			}
			if !strings.ContainsAny(tool, `*?[\`) && !u.Tools.permits(tool) {
				return bad(at, "the tool is not allowed, so nothing is restored for it")
			}
			if err := c.checkRule(u.Restore[tool], at); err != nil {
				return err
			}
		}
	}
	return nil
}

// maxRestored bounds what max can say.
const maxRestored = 1 << 20

func (c *Config) checkRule(x RestoreConfig, at string) error {
	for i, a := range x.Arguments {
		if _, ok := argumentPath(a); !ok {
			return bad(fmt.Sprintf("%s.arguments[%d]", at, i), "where in the arguments is wanted: to, address.city, or cc[] for what is in a list")
		}
	}
	if x.Max < 0 || x.Max > maxRestored {
		return bad(at+".max", "it goes from 1 to %d", maxRestored)
	}
	if len(x.Entities) == 0 {
		return nil
	}
	known, err := c.knownEntities()
	if err != nil {
		return err
	}
	for i, name := range x.Entities {
		if e := entityOf(name); !slices.Contains(known, e) {
			return unknownEntity(fmt.Sprintf("%s.entities[%d]", at, i), e, known)
		}
	}
	return nil
}

// knownEntities are those that a stand-in may be of.
func (c *Config) knownEntities() ([]cloak.Entity, error) {
	known := []cloak.Entity{cloak.Custom, cloak.Literal}
	builtin := cloak.Builtin()
	for i := range builtin {
		known = append(known, builtin[i].Entity)
	}
	terms, err := c.Terms.terms()
	if err != nil {
		return nil, err
	}
	for _, t := range terms {
		known = append(known, t.Entity)
	}
	patterns, err := c.Detection.CustomPatterns.patterns()
	if err != nil {
		return nil, err
	}
	for _, p := range patterns {
		known = append(known, p.Entity)
	}
	return slices.DeleteFunc(known, func(e cloak.Entity) bool { return e == "" }), nil
}
