package cloak

import "unicode"

// A value that is a word of a language, where a program keeps what it shows.

// translates reports whether a value is what its key is called in a language that is
// not written in ASCII: "password": "Пароль", "token": "Zugriffsschlüssel". It is a word
// behind a key in ASCII and a ':'.
func (c candidate) translates() bool {
	k := c.s[c.key.Start:c.key.End]
	return c.key.colon && k != "" && isASCII(k) && isForeignWord(c.v)
}

// isForeignWord reports whether v is letters alone, some of which are not ASCII, and all
// of which a language has together: those of Latin with others of Latin or beside a
// script without spaces, and no others of two scripts. Look-alikes, full-width letters
// and what has no width are no part of a word: somebody hid one.
func isForeignWord(v string) bool {
	ascii, latin, wide, other := false, false, false, false
	for _, r := range v {
		switch {
		case r < 0x80:
			if !isAlpha(byte(r)) {
				return false
			}
			ascii = true
		case !unicode.IsLetter(r) && r != 'ー' && !unicode.IsMark(r), r >= 0xFF00 && r <= 0xFFEF, r >= 0x1D400:
			return false
		case unicode.Is(unicode.Latin, r):
			latin = true
		case r >= firstWide:
			wide = true
		default:
			other = true
		}
	}
	return latin && !other && !wide || wide && !other || other && !ascii && !latin && !wide
}

func isASCII(v string) bool {
	for i := range len(v) {
		if v[i] >= 0x80 {
			return false
		}
	}
	return true
}

// isTitle reports whether v is one word with a capital in front, as what is shown has it:
// "secret": "Geheimnis".
func isTitle(v string) bool {
	if len(v) > 16 || !isUpper(v[0]) {
		return false
	}
	for i := 1; i < len(v); i++ {
		if !isLower(v[i]) {
			return false
		}
	}
	return true
}

// isScrambled reports whether v is letters alone that a machine drew: capitals and small
// ones change places as in no name of code, and English has few of its pairs.
func isScrambled(v string) bool {
	if len(v) < 8 || len(v) > 64 {
		return false
	}
	turns := 0
	for i := range len(v) {
		if !isAlpha(v[i]) {
			return false
		}
		if i > 0 && isUpper(v[i]) != isUpper(v[i-1]) {
			turns++
		}
	}
	return turns >= 4 && randomness(v) >= 28
}
