package format

import (
	"strings"

	"github.com/seed-052fbf24/cloak/cloak"
)

// longestQuoted is how long a line of quoted-printable may be, its soft break apart:
// RFC 2045 section 6.7.
const longestQuoted = 75

// A softLine is what is known of the line of quoted-printable on which something is
// written: how much longer it has become.
type softLine struct {
	start int // of the line in the document
	grown int // bytes, negative if it was broken behind start
}

// broken is text, which replaces raw in doc, with a soft break in it where its line would
// be too long: behind its first byte, or in front of its last, so that it goes when what
// is between is replaced again. A line that was too long stays what it was.
func (l *softLine) broken(doc string, raw cloak.Span, text string) string {
	start := strings.LastIndexByte(doc[max(0, raw.Start-10*longestQuoted):raw.Start], '\n') + 1 + max(0, raw.Start-10*longestQuoted)
	if start != l.start {
		*l = softLine{start: start}
	}
	column := raw.Start - start + l.grown
	rest := doc[raw.End:min(len(doc), raw.End+10*longestQuoted)]
	if k := strings.IndexByte(rest, '\n'); k >= 0 {
		rest = strings.TrimRight(strings.TrimSuffix(rest[:k], "="), "\r=")
	}
	eol := "=\n"
	if k := strings.IndexByte(doc[:min(len(doc), 1000)], '\n'); k > 0 && doc[k-1] == '\r' {
		eol = "=\r\n"
	}
	was := raw.Start - start + raw.Len() + len(rest)
	if k := strings.LastIndexByte(doc[raw.Start:raw.End], '\n'); k >= 0 {
		was = raw.Len() - k - 1 + len(rest)
	}
	var b strings.Builder
	for i, n := 0, 0; i < len(text); i += n {
		if n = 1; text[i] == '=' && i+2 < len(text) {
			n = 3
		}
		left := len(text) - i // on this line, if nothing is broken any more
		last := i+n == len(text)
		if i > 0 && (column+n > longestQuoted || was <= longestQuoted+1 && last && column+left+len(rest) > longestQuoted) {
			b.WriteString(eol)
			column = 0
		}
		b.WriteString(text[i : i+n])
		column += n
		if text[i] == '\n' {
			column = 0
		}
	}
	if content := doc[raw.Start:raw.End]; strings.HasSuffix(content, "=\n") || strings.HasSuffix(content, "=\r\n") {
		b.WriteString(eol) // the soft break behind it
		column = 0
	}
	l.grown = column - (raw.End - start)
	return b.String()
}
