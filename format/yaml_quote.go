package format

import (
	"strings"
	"unicode/utf8"

	"github.com/seed-052fbf24/cloak/cloak"
)

// How YAML writes a text: plain, in single and in double quotes. In all of them a line end
// is a blank, and an empty line a line end.
var (
	yamlPlain  = &style{step: cloak.YAMLPlain, plain: oneLine, unit: foldUnit, encode: func(text string) string { return text }}
	yamlText   = &style{step: cloak.YAMLPlain, plain: func(string) bool { return true }, encode: func(text string) string { return text }}
	yamlSingle = &style{step: cloak.YAMLSingle, plain: func(s string) bool { return strings.IndexByte(s, '\'') < 0 && oneLine(s) }, unit: singleUnit, encode: encodeSingle}
	yamlDouble = &style{step: cloak.YAMLDouble, plain: func(s string) bool { return strings.IndexByte(s, '\\') < 0 && oneLine(s) }, unit: doubleUnit, encode: encodeDouble}
	// Two blanks tell the quotes from a document's. A tab would, too, but PyYAML does not read
	// one there.
	yamlQuoted = quoting{style: yamlSingle, of: yamlPlain, open: "'", close: "'  "}
)

func oneLine(content string) bool { return !strings.ContainsAny(content, "\n\r") }

// foldUnit is a byte, or a line end with what is blank around it.
func foldUnit(dst []byte, s string, i int) ([]byte, int) {
	if !isYAMLBlank(s, i) || followsBlank(s, i) {
		return append(dst, s[i]), 1
	}
	return fold(dst, s, i, false)
}

// fold is YAML 1.2.2 section 6.5: s[i] is blank, or begins an end of line that is escaped.
func fold(dst []byte, s string, i int, escaped bool) ([]byte, int) {
	k := i
	if !escaped {
		for k < len(s) && (s[k] == ' ' || s[k] == '\t') {
			k++
		}
		if k == len(s) || s[k] != '\n' && s[k] != '\r' {
			return append(dst, s[i]), 1
		}
	}
	lines := 0
	for k < len(s) && isYAMLBlank(s, k) {
		if s[k] == '\n' || s[k] == '\r' {
			lines++
			k = lineAfter(s, k)
		} else {
			k++
		}
	}
	if lines == 1 && !escaped {
		dst = append(dst, ' ')
	}
	for range lines - 1 {
		dst = append(dst, '\n')
	}
	return dst, k - i
}

func singleUnit(dst []byte, s string, i int) ([]byte, int) {
	if s[i] == '\'' && i+1 < len(s) && s[i+1] == '\'' {
		return append(dst, '\''), 2
	}
	return foldUnit(dst, s, i)
}

// followsBlank reports whether s[i] is a blank behind another: if a line ended behind
// them, the first would have told.
func followsBlank(s string, i int) bool {
	return i > 0 && (s[i] == ' ' || s[i] == '\t') && (s[i-1] == ' ' || s[i-1] == '\t')
}

// doubleUnit is YAML 1.2.2 section 5.7, and the pairs of surrogates that JSON has.
func doubleUnit(dst []byte, s string, i int) ([]byte, int) {
	if s[i] != '\\' {
		if followsBlank(s, i) {
			n := 0 // backslashes in front of the blank before: it may be escaped
			for n < i-1 && s[i-2-n] == '\\' {
				n++
			}
			if n%2 == 0 {
				return append(dst, s[i]), 1
			}
		}
		if !isYAMLBlank(s, i) {
			return append(dst, s[i]), 1
		}
		return fold(dst, s, i, false)
	}
	if i+1 == len(s) {
		return append(dst, '\\'), 1
	}
	size := 0
	switch b := s[i+1]; b {
	case '\n', '\r':
		dst, n := fold(dst, s, i+1, true)
		return dst, n + 1
	case 'N':
		return append(dst, "\u0085"...), 2
	case '_':
		return append(dst, "\u00a0"...), 2
	case 'L':
		return append(dst, "\u2028"...), 2
	case 'P':
		return append(dst, "\u2029"...), 2
	case 'x':
		size = 2
	case 'u':
		return cloak.JSONDocument.Unit(dst, s, i)
	case 'U':
		size = 8
	default:
		if k := strings.IndexByte("0abt\tnvfre \"/\\'", b); k >= 0 {
			return append(dst, "\x00\a\b\t\t\n\v\f\r\x1b \"/\\'"[k]), 2
		}
		return append(dst, '\\'), 1
	}
	v, ok := hexRune(s, i+2, size)
	if !ok {
		return append(dst, '\\'), 1
	}
	return utf8.AppendRune(dst, v), 2 + size
}

// encodeSingle writes an end of a line as an empty line, all there is for it.
func encodeSingle(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "'", "''"), "\n", "\n\n")
}

// encodeDouble escapes what does not stand in double quotes, or is not seen.
func encodeDouble(text string) string {
	if strings.IndexFunc(text, func(c rune) bool { return doubleEscape(c) != "" }) < 0 {
		return text
	}
	var b strings.Builder
	for i, n := 0, 0; i < len(text); i += n {
		var c rune
		c, n = utf8.DecodeRuneInString(text[i:])
		if x := doubleEscape(c); x != "" {
			b.WriteString(x)
		} else {
			b.WriteString(text[i : i+n])
		}
	}
	return b.String()
}

func doubleEscape(c rune) string {
	const hex = "0123456789ABCDEF"
	switch c {
	case '"':
		return `\"`
	case '\\':
		return `\\`
	case '\n':
		return `\n`
	case '\r':
		return `\r`
	case '\t':
		return `\t`
	case 0x85:
		return `\N`
	case 0x2028:
		return `\L`
	case 0x2029:
		return `\P`
	case 0xFEFF:
		return `\uFEFF`
	}
	if c < ' ' || 0x7f <= c && c < 0xa0 {
		return `\x` + string(hex[c>>4]) + string(hex[c&15])
	}
	return ""
}

// quoted reads the scalar in quotes at text[i].
func (r *yamlReader) quoted(i int) int {
	s, x := r.text, yamlDouble
	if s[i] == '\'' {
		x = yamlSingle
	}
	end, lines, closed := r.quoteEnd(i)
	if !closed || !r.flow && !r.ready {
		return r.rest(i)
	}
	after := end + 1
	for after < len(s) && (s[after] == ' ' || s[after] == '\t') {
		after++
	}
	ends := after == len(s) || s[after] == '\n' || s[after] == '\r' || s[after] == '#' && after > end+1
	if r.flow {
		ends = ends || strings.IndexByte(",[]{}:", s[after]) >= 0
	}
	p := plainPlace{flow: r.flow, first: i == r.line}
	if after < len(s) && s[after] == ':' && (r.flow || after+1 == len(s) || isYAMLBlank(s, after+1)) && !lines && (r.fresh || r.flow) {
		r.beginKey(i)
		r.scalar(&r.s, i+1, end, x)
		r.keyed(r.s.Text)
		p.key = true
		r.mayBeOurs(end, p)
		r.give(Key, "")
		return after + 1
	}
	if !ends {
		return r.rest(i)
	}
	r.fresh, r.ready = false, false
	asked, isNamed := r.asks, r.named
	r.asks = false
	label := r.value()
	r.scalar(&r.s, i+1, end, x)
	if isNamed && names(r.key) {
		r.says = r.s.Text
	}
	r.mayBeOurs(end, p)
	switch {
	case asked:
		r.key = r.s.Text
		r.give(Key, "")
	case r.encoded(i+1, end, label):
	default:
		file := ""
		if !lines && strings.IndexByte(r.s.Text, '\n') >= 0 { // blanks at the ends of folded lines are lost
			file = r.file()
		}
		if is, ok := r.nested(&r.s, file, label, r.path, r.yield); is {
			r.stopped = !ok
			break
		}
		r.give(String, label)
	}
	return end + 1
}

// mayBeOurs notes that the quotes which end at text[end] may be a stand-in's.
func (r *yamlReader) mayBeOurs(end int, p plainPlace) {
	if strings.HasPrefix(r.text[end:], yamlQuoted.close) {
		r.s.bare, r.s.quote, r.s.ours = p.bareness().reads, &yamlQuoted, true
	}
}

// file is the key at hand, which may be the name of a file.
func (r *yamlReader) file() string {
	if r.here.at == named {
		return r.here.key
	}
	return ""
}

// quoteEnd is where the quotes end that begin at text[i], and whether lines do in between.
// Lines that are less deep than they should be, and read as keys or entries, are no part
// of a string: its quote is missing.
func (r *yamlReader) quoteEnd(i int) (end int, lines, closed bool) {
	s, q := r.text, r.text[i]
	for k := i + 1; k < len(s); k++ {
		switch b := s[k]; {
		case b == q:
			if q == '"' || k+1 == len(s) || s[k+1] != q {
				return k, lines, true
			}
			k++
		case b == '\\' && q == '"':
			if k+1 < len(s) && s[k+1] != '\n' && s[k+1] != '\r' {
				k++
			}
		case b == '\n' || b == '\r':
			lines = true
			start, col := nextText(s, k)
			if start < len(s) && (col == 0 && isMarker(s, start) || r.col >= 0 && col <= r.col && r.resumesAt(start)) {
				return yamlLineEnd(s, i), true, false
			}
			k = start - 1
		}
	}
	return yamlLineEnd(s, i), lines, false
}

// resumes reports whether the line that begins at text[i] is one of a block's, though
// brackets have not been closed.
func (r *yamlReader) resumes(i int) bool {
	return r.col >= 0 && i-r.line <= r.col && r.resumesAt(i)
}

// resumesAt reports whether an entry begins at text[i], or a key without quotes.
func (r *yamlReader) resumesAt(i int) bool {
	s := r.text
	if s[i] == '-' && (i+1 == len(s) || isYAMLBlank(s, i+1)) {
		return true
	}
	if !isWordAt(s, i) {
		return false
	}
	k := i
	for k < len(s) && (isWordAt(s, k) || strings.IndexByte(" .-/", s[k]) >= 0) {
		k++
	}
	return k < len(s) && s[k] == ':' && (k+1 == len(s) || isYAMLBlank(s, k+1))
}
