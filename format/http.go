package format

import (
	"strings"

	"github.com/seed-052fbf24/cloak/cloak"
)

// HTTP messages as text, RFC 9112: one or more in a row, as they are dumped, as curl -v
// shows them, with "> " or "< " in front of what is sent and received, and as files of
// requests have them, with ### between. What Content-Length says is left alone.
var httpFormat = &Format{
	Name:       "http",
	Extensions: []string{".http", ".rest"},
	apart:      true,
	sniff:      isHTTP,
	scan:       readHTTP,
}

// httpFolded is a header over several lines: a line that begins with a blank goes on with
// the one in front, RFC 9112 section 5.2.
var httpFolded = &style{
	step:  cloak.FoldedDocument,
	plain: func(content string) bool { return strings.IndexByte(content, '\n') < 0 },
	unit: func(dst []byte, s string, i int) ([]byte, int) {
		n := 0
		if s[i] == '\r' {
			n++
		}
		if i+n < len(s) && s[i+n] == '\n' {
			if n++; i+n < len(s) && (s[i+n] == '>' || s[i+n] == '<') {
				n++
			}
			if i+n < len(s) && (s[i+n] == ' ' || s[i+n] == '\t') {
				return append(dst, ' '), n + 1
			}
		}
		return append(dst, s[i]), 1
	},
	encode: func(text string) string { return text },
}

// An httpReader reads lines.
type httpReader struct {
	*view
	yield    func(*Scalar) bool
	head     bool   // within headers
	media    string // of the body: its Content-Type
	boundary string // between the parts of the body
	field    string // name of the part at hand
	s        Scalar
}

func readHTTP(v *view, yield func(*Scalar) bool) bool {
	r := httpReader{view: v, yield: yield}
	from := 0 // where the text or the body begins that is read
	for i := 0; i < len(v.text); {
		end, next := lineAt(v.text, i)
		line := v.text[i:end]
		marks := httpMarks(line)
		switch start := httpStart(line[marks:]); {
		case start != httpNone, !r.head && r.between(line), !r.head && strings.HasPrefix(line, "###"):
			if !r.body(from, i) {
				return false
			}
			if from = next; start == httpNone { // ### or a boundary
				r.head, r.media, r.field = r.boundary != "" && strings.HasPrefix(line, "--"), "", ""
				if !r.head {
					r.boundary = ""
				}
				if !r.text(i, end) {
					return false
				}
				break
			}
			r.head, r.media, r.field, r.boundary = true, "", "", ""
			if !r.start(i+marks, end, start) {
				return false
			}
		case !r.head:
		case line == "" || marks == len(line):
			r.head, from = false, next
		default:
			name := headerName(line[marks:])
			if name == "" {
				if r.head = strings.HasPrefix(line, "* ") || strings.HasPrefix(line, "#"); !r.head { // no header: what follows is no head
					from = i
					break
				}
				if from = next; !r.text(i, end) {
					return false
				}
				break
			}
			for next < len(v.text) && folds(v.text[next:]) {
				end, next = lineAt(v.text, next)
			}
			if from = next; !r.header(i+marks, end, name) {
				return false
			}
		}
		i = next
	}
	return r.body(from, len(v.text))
}

// lineAt is where the line at s[i] ends, and where the next one begins.
func lineAt(s string, i int) (end, next int) {
	k := strings.IndexByte(s[i:], '\n')
	if k < 0 {
		return len(s), len(s)
	}
	next, end = i+k+1, i+k
	if end > i && s[end-1] == '\r' {
		end--
	}
	return end, next
}

// httpMarks is how long the marks are that curl sets in front of a line.
func httpMarks(line string) int {
	if line == ">" || line == "<" {
		return 1
	}
	if strings.HasPrefix(line, "> ") || strings.HasPrefix(line, "< ") {
		return 2
	}
	return 0
}

// folds reports whether a line goes on with the header in front of it.
func folds(s string) bool {
	if len(s) > 2 && (s[0] == '>' || s[0] == '<') && s[1] == ' ' {
		s = s[1:]
		return len(s) > 2 && (s[1] == ' ' || s[1] == '\t')
	}
	return len(s) > 1 && (s[0] == ' ' || s[0] == '\t') && strings.Trim(s[:min(len(s), 80)], " \t") != "" &&
		s[1] != '\r' && s[1] != '\n'
}

type httpKind uint8

const (
	httpNone httpKind = iota
	httpRequest
	httpResponse
)

// httpStart tells a line that a message starts with, RFC 9112 sections 3 and 4. A file of
// requests may leave the version out.
func httpStart(line string) httpKind {
	if strings.HasPrefix(line, "HTTP/") {
		version, rest, _ := strings.Cut(line[len("HTTP/"):], " ")
		if len(version) > 0 && len(version) <= 3 && isDigit(version[0]) && digits(rest, 0) == 3 && (len(rest) == 3 || rest[3] == ' ') {
			return httpResponse
		}
		return httpNone
	}
	method, rest, ok := strings.Cut(line[:min(len(line), 20)], " ")
	if !ok || !isMethod(method) || rest == "" {
		return httpNone
	}
	target := line[len(method)+1:]
	k := strings.IndexByte(target, ' ')
	if k < 0 {
		if strings.HasPrefix(target, "http://") || strings.HasPrefix(target, "https://") {
			return httpRequest
		}
		return httpNone
	}
	if k > 0 && strings.HasPrefix(target[k+1:], "HTTP/") && len(target)-k-1 <= len("HTTP/1.1") && digits(target, k+1+len("HTTP/")) > 0 {
		return httpRequest
	}
	return httpNone
}

func isMethod(s string) bool {
	switch s {
	case "GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH",
		"PROPFIND", "PROPPATCH", "MKCOL", "COPY", "MOVE", "LOCK", "UNLOCK", "REPORT", "SEARCH", "PURGE", "QUERY":
		return true
	}
	return false
}

// headerName is the name in a line that is a header, RFC 9110 section 5.6.2; "" if it is
// none. Those that stand for the first line of HTTP/2 begin with a colon.
func headerName(line string) string {
	first := 0
	if strings.HasPrefix(line, ":") {
		first = 1
	}
	k := first + strings.IndexByte(line[first:max(first, min(len(line), longestLabel))], ':')
	if k <= first {
		return ""
	}
	for i := first; i < k; i++ {
		if !isWordAt(line, i) && strings.IndexByte("-.!#$%&'*+^`|~", line[i]) < 0 {
			return ""
		}
	}
	return line[:k]
}

// isHTTP reports whether text begins with a message: its first line, and a header or the
// end of the head behind it. Text of curl's in front may be there.
func isHTTP(text string) bool {
	text = text[:min(len(text), headLen)]
	for i, lines := 0, 0; i < len(text) && lines < 50; lines++ {
		end, next := lineAt(text, i)
		line := text[i:end]
		marks := httpMarks(line)
		if httpStart(line[marks:]) != httpNone {
			end, _ = lineAt(text, next)
			line = text[next:end]
			marks = httpMarks(line)
			return next < len(text) && (marks == len(line) && next < end || headerName(line[marks:]) != "")
		}
		if !strings.HasPrefix(line, "* ") && line != "" {
			return false
		}
		i = next
	}
	return false
}

func (r *httpReader) text(start, end int) bool {
	if start >= end {
		return true
	}
	r.scalar(&r.s, start, end, nil)
	r.s.fits = fitsLine
	return r.yield(&r.s)
}

// fitsLine reports whether a stand-in may stand in a line.
func fitsLine(standIn string) bool { return !strings.ContainsAny(standIn, "\r\n") }

// start gives the line that a message starts with.
func (r *httpReader) start(i, end int, kind httpKind) bool {
	r.scalar(&r.s, i, end, nil)
	r.s.fits = fitsLine
	if kind == httpRequest {
		if start, stop := httpTarget(r.s.Text); stop-start <= longestURL {
			r.closer(&r.s, func(w *view, yield func(*Scalar) bool) bool {
				start, stop := httpTarget(w.text)
				return readURL(w.part(start, stop, ""), yield)
			})
			r.s.urlAt(start, stop)
		}
	}
	return r.yield(&r.s)
}

// httpTarget is where in a line that a request starts with its target stands.
func httpTarget(line string) (start, stop int) {
	start = strings.IndexByte(line, ' ') + 1
	if k := strings.IndexByte(line[start:], ' '); k >= 0 {
		return start, start + k
	}
	return start, len(line)
}

// lowered is s in lower case, as far as it is ASCII: as long as s, whatever s holds.
func lowered(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c | 0x20
		}
	}
	return string(b)
}

// headerValue is where in a header its value begins.
func headerValue(line string, name string) int {
	start := min(len(name)+1, len(line))
	for start < len(line) && (line[start] == ' ' || line[start] == '\t') {
		start++
	}
	return start
}

// header gives one, whole: so detectors know it. On a closer look there is its value, with
// its name as label.
func (r *httpReader) header(i, end int, name string) bool {
	r.scalar(&r.s, i, end, httpFolded)
	r.s.fits = fitsLine
	line := r.s.Text
	start := headerValue(line, name)
	value := line[start:]
	switch strings.ToLower(name) {
	case "content-type":
		r.media = lowered(value)
		if k := strings.Index(r.media, "boundary="); k >= 0 && strings.HasPrefix(r.media, "multipart/") {
			r.boundary, _, _ = strings.Cut(strings.TrimLeft(value[k+len("boundary="):], `"`), `"`)
			r.boundary, _, _ = strings.Cut(r.boundary, ";")
			r.boundary = strings.Clone(strings.TrimSpace(r.boundary))
		}
	case "content-disposition":
		if _, field, ok := strings.Cut(value, `name="`); ok {
			field, _, _ = strings.Cut(field, `"`)
			r.field = strings.Clone(field)
		}
	case "cookie", "set-cookie":
		r.closer(&r.s, func(w *view, yield func(*Scalar) bool) bool {
			return readCookies(w, headerValue(w.text, name), yield)
		})
		return r.yield(&r.s)
	}
	if value == "" {
		return r.yield(&r.s)
	}
	if isURL(value) {
		r.s.urlAt(start, len(line))
	}
	r.closer(&r.s, func(w *view, yield func(*Scalar) bool) bool {
		start := headerValue(w.text, name)
		if isURL(w.text[start:]) {
			return readURL(w.part(start, len(w.text), ""), yield)
		}
		var s Scalar
		w.scalar(&s, start, len(w.text), nil)
		s.Kind, s.Label, s.Of = String, name, cloak.Header
		if is, ok := w.nested(&s, "", name, nil, yield); is {
			return ok
		}
		return yield(&s)
	})
	return r.yield(&r.s)
}
