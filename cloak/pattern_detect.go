package cloak

import (
	"errors"
	"strings"
)

const (
	minSearch = 512      // how far a search looks for a match at first
	maxSearch = 64 << 10 // and at most, at once
	// maxCandidate bounds what is read of a match without a bound of its own. A
	// longer one is cut there, which is enough to know where it starts.
	maxCandidate = 16 << 10
)

// detectorPatterns are the patterns of detectors, compiled: engine "re2". They
// are immutable, and safe for concurrent use.
type detectorPatterns struct {
	all []regex
}

// newDetectorPatterns compiles the Pattern of each of ds. Its error is a
// *PatternError, or says that the engine cannot start.
func newDetectorPatterns(ds []Detector) (*detectorPatterns, error) {
	p := &detectorPatterns{all: make([]regex, len(ds))}
	for i := range ds {
		x, err := parseExpr(ds[i].Pattern)
		if err == nil && (x.words || x.lineEdges || x.textEdges) {
			err = errors.New("the expression looks at its surroundings")
		}
		if err == nil {
			p.all[i], err = newRegex(x)
		}
		if err != nil {
			return nil, &PatternError{i, ds[i].Name, err}
		}
	}
	return p, nil
}

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
	matches  []Span
	step     int
}

func (p *detectorPatterns) prepare(s string) *prepared {
	return &prepared{patterns: p, text: validCopy(s), searches: make([]search, len(p.all))}
}

// next returns the first match of the pattern of detector i that starts at from or
// behind it; of those that start at one place, the one that the pattern prefers.
// A group named "value" does not count. After an error there are no matches: see
// failed.
func (x *prepared) next(i, from int) (Span, bool) {
	q := &x.searches[i]
	for x.err == nil {
		if from < q.from { // before, or within a match that was passed
			*q = search{from: from, to: from}
		}
		switch {
		case len(q.matches) > 0 && from <= q.matches[0].Start:
			return q.matches[0], true
		case len(q.matches) > 0:
			q.from = q.matches[0].End
			q.matches = q.matches[1:]
		case max(from, q.to) >= len(x.text):
			return Span{}, false
		default:
			q.from = from // nothing starts before q.to
			x.look(q, x.patterns.all[i], max(from, q.to))
		}
	}
	return Span{}, false
}

// failed returns the error of the engine, after which next has found nothing.
func (x *prepared) failed() error { return x.err }

// look searches the stretch that begins at from. If that is within a character,
// its rest is passed over: it is no UTF-8.
func (x *prepared) look(q *search, r regex, from int) {
	q.step = min(maxSearch, max(minSearch, 2*q.step))
	q.to = min(len(x.text), from+q.step)
	limit := min(len(x.text), q.to+min(r.max, maxCandidate))
	if !r.newline { // nothing is read beyond a line
		if n := strings.LastIndexByte(x.text[from:q.to], '\n'); n >= 0 {
			q.to = from + n + 1
			limit = q.to
		} else if n := strings.IndexByte(x.text[q.to:limit], '\n'); n >= 0 {
			limit = q.to + n
		}
	}
	x.err = r.all(x.text[from:limit], func(m, _ Span) {
		if m.Start < q.to-from && m.Len() > 0 {
			q.matches = append(q.matches, Span{from + m.Start, from + m.End})
		}
	})
}
