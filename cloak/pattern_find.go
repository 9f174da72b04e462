package cloak

import (
	"cmp"
	"strings"
)

const (
	// regexWindow is how much text a gate is asked about at once: little enough
	// that most expressions are not in it (measured: 13 to 40 times faster than
	// one expression after another over everything).
	regexWindow = 512
	// regexRegion is how much text an expression is run on at once, where windows
	// that it may match in follow each other.
	regexRegion = 64 << 10
	// maxOverlap is the longest match of an expression for which a long line is cut.
	maxOverlap = 256
)

// A patternSet finds the matches of a user's patterns. It is immutable, and safe
// for concurrent use.
//
// It finds what each pattern matches in the whole text, one after another,
// leftmost first. A zero byte is in no match. Time is linear in the text for
// patterns with a bounded length; another one is given a line at once, or the
// text if it may hold a newline, and takes time for each of its matches up to
// what it has to read to know where it ends.
type patternSet struct {
	all   []regex
	whole []int // need the whole text
	// The others match within a line. lines is for windows of whole lines; a line
	// that is longer is cut for those of short, and not for those of long.
	lines, short, long []regexGate
	overlap            int // the longest match of short
}

// newPatternSet compiles ps. Its error is a *PatternError, or says that the engine
// cannot start. Without patterns the set is nil, and the engine is not used.
func newPatternSet(ps []Pattern) (*patternSet, error) {
	if len(ps) == 0 {
		return nil, nil
	}
	p := &patternSet{all: make([]regex, len(ps))}
	exprs := make([]expr, len(ps))
	for i, x := range ps { // all, before the engine sees the first
		var err error
		if exprs[i], err = parseExpr(x.Expr, maxExpr); err != nil {
			return nil, newPatternError(i, x.Name, err)
		}
	}
	var lines, short, long []int
	for i, x := range exprs {
		var err error
		if p.all[i], err = newRegex(x); err != nil {
			return nil, newPatternError(i, ps[i].Name, err)
		}
		if x.newline || x.textEdges {
			p.whole = append(p.whole, i)
			continue
		}
		lines = append(lines, i)
		if x.max > maxOverlap || x.lineEdges {
			long = append(long, i)
			continue
		}
		short = append(short, i)
		p.overlap = max(p.overlap, x.max)
	}
	var err1, err2, err3 error
	p.lines, err1 = newRegexGates(p.all, lines)
	p.short, err2 = newRegexGates(p.all, short)
	p.long, err3 = newRegexGates(p.all, long)
	if err := cmp.Or(err1, err2, err3); err != nil {
		return nil, err
	}
	return p, nil
}

// find calls emit for each match in s that is not empty: for each pattern in the
// order of the text. On an error some may be missing.
func (p *patternSet) find(s string, emit func(i int, span Span)) error {
	if p == nil {
		return nil
	}
	r := regexRun{set: p, text: validCopy(s), emit: emit}
	for _, i := range p.whole {
		if err := r.run(i, Span{0, len(s)}, len(s)); err != nil {
			return err
		}
	}
	if len(p.lines) == 0 {
		return nil
	}
	r.open = make([]region, len(p.all))
	for at := 0; at < len(s); {
		end := r.lineWindow(at)
		if err := r.window(at, end); err != nil {
			return err
		}
		at = end
	}
	return r.closeAll()
}

// A regexRun is one call of find.
type regexRun struct {
	set  *patternSet
	text string
	emit func(i int, span Span)
	open []region // for each pattern
}

// A region is a stretch of windows in each of which a pattern may match. No word
// goes on to its start. Matches that start in it end before limit, so that their
// word boundary is seen, or at limit where that is the end of the line.
type region struct {
	Span
	limit int
}

// lineWindow returns the end of the window of whole lines at from.
func (r *regexRun) lineWindow(from int) int {
	for end := from; ; {
		next := len(r.text)
		if n := strings.IndexByte(r.text[end:], '\n'); n >= 0 {
			next = end + n + 1
		}
		if next-from > regexWindow && end > from {
			return end
		}
		if end = next; end == len(r.text) || end-from > regexWindow {
			return end
		}
	}
}

// window asks the gates about whole lines.
func (r *regexRun) window(from, end int) error {
	p := r.set
	if end-from <= regexWindow {
		return r.ask(p.lines, region{Span{from, end}, end})
	}
	if err := r.ask(p.long, region{Span{from, end}, end}); err != nil || len(p.short) == 0 {
		return err
	}
	for from < end {
		cut := cutWindow(r.text, from+regexWindow, end)
		if err := r.ask(p.short, region{Span{from, cut}, min(end, cut+p.overlap)}); err != nil {
			return err
		}
		from = cut
	}
	return nil
}

// cutWindow returns the first place of s[from:end] behind a byte that is in no
// word and is a whole character: a pattern sees there what it sees at the start
// of a text. It returns end if there is none.
func cutWindow(s string, from, end int) int {
	for i := from; i < end; i++ {
		if b := s[i-1]; b < 0x80 && !isWord(b) {
			return i
		}
	}
	return end
}

// ask adds w to the regions of all patterns that may match in it.
func (r *regexRun) ask(gates []regexGate, w region) error {
	var first error
	for _, g := range gates {
		err := g.named(r.text[w.Start:w.limit], func(i int) {
			if err := r.extend(i, w); first == nil {
				first = err
			}
		})
		if first == nil {
			first = err
		}
	}
	return first
}

// extend adds w to the region of pattern i, where it goes on without a gap. A new
// one may always start with a new line.
func (r *regexRun) extend(i int, w region) error {
	x := &r.open[i]
	newLine := w.Start == 0 || r.text[w.Start-1] == '\n'
	if x.End == w.Start && !(newLine && x.Len() >= regexRegion) {
		x.End, x.limit = w.End, w.limit
		return nil
	}
	done := *x
	*x = w
	return r.run(i, done.Span, done.limit)
}

func (r *regexRun) closeAll() error {
	for i, x := range r.open {
		if err := r.run(i, x.Span, x.limit); err != nil {
			return err
		}
	}
	return nil
}

// run emits the matches of pattern i that start in x, reading up to limit.
func (r *regexRun) run(i int, x Span, limit int) error {
	if x.Len() == 0 {
		return nil
	}
	return r.set.all[i].all(r.text[x.Start:limit], -1, func(match, value Span) {
		if match.Start < x.Len() && value.Len() > 0 {
			r.emit(i, Span{x.Start + value.Start, x.Start + value.End})
		}
	})
}
