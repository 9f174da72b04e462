package format

import (
	"strings"
	"unicode/utf8"

	"github.com/seed-052fbf24/cloak/cloak"
)

// How strings are written. A quote in them is two in every dialect; some have it behind
// a backslash, too, and only MySQL and E'…' have other escapes.
var (
	// sqlStandard is '…': ISO/IEC 9075-2 section 5.3. A quote behind a backslash is read
	// as one, where the string does not seem to end with it.
	sqlStandard = quotedSQL('\'', false)
	sqlDouble   = quotedSQL('"', false)
	sqlEscaped  = quotedSQL('\'', true)
	sqlEscaped2 = quotedSQL('"', true)
	// copyStyle is a field of PostgreSQL's COPY, text format.
	copyStyle = &style{step: cloak.CodeDocument, unit: copyUnit, encode: func(text string) string {
		return strings.NewReplacer(`\`, `\\`, "\n", `\n`, "\r", `\r`, "\t", `\t`).Replace(text)
	}}
	// sqlVerbatim is what has no escapes.
	sqlVerbatim = &style{step: cloak.CodeDocument, plain: func(string) bool { return true }, encode: func(text string) string { return text }}
)

// quotedSQL is a string between quotes, with escapes or without. Both have one step: what
// a string was may not hang on what is known of the dialect.
func quotedSQL(quote byte, escapes bool) *style {
	q := string(rune(quote))
	x := &style{step: cloak.DoubledDocument}
	x.plain = func(content string) bool {
		return strings.IndexByte(content, quote) < 0 && strings.IndexByte(content, '\\') < 0
	}
	x.unit = func(dst []byte, s string, i int) ([]byte, int) {
		switch {
		case s[i] == quote && i+1 < len(s) && s[i+1] == quote:
			return append(dst, quote), 2
		case s[i] == '\\' && escapes:
			return sqlUnit(dst, s, i)
		case s[i] == '\\' && i+1 < len(s) && s[i+1] == quote && (i+2 == len(s) || s[i+2] != quote):
			return append(dst, s[i+1]), 2
		case s[i] == '\\' && i+1 < len(s) && s[i+1] == '\\':
			return append(dst, `\\`...), 2
		}
		return append(dst, s[i]), 1
	}
	x.encode = func(text string) string { return strings.ReplaceAll(text, q, q+q) }
	if escapes {
		x.encode = strings.NewReplacer(q, q+q, `\`, `\\`, "\x00", `\0`).Replace
	}
	return x
}

// sqlUnit reads an escape of MySQL's and PostgreSQL's E'…'. What is none is the byte
// behind the backslash.
func sqlUnit(dst []byte, s string, i int) ([]byte, int) {
	if i+1 == len(s) {
		return append(dst, '\\'), 1
	}
	switch b := s[i+1]; b {
	case '%', '_': // of patterns
		return append(dst, '\\', b), 2
	case '0':
		return append(dst, 0), 2
	case 'n', 't', 'r', 'b', 'f':
		return append(dst, "\n\t\r\b\f"[strings.IndexByte("ntrbf", b)]), 2
	case 'Z':
		return append(dst, 0x1A), 2
	default:
		if b >= utf8.RuneSelf {
			_, n := utf8.DecodeRuneInString(s[i+1:])
			return append(dst, s[i+1:i+1+n]...), 1 + n
		}
		return append(dst, b), 2
	}
}

// copyUnit reads an escape of COPY: also octal and hex.
func copyUnit(dst []byte, s string, i int) ([]byte, int) {
	if s[i] != '\\' || i+1 == len(s) {
		return append(dst, s[i]), 1
	}
	switch b := s[i+1]; {
	case strings.IndexByte("bfnrtv", b) >= 0:
		return append(dst, "\b\f\n\r\t\v"[strings.IndexByte("bfnrtv", b)]), 2
	case '0' <= b && b <= '7':
		v, n := 0, 1
		for ; n < 4 && i+n < len(s) && '0' <= s[i+n] && s[i+n] <= '7'; n++ {
			v = v<<3 | int(s[i+n]-'0')
		}
		return append(dst, byte(v)), n
	default:
		return append(dst, b), 2
	}
}

// fitsCopy keeps out of a field what would be NULL, or the end of all.
func fitsCopy(standIn string) bool { return !strings.ContainsAny(standIn, "\t\r\n\\") }

// literal reads the string whose prefix begins at text[i] and whose quote, or dollar, is
// at text[at]. What is none ends behind the quote.
func (r *sqlReader) literal(i, at int) (x sqlLiteral, ok bool) {
	s := r.view.text
	quote := s[at]
	if x.next = at + 1; quote == '$' {
		return r.dollars(at)
	}
	escapes := r.mysql
	if i == at && i > 0 && isWordAt(s, i-1) { // don't
		return x, false
	}
	switch w := s[i:at]; {
	case w == "" || w[0] == '_':
	case w == "E" || w == "e":
		escapes = true
	case strings.EqualFold(w, "q"), strings.EqualFold(w, "nq"):
		if !r.mysql {
			return r.oracle(at)
		}
	case strings.EqualFold(w, "n"), strings.EqualFold(w, "x"), strings.EqualFold(w, "b"), strings.EqualFold(w, "u"):
	default:
		return x, false
	}
	end := sqlQuoteEnd(s, at+1, quote, escapes)
	if end < 0 { // the rest of the document may be it: it is text
		x.next = len(s)
		r.misses()
		return x, false
	}
	if isWordAt(s, end+1) { // it ends where one begins
		r.hold = max(r.hold, end+1)
		return x, false
	}
	x.Start, x.End, x.next = at+1, end, end+1
	switch {
	case quote == '\'' && escapes:
		x.style = sqlEscaped
	case quote == '\'':
		x.style = sqlStandard
	case escapes:
		x.style = sqlEscaped2
	default:
		x.style = sqlDouble
	}
	return x, true
}

// sqlQuoteEnd is where the string ends whose content begins at s[i]; -1 if it does not.
func sqlQuoteEnd(s string, i int, quote byte, escapes bool) int {
	for ; i < len(s); i++ {
		switch s[i] {
		case '\\':
			if i+1 == len(s) || escapes || s[i+1] != quote {
				i++
				continue
			}
			// Without escapes it is a backslash, but where the string does not end here.
			switch {
			case i+2 < len(s) && s[i+2] == quote && !endsItem(s, i+3):
				i += 2
			case i+2 < len(s) && s[i+2] == quote:
				return i + 2
			case endsItem(s, i+2):
				return i + 1
			default:
				i++
			}
		case quote:
			if i+1 < len(s) && s[i+1] == quote {
				i++
				continue
			}
			return i
		}
	}
	return -1
}

// endsItem reports whether what stands in front of s[i] ends what it is in.
func endsItem(s string, i int) bool {
	for n := 0; i < len(s) && n < 16 && (s[i] == ' ' || s[i] == '\n' || s[i] == '\r' || s[i] == '\t'); n++ {
		i++
	}
	return i >= len(s) || strings.IndexByte(",);", s[i]) >= 0
}

// dollars reads PostgreSQL's $tag$…$tag$.
func (r *sqlReader) dollars(at int) (x sqlLiteral, ok bool) {
	s := r.view.text
	end := at + 1
	for end < len(s) && end-at < maxIdentifier && isWordAt(s, end) {
		end++
	}
	x.next = at + 1
	if end == len(s) || s[end] != '$' || r.empty >= maxMisses {
		return x, false
	}
	return r.until(at, end+1, s[at:end+1])
}

// oracle reads q'[…]', and with other signs for the brackets.
func (r *sqlReader) oracle(at int) (x sqlLiteral, ok bool) {
	s := r.view.text
	x.next = at + 1
	if at+1 == len(s) || r.empty >= maxMisses || strings.IndexByte(" \t\r\n", s[at+1]) >= 0 {
		return x, false
	}
	end := s[at+1 : at+2]
	if k := strings.IndexByte("[{(<", s[at+1]); k >= 0 {
		end = "]})>"[k : k+1]
	}
	return r.until(at, at+2, end+"'")
}

// until reads what begins at text[start] and ends in front of end.
func (r *sqlReader) until(at, start int, end string) (x sqlLiteral, ok bool) {
	k := strings.Index(r.view.text[start:], end)
	if k < 0 {
		r.misses()
		x.next = at + 1
		return x, false
	}
	x.Start, x.End, x.next, x.style = start, start+k, start+k+len(end), sqlVerbatim
	x.fits = func(standIn string) bool { return !strings.ContainsAny(standIn, end) }
	return x, true
}
