package cloak

// Check sums and dates of the numbers that European authorities give out. None of it
// allocates.

// A numeral is a number without its separators: letters, as capitals, and digits.
type numeral struct {
	c [maxFirst]byte
	n int
}

func numeralOf(s string) (x numeral) {
	for i := 0; i < len(s) && x.n < len(x.c); i++ {
		if isAlnum(s[i]) {
			x.c[x.n] = upper(s[i])
			x.n++
		}
	}
	return x
}

func upper(b byte) byte {
	if isLower(b) {
		return b &^ 0x20
	}
	return b
}

// bareNumber is s without its separators, in capitals: all surfaces of one number are one.
func bareNumber(s string) string {
	b := make([]byte, 0, len(s))
	for i := range len(s) {
		if isAlnum(s[i]) || s[i] >= 0x80 {
			b = append(b, upper(s[i]))
		}
	}
	return string(b)
}

// at is the value of the character at i: a letter counts A = 10 to Z = 35.
func (x *numeral) at(i int) int {
	if isDigit(x.c[i]) {
		return int(x.c[i] - '0')
	}
	return int(x.c[i]-'A') + 10
}

// num is the number that the digits in [from,to) make.
func (x *numeral) num(from, to int) (v int) {
	for i := from; i < to; i++ {
		v = v*10 + x.at(i)
	}
	return v
}

// digits reports whether there are only digits in [from,to).
func (x *numeral) digits(from, to int) bool {
	for i := from; i < to; i++ {
		if !isDigit(x.c[i]) {
			return false
		}
	}
	return true
}

// sum adds up the characters from the first one on, each times its weight.
func (x *numeral) sum(weights ...int) (v int) {
	for i, w := range weights {
		v += w * x.at(i)
	}
	return v
}

// cut is x without what stands before from and from to on.
func (x *numeral) cut(from, to int) (y numeral) {
	y.n = copy(y.c[:], x.c[from:to])
	return y
}

// crossSum is the sum of the products' digits: what Luhn's formula adds up.
func (x *numeral) crossSum(weights ...int) (v int) {
	for i, w := range weights {
		p := w * x.at(i)
		v += p/10 + p%10
	}
	return v
}

// iso1110 reports whether the digits satisfy ISO/IEC 7064 MOD 11,10: the German
// tax number, the Croatian OIB.
func (x *numeral) iso1110() bool {
	p := 10
	for i := range x.n - 1 {
		if p = (p + x.at(i)) % 10; p == 0 {
			p = 10
		}
		p = p * 2 % 11
	}
	return (p+x.at(x.n-1))%10 == 1
}

// icao is the check digit of machine-readable documents over x[:n] (ICAO 9303-3,
// 4.9): weights 7, 3, 1.
func (x *numeral) icao(n int) (v int) {
	for i := range n {
		v += x.at(i) * [3]int{7, 3, 1}[i%3]
	}
	return v % 10
}

// luhn36 reports whether letters and digits satisfy Luhn's formula, a letter being
// worth 10 to 35 and nine being taken off what is beyond nine once it is doubled.
func (x *numeral) luhn36() bool {
	sum := 0
	for i := range x.n {
		v := x.at(i)
		if (x.n-i)%2 == 0 {
			if v *= 2; v > 9 {
				v -= 9
			}
		}
		sum += v
	}
	return sum%10 == 0
}

// ean reports whether the digits satisfy GS1's formula: from the right, weights 1 and 3.
func (x *numeral) ean() bool {
	sum := 0
	for i := range x.n {
		sum += x.at(i) * (1 + 2*((x.n-1-i)%2))
	}
	return sum%10 == 0
}

// verhoeffOver reports whether the digits satisfy Verhoeff's formula, in the
// dihedral group of order ten.
func (x *numeral) verhoeffOver() bool {
	c := 0
	for i := range x.n {
		d := x.at(x.n - 1 - i)
		for range i % 8 {
			d = [10]int{1, 5, 7, 6, 2, 8, 3, 0, 9, 4}[d]
		}
		c = dihedral(c, d)
	}
	return c == 0
}

// dihedral is the product of two of the group's elements: 0 to 4 turn, 5 to 9 flip.
func dihedral(a, b int) int {
	switch turn := (5 + a%5 + b%5) % 5; {
	case a < 5 && b < 5:
		return turn
	case a < 5:
		return 5 + turn
	case b < 5:
		return 5 + (5+a%5-b%5)%5
	default:
		return (5 + a%5 - b%5) % 5
	}
}

// twice is the check digit of those who weigh anew when eleven leaves ten: the sum
// over a, or if that leaves 10, over b, where 10 is 0 (Estonia, Lithuania).
func (x *numeral) twice(a, b []int) int {
	v := x.sum(a...) % 11
	if v == 10 {
		v = x.sum(b...) % 11 % 10
	}
	return v
}

// realDay reports whether there is such a day. Year 0 stands for one that is not known.
func realDay(year, month, day int) bool {
	if month < 1 || month > 12 || day < 1 {
		return false
	}
	last := 31
	switch month {
	case 4, 6, 9, 11:
		last = 30
	case 2:
		last = 29
		if year%4 != 0 || year%100 == 0 && year%400 != 0 {
			last = 28
		}
	}
	return day <= last
}
