package cloak

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Some values say nothing by themselves: five digits, a date, a word. They count
// only where their label stands directly in front of them, with nothing between but
// signs and small words: "MRN: 4…", "born on the 14th". A label some words away,
// which is enough for a number of a known form, is not enough for these.

// A lead is the words directly in front of a value, as a surroundings has them, but
// with a '|' where a sentence, a clause or a number ends.
type lead struct {
	buf [4*contextReach + 8]byte
	n   int
	at  [4*contextReach + 8]uint8 // where in the text each byte comes from, from lo on
	lo  int
}

// read takes what stands in front of s[i] on its line. It reports whether that is
// nothing: the value begins the text, a line of it, or what is behind something hidden.
func (c *lead) read(s string, i int) (none bool) {
	c.n, c.lo = 0, max(0, i-contextReach)
	for k := i - 1; k >= c.lo; k-- {
		if s[k] == 0 || s[k] == '\n' || s[k] == ']' && inToken(s, k) {
			c.lo = k + 1
			break
		}
	}
	lo := c.lo
	for lo > 0 && lo < i && isAlnum(s[lo-1]) && !beginsWord(s, lo) {
		lo++
	}
	c.put(' ', lo)
	none = true
	letters := 0
	for k := lo; k < i; k++ {
		b := s[k]
		switch {
		case b >= 0x80:
			n, letter := c.foreign(s, k, i)
			k += n - 1
			none = false
			if letter {
				letters++
				continue
			}
		case isAlpha(b):
			if isUpper(b) && k > 0 && isLower(s[k-1]) {
				c.gap(k)
			}
			c.put(lower(b), k)
			letters++
			none = false
			continue
		case b == '#':
			c.gap(k)
			c.put('#', k)
			c.gap(k)
			none = false
		case isDigit(b), strings.IndexByte(",;!?&+%$@~^", b) >= 0, b == '.' && letters > 5 && !abbreviates(s, k), b == ':' && at(s, k+1) == ':':
			c.put('|', k)
			if !isDigit(b) { // a?dob=1, b;dob=1: the sign is a word of its own
				c.gap(k)
			}
			none = false
		default:
			c.gap(k)
		}
		letters = 0
	}
	c.gap(i)
	return none
}

// abbreviates reports whether the '.' at s[k] ends a label and no sentence: Kundennr.,
// Mitgliedsnr.:
func abbreviates(s string, k int) bool {
	return at(s, k+1) == ':' || lower(at(s, k-1)) == 'r' && lower(at(s, k-2)) == 'n'
}

// foreign puts the character at s[k], which is beyond ASCII, in lower case; what is no
// letter ends a word: 生年月日：1984, née le 14.
func (c *lead) foreign(s string, k, end int) (n int, letter bool) {
	r, n := utf8.DecodeRuneInString(s[k:end])
	if r != utf8.RuneError && !unicode.IsLetter(r) && !unicode.IsMark(r) {
		if strings.ContainsRune("，、。；！？", r) {
			c.put('|', k)
		}
		c.gap(k)
		return n, false
	}
	var buf [utf8.UTFMax]byte
	low := buf[:utf8.EncodeRune(buf[:], unicode.ToLower(r))]
	if r == utf8.RuneError || len(low) != n {
		low = append(buf[:0], s[k:k+n]...)
	}
	for j, b := range low {
		c.put(b, k+j)
	}
	return n, true
}

func (c *lead) gap(k int) {
	if c.buf[c.n-1] != ' ' {
		c.put(' ', k)
	}
}

func (c *lead) put(b byte, k int) {
	if c.n < len(c.buf) {
		c.buf[c.n], c.at[c.n] = b, uint8(k-c.lo)
		c.n++
	}
}

// label returns the one of labels that the words end with, small words apart, and
// where in the text it begins and ends; "" if there is none. The longest counts.
func (c *lead) label(labels []string, small *words) (label string, from, to int) {
	for end := c.n; end > 1; {
		words := c.buf[:end]
		for _, l := range labels {
			k := end - 1 - len(l)
			if k > 0 && len(l) > len(label) && words[k-1] == ' ' && words[k] == l[0] && string(words[k:end-1]) == l {
				label, from, to = l, c.lo+int(c.at[k]), c.lo+int(c.at[end-2])+1
			}
		}
		if label != "" {
			return label, from, to
		}
		k := end - 1
		for k > 0 && words[k-1] != ' ' {
			k--
		}
		if !small.all()[string(words[k:end-1])] {
			return "", 0, 0
		}
		end = k
	}
	return "", 0, 0
}

// across is label where a place stands in between: "born in Madrid on", "née à Lyon le".
func (c *lead) across(labels []string) bool {
	words := strings.Fields(string(c.buf[:c.n]))
	last := len(words) - 1
	if last < 3 || !onWords.has(words[last]) {
		return false
	}
	for k := last - 2; k >= max(1, last-4); k-- {
		if !inPlaces.has(words[k]) {
			continue
		}
		front := " " + strings.Join(words[:k], " ")
		return slices.ContainsFunc(labels, func(l string) bool { return strings.HasSuffix(front, " "+l) })
	}
	return false
}

var (
	onWords  = wordSet("on il le el am op em den")
	inPlaces = wordSet("in a à en zu te em at i")
)

// numberWords stand between a label and its number.
var numberWords = wordSet("is was are be as number numbers no nos nr num nummer numero número numéro n n° nº # id ids ref reference the ist lautet est es è er är")

// dateWords stand between a label and its date.
var dateWords = wordSet("is was are on in the of at am le el il op em den dne data date datum fecha dd mm yyyy yy jj aaaa aa tt jjjj gg d m y mmm ist est es è")
