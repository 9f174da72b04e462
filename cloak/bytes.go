package cloak

// Classes of bytes. All grammars here are ASCII; a byte of 0x80 or more is in
// no class unless its function says so.

func isDigit(b byte) bool { return b-'0' < 10 }
func isAlpha(b byte) bool { return b|0x20-'a' < 26 }
func isAlnum(b byte) bool { return isDigit(b) || isAlpha(b) }
func isWord(b byte) bool  { return isAlnum(b) || b == '_' }
func isHex(b byte) bool   { return isDigit(b) || b|0x20-'a' < 6 }
func isPunct(b byte) bool { return '!' <= b && b <= '~' && !isAlnum(b) }
func isSpace(b byte) bool { return b == ' ' || b-'\t' < 5 }

// unhex is the value of a hex digit.
func unhex(b byte) byte {
	if isDigit(b) {
		return b - '0'
	}
	return b | 0x20 - 'a' + 10
}

// lower folds an ASCII letter.
func lower(b byte) byte {
	if b-'A' < 26 {
		return b | 0x20
	}
	return b
}

// fold is the spelling under which stand-ins are compared: ASCII lower case.
func fold(s string) string {
	for i := range len(s) {
		if lower(s[i]) != s[i] {
			b := []byte(s)
			for ; i < len(b); i++ {
				b[i] = lower(b[i])
			}
			return string(b)
		}
	}
	return s
}

// hasFold reports whether s begins with prefix, which is in lower case, in any case.
func hasFold(s, prefix string) bool {
	if len(s) < len(prefix) {
		return false
	}
	for i := range len(prefix) {
		if lower(s[i]) != prefix[i] {
			return false
		}
	}
	return true
}

// at returns s[i], or 0 outside of s. A zero byte is in no class: it ends every
// run and extends nothing, so hidden parts of a text are zeroed.
func at(s string, i int) byte {
	if uint(i) < uint(len(s)) {
		return s[i]
	}
	return 0
}

func isUpper(b byte) bool { return b-'A' < 26 }
func isLower(b byte) bool { return b-'a' < 26 }

// shapeLimit is the longest stand-in, in bytes, and so bounds every look-ahead.
const shapeLimit = 96
