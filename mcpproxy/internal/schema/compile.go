package schema

import (
	"math"
	"net/url"
	"strconv"
	"strings"
)

// A datum is a value of the schema's document. A name that stands twice counts with
// its last value, as in a client.
type datum struct {
	kind     kind
	scalar   scalar
	elements []*datum
	members  map[string]*datum
	names    []string // in order
	base     *datum   // the resource it belongs to, 2020-12 section 8.2.1
}

// readDocument reads valid JSON.
func readDocument(src []byte) *datum {
	j := judge{value: src}
	d, _ := j.datum(skipSpace(src, 0))
	return d
}

func (j *judge) datum(i int) (*datum, int) {
	d := &datum{kind: kindAt(j.value, i)}
	if d.kind != object && d.kind != array {
		end := skipValue(j.value, i)
		d.scalar = *j.scalarAt(i, end)
		return d, end
	}
	c := open(j.value, i)
	for {
		name, at, more := c.next()
		if !more {
			return d, c.i
		}
		var part *datum
		if part, c.i = j.datum(at); !c.object {
			d.elements = append(d.elements, part)
			continue
		}
		if d.members == nil {
			d.members = map[string]*datum{}
		}
		n := unquote(name)
		if d.members[n] == nil {
			d.names = append(d.names, n)
		}
		d.members[n] = part
	}
}

// An anchor is a name for a part of a resource.
type anchor struct {
	base *datum
	name string
}

// A compiler turns a document into rules. Each datum becomes one rule at most, so that
// what refers to itself ends.
type compiler struct {
	rules    map[*datum]*rule
	made     []*rule
	refs     []reference
	anchors  map[anchor]*datum
	patterns map[string]*pattern

	patternBytes, patternSize int
}

// A reference is a rule whose $ref is still to be followed.
type reference struct {
	rule *rule
	from *datum
	to   string
}

func (c *compiler) schema(doc *datum) *Schema {
	c.bind(doc, doc)
	s := &Schema{root: c.rule(doc)}
	for len(c.refs) > 0 {
		next := c.refs[0]
		c.refs = c.refs[1:]
		if target := c.resolve(next.from, next.to); target != nil {
			next.rule.allOf = append(next.rule.allOf, c.rule(target))
		}
	}
	s.idle = true
	for _, r := range c.made {
		reachOf(r, text, 0)
		reachOf(r, number, 0)
		s.idle = s.idle && !r.constrains(text) && !r.constrains(number)
	}
	return s
}

// bind notes anchors, and to which resource each part belongs.
func (c *compiler) bind(d, base *datum) {
	if id, ok := d.string("$id"); ok {
		if name, local := strings.CutPrefix(id, "#"); !local {
			base = d
		} else if name != "" {
			c.anchors[anchor{base, name}] = d // draft-07
		}
	}
	for _, keyword := range []string{"$anchor", "$dynamicAnchor"} {
		if name, ok := d.string(keyword); ok {
			c.anchors[anchor{base, name}] = d
		}
	}
	d.base = base
	for _, part := range d.elements {
		c.bind(part, base)
	}
	for _, name := range d.names {
		c.bind(d.members[name], base)
	}
}

// resolve finds what ref means in from; nil if that is in no part of this document.
func (c *compiler) resolve(from *datum, ref string) *datum {
	fragment, local := strings.CutPrefix(ref, "#")
	if !local {
		return nil
	}
	fragment, err := url.PathUnescape(fragment)
	if err != nil {
		return nil
	}
	if fragment != "" && fragment[0] != '/' {
		return c.anchors[anchor{from.base, fragment}]
	}
	d := from.base
	for more := fragment != ""; more && d != nil; {
		var step string
		step, fragment, more = strings.Cut(fragment[1:], "/")
		fragment = "/" + fragment
		if d.kind == array {
			n, err := strconv.ParseUint(step, 10, 31)
			if err != nil || int(n) >= len(d.elements) {
				return nil
			}
			d = d.elements[n]
			continue
		}
		d = d.members[strings.ReplaceAll(strings.ReplaceAll(step, "~1", "/"), "~0", "~")]
	}
	return d
}

// rule compiles d. What is no schema is true.
func (c *compiler) rule(d *datum) *rule {
	switch {
	case d == nil:
		return nil
	case d.kind == boolean && d.scalar.text == "false":
		return c.never(d)
	case d.kind != object || len(d.names) == 0:
		return nil
	}
	if r, done := c.rules[d]; done {
		return r
	}
	r := c.add(d)
	c.ofAny(r, d)
	c.ofScalars(r, d)
	r.allOf, r.anyOf, r.oneOf = c.all(d, "allOf"), c.all(d, "anyOf"), c.all(d, "oneOf")
	if r.negated = d.members["not"] != nil; r.negated {
		r.not = c.rule(d.members["not"])
	}
	if cond := d.members["if"]; cond != nil {
		// A condition that is always met is a rule too: true would be none.
		r.cond, r.then, r.otherwise = c.rule(cond), c.rule(d.members["then"]), c.rule(d.members["else"])
		if r.cond == nil {
			r.cond = newRule()
		}
	}
	c.ofParts(r, d)
	for _, keyword := range []string{"$ref", "$dynamicRef", "$recursiveRef"} {
		if ref, ok := d.string(keyword); ok {
			c.refs = append(c.refs, reference{r, d, ref})
		}
	}
	return r
}

func newRule() *rule {
	r := &rule{maxLength: math.Inf(1)}
	r.atLeast, r.above, r.atMost, r.below = math.Inf(-1), math.Inf(-1), math.Inf(1), math.Inf(1)
	return r
}

func (c *compiler) add(d *datum) *rule {
	r := newRule()
	c.rules[d] = r
	c.made = append(c.made, r)
	return r
}

// never is the schema false: not, of all.
func (c *compiler) never(d *datum) *rule {
	if r, done := c.rules[d]; done {
		return r
	}
	r := c.add(d)
	r.negated = true
	return r
}

func (c *compiler) all(d *datum, keyword string) (rules []*rule) {
	if m := d.members[keyword]; m != nil {
		for _, e := range m.elements {
			rules = append(rules, c.rule(e))
		}
	}
	return rules
}

// ofAny reads type, enum and const.
func (c *compiler) ofAny(r *rule, d *datum) {
	if m := d.members["type"]; m != nil {
		names, integer := m.elements, false
		if m.kind != array {
			names = []*datum{m}
		}
		for _, n := range names {
			switch n.scalar.text {
			case "null":
				r.types |= 1 << null
			case "boolean":
				r.types |= 1 << boolean
			case "number":
				r.types |= 1 << number
			case "integer":
				integer = true
			case "string":
				r.types |= 1 << text
			case "array":
				r.types |= 1 << array
			case "object":
				r.types |= 1 << object
			default:
				r.types |= allKinds // of no draft
			}
		}
		if integer && !r.types.has(number) {
			r.types |= 1 << number
			r.whole = true
		}
	}
	if m := d.members["enum"]; m != nil && m.kind == array {
		r.lists = append(r.lists, listOf(m.elements))
	}
	if m := d.members["const"]; m != nil {
		r.lists = append(r.lists, listOf([]*datum{m}))
	}
}

func listOf(values []*datum) (l list) {
	for _, d := range values {
		if d.kind == object || d.kind == array {
			l.others |= 1 << d.kind
		} else {
			l.scalars = append(l.scalars, d.scalar)
		}
	}
	return l
}

// ofScalars reads the keywords for strings and numbers.
func (c *compiler) ofScalars(r *rule, d *datum) {
	for _, keyword := range d.names {
		m := d.members[keyword]
		if m.kind != number {
			continue
		}
		switch n := m.scalar.num; keyword {
		case "minLength":
			r.minLength = n
		case "maxLength":
			r.maxLength = n
		case "minimum":
			r.atLeast = n
		case "maximum":
			r.atMost = n
		case "exclusiveMinimum":
			r.above = n
		case "exclusiveMaximum":
			r.below = n
		case "multipleOf":
			r.multipleOf = n
		}
	}
	if name, ok := d.string("format"); ok {
		r.format, r.numberFormat = formatOf(name), numberFormats[name]
	}
	if p, ok := d.string("pattern"); ok {
		r.pattern = c.pattern(p)
	}
}

// ofParts reads the keywords for what objects and arrays hold.
func (c *compiler) ofParts(r *rule, d *datum) {
	if m := d.members["properties"]; m != nil && m.kind == object {
		r.properties = make(map[string]*rule, len(m.names))
		for _, name := range m.names {
			r.properties[name] = c.rule(m.members[name])
		}
	}
	if m := d.members["patternProperties"]; m != nil {
		for _, name := range m.names {
			r.byPattern = append(r.byPattern, namePattern{c.pattern(name), c.rule(m.members[name])})
		}
	}
	r.additional = c.rule(d.members["additionalProperties"])
	if m := d.members["required"]; m != nil && len(m.elements) > 0 {
		r.required = map[string]bool{}
		for _, e := range m.elements {
			r.required[e.scalar.text] = true
		}
	}
	r.prefix = c.all(d, "prefixItems")
	if m := d.members["items"]; m != nil && m.kind == array { // draft-07
		r.prefix, r.items = c.all(d, "items"), c.rule(d.members["additionalItems"])
	} else {
		r.items = c.rule(m)
	}
}

// string is the member of that name if it is a string.
func (d *datum) string(name string) (string, bool) {
	m := d.members[name]
	if m == nil || m.kind != text {
		return "", false
	}
	return m.scalar.text, true
}
