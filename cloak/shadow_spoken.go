package cloak

import "strings"

// Spoken and spelled forms, for Config.Obfuscated: "jane dot roe at corp dot com",
// "jane [at] corp [dot] com", "five four one, seven eight, two nine three six".
// They are read in stretches of their own, as the shadow is.

// A speech reads a text in which some words are signs and digits.
type speech struct {
	s     string
	until int // words before it are digits of a number that has begun
}

// unit reads what begins at s[i]: asked in ascending order.
func (r *speech) unit(i int) unit {
	c := r.s[i]
	u := unit{width: 1, n: 1}
	u.b[0] = c
	before := at(r.s, i-1)
	switch {
	case c == ' ' || c == '[' || c == '(' || c == '{' || c == '<':
		b, end, bare := r.sign(i)
		if bare && b == '@' && !r.domain(end) {
			break
		}
		if b != 0 && isWord(before) && isWord(at(r.s, end)) {
			u.width, u.b[0], u.altered = end-i, b, true
			u.clue = b == '@' || b == '.'
		}
	case isAlpha(c) && !isAlnum(before):
		r.digit(i, &u)
	}
	return u
}

// sign reads a sign that is spelled out between blanks, bare, or in brackets.
func (r *speech) sign(i int) (b byte, end int, bare bool) {
	j := r.blanks(i)
	closing := byte(0)
	switch at(r.s, j) {
	case '[':
		closing = ']'
	case '(':
		closing = ')'
	case '{':
		closing = '}'
	case '<':
		closing = '>'
	}
	if closing != 0 {
		j = r.blanks(j + 1)
	}
	k := j
	for k < len(r.s) && k-j < 12 && isAlpha(r.s[k]) {
		k++
	}
	switch word := r.s[min(j, len(r.s)):k]; {
	case closing != 0 && (at(r.s, j) == '.' || at(r.s, j) == '@'):
		b, k = r.s[j], j+1
	case hasFold(word, "at") && len(word) == 2:
		b = '@'
	case hasFold(word, "dot") && len(word) == 3:
		b = '.'
	case closing != 0:
		return 0, 0, false
	case hasFold(word, "dash") && len(word) == 4, hasFold(word, "hyphen") && len(word) == 6:
		b = '-'
	case hasFold(word, "underscore") && len(word) == 10:
		b = '_'
	default:
		return 0, 0, false
	}
	end = r.blanks(k)
	if closing != 0 {
		if at(r.s, end) != closing {
			return 0, 0, false
		}
		return b, r.blanks(end + 1), false
	}
	if j == i || end == k {
		return 0, 0, false
	}
	return b, end, true
}

// domain reports whether words with a spelled dot between them begin at i, and end
// in a domain that people have addresses in: "meet me at noon" and "see us at
// corp.com" are no addresses, and a dot may be one of a drawing.
func (r *speech) domain(i int) bool {
	dots, part := 0, i
	for k := i; k-i < 64; {
		if c := at(r.s, k); isAlnum(c) || c == '-' {
			k++
			continue
		}
		b, end := byte(0), 0
		if at(r.s, k) == ' ' {
			b, end, _ = r.sign(k)
		}
		if k == part || b != '.' && b != '-' && b != '_' {
			return dots > 0 && spokenTop(r.s[part:k])
		}
		if b == '.' {
			dots++
		}
		k, part = end, end
	}
	return false
}

func spokenTop(word string) bool {
	for top := range strings.FieldsSeq(spokenTops) {
		if len(word) == len(top) && hasFold(word, top) {
			return true
		}
	}
	return false
}

// spokenTops are the domains that people spell out.
const spokenTops = `com org net edu gov mil int info biz io ai app dev me tv cc co uk us ca au nz ie eu de at ch fr be nl lu it es pt se no dk fi is
pl cz sk hu ro bg gr ru ua tr il in jp cn kr tw hk sg my th vn id ph br mx ar cl pe za ng ke eg ae sa`

// blanks skips at most two.
func (r *speech) blanks(i int) int {
	for n := 0; n < 2 && at(r.s, i) == ' '; n++ {
		i++
	}
	return i
}

var spokenDigits = [...]string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"}

// leastSpoken is how many digits in words are a number, and not a way to speak.
const leastSpoken = 7

// digit reads the word at i as a digit, if so many stand in a row. A comma after it
// parts groups.
func (r *speech) digit(i int, u *unit) {
	d, k := r.digitWord(i)
	if k == 0 {
		return
	}
	if i >= r.until {
		n, j := 0, i
		for n < leastSpoken {
			_, end := r.digitWord(j)
			if end == 0 {
				return
			}
			n++
			j, _ = r.gap(end)
		}
		r.until = j
	}
	next, comma := r.gap(k)
	u.b[0], u.width, u.altered, u.clue = '0'+d, k-i, true, true
	if _, end := r.digitWord(next); end > 0 { // the number goes on
		r.until = max(r.until, end)
		u.width = next - i
		if comma {
			u.b[1], u.n = '-', 2
		}
	}
}

// digitWord reads a digit in words; end is 0 if none begins at i.
func (r *speech) digitWord(i int) (d byte, end int) {
	k := i
	for k < len(r.s) && k-i < 8 && isAlpha(r.s[k]) {
		k++
	}
	if isAlnum(at(r.s, k)) {
		return 0, 0
	}
	word := r.s[min(i, len(r.s)):k]
	if (len(word) == 1 || len(word) == 2 && lower(word[1]) == 'h') && lower(word[0]) == 'o' { // o, oh
		return 0, k
	}
	for d, w := range spokenDigits {
		if len(word) == len(w) && hasFold(word, w) {
			return byte(d), k
		}
	}
	return 0, 0
}

// gap skips what stands between two digits: a blank, a dash, or a comma and a blank.
func (r *speech) gap(i int) (end int, comma bool) {
	switch c := at(r.s, i); {
	case c == ' ':
		return r.blanks(i), false
	case c == '-':
		return i + 1, false
	case (c == ',' || c == ';') && at(r.s, i+1) == ' ':
		return r.blanks(i + 1), true
	}
	return i, false
}

// spoken is what s reads as.
func spoken(s string) string {
	r := speech{s: s}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); {
		u := r.unit(i)
		b = append(b, u.bytes()...)
		i += u.width
	}
	return string(b)
}

// hear looks at the stretches of s in which something is spelled out.
func (w *shadowLook) hear(s string) {
	x := &w.layers[0]
	end, floor := 0, 0
	r := speech{s: s}
	for i := 0; i < len(s); {
		u := r.unit(i)
		if !u.clue {
			i += u.width
			continue
		}
		x.hear(s, stretchStart(s, i, floor), i)
		end, floor = max(x.End, i+1), x.last
		if w.wanted(0, x.Span) {
			w.look(0)
		}
		i, r.until = end, end
	}
}

// hear is read for what is spelled out.
func (x *stretch) hear(s string, from, clue int) {
	x.begin(clue)
	x.spoken = true
	r := speech{s: s, until: from}
	i := from
	for i < len(s) && s[i] != '\n' && (i-x.last < stretchReach || !isSpace(s[i])) && i-x.last < stretchLimit {
		if i-from >= stretchSize {
			x.last = i - stretchOverlap
			break
		}
		u := r.unit(i)
		x.add(&u, i)
		i += u.width
	}
	x.finish(s, from, i)
}
