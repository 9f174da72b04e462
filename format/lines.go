package format

import (
	"strings"

	"github.com/seed-052fbf24/cloak/cloak"
)

// A lineReader reads documents that are one statement behind another, each from the
// beginning of a line: a name and its value, a header, a comment. Lines that are none are
// text, one scalar for all that stand together.
type lineReader struct {
	*view
	yield func(*Scalar) bool
	s     Scalar
	stray int // where lines begin that are no statement; -1: there are none
	at    int // where the statement at hand begins
	// The next quote of a kind, or end of a PEM block, that was looked for, so that each
	// byte is looked at once: -1 before the first look.
	ahead [kinds]int
	// open is where the first statement begins that is read as it is because the text ends
	// where it does; -1 for none. last is where the last one begins.
	open, last int
	// A value's name may say less than the header above it: what stands below one is read
	// as in the whole only together with it.
	section string
	headed  bool // the statement at hand is one
	below   bool // one was
}

const (
	single = iota
	double
	grave
	pemEnd
	tomlThree
	tomlThreeLiteral
	kinds
)

func newLines(v *view, yield func(*Scalar) bool) lineReader {
	return lineReader{view: v, yield: yield, stray: -1, ahead: [kinds]int{-1, -1, -1, -1, -1, -1}, open: -1}
}

// read gives all of the text. statement reads the one at text[i], which is no blank line
// and no blank, and returns where it ends; i if there is none.
func (r *lineReader) read(statement func(i int) (end int, ok bool)) bool {
	s := r.text
	i := 0
	if strings.HasPrefix(s, byteOrder) {
		i = len(byteOrder)
	}
	for i < len(s) {
		first := skipBlanks(s, i)
		if first == len(s) || isLineEnd(s[first]) {
			i = min(first+1, len(s))
			continue
		}
		r.at = i
		end, ok := statement(first)
		if !ok {
			return false
		}
		if end > first {
			if !r.flush() { // one without scalars
				return false
			}
			i = end
			r.begins(r.at)
			continue
		}
		if r.stray < 0 {
			r.stray = i
			r.begins(i)
		}
		i = r.block(first, lineEnd(s, i))
	}
	r.at = len(s)
	return r.flush()
}

// byteOrder stands in front of what some editors write.
const byteOrder = "\ufeff"

// begins notes that a statement does, in front of which the text may be cut.
func (r *lineReader) begins(at int) {
	if r.below = r.below || r.headed; (!r.below || r.headed) && r.beginsLine() {
		r.last = at
	}
	r.headed = false
}

// beginsLine reports whether nothing stands in front of the statement at hand in its line.
func (r *lineReader) beginsLine() bool { return r.at == 0 || isLineEnd(r.text[r.at-1]) }

// under is the label of the value of a key: that of its section where the key is no more
// than value, or number.
func (r *lineReader) under(key, section string) string {
	if section != "" && holds(key) {
		return section
	}
	return key
}

// flush gives what is no statement in front of the one at hand.
func (r *lineReader) flush() bool {
	if r.stray < 0 {
		return true
	}
	start := r.stray
	r.stray = -1
	return r.give(start, start+len(strings.TrimRight(r.text[start:r.at], " \t\r\n\f")), nil, Text, r.view.label)
}

// emit gives text[start:end], and what stands in front of it.
func (r *lineReader) emit(start, end int, x *style, kind Kind, label string) bool {
	return r.flush() && r.give(start, end, x, kind, label)
}

func (r *lineReader) give(start, end int, x *style, kind Kind, label string) bool {
	if start >= end {
		return true
	}
	r.scalar(&r.s, start, end, x)
	return r.hand(kind, label)
}

// hand gives r.s.
func (r *lineReader) hand(kind Kind, label string) bool {
	r.s.Kind, r.s.Label = kind, label
	if label != "" {
		r.s.Of = cloak.Key
	}
	return r.yield(&r.s)
}

// A place in quotes or without, for a value.
type valuePlace struct {
	style *style
	fits  func(standIn string) bool
	holds func(text string) bool
	other *quoting
	bare  func(text string) bool // as [Scalar.bare], and what goes with it
	quote *quoting
	ours  bool
}

// value gives text[start:end], which stands in whole with its quotes.
func (r *lineReader) value(start, end int, whole cloak.Span, p *valuePlace, label string) bool {
	if start >= end {
		return r.flush()
	}
	if !r.flush() {
		return false
	}
	x := p.style
	if x != nil && x.step == cloak.BareDocument && isJSON(r.text[start:end]) {
		x = nil // its strings have quotes
	}
	r.scalar(&r.s, start, end, x)
	if is, ok := r.nested(&r.s, "", label, nil, r.yield); is {
		return ok
	}
	r.s.fits, r.s.holds, r.s.other = p.fits, p.holds, p.other
	r.s.bare, r.s.quote, r.s.ours = p.bare, p.quote, p.ours
	r.s.whole = cloak.Span{Start: r.raw(whole.Start), End: r.raw(whole.End)}
	r.s.look = isLoose(r.s.Text)
	return r.hand(String, label)
}

// name gives a key.
func (r *lineReader) name(start, end int) bool {
	if !r.flush() {
		return false
	}
	r.scalar(&r.s, start, end, nil)
	r.s.look = isLoose(r.s.Text)
	return r.hand(Key, "")
}

// isLoose reports whether a text is more than one word.
func isLoose(text string) bool { return strings.ContainsAny(text, " \t:=,;|") }

// bareStyle is that of what stands without quotes where a text does that holds lets. A text
// that quotes alone would hold has stood there all the same, in a document that is none.
func bareStyle(holds func(text string) bool, q *style) *style {
	return &style{step: cloak.BareDocument, plain: func(string) bool { return true }, encode: func(text string) string {
		if holds(text) {
			return text
		}
		return `"` + q.encode(text) + `"`
	}}
}

// unsure notes that the statement at hand ends where it does because the text does.
func (r *lineReader) unsure() {
	if r.open < 0 {
		r.open = r.at
	}
}

// next is where what begins with mark stands next, from i on; len(text) for nowhere.
func (r *lineReader) next(kind int, mark string, i int) int {
	if r.ahead[kind] < i {
		r.ahead[kind] = len(r.text)
		if k := strings.Index(r.text[i:], mark); k >= 0 {
			r.ahead[kind] = i + k
		}
	}
	return r.ahead[kind]
}

// maxPEM bounds how far the end of a PEM block is from its beginning.
const maxPEM = 1 << 16

// block is the end of the line at text[i:end], or of the PEM block that it begins: people
// paste keys where no value has more than one line.
func (r *lineReader) block(i, end int) int {
	if !strings.HasPrefix(r.text[i:end], "-----BEGIN ") || strings.Contains(r.text[i:end], "-----END ") {
		return end
	}
	last := r.next(pemEnd, "-----END ", end)
	if last == len(r.text) {
		r.unsure()
		return end
	}
	if last-i > maxPEM {
		return end
	}
	return lineEnd(r.text, last)
}

// cutLines is Format.cut for what scan reads: a statement is whole where the next begins.
func cutLines(read func(v *view, yield func(*Scalar) bool) (open, last int)) func(text, known string) int {
	return func(text, _ string) int {
		open, last := read(&view{text: text, depth: maxViews}, func(*Scalar) bool { return true })
		if open >= 0 && open < last {
			return open
		}
		return last
	}
}

// sniffed is the lines of text that are looked at.
func sniffed(text string) string {
	if len(text) <= headLen {
		return text
	}
	return text[:1+strings.LastIndexByte(text[:headLen], '\n')]
}

func skipBlanks(s string, i int) int {
	for i < len(s) && isBlank(s[i]) {
		i++
	}
	return i
}

func isBlank(b byte) bool { return b == ' ' || b == '\t' || b == '\f' }

func isLineEnd(b byte) bool { return b == '\n' || b == '\r' }

// lineEnd is where the line at s[i] ends, in front of what ends it.
func lineEnd(s string, i int) int {
	k := strings.IndexByte(s[i:], '\n')
	if k < 0 {
		k = len(s) - i
	}
	for k > 0 && s[i+k-1] == '\r' {
		k--
	}
	return i + k
}

// trimEnd is where text[i:end] ends but for blanks.
func trimEnd(s string, i, end int) int {
	for end > i && (isBlank(s[end-1]) || isLineEnd(s[end-1])) {
		end--
	}
	return end
}

// isToken is how long a token of ours at s[i] is, which has brackets as headers do: [EMAIL_0],
// [EMAIL_0.1], [EMAIL_REDACTED]. 0 if there is none.
func isToken(s string, i int) int {
	if i+1 >= len(s) || s[i] != '[' || s[i+1] < 'A' || 'Z' < s[i+1] {
		return 0
	}
	for j := i + 1; j < len(s); j++ {
		switch b := s[j]; {
		case b == ']':
			name := s[i+1 : j]
			if strings.HasSuffix(name, "_REDACTED") {
				return j + 1 - i
			}
			front, number, _ := strings.Cut(name, ".")
			k := strings.LastIndexByte(front, '_')
			if k < 0 || k+1 == len(front) || digits(front, k+1) != len(front)-k-1 || digits(number, 0) != len(number) {
				return 0
			}
			return j + 1 - i
		case b != '_' && b != '.' && !isDigit(b) && (b < 'A' || 'Z' < b):
			return 0
		}
	}
	return 0
}
