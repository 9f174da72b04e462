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
	sniff:      func(text string) bool { return languageOf("", text) != &languages[0] },
	scan:       readCode,
	mixed:      true,
}

// What a byte may begin.
type codeByte uint8

const (
	codeOther codeByte = iota
	codeBlank
	codeLine
	codeWord
	codeDigit
	codeSign // that the reader asks about
)

// A bracket is one that is open.
type bracket struct {
	sign  byte
	label string // of what it holds
	outer string // label around it
	name  string // in front of it
	at    int
	typed bool
	hole  *quote // it is code within such a string
}

const maxBrackets = 256

type codeReader struct {
	*view
	yield func(*Scalar) bool
	*language
	s     Scalar
	kinds [256]codeByte

	from  int // what stands in front of it was given
	parts []part
	begun []part // memory

	open   []bracket
	label  string // of a value that stands here
	typed  bool   // a type may stand here
	odd    bool   // label stands in front in a way that only some languages have
	name   string // the last one
	nameAt int
	last   byte    // that is no blank
	quoted [2]int  // content of the last string
	closes [12]int // by quote: up to where it is known to have no end
	failed int     // literals without an end
	leaves func(cloak.Span) bool
}

// readCode gives the scalars of v, and reports whether to go on.
func readCode(v *view, yield func(*Scalar) bool) bool {
	r := codeReader{view: v, yield: yield, language: languageOf(v.file, v.text), label: v.label}
	r.leaves = r.isName
	for b := range 256 {
		switch c := byte(b); {
		case c == ' ' || c == '\t' || c == '\r':
			r.kinds[b] = codeBlank
		case c == '\n':
			r.kinds[b] = codeLine
		case isDigit(c):
			r.kinds[b] = codeDigit
		case isWordAt(string(c), 0) || c == '$' || c == '@':
			r.kinds[b] = codeWord
		}
	}
	for _, c := range []byte("()[]{}=:<,;/#%") {
		r.kinds[c] = codeSign
	}
	for _, x := range r.comment {
		r.kinds[x[0]] = codeSign
	}
	for _, x := range r.block {
		r.kinds[x[0][0]] = codeSign
	}
	for _, q := range r.quotes {
		r.kinds[q.open[0]] = codeSign
	}
	r.kinds['\n'] = codeLine
	i := 0
	if r.outside != "" && strings.Contains(v.text, r.outside) {
		i = strings.Index(v.text, r.outside)
	}
	for i < len(v.text) {
		next, ok := r.token(i)
		if !ok {
			return false
		}
		i = next
	}
	return r.text(len(v.text))
}

// token reads what stands at text[i], and returns where the next one does.
func (r *codeReader) token(i int) (next int, ok bool) {
	s := r.view.text
	switch c := s[i]; r.kinds[c] {
	case codeBlank:
		return i + 1, true
	case codeLine:
		if end, ok := r.blockComment(i); ok {
			return end, true
		}
		r.line()
		return i + 1, true
	case codeWord:
		return r.word(i)
	case codeDigit:
		return r.number(i)
	case codeSign:
		return r.sign(i)
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
	if in.sign != 0 && in.sign != '{' || strings.IndexByte("=+(\\.:>?-", r.last) >= 0 && r.last != 0 {
		return
	}
	if r.typed, r.odd = false, false; r.last == ',' || r.last == '{' {
		r.label = in.label
		return
	}
	r.label, r.name = "", ""
}

// top is the innermost bracket.
func (r *codeReader) top() bracket {
	if len(r.open) == 0 {
		return bracket{}
	}
	return r.open[len(r.open)-1]
}

func (r *codeReader) word(i int) (next int, ok bool) {
	s := r.view.text
	if end, is, ok := r.drawn(i); is {
		return end, ok
	}
	j := i + 1
	for j < len(s) && (r.kinds[s[j]] == codeWord && s[j] != '@' || isDigit(s[j])) {
		j++
	}
	if c := s[min(j, len(s)-1)]; j < len(s) && (c == '"' || c == '\'' || c == '`') {
		if next, is, ok := r.string(j, s[i:j]); is {
			return next, ok
		}
	}
	if c := s[i]; j == i+1 && (c == '$' || c == '@') { // of $"…", @"…" and $'…'
		if next, is, ok := r.string(i, ""); is {
			return next, ok
		}
	}
	if i == 0 || s[i-1] != '.' || r.nameAt+len(r.name) != i-1 {
		r.nameAt = i
	}
	r.name, r.last = s[r.nameAt:j], 'a'
	return j, true
}

// sign reads what is no word: a comment, a string, a bracket, an operator.
func (r *codeReader) sign(i int) (next int, ok bool) {
	s := r.view.text
	if end, is := r.blockComment(i); is {
		return end, true
	}
	if end, is := r.lineComment(i); is {
		return end, true
	}
	if end, is, ok := r.drawn(i); is {
		return end, ok
	}
	if next, is, ok := r.string(i, ""); is {
		return next, ok
	}
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
			return r.inside(hole, next), true
		}
	case ',':
		in := r.top()
		if r.label = in.label; in.sign == '(' && r.quoted[1] > in.at && r.quoted[1]+1 >= i-1 && isKeyLike(s[r.quoted[0]:r.quoted[1]]) {
			r.label = s[r.quoted[0]:r.quoted[1]]
		}
		r.typed, r.odd = false, false
	case ';':
		r.label, r.name, r.typed, r.odd = "", "", false, false
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
			return i + 2, true
		}
		r.label, r.typed, r.odd = r.name, behind != '=', false
		if behind == '=' {
			r.last = '='
			return i + 2, true
		}
	case '<':
		if behind == '-' {
			r.label, r.odd, r.last = r.name, true, '='
			return i + 2, true
		}
	case '/':
		if r.regexp && behindOperator(before, r.name) {
			return r.expression(i), true
		}
	case '?':
		if behind == '>' && r.outside != "" {
			if k := strings.Index(s[i:], r.outside); k >= 0 {
				return i + k, true
			}
			return len(s), true
		}
	}
	return next, true
}

func (r *codeReader) begin(c byte, i int, hole *quote) {
	if len(r.open) == maxBrackets {
		return
	}
	b := bracket{sign: c, outer: r.label, name: r.name, at: i, typed: r.typed, hole: hole}
	if r.typed, r.odd = false, false; c == '(' {
		r.label = r.name
	}
	b.label = r.label
	r.open = append(r.open, b)
}

// end closes a bracket, and returns the string that goes on behind it, if one does.
func (r *codeReader) end(i int) *quote {
	if len(r.open) == 0 {
		r.label, r.name = "", ""
		return nil
	}
	b := r.top()
	r.open = r.open[:len(r.open)-1]
	r.label, r.name, r.nameAt, r.typed = b.outer, b.name, 0, b.typed
	if b.sign == '[' && r.quoted[1] > b.at && r.quoted[1]+1 >= i && isKeyLike(r.view.text[r.quoted[0]:r.quoted[1]]) {
		r.name = r.view.text[r.quoted[0]:r.quoted[1]] // config["password"] = …
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
	r.parts = r.begun[:0]
	r.begun = r.parts
	s := r.view.text[from:end]
	k := 0
	for k < len(s) && !isWordAt(s, k) {
		k++
	}
	if k == len(s) {
		return true
	}
	r.scalar(&r.s, from, end, nil)
	r.s.parts, r.s.front, r.s.sure = parts, from, true
	if !r.bare {
		r.s.leave = r.leaves
	}
	if r.s.Label = r.view.label; r.s.Label != "" {
		r.s.Of = cloak.Key
	}
	return r.yield(&r.s)
}

// give gives text[start:end], which has a style, on its own.
func (r *codeReader) give(start, end int, x *style, kind Kind) bool {
	if !r.text(start) {
		return false
	}
	r.from = end
	r.scalar(&r.s, start, end, x)
	r.s.Kind, r.s.Label, r.s.sure = kind, r.label, true
	if r.label != "" {
		r.s.Of = cloak.Key
	}
	if kind == String {
		if is, ok := r.nested(&r.s, "", r.label, nil, r.yield); is {
			return ok
		}
	}
	return r.yield(&r.s)
}

// isName reports whether a span of the scalar at hand is a name in code, or several with
// dots: it has no digits, and what stands in front is an operator and a blank, or a bracket.
func (r *codeReader) isName(x cloak.Span) bool {
	s := r.s.Text
	if r.s.part(x) != nil {
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
