package cloak

import (
	"math/bits"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Labels of numbers are looked for in a text by their tellers, with the words of its blocks.

// letters2 is a number for the two letters at s[i].
func letters2(s string, i int) uint32 { return uint32(lower(s[i])-'a')*26 + uint32(lower(s[i+1])-'a') }

// letters3 is a number for the first three bytes of a key, if they are letters.
func letters3(key uint32) (c uint32, ok bool) {
	a, b, d := key&0xFF-'a', key>>8&0xFF-'a', key>>16&0xFF-'a'
	return (a*26+b)*26 + d, a < 26 && b < 26 && d < 26
}

// endsWord reports whether a word may end in front of s[i], as surroundings tells them.
func endsWord(s string, i int) bool {
	b := at(s, i)
	return !isLower(b) && !(isUpper(b) && isUpper(s[i-1]))
}

// setOf is the detectors that have a label which may be in label, that of the text s,
// or may find a value that is all of s.
func (x *idIndex) setOf(label, s string) (set detectorSet) {
	switch {
	case !x.any:
	case label != "":
		label += "    "
		x.labelsIn(&set, label)
	case mayBeWhole(s):
		set = x.whole
	}
	return set
}

// labelsIn adds to set the detectors whose labels may be in a short text, or end in it.
func (x *idIndex) labelsIn(set *detectorSet, s string) {
	var prev planes
	var tells []tell
	for from := 0; from < len(s); from += blockSize {
		m, next := planesOf(s[from:]), planesOf(s[min(from+blockSize, len(s)):])
		tells = x.labelsAt(tells, &prev, &m, &next, s, from, 0, true)
		prev = m
	}
	for _, t := range tells {
		x.join(set, t.set)
	}
}

// mayBeWhole reports whether s is short and has nothing but letters, digits and what
// may stand between those of a number.
func mayBeWhole(s string) bool {
	if len(s) > longestWhole {
		return false
	}
	s = strings.TrimSpace(s)
	for i := range len(s) {
		if !isAlnum(s[i]) && !formSep(s[i]) && strings.IndexByte("()+:", s[i]) < 0 {
			return false
		}
	}
	return s != ""
}

// labelsAt appends to dst the labels that may begin in the block of text at from: offsets
// are from base on. If loose, what is found of a label is enough.
func (x *idIndex) labelsAt(dst []tell, prev, m, next *planes, text string, from, base int, loose bool) []tell {
	s := text[from:]
	words := wordStarts(prev, m) & m.alpha
	second, third, fourth := m.alpha>>1|next.alpha<<63, m.alpha>>2|next.alpha<<62, m.alpha>>3|next.alpha<<61
	upper2, upper3, upper4 := m.upper>>1|next.upper<<63, m.upper>>2|next.upper<<62, m.upper>>3|next.upper<<61
	// A capital behind a small letter begins the next word.
	one := words &^ (second &^ (upper2 &^ m.upper))
	words &^= one
	two := words &^ (third &^ (upper3 &^ upper2))
	words &^= two
	three := words &^ (fourth &^ (upper4 &^ upper3))
	join := func(k, n, to int) {
		t := &x.tellers[to]
		here := tell{at: int32(from - base + k), end: int32(from - base + k + n)}
		if t.whole > 0 {
			here.set = t.whole - 1
			dst = append(dst, here)
		}
		for i := range t.phrases {
			if p := &t.phrases[i]; loose || p.stands(text, from+k, from+k+n) {
				here.set = p.set - 1
				dst = append(dst, here)
			}
		}
	}
	for t := words &^ three; t != 0; t &= t - 1 {
		k := bits.TrailingZeros64(t)
		if k+4 > len(s) {
			break
		}
		key := wordKey(s, k)
		if !x.words.may(key) || !x.words.goesOn(s, k, key) {
			continue
		}
		for e := x.words.first(key); e > 0; e = x.words.entries[e-1].next {
			if w := x.words.entries[e-1].word; hasFold(s[k:], w) && endsWord(s, k+len(w)) {
				join(k, len(w), x.long[e-1])
			}
		}
	}
	for ; three != 0; three &= three - 1 {
		k := bits.TrailingZeros64(three)
		if k+4 > len(s) {
			break
		}
		if c, ok := letters3(wordKey(s, k)); ok && x.three[c>>6]>>(c&63)&1 != 0 {
			join(k, 3, x.threes[c])
		}
	}
	for ; two != 0; two &= two - 1 {
		k := bits.TrailingZeros64(two)
		if c := letters2(s, k); x.two[c>>6]>>(c&63)&1 != 0 {
			join(k, 2, x.twos[c])
		}
	}
	for ; x.lone && one != 0; one &= one - 1 {
		k := bits.TrailingZeros64(one)
		for i := k + 1; i < k+4; i++ { // C.F., C. F.
			if b := at(s, i); isAlpha(b) {
				if c, ok := x.ones[uint32(lower(s[k])-'a')*26+uint32(lower(b)-'a')]; ok {
					join(k, 1, c)
				}
				break
			}
		}
	}
	if here := s[:min(len(s), blockSize)]; len(x.foreign) > 0 && !ascii(here) {
		for i, r := range here { // one that the block cuts is none here, nor in the next one
			if r < 0x80 {
				continue
			}
			if r == utf8.RuneError {
				r, _ = utf8.DecodeRuneInString(s[i:])
			}
			t := tell{at: int32(from - base + i), end: int32(from - base + i + utf8.RuneLen(r))}
			if k, ok := x.foreign[r]; ok {
				t.set = int32(k - 1)
				dst = append(dst, t)
			} else if k, ok := x.foreign[unicode.ToLower(r)]; ok {
				t.set = int32(k - 1)
				dst = append(dst, t)
			}
		}
	}
	return dst
}

// firstForeign is the first letter of label beyond ASCII.
func firstForeign(label string) rune {
	for _, r := range label {
		if r >= 0x80 {
			return r
		}
	}
	return 0
}

// stands reports whether the words of a label may stand around s[from:to], which is the
// one by which it is looked for, as surroundings reads them: what is beyond ASCII
// between two may be anything.
func (p *phrase) stands(s string, from, to int) bool {
	for k := int(p.end) + 1; k < len(p.label); {
		w := p.label[k:]
		if n := strings.IndexByte(w, ' '); n >= 0 {
			w = w[:n]
		}
		k += len(w) + 1
		for to < len(s) && !isAlpha(s[to]) && !hasWord(s, to, w) {
			if s[to] >= 0x80 {
				return true
			}
			to++
		}
		if !hasWord(s, to, w) {
			return false
		}
		to += len(w)
	}
	for k := int(p.at) - 1; k > 0; {
		w := p.label[strings.LastIndexByte(p.label[:k], ' ')+1 : k]
		k -= len(w) + 1
		for from > 0 && !isAlpha(s[from-1]) && !hasWord(s, from-len(w), w) {
			if s[from-1] >= 0x80 {
				return true
			}
			from--
		}
		if from -= len(w); !hasWord(s, from, w) {
			return false
		}
	}
	return true
}

// hasWord reports whether a label's word stands at s[i].
func hasWord(s string, i int, word string) bool {
	if i < 0 || i+len(word) > len(s) {
		return false
	}
	if ascii(word) {
		return hasFold(s[i:], word) && beginsWord(s, i) && endsWord(s, i+len(word))
	}
	for at, r := range s[i : i+len(word)] {
		if low := unicode.ToLower(r); low != firstRune(word[at:]) && r != firstRune(word[at:]) {
			return false
		}
	}
	return true
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// ascii reports whether no byte of s is beyond ASCII.
func ascii(s string) bool {
	var all uint64
	for len(s) >= 8 {
		all |= load8(s[:8])
		s = s[8:]
	}
	for i := range len(s) {
		all |= uint64(s[i])
	}
	return all&(0x80*lowBits) == 0
}
