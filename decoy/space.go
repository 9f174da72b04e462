package decoy

import (
	"fmt"
	"math"
	"regexp/syntax"
)

// A space is the set of texts that an RE2 expression matches, as a tree to draw
// from. Every text is as likely as the others, if the expression matches each
// one way. What has no end in the expression, x*, ends after moreThanMin here.
type space struct {
	set   []byte   // one of these; or
	text  string   // this; or
	sub   []*space // all of these, one after another; or, with ends, one of them
	ends  []uint64 // of the alternatives' weights, in order
	count float64
}

const (
	moreThanMin = 8
	spaceDepth  = 64      // of nested groups
	spaceRepeat = 256     // the largest count in braces
	weightUnits = 1 << 52 // what weights beyond it are scaled to
	countless   = 1e300
)

// parseSpace reads an expression. Of its classes only printable ASCII is drawn.
func parseSpace(pattern string) (*space, error) {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return nil, fmt.Errorf("decoy: reserved pattern: %w", err)
	}
	s, err := spaceOf(re, 0)
	if err != nil {
		return nil, fmt.Errorf("decoy: reserved pattern %s: %w", pattern, err)
	}
	return s, nil
}

func spaceOf(re *syntax.Regexp, depth int) (*space, error) {
	if depth > spaceDepth {
		return nil, fmt.Errorf("nested too deep")
	}
	switch re.Op {
	case syntax.OpEmptyMatch, syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText, syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return &space{count: 1}, nil
	case syntax.OpLiteral:
		return &space{text: string(re.Rune), count: 1}, nil
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return classSpace(re)
	case syntax.OpCapture:
		return spaceOf(re.Sub[0], depth+1)
	case syntax.OpStar:
		return repeatSpace(re.Sub[0], 0, moreThanMin, depth)
	case syntax.OpPlus:
		return repeatSpace(re.Sub[0], 1, 1+moreThanMin, depth)
	case syntax.OpQuest:
		return repeatSpace(re.Sub[0], 0, 1, depth)
	case syntax.OpRepeat:
		hi := re.Max
		if hi < 0 {
			hi = re.Min + moreThanMin
		}
		return repeatSpace(re.Sub[0], re.Min, hi, depth)
	case syntax.OpConcat, syntax.OpAlternate:
		subs := make([]*space, len(re.Sub))
		for i, x := range re.Sub {
			var err error
			if subs[i], err = spaceOf(x, depth+1); err != nil {
				return nil, err
			}
		}
		if re.Op == syntax.OpAlternate {
			return oneOf(subs), nil
		}
		return allOf(subs), nil
	}
	return nil, fmt.Errorf("nothing can be drawn from %v", re.Op)
}

func classSpace(re *syntax.Regexp) (*space, error) {
	ranges := re.Rune
	if re.Op != syntax.OpCharClass {
		ranges = []rune{' ', '~'}
	}
	s := new(space)
	for i := 0; i < len(ranges); i += 2 {
		for c := max(ranges[i], ' '); c <= min(ranges[i+1], '~'); c++ {
			s.set = append(s.set, byte(c))
		}
	}
	if s.count = float64(len(s.set)); s.count == 0 {
		return nil, fmt.Errorf("a class without printable ASCII")
	}
	return s, nil
}

func repeatSpace(re *syntax.Regexp, lo, hi, depth int) (*space, error) {
	if hi > spaceRepeat {
		return nil, fmt.Errorf("repeated more than %d times", spaceRepeat)
	}
	one, err := spaceOf(re, depth+1)
	if err != nil {
		return nil, err
	}
	lengths := make([]*space, 0, hi-lo+1)
	for n := lo; n <= hi; n++ {
		subs := make([]*space, n)
		for i := range subs {
			subs[i] = one
		}
		lengths = append(lengths, allOf(subs))
	}
	if len(lengths) == 1 {
		return lengths[0], nil
	}
	return oneOf(lengths), nil
}

func allOf(subs []*space) *space {
	s := &space{sub: subs, count: 1}
	for _, x := range subs {
		s.count = min(s.count*x.count, countless)
	}
	return s
}

func oneOf(subs []*space) *space {
	s := &space{sub: subs}
	for _, x := range subs {
		s.count = min(s.count+x.count, countless)
	}
	scale := 1.0
	if s.count > weightUnits {
		scale = weightUnits / s.count
	}
	end := uint64(0)
	for _, x := range subs {
		end += max(1, uint64(math.Round(x.count*scale)))
		s.ends = append(s.ends, end)
	}
	return s
}

// draw appends a text of the space to b.
func (s *space) draw(k *keyed, b []byte) []byte {
	switch {
	case s.set != nil:
		return append(b, s.set[k.below(uint64(len(s.set)))])
	case s.ends != nil:
		n, i := k.below(s.ends[len(s.ends)-1]), 0
		for n >= s.ends[i] {
			i++
		}
		return s.sub[i].draw(k, b)
	}
	b = append(b, s.text...)
	for _, x := range s.sub {
		b = x.draw(k, b)
	}
	return b
}
