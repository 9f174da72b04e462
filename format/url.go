package format

import (
	"strings"

	"github.com/seed-052fbf24/cloak/cloak"
)

// URLs, RFC 3986, and queries on their own. They are looked at as a whole first: whole
// ones are what detectors know, and they look through one layer of percent-encoding. Where
// nothing is found, the values of the query are looked at, each under its name.

const upperHex = "0123456789ABCDEF"

// urlChain is what a part of a URL was decoded by.
const urlChain = cloak.Chain(cloak.PercentDocument)

var (
	urlStyle = newURLStyle(false)
	// formStyle is that of queries, in which a plus is a space: WHATWG URL section 5.1.
	formStyle = newURLStyle(true)
)

func newURLStyle(form bool) *style {
	return &style{
		step: cloak.PercentDocument,
		plain: func(content string) bool {
			return strings.IndexByte(content, '%') < 0 && (!form || strings.IndexByte(content, '+') < 0)
		},
		unit: func(dst []byte, s string, i int) ([]byte, int) {
			switch {
			case s[i] == '%' && isEscape(s, i):
				return append(dst, unhex(s[i+1])<<4|unhex(s[i+2])), 3
			case s[i] == '+' && form:
				return append(dst, ' '), 1
			}
			return append(dst, s[i]), 1
		},
		encode: percentEncode,
	}
}

// isEscape reports whether the percent sign at s[i] begins an escape.
func isEscape(s string, i int) bool { return i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2]) }

func isHex(b byte) bool { return isDigit(b) || 'a' <= b|0x20 && b|0x20 <= 'f' }

func unhex(b byte) byte {
	if isDigit(b) {
		return b - '0'
	}
	return b | 0x20 - 'a' + 10
}

// percentEncode escapes what has a meaning in a query, or no place.
func percentEncode(text string) string {
	var b strings.Builder
	for i := range len(text) {
		if c := text[i]; inQuery(c) {
			b.WriteByte(c)
		} else {
			b.WriteByte('%')
			b.WriteByte(upperHex[c>>4])
			b.WriteByte(upperHex[c&15])
		}
	}
	return b.String()
}

// inQuery reports whether a byte of a value stands in a query as it is. Brackets do not by
// the letter of RFC 3986, and do everywhere.
func inQuery(b byte) bool {
	return isDigit(b) || 'a' <= b|0x20 && b|0x20 <= 'z' || strings.IndexByte("-._~@:/,![]", b) >= 0
}

// fitsQuery reports whether a stand-in may stand in a query: as it is, so that it is found
// there in the whole, too.
func fitsQuery(standIn string) bool {
	for i := range len(standIn) {
		if !inQuery(standIn[i]) {
			return false
		}
	}
	return true
}

// inURL reports whether a chain goes through a URL.
func inURL(steps cloak.Chain) bool {
	return strings.IndexByte(string(steps), byte(cloak.PercentDocument)) >= 0
}

// inURL is the value of a place as s has it. Within a URL one stood as it is, unless it
// comes from elsewhere: then it may hold what no URL does. One that held it all the same
// has a surface that says so.
func (s *Scalar) inURL(p *cloak.Place) string {
	if p.Start < s.url.Start || p.End > s.url.End || s.url.Len() == 0 || strings.IndexFunc(p.Text, notInURL) < 0 {
		return p.Text
	}
	return percentEncode(p.Text)
}

// notInURL reports whether no URL holds a character.
func notInURL(r rune) bool {
	return r <= ' ' || r == 0x7F || r == '"' || r == '<' || r == '>' || r == '`'
}

// longestURL bounds what is read as one.
const longestURL = 64 << 10

// isURL reports whether s is a URL with more to it than a host: an address to look into.
// What may be a value in it tells nothing: without the value it would tell otherwise.
func isURL(s string) bool {
	k := strings.Index(s[:min(len(s), 40)], "://")
	if k <= 0 || len(s) > longestURL {
		return false
	}
	for i := range k {
		if !isWordAt(s, i) && strings.IndexByte("+-.", s[i]) < 0 {
			return false
		}
	}
	return strings.ContainsAny(s[k:], "?#;%")
}

// isQuery reports whether s is a query on its own: two names with values at the least.
func isQuery(s string) bool {
	if len(s) > longestURL || !isPair(s) {
		return false
	}
	for {
		k := strings.IndexByte(s, '&')
		if k < 0 {
			return false
		}
		if s = s[k+1:]; isPair(s) {
			return true
		}
	}
}

// isPair reports whether s begins with the name of a value.
func isPair(s string) bool {
	for i := range min(len(s), longestLabel) {
		if s[i] == '=' {
			return i > 0
		}
		if !isWordAt(s, i) && strings.IndexByte("-.[]%+$", s[i]) < 0 {
			return false
		}
	}
	return false
}

// look gives s its parts if it is a URL or a query.
func (v *view) look(s *Scalar) {
	switch {
	case v.depth+1 >= maxViews:
	case isURL(s.Text):
		v.closer(s, readURL)
		s.urlAt(0, len(s.Text))
	case isQuery(s.Text):
		v.closer(s, readQuery)
		s.urlAt(0, len(s.Text))
	}
}

// urlAt notes that a URL stands in Text.
func (s *Scalar) urlAt(start, end int) {
	if strings.IndexFunc(s.Text[start:end], notInURL) < 0 {
		s.url = cloak.Span{Start: start, End: end}
	}
}

// A urlReader gives the parts of a URL.
type urlReader struct {
	*view
	yield func(*Scalar) bool
	s     Scalar
}

// readURL gives what stands in front of the query, decoded, names and values of the query
// and of the fragment, and of parameters in the path.
func readURL(v *view, yield func(*Scalar) bool) bool {
	r := urlReader{view: v, yield: yield}
	s := v.text
	fragment := len(s)
	if k := strings.IndexByte(s, '#'); k >= 0 {
		fragment = k
	}
	query := fragment
	if k := strings.IndexByte(s[:fragment], '?'); k >= 0 {
		query = k
	}
	path := query
	if k := strings.IndexByte(s[:query], ';'); k >= 0 {
		path = k
	}
	return r.give(0, path, urlStyle, String, "") &&
		r.pairs(path+1, query, urlStyle, ";/") && r.pairs(query+1, fragment, formStyle, "&;") && r.fragment(fragment+1, len(s))
}

// readQuery is readURL of what is a query.
func readQuery(v *view, yield func(*Scalar) bool) bool {
	r := urlReader{view: v, yield: yield}
	return r.pairs(0, len(v.text), formStyle, "&;")
}

// fragment is a query in its turn, as those who hand out tokens have it, or behind a path
// of its own.
func (r *urlReader) fragment(i, end int) bool {
	if i >= end {
		return true
	}
	if k := strings.IndexByte(r.text[i:end], '?'); k >= 0 {
		return r.give(i, i+k, urlStyle, String, "") && r.pairs(i+k+1, end, formStyle, "&")
	}
	return r.pairs(i, end, formStyle, "&")
}

// pairs reads names and values, which end at one of ends.
func (r *urlReader) pairs(i, end int, x *style, ends string) bool {
	for i < end {
		stop := end
		if k := strings.IndexAny(r.text[i:end], ends); k >= 0 {
			stop = i + k
		}
		value := stop
		label := ""
		if k := strings.IndexByte(r.text[i:stop], '='); k >= 0 {
			value = i + k + 1
			r.scalar(&r.s, i, i+k, x)
			label = queryLabel(r.s.Text)
			if !r.give(i, i+k, x, Key, "") {
				return false
			}
		} else if !r.give(i, stop, x, String, "") {
			return false
		}
		if !r.give(value, stop, x, String, label) {
			return false
		}
		i = stop + 1
	}
	return true
}

// queryLabel is what the name of a value says: of user[ssn], what is in brackets.
func queryLabel(name string) string {
	if k := strings.LastIndexByte(name, '['); k > 0 && k+2 < len(name) && name[len(name)-1] == ']' {
		return name[k+1 : len(name)-1]
	}
	return name
}

func (r *urlReader) give(start, end int, x *style, kind Kind, label string) bool {
	if start >= end {
		return true
	}
	r.scalar(&r.s, start, end, x)
	if r.s.Kind, r.s.Label, r.s.fits = kind, label, fitsQuery; label != "" {
		r.s.Of = cloak.Key
	}
	if kind == String {
		if is, ok := r.nested(&r.s, "", label, nil, r.yield); is {
			return ok
		}
		if r.s.at != nil && r.depth+1 < maxViews && strings.IndexByte(r.s.Text, '%') >= 0 && !isURL(r.s.Text) { // encoded twice
			r.closer(&r.s, func(w *view, yield func(*Scalar) bool) bool {
				twice := urlReader{view: w, yield: yield}
				return twice.give(0, len(w.text), urlStyle, kind, label)
			})
		} else {
			r.look(&r.s)
		}
	}
	return r.yield(&r.s)
}
