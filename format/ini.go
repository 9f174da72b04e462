package format

import (
	"strings"

	"github.com/seed-052fbf24/cloak/cloak"
)

// Sections and names with values, as configparser, git, systemd, PHP, MySQL and npm have
// them. They differ in comments, quotes and what goes on in the next line; it is read so
// that no value is cut in two, and what is none of it is text.
var iniFormat = &Format{
	Name:       "ini",
	loose:      true,
	Extensions: []string{".ini", ".cfg", ".conf", ".cnf", ".inf", ".service", ".socket", ".timer", ".mount", ".network", ".netdev", ".desktop"},
	Files:      []string{".editorconfig", ".gitconfig", ".gitmodules", ".hgrc", ".npmrc", ".yarnrc", ".pypirc", ".my.cnf", ".s3cfg", ".boto", ".condarc", ".flake8", ".coveragerc", ".pylintrc", "tox.ini"},
	Paths:      []string{".aws/credentials", ".aws/config", ".git/config", "pip/pip.conf"},
	sniff:      isINI,
	scan: func(v *view, yield func(*Scalar) bool) bool {
		r := iniReader{lineReader: newLines(v, yield)}
		return r.read(r.statement)
	},
	cut: cutLines(func(v *view, yield func(*Scalar) bool) (open, last int) {
		r := iniReader{lineReader: newLines(v, yield)}
		r.read(r.statement)
		return r.open, r.last
	}),
}

type iniReader struct {
	lineReader
	sections, keys int
	odd            bool // for one that is told by its content
}

// Double quotes with a backslash before a quote and before itself: other escapes differ.
var iniDouble = &style{step: cloak.INIQuoted, unit: func(dst []byte, s string, i int) ([]byte, int) {
	if s[i] == '\\' && i+1 < len(s) && (s[i+1] == '"' || s[i+1] == '\\') {
		return append(dst, s[i+1]), 2
	}
	return append(dst, s[i]), 1
}, encode: func(text string) string {
	return escaped(text, func(b byte) string {
		switch b {
		case '"', '\\':
			return `\` + string(rune(b))
		}
		return ""
	})
}}

var (
	iniWord       = bareStyle(holdsINI, iniDouble)
	iniQuotes     = &quoting{style: iniDouble, open: `"`, close: `"`, holds: isOneLine}
	iniNameQuotes = &quoting{style: iniDouble, of: unquoted, open: `"`, close: tomlMark}
	iniPlain      = valuePlace{style: iniDouble, holds: isOneLine, fits: isOneLine}
	iniSingle     = valuePlace{fits: tomlLiteral.fits, holds: func(text string) bool { return !strings.ContainsAny(text, "'\n") }, other: iniQuotes}
	iniWordQuotes = &quoting{style: iniDouble, of: iniWord, open: `"`, close: tomlMark, holds: isOneLine}
	iniBare       = valuePlace{style: iniWord, holds: holdsINI, fits: fitsINI, bare: holdsINI, quote: iniWordQuotes}
	iniOurs       = valuePlace{style: iniDouble, holds: isOneLine, fits: isOneLine, bare: holdsINI, quote: iniWordQuotes, ours: true}
	// They have a comment behind them.
	iniNoted     = valuePlace{style: iniWord, holds: holdsININoted, fits: fitsINI, bare: holdsININoted, quote: iniWordQuotes}
	iniNotedOurs = valuePlace{style: iniDouble, holds: isOneLine, fits: isOneLine, bare: holdsININoted, quote: iniWordQuotes, ours: true}
	// It is none that could be written anew.
	iniOdd = valuePlace{style: iniWord, fits: fitsINI}
)

func fitsINI(text string) bool {
	return !strings.ContainsAny(text, "\"'\r\n;#\\") && trimEnd(text, 0, len(text)) == len(text)
}

// A backslash at the end of a line says that a value goes on, and is no part of it: what is
// found in front of it does not take it along.
var (
	iniLines = &style{step: cloak.BareDocument, plain: func(content string) bool {
		for i := range len(content) {
			if iniContinues(content, i) {
				return false
			}
		}
		return true
	}, unit: func(dst []byte, s string, i int) ([]byte, int) {
		if iniContinues(s, i) {
			return append(dst, s[i+1]), 2
		}
		return append(dst, s[i]), 1
	}, encode: iniWord.encode}
	iniOver = valuePlace{style: iniLines, fits: fitsINI}
)

// iniContinues reports whether a backslash at s[i] ends its line.
func iniContinues(s string, i int) bool {
	return s[i] == '\\' && strings.HasPrefix(strings.TrimLeft(s[i+1:], "\r"), "\n")
}

func isOneLine(text string) bool { return strings.IndexByte(text, '\n') < 0 }

// holdsINI reports whether a text is a value without quotes, in one line or several.
func holdsINI(text string) bool {
	return text != "" && !isBlank(text[0]) && !isLineEnd(text[0]) && iniQuoteEnd(text, 0, lineEnd(text, 0)) < 0 && iniValueEnd(text) == len(text)
}

// holdsININoted is holdsINI in front of a comment: a quote that is open would hide it.
func holdsININoted(text string) bool { return holdsINI(text) && iniValueEnd(text+" #") == len(text) }

func iniValueEnd(text string) int {
	r := iniReader{lineReader: newLines(&view{text: text}, nil)}
	return r.valueEnd(0)
}

// statement is a section's name, a comment, or a name and its value.
func (r *iniReader) statement(i int) (end int, ok bool) {
	s := r.text
	switch s[i] {
	case '#', ';':
		end = lineEnd(s, i)
		return end, r.emit(i+1, end, nil, Comment, "")
	case '[':
		if end = sectionEnd(s, i); end == i {
			break
		}
		r.sections++
		r.section, r.headed = s[i+1:end-1], true
		r.odd = r.odd || skipBlanks(s, end) < lineEnd(s, end)
		return end, r.name(i+1, end-1)
	}
	if end = iniMarked(s, i); end > i { // a name that we wrote in quotes
		r.keys++
		label, ok := r.named(i+1, end, iniDouble)
		if !ok {
			return end, false
		}
		return r.value(skipBlanks(s, end+1)+1, r.under(label, r.section))
	}
	at := iniSign(s, i)
	if at == i {
		r.odd = true
		return i, true
	}
	r.keys++
	name := trimEnd(s, i, at)
	r.odd = r.odd || s[at] != '=' || r.sections == 0 || strings.Trim(s[i:name], iniName) != ""
	label, ok := r.named(i, name, unquoted)
	if !ok {
		return at, false
	}
	return r.value(at+1, r.under(label, r.section))
}

// named gives the name of a value. One that begins with a token would be a section's to
// others: it comes into quotes.
func (r *iniReader) named(start, end int, x *style) (label string, ok bool) {
	if !r.flush() {
		return "", false
	}
	r.scalar(&r.s, start, end, x)
	label = r.s.Text
	r.s.look = isLoose(label)
	if r.s.ours = x == iniDouble; r.s.ours || label != "" && label[0] != '[' {
		r.s.bare, r.s.quote = isININame, iniNameQuotes
	}
	return label, r.hand(Key, "")
}

// isININame reports whether a text in front of a sign is a name.
func isININame(text string) bool {
	return text != "" && strings.IndexByte("[#;\"", text[0]) < 0 && trimEnd(text, 0, len(text)) == len(text) && skipBlanks(text, 0) == 0 && iniSign(text+"=", 0) == len(text)
}

// iniMarked is where the quotes close that we put around the name at s[i]; i for none.
func iniMarked(s string, i int) (end int) {
	if s[i] != '"' {
		return i
	}
	for j := i + 1; j < len(s) && !isLineEnd(s[j]); j++ {
		switch s[j] {
		case '\\':
			if j+1 < len(s) && !isLineEnd(s[j+1]) {
				j++
			}
		case '"':
			if k := skipBlanks(s, j+1); strings.HasPrefix(s[j:], tomlMark) && k < len(s) && (s[k] == '=' || s[k] == ':') {
				return j
			}
			return i
		}
	}
	return i
}

const iniName = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-"

// sectionEnd is where the section's name at s[i] ends, its bracket included; i if there is
// none.
func sectionEnd(s string, i int) int {
	if isToken(s, i) > 0 {
		return i
	}
	depth, quoted := 0, false
	for j := i; j < len(s) && !isLineEnd(s[j]); j++ {
		switch b := s[j]; {
		case b == '"':
			quoted = !quoted
		case quoted:
			if b == '\\' && j+1 < len(s) && !isLineEnd(s[j+1]) {
				j++
			}
		case b == '[':
			depth++
		case b == ']':
			if depth--; depth == 0 {
				return j + 1
			}
		}
	}
	return i
}

// maxName bounds the name of a value.
const maxName = 128

// iniSign is where the sign stands between the name at s[i] and its value; i if there is
// none. A colon is one in front of a blank: //registry.example.com/:_authToken=x has none.
func iniSign(s string, i int) int {
	for j := i; j < len(s) && j-i <= maxName; j++ {
		switch b := s[j]; {
		case b == '=':
			return j
		case b == ':' && j > i && (j+1 == len(s) || isBlank(s[j+1]) || isLineEnd(s[j+1])):
			return j
		case b < ' ' && b != '\t' || strings.IndexByte("\"'(){}<>;,", b) >= 0:
			return i
		}
	}
	return i
}

// value reads the value at text[i].
func (r *iniReader) value(i int, label string) (end int, ok bool) {
	s := r.text
	if i = skipBlanks(s, i); i < len(s) && isLineEnd(s[i]) { // it may begin in the next line
		next := nextLine(s, i)
		if !iniGoesOn(s, next) {
			return i, r.flush()
		}
		i = skipBlanks(s, next)
	}
	line := lineEnd(s, i)
	if end = iniQuoteEnd(s, i, line); end >= 0 {
		place := &iniPlain
		switch {
		case s[i] == '\'':
			place = &iniSingle
		case !strings.HasPrefix(s[end:], tomlMark):
		case skipBlanks(s, end+1) < line:
			place = &iniNotedOurs
		default:
			place = &iniOurs
		}
		if !r.lineReader.value(i+1, end, cloak.Span{Start: i, End: end + 1}, place, label) {
			return end, false
		}
		return r.comment(end + 1)
	}
	end = r.valueEnd(i)
	place := &iniBare
	switch {
	case !iniLines.plain(s[i:end]):
		place = &iniOver
	case !holdsINI(s[i:end]):
		place = &iniOdd
	case skipBlanks(s, end) < lineEnd(s, end):
		place = &iniNoted
	}
	if !r.lineReader.value(i, end, cloak.Span{Start: i, End: end}, place, label) {
		return end, false
	}
	return r.comment(end)
}

// comment gives what stands behind a value in its line.
func (r *iniReader) comment(i int) (end int, ok bool) {
	first := skipBlanks(r.text, i)
	if end = lineEnd(r.text, i); first >= end {
		return max(i, end), true
	}
	return end, r.emit(first, end, nil, Comment, "")
}

// valueEnd is where a value without quotes ends that begins at text[i]: with its line, in
// front of a comment, or with the last line that is further in than names are.
func (r *iniReader) valueEnd(i int) (end int) {
	s := r.text
	for first := i; ; {
		line := r.block(first, lineEnd(s, first))
		quoted := false
		for j := first; j < line; j++ {
			switch b := s[j]; {
			case b == '"':
				quoted = !quoted
			case (b == '#' || b == ';') && !quoted && j > i && isBlank(s[j-1]):
				return trimEnd(s, i, j)
			}
		}
		next := nextLine(s, line)
		if next >= len(s) || s[line-1] != '\\' && !iniGoesOn(s, next) || skipBlanks(s, next) == len(s) || isLineEnd(s[skipBlanks(s, next)]) {
			return trimEnd(s, i, line)
		}
		first = next
	}
}

// iniGoesOn reports whether the line at s[i] belongs to the value in front of it: there is
// something in it behind blanks, and not what is a statement.
func iniGoesOn(s string, i int) bool {
	first := skipBlanks(s, i)
	if first == i || first == len(s) || isLineEnd(s[first]) || s[first] == '#' || s[first] == ';' {
		return false
	}
	if s[first] == '[' && sectionEnd(s, first) > first {
		return false
	}
	at := iniSign(s, first)
	return at == first || strings.Trim(s[first:trimEnd(s, first, at)], iniName) != ""
}

// iniQuoteEnd is where the quotes close that begin at s[i], if the value ends behind them,
// whose first line ends at line; -1 if they do not, or there are none.
func iniQuoteEnd(s string, i, line int) int {
	if i >= line || s[i] != '"' && s[i] != '\'' {
		return -1
	}
	for j := i + 1; j < line; j++ {
		switch {
		case s[j] == '\\' && s[i] == '"' && j+1 < line:
			j++
		case s[j] == s[i]:
			k := skipBlanks(s, j+1)
			if k < line && s[k] != '#' && s[k] != ';' || k >= line && iniGoesOn(s, nextLine(s, line)) {
				return -1
			}
			return j
		}
	}
	return -1
}

// nextLine is where the line begins behind that which ends at s[i].
func nextLine(s string, i int) int {
	for i < len(s) && s[i] == '\r' {
		i++
	}
	if i < len(s) && s[i] == '\n' {
		i++
	}
	return i
}

// isINI reports whether a text is sections of names in letters, a = and values, two at the
// least, and nothing else but comments.
func isINI(text string) bool {
	text = sniffed(text)
	if !strings.Contains(text, "[") || !strings.Contains(text, "=") {
		return false
	}
	r := iniReader{lineReader: newLines(&view{text: text, depth: maxViews}, func(*Scalar) bool { return true })}
	r.read(r.statement)
	return !r.odd && r.sections > 0 && r.keys > 1
}
