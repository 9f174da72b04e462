package format

import (
	"strings"

	"github.com/seed-052fbf24/cloak/cloak"
)

// Names and passwords of hosts, as ftp, curl and git read them: words, over lines or in one.
var netrcFormat = &Format{
	Name:       "netrc",
	loose:      true,
	words:      true,
	Extensions: []string{".netrc"},
	Files:      []string{".netrc", "_netrc", ".authinfo"},
	scan: func(v *view, yield func(*Scalar) bool) bool {
		r := netrcReader{newLines(v, yield)}
		return r.read(r.statement)
	},
	cut: cutLines(func(v *view, yield func(*Scalar) bool) (open, last int) {
		r := netrcReader{newLines(v, yield)}
		r.read(r.statement)
		return r.open, r.last
	}),
}

type netrcReader struct{ lineReader }

// Double quotes are curl's and Python's: a backslash takes the next byte as it is.
var netrcDouble = &style{step: cloak.NetrcQuoted, unit: func(dst []byte, s string, i int) ([]byte, int) {
	if s[i] == '\\' && i+1 < len(s) {
		return append(dst, s[i+1]), 2
	}
	return append(dst, s[i]), 1
}, encode: iniDouble.encode}

var (
	netrcBareStyle = bareStyle(holdsNetrc, netrcDouble)
	netrcQuotes    = &quoting{style: netrcDouble, of: netrcBareStyle, open: `"`, close: `"`, holds: isOneLine}
	netrcPlain     = valuePlace{style: netrcDouble, holds: isOneLine, fits: isOneLine}
	netrcBare      = valuePlace{style: netrcBareStyle, holds: holdsNetrc, fits: func(text string) bool { return !strings.ContainsAny(text, " \t\r\n\f\"#\\") }, other: netrcQuotes}
)

// holdsNetrc reports whether a text is one word.
func holdsNetrc(text string) bool {
	return text != "" && netrcEnd(text, 0) == len(text) && netrcClose(text, 0) == 0
}

// statement is a word that tells what the next one is, and that one.
func (r *netrcReader) statement(i int) (end int, ok bool) {
	s := r.text
	if s[i] == '#' {
		end = lineEnd(s, i)
		return end, r.emit(i+1, end, nil, Comment, "")
	}
	end = netrcEnd(s, i)
	switch label := s[i:end]; {
	case label == "default":
		return end, r.flush()
	case label == "macdef": // to the next empty line
		for end = lineEnd(s, i); end < len(s); {
			next := nextLine(s, end)
			if next == len(s) || lineEnd(s, next) == next {
				break
			}
			end = lineEnd(s, next)
		}
		return end, r.emit(i+len(label), end, nil, Text, "")
	case netrcWord(label):
		at := end
		for at < len(s) && (isBlank(s[at]) || isLineEnd(s[at])) {
			at++
		}
		if at == len(s) {
			return end, r.flush()
		}
		if end = netrcClose(s, at); end > 0 {
			return end + 1, r.lineReader.value(at+1, end, cloak.Span{Start: at, End: end + 1}, &netrcPlain, label)
		}
		end = netrcEnd(s, at)
		return end, r.lineReader.value(at, end, cloak.Span{Start: at, End: end}, &netrcBare, label)
	}
	for last := end; ; end = last { // what is between
		next := skipBlanks(s, last)
		if next == len(s) || isLineEnd(s[next]) {
			if r.beginsLine() && i == skipBlanks(s, r.at) {
				return i, true // all of the line is none
			}
			return end, r.emit(i, end, nil, Text, "")
		}
		if last = netrcEnd(s, next); netrcWord(s[next:last]) {
			return end, r.emit(i, end, nil, Text, "")
		}
	}
}

func netrcWord(x string) bool {
	switch x {
	case "machine", "host", "login", "user", "password", "account", "port":
		return true
	}
	return false
}

func netrcEnd(s string, i int) int {
	for i < len(s) && !isBlank(s[i]) && !isLineEnd(s[i]) {
		i++
	}
	return i
}

// netrcClose is where the quotes close that begin at s[i], in the same line; 0 for none.
func netrcClose(s string, i int) int {
	if s[i] != '"' {
		return 0
	}
	for j := i + 1; j < len(s) && s[j] != '\n'; j++ {
		switch s[j] {
		case '\\':
			if j+1 < len(s) && s[j+1] != '\n' {
				j++
			}
		case '"':
			if netrcEnd(s, j+1) == j+1 {
				return j
			}
			return 0
		}
	}
	return 0
}
