package format

import (
	"strings"
	"unicode/utf8"

	"github.com/seed-052fbf24/cloak/cloak"
)

// How TOML writes strings: toml.io, section String.

var (
	tomlBasic = &style{step: cloak.TOMLDocument, unit: func(dst []byte, s string, i int) ([]byte, int) { return tomlUnit(dst, s, i, false) }, encode: tomlEncode}
	tomlLines = &style{step: cloak.TOMLLines, unit: func(dst []byte, s string, i int) ([]byte, int) { return tomlUnit(dst, s, i, true) }, encode: tomlEncode}
	unquoted  = &style{step: cloak.BareDocument, plain: func(string) bool { return true }, encode: func(text string) string { return text }}

	// By the blanks that nobody writes there quotes are known as ours.
	tomlQuotes = &quoting{style: tomlBasic, of: unquoted, open: `"`, close: tomlMark}
	tomlOther  = &quoting{style: tomlBasic, open: `"`, close: `"`}

	// A literal string that does not hold a text becomes a basic one.
	tomlLiteral = valuePlace{holds: func(text string) bool { return !strings.ContainsAny(text, "'\n") }, fits: func(x string) bool { return !strings.ContainsAny(x, "'\r\n") }, other: tomlOther}
	tomlPlain   = valuePlace{style: tomlBasic}
	tomlOver    = valuePlace{style: tomlLines}
	tomlOverRaw = valuePlace{holds: holdsLines, fits: tomlLiteral.fits, other: tomlOther}
	tomlOpen    = valuePlace{holds: func(text string) bool {
		return holdsLines(text) && !strings.HasPrefix(text, "\n") && !strings.HasPrefix(text, "\r\n")
	}, fits: tomlLiteral.fits, other: tomlOther}
)

const tomlMark = "\" \t"

// holdsLines reports whether a text may stand in a literal string over lines.
func holdsLines(text string) bool {
	end, closed := tomlClose(text+"'''", 0, '\'', 3)
	return closed && end == len(text)
}

// tomlClose is where the string at s[i] ends that n quotes close. One that is not closed
// ends with the line, or with n = 3 with the text.
func tomlClose(s string, i int, q byte, n int) (end int, closed bool) {
	for i < len(s) {
		switch b := s[i]; {
		case b == q && n == 1:
			return i, true
		case b == q && strings.HasPrefix(s[i+1:], three(q)[1:]):
			for k := 0; k < 2 && i+3 < len(s) && s[i+3] == q; k++ { // one or two may stand in front of the last three
				i++
			}
			return i, true
		case b == '\\' && q == '"' && (i+1 == len(s) || n == 3 || !isLineEnd(s[i+1])):
			i++
		case b == '\n' && n == 1:
			return lineEnd(s, max(i-1, 0)), false
		}
		i++
	}
	return len(s), false
}

func three(q byte) string {
	if q == '\'' {
		return "'''"
	}
	return `"""`
}

// tomlUnit reads an escape, those of TOML 1.1 too. In a string over lines, lines says, a
// backslash at the end of a line takes away the blanks and line ends behind it.
func tomlUnit(dst []byte, s string, i int, lines bool) ([]byte, int) {
	if s[i] != '\\' || i+1 == len(s) {
		return append(dst, s[i]), 1
	}
	switch b := s[i+1]; b {
	case '"', '\\':
		return append(dst, b), 2
	case 'b', 't', 'n', 'f', 'r', 'e':
		return append(dst, "\b\t\n\f\r\x1b"[strings.IndexByte("btnfre", b)]), 2
	case 'x', 'u', 'U':
		n := 2 << (strings.IndexByte("xuU", b))
		if v, ok := hexRune(s, i+2, n); ok {
			return utf8.AppendRune(dst, v), 2 + n
		}
	}
	if k := skipBlanks(s, i+1); lines && k < len(s) && isLineEnd(s[k]) {
		for k < len(s) && (isBlank(s[k]) || isLineEnd(s[k])) {
			k++
		}
		return dst, k - i
	}
	return append(dst, '\\'), 1
}

// hexRune is the code point that n hexadecimal digits at s[i] name.
func hexRune(s string, i, n int) (v rune, ok bool) {
	if i+n > len(s) {
		return 0, false
	}
	for _, b := range []byte(s[i : i+n]) {
		k := strings.IndexByte("0123456789abcdef", b|0x20)
		if k < 0 || b < '0' || v > utf8.MaxRune {
			return 0, false
		}
		v = v<<4 | rune(k)
	}
	return v, utf8.ValidRune(v)
}

// tomlEncode writes a text in a basic string, a line end as an escape.
func tomlEncode(text string) string {
	return escaped(text, func(b byte) string {
		switch {
		case b == '"' || b == '\\':
			return `\` + string(rune(b))
		case b == '\n':
			return `\n`
		case b == '\r':
			return `\r`
		case b < ' ' && b != '\t' || b == 0x7f:
			return `\u00` + string("0123456789ABCDEF"[b>>4]) + string("0123456789ABCDEF"[b&15])
		}
		return ""
	})
}

// escaped is text with what spell has for a byte; "" is the byte itself.
func escaped(text string, spell func(b byte) string) string {
	var b strings.Builder
	last := 0
	for i := range len(text) {
		if x := spell(text[i]); x != "" {
			b.WriteString(text[last:i])
			b.WriteString(x)
			last = i + 1
		}
	}
	if last == 0 {
		return text
	}
	b.WriteString(text[last:])
	return b.String()
}

// isTOMLBare reports whether a byte may stand in a key without quotes. It is generous: what
// is no TOML has keys, too.
func isTOMLBare(b byte) bool { return b > ' ' && strings.IndexByte("=.\"'#[]{},", b) < 0 }

// isTOMLBareKey reports whether a text without quotes is read as a key.
func isTOMLBareKey(text string) bool {
	dot := true
	for i := range len(text) {
		if text[i] != '.' && !isTOMLBare(text[i]) || dot && text[i] == '.' {
			return false
		}
		dot = text[i] == '.'
	}
	return !dot
}

// isTOMLBareStrict reports whether it is one by the letter of TOML.
func isTOMLBareStrict(text string) bool {
	for i := range len(text) {
		if b := text[i]; b != '.' && b != '-' && (b >= 0x80 || !isWordAt(text, i)) {
			return false
		}
	}
	return isTOMLBareKey(text)
}

// longestWord is that of the values that a # may stand directly behind.
const longestWord = 64

// tomlWordEnd is where a value without quotes ends: where a comment begins, and within
// brackets, where they let it. A # that no blank is in front of ends only what is a value.
func tomlWordEnd(s string, i int, deep bool) (end int) {
	for end = i; end < len(s) && s[end] != '\n'; end++ {
		switch b := s[end]; {
		case b == '[':
			end += max(isToken(s, end), 1) - 1
		case deep && (b == ',' || b == ']' || b == '}'):
			return end
		case b == '#' && end > i && (isBlank(s[end-1]) || end-i <= longestWord && (tomlWord(s[i:end]) != String || isDate(s[i:end]))):
			return end
		}
	}
	for end > i && s[end-1] == '\r' {
		end--
	}
	return end
}

func isTOMLWord(text string) bool   { return holdsWord(text, false) }
func isTOMLWordIn(text string) bool { return holdsWord(text, true) }

func holdsWord(text string, deep bool) bool {
	return text != "" && strings.IndexByte("\"'[{]},=#\n\r \t\f", text[0]) < 0 && tomlWordEnd(text, 0, deep) == len(text) &&
		trimEnd(text, 0, len(text)) == len(text) && tomlWord(text) == String
}

// tomlWord tells what a value without quotes is: Text for those that are never touched.
func tomlWord(x string) Kind {
	switch x {
	case "true", "false":
		return Text
	case "inf", "nan", "+inf", "-inf", "+nan", "-nan":
		return Number
	}
	if n := strings.TrimLeft(x, "+-"); n != "" && len(x)-len(n) <= 1 {
		if len(n) > 2 && n[0] == '0' && strings.IndexByte("xob", n[1]) >= 0 && strings.Trim(n[2:], "0123456789abcdefABCDEF_") == "" {
			return Number
		}
		if whole := strings.ReplaceAll(n, "_", ""); isDigit(n[0]) && (digits(whole, 0) == len(whole) || numberEnd(whole, 0) == len(whole)) {
			return Number
		}
	}
	return String
}

// isDate reports whether a value without quotes is a date, a time, or both.
func isDate(x string) bool {
	if len(x) > 40 || strings.Trim(x, "0123456789-:.+TtZz ") != "" {
		return false
	}
	return len(x) >= 10 && digits(x, 0) == 4 && x[4] == '-' && digits(x, 5) == 2 && x[7] == '-' && digits(x[:10], 8) == 2 ||
		len(x) >= 5 && digits(x, 0) == 2 && x[2] == ':' && digits(x, 3) == 2
}

// isTOML reports whether a text is TOML to the last byte, and has a table and two values.
func isTOML(text string) bool {
	text = sniffed(text)
	if !strings.Contains(text, "[") || !strings.Contains(text, "=") {
		return false
	}
	r := tomlReader{lineReader: newLines(&view{text: text, depth: maxViews}, func(*Scalar) bool { return true })}
	r.read(r.statement)
	return !r.odd && r.tables > 0 && r.values > 1
}
