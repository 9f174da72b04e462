package schema

import (
	"regexp"
	"regexp/syntax"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Limits of the patterns of a schema.
const (
	maxPattern     = 1 << 10 // bytes of one
	maxPatterns    = 1 << 16 // bytes of all
	maxProgram     = 5_000   // steps of the program of one
	maxPrograms    = 100_000 // of all
	maxPatternWork = 1 << 22 // steps of the program times bytes of the text
)

// A pattern is a regular expression of ECMA-262. One that Go's engine, which is linear,
// cannot express (a look-around, a back-reference), or that is beyond the limits, has no
// re: whether a text matches it is unknown.
type pattern struct {
	re   *regexp.Regexp
	size int // steps of its program, roughly
}

func (p *pattern) match(j *judge, s string) verdict {
	if p.re == nil || len(s) > maxChecked || p.size*len(s) > maxPatternWork {
		return unknown
	}
	j.work -= p.size * len(s) / 16
	return verdictOf(p.re.MatchString(s))
}

// pattern compiles src; each source once.
func (c *compiler) pattern(src string) *pattern {
	p := c.patterns[src]
	if p != nil {
		return p
	}
	p = &pattern{}
	c.patterns[src] = p
	if c.patternBytes += len(src); len(src) > maxPattern || c.patternBytes > maxPatterns {
		return p
	}
	source, ok := translate(src)
	if !ok {
		return p
	}
	tree, err := syntax.Parse(source, syntax.Perl)
	if err != nil {
		return p
	}
	p.size = programSize(tree)
	if c.patternSize += min(p.size, maxProgram); p.size > maxProgram || c.patternSize > maxPrograms {
		return p
	}
	if re, err := regexp.Compile(source); err == nil {
		p.re = re
	}
	return p
}

// programSize estimates how long the program of re is. Repetitions are unrolled.
func programSize(re *syntax.Regexp) int {
	n := 1 + len(re.Rune)/16
	for _, sub := range re.Sub {
		n += programSize(sub)
	}
	if re.Op == syntax.OpLiteral {
		n = 1 + len(re.Rune)
	}
	if re.Op == syntax.OpRepeat {
		n *= max(re.Max, re.Min+1)
	}
	return min(n, 1<<30)
}

// Classes that ECMA-262 understands otherwise: a space is any of Unicode, and a dot
// stops at every line terminator.
const (
	spaces    = `\t-\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`
	notSpaces = `\x00-\x08\x0e-\x1f!-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}\x{202a}-\x{202e}\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{fefe}\x{ff00}-\x{10ffff}`
	notLines  = `[^\n\r\x{2028}\x{2029}]`
)

// translate writes a pattern of ECMA-262, with the u flag as clients compile it, for
// Go's engine. It refuses what that has no means for, and what is no pattern.
func translate(src string) (string, bool) {
	if !utf8.ValidString(src) {
		return "", false
	}
	var out strings.Builder
	inClass := false
	for i := 0; i < len(src); {
		switch b := src[i]; {
		case b == '\\':
			n, ok := escape(&out, src[i:], inClass)
			if !ok {
				return "", false
			}
			i += n
			continue
		case inClass:
			if b == '[' {
				out.WriteByte('\\')
			}
			out.WriteByte(b)
			inClass = b != ']'
		case b == '.':
			out.WriteString(notLines)
		case b == '[':
			switch {
			case strings.HasPrefix(src[i:], "[]"):
				out.WriteString(`[^\x00-\x{10ffff}]`)
				i++
			case strings.HasPrefix(src[i:], "[^]"):
				out.WriteString(`[\x00-\x{10ffff}]`)
				i += 2
			case strings.HasPrefix(src[i:], "[^"):
				out.WriteString("[^")
				i++
				inClass = true
			default:
				out.WriteByte('[')
				inClass = true
			}
		case b == '(':
			n, ok := group(src[i:])
			if !ok {
				return "", false
			}
			out.WriteString("(?:")
			i += n
			continue
		default:
			out.WriteByte(b)
		}
		i++
	}
	return out.String(), !inClass
}

// group is how long the opening of a group is. Nothing refers to a group, so that all
// are alike.
func group(s string) (int, bool) {
	switch {
	case !strings.HasPrefix(s, "(?"):
		return 1, true
	case strings.HasPrefix(s, "(?:"):
		return 3, true
	case strings.HasPrefix(s, "(?<") && !strings.HasPrefix(s, "(?<=") && !strings.HasPrefix(s, "(?<!"):
		n := strings.IndexByte(s, '>')
		return n + 1, n > 3
	}
	return 0, false
}

// escape writes the escape that s begins with and returns its length.
func escape(out *strings.Builder, s string, inClass bool) (int, bool) {
	if len(s) < 2 {
		return 0, false
	}
	switch b := s[1]; b {
	case 'd', 'D', 'w', 'W', 'n', 'r', 't', 'v', 'f':
		out.WriteString(s[:2])
	case 's':
		writeClass(out, spaces, inClass)
	case 'S':
		writeClass(out, notSpaces, inClass)
	case 'b':
		if inClass {
			out.WriteString(`\x08`)
		} else {
			out.WriteString(`\b`)
		}
	case 'B':
		out.WriteString(`\B`)
		return 2, !inClass
	case '0':
		out.WriteString(`\x00`)
		return 2, len(s) == 2 || !isDigit(s[2])
	case 'c':
		if len(s) < 3 || s[2]|0x20 < 'a' || s[2]|0x20 > 'z' {
			return 0, false
		}
		writeRune(out, rune(s[2]&0x1f))
		return 3, true
	case 'x':
		return hex(out, s, 4)
	case 'u':
		return unicodeEscape(out, s)
	case 'p', 'P':
		end := strings.IndexByte(s, '}')
		if end < 0 || s[2] != '{' || strings.ContainsAny(s[2:end], "^\\") {
			return 0, false
		}
		name := s[3:end]
		for _, prefix := range []string{"General_Category=", "gc=", "Script=", "sc="} {
			name = strings.TrimPrefix(name, prefix)
		}
		out.WriteString(s[:2] + "{" + name + "}")
		return end + 1, true
	default:
		if !strings.ContainsRune(`^$\.*+?()[]{}|/-`, rune(b)) || b == '-' && !inClass {
			return 0, false
		}
		out.WriteString(s[:2])
	}
	return 2, true
}

func writeClass(out *strings.Builder, class string, inClass bool) {
	if !inClass {
		class = "[" + class + "]"
	}
	out.WriteString(class)
}

func writeRune(out *strings.Builder, r rune) {
	out.WriteString(`\x{` + strconv.FormatInt(int64(r), 16) + "}")
}

// hex reads the digits of s from its third byte to n.
func hex(out *strings.Builder, s string, n int) (int, bool) {
	if len(s) < n {
		return 0, false
	}
	r, err := strconv.ParseUint(s[2:n], 16, 21)
	if err != nil || r >= 0xd800 && r < 0xe000 {
		return 0, false
	}
	writeRune(out, rune(r))
	return n, true
}

// unicodeEscape reads \u0040, a surrogate pair of two of them, and \u{1f600}.
func unicodeEscape(out *strings.Builder, s string) (int, bool) {
	if strings.HasPrefix(s, `\u{`) {
		end := strings.IndexByte(s, '}')
		if end < 0 {
			return 0, false
		}
		r, err := strconv.ParseUint(s[3:end], 16, 32)
		if err != nil || !utf8.ValidRune(rune(r)) || r > utf8.MaxRune {
			return 0, false
		}
		writeRune(out, rune(r))
		return end + 1, true
	}
	if len(s) >= 12 && s[6:8] == `\u` {
		high, err := strconv.ParseUint(s[2:6], 16, 32)
		low, err2 := strconv.ParseUint(s[8:12], 16, 32)
		if err == nil && err2 == nil && high>>10 == 0xd800>>10 && low>>10 == 0xdc00>>10 {
			writeRune(out, rune((high-0xd800)<<10+low-0xdc00+0x10000))
			return 12, true
		}
	}
	return hex(out, s, 6)
}
