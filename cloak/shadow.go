package cloak

import (
	"slices"
	"strings"
)

// The shadow of a text is how it reads to somebody who decodes it: escapes read,
// letters of other styles and scripts as the ASCII ones that they look like, what
// nobody sees taken out, base64 and hex of text decoded. Values are looked for in
// it as in the text; what is found takes the bytes with it that it came from,
// whole units of them.
//
// It is never made of all of a text: only the stretches around what reads as
// something else are. They are within a line, two of them share no clue, and what
// is decoded is not longer than what it is decoded from: with a depth of two, all
// of it is a few times the text. A stretch is a function of its own bytes, so that a
// change elsewhere changes nothing in it.

// shadowDepth is how often what was decoded is decoded again.
const shadowDepth = 2

// A shadowLook is one search of the shadow of a text: for values, or for literals
// that are swept for.
type shadowLook struct {
	e      *Engine
	l      *look
	in     Input
	near   []Span     // only in the stretches that touch one of these, if not nil
	sweeps [2]sweeper // copies: they share their tables
	detect bool
	err    error

	found  int          // how many matches the text itself has
	twins  map[Span]int // and their indices, once asked for
	plain  []Span       // what is bound to a key or anchored in the text as it stands
	fs     []found
	runs   [shadowDepth + 1][]Span // by depth: what may be encoded in the layer below
	layers [shadowDepth]stretch
	spare  []byte // of base64
	base   string // the text itself
}

// shadow appends to l.ms what is found in the shadow of l.hid, near those spans:
// a text that has the escapes of those families, at the most.
func (e *Engine) shadow(l *look, in Input, near []Span, has [families]bool) error {
	w := &l.shade
	w.e, w.l, w.in, w.near, w.detect, w.base = e, l, in, near, true, l.hid
	w.sweeps = [2]sweeper{}
	w.plain, w.found = w.plain[:0], len(l.ms)
	for i := range l.ms {
		if l.ms[i].class >= KeyBound {
			w.plain = append(w.plain, l.ms[i].Span)
		}
	}
	w.plain = union(w.plain)
	w.runs[0] = appendRuns(w.runs[0][:0], l.fs, e.encoded)
	w.start(l.hid, has)
	return w.done()
}

// sweepShadow appends to l.ms the literals that stand in the shadow of s, near
// those spans; runs are the places where s may be base64 or hex.
func (e *Engine) sweepShadow(l *look, s string, near, runs []Span, sweeps [2]sweeper) {
	w := &l.shade
	w.e, w.l, w.near, w.detect, w.base = e, l, near, false, s
	if w.sweeps = sweeps; !w.swept() {
		return
	}
	w.plain, w.found = w.plain[:0], 0
	w.runs[0] = append(w.runs[0][:0], runs...)
	w.start(s, hasAny)
	w.done()
}

// start looks at the stretches of s: in the lines that near asks for.
func (w *shadowLook) start(s string, has [families]bool) {
	if w.near == nil {
		w.walk(s, 0, false, false, has)
	} else {
		places, end := newClues(s, has), 0
		for _, x := range w.near {
			if x.End < end { // the line was looked at
				continue
			}
			from := max(end, strings.LastIndexByte(s[:max(end, x.Start)], '\n')+1)
			end = indexFrom(s, '\n', min(x.End, len(s)), len(s))
			w.stretches(&places, s, 0, Span{from, end}, false, false)
		}
		w.encoded(s, 0, w.runs[0])
	}
	if w.e.obfuscated {
		w.hear(s)
	}
}

func (w *shadowLook) swept() bool {
	return len(w.sweeps[0].values)+len(w.sweeps[1].values) > 0
}

// done forgets all that is the text's.
func (w *shadowLook) done() error {
	err := w.err
	w.e, w.l, w.in, w.near, w.base, w.err = nil, nil, Input{}, nil, "", nil
	w.sweeps = [2]sweeper{}
	clear(w.twins)
	return err
}

// walk looks at all of s, which is what the layers below depth read as.
func (w *shadowLook) walk(s string, depth int, openLeft, openRight bool, has [families]bool) {
	places := newClues(s, has)
	w.stretches(&places, s, depth, Span{0, len(s)}, openLeft, openRight)
	w.encoded(s, depth, w.runs[depth])
}

// stretches looks at those that begin in the lines in of s.
func (w *shadowLook) stretches(places *clues, s string, depth int, in Span, openLeft, openRight bool) {
	x := &w.layers[depth]
	end, floor := in.Start, in.Start
	for i := places.from(in.Start); i < in.End; i = places.from(end) {
		x.read(s, stretchStart(s, i, floor), i) // with what is around the clue, looked at or not
		end, floor = max(x.End, i+1), x.last
		x.openLeft = x.openLeft || x.Start == 0 && openLeft
		x.openRight = x.openRight || x.End == len(s) && openRight
		if w.wanted(depth, x.Span) {
			w.look(depth)
		}
	}
}

// appendRuns appends what the detector by has found in fs: runs that may be encoded.
func appendRuns(dst []Span, fs []found, by uint16) []Span {
	for i := range fs {
		if fs[i].by == by {
			dst = append(dst, fs[i].Span)
		}
	}
	return dst
}

// findRuns looks for the runs of s, which is the layer below depth.
func (w *shadowLook) findRuns(depth int, s string) {
	w.runs[depth] = w.appendRunsOf(w.runs[depth][:0], s, Span{0, len(s)})
}

// appendRunsOf appends the runs of s that have an anchor in x.
func (w *shadowLook) appendRunsOf(dst []Span, s string, x Span) []Span {
	w.fs = encodedProgram().scan(w.fs[:0], s, x.Start, x.End)
	return appendRuns(dst, w.fs, 0)
}

// wanted reports whether x, a part of the layer below depth, is to be looked at.
func (w *shadowLook) wanted(depth int, x Span) bool {
	if w.near == nil {
		return true
	}
	x = w.raw(depth, x)
	return touches(w.near, Span{x.Start - 1, x.End + 1})
}

// raw maps a span of the text that the stretch at depth is read from to the text itself.
func (w *shadowLook) raw(depth int, x Span) Span {
	for depth--; depth >= 0 && x.Len() > 0; depth-- {
		x = w.layers[depth].source(x)
	}
	return x
}

// look searches the stretch at depth, and what it reads as in turn.
func (w *shadowLook) look(depth int) {
	x := &w.layers[depth]
	if len(x.text) == 0 || w.err != nil {
		return
	}
	text := asString(x.text)
	if w.detect {
		w.find(depth, text)
	} else {
		w.sweep(depth, text)
	}
	if depth+1 < shadowDepth {
		w.walk(text, depth+1, x.openLeft, x.openRight, hasAny)
	}
}

// find runs the detectors over the stretch, and the terms: under the text's label, and,
// if it is decoded as a whole, under what stands in front of it.
func (w *shadowLook) find(depth int, text string) {
	w.findUnder(w.in, depth, text)
	if x := &w.layers[depth]; x.opaque && x.label != "" && w.err == nil && w.e.Telling(x.label) {
		in := w.in
		in.Label = x.label
		w.findUnder(in, depth, text)
	}
}

func (w *shadowLook) findUnder(in Input, depth int, text string) {
	l, e := w.l, w.e
	hid, fs, n := l.hid, l.fs, len(l.ms)
	l.hid = text
	l.fs = e.program.scanUnder(in.Label, w.fs[:0], text, 0, len(text))
	w.runs[depth+1] = appendRuns(w.runs[depth+1][:0], l.fs, e.encoded)
	if l.fs, w.err = e.slow.find(l.fs, text); w.err == nil {
		e.judge(l, in)
	}
	if e.terms != nil {
		e.terms.find(text, 0, len(text), func(s Span, t *Term) { l.ms = append(l.ms, termMatch(s, t)) })
	}
	w.fs, l.fs, l.hid = l.fs[:0], fs, hid
	kept := l.ms[:n]
	for _, m := range l.ms[n:] {
		if w.place(depth, &m) {
			kept = append(kept, m)
		}
	}
	l.ms = kept
}

// sweep looks for literals in the stretch.
func (w *shadowLook) sweep(depth int, text string) {
	w.findRuns(depth+1, text)
	for i := range w.sweeps {
		w.sweeps[i].find(text, 0, len(text), func(s Span, entity Entity) {
			m := match{Span: s, entity: entity, detector: "sweep", bits: sweepBits}
			if !w.e.keep.has(text[s.Start:s.End]) && w.place(depth, &m) {
				w.l.ms = append(w.l.ms, m)
			}
		})
	}
}

// place maps m, found in the stretch at depth, to the text. It is false where
// nothing is altered, so that m is found in the text itself; and where the
// stretch, but not the line, ends beside m.
func (w *shadowLook) place(depth int, m *match) bool {
	x := &w.layers[depth]
	value := asString(x.text)[m.Start:m.End]
	around := Span{m.Start - contextReach - 2, m.End + 2}
	if x.openLeft && around.Start < 0 || x.openRight && around.End > len(x.text) || !x.altered(Span{max(0, around.Start), around.End}) {
		return false
	}
	hidden := false // in something that is replaced as a whole
	for d := depth; d >= 0; d-- {
		y := &w.layers[d]
		if hidden = hidden || y.opaque; y.opaque && !y.pure && m.class < KeyBound && m.bits < sweepBits {
			return false
		}
	}
	m.Span, m.apart = w.raw(depth, x.source(m.Span)), true
	raw := w.base[m.Start:m.End]
	if hidden {
		m.det, m.opaque = nil, true
		return true
	}
	if m.class < KeyBound && w.cuts(m.Span) {
		return false
	}
	if raw == value {
		return true
	}
	if mixesDigits(raw) {
		return false
	}
	if m.chain = chainOf(raw, value, depth); w.layers[0].spoken {
		m.chain = Chain("sf"[:depth+1])
	}
	if k := w.twin(m); k >= 0 { // found as it stands, too: the shadow knows how it is spelled
		w.l.ms[k].chain = m.chain
		return false
	}
	return true
}

// cuts reports whether x has a part of a better value, and more: what decoded parts
// that value, as a blank in a password does, begins no other one.
func (w *shadowLook) cuts(x Span) bool {
	k, _ := slices.BinarySearchFunc(w.plain, x.Start, func(y Span, start int) int { return y.End - 1 - start })
	for ; k < len(w.plain) && w.plain[k].Start < x.End; k++ {
		if y := w.plain[k]; !y.contains(x) && !x.contains(y) {
			return true
		}
	}
	return false
}

// twin returns the index of the match that the text itself has in m's place, by m's
// detector, or -1.
func (w *shadowLook) twin(m *match) int {
	if m.det == nil || w.found == 0 {
		return -1
	}
	if len(w.twins) == 0 {
		if w.twins == nil {
			w.twins = map[Span]int{}
		}
		for k := range w.found {
			w.twins[w.l.ms[k].Span] = k
		}
	}
	if k, ok := w.twins[m.Span]; ok && w.l.ms[k].det == m.det {
		return k
	}
	return -1
}

// chainOf says how raw spells value: by the escapes of one kind, or else as only
// the shadow reads it.
func chainOf(raw, value string, depth int) Chain {
	for _, c := range [...]Chain{Chain(Percent), Chain(JSONString), Chain(HTML)} {
		if c.Decode(raw) == value {
			return c
		}
	}
	return Chain("ff"[:depth+1])
}
