package format

import "strings"

// Markdown is text, CommonMark 0.31, with documents in it: front matter, and fenced blocks
// whose language is a format's. All lines between are one text, for what stands around a
// value tells. The cells of tables have their column as label.
var markdownFormat = &Format{
	Name:       markdownName,
	Extensions: []string{".md", ".markdown", ".mdx"},
	holds:      true,
	scan:       readMarkdown,
}

const markdownName = "markdown"

type markdownReader struct {
	*view
	yield  func(*Scalar) bool
	tables bool // there are some in the stretch at hand
	s      Scalar
}

func readMarkdown(v *view, yield func(*Scalar) bool) bool {
	r := markdownReader{view: v, yield: yield}
	s := v.text
	from, i := 0, 0 // where the stretch at hand begins
	if start, end, file := frontMatter(s); end > 0 {
		if f := r.format(file); f != nil {
			if !r.stretch(0, start) || !r.document(start, end, "", f) {
				return false
			}
			from, i = end, end
			_, i = mailLine(s, i) // the line that closes it
		}
	}
	var open fence // a block of no format that is known
	before := -1   // where the line in front begins
	for i < len(s) {
		end, next := mailLine(s, i)
		line := s[i:end]
		x, is := fenceAt(line)
		switch {
		case is && open.closes(line):
			open = fence{}
		case is && (open.count == 0 || x.info != "" && x.mark == open.mark && x.count >= open.count):
			f := r.format(fenceFile(x.info))
			if f == nil {
				if open.count == 0 {
					open = x
				}
				break
			}
			open = fence{}
			stop := x.end(s, next)
			if !r.stretch(from, next) || !r.document(next, stop, x.prefix, f) {
				return false
			}
			from, next = stop, stop
			if stop < len(s) {
				_, next = mailLine(s, stop) // the line that closes it
			}
			before, i = -1, next
			continue
		case open.count == 0 && before >= 0 && isTableRule(line):
			r.tables = true
			before, i = -1, tableEnd(s, next)
			continue
		}
		before, i = i, next
	}
	return r.stretch(from, len(s))
}

// format is that of a file; nil if it is none, or text.
func (r *markdownReader) format(file string) *Format {
	if file == "" || r.depth+2 >= maxViews {
		return nil
	}
	if f := r.detect(file, ""); f != Plain && f.Name != markdownName {
		return f
	}
	return nil
}

// document gives text[start:end], a document whose lines have a prefix.
func (r *markdownReader) document(start, end int, prefix string, f *Format) bool {
	if start >= end {
		return true
	}
	w := r.view.part(start, end, "")
	w.depth++
	if prefix != "" {
		r.scalar(&r.s, start, end, prefixed(prefix))
		w = r.view.within(&r.s, "", "")
	}
	w.file = ""
	return f.scan(w, r.yield)
}

// stretch gives text[start:end]: all of it, and on a closer look the tables in it.
func (r *markdownReader) stretch(start, end int) bool {
	if start >= end {
		return true
	}
	r.scalar(&r.s, start, end, nil)
	if r.tables {
		r.tables = false
		r.closer(&r.s, readTables)
	}
	return r.yield(&r.s)
}

// frontMatter is where the document in front of a page stands, without the lines around
// it, and the name that it would have; end is 0 if there is none.
func frontMatter(s string) (start, end int, file string) {
	const longest = 64 << 10
	stop, start := mailLine(s, 0)
	mark := strings.TrimRight(s[:stop], " \t")
	switch mark {
	case "---":
		file = "x.yaml"
	case "+++":
		file = "x.toml"
	default:
		return 0, 0, ""
	}
	for i := start; i < len(s) && i < longest; {
		stop, next := mailLine(s, i)
		if line := strings.TrimRight(s[i:stop], " \t"); line == mark || line == "..." {
			return start, i, file
		}
		i = next
	}
	return 0, 0, ""
}
