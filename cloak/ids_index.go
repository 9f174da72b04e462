package cloak

import (
	"math/bits"
	"strings"
	"unicode"
	"unicode/utf8"
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

// meet takes out of x what is not in y.
func (x *detectorSet) meet(y *detectorSet) {
	for i := range x {
		x[i] &= y[i]
	}
}

func (x *detectorSet) empty() bool { return *x == detectorSet{} }

// An idIndex says which detectors a run may be for: by its first letters and
// digits, and by the labels in front of it.
type idIndex struct {
	any    bool
	forms  []idForm                            // detector by detector
	of     [][2]int32                          // where those of one are
	sized  [maxFirst + 1][runKinds]detectorSet // by the length and the kind of the first run
	alone  [maxFirst + 1][runKinds][]int32     // of forms, what needs no label
	lens   uint64                              // the lengths of alone that begin with letters and digits
	digits detectorSet                         // what needs no label and begins with digits alone
	free   detectorSet                         // detectors with labels and without forms
	wordy  detectorSet                         // whose numbers may begin with a word and no digit behind it
	whole  detectorSet                         // that find a value which is all of a text: Detector.checked, Detector.wholly

	// A label is looked for by one of its words, the rarest.
	words   wordIndex // of four letters and more
	three   [26*26*26/64 + 1]uint64
	threes  map[uint32]int // to tellers
	two     [26*26/64 + 1]uint64
	twos    map[uint32]int
	ones    map[uint32]int // labels of single letters, C.F.: by the first two
	lone    bool
	long    []int // of words.entries, to tellers
	tellers []teller
	sets    []labelled
	many    []detectorSet
	foreign map[rune]int // labels in other alphabets, to sets: by their first letter beyond ASCII
}

// A teller is a word by which labels are looked for.
type teller struct {
	whole   int32 // the one of sets whose label it is by itself, plus one; 0: it is none
	phrases []phrase
}

// A phrase is a label of several words, and where in it the teller is.
type phrase struct {
	label   string
	at, end uint16
	set     int32
}

// labelled is the set of the detectors that have one label: mostly it is one.
type labelled struct {
	by    uint16
	wordy bool  // one of them is in idIndex.wordy
	more  int32 // of idIndex.many, plus one: all of them; 0 if it is but one
}

// A tell is a label in the text, or what may be one, from the chunk's start on.
type tell struct {
	at, end int32 // of the word by which it was found
	set     int32
}

// A runKind says what a first run consists of.
type runKind uint8

const (
	runDigits runKind = iota
	runLetters
	runBoth
	runKinds
)

func kindOf(letters, digits uint32) runKind {
	switch {
	case letters == 0:
		return runDigits
	case digits == 0:
		return runLetters
	}
	return runBoth
}

// maxFirst is the longest first run of a form, in bytes.
const maxFirst = 32

// An idForm is a form as far as its first run goes, which may end at any blank.
type idForm struct {
	form            string
	by              uint16
	n               uint8 // bytes of the first run
	alone           bool
	exact           bool   // nothing but a number of this form is found
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
		x.addForm(by, d, f, true)
	}
	for _, f := range d.forms {
		x.addForm(by, d, f, false)
		if rest := strings.TrimLeft(f, "AX"); rest == "" || rest[0] != '9' && !strings.HasPrefix(rest, " 9") {
			x.wordy.add(by)
		}
	}
	if len(d.forms)+len(d.alone) == 0 {
		x.free.add(by)
		if d.code.most == 0 {
			x.wordy.add(by)
		}
	}
}

func (x *idIndex) addForm(by uint16, d *Detector, form string, alone bool) {
	for len(x.of) <= int(by) {
		x.of = append(x.of, [2]int32{int32(len(x.forms)), int32(len(x.forms))})
	}
	f := idForm{form: form, by: by, alone: alone, exact: d.exact}
	n := 0
	put := func(then byte) {
		if n == 0 {
			return
		}
		f.then, f.n = then, uint8(n)
		x.forms = append(x.forms, f)
		x.of[by][1] = int32(len(x.forms))
		for kind := range runKinds {
			if kind == runDigits && f.letters != 0 || kind == runLetters && f.digits != 0 {
				continue
			}
			x.sized[n][kind].add(by)
			if alone {
				x.alone[n][kind] = append(x.alone[n][kind], int32(len(x.forms)-1))
			}
		}
		if alone && f.letters != 0 && f.digits != 0 {
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
	n := 0
	for i, d := range ds {
		if has.has(uint16(i)) {
			n += len(d.Labels)
		}
	}
	x.threes, x.twos, x.ones, x.foreign = map[uint32]int{}, map[uint32]int{}, map[uint32]int{}, map[rune]int{}
	byWord := make(map[string]int, n/4)
	words := make([]wordEntry, 0, n/4)
	x.sets, x.tellers, x.long = make([]labelled, 0, n/2+n/8), make([]teller, 0, n/3), make([]int, 0, n/4)
	teller := func(k int, ok bool) int {
		if !ok {
			k = len(x.tellers)
			x.tellers = append(x.tellers, teller{})
		}
		return k
	}
	for i, d := range ds {
		by := uint16(i)
		if !has.has(by) {
			continue
		}
		for _, l := range d.Labels {
			w, from := rarest(l)
			if w == "" {
				r := firstForeign(l)
				x.foreign[r] = x.tells(x.foreign[r], by)
				continue
			}
			to := 0
			switch len(w) {
			case 1: // all of its words are letters
				c := uint32(w[0]-'a')*26 + uint32(at(l, from+2)-'a')
				k, ok := x.ones[c]
				to = teller(k, ok)
				x.ones[c] = to
				x.lone = true
			case 2:
				c := letters2(w, 0)
				k, ok := x.twos[c]
				to = teller(k, ok)
				x.twos[c] = to
				x.two[c>>6] |= 1 << (c & 63)
			case 3:
				c, _ := letters3(wordKey(w+" ", 0))
				k, ok := x.threes[c]
				to = teller(k, ok)
				x.threes[c] = to
				x.three[c>>6] |= 1 << (c & 63)
			default:
				k, ok := byWord[w]
				to = teller(k, ok)
				if !ok {
					byWord[w] = to
					words = append(words, wordEntry{word: w})
					x.long = append(x.long, to)
				}
			}
			set := x.tellers[to].labelled(l, from, from+len(w))
			*set = int32(x.tells(int(*set), by))
		}
	}
	x.words.build(words)
}

// tells adds a detector to the label that has the place set, plus one, among sets, or to
// a new one if that is 0, and returns the place plus one.
func (x *idIndex) tells(set int, by uint16) int {
	wordy := x.wordy.has(by)
	if set == 0 {
		x.sets = append(x.sets, labelled{by: by, wordy: wordy})
		return len(x.sets)
	}
	l := &x.sets[set-1]
	l.wordy = l.wordy || wordy
	if l.by != by && l.more == 0 {
		x.many = append(x.many, detectorSet{})
		l.more = int32(len(x.many))
		x.many[l.more-1].add(l.by)
	}
	if l.more > 0 {
		x.many[l.more-1].add(by)
	}
	return set
}

// join adds the detectors that have a label to dst.
func (x *idIndex) join(dst *detectorSet, set int32) {
	if l := &x.sets[set]; l.more > 0 {
		dst.join(&x.many[l.more-1])
	} else {
		dst.add(l.by)
	}
}

// has reports whether a label is a detector's.
func (x *idIndex) has(set int32, by uint16) bool {
	l := &x.sets[set]
	return l.by == by || l.more > 0 && x.many[l.more-1].has(by)
}

// labelled is the place, plus one, among idIndex.sets of a label that is found by its
// word label[at:end]; 0 for a new one, which is kept where it points to.
func (x *teller) labelled(label string, at, end int) *int32 {
	if end-at == len(label) {
		return &x.whole
	}
	for i := range x.phrases {
		if p := &x.phrases[i]; p.label == label {
			return &p.set
		}
	}
	x.phrases = append(x.phrases, phrase{label: label, at: uint16(at), end: uint16(end)})
	return &x.phrases[len(x.phrases)-1].set
}

// rarest is the word of a label by which it is looked for: the longest in ASCII, of
// three letters or more the last. All of its words stand in front of a number, and
// the longest is the one that stands there by chance least, but for some. It is one
// letter if the label has no other words, and "" if there is none to look for in ASCII.
func rarest(label string) (word string, at int) {
	const two = 4
	plain, best := ascii(label), 0
	for from, next := 0, 0; from < len(label); from = next {
		w := label[from:]
		if k := strings.IndexByte(w, ' '); k >= 0 {
			w = w[:k]
		}
		next = from + len(w) + 1
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
		if (n > best || n == best && n > two) && (plain || n > two && ascii(w)) {
			word, at, best = w, from, n
		}
	}
	return word, at
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

// runs notes the places in a block where a number may begin: k is its place in the
// chunk.
func (c *scanner) runs(prev, m, next *planes, k int, mask uint64) {
	x := &c.p.ids
	base := int32(k * blockSize)
	known := len(c.tells)
	c.tells = x.labelsAt(c.tells, prev, m, next, c.s, c.base+int(base), c.base, false)
	for _, t := range c.tells[known:] {
		c.reach = max(c.reach, t.end+contextReach)
		if x.sets[t.set].wordy {
			c.wordy = max(c.wordy, t.end+contextReach)
		}
	}
	alnum, after := m.digit|m.alpha, next.digit|next.alpha
	t := alnum &^ (alnum<<1 | (prev.digit|prev.alpha)>>63) & mask
	if c.told || c.reach > base {
		all := c.told || c.wordy > base
		for ; t != 0; t &= t - 1 {
			if p := int32(bits.TrailingZeros64(t)); all || numberAhead(c.s, c.base+int(base+p)) {
				c.places = append(c.places, base+p)
			}
		}
		return
	}
	if x.lens == 0 {
		return
	}
	// Without a letter beside a digit the last run alone may be of both: it may go on.
	if m.alpha&(m.digit>>1|next.digit<<63)|m.digit&(m.alpha>>1|next.alpha<<63) == 0 {
		if alnum>>63 == 0 || t == 0 {
			return
		}
		t = 1 << (bits.Len64(t) - 1)
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
		for _, i := range x.alone[n][runBoth] {
			if f := &x.forms[i]; f.letters&digits == 0 && f.digits&letters == 0 {
				c.places = append(c.places, base+int32(p))
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

// firstTells has the labels in front of the first block.
func (c *scanner) firstTells(start int) {
	c.told = !c.under.empty()
	c.tells, c.reach, c.wordy = c.tells[:0], -1, -1
	if start >= blockSize {
		p, m, next := planesOf(c.s[max(0, start-2*blockSize):start-blockSize]), planesOf(c.s[start-blockSize:start]), planesOf(c.s[start:])
		c.tells = c.p.ids.labelsAt(c.tells, &p, &m, &next, c.s, start-blockSize, start, false)
		c.moveTells(0)
	}
}

// moveTells makes the chunk that begins n bytes farther on the one at hand: of the labels
// in front of it, what reaches into it stays.
func (c *scanner) moveTells(n int32) {
	kept := c.tells[:0]
	c.reach, c.wordy = -1, -1
	for _, t := range c.tells {
		if t.at, t.end = t.at-n, t.end-n; t.end+contextReach <= 0 {
			continue
		}
		kept = append(kept, t)
		c.reach = max(c.reach, t.end+contextReach)
		if c.p.ids.sets[t.set].wordy {
			c.wordy = max(c.wordy, t.end+contextReach)
		}
	}
	c.tells = kept
}

// settleIDs calls the scans of detectors with forms, in order of place: what is found
// makes a detector pass over what lies in front of its end.
func (c *scanner) settleIDs() {
	x := &c.p.ids
	digits := c.digits
	if x.digits.empty() {
		digits = nil
	}
	first := 0
	for _, p := range c.places {
		for len(digits) > 0 && digits[0].at < p {
			if i := c.base + int(digits[0].at); idStart(c.s, i) {
				c.formsAt(i, nil)
			}
			digits = digits[1:]
		}
		if len(digits) > 0 && digits[0].at == p {
			digits = digits[1:]
		}
		i := c.base + int(p)
		if !idStart(c.s, i) {
			continue
		}
		// Within a block tells are in no order.
		for first < len(c.tells) && c.tells[first].at+contextReach+2*blockSize <= p {
			first++
		}
		near, any := c.under, c.told
		for k := first; k < len(c.tells) && c.tells[k].at < p+blockSize; k++ {
			if t := &c.tells[k]; t.at <= p && p < t.end+contextReach && c.headed(int(t.at), i) {
				x.join(&near, t.set)
				any = true
			}
		}
		if !any {
			c.formsAt(i, nil)
			continue
		}
		c.formsAt(i, &near)
		near.meet(&x.free)
		for w, set := range near {
			for ; set != 0; set &= set - 1 {
				c.one(uint16(w<<6+bits.TrailingZeros64(set)), i)
			}
		}
	}
	c.places = c.places[:0]
	for _, d := range digits {
		if i := c.base + int(d.at); idStart(c.s, i) {
			c.formsAt(i, nil)
		}
	}
}

// headed reports whether what stands at off in the chunk is on the line of s[i], or on
// one that heads it: see surroundings.
func (c *scanner) headed(off, i int) bool {
	s := c.s
	from := c.base + off
	k := strings.IndexByte(s[from:i], '\n')
	if k < 0 {
		return true
	}
	k += from
	for j := k + 1; j < i; j++ {
		if !isSpace(s[j]) || s[j] == '\n' {
			return false
		}
	}
	return headsLine(s, from, k)
}

// formsAt calls the scans whose forms begin as the run at s[i] does: of detectors in
// near, or of those that need no label.
func (c *scanner) formsAt(i int, near *detectorSet) {
	x := &c.p.ids
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
	next, kind := at(c.s, i+n), kindOf(letters, digits)
	fits := func(f *idForm) bool {
		return f.letters&digits == 0 && f.digits&letters == 0 && f.goesOn(next)
	}
	var here detectorSet
	if near != nil {
		here = *near
		here.meet(&x.sized[n][kind])
		for w, set := range here {
			for ; set != 0; set &= set - 1 {
				by := uint16(w<<6 + bits.TrailingZeros64(set))
				forms := x.forms[x.of[by][0]:x.of[by][1]]
				for k := range forms {
					if f := &forms[k]; int(f.n) == n && fits(f) && (!f.exact || matchForm(f.form, c.s, i) > 0) {
						c.one(by, i)
						break
					}
				}
			}
		}
	}
	done := -1 // forms of one detector follow each other
	for _, k := range x.alone[n][kind] {
		// Without a label most runs that begin so do not go on so.
		if f := &x.forms[k]; int(f.by) != done && !here.has(f.by) && fits(f) && matchForm(f.form, c.s, i) > 0 {
			done = int(f.by)
			c.one(f.by, i)
		}
	}
}
