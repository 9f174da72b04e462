package cloak

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"
	"unsafe"
)

// A look is one search of a text, and the memory it needs.
type look struct {
	fs     []found // what the scanner found
	ps     places  // every place with a stand-in's shape
	hidden []Span  // what detectors do not see, ascending and apart
	hid    string  // the text with it zeroed
	around surroundings
	ms     []match
	live   []byte // memory of call.live
	meant  []bool // memory of reread
	zeroed []byte // memory of hid
	lines  lineReader
	// explain, if set, is told of every site that is judged.
	explain func(*Detector, Span, Score)
	runs    []Span // of the text, where it may be base64 or hex
	now     []Span // memory of runsNow
	shade   shadowLook
}

// looks keeps their memory between calls: a warm search allocates nothing but
// what it returns. No string that lies in it outlives the call.
var looks = sync.Pool{New: func() any { return new(look) }}

// zeros is s with the spans zeroed, in l's memory.
func (l *look) zeros(s string, spans []Span) string {
	if len(spans) == 0 {
		return s
	}
	b := append(l.zeroed[:0], s...)
	for _, x := range spans {
		clear(b[x.Start:x.End])
	}
	l.zeroed = b
	return asString(b)
}

// asString is b as a string without a copy: b must not change while it is used.
func asString(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// look finds what there is to replace in a text of which nothing is known.
func (e *Engine) look(ctx context.Context, l *look, in Input) ([]match, error) {
	e.read(l, in)
	return e.detect(ctx, l, in, nil)
}

// read is the one pass over all of the text: sites of every detector, and every place.
func (e *Engine) read(l *look, in Input) {
	s := in.Text
	l.fs = e.underKey(e.program.scanUnder(in.Label, l.fs[:0], s, 0, len(s)), in, s)
	l.ps.reset()
	for i := range l.fs {
		if f := &l.fs[i]; f.shape {
			l.ps.add(s, f.Span, e.program.detectors[f.by].norm, Plain)
		}
	}
	l.runs = appendRuns(l.runs[:0], l.fs, e.encoded)
	standInShapes().findEscaped(&l.ps, s, 0, len(s))
}

// detect turns what was read into matches, ascending. Live stand-ins (more) and
// whatever has a stand-in's shape are hidden from detectors: it is zeroed, and
// its neighbourhood looked at anew.
func (e *Engine) detect(ctx context.Context, l *look, in Input, more []Span) ([]match, error) {
	s := in.Text
	l.hidden = append(l.hidden[:0], more...)
	for i := range l.ps.list {
		if p := &l.ps.list[i]; p.hidden {
			l.hidden = append(l.hidden, p.Span)
		}
	}
	l.hidden = union(l.hidden)
	l.hid = l.zeros(s, l.hidden)
	if len(l.hidden) > 0 {
		// What was found there is found again, or not; what reaches in from
		// outside stays, unless it holds something hidden. What is then found
		// twice is joined later.
		dirty := e.disturbed(s, l.hidden, l.fs)
		l.fs = slices.DeleteFunc(l.fs, func(f found) bool {
			x := e.program.extent(&f, len(s))
			return f.shape || touches(l.hidden, x) || within(dirty, x)
		})
		kept := len(l.fs)
		for _, r := range dirty {
			l.fs = e.program.scanUnder(in.Label, l.fs, l.hid, r.Start, r.End)
		}
		l.fs = e.underKey(e.notWithin(l.fs, kept, dirty), in, l.hid)
	}
	var err error
	if l.fs, err = e.slow.find(l.fs, l.hid); err != nil {
		return nil, err
	}
	l.ms = l.ms[:0]
	e.judge(l, in)
	if err = e.others(ctx, l, in, 0, len(s)); err == nil {
		err = e.shadow(l, in, nil, l.ps.has)
	}
	return l.ms, err
}

// notWithin drops from fs[kept:], found in a second look at the stretches dirty,
// what begins within a value in fs[:kept] of the same detector. The first look
// went on behind that value; the second one may have begun within it.
func (e *Engine) notWithin(fs []found, kept int, dirty []Span) []found {
	if len(fs) == kept {
		return fs
	}
	var over []found
	for _, f := range fs[:kept] {
		k, _ := slices.BinarySearchFunc(dirty, f.at+1, func(r Span, at int) int { return r.Start - at })
		if k < len(dirty) && dirty[k].Start < f.End && !e.program.shaped[f.by] {
			over = append(over, f)
		}
	}
	if len(over) == 0 {
		return fs
	}
	order := func(a, b found) int { return cmp.Or(int(a.by)-int(b.by), a.at-b.at) }
	slices.SortFunc(over, order)
	again := slices.DeleteFunc(fs[kept:], func(f found) bool {
		k, _ := slices.BinarySearchFunc(over, f, order)
		return k > 0 && over[k-1].by == f.by && f.at < over[k-1].End
	})
	return fs[:kept+len(again)]
}

// others appends what is found in l.hid[from:to] by anything but the scanner.
func (e *Engine) others(ctx context.Context, l *look, in Input, from, to int) error {
	add := func(m match) {
		if !e.keep.has(l.hid[m.Start:m.End]) || m.class == Always {
			l.ms = append(l.ms, m)
		}
	}
	if e.terms != nil {
		e.terms.find(l.hid, from, to, func(x Span, t *Term) { add(termMatch(x, t)) })
	}
	if e.patterns != nil {
		err := e.patterns.find(l.hid[from:to], func(i int, x Span) {
			p := &e.user[i]
			x.Start, x.End = x.Start+from, x.End+from
			add(match{Span: x, entity: p.Entity, detector: "pattern:" + p.Name, class: Anchored, bits: alwaysBits})
		})
		if err != nil {
			return err
		}
	}
	for _, r := range e.more {
		part := in
		part.Text = l.hid[from:to]
		fs, err := r.Recognize(ctx, part)
		if err != nil {
			return err
		}
		for _, f := range fs {
			if f.Start < 0 || f.Start >= f.End || f.End > len(part.Text) || !f.Entity.valid() {
				continue
			}
			if bits := minimumBits(min(f.Confidence, 1-1e-9)); bits >= e.minimum {
				add(match{Span: Span{f.Start + from, f.End + from}, entity: f.Entity, detector: f.Detector, class: Context, bits: bits})
			}
		}
	}
	return nil
}

func termMatch(x Span, t *Term) match {
	return match{Span: x, entity: cmp.Or(t.Entity, Custom), detector: "term", class: Always, bits: alwaysBits}
}

// judge makes matches of the sites in l.fs, in order, with what stands in front
// of each of them: labels are read on the same line, back to the last match.
func (e *Engine) judge(l *look, in Input) {
	slices.SortFunc(l.fs, func(a, b found) int { return cmp.Or(a.Start-b.Start, b.End-a.End, int(a.by)-int(b.by)) })
	l.lines = lineReader{}
	last, lo := 0, 0            // where the last match ends, and where its label may begin
	start, before := -1, Span{} // the same, of what was found in front of start
	for i := range l.fs {
		f := &l.fs[i]
		if f.left || f.shape || !e.enabled[f.by] {
			continue
		}
		if i > 0 && l.fs[i-1].by == f.by && l.fs[i-1].Span == f.Span {
			continue // found twice: it must not stand in front of itself
		}
		if f.Start != start { // several sites at one place have the same label
			start, before = f.Start, Span{lo, last}
		}
		from := before.End
		if e.enumerated(l, f, from) {
			from = before.Start
		}
		if m, ok := e.weigh(l, in, e.program.detectors[f.by], &e.program.evidence[f.by], f.site, from); ok {
			l.ms = append(l.ms, m)
			if f.End > last {
				last, lo = f.End, from
			}
		}
	}
}

// enumerated reports whether f is the next one in a list of numbers, behind a match of
// the same detector, or of telephone numbers, that ends at end: "plates: … and …" has one
// label.
func (e *Engine) enumerated(l *look, f *found, end int) bool {
	d := e.program.detectors[f.by]
	if d.anchor != anchorRun && d.Entity != Phone || f.Start <= end || !isListGlue(l.hid[end:f.Start]) {
		return false
	}
	for k := len(l.ms) - 1; k >= 0 && l.ms[k].End == end; k-- {
		if x := l.ms[k].det; x == d || x != nil && x.Entity == Phone && d.Entity == Phone {
			return true
		}
	}
	return false
}

// isListGlue reports whether s stands between two of a list.
func isListGlue(s string) bool {
	const longest = 8
	if len(s) > longest {
		return false
	}
	words, signs := 0, 0
	for i := 0; i < len(s); i++ {
		switch b := s[i]; {
		case b == ' ':
		case b == ',' || b == ';' || b == '/' || b == '&' || b == '|':
			signs++
		case b == '"' || b == '\'':
		case isAlpha(b):
			j := i
			for j < len(s) && isAlpha(s[j]) {
				j++
			}
			switch s[i:j] {
			case "and", "or", "und", "oder", "et", "ou", "y", "o", "e", "u", "i", "en", "og", "och", "eller", "ve", "veya", "ja", "lub", "nebo", "dan", "atau":
			default:
				return false
			}
			words++
			i = j - 1
		default:
			return false
		}
	}
	return words+signs == 1 || words == 1 && signs == 1
}

// disturbed returns the stretches of s, ascending and apart, in which replacing
// the spans xs can bring something new to light, or take something away: the
// neighbourhood of each span that is not on its own, and of what it was part of.
func (e *Engine) disturbed(s string, xs []Span, fs []found) []Span {
	var from []Span
	for i := range fs {
		if x := e.program.extent(&fs[i], len(s)); !fs[i].shape && touches(xs, x) {
			from = append(from, x)
		}
	}
	q := quotes{s: s}
	for _, x := range xs {
		if !q.onItsOwn(x) {
			from = append(from, x)
		}
	}
	for _, x := range keyStretches(s) {
		if touches(xs, x) {
			from = append(from, x)
		}
	}
	from = union(from)
	end := 0
	for i := range from {
		from[i] = q.neighbourhood(from[i], end)
		end = from[i].End
	}
	return union(from)
}

// keyStretches returns the stretches of s that begin with the header of a private key
// and reach to its footer, the next header, or as far as a key is looked for: what
// lies within can make a key or unmake it, lines away.
func keyStretches(s string) (keys []Span) {
	for i := 0; ; {
		// One capital of it is looked for: there are fewer of those than of dashes.
		k := strings.IndexByte(s[i:], 'G')
		if k < 0 {
			return keys
		}
		i += k + 1
		const before = len("-----BEG")
		if i < before || !strings.HasPrefix(s[i-before:], armourBegin) {
			continue
		}
		i -= before
		end := min(len(s), i+maxPEM)
		if next := strings.Index(s[i+1:end], armourBegin); next >= 0 {
			end = i + 1 + next
		}
		if foot := strings.Index(s[i:end], "-----END "); foot >= 0 {
			end = i + foot
		}
		if strings.Contains(s[i:min(end, i+armourLine)], "PRIVATE") {
			keys = append(keys, Span{i, end})
		}
		i += before
	}
}

const (
	armourBegin = "-----BEGIN "
	armourLine  = 64
)

// neighbourhood is x with what surrounds it, up to white space or the edge of a
// line behind 64 bytes or so. A result that begins before end is cut there: that
// has been looked at.
func (q *quotes) neighbourhood(x Span, end int) Span {
	s := q.s
	from, to := x.Start, max(x.End, end)
	whole := q.before(x.Start) // a quoted value may begin and end anywhere on the line
	for from > end && s[from-1] != '\n' && (whole || x.Start-from < nearby || !isSpace(s[from-1])) {
		from--
	}
	for edge := from; from > end && s[from-1] != '\n' && edge-from < nearby/2; {
		from-- // the key of a value that begins here, and its quotes
	}
	whole = whole || quoteAhead(s, x.End)
	for to < len(s) && s[to] != '\n' && (whole || to-x.End < contextReach || !isSpace(s[to])) { // and what a label behind x is the label of
		to++
	}
	return Span{min(from, x.Start), to}
}

const nearby = 40

// onItsOwn reports whether the bytes around x can be part of nothing that x's
// bytes are, or a stand-in's in their place: then nothing changes beside x.
func (q *quotes) onItsOwn(x Span) bool {
	s := q.s
	token := s[x.Start] == '[' // nothing extends it: the address of a port may be more
	if !token && mayBeNumber(s[x.Start:x.End]) && (goesOnOver(s, x.Start-1, -1) || goesOnOver(s, x.End, 1)) {
		return false
	}
	return quiet(s, x.Start-1, -1, token) && quiet(s, x.End, 1, token) && !keyAhead(s, x.End) && !keyBehind(s, x.Start) && !q.before(x.Start)
}

// mayBeNumber reports whether v may be a number that an authority gives out: letters and
// digits, and what groups them where there are digits enough. An address of IPv4 is none.
func mayBeNumber(v string) bool {
	const least = 6
	digits, dots, other := 0, 0, false
	for i := range len(v) {
		switch b := v[i]; {
		case isDigit(b):
			digits++
		case b == '.':
			dots++
		case isAlpha(b):
		case formSep(b):
			other = true
		default:
			return false
		}
	}
	return dots == 0 && !other || digits >= least && (other || dots != 3)
}

// goesOnOver reports whether a number may go on over the blank s[i], with a short word or
// one that has digits: 904402993 X00, RT 0001, 104098608-7 A, AB 904402993.
func goesOnOver(s string, i, step int) bool {
	const longest = 6
	if at(s, i) != ' ' {
		return false
	}
	n := 0
	for i += step; isAlpha(at(s, i)) && n <= longest; i += step {
		n++
	}
	if isDigit(at(s, i)) {
		return n <= longest
	}
	if step < 0 {
		return 0 < n && n <= longest
	}
	return 0 < n && n <= 3 && !isWord(at(s, i))
}

// quotes looks for quotes in a text, and remembers where it has looked: places are
// asked for in order, and many may be on one line.
type quotes struct {
	s           string
	at          int // s[:at] was looked at, as far back as it matters
	quote, line int // the last quote and the last end of a line in it, or -1
}

// before reports whether a quote stands in front of s[i] on its line: a quoted
// value runs over blanks, and s[i] may be within one. Of a long line it may.
func (q *quotes) before(i int) bool {
	if i < q.at || i-q.at > quoteReach {
		q.at, q.quote, q.line = max(0, i-quoteReach-1), -1, -1
	}
	for ; q.at < i; q.at++ {
		for q.at+8 <= i && !quoteOrLine(load8(q.s[q.at:q.at+8])) {
			q.at += 8
		}
		if q.at == i {
			break
		}
		switch q.s[q.at] {
		case '"', '\'', '`':
			q.quote = q.at
		case '\n':
			q.line = q.at
		}
	}
	return q.line < i-quoteReach-1 || q.quote > q.line
}

// quoteOrLine reports whether one of the eight bytes of x is a quote or ends a line.
func quoteOrLine(x uint64) bool {
	var t uint64
	for _, b := range [...]uint64{'"', '\'', '`', '\n'} {
		y := x ^ b*lowBits // a zero byte where it is b
		t |= (y - lowBits) &^ y
	}
	return t&(0x80*lowBits) != 0
}

// keyed reports whether the word at s[i] is a key, going forward, or a value with
// a key in front of it, going back: whether it is one can hang on the next word.
func keyed(s string, i, step int) bool {
	n := 0
	for ; n < keyReach && (isWord(at(s, i)) || at(s, i) == '-' || at(s, i) == '.'); n++ {
		i += step
	}
	for ; n < keyReach && (at(s, i) == ' ' || at(s, i) == '\t'); n++ {
		i += step
	}
	return n == keyReach || at(s, i) == ':' || at(s, i) == '='
}

// keyAhead reports whether a key that somebody may want ends within reach behind
// s[i]: what it is a key of can hang on all that stands before it on its line.
func keyAhead(s string, i int) bool {
	for end := min(len(s), i+keyReach); i < end; i++ {
		switch s[i] {
		case '\n':
			return false
		case ':', '=':
			_, ok := keyGate(s, i)
			return ok
		}
	}
	return false
}

// quoteAhead reports whether a ':' or '=' within reach behind s[i] has a quote
// behind it: if s[i:] goes on with the end of a key that is one no longer, what was
// a part of its value is none.
func quoteAhead(s string, i int) bool {
	for end := min(len(s), i+keyReach); i < end; i++ {
		switch s[i] {
		case '\n':
			return false
		case ':', '=':
			for i++; i < end && (s[i] == ' ' || s[i] == '\t'); i++ {
			}
			return strings.IndexByte("\"'`", at(s, i)) >= 0
		}
	}
	return false
}

// keyBehind reports whether a key that somebody may want stands in front of s[i],
// with a value of at most two words between: the value's last one may be s[i]'s. Of a
// flag it is one word, which may be a word of a sentence before another one.
func keyBehind(s string, i int) bool {
	words := 0
	for least := i - keyReach; i > least; i-- {
		switch c := at(s, i-1); {
		case i == 0, c == '\n':
			return false
		case c == ':' || c == '=':
			_, ok := keyGate(s, i-1)
			return ok
		case c == '-' && words == 1 && (at(s, i) == '-' || i == 1 || isSpace(s[i-2])): // --name word
			return true
		case !isSpace(c) && isSpace(at(s, i-2)):
			if words++; words > 2 {
				return false
			}
		}
	}
	return true
}

// quoteReach is how far a quote is looked for.
const quoteReach = 256

// quiet judges one side of a span: s[i] is the byte beside it, and step leads away
// from it.
func quiet(s string, i, step int, token bool) bool {
	if token && step < 0 {
		i = openKeyOrBracket(s, i)
	} else if token {
		i = portOrBracket(s, i)
	}
	if i < 0 || i >= len(s) {
		return true
	}
	far := at(s, i+step)
	switch s[i] {
	case '\n', '\r':
		return true
	case '\t', ' ':
		if s[i] == '\t' || far == ' ' || far == '\t' { // many: only the words of a key go on over them
			k := i
			for n := 0; n < keyReach && (at(s, k) == ' ' || at(s, k) == '\t'); n++ {
				k += step
			}
			return !isWord(at(s, k)) || !keyed(s, k, step)
		}
		switch far {
		case '\n', 0, '[', ']':
			return true
		case '"':
			return step > 0
		case '-': // between the groups of a telephone number, too
			b := at(s, i+3*step)
			return isSpace(at(s, i+2*step)) && !mayBeDigit(b) && b != '(' && b != ')'
		case ':', ',':
			return isSpace(at(s, i+2*step))
		case '(':
			return !mayBeDigit(at(s, i+2*step))
		}
		return isAlpha(far) && !keyed(s, i+step, step)
	case '(', ')': // within a telephone number there may be a blank beside it
		if step < 0 == (s[i] == ')') { // it closes in front of a number, or opens behind one
			return false
		}
		return far == 0 || isSpace(far) && (far != ' ' || isAlpha(at(s, i+2*step)))
	case '"', '<', '>', ',', ';': // not where a key's value may run on
		return isSpace(far) || far == 0
	}
	return false
}

// mayBeDigit reports whether b is a digit, or of what may be one in a disguise.
func mayBeDigit(b byte) bool { return isDigit(b) || b == '%' || b == '\\' || b == '&' || b >= 0x80 }

// openKeyOrBracket steps back over what often stands in front of a value and is
// part of none: "key=", "key:", and one of "/[(<" behind white space or a key.
func openKeyOrBracket(s string, i int) int {
	k := i
	if c := at(s, k); c == '/' || c == '[' || c == '(' || c == '<' {
		k--
	}
	if c := at(s, k); c == '=' || c == ':' {
		j := k - 1
		for k-j < 24 && (isAlpha(at(s, j)) || at(s, j) == '_') {
			j--
		}
		if j < k-1 && (j < 0 || isSpace(s[j])) {
			return j
		}
		return i
	}
	if k < i && (k < 0 || isSpace(s[k])) {
		if s[i] == '[' && at(s, k) == ' ' && !isSpace(at(s, k-1)) { // a user's name may hang on a bracket behind it
			return i
		}
		return k
	}
	return i
}

// portOrBracket steps over what often stands behind an address and is part of
// nothing: a closing bracket, a port, a colon or comma in front of white space.
func portOrBracket(s string, i int) int {
	k := i
	if c := at(s, k); c == ']' || c == ')' || c == '>' {
		k++
	}
	if at(s, k) == ':' {
		j := k + 1
		for j-k < 7 && isDigit(at(s, j)) {
			j++
		}
		if j == len(s) || isSpace(at(s, j)) {
			return j
		}
		return i
	}
	if k > i && (k == len(s) || isSpace(at(s, k))) {
		return k
	}
	return i
}

// union sorts spans and joins those that overlap or touch.
func union(xs []Span) []Span {
	if len(xs) < 2 {
		return xs
	}
	slices.SortFunc(xs, func(a, b Span) int { return a.Start - b.Start })
	out := xs[:1]
	for _, x := range xs[1:] {
		if last := &out[len(out)-1]; x.Start <= last.End {
			last.End = max(last.End, x.End)
		} else {
			out = append(out, x)
		}
	}
	return out
}

// touches reports whether x overlaps one of xs, which are ascending and apart.
func touches(xs []Span, x Span) bool {
	k, _ := slices.BinarySearchFunc(xs, x.Start, func(y Span, start int) int {
		if y.End <= start {
			return -1
		}
		return 1
	})
	return k < len(xs) && xs[k].Start < x.End
}

// within reports whether x lies in one of xs, which are ascending and apart.
func within(xs []Span, x Span) bool {
	k, _ := slices.BinarySearchFunc(xs, x.Start, func(y Span, start int) int {
		if y.End <= start {
			return -1
		}
		return 1
	})
	return k < len(xs) && xs[k].contains(x)
}

// unmarked takes «…» out of an example and returns the span it marks.
func unmarked(example string) (text string, value Span) {
	before, rest, _ := strings.Cut(example, "«")
	v, after, _ := strings.Cut(rest, "»")
	return before + v + after, Span{len(before), len(before) + len(v)}
}
