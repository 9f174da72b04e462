package cloak

// scanPhoneNational reads a number as it is written within its country, from its
// first digit on. A bracket in front belongs to it.
func scanPhoneNational(s string, i int) (site, bool) {
	if nationalFit(s, i) == fitsNever {
		return site{}, false
	}
	r := readPhone(s, i)
	if r.upTo[r.n] < 7 {
		return site{}, false
	}
	x := site{Span: Span{i, i}}
	bracket := at(s, i-1) == '(' && r.n > 1 && r.gap[0].close
	if bracket {
		x.Start--
	}
	k := r.fictionGroups(s) // which may stand between brackets, as beside a token
	if !startsNational(s, x.Start) && !(k > 0 && wrapsFiction(at(s, x.Start-1))) {
		return site{}, false
	}
	if k > 0 {
		x.End, x.shape = r.end[k-1], true
		return x, true
	}
	if skip := r.prefixed(r.n); skip > 0 && r.n > 1 {
		if k := r.internationalGroups(skip); k > 1 && r.endsNational(s, k) {
			x.End, x.bits = r.end[k-1], phoneLikely
			return x, true
		}
	}
	k, bits := r.nationalGroups(s, bracket)
	if k > 0 && !r.loose(k-1) {
		x.End, x.bits = r.end[k-1], bits
		return x, true
	}
	if n := r.labelledGroups(s, bracket); n > 0 {
		k = n
	}
	if k == 0 {
		return site{}, false
	}
	x.End, x.weak, x.whole = r.end[k-1], true, isMobile(string(r.digits[:r.upTo[k]]))
	if n := labelBehind(s, x.End); n > 0 && k > 1 {
		x.weak, x.bits, x.seen = false, phoneLikely, x.End+n
	}
	return x, true
}

// isMobile reports whether d is a mobile number with its trunk 0, of eleven digits, in
// one of the plans in which those begin with 05, 07 or 09: Turkey, Britain, Nigeria, the
// Philippines. Any number is one in some plan; few are in these.
func isMobile(d string) bool {
	return len(d) == 11 && d[0] == '0' && (d[1] == '5' || d[1] == '7' || d[1] == '9') && trunkPlan(d, 90, 44, 234, 63)
}

// labelBehind is the length of what says behind a number that it is one, "-Fax" or
// " office"; 0 if nothing does.
func labelBehind(s string, i int) int {
	if b := at(s, i); b != ' ' && b != '-' {
		return 0
	}
	n := letterRun(s[i+1:], 8)
	if isWord(at(s, i+1+n)) || !foldedIn(phoneEnds, s[i+1:i+1+n]) {
		return 0
	}
	return 1 + n
}

var phoneEnds = wordSet("office fax mobile cell home work desk tel phone")

// wrapsFiction reports whether a stand-in may stand behind b, and no other number:
// a bracket, Markdown's emphasis, a tag.
func wrapsFiction(b byte) bool { return b == '[' || b == '*' || b == '<' }

// startsNational reports whether a number can begin at s[i].
func startsNational(s string, i int) bool {
	before, beyond := at(s, i-1), at(s, i-2)
	switch before {
	case '+', '$', '_', '#', '*', '[', '<':
		return false
	case '-', '.', '/', ' ', ',', ':', ')':
		return !isDigit(beyond) && (before != '-' || !isAlnum(beyond))
	}
	return !isAlnum(before)
}

// endsNational reports whether a number can end with group k-1.
func (r *phoneRun) endsNational(s string, k int) bool {
	end := r.end[k-1]
	if bad, _ := touched(s, end); bad {
		return false
	}
	after, beyond := at(s, end), at(s, end+1)
	return (!((after == '-' || after == '/' || after == ':') && isAlnum(beyond)) || labelBehind(s, end) > 0) && after != ']'
}

// fictionGroups tells how many groups are a number set apart.
func (r *phoneRun) fictionGroups(s string) int {
	for k := r.n; k > 0; k-- {
		if (r.nationalFiction(k) || r.prefixedFiction(k)) && (at(s, r.end[k-1]) == ']' || r.endsNational(s, k)) {
			return k
		}
	}
	return 0
}

// prefixed is the length of an international prefix, 00 or 011, that stands in
// front of a country code, or 0.
func (r *phoneRun) prefixed(k int) int {
	switch {
	case r.upTo[k] < 10:
		return 0
	case r.digits[0] == '0' && r.digits[1] == '0' && r.size(0) > 1: // 0.049917534 is a fraction
		return 2
	case r.size(0) == 3 && string(r.digits[:3]) == "011":
		return 3
	}
	return 0
}

// prefixedFiction reports whether the first k groups are an international prefix
// and a number set apart.
func (r *phoneRun) prefixedFiction(k int) bool {
	skip := r.prefixed(k)
	if skip == 0 {
		return false
	}
	code, national, _ := r.international(skip, k)
	return unassignedCode(string(r.digits[skip:r.upTo[k]])) || fictionIn(code, string(national)) == fiction
}

// nationalGroups tells how many groups have a layout that only telephone numbers
// have, and the evidence. With another group behind them, after a blank, they are
// a number only beside a label.
func (r *phoneRun) nationalGroups(s string, bracket bool) (k, bits int) {
	for k = min(r.n, 5); k > 1; k-- {
		bits = r.layout(k, bracket)
		if bits > 0 && !r.tight(k-1) && r.endsNational(s, k) {
			return k, bits
		}
	}
	return 0, 0
}

// layout is the evidence of the first k groups.
func (r *phoneRun) layout(k int, bracket bool) int {
	d, first, second := string(r.digits[:r.upTo[k]]), r.gap[0].mark, byte(0)
	if k > 2 {
		second = r.gap[1].mark
	}
	switch {
	case !r.evenly(1, k) || r.gap[0].open || r.gap[0].close != bracket:
		return 0
	case d[0] != '0':
		return r.layoutWithoutTrunk(k, d, bracket)
	case d[1] == '0' || second == '/' || d == "0102030405": // the last are bytes, as examples have them
		return 0
	case bracket:
		if n := len(d); 9 <= n && n <= 12 && r.size(0) <= 6 && r.size(1) > 1 {
			return phoneAdded
		}
		return 0
	case first == '/': // 030/22732152, 0664/123 45 67, 03/123.45.67
		if len(d) >= 9 && r.size(1) > 1 && second != '-' && trunkPlan(d, 49, 43, 32) {
			return phoneBarely
		}
		return 0
	}
	return layoutTrunk(r.sizes(k), d, first, second)
}

// layoutTrunk is the evidence of groups of these sizes, the digits d of which
// begin with a trunk 0. Between them stands first, and then second.
func layoutTrunk(sizes int, d string, first, second byte) int {
	bits, ok, even := phoneAdded, false, second == 0 || first == second
	switch sizes {
	case 56:
		bits, ok = phoneBarely, first == ' ' && trunkPlan(d, 44)
	case 65:
		bits, ok = phoneBarely, first == ' ' && trunkPlan(d, 91)
	case 344:
		bits, ok = phoneLikely, even && trunkPlan(d, 44, 81, 82, 91)
	case 434, 533:
		bits, ok = phoneLikely, even && trunkPlan(d, 44, 91)
	case 433:
		ok = even && trunkPlan(d, 61, 81)
	case 424:
		bits, ok = phoneBarely, even && first == '-' && trunkPlan(d, 81)
	case 244: // Italy keeps the 0 in its numbers
		ok = even && (trunkPlan(d, 61, 81) || planHas(phonePlan(39), d))
	case 234, 334:
		ok = even && trunkPlan(d, 353, 64, 31, 81)
	case 22222:
		bits, ok = phoneLikely, even && trunkPlan(d, 33)
	case 2322, 3322, 4222, 3222, 4322, 2332, 42222:
		ok = (second != '-' || first == '-') && trunkPlan(d, 32, 41, 43, 46, 49)
	}
	if !ok {
		return 0
	}
	return bits
}

// layoutWithoutTrunk is for Spain, and for Brazil, whose area codes stand in
// brackets.
func (r *phoneRun) layoutWithoutTrunk(k int, d string, bracket bool) int {
	spaced := !bracket && r.gap[0].mark == ' '
	switch n := r.sizes(k); {
	case (n == 254 || n == 244) && bracket && r.gap[1].mark == '-' && planHas(phonePlan(55), d):
		return phoneLikely
	case n == 254 && spaced && r.gap[1].mark == '-' && planHas(phonePlan(55), d):
		return phoneBarely
	case (n == 3222 || n == 2322) && spaced && r.gap[1].mark == ' ' && d[0] >= '6' && planHas(phonePlan(34), d):
		return phoneBarely
	}
	return 0
}

// trunkPlan reports whether one of the plans has d without its trunk 0.
func trunkPlan(d string, codes ...int) bool {
	for _, code := range codes {
		if planHas(phonePlan(code), d[1:]) {
			return true
		}
	}
	return false
}

// labelledGroups tells how many groups are a number if a label says so: seven to
// fifteen digits that are no date, time, decimal or social security number.
func (r *phoneRun) labelledGroups(s string, bracket bool) int {
	k := 1
	for k < r.n && !r.longGroup(k-1) {
		k++
	}
	n := r.upTo[k]
	if n < 7 || n > 13 && r.prefixed(k) == 0 || n > 15 || k == r.n && r.gap[k-1].more || !r.endsNational(s, k) {
		return 0
	}
	first, d := r.gap[0], string(r.digits[:n])
	switch {
	case d[:3] == "000", fictionNANP(d) != notFiction, d[0] == '1' && fictionNANP(d[1:]) != notFiction:
		return 0
	case k == 1 && (!bareAlone(s, r.start[0], r.end[0]) || epoch(d)):
		return 0
	case first.close && !bracket, first.open && k > 1 && !r.gap[1].close:
		return 0
	case k == 2 && first.mark == ' ' && at(s, r.start[0]-1) == ' ' && at(s, r.start[0]-2) == '"':
		return 0 // status and size in an access log
	case k == 2 && (first.mark == '.' || first.mark == '/' && r.digits[0] != '0'):
		return 0
	case k > 1 && r.dated(k), k == 4 && first.mark == '.' && r.evenly(0, 4) && r.digits[0] != '0':
		return 0
	}
	for j := range k {
		if r.size(j) == 1 && j > 0 && (j > 1 || k < 3) {
			return 0
		}
	}
	return k
}

// longGroup reports whether a number ends with group j: it has six digits and
// more, and no short group joined by a dash follows.
func (r *phoneRun) longGroup(j int) bool {
	return r.size(j) >= 6 && !(r.tight(j) && r.gap[j].mark == '-' && r.size(j+1) <= 4)
}

// dated reports whether the groups begin as a date, or are a social security number.
func (r *phoneRun) dated(k int) bool {
	a, b := r.size(0), r.size(1)
	if a == 4 && (b == 2 || b == 1) && (r.digits[0] == '1' && r.digits[1] == '9' || r.digits[0] == '2' && r.digits[1] == '0') {
		return true
	}
	if k < 3 {
		return false
	}
	c := r.size(2)
	return a <= 2 && b <= 2 && c == 4 || a == 3 && b == 2 && c == 4
}

// epoch reports whether d is a time in seconds or milliseconds, of 2014 to 2033.
func epoch(d string) bool {
	return (len(d) == 10 || len(d) == 13) && d[0] == '1' && '4' <= d[1]
}

// phoneEndsAhead reports whether a word that may be a label follows what may be the
// groups of a number from s[i] on.
func phoneEndsAhead(s string, i int) bool {
	for end := min(len(s), i+16); i < end; i++ {
		switch b := s[i]; {
		case isDigit(b), b == ' ', b == '-', b == '.', b == '(', b == ')':
		case isAlpha(b):
			return labelBehind(s, i-1) > 0
		default:
			return false
		}
	}
	return false
}

func validPhoneNational(value string) bool {
	lead := 0
	if at(value, 0) == '(' {
		lead = 1
	}
	r := readPhone(value, lead)
	return r.whole(value, lead) && r.upTo[r.n] >= 7 && r.upTo[r.n] <= 15
}

// canonicalPhoneNational is the E.164 number where the value begins with an
// international prefix, and otherwise its digits: the country is not known.
func canonicalPhoneNational(value string) string {
	lead := 0
	if at(value, 0) == '(' {
		lead = 1
	}
	r := readPhone(value, lead)
	if skip := r.prefixed(r.n); skip > 0 {
		if _, _, ok := r.international(skip, r.n); ok {
			return r.e164(skip)
		}
	}
	return string(r.digits[:r.upTo[r.n]])
}

// isDate reports whether s[i:] begins with a day of this century or the last, as
// ISO 8601 writes it, with one of three signs: what most groups of digits in a
// log begin with.
func isDate(s string, i int) bool {
	if i+10 > len(s) || s[i] != '1' && s[i] != '2' || s[i+4] != s[i+7] {
		return false
	}
	sep := s[i+4]
	if sep != '-' && sep != '/' && sep != '.' {
		return false
	}
	for k := 1; k < 10; k++ {
		if k != 4 && k != 7 && !isDigit(s[i+k]) {
			return false
		}
	}
	month, day := 10*(s[i+5]-'0')+s[i+6]-'0', 10*(s[i+8]-'0')+s[i+9]-'0'
	return (s[i+1] == '9' || s[i+1] == '0') && 1 <= month && month <= 12 && 1 <= day && day <= 31 && !isDigit(at(s, i+10))
}

// nationalFit tells whether the digits at s[i] can be a number, and one that needs
// no label: with a trunk 0 or an international prefix, in brackets, or as Brazil
// (2-5-4) and Spain (3-2-2-2, 2-3-2-2) group theirs.
func nationalFit(s string, i int) fit {
	b := at(s, i-1)
	switch {
	case b != '(' && !wrapsFiction(b) && !startsNational(s, i) || isDate(s, i):
		return fitsNever
	case s[i] == '0' || b == '(' || b >= 0x80:
		return fitsAlone
	}
	n := 1
	for isDigit(at(s, i+n)) && n < 5 {
		n++
	}
	if phoneEndsAhead(s, i+n) {
		return fitsAlone
	}
	blank := at(s, i+n)
	if (n == 2 || n == 3 && s[i] >= '6') && (blank == ' ' || blank >= 0x80) {
		return fitsAlone
	}
	return fitsLabelled
}
