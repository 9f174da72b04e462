package format

import (
	"strings"

	"github.com/seed-052fbf24/cloak/cloak"
)

// YAML 1.2.2, and what readers of 1.1 make of it. No reader keeps the bytes, so this one
// goes token by token as they do, and needs no document to be whole: a line says by its
// indent where it belongs. Templates of Helm and Jinja are text, and stay.
var yamlFormat = &Format{
	Name:  "yaml",
	loose: true,
	Extensions: []string{
		".yaml", ".yml", ".eyaml", ".yaml.j2", ".yml.j2", ".yaml.tmpl", ".yml.tmpl", ".yaml.gotmpl", ".yaml.erb", ".yml.erb",
		".yaml.example", ".yml.example", ".yaml.sample", ".yml.sample", ".yaml.dist", ".yml.dist", ".yaml.bak", ".yml.bak",
	},
	Files: []string{".clang-format", ".clang-tidy", ".clangd", ".yamllint", ".gemrc", ".condarc", ".kube/config", "kubeconfig"},
	sniff: isYAML,
	scan:  readYAML,
	seam:  yamlSeam,
}

// A yamlLevel is a mapping or a sequence around a place.
type yamlLevel struct {
	level
	col  int // where its entries begin, in bytes of their lines; none if there is no such level
	flow bool
}

const (
	none    = -1
	outside = -2 // of all levels: text that is no value
)

type yamlReader struct {
	*view
	yield func(*Scalar) bool
	yamlLevel
	outer   []yamlLevel
	lost    int  // levels in brackets, beyond maxDepth
	line    int  // where the line begins
	fresh   bool // nothing stands in front of it in its line but marks of entries: a key may begin
	ready   bool // a value may begin
	props   int  // column of an anchor or a tag in front of what may be a key; none
	key     string
	named   bool // key is that of the next value
	asks    bool // the next value is the key of an explicit pair: ? key
	here    place
	path    func() string // pathHere
	anchors map[string]bool
	block   *style // of the last block scalar, and how it is written
	as      blockForm
	remark  *style
	remarks commentForm
	secret  secrecy
	stopped bool
	s       Scalar
}

// readYAML gives the scalars of v, and reports whether to go on.
func readYAML(v *view, yield func(*Scalar) bool) bool {
	r := yamlReader{view: v, yield: yield, here: place{at: root}, fresh: true, ready: true}
	r.path = r.pathHere
	r.document()
	i := 0
	if strings.HasPrefix(v.text, "\uFEFF") {
		i, r.line = 3, 3
	}
	for i < len(v.text) && !r.stopped {
		i = r.token(i)
	}
	return !r.stopped
}

// document begins one.
func (r *yamlReader) document() {
	r.yamlLevel = yamlLevel{level: level{under: r.label, place: place{at: root}}, col: none}
	r.outer, r.lost, r.named, r.asks, r.props = r.outer[:0], 0, false, false, none
}

// pathHere is the path of the value at hand.
func (r *yamlReader) pathHere() string {
	return pathTo(r.front, append(r.outer, r.yamlLevel), r.here)
}

// token reads what stands at text[i] and returns where the next one does.
func (r *yamlReader) token(i int) int {
	s := r.text
	switch s[i] {
	case '\n', '\r':
		r.line, r.fresh, r.ready, r.props = i+1, true, true, none
		return i + 1
	case ' ', '\t':
		return i + 1
	case '#':
		if i == 0 || i == r.line || isYAMLBlank(s, i-1) {
			return r.comment(i)
		}
	}
	if i == r.line {
		if isMarker(s, i) { // also of brackets that were never closed
			r.document()
			r.fresh, r.ready = false, true
			return i + 3
		}
		if s[i] == '%' && !r.flow {
			return r.rest(i)
		}
	}
	if r.flow && !(r.fresh && r.resumes(i)) {
		return r.inBrackets(i)
	}
	return r.inBlock(i)
}

// inBlock reads a token that stands in no brackets.
func (r *yamlReader) inBlock(i int) int {
	s, col := r.text, i-r.line
	alone := i+1 == len(s) || isYAMLBlank(s, i+1)
	if r.fresh {
		r.unroll(col, s[i] == '-' && alone)
		switch {
		case s[i] == '-' && alone:
			if !r.array || r.col != col {
				r.enter(col, true, false)
			}
			r.next++
			r.named, r.props = false, none
			return i + 1
		case s[i] == '?' && alone:
			r.mapping(col)
			r.named, r.asks, r.props = false, true, none
			return i + 1
		case s[i] == ':' && alone:
			r.mapping(col)
			r.named, r.asks, r.props = r.key != "", false, none
			return i + 1
		}
	} else if s[i] == ':' && alone { // behind a collection that is a key
		r.ready = true
		return i + 1
	}
	switch s[i] {
	case '[', '{':
		if atomEnd(s, i) == i {
			r.bracket(i)
			return i + 1
		}
	case '&', '*', '!':
		return r.property(i)
	case '|', '>':
		if end, ok := r.blockScalar(i); ok {
			return end
		}
		return r.rest(i)
	case '"', '\'':
		return r.quoted(i)
	}
	return r.plainScalar(i)
}

// unroll leaves the levels that a line which begins in col is in no more.
func (r *yamlReader) unroll(col int, entry bool) {
	for len(r.outer) > 0 && (r.flow || r.col > col || r.col == col && r.array && !entry) {
		r.leave()
	}
}

// mapping is the one whose keys begin in col, at hand from now on.
func (r *yamlReader) mapping(col int) {
	if r.array || r.col < col {
		r.enter(col, false, false)
	}
}

// enter opens a level.
func (r *yamlReader) enter(col int, array, flow bool) {
	if len(r.outer) == maxDepth {
		if flow {
			r.lost++
		}
		return
	}
	label := r.value()
	r.outer = append(r.outer, r.yamlLevel)
	r.yamlLevel = yamlLevel{level: level{under: label, place: r.here, array: array}, col: col, flow: flow}
	r.key, r.asks = "", false
}

// leave closes a level.
func (r *yamlReader) leave() {
	r.yamlLevel = r.outer[len(r.outer)-1]
	r.outer = r.outer[:len(r.outer)-1]
	r.named, r.lost = false, 0
}

// value is the label of the value that begins here, and notes its place.
func (r *yamlReader) value() (label string) {
	label, r.here = r.under, place{at: root}
	switch {
	case r.named:
		label, r.here = r.key, place{r.key, named}
		if r.says != "" && holds(r.key) {
			label = r.says
		}
	case r.array:
		r.here = place{at: max(r.next-1, 0)}
	}
	r.named = false
	return label
}

// keyed notes a key.
func (r *yamlReader) keyed(key string) {
	r.key, r.named, r.asks, r.props = key, true, false, none
	r.here = place{key, named}
	r.fresh, r.ready = false, true
}

// comment gives a comment, and those that stand alone in the lines behind it: what has
// been commented out may go over several lines.
func (r *yamlReader) comment(i int) int {
	s, end := r.text, yamlLineEnd(r.text, i)
	for next := end; next < len(s); {
		next = lineAfter(s, next)
		k := next
		for k < len(s) && (s[k] == ' ' || s[k] == '\t') {
			k++
		}
		if k == len(s) || s[k] != '#' {
			break
		}
		next = yamlLineEnd(s, k)
		end = next
	}
	r.here = place{at: root}
	form := commentForm{indent: i - r.line, end: "\n"}
	if k := yamlLineEnd(s, i); k < len(s) && s[k] == '\r' {
		form.end = s[k:lineAfter(s, k)]
	}
	if r.remark == nil || r.remarks != form {
		r.remark, r.remarks = form.style(), form
	}
	r.emit(i+1, end, r.remark, Comment, "")
	return end
}

// rest gives what is no YAML, or none that is to be changed: the rest of a line, with the
// lines behind it that are nothing else; in brackets what is in front of the next.
func (r *yamlReader) rest(i int) int {
	s, end := r.text, 0
	if r.flow {
		for end = i + 1; end < len(s) && strings.IndexByte(",[]{}\n\r", s[end]) < 0; end++ {
			if k := atomEnd(s, end); k > end {
				end = k - 1
			}
		}
		end = max(withoutBlanks(s, i, end), i+1)
	} else {
		end, _ = r.textLines(i, yamlLineEnd(s, i), outside)
	}
	r.wild(i, end)
	return end
}

// wild gives text that stands where a value does. What it becomes may be one.
func (r *yamlReader) wild(i, end int) {
	r.fresh, r.ready, r.asks = false, false, false
	label := r.value()
	r.scalar(&r.s, i, end, yamlText)
	r.s.odd = true
	r.give(Text, label)
}

// textLines is where text ends of which a line ends at s[end]: lines go with it that can
// be nothing of their own. It reports whether one of them is not as deep as it should be
// under a level in a column.
func (r *yamlReader) textLines(i, end, under int) (last int, wild bool) {
	s := r.text
	end = withoutBlanks(s, i, end)
	for k := yamlLineEnd(s, end); strings.Trim(s[end:k], " \t") == ""; k = yamlLineEnd(s, end) {
		start, col := nextText(s, k)
		if start == len(s) || s[start] == '#' || s[start] == '{' && atomEnd(s, start) > start || col == 0 && isMarker(s, start) {
			break
		}
		deep := under > outside && col > under
		if !deep && !beginsPlain(s, start, false) || under == none && s[start] == '-' && start+1 < len(s) && isYAMLBlank(s, start+1) {
			break // an entry goes on as text only within a level: this may be a part of a document
		}
		next := plainEnd(s, start, false)
		if followsColon(s, next) || next == start {
			break
		}
		end, wild = next, wild || col <= under && under >= 0
	}
	return end, wild
}

// nextText is where the text of the first line begins behind s[i] that has some, and in
// which column.
func nextText(s string, i int) (start, col int) {
	for i < len(s) {
		i = lineAfter(s, i)
		start = i
		for start < len(s) && (s[start] == ' ' || s[start] == '\t') {
			start++
		}
		if start == len(s) || s[start] != '\n' && s[start] != '\r' {
			return start, start - i
		}
		i = start
	}
	return len(s), 0
}

// emit gives text[start:end].
func (r *yamlReader) emit(start, end int, x *style, kind Kind, label string) {
	if start >= end {
		return
	}
	r.scalar(&r.s, start, end, x)
	r.give(kind, label)
}

func (r *yamlReader) give(kind Kind, label string) {
	r.s.Kind, r.s.Label, r.s.path, r.s.Of = kind, label, r.path, cloak.NoLabel
	if label != "" {
		r.s.Of = cloak.Key
	}
	r.s.look = strings.ContainsAny(r.s.Text, " :")
	r.stopped = !r.yield(&r.s)
}

// yamlLineEnd is where the line of s[i] ends.
func yamlLineEnd(s string, i int) int {
	if k := strings.IndexAny(s[i:], "\n\r"); k >= 0 {
		return i + k
	}
	return len(s)
}

// lineAfter is where the line begins behind the one that ends at s[i].
func lineAfter(s string, i int) int {
	if i+1 < len(s) && s[i] == '\r' && s[i+1] == '\n' {
		return i + 2
	}
	return min(i+1, len(s))
}

// withoutBlanks is where s[start:end] ends without its blanks.
func withoutBlanks(s string, start, end int) int {
	return start + len(strings.TrimRight(s[start:end], " \t"))
}

// isYAMLBlank reports whether s[i] is white space.
func isYAMLBlank(s string, i int) bool {
	return s[i] == ' ' || s[i] == '\t' || s[i] == '\n' || s[i] == '\r'
}

// isMarker reports whether a document begins or ends at s[i], where a line begins.
func isMarker(s string, i int) bool {
	if len(s) < i+3 || s[i:i+3] != "---" && s[i:i+3] != "..." {
		return false
	}
	return i+3 == len(s) || isYAMLBlank(s, i+3)
}
