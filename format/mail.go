package format

import (
	"slices"
	"strings"
)

// Mail: messages of RFC 5322 with the parts of MIME, RFC 2045 to 2047, one or several in a
// row as mbox files have them, and parts of all that. Headers are one text, in which lines
// are unfolded and encoded words decoded. Parts that are text are read as what they are in
// quoted-printable or base64; attachments of a format that is known are documents.
var mailFormat = &Format{
	Name:       "mail",
	Extensions: []string{".eml", ".mbox", ".mbx"},
	holds:      true,
	sniff:      isMail,
	scan:       readMail,
}

// maxBoundaries bounds how deep parts nest.
const maxBoundaries = 16

type mailReader struct {
	*view
	yield  func(*Scalar) bool
	part   mailPart // whose body is at hand
	within []string // boundaries around it
	s      Scalar
}

// readMail reads lines: headers up to an empty one, and a body up to a boundary. What
// headers have for a name, or that they have one, tells nothing: it may be replaced.
func readMail(v *view, yield func(*Scalar) bool) bool {
	r := mailReader{view: v, yield: yield}
	s := v.text
	head, from := true, 0 // where the headers or the body begin; what no empty line ends may be a body, too
	blank := true
	for i := 0; i < len(s); {
		end, next := mailLine(s, i)
		line := s[i:end]
		level, last := r.boundary(line, s[next:])
		switch {
		case level >= 0:
			if !r.section(from, i, head) || !r.plain(i, end) {
				return false
			}
			r.within = r.within[:level+1]
			if r.part = (mailPart{}); last {
				r.within = r.within[:level]
			}
			head, from = !last, next
		case blank && isFromLine(line):
			if i > from && !r.section(from, i, head) {
				return false
			}
			r.part, r.within = mailPart{}, r.within[:0]
			head, from = true, i
		case !head:
		case line == "":
			var ok bool
			if r.part, ok = r.headers(from, i); !ok {
				return false
			}
			r.opens()
			head, from = r.part.media == "message/rfc822" && !r.part.coded(), next
		}
		blank = line == ""
		i = next
	}
	return r.section(from, len(s), head)
}

// mailLine is where the line at s[i] ends, and where the next one begins.
func mailLine(s string, i int) (end, next int) {
	k := strings.IndexByte(s[i:], '\n')
	if k < 0 {
		return len(s), len(s)
	}
	if end, next = i+k, i+k+1; end > i && s[end-1] == '\r' {
		end--
	}
	return end, next
}

// opens notes the boundary that headers have told.
func (r *mailReader) opens() {
	const longest = 200
	if b := strings.TrimRight(r.part.boundary, " "); b != "" && len(b) <= longest && strings.HasPrefix(r.part.media, "multipart/") && len(r.within) < maxBoundaries && !slices.Contains(r.within, b) {
		r.within = append(r.within, b)
	}
}

// boundary tells which boundary a line is, -1 for none, and whether it is the last of its
// parts. One that no header has told, because that is missing, is followed by a header of
// a part.
func (r *mailReader) boundary(line, behind string) (level int, last bool) {
	if !strings.HasPrefix(line, "--") || len(line) < 3 || len(line) > 300 {
		return -1, false
	}
	line = strings.TrimRight(line[2:], " \t")
	for level = len(r.within) - 1; level >= 0; level-- {
		if rest, ok := strings.CutPrefix(line, r.within[level]); ok && (rest == "" || rest == "--") {
			return level, rest != ""
		}
	}
	const content = "content-"
	if line != "" && strings.IndexByte(line, ' ') < 0 && len(r.within) < maxBoundaries && len(behind) > len(content) && strings.EqualFold(behind[:len(content)], content) {
		end, _ := mailLine(behind, 0)
		switch strings.ToLower(mailField(behind[:end])) {
		case "content-type", "content-transfer-encoding", "content-disposition", "content-id", "content-description":
			r.within = append(r.within, line)
			return len(r.within) - 1, false
		}
	}
	return -1, false
}

// isFromLine reports whether a line begins a message in an mbox file: RFC 4155, From and a
// date, of which the time and the year tell.
func isFromLine(line string) bool {
	const longest = 400
	if !strings.HasPrefix(line, "From ") || len(line) > longest {
		return false
	}
	time, year := false, false
	for i, word := range strings.Fields(line) {
		if i < 2 {
			continue
		}
		time = time || len(word) >= 5 && digits(word, 0) == 2 && word[2] == ':' && digits(word, 3) == 2
		year = year || time && len(word) == 4 && digits(word, 0) == 4
	}
	return year
}

// isMail reports whether text begins with headers, two of which a mail has, whatever they
// say.
func isMail(text string) bool {
	known := 0
	for i := 0; i < len(text); {
		end, next := mailLine(text, i)
		line := text[i:end]
		switch {
		case i == 0 && isFromLine(line):
		case i > 0 && (line == "" || line[0] == ' ' || line[0] == '\t'):
			if line == "" {
				return known >= 2
			}
		default:
			name := mailField(line)
			if name == "" {
				return false
			}
			switch name {
			case "From", "To", "Date", "Subject", "Received", "Message-ID", "Message-Id", "MIME-Version", "Mime-Version", "Return-Path", "Delivered-To":
				known++
			}
		}
		i = next
	}
	return known >= 2
}
