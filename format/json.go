package format

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/seed-052fbf24/cloak/cloak"
)

// JSON, RFC 8259: also one value behind another, as in JSON lines, with comments and
// commas behind the last element, and parts of all that. It is read token by token; what
// follows a string tells whether that is a name. So a part needs no beginning, and the
// 10,000th bracket costs what the first does.
var jsonFormat = &Format{
	Name:       "json",
	sparse:     true,
	Extensions: []string{".json", ".jsonc", ".json5", ".ipynb", ".har", ".geojson", ".webmanifest", ".code-workspace", ".tfstate", ".sarif"},
	Files:      []string{".prettierrc", ".eslintrc", ".babelrc", ".dockerconfigjson", "composer.lock", "pipfile.lock"},
	sniff:      beginsJSON,
	scan:       readJSON,
	quote:      '"',
	seam:       jsonSeam,
}

// Lines of JSON, each a value on its own, are read in parts.
var jsonlFormat = &Format{
	Name:       "jsonl",
	sparse:     true,
	Extensions: []string{".jsonl", ".ndjson", ".cast"},
	sniff:      isJSONLines,
	scan:       readJSON,
	quote:      '"',
	cut:        lastLine,
}

// jsonSeam is behind the last line, or in front of a string that no name is in front of.
func jsonSeam(text string) int {
	if k := lastLine(text, ""); k > 0 {
		return k
	}
	if k := strings.LastIndex(text, `","`); k >= 0 {
		return k + 2
	}
	return 0
}

// lastLine is where the last line ends that is whole.
func lastLine(text, _ string) int { return strings.LastIndexByte(text, '\n') + 1 }

// maxDepth bounds what is remembered of brackets: behind it labels are those of the
// deepest one that is.
const maxDepth = 10_000

// A level is an object or an array around a place.
type level struct {
	under string // label of what it holds: the name in front of it, or around that
	place
	array bool
	next  int    // number of the next element
	says  string // the value of a member that names another: {"name": …, "value": …}
}

// A place is where something stands in the level around it.
type place struct {
	key string
	at  int // number of an element; named or root if it is none
}

const (
	root  = -1
	named = -2
)

type jsonReader struct {
	*view
	yield func(*Scalar) bool
	style *style // of strings
	level
	outer  []level
	lost   int // levels beyond maxDepth
	key    string
	named  bool // key is that of the next value
	here   place
	path   func() string // pathHere
	secret secrecy
	s      Scalar
}

// readJSON gives the scalars of v, and reports whether to go on.
func readJSON(v *view, yield func(*Scalar) bool) bool {
	r := jsonReader{view: v, yield: yield, level: level{under: v.label, place: place{at: root}}, here: place{at: root}}
	r.path = r.pathHere
	if r.style = jsonStyle; v.shell {
		r.style = shellStyle
	}
	for i := 0; i < len(v.text); {
		j, ok := r.token(i)
		if !ok {
			return false
		}
		i = j
	}
	return true
}

// pathHere is the path of the value at hand.
func (r *jsonReader) pathHere() string { return pathTo(r.front, append(r.outer, r.level), r.here) }

// pathTo is the path of a place within levels, the first of which is all of what stands
// below front.
func pathTo[L interface{ write(*strings.Builder) }](front string, levels []L, here place) string {
	var b strings.Builder
	b.WriteString(cmp.Or(front, "$"))
	for _, x := range levels[1:] {
		x.write(&b)
	}
	here.write(&b)
	return b.String()
}

// pathQuote escapes a name, RFC 9535 section 2.7.
var pathQuote = strings.NewReplacer(`\`, `\\`, `'`, `\'`)

func (p place) write(b *strings.Builder) {
	switch {
	case p.at >= 0:
		b.WriteString("[" + strconv.Itoa(p.at) + "]")
	case p.at == named:
		b.WriteString("['" + pathQuote.Replace(p.key) + "']")
	}
}

// token reads what stands at text[i] and returns where the next one does.
func (r *jsonReader) token(i int) (end int, ok bool) {
	s := r.text
	switch b := s[i]; jsonToken(s, i) {
	case jsonBlank:
		if b == ',' {
			r.named = false
		}
		return i + 1, true
	case jsonOpen:
		r.open(b == '[')
		return i + 1, true
	case jsonClose:
		r.close()
		return i + 1, true
	case jsonQuote:
		return r.quoted(i)
	case jsonComment:
		end = commentEnd(s, i)
		r.here = place{at: root}
		return end, r.emit(i+2, end, nil, Comment, "")
	case jsonNumber:
		label := r.value()
		end = numberEnd(s, i)
		whole := end // 4111111111111111.0 is what some make of an integer
		if n := digits(s, i); i+n+1 < end && s[i+n] == '.' && strings.Trim(s[i+n+1:end], "0") == "" {
			whole = i + n
		}
		return end, r.emit(i, whole, numberStyle, Number, label)
	case jsonWord:
		r.value()
		return i + wordLen(s, i), true
	}
	end = textEnd(s, i)
	label := r.value()
	if ok = r.emit(i, end, nil, Text, label); end < len(s) && s[end] == '"' && endsValue(s, end+1) { // of a string that was cut off in front
		r.key, r.named = s[i:end], followsColon(s, end+1)
		end++
	}
	return end, ok
}

// The tokens of JSON, told by what they begin with.
type jsonKind uint8

const (
	jsonText jsonKind = iota // none
	jsonBlank
	jsonOpen
	jsonClose
	jsonQuote
	jsonComment
	jsonNumber
	jsonWord
)

// jsonToken tells what begins at s[i]. Numbers and words are tokens where a value ends
// behind them: digits with three dots are text, and so are two numbers in a row. No array begins with a capital, but
// a stand-in does.
func jsonToken(s string, i int) jsonKind {
	switch b := s[i]; b {
	case ' ', '\t', '\n', '\r', ',':
		return jsonBlank
	case ':':
		if i+1 == len(s) || s[i+1] != ':' {
			return jsonBlank
		}
	case '[':
		if i+1 < len(s) && 'A' <= s[i+1] && s[i+1] <= 'Z' {
			return jsonText
		}
		return jsonOpen
	case '{':
		return jsonOpen
	case '}', ']':
		return jsonClose
	case '"':
		return jsonQuote
	case '/':
		if beginsComment(s, i) {
			return jsonComment
		}
	case 't', 'f', 'n':
		if n := wordLen(s, i); n > 0 && endsValue(s, i+n) {
			return jsonWord
		}
	default:
		if b != '-' && !isDigit(b) {
			break
		}
		if end := numberEnd(s, i); end > i && endsValue(s, end) {
			return jsonNumber
		}
	}
	return jsonText
}

// endsValue reports whether a value ends in front of s[i].
func endsValue(s string, i int) bool {
	for i < len(s) && (s[i] == ' ' || s[i] == '\t' || s[i] == '\r') {
		i++
	}
	return i == len(s) || strings.IndexByte(",:]}\n", s[i]) >= 0 || beginsComment(s, i)
}

func beginsComment(s string, i int) bool {
	return s[i] == '/' && i+1 < len(s) && (s[i+1] == '/' || s[i+1] == '*')
}

func followsColon(s string, i int) bool {
	for i < len(s) && (s[i] == ' ' || s[i] == '\t') {
		i++
	}
	return i < len(s) && s[i] == ':'
}

// textEnd is where what is no JSON ends: at a quote that may begin a string of JSON, or in
// front of a line that begins with a token. In name: "x" and call("x", "y") no string does:
// they are text to the end of their line, as its words tell what "x" is.
func textEnd(s string, i int) int {
	begin := i
	for i < len(s) {
		k := strings.IndexAny(s[i:], "\"\n")
		if k < 0 {
			return len(s)
		}
		if i += k; s[i] == '"' {
			front := strings.TrimRight(s[begin:i], " \t")
			if endsValue(s, i+1) || front == "" || strings.IndexByte(",{[", front[len(front)-1]) >= 0 {
				return i
			}
			if k = strings.IndexByte(s[i:], '\n'); k < 0 {
				return len(s)
			}
			i += k
		}
		next := i
		for next < len(s) && (s[next] == ' ' || s[next] == '\t' || s[next] == '\n' || s[next] == '\r') {
			next++
		}
		if next == len(s) || jsonToken(s, next) != jsonText {
			return i
		}
		i = next
	}
	return i
}

// wordLen is how long the name of a value at s[i] is; 0 for none.
func wordLen(s string, i int) int {
	for _, w := range [...]string{"true", "false", "null"} {
		if strings.HasPrefix(s[i:], w) && !isWordAt(s, i+len(w)) {
			return len(w)
		}
	}
	return 0
}

// quoted reads the string at text[i].
func (r *jsonReader) quoted(i int) (end int, ok bool) {
	s := r.text
	end, closed := quoteEnd(s, i+1)
	if !closed {
		label := r.value()
		return end, r.emit(i, end, nil, Text, label)
	}
	next := end + 1
	for next < len(s) && (s[next] == ' ' || s[next] == '\t' || s[next] == '\n' || s[next] == '\r') {
		next++
	}
	if next < len(s) && s[next] == ':' {
		r.scalar(&r.s, i+1, end, r.style)
		r.key, r.named = r.s.Text, true
		r.here = place{r.key, named}
		return end + 1, r.give(Key, "")
	}
	isNamed := r.named
	label := r.value()
	r.scalar(&r.s, i+1, end, r.style)
	if isNamed && names(r.key) {
		r.says = r.s.Text
	}
	if r.encoded(i+1, end, label) {
		return end + 1, r.give(String, label)
	}
	if is, ok := r.nested(&r.s, "", label, r.path, r.yield); is {
		return end + 1, ok
	}
	r.look(&r.s)
	return end + 1, r.give(String, label)
}

// emit gives text[start:end].
func (r *jsonReader) emit(start, end int, x *style, kind Kind, label string) bool {
	if start >= end {
		return true
	}
	r.scalar(&r.s, start, end, x)
	return r.give(kind, label)
}

func (r *jsonReader) give(kind Kind, label string) bool {
	r.s.Kind, r.s.Label, r.s.path, r.s.Of = kind, label, r.path, cloak.NoLabel
	if label != "" {
		r.s.Of = cloak.Key
	}
	return r.yield(&r.s)
}

// value is the label of the value that begins here, and notes its place.
func (r *jsonReader) value() (label string) {
	label, r.here = r.under, place{at: root}
	switch {
	case r.named:
		label, r.here = r.key, place{r.key, named}
		if holds(r.key) { // which says nothing, but what it is in may
			label = cmp.Or(r.says, r.under, r.key)
		}
	case r.array:
		r.here = place{at: r.next}
		r.next++
	}
	r.named = false
	return label
}

func (r *jsonReader) open(array bool) {
	if len(r.outer) == maxDepth {
		r.lost++
		return
	}
	label := r.value()
	r.outer = append(r.outer, r.level)
	r.level = level{under: label, place: r.here, array: array}
}

func (r *jsonReader) close() {
	r.named = false
	switch {
	case r.lost > 0:
		r.lost--
	case len(r.outer) > 0:
		r.level = r.outer[len(r.outer)-1]
		r.outer = r.outer[:len(r.outer)-1]
	default: // of a part of a document: what is around it is not known
		r.level = level{place: place{at: root}}
	}
}

// names reports whether the value of key names what another member holds, as lists of
// headers, environment variables and fields do: name, entity_type, fieldName.
func names(key string) bool {
	switch key = strings.ToLower(key); strings.TrimLeft(strings.TrimPrefix(key, memberOf(key)), "_-") {
	case "name", "key", "field", "label", "type", "header", "column", "property", "attribute":
		return true
	}
	return false
}

// holds reports whether the value of key is what such a member names.
func holds(key string) bool {
	switch key = strings.ToLower(key); key {
	case "value", "val", "text", "content", "data", "number":
		return true
	}
	of := memberOf(key)
	return of != "" && strings.TrimLeft(key[len(of):], "_-") == "value"
}

// memberOf is what key begins with, if that says of what it is a member.
func memberOf(key string) string {
	for _, of := range [...]string{"entity", "field", "attribute", "attr", "parameter", "param", "property", "prop", "header", "column", "variable", "item", "tag", "option", "setting", "env"} {
		if len(of) < len(key) && strings.HasPrefix(key, of) {
			return of
		}
	}
	return ""
}

// isJSON reports whether text is an object or an array, or several, and nothing else.
func isJSON(text string) bool {
	s := strings.TrimSpace(text)
	return len(s) >= 2 && (s[len(s)-1] == '}' || s[len(s)-1] == ']') && isBalanced(s, false)
}

// beginsJSON is isJSON of what may be only the beginning of a document.
func beginsJSON(text string) bool { return isBalanced(strings.TrimSpace(text), true) }

// isJSONLines reports whether the lines of text, one that has ended at the least, are objects
// or arrays of JSON, each on its own. The last one may break off.
func isJSONLines(text string) bool {
	lines := 0
	for line := range strings.Lines(text) {
		whole := strings.HasSuffix(line, "\n")
		switch line = strings.TrimSpace(line); {
		case line == "":
		case whole && isJSON(line):
			lines++
		case whole || lines == 0 || line[0] != '{' && line[0] != '[':
			return false
		}
	}
	return lines > 0
}

// isBalanced reports whether s is made of objects and arrays; if cut, it may break off.
func isBalanced(s string, cut bool) bool {
	if s == "" || s[0] != '{' && s[0] != '[' && s[0] != '/' {
		return false
	}
	depth, scalars := 0, 0
	for i := 0; i < len(s); {
		kind := jsonToken(s, i)
		if depth == 0 && kind != jsonOpen && kind != jsonComment && (kind != jsonBlank || s[i] == ',' || s[i] == ':') {
			return false
		}
		switch kind {
		case jsonText: // a word may break off, too
			const longest = 400 // of a number
			return cut && scalars > 0 && len(s)-i < longest && strings.IndexAny(s[i:], "\n,:{[\"") < 0
		case jsonOpen:
			depth++
			i++
		case jsonClose:
			depth--
			i++
		case jsonQuote:
			end, closed := quoteEnd(s, i+1)
			if !closed {
				return cut && end == len(s) && scalars > 0
			}
			i = end + 1
			scalars++
		case jsonComment:
			i = commentEnd(s, i)
		case jsonNumber:
			i = numberEnd(s, i)
			scalars++
		case jsonWord:
			i += wordLen(s, i)
			scalars++
		default:
			i++
		}
	}
	return (cut || depth == 0) && scalars > 0
}

// quoteEnd is where the string ends that begins at s[i]: at its quote, or, not closed, at
// the end of the line.
func quoteEnd(s string, i int) (end int, closed bool) {
	for i < len(s) {
		switch s[i] {
		case '"':
			return i, true
		case '\\':
			i++
		case '\n':
			return i, false
		}
		i++
	}
	return len(s), false
}

// commentEnd is where the comment at s[i] ends.
func commentEnd(s string, i int) int {
	end, behind := "\n", 0
	if s[i+1] == '*' {
		end, behind = "*/", 2
	}
	if k := strings.Index(s[i+2:], end); k >= 0 {
		return i + 2 + k + behind
	}
	return len(s)
}

// numberEnd is where the number at s[i] ends, RFC 8259 section 6; i if there is none.
func numberEnd(s string, i int) int {
	j := i
	if s[j] == '-' {
		j++
	}
	n := digits(s, j)
	if n == 0 || n > 1 && s[j] == '0' {
		return i
	}
	if j += n; j < len(s) && s[j] == '.' {
		if n = digits(s, j+1); n == 0 {
			return i
		}
		j += 1 + n
	}
	if j < len(s) && s[j]|0x20 == 'e' {
		k := j + 1
		if k < len(s) && (s[k] == '+' || s[k] == '-') {
			k++
		}
		if n = digits(s, k); n == 0 {
			return i
		}
		j = k + n
	}
	if isWordAt(s, j) {
		return i
	}
	return j
}

// digits is how many stand at s[i].
func digits(s string, i int) (n int) {
	for i+n < len(s) && isDigit(s[i+n]) {
		n++
	}
	return n
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

// isWordAt reports whether s goes on at i as a word or a number does.
func isWordAt(s string, i int) bool {
	if i >= len(s) {
		return false
	}
	b := s[i]
	return isDigit(b) || 'a' <= b|0x20 && b|0x20 <= 'z' || b == '_' || b >= 0x80
}
