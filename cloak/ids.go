package cloak

import (
	"regexp"
	"slices"
	"strings"
)

// Numbers that an authority or a company gives to somebody are told by how their
// letters and digits are arranged, by a check digit, and by the label in front of
// them. All such detectors share one anchor: the start of a run of letters and
// digits. The kernel calls a scan there only if one of the detector's labels may
// stand in front of it, or if the form is telling without one.

// A form spells out how a number is written. In it, 9 is a digit, A a letter, X
// either; a blank is one of " -./" or nothing; another byte, a letter or digit too, is
// itself. Two numbers
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
	if d.code.most > 0 {
		return codeExpr
	}
	var all []string
	for _, f := range append(append([]string{}, d.alone...), d.forms...) {
		all = append(all, formExpr(f))
	}
	return strings.Join(all, "|")
}

// ids gives detectors with forms what follows from these: anchor, pattern, scan, and the
// reserved space of those that say how good it is.
func ids(ds []Detector) []Detector {
	for i := range ds {
		d := &ds[i]
		d.anchor = anchorRun
		if d.Guarantee != "" && d.Reserved == nil {
			d.Reserved = reservedNumbers(d)
		}
		if d.scan != nil {
			continue
		}
		if d.code.most > 0 {
			d.scan = d.scanCode
			continue
		}
		d.scan, d.exact = d.scanForms, true
	}
	return ds
}

// widened is d for who has named its country: there a number with a check digit that
// holds is one, whatever stands beside it.
func (d *Detector) widened() *Detector {
	x := *d
	x.alone = slices.Concat(d.alone, d.forms)
	x.aloneBits = max(d.aloneBits, 13)
	x.scan = x.scanForms
	return &x
}

// scanForms judges the run at s[i]: the longest of the forms that it has counts.
func (d *Detector) scanForms(s string, i int) (site, bool) {
	if !idStart(s, i) {
		return site{}, false
	}
	best := site{}
	for _, f := range d.alone {
		if end := d.fitting(f, s, i); end > best.End && firmly(s, i, end) && d.isSure(s[i:end]) {
			best = site{Span: Span{i, end}, bits: d.aloneBits}
		}
	}
	for _, f := range d.forms {
		if end := d.fitting(f, s, i); end > best.End {
			best = site{Span: Span{i, end}, weak: true, whole: d.isWhole(s[i:end])}
		}
	}
	return best, best.End > 0
}

// isSure reports whether value says enough of itself to need no label.
func (d *Detector) isSure(value string) bool { return d.sure == nil || d.sure(value) }

// isWhole reports whether value needs no label where it is all of a text.
func (d *Detector) isWhole(value string) bool {
	if d.wholly != nil {
		return d.wholly(value)
	}
	return d.checked && d.isSure(value) && !inOrder(value)
}

// inOrder reports whether the digits of v are 1 to 9 in order: every authority's sample.
func inOrder(v string) bool {
	next := byte('1')
	for i := range len(v) {
		if isDigit(v[i]) {
			if v[i] != next {
				return false
			}
			next++
		}
	}
	return next == '9'+1
}

// isGrouped reports whether there is a sign between the digits of v.
func isGrouped(v string) bool {
	for i := range len(v) {
		if formSep(v[i]) {
			return true
		}
	}
	return false
}

// isCapital reports whether v has no small letter.
func isCapital(v string) bool {
	for i := range len(v) {
		if isLower(v[i]) {
			return false
		}
	}
	return true
}

// fitting is where a number of the form f ends that begins at s[i]; 0 if there is none.
func (d *Detector) fitting(f, s string, i int) int {
	end := matchForm(f, s, i)
	if end == 0 || !idEnd(s, end) || d.isMadeUp(s[i:end]) || d.Validate != nil && !d.Validate(s[i:end]) {
		return 0
	}
	return end
}

// isMadeUp reports whether v has six digits or more, and all are one, but for a check
// digit behind them, or all ten in order: who fills in a form for a test writes so.
// With letters and a check that holds it may be somebody's all the same, but for zeros
// with a letter behind them.
func (d *Detector) isMadeUp(v string) bool {
	if isPicture(v) {
		return true
	}
	switch last := v[len(v)-1]; {
	case !d.checked:
	case isAlpha(last) && strings.IndexByte(v, '0') < 0:
		return false
	case isDigit(last) && hasLetter(v) && !sameDigit(v) && d.isSure(v):
		return false
	}
	return countDigits(v) > 5 && sameDigit(v[:len(v)-1]) || v == "0123456789" || v == "1234567890"
}

// hasLetter reports whether v has a letter of ASCII.
func hasLetter(v string) bool {
	for i := range len(v) {
		if isAlpha(v[i]) {
			return true
		}
	}
	return false
}

// isPicture reports whether v is how a manual draws a number of a form: 9 for each
// digit, of which there are four or more, A for each letter and X for either.
func isPicture(v string) bool {
	letters, nines := 0, 0
	for i := range len(v) {
		switch b := v[i]; {
		case b == 'A':
			letters++
		case b == 'X':
		case b == '9':
			nines++
		case isAlnum(b) || b >= 0x80:
			return false
		}
	}
	return letters > 0 && nines >= 4
}

// idStart reports whether a number may begin at s[i]: it is not the rest of a
// word, of a longer number, or of a name with dashes or dots. Behind "/@" a map's URL
// has its centre.
func idStart(s string, i int) bool {
	b := at(s, i-1)
	return !isWord(b) && b != '+' && (b != '@' || at(s, i-2) == '/') && !((b == '-' || b == '.') && isAlnum(at(s, i-2)))
}

// idEnd reports whether a number may end in front of s[i].
func idEnd(s string, i int) bool {
	b := at(s, i)
	return !isWord(b) && b != '@' && !((b == '-' || b == '.') && isAlnum(at(s, i+1)))
}

// firmly reports whether a number without a label stands as one is written: its
// letters are capitals, it is no part of a path or of a sum, and it does not end as
// a constant of a program or a time does: 10000000L, 20261130T, 1234567E.
func firmly(s string, i, end int) bool {
	if end-i < 10 && digitRun(s[i:], end-i) == end-i-1 && strings.IndexByte("ABCDEFLTUZ", s[end-1]) >= 0 {
		return false
	}
	for _, b := range []byte(s[i:end]) {
		if isLower(b) {
			return false
		}
	}
	b, c := at(s, i-1), at(s, end)
	return b != '/' && b != '-' && b != '.' && b != '%' && b != '#' && b != '\\' && c != '/' && c != '\\' && c != '%' && c != '='
}
