package main

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// An answer is what a tool made of one text.
type answer struct {
	out     string  // the text with everything replaced that was found
	found   []found // where; nil for a peer
	reports int     // how many
	err     string  // the tool's message, when it had no answer
}

// A found is a report: bytes of the text and what they were called.
type found struct {
	start, end int
	entity     string
}

// A span is what a corpus says about bytes of a text.
type span struct {
	start, end int
	label      string
}

func (s span) of(text string) string { return text[s.start:s.end] }

// A ratio prints as a share with its counts, so that 100 % of three is not
// taken for 100 % of three thousand.
type ratio struct {
	N  int `json:"n"`
	Of int `json:"of"`
}

func (r *ratio) add(ok bool) {
	r.Of++
	if ok {
		r.N++
	}
}

func (r *ratio) join(s ratio) { r.N, r.Of = r.N+s.N, r.Of+s.Of }

func (r ratio) String() string {
	if r.Of == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f %% (%d/%d)", 100*float64(r.N)/float64(r.Of), r.N, r.Of)
}

// A rate is a count per so much of something.
type rate struct {
	N    int     `json:"n"`
	Of   float64 `json:"of"`  // how much was read, in units of Per
	Unit string  `json:"per"` // "1,000 lines", "MB"
}

func (r rate) String() string {
	if r.Of == 0 {
		return "–"
	}
	return fmt.Sprintf("%.2f (%d)", float64(r.N)/r.Of, r.N)
}

// piece is how many letters and digits in a row tell something of a value.
const piece = 6

// survives reports whether out holds value or, of a longer one, a piece of it.
func survives(value, out string) bool {
	return slices.ContainsFunc(pieces(value), func(p string) bool { return strings.Contains(out, p) })
}

// pieces are value itself and, of one that is longer than a piece by two, each
// six letters and digits in a row.
func pieces(value string) []string {
	all := []string{value}
	runes := []rune(value)
	if len(runes) < piece+2 {
		return all
	}
	for i := range len(runes) - piece + 1 {
		s := string(runes[i : i+piece])
		if strings.IndexFunc(s, func(r rune) bool { return !alnum(r) }) < 0 {
			all = append(all, s)
		}
	}
	return all
}

func alnum(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// covered counts the letters and digits of a span, and those that a report holds.
func covered(text string, s span, fs []found) (in, all int) {
	for i, r := range text[s.start:s.end] {
		if !alnum(r) {
			continue
		}
		all++
		for _, f := range fs {
			if f.start <= s.start+i && s.start+i < f.end {
				in++
				break
			}
		}
	}
	return in, all
}

// whole reports whether every letter and digit of a span is in a report.
func whole(text string, s span, fs []found) bool {
	in, all := covered(text, s, fs)
	return in == all
}

// half reports whether at least half of them are.
func half(text string, s span, fs []found) bool {
	in, all := covered(text, s, fs)
	return 2*in >= all && in > 0
}

// touches reports whether a report and a span share a byte.
func touches(f found, s span) bool { return f.start < s.end && s.start < f.end }

// fromRunes turns offsets in characters, as corpora written in Python have
// them, into bytes. It reports whether the text is that long.
func fromRunes(text string, start, end int) (s span, ok bool) {
	n := 0
	s.start, s.end = -1, -1
	for i := range text {
		if n == start {
			s.start = i
		}
		if n == end {
			s.end = i
		}
		n++
	}
	if start == n {
		s.start = len(text)
	}
	if end == n {
		s.end = len(text)
	}
	return s, s.start >= 0 && s.end >= s.start
}

// excerpt shows a text of a public corpus on one line.
func excerpt(text string) string {
	const most = 160
	if len(text) > most {
		cut := most
		for cut > 0 && !utf8.RuneStart(text[cut]) {
			cut--
		}
		text = text[:cut] + "…"
	}
	return fmt.Sprintf("%q", text)
}

// around shows a span with what stands beside it.
func around(text string, start, end int) string {
	const beside = 50
	a, b := max(0, start-beside), min(len(text), end+beside)
	for a < start && !utf8.RuneStart(text[a]) {
		a++
	}
	for b > end && b < len(text) && !utf8.RuneStart(text[b]) {
		b--
	}
	return excerpt(text[a:start] + "«" + text[start:end] + "»" + text[end:b])
}
