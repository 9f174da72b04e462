package format

import (
	"html"
	"strings"

	"github.com/seed-052fbf24/cloak/cloak"
)

// XML 1.0, tag by tag: nothing needs to be closed, and what is no tag is text. The text
// of an element has its name as label, or what an attribute or an element in front says
// of it: <entry key="password">, <key>password</key><string>.
var xmlFormat = &Format{
	Name: "xml",
	Extensions: []string{".xml", ".xsd", ".xsl", ".xslt", ".svg", ".plist", ".config", ".csproj", ".vbproj", ".fsproj", ".props", ".targets", ".nuspec", ".resx", ".pom", ".wsdl", ".rss", ".atom",
		".xaml", ".kml", ".gpx", ".jnlp", ".xmp", ".opml", ".storyboard", ".xib", ".entitlements"},
	sniff: func(text string) bool { return sniffMarkup(text) == "xml" },
	seam:  markupSeam,
	scan: func(v *view, yield func(*Scalar) bool) bool {
		r := markupReader{view: v, yield: yield}
		return r.read()
	},
}

// HTML is the same, with its own elements, and attributes that need no quotes: the names
// of elements say nothing there, headers of tables and labels in front of a colon do.
var htmlFormat = &Format{
	Name:       "html",
	says:       true,
	Extensions: []string{".html", ".htm", ".xhtml", ".shtml", ".jsp", ".jspx", ".aspx", ".cshtml", ".ejs", ".hbs", ".vue", ".svelte", ".mustache"},
	sniff:      func(text string) bool { return sniffMarkup(text) == "html" },
	seam:       markupSeam,
	scan: func(v *view, yield func(*Scalar) bool) bool {
		r := markupReader{view: v, yield: yield, html: true}
		return r.read()
	},
}

var (
	markupText   = newMarkup("&<\r")
	markupDouble = newMarkup("&<\"\r\n\t")
	markupSingle = newMarkup("&<'\r\n\t")
	markupBare   = newMarkup("&<>\"'=` \r\n\t\f/")
	// markupVerbatim is where references are none: comments, instructions, scripts.
	markupVerbatim = &style{step: cloak.CodeDocument, plain: func(string) bool { return true }, encode: func(text string) string { return text }}
	// markupCDATA ends with ]]>, which is written as two sections.
	markupCDATA = &style{step: cloak.MarkupDocument, plain: func(string) bool { return true }, encode: func(text string) string {
		return strings.ReplaceAll(text, "]]>", "]]]]><![CDATA[>")
	}}
)

// newMarkup is text in which signs are references.
func newMarkup(signs string) *style {
	var pairs []string
	for i := range len(signs) {
		pairs = append(pairs, signs[i:i+1], reference(signs[i]))
	}
	return &style{
		step:   cloak.MarkupDocument,
		plain:  func(content string) bool { return strings.IndexByte(content, '&') < 0 },
		unit:   markupUnit,
		encode: strings.NewReplacer(pairs...).Replace,
	}
}

func reference(b byte) string {
	switch b {
	case '&':
		return "&amp;"
	case '<':
		return "&lt;"
	case '>':
		return "&gt;"
	case '"':
		return "&quot;"
	}
	return "&#" + string([]byte{'0' + b/10, '0' + b%10}) + ";"
}

// longestReference is how long one may be, in bytes: &CounterClockwiseContourIntegral;
const longestReference = 34

// markupUnit reads a character reference: numbers, and the names that HTML has, also
// the few without a semicolon that are common.
func markupUnit(dst []byte, s string, i int) ([]byte, int) {
	if s[i] != '&' {
		return append(dst, s[i]), 1
	}
	end := i + 1
	if end < len(s) && s[end] == '#' {
		end++
	}
	for end < len(s) && end-i < longestReference && (isDigit(s[end]) || isLetter(s[end])) {
		end++
	}
	if end < len(s) && s[end] == ';' {
		name := s[i : end+1]
		if text := html.UnescapeString(name); text != name && (text == ";" || text[len(text)-1] != ';') {
			return append(dst, text...), len(name)
		}
	}
	if strings.HasPrefix(s[i:], "&#") {
		k := i + 2
		for k < len(s) && (isDigit(s[k]) || k == i+2 && s[k]|0x20 == 'x' || s[i+2]|0x20 == 'x' && isHexDigit(s[k])) {
			k++
		}
		if text := html.UnescapeString(s[i:k]); text != s[i:k] && k-i < longestReference {
			return append(dst, text...), k - i
		}
	}
	for _, x := range [...]struct{ name, text string }{{"&amp", "&"}, {"&lt", "<"}, {"&gt", ">"}, {"&quot", `"`}, {"&nbsp", "\u00A0"}} {
		if s[i:end] == x.name && (end == len(s) || s[end] != '=') {
			return append(dst, x.text...), len(x.name)
		}
	}
	return append(dst, '&'), 1
}

func isHexDigit(b byte) bool { return isDigit(b) || 'a' <= b|0x20 && b|0x20 <= 'f' }

// A markupReader gives the scalars of a document.
type markupReader struct {
	*view
	yield func(*Scalar) bool
	html  bool
	markupContext
	attrs    []attribute
	missing  map[string]bool // what does not come any more
	text     int             // where text begins that was not given
	stop     bool
	noHyphen func(string) bool
	s        Scalar
}

// An attribute of a tag.
type attribute struct {
	name, value cloak.Span
	style       *style
}

func (r *markupReader) read() bool {
	s := r.view.text
	r.missing = map[string]bool{}
	for i := 0; i < len(s) && !r.stop; {
		k := strings.IndexByte(s[i:], '<')
		if k < 0 {
			break
		}
		if i += k; i+1 == len(s) {
			break
		}
		end := i
		switch b := s[i+1]; {
		case b == '!':
			end = r.declaration(i)
		case b == '?':
			end = r.between(i, 2, "?>", Text, nil)
		case b == '%' && r.html:
			end = r.between(i, 2, "%>", Text, nil)
		case b == '/':
			end = r.endTag(i)
		case isNameStart(b):
			end = r.startTag(i)
		}
		if end == i { // it is text
			end = i + 1
		} else {
			r.text = end
		}
		i = end
	}
	r.flush(len(s))
	return !r.stop
}

func isNameStart(b byte) bool { return isLetter(b) || b == '_' || b == ':' || b >= 0x80 }

// flush gives the text in front of text[end].
func (r *markupReader) flush(end int) {
	s := r.view.text
	start := r.text
	if r.text = end; r.stop || start >= end {
		return
	}
	for start < end && isSpace(s[start]) {
		start++
	}
	for end > start && isSpace(s[end-1]) {
		end--
	}
	if start == end {
		return
	}
	r.scalar(&r.s, start, end, markupText)
	label, kind := r.held(r.s.Text)
	if r.html || len(r.open) == 0 {
		r.give(Text, label, kind)
		return
	}
	r.string(label, kind)
}

func isSpace(b byte) bool { return b == ' ' || b == '\n' || b == '\r' || b == '\t' || b == '\f' }

// string gives r.s, which may be a document.
func (r *markupReader) string(label string, of cloak.LabelKind) {
	if label == "" {
		label = r.label
	}
	if is, ok := r.nested(&r.s, "", label, nil, r.yield); is {
		r.stop = !ok
		return
	}
	r.give(String, label, of)
}

func (r *markupReader) give(kind Kind, label string, of cloak.LabelKind) {
	if label == "" {
		label, of = r.label, cloak.Key
	}
	if r.s.Kind, r.s.Label = kind, label; label != "" {
		r.s.Of = of
	}
	r.stop = !r.yield(&r.s)
}

// find is where what is next in text from i on; -1 if it does not come any more.
func (r *markupReader) find(what string, i int) int {
	if i > len(r.view.text) || r.missing[what] {
		return -1
	}
	k := strings.Index(r.view.text[i:], what)
	if k < 0 {
		r.missing[what] = true
		return -1
	}
	return i + k
}

// between gives what stands between the n bytes at text[i] and an end; i if it has none.
func (r *markupReader) between(i, n int, end string, kind Kind, fits func(string) bool) int {
	k := r.find(end, i+n)
	if k < 0 {
		return i
	}
	r.flush(i)
	r.verbatim(i+n, k, kind, end)
	return k + len(end)
}

// verbatim gives text[start:stop], which ends where end stands: nothing in it is escaped.
func (r *markupReader) verbatim(start, stop int, kind Kind, end string) {
	if r.stop || strings.TrimSpace(r.view.text[start:stop]) == "" {
		return
	}
	r.scalar(&r.s, start, stop, markupVerbatim)
	if end == "-->" {
		if r.noHyphen == nil {
			r.noHyphen = func(standIn string) bool { return !strings.Contains(standIn, "--") && !strings.HasSuffix(standIn, "-") }
		}
		r.s.fits = r.noHyphen
	}
	r.give(kind, "", cloak.NoLabel)
}

// declaration reads a comment, a section or a declaration.
func (r *markupReader) declaration(i int) int {
	s := r.view.text
	switch {
	case strings.HasPrefix(s[i:], "<!--"):
		return r.between(i, 4, "-->", Comment, nil)
	case strings.HasPrefix(s[i:], "<![CDATA["):
		end := r.find("]]>", i+9)
		if end < 0 {
			return i
		}
		r.flush(i)
		if r.stop || strings.TrimSpace(s[i+9:end]) == "" {
			return end + 3
		}
		r.scalar(&r.s, i+9, end, markupCDATA)
		label, kind := r.held(r.s.Text)
		r.s.fits = fitsCDATA
		if r.html {
			r.give(Text, label, kind)
		} else {
			r.string(label, kind)
		}
		return end + 3
	case i+2 < len(s) && isLetter(s[i+2]): // DOCTYPE, with what it declares
		end := r.declared(i + 2)
		if end < 0 {
			return i
		}
		r.flush(i)
		r.verbatim(i+2, end, Text, ">")
		return end + 1
	}
	return i
}

// declared is where the declaration ends whose content begins at text[i]; -1 if it does not.
func (r *markupReader) declared(i int) int {
	s := r.view.text
	for i < len(s) {
		switch s[i] {
		case '>':
			return i
		case '<':
			return -1
		case '"', '\'':
			if i = r.find(s[i:i+1], i+1); i < 0 {
				return -1
			}
		case '[':
			if i+1 < len(s) && isLetter(s[i+1]) { // a token
				break
			}
			if i = r.find("]>", i); i < 0 {
				return -1
			}
			return i + 1
		}
		i++
	}
	return -1
}

func fitsCDATA(standIn string) bool { return !strings.Contains(standIn, "]]") }

// endTag reads one.
func (r *markupReader) endTag(i int) int {
	s := r.view.text
	end := nameEnd(s, i+2)
	if end == i+2 || !isNameStart(s[i+2]) {
		return i
	}
	name := s[i+2 : end]
	at := end
	for at < len(s) && isSpace(s[at]) {
		at++
	}
	if at == len(s) || s[at] != '>' {
		return i
	}
	r.flush(i)
	r.name(i+2, end)
	r.leave(name)
	return at + 1
}

func nameEnd(s string, i int) int {
	for i < len(s) && (isWordAt(s, i) || s[i] == '-' || s[i] == '.' || s[i] == ':') {
		i++
	}
	return i
}

// name gives the name of an element or attribute, if it is so odd that it may hold a value.
func (r *markupReader) name(start, end int) {
	odd, digits := false, 0
	for i := start; i < end; i++ {
		if b := r.view.text[i]; isDigit(b) {
			digits++
		} else if !isLetter(b) && strings.IndexByte("-_.:", b) < 0 {
			odd = true
		}
	}
	if r.stop || !odd && digits < 3 && end-start < 30 {
		return
	}
	r.scalar(&r.s, start, end, markupVerbatim)
	r.s.fits = fitsName
	r.give(Key, "", cloak.NoLabel)
}

func fitsName(standIn string) bool { return !strings.ContainsAny(standIn, " \t\r\n\f\"'<>/=") }

// startTag reads one, with its attributes; i if it is none.
func (r *markupReader) startTag(i int) int {
	s := r.view.text
	end := nameEnd(s, i+1)
	at, closed, ok := r.attributes(end)
	if !ok {
		return i
	}
	r.flush(i)
	name := s[i+1 : end]
	r.name(i+1, end)
	r.enter(name, closed || r.html && isVoid(name))
	for k := range r.attrs {
		r.attribute(name, k)
	}
	if !r.html || closed {
		return at
	}
	if fold := strings.ToLower(name[:min(len(name), 8)]); fold == "script" || fold == "style" {
		return r.raw(fold, at)
	}
	return at
}

// attributes reads those behind the name of an element, to the end of its tag.
func (r *markupReader) attributes(i int) (end int, closed, ok bool) {
	s := r.view.text
	r.attrs = r.attrs[:0]
	if i < len(s) && !isSpace(s[i]) && s[i] != '/' && s[i] != '>' {
		return i, false, false
	}
	for i < len(s) {
		switch b := s[i]; {
		case isSpace(b):
			i++
			continue
		case b == '>':
			return i + 1, closed, true
		case b == '/':
			closed = true
			i++
			continue
		case b == '<' || b == '"' || b == '\'' || b == '=':
			return i, false, false
		}
		closed = false
		var x attribute
		x.name.Start = i
		for i < len(s) && !isSpace(s[i]) && strings.IndexByte("=>/<\"'", s[i]) < 0 {
			i++
		}
		x.name.End = i
		at := i
		for at < len(s) && isSpace(s[at]) {
			at++
		}
		if at == len(s) || s[at] != '=' {
			r.attrs = append(r.attrs, x)
			continue
		}
		for at++; at < len(s) && isSpace(s[at]); at++ {
		}
		if at == len(s) {
			return i, false, false
		}
		switch b := s[at]; b {
		case '"', '\'':
			k := r.find(s[at:at+1], at+1)
			if k < 0 {
				return i, false, false
			}
			x.value, i = cloak.Span{Start: at + 1, End: k}, k+1
			if x.style = markupDouble; b == '\'' {
				x.style = markupSingle
			}
		default:
			x.value.Start, i = at, at
			for i < len(s) && !isSpace(s[i]) && s[i] != '>' && s[i] != '<' {
				i++
			}
			x.value.End, x.style = i, markupBare
		}
		r.attrs = append(r.attrs, x)
	}
	return i, false, false
}

// raw gives what stands in a script or a style, which has no tags in it.
func (r *markupReader) raw(name string, i int) int {
	s := r.view.text
	end := i
	for end >= 0 {
		if end = r.find("</", end); end >= 0 {
			if k := end + 2 + len(name); k <= len(s) && strings.EqualFold(s[end+2:k], name) {
				break
			}
			end += 2
		}
	}
	if end < 0 {
		end = len(s)
	}
	r.text = end
	if r.stop || strings.TrimSpace(s[i:end]) == "" {
		return end
	}
	if name == "script" {
		if kind := r.says("type"); strings.Contains(kind, "json") || kind == "importmap" {
			r.stop = !readJSON(r.part(i, end, ""), r.yield)
			return end
		}
	}
	file := map[string]string{"script": "x.js", "style": "x.css"}[name]
	if f := r.detect(file, ""); f != Plain && f.Name != "html" && r.depth+1 < maxViews {
		v := r.part(i, end, "")
		v.depth++
		r.stop = !f.scan(v, r.yield)
		return end
	}
	r.verbatim(i, end, Text, "</")
	return end
}
