package format

import (
	"strings"

	"github.com/seed-052fbf24/cloak/cloak"
)

// mailFolded are headers, of which a line that begins with a blank goes on with the one in
// front, RFC 5322 section 2.2.3.
var mailFolded = &style{
	step:  cloak.FoldedDocument,
	plain: func(s string) bool { return !strings.Contains(s, "\n ") && !strings.Contains(s, "\n\t") },
	unit: func(dst []byte, s string, i int) ([]byte, int) {
		n := 1
		if s[i] == '\r' {
			n++
		}
		if i+n < len(s) && s[i+n-1] == '\n' && (s[i+n] == ' ' || s[i+n] == '\t') {
			return dst, n
		}
		return append(dst, s[i]), 1
	},
	encode: func(text string) string { return strings.ReplaceAll(text, "\n", "\n ") }, // no header begins in a value
}

// mailField is the name in a line that is a header, RFC 5322 section 3.6.8; "" if it is
// none.
func mailField(line string) string {
	const longest = 76
	k := strings.IndexByte(line[:min(len(line), longest)], ':')
	if k <= 0 {
		return ""
	}
	for i := range k {
		if line[i] <= ' ' || line[i] >= 0x7F || line[i] == '[' || line[i] == '"' || line[i] == '<' || line[i] == '{' {
			return ""
		}
	}
	return line[:k]
}

// A mailPart is what the headers of a message, or of a part of one, say of its body.
type mailPart struct {
	media    string // in lower case
	boundary string
	charset  charset
	encoding string // in lower case
	file     string // a name that has the extension of the part's
}

// take notes a header.
func (p *mailPart) take(name, value string) {
	switch strings.ToLower(name) {
	case "content-transfer-encoding":
		value, _, _ = strings.Cut(value, ";")
		p.encoding = strings.ToLower(strings.TrimSpace(value))
	case "content-type":
		media, _, _ := strings.Cut(value, ";")
		p.media = strings.ToLower(strings.TrimSpace(media))
		p.boundary = mailParam(value, "boundary")
		p.charset = charsetOf(mailParam(value, "charset"))
		p.named(mailParam(value, "name"))
	case "content-disposition":
		p.named(mailParam(value, "filename"))
	}
}

// named notes the name of a file. One that may be a value says nothing: it may be another
// soon.
func (p *mailPart) named(file string) {
	if file != "" && !strings.ContainsAny(file, "@[]%?") {
		p.file = file
	}
}

// mailParam is a parameter of a header, RFC 2045 section 5.1; of one in pieces, RFC 2231,
// the last, which has the extension of a file.
func mailParam(value, key string) (found string) {
	for {
		k := nextParam(value)
		if k < 0 {
			return found
		}
		value = value[k+1:]
		name, rest, ok := strings.Cut(value[:min(len(value), 2000)], "=")
		if !ok {
			return found
		}
		name, _, pieces := strings.Cut(strings.TrimSpace(name), "*")
		if !strings.EqualFold(name, key) || found != "" && !pieces {
			continue
		}
		rest = strings.TrimLeft(rest, " \t")
		if strings.HasPrefix(rest, `"`) {
			found, _, _ = strings.Cut(rest[1:], `"`)
			continue
		}
		if k := strings.IndexAny(rest, "; \t\r\n"); k >= 0 {
			rest = rest[:k]
		}
		found = rest
	}
}

// nextParam is where the next ; stands that is in no quotes, -1 for none.
func nextParam(value string) int {
	quoted := false
	for i := 0; i < len(value); i++ {
		switch value[i] {
		case '"':
			quoted = !quoted
		case '\\':
			i++
		case ';':
			if !quoted {
				return i
			}
		}
	}
	return -1
}

// fileName is one that a document such as the body's would have; "" if it is text.
func (p *mailPart) fileName(v *view) string {
	for _, file := range []string{p.file, mediaFile(p.media)} {
		if file == "" {
			continue
		}
		if f := v.detect(file, ""); f != Plain {
			return file
		}
	}
	return ""
}

// mediaFile is the name of a file of a media type.
func mediaFile(media string) string {
	kind, sub, _ := strings.Cut(media, "/")
	if k := strings.LastIndexByte(sub, '+'); k >= 0 {
		sub = sub[k+1:]
	}
	switch sub = strings.TrimPrefix(sub, "x-"); sub {
	case "json", "yaml", "toml", "csv", "html", "xml", "sql", "diff", "patch", "ndjson", "jsonl", "har":
		return "x." + sub
	case "tab-separated-values":
		return "x.tsv"
	case "markdown":
		if kind == "text" {
			return "x.md"
		}
	}
	return ""
}

// headers gives those in text[start:end], and what they say of the body. Those without
// encoded words are one text, in which detectors see each with its name.
func (r *mailReader) headers(start, end int) (p mailPart, ok bool) {
	from := start
	for i := start; i < end; {
		stop, next := mailLine(r.text[:end], i)
		for next < end && (r.text[next] == ' ' || r.text[next] == '\t') {
			stop, next = mailLine(r.text[:end], next)
		}
		field := r.text[i:stop]
		name := mailField(field)
		if len(name) >= len("content-type") && strings.EqualFold(name[:len("content-")], "content-") {
			p.take(name, mailUnfolded(field[len(name)+1:min(len(field), 10_000)]))
		}
		if strings.Contains(field, "=?") && firstWord(field) >= 0 {
			if !r.folded(from, i, "") || !r.worded(i, stop, name) {
				return p, false
			}
			from = stop
		}
		i = next
	}
	return p, r.folded(from, end, "")
}

// mailUnfolded is a header in one line.
func mailUnfolded(s string) string {
	if strings.IndexByte(s, '\n') < 0 {
		return s
	}
	return strings.NewReplacer("\r\n", "", "\n", "").Replace(s)
}

// folded gives text[start:end], which is of headers.
func (r *mailReader) folded(start, end int, label string) bool {
	if strings.Trim(r.text[start:end], " \t\r\n") == "" {
		return true
	}
	r.scalar(&r.s, start, end, mailFolded)
	return r.give(label)
}

// give yields the scalar at hand, of headers, where no line may begin.
func (r *mailReader) give(label string) bool {
	if r.s.Label = label; label != "" {
		r.s.Of = cloak.Header
	}
	r.s.fits = func(standIn string) bool { return !strings.ContainsAny(standIn, "\r\n") }
	return r.yield(&r.s)
}

// firstWord is where the first encoded word stands, -1 for none.
func firstWord(field string) int {
	for i := 0; ; i += 2 {
		k := strings.Index(field[i:], "=?")
		if k < 0 {
			return -1
		}
		i += k
		if _, ok := wordAt(field, i); ok {
			return i
		}
	}
}

// worded gives the header in text[start:end], which has encoded words, piece by piece. In
// front of the first word its name is seen; it is the label of the others.
func (r *mailReader) worded(start, end int, name string) bool {
	field := r.text[start:end]
	label, last := "", 0
	for i := 0; i < len(field); {
		row, ok := wordsAt(field, i)
		if !ok {
			if i++; i < len(field) {
				if k := strings.Index(field[i:], "=?"); k >= 0 {
					i += k
				} else {
					i = len(field)
				}
			}
			continue
		}
		if !r.folded(start+last, start+row.start, label) {
			return false
		}
		label = name
		if !r.word(start, row, label) {
			return false
		}
		i, last = row.end, row.end
	}
	return r.folded(start+last, end, label)
}

// word gives a row of words of the header that begins at start. What is no base64 is text.
func (r *mailReader) word(start int, row mailWord, label string) bool {
	i, end, c := start+row.text, start+row.stop, charsetOf(row.charset)
	if i >= end {
		return true
	}
	if !row.base64 {
		r.scalar(&r.s, i, end, wordStyles[c])
		return r.give(label)
	}
	text, encode, ok := words64(r.text[i:end], c)
	if !ok || r.depth+1 >= maxViews {
		return r.folded(i, end, label)
	}
	r.scalar(&r.s, i, end, nil)
	r.s.inner = &Document{Text: text, Format: wordsFormat, label: label, depth: r.depth + 1}
	r.s.encode = encode
	ok = r.yield(&r.s)
	r.s = Scalar{}
	return ok
}
