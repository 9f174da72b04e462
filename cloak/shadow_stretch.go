package cloak

import (
	"bytes"
	"slices"
	"unicode/utf8"
)

const (
	// stretchReach is how far around what is altered a value and its label are
	// looked for: up to the next blank behind it.
	stretchReach = 96
	// stretchLimit is how long a value without a blank may be.
	stretchLimit = 4096
	// stretchSize is how long a stretch is at the most, or a little more: of a line
	// that is nothing but escapes there are several, which overlap by what a value
	// may have.
	stretchSize    = 64 << 10
	stretchOverlap = stretchLimit + stretchReach
)

// A stretch is a part of a text and what it reads as.
type stretch struct {
	Span                // in the text that it is read from
	text                []byte
	from, to            []int32 // text[i] is read from the bytes from[i] to to[i] of that text
	marks               []int32 // the places of text that are altered, or in front of which something was taken out
	openLeft, openRight bool    // the line goes on there
	opaque              bool    // decoded as a whole: it has no parts in the text
	spoken              bool    // spelled out
	last                int     // where its last clue ends
	pure                bool    // opaque, and nothing but text
	label               string  // what stands in front of what is opaque
}

// source maps a span of the stretch to the text that it is read from.
func (x *stretch) source(s Span) Span {
	if x.opaque {
		return x.Span
	}
	return Span{int(x.from[s.Start]), int(x.to[s.End-1])}
}

// altered reports whether something in s, or at its edges, was altered.
func (x *stretch) altered(s Span) bool {
	if x.opaque {
		return true
	}
	k, _ := slices.BinarySearch(x.marks, int32(s.Start))
	return k < len(x.marks) && int(x.marks[k]) <= s.End
}

// read decodes s from a place on whose first clue is at clue, to where no clue is
// within reach any longer.
func (x *stretch) read(s string, from, clue int) {
	x.begin(clue)
	i, last, reach, limit := from, clue, stretchReach, stretchLimit
	for i < len(s) {
		c := s[i]
		if c == '\n' {
			break
		}
		if i-from >= stretchSize {
			x.last = i - stretchOverlap
			break
		}
		if i-last >= reach && (isSpace(c) || i-last >= limit) {
			if reach == maxPEM || !bytes.Contains(x.text, []byte(armourBegin)) {
				break
			}
			reach, limit = maxPEM, maxPEM // a private key in one line has blanks
		}
		if !mayAlter[c] {
			x.text, x.from, x.to = append(x.text, c), append(x.from, int32(i)), append(x.to, int32(i+1))
			i++
			continue
		}
		u := unitAt(s, i)
		x.add(&u, i)
		if u.clue {
			last = i
		}
		i += u.width
	}
	x.finish(s, from, i)
}

// begin empties x for a stretch whose first clue is at clue.
func (x *stretch) begin(clue int) {
	x.text, x.from, x.to, x.marks = x.text[:0], x.from[:0], x.to[:0], x.marks[:0]
	x.opaque, x.pure, x.spoken, x.last = false, false, false, clue+1
}

// add takes the unit u that begins at i.
func (x *stretch) add(u *unit, i int) {
	if u.altered {
		x.marks = append(x.marks, int32(len(x.text)))
		if u.clue {
			x.last = i + u.width
		}
	}
	for _, b := range u.bytes() {
		x.text, x.from, x.to = append(x.text, b), append(x.from, int32(i)), append(x.to, int32(i+u.width))
	}
}

// finish says where in s the stretch is.
func (x *stretch) finish(s string, from, to int) {
	x.Span = Span{from, to}
	x.openLeft = from > 0 && s[from-1] != '\n'
	x.openRight = to < len(s) && s[to] != '\n'
}

// stretchStart is where the stretch begins whose first clue is at i: not before floor.
func stretchStart(s string, i, floor int) int {
	from := i
	for from > floor && s[from-1] != '\n' && (i-from < stretchReach || !isSpace(s[from-1])) && i-from < stretchLimit {
		from--
	}
	return from
}

// clues finds the places of a text that are worth a look. It remembers where the
// next of each kind is, so that a text without any costs a few quick searches.
type clues struct {
	s    string
	next [4]int // where, if it was looked for, the next percent sign, backslash, ampersand and byte that is not ASCII
}

// newClues looks in s, which has percent signs, backslashes and ampersands as told.
func newClues(s string, has [families]bool) clues {
	c := clues{s, [...]int{-1, -1, -1, -1}}
	for k, f := range [...]family{percentFamily, backslashFamily, htmlFamily} {
		if !has[f] {
			c.next[k] = len(s)
		}
	}
	return c
}

var hasAny = [families]bool{true, true, true, true}

// from returns the first clue at i or behind it, and len(s) if there is none. It is
// asked in ascending order.
func (c *clues) from(i int) int {
	n := len(c.s)
	for i < n {
		if c.next[0] < i {
			c.next[0] = indexFrom(c.s, '%', i, n)
		}
		if c.next[1] < i {
			c.next[1] = indexFrom(c.s, '\\', i, n)
		}
		if c.next[2] < i {
			c.next[2] = indexFrom(c.s, '&', i, n)
		}
		if c.next[3] < i {
			c.next[3] = indexForeign(c.s, i)
		}
		i = min(c.next[0], c.next[1], c.next[2], c.next[3])
		if i == n {
			break
		}
		if c.s[i] == latin { // most of what is not ASCII, in half of Europe
			if i++; at(c.s, i) >= utf8.RuneSelf {
				i++
			}
			continue
		}
		u := unitAt(c.s, i)
		if u.clue {
			return i
		}
		i += u.width
	}
	return n
}

// latin begins the letters of Latin-1, in UTF-8: none of them reads as something else.
const latin = 0xC3

// indexForeign returns the first byte from s[i] on that is not ASCII, or len(s).
func indexForeign(s string, i int) int {
	const most = 0x80 * lowBits
	for ; i+32 <= len(s); i += 32 {
		x := s[i : i+32]
		if (load8(x)|load8(x[8:])|load8(x[16:])|load8(x[24:]))&most != 0 {
			break
		}
	}
	for ; i < len(s) && s[i] < utf8.RuneSelf; i++ {
	}
	return i
}
