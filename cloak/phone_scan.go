package cloak

import "strconv"

// evidence is what a form of a number is worth; see Detector.Bits.
const (
	phoneBare    = 7  // digits, and a label makes them a number
	phoneGlued   = 16 // a plan's number, but a word touches it
	phoneAdded   = 14 // at a line's start, where a diff puts its plus signs
	phoneLikely  = 15
	phoneBarely  = 13
	phoneBracket = 17
)

// scanPhoneIntl reads a number from its plus sign on. Of the groups behind it, it
// takes as many as the numbering plan allows: what follows may be a date.
func scanPhoneIntl(s string, i int) (site, bool) {
	first := i + 1
	if at(s, first) == '(' {
		first++
	}
	before := at(s, i-1)
	if isDigit(before) || before == '_' || before == ')' || before == '+' || before == '.' {
		return site{}, false
	}
	r := readPhone(s, first)
	k := r.internationalGroups(0)
	if k == 0 {
		return r.unplanned(s, i)
	}
	x := site{Span: Span{i, r.end[k-1]}}
	end, extended := touched(s, x.End)
	if end || r.tight(k-1) && r.gap[k-1].mark == '.' {
		return site{}, false
	}
	d := string(r.digits[:r.upTo[k]])
	code, national, _ := r.international(0, k)
	kind := fictionIn(code, string(national))
	x.shape = kind == fiction || unassignedCode(d)
	x.left = kind == setApart
	if x.shape || x.left {
		return x, true
	}
	switch {
	case before == ']': // a[i]+49…; a stand-in may stand behind a token
		return site{}, false
	case isAlpha(before) && k < 3: // e+4930…, but Tel+49 30 23125 042
		return site{}, false
	case isAlpha(before) || extended || r.thousands(k):
		x.bits = phoneGlued
	case k == 1 && before == '\n':
		x.bits = phoneAdded
	}
	return x, true
}

// internationalGroups tells how many groups are a number that begins with a
// country code, after skip digits; 0 if none are.
func (r *phoneRun) internationalGroups(skip int) int {
	longest := 0
	for k := 1; k <= r.n; k++ {
		d := string(r.digits[min(skip, r.upTo[k]):r.upTo[k]])
		_, national, ok := r.international(skip, k)
		if !unassignedCode(d) && (!ok || phoneZeros(string(national)) >= 6) {
			continue
		}
		longest = k
		if r.size(k-1) >= 7 && r.gap[k-1].blank {
			break // a long last group is written before no other one
		}
	}
	return longest
}

// unplanned is for what no plan has: a number beside a label still.
func (r *phoneRun) unplanned(s string, i int) (site, bool) {
	if r.n == 0 || r.gap[r.n-1].more || r.digits[0] == '0' || at(s, i-1) == ']' {
		return site{}, false
	}
	n := r.upTo[r.n]
	if n < 9 || n > 15 || isAlpha(at(s, i-1)) && r.n < 3 || phoneZeros(string(r.digits[:n])) >= 6 {
		return site{}, false
	}
	if end, extended := touched(s, r.end[r.n-1]); end || extended {
		return site{}, false
	}
	x := site{Span: Span{i, r.end[r.n-1]}, weak: true, bits: phoneBare}
	if n := labelBehind(s, x.End); n > 0 && r.n > 1 {
		x.weak, x.bits, x.seen = false, phoneLikely, x.End+n
	}
	return x, true
}

// thousands reports whether the groups are also those of a long decimal number.
func (r *phoneRun) thousands(k int) bool {
	for j := 1; j < k; j++ {
		if r.size(j) != 3 {
			return false
		}
	}
	return k > 2 && r.size(0) <= 3 && r.evenly(0, k) && (r.gap[0].mark == '.' || r.gap[0].mark == ' ')
}

// phoneZeros counts the zeros that d ends with.
func phoneZeros(d string) (n int) {
	for n < len(d) && d[len(d)-1-n] == '0' {
		n++
	}
	return n
}

// touched judges what stands behind a number: end means that it goes on there and
// is none; extended that a word begins, as in 4418Fax, which numbers copied from
// pages have. An extension, x12 or ext, is neither.
func touched(s string, i int) (end, extended bool) {
	b, next := at(s, i), at(s, i+1)
	switch {
	case b|0x20 == 'x' && (isDigit(next) || next == ' ' || next == '.'), b|0x20 == 'e' && next|0x20 == 'x':
		return false, false
	case isUpper(b) && isLower(next):
		return false, true
	}
	return isWord(b) || b == '%' || b == '.' && isDigit(next), false
}

// scanPhoneNANP reads a number from the 1 in front of its area code, or from the
// area code on. A bracket in front belongs to it.
func scanPhoneNANP(s string, i int) (site, bool) {
	n := i
	for isDigit(at(s, n)) && n-i < 12 {
		n++
	}
	switch n - i {
	case 10, 11:
		return bareNANP(s, i, n)
	case 3:
	case 1:
		if s[i] != '1' {
			return site{}, false
		}
	default:
		return site{}, false
	}
	if !threeNext(s, n) { // most digits are no number's
		return site{}, false
	}
	r := readPhone(s, i)
	a := 0 // the group of the area code
	if n-i == 1 {
		a = 1
	}
	if a == 1 && r.gap[0].close {
		return site{}, false // the number of an item: "1) 617-555-0142"
	}
	if r.n < a+3 || r.size(a) != 3 || r.size(a+1) != 3 || r.size(a+2) != 4 || !isNANP(string(r.digits[a:a+10])) {
		return site{}, false
	}
	x := site{Span: Span{i, r.end[a+2]}}
	bracket := r.gap[a].close && (a == 1 && r.gap[0].open || a == 0 && at(s, i-1) == '(')
	if bracket && a == 0 {
		x.Start--
	}
	d := string(r.digits[a : a+10])
	x.bits = r.layoutNANP(a, bracket)
	if !r.aloneNANP(s, x, a+2, bracket) {
		return site{}, false
	}
	switch fictionNANP(d) {
	case fiction:
		if at(s, x.Start-1) == ' ' && isDigit(at(s, x.Start-2)) { // groups of a longer number
			return site{}, false
		}
		x.shape = true
		return x, true
	case setApart:
		x.left = true
		return x, true
	}
	if !isExchange(d[3:6]) || d[:3] != "555" && !planHas(phonePlan(1), d) { // not in use as yet
		x.bits -= 2
	}
	x.weak = x.bits < phoneBarely
	return x, x.bits > 0
}

// mayBeNANP looks at the first digits, which no plan's number begins with, and at the
// size of the first group.
func mayBeNANP(s string, i int) bool {
	n := digitRun(s[i:], 12)
	switch {
	case n == 11, n == 1:
		return s[i] == '1' && (n == 1 || s[i+1] >= '2' && s[i+4] >= '2')
	case n == 10:
		return s[i] >= '2' && s[i+3] >= '2'
	}
	return n == 3 && s[i] >= '2'
}

// threeNext reports whether the group behind the one that ends at s[i] has three digits.
func threeNext(s string, i int) bool {
	g, next := readPhoneGap(s, i)
	return g.more && isDigit(at(s, next+1)) && isDigit(at(s, next+2)) && !isDigit(at(s, next+3))
}

// layoutNANP is the evidence of the separators behind the area code a and the
// exchange; 0 for separators that no number has.
func (r *phoneRun) layoutNANP(a int, bracket bool) int {
	g, h := r.gap[a], r.gap[a+1]
	switch {
	case h.open || h.close || g.open || g.close && !bracket || h.mark == '/' || g.mark == '/':
		return 0
	case bracket:
		return phoneBracket
	case g.mark == '-' && h.mark == '-':
		return phoneGlued
	case g.mark == '.' && h.mark == '.', g.mark == ' ' && h.mark == '-':
		return phoneAdded
	case g.mark == ' ' && h.mark == ' ':
		return phoneBarely
	}
	return phoneBare
}

// aloneNANP reports whether nothing around x, which ends with group k, makes it a
// part of something longer.
func (r *phoneRun) aloneNANP(s string, x site, k int, bracket bool) bool {
	before, beyond := at(s, x.Start-1), at(s, x.Start-2)
	spaced := x.bits == phoneBarely
	switch {
	case before == '+' || before == '$' || before == '_' || isDigit(before):
		return false
	case isAlpha(before) && !bracket:
		return false
	case before == '-' && (isDigit(beyond) || isAlpha(beyond) && !bracket):
		return false
	case before == '.' && isDigit(beyond), spaced && before == ' ' && isDigit(beyond):
		return false
	}
	if end, _ := touched(s, x.End); end {
		return false
	}
	if at(s, x.End) == '-' && isAlpha(at(s, x.End+1)) && !bracket && labelBehind(s, x.End) == 0 {
		return false
	}
	return !(r.tight(k) && r.gap[k].mark != '/') && !(spaced && r.loose(k))
}

// bareNANP reads ten digits, or eleven that begin with 1, in s[i:j].
func bareNANP(s string, i, j int) (site, bool) {
	d := s[i:j]
	if len(d) == 11 && d[0] == '1' {
		d = d[1:]
	}
	if !isNANP(d) || !bareAlone(s, i, j) {
		return site{}, false
	}
	x := site{Span: Span{i, j}, bits: phoneBare, weak: true}
	switch fictionNANP(d) {
	case fiction:
		if at(s, i-1) == ' ' && isDigit(at(s, i-2)) { // groups of a longer number
			return site{}, false
		}
		x.shape, x.weak = true, false
	case setApart:
		x.left = true
	}
	return x, true
}

// bareAlone reports whether digits without separators stand by themselves.
func bareAlone(s string, i, j int) bool {
	before, after := at(s, i-1), at(s, j)
	switch {
	case isWord(before) || before == '+' || before == '$' || before == '.':
		return false
	case (before == '-' || before == '/') && isAlnum(at(s, i-2)):
		return false
	case (after == '-' || after == '/') && isAlnum(at(s, j+1)):
		return false
	}
	end, extended := touched(s, j)
	return !end && !extended
}

func validPhoneIntl(value string) bool {
	lead := 1
	if at(value, 1) == '(' {
		lead = 2
	}
	r := readPhone(value, lead)
	if at(value, 0) != '+' || !r.whole(value, lead) {
		return false
	}
	_, _, ok := r.international(0, r.n)
	n := r.upTo[r.n]
	return ok || 9 <= n && n <= 15 && r.digits[0] != '0'
}

func canonicalPhoneIntl(value string) string {
	lead := 1
	if at(value, 1) == '(' {
		lead = 2
	}
	r := readPhone(value, lead)
	return r.e164(0)
}

// e164 is the number after skip digits, "+" and digits, without a trunk 0.
func (r *phoneRun) e164(skip int) string {
	if code, national, ok := r.international(skip, r.n); ok {
		return "+" + strconv.Itoa(code) + string(national)
	}
	return "+" + string(r.digits[min(skip, r.upTo[r.n]):r.upTo[r.n]])
}

// nanpDigits are the ten digits of a value, or "".
func nanpDigits(value string) string {
	lead := 0
	if at(value, 0) == '(' {
		lead = 1
	}
	r := readPhone(value, lead)
	if !r.whole(value, lead) {
		return ""
	}
	d := string(r.digits[:r.upTo[r.n]])
	if len(d) == 11 && d[0] == '1' {
		d = d[1:]
	}
	if !isNANP(d) {
		return ""
	}
	return d
}

func validPhoneNANP(value string) bool { return nanpDigits(value) != "" }

func canonicalPhoneNANP(value string) string { return "+1" + nanpDigits(value) }
