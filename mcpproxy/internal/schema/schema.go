// Package schema tells which strings and numbers of a tool's result its outputSchema
// constrains, and whether another would be accepted in the place of one.
//
// Clients validate structuredContent and reject a whole result for one leaf: a token
// is no e-mail address. So the stand-in in such a leaf has to satisfy the schema.
//
// It reads JSON Schema 2020-12, and the keywords of draft-07 that have gone since, and
// judges as ajv with ajv-formats does, which is what the TypeScript client uses. Where
// it differs it accepts less. What is not read constrains nothing: a $ref to another
// document, a format that is not listed here, unevaluatedProperties, unevaluatedItems,
// dependentSchemas, contains, propertyNames, and an enum or const of objects and arrays.
package schema

import (
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// Limits of what is read of a schema and of a value. An upstream writes both, so a
// pair of them can be hostile: beyond a limit a leaf counts as one that the schema
// does not constrain, and gets a token like any other.
const (
	maxSchema      = 1 << 20 // bytes of a schema
	maxSchemaDepth = 1_000   // levels of a schema, and of a value
	maxRules       = 256     // rules that apply to one object or array
	maxSteps       = 1_024   // rules looked at to judge one scalar
	maxInPlace     = 2_000   // levels of rules and values to choose a branch
	baseWork       = 1 << 20 // steps for a value, and workPerByte more for each byte of it
	workPerByte    = 4
	maxFitWork     = 1 << 22 // for one replacement
	maxChecked     = 1 << 16 // bytes of a text that is held against a format or a pattern
	maxMemo        = 1 << 16 // verdicts that are remembered
	maxCompared    = 400     // bytes of a number that is compared digit by digit
)

// A Schema is a compiled outputSchema. It is immutable, and safe for concurrent use.
type Schema struct {
	root *rule
	idle bool // it constrains no leaf of any value
}

// A Leaf is a string or number of a value that the schema constrains.
type Leaf struct {
	Start, End int // bytes of the raw scalar in the value, the quotes of a string included

	// Fits reports whether text may stand there: the decoded text of a string, or a
	// number literal where a number stood. It says no where it cannot tell: where a
	// pattern is one that cannot be compiled here, is longer than 1 KiB, or would take
	// long. It is safe for concurrent use.
	Fits func(text string) bool

	// Fixed tells that what stands there is listed by an enum or const.
	Fixed bool
}

// Compile reads the raw JSON of a schema and keeps nothing of it. What is no schema, or
// beyond the limits (1 MiB, 1,000 levels), constrains nothing.
func Compile(src []byte) *Schema {
	if len(src) > maxSchema || !isJSON(src) || tooDeep(src) {
		return &Schema{idle: true}
	}
	c := compiler{rules: map[*datum]*rule{}, patterns: map[string]*pattern{}, anchors: map[anchor]*datum{}}
	return c.schema(readDocument(src))
}

// Leaves calls f with the leaves of value that s constrains, ascending. Both leaves of
// a name that stands twice are among them. A value that is no JSON, or deeper than
// 1,000 levels, has none.
//
// The work is bounded by the length of the value; leaves behind the bound are left out.
//
// Of the branches of an anyOf, oneOf or if that an object or array is held against, the
// first counts that it matches as it stands, as far as this package can tell: what
// satisfies that one satisfies the whole. A scalar may match any branch.
func (s *Schema) Leaves(value []byte, f func(Leaf)) {
	if s.idle || !isJSON(value) || tooDeep(value) {
		return
	}
	w := walker{judge: judge{value: value, work: baseWork + workPerByte*len(value)}, found: f}
	w.walk(skipSpace(value, 0), []*rule{s.root})
}

func isJSON(b []byte) bool {
	return jsontext.Value(b).IsValid(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

// A walker goes through a value with the rules that apply to each part of it.
type walker struct {
	judge
	found func(Leaf)
	stack []*rule // the rules of the levels around a place

	rules []*rule // of the leaf that was found last
	kind  kind
	fits  func(string) bool
}

// walk visits the value at i and returns where it ends; -1 when the work is used up.
func (w *walker) walk(i int, rules []*rule) int {
	if len(rules) == 0 {
		return skipValue(w.value, i)
	}
	if !w.spend(1) {
		return -1
	}
	switch b := w.value[i]; {
	case b == '{' || b == '[':
		base := len(w.stack)
		end := w.inside(i, rules)
		w.stack = w.stack[:base]
		return end
	case b == '"' || b == '-' || isDigit(b):
		end := skipValue(w.value, i)
		w.leaf(i, end, rules)
		return end
	}
	return skipValue(w.value, i)
}

// inside visits what the object or array at i holds.
func (w *walker) inside(i int, rules []*rule) int {
	here := w.expand(i, rules)
	c := open(w.value, i)
	for n := 0; ; n++ {
		name, at, more := c.next()
		if !more {
			return c.i
		}
		from := len(w.stack)
		if !w.spend(len(here)) {
			return -1
		}
		if c.object {
			w.member(here, name, at)
		} else {
			w.element(here, n)
		}
		c.i = w.walk(at, w.stack[from:len(w.stack):len(w.stack)])
		if w.stack = w.stack[:from]; c.i < 0 {
			return -1
		}
	}
}

// expand returns rules with those that they refer to and that apply to the same value.
func (w *walker) expand(i int, rules []*rule) []*rule {
	base := len(w.stack)
	add := func(r *rule) {
		if r != nil && len(w.stack)-base < maxRules && w.spend(1+(len(w.stack)-base)/8) && !slices.Contains(w.stack[base:], r) {
			w.stack = append(w.stack, r)
		}
	}
	for _, r := range rules {
		add(r)
	}
	for k := base; k < len(w.stack); k++ {
		r := w.stack[k]
		for _, all := range r.allOf {
			add(all)
		}
		add(w.pick(r.anyOf, i))
		add(w.pick(r.oneOf, i))
		if r.cond != nil {
			switch w.valid(r.cond, i, 0) {
			case yes:
				add(r.then)
			case no:
				add(r.otherwise)
			default:
				add(w.pick([]*rule{r.then, r.otherwise}, i))
			}
		}
	}
	return w.stack[base:len(w.stack):len(w.stack)]
}

// pick returns the branch to hold the value at i to: the first that it matches, or
// else the first that it may match; nil if there is none.
func (w *walker) pick(branches []*rule, i int) (may *rule) {
	for _, b := range branches {
		switch w.valid(b, i, 0) {
		case yes:
			return b
		case unknown:
			if may == nil {
				may = b
			}
		}
	}
	return may
}

// member pushes the rules for what stands behind name.
func (w *walker) member(rules []*rule, name []byte, at int) {
	for _, r := range rules {
		r.member(&w.judge, name, func(sub *rule, certain bool) bool {
			if sub != nil && (certain || w.valid(sub, at, 0) != no) {
				w.stack = append(w.stack, sub)
			}
			return true
		})
	}
}

// element pushes the rules for element n of an array.
func (w *walker) element(rules []*rule, n int) {
	for _, r := range rules {
		if sub := r.element(n); sub != nil {
			w.stack = append(w.stack, sub)
		}
	}
}

// leaf reports the scalar at i if one of the rules constrains it.
func (w *walker) leaf(i, end int, rules []*rule) {
	k := kindAt(w.value, i)
	from := len(w.stack)
	defer func() { w.stack = w.stack[:from] }()
	for _, r := range rules {
		if r.constrains(k) {
			w.stack = append(w.stack, r)
		}
	}
	rules = w.stack[from:]
	if len(rules) == 0 {
		return
	}
	fixed := false
	if slices.ContainsFunc(rules, (*rule).composed) {
		var bounded bool
		if fixed, bounded = w.look(w.scalarAt(i, end), rules); !bounded {
			return
		}
	}
	// What may stand at a leaf depends on its rules alone, so a column of rows shares it.
	if w.fits == nil || k != w.kind || !slices.Equal(rules, w.rules) {
		w.kind, w.rules = k, slices.Clone(rules)
		w.fits = fitter(w.rules, k)
	}
	w.found(Leaf{i, end, w.fits, fixed})
}

// look reports whether an enum or const among the rules shows v, and whether judging v
// by them stays within the bounds.
func (w *walker) look(v *scalar, rules []*rule) (fixed, bounded bool) {
	w.steps, w.over = maxSteps, false
	t := yes
	for _, r := range rules {
		t = min(t, w.scalar(r, v))
		fixed = fixed || w.shows(r, v)
	}
	return fixed && t != no, !w.over
}

// fitter judges replacements for a scalar of kind k under the rules.
func fitter(rules []*rule, k kind) func(string) bool {
	return func(text string) bool {
		v := scalar{kind: k, text: text}
		if k == number && !v.parse() {
			return false
		}
		j := judge{work: maxFitWork, steps: 4 * maxSteps}
		for _, r := range rules {
			if j.scalar(r, &v) != yes {
				return false
			}
		}
		return true
	}
}
