package decoy

import (
	"strconv"
	"strings"
)

// ssn has an area of 900–999, which the SSA never issues, in a group that is no
// ITIN's, ATIN's or IRSN's either; separators stay.
// A number without separators is told from others by more of its digits.
func (r *request) ssn() (string, bool) {
	if len(r.value) == 9 && len(digitsOf(r.value)) == 9 {
		return r.drawn(r.spaces()["us_itin"])
	}
	const groups = "1112131415162021222324252627303132333435364041424344454647484966676869"
	k := r.draw("ssn")
	g := 2 * k.below(uint64(len(groups)/2))
	number := "9" + k.text(2, digits) + groups[g:g+2] + strconv.Itoa(10000 + k.between(1, 9999))[1:]
	s, ok := pour(r.value, number, isDigit)
	if !ok {
		s = number[:3] + "-" + number[3:5] + "-" + number[5:]
	}
	return s, r.attempt < 128
}

// uuid has version 0 and the variant that RFC 9562, section 4.1, keeps for the
// future: none is issued.
func (r *request) uuid() (string, bool) {
	k := r.draw("uuid")
	hex := []byte(k.text(32, hexDigits))
	hex[12], hex[16] = '0', 'f'
	s, ok := pour(r.value, r.hexCase().write(string(hex)), isHexDigit)
	if !ok {
		h := string(hex)
		s = h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]
	}
	return s, r.attempt < 32
}

// hash begins with a marker in hex, and is as long as a digest of 128 to 256 bits.
func (r *request) hash() (string, bool) {
	n := 64
	switch {
	case len(r.value) < 40:
		n = 32
	case len(r.value) < 64:
		n = 40
	}
	return r.hexCase().write(hexMarker + r.draw("hash").text(n-len(hexMarker), hexDigits)), r.attempt < 32
}

const hexMarker = "dec0dec0de"

// hexCase is how hex is written: never in both cases.
func (r *request) hexCase() letterCase {
	if caseOf(r.value) == upper {
		return upper
	}
	return lower
}

// caseNumber keeps the office and the year of 1:21-zz-01234-ABC-DE, and has the
// type zz, which no court uses; the number and the judges' initials are others.
func (r *request) caseNumber() (string, bool) {
	k := r.draw("case")
	part := strings.Split(r.value, "-")
	if len(part) == 2 { // a bankruptcy's, 18-12345 (cloak:allow)
		part = []string{part[0], "zz", part[1]}
	}
	if len(part) < 3 || len(part) > 6 || strings.Trim(part[0], digits+":") != "" {
		return r.marked()
	}
	part[1] = caseOf(part[1]).write("zz")
	part[2] = k.text(clip(len(part[2])+r.attempt/32, 3, 6), digits)
	for i, judge := range part[3:] {
		part[3+i] = caseOf(judge).write(k.text(clip(len(judge), 1, 5), lowers))
	}
	return strings.Join(part, "-"), r.attempt < 96
}

// iban keeps the country, the length and the groups. Its check digits are 00,
// which no IBAN has: they are 98 less a remainder of 97 (ISO 13616), 02 to 98.
func (r *request) iban() (string, bool) {
	if letters := alnumOf(r.value); len(letters) < 15 || !isAlpha(letters[0]) || !isAlpha(letters[1]) {
		return r.marked()
	}
	k := r.draw("iban")
	b := []byte(ascii(r.value))
	for i, n := 0, 0; i < len(b); i++ {
		switch c := b[i]; {
		case !isAlnum(c):
			continue
		case n == 2 || n == 3:
			b[i] = '0'
		case n < 2:
		case isDigit(c):
			b[i] = k.of(digits)
		case isLower(c):
			b[i] = k.of(lowers)
		default:
			b[i] = k.of(uppers)
		}
		n++
	}
	return string(b), r.attempt < 64
}
