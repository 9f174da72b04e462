package cloak

import (
	"hash/crc32"
	"strings"
)

// Check sums in keys. One that holds is as good as the vendor's word: 30 bits that
// no text has by chance. One that does not says little, for a sample in a manual or
// a key with a letter changed is worth as much to who reads it.

// base62 is the alphabet of GitHub's and npm's tokens, in the order of their digits.
const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// crcBase62 reports whether the last six characters of body are the CRC-32 of what
// stands before them, in base 62 with zeros in front (GitHub, "Behind GitHub's new
// authentication token formats"; npm has the same).
func crcBase62(body string) bool {
	const digits = 6
	if len(body) <= digits {
		return false
	}
	want := crc32.ChecksumIEEE([]byte(body[:len(body)-digits]))
	for i := len(body) - 1; i >= len(body)-digits; i-- {
		if body[i] != base62[want%62] {
			return false
		}
		want /= 62
	}
	return want == 0
}

const bech32Digits = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"

// bech32Valid reports whether v, in one case, is prefix1data with the check sum of
// BIP 173.
func bech32Valid(v string) bool {
	v = fold(v)
	sep := strings.LastIndexByte(v, '1')
	if sep < 1 || len(v)-sep <= 6 {
		return false
	}
	sum := uint32(1)
	step := func(d byte) {
		top := sum >> 25
		sum = sum&0x1FFFFFF<<5 ^ uint32(d)
		for i, g := range [...]uint32{0x3B6A57B2, 0x26508E6D, 0x1EA119FA, 0x3D4233DD, 0x2A1462B3} {
			if top>>i&1 != 0 {
				sum ^= g
			}
		}
	}
	for i := range sep {
		step(v[i] >> 5)
	}
	step(0)
	for i := range sep {
		step(v[i] & 31)
	}
	for i := sep + 1; i < len(v); i++ {
		d := strings.IndexByte(bech32Digits, v[i])
		if d < 0 {
			return false
		}
		step(byte(d))
	}
	return sum == 1
}
