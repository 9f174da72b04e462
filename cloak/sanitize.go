package cloak

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sort"
	"strings"
)

// ErrUnsettled means that a text could not be made to read back; nothing of it
// may be emitted. No input is known that gets there.
var ErrUnsettled = errors.New("cloak: sanitized text does not restore")

// Most texts settle in two rounds. One that does not within patience is built to
// go on: what it still shows is then replaced together with ever more of what
// surrounds it, so that it ends, if need be as a single stand-in.
const (
	patience = 8
	rounds   = patience + 40
)

// A replaced span of the text.
type replaced struct {
	match
	glued bool // use the pair's token
	pair  *Pair
	out   Span
}

// A call is one Sanitize. With P the spans replaced, it adds to P until
//
//	hits(out) = P            what was written is read back, and nothing else (an
//	                         echo: plus the live stand-ins of the text)
//	find(out − hits) = ∅     detectors and the sweep find nothing more
type call struct {
	e    *Engine
	m    *Mapping
	ctx  context.Context
	in   Input
	src  Source
	look *look

	// frozen is how much of the text was emitted before: it is read, and not
	// changed. Its stand-ins are ours.
	frozen int
	// open tells that the text goes on behind its end, unseen: a stand-in there
	// must be one that nothing extends.
	open bool

	ours  []hit  // live stand-ins of the text that stay: an echo's, and frozen ones
	left  []Span // other places of the text with a stand-in's shape
	rs    []replaced
	out   string
	live  string // out with every live stand-in zeroed: the look's memory
	grown bool   // the last splice brought new originals
	whole bool   // look at the whole output in every round, not only near what was replaced
	spent int    // rounds
}

// Sanitize replaces what it finds by stand-ins of m, and sees to it that the
// result restores. The mapping is locked throughout, so that "not live" and
// "claimed" are decided at once. On an error nothing of the text may be emitted.
// With Config.Redact, m may be nil; else what was replaced is looked for in later texts,
// too.
func (e *Engine) Sanitize(ctx context.Context, m *Mapping, text string, src Source) (string, []Finding, error) {
	return e.SanitizeIn(ctx, m, Input{Text: text}, src)
}

// SanitizeIn is Sanitize with what is known about the text.
func (e *Engine) SanitizeIn(ctx context.Context, m *Mapping, in Input, src Source) (string, []Finding, error) {
	c := &call{e: e, m: m, ctx: ctx, in: in.bare(), src: src}
	return c.run()
}

func (c *call) run() (string, []Finding, error) {
	c.look = looks.Get().(*look)
	defer func() { c.live = ""; looks.Put(c.look) }()
	if c.m == nil {
		if !c.e.redact {
			return "", nil, errors.New("cloak: no mapping")
		}
		c.m, _ = NewMapping(Snapshot{})
	}
	c.m.mu.Lock()
	defer c.m.mu.Unlock()
	if err := c.first(); err != nil {
		return "", nil, err
	}
	for ; c.spent < rounds; c.spent++ {
		if err := c.ctx.Err(); err != nil {
			return "", nil, err
		}
		if len(c.rs) == 0 {
			return c.in.Text, nil, nil
		}
		if err := c.splice(); err != nil {
			return "", nil, err
		}
		more, err := c.check()
		if err != nil {
			return "", nil, err
		}
		more = slices.DeleteFunc(more, func(x match) bool { return x.End <= c.frozen })
		if len(more) == 0 {
			return c.out, c.findings(), nil
		}
		if c.spent >= patience {
			c.widen(more, 16<<(c.spent-patience))
		}
		c.add(more)
	}
	return "", nil, ErrUnsettled
}

// first looks at the text itself: claims what has a stand-in's shape, sees to
// the live ones, and finds what there is to replace.
func (c *call) first() error {
	l, m, text := c.look, c.m, c.in.Text
	c.e.read(l, c.in)
	hits := m.resolve(nil, text, &l.ps)
	m.claim(&l.ps)
	var foreign []match
	var known []Span
	for _, h := range hits {
		known = append(known, h.Span)
		if c.src.Echo || h.End <= c.frozen {
			c.ours = append(c.ours, h)
		} else {
			foreign = append(foreign, foreignMatch(h.Span, h.pair.Entity))
		}
	}
	foreign = append(foreign, c.forged()...)
	ms, err := c.e.detect(c.ctx, l, c.in, known)
	if err != nil {
		return err
	}
	for _, x := range l.hidden {
		if !touches(known, x) {
			c.left = append(c.left, x)
		}
	}
	ms = append(c.in.leave(ms), foreign...)
	sweepable := l.zeros(text, spansOf(c.ours)) // what was hidden is needed no longer
	c.sweep(sweepable, 0, len(text), func(x match) { ms = append(ms, x) })
	l.ms = ms
	if len(c.ours) > 0 { // which end a run
		l.runs = l.shade.appendRunsOf(l.runs[:0], sweepable, Span{0, len(sweepable)})
	}
	c.e.sweepShadow(l, sweepable, nil, l.runs, [2]sweeper{c.m.originals})
	c.add(l.ms)
	return nil
}

func foreignMatch(x Span, entity Entity) match {
	return match{Span: x, entity: entity, detector: "standin", class: Anchored, bits: priorBits}
}

// forged are the places that look like a token and are not live, where the source says
// that these are originals.
func (c *call) forged() (ms []match) {
	if !c.src.Foreign || c.src.Echo {
		return nil
	}
	ps := &c.look.ps
	for i := range ps.list {
		p := &ps.list[i]
		if _, live := c.m.live[string(ps.key(p))]; !live && ps.isToken(p) {
			x := foreignMatch(p.Span, Literal)
			x.opaque = true
			ms = append(ms, x)
		}
	}
	return ms
}

// sweep emits the known originals in s[from:to].
func (c *call) sweep(s string, from, to int, emit func(match)) {
	found := func(x Span, entity Entity) {
		if !c.e.keep.has(s[x.Start:x.End]) {
			emit(match{Span: x, entity: entity, detector: "sweep", bits: sweepBits})
		}
	}
	c.m.originals.find(s, from, to, found)
}

func spansOf(hs []hit) []Span {
	var xs []Span
	for _, h := range hs {
		xs = append(xs, h.Span)
	}
	return xs
}

// splice writes the text with its spans replaced.
func (c *call) splice() error {
	text := c.in.Text
	var out strings.Builder
	out.Grow(len(text) + 16*len(c.rs))
	live := slices.Grow(c.look.live[:0], len(text)+16*len(c.rs))
	pairs := len(c.m.pairs)
	ours := c.ours
	last := 0
	copyTo := func(end int) { // text[last:end], of which live hides what is ours
		out.WriteString(text[last:end])
		for len(ours) > 0 && ours[0].Start < last {
			ours = ours[1:]
		}
		for len(ours) > 0 && ours[0].End <= end {
			live = append(live, text[last:ours[0].Start]...)
			live = appendZeros(live, ours[0].Len())
			last, ours = ours[0].End, ours[1:]
		}
		live = append(live, text[last:end]...)
		last = end
	}
	for i := range c.rs {
		r := &c.rs[i]
		form, err := c.form(r)
		if err != nil {
			return err
		}
		copyTo(r.Start)
		r.out = Span{out.Len(), out.Len() + len(form)}
		out.WriteString(form)
		live = appendZeros(live, len(form))
		last = r.End
	}
	copyTo(len(text))
	c.out, c.look.live = out.String(), live
	c.live = asString(live)
	c.grown = c.grown || len(c.m.pairs) > pairs
	return nil
}

// form is what is written for r.
func (c *call) form(r *replaced) (string, error) {
	surface := c.in.Text[r.Start:r.End]
	if r.ours != nil {
		r.pair = r.ours.pair
		err := c.m.token(r.pair)
		return r.ours.under().visible(cmp.Or(r.pair.token(), r.pair.StandIn)), err
	}
	if c.in.Number {
		return c.number(r, surface)
	}
	if c.e.redact {
		if r.bits >= sweepBits {
			n := len(c.m.originals.values)
			c.m.originals.add(strings.Clone(r.chain.Decode(surface)), r.entity)
			if len(c.m.originals.values) > n {
				c.grown = true
				c.m.changes++
			}
		}
		return "[" + string(r.entity) + "_REDACTED]", nil
	}
	fresh := c.newPair(r, surface)
	p := c.m.known(&fresh, c.src.Origin)
	if p == nil {
		var err error
		replacer := c.e.replacer
		if r.opaque { // nobody knows what a decoy of it would be written as
			replacer = Tokens{}
		}
		if p, err = c.m.pair(fresh, replacer, nil, c.src.Origin); err != nil {
			return "", err
		}
	}
	r.pair = p
	standIn, err := c.choose(r)
	return p.Chain.written().visible(standIn), err
}

// choose is which stand-in of its pair r has: the first if it fits; else, of a decoy, the
// token, which a neighbour does not hide either; of a token, a decoy that fits, if there is
// one.
func (c *call) choose(r *replaced) (string, error) {
	p := r.pair
	fits := func(standIn string) bool {
		return c.in.Fits == nil || c.in.Fits(r.Span, p.Chain.written().visible(standIn))
	}
	switch {
	case !r.glued && fits(p.StandIn):
		return p.StandIn, nil
	case !isToken(p.StandIn):
		err := c.m.token(p)
		return cmp.Or(p.token(), p.StandIn), err
	case r.glued:
		return p.StandIn, nil
	}
	if c.e.fitting != nil && !r.opaque {
		c.m.fit(p, c.e.fitting, fits)
	}
	if p.Token != "" && fits(p.Token) {
		return p.Token, nil
	}
	return p.StandIn, nil
}

// ErrNumber means that a number of a document has no stand-in that is a number.
var ErrNumber = errors.New("cloak: a number is found for which there is no stand-in that is a number")

// number is what is written for r, all of a number: digits, which do not begin with 0.
func (c *call) number(r *replaced, surface string) (string, error) {
	if c.e.redact {
		return "0", nil
	}
	fresh := c.newPair(r, surface)
	if !fresh.Chain.document() {
		fresh.Chain = Chain(NumberDocument)
	}
	fits := func(s string) bool {
		return isAllDigits(s) && s[0] != '0' && (c.in.Fits == nil || c.in.Fits(r.Span, s))
	}
	p := c.m.known(&fresh, c.src.Origin)
	if p == nil {
		if c.e.numbers == nil {
			return "", ErrNumber
		}
		var err error
		if p, err = c.m.pair(fresh, c.e.numbers, fits, c.src.Origin); err != nil {
			return "", err
		}
	}
	if r.pair = p; r.glued {
		return "", ErrNumber
	}
	if !fits(p.StandIn) && c.e.numbers != nil {
		c.m.fit(p, c.e.numbers, fits)
	}
	for _, s := range [...]string{p.StandIn, p.Token} {
		if fits(s) {
			return s, nil
		}
	}
	return "", ErrNumber
}

func (c *call) newPair(r *replaced, surface string) Pair {
	p := Pair{
		Entity: r.entity, Detector: r.detector, Surface: Original(surface), Chain: r.chain, Sweep: r.bits >= sweepBits,
	}
	if c.in.Surface != nil {
		if raw, steps := c.in.Surface(r.Span); raw != "" {
			p.Surface, p.Chain = Original(raw), steps+p.Chain
		}
	}
	p.Canonical = p.Surface
	if p.Chain != Plain {
		p.Canonical = Original(p.value())
		if q := c.m.surfaces[string(p.Canonical)]; q != nil && r.det == nil { // swept for
			p.Entity, p.Detector, p.Canonical = q.Entity, q.Detector, q.Canonical
		}
	}
	if r.det != nil && r.det.Canonical != nil {
		p.Canonical = Original(r.det.Canonical(string(p.Canonical)))
	}
	return p
}

// check reads the output: what was written must be read back, and nothing more
// be found. It looks near what was replaced; a test holds that equal to a look
// at the whole.
func (c *call) check() (more []match, err error) {
	l := c.look
	spans := make([]Span, len(c.rs))
	for i := range c.rs {
		spans[i] = c.rs[i].out
	}
	dirty := c.disturbed(spans)
	l.ps.reset()
	for _, r := range dirty {
		standInShapes().find(&l.ps, c.out, r.Start, r.End, false)
	}
	// A view reads a little beyond the stretches, where plain places are not looked for.
	l.ps.list = slices.DeleteFunc(l.ps.list, func(p place) bool { return !touches(dirty, p.Span) })
	c.m.claim(&l.ps)
	if !c.e.redact {
		if more = c.reread(dirty); len(more) > 0 {
			return more, nil
		}
	}
	if more = c.forgedAnew(spans); len(more) > 0 {
		return more, nil
	}
	l.hidden = l.hidden[:0]
	for i := range l.ps.list {
		if p := &l.ps.list[i]; p.hidden && (c.live[p.Start] != 0 || c.live[p.End-1] != 0) { // not zeroed yet
			l.hidden = append(l.hidden, p.Span)
			// What a stand-in hides beside itself spoke for or against what is behind it.
			if !c.whole && touches(spans, p.Span) {
				c.whole = true
				return c.check()
			}
		}
	}
	for _, x := range c.left {
		if at, kept := c.target(x); kept && !touches(dirty, at) {
			l.hidden = append(l.hidden, at)
		}
	}
	l.hid = l.zeros(c.live, union(l.hidden))
	l.fs, l.ms = l.fs[:0], l.ms[:0]
	for _, r := range dirty {
		l.fs = c.e.program.scanUnder(c.in.Label, l.fs, l.hid, r.Start, r.End)
	}
	l.fs = c.e.underKey(l.fs, c.in, l.hid)
	if l.fs, err = c.e.slow.find(l.fs, l.hid); err != nil { // all of it: a pattern has no neighbourhood
		return nil, err
	}
	c.e.judge(l, c.in)
	if c.e.terms != nil || c.e.patterns != nil || len(c.e.more) > 0 {
		if err := c.e.others(c.ctx, l, c.in, 0, len(l.hid)); err != nil {
			return nil, err
		}
	}
	near := union(append(spans, dirty...))
	if err := c.e.shadow(l, c.in, near, hasAny); err != nil {
		return nil, err
	}
	add := func(x match) { l.ms = append(l.ms, x) }
	if c.grown {
		c.sweep(c.live, 0, len(c.live), add)
		near = nil
		c.grown = false
	} else {
		for _, r := range dirty {
			c.sweep(c.live, r.Start, r.End, add)
		}
	}
	c.e.sweepShadow(l, c.live, near, c.runsNow(dirty), [2]sweeper{c.m.originals})
	more = append(more, l.ms...)
	for i := range more {
		more[i].Span = c.source(more[i].Span)
	}
	return c.in.leave(more), nil
}

// forgedAnew are the places of the output that look like a token since something in them
// was replaced. A redaction is none, and no more live than they.
func (c *call) forgedAnew(spans []Span) (ms []match) {
	for _, x := range c.forged() {
		if k := c.firstAfter(x.Start); k < len(spans) && spans[k].contains(x.Span) {
			continue
		}
		x.Span = c.source(x.Span)
		ms = append(ms, x)
	}
	return ms
}

// runsNow returns the runs of c.live that may be base64 or hex: of the stretches
// looked at anew, with all of a run that reaches in, elsewhere those of the text.
func (c *call) runsNow(dirty []Span) []Span {
	l := c.look
	l.now = l.now[:0]
	for _, x := range dirty {
		for x.Start > 0 && in64[c.live[x.Start-1]] != 0 {
			x.Start--
		}
		for x.End < len(c.live) && in64[c.live[x.End]] != 0 {
			x.End++
		}
		l.now = l.shade.appendRunsOf(l.now, c.live, x)
	}
	for _, x := range l.runs {
		if at, kept := c.target(x); kept && !touches(dirty, at) {
			l.now = append(l.now, at)
		}
	}
	return l.now
}

// disturbed is where the output must be looked at.
func (c *call) disturbed(spans []Span) []Span {
	if c.whole {
		return []Span{{0, len(c.out)}}
	}
	dirty := c.e.disturbed(c.out, spans, nil)
	for i := range c.rs {
		r := &c.rs[i]
		if r.apart { // words that were in front of its neighbour are gone with it
			dirty = append(dirty, Span{max(0, r.out.Start-nearby), min(len(c.out), r.out.End+nearby+contextReach)})
		}
		if r.det != nil && r.det.far > 0 {
			dirty = append(dirty, Span{max(0, r.out.Start-r.det.far), min(len(c.out), r.out.End+r.det.far)})
		}
		if hasSpace(c.in.Text[r.Start:r.End]) { // several words are one now
			if from := countedFrom(c.out, r.out.Start); from >= 0 {
				dirty = append(dirty, Span{from, min(len(c.out), r.out.End+maxCommand)})
			}
		}
	}
	dirty = union(dirty)
	// A stand-in, or what has its shape, is looked at as a whole or not at all.
	var cut []Span
	for _, x := range spans {
		if touches(dirty, x) {
			cut = append(cut, x)
		}
	}
	for i := range c.ours {
		if x, kept := c.target(c.ours[i].Span); kept && touches(dirty, x) {
			cut = append(cut, x)
		}
	}
	for _, x := range c.left {
		if x, kept := c.target(x); kept && touches(dirty, x) {
			cut = append(cut, x)
		}
	}
	return union(append(dirty, cut...))
}

// reread holds out to hits(out) = spans, and in an echo to what was ours, within
// the stretches looked at. A span that is not read back, or hides its neighbour,
// takes its token; what is read and not ours becomes an original.
func (c *call) reread(dirty []Span) (foreign []match) {
	hits := c.m.resolve(nil, c.out, &c.look.ps)
	meant := slices.Grow(c.look.meant[:0], len(hits))[:len(hits)] // by hit
	clear(meant)
	c.look.meant = meant
	// read returns what is read at x, and that it was meant.
	read := func(x Span) (text string, ok bool) {
		k, ok := slices.BinarySearchFunc(hits, x.Start, func(h hit, start int) int { return h.Start - start })
		if !ok || hits[k].End != x.End {
			return "", false
		}
		meant[k] = true
		return hits[k].text(), true
	}
	glued, broken := false, false
	for i := range c.rs {
		r := &c.rs[i]
		if !touches(dirty, r.out) {
			read(r.out)
			continue
		}
		want := c.in.Text[r.Start:r.End]
		if r.ours != nil {
			want = r.ours.text()
		} else if r.pair != nil && r.pair.Chain.document() {
			want = r.pair.value()
		}
		if text, ok := read(r.out); !ok || text != want {
			broken = true
			glued = c.glue(r.out) || glued
			foreign = append(foreign, foreignMatch(Span{max(0, r.Start-1), min(len(c.in.Text), r.End+1)}, r.entity))
		}
	}
	for i := range c.ours {
		o := &c.ours[i]
		at, kept := c.target(o.Span)
		if !kept {
			continue
		}
		text, _ := read(at) // a view may have read beyond the stretches
		if !touches(dirty, at) {
			continue
		}
		if text != o.text() {
			broken = true
			glued = c.glue(Span{at.Start - widest, at.End + widest}) || glued
			// Its neighbour has changed, and now extends it: its pair's token stays readable.
			x := foreignMatch(o.Span, o.pair.Entity)
			x.ours = o
			foreign = append(foreign, x)
		}
	}
	for i := range hits {
		if h := &hits[i]; !meant[i] {
			broken = true
			glued = c.glue(h.Span) || glued
			foreign = append(foreign, foreignMatch(c.source(h.Span), h.pair.Entity))
		}
	}
	if glued { // that may have been enough: look again with the tokens in place
		return []match{c.rs[0].match}
	}
	if broken && len(foreign) == 0 {
		return []match{c.rs[0].match}
	}
	return foreign
}

// glue gives their token to the spans that touch x; false if there was none to change.
func (c *call) glue(x Span) (changed bool) {
	for i := c.firstAfter(x.Start); i < len(c.rs) && c.rs[i].out.Start < x.End; i++ {
		changed = changed || !c.rs[i].glued
		c.rs[i].glued = true
	}
	return changed
}

// firstAfter returns the first replaced span that reaches beyond offset i of the output.
func (c *call) firstAfter(i int) int {
	return sort.Search(len(c.rs), func(k int) bool { return c.rs[k].out.End > i })
}

// shift is what to add to an offset of the output just before span k to have it in the text.
func (c *call) shift(k int) int {
	if k == 0 {
		return 0
	}
	return c.rs[k-1].End - c.rs[k-1].out.End
}

// source maps a span of the output to the text, replaced spans that it touches included whole.
func (c *call) source(s Span) Span {
	i := c.firstAfter(s.Start)
	t := Span{s.Start + c.shift(i), s.End + c.shift(i)}
	if i < len(c.rs) && c.rs[i].out.Start <= s.Start {
		t.Start = c.rs[i].Start
	}
	for ; i < len(c.rs) && c.rs[i].out.Start < s.End; i++ {
		t.End = max(c.rs[i].End, s.End+c.shift(i+1))
	}
	return t
}

// target maps a span of the text to the output, unless it was replaced.
func (c *call) target(s Span) (Span, bool) {
	i := sort.Search(len(c.rs), func(k int) bool { return c.rs[k].End > s.Start })
	kept := i == len(c.rs) || !c.rs[i].overlaps(s)
	return Span{s.Start - c.shift(i), s.End - c.shift(i)}, kept
}

// widen takes the surroundings in, up to the next stand-in that stays.
func (c *call) widen(ms []match, by int) {
	for i := range ms {
		x := &ms[i].Span
		from, to := max(0, x.Start-by), min(len(c.in.Text), x.End+by)
		for _, o := range c.ours {
			if o.End <= x.Start {
				from = max(from, o.End)
			}
			if o.Start >= x.End {
				to = min(to, o.Start)
			}
		}
		*x = Span{from, to}
	}
}

// add joins matches to the spans. A span that grew is written anew.
func (c *call) add(ms []match) {
	glued := map[Span]bool{}
	for i := range c.rs {
		if c.rs[i].glued {
			glued[c.rs[i].Span] = true
		}
		ms = append(ms, c.rs[i].match)
	}
	c.rs = slices.Grow(c.rs[:0], len(ms))
	for _, x := range cover(ms) {
		if c.in.Number {
			x.Span = Span{0, len(c.in.Text)}
		}
		if x.Start = max(x.Start, c.frozen); x.Start >= x.End {
			continue
		}
		if x.ours != nil && x.ours.Span != x.Span { // a part of something else
			x.ours = nil
		}
		beside := 2
		if x.chain.written() != Plain { // half an escape may stand there, which is a neighbour once it is whole
			beside += widest
		}
		atEdge := c.open && x.End+beside >= len(c.in.Text) || c.frozen > 0 && x.Start < c.frozen+beside
		c.rs = append(c.rs, replaced{match: x, glued: atEdge || glued[x.Span]})
	}
}

func (c *call) findings() []Finding {
	fs := make([]Finding, 0, len(c.rs))
	for i := range c.rs {
		r := &c.rs[i]
		f := Finding{Span: r.Span, Out: r.out, Entity: r.entity, Seq: -1, Detector: r.detector, Confidence: confidence(r.bits)}
		if r.pair != nil {
			f.Seq, f.Entity = r.pair.Seq, r.pair.Entity
		}
		fs = append(fs, f)
	}
	return fs
}
