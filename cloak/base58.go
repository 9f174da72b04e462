package cloak

import "crypto/sha256"

// Base 58, as Bitcoin and its kin write bytes, with a check sum behind them.

const (
	base58Alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
	rippleAlphabet = "rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz"
)

// A base58 maps a byte to its value, or to 0xFF.
type base58 [256]uint8

func newBase58(alphabet string) *base58 {
	var t base58
	for i := range t {
		t[i] = 0xFF
	}
	for i := range alphabet {
		t[alphabet[i]] = uint8(i)
	}
	return &t
}

var (
	bitcoin58 = newBase58(base58Alphabet)
	ripple58  = newBase58(rippleAlphabet)
)

// A base58Buf has room for the bytes of an extended key.
type base58Buf [96]byte

// decode is the bytes that s is, in buf; nil if it is none or they do not fit. Each
// digit of zero in front is a byte of zero.
func (t *base58) decode(buf *base58Buf, s string) []byte {
	n := 0 // bytes at the end of buf that hold the number
	for i := range len(s) {
		carry := uint(t[s[i]])
		if carry == 0xFF {
			return nil
		}
		for k := len(buf) - 1; k >= len(buf)-n || carry != 0; k-- {
			if k < 0 {
				return nil
			}
			carry += uint(buf[k]) * 58
			buf[k] = byte(carry)
			carry >>= 8
			n = max(n, len(buf)-k)
		}
	}
	for i := 0; i < len(s) && t[s[i]] == 0; i++ {
		n++
	}
	if n > len(buf) {
		return nil
	}
	return buf[len(buf)-n:]
}

// checked58 is the payload of s in base 58 with check: four bytes of a double SHA-256
// behind it, 32 bits of evidence. It is nil if the sum is wrong.
func (t *base58) checked58(buf *base58Buf, s string) []byte {
	const check = 4
	b := t.decode(buf, s)
	if len(b) <= check {
		return nil
	}
	body := b[:len(b)-check]
	sum := sha256.Sum256(body)
	sum = sha256.Sum256(sum[:])
	if string(sum[:check]) != string(b[len(body):]) {
		return nil
	}
	return body
}

// run is where the run of digits of t ends that begins at s[i], at limit at the latest.
func (t *base58) run(s string, i, limit int) int {
	for limit = min(limit, len(s)); i < limit && t[s[i]] != 0xFF; i++ {
	}
	return i
}

// moneroDecode is the bytes that s is in Monero's base 58: eleven digits are eight bytes, and
// the last seven five.
func moneroDecode(buf *base58Buf, s string) []byte {
	out := buf[:0]
	for len(s) > 0 {
		digits, size := min(len(s), 11), 8
		switch {
		case digits == 7:
			size = 5
		case digits != 11:
			return nil
		}
		v := uint64(0)
		for i := range digits {
			d := uint64(bitcoin58[s[i]])
			if d == 0xFF || v > (1<<64-1-d)/58 {
				return nil
			}
			v = v*58 + d
		}
		if size < 8 && v>>(8*size) != 0 || len(out)+size > len(buf) {
			return nil
		}
		for k := size - 1; k >= 0; k-- {
			out = append(out, byte(v>>(8*k)))
		}
		s = s[digits:]
	}
	return out
}
