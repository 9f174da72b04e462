package cloak

// Some numbers have no form but the one that a company or a school has thought of:
// EMP-00123, 4471920, XYP123456789. They are told by the label alone, so that it must
// stand right in front of them.

// A codeForm bounds such a number: how many letters and digits it has, and how many
// digits at least.
type codeForm struct {
	least, most, digits int
	numeric             bool // it has no letters
	capitals            bool // it has no small letters
}

// codeExpr is what an RE2 expression can say of it; it is bounded, so that a long run
// of letters is not read from each of them to its end.
const codeExpr = `[0-9A-Za-z](?:-?[0-9A-Za-z]){3,17}`

// scanCode judges the letters and digits from s[i] on, with single dashes between.
func (d *Detector) scanCode(s string, i int) (site, bool) {
	if !idStart(s, i) {
		return site{}, false
	}
	end, ok := d.code.end(s, i)
	if !ok || !idEnd(s, end) || !d.afterLabel(s, i) {
		return site{}, false
	}
	return site{Span: Span{i, end}, weak: true}, true
}

// end is where a number ends that begins at s[i].
func (c *codeForm) end(s string, i int) (end int, ok bool) {
	n, digits, lowers, uppers := 0, 0, 0, 0
	groupStart, groups := i, 0
	word := func(from, to int) bool { // letters that are no abbreviation
		for _, b := range []byte(s[from:to]) {
			if !isLower(b) {
				return false
			}
		}
		return from < to
	}
	start := i
	for ; n <= c.most; i++ {
		b := at(s, i)
		switch {
		case isDigit(b):
			digits++
		case isUpper(b):
			uppers++
		case isLower(b):
			lowers++
		default:
			if word(groupStart, i) {
				return 0, false
			}
			if groups++; b == '-' && isAlnum(at(s, i+1)) {
				groupStart = i + 1
				continue
			}
			v := s[start:i]
			ok = n >= c.least && digits >= c.digits && (lowers == 0 || uppers == 0 && !c.capitals) && !(c.numeric && digits < n)
			return i, ok && !sameDigit(v) && !isYearOrDay(v)
		}
		n++
	}
	return 0, false
}

// isYearOrDay reports whether v is 1999, 2024-25 or 2024-01-31.
func isYearOrDay(v string) bool {
	if len(v) < 4 || len(v) > 10 || v[:2] != "19" && v[:2] != "20" {
		return false
	}
	return len(v) == 4 || v[4] == '-' && countDigits(v) >= len(v)-2
}

// afterLabel reports whether s[i] is where a number stands whose label ends in front of
// it: with nothing between but signs and words like "is" and "no". The start of a
// line will do: the label may be that of the text.
func (d *Detector) afterLabel(s string, i int) bool {
	const signs, words = 8, 3
	for range words {
		n := 0
		for ; i > 0 && !isLetter(s[i-1]); i-- {
			switch b := s[i-1]; {
			case b == '\n' || b == 0:
				return true
			case isDigit(b) || b == ',' || b == ';' || b == '!' || b == '?':
				return false
			}
			if n++; n > signs {
				return false
			}
		}
		if i == 0 {
			return true
		}
		end := i
		for i > 0 && end-i < contextReach && isLetter(s[i-1]) {
			i--
		}
		switch w := s[i:end]; {
		case d.endsLabel(w):
			return true
		case !isLink(w):
			return false
		}
	}
	return false
}

// isLetter reports whether b is a letter, or a part of one in another alphabet.
func isLetter(b byte) bool { return isAlpha(b) || b >= 0x80 }

// endsLabel reports whether the word w may be the last one of a label: memberId may.
func (d *Detector) endsLabel(w string) bool {
	for _, l := range d.Labels {
		k := len(l)
		for k > 0 && l[k-1] != ' ' {
			k--
		}
		if last := l[k:]; len(w) >= len(last) && hasFold(w[len(w)-len(last):], last) {
			return true
		}
	}
	return false
}

// isLink reports whether w may stand between a label and its number.
func isLink(w string) bool {
	for _, l := range links {
		if len(w) == len(l) && hasFold(w, l) {
			return true
		}
	}
	return false
}

var links = [...]string{
	"is", "was", "are", "of", "no", "nr", "num", "number", "numbers", "the", "my", "your", "for", "as",
	"es", "est", "ist", "é", "nº", "núm", "número", "numero", "numéro", "de", "do", "da", "del", "du",
}
