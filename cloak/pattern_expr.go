package cloak

import (
	"errors"
	"fmt"
	"regexp/syntax"
	"unicode"
	"unicode/utf8"
)

const (
	maxExpr         = 2 << 10  // bytes of a user's expression
	maxDetectorExpr = 16 << 10 // of a detector's, which may list a hundred prefixes
	// maxProgram bounds the size of a compiled expression, in about the
	// engine's instructions. What the engine finds too large it prints to
	// standard error, with its text; this is well below what it takes.
	maxProgram = 100_000
)

// A PatternError tells which of the given patterns cannot be used. It holds
// nothing of the expression.
type PatternError struct {
	Index int
	Name  string
	Err   error
}

func (e *PatternError) Error() string {
	return fmt.Sprintf("pattern %d (%q): %v", e.Index, e.Name, e.Err)
}

func (e *PatternError) Unwrap() error { return e.Err }

// newPatternError returns err as that of pattern i, unless it is the engine's.
func newPatternError(i int, name string, err error) error {
	if errors.Is(err, errRegexStart) {
		return err
	}
	return &PatternError{i, name, err}
}

// An expr is an expression in the form that the engine gets, and what is known
// about its matches.
type expr struct {
	text string
	// value tells that there is a group named "value". It is the only group.
	value bool
	size  int // of the compiled program, estimated from above
	shape
}

// A shape bounds what an expression matches.
type shape struct {
	never     bool // matches nothing
	min, max  int  // bytes of a match; max is unbounded for no bound
	newline   bool // a match may hold a newline
	lineEdges bool // looks at the edges of lines: (?m)^ and (?m)$
	textEdges bool // looks at the edges of the text
	words     bool // looks at word boundaries
}

const unbounded = 1 << 30

// parseExpr reads an expression of at most limit bytes and rewrites it for the engine:
//
//   - every group but "value" only groups;
//   - a zero byte, which hides something, is matched by nothing;
//   - classes are spelled out, for the engine knows fewer names than Go, and it
//     prints what it cannot compile to standard error.
//
// Its errors hold nothing of the expression.
func parseExpr(text string, limit int) (expr, error) {
	if len(text) > limit {
		return expr{}, fmt.Errorf("the expression has more than %d bytes", limit)
	}
	tree, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		var e *syntax.Error
		if errors.As(err, &e) { // its text quotes the expression
			return expr{}, errors.New(e.Code.String())
		}
		return expr{}, errors.New("no regular expression")
	}
	x := expr{}
	x.rewrite(tree)
	x.shape, x.size = shapeOf(tree)
	switch {
	case x.never:
		return expr{}, errors.New("the expression matches nothing")
	case x.min == 0:
		return expr{}, errors.New("the expression matches the empty string")
	case x.size > maxProgram:
		return expr{}, errors.New("the expression is too large")
	}
	x.text = tree.String()
	return x, nil
}

// rewrite changes the tree in place. The depth is bounded by syntax.Parse.
func (x *expr) rewrite(re *syntax.Regexp) {
	switch re.Op {
	case syntax.OpAnyChar:
		re.Op, re.Rune = syntax.OpCharClass, []rune{1, utf8.MaxRune}
	case syntax.OpAnyCharNotNL:
		re.Op, re.Rune = syntax.OpCharClass, []rune{1, '\n' - 1, '\n' + 1, utf8.MaxRune}
	case syntax.OpCharClass:
		re.Rune = withoutZero(re.Rune)
	case syntax.OpLiteral:
		for _, r := range re.Rune {
			if r == 0 {
				re.Op, re.Rune = syntax.OpNoMatch, nil
				break
			}
		}
	case syntax.OpCapture:
		if re.Name == "value" {
			x.value = true
			break
		}
		*re = *re.Sub[0]
		x.rewrite(re)
		return
	}
	for _, sub := range re.Sub {
		x.rewrite(sub)
	}
}

// withoutZero takes rune 0 out of a class, a sorted list of ranges.
func withoutZero(class []rune) []rune {
	if len(class) == 0 || class[0] != 0 {
		return class
	}
	if class[1] == 0 {
		return class[2:]
	}
	return append([]rune{1}, class[1:]...)
}

// shapeOf returns the shape of the matches of re, and about the number of
// instructions it compiles to.
func shapeOf(re *syntax.Regexp) (x shape, size int) {
	size = 1
	switch re.Op {
	case syntax.OpNoMatch:
		x.never = true
	case syntax.OpLiteral:
		for _, r := range re.Rune {
			least, most := foldWidths(r, re.Flags&syntax.FoldCase != 0)
			x.min += least
			x.max += most
			x.newline = x.newline || r == '\n'
			size += 2 * most
		}
	case syntax.OpCharClass:
		x = shapeOfClass(re.Rune)
		size += 2 * len(re.Rune)
	case syntax.OpBeginLine, syntax.OpEndLine:
		x.lineEdges = true
	case syntax.OpBeginText, syntax.OpEndText:
		x.textEdges = true
	case syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		x.words = true
	case syntax.OpCapture:
		x, size = shapeOf(re.Sub[0])
		size += 2
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			y, n := shapeOf(sub)
			x = x.then(y)
			size += n
		}
	case syntax.OpAlternate:
		x.never = true
		for _, sub := range re.Sub {
			y, n := shapeOf(sub)
			x = x.or(y)
			size += n
		}
	case syntax.OpStar, syntax.OpPlus, syntax.OpQuest, syntax.OpRepeat:
		x, size = shapeOfRepeat(re)
	}
	return x, min(size, unbounded)
}

func shapeOfClass(class []rune) (x shape) {
	if len(class) == 0 {
		x.never = true
		return x
	}
	x.min, x.max = utf8.RuneLen(class[0]), utf8.RuneLen(class[len(class)-1])
	if x.min < 0 || x.max < 0 { // surrogates, which no text holds
		x.min, x.max = min(3, max(x.min, 1)), max(x.max, 3)
	}
	for i := 0; i < len(class); i += 2 {
		x.newline = x.newline || class[i] <= '\n' && '\n' <= class[i+1]
	}
	return x
}

func shapeOfRepeat(re *syntax.Regexp) (shape, int) {
	least, most := re.Min, re.Max // of OpRepeat
	switch re.Op {
	case syntax.OpStar:
		least, most = 0, -1
	case syntax.OpPlus:
		least, most = 1, -1
	case syntax.OpQuest:
		least, most = 0, 1
	}
	x, size := shapeOf(re.Sub[0])
	copies := max(least, most, 1)
	if most < 0 {
		copies++
	}
	size = min(unbounded, (size+1)*copies)
	if x.never && least == 0 || most == 0 {
		return shape{}, size
	}
	x.min = min(unbounded, x.min*least)
	switch {
	case most < 0 && x.max > 0:
		x.max = unbounded
	case most >= 0:
		x.max = min(unbounded, x.max*most)
	}
	return x, size
}

func (x shape) then(y shape) shape {
	return shape{
		never:     x.never || y.never,
		min:       min(unbounded, x.min+y.min),
		max:       min(unbounded, x.max+y.max),
		newline:   x.newline || y.newline,
		lineEdges: x.lineEdges || y.lineEdges,
		textEdges: x.textEdges || y.textEdges,
		words:     x.words || y.words,
	}
}

func (x shape) or(y shape) shape {
	switch {
	case x.never:
		return y
	case y.never:
		return x
	}
	z := x.then(y)
	z.min, z.max = min(x.min, y.min), max(x.max, y.max)
	return z
}

// foldWidths returns the least and the greatest width of r, or of all that folds
// like it, in bytes. A rune that is no character has the width of its sign.
func foldWidths(r rune, folds bool) (least, most int) {
	f := r
	least, most = utf8.UTFMax, 1
	for {
		n := len(string(f))
		least, most = min(least, n), max(most, n)
		if folds {
			f = unicode.SimpleFold(f)
		}
		if f == r || !folds {
			return least, most
		}
	}
}

// validCopy returns s with each byte that is no UTF-8 replaced by one of ASCII
// that is in no usual class, so that all offsets stay. An engine stops at a bad
// byte, where [^ ]+ must go on: a value must not hide behind one.
func validCopy(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	b := []byte(s)
	for i := 0; i < len(b); {
		r, n := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && n == 1 {
			b[i] = '\x1a' // SUB: stands for a character that is in error (ECMA-48)
		}
		i += n
	}
	return string(b)
}
