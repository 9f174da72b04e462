package format

import (
	"strings"

	"github.com/seed-052fbf24/cloak/cloak"
)

// readCookies gives the values in w.text[i:], RFC 6265 section 4: a name for each.
func readCookies(w *view, i int, yield func(*Scalar) bool) bool {
	var s Scalar
	for i < len(w.text) {
		end := len(w.text)
		if k := strings.IndexByte(w.text[i:], ';'); k >= 0 {
			end = i + k
		}
		for i < end && w.text[i] == ' ' {
			i++
		}
		name, value, _ := strings.Cut(w.text[i:end], "=")
		if value != "" {
			w.scalar(&s, i+len(name)+1, end, urlStyle)
			s.Kind, s.Label, s.Of, s.fits = String, name, cloak.Key, fitsQuery
			is, ok := w.nested(&s, "", name, nil, yield)
			if !is {
				ok = yield(&s)
			}
			if !ok {
				return false
			}
		}
		i = end + 1
	}
	return true
}

// between reports whether a line stands between the parts of the body.
func (r *httpReader) between(line string) bool {
	return r.boundary != "" && strings.HasPrefix(line, "--") && strings.HasPrefix(line[2:], r.boundary) &&
		strings.Trim(line[2+len(r.boundary):], "- \t") == ""
}

// trimmed is where in s what is no white space at its ends begins, and ends.
func trimmed(s string) (start, end int) {
	end = len(strings.TrimRight(s, " \t\r\n"))
	return end - len(strings.TrimLeft(s[:end], " \t\r\n")), end
}

// mediaFiles are names of files that have what a Content-Type says.
var mediaFiles = [...]struct{ media, file string }{
	{"xml", "body.xml"}, {"html", "body.html"}, {"yaml", "body.yaml"}, {"csv", "body.csv"}, {"tab-separated", "body.tsv"}, {"ndjson", "body.ndjson"},
}

// body gives what stands behind a head, and what stands around messages.
func (r *httpReader) body(i, end int) bool {
	if i >= end {
		return true
	}
	media, _, _ := strings.Cut(r.media, ";")
	media = strings.TrimSpace(media)
	if text := r.view.text[i:end]; strings.HasSuffix(media, "json") || isJSON(text) {
		return readJSON(r.part(i, end, r.field), r.yield)
	}
	for _, x := range mediaFiles {
		if strings.Contains(media, x.media) {
			if f := r.detect(x.file, ""); f != Plain {
				return f.scan(r.part(i, end, r.field), r.yield)
			}
		}
	}
	if r.field != "" { // the line end behind it is of the boundary
		end = i + len(strings.TrimRight(r.view.text[i:end], "\r\n"))
	}
	r.scalar(&r.s, i, end, nil)
	if r.s.Label = r.field; r.field != "" {
		r.s.Kind, r.s.Of = String, cloak.Key
	}
	if form := strings.TrimSpace(r.s.Text); media == "application/x-www-form-urlencoded" || isQuery(form) {
		r.closer(&r.s, func(w *view, yield func(*Scalar) bool) bool {
			start, end := trimmed(w.text)
			return readQuery(w.part(start, end, ""), yield)
		})
		r.s.urlAt(trimmed(r.s.Text))
	}
	return r.yield(&r.s)
}
