package format

import (
	"strings"

	"github.com/seed-052fbf24/cloak/cloak"
)

// A markupContext is what is around a place: the elements that hold it, and what names it.
type markupContext struct {
	open   []element
	around element // all of them: of a part of a document
	table  markupTable
	ahead  string // of HTML: the text in front of a colon, or of a term
}

// An element that is open.
type element struct {
	name  string // as it stands
	label string // what an attribute says that it holds
	says  string // the text of a child that names the next one
}

// A markupTable is what is known of a table in HTML.
type markupTable struct {
	heads  []string // of columns
	row    []string // of the row at hand
	column int
	cells  bool // the row has cells that are no headers
	head   string
}

// maxOpen bounds how many elements are remembered, and how far an end looks for its
// beginning.
const (
	maxOpen  = 1000
	maxLeave = 16
)

// local is a name without its prefix.
func local(name string) string { return name[strings.LastIndexByte(name, ':')+1:] }

// says is the value of an attribute of the tag at hand, in lower case.
func (r *markupReader) says(name string) string {
	for _, x := range r.attrs {
		if strings.EqualFold(r.view.text[x.name.Start:x.name.End], name) {
			return strings.ToLower(r.view.text[x.value.Start:x.value.End])
		}
	}
	return ""
}

// named is what an attribute of the tag at hand says that its value is: name, key.
func (r *markupReader) named() string {
	for _, want := range [...]string{"name", "key", "property", "field", "itemprop", "http-equiv", "id", "label", "placeholder"} {
		for _, x := range r.attrs {
			n := x.value.Len()
			if n > 0 && n <= longestSaid && strings.EqualFold(local(r.view.text[x.name.Start:x.name.End]), want) {
				return r.view.text[x.value.Start:x.value.End]
			}
		}
	}
	return ""
}

// longestSaid is how long what names a value may be, in bytes.
const longestSaid = 80

// attribute gives the attribute k of an element.
func (r *markupReader) attribute(element string, k int) {
	s := r.view.text
	x := r.attrs[k]
	r.name(x.name.Start, x.name.End)
	if r.stop || x.value.Len() == 0 {
		return
	}
	label := local(s[x.name.Start:x.name.End])
	if strings.EqualFold(label, "content") && r.html || holds(label) || strings.EqualFold(label, "default") {
		if said := r.named(); said != "" {
			label = said
		} else if r.html && r.says("type") == "password" {
			label = "password"
		} else if !r.html || !isElement(element) {
			label = local(element)
		}
	}
	r.scalar(&r.s, x.value.Start, x.value.End, x.style)
	if x.style == markupBare {
		r.s.fits = fitsName
	}
	r.string(label, cloak.Key)
}

// enter notes that an element begins.
func (r *markupReader) enter(name string, closed bool) {
	if r.html {
		r.cell(strings.ToLower(name[:min(len(name), 8)]))
	}
	if closed || len(r.open) == maxOpen {
		return
	}
	x := element{name: name}
	if !r.html || !isElement(name) {
		x.label = r.named()
	}
	r.open = append(r.open, x)
}

// leave notes that one ends.
func (r *markupReader) leave(name string) {
	for k := len(r.open) - 1; k >= 0 && k >= len(r.open)-maxLeave; k-- {
		if r.open[k].name == name || r.html && strings.EqualFold(r.open[k].name, name) {
			r.open = r.open[:k]
			break
		}
	}
	if !r.html {
		return
	}
	switch strings.ToLower(name[:min(len(name), 8)]) {
	case "tr":
		r.row()
	case "p", "div", "li", "ul", "ol", "table", "dd":
		r.ahead = ""
	}
}

// held is the label of the text at hand, which is noted, for it may name another one.
func (r *markupReader) held(text string) (string, cloak.LabelKind) {
	if r.html && (len(r.open) == 0 || isElement(r.open[len(r.open)-1].name)) {
		return r.shown(text)
	}
	if len(r.open) == 0 {
		return "", cloak.NoLabel
	}
	x, outer := &r.open[len(r.open)-1], &r.around
	if len(r.open) > 1 {
		outer = &r.open[len(r.open)-2]
	}
	name := local(x.name)
	switch {
	case names(name) || strings.HasSuffix(name, "-name"): // <param-name>
		if outer.says = ""; len(text) <= longestSaid {
			outer.says = strings.Clone(text)
		}
	case outer.says != "" && (holds(name) || strings.HasSuffix(name, "-value") || isPlistValue(name)):
		return outer.says, cloak.Key
	}
	if x.label != "" {
		return x.label, cloak.Key
	}
	if len(r.open) == 1 {
		return name, cloak.Key
	}
	if name == "item" || name == "string" || holds(name) || name == "array" { // of what holds it
		if outer.label != "" {
			return outer.label, cloak.Key
		}
		return local(outer.name), cloak.Key
	}
	return name, cloak.Key
}

// isPlistValue reports whether a property list has its values in such an element.
func isPlistValue(name string) bool {
	switch name {
	case "string", "integer", "real", "data", "date":
		return true
	}
	return false
}

// isVoid reports whether an element of HTML has no end.
func isVoid(name string) bool {
	switch strings.ToLower(name[:min(len(name), 8)]) {
	case "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr":
		return true
	}
	return false
}

// cell notes that an element of a table begins.
func (r *markupReader) cell(name string) {
	t := &r.table
	switch name {
	case "table":
		*t = markupTable{}
		r.ahead = ""
	case "tr":
		r.row()
	case "th":
		t.row = append(t.row, "")
		t.column++
		r.ahead = ""
	case "td":
		if len(t.row) > 0 {
			t.head = t.row[len(t.row)-1]
		}
		t.cells = true
		t.column++
		r.ahead = ""
	case "p", "div", "li", "h1", "h2", "h3", "h4", "dt":
		r.ahead = ""
	}
}

// row notes that a row of a table ends.
func (r *markupReader) row() {
	t := &r.table
	if !t.cells && len(t.row) > 0 {
		t.heads = append(t.heads[:0], t.row...)
	}
	t.row, t.column, t.cells, t.head = t.row[:0], 0, false, ""
}

// shown is the label of text in HTML: the header of its row or column, or text in front.
func (r *markupReader) shown(text string) (label string, of cloak.LabelKind) {
	inside := ""
	if len(r.open) > 0 {
		inside = strings.ToLower(r.open[len(r.open)-1].name)
	}
	t := &r.table
	said := strings.TrimSpace(text)
	front := r.ahead
	r.ahead = ""
	if len(said) <= longestSaid {
		switch {
		case inside == "th" && len(t.row) > 0 && len(t.row) <= maxOpen:
			t.row[len(t.row)-1] = strings.Clone(said)
			return "", cloak.NoLabel
		case inside == "dt" || inside == "label":
			r.ahead = strings.Clone(said)
			return "", cloak.NoLabel
		case strings.HasSuffix(said, ":"):
			r.ahead = strings.Clone(strings.TrimSuffix(said, ":"))
		}
	}
	switch {
	case front != "":
		return front, cloak.Key
	case !t.cells && isInline(inside): // it is part of a text, and no value on its own
		return inlineLabel, cloak.Key
	case !t.cells:
	case t.head != "":
		return t.head, cloak.Key
	case t.column > 0 && t.column <= len(t.heads):
		return t.heads[t.column-1], cloak.Column
	}
	return "", cloak.NoLabel
}

// isElement reports whether HTML has an element of a name: what it is called tells nothing
// of what it holds.
func isElement(name string) bool {
	const all = " a abbr acronym address area article aside audio b base bdi bdo big blockquote body br button canvas caption center circle cite code col colgroup data datalist dd defs del details dfn dialog dir div dl dt em embed fieldset figcaption figure font footer form frame frameset g h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li line link main map mark menu meta meter nav noscript object ol optgroup option output p param path picture polygon pre progress q rect rp rt ruby s samp script search section select slot small source span strike strong style sub summary sup svg table tbody td template text textarea tfoot th thead time title tr track tspan tt u ul use var video wbr "
	name = strings.ToLower(name[:min(len(name), 16)])
	return strings.Contains(all, " "+name+" ") && !strings.Contains(name, " ")
}

// inlineLabel is what says nothing.
const inlineLabel = "text"

// isInline reports whether an element of HTML stands within text.
func isInline(name string) bool {
	switch name {
	case "a", "abbr", "b", "cite", "code", "em", "i", "kbd", "mark", "q", "samp", "small", "span", "strong", "sub", "sup", "tt", "u", "var":
		return true
	}
	return false
}

// sniffMarkup tells "xml" and "html" by how a document begins, and ends; "" for neither.
func sniffMarkup(text string) string {
	s := strings.TrimLeft(text, " \t\r\n")
	switch head := strings.ToLower(s[:min(len(s), 15)]); {
	case strings.HasPrefix(head, "<?xml") && len(head) > 5 && isSpace(head[5]):
		return "xml"
	case strings.HasPrefix(head, "<!doctype html"), strings.HasPrefix(head, "<html>"), strings.HasPrefix(head, "<html "), strings.HasPrefix(head, "<html\n"):
		return "html"
	case strings.HasPrefix(head, "<!doctype "):
		return "xml"
	}
	if len(s) < 4 || s[0] != '<' || !isNameStart(s[1]) && s[1] != '!' && s[1] != '?' {
		return ""
	}
	r := markupReader{view: &view{text: s}, missing: map[string]bool{}}
	root, depth, tags := "", 0, 0
	for i := 0; i < len(s); {
		k := strings.IndexByte(s[i:], '<')
		if depth == 0 && strings.TrimSpace(s[i:i+max(k, 0)]) != "" {
			return ""
		}
		if k < 0 {
			if depth == 0 && root != "" && strings.TrimSpace(s[i:]) == "" {
				return "xml"
			}
			break
		}
		i += k
		end := i
		switch b := s[min(i+1, len(s)-1)]; {
		case b == '!' || b == '?':
			for _, x := range [...][2]string{{"<!--", "-->"}, {"<![CDATA[", "]]>"}, {"<?", "?>"}} {
				if k := r.find(x[1], i); k >= 0 && strings.HasPrefix(s[i:], x[0]) {
					end = k + len(x[1])
					break
				}
			}
		case b == '/':
			if end = nameEnd(s, i+2); end < len(s) && s[end] == '>' {
				depth--
				end++
			}
			if depth < 0 || depth == 0 && s[i+2:end-1] != root {
				return ""
			}
		case isNameStart(b):
			name := nameEnd(s, i+1)
			at, closed, ok := r.attributes(name)
			if !ok {
				break
			}
			if depth == 0 {
				if root != "" || closed {
					return ""
				}
				root = s[i+1 : name]
			}
			tags++
			if end = at; !closed {
				depth++
			}
		}
		if end == i && depth == 0 {
			return ""
		}
		i = max(end, i+1)
	}
	switch {
	case depth == 0 && root != "":
		return "xml"
	case len(text) >= headLen-len(byteOrderMark) && depth > 0 && tags > 1: // its end is not seen
		return "xml"
	}
	return ""
}
