package cloak

import (
	"math/bits"
	"strings"
)

// A detectorSet is a set of detectors of a program, by index.
type detectorSet [(maxDetectors + 63) / 64]uint64

func (x *detectorSet) add(by uint16)      { x[by>>6] |= 1 << (by & 63) }
func (x *detectorSet) has(by uint16) bool { return x[by>>6]>>(by&63)&1 != 0 }
func (x *detectorSet) join(y *detectorSet) {
	for i := range x {
		x[i] |= y[i]
	}
}

// meets reports whether x and y have one in common.
func (x *detectorSet) meets(y *detectorSet) bool {
	for i := range x {
		if x[i]&y[i] != 0 {
			return true
		}
	}
	return false
}

func (x *detectorSet) empty() bool { return *x == detectorSet{} }

// An idIndex says which detectors a run may be for: by its first letters and
// digits, and by the words in front of it.
type idIndex struct {
	any    bool
	forms  [maxFirst + 1][]idForm // by the length of the first run
	mixed  [maxFirst + 1][]idForm // of those, what needs no label and begins with letters and digits
	lens   uint64                 // the lengths in mixed
	digits detectorSet            // what needs no label and begins with digits alone
	free   []uint16               // detectors with labels and without forms
	wordy  detectorSet            // whose numbers may begin with a word and no digit behind it
	whole  detectorSet            // that find a value which is all of a text: Detector.checked, Detector.wholly

	// A label is looked for by one of its words, the rarest.
	words  wordIndex // of four letters and more
	three  [26*26*26/64 + 1]uint64
	threes map[uint32]int // to sets
	two    [26*26/64 + 1]uint64
	twos   map[uint32]int
	ones   map[uint32]int // labels of single letters, C.F.: by the first two
	lone   bool
	long   []int // of words.entries, to sets
	sets   []detectorSet
	beyond detectorSet // with labels in other alphabets
}

// maxFirst is the longest first run of a form, in bytes.
const maxFirst = 32

// An idForm is a form as far as its first run goes, which may end at any blank.
type idForm struct {
	form            string
	by              uint16
	alone           bool
	letters, digits uint32 // the bytes that must be letters, or digits
	then            byte   // what must follow: ' ' for what may stand for a blank, 0 for anything
}

// goesOn reports whether b may follow the first run.
func (f *idForm) goesOn(b byte) bool {
	return f.then == 0 || f.then == b || f.then == ' ' && formSep(b)
}

func (x *idIndex) add(by uint16, d *Detector) {
	x.any = true
	if d.checked || d.wholly != nil {
		x.whole.add(by)
	}
	for _, f := range d.alone {
		x.addForm(by, f, true)
	}
	for _, f := range d.forms {
		x.addForm(by, f, false)
		if rest := strings.TrimLeft(f, "AX"); rest == "" || rest[0] != '9' && !strings.HasPrefix(rest, " 9") {
			x.wordy.add(by)
		}
	}
	if len(d.forms)+len(d.alone) == 0 {
		x.free = append(x.free, by)
		if d.code.most == 0 {
			x.wordy.add(by)
		}
	}
}

func (x *idIndex) addForm(by uint16, form string, alone bool) {
	f := idForm{form: form, by: by, alone: alone}
	n := 0
	put := func(then byte) {
		if n == 0 {
			return
		}
		f.then = then
		x.forms[n] = append(x.forms[n], f)
		if alone && f.letters != 0 && f.digits != 0 {
			x.mixed[n] = append(x.mixed[n], f)
			x.lens |= 1 << n
		}
	}
	end := len(form)
	for k := range len(form) {
		b := form[k]
		switch {
		case isDigit(b):
			f.digits |= 1 << n
			n++
		case b == 'X':
			n++
		case isAlpha(b):
			f.letters |= 1 << n
			n++
		case b == ' ':
			put(' ')
		default: // what comes behind it begins no run
			put(b)
			end = k
		}
		if end == k {
			break
		}
	}
	if end == len(form) {
		put(0)
	}
	if alone && f.letters == 0 {
		x.digits.add(by)
	}
}

// build indexes the labels of the detectors added.
func (x *idIndex) build(ds []*Detector, has *detectorSet) {
	if !x.any {
		return
	}
	x.threes, x.twos, x.ones = map[uint32]int{}, map[uint32]int{}, map[uint32]int{}
	byWord := map[string]int{}
	var words []wordEntry
	set := func(k int, ok bool) int {
		if !ok {
			k = len(x.sets)
			x.sets = append(x.sets, detectorSet{})
		}
		return k
	}
	for i, d := range ds {
		by := uint16(i)
		if !has.has(by) {
			continue
		}
		for _, l := range d.Labels {
			w := rarest(l)
			switch len(w) {
			case 0:
				x.beyond.add(by)
			case 1: // all of its words are letters
				c := uint32(w[0]-'a')*26 + uint32(at(l, 2)-'a')
				k, ok := x.ones[c]
				x.ones[c] = set(k, ok)
				x.sets[x.ones[c]].add(by)
				x.lone = true
			case 2:
				c := letters2(w, 0)
				k, ok := x.twos[c]
				x.twos[c] = set(k, ok)
				x.two[c>>6] |= 1 << (c & 63)
				x.sets[x.twos[c]].add(by)
			case 3:
				c, _ := letters3(wordKey(w+" ", 0))
				k, ok := x.threes[c]
				x.threes[c] = set(k, ok)
				x.three[c>>6] |= 1 << (c & 63)
				x.sets[x.threes[c]].add(by)
			default:
				k, ok := byWord[w]
				if !ok {
					words = append(words, wordEntry{word: w})
					x.long = append(x.long, 0)
				}
				byWord[w] = set(k, ok)
				if !ok {
					x.long[len(x.long)-1] = byWord[w]
				}
				x.sets[byWord[w]].add(by)
			}
		}
	}
	x.words.build(words)
}

// rarest is the word of a label by which it is looked for: the longest in ASCII, of
// three letters or more the last. All of its words stand in front of a number, and
// the longest is the one that stands there by chance least, but for some. It is one
// letter if the label has no other words, and "" if there is none to look for in ASCII.
func rarest(label string) (word string) {
	const two = 4
	plain, best := ascii(label), 0
	for label != "" {
		var w string
		w, label, _ = strings.Cut(label, " ")
		n := 2 * len(w)
		switch w {
		case "number", "card", "service", "state": // common, but less so than "no" and "id"
			n = two + 1
		case "nr":
			n = two - 1
		case "no":
			n = two - 2
		case "id":
			n = two - 3
		}
		if ascii(w) && (plain || n > two) && (n > best || n == best && n > two) {
			word, best = w, n
		}
	}
	return word
}

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

// labelsIn adds to set the detectors whose labels may be in a short text.
func (x *idIndex) labelsIn(set *detectorSet, s string) {
	var prev planes
	for from := 0; from < len(s); from += blockSize {
		m, next := planesOf(s[from:]), planesOf(s[min(from+blockSize, len(s)):])
		x.labelsAt(set, &prev, &m, &next, s, from)
		prev = m
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

// labelsAt adds to set the detectors whose labels may begin in the block of s at from,
// and reports whether there are any.
func (x *idIndex) labelsAt(set *detectorSet, prev, m, next *planes, text string, from int) (any bool) {
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
	join := func(k int) {
		set.join(&x.sets[k])
		any = true
	}
	for t := words &^ three; t != 0; t &= t - 1 {
		k := bits.TrailingZeros64(t)
		if k+4 > len(s) {
			break
		}
		key := wordKey(s, k)
		if !x.words.may(key) {
			continue
		}
		for e := x.words.first(key); e > 0; e = x.words.entries[e-1].next {
			if w := x.words.entries[e-1].word; hasFold(s[k:], w) && endsWord(s, k+len(w)) {
				join(x.long[e-1])
			}
		}
	}
	for ; three != 0; three &= three - 1 {
		k := bits.TrailingZeros64(three)
		if k+4 > len(s) {
			break
		}
		if c, ok := letters3(wordKey(s, k)); ok && x.three[c>>6]>>(c&63)&1 != 0 {
			join(x.threes[c])
		}
	}
	for ; two != 0; two &= two - 1 {
		if c := letters2(s, bits.TrailingZeros64(two)); x.two[c>>6]>>(c&63)&1 != 0 {
			join(x.twos[c])
		}
	}
	for ; x.lone && one != 0; one &= one - 1 {
		k := bits.TrailingZeros64(one)
		for i := k + 1; i < k+4; i++ { // C.F., C. F.
			if b := at(s, i); isAlpha(b) {
				if c, ok := x.ones[uint32(lower(s[k])-'a')*26+uint32(lower(b)-'a')]; ok {
					join(c)
				}
				break
			}
		}
	}
	if !ascii(s[:min(len(s), blockSize)]) && !x.beyond.empty() {
		set.join(&x.beyond)
		any = true
	}
	return any
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

// An idPlace is the start of a run, and the block that it is in.
type idPlace struct {
	at    int32
	block int32
}

// runs notes the places in a block where a number may begin: k is its place in the
// chunk.
func (c *scanner) runs(prev, m, next *planes, k int, mask uint64) {
	x := &c.p.ids
	base := int32(k * blockSize)
	from := c.base + int(base)
	here := &c.sets[k+1]
	if c.has[k+1] { // of the last chunk
		*here = detectorSet{}
	}
	c.has[k+1] = x.labelsAt(here, prev, m, next, c.s, from)
	alnum, after := m.digit|m.alpha, next.digit|next.alpha
	t := alnum &^ (alnum<<1 | (prev.digit|prev.alpha)>>63) & mask
	c.beside[k] = c.has[k] || c.has[k+1] || c.told
	if c.beside[k] {
		near := &c.near[k]
		*near = c.under
		near.join(&c.sets[k])
		near.join(here)
		all := near.meets(&x.wordy)
		for ; t != 0; t &= t - 1 {
			if p := bits.TrailingZeros64(t); all || numberAhead(c.s, from+p) {
				c.places = append(c.places, idPlace{base + int32(p), int32(k)})
			}
		}
		return
	}
	if x.lens == 0 {
		return
	}
	if x.lens&0xFF == 0 { // eight letters or digits in a row, by doubling
		run, more := alnum, after
		run, more = run&(run>>1|more<<63), more&(more>>1)
		run, more = run&(run>>2|more<<62), more&(more>>2)
		t &= run & (run>>4 | more<<60)
	}
	for ; t != 0; t &= t - 1 {
		p := uint(bits.TrailingZeros64(t)) & 63
		run := alnum>>p | after<<(64-p)
		n := bits.TrailingZeros64(^run)
		if n > maxFirst || x.lens>>n&1 == 0 {
			continue
		}
		letters := uint32((m.alpha>>p | next.alpha<<(64-p)) & (1<<n - 1))
		digits := uint32((m.digit>>p | next.digit<<(64-p)) & (1<<n - 1))
		if letters == 0 || digits == 0 {
			continue
		}
		for i := range x.mixed[n] {
			if f := &x.mixed[n][i]; f.letters&digits == 0 && f.digits&letters == 0 {
				c.places = append(c.places, idPlace{base + int32(p), int32(k)})
				break
			}
		}
	}
}

// numberAhead reports whether the run of letters and digits at s[i] has a digit, or may
// go on with one behind a sign, or with anything behind a dash: most are words.
func numberAhead(s string, i int) bool {
	for n := 0; n < maxFirst; n++ {
		b := at(s, i)
		if isDigit(b) {
			return true
		}
		if !isAlpha(b) {
			return formSep(b) && isDigit(at(s, i+1)) || b == '-' && isAlnum(at(s, i+1))
		}
		i++
	}
	return false
}

// firstSets has the labels of the block in front of the first one.
func (c *scanner) firstSets(start int) {
	c.told = !c.under.empty()
	clear(c.sets[:])
	clear(c.has[:])
	if start >= blockSize {
		p, m, next := planesOf(c.s[max(0, start-2*blockSize):start-blockSize]), planesOf(c.s[start-blockSize:start]), planesOf(c.s[start:])
		c.has[0] = c.p.ids.labelsAt(&c.sets[0], &p, &m, &next, c.s, start-blockSize)
	}
}

// settleIDs calls the scans of detectors with forms, in order of place: what is found
// makes a detector pass over what lies in front of its end.
func (c *scanner) settleIDs() {
	x := &c.p.ids
	digits := c.digits
	if x.digits.empty() {
		digits = nil
	}
	for _, p := range c.places {
		digits = c.unlabelled(digits, p.at)
		i := c.base + int(p.at)
		if !idStart(c.s, i) {
			continue
		}
		var near *detectorSet
		if c.beside[p.block] {
			near = &c.near[p.block]
		}
		c.formsAt(i, near)
		if near == nil {
			continue
		}
		for _, by := range x.free {
			if near.has(by) {
				c.one(by, i)
			}
		}
	}
	c.places = c.places[:0]
	c.unlabelled(digits, chunk*blockSize)
}

// unlabelled calls the scans of what needs no label at the digits in front of limit,
// and returns the others.
func (c *scanner) unlabelled(digits []digitPlace, limit int32) []digitPlace {
	for len(digits) > 0 && digits[0].at < limit {
		d := digits[0].at
		digits = digits[1:]
		if !c.beside[d/blockSize] && idStart(c.s, c.base+int(d)) { // among the labels it is looked at already
			c.formsAt(c.base+int(d), nil)
		}
	}
	return digits
}

// formsAt calls the scans whose forms begin as the run at s[i] does: of detectors in
// near, or of those that need no label.
func (c *scanner) formsAt(i int, near *detectorSet) {
	n := 0
	var letters, digits uint32
	for ; n <= maxFirst && i+n < len(c.s); n++ {
		if b := c.s[i+n]; isDigit(b) {
			digits |= 1 << n
		} else if isAlpha(b) {
			letters |= 1 << n
		} else {
			break
		}
	}
	if n > maxFirst {
		return
	}
	next := at(c.s, i+n)
	done := -1 // forms of one detector follow each other
	forms := c.p.ids.forms[n]
	for k := range forms {
		f := &forms[k]
		if f.letters&digits != 0 || f.digits&letters != 0 || int(f.by) == done || !f.goesOn(next) {
			continue
		}
		// Without a label most runs that begin so do not go on so.
		if near != nil && near.has(f.by) || f.alone && matchForm(f.form, c.s, i) > 0 {
			done = int(f.by)
			c.one(f.by, i)
		}
	}
}
