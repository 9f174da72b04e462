package cloak

import (
	"encoding/base64"
	"encoding/hex"
	"strings"
	"sync"
	"unicode/utf8"
)

// Base64 and hex of text. A run that holds a value is replaced as a whole: a part
// of one has no bytes of its own in the text, and what is written anew would be
// another spelling than was read.

// leastEncoded is how long a run is at least, in characters. Twelve bytes that a
// run decodes to are text by chance in one of 100,000.
const leastEncoded = 16

// shortEncoded is how long a run is at least that a label stands in front of, and that is
// a number: digits, and what stands between them.
const shortEncoded = 12

// in64 has the characters of both alphabets of base64 (RFC 4648 sections 4 and 5):
// 1 for letters and digits, 2 for those of the first, 4 for those of the second.
var in64 = func() (set [256]uint8) {
	for b := range len(set) {
		if isAlnum(byte(b)) {
			set[b] = 1
		}
	}
	set['+'], set['/'], set['-'], set['_'] = 2, 2, 4, 4
	return set
}()

// ascii64 has a bit for each of the first three characters of four: the top bit of
// the byte that it gives most of is not set.
var ascii64 = func() (set [256]uint8) {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
	for i := range len(alphabet) {
		for k, bit := range [...]int{32, 8, 2} {
			if i&bit == 0 {
				set[alphabet[i]] |= 1 << k
			}
		}
	}
	return set
}()

// begins64 reports whether s, of leastEncoded characters or more, may decode to the
// beginning of a text: two in four of its groups are three bytes of ASCII. That
// turns most runs away.
func begins64(s string) bool {
	n := 0
	for i := 0; i+4 <= min(leastEncoded, len(s)); i += 4 {
		if ascii64[s[i]]&1 != 0 && ascii64[s[i+1]]&2 != 0 && ascii64[s[i+2]]&4 != 0 {
			n++
		}
	}
	return n >= 2
}

// encodedLeast is how many letters and digits such a run has in a row: in what text is
// encoded as, few characters are anything else.
const encodedLeast = 12

// mayRunEncoded reports whether such a run may begin in a block: it has two whole groups
// of four in it, counted from the block's start.
func mayRunEncoded(alnum, next uint64) bool {
	fours := alnum & (alnum >> 1)
	fours &= fours >> 2 & 0x1111111111111111
	return fours&(fours>>4|next<<60) != 0 || alnum>>63&next&(next>>7) != 0
}

// encodedRuns has the starts of runs of encodedLeast letters and digits or more in a block,
// of which alnum has the letters and digits.
func encodedRuns(prev, alnum, next uint64) uint64 {
	x := alnum & (alnum>>1 | next<<63) // two in a row from here on
	next &= next >> 1
	x, next = x&(x>>2|next<<62), next&(next>>2)
	x, next = x&(x>>4|next<<60), next&(next>>4)
	x &= x>>4 | next<<60
	return x &^ (alnum<<1 | prev>>63)
}

// beginsHex reports whether three of the first four bytes that s spells are ASCII,
// and no control characters.
func beginsHex(s string) bool {
	n := 0
	for i := 0; i < 8; i += 2 {
		if b := s[i]; '2' <= b && b <= '7' {
			n++
		}
	}
	return n >= 3
}

// encodedScan finds the runs that may be base64 or hex of a text, with the kernel's
// help. It is among the detectors of a program, and finds no value.
func encodedScan() *Detector {
	return &Detector{Name: "encoded", anchor: anchorEncoded, scan: scanEncoded}
}

var encodedProgram = sync.OnceValue(func() *program { return newProgram([]*Detector{encodedScan()}) })

// scanEncoded reads the maximal run of the characters of base64 around the letter
// at p: it may be text if it, or a part of it in one alphabet, begins like one.
func scanEncoded(s string, p int) (site, bool) {
	from, to, all := p, p, uint8(0)
	for from > 0 && in64[s[from-1]] != 0 {
		from--
		all |= in64[s[from]]
	}
	for to < len(s) && in64[s[to]] != 0 {
		all |= in64[s[to]]
		to++
	}
	x := site{Span: Span{from, to}, seen: to}
	if x.Len() < leastEncoded {
		return x, x.Len() >= shortEncoded && shortNumber(s[from:to])
	}
	ok := begins64(s[from:]) || beginsHex(s[from:])
	if all != 1 && !ok {
		partsOf(s, x.Span, all, func(part Span, _ bool) { ok = ok || begins64(s[part.Start:]) })
	}
	return x, ok
}

// shortNumber reports whether a run of shortEncoded characters or more may be base64 of a
// number: its first groups are three bytes of ASCII each, and one begins as one of a digit,
// a blank or a dash does.
func shortNumber(s string) bool {
	number := false
	for i := 0; i+4 <= shortEncoded; i += 4 {
		if ascii64[s[i]]&1 == 0 || ascii64[s[i+1]]&2 == 0 || ascii64[s[i+2]]&4 == 0 {
			return false
		}
		number = number || 'I' <= s[i] && s[i] <= 'O' // 0x20 to 0x3B
	}
	return number
}

// partsOf calls found for the parts of run x, with the characters all, that are in
// one alphabet and long enough; url tells that it is the second one.
func partsOf(s string, x Span, all uint8, found func(part Span, url bool)) {
	for _, other := range [...]uint8{2, 4, 6} { // what parts it
		if all&6 == 0 || other != 6 && all&6 != 6 {
			continue
		}
		from := x.Start
		for i := x.Start; i <= x.End; i++ {
			if i < x.End && in64[s[i]]&other == 0 {
				continue
			}
			if i-from >= leastEncoded {
				found(Span{from, i}, other == 2)
			}
			from = i + 1
		}
	}
}

// encoded looks at the runs, which s, the layer below depth, has.
func (w *shadowLook) encoded(s string, depth int, runs []Span) {
	for _, x := range runs {
		if !w.wanted(depth, x) || !w.news(depth, x) {
			continue
		}
		all := uint8(0)
		for i := x.Start; i < x.End; i++ {
			all |= in64[s[i]]
		}
		if w.hex(s, depth, x) || all&6 != 6 && w.base64(s, depth, x, all&4 != 0) {
			continue
		}
		partsOf(s, x, all, func(part Span, url bool) { w.base64(s, depth, part, url) })
	}
}

// news reports whether the run x of the layer below depth is not one of the text
// itself, which was looked at.
func (w *shadowLook) news(depth int, x Span) bool {
	return depth == 0 || w.layers[depth-1].altered(x)
}

// hex looks at a run that is all digits of hex, and reports whether it is text.
func (w *shadowLook) hex(s string, depth int, x Span) bool {
	if x.Len() < leastEncoded || x.Len()%2 != 0 || !beginsHex(s[x.Start:]) {
		return false
	}
	for i := x.Start; i < x.End; i++ {
		if !isHex(s[i]) {
			return false
		}
	}
	b, err := hex.AppendDecode(w.layers[depth].text[:0], w.bytesOf(s[x.Start:x.End]))
	w.layers[depth].text = b
	return err == nil && (x.Len() >= 2*12 || isNumberText(b)) && w.decoded(s, depth, x)
}

// base64 looks at a run in one alphabet, and reports whether it is text.
func (w *shadowLook) base64(s string, depth int, x Span, url bool) bool {
	if x.Len()%4 == 1 || !begins64(s[x.Start:x.End]) {
		return false
	}
	enc := base64.RawStdEncoding
	if url {
		enc = base64.RawURLEncoding
	}
	y := &w.layers[depth]
	// The beginning tells of most runs that they are none.
	b, err := enc.AppendDecode(y.text[:0], w.bytesOf(s[x.Start:x.Start+min(leastEncoded, x.Len()&^3)]))
	if y.text = narrowed(b); err != nil || !textual(y.text) {
		return false
	}
	b, err = enc.AppendDecode(y.text[:0], w.bytesOf(s[x.Start:x.End]))
	if y.text = narrowed(b); err != nil || x.Len() < leastEncoded && !isNumberText(b) {
		return false
	}
	for pad := 0; pad < 2 && at(s, x.End) == '='; pad++ {
		x.End++
	}
	return w.decoded(s, depth, x)
}

// isNumberText reports whether b is digits, letters among them, and what groups them.
func isNumberText(b []byte) bool {
	n := 0
	for _, c := range b {
		switch {
		case isDigit(c):
			n++
		case !isLetter(c) && c != ' ' && c != '-' && c != '.' && c != '/' && c != '+':
			return false
		}
	}
	return 3*n >= len(b)
}

// narrowed is the ASCII of b if it is UTF-16, as PowerShell has it: every second byte
// is zero, and no other one.
func narrowed(b []byte) []byte {
	for i := range b {
		if (b[i] == 0) != (i%2 == 1) {
			return b
		}
	}
	for i := range len(b) / 2 {
		b[i] = b[2*i]
	}
	return b[:len(b)/2]
}

// bytesOf is a copy of s in w's memory.
func (w *shadowLook) bytesOf(s string) []byte {
	w.spare = append(w.spare[:0], s...)
	return w.spare
}

// labelReach is how many bytes in front of what is decoded may be its label.
const labelReach = 48

// labelOf is what stands in front of x on its line, and behind what is hidden there: a
// label that comes nearer when a value is replaced by less is none of x's.
func labelOf(s string, x Span) string {
	front := s[max(0, x.Start-labelReach):x.Start]
	front = front[strings.LastIndexAny(front, "\n\x00")+1:]
	return strings.TrimRight(front, " \t\"'`=:<>([{")
}

// decoded looks at the text of the layer at depth, decoded from x of s, if it is one.
func (w *shadowLook) decoded(s string, depth int, x Span) bool {
	y := &w.layers[depth]
	if !textual(y.text) {
		return false
	}
	y.label = labelOf(s, x)
	y.Span, y.opaque, y.openLeft, y.openRight = x, true, false, false
	y.pure = strange(y.text) == 0
	w.look(depth)
	return true
}

// textual reports whether at most one byte in eight of b is none of a text.
func textual(b []byte) bool { return strange(b) <= len(b)/8 }

// strange counts the bytes of b that texts do not have.
func strange(b []byte) (n int) {
	for i := 0; i < len(b); {
		c := b[i]
		if c < utf8.RuneSelf {
			if c < ' ' && !isSpace(c) || c == 0x7f {
				n++
			}
			i++
			continue
		}
		r, width := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && utf8.FullRune(b[i:]) {
			n++
		}
		i += width
	}
	return n
}
