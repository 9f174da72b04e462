package cloak

// Check sums of numbers that Asian authorities give out. They work on what
// compact leaves of a number.

// An idBuf is room for the letters and digits of a number.
type idBuf [40]byte

// compact is the letters, as capitals, and digits of s, in buf; nil if they do not fit.
func (buf *idBuf) compact(s string) []byte {
	n := 0
	for i := range len(s) {
		b := s[i]
		switch {
		case isAlpha(b):
			b &^= 0x20
		case !isDigit(b):
			continue
		}
		if n == len(buf) {
			return nil
		}
		buf[n] = b
		n++
	}
	return buf[:n]
}

// numberOf is the number that the digits of id are.
func numberOf(id []byte) (v int) {
	for _, b := range id {
		v = v*10 + int(b-'0')
	}
	return v
}

// weighted is the sum of the digits of id, each times its weight, as far as there are
// weights.
func weighted(id []byte, weights ...int) (sum int) {
	for i, w := range weights {
		sum += int(id[i]-'0') * w
	}
	return sum
}

// letterValue is 0 to 9 for a digit, 10 to 35 for a capital.
func letterValue(b byte) int {
	if isDigit(b) {
		return int(b - '0')
	}
	return int(b-'A') + 10
}

// isMonthDay reports whether there is a day d in month m, of a leap year.
func isMonthDay(m, d int) bool {
	switch m {
	case 2:
		return d >= 1 && d <= 29
	case 4, 6, 9, 11:
		return d >= 1 && d <= 30
	}
	return m >= 1 && m <= 12 && d >= 1 && d <= 31
}

// isBirthYear reports whether somebody whom a text may be about was born in y, or a
// document of hers is of that year.
func isBirthYear(y int) bool { return y >= 1880 && y <= 2049 }

// verhoeff reports whether the digits of id, the last one the check digit, satisfy
// Verhoeff's scheme (J. Verhoeff, Error Detecting Decimal Codes, 1969): products in
// the dihedral group of order 10, each digit permuted by its place from the right.
func verhoeff(id []byte) bool {
	const order = 8 // of the permutation
	c := 0
	for i := range id {
		d := int(id[len(id)-1-i] - '0')
		for range i % order {
			d = int("1576283094"[d] - '0')
		}
		// Rotations are 0 to 4, reflections 5 to 9.
		switch {
		case c < 5 && d < 5:
			c = (c + d) % 5
		case c < 5:
			c = 5 + (c+d)%5
		case d < 5:
			c = 5 + (c-d)%5
		default:
			c = (c - d + 5) % 5
		}
	}
	return c == 0
}

// mod11two reports whether id satisfies ISO/IEC 7064 MOD 11-2: X stands for 10 as the
// last character.
func mod11two(id []byte) bool {
	r := 0
	for i, b := range id {
		v := int(b - '0')
		if b == 'X' && i == len(id)-1 {
			v = 10
		} else if !isDigit(b) {
			return false
		}
		r = (r*2 + v) % 11
	}
	return r == 1
}

// sumMod36 is the check character of a GSTIN: each of id, as a digit of base 36, times 1
// and 2 in turn, and the digits of the products added (GSTN, format of GSTIN).
func sumMod36(id []byte) byte {
	sum := 0
	for i, b := range id {
		v := letterValue(b) * (1 + i%2)
		sum += v/36 + v%36
	}
	return "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[(36-sum%36)%36]
}
