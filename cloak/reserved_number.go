package cloak

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Stand-ins of the numbers that authorities give out. They are all of one kind, so that
// one scan finds them whatever the country, and restore need not know a label.
//
// A number is a stand-in if it is marked, if it has a form of a detector with a
// Guarantee, and if none of these detectors takes it for a number: its check digit is
// wrong, or its date, region or type does not exist. So a real number whose rule is
// known is never one, whatever it has in it.
//
// The mark keeps apart what is nobody's and what merely looks wrong: a number with a
// slip of the pen is somebody's all the same, and so is one of a kind without a rule.
// Five places are given, so that one in 100,000 numbers of no rule has them by chance.
// In digits it is 04098 behind the first one. As yymmdd or ddmmyy that is in a fortieth
// month, whatever an authority adds to months and days to say more; as a telephone number
// it is none of those that begin with an area code of North America (no exchange
// begins with 0), of Brazil or of India (no area code ends in 0 or begins with it).
// In letters it is QDE in front.
const (
	digitMark  = "04098"
	letterMark = "QDE"
	// Nine digits may be an American social security number, which has no check digit:
	// these are of a group that nobody uses, see ssnIssue.
	nineMark = "90440"
	// Some authorities have said what they never give.
	einMark  = "704098" // us_ein: no campus has the prefix 70
	ninoMark = "QQ04"   // uk_nino
	mbiMark  = "9SL4"   // us_mbi: neither S nor L
	imsiMark = "00101"  // imsi: the test network
)

// A numberSpace is a detector whose numbers have stand-ins.
type numberSpace struct {
	*Detector
	real func(string) bool // whether what has a form is a number by the authority's rule
}

// numberSpaces finds the stand-ins of numbers.
type numberSpaces struct {
	list  []numberSpace
	forms idIndex // of them
}

func newNumberSpaces(ds []Detector) *numberSpaces {
	x := new(numberSpaces)
	for i := range ds {
		if d := &ds[i]; d.anchor == anchorRun && len(d.Reserved) > 0 {
			real := d.Validate
			if real == nil {
				real = func(s string) bool { return d.sure == nil || d.sure(strings.ToUpper(s)) }
			}
			for _, f := range slices.Concat(d.alone, d.forms) {
				if !slices.Contains(d.loose, f) {
					x.forms.addForm(uint16(len(x.list)), d, f, true)
				}
			}
			x.list = append(x.list, numberSpace{d, real})
		}
	}
	return x
}

// detectors are the shapes of numbers.
func (x *numberSpaces) detectors() []Detector {
	return []Detector{{
		Name: "number_decoy", anchor: anchorDigit, groups: groupsMark, gate: mayBeMarkedDigits, scan: x.scanDigits, norm: normAlnum,
		Pattern: `[0-9](?:[ ./-]?[0-9])+`, Reserved: []string{`[1-5]` + digitMark + `[0-9]{4,12}`},
	}, {
		Name: "lettered_decoy", anchor: anchorWord, scan: x.scanLetters, norm: normAlnum,
		words:   []string{"qde", "9sl4", "qq04", "qq 0", "qq-0", "qq.0", "qq/0"},
		Pattern: `(?i)qde|9sl4|qq`, Reserved: []string{letterMark + `[0-9]{6}`},
	}}
}

// mayBeMarkedDigits looks at the digits behind the first one, or behind those that all
// numbers of Switzerland (756) or the Emirates (784) and of test networks (00101) begin
// with: most numbers are turned down at the second digit.
func mayBeMarkedDigits(s string, i int) bool {
	switch s[i] {
	case '7':
		if hasFold(s[i:], "756") || hasFold(s[i:], "784") {
			return true
		}
	case '0':
		return at(s, i+1) == '0' && (at(s, i+2) == '1' || formSep(at(s, i+2)))
	}
	k := i + 1
	for _, want := range [...]string{"0", "4", "04"} {
		if formSep(at(s, k)) {
			k++
		}
		if strings.IndexByte(want, at(s, k)) < 0 {
			return false
		}
		k++
	}
	return true
}

// scanDigits judges the number that the digits at s[i] begin, or the letters in front of
// them: those right there, or behind a blank.
func (x *numberSpaces) scanDigits(s string, i int) (site, bool) {
	const letters = 6 // with what stands behind them
	for p := i; p >= 0 && i-p <= letters; p-- {
		if p < i && !isAlpha(s[p]) {
			if !formSep(s[p]) || p < i-1 {
				break
			}
			continue
		}
		if !idStart(s, p) {
			continue
		}
		if end := x.end(s, p); end > i {
			return site{Span: Span{p, end}, shape: true}, true
		}
	}
	return site{}, false
}

// scanLetters judges the number that begins with the letters at s[i], or two digits
// in front of them.
func (x *numberSpaces) scanLetters(s string, i int) (site, bool) {
	for _, p := range [...]int{i - 2, i} {
		if p >= 0 && idStart(s, p) && (p == i || isDigit(s[p]) && isDigit(s[p+1])) {
			if end := x.end(s, p); end > i {
				return site{Span: Span{p, end}, shape: true}, true
			}
		}
	}
	return site{}, false
}

// end is where the stand-in of a number ends that begins at s[i]; 0 if there is none, or
// somebody's number is as long.
func (x *numberSpaces) end(s string, i int) (end int) {
	n, letters, digits := runAt(s, i)
	if n > maxFirst {
		return 0
	}
	real, asked := 0, 0
	marked := false // whether s[i:asked] is
	next := at(s, i+n)
	for _, k := range x.forms.alone[n][kindOf(letters, digits)] {
		f := &x.forms.forms[k]
		if f.letters&digits != 0 || f.digits&letters != 0 || !f.goesOn(next) {
			continue
		}
		e := matchForm(f.form, s, i)
		if e == 0 || e < end || e <= real || !idEnd(s, e) {
			continue
		}
		if e != asked {
			asked, marked = e, marksNumber(s[i:e])
		}
		if d := &x.list[f.by]; d.real(s[i:e]) {
			real = e
		} else if marked {
			end = e
		}
	}
	if real >= end || validCard(s[i:end]) {
		return 0
	}
	return end
}

// marksNumber reports whether value, which has a form, is marked.
func marksNumber(value string) bool {
	v := canonIBAN(value)
	letters := 0
	for letters < len(v) && isAlpha(v[letters]) {
		letters++
	}
	switch {
	case strings.HasPrefix(v, letterMark), strings.HasPrefix(v, ninoMark), strings.HasPrefix(v, mbiMark):
		return true
	case letters > 0:
	case countDigits(v) == len(v) && len(v) < 9: // a date, a price, half a telephone number
		return false
	case strings.HasPrefix(v[2:], letterMark): // see in_gstin
		return true
	case countDigits(v) < len(v) && v[0] <= '5':
	case len(v) == 9:
		return strings.HasPrefix(v, nineMark) || value[2] == '-' && strings.HasPrefix(v, einMark)
	case strings.HasPrefix(v, "756"+digitMark), strings.HasPrefix(v, "784"+digitMark), len(v) == 15 && strings.HasPrefix(v, imsiMark):
		return true
	case v[0] == '0' || len(v) < 12 && v[0] > '5': // the trunk prefix of most countries; what most of their mobile numbers begin with
		return false
	}
	v = v[letters:]
	return len(v) > len(digitMark) && isDigit(v[0]) && v[1:1+len(digitMark)] == digitMark
}

// reservedNumbers are the marked numbers of d's forms, bare of what may be left out.
func reservedNumbers(d *Detector) (patterns []string) {
	for _, forms := range [...][]string{d.alone, d.forms} {
		for _, f := range forms {
			p := reservedForm(f)
			known := p == "" || slices.Contains(d.loose, f)
			for _, q := range patterns {
				known = known || p == q
			}
			if !known {
				patterns = append(patterns, p)
			}
		}
	}
	return patterns
}

// reservedForm is the marked numbers of a form as RE2 writes them, without what a blank
// stands for; "" if there is no room for a mark.
func reservedForm(form string) string {
	letters, digits, behind := 0, 0, 0 // in front of the first digit; digits, or what may be one; letters behind it
	row := true                        // nothing but digits and their separators so far
	inRow := 0
	for k := range len(form) {
		switch b := form[k]; {
		case b == 'A' && digits == 0:
			letters++
		case b == 'A' && digits <= len(digitMark):
			return ""
		case b == 'A':
			behind++
			row = false
		case isAlnum(b):
			if digits++; row {
				inRow++
			}
		case digits > 0 && strings.IndexByte(" .-/()", b) < 0:
			row = false
		}
	}
	abroad := strings.HasPrefix(form, "756") || strings.HasPrefix(form, "784")
	var mark string
	switch {
	case abroad:
		mark = form[:3] + digitMark
	case inRow < leastDigits: // no anchorDigit
		return ""
	case letters > 0:
		mark = "*" + digitMark
	case digits == 9 && behind == 0:
		mark = nineMark
	case digits+behind < 8 || digits == 8 && behind == 0:
		return ""
	default:
		mark = "5" + digitMark
		if digits >= 12 {
			mark = "9" + digitMark
		}
	}
	var b formWriter
	for k, n := 0, 0; k < len(form); k++ {
		c := form[k]
		switch {
		case c == ' ':
			continue
		case c == 'A':
			b.add("[A-Z]")
			continue
		case !isAlnum(c):
			b.add(regexp.QuoteMeta(form[k : k+1]))
			continue
		case n < len(mark) && !abroad && c != '9' && c != 'X', n >= len(mark) && c != '9' && c != 'X':
			return "" // the form gives it: there is no room
		case n == 0 && mark[0] == '*':
			b.add("[0-9]")
		case n == 0 && !abroad && mark != nineMark:
			b.add("[1-" + mark[:1] + "]")
		case n < len(mark):
			b.add(mark[n : n+1])
		default:
			b.add("[0-9]")
		}
		n++
	}
	b.add("")
	return b.String()
}

// A formWriter counts the classes that follow each other.
type formWriter struct {
	strings.Builder
	last string
	n    int
}

func (w *formWriter) add(x string) {
	if x == w.last {
		w.n++
		return
	}
	if w.n > 2 && len(w.last) > 1 {
		w.WriteString(w.last)
		w.WriteByte('{')
		w.WriteString(strconv.Itoa(w.n))
		w.WriteByte('}')
	} else {
		for range w.n {
			w.WriteString(w.last)
		}
	}
	w.last, w.n = x, 1
}
