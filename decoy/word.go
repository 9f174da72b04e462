package decoy

import "strings"

// Words are built, not chosen from a list: a cluster with which hardly any word or
// name begins, then vowels and consonants by turns. So they can be spoken, and a
// model takes them for names.
var clusters = [...]string{"vr", "zv", "kv", "dv", "gv", "zl", "vl", "zr", "kz", "tz", "vn", "zg"}

const (
	vowels     = "aeiou"
	consonants = "bdfgklmnprstvz"
)

// word returns a word of n letters. With two letters it is a pair of
// consonants, initials; with one, a letter.
func (k *keyed) word(n int) string {
	switch n {
	case 1:
		return k.text(1, lowers)
	case 2:
		return k.text(2, consonants)
	}
	b := make([]byte, 0, n)
	b = append(b, clusters[k.below(uint64(len(clusters)))]...)
	for len(b) < n {
		if b = append(b, k.of(vowels)); len(b) < n {
			b = append(b, k.of(consonants))
		}
	}
	return string(b)
}

const (
	maxWord   = 9 // letters of a word, before it has to grow
	maxNumber = 6
)

// like imitates the name of a user or a host, in lower case: a word for letters,
// as many digits for digits, seps between them, each alone and never first or
// last. Nothing else of s, and no more than pieces of its words, is told. The
// first word is longer by grow.
func (k *keyed) like(s, seps string, pieces, grow int) string {
	b := make([]byte, 0, 48)
	for i := 0; i < len(s) && pieces > 0; {
		j := i + 1
		switch {
		case isDigit(s[i]):
			for ; j < len(s) && isDigit(s[j]); j++ {
			}
			b = append(b, k.text(min(j-i, maxNumber), digits)...)
			pieces--
		case isLetter(s[i]):
			for ; j < len(s) && isLetter(s[j]); j++ {
			}
			b = append(b, k.word(min(j-i, maxWord)+grow)...)
			pieces, grow = pieces-1, 0
		case strings.IndexByte(seps, s[i]) >= 0 && len(b) > 0 && isAlnum(b[len(b)-1]):
			b = append(b, s[i])
		}
		i = j
	}
	for len(b) > 0 && !isAlnum(b[len(b)-1]) {
		b = b[:len(b)-1]
	}
	for len(b) == 0 || grow > 0 && len(b) < grow { // nothing to imitate, or digits only
		b = append(b, k.word(maxWord)...)
	}
	return string(b)
}

// isLetter takes what is not ASCII for a letter.
func isLetter(b byte) bool { return isAlpha(b) || b >= 0x80 }
