package cloak

import (
	"cmp"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// A hit is a live stand-in in a text.
type hit struct {
	Span
	form
	chain Chain
	exact bool // spelled as it was written
}

// text is what the hit becomes.
func (h *hit) text() string { return h.pair.restored(h.under()) }

// under is the chain that the hit is read under. A stand-in without anything to
// escape is spelled the same, plain or under its surface's chain: it is the surface.
func (h *hit) under() Chain {
	if c := h.pair.Chain.written(); h.chain == Plain && c != Plain && c.visible(h.standIn) == h.standIn {
		return c
	}
	return h.chain
}

// resolve keeps the live places of ps, and of those that overlap one: what was
// written as it stands first, then the leftmost, then the longest.
func (m *Mapping) resolve(dst []hit, s string, ps *places) []hit {
	dst = dst[:0]
	for i := range ps.list {
		p := &ps.list[i]
		if f, ok := m.live[string(ps.key(p))]; ok {
			raw := s[p.Start:p.End]
			written := f.pair.Chain.written()
			exact := raw == f.standIn && p.chain == Plain ||
				written != Plain && p.chain == written && raw == written.visible(f.standIn)
			dst = append(dst, hit{p.Span, f, p.chain, exact})
		}
	}
	return disjoint(dst)
}

func disjoint(hs []hit) []hit {
	slices.SortFunc(hs, func(a, b hit) int { return cmp.Or(a.Start-b.Start, b.End-a.End, yes(b.exact)-yes(a.exact)) })
	apart := true
	for i := 1; i < len(hs) && apart; i++ {
		apart = hs[i-1].End <= hs[i].Start
	}
	if apart {
		return hs
	}
	var kept []hit
	for _, exact := range [...]bool{true, false} {
		for _, h := range hs {
			if h.exact != exact {
				continue
			}
			k, _ := slices.BinarySearchFunc(kept, h.Start, func(x hit, start int) int { return x.Start - start })
			if (k == 0 || kept[k-1].End <= h.Start) && (k == len(kept) || kept[k].Start >= h.End) {
				kept = slices.Insert(kept, k, h)
			}
		}
	}
	return append(hs[:0], kept...)
}

func yes(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Restore puts the originals back, in one pass over each byte: what was put back
// is not read again. It returns the stand-ins of o.Sent that text does not hold.
func (m *Mapping) Restore(text string, o RestoreOptions) (string, []Gap) {
	m.mu.Lock()
	defer m.mu.Unlock()
	r := reader{m: m, o: o, track: len(o.Sent) > 0, ps: m.scratch, hs: m.hits}
	hits := r.hits(text, 0, len(text))
	grown := len(text)
	for i := range hits {
		grown += len(hits[i].pair.Surface) - hits[i].Len()
	}
	var b strings.Builder
	last := 0
	for i := range hits {
		h := &hits[i]
		if value, ok := r.value(h); ok {
			if last == 0 {
				b.Grow(grown)
			}
			b.WriteString(text[last:h.Start])
			b.WriteString(value)
			last = h.End
		}
	}
	gaps := r.gaps(o.Sent)
	if m.scratch, m.hits = r.ps, r.hs; cap(m.hits) > keptHits {
		m.scratch, m.hits = places{}, nil
	}
	if last == 0 {
		return text, gaps
	}
	b.WriteString(text[last:])
	return b.String(), gaps
}

// A Place is a live stand-in in a text, and what it becomes. It holds an original: keep
// it out of logs.
type Place struct {
	Span
	Seq  int
	Text string // what Restore puts there
	// Where a format decoded the surface, its bytes in the document and the steps by which
	// they are read; "" where it is Text, which may have steps, too. See [Input.Surface].
	Surface Original
	Steps   Chain
}

// Places returns what Restore would put in a text's stand-ins, in order: formats write it
// where they have decoded the text from.
func (m *Mapping) Places(text string, o RestoreOptions) []Place {
	m.mu.Lock()
	defer m.mu.Unlock()
	r := reader{m: m, o: o, ps: m.scratch, hs: m.hits}
	hits := r.hits(text, 0, len(text))
	var places []Place
	for i := range hits {
		h := &hits[i]
		value, ok := r.value(h)
		if !ok {
			continue
		}
		p := Place{Span: h.Span, Seq: h.pair.Seq, Text: value}
		if h.chain == Plain {
			p.Steps = h.pair.Chain
		}
		if h.pair.Chain.document() && h.chain == Plain {
			p.Surface = h.pair.Surface
		}
		places = append(places, p)
	}
	m.scratch, m.hits = r.ps, r.hs
	return places
}

// keptHits is how much memory of a Restore is kept for the next, in hits.
const keptHits = 1 << 14

// A reader finds live stand-ins and notes which have come back. The mapping is
// locked while it works.
type reader struct {
	m    *Mapping
	o    RestoreOptions
	ps   places
	hs   []hit
	back map[int]bool // pairs seen, if track

	track bool
}

func (r *reader) hits(s string, from, to int) []hit {
	r.ps.reset()
	if len(r.m.live) == 0 {
		return nil
	}
	r.m.liveShapes().find(&r.ps, s, from, to, r.o.Exact)
	r.hs = r.m.resolve(r.hs, s, &r.ps)
	if r.o.Exact {
		r.hs = slices.DeleteFunc(r.hs, func(h hit) bool { return !h.exact })
	}
	return r.hs
}

// value is what h becomes under the options; false if it stays.
func (r *reader) value(h *hit) (string, bool) {
	if r.track {
		if r.back == nil {
			r.back = map[int]bool{}
		}
		r.back[h.pair.Seq] = true
	}
	if r.o.Origin != "" && !slices.Contains(h.pair.Origins, r.o.Origin) {
		return "", false
	}
	v := h.text()
	// A place read under the chain that the reply is written in is encoded already.
	if r.o.Encode != Plain && h.chain != r.o.Encode {
		v = r.o.Encode.Encode(v)
	}
	return v, true
}

// Gaps returns those of sent, which are numbers of pairs, that are not among back.
func (m *Mapping) Gaps(sent []int, back map[int]bool) []Gap {
	m.mu.Lock()
	defer m.mu.Unlock()
	r := reader{m: m, back: back}
	return r.gaps(sent)
}

func (r *reader) gaps(sent []int) (gaps []Gap) {
	for _, seq := range sent {
		if seq >= 0 && seq < len(r.m.pairs) && !r.back[seq] {
			p := r.m.pairs[seq]
			gaps = append(gaps, Gap{p.StandIn, p.Entity, seq})
		}
	}
	return gaps
}

// RestoreTo returns a writer that restores what passes through it to dst, the
// same bytes for every split into writes. Each Write writes what is decided and
// holds back only a tail that may begin a live stand-in, about a kilobyte at the
// most. Close writes the rest.
func (m *Mapping) RestoreTo(dst io.Writer, o RestoreOptions) *Restorer {
	return &Restorer{dst: dst, read: reader{m: m, o: o, track: true}}
}

// A Restorer is not safe for concurrent use.
type Restorer struct {
	dst  io.Writer
	read reader
	buf  []byte
	pos  int // buf[:pos] was written; its tail stays, for what looks back
	out  []byte
	err  error
}

// farthest is the longest a stand-in can be spelled, with what is looked at on
// both sides: every unit escaped.
const farthest = (shapeLimit + 8) * widest

// Write takes the next bytes of the reply. The error is dst's.
func (r *Restorer) Write(p []byte) (int, error) {
	if r.err != nil {
		return 0, r.err
	}
	r.buf = append(r.buf, p...)
	r.flush(false)
	return len(p), r.err
}

// Close writes what was held back. It does not close dst.
func (r *Restorer) Close() error {
	if r.err == nil {
		r.flush(true)
	}
	return r.err
}

// Encode changes RestoreOptions.Encode for what has not been decided yet.
func (r *Restorer) Encode(c Chain) { r.read.o.Encode = c }

// Gaps returns which of RestoreOptions.Sent, and of sent, have not come back so far.
func (r *Restorer) Gaps(sent ...int) []Gap {
	r.read.m.mu.Lock()
	defer r.read.m.mu.Unlock()
	return append(r.read.gaps(r.read.o.Sent), r.read.gaps(sent)...)
}

func (r *Restorer) flush(final bool) {
	m := r.read.m
	m.mu.Lock()
	s := string(r.buf)
	cut := len(s)
	if !final {
		cut = r.decided(s)
	}
	r.out = r.out[:0]
	if cut > r.pos {
		last := r.pos
		from := r.pos // or where what goes on there began: a number that holds a stand-in's digits hides it
		for from > max(0, r.pos-farthest) && joins(s, from-1) {
			from--
		}
		for _, h := range r.read.hits(s, from, len(s)) {
			if h.Start < r.pos || h.Start >= cut {
				continue
			}
			if h.End > cut && !final { // what begins at cut may take its end, once it is whole
				cut = h.Start
				break
			}
			if value, ok := r.read.value(&h); ok {
				r.out = append(append(r.out, s[last:h.Start]...), value...)
				last = h.End
			}
		}
		r.out = append(r.out, s[last:cut]...)
		r.pos = cut
	}
	if drop := r.pos - farthest; drop >= farthest || final && drop > 0 {
		r.buf = append(r.buf[:0], r.buf[drop:]...)
		r.pos -= drop
	}
	m.mu.Unlock() // dst may be slow
	if len(r.out) > 0 {
		_, r.err = r.dst.Write(r.out)
	}
}

// decided returns how much of s does not depend on what may follow: everything
// in front of the first place, in the run of bytes that s ends in, where a live
// stand-in may begin.
func (r *Restorer) decided(s string) int {
	begins := r.read.m.beginnings()
	if begins.known == 0 {
		return len(s)
	}
	from := max(r.pos, len(s)-farthest)
	i := len(s) - cutRune(s[from:])
	for i > from && joins(s, i-1) {
		i--
	}
	t := tail{s: s, blank: -1, escape: -1, stop: -1}
	for ; i < len(s); i++ {
		if begins.may(s[i:]) && t.goesOn(i) {
			return i
		}
	}
	return len(s)
}

// cutRune is how many bytes at the end of s begin a rune that goes on: it may be a
// letter, and extend what it stands behind.
func cutRune(s string) int {
	for n := 1; n < utf8.UTFMax && n <= len(s); n++ {
		if utf8.RuneStart(s[len(s)-n]) {
			if utf8.FullRuneInString(s[len(s)-n:]) {
				return 0
			}
			return n
		}
	}
	return 0
}

// A tail is what a text ends in, and the next places of note in it: each is
// looked for when it was passed, so that all of a tail costs one walk.
type tail struct {
	s                   string
	blank, escape, stop int
}

// goesOn reports whether a stand-in that begins at i may reach beyond the end: no
// bracket has closed it, and behind a blank there is only what a number, an
// account number or the name of a case has there.
func (t *tail) goesOn(i int) bool {
	s := t.s[i:]
	if s[0] == '[' {
		k := strings.IndexAny(s[1:min(len(s), shapeLimit)], "[](")
		return k < 0 || s[1+k] != ']' // a bracket within it may be a defanged dot
	}
	if t.blank < i {
		t.blank = indexFrom(t.s, ' ', i, len(t.s))
	}
	if t.blank >= len(t.s)-1 {
		return true
	}
	if t.escape < i {
		for t.escape = i; t.escape < len(t.s) && !beginsEscape(t.s[t.escape]); t.escape++ {
		}
	}
	account := t.blank == i+4 && isAlpha(s[0]) && isAlpha(s[1]) && isDigit(s[2]) && isDigit(s[3])
	if t.escape < t.blank || account || hasFold(s, marker) {
		return true
	}
	if t.stop < t.blank {
		for t.stop = t.blank; t.stop < len(t.s) && !t.stops(t.stop); t.stop++ {
		}
	}
	return t.stop == len(t.s) || beginsEscape(t.s[t.stop])
}

// lettersWithin is how many letters may begin a group of a number behind another one:
// 123456789 RT0001.
const lettersWithin = 4

// stops reports whether a word begins at i, unless it may go on to be what stands
// beside a number, labelBehind; or is the letters of one; or in a bracket, which may be
// a defanged dot; or an escape, whose letters are no word.
func (t *tail) stops(i int) bool {
	if !isAlpha(t.s[i]) || i+letterRun(t.s[i:], len("office")) == len(t.s) {
		return beginsEscape(t.s[i])
	}
	n := 1
	for n <= lettersWithin && isAlpha(at(t.s, i+n)) {
		n++
	}
	if n == 1 || n <= lettersWithin && (i+n == len(t.s) || isDigit(t.s[i+n])) {
		return false
	}
	if t.besideNumber(i) {
		return false
	}
	k := i
	for k > 0 && i-k < len("dot") && isAlpha(t.s[k-1]) {
		k--
	}
	return k == 0 || t.s[k-1] != '(' && t.s[k-1] != '['
}

// besideNumber reports whether the letter at i is of a word right behind a number that
// the text ends in: 020 913 0007-Off. It may be one that such a number has there.
func (t *tail) besideNumber(i int) bool {
	const longest = 8 // see labelBehind
	from := i
	for from > 0 && i-from < longest && isAlpha(t.s[from-1]) {
		from--
	}
	return from > 1 && t.s[from-1] == '-' && isDigit(t.s[from-2]) && i+letterRun(t.s[i:], longest+1) == len(t.s)
}

func beginsEscape(b byte) bool { return b == '%' || b == '\\' || b == '&' }

// joins reports whether s[i] may be a byte of a stand-in in any spelling. A
// space is one only behind a group of a number, in the name of a case, between
// brackets, or at the end, where it may be any of these.
func joins(s string, i int) bool {
	c := s[i]
	if c >= utf8.RuneSelf {
		return mayBeLetter(s, i) || inBlankOrDash(s, i)
	}
	if c != ' ' {
		return isAlnum(c) || strings.IndexByte("[]@._+-:%\\&#;()*`/", c) >= 0
	}
	before := at(s, i-1)
	switch {
	case isDigit(before), before == ')', before == ']', isAlnum(before) && i == len(s)-1,
		(before == '.' || before == '-' || before == '/') && numberMark(at(s, i-2)),
		before >= utf8.RuneSelf && inBlankOrDash(s, i-1):
		return true
	case isAlnum(before) && at(s, i+1)|0x20 == 'v', before == '.' && at(s, i-2)|0x20 == 'v': // A v. B
		return true
	case strings.ContainsAny(s[max(0, i-16):i], `%\&`): // a group with an escape
		return true
	case isAlpha(before) && isDigit(at(s, i+1)): // letters of a number
		return true
	case i >= 4 && isAlnum(before) && isAlnum(s[i-2]) && isAlnum(s[i-3]) && isAlnum(s[i-4]): // a group of an account number
		return true
	}
	open := strings.LastIndexByte(s[max(0, i-shapeLimit):i], '[')
	return open >= 0 && strings.IndexByte(s[max(0, i-shapeLimit)+open:i], ']') < 0
}

// mayBeLetter reports whether s[i] may be a byte of a letter, which goes on with a
// domain: of anything but quotes, dashes and other punctuation, and emoji.
func mayBeLetter(s string, i int) bool {
	for k := 0; k < utf8.UTFMax-1 && i > 0 && !utf8.RuneStart(s[i]); k++ {
		i--
	}
	second := at(s, i+1)
	return !(s[i] == 0xe2 && second == 0x80 || s[i] == 0xf0 && second == 0x9f && at(s, i+2) != 0xaf)
}

// numberMark reports whether a mark behind b may be within a telephone number.
func numberMark(b byte) bool { return isDigit(b) || b == ')' || b == ' ' || b >= utf8.RuneSelf }

// inBlankOrDash reports whether s[i] is a byte of a blank or a dash that the groups
// of a telephone number are read with.
func inBlankOrDash(s string, i int) bool {
	for k := max(0, i-2); k <= i; k++ {
		_, dash := phoneMark(s, k)
		if k+max(blankLen(s, k), dash) > i {
			return true
		}
	}
	return false
}

// Live returns the places of text that Restore would replace, ascending.
func (m *Mapping) Live(text string) []Span {
	m.mu.Lock()
	defer m.mu.Unlock()
	r := reader{m: m}
	return spansOf(r.hits(text, 0, len(text)))
}
