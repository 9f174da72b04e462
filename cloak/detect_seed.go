package cloak

import (
	"crypto/sha256"
	_ "embed"
	"slices"
	"strings"
	"sync"
)

// Seed phrases: twelve to twenty-four words that all keys of a wallet are made of.
// Words of a list of 2048, with a check sum in the last one.

// seedWords is the English word list of BIP-39 (Marek Palatinus, Pavol Rusnak, Aaron
// Voisine, Sean Bowe; MIT licence; github.com/bitcoin/bips, bip-0039/english.txt).
//
//go:embed bip39_english.txt
var seedWords string

// seedKeys are the words of the list, in order, each as the number that wordNumber
// makes of it.
var seedKeys = sync.OnceValue(func() *[2048]uint64 {
	keys := new([2048]uint64)
	i := 0
	for w := range strings.Lines(seedWords) {
		keys[i] = wordNumber(strings.TrimSuffix(w, "\n"))
		i++
	}
	return keys
})

// wordNumber is the up to eight letters of w, in lower case, as a number that orders
// as they do.
func wordNumber(w string) (v uint64) {
	for i := range len(w) {
		v |= uint64(lower(w[i])) << (56 - 8*i)
	}
	return v
}

func seedDetectors() []Detector {
	const twelve = "legal winner thank year wave sausage worth useful legal winner thank "
	return []Detector{{
		Name: "seed_phrase", Entity: SeedPhrase, Class: Anchored, Bits: 28,
		Pattern: `[A-Za-z]{3,8}(?:[ ,"'\t\r\n]{1,4}[A-Za-z]{3,8}){11,}`,
		anchor:  anchorPhrase, fits: fitsSeed, scan: scanSeed,
		Authority: "BIP-39: 12, 15, 18, 21 or 24 words of a list, each of eleven bits; a bit for three words is a check sum, SHA-256 of the others. Twelve words of the list in a row are 24 bits of evidence in prose, the sum four and more",
		Match: []string{
			"«" + twelve + "yellow»", "my seed: «" + strings.Repeat("abandon ", 11) + "about» keep it", "«" + strings.Repeat("zoo ", 11) + "wrong».", "[\"«" + strings.Repeat("zoo\",\"", 11) + "wrong»\"]",
			"«" + strings.Repeat("ABANDON ", 23) + "ART»", "words\n«" + strings.Repeat("abandon\n", 11) + "about»\n", "«" + strings.Repeat("zoo, ", 17) + "when»",
		},
		NoMatch: []string{
			twelve + "zoo", strings.Repeat("abandon ", 12), "awesome awful awkward axis baby bachelor bacon badge bag balance balcony ball", strings.Repeat("abandon. ", 11) + "about",
			strings.Repeat("abandon     ", 11) + "about", "false, true, true, false, true, true, true, false,\n\t\ttrue, false, true, true, true, false, true, true, true, true", "the committee will decide whether another school could offer the same thing this year again",
		},
		Gaps: []string{"1. legal 2. winner 3. thank 4. year 5. wave 6. sausage 7. worth 8. useful 9. legal 10. winner 11. thank 12. yellow, and no label"},
	}}
}

// A seedWord is a word of the list in a text, by its place in the list.
type seedWord struct {
	Span
	index uint16
	line  bool // the end of a line stands between it and the word in front
}

// seedWordAt is the word of the list at s[i], whole.
func seedWordAt(s string, i int) (w seedWord, ok bool) {
	end := i
	for end < len(s) && end-i < 9 && isAlpha(s[end]) {
		end++
	}
	if end-i < 3 || end-i > 8 || isWord(at(s, end)) {
		return w, false
	}
	k, ok := slices.BinarySearch(seedKeys()[:], wordNumber(s[i:end]))
	return seedWord{Span: Span{i, end}, index: uint16(k)}, ok
}

// nextSeedWord is the word of the list behind w, with no more between than separates words.
func nextSeedWord(s string, w seedWord) (next seedWord, ok bool) {
	line := false
	i := w.End
	for ; i-w.End < 5; i++ {
		switch at(s, i) {
		case '\n':
			line = true
			continue
		case ' ', ',', '"', '\'', '\t', '\r':
			continue
		}
		break
	}
	if i == w.End || i-w.End > 4 {
		return w, false
	}
	next, ok = seedWordAt(s, i)
	next.line = line
	return next, ok
}

// fitsSeed is whether four words of the list begin at s[i].
func fitsSeed(s string, i int) fit {
	w, ok := seedWordAt(s, i)
	for n := 1; ok && n < 4; n++ {
		w, ok = nextSeedWord(s, w)
	}
	if !ok {
		return fitsNever
	}
	return fitsAlone
}

// mostSeedWords is how many words a phrase has at most, leastSeedWords at least.
const leastSeedWords, mostSeedWords = 12, 24

// scanSeed looks for phrases in the run of words of the list that begins at s[i]. It
// takes the first one, and what overlaps it: words in front of a phrase may make
// one with its beginning. Each word is read once, and ends at most five phrases.
func scanSeed(s string, i int) (site, bool) {
	if isWord(at(s, i-1)) {
		return site{}, false
	}
	var last [mostSeedWords]seedWord // a ring of those read
	x := site{Span: Span{-1, -1}}
	w, ok := seedWordAt(s, i)
	n, end := 0, 0 // words read, and where they end
	for ; ok; w, ok = nextSeedWord(s, w) {
		last[n%mostSeedWords] = w
		n++
		end = w.End
		if n < leastSeedWords {
			continue
		}
		if x.End >= 0 && last[n%mostSeedWords].Start >= x.End && n >= mostSeedWords {
			break // nothing that ends here or later overlaps
		}
		start := phraseEnding(s, &last, n)
		switch {
		case start < 0:
		case x.End < 0:
			x.Span = Span{start, w.End}
		case start >= x.End:
			return x, true
		default:
			x.Span = Span{min(x.Start, start), w.End}
		}
	}
	if x.End < 0 {
		return site{seen: end}, false
	}
	return x, true
}

// phraseEnding is where the longest phrase begins that ends with the n-th word, the
// last one read; -1 if none does.
func phraseEnding(s string, last *[mostSeedWords]seedWord, n int) int {
	var window [mostSeedWords]seedWord // in order
	count := min(n, mostSeedWords)
	for k := range count {
		window[k] = last[(n-count+k)%mostSeedWords]
	}
	all := window[:count]
	for size := count / 3 * 3; size >= leastSeedWords; size -= 3 {
		words := all[count-size:]
		if !isDictionary(words) && isVaried(words) && endsRight(s, words) && isSeed(words) {
			return words[0].Start
		}
	}
	return -1
}

// endsRight reports whether words may be a phrase as its lines are: if it has more
// than one, it ends where a line does, but for a quote, a comma or a carriage return.
// What stands behind it on its line would be no part of it, and must not decide.
func endsRight(s string, words []seedWord) bool {
	if !slices.ContainsFunc(words[1:], func(w seedWord) bool { return w.line }) {
		return true
	}
	i := words[len(words)-1].End
	if b := at(s, i); b == '"' || b == '\'' || b == ',' || b == '\r' {
		i++
	}
	return i >= len(s) || s[i] == '\n'
}

// isDictionary reports whether words ascend: a list, and no phrase, but for one in
// twelve factorial.
func isDictionary(words []seedWord) bool {
	for i := 1; i < len(words); i++ {
		if words[i].index <= words[i-1].index {
			return false
		}
	}
	return true
}

// isVaried reports whether words are as many as chance makes of them, or the example
// that everybody knows: one word again and again, and another one behind it. A table
// of true and false is neither.
func isVaried(words []seedWord) bool {
	const least = 6
	var seen [least]uint16
	n := 0
	for _, w := range words {
		if !slices.Contains(seen[:n], w.index) {
			seen[n] = w.index
			if n++; n == least {
				return true
			}
		}
	}
	last := words[len(words)-1].index
	repeated := n == 2 && !slices.ContainsFunc(words[:len(words)-1], func(w seedWord) bool { return w.index == last })
	return repeated && seen[0] != trueWord && seen[0] != falseWord
}

// The places in the list of two words that stand in tables.
const trueWord, falseWord = 1866, 658

// isSeed reports whether the check sum of words is right.
func isSeed(words []seedWord) bool {
	var b [mostSeedWords*11/8 + 1]byte
	bits, have, n := uint32(0), 0, 0
	for _, w := range words {
		bits, have = bits<<11|uint32(w.index), have+11
		for ; have >= 8; have -= 8 {
			b[n] = byte(bits >> (have - 8))
			n++
		}
	}
	b[n] = byte(bits << (8 - have))
	size := len(words) * 4 / 3 // bytes of entropy; behind them are the bits of the sum
	check := len(words) / 3
	sum := sha256.Sum256(b[:size])
	return (sum[0]^b[size])>>(8-check) == 0
}
