package cloak

// Check sums and boundaries of numbers. All of it works on the text as it
// stands, separators and all, and allocates nothing.

// luhnValid reports whether the digits of s, whatever stands between them,
// satisfy the Luhn formula (ISO/IEC 7812-1, annex B). No digits do not.
func luhnValid(s string) bool {
	sum, n := 0, 0
	for i := len(s) - 1; i >= 0; i-- {
		if !isDigit(s[i]) {
			continue
		}
		d := int(s[i] - '0')
		if n%2 == 1 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
		n++
	}
	return n > 0 && sum%10 == 0
}

// mod97 continues the remainder r, of what stood before, over the letters and
// digits of s: a letter counts as two digits, A = 10 to Z = 35, in either case
// (ISO 13616-1, ISO/IEC 7064 MOD 97-10).
func mod97(r int, s string) int {
	for i := range len(s) {
		switch b := s[i]; {
		case isDigit(b):
			r = (r*10 + int(b-'0')) % 97
		case isAlpha(b):
			r = (r*100 + int(lower(b)-'a') + 10) % 97
		}
	}
	return r
}

// countDigits counts the digits of s.
func countDigits(s string) (n int) {
	for i := range len(s) {
		if isDigit(s[i]) {
			n++
		}
	}
	return n
}

// leadingDigits is the number that the first n digits of s make, whatever stands
// between them; false when there are fewer. n is at most 9.
func leadingDigits(s string, n int) (v int, ok bool) {
	for i := 0; i < len(s) && n > 0; i++ {
		if isDigit(s[i]) {
			v = v*10 + int(s[i]-'0')
			n--
		}
	}
	return v, n == 0
}

// sameDigit reports whether all digits of s are one: 0000, 4444.
func sameDigit(s string) bool {
	first := byte(0)
	for i := range len(s) {
		if !isDigit(s[i]) {
			continue
		}
		if first == 0 {
			first = s[i]
		}
		if s[i] != first {
			return false
		}
	}
	return true
}

// digitRun is the length of the run of digits at the start of s, as far as limit.
func digitRun(s string, limit int) (n int) {
	for n < len(s) && n < limit && isDigit(s[n]) {
		n++
	}
	return n
}

// digitsOf is s without all that is no digit.
func digitsOf(s string) string {
	b := make([]byte, 0, len(s))
	for i := range len(s) {
		if isDigit(s[i]) {
			b = append(b, s[i])
		}
	}
	return string(b)
}

// cutLeft reports whether a number that starts at i is the rest of a longer one:
// 0.4111, 1-541-78-2936.
func cutLeft(s string, i int) bool {
	b := at(s, i-1)
	return isDigit(b) || (b == '.' || b == '-') && isDigit(at(s, i-2))
}

// cutRight reports whether a number that ends before i goes on behind it. A full
// stop or a dash that no digit follows does not continue it.
func cutRight(s string, i int) bool {
	b := at(s, i)
	return isDigit(b) || (b == '.' || b == '-') && isDigit(at(s, i+1))
}
