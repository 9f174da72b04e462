// Package allow reads the marks by which a file says that a value in it is a
// sample, and may stay. The commit gate and the measure of this repository's own
// text go by them.
//
// A mark is the word cloak:allow in a comment of whatever language, a reason behind
// it:
//
//	host := "db01.corp.internal" // cloak:allow a sample
//
// It stands for the values that begin on its line. Alone on a line it stands for
// those of the next line too. With names behind '=', separated by commas, it
// stands for these entities or detectors only, in any case:
//
//	# cloak:allow=IPV4,hostname the addresses of the lab
//
// Where a mark on a line would be part of what is shown, a block is marked:
//
//	<!-- cloak:allow-begin what a session prints -->
//	…
//	<!-- cloak:allow-end -->
//
// Of a block's marks nothing but signs stands in front on their lines. A block
// without an end is an error, and stands for nothing.
package allow

import (
	"fmt"
	"slices"
	"strings"
)

// word is what a mark begins with.
const word = "cloak:allow"

// Marks are the marks of one text. The zero Marks allow nothing.
type Marks struct{ marks []mark }

// A mark allows what begins in a part of a text.
type mark struct {
	start, end int
	names      []string // folded; none: all
}

// An Error is a mark that another one should belong to.
type Error struct {
	Line    int // from 1 on
	Problem string
}

func (e *Error) Error() string { return fmt.Sprintf("allow: line %d: %s", e.Line, e.Problem) }

// Read finds the marks of a text. With an error, an *Error, the other marks count.
func Read(text string) (Marks, error) {
	var m Marks
	var err error
	fail := func(line int, problem string) {
		if err == nil {
			err = &Error{line, problem}
		}
	}
	if !strings.Contains(text, word) {
		return m, nil
	}
	block := mark{start: -1}
	opened, n, at := 0, 0, 0 // the line of the block, this line, and where it begins
	next := -1               // the mark that stands for this line, too
	for line := range strings.Lines(text) {
		n++
		if next >= 0 {
			m.marks[next].end = at + len(line)
			next = -1
		}
		start := at
		at += len(line)
		kind, names, alone, ok := parse(line)
		switch {
		case !ok:
		case kind == "begin":
			if block.start >= 0 {
				fail(n, "a block within that of line "+fmt.Sprint(opened))
			}
			block, opened = mark{start: start, names: names}, n
		case kind == "end":
			if block.start < 0 {
				fail(n, "the end of no block")
				break
			}
			block.end = at
			m.marks = append(m.marks, block)
			block.start = -1
		default:
			m.marks = append(m.marks, mark{start, at, names})
			if alone {
				next = len(m.marks) - 1
			}
		}
	}
	if block.start >= 0 {
		fail(opened, "a block without an end")
	}
	return m, err
}

// parse reads the mark of a line: "", "begin" or "end", the names behind its '=',
// and whether nothing but signs stands in front of it.
func parse(line string) (kind string, names []string, alone, ok bool) {
	before, rest, found := strings.Cut(line, word)
	if !found {
		return "", nil, false, false
	}
	alone = strings.Trim(before, " \t/*#-<!;%\"'()>") == ""
	if k, more, dashed := strings.Cut(rest, "-"); dashed && k == "" {
		for _, kind := range [...]string{"begin", "end"} {
			if r, is := strings.CutPrefix(more, kind); is && alone && ends(r) {
				return kind, namesOf(r), true, true
			}
		}
		return "", nil, false, false
	}
	if !ends(rest) {
		return "", nil, false, false
	}
	return "", namesOf(rest), alone, true
}

// ends reports whether the word in front of rest ends there.
func ends(rest string) bool {
	if rest == "" {
		return true
	}
	b := rest[0]
	return b != '-' && b != '_' && (b < '0' || b > '9') && (b|0x20 < 'a' || b|0x20 > 'z') && b < 0x80
}

// namesOf reads the names behind a mark's '='.
func namesOf(rest string) (names []string) {
	list, found := strings.CutPrefix(rest, "=")
	if !found {
		return nil
	}
	list, _, _ = strings.Cut(list, " ")
	for name := range strings.SplitSeq(strings.TrimSpace(list), ",") {
		names = append(names, strings.ToLower(name))
	}
	return names
}

// Allows reports whether a mark stands for a value that begins at an offset of the
// text and goes by one of names: its entity, its detector.
func (m Marks) Allows(start int, names ...string) bool {
	for _, k := range m.marks {
		if start < k.start || start >= k.end {
			continue
		}
		if k.names == nil || slices.ContainsFunc(names, func(n string) bool { return slices.Contains(k.names, strings.ToLower(n)) }) {
			return true
		}
	}
	return false
}
