package main

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// rule-examples: what four scanners for secrets test their rules with. The data
// has the text and whether its rule must hit, not where the secret is. So secrets
// are presumed: the tokens of a text that look drawn at random. An example is
// found when a credential is reported in it, and whole when one of those tokens is
// gone and none is left in part. Most texts have one; where there are two, an
// identifier often stands beside its secret, and may stay.
type rules []ruleExample

type ruleExample struct{ File, Rule, Label, Text string }

func loadRules(name string) func(string) (corpus, error) {
	return func(dir string) (corpus, error) {
		rs, err := jsonLines[ruleExample](filepath.Join(dir, name+".jsonl"))
		return rules(rs), err
	}
}

func (rs rules) texts() (all []string) {
	for _, r := range rs {
		all = append(all, r.Text)
	}
	return all
}

var token = regexp.MustCompile(`[A-Za-z0-9_+/.~-]{10,}`)

// presumed are the tokens that look drawn at random. Of a URL it is the elements
// of its path; its host is none.
func presumed(text string) (secrets []span) {
	for _, m := range token.FindAllStringIndex(text, -1) {
		s := span{start: m[0], end: m[1]}
		if strings.HasPrefix(s.of(text), "//") {
			for _, e := range elements(text, s)[1:] {
				if random(e.of(text)) {
					secrets = append(secrets, e)
				}
			}
		} else if random(s.of(text)) && (s.start == 0 || text[s.start-1] != '@') {
			secrets = append(secrets, s)
		}
	}
	return secrets
}

// elements are the host and the path's elements of what follows a scheme.
func elements(text string, s span) (all []span) {
	at := s.start + 2
	for e := range strings.SplitSeq(text[at:s.end], "/") {
		all = append(all, span{start: at, end: at + len(e)})
		at += len(e) + 1
	}
	return all
}

// sample reports whether a positive holds no secret but a placeholder for one.
func (e *ruleExample) sample() bool {
	for _, s := range presumed(e.Text) {
		if !placeholder(s.of(e.Text)) {
			return false
		}
	}
	return slices.ContainsFunc(token.FindAllString(e.Text, -1), func(t string) bool {
		return placeholder(t) && !strings.Contains(t, ".") // no host
	})
}

// random reports whether some stretch of letters and digits of t mixes both, or
// both cases, as words and names seldom do.
func random(t string) bool {
	if strings.Count(t, "/") > 1 && strings.Count(t, "/")*12 > len(t) {
		return false
	}
	for _, part := range strings.FieldsFunc(t, func(r rune) bool { return strings.ContainsRune("_+/.~-", r) }) {
		var digits, upper, lower, turns int
		last := rune(0)
		for _, r := range part {
			k := 'a'
			switch {
			case r >= '0' && r <= '9':
				digits++
				k = '0'
			case r >= 'A' && r <= 'Z':
				upper++
				k = 'A'
			default:
				lower++
			}
			if last != 0 && k != last {
				turns++
			}
			last = k
		}
		if len(part) >= 10 && digits > 0 && upper+lower > 0 && turns >= 3 {
			return true
		}
	}
	return false
}

func (e *ruleExample) positive() bool { return e.Label == "positive" }

// assigned is a key for a secret with a value behind it.
var assigned = regexp.MustCompile(`(?i)(?:password|passwd|pwd|secret|token|api[_-]?key|access[_-]?key|credential|auth[_-]?key|client[_-]?key|(?:license|stream|service|deploy|sdk)[_-]?key)[A-Z0-9_]*["']?\s*(?:=>|[:=])\s*["']?[^\s"'$<{(\[][^\s"']{5,}|(?i:authorization: *(?:basic|bearer|token)) [A-Za-z0-9]|://[^/\s:@]*:[^/\s:@$]+@|\s-u '?[a-z]+:[^$]`)

// other reports whether a negative holds a credential all the same: its rule
// does not want it, being cut short, another vendor's or of an older form, but
// who pastes it would want it gone.
func (e *ruleExample) other() bool { return namesVendor("", e.Text) || assigned.MatchString(e.Text) }

// bare reports whether a positive has nothing in it that could be a secret: the
// data was cut out of source code, and some positives are a rule's keyword, the
// beginning of an example whose rest was made at run time, or a host alone.
func (e *ruleExample) bare() bool {
	return len(e.Text) < 16 || !strings.ContainsAny(e.Text, "0123456789=:") || !strings.ContainsAny(e.Text, " =") && len(presumed(e.Text)) == 0
}

func (rs rules) score(r *report, as []answer) {
	var found, clean, vendor, vendorClean, negatives, innocent, plain, bare ratio
	byRule := map[string]*ratio{}
	for i := range rs {
		e := &rs[i]
		id := fmt.Sprintf("%s#%d", e.Rule, i)
		hit := reportsSecret(as[i], e.Text)
		if !e.positive() {
			negatives.add(hit)
			group := "negative"
			if !e.other() {
				innocent.add(hit)
				if !disputed(r.Corpus, id) {
					plain.add(hit)
				}
				group = "innocent negative"
			} else if hit {
				r.Disputed++
			}
			if hit {
				r.miss(group, id, "reported", excerpt(e.Text)+" -> "+excerpt(as[i].out))
			}
			continue
		}
		if e.sample() {
			r.Reserved.add(!hit)
			if hit {
				r.miss("placeholder", id, "reported", excerpt(e.Text)+" -> "+excerpt(as[i].out))
			}
			continue
		}
		ok := hit && leavesNothing(e.Text, as[i].out)
		found.add(hit)
		clean.add(ok)
		if e.bare() {
			bare.add(hit)
			if !hit {
				r.Disputed++
			}
		}
		if byRule[e.Rule] == nil {
			byRule[e.Rule] = &ratio{}
		}
		byRule[e.Rule].add(ok)
		group := "positive"
		if namesVendor(e.Rule, e.Text) {
			vendor.add(hit)
			vendorClean.add(ok)
			group = "vendor"
		}
		switch {
		case !hit:
			r.miss(group, id, "missed", excerpt(e.Text))
		case !ok:
			r.miss(group, id, "some is left", excerpt(e.Text)+" -> "+excerpt(as[i].out))
		}
	}
	t := table{
		Head: []string{"reported", "whole secret gone"},
		Note: "the data does not say where the secret is: tokens that look drawn at random are presumed to be it. A negative is one for its own rule: many hold another vendor's key, or one cut short; those, and positives without a secret in them, are counted as disputed",
	}
	t.row("positives", found, clean)
	t.row("of these, shapes that name a vendor", vendor, vendorClean)
	t.row("of these, a keyword, a fragment or a host", bare, "")
	t.row("negatives", negatives, "")
	t.row("of these, with no credential of another kind in them", innocent, "")
	t.row("of these, without those that disputed.go says hold one", plain, "")
	none := 0
	for _, n := range byRule {
		if n.N == 0 {
			none++
		}
	}
	t.row("rules with no example whole", ratio{none, len(byRule)}, "")
	r.Tables = append(r.Tables, t)
	r.headline("positives, whole secret gone", clean)
	r.headline("shapes that name a vendor, whole secret gone", vendorClean)
	r.headline("negatives with no credential in them, reported", innocent)
}

// reportsSecret reports whether a credential was reported. A peer that does not
// tell what it found is asked whether it changed anything.
func reportsSecret(a answer, text string) bool {
	if a.found == nil {
		return a.out != text
	}
	for _, f := range a.found {
		if secretEntity(f.entity) {
			return true
		}
	}
	return false
}

// leavesNothing reports whether of the presumed secrets of a text one is gone and
// none is left in part.
func leavesNothing(text, out string) bool {
	secrets := presumed(text)
	one := len(secrets) == 0
	for _, s := range secrets {
		switch {
		case gone(text, s, out):
			one = true
		case !strings.Contains(out, s.of(text)):
			return false
		}
	}
	return one
}
