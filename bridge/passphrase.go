package bridge

import (
	"crypto/rand"
	"errors"
	"math/big"
	"strings"
	"unicode"
	"unicode/utf8"
)

// LeastPassphrase is how many characters a new passphrase has at least, and
// EnoughBits how many bits it should have: at 10,000 guesses a second and machine,
// a thousand machines need two years for them.
const (
	LeastPassphrase = 8
	EnoughBits      = 50
)

// ErrShort says that a new passphrase is too short.
var ErrShort = errors.New("a passphrase has at least 8 characters; cloak passphrase prints a good one")

// CheckNew judges a passphrase for a new bridge: it is refused if it is too short,
// and weak if it has fewer than EnoughBits.
func CheckNew(passphrase []byte) (weak bool, err error) {
	if utf8.RuneCount(passphrase) < LeastPassphrase {
		return true, ErrShort
	}
	return bitsOf(string(passphrase)) < EnoughBits, nil
}

// bitsOf is a low estimate of what a guesser has to try: a run of letters counts as
// a word out of 7,776, or letter by letter if that is less; digits as digits, and
// whatever is repeated once.
func bitsOf(s string) (bits float64) {
	const word, letter, digit, sign = 12.9, 4.7, 3.3, 5
	seen := map[string]bool{}
	for len(s) > 0 {
		n := len(s)
		kind := kindOf(s)
		for i, r := range s {
			if kindOf(string(r)) != kind {
				n = i
				break
			}
		}
		run := s[:n]
		s = s[n:]
		if seen[run] {
			continue
		}
		seen[run] = true
		count := float64(utf8.RuneCountInString(run))
		switch {
		case distinct(run) == 1:
			bits += sign
		case kind == 'a':
			bits += min(word, letter*count)
		case kind == '0':
			bits += digit * count
		case run != " " && run != "-":
			bits += sign * count
		}
	}
	return bits
}

func kindOf(s string) byte {
	r, _ := utf8.DecodeRuneInString(s)
	switch {
	case unicode.IsLetter(r):
		return 'a'
	case unicode.IsDigit(r):
		return '0'
	}
	return '.'
}

func distinct(s string) int {
	seen := map[rune]bool{}
	for _, r := range s {
		seen[r] = true
	}
	return len(seen)
}

// NewPassphrase returns five words that can be pronounced, drawn at random: 83 bits.
func NewPassphrase() string {
	const consonants, vowels, words = "bdfghjklmnprstvz", "aeiou", 5
	var b strings.Builder
	for i := range words {
		if i > 0 {
			b.WriteByte('-')
		}
		for _, from := range [...]string{consonants, vowels, consonants, vowels, consonants} {
			n, err := rand.Int(rand.Reader, big.NewInt(int64(len(from))))
			if err != nil { // crypto/rand ends the program instead
				panic("bridge: no randomness")
			}
			b.WriteByte(from[n.Int64()])
		}
	}
	return b.String()
}
