package cloak

import (
	"cmp"
	"strings"
)

// slowDetectors run on their Pattern: what programs add without a scan, and, with
// Config.RE2, the built-in detectors too. A candidate of a built-in pattern is
// judged by the detector's own scan, so that validators, the extension to a
// token's end and labels are the same in both engines. What differs is who finds
// the candidates: here neither the kernel's classes nor its gates have a say, so
// that the differential tests see a value that these turn away.
//
// Stand-ins and reserved space are not theirs: what lies there is found by one
// grammar in every engine, see shapes.
type slowDetectors struct {
	list     []slowDetector
	patterns *detectorPatterns
}

// A slowDetector is a detector and its index in the engine's program, which
// knows its labels and its order among the others.
type slowDetector struct {
	*Detector
	by uint16
}

// newSlowDetectors compiles the patterns of list. For an empty list it returns
// nil, which finds nothing, and RE2 is not started.
func newSlowDetectors(list []slowDetector) (*slowDetectors, error) {
	if len(list) == 0 {
		return nil, nil
	}
	ds := make([]Detector, len(list))
	for i := range list {
		ds[i] = *list[i].Detector
	}
	p, err := newDetectorPatterns(ds)
	if err != nil {
		return nil, err
	}
	return &slowDetectors{list, p}, nil
}

// find appends to dst the sites in s, of one detector after another.
func (x *slowDetectors) find(dst []found, s string) ([]found, error) {
	if x == nil {
		return dst, nil
	}
	text := x.patterns.prepare(s)
	for i := range x.list {
		c := slowRun{d: x.list[i], s: s, out: dst}
		for from := 0; from < len(s); {
			m, ok := text.next(i, from)
			if !ok {
				break
			}
			from = c.judge(m)
		}
		dst = c.out
	}
	return dst, text.failed()
}

// A slowRun goes over the matches of one pattern in s, in order.
type slowRun struct {
	d    slowDetector
	s    string
	out  []found
	done int // anchors before it have been tried
	seen int // or need not be: site.seen
}

// judge looks at one match and returns where to look for the next one.
func (c *slowRun) judge(m Span) (next int) {
	if c.d.scan == nil {
		if c.d.Validate == nil || c.d.Validate(c.s[m.Start:m.End]) {
			c.out = append(c.out, found{site{Span: m, bits: c.d.Bits}, m.Start, c.d.by})
		}
		return m.End
	}
	if !c.d.anchor.within() {
		c.try(m.Start)
		return max(m.Start+1, c.seen)
	}
	for i := max(m.Start, c.done); i < m.End; i++ {
		c.try(i)
	}
	c.done = max(c.done, m.End)
	return max(m.Start+1, m.End-c.again(m))
}

// overlap is how far in front of a match's end another one may begin that goes
// on behind it: more than any part of a pattern that is not a whole run.
const overlap = 256

// again is how much of m is searched again: nothing in front of the end of a line
// or of something hidden, which no match crosses unless it was cut.
func (c *slowRun) again(m Span) int {
	if b := at(c.s, m.End); (b == 0 || b == '\n' || b == '\r') && m.Len() < maxCandidate {
		return 0
	}
	return overlap
}

// try judges s[i], if it is an anchor.
func (c *slowRun) try(i int) {
	d := c.d
	if i < c.seen || !d.anchor.stands(c.s, i, d.words) {
		return
	}
	x, ok := d.scan(c.s, i)
	if ok {
		if x.shape || !d.shaped() { // a shape may begin within another value
			c.seen = max(c.seen, x.End)
		}
		if x.bits == 0 {
			x.bits = d.Bits
		}
		if !x.shape {
			c.out = append(c.out, found{x, i, d.by})
		}
		if d.more != nil {
			x.seen = max(x.seen, c.rest(i, x.Start))
		}
	}
	c.seen = max(c.seen, x.seen)
}

// rest is scanner.rest.
func (c *slowRun) rest(i, first int) (seen int) {
	return c.d.more(c.s, i, func(x site) bool {
		if x.Start > first {
			x.bits = cmp.Or(x.bits, c.d.Bits)
			c.out = append(c.out, found{x, i, c.d.by})
		}
		return true
	})
}

// within reports whether anchors of kind k lie anywhere in a match of their
// detector's Pattern. The others begin it.
func (k anchor) within() bool {
	switch k {
	case anchorAt, anchorBrack, anchorDot, anchorSplit, anchorQuad, anchorColon, anchorPairColon, anchorLabel, anchorKey, anchorYear, anchorPairDash,
		anchorFives, anchorCentre, anchorSlash, anchorBackslash, anchorTriple, anchorPhrase, anchorTilde, anchorHouse, anchorStreet, anchorLong:
		return true
	}
	return false
}

// stands reports whether s[i] is an anchor of kind k, as the kinds are defined,
// without the kernel's gates: what a gate turns away, the scan must turn down.
func (k anchor) stands(s string, i int, words []string) bool {
	before, b, next := at(s, i-1), s[i], at(s, i+1)
	switch k {
	case anchorAt:
		return b == '@'
	case anchorBrack:
		return b == '['
	case anchorPlus:
		return b == '+' && (isDigit(next) || next == '(')
	case anchorWord:
		return beginsWord(s, i) && beginsWith(s[i:], words)
	case anchorDot, anchorSplit:
		return b == '.' && isAlnum(before) && isAlpha(next)
	case anchorQuad:
		return dotBetweenDigits(s, i) && (dotBetweenDigits(s, i+2) || dotBetweenDigits(s, i+3) || dotBetweenDigits(s, i+4))
	case anchorTriple:
		return b == '.' && isAlnum(before) && isAlnum(next) && at(s, i+5) == '.'
	case anchorPairColon:
		return b == ':'
	case anchorColon:
		return b == ':' && strings.IndexByte(s[i+1:min(len(s), i+6)], ':') >= 0
	case anchorLabel, anchorKey:
		return (b == '=' || b == ':' && !(isDigit(before) && isDigit(next))) && (isWord(before) || before >= 0x80 || before == '*' && b == ':' || strings.IndexByte("\"'` \t]", before) >= 0 || b == '=' && (before == '?' || before == '+'))
	case anchorYear, anchorPairDash, anchorFives, anchorCentre:
		return b == '-' && isAlnum(before) && isAlnum(next)
	case anchorSlash, anchorBackslash:
		return (b == '/' || b == '\\') && isAlpha(next)
	case anchorTilde:
		return b == '~' && before == 'Q'
	case anchorDigit:
		return isDigit(b) && !isDigit(before) && manyDigits(s[i:])
	case anchorRun:
		return isAlnum(b) && !isAlnum(before)
	case anchorLong:
		return isAlnum(b) && !isAlnum(before) && clsAlnum.run(s, i, i+longRun) == i+longRun
	case anchorPhrase:
		return isAlpha(b) && !isAlnum(before)
	case anchorHouse:
		return b == ' ' && (isDigit(before) || isAlpha(before) && isDigit(at(s, i-2))) && (isUpper(next) || isDigit(next) && ordinalEnd(s, i+1) > 0)
	case anchorStreet:
		return b == ' ' && (isAlpha(before) || before == '.') && isDigit(next) && streetGate(s, i)
	case anchorIBAN:
		return isAlpha(b) && !isAlnum(before) && isAlpha(next) && isDigit(at(s, i+2)) && isDigit(at(s, i+3))
	}
	return false
}

func beginsWith(s string, words []string) bool {
	for _, w := range words {
		if hasFold(s, w) {
			return true
		}
	}
	return false
}

func dotBetweenDigits(s string, i int) bool {
	return at(s, i) == '.' && isDigit(at(s, i-1)) && isDigit(at(s, i+1))
}

// manyDigits reports whether s begins with seven digits or more, and what may
// stand between the groups of a number, within 32 bytes.
func manyDigits(s string) bool {
	n := 0
	for i := 0; i < min(len(s), 32) && (isDigit(s[i]) || strings.IndexByte(" .-/()", s[i]) >= 0); i++ {
		if isDigit(s[i]) {
			n++
		}
	}
	return n >= 7
}

// shapeOnly is d as a program has it that looks for its reserved space alone.
func (d *Detector) shapeOnly() *Detector {
	x := *d
	x.more = nil
	x.scan = func(s string, i int) (site, bool) {
		y, ok := d.scan(s, i)
		if ok && !y.shape {
			return site{seen: y.seen}, false
		}
		return y, ok
	}
	return &x
}
