package decoy

import "strings"

func isDigit(b byte) bool { return b-'0' < 10 }
func isUpper(b byte) bool { return b-'A' < 26 }
func isLower(b byte) bool { return b-'a' < 26 }
func isAlpha(b byte) bool { return isUpper(b) || isLower(b) }
func isAlnum(b byte) bool { return isDigit(b) || isAlpha(b) }

// alnumOf returns the ASCII letters and digits of s.
func alnumOf(s string) string { return filter(s, isAlnum) }

// digitsOf returns the ASCII digits of s.
func digitsOf(s string) string { return filter(s, isDigit) }

func filter(s string, keep func(byte) bool) string {
	b := make([]byte, 0, len(s))
	for i := range len(s) {
		if keep(s[i]) {
			b = append(b, s[i])
		}
	}
	return string(b)
}

// pour writes the bytes of content where layout has bytes of the kind, and keeps
// layout's others: pour("219 09 9999", "912345678", isDigit) is "912 34 5678".
// It is false if the counts differ.
func pour(layout, content string, kind func(byte) bool) (string, bool) {
	layout = ascii(layout)
	b := make([]byte, 0, len(layout))
	n := 0
	for i := range len(layout) {
		switch c := layout[i]; {
		case !kind(c):
			b = append(b, c)
		case n == len(content):
			return "", false
		default:
			b = append(b, content[n])
			n++
		}
	}
	return string(b), n == len(content)
}

// ascii writes '-' for the dashes of Unicode, and a blank for all else that is
// not printable ASCII: a stand-in keeps separators, and has no other bytes.
func ascii(s string) string {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return strings.Map(func(c rune) rune {
				switch {
				case ' ' <= c && c <= '~':
					return c
				case '\u2010' <= c && c <= '\u2015', c == '\u2212':
					return '-'
				}
				return ' '
			}, s)
		}
	}
	return s
}

// A letterCase is how the letters of a value are written.
type letterCase uint8

const (
	lower letterCase = iota // no capital
	upper                   // no small letter, and a capital
	title                   // both
)

func caseOf(s string) letterCase {
	var small, capital bool
	for i := range len(s) {
		small = small || isLower(s[i])
		capital = capital || isUpper(s[i])
	}
	switch {
	case !capital:
		return lower
	case !small:
		return upper
	}
	return title
}

// write spells s, which is in lower case, in case c; with title every word of
// letters gets a capital.
func (c letterCase) write(s string) string {
	if c == lower {
		return s
	}
	b := []byte(s)
	for i, x := range b {
		if isLower(x) && (c == upper || i == 0 || !isAlnum(b[i-1])) {
			b[i] = x - 'a' + 'A'
		}
	}
	return string(b)
}

// fold is s with small letters for ASCII capitals, and its other bytes as they are.
func fold(s string) string {
	for i := range len(s) {
		if isUpper(s[i]) {
			b := []byte(s)
			for ; i < len(b); i++ {
				if isUpper(b[i]) {
					b[i] |= 0x20
				}
			}
			return string(b)
		}
	}
	return s
}

func clip(n, lo, hi int) int { return max(lo, min(n, hi)) }
