package cloak

import (
	"math/bits"
	"strings"
	"sync"
)

// A program is a set of detectors with scans, indexed by what the kernel finds.
type program struct {
	kernel    kernel
	detectors []*Detector
	by        [anchors][]uint8 // anchor kind → indices of detectors
	words     wordIndex
	evidence  []evidence  // by detector
	shaped    []bool      // by detector: scan knows reserved space
	follow    [][4]uint64 // by detector: the set of Detector.follow
}

// maxDetectors bounds a program, so that per-detector state is a fixed array.
const maxDetectors = 96

func newProgram(ds []*Detector) *program {
	p := &program{kernel: portableKernel, detectors: ds}
	var words []wordEntry
	for i, d := range ds {
		p.evidence = append(p.evidence, newEvidence(d))
		p.shaped = append(p.shaped, d.shaped())
		p.follow = append(p.follow, byteSet(d.follow))
		if d.scan == nil {
			continue
		}
		p.by[d.anchor] = append(p.by[d.anchor], uint8(i))
		for _, w := range d.words {
			words = append(words, wordEntry{word: w, by: uint8(i)})
		}
		if d.alone != nil {
			for _, l := range d.Labels {
				if isAlnum(l[0]) {
					words = append(words, wordEntry{word: l, by: labelWord})
				}
			}
		}
	}
	p.words.build(words)
	return p
}

// A found is a site and the index of the detector in its program.
type found struct {
	site
	at int // the anchor
	by uint8
}

// extent is what f was judged by, as far as it can be told: from its key, if it
// has one, or its anchor to its end.
func (p *program) extent(f *found) Span {
	from := min(f.at, f.Start)
	if p.detectors[f.by].Class == KeyBound {
		from = max(0, from-keyReach)
	}
	return Span{from, f.End}
}

// keyReach is how far in front of its ':' or '=' a key begins.
const keyReach = 48

// A scanner is the state of one pass. It is reused: see scanners.
type scanner struct {
	p     *program
	s     string
	seen  [maxDetectors]int
	out   []found
	label int // the block of the last label, as wordIndex has them
	ahead [chunk + 1]planes
	tail  [blockSize]byte
}

// chunk is how many blocks the kernel fills at a time: 4 KiB of text, so that
// planes and text stay in the first-level cache.
const chunk = 64

var scanners = sync.Pool{New: func() any { return new(scanner) }}

// scan appends to dst what p finds at anchors in s[from:to], unordered. It reads
// s outside of that for context.
func (p *program) scan(dst []found, s string, from, to int) []found {
	if from >= to {
		return dst
	}
	c := scanners.Get().(*scanner)
	c.p, c.s, c.out = p, s, dst
	clear(c.seen[:len(p.detectors)])
	c.run(from, to)
	dst = c.out
	c.p, c.s, c.out = nil, "", nil
	scanners.Put(c)
	return dst
}

func (c *scanner) run(from, to int) {
	// One block of context in front gives the classes of the bytes before from.
	start := max(0, (from-1)&^(blockSize-1))
	if from == 0 {
		start = 0
	}
	// Labels in front of from have not been seen.
	c.label = from / blockSize
	if from == 0 {
		c.label = -2
	}
	var prev planes
	for base := start; base < to; base += chunk * blockSize {
		n := min(chunk, (to-base+blockSize-1)/blockSize)
		c.fill(base, n+1)
		for k := range n {
			at := base + k*blockSize
			mask := ^uint64(0)
			if at < from {
				mask <<= uint(min(from-at, 63))
				if from-at >= blockSize {
					mask = 0
				}
			}
			if to-at < blockSize {
				mask &= 1<<uint(to-at) - 1
			}
			if mask != 0 {
				c.block(&prev, &c.ahead[k], &c.ahead[k+1], at, mask)
			}
			prev = c.ahead[k]
		}
	}
}

// fill has the planes of n blocks from base on; blocks beyond the text are empty.
func (c *scanner) fill(base, n int) {
	whole := min(n, max(0, len(c.s)-base)/blockSize)
	if whole > 0 {
		c.p.kernel(c.ahead[:whole], c.s[base:base+whole*blockSize])
	}
	for k := whole; k < n; k++ {
		c.ahead[k] = planes{}
		if at := base + k*blockSize; at < len(c.s) {
			clear(c.tail[:])
			copy(c.tail[:], c.s[at:])
			c.p.kernel(c.ahead[k:k+1], string(c.tail[:]))
		}
	}
}

// block looks at the anchors in one block: prev, m and next are consecutive, and
// mask has the bits of the positions asked for.
func (c *scanner) block(prev, m, next *planes, base int, mask uint64) {
	p := c.p
	alnum := m.digit | m.alpha
	before := alnum<<1 | (prev.digit|prev.alpha)>>63 // the byte before is a letter or digit
	after := alnum>>1 | (next.digit|next.alpha)<<63
	alphaAfter := m.alpha>>1 | next.alpha<<63
	digitBefore := m.digit<<1 | prev.digit>>63
	digitAfter := m.digit>>1 | next.digit<<63

	if p.words.n > 0 {
		upperBefore := m.upper<<1 | prev.upper>>63
		starts := alnum&^before | m.upper&^upperBefore
		starts &= m.alpha | alphaAfter | (m.special>>1 | next.special<<63) // not every number
		for t := starts & mask; t != 0; t &= t - 1 {
			c.word(base + bits.TrailingZeros64(t))
		}
	}
	if m.special != 0 {
		for t := m.special & mask; t != 0; t &= t - 1 {
			k := bits.TrailingZeros64(t)
			switch c.s[base+k] {
			case '@':
				c.call(anchorAt, base+k)
			case '[':
				c.call(anchorBrack, base+k)
			case '/', '\\':
				if alphaAfter>>k&1 != 0 {
					c.call(anchorSlash, base+k)
				}
			case '+':
				if b := at(c.s, base+k+1); isDigit(b) || b == '(' {
					c.call(anchorPlus, base+k)
				}
			}
		}
	}
	if m.dot != 0 {
		if len(p.by[anchorDot]) > 0 {
			for t := m.dot & before & alphaAfter & mask; t != 0; t &= t - 1 {
				c.call(anchorDot, base+bits.TrailingZeros64(t))
			}
		}
		for t := m.dot & before & after & (m.dot>>5 | next.dot<<59) & mask; t != 0; t &= t - 1 {
			c.call(anchorTriple, base+bits.TrailingZeros64(t))
		}
		quad := m.dot & digitBefore & digitAfter
		if quad != 0 {
			// The next block's dots between digits, as far as they are needed.
			x := next.dot & (next.digit<<1 | m.digit>>63) & (next.digit >> 1)
			quad &= quad>>2 | x<<62 | quad>>3 | x<<61 | quad>>4 | x<<60
			for t := quad & mask; t != 0; t &= t - 1 {
				c.call(anchorQuad, base+bits.TrailingZeros64(t))
			}
		}
	}
	if keys := (m.colon&^(digitBefore&digitAfter) | m.equal) & mask; keys != 0 && len(p.by[anchorLabel])+len(p.by[anchorKey]) > 0 {
		for t := keys; t != 0; t &= t - 1 {
			c.keyed(base + bits.TrailingZeros64(t))
		}
	}
	if m.colon != 0 && len(p.by[anchorColon]) > 0 {
		near := m.colon>>1 | m.colon>>2 | m.colon>>3 | m.colon>>4 | m.colon>>5
		near |= next.colon<<63 | next.colon<<62 | next.colon<<61 | next.colon<<60 | next.colon<<59
		// hh:mm:ss between other things than letters, digits and colons.
		d2 := m.digit & (m.digit>>1 | next.digit<<63) // two digits from here on
		d2next := next.digit & (next.digit>>1 | 1<<63)
		clock := m.colon & (d2<<2 | (prev.digit&(prev.digit>>1|m.digit<<63))>>62) & (d2>>1 | d2next<<63) &
			(m.colon>>3 | next.colon<<61) & (d2>>4 | d2next<<60)
		clock &^= (alnum|m.colon)>>6 | (next.digit|next.alpha|next.colon)<<58
		clock &^= (alnum|m.colon)<<3 | (prev.digit|prev.alpha|prev.colon)>>61
		for t := m.colon & near & mask &^ clock; t != 0; t &= t - 1 {
			c.call(anchorColon, base+bits.TrailingZeros64(t))
		}
	}
	if dash := m.dash & before & after & mask; dash != 0 {
		for _, d := range p.by[anchorDash] {
			t := dash
			if gap := p.detectors[d].gap; gap > 0 {
				t &= m.dash>>gap | next.dash<<(64-gap)
			}
			if p.detectors[d].number {
				t &= digitBefore
			}
			for ; t != 0; t &= t - 1 {
				if i := base + bits.TrailingZeros64(t); p.follows(d, at(c.s, i+1)) {
					c.one(d, i)
				}
			}
		}
	}
	if len(p.by[anchorIBAN]) > 0 {
		at2 := m.digit>>2 | next.digit<<62
		at3 := m.digit>>3 | next.digit<<61
		for t := m.alpha &^ before & alphaAfter & at2 & at3 & mask; t != 0; t &= t - 1 {
			c.call(anchorIBAN, base+bits.TrailingZeros64(t))
		}
	}
	if m.digit == 0 {
		return
	}
	// Seven bytes of digits and signs in a row, by doubling: the least that fit.
	run, more := m.digit|m.sep, next.digit|next.sep
	run, more = run&(run>>1|more<<63), more&(more>>1|1<<63)
	run, more = run&(run>>2|more<<62), more&(more>>2|3<<62)
	run &= run>>3 | more<<61
	for t := m.digit &^ digitBefore & run & mask; t != 0; t &= t - 1 {
		k := uint(bits.TrailingZeros64(t)) & 63
		digit := uint32(m.digit>>k | next.digit<<(64-k))
		sep := uint32(m.sep>>k | next.sep<<(64-k))
		run := bits.TrailingZeros32(^(digit | sep))
		if n := bits.OnesCount32(digit & (1<<run - 1)); n >= leastDigits {
			first := bits.TrailingZeros32(^digit)
			for _, d := range p.by[anchorDigit] {
				if x := p.detectors[d]; n >= x.digits && x.first>>first&1 == 0 {
					c.one(d, base+int(k))
				}
			}
		}
	}
}

// leastDigits is how many digits an anchorDigit has ahead.
const leastDigits = 7

// keyed sees to the byte before a ':' or '='.
func (c *scanner) keyed(i int) {
	switch b := at(c.s, i-1); {
	case isWord(b), b == '"', b == '\'', b == ' ', b == ']', b == '`':
		v := i + 1 // the value, behind a blank and a quote
		if at(c.s, v) == ' ' {
			v++
		}
		if q := at(c.s, v); q == '"' || q == '\'' || q == '`' {
			v++
		}
		for _, d := range c.p.by[anchorLabel] {
			det := c.p.detectors[d]
			if c.p.follows(d, at(c.s, v)) && (det.on == 0 || c.s[i] == det.on) && solid(c.s, v, det.value) {
				c.one(d, i)
			}
		}
		if len(c.p.by[anchorKey]) == 0 {
			return
		}
		end, ok := keyGate(c.s, i)
		if !ok {
			return
		}
		for _, d := range c.p.by[anchorKey] {
			if ends := c.p.detectors[d].ends; ends == nil || ends.mayEnd(c.s, end) {
				c.one(d, i)
			}
		}
	}
}

func (c *scanner) word(i int) {
	if i+4 > len(c.s) {
		return
	}
	key := wordKey(c.s, i)
	if !c.p.words.may(key) {
		return
	}
	c.wordsOf(key, i)
	c.wordsOf(key&threeBytes, i)
}

// wordsOf looks at the words of the index under key, which may begin at i.
func (c *scanner) wordsOf(key uint32, i int) {
	for k := c.p.words.first(key); k > 0; {
		w := &c.p.words.entries[k-1]
		if w.by == labelWord {
			c.label = i / blockSize
		} else if hasFold(c.s[i:], w.word) {
			c.one(w.by, i)
		}
		k = w.next
	}
}

func (c *scanner) call(k anchor, i int) {
	after := at(c.s, i+1)
	for _, d := range c.p.by[k] {
		if on := c.p.detectors[d].on; c.p.follows(d, after) && (on == 0 || c.s[i] == on) {
			c.one(d, i)
		}
	}
}

func (p *program) follows(d uint8, b byte) bool { return p.follow[d][b>>6]>>(b&63)&1 != 0 }

// byteSet is the set of the bytes of s, or of all bytes if there are none.
func byteSet(s string) (set [4]uint64) {
	for i := range len(s) {
		set[s[i]>>6] |= 1 << (s[i] & 63)
	}
	if s == "" {
		set = [4]uint64{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}
	}
	return set
}

// solid reports whether n bytes from s[i] on can be without blanks: it looks at a few.
func solid(s string, i, n int) bool {
	return n == 0 || at(s, i+n-1) > ' ' && at(s, i+n/2) > ' ' && at(s, i+n/4) > ' '
}

func (c *scanner) one(d uint8, i int) {
	if i < c.seen[d] {
		return
	}
	det := c.p.detectors[d]
	if det.alone != nil && (i-labelReach)/blockSize > c.label && !det.alone(c.s, i) && !foreign(c.s, i) {
		return
	}
	x, ok := det.scan(c.s, i)
	if !ok {
		c.seen[d] = max(c.seen[d], x.seen)
		return
	}
	if x.bits == 0 {
		x.bits = det.Bits
	}
	c.out = append(c.out, found{x, i, d})
	if x.shape || !c.p.shaped[d] {
		c.seen[d] = max(x.End, x.seen)
	} else { // a shape may begin within it: shapes are found whatever else is
		c.seen[d] = max(c.seen[d], x.seen)
	}
}

// foreign reports whether another script stands closely in front of s[i]: its
// labels are in no index of words.
func foreign(s string, i int) bool {
	for k := max(0, i-16); k < i; k++ {
		if s[k] >= 0x80 {
			return true
		}
	}
	return false
}

// zeros returns s with the spans, ascending and apart, zeroed.
func zeros(s string, spans []Span) string {
	if len(spans) == 0 {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	last := 0
	for _, x := range spans {
		b.WriteString(s[last:x.Start])
		writeZeros(&b, x.Len())
		last = x.End
	}
	b.WriteString(s[last:])
	return b.String()
}

func appendZeros(b []byte, n int) []byte {
	for ; n > len(zeroBlock); n -= len(zeroBlock) {
		b = append(b, zeroBlock...)
	}
	return append(b, zeroBlock[:n]...)
}

const zeroBlock = "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"

func writeZeros(b *strings.Builder, n int) {
	for ; n > len(zeroBlock); n -= len(zeroBlock) {
		b.WriteString(zeroBlock)
	}
	b.WriteString(zeroBlock[:n])
}
