package main

import (
	"context"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed-052fbf24/cloak/cloak"
)

// bug-cases.jsonl: texts after public bug reports of other tools. Most say what
// must go and what must stay; those about restoring bring a mapping and a reply,
// or several messages of one conversation, and run through the engine's mapping.
type bugCases []bugCase

type bugCase struct {
	ID, Kind, Text string
	Redact, Keep   []string
	Mapping        map[string]string // stand-in to value
	Reply          string            // prose that was answered
	Args           string            `json:"tool_args"` // JSON that was answered
	Messages       []string
	Want           string
}

func loadBugCases(dir string) (corpus, error) {
	cs, err := jsonLines[bugCase](filepath.Join(dir, "bug-cases.jsonl"))
	return bugCases(cs), err
}

func (cs bugCases) texts() (all []string) {
	for _, c := range cs {
		all = append(all, c.Text)
	}
	return all
}

// plain reports whether a case is a text alone.
func (c *bugCase) plain() bool { return c.Text != "" && len(c.Redact)+len(c.Keep) > 0 }

func (c *bugCase) right(a answer) bool {
	for _, v := range c.Redact {
		if strings.Contains(a.out, v) {
			return false
		}
	}
	for _, k := range c.Keep {
		if !strings.Contains(a.out, k) {
			return false
		}
	}
	return true
}

func (cs bugCases) score(r *report, as []answer) {
	var plain, restore, names ratio
	for i := range cs {
		c := &cs[i]
		ok := true
		if c.plain() {
			ok = c.right(as[i])
			plain.add(ok)
			if !ok {
				r.miss(c.Kind, c.ID, "something is left, or a neighbour is gone", excerpt(c.Text)+" -> "+excerpt(as[i].out))
			}
		}
		if c.Kind != "restore" {
			continue
		}
		o, err := newOurs()
		if err != nil {
			r.miss(c.Kind, c.ID, err.Error(), "")
			return
		}
		if len(c.Messages) > 0 {
			mails, people := c.conversation(o.engine)
			restore.add(mails)
			names.add(people)
			if !mails || !people {
				r.miss(c.Kind, c.ID, "mail or names do not stay apart", excerpt(strings.Join(c.Messages, " | ")))
			}
			continue
		}
		ok = c.restores(as[i])
		restore.add(ok)
		if !ok {
			r.miss(c.Kind, c.ID, "does not restore as it should", excerpt(c.Text+c.Reply+c.Args))
		}
	}
	t := table{Head: []string{"right"}, Note: "a conversation of people counts once for their mail and once, apart, for their names"}
	t.row("what must go is gone, what must stay stays", plain)
	t.row("restoring: no names needed", restore)
	t.row("restoring: names (PERSON)", names)
	r.Tables = append(r.Tables, t)
	r.headline("right", plain)
}

// restores runs a case about restoring that is one text or one reply.
func (c *bugCase) restores(a answer) bool {
	if c.Mapping == nil {
		return a.err == "" && c.right(a) && (!json.Valid([]byte(c.Text)) || json.Valid([]byte(a.out)))
	}
	m, err := c.mapping()
	if err != nil {
		return false
	}
	if c.Args != "" {
		out, _ := m.Restore(c.Args, cloak.RestoreOptions{Encode: cloak.Chain(cloak.JSONString)})
		return out == c.Want
	}
	out, _ := m.Restore(c.Reply, cloak.RestoreOptions{})
	return out == c.Want
}

// mapping has the pairs that the case gives: [HOST_10] is number 10 of HOST.
func (c *bugCase) mapping() (*cloak.Mapping, error) {
	s := cloak.Snapshot{Next: map[cloak.Entity]int{}}
	var tokens []string
	for token := range c.Mapping {
		tokens = append(tokens, token)
	}
	slices.Sort(tokens)
	for i, token := range tokens {
		name, _, _ := strings.Cut(strings.Trim(token, "[]"), "_")
		value := cloak.Original(c.Mapping[token])
		s.Pairs = append(s.Pairs, cloak.Pair{
			Entity: cloak.Entity(name), Detector: "case", Canonical: value, Surface: value, StandIn: token, Origins: []string{""}, Seq: i,
		})
		s.Next[cloak.Entity(name)] = 100
	}
	return cloak.NewMapping(s)
}

// conversation sanitizes the messages on one mapping. Mail is right when each
// address has a stand-in of its own that restores to it; names are, when as many
// people have one.
func (c *bugCase) conversation(e *cloak.Engine) (mails, people bool) {
	m, err := cloak.NewMapping(cloak.Snapshot{})
	if err != nil {
		return false, false
	}
	mails, people = true, true
	for _, text := range c.Messages {
		out, fs, err := e.Sanitize(context.Background(), m, text, cloak.Source{})
		if err != nil {
			return false, false
		}
		back, _ := m.Restore(out, cloak.RestoreOptions{})
		has := func(entity cloak.Entity) bool {
			return slices.ContainsFunc(fs, func(f cloak.Finding) bool { return f.Entity == entity })
		}
		mails = mails && back == text && has(cloak.Email)
		people = people && back == text && has("PERSON")
	}
	distinct := map[string]bool{}
	for _, p := range m.Pairs(0) {
		distinct[p.StandIn] = true
	}
	return mails && len(distinct) == m.Len(), people && len(distinct) == m.Len()
}
