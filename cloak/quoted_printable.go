package cloak

import "strings"

// quotedUnit is RFC 2045 section 6.7: a byte as =XX, and a soft line break, which spells
// nothing. Blanks may stand between = and the end of the line.
func quotedUnit(dst []byte, s string, i int) ([]byte, int) {
	if s[i] != '=' {
		return append(dst, s[i]), 1
	}
	if i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2]) {
		return append(dst, unhex(s[i+1])<<4|unhex(s[i+2])), 3
	}
	const blanks = 16
	j := i + 1
	for j < len(s) && j-i <= blanks && (s[j] == ' ' || s[j] == '\t') {
		j++
	}
	switch {
	case strings.HasPrefix(s[j:], "\n"):
		return dst, j + 1 - i
	case strings.HasPrefix(s[j:], "\r\n"):
		return dst, j + 2 - i
	}
	return append(dst, '='), 1
}

// quotedPrintable writes s so that quotedUnit reads it: lines stay lines, and are not
// broken.
func quotedPrintable(s string) string {
	return encode(s, func(b *strings.Builder, c byte) {
		b.WriteByte('=')
		b.WriteByte(upperHex[c>>4])
		b.WriteByte(upperHex[c&15])
	}, func(c byte) bool { return c >= ' ' && c <= '~' && c != '=' || c == '\t' || c == '\n' || c == '\r' })
}
