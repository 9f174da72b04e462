package bridge

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed-052fbf24/cloak/cloak"
)

// An Alias is what another program put in the place of a value, and what stands for
// that value here. A mapping reads nothing but what has the shape of a stand-in, and
// "Alice Sample" has none: in front of it, such words become stand-ins that have.
type Alias struct {
	From string // UTF-8
	To   string // the stand-in of a pair
}

// Aliases are those of a bridge.
type Aliases []Alias

var errAliases = errors.New("an alias is empty, too long, given twice or for no stand-in")

// check reports whether a is what a bridge may hold: in ascending order, none twice,
// and each for a pair's stand-in.
func (a Aliases) check(pairs []cloak.Pair) bool {
	if len(a) == 0 {
		return true
	}
	standIns := make(map[string]bool, len(pairs))
	for i := range pairs {
		standIns[pairs[i].StandIn] = true
	}
	for i, x := range a {
		if x.From == "" || len(x.From) > longestAlias || !utf8.ValidString(x.From) || !standIns[x.To] || i > 0 && a[i-1].From >= x.From {
			return false
		}
	}
	return true
}

// longestAlias bounds what a Writer holds back, and its work for one byte.
const longestAlias = 4096

// sorted returns a copy in ascending order.
func (a Aliases) sorted() Aliases {
	a = slices.Clone(a)
	slices.SortStableFunc(a, func(x, y Alias) int { return cmp.Compare(x.From, y.From) })
	return a
}

// Writer returns a writer that puts stand-ins in the place of aliases, for a
// [cloak.Restorer] behind it: what that puts back is not read for aliases. Of those
// that begin at one place the longest counts, and what is in it is not looked at. An
// alias that begins or ends in a letter or a digit is a whole word there. The same
// bytes are written for every split into writes; what may begin an alias waits, and
// Close writes it. Close does not close dst.
func (a Aliases) Writer(dst io.Writer) io.WriteCloser {
	return &aliasWriter{dst: dst, x: newAliasReader(a)}
}

// Writer is the aliases' that leaves the stand-ins of the snapshot as they are,
// though an alias be part of one.
func (c *Content) Writer(dst io.Writer) io.WriteCloser {
	x := newAliasReader(c.Aliases)
	if len(c.Aliases) == 0 {
		return &aliasWriter{dst: dst, x: x}
	}
	var kept Aliases
	for i := range c.Snapshot.Pairs {
		for _, s := range [...]string{c.Snapshot.Pairs[i].StandIn, c.Snapshot.Pairs[i].Token} {
			if out, _ := x.read(nil, []byte(s), 0, true); string(out) != s {
				kept = append(kept, Alias{s, s})
			}
		}
	}
	return append(slices.Clone(c.Aliases), kept...).Writer(dst)
}

// An aliasReader finds aliases: in ascending order, those that begin with the same
// bytes stand together, the shortest first.
type aliasReader struct {
	aliases Aliases
	first   [256]struct{ lo, hi int } // by their first byte
}

func newAliasReader(a Aliases) *aliasReader {
	a = slices.CompactFunc(a.sorted(), func(x, y Alias) bool { return x.From == y.From })
	x := &aliasReader{aliases: a}
	for i, alias := range a {
		f := &x.first[alias.From[0]]
		if f.hi == 0 {
			f.lo = i
		}
		f.hi = i + 1
	}
	return x
}

// read appends to dst what s[from:] becomes, and returns where it stopped: at the
// end, or, unless s is the whole text, at what may begin an alias.
func (x *aliasReader) read(dst, s []byte, from int, whole bool) ([]byte, int) {
	last := from
	for from < len(s) {
		if x.first[s[from]].hi == 0 {
			from++
			continue
		}
		n, to, open := x.at(s, from, whole)
		if open {
			break
		}
		if n == 0 {
			from++
			continue
		}
		dst = append(append(dst, s[last:from]...), to...)
		from += n
		last = from
	}
	return append(dst, s[last:from]...), from
}

// at returns the length of the longest alias at s[i], 0 if there is none, and what
// it stands for; open means that this depends on what follows.
func (x *aliasReader) at(s []byte, i int, whole bool) (n int, to string, open bool) {
	before, _ := utf8.DecodeLastRune(s[max(0, i-utf8.UTFMax):i])
	s = s[i:]
	if first, _ := utf8.DecodeRune(s); inWord(before) && inWord(first) {
		return 0, "", false
	}
	lo, hi := x.first[s[0]].lo, x.first[s[0]].hi
	for d := 0; lo < hi; d++ {
		if hi-lo == 1 { // the usual case: compare all that is left
			from := x.aliases[lo].From
			end := min(len(from), len(s))
			if string(s[d:end]) != from[d:end] {
				break
			}
			d = end
		}
		if from := x.aliases[lo].From; len(from) == d {
			if end, _ := utf8.DecodeLastRuneInString(from); !inWord(end) {
				n, to = d, x.aliases[lo].To
			} else if !whole && !utf8.FullRune(s[d:]) {
				return 0, "", true
			} else if after, _ := utf8.DecodeRune(s[d:]); !inWord(after) {
				n, to = d, x.aliases[lo].To
			}
			if lo++; lo == hi {
				break
			}
		}
		if d == len(s) {
			return n, to, !whole
		}
		if c := s[d]; x.aliases[lo].From[d] == c && x.aliases[hi-1].From[d] == c {
			continue
		}
		lo += sort.Search(hi-lo, func(k int) bool { return x.aliases[lo+k].From[d] >= s[d] })
		hi = lo + sort.Search(hi-lo, func(k int) bool { return x.aliases[lo+k].From[d] > s[d] })
	}
	return n, to, false
}

// inWord reports whether a word goes on with r.
func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) }

type aliasWriter struct {
	dst io.Writer
	x   *aliasReader
	buf []byte
	pos int // buf[:pos] has passed; the rune in front of buf[pos] is still looked at
	out []byte
	err error
}

func (w *aliasWriter) Write(p []byte) (int, error) {
	if w.err != nil {
		return 0, w.err
	}
	if len(w.x.aliases) == 0 {
		return w.dst.Write(p)
	}
	w.buf = append(w.buf, p...)
	if w.flush(false); w.err != nil {
		return 0, w.err
	}
	return len(p), nil
}

func (w *aliasWriter) Close() error {
	if w.err == nil {
		w.flush(true)
	}
	return w.err
}

func (w *aliasWriter) flush(whole bool) {
	w.out, w.pos = w.x.read(w.out[:0], w.buf, w.pos, whole)
	drop := max(0, w.pos-utf8.UTFMax)
	w.buf = append(w.buf[:0], w.buf[drop:]...)
	w.pos -= drop
	if len(w.out) > 0 {
		_, w.err = w.dst.Write(w.out)
	}
}

// String tells how many there are.
func (a Aliases) String() string { return fmt.Sprintf("bridge.Aliases{%d}", len(a)) }

// loose is the coarsest that stand-ins are told apart by: letters, in lower case,
// and digits.
func loose(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'A' && r <= 'Z':
			return r | 0x20
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			return r
		}
		return -1
	}, s)
}
