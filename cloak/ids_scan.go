package cloak

import (
	"math/bits"
	"strings"
)

// Where numbers may begin: each run is held against the forms of those whose label stands
// in front of it, and of those that need none.

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

// runAt is how long the run of letters and digits at s[i] is, maxFirst and one at the
// most, and which of its bytes are letters, and digits.
func runAt(s string, i int) (n int, letters, digits uint32) {
	for ; n <= maxFirst && i+n < len(s); n++ {
		if b := s[i+n]; isDigit(b) {
			digits |= 1 << n
		} else if isAlpha(b) {
			letters |= 1 << n
		} else {
			break
		}
	}
	return n, letters, digits
}

// formsAt calls the scans whose forms begin as the run at s[i] does: of detectors in
// near, or of those that need no label.
func (c *scanner) formsAt(i int, near *detectorSet) {
	x := &c.p.ids
	n, letters, digits := runAt(c.s, i)
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
