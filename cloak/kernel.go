package cloak

// The kernel reads every byte of a text once and says, per block of 64 bytes,
// which of them are of which class: one bit a byte. All that is looked for
// begins at an anchor, and anchors are a few operations on these words.

// blockSize is the number of bytes that one planes describes.
const blockSize = 64

// planes holds one bit per byte of a block, the first byte lowest.
type planes struct {
	digit, alpha, upper     uint64
	sep                     uint64 // one of " .-/()"
	dot, dash, colon, equal uint64
	special                 uint64 // one of "@+[/\\~"
}

// A kernel fills one planes per block of src, whose length is a multiple of
// blockSize. Every kernel gives the same planes.
type kernel func(dst []planes, src string)

// The class bits of a byte, each the bit of one plane.
const (
	bitDigit = 1 << iota
	bitAlpha
	bitSep
	bitDot
	bitDash
	bitColon
	bitEqual
	bitSpecial
)

// classes maps a byte to its class bits.
var classes = func() (t [256]uint8) {
	for b := range t {
		c := byte(b)
		if isDigit(c) {
			t[b] |= bitDigit
		}
		if isAlpha(c) {
			t[b] |= bitAlpha
		}
		switch c {
		case ' ', '(', ')':
			t[b] |= bitSep
		case '.':
			t[b] |= bitSep | bitDot
		case '-':
			t[b] |= bitSep | bitDash
		case '/':
			t[b] |= bitSep | bitSpecial
		case ':':
			t[b] |= bitColon
		case '=':
			t[b] |= bitEqual
		case '@', '+', '[', '\\', '~':
			t[b] |= bitSpecial
		}
	}
	return t
}()

const lowBits = 0x0101010101010101

// portableKernel is the reference: plain Go, eight bytes at a time. Each step
// turns eight class bytes into eight rows of eight bits by a transposition of
// the 8×8 bit matrix (three rounds of swaps), and gathers the rows.
func portableKernel(dst []planes, src string) {
	t := &classes
	for k := range dst {
		block := src[k*blockSize : k*blockSize+blockSize]
		var rows [8]uint64 // rows[g] holds byte p = plane p of bytes 8g..8g+7
		var upper uint64
		for g := range rows {
			raw := load8(block[g*8 : g*8+8])
			x := uint64(t[byte(raw)]) | uint64(t[byte(raw>>8)])<<8 | uint64(t[byte(raw>>16)])<<16 | uint64(t[byte(raw>>24)])<<24 |
				uint64(t[byte(raw>>32)])<<32 | uint64(t[byte(raw>>40)])<<40 | uint64(t[byte(raw>>48)])<<48 | uint64(t[byte(raw>>56)])<<56
			// A letter is upper case if its bit 5 is clear.
			up := x >> 1 & lowBits &^ (raw >> 5)
			upper |= up * 0x0102040810204080 >> 56 << (8 * g)
			rows[g] = transpose(x)
		}
		var p [8]uint64
		transposeBytes(&rows, &p)
		dst[k] = planes{
			digit: p[0], alpha: p[1], sep: p[2], dot: p[3], dash: p[4], colon: p[5], equal: p[6], special: p[7],
			upper: upper,
		}
	}
}

// planesOf is what a kernel gives for a block of which there are fewer than
// blockSize bytes. (A copy of them, filled up, would be an allocation.)
func planesOf(s string) (p planes) {
	for i := range min(len(s), blockSize) {
		b := s[i]
		c := uint64(classes[b])
		p.digit |= c & 1 << i
		p.alpha |= c >> 1 & 1 << i
		p.sep |= c >> 2 & 1 << i
		p.dot |= c >> 3 & 1 << i
		p.dash |= c >> 4 & 1 << i
		p.colon |= c >> 5 & 1 << i
		p.equal |= c >> 6 & 1 << i
		p.special |= c >> 7 & 1 << i
		p.upper |= c >> 1 & 1 &^ uint64(b>>5) << i
	}
	return p
}

// transpose swaps rows and columns of an 8×8 bit matrix, one row a byte.
func transpose(x uint64) uint64 {
	t := (x ^ x>>7) & 0x00AA00AA00AA00AA
	x ^= t ^ t<<7
	t = (x ^ x>>14) & 0x0000CCCC0000CCCC
	x ^= t ^ t<<14
	t = (x ^ x>>28) & 0x00000000F0F0F0F0
	return x ^ t ^ t<<28
}

// transposeBytes swaps rows and columns of an 8×8 byte matrix.
func transposeBytes(r, p *[8]uint64) {
	const m8, m16, m32 = 0x00FF00FF00FF00FF, 0x0000FFFF0000FFFF, 0x00000000FFFFFFFF
	a0, a1 := r[0]&m8|r[1]&m8<<8, r[0]>>8&m8|r[1]&^m8
	a2, a3 := r[2]&m8|r[3]&m8<<8, r[2]>>8&m8|r[3]&^m8
	a4, a5 := r[4]&m8|r[5]&m8<<8, r[4]>>8&m8|r[5]&^m8
	a6, a7 := r[6]&m8|r[7]&m8<<8, r[6]>>8&m8|r[7]&^m8
	b0, b2 := a0&m16|a2&m16<<16, a0>>16&m16|a2&^m16
	b1, b3 := a1&m16|a3&m16<<16, a1>>16&m16|a3&^m16
	b4, b6 := a4&m16|a6&m16<<16, a4>>16&m16|a6&^m16
	b5, b7 := a5&m16|a7&m16<<16, a5>>16&m16|a7&^m16
	p[0], p[4] = b0&m32|b4<<32, b0>>32|b4&^m32
	p[1], p[5] = b1&m32|b5<<32, b1>>32|b5&^m32
	p[2], p[6] = b2&m32|b6<<32, b2>>32|b6&^m32
	p[3], p[7] = b3&m32|b7<<32, b3>>32|b7&^m32
}
