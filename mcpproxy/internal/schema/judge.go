package schema

import "unicode/utf8"

// A verdict is whether a value satisfies a rule. Both: min; either: max.
type verdict uint8

const (
	no verdict = iota
	unknown
	yes
)

func verdictOf(b bool) verdict {
	if b {
		return yes
	}
	return no
}

// A judge decides whether values satisfy rules, within bounds.
type judge struct {
	value []byte
	work  int  // what may still be done for this value
	steps int  // rules that may still be looked at for this scalar
	over  bool // they were used up

	memo map[place]verdict
}

// A place is a rule and the object or array it is held against.
type place struct {
	rule *rule
	at   int
}

// spend reports whether n more of the work could be had.
func (j *judge) spend(n int) bool {
	j.work -= n
	return j.work >= 0
}

// scalar judges v by r and what applies in its place.
func (j *judge) scalar(r *rule, v *scalar) verdict {
	if r == nil {
		return yes
	}
	if j.steps--; j.steps < 0 || !j.spend(1) {
		j.over = true
		return unknown
	}
	t := min(verdictOf(r.admits(v.kind, v.integer)), r.listed(j, v))
	if t == yes && v.kind == text {
		t = r.string(j, v.text)
	}
	if t == yes && v.kind == number {
		t = verdictOf(r.number(v))
	}
	if t == no {
		return no
	}
	return min(t, r.inPlace(func(sub *rule) verdict { return j.scalar(sub, v) }))
}

// inPlace judges by what r applies to the same value.
func (r *rule) inPlace(ask func(*rule) verdict) verdict {
	t := yes
	for _, sub := range r.allOf {
		if t == no {
			return no
		}
		t = min(t, ask(sub))
	}
	if r.anyOf != nil && t != no {
		best := no
		for _, sub := range r.anyOf {
			if best = max(best, ask(sub)); best == yes {
				break
			}
		}
		t = min(t, best)
	}
	if r.oneOf != nil && t != no {
		var n [3]int
		for _, sub := range r.oneOf {
			n[ask(sub)]++
		}
		switch {
		case n[yes] > 1 || n[yes]+n[unknown] == 0:
			return no
		case n[unknown] > 0:
			t = unknown
		}
	}
	if r.negated && t != no {
		t = min(t, yes-ask(r.not))
	}
	if r.cond != nil && t != no {
		switch ask(r.cond) {
		case yes:
			t = min(t, ask(r.then))
		case no:
			t = min(t, ask(r.otherwise))
		default:
			a, b := ask(r.then), ask(r.otherwise)
			if a != b {
				a = unknown
			}
			t = min(t, a)
		}
	}
	return t
}

// valid judges the value at i, whatever it is.
func (j *judge) valid(r *rule, i, depth int) verdict {
	if r == nil {
		return yes
	}
	k := kindAt(j.value, i)
	if k != object && k != array {
		j.steps = maxSteps
		return j.scalar(r, j.scalarAt(i, skipValue(j.value, i)))
	}
	here := place{r, i}
	if t, known := j.memo[here]; known {
		return t
	}
	if depth > maxInPlace || !j.spend(1) {
		return unknown
	}
	if j.memo == nil || len(j.memo) > maxMemo {
		j.memo = map[place]verdict{}
	}
	j.memo[here] = unknown // to itself
	t := verdictOf(r.admits(k, false))
	if t == yes && r.lists != nil {
		t = r.lists.holds(k)
	}
	if t != no {
		t = min(t, r.inPlace(func(sub *rule) verdict { return j.valid(sub, i, depth+1) }))
	}
	if t != no && r.looksInside(k) {
		t = min(t, j.parts(r, i, depth))
	}
	j.memo[here] = t
	return t
}

// parts judges what the object or array at i holds by the keywords of r itself.
func (j *judge) parts(r *rule, i, depth int) verdict {
	t, has := yes, 0
	var seen map[string]bool
	c := open(j.value, i)
	for n := 0; ; n++ {
		name, at, more := c.next()
		if !more {
			break
		}
		c.i = skipValue(j.value, at)
		if !j.spend(1 + (c.i-at)/64) {
			return unknown
		}
		if !c.object {
			if t = min(t, j.valid(r.element(n), at, depth+1)); t == no {
				return no
			}
			continue
		}
		if s := key(name); r.required[string(s)] && !seen[string(s)] {
			if seen == nil {
				seen = map[string]bool{}
			}
			seen[string(s)] = true
			has++
		}
		r.member(j, name, func(sub *rule, certain bool) bool {
			v := j.valid(sub, at, depth+1)
			if !certain {
				v = max(v, unknown)
			}
			t = min(t, v)
			return t != no
		})
		if t == no {
			return no
		}
	}
	if c.object && has < len(r.required) {
		return no
	}
	return t
}

// key is the decoded name; most are as they stand.
func key(raw []byte) []byte {
	inner := raw[1 : len(raw)-1]
	for _, b := range inner {
		if b == '\\' || b >= utf8.RuneSelf {
			return []byte(unquote(raw))
		}
	}
	return inner
}

// member gives the rules for what stands behind name to f until it says no more. That
// one is not certain tells that a pattern for names could not be tried.
func (r *rule) member(j *judge, name []byte, f func(sub *rule, certain bool) bool) {
	if r.properties == nil && r.byPattern == nil && r.additional == nil {
		return
	}
	name = key(name)
	sub, known := r.properties[string(name)]
	if known && !f(sub, true) {
		return
	}
	open := false
	for _, p := range r.byPattern {
		switch p.pattern.match(j, string(name)) {
		case yes:
			known = true
			if !f(p.rule, true) {
				return
			}
		case unknown:
			open = true
			if !f(p.rule, false) {
				return
			}
		}
	}
	if !known && r.additional != nil {
		f(r.additional, !open)
	}
}

// element is the rule for element n of an array.
func (r *rule) element(n int) *rule {
	if n < len(r.prefix) {
		return r.prefix[n]
	}
	return r.items
}

// shows reports whether v stands in an enum or const of r.
func (j *judge) shows(r *rule, v *scalar) bool {
	if r == nil {
		return false
	}
	if j.steps--; j.steps < 0 || !j.spend(1) {
		j.over = true
		return false
	}
	for _, l := range r.lists {
		if l.contains(j, v) {
			return true
		}
	}
	for _, branches := range [][]*rule{{r.then, r.otherwise}, r.allOf, r.anyOf, r.oneOf} {
		for _, sub := range branches {
			if j.shows(sub, v) {
				return true
			}
		}
	}
	return false
}
