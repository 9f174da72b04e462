package cloak

import "strings"

// Bech32 and Bech32m (BIP-173, BIP-350): a prefix, a 1, digits of base 32, the last
// six of them a check sum of 30 bits.

const bech32Alphabet = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"

// The constants that the check sums come to.
const (
	bech32Sum  = 1
	bech32mSum = 0x2bc830a3
)

// bech32Check is what the check sum of s comes to, and the values of its first digit;
// false if s is no Bech32: capitals and small letters do not mix.
func bech32Check(s string) (sum uint32, first byte, ok bool) {
	one := strings.LastIndexByte(s, '1')
	if one < 1 || len(s)-one-1 < 7 {
		return 0, 0, false
	}
	upper, lowerCase := false, false
	c := uint32(1)
	for i := range one {
		c = bech32Step(c, lower(s[i])>>5)
	}
	c = bech32Step(c, 0)
	for i := range len(s) {
		upper, lowerCase = upper || isUpper(s[i]), lowerCase || isLower(s[i])
		b := lower(s[i])
		switch {
		case i < one:
			c = bech32Step(c, b&31)
		case i > one:
			v := strings.IndexByte(bech32Alphabet, b)
			if v < 0 {
				return 0, 0, false
			}
			c = bech32Step(c, byte(v))
		}
	}
	return c, byte(strings.IndexByte(bech32Alphabet, lower(s[one+1]))), !(upper && lowerCase)
}

// bech32Step takes one value of five bits into the remainder c of the BCH code.
func bech32Step(c uint32, v byte) uint32 {
	top := c >> 25
	c = c&0x1ffffff<<5 ^ uint32(v)
	for i, g := range [...]uint32{0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3} {
		if top>>i&1 != 0 {
			c ^= g
		}
	}
	return c
}

// isSegwit reports whether s is an address of a witness program: version 0 has one
// sum, the others the other, and versions 0 and 1 have lengths of their own.
func isSegwit(s string) bool {
	sum, version, ok := bech32Check(s)
	n := len(s) - strings.LastIndexByte(s, '1') - 1
	switch {
	case !ok || version > 16:
		return false
	case version == 0:
		return sum == bech32Sum && (n == 39 || n == 59)
	case version == 1:
		return sum == bech32mSum && n == 59
	}
	return sum == bech32mSum
}
