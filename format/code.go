package format

import (
	"strings"

	"github.com/seed-052fbf24/cloak/cloak"
)

// Source code, by a light lexer. Detectors see it as the text that it is, with all that
// stands around a value; what they find in a string is written as that string has it, and
// a name in code is no value. Strings that a text does not show as what they say, for they
// have escapes or odd quotes, and numbers, are handed over on their own, decoded, with the
// name that they are given as their label.
//
// The lexer never needs the beginning: what it takes for a string in a slice of a file may
// be code, and the other way round; nothing is lost by that.
var codeFormat = &Format{
	Name:       "code",
	Extensions: codeEndings(),
	Files:      codeFiles(),
	sniff:      func(text string) bool { return languageOf("", text) > 0 },
	scan:       readCode,
	mixed:      true,
}

// What a byte may be, or begin.
const (
	codeBlank   uint16 = 1 << iota
	codeLine           // its end
	codeWord           // the first of one
	codePart           // of a word
	codeDigit          // the first of a number
	codeComment        // the first of one
	codeQuote          // of a string
	codeLiteral        // of what has no fixed quotes
	codeSign           // a bracket or an operator that matters
)

// A codeTable is that by byte, for one language.
type codeTable [256]uint16

func newCodeTable(x *language) (t codeTable) {
	for b := range t {
		switch c := byte(b); {
		case c == ' ' || c == '\t' || c == '\r':
			t[b] = codeBlank
		case c == '\n':
			t[b] = codeLine
		case isDigit(c):
			t[b] = codeDigit | codePart
		case 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' || c >= 0x80 || c == '$':
			t[b] = codeWord | codePart
		case c == '@':
			t[b] = codeWord
		}
	}
	for _, c := range []byte("()[]{}=:<,;/?") {
		t[c] |= codeSign
	}
	for _, sign := range x.comment {
		t[sign[0]] |= codeComment
	}
	for _, signs := range x.block {
		t[signs[0][0]] |= codeComment
	}
	for _, q := range x.quotes {
		t[q.open[0]] |= codeQuote
	}
	for _, c := range []byte(x.begins) {
		t[c] |= codeLiteral
	}
	return t
}

// codeTables has that of each language.
var codeTables = func() (all []codeTable) {
	for i := range languages {
		all = append(all, newCodeTable(&languages[i]))
	}
	return all
}()

// A word is where a name or the content of a string stands in the text.
type word struct{ start, end int32 }

// A bracket is one that is open.
type bracket struct {
	sign  byte
	typed bool
	at    int32
	label word   // of what it holds
	outer word   // label around it
	name  word   // in front of it
	hole  *quote // it is code within such a string
}

const maxBrackets = 256

type codeReader struct {
	*view
	yield func(*Scalar) bool
	*language
	s     Scalar
	table *codeTable

	from  int // what stands in front of it was given
	parts []part

	open   []bracket
	label  word    // of a value that stands here
	name   word    // the last one
	quoted word    // content of the last string
	typed  bool    // a type may stand here
	odd    bool    // label stands in front in a way that only some languages have
	last   byte    // that is no blank
	closes [12]int // by quote: up to where it is known to have no end
	failed int     // literals without an end
	leaves func(cloak.Span) bool
	opens  bool // the text at hand ends where a string begins that is given on its own
}

// says is what stands at a word.
func (r *codeReader) says(x word) string { return r.view.text[x.start:x.end] }

// readCode gives the scalars of v, and reports whether to go on.
func readCode(v *view, yield func(*Scalar) bool) bool {
	k := languageOf(v.file, v.text)
	r := codeReader{view: v, yield: yield, language: &languages[k], table: &codeTables[k]}
	r.leaves = r.isName
	r.parts = make([]part, 0, len(v.text)/128)
	r.open = make([]bracket, 0, 16)
	s, t := v.text, r.table
	i := 0
	if r.outside != "" && strings.Contains(s, r.outside) {
		i = strings.Index(s, r.outside)
	}
	for i < len(s) {
		switch t[s[i]] {
		case codeBlank:
			i++
		case codeWord | codePart:
			j := i + 1
			for j < len(s) && t[s[j]]&codePart != 0 {
				j++
			}
			const longest = 3 // of a prefix
			if j < len(s) && j-i <= longest && t[s[j]]&codeQuote != 0 {
				if next, is, ok := r.string(j, s[i:j]); is {
					if !ok {
						return false
					}
					i = next
					continue
				}
			}
			r.word(i, j)
			i = j
		default:
			next, ok := r.token(i)
			if !ok {
				return false
			}
			i = next
		}
	}
	return r.text(len(s))
}

// token reads what stands at text[i], and returns where the next one does.
func (r *codeReader) token(i int) (next int, ok bool) {
	s := r.view.text
	c := s[i]
	kind := r.table[c]
	if kind&codeComment != 0 {
		if end, is := r.commented(i); is {
			return end, true
		}
	}
	if kind&codeLiteral != 0 {
		if end, is, ok := r.drawn(i); is {
			return end, ok
		}
	}
	if kind&codeQuote != 0 {
		if next, is, ok := r.string(i, ""); is {
			return next, ok
		}
	}
	switch {
	case kind&codeWord != 0:
		j := i + 1
		for j < len(s) && r.table[s[j]]&codePart != 0 {
			j++
		}
		const longest = 3
		if j < len(s) && j-i <= longest && r.table[s[j]]&codeQuote != 0 {
			if next, is, ok := r.string(j, s[i:j]); is {
				return next, ok
			}
		}
		r.word(i, j)
		return j, true
	case kind&codeDigit != 0:
		return r.number(i)
	case kind&codeLine != 0:
		r.line()
	case kind&codeSign != 0:
		return r.sign(i), true
	default:
		r.last = c
		if c == '\\' && i+1 < len(s) && s[i+1] != '\n' && r.bare { // \" of a shell
			return i + 2, true
		}
	}
	return i + 1, true
}

// line ends a statement, unless it goes on.
func (r *codeReader) line() {
	in := r.top()
	if in.sign != 0 && in.sign != '{' || strings.IndexByte("=+\\", r.last) >= 0 && r.last != 0 {
		return
	}
	if r.typed, r.odd = false, false; r.last == ',' || r.last == '{' {
		r.label = in.label
		return
	}
	r.label, r.name = word{}, word{}
}

// top is the innermost bracket.
func (r *codeReader) top() bracket {
	if len(r.open) == 0 {
		return bracket{}
	}
	return r.open[len(r.open)-1]
}

// word takes the name text[i:j].
func (r *codeReader) word(i, j int) {
	start := int32(i)
	if i > 0 && r.view.text[i-1] == '.' && r.name.end == start-1 {
		start = r.name.start
	}
	r.name, r.last = word{start, int32(j)}, 'a'
}

// sign reads a bracket or an operator.
func (r *codeReader) sign(i int) (next int) {
	s := r.view.text
	c := s[i]
	var behind byte
	if i+1 < len(s) {
		behind = s[i+1]
	}
	next = i + 1
	before := r.last
	r.last = c
	switch c {
	case '(', '[', '{':
		r.begin(c, i, nil)
	case ')', ']', '}':
		if hole := r.end(i); hole != nil {
			return r.inside(hole, next)
		}
	case ',':
		in := r.top()
		if r.label = in.label; in.sign == '(' && r.quoted.end > in.at && int(r.quoted.end)+2 >= i && isKeyLike(r.says(r.quoted)) {
			r.label = r.quoted
		}
		r.typed, r.odd = false, false
	case ';':
		r.label, r.name, r.typed, r.odd = word{}, word{}, false, false
	case '=':
		for next < len(s) && s[next] == '=' {
			next++
		}
		if strings.IndexByte("!<>", before) >= 0 && before != 0 {
			break
		}
		if r.odd = r.typed; !r.typed {
			r.label = r.name
		}
		r.typed = false
	case ':':
		if behind == ':' {
			return i + 2
		}
		r.label, r.typed, r.odd = r.name, behind != '=', false
		if behind == '=' {
			r.last = '='
			return i + 2
		}
	case '<':
		if behind == '-' {
			r.label, r.odd, r.last = r.name, true, '='
			return i + 2
		}
	case '/':
		if r.regexp && behindOperator(before, r.says(r.name)) {
			return r.expression(i)
		}
	case '?':
		if behind == '>' && r.outside != "" {
			if k := strings.Index(s[i:], r.outside); k >= 0 {
				return i + k
			}
			return len(s)
		}
	}
	return next
}

func (r *codeReader) begin(c byte, i int, hole *quote) {
	if len(r.open) == maxBrackets {
		return
	}
	b := bracket{sign: c, typed: r.typed, at: int32(i), outer: r.label, name: r.name, hole: hole}
	if r.typed, r.odd = false, false; c == '(' {
		r.label = r.name
	}
	b.label = r.label
	r.open = append(r.open, b)
}

// end closes a bracket, and returns the string that goes on behind it, if one does.
func (r *codeReader) end(i int) *quote {
	if len(r.open) == 0 {
		r.label, r.name = word{}, word{}
		return nil
	}
	b := r.top()
	r.open = r.open[:len(r.open)-1]
	r.label, r.name, r.typed = b.outer, b.name, b.typed
	if b.sign == '[' && r.quoted.end > b.at && int(r.quoted.end)+1 >= i && isKeyLike(r.says(r.quoted)) {
		r.name = r.quoted // config["password"] = …
	}
	return b.hole
}

// behindOperator reports whether a value is to come behind b: a / there begins a regular
// expression.
func behindOperator(b byte, name string) bool {
	if b == 'a' {
		switch name {
		case "return", "typeof", "case", "in", "of", "if", "when", "unless", "and", "or", "not":
			return true
		}
		return false
	}
	return b == 0 || strings.IndexByte("(,=:[!&|?{};+-*%<>~^\n", b) >= 0
}

// expression is where the regular expression ends that begins at text[i].
func (r *codeReader) expression(i int) int {
	s, class := r.view.text, false
	for j := i + 1; j < len(s) && s[j] != '\n' && j-i < 1000; j++ {
		switch s[j] {
		case '\\':
			j++
		case '[':
			class = true
		case ']':
			class = false
		case '/':
			if !class {
				r.last = 'a'
				return j + 1
			}
		}
	}
	return i + 1
}

// isKeyLike reports whether a string may be the name of a value.
func isKeyLike(s string) bool {
	const longest = 40
	if s == "" || len(s) > longest {
		return false
	}
	for i := range len(s) {
		if !isWordAt(s, i) && s[i] != '-' && s[i] != '.' {
			return false
		}
	}
	return true
}

// text gives what stands in front of end and was not given: unless there is nothing in it
// but signs.
func (r *codeReader) text(end int) bool {
	from := r.from
	r.from = end
	parts := r.parts
	r.parts = r.parts[:0]
	s := r.view.text[from:end]
	k := 0
	for k < len(s) && !isWordAt(s, k) {
		k++
	}
	if k == len(s) {
		return true
	}
	r.scalar(&r.s, from, end, nil)
	r.s.styled, r.s.front = parts, from
	r.s.leave = r.leaves
	if r.s.Label = r.view.label; r.s.Label != "" {
		r.s.Of = cloak.Key
	}
	return r.yield(&r.s)
}

// give gives text[start:end], which has a style, on its own.
func (r *codeReader) give(start, end int, x *style, kind Kind) bool {
	r.opens = kind == String
	if !r.text(start) {
		return false
	}
	r.from, r.opens = end, false
	r.scalar(&r.s, start, end, x)
	label := r.says(r.label)
	if kind == Number {
		label = r.inFront(start)
	}
	if r.s.Kind, r.s.Label = kind, label; label != "" {
		r.s.Of = cloak.Key
	}
	if kind == String {
		if is, ok := r.nested(&r.s, "", label, nil, r.yield); is {
			return ok
		}
	}
	return r.yield(&r.s)
}

// inFront is the label of a number: its name may be words away, as in phone(44, …). It is
// what stands in front on the line, and the name that all of a list has.
func (r *codeReader) inFront(i int) string {
	const reach = 48
	from := max(0, i-reach)
	if k := strings.LastIndexByte(r.view.text[from:i], '\n'); k >= 0 {
		from += k + 1
	}
	front := strings.TrimSpace(r.view.text[from:i])
	if name := r.says(r.label); name != "" && int(r.label.start) < from {
		return name + " " + front
	}
	return front
}

// isName reports whether a span of the scalar at hand is a name in code, or several with
// dots: it has no digits, and what stands in front is an operator and a blank, or a bracket.
// Nor is the beginning of a string a value, as q{ is not.
func (r *codeReader) isName(x cloak.Span) bool {
	s := r.s.Text
	const longest = 20 // R"sign(
	switch {
	case r.s.part(x) != nil:
		return false
	case r.opens && x.End == len(s) && x.Len() <= longest:
		return true
	case r.bare:
		return false
	}
	for i := x.Start; i < x.End; i++ {
		if b := s[i]; !isWordAt(s, i) && b != '.' || isDigit(b) || b >= 0x80 {
			return false
		}
	}
	i := x.Start - 1
	if i < 0 || s[i] != ' ' && s[i] != '(' {
		return false
	}
	for i > 0 && s[i] == ' ' {
		i--
	}
	if strings.IndexByte("=:(,", s[i]) < 0 {
		return false
	}
	if !r.markup {
		return true
	}
	line := s[x.End:min(len(s), x.End+200)]
	if k := strings.IndexByte(line, '\n'); k >= 0 {
		line = line[:k]
	}
	return !strings.Contains(line, "</") && !strings.Contains(line, "/>")
}
