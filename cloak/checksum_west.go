package cloak

// Check sums of the numbers of the Americas, the British Isles, Oceania and Africa.
// They take a number as it stands, separators and all.

// weightedSum adds up the digits of s, each times its weight. Digits that have no
// weight do not count, and weights without a digit neither.
func weightedSum(s string, weights ...int) (sum int) {
	k := 0
	for i := 0; i < len(s) && k < len(weights); i++ {
		if isDigit(s[i]) {
			sum += int(s[i]-'0') * weights[k]
			k++
		}
	}
	return sum
}

// digitNo is the n-th digit of s, from 0 on; -1 if it has fewer.
func digitNo(s string, n int) int {
	for i := range len(s) {
		if isDigit(s[i]) {
			if n == 0 {
				return int(s[i] - '0')
			}
			n--
		}
	}
	return -1
}

// digitsFrom is the number that n digits of s make, from the k-th on, k counted from
// 0; -1 if there are fewer. n is at most 9.
func digitsFrom(s string, k, n int) (v int) {
	for i := 0; i < len(s) && n > 0; i++ {
		if !isDigit(s[i]) {
			continue
		}
		if k > 0 {
			k--
			continue
		}
		v = v*10 + int(s[i]-'0')
		n--
	}
	if n > 0 {
		return -1
	}
	return v
}

// elevenOr0 is the check digit that makes a sum divisible by 11, with 0 where that
// takes 10 or 11: what most of Latin America does.
func elevenOr0(sum int) int {
	if r := 11 - sum%11; r < 10 {
		return r
	}
	return 0
}

// isDay reports whether there is a day yymmdd. Without the century the 29th of
// February is one in years that 4 divides.
func isDay(yy, mm, dd int) bool {
	switch {
	case mm < 1 || mm > 12 || dd < 1:
		return false
	case mm == 2:
		return dd <= 28 || dd == 29 && yy%4 == 0
	case mm == 4 || mm == 6 || mm == 9 || mm == 11:
		return dd <= 30
	}
	return dd <= 31
}

// evenly reports whether s has n times the same byte between its letters and digits,
// or none at all.
func evenly(s string, n int) bool {
	sep, k := byte(0), 0
	for i := range len(s) {
		if isAlnum(s[i]) {
			continue
		}
		if sep != 0 && s[i] != sep {
			return false
		}
		sep = s[i]
		k++
	}
	return k == 0 || k == n
}

// letterIn is the place of b, in either case, in the letters of alphabet; -1 if it
// is none of them.
func letterIn(alphabet string, b byte) int {
	if isLower(b) {
		b &^= 0x20
	}
	for i := range len(alphabet) {
		if alphabet[i] == b {
			return i
		}
	}
	return -1
}

// bareOf is s without all that is no letter or digit, in capitals.
func bareOf(s string) string { return canonIBAN(s) }
