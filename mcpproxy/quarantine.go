package mcpproxy

import (
	"fmt"
	"maps"
)

// Definitions of tools are compared with their pins on each list, whoever has asked for it. In
// quarantine a tool is neither shown nor called: a model that has not read what it says now
// would call it for what it was.

// pin compares a list of tools, one page of it, with the pins. It returns the tools that may be
// shown; nil: all.
func (s *session) pin(l *link, result []byte) (shown map[string]bool, err error) {
	p := s.p.pins()
	if p == nil {
		return nil, nil
	}
	var all []definition
	lists := 0
	_ = members(result, func(name string, _, v span) bool {
		if name != "tools" {
			return true
		}
		lists++
		_ = elements(result[v.start:v.end], func(x span) bool {
			raw := result[v.start+x.start : v.start+x.end]
			at := memberAt(raw, "name")
			if tool, ok := stringAt(raw[at.start:at.end]); ok && s.p.names().permits(l.name, tool) {
				all = append(all, definition{tool, definitionHash(raw)})
			}
			return true
		})
		return true
	})
	if lists > 1 && p.quarantine {
		return nil, withheld("a list has its tools twice: which of the two counts, nobody knows")
	}
	v, err := p.check(l.name, all)
	if err != nil {
		return nil, withheld("the definitions of tools cannot be compared with their pins: %v", err)
	}
	s.tellOf(l, v)
	if !p.quarantine {
		return nil, nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.pinned == nil {
		l.pinned = map[string]bool{}
	}
	maps.Copy(l.pinned, v.shown)
	return v.shown, nil
}

// tellOf tells of tools that are not as they were, and of new ones.
func (s *session) tellOf(l *link, v verdict) {
	what := "the definition of a tool has changed: see what it says now (definitions: report)"
	if s.p.pins().quarantine {
		what = "the definition of a tool has changed: it is in quarantine until cloak-gateway accept (definitions: quarantine)"
	}
	for _, d := range v.changed {
		s.p.counts.changed(l.name)
		s.p.log.Warn(what, "upstream", l.name, "tool", s.toolInLog(d.tool))
	}
	if v.known && v.fresh > 0 {
		s.p.log.Info("an upstream has tools that it had not: their definitions are pinned", "upstream", l.name, "tools", v.fresh)
	}
}

// toolInLog is a tool's name, unless it may be a value: an upstream can call one as it likes.
func (s *session) toolInLog(name string) string {
	const hidden = "(a name that is not shown)"
	if !isToolName(name) {
		return hidden
	}
	if g := s.p.guard(); g != nil {
		if fs, err := g.engine.Find(s.ctx, name); err != nil || len(fs) > 0 {
			return hidden
		}
	}
	return name
}

// quarantined says why a tool is not called. Lists are asked for it first, and again if it was
// accepted meanwhile.
func (s *session) quarantined(l *link, f *forwarded) error {
	p := s.p.pins()
	if p == nil || !p.quarantine || f.shown == "" {
		return nil
	}
	look := func() (ok, is, listed bool) {
		l.mu.Lock()
		defer l.mu.Unlock()
		ok, is = l.pinned[f.tool]
		return ok, is, l.listed
	}
	ok, is, listed := look()
	again := !listed
	if is && !ok {
		has, err := p.has(l.name, f.tool)
		if err != nil {
			return withheld("the definitions of tools cannot be compared with their pins: %v", err)
		}
		again = again || !has
	}
	if again {
		s.learn(l, rowOf("tools/list", fromClient, false))
		ok, is, listed = look()
	}
	switch {
	case !listed:
		return withheld("%s does not list its tools, and none is called before (definitions: quarantine)", l.name)
	case !is:
		return &ShieldError{Code: codeInvalidParams, Why: fmt.Sprintf("%s is in no list of %s that can be pinned, and is not called (definitions: quarantine)", f.shown, l.name)}
	case !ok:
		accept := "cloak-gateway accept " + l.name
		if isToolName(f.tool) && f.tool[0] != '-' { // people may paste it
			accept += " " + f.tool
		}
		return &ShieldError{Code: codeInvalidParams, Why: fmt.Sprintf(
			"the definition of %s has changed since it was first listed: it is not called until the person has looked at it, and accepts it with %s (definitions: quarantine)", f.shown, accept)}
	}
	return nil
}
