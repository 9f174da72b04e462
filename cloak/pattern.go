package cloak

import (
	"errors"
	"fmt"

	re2 "github.com/wasilibs/go-re2"
	"github.com/wasilibs/go-re2/experimental"
)

// This file alone knows the engine for regular expressions: RE2, which takes time
// linear in the text for a match. Version 1.13.0 of go-re2 is pinned, for its
// experimental package promises nothing; what must be done around it:
//
//   - It prints an expression that does not compile to standard error. Only what
//     parseExpr has passed is given to it.
//   - It reserves 4 GiB of address space at the first use, and panics where it
//     may not. So it is not used without need, and a panic is an error here: the
//     text is not let through.
//   - It copies each text it is given into its own memory, and does not notice
//     where that is full. Texts are bounded by maxRegexText.

// maxRegexText is the longest text given to the engine, in bytes.
const maxRegexText = 64 << 20

var (
	errRegexText   = errors.New("cloak: the text is too long for a regular expression that needs all of it")
	errRegexFailed = errors.New("cloak: the regular expression engine failed")
	errRegexStart  = errors.New("cloak: the regular expression engine cannot start")
)

// A regex is a compiled expression. It is safe for concurrent use.
type regex struct {
	expr
	re *re2.Regexp
}

// newRegex compiles x. What it says of a panic has no part of x: it comes from the
// memory.
func newRegex(x expr) (r regex, err error) {
	defer func() {
		if failure := recover(); failure != nil {
			err = fmt.Errorf("%w: %v", errRegexStart, failure)
		}
	}()
	re, err := re2.Compile(x.text)
	if err != nil { // the engine's words quote the expression
		return regex{}, errors.New("the engine does not take the expression")
	}
	return regex{x, re}, nil
}

// all calls emit for the first n successive matches in text, which is UTF-8, or
// all of them if n is -1, with the span of the group "value", if the match has
// one, or its own.
func (r regex) all(text string, n int, emit func(match, value Span)) (err error) {
	if len(text) > maxRegexText {
		return errRegexText
	}
	defer recoverRegex(&err)
	if !r.value {
		for _, m := range r.re.FindAllStringIndex(text, n) {
			emit(Span{m[0], m[1]}, Span{m[0], m[1]})
		}
		return nil
	}
	for _, m := range r.re.FindAllStringSubmatchIndex(text, n) {
		value := Span{m[2], m[3]}
		if m[2] < 0 { // not in this match: rather too much than too little
			value = Span{m[0], m[1]}
		}
		emit(Span{m[0], m[1]}, value)
	}
	return nil
}

// recoverRegex makes an error of a panic of the engine.
func recoverRegex(err *error) {
	if recover() != nil {
		*err = errRegexFailed
	}
}

// A regexGate tells which of several expressions may match in a piece of text, in
// one pass. It is safe for concurrent use.
type regexGate struct {
	members []int // of the patternSet
	set     *experimental.Set
}

// Costs of a gate: below minGate members, running them all is faster; above
// maxGate instructions the set may not compile.
const (
	minGate = 3
	maxGate = 2 * maxProgram
)

// newRegexGates makes gates for the expressions that members says.
func newRegexGates(all []regex, members []int) (gates []regexGate, err error) {
	defer recoverRegex(&err)
	for len(members) > 0 {
		n, size := 0, 0
		for n < len(members) && (n == 0 || size+all[members[n]].size <= maxGate) {
			size += all[members[n]].size
			n++
		}
		g := regexGate{members: members[:n]}
		if n >= minGate {
			texts := make([]string, n)
			for i, m := range g.members {
				texts[i] = all[m].text
			}
			if g.set, err = experimental.CompileSet(texts); err != nil {
				return nil, errRegexFailed
			}
		}
		gates = append(gates, g)
		members = members[n:]
	}
	return gates, nil
}

// named calls emit for each member that may match in text.
func (g regexGate) named(text string, emit func(member int)) (err error) {
	if len(text) > maxRegexText {
		return errRegexText
	}
	defer recoverRegex(&err)
	if g.set != nil {
		found, err := g.set.FindAllStringWithError(text, -1)
		if err == nil {
			for _, i := range found {
				emit(g.members[i])
			}
			return nil
		}
		// It ran out of memory: any of them may match.
	}
	for _, m := range g.members {
		emit(m)
	}
	return nil
}
