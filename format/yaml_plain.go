package format

import "strings"

// Plain scalars: what they may hold where they stand, and what they are read as.

// A plainPlace is where a plain scalar stands.
type plainPlace struct {
	flow  bool // in brackets
	key   bool
	first bool // a line begins with it
}

// beginsPlain reports whether a plain scalar may begin at s[i].
func beginsPlain(s string, i int, flow bool) bool {
	switch s[i] {
	case ' ', '\t', '\n', '\r', ',', ']', '}', '#', '&', '*', '!', '|', '>', '\'', '"', '%', '@', '`':
		return false
	case '[', '{':
		return atomEnd(s, i) > i
	case '-', '?', ':':
		return i+1 < len(s) && !isYAMLBlank(s, i+1) && !(flow && strings.IndexByte(",[]{}", s[i+1]) >= 0)
	}
	return true
}

// plainEnd is where the plain scalar that begins at s[i] ends in its line.
func plainEnd(s string, i int, flow bool) int {
	end := i
	for i < len(s) {
		switch b := s[i]; b {
		case '\n', '\r':
			return end
		case ' ', '\t':
			i++
			continue
		case '#':
			if i > 0 && i > end { // behind a blank
				return end
			}
		case ':':
			if i+1 == len(s) || isYAMLBlank(s, i+1) || flow && strings.IndexByte(",[]{}", s[i+1]) >= 0 {
				return end
			}
		case '{', '[':
			if k := atomEnd(s, i); k > i {
				i = k
				end = i
				continue
			}
			if flow {
				return end
			}
		case ',', ']', '}':
			if flow {
				return end
			}
		}
		i++
		end = i
	}
	return end
}

// atomEnd is where a template or a token ends that begins at s[i], i if none does: they
// are text where a collection would be.
func atomEnd(s string, i int) int {
	if i+1 == len(s) {
		return i
	}
	if s[i] == '{' {
		closing := ""
		switch s[i+1] {
		case '{':
			closing = "}}"
		case '%':
			closing = "%}"
		default:
			return i
		}
		return i + templateLen(s[i:], closing)
	}
	k := i + 1
	for k < len(s) && k < i+maxToken && ('A' <= s[k] && s[k] <= 'Z' || s[k] == '_' || isDigit(s[k]) || s[k] == '.') {
		k++
	}
	if k == len(s) || s[k] != ']' || k < i+4 || s[i+1] < 'A' || s[i+1] > 'Z' {
		return i
	}
	if name := s[i+1 : k]; !strings.HasSuffix(name, "_REDACTED") && (!isDigit(s[k-1]) || strings.LastIndexByte(name, '_') < 1) {
		return i
	}
	return k + 1
}

// templateLen is how long the template is that s begins with; 0 if it does not end in its
// line, or another begins in it.
func templateLen(s, closing string) int {
	s = s[:min(len(s), maxTemplate)]
	for k := 2; k+1 < len(s); k++ {
		n := strings.IndexAny(s[k:], "{}%\n\r")
		if n < 0 {
			break
		}
		switch k += n; {
		case strings.HasPrefix(s[k:], closing):
			return k + 2
		case s[k] == '\n' || s[k] == '\r' || strings.HasPrefix(s[k:], "{{"):
			return 0
		}
	}
	return 0
}

// How long what atomEnd knows can be, that each byte is looked at a bounded number of times.
const (
	maxTemplate = 1 << 10
	maxToken    = 64
)

// A plainClass is what a plain scalar is read as.
type plainClass uint8

const (
	plainString plainClass = iota
	plainLoose             // a string to some, or a number that is not only one: a date, +33…, 0x…
	plainNumber
	plainWord // a bool, a null
)

// classOf is what text is read as by YAML 1.1 or 1.2.
func classOf(text string) plainClass {
	if len(text) <= 5 {
		switch strings.ToLower(text) {
		case "", "~", "null", "true", "false", "yes", "no", "on", "off", "y", "n", "<<", ".inf", "+.inf", "-.inf", ".nan":
			return plainWord
		case "=":
			return plainLoose
		}
	}
	sign, body := byte(0), text
	if body[0] == '+' || body[0] == '-' {
		sign, body = body[0], body[1:]
	}
	if body == "" || !isDigit(body[0]) && body[0] != '.' {
		return plainString
	}
	n := digits(body, 0)
	if n == len(body) {
		if sign == '+' {
			return plainLoose
		}
		return plainNumber
	}
	if isFloat(body) {
		return plainNumber
	}
	if n > 0 && strings.Trim(body, "0123456789_.:") == "" || body[0] == '.' && strings.Trim(body, "0123456789_.eE+-") == "" {
		return plainLoose // 1_000, 12:30:45
	}
	if n == 1 && body[0] == '0' && len(body) > 2 && strings.IndexByte("xXoObB", body[1]) >= 0 && strings.Trim(body[2:], "0123456789abcdefABCDEF_") == "" {
		return plainLoose
	}
	if strings.Trim(body, "0123456789_.eE+") == "" && isFloat(strings.ReplaceAll(body, "_", "")) {
		return plainLoose
	}
	if n == 4 && body[4] == '-' && sign == 0 && isTimestamp(body) {
		return plainLoose
	}
	return plainString
}

// isTimestamp reports whether text is a timestamp, https://yaml.org/type/timestamp.html: it has
// the signs of one.
func isTimestamp(text string) bool {
	return strings.Trim(text, "0123456789-:.TtZz+ \t") == ""
}

// isFloat reports whether text is a number with a fraction or an exponent.
func isFloat(text string) bool {
	i := digits(text, 0)
	n := i
	if i < len(text) && text[i] == '.' {
		k := digits(text, i+1)
		n, i = n+k, i+1+k
	}
	if n == 0 {
		return false
	}
	if i < len(text) && text[i]|0x20 == 'e' {
		if i++; i < len(text) && (text[i] == '+' || text[i] == '-') {
			i++
		}
		k := digits(text, i)
		if k == 0 {
			return false
		}
		i += k
	}
	return i == len(text)
}

// reads reports whether text, where a plain scalar stands, is one, and a string.
func (p plainPlace) reads(text string) bool {
	if text == "" || !beginsPlain(text, 0, p.flow) || strings.HasPrefix(text, "{") {
		return false
	}
	line := strings.ReplaceAll(text, "\n", " ") // of lines that are folded
	behind := "\n"
	if p.key {
		if line != text {
			return false
		}
		behind = ":\n"
	}
	if p.first && (isMarker(line, 0) || line[0] == '%') || plainEnd(line+behind, 0, p.flow) != len(line) {
		return false
	}
	return classOf(text) <= plainLoose
}

// bare reports whether every reader reads text there as the string that it is, or, if
// that was none to begin with, as no less of one.
func (p plainPlace) bare(text string, loose bool) bool {
	if !p.reads(text) || !loose && classOf(text) != plainString || len(text) > maxKey && p.key {
		return false
	}
	if text[0] == '[' || text[0] == '=' || p.flow && text[0] == ':' || strings.Contains(text, "{{") || strings.Contains(text, "{%") {
		return false
	}
	for i := range len(text) {
		if b := text[i]; b < ' ' && b != '\n' && b != '\t' || b == 0x7f || p.flow && strings.IndexByte(",[]{}?", b) >= 0 {
			return false
		}
	}
	return true
}

// maxKey is how long a key is that readers find without a question mark.
const maxKey = 1000

// A bareness is what a Scalar knows of a plainPlace.
type bareness struct{ reads, bare, loose func(text string) bool }

var barenesses = func() (all [8]bareness) {
	for i := range all {
		p := plainPlace{flow: i&1 > 0, key: i&2 > 0, first: i&4 > 0}
		all[i] = bareness{
			p.reads,
			func(text string) bool { return p.bare(text, false) },
			func(text string) bool { return p.bare(text, true) },
		}
	}
	return all
}()

func (p plainPlace) bareness() *bareness {
	i := 0
	if p.flow {
		i |= 1
	}
	if p.key {
		i |= 2
	}
	if p.first {
		i |= 4
	}
	return &barenesses[i]
}

// plainScalar reads what stands at text[i] and is neither quote nor bracket.
func (r *yamlReader) plainScalar(i int) int {
	s := r.text
	if !r.flow && !r.ready || !beginsPlain(s, i, r.flow) {
		return r.rest(i)
	}
	end := plainEnd(s, i, r.flow)
	if end == i { // : }
		return r.rest(i)
	}
	after := end
	for after < len(s) && (s[after] == ' ' || s[after] == '\t') {
		after++
	}
	p := plainPlace{flow: r.flow, first: i == r.line}
	switch colon := after < len(s) && s[after] == ':'; {
	case colon && (r.fresh || r.flow):
		r.plainKey(i, end, p)
		return after + 1
	case colon: // a: b: c
		return r.rest(i)
	}
	wild := false
	if after == len(s) || s[after] == '\n' || s[after] == '\r' {
		if end, wild = r.foldedLines(i, end); wild {
			r.wild(i, end)
			return end
		}
	}
	r.fresh, r.ready = false, false
	if s[i] == '[' || s[i] == '{' { // a token or a template
		label := r.value()
		r.asks = false
		r.atom(i, end, p, label)
		return end
	}
	r.scalar(&r.s, i, end, yamlPlain)
	r.plain(i, end, p)
	return end
}

// foldedLines is where a plain scalar ends of which a line ends at text[end], and whether
// it is none.
func (r *yamlReader) foldedLines(i, end int) (last int, wild bool) {
	if !r.flow {
		return r.textLines(i, end, r.col)
	}
	s := r.text
	for {
		start, col := nextText(s, yamlLineEnd(s, end))
		if start == len(s) || !beginsPlain(s, start, true) || s[start] == '[' || s[start] == '{' || col == 0 && isMarker(s, start) || col <= r.col && r.resumesAt(start) {
			return end, false
		}
		next := plainEnd(s, start, true)
		if next == start || followsColon(s, next) {
			return end, false
		}
		if end = next; strings.Trim(s[end:yamlLineEnd(s, end)], " \t") != "" {
			return end, false
		}
	}
}

// plain gives the scalar that has been read, text[i:end].
func (r *yamlReader) plain(i, end int, p plainPlace) {
	class, asked := classOf(r.s.Text), r.asks
	if asked {
		r.key = r.s.Text
		r.asks = false
	}
	named := r.named
	label := r.value()
	switch class {
	case plainWord:
		return
	case plainNumber:
		whole := end
		if n := digits(r.text, i); i+n+1 < end && r.text[i+n] == '.' && strings.Trim(r.text[i+n+1:end], "0") == "" {
			whole = i + n
		}
		r.emit(i, whole, numberStyle, Number, label)
		return
	}
	if named && names(r.key) {
		r.says = r.s.Text
	}
	b := p.bareness()
	r.s.bare, r.s.reads, r.s.quote = b.bare, b.reads, &yamlQuoted
	if class == plainLoose {
		r.s.bare = b.loose
	}
	if asked {
		r.give(Key, "")
		return
	}
	if r.encoded(i, end, label) {
		return
	}
	r.give(String, label)
}

// atom gives text[i:end], which begins with a token or a template. A token may have been
// written there for what needs quotes.
func (r *yamlReader) atom(i, end int, p plainPlace, label string) {
	r.scalar(&r.s, i, end, yamlText)
	if r.s.odd = true; r.text[i] == '[' {
		r.s.reads, r.s.quote = p.bareness().reads, &yamlQuoted
	}
	r.give(Text, label)
}

// plainKey gives the key text[i:end].
func (r *yamlReader) plainKey(i, end int, p plainPlace) {
	p.key = true
	r.beginKey(i)
	r.scalar(&r.s, i, end, yamlPlain)
	r.keyed(r.s.Text)
	switch class := classOf(r.s.Text); class {
	case plainWord:
	case plainNumber:
		r.emit(i, end, numberStyle, Number, "")
	default:
		if r.text[i] == '[' || r.text[i] == '{' {
			r.atom(i, end, p, "")
			return
		}
		b := p.bareness()
		r.s.bare, r.s.reads, r.s.quote = b.bare, b.reads, &yamlQuoted
		if class == plainLoose {
			r.s.bare = b.loose
		}
		r.give(Key, "")
	}
}

// beginKey is called where a key begins at text[i].
func (r *yamlReader) beginKey(i int) {
	if r.flow {
		return
	}
	col := i - r.line
	if r.props != none {
		col = r.props
	}
	r.mapping(col)
}
