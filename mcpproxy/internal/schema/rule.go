package schema

import (
	"math"
	"slices"
	"unicode/utf8"
)

// A rule is a schema within a schema. The nil rule is true: it admits everything.
type rule struct {
	types kinds // 0: any
	whole bool  // integer, and not number, is among the types
	lists lists

	// Of strings.
	minLength, maxLength float64 // code points
	format               func(string) bool
	pattern              *pattern

	// Of numbers.
	atLeast, atMost, above, below float64
	multipleOf                    float64
	numberFormat                  func(*scalar) bool

	// In the same place.
	allOf, anyOf, oneOf   []*rule // a $ref is one of allOf
	not                   *rule
	negated               bool // there is a not
	cond, then, otherwise *rule

	// Of what objects and arrays hold.
	properties map[string]*rule
	byPattern  []namePattern
	additional *rule
	required   map[string]bool
	prefix     []*rule
	items      *rule

	reach [2]reach // of strings and numbers
}

// kinds is a set of kinds.
type kinds uint8

func (s kinds) has(k kind) bool { return s&(1<<k) != 0 }

const allKinds kinds = 1<<(object+1) - 1

type namePattern struct {
	pattern *pattern
	rule    *rule
}

// A list is an enum, or a const with one value.
type list struct {
	scalars []scalar
	others  kinds // objects and arrays among it
}

type lists []list

func (l list) contains(j *judge, v *scalar) bool {
	j.work -= len(l.scalars) / 8
	return slices.ContainsFunc(l.scalars, func(s scalar) bool { return s.equal(v) })
}

// holds judges an object or array, which is not compared.
func (ls lists) holds(k kind) verdict {
	for _, l := range ls {
		if !l.others.has(k) {
			return no
		}
	}
	return unknown
}

func (r *rule) listed(j *judge, v *scalar) verdict {
	for _, l := range r.lists {
		if !l.contains(j, v) {
			return no
		}
	}
	return yes
}

func (r *rule) admits(k kind, integer bool) bool {
	return r.types == 0 || r.types.has(k) && (k != number || !r.whole || integer)
}

func (r *rule) looksInside(k kind) bool {
	if k == array {
		return r.prefix != nil || r.items != nil
	}
	return r.properties != nil || r.byPattern != nil || r.additional != nil || r.required != nil
}

// composed reports whether judging a scalar by r needs more than its own bounds.
func (r *rule) composed() bool {
	return r.lists != nil || r.allOf != nil || r.anyOf != nil || r.oneOf != nil || r.negated || r.cond != nil
}

// string judges by the keywords for strings.
func (r *rule) string(j *judge, s string) verdict {
	if r.minLength > 0 || r.maxLength < math.Inf(1) {
		j.work -= len(s) / 16
		if n := float64(utf8.RuneCountInString(s)); n < r.minLength || n > r.maxLength {
			return no
		}
	}
	t := yes
	if r.format != nil {
		j.work -= 4 * len(s)
		if len(s) > maxChecked {
			t = unknown
		} else if !r.format(s) {
			return no
		}
	}
	if r.pattern != nil {
		t = min(t, r.pattern.match(j, s))
	}
	return t
}

// number judges by the keywords for numbers, with the arithmetic of clients.
func (r *rule) number(v *scalar) bool {
	n := v.num
	if math.IsInf(n, 0) || n < r.atLeast || n > r.atMost || n <= r.above || n >= r.below {
		return false
	}
	// A client's parseInt reads no integer of 1e21 and more.
	if q := n / r.multipleOf; r.multipleOf > 0 && (q != math.Trunc(q) || math.Abs(q) >= 1e21) {
		return false
	}
	return r.numberFormat == nil || r.numberFormat(v)
}

// A reach is how much of a kind a rule admits.
type reach uint8

const (
	unsure  reach = iota // not worked out yet
	nothing              // none
	part                 // it depends on the value
	all
)

// constrains reports whether a scalar of kind k cannot be replaced by any other: for a
// number, by any string either.
func (r *rule) constrains(k kind) bool {
	ofText, ofNumber := r.reach[0], r.reach[1]
	if k == text {
		return ofText == part
	}
	return ofNumber == part || ofNumber == all && ofText != all
}

// reachOf works out how much of k r admits. Rules beyond the depth, and those that
// lead to themselves, admit all.
func reachOf(r *rule, k kind, depth int) reach {
	if r == nil || depth > maxSchemaDepth {
		return all
	}
	which := 0
	if k == number {
		which = 1
	}
	if r.reach[which] == unsure {
		r.reach[which] = all
		r.reach[which] = r.reachOfOwn(k, func(sub *rule) reach { return reachOf(sub, k, depth+1) })
	}
	return r.reach[which]
}

func (r *rule) reachOfOwn(k kind, of func(*rule) reach) reach {
	if !r.admits(k, true) {
		return nothing
	}
	t := all
	for _, l := range r.lists {
		if !slices.ContainsFunc(l.scalars, func(s scalar) bool { return s.kind == k }) {
			return nothing
		}
		t = part
	}
	bounded := r.minLength > 0 || r.maxLength < math.Inf(1) || r.format != nil || r.pattern != nil
	if k == number {
		bounded = r.whole || r.multipleOf > 0 || r.numberFormat != nil ||
			max(r.atLeast, r.above) > math.Inf(-1) || min(r.atMost, r.below) < math.Inf(1)
	}
	if bounded {
		t = part
	}
	for _, sub := range r.allOf {
		t = min(t, of(sub))
	}
	if r.anyOf != nil {
		widest := nothing
		for _, sub := range r.anyOf {
			widest = max(widest, of(sub))
		}
		t = min(t, widest)
	}
	if r.oneOf != nil {
		var n [all + 1]int
		for _, sub := range r.oneOf {
			n[of(sub)]++
		}
		switch {
		case n[part] > 0 || n[all] > 1:
			t = min(t, part)
		case n[all] == 0:
			t = nothing
		}
	}
	if r.negated {
		t = min(t, nothing+all-of(r.not))
	}
	if r.cond != nil {
		switch of(r.cond) {
		case all:
			t = min(t, of(r.then))
		case nothing:
			t = min(t, of(r.otherwise))
		default:
			if a, b := of(r.then), of(r.otherwise); a == b {
				t = min(t, a)
			} else {
				t = min(t, part)
			}
		}
	}
	return t
}
