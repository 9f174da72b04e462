package format

import (
	"strings"

	"github.com/seed-052fbf24/cloak/cloak"
)

// Files of environment variables, as shells, docker and the dotenv libraries of several
// languages read them. Where those differ it is read as most do: what counts is that it is
// read the same before and after. References such as ${HOME} are text.
var envFormat = &Format{
	Name:       "env",
	loose:      true,
	Extensions: []string{".env"},
	Files:      []string{".envrc", ".flaskenv"},
	Paths:      []string{".env.*", ".env-*", "*.env.example", "*.env.sample", "*.env.template", "*.env.dist", "*.env.local"},
	sniff:      isEnv,
	scan: func(v *view, yield func(*Scalar) bool) bool {
		r := envReader{lineReader: newLines(v, yield)}
		return r.read(r.statement)
	},
	cut: cutLines(func(v *view, yield func(*Scalar) bool) (open, last int) {
		r := envReader{lineReader: newLines(v, yield)}
		r.read(r.statement)
		return r.open, r.last
	}),
}

type envReader struct {
	lineReader
	keys int
	name func(key string) // if set, is told the names, up to the sign
}

// Double quotes keep their text as a shell's do. A \n is left to detectors, which know it:
// to a shell it is two characters.
var envDouble = &style{step: cloak.EnvDocument, unit: func(dst []byte, s string, i int) ([]byte, int) {
	if s[i] == '\\' && i+1 < len(s) && strings.IndexByte("\"\\$`", s[i+1]) >= 0 {
		return append(dst, s[i+1]), 2
	}
	return append(dst, s[i]), 1
}, encode: func(text string) string {
	return escaped(text, func(b byte) string {
		if strings.IndexByte("\"\\$`", b) >= 0 {
			return `\` + string(rune(b))
		}
		return ""
	})
}}

var (
	envWord   = bareStyle(holdsEnvBare, envDouble)
	envQuotes = &quoting{style: envDouble, open: `"`, close: `"`}
	envAround = &quoting{style: envDouble, of: envWord, open: `"`, close: `"`}
	envPlain  = valuePlace{style: envDouble}
	envSingle = valuePlace{holds: holdsSingle, fits: func(x string) bool { return !strings.ContainsAny(x, "'\\") }, other: envQuotes}
	envGrave  = valuePlace{holds: func(text string) bool { return strings.IndexByte(text, '`') < 0 }, fits: func(x string) bool { return !strings.ContainsAny(x, "`$\\") }, other: envQuotes}
	envOdd    = valuePlace{style: envWord, fits: isShellWord}
	envBare   = valuePlace{style: envWord, holds: holdsEnvBare, fits: isShellWord, other: envAround}
)

// isShellWord reports whether a shell reads a text as it is, without quotes.
func isShellWord(text string) bool {
	return !strings.ContainsAny(text, " \t\r\n\f#\"'`$\\;&|<>()*?{}!~")
}

func holdsSingle(text string) bool {
	end, closed := singleClose(text+"'", 0)
	return closed && end == len(text)
}

func holdsEnvBare(text string) bool {
	return text != "" && strings.IndexByte("\"'`# \t\f", text[0]) < 0 && strings.IndexByte(text, '\n') < 0 && trimEnd(text, 0, len(text)) == len(text) && bareEnd(text, 0, len(text)) == len(text)
}

// statement is a comment, or [export] NAME=value.
func (r *envReader) statement(i int) (end int, ok bool) {
	s := r.text
	if s[i] == '#' {
		end = lineEnd(s, i)
		return end, r.emit(i+1, end, nil, Comment, "")
	}
	start := i
	if k := skipBlanks(s, i+len("export")); k > i+len("export") && strings.HasPrefix(s[i:], "export") {
		start = k
	}
	name := envName(s, start)
	if name == start {
		return i, true
	}
	at := skipBlanks(s, name)
	switch {
	case at < len(s) && s[at] == '=':
	case at == name && at+1 < len(s) && s[at] == ':' && isBlank(s[at+1]):
	default:
		return i, true
	}
	r.keys++
	if r.name != nil {
		r.name(s[start : at+1])
	}
	if !r.emit(start, name, nil, Key, "") {
		return name, false
	}
	return r.value(skipBlanks(s, at+1), s[start:name])
}

// envName is where the name ends that begins at s[i]; i if none does. Tokens of ours may
// stand in it.
func envName(s string, i int) int {
	for j := i; ; {
		n := isToken(s, j)
		if n == 0 && j < len(s) && (s[j] < 0x80 && isWordAt(s, j) || j > i && (s[j] == '.' || s[j] == '-')) {
			n = 1
		}
		if n == 0 || j == i && isDigit(s[j]) {
			return j
		}
		j += n
	}
}

// value reads the value at text[i], piece by piece: a shell joins "a"'b'c.
func (r *envReader) value(i int, label string) (end int, ok bool) {
	s := r.text
	for first := true; i < len(s) && !isLineEnd(s[i]); first = false {
		switch b := s[i]; {
		case b == '#' && (first || isBlank(s[i-1])):
			end = lineEnd(s, i)
			return end, r.emit(i+1, end, nil, Comment, "")
		case isBlank(b):
			i++
			continue
		case b == '"' || b == '\'' || b == '`':
			end, closed := r.closes(i+1, b)
			if !closed {
				break
			}
			place := &envPlain
			switch b {
			case '\'':
				place = &envSingle
			case '`':
				place = &envGrave
			}
			if !r.lineReader.value(i+1, end, cloak.Span{Start: i, End: end + 1}, place, label) {
				return end, false
			}
			i = end + 1
			continue
		}
		line := r.block(i, lineEnd(s, i))
		end = trimEnd(s, i, bareEnd(s, i, line))
		place := &envBare
		if !first || !holdsEnvBare(s[i:end]) { // what quotes are around, or are not closed, or a key over lines
			place = &envOdd
		}
		if !r.lineReader.value(i, end, cloak.Span{Start: i, End: end}, place, label) {
			return end, false
		}
		i = end
	}
	return i, true
}

// bareEnd is where a value without quotes ends that begins at s[i]: in front of a comment,
// or at end.
func bareEnd(s string, i, end int) int {
	for j := i + 1; j < end; j++ {
		if s[j] == '#' && isBlank(s[j-1]) {
			return j
		}
	}
	return end
}

// closes is where the quote stands that closes what begins at text[i].
func (r *envReader) closes(i int, q byte) (end int, closed bool) {
	switch s := r.text; q {
	case '`':
		end = r.next(grave, "`", i)
	case '\'':
		if end = r.next(single, "'", i); end < len(s) {
			end, _ = singleClose(s, i)
		}
	default:
		if r.ahead[double] == len(s) {
			return len(s), false
		}
		if end = doubleClose(s, i); end == len(s) {
			r.ahead[double] = len(s)
		}
	}
	if closed = end < len(r.text); !closed {
		r.unsure()
	}
	return end, closed
}

func doubleClose(s string, i int) int {
	for i < len(s) && s[i] != '"' {
		if s[i] == '\\' {
			i++
		}
		i++
	}
	return min(i, len(s))
}

// singleClose is where the ' stands that closes s[i:]. One behind a backslash does, as to
// a shell, only where the value ends behind it: others read an escape.
func singleClose(s string, i int) (end int, closed bool) {
	for {
		k := strings.IndexByte(s[i:], '\'')
		if k < 0 {
			return len(s), false
		}
		i += k
		if k == 0 || s[i-1] != '\\' || i+1 == len(s) || isBlank(s[i+1]) || isLineEnd(s[i+1]) {
			return i, true
		}
		i++
	}
}

// isEnv reports whether a text is two assignments to names in capitals or more, each to
// another, and comments, and nothing else. A log has the same names again.
func isEnv(text string) bool {
	text = sniffed(text)
	if strings.IndexByte(text, '=') < 0 {
		return false
	}
	names, is := map[string]bool{}, true
	r := envReader{}
	r.name = func(key string) {
		is = is && !names[key] && strings.TrimLeft(key, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == "="
		names[key] = true
	}
	r.lineReader = newLines(&view{text: text, depth: maxViews}, func(s *Scalar) bool {
		is = is && s.Kind != Text
		return is
	})
	return r.read(r.statement) && is && len(names) > 1
}
