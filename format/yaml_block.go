package format

import (
	"strings"

	"github.com/seed-052fbf24/cloak/cloak"
)

// Block scalars, YAML 1.2.2 section 8.1: lines behind a | or a >, less their indent.

// A blockForm is how the lines of a block scalar are written.
type blockForm struct {
	indent int
	end    string // of its lines
	folded bool
}

// blockScalar reads the one whose header begins at text[i]; false if that is none.
func (r *yamlReader) blockScalar(i int) (end int, ok bool) {
	s := r.text
	if !r.ready {
		return i, false
	}
	given, k := 0, i+1
	for n := 0; n < 2 && k < len(s); n++ {
		if s[k] == '+' || s[k] == '-' {
			k++
		} else if given == 0 && '1' <= s[k] && s[k] <= '9' {
			given = int(s[k] - '0')
			k++
		}
	}
	header := yamlLineEnd(s, k)
	for k < header && (s[k] == ' ' || s[k] == '\t') {
		k++
	}
	if k < header && (s[k] != '#' || !isYAMLBlank(s, k-1)) {
		return i, false
	}
	label := r.value()
	asked := r.asks
	r.fresh, r.ready, r.asks = false, false, false
	if k < header {
		r.emit(k+1, header, yamlText, Comment, "")
		if r.stopped {
			return header, true
		}
	}
	form := blockForm{indent: given, end: "\n", folded: s[i] == '>'}
	if given > 0 {
		form.indent += max(r.col, 0)
	} else {
		form.indent = r.blockIndent(header)
	}
	start, end := blockLines(s, header, form.indent)
	if start == end {
		return header, true
	}
	if s[header] == '\r' {
		form.end = s[header:lineAfter(s, header)]
	}
	if r.block == nil || r.as != form {
		r.block, r.as = form.style(), form
	}
	r.scalar(&r.s, start, end, r.block)
	switch {
	case asked:
		r.key = r.s.Text
		r.give(Key, "")
	case r.encoded(start, end, label):
	default:
		if is, ok := r.nested(&r.s, r.file(), label, r.path, r.yield); is {
			r.stopped = !ok
		} else {
			r.give(String, label)
		}
	}
	return end, true
}

// blockIndent is how deep the lines behind a header are, which ends at text[i].
func (r *yamlReader) blockIndent(i int) (indent int) {
	s := r.text
	least := r.col + 1
	for i < len(s) {
		line := lineAfter(s, i)
		k := line
		for k < len(s) && s[k] == ' ' {
			k++
		}
		indent = max(indent, k-line)
		if k == len(s) || s[k] != '\n' && s[k] != '\r' {
			break
		}
		i = k
	}
	return max(indent, least)
}

// blockLines is where the text of lines begins and ends that are as deep as indent, behind
// the one that ends at s[i].
func blockLines(s string, i, indent int) (start, end int) {
	for i < len(s) {
		line := lineAfter(s, i)
		k := line
		for k < len(s) && k < line+indent && s[k] == ' ' {
			k++
		}
		if i = yamlLineEnd(s, k); i == k {
			continue
		}
		if k < line+indent || indent == 0 && isMarker(s, k) {
			break
		}
		if start == 0 {
			start = k
		}
		end = i
	}
	return start, end
}

func (f blockForm) style() *style {
	x := &style{step: cloak.BlockDocument, plain: oneLine, unit: f.unit, encode: f.encode}
	if f.folded {
		x.step = cloak.FoldedDocument
	}
	return x
}

func (f blockForm) unit(dst []byte, s string, i int) ([]byte, int) {
	if s[i] != '\n' && s[i] != '\r' {
		return append(dst, s[i]), 1
	}
	k, lines := i, 0
	for k < len(s) && (s[k] == '\n' || s[k] == '\r') {
		k = lineAfter(s, k)
		lines++
		for n := 0; n < f.indent && k < len(s) && s[k] == ' '; n++ {
			k++
		}
		if !f.folded {
			break
		}
	}
	if f.folded && !f.deeper(s, i) && !(k < len(s) && (s[k] == ' ' || s[k] == '\t')) {
		if lines--; lines == 0 {
			return append(dst, ' '), k - i
		}
	}
	for range lines {
		dst = append(dst, '\n')
	}
	return dst, k - i
}

// deeper reports whether the line that ends at s[i] begins with a blank behind its indent.
func (f blockForm) deeper(s string, i int) bool {
	k := strings.LastIndexAny(s[:i], "\n\r")
	if k++; k > 0 {
		for n := 0; n < f.indent && k < i && s[k] == ' '; n++ {
			k++
		}
	}
	return k < i && (s[k] == ' ' || s[k] == '\t')
}

func (f blockForm) encode(text string) string {
	if strings.IndexByte(text, '\n') < 0 {
		return text
	}
	var b strings.Builder
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			if b.WriteString(f.end); f.folded {
				b.WriteString(f.end)
			}
			if line != "" {
				b.WriteString(strings.Repeat(" ", f.indent))
			}
		}
		b.WriteString(line)
	}
	return b.String()
}

// A commentForm is how the lines of a comment are written.
type commentForm struct {
	indent int
	end    string
}

func (f commentForm) style() *style {
	front := f.end + strings.Repeat(" ", f.indent) + "#"
	return &style{
		step:   cloak.BlockDocument,
		plain:  oneLine,
		unit:   commentUnit,
		encode: func(text string) string { return strings.ReplaceAll(text, "\n", front) },
	}
}

func commentUnit(dst []byte, s string, i int) ([]byte, int) {
	if s[i] != '\n' && s[i] != '\r' {
		return append(dst, s[i]), 1
	}
	k := lineAfter(s, i)
	for k < len(s) && (s[k] == ' ' || s[k] == '\t') {
		k++
	}
	return append(dst, '\n'), min(k+1, len(s)) - i
}
