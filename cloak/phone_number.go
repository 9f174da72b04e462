package cloak

// The reading of telephone numbers, for the detectors of detect_phone.go: groups
// of digits, numbering plans, and the numbers set apart for fiction.

const (
	phoneDigits = 17 // what is read of a number: 15 by E.164, and two more to see that it is longer
	phoneGroups = 8
	phoneBytes  = 64
)

// A phoneRun is a stretch of digit groups with separators between them.
type phoneRun struct {
	n      int // groups
	start  [phoneGroups]int
	end    [phoneGroups]int
	gap    [phoneGroups]phoneGap // behind each group; zero where no more digits follow
	upTo   [phoneGroups + 1]int  // digits in the first k groups
	digits [phoneDigits]byte
}

// A phoneGap is what stands between two groups.
type phoneGap struct {
	mark        byte // '-' for any dash, '.', '/' or ' '; 0 for none but brackets
	open, close bool
	blank       bool // holds a blank
	more        bool // digits follow
}

// readPhone reads the groups from the digit s[i] on. It stops where a group would
// exceed what a number can have.
func readPhone(s string, i int) (r phoneRun) {
	begin := i
	for r.n < phoneGroups {
		j := i
		for isDigit(at(s, j)) && j-i <= phoneDigits {
			j++
		}
		have := r.upTo[r.n]
		if j == i || have+j-i > phoneDigits || j-begin > phoneBytes {
			break
		}
		copy(r.digits[have:], s[i:j])
		r.start[r.n], r.end[r.n], r.upTo[r.n+1] = i, j, have+j-i
		g, next := readPhoneGap(s, j)
		r.gap[r.n] = g
		r.n++
		if !g.more {
			break
		}
		i = next
	}
	return r
}

// readPhoneGap reads one separator: ")", a blank, and a dash or slash with a blank
// behind it, or a dot, and "(", each of which may be missing. A dot and a blank end
// a sentence, or the number of an item: "1. 617-555-0142".
func readPhoneGap(s string, i int) (g phoneGap, next int) {
	start := i
	if at(s, i) == ')' {
		g.close = true
		i++
	}
	if n := blankLen(s, i); n > 0 {
		g.mark, g.blank = ' ', true
		i += n
	}
	if mark, n := phoneMark(s, i); n > 0 {
		g.mark = mark
		i += n
		if n := blankLen(s, i); n > 0 && mark != '.' {
			g.blank = true
			i += n
		}
	}
	if at(s, i) == '(' {
		g.open = true
		i++
	}
	g.more = i > start && isDigit(at(s, i))
	return g, i
}

// phoneMark reads '-', '.', '/' or one of U+2010 to U+2015, which are dashes.
func phoneMark(s string, i int) (mark byte, n int) {
	switch b := at(s, i); {
	case b == '-' || b == '.' || b == '/':
		return b, 1
	case b == 0xe2 && at(s, i+1) == 0x80 && at(s, i+2)-0x90 < 6:
		return '-', 3
	}
	return 0, 0
}

// blankLen is the length of a space, U+00A0 or U+202F at s[i], or 0.
func blankLen(s string, i int) int {
	switch b := at(s, i); {
	case b == ' ':
		return 1
	case b == 0xc2 && at(s, i+1) == 0xa0:
		return 2
	case b == 0xe2 && at(s, i+1) == 0x80 && at(s, i+2) == 0xaf:
		return 3
	}
	return 0
}

// tight reports whether digits follow behind group k joined to it by a mark alone.
func (r *phoneRun) tight(k int) bool {
	g := r.gap[k]
	return g.more && !g.blank && !g.open && !g.close
}

// loose reports whether digits follow behind group k after nothing but a blank,
// as a group of the same number would.
func (r *phoneRun) loose(k int) bool {
	g := r.gap[k]
	return g.more && g.mark == ' ' && !g.open && !g.close
}

// size is the number of digits of group k.
func (r *phoneRun) size(k int) int { return r.upTo[k+1] - r.upTo[k] }

// sizes writes the sizes of the first k groups as decimal digits: 344 for
// 020 7946 0234. It is 0 if one has more than nine digits.
func (r *phoneRun) sizes(k int) (n int) {
	for i := range k {
		if r.size(i) > 9 {
			return 0
		}
		n = 10*n + r.size(i)
	}
	return n
}

// whole reports whether r is all of a value that begins with lead more bytes.
func (r *phoneRun) whole(value string, lead int) bool {
	return r.n > 0 && r.start[0] == lead && r.end[r.n-1] == len(value) && !r.gap[r.n-1].more
}

// evenly reports whether the gaps from group i up to group k-1 have one mark, and
// no brackets.
func (r *phoneRun) evenly(i, k int) bool {
	for j := i; j < k-1; j++ {
		if g := r.gap[j]; g.mark != r.gap[i].mark || g.open || g.close {
			return false
		}
	}
	return true
}

// international splits the digits of the first k groups, which begin with a
// country code after skip digits, into code and national number. A trunk 0
// before the national number is dropped where there is no such number with it.
// ok tells whether there is one: in the plan, or set apart from it.
func (r *phoneRun) international(skip, k int) (code int, national []byte, ok bool) {
	d := r.digits[skip:max(skip, r.upTo[k])]
	plan := ""
	width := 0
	for plan == "" && width < min(3, len(d)) {
		code = 10*code + int(d[width]-'0')
		width++
		if code > 0 {
			plan = phonePlan(code)
		}
	}
	if plan == "" {
		return 0, nil, false
	}
	national = d[width:]
	switch {
	case code == 1: // area codes are added every year
		return code, national, isNANP(string(national))
	case planHas(plan, string(national)) || fictionIn(code, string(national)) == fiction:
		return code, national, true
	case len(national) > 1 && national[0] == '0':
		if n := string(national[1:]); planHas(plan, n) || fictionIn(code, n) == fiction {
			return code, national[1:], true
		}
	}
	return code, national, false
}

// planHas reports whether a plan, see phonePlan, has national numbers that
// begin and are as long as this one.
func planHas(plan, national string) bool {
	if plan == "" {
		return false
	}
	w := int(plan[0] - '0')
	if len(national) < 4 || len(national) > 15 {
		return false
	}
	lead := national[:w]
	for i := 1; i < len(plan); i += 2*w + 3 {
		row := plan[i : i+2*w+3]
		if lead < row[:w] {
			return false
		}
		if lead <= row[w:2*w] {
			mask := int(unhex(row[2*w]))<<8 | int(unhex(row[2*w+1]))<<4 | int(unhex(row[2*w+2]))
			return mask>>(len(national)-4)&1 != 0
		}
	}
	return false
}

// isNANP reports whether ten digits are NXX-NXX-XXXX, N being 2 to 9 and neither
// NXX a service code N11 (NANPA, Central Office Code Assignment Guidelines).
// Nobody has area code 555, and whoever writes it takes any exchange.
func isNANP(d string) bool {
	return len(d) == 10 && d[0] >= '2' && d[1:3] != "11" && (d[:3] == "555" || isExchange(d[3:6]))
}

func isExchange(d string) bool { return d[0] >= '2' && d[1:] != "11" }

// A fictionality tells whether a number is set apart.
type fictionality uint8

const (
	notFiction fictionality = iota
	fiction                 // nobody has it, and stand-ins come from there
	setApart                // nobody has it
)

// fictionNANP judges ten digits: NXX-555-0100 to 0199 (NANPA) but for toll-free
// codes, of which only 800-555-0199 is set apart. Stand-ins take geographic area
// codes only.
func fictionNANP(d string) fictionality {
	if len(d) != 10 || d[3:8] != "55501" || d[0] < '2' || d[1:3] == "11" {
		return notFiction
	}
	switch {
	case d == "8005550199":
		return fiction
	case d[0] == '8' && (d[1] == '8' || d[1] == d[2]): // 800, 822 to 899: toll-free
		return notFiction
	case d[0] == '5' || d[0] == '8' || d[1] == '9' || d[1:3] == "00":
		return setApart
	}
	return fiction
}

// fictionIn judges a national number, without trunk 0, of a country.
func fictionIn(code int, d string) fictionality {
	switch code {
	case 1:
		return fictionNANP(d)
	case 33:
		if len(d) == 9 {
			return fictionOf(d[:5], "19900", "26191", "35301", "46571", "53649", "63998")
		}
	case 44:
		if len(d) == 10 {
			return fictionOf(d[:7], "1134960", "1144960", "1154960", "1164960", "1174960", "1184960",
				"1214960", "1314960", "1414960", "1514960", "1614960", "1914980", "2079460", "2896496",
				"2920180", "1632960", "7700900", "8081570", "9098790", "3069990")
		}
	case 46:
		if n := len(d); n > 2 && (d[:n-2] != "7017406" || d[n-2:] >= "05") {
			return fictionOf(d[:n-2], "3139006", "8465004", "7017406")
		}
	case 49:
		if n := len(d); n > 3 {
			return fictionOf(d[:n-3], "3023125", "4066969", "6990009", "2214710", "8999998")
		}
	case 61:
		if len(d) == 9 {
			return fictionOf(d[:5], "25550", "35550", "75550", "85550", "27010", "37010", "77010", "87010")
		}
	case 353:
		if len(d) == 9 {
			return fictionOf(d[:4], "2091")
		}
	}
	return notFiction
}

func fictionOf(lead string, of ...string) fictionality {
	for _, x := range of {
		if lead == x {
			return fiction
		}
	}
	return notFiction
}

// unassignedCode reports whether E.164 digits lie under +999, a code that is
// assigned to nobody, with a national part of 9 to 12 digits.
func unassignedCode(d string) bool {
	return 12 <= len(d) && len(d) <= 15 && d[:3] == "999"
}

// nationalFiction reports whether the first k groups are a number set apart,
// written with its trunk 0. Countries share national numbers: 03 53 01 12 34 is
// set apart in France, and 03-5301-1234 is somebody in Tokyo. So the groups must
// be the country's own, or there must be only one.
func (r *phoneRun) nationalFiction(k int) bool {
	if r.digits[0] != '0' {
		return false
	}
	d := string(r.digits[1:max(1, r.upTo[k])])
	for _, code := range [...]int{44, 49, 33, 61, 46, 353} {
		if fictionIn(code, d) == fiction && (k == 1 || r.ownGroups(code, k)) {
			return true
		}
	}
	return false
}

func (r *phoneRun) ownGroups(code, k int) bool {
	first, second := r.size(0), r.size(1)
	switch code {
	case 33:
		return r.sizes(k) == 22222
	case 44: // 020, 028 and 029 have three digits; 01632 has five
		return first >= 4 && (first == 5 || string(r.digits[:4]) != "0163") || first == 3 && r.digits[1] == '2'
	case 46: // 08, 031, 070
		return (second == 3 || k == 2) && (first == 3 || first == 2 && r.digits[1] == '8')
	case 49: // 030, 040, 069, 089, 0221
		return first == 3 || first == 4 && r.digits[1] == '2'
	case 61:
		return r.sizes(k) == 244
	}
	return first == 3
}
