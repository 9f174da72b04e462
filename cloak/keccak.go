package cloak

import (
	"encoding/binary"
	"math/bits"
)

// Keccak-256 as Ethereum and Monero use it: the sponge that won the SHA-3
// competition, with its first padding. The standard library has SHA3-256 only,
// whose padding differs (FIPS 202, section 6.1).

const keccakRate = 136 // bytes absorbed at a time: 200 less twice the digest

// keccak256 is the digest of data.
func keccak256(data []byte) (sum [32]byte) {
	var state [25]uint64
	for ; len(data) >= keccakRate; data = data[keccakRate:] {
		absorb(&state, data[:keccakRate])
	}
	var last [keccakRate]byte
	n := copy(last[:], data)
	last[n] = 0x01
	last[keccakRate-1] |= 0x80
	absorb(&state, last[:])
	for i := range sum[:32:32] {
		sum[i] = byte(state[i/8] >> (8 * (i % 8)))
	}
	return sum
}

func absorb(state *[25]uint64, block []byte) {
	for i := range keccakRate / 8 {
		state[i] ^= binary.LittleEndian.Uint64(block[8*i:])
	}
	keccakF(state)
}

// keccakF is the permutation Keccak-f[1600] (FIPS 202, section 3.2): lane x, y is
// a[x+5*y].
func keccakF(a *[25]uint64) {
	lfsr := byte(1)
	for range 24 {
		// θ: each lane takes the parity of two columns.
		var c [5]uint64
		for x := range c {
			c[x] = a[x] ^ a[x+5] ^ a[x+10] ^ a[x+15] ^ a[x+20]
		}
		for i := range a {
			x := i % 5
			a[i] ^= c[(x+4)%5] ^ bits.RotateLeft64(c[(x+1)%5], 1)
		}
		// ρ and π: lanes rotate, and change places.
		x, y, lane := 1, 0, a[1]
		for t := range 24 {
			x, y = y, (2*x+3*y)%5
			lane, a[x+5*y] = a[x+5*y], bits.RotateLeft64(lane, (t+1)*(t+2)/2)
		}
		// χ: the only step that is not linear.
		for y := 0; y < 25; y += 5 {
			row := [5]uint64(a[y : y+5])
			for x := range row {
				a[y+x] = row[x] ^ ^row[(x+1)%5]&row[(x+2)%5]
			}
		}
		// ι: the round's constant, seven bits of a shift register.
		for j := range 7 {
			if lfsr&1 != 0 {
				a[0] ^= 1 << (1<<j - 1)
			}
			lfsr = lfsr<<1 ^ lfsr>>7*0x71
		}
	}
}
