package cloak

import (
	"cmp"
	"math/bits"
	"strings"
	"sync"
)

// A program is a set of detectors with scans, indexed by what the kernel finds.
type program struct {
	kernel    kernel
	detectors []*Detector
	by        [anchors][]uint16 // anchor kind → indices of detectors
	wants     [anchors]bool     // there are any
	words     wordIndex
	behind    [anchors]beginnings // Detector.words of anchorDot and anchorSlash
	evidence  []evidence          // by detector
	shaped    []bool              // by detector: scan knows reserved space
	follow    [][4]uint64         // by detector: the set of Detector.follow
	ids       idIndex             // of anchorRun, and the labels of detectors with fits
	// Only shapes are asked for: no label makes one. A place that needs one is none.
	unlabelled bool
}

// maxDetectors bounds a program, so that per-detector state is a fixed array.
const maxDetectors = 512

func newProgram(ds []*Detector) *program { return compile(ds, false) }

func compile(ds []*Detector, unlabelled bool) *program {
	p := &program{
		kernel: portableKernel, detectors: ds, unlabelled: unlabelled,
		evidence: make([]evidence, len(ds)), shaped: make([]bool, 0, len(ds)), follow: make([][4]uint64, 0, len(ds)),
	}
	n := 0
	for _, d := range ds {
		if d.anchor == anchorWord {
			n += len(d.words)
		}
	}
	words := make([]wordEntry, 0, n)
	var told detectorSet // by labels
	for i, d := range ds {
		p.shaped = append(p.shaped, d.shaped())
		p.follow = append(p.follow, byteSet(d.follow))
		if d.scan == nil {
			continue
		}
		p.by[d.anchor] = append(p.by[d.anchor], uint16(i))
		p.wants[d.anchor] = true
		if d.anchor == anchorRun {
			p.ids.add(uint16(i), d)
			told.add(uint16(i))
		}
		for _, w := range d.words {
			if d.anchor == anchorWord {
				words = append(words, wordEntry{word: w, by: uint16(i)})
			} else {
				p.behind[d.anchor].add(w)
			}
		}
		if d.fits != nil && !unlabelled {
			p.ids.any = true
			told.add(uint16(i))
		}
	}
	p.words.build(words)
	p.ids.build(ds, &told)
	return p
}

// A found is a site and the index of the detector in its program.
type found struct {
	site
	at int // the anchor
	by uint16
}

// extent is what f was judged by in a text of n bytes, as far as it can be told:
// from its key, if it has one, or its anchor to its end or what was looked at
// behind that; and the neighbours on both sides.
func (p *program) extent(f *found, n int) Span {
	const neighbours = 2
	from := min(f.at, f.Start) - neighbours
	if p.detectors[f.by].Class == KeyBound {
		from -= keyReach
	}
	return Span{max(0, from), min(n, max(f.End, f.seen)+neighbours)}
}

// keyReach is how far in front of its ':' or '=' a key begins.
const keyReach = 48

// A scanner is the state of one pass. It is reused: see scanners.
type scanner struct {
	p      *program
	s      string
	seen   [maxDetectors]int
	out    []found
	base   int              // of the chunk at hand
	at     [anchors][]int32 // its anchors by kind, offsets from base
	digits []digitPlace     // of anchorDigit
	keys   []keyPlace       // of anchorLabel and anchorKey
	known  bool             // the whole text has a label, or may be one value
	tilde  int              // where the last '~' was
	ahead  [chunk + 1]planes
	places []int32 // of anchorRun
	tells  []tell  // labels in front of them
	// How far from base on one may be of use, and one of idIndex.wordy.
	reach, wordy int32
	// Detectors whose labels are in the text's own.
	under detectorSet
	told  bool // under has any
}

// A digitPlace is an anchorDigit, and how the digits are grouped.
type digitPlace struct {
	at     int32
	groups grouping
}

// A keyPlace is an anchorLabel: where its value begins, behind a blank and a quote,
// and where its key ends; 0 if that is no anchorKey.
type keyPlace struct{ at, value, end int32 }

// chunk is how many blocks are dealt with at a time: 4 KiB of text, so that planes,
// anchors and text stay in the first-level cache. All anchors of a chunk are
// collected before scans are called, one detector after another: a processor
// guesses a call right that goes where the last one went.
const chunk = 64

var scanners = sync.Pool{New: func() any { return new(scanner) }}

// scan appends to dst what p finds at anchors in s[from:to], unordered. It reads
// s outside of that for context.
func (p *program) scan(dst []found, s string, from, to int) []found {
	return p.scanUnder("", dst, s, from, to)
}

// scanUnder is scan of a text that may have a label of its own, in front of every
// place: [Input.Label].
func (p *program) scanUnder(label string, dst []found, s string, from, to int) []found {
	if from >= to {
		return dst
	}
	c := scanners.Get().(*scanner)
	c.p, c.s, c.out, c.known, c.under = p, s, dst, label != "" || len(s) <= longestWhole, p.ids.setOf(label, s)
	clear(c.seen[:len(p.detectors)])
	c.run(from, to)
	dst = c.out
	c.p, c.s, c.out = nil, "", nil
	scanners.Put(c)
	return dst
}

// lookBehind is how many bytes in front of it an anchor is told by, at the most.
const lookBehind = 8

func (c *scanner) run(from, to int) {
	// A block of context in front gives the classes of the bytes before from: an
	// anchor is told by up to lookBehind of them.
	start := max(0, from-lookBehind) &^ (blockSize - 1)
	c.tilde = max(0, from-maxUser-1)
	if k := strings.LastIndexByte(c.s[c.tilde:from], '~'); k >= 0 {
		c.tilde += k
	} else {
		c.tilde = -maxUser - 2
	}
	var prev planes
	if c.p.ids.any {
		c.firstTells(start)
	}
	for c.base = start; c.base < to; c.base += chunk * blockSize {
		n := min(chunk, (to-c.base+blockSize-1)/blockSize)
		c.fill(c.base, n+1)
		for k := range n {
			at := c.base + k*blockSize
			mask := ^uint64(0)
			if at < from {
				if from-at >= blockSize {
					mask = 0
				} else {
					mask <<= uint(from - at)
				}
			}
			if to-at < blockSize {
				mask &= 1<<uint(to-at) - 1
			}
			if mask != 0 {
				c.block(&prev, &c.ahead[k], &c.ahead[k+1], int32(k*blockSize), mask)
			}
			if c.p.ids.any {
				c.runs(&prev, &c.ahead[k], &c.ahead[k+1], k, mask)
			}
			prev = c.ahead[k]
		}
		c.settle()
		if c.p.ids.any {
			c.moveTells(chunk * blockSize)
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
		c.ahead[k] = planesOf(c.s[min(base+k*blockSize, len(c.s)):])
	}
}

// block notes the anchors in one block: prev, m and next are consecutive, and mask
// has the bits of the positions asked for.
func (c *scanner) block(prev, m, next *planes, base int32, mask uint64) {
	alnum := m.digit | m.alpha
	before := alnum<<1 | (prev.digit|prev.alpha)>>63 // the byte before is a letter or digit
	after := alnum>>1 | (next.digit|next.alpha)<<63
	alphaAfter := m.alpha>>1 | next.alpha<<63
	digitBefore := m.digit<<1 | prev.digit>>63
	digitAfter := m.digit>>1 | next.digit<<63

	starts := wordStarts(prev, m)
	starts &= m.alpha | alphaAfter | (m.special>>1 | next.special<<63) // not every number
	c.starts(starts&mask, base)
	if m.special != 0 {
		c.special(m.special&mask, alphaAfter, base)
	}
	if m.dot != 0 {
		dots := m.dot & before & alphaAfter & mask
		c.names(dots, base)
		c.note(anchorSplit, dots&(m.dot>>7|next.dot<<57|m.dot>>8|next.dot<<56), base)
		if t := m.dot & (m.dot>>5 | next.dot<<59) & mask; t != 0 {
			prevAlnum, nextAlnum := prev.digit|prev.alpha, next.digit|next.alpha
			t &= before & (alnum<<2 | prevAlnum>>62) & (alnum<<3 | prevAlnum>>61) & (alnum<<4 | prevAlnum>>60)
			t &= after & (alnum>>2 | nextAlnum<<62) & (alnum>>3 | nextAlnum<<61) & (alnum>>4 | nextAlnum<<60)
			c.note(anchorTriple, t, base)
		}
		if quad := m.dot & digitBefore & digitAfter; quad != 0 {
			// The next block's dots between digits, as far as they are needed.
			x := next.dot & (next.digit<<1 | m.digit>>63) & (next.digit >> 1)
			quad &= quad>>2 | x<<62 | quad>>3 | x<<61 | quad>>4 | x<<60
			c.note(anchorQuad, quad&mask, base)
		}
	}
	if keys := (m.colon&^(digitBefore&digitAfter) | m.equal) & mask; keys != 0 {
		for t := keys; t != 0; t &= t - 1 {
			c.key(base + int32(bits.TrailingZeros64(t)))
		}
	}
	if m.colon != 0 {
		near := m.colon>>1 | m.colon>>2 | m.colon>>3 | m.colon>>4 | m.colon>>5
		near |= next.colon<<63 | next.colon<<62 | next.colon<<61 | next.colon<<60 | next.colon<<59
		if near &= m.colon & mask; near != 0 {
			c.note(anchorColon, near&^clocks(prev, m, next), base)
		}
		c.note(anchorPairColon, m.colon&mask&pairs(prev.colon, m.colon, next.colon), base)
	}
	if gaps := m.sep & mask; gaps != 0 {
		c.streets(prev, m, next, gaps, base)
	}
	if dash := m.dash & before & after & mask; dash != 0 {
		c.dashes(prev, m, next, dash, base)
	}
	c.note(anchorLong, longRuns(m, next, alnum&^before&mask), base)
	if c.p.wants[anchorPhrase] {
		c.note(anchorPhrase, phrases(prev, m, next, m.alpha&^before&mask), base)
	}
	c.note(anchorIBAN, m.alpha&^before&alphaAfter&(m.digit>>2|next.digit<<62)&(m.digit>>3|next.digit<<61)&mask, base)
	if mayRunEncoded(alnum, next.digit|next.alpha) {
		c.note(anchorEncoded, encodedRuns(prev.digit|prev.alpha, alnum, next.digit|next.alpha)&mask, base)
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
		digit &= 1<<run - 1
		if n := bits.OnesCount32(digit); n >= leastDigits {
			at := base + int32(k)
			c.digits = append(c.digits, digitPlace{at, groupingOf(digit, n, c.s[c.base+int(at):])})
		}
	}
}

// groupingOf is the grouping of n digits, one bit each in digit, from the start of s on.
func groupingOf(digit uint32, n int, s string) (g grouping) {
	first := bits.TrailingZeros32(^digit)
	rest := digit >> first
	next := func() int { // the size of the next group
		rest >>= bits.TrailingZeros32(rest)
		k := bits.TrailingZeros32(^rest)
		rest >>= k
		return k
	}
	switch first {
	case 1:
		if n >= 11 && next() == 3 && next() == 3 && next() == 4 {
			g |= groupsTen
		}
	case 3:
		if digit&0xFFF == 0b0111_1011_0111 {
			g |= groupsNine
		}
		if n >= 10 && next() == 3 && next() == 4 {
			g |= groupsTen
		}
	case 9:
		g |= groupsNine
	case 10, 11:
		g |= groupsTen
	}
	if b := s[1]; b == '0' || b < '0' || s[0] == '7' {
		g |= groupsMark
	}
	if n >= 12 && first >= 4 && (s[0] > '1' || s[0] == '1' && (s[1] == '8' || first == 15)) {
		g |= groupsCard
	}
	return g
}

// names notes the dots behind which one of the words looked for may begin.
func (c *scanner) names(t uint64, base int32) {
	behind := &c.p.behind[anchorDot]
	for ; t != 0; t &= t - 1 {
		i := base + int32(bits.TrailingZeros64(t))
		if behind.may(c.s, c.base+int(i)+1) {
			c.at[anchorDot] = append(c.at[anchorDot], i)
		}
	}
}

// streets sorts the places of separators by whether a number is on one side, and what
// may be of a street on the other.
func (c *scanner) streets(prev, m, next *planes, t uint64, base int32) {
	digitBefore, digitAfter := m.digit<<1|prev.digit>>63, m.digit>>1|next.digit<<63
	number := digitBefore | (m.alpha<<1|prev.alpha>>63)&(m.digit<<2|prev.digit>>62)
	name := m.upper>>1 | next.upper<<63
	ordinal := digitAfter & (m.alpha>>2 | next.alpha<<62 | m.alpha>>3 | next.alpha<<61 | m.alpha>>4 | next.alpha<<60)
	for x := t & number & (name | ordinal); x != 0; x &= x - 1 {
		i := base + int32(bits.TrailingZeros64(x))
		if at := c.base + int(i); c.s[at] == ' ' && (isUpper(c.s[at+1]) || ordinalEnd(c.s, at+1) > 0) {
			c.at[anchorHouse] = append(c.at[anchorHouse], i)
		}
	}
	for x := t & digitAfter & (m.alpha<<1 | prev.alpha>>63 | m.dot<<1 | prev.dot>>63); x != 0; x &= x - 1 {
		i := base + int32(bits.TrailingZeros64(x))
		if at := c.base + int(i); c.s[at] == ' ' && streetGate(c.s, at) {
			c.at[anchorStreet] = append(c.at[anchorStreet], i)
		}
	}
}

// dashes sorts the places of '-' between letters or digits by what is around them.
func (c *scanner) dashes(prev, m, next *planes, t uint64, base int32) {
	c.note(anchorFives, t&(m.dash>>5|next.dash<<59), base)
	c.note(anchorPairDash, t&pairs(prev.dash, m.dash, next.dash), base)

	alnum, prevAlnum := m.digit|m.alpha, prev.digit|prev.alpha
	two := (m.alpha>>1 | next.alpha<<63) & (m.alpha>>2 | next.alpha<<62) // letters behind it
	third := m.digit>>3 | next.digit<<61
	four := (alnum<<2 | prevAlnum>>62) & (alnum<<3 | prevAlnum>>61) & (alnum<<4 | prevAlnum>>60)
	c.note(anchorCentre, t&four&two&third, base)

	year := t & (m.digit<<1 | prev.digit>>63) & (m.digit<<2 | prev.digit>>62) &^ (alnum<<3 | prevAlnum>>61)
	if year == 0 {
		return
	}
	sign, prevSign := m.dash|m.dot, prev.dash|prev.dot
	year &^= (sign<<3 | prevSign>>61) & (alnum<<4 | prevAlnum>>60)
	kind := two & (m.dash>>3 | next.dash<<61 | m.dash>>4 | next.dash<<60 | m.dash>>5 | next.dash<<59)
	number := (m.digit>>1 | next.digit<<63) & (m.digit>>2 | next.digit<<62) & third
	c.note(anchorYear, year&(kind|number), base)
}

// pairs has the places from which three of those three and six bytes on both
// sides are in m: most dashes are in words and dates, and most colons in times of day.
func pairs(prev, m, next uint64) uint64 {
	l3, l6 := m<<3|prev>>61, m<<6|prev>>58
	r3, r6 := m>>3|next<<61, m>>6|next<<58
	return l3&l6&(r3|r6) | r3&r6&(l3|l6)
}

// note keeps the anchors of kind k that t has the bits of.
func (c *scanner) note(k anchor, t uint64, base int32) {
	if t == 0 || !c.p.wants[k] {
		return
	}
	list := c.at[k]
	for ; t != 0; t &= t - 1 {
		list = append(list, base+int32(bits.TrailingZeros64(t)))
	}
	c.at[k] = list
}

// starts notes the places of t where a word may begin that is looked for.
func (c *scanner) starts(t uint64, base int32) {
	words, list := &c.p.words, c.at[anchorWord]
	for s := c.s[c.base+int(base):]; t != 0; t &= t - 1 {
		k := bits.TrailingZeros64(t)
		if k+4 > len(s) {
			break
		}
		if key := wordKey(s, k); words.may(key) && words.goesOn(s, k, key) {
			list = append(list, base+int32(k))
		}
	}
	c.at[anchorWord] = list
}

// special sorts the places of one of "@+[/\\~" by the byte.
func (c *scanner) special(t, alphaAfter uint64, base int32) {
	for ; t != 0; t &= t - 1 {
		bit := bits.TrailingZeros64(t)
		i := base + int32(bit)
		k := anchorNone
		switch c.s[c.base+int(i)] {
		case '@':
			k = anchorAt
		case '[':
			k = anchorBrack
		case '~':
			c.tilde = c.base + int(i)
			if isQTilde(c.s, c.tilde) {
				k = anchorTilde
			}
		case '\\':
			if alphaAfter>>bit&1 == 0 {
				break
			}
			if c.p.wants[anchorBackslash] {
				c.at[anchorBackslash] = append(c.at[anchorBackslash], i)
			}
			if c.p.behind[anchorSlash].may(c.s, c.base+int(i)+1) {
				k = anchorSlash
			}
		case '/':
			if j := c.base + int(i); alphaAfter>>bit&1 != 0 && (c.p.behind[anchorSlash].may(c.s, j+1) || j-c.tilde <= maxUser+1) {
				k = anchorSlash
			}
		case '+':
			if b := at(c.s, c.base+int(i)+1); isDigit(b) || b == '(' {
				k = anchorPlus
			}
		}
		if k != anchorNone {
			c.at[k] = append(c.at[k], i)
		}
	}
}

// clocks has the first ':' of each hh:mm:ss that stands between other things than
// letters, digits and colons: what most colons of a log are.
func clocks(prev, m, next *planes) uint64 {
	two := m.digit & (m.digit>>1 | next.digit<<63) // two digits from here on
	twoNext := next.digit & (next.digit>>1 | 1<<63)
	twoPrev := prev.digit & (prev.digit>>1 | m.digit<<63)
	t := m.colon & (two<<2 | twoPrev>>62) & (two>>1 | twoNext<<63) & (m.colon>>3 | next.colon<<61) & (two>>4 | twoNext<<60)
	if t == 0 {
		return 0
	}
	more, moreNext, morePrev := m.digit|m.alpha|m.colon, next.digit|next.alpha|next.colon, prev.digit|prev.alpha|prev.colon
	return t &^ (more>>6 | moreNext<<58) &^ (more<<3 | morePrev>>61)
}

// leastDigits is how many digits an anchorDigit has ahead.
const leastDigits = 7

// key notes a ':' or '=' if the byte before it can end a key.
func (c *scanner) key(off int32) {
	i := c.base + int(off)
	switch b := at(c.s, i-1); {
	case isWord(b), b == '"', b == '\'', b == ' ', b == '\t', b == ']', b == '`', b >= 0x80, b == '*' && c.s[i] == ':':
	case (b == '?' || b == '+') && c.s[i] == '=':
	default:
		return
	}
	v := i + 1
	if at(c.s, v) == ' ' {
		v++
	}
	if q := at(c.s, v); q == '"' || q == '\'' || q == '`' {
		v++
	}
	k := keyPlace{at: off, value: int32(v - c.base)}
	if c.p.wants[anchorKey] {
		if end, ok := keyGate(c.s, i); ok {
			k.end = int32(end-c.base) | 1<<30
		}
	}
	c.keys = append(c.keys, k)
}

// settle calls the scans for the anchors of the chunk.
func (c *scanner) settle() {
	for _, off := range c.at[anchorWord] {
		i := c.base + int(off)
		key := wordKey(c.s, i)
		c.wordsOf(key, i)
		c.wordsOf(key&threeBytes, i)
	}
	c.at[anchorWord] = c.at[anchorWord][:0]
	for k := anchorAt; k < anchors; k++ {
		list := c.at[k]
		if len(list) == 0 {
			continue
		}
		for _, d := range c.p.by[k] {
			c.each(d, list)
		}
		c.at[k] = list[:0]
	}
	for _, d := range c.p.by[anchorDigit] {
		det := c.p.detectors[d]
		for _, x := range c.digits {
			if det.groups == 0 || x.groups&det.groups != 0 {
				c.one(d, c.base+int(x.at))
			}
		}
	}
	if c.p.ids.any {
		c.settleIDs()
	}
	c.digits = c.digits[:0]
	for _, d := range c.p.by[anchorLabel] {
		det := c.p.detectors[d]
		for _, x := range c.keys {
			i, v := c.base+int(x.at), c.base+int(x.value)
			if c.p.follows(d, at(c.s, v)) && (!det.solid || c.s[i] == '=' && solid(c.s, v)) {
				c.one(d, i)
			}
		}
	}
	for _, d := range c.p.by[anchorKey] {
		ends := c.p.detectors[d].ends
		for _, x := range c.keys {
			if x.end != 0 && (ends == nil || ends.mayEnd(c.s, c.base+int(x.end&^(1<<30)))) {
				c.one(d, c.base+int(x.at))
			}
		}
	}
	c.keys = c.keys[:0]
}

// each calls the scan of detector d at the places of list that it follows.
func (c *scanner) each(d uint16, list []int32) {
	for _, off := range list {
		if i := c.base + int(off); c.p.follows(d, at(c.s, i+1)) {
			c.one(d, i)
		}
	}
}

// wordsOf looks at the words of the index under key, which may begin at i.
func (c *scanner) wordsOf(key uint32, i int) {
	for k := c.p.words.first(key); k > 0; {
		w := &c.p.words.entries[k-1]
		if hasFold(c.s[i:], w.word) {
			c.one(w.by, i)
		}
		k = w.next
	}
}

// labelled reports whether a label of detector d may stand in front of s[i].
func (c *scanner) labelled(d uint16, i int) bool {
	p := int32(i - c.base)
	for k := len(c.tells) - 1; k >= 0 && c.tells[k].at > p-contextReach-2*blockSize; k-- {
		if t := &c.tells[k]; t.at <= p && p < t.end+contextReach && c.p.ids.has(t.set, d) && c.headed(int(t.at), i) {
			return true
		}
	}
	return false
}

// wordStarts has the letters and digits that begin a word: those behind something
// else, and capitals.
func wordStarts(prev, m *planes) uint64 {
	alnum := m.digit | m.alpha
	return alnum&^(alnum<<1|(prev.digit|prev.alpha)>>63) | m.upper&^(m.upper<<1|prev.upper>>63)
}

func (p *program) follows(d uint16, b byte) bool { return p.follow[d][b>>6]>>(b&63)&1 != 0 }

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

// solid reports whether the 16 bytes from s[i] on are no blanks.
func solid(s string, i int) bool {
	const most = 0x80 * lowBits
	if i+16 > len(s) {
		return false
	}
	// A byte below '!' borrows from its top bit.
	x, y := load8(s[i:i+8]), load8(s[i+8:i+16])
	return ((x-'!'*lowBits)&^x|(y-'!'*lowBits)&^y)&most == 0
}

func (c *scanner) one(d uint16, i int) {
	if i < c.seen[d] {
		return
	}
	det := c.p.detectors[d]
	if det.gate != nil && !det.gate(c.s, i) {
		return
	}
	if det.fits != nil {
		switch det.fits(c.s, i) {
		case fitsNever:
			return
		case fitsLabelled:
			if c.p.unlabelled || !c.known && !c.labelled(d, i) {
				return
			}
		}
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
	if det.more != nil {
		x.seen = max(x.seen, c.rest(det, d, i, x.Start))
	}
	if x.shape || !c.p.shaped[d] {
		c.seen[d] = max(x.End, x.seen)
	} else { // a shape may begin within it: shapes are found whatever else is
		c.seen[d] = max(c.seen[d], x.seen)
	}
}

// rest takes what det gives behind s[i] besides the first, which begins at first, and
// returns how far it has looked.
func (c *scanner) rest(det *Detector, d uint16, i, first int) (seen int) {
	return det.more(c.s, i, func(x site) bool {
		if x.Start > first {
			x.bits = cmp.Or(x.bits, det.Bits)
			c.out = append(c.out, found{x, i, d})
		}
		return true
	})
}

func appendZeros(b []byte, n int) []byte {
	for ; n > len(zeroBlock); n -= len(zeroBlock) {
		b = append(b, zeroBlock...)
	}
	return append(b, zeroBlock[:n]...)
}

const zeroBlock = "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"
