package cloak

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// contextReach is how far in front of a value its labels are looked for, in
// bytes, on the same line, or on the one above if that ends with a colon, and not
// across another value.
const contextReach = 48

// A surroundings reads the words in front of a value: lower case, split at case
// changes and at everything that is no letter, one space between and around them.
// The label of the whole text comes first.
type surroundings struct {
	buf [4*contextReach + 8]byte
	n   int
	// seen has a bit for the hash of each word, so that most labels need no search.
	seen [4]uint64
	word uint32
	high bool // there is a byte of a script that joins its words
}

// A labelSet is a list of labels with the hash of the first word of each, and of
// labels that stand within words.
type labelSet struct {
	labels []string
	first  []uint8
	inner  []string
}

// joined reports whether b is, or begins, a character of a script that writes no
// blanks between words, or glues a particle to them: U+0800 and beyond, where Thai,
// Devanagari, kana, hangul and Chinese are.
func joined(b byte) bool { return b >= 0xE0 }

func newLabelSet(labels []string) labelSet {
	var x labelSet
	for _, l := range labels {
		if joined(l[0]) {
			x.inner = append(x.inner, l)
			continue
		}
		x.labels = append(x.labels, l)
		h := uint32(0)
		for i := 0; i < len(l) && l[i] != ' '; i++ {
			h = wordHash(h, l[i])
		}
		x.first = append(x.first, uint8(h>>24))
	}
	return x
}

func wordHash(h uint32, b byte) uint32 { return (h ^ uint32(b)) * 0x01000193 }

// read takes s[lo:at], as far as it lies within reach. A zero byte, which hides
// something, a token and a line's start end it.
func (c *surroundings) read(s string, lo, at int, label string) {
	c.n, c.word, c.seen, c.high = 0, 0, [4]uint64{}, false
	c.put(' ')
	c.words(label[max(0, len(label)-contextReach):])
	lo = min(max(lo, at-contextReach), at) // sites may overlap
	first := true                          // on the value's line, and nothing but white space in front of it
	for i := at - 1; i >= lo; i-- {
		if s[i] == '\n' && first && headsLine(s, lo, i) {
			first = false
			continue
		}
		if s[i] == 0 || s[i] == '\n' || s[i] == ']' && inToken(s, i) {
			lo = i + 1
			break
		}
		first = first && isSpace(s[i])
	}
	lo = max(lo, keyOf(s, at))
	for lo > 0 && lo < at && isAlnum(s[lo-1]) && !beginsWord(s, lo) { // not a part of one
		lo++
	}
	c.words(s[lo:at])
}

// headsLine reports whether the line that ends with the '\n' at s[i] ends with a
// colon: what stands on it is a label of the line below.
func headsLine(s string, lo, i int) bool {
	for i--; i >= lo && (s[i] == ' ' || s[i] == '\t' || s[i] == '\r'); i-- {
	}
	return i >= lo && s[i] == ':'
}

// keyOf returns where the key begins whose value s[i] is, in key=value: what
// stands in front of it says nothing. It is 0 if there is no such key.
func keyOf(s string, i int) int {
	i--
	if b := at(s, i); b == '"' || b == '\'' {
		i--
	}
	if at(s, i) != '=' {
		return 0
	}
	for end := i; i > 0; {
		switch b := s[i-1]; {
		case isWord(b) || b == '-' || b == '.' || b >= 0x80:
			i--
		case b == ']' && i == end && !inToken(s, i-1): // user[ssn]=, row["ssn"]=
			if k := indexed(s, i-1); k >= 0 {
				i, end = k, k
				continue
			}
			return i
		default:
			return i
		}
	}
	return i
}

// indexed is where the bracket begins that ends at s[i] and holds one name; -1 if none does.
func indexed(s string, i int) int {
	k := i
	if b := at(s, k-1); b == '"' || b == '\'' {
		k--
	}
	for k > 0 && i-k < contextReach && (isWord(s[k-1]) || s[k-1] == '-' || s[k-1] == '.' || s[k-1] >= 0x80) {
		k--
	}
	if b := at(s, k-1); b == '"' || b == '\'' {
		k--
	}
	if at(s, k-1) != '[' {
		return -1
	}
	return k - 1
}

// beginsWord reports whether s[i] is where the kernel sees a word begin.
func beginsWord(s string, i int) bool {
	before := at(s, i-1)
	return isAlnum(s[i]) && (!isAlnum(before) || isUpper(s[i]) && !isUpper(before))
}

func (c *surroundings) words(s string) {
	for i := 0; i < len(s); i++ {
		b := s[i]
		switch {
		case b >= 0x80:
			i += c.foreign(s[i:]) - 1
		case isAlpha(b):
			if isUpper(b) && i > 0 && isLower(s[i-1]) {
				c.gap()
			}
			if !isUpper(b) && i > 0 && isDigit(s[i-1]) {
				c.put('0') // no word begins behind a digit
			}
			c.put(lower(b))
		default:
			c.gap()
		}
	}
	c.gap()
}

// foreign puts the character at the start of s, which is beyond ASCII, in lower
// case, and returns how many bytes of s it is: half of Europe writes labels in
// capitals that ASCII has not. What is no letter ends a word: carte d’identité.
func (c *surroundings) foreign(s string) int {
	r, n := utf8.DecodeRuneInString(s)
	if r != utf8.RuneError && !unicode.IsLetter(r) && !unicode.IsMark(r) {
		c.gap()
		return n
	}
	if low := unicode.ToLower(r); low != r && utf8.RuneLen(low) == n {
		var buf [utf8.UTFMax]byte
		s = string(buf[:utf8.EncodeRune(buf[:], low)])
	}
	for i := range n {
		c.put(s[i])
	}
	return n
}

// gap ends a word.
func (c *surroundings) gap() {
	if c.buf[c.n-1] != ' ' {
		c.put(' ')
		c.seen[c.word>>30] |= 1 << (c.word >> 24 & 63)
	}
	c.word = 0
}

func (c *surroundings) put(b byte) {
	if c.n < len(c.buf) {
		c.buf[c.n] = b
		c.n++
		c.high = c.high || joined(b)
	}
	if b != ' ' {
		c.word = wordHash(c.word, b)
	}
}

// nearest returns the one of the labels that stands nearest to the value, whole or
// within words, and its place; "" if none does.
func (c *surroundings) nearest(x *labelSet) (label string, place int) {
	if c.high {
		for _, l := range x.inner {
			if at := bytes.LastIndex(c.buf[:c.n], []byte(l)); at > place {
				label, place = l, at
			}
		}
	}
	for i, h := range x.first {
		if c.seen[h>>6]>>(h&63)&1 != 0 {
			if at := c.stands(x.labels[i]); at > place {
				label, place = x.labels[i], at
			}
		}
	}
	return label, place
}

// stands returns where label stands last in the words, between blanks; 0 if it does not.
func (c *surroundings) stands(label string) int {
	words := c.buf[:c.n]
	for i := len(words) - len(label) - 1; i >= 1; i-- {
		if words[i-1] == ' ' && words[i] == label[0] && words[i+len(label)] == ' ' && string(words[i:i+len(label)]) == label {
			return i
		}
	}
	return 0
}
