package format

import "strings"

// Strings without fixed quotes. Each reader says whether one begins at text[i]; next is 0
// if it has no end.

// cRaw is C++'s R"sign(…)sign".
func cRaw(s string, i int) (literal, bool) {
	j := i
	switch {
	case s[i] == 'R':
	case strings.HasPrefix(s[i:], "u8R"):
		j += 2
	case len(s) > i+1 && s[i+1] == 'R' && strings.IndexByte("uUL", s[i]) >= 0:
		j++
	default:
		return literal{}, false
	}
	if i > 0 && isWordAt(s, i-1) || !strings.HasPrefix(s[j:], `R"`) {
		return literal{}, false
	}
	const longest = 16 // of the sign
	k := strings.IndexByte(s[j+2:min(len(s), j+2+longest+1)], '(')
	if k < 0 {
		return literal{}, false
	}
	return between(s, j+2+k+1, ")"+s[j+2:j+2+k]+`"`)
}

// between is what stands from start to a sign.
func between(s string, start int, sign string) (literal, bool) {
	k := strings.Index(s[start:], sign)
	if k < 0 {
		return literal{}, true
	}
	return literal{start: start, end: start + k, next: start + k + len(sign), strange: true}, true
}

// rustRaw is r#"…"#.
func rustRaw(s string, i int) (literal, bool) {
	j := i
	for j < len(s) && j-i < 2 && (s[j] == 'r' || s[j] == 'b' || s[j] == 'c') {
		j++
	}
	if j == i || s[j-1] != 'r' || i > 0 && isWordAt(s, i-1) {
		return literal{}, false
	}
	return hashed(s, j)
}

// swiftRaw is #"…"#.
func swiftRaw(s string, i int) (literal, bool) { return hashed(s, i) }

func hashed(s string, i int) (literal, bool) {
	n := 0
	for i+n < len(s) && s[i+n] == '#' {
		n++
	}
	const most = 16
	if n == 0 || n > most || i+n >= len(s) || s[i+n] != '"' {
		return literal{}, false
	}
	return between(s, i+n+1, `"`+s[i:i+n])
}

// luaLong is [[…]] and [=[…]=].
func luaLong(s string, i int) (literal, bool) {
	if s[i] != '[' {
		return literal{}, false
	}
	n := 1
	for i+n < len(s) && s[i+n] == '=' && n < 16 {
		n++
	}
	if i+n >= len(s) || s[i+n] != '[' {
		return literal{}, false
	}
	return between(s, i+n+1, "]"+s[i+1:i+n]+"]")
}

// rubyLiteral is %q{…} and its like, and a heredoc.
func rubyLiteral(s string, i int) (literal, bool) {
	switch {
	case s[i] == '<':
		return heredoc(s, i, true)
	case s[i] != '%' || i+2 >= len(s) || strings.IndexByte("qQwWi", s[i+1]) < 0:
		return literal{}, false
	case s[i+1] == 'w', s[i+1] == 'W', s[i+1] == 'i':
		x, ok := paired(s, i+2)
		x.strange = false
		return x, ok
	}
	return paired(s, i+2)
}

// perlLiteral is q{…} and its like, and a heredoc.
func perlLiteral(s string, i int) (literal, bool) {
	if s[i] == '<' {
		return heredoc(s, i, true)
	}
	if s[i] != 'q' || i > 0 && (isWordAt(s, i-1) || strings.IndexByte("$@%&>-{", s[i-1]) >= 0) {
		return literal{}, false
	}
	j, words := i+1, false
	if j < len(s) && strings.IndexByte("qwr", s[j]) >= 0 {
		words = s[j] != 'q'
		j++
	}
	x, ok := paired(s, j)
	x.strange = !words
	return x, ok
}

// paired is what stands in brackets, or between two signs, the first at s[i].
func paired(s string, i int) (literal, bool) {
	if i >= len(s) {
		return literal{}, false
	}
	k := strings.IndexByte("([{<|/!~", s[i])
	if k < 0 {
		return literal{}, false
	}
	opening, closing, depth := s[i], ")]}>|/!~"[k], 0
	for j := i + 1; j < len(s); j++ {
		switch c := s[j]; {
		case c == '\\':
			j++
		case c == closing && depth == 0:
			return literal{start: i + 1, end: j, next: j + 1, strange: true}, true
		case c == closing:
			depth--
		case c == opening:
			depth++
		}
	}
	return literal{}, true
}

// phpLiteral is <<<WORD.
func phpLiteral(s string, i int) (literal, bool) {
	if !strings.HasPrefix(s[i:], "<<<") {
		return literal{}, false
	}
	return heredoc(s, i+1, false)
}

// shellHeredoc is <<WORD, <<-WORD and <<'WORD'.
func shellHeredoc(s string, i int) (literal, bool) {
	if s[i] != '<' || strings.HasPrefix(s[i:], "<<<") || i > 0 && s[i-1] == '<' {
		return literal{}, false
	}
	return heredoc(s, i, false)
}

// heredoc is the lines up to one that has nothing but a word: <<WORD. The rest of the line
// that begins it is no part of it, and is not looked at. If near, no blank is in front of
// the word: a << b is a shift.
func heredoc(s string, i int, near bool) (literal, bool) {
	if !strings.HasPrefix(s[i:], "<<") {
		return literal{}, false
	}
	j := i + 2
	if j < len(s) && (s[j] == '-' || s[j] == '~') {
		j++
	}
	for !near && j < len(s) && s[j] == ' ' {
		j++
	}
	if j < len(s) && (s[j] == '\'' || s[j] == '"') {
		j++
	}
	k := j
	for k < len(s) && isWordAt(s, k) {
		k++
	}
	if k == j || isDigit(s[j]) {
		return literal{}, false
	}
	word := s[j:k]
	line := strings.IndexByte(s[k:], '\n')
	if line < 0 {
		return literal{}, true
	}
	start := k + line + 1
	for at := start; at < len(s); {
		end := strings.IndexByte(s[at:], '\n')
		if end < 0 {
			end = len(s) - at
		}
		text := strings.TrimLeft(s[at:at+end], " \t")
		if strings.HasPrefix(text, word) && strings.TrimRight(text[len(word):], ";),. \t\r") == "" {
			return literal{start: start, end: at, next: at + end}, true
		}
		at += end + 1
	}
	return literal{}, true
}
