package cloak

import "strings"

// slowDetectors run on their Pattern: what programs add without a scanner, and,
// for audits, the built-in ones. A candidate of a built-in pattern is judged by
// the detector's own scan, so validators, the extension to a token's end and
// labels are the same in both engines; what differs, and what the differential
// tests hold equal, is who finds the candidates.
type slowDetectors struct {
	list     []Detector
	evidence []evidence
	patterns *detectorPatterns
}

func newSlowDetectors(ds []Detector) (*slowDetectors, error) {
	if len(ds) == 0 {
		return nil, nil
	}
	p, err := newDetectorPatterns(ds)
	if err != nil {
		return nil, err
	}
	x := &slowDetectors{list: ds, patterns: p}
	for i := range ds {
		x.evidence = append(x.evidence, newEvidence(&ds[i]))
	}
	return x, nil
}

func (x *slowDetectors) has(name string) bool {
	if x == nil {
		return false
	}
	for i := range x.list {
		if x.list[i].Name == name {
			return true
		}
	}
	return false
}

// find calls emit for each site in s.
func (x *slowDetectors) find(s string, emit func(*Detector, *evidence, site)) error {
	if x == nil {
		return nil
	}
	text := x.patterns.prepare(s)
	for i := range x.list {
		d := &x.list[i]
		for from := 0; from < len(s); {
			m, ok := text.next(i, from)
			if !ok {
				break
			}
			from = d.candidate(s, m, from, func(y site) { emit(d, &x.evidence[i], y) })
		}
	}
	return text.failed()
}

// candidate judges one match of d's pattern and returns where to go on.
func (d *Detector) candidate(s string, m Span, from int, emit func(site)) int {
	if d.scan == nil {
		if d.Validate == nil || d.Validate(s[m.Start:m.End]) {
			emit(site{Span: m, bits: d.Bits})
		}
		return max(m.End, from+1)
	}
	anchor := d.anchorIn(s, m)
	if anchor < 0 {
		return m.Start + 1
	}
	x, ok := d.scan(s, anchor)
	next := anchor + 1
	if ok {
		if x.bits == 0 {
			x.bits = d.Bits
		}
		emit(x)
		next = max(next, x.End)
	}
	return max(next, x.seen)
}

// anchorIn returns the anchor that a match of d's pattern has: its beginning, or
// the first byte of the anchor's kind in it.
func (d *Detector) anchorIn(s string, m Span) int {
	set := ""
	switch d.anchor {
	case anchorAt:
		set = "@"
	case anchorDot, anchorQuad, anchorTriple:
		set = "."
	case anchorColon:
		set = ":"
	case anchorLabel, anchorKey:
		set = ":="
	case anchorDash:
		set = "-"
	case anchorSlash:
		set = `/\`
	default:
		return m.Start
	}
	if k := strings.IndexAny(s[m.Start:m.End], set); k >= 0 {
		return m.Start + k
	}
	return -1
}
