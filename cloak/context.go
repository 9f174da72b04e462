package cloak

import "strings"

// contextReach is how far in front of a value its labels are looked for, in
// bytes, on the same line and not across another value.
const contextReach = 48

// A surroundings reads the words in front of a value: lower case, split at case
// changes and at everything that is no letter, one space between and around them.
// The label of the whole text comes first.
type surroundings struct {
	buf [4*contextReach + 8]byte
	n   int
}

// read takes s[lo:at], as far as it lies within reach. A zero byte, which hides
// something, and a line's start end it.
func (c *surroundings) read(s string, lo, at int, label string) {
	c.n = 0
	c.put(' ')
	c.words(label[max(0, len(label)-contextReach):])
	lo = min(max(lo, at-contextReach), at) // sites may overlap
	for i := at - 1; i >= lo; i-- {
		if s[i] == 0 || s[i] == '\n' {
			lo = i + 1
			break
		}
	}
	c.words(s[lo:at])
}

func (c *surroundings) words(s string) {
	for i := range len(s) {
		b := s[i]
		switch {
		case isAlpha(b) || b >= 0x80:
			if isUpper(b) && i > 0 && isLower(s[i-1]) {
				c.gap()
			}
			c.put(lower(b))
		default:
			c.gap()
		}
	}
	c.gap()
}

// gap ends a word.
func (c *surroundings) gap() {
	if c.buf[c.n-1] != ' ' {
		c.put(' ')
	}
}

func (c *surroundings) put(b byte) {
	if c.n < len(c.buf) {
		c.buf[c.n] = b
		c.n++
	}
}

// has reports whether one of the labels stands there, whole.
func (c *surroundings) has(labels []string) bool {
	words := string(c.buf[:c.n]) // escapes only if it is kept; it is not
	for _, l := range labels {
		for from := 0; ; {
			k := strings.Index(words[from:], l)
			if k < 0 {
				break
			}
			i := from + k
			if words[i-1] == ' ' && i+len(l) < len(words) && words[i+len(l)] == ' ' {
				return true
			}
			from = i + 1
		}
	}
	return false
}
