package cloak

import (
	"math/bits"
	"regexp"
	"strings"
)

// Numbers that an authority or a company gives to somebody are told by how their
// letters and digits are arranged, by a check digit, and by the label in front of
// them. All such detectors share one anchor: the start of a run of letters and
// digits. The kernel calls a scan there only if one of the detector's labels may
// stand in front of it, or if the form is telling without one.

// A form spells out how a number is written. In it, 9 is a digit, A a letter, X
// either; a blank is one of " -./" or nothing; another byte is itself. Two numbers
// of different length are two forms.
//
//	"999 999 9999"    an NHS number
//	"AA 99 99 99 A"   a National Insurance number

// formSep reports whether b may stand for a blank of a form.
func formSep(b byte) bool { return b == ' ' || b == '-' || b == '.' || b == '/' }

// matchForm returns where form ends that begins at s[i]; 0 if it does not.
func matchForm(form, s string, i int) int {
	for k := range len(form) {
		b := at(s, i)
		switch form[k] {
		case '9':
			if !isDigit(b) {
				return 0
			}
		case 'A':
			if !isAlpha(b) {
				return 0
			}
		case 'X':
			if !isAlnum(b) {
				return 0
			}
		case ' ':
			if !formSep(b) {
				continue
			}
		default:
			if b != form[k] {
				return 0
			}
		}
		i++
	}
	return i
}

// formExpr is form as RE2 writes it.
func formExpr(form string) string {
	var b strings.Builder
	for k := range len(form) {
		switch form[k] {
		case '9':
			b.WriteString("[0-9]")
		case 'A':
			b.WriteString("[A-Za-z]")
		case 'X':
			b.WriteString("[0-9A-Za-z]")
		case ' ':
			b.WriteString("[ ./-]?")
		default:
			b.WriteString(regexp.QuoteMeta(form[k : k+1]))
		}
	}
	return b.String()
}

// idPattern is the Pattern of a detector with forms.
func idPattern(d *Detector) string {
	var all []string
	for _, f := range append(append([]string{}, d.alone...), d.forms...) {
		all = append(all, formExpr(f))
	}
	return strings.Join(all, "|")
}

// ids gives detectors with forms what follows from these: anchor, pattern, scan.
func ids(ds []Detector) []Detector {
	for i := range ds {
		d := &ds[i]
		d.anchor = anchorRun
		if d.scan != nil {
			continue
		}
		d.Pattern = idPattern(d)
		x := *d
		d.scan = x.scanForms
	}
	return ds
}

// scanForms judges the run at s[i]: the longest of the forms that it has counts.
func (d *Detector) scanForms(s string, i int) (site, bool) {
	if !idStart(s, i) {
		return site{}, false
	}
	best := site{}
	for _, f := range d.alone {
		if end := d.fitting(f, s, i); end > best.End && firmly(s, i, end) {
			best = site{Span: Span{i, end}, bits: d.aloneBits}
		}
	}
	for _, f := range d.forms {
		if end := d.fitting(f, s, i); end > best.End {
			best = site{Span: Span{i, end}, weak: true, whole: d.checked}
		}
	}
	return best, best.End > 0
}

// fitting is where a number of the form f ends that begins at s[i]; 0 if there is none.
func (d *Detector) fitting(f, s string, i int) int {
	end := matchForm(f, s, i)
	if end == 0 || !idEnd(s, end) || sameDigit(s[i:end]) && countDigits(s[i:end]) > 1 || d.Validate != nil && !d.Validate(s[i:end]) {
		return 0
	}
	return end
}

// idStart reports whether a number may begin at s[i]: it is not the rest of a
// word, of a longer number, or of a name with dashes or dots.
func idStart(s string, i int) bool {
	b := at(s, i-1)
	return !isWord(b) && b != '+' && b != '@' && !((b == '-' || b == '.') && isAlnum(at(s, i-2)))
}

// idEnd reports whether a number may end in front of s[i].
func idEnd(s string, i int) bool {
	b := at(s, i)
	return !isWord(b) && b != '@' && !((b == '-' || b == '.') && isAlnum(at(s, i+1)))
}

// firmly reports whether a number without a label stands as one is written: its
// letters are capitals, and it is no part of a path or of a sum.
func firmly(s string, i, end int) bool {
	for _, b := range []byte(s[i:end]) {
		if isLower(b) {
			return false
		}
	}
	b, c := at(s, i-1), at(s, end)
	return b != '/' && b != '-' && b != '.' && b != '%' && b != '#' && b != '\\' && c != '/' && c != '\\' && c != '%' && c != '='
}

// A detectorSet is a set of detectors of a program, by index.
type detectorSet [(maxDetectors + 63) / 64]uint64

func (x *detectorSet) add(by uint8)      { x[by>>6] |= 1 << (by & 63) }
func (x *detectorSet) has(by uint8) bool { return x[by>>6]>>(by&63)&1 != 0 }
func (x *detectorSet) join(y *detectorSet) {
	for i := range x {
		x[i] |= y[i]
	}
}

func (x *detectorSet) empty() bool {
	var all uint64
	for _, w := range x {
		all |= w
	}
	return all == 0
}

// An idIndex says which detectors a run may be for: by its first letters and
// digits, and by the words in front of it.
type idIndex struct {
	any    bool
	forms  [maxFirst + 1][]idForm // by the length of the first run
	mixed  [maxFirst + 1][]idForm // of those, what needs no label and begins with letters and digits
	lens   uint64                 // the lengths in mixed
	digits detectorSet            // what needs no label and begins with digits alone
	free   []uint8                // detectors with labels and without forms
	words  wordIndex              // the first words of labels
	sets   []detectorSet          // of words.entries
	short  [26 * 26]detectorSet   // of labels whose first word has two letters
	pairs  bool
	beyond detectorSet // with labels in other alphabets
	whole  detectorSet // that need no label where a value is all of the text
}

// maxFirst is the longest first run of a form, in bytes.
const maxFirst = 32

// An idForm is a form as far as its first run goes, which may end at any blank.
type idForm struct {
	by              uint8
	alone           bool
	letters, digits uint32 // the bytes that must be letters, or digits
}

func (x *idIndex) add(by uint8, d *Detector) {
	x.any = true
	if d.checked {
		x.whole.add(by)
	}
	for _, f := range d.alone {
		x.addForm(by, f, true)
	}
	for _, f := range d.forms {
		x.addForm(by, f, false)
	}
	if len(d.forms)+len(d.alone) == 0 {
		x.free = append(x.free, by)
	}
}

func (x *idIndex) addForm(by uint8, form string, alone bool) {
	f := idForm{by: by, alone: alone}
	n := 0
	put := func() {
		x.forms[n] = append(x.forms[n], f)
		if alone && f.letters != 0 && f.digits != 0 {
			x.mixed[n] = append(x.mixed[n], f)
			x.lens |= 1 << n
		}
	}
	for k := range len(form) {
		switch form[k] {
		case '9':
			f.digits |= 1 << n
			n++
		case 'A':
			f.letters |= 1 << n
			n++
		case 'X':
			n++
		case ' ':
			if n > 0 {
				put()
			}
		default:
			if n > 0 {
				put()
			}
			n = -1 // what comes behind it begins no run
		}
		if n < 0 {
			break
		}
	}
	if n > 0 {
		put()
	}
	if alone && f.letters == 0 {
		x.digits.add(by)
	}
}

// build indexes the labels of the detectors added.
func (x *idIndex) build(ds []*Detector, has detectorSet) {
	if !x.any {
		return
	}
	byWord := map[string]int{}
	var words []wordEntry
	for i, d := range ds {
		if !has.has(uint8(i)) {
			continue
		}
		for _, l := range d.Labels {
			w, _, _ := strings.Cut(l, " ")
			switch {
			case strings.IndexFunc(w, func(r rune) bool { return r >= 0x80 }) >= 0:
				x.beyond.add(uint8(i))
			case len(w) == 2:
				x.short[int(w[0]-'a')*26+int(w[1]-'a')].add(uint8(i))
				x.pairs = true
			default:
				k, ok := byWord[w]
				if !ok {
					k = len(words)
					byWord[w] = k
					words = append(words, wordEntry{word: w})
					x.sets = append(x.sets, detectorSet{})
				}
				x.sets[k].add(uint8(i))
			}
		}
	}
	x.words.build(words)
}

// labelsAt adds to set the detectors that have a label whose first word begins at s[i].
func (x *idIndex) labelsAt(set *detectorSet, s string, i int) {
	if i+4 > len(s) {
		if i+2 > len(s) {
			return
		}
	} else if key := wordKey(s, i); x.words.may(key) {
		x.under(set, s, i, key)
		x.under(set, s, i, key&threeBytes)
	}
	if a, b := lower(s[i]), lower(at(s, i+1)); x.pairs && isLower(a) && isLower(b) && !isLower(at(s, i+2)) {
		set.join(&x.short[int(a-'a')*26+int(b-'a')])
	}
}

func (x *idIndex) under(set *detectorSet, s string, i int, key uint32) {
	for k := x.words.first(key); k > 0; k = x.words.entries[k-1].next {
		if hasFold(s[i:], x.words.entries[k-1].word) {
			set.join(&x.sets[k-1])
		}
	}
}

// setOf is the detectors that have a label which may be in label.
func (x *idIndex) setOf(label string) (set detectorSet) {
	if !x.any || label == "" {
		return set
	}
	for i := range len(label) {
		switch {
		case label[i] >= 0x80:
			set.join(&x.beyond)
		case beginsWord(label, i):
			x.labelsAt(&set, label+"   ", i)
		}
	}
	return set
}

// An idPlace is the start of a run, and the block that it is in.
type idPlace struct {
	at    int32
	block int32
}

// runs notes the places in a block where a number may begin: k is its place in the
// chunk, starts the bytes where words begin.
func (c *scanner) runs(prev, m, next *planes, k int, mask uint64) {
	x := &c.p.ids
	base := int32(k * blockSize)
	from := c.base + int(base)
	set := &c.sets[k+1]
	*set = detectorSet{}
	c.labelsIn(set, prev, m, next, from)
	near := *set
	near.join(&c.sets[k])
	near.join(&c.under)
	c.near[k] = near
	alnum, after := m.digit|m.alpha, next.digit|next.alpha
	t := alnum &^ (alnum<<1 | (prev.digit|prev.alpha)>>63) & mask
	c.beside[k] = !near.empty()
	if c.beside[k] {
		for ; t != 0; t &= t - 1 {
			c.places = append(c.places, idPlace{base + int32(bits.TrailingZeros64(t)), int32(k)})
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
		for i := range x.mixed[n] {
			if f := &x.mixed[n][i]; f.letters&digits == 0 && f.digits&letters == 0 {
				c.places = append(c.places, idPlace{base + int32(p), int32(k)})
				break
			}
		}
	}
}

// labelsIn adds to set the detectors whose labels may begin in the block at from.
func (c *scanner) labelsIn(set *detectorSet, prev, m, next *planes, from int) {
	x := &c.p.ids
	words := wordStarts(prev, m) & m.alpha
	s := c.s[from:]
	for t := words; t != 0; t &= t - 1 {
		k := bits.TrailingZeros64(t)
		if k+4 > len(s) {
			break
		}
		if key := wordKey(s, k); x.words.may(key) {
			x.under(set, s, k, key)
			x.under(set, s, k, key&threeBytes)
		}
	}
	if x.pairs {
		second, third := m.alpha>>1|next.alpha<<63, m.alpha>>2|next.alpha<<62
		upper2, upper3 := m.upper>>1|next.upper<<63, m.upper>>2|next.upper<<62
		// A capital behind a small letter begins the next word.
		t := words & second &^ (upper2 &^ m.upper) & (^third | upper3&^upper2)
		for ; t != 0; t &= t - 1 {
			k := bits.TrailingZeros64(t)
			set.join(&x.short[int(lower(s[k])-'a')*26+int(lower(s[k+1])-'a')])
		}
	}
	if !ascii(s[:min(len(s), blockSize)]) {
		set.join(&x.beyond)
	}
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

// firstSets has the labels of the block in front of the first one.
func (c *scanner) firstSets(start int) {
	c.sets[0] = detectorSet{}
	if start >= blockSize {
		p, m, next := planesOf(c.s[max(0, start-2*blockSize):start-blockSize]), planesOf(c.s[start-blockSize:start]), planesOf(c.s[start:])
		c.labelsIn(&c.sets[0], &p, &m, &next, start-blockSize)
	}
}

// settleIDs calls the scans of detectors with forms.
func (c *scanner) settleIDs() {
	x := &c.p.ids
	for _, p := range c.places {
		i, near := c.base+int(p.at), &c.near[p.block]
		if !idStart(c.s, i) {
			continue
		}
		c.formsAt(i, near)
		for _, by := range x.free {
			if near.has(by) {
				c.one(by, i)
			}
		}
	}
	c.places = c.places[:0]
	if x.digits.empty() {
		return
	}
	for _, d := range c.digits {
		// Among the labels it has been looked at already.
		if k := d.at / blockSize; !c.beside[k] && idStart(c.s, c.base+int(d.at)) {
			c.formsAt(c.base+int(d.at), &c.near[k])
		}
	}
}

// formsAt calls the scans whose forms begin as the run at s[i] does.
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
	var done detectorSet
	for k := range c.p.ids.forms[n] {
		f := &c.p.ids.forms[n][k]
		if f.letters&digits == 0 && f.digits&letters == 0 && (f.alone || near.has(f.by)) && !done.has(f.by) {
			done.add(f.by)
			c.one(f.by, i)
		}
	}
}
