package cloak

import "strings"

const (
	minSearch = 512      // how far a search looks for a match at first
	maxSearch = 64 << 10 // and at most, at once
	// maxCandidate bounds what is read of a match without a bound of its own. A
	// longer one is cut there, which is enough to know where it starts.
	maxCandidate = 16 << 10
)

// detectorPatterns are the patterns of detectors, compiled: engine "re2", and what
// programs add. They are immutable, and safe for concurrent use.
type detectorPatterns struct {
	all   []regex
	whole bool // some need the whole text
}

// newDetectorPatterns compiles the Pattern of each of ds. Its error is a
// *PatternError, or says that the engine cannot start.
func newDetectorPatterns(ds []Detector) (*detectorPatterns, error) {
	p := &detectorPatterns{all: make([]regex, len(ds))}
	for i := range ds {
		x, err := parseExpr(ds[i].Pattern, maxDetectorExpr)
		if err == nil {
			p.all[i], err = newRegex(x)
		}
		if err != nil {
			return nil, newPatternError(i, ds[i].Name, err)
		}
		p.whole = p.whole || p.all[i].inSequence()
	}
	return p, nil
}

// inSequence reports whether a match depends on what stands around it, or on where
// the match before ended: a group "value" may end before its match. Of such an
// expression only the successive matches in the whole text count. Built-in
// detectors have none.
func (x expr) inSequence() bool { return x.value || x.words || x.lineEdges || x.textEdges }

// A prepared text can be searched by the patterns. It is not safe for concurrent
// use.
type prepared struct {
	patterns *detectorPatterns
	text     string
	searches []search
	err      error
}

// A search knows all successive matches of a pattern that start in [from,to), if
// one begins to look at from.
type search struct {
	from, to int
	matches  []candidateMatch
	step     int
}

type candidateMatch struct{ match, value Span }

func (p *detectorPatterns) prepare(s string) *prepared {
	x := &prepared{patterns: p, text: validCopy(s), searches: make([]search, len(p.all))}
	if p.whole && len(s) > maxRegexText {
		x.err = errRegexText
	}
	return x
}

// next returns the first match, or its group "value", of the pattern of detector i
// that starts at from or behind it; of those that start at one place, the one that
// the pattern prefers. However often from goes on by a byte, within matches, each
// call reads no more than maxSearch and maxCandidate. After an error nothing is
// found: see failed.
func (x *prepared) next(i, from int) (Span, bool) {
	q, r := &x.searches[i], x.patterns.all[i]
	for x.err == nil {
		if from < q.from { // before, or within a match that was passed
			*q = search{from: from, to: from}
		}
		switch {
		case len(q.matches) > 0 && from <= q.matches[0].match.Start:
			return q.matches[0].value, true
		case len(q.matches) > 0:
			m := q.matches[0].match
			q.matches = q.matches[1:]
			q.from = m.End
			if r.inSequence() {
				q.from = m.Start + 1 // nothing starts within it
			}
		case max(from, q.to) >= len(x.text):
			return Span{}, false
		default:
			q.from = from // nothing starts before q.to
			x.err = x.look(q, r, max(from, q.to))
		}
	}
	return Span{}, false
}

// failed returns the error that made next find nothing.
func (x *prepared) failed() error { return x.err }

// look searches the stretch that begins at from. If that is within a character,
// its rest is passed over: it is no UTF-8.
func (x *prepared) look(q *search, r regex, from int) error {
	var limit int
	n := -1
	if r.inSequence() {
		from, limit = 0, len(x.text)
		q.to = limit
	} else {
		if q.step == 0 { // anew within a match: likely not for the last time
			n = 1
		}
		limit = x.reach(q, r, from)
	}
	return r.all(x.text[from:limit], n, func(m, value Span) {
		if m.Start < q.to-from && value.Len() > 0 {
			q.matches = append(q.matches, candidateMatch{
				Span{from + m.Start, from + m.End},
				Span{from + value.Start, from + value.End},
			})
			if n == 1 {
				q.to = from + m.Start + 1
			}
		}
	})
}

// reach sets where the matches of the next stretch start at the latest, and
// returns how far it is to be read for them. It grows as long as nobody goes back.
func (x *prepared) reach(q *search, r regex, from int) int {
	q.step = min(maxSearch, max(minSearch, 2*q.step))
	q.to = min(len(x.text), from+q.step)
	limit := min(len(x.text), q.to+min(r.max, maxCandidate))
	if r.newline {
		return limit
	}
	// Nothing is read beyond a line.
	if n := strings.LastIndexByte(x.text[from:q.to], '\n'); n >= 0 {
		q.to = from + n + 1
		return q.to
	}
	if n := strings.IndexByte(x.text[q.to:limit], '\n'); n >= 0 {
		return q.to + n
	}
	return limit
}
