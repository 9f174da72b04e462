package format

import (
	"strings"

	"github.com/seed-052fbf24/cloak/cloak"
)

// Diffs: unified ones, with what git sets in front, combined ones, series of patches as
// mail. Lines of a hunk with the same signs in a row are one text, read as what the name
// of their file says. The counts of a hunk are not looked at, and not changed: a value of
// several lines that becomes one leaves them wrong until it is restored.
var diffFormat = &Format{
	Name:       "diff",
	Extensions: []string{".diff", ".patch"},
	apart:      true,
	sniff:      isDiff,
	scan:       readDiff,
	seam:       diffSeam,
}

// maxParents bounds how many signs a line of a combined diff has.
const maxParents = 16

// A diffReader reads lines.
type diffReader struct {
	*view
	yield func(*Scalar) bool
	signs int    // how many a line of the hunk at hand has; 0 outside of hunks
	file  string // its name
	style *style // of the lines at hand
	mark  string // the signs of its lines
	s     Scalar
}

func readDiff(v *view, yield func(*Scalar) bool) bool {
	r := diffReader{view: v, yield: yield}
	if diffLine(v.text) == diffText && v.text != "" && strings.IndexByte("+- ", v.text[0]) >= 0 { // a part that begins within a hunk
		r.signs = 1
	}
	for i := 0; i < len(v.text); {
		next, ok := r.read(i)
		if !ok {
			return false
		}
		i = next
	}
	return true
}

type diffKind uint8

const (
	diffText diffKind = iota
	diffGit           // diff --git a/x b/x
	diffOld           // --- a/x
	diffNew           // +++ b/x
	diffHunk          // @@ -1,2 +3,4 @@
)

// diffLine tells what the line is that s begins with. An old name is one in front of a
// new one, and that in front of a hunk: between the lines of a hunk there is no other.
func diffLine(s string) diffKind {
	switch {
	case strings.HasPrefix(s, "diff --"):
		return diffGit
	case strings.HasPrefix(s, "@@"):
		if hunkSigns(s) > 0 {
			return diffHunk
		}
	case strings.HasPrefix(s, "--- "):
		_, next := lineAt(s, 0)
		if diffLine(s[next:min(len(s), next+4)]) == diffNew {
			_, after := lineAt(s, next)
			if hunkSigns(s[after:]) > 0 {
				return diffOld
			}
		}
	case strings.HasPrefix(s, "+++ "):
		return diffNew
	}
	return diffText
}

// hunkSigns is how many signs the lines have of the hunk that begins at s; 0 if none does.
// There is one for each file that it is a diff from.
func hunkSigns(s string) int {
	n := 0
	for n < len(s) && n <= maxParents && s[n] == '@' {
		n++
	}
	if n < 2 || n > maxParents {
		return 0
	}
	i := n
	for k := range n {
		sign := byte('-')
		if k == n-1 {
			sign = '+'
		}
		if i+1 >= len(s) || s[i] != ' ' || s[i+1] != sign {
			return 0
		}
		i += 2
		had := digits(s, i)
		if i += had; had > 0 && i < len(s) && s[i] == ',' {
			had = digits(s, i+1)
			i += 1 + had
		}
		if had == 0 || had > 10 {
			return 0
		}
	}
	if !strings.HasPrefix(s[i:], " "+s[:n]) {
		return 0
	}
	return n - 1
}

// read reads what begins at text[i], and tells where the next line does.
func (r *diffReader) read(i int) (next int, ok bool) {
	s := r.text
	end, next := lineAt(s, i)
	switch diffLine(s[i:]) {
	case diffGit:
		r.signs, r.file = 0, ""
		return next, r.line(i, end)
	case diffOld:
		r.signs = 0
		r.name(s[i+4 : end])
		newEnd, after := lineAt(s, next)
		r.name(s[next+4 : newEnd])
		return after, r.line(i, end) && r.line(next, newEnd)
	case diffHunk:
		r.signs = hunkSigns(s[i:])
		section := i + strings.LastIndex(s[i:end], "@@") + 2
		if k := strings.Index(s[i+2:end], " @@"); k >= 0 { // what stands behind may have some, too
			section = i + 2 + k + len(" @@")
			for section < end && s[section] == '@' {
				section++
			}
		}
		return next, r.line(section, end)
	}
	if r.signs > 0 {
		switch {
		case s[i] == '\\': // \ No newline at end of file
			for next < len(s) && s[next] == '\\' {
				end, next = lineAt(s, next)
			}
			return next, r.line(i, end)
		case i == end:
			return next, true
		case r.signed(i):
			return r.lines(i)
		}
		r.signs = 0
	}
	return r.other(i)
}

// name notes what a line says of the file: of an old and a new name, the one that is no
// /dev/null.
func (r *diffReader) name(name string) {
	name, _, _ = strings.Cut(name, "\t")
	if name = strings.Trim(name, `"`); name != "/dev/null" {
		r.file = name
	}
}

// signed reports whether text[i] begins a line of a hunk.
func (r *diffReader) signed(i int) bool {
	if i+r.signs > len(r.text) {
		return false
	}
	for k := range r.signs {
		if b := r.text[i+k]; b != ' ' && b != '+' && b != '-' {
			return false
		}
	}
	return true
}

// lines gives the lines from text[i] on that have the same signs.
func (r *diffReader) lines(i int) (next int, ok bool) {
	s := r.text
	mark := s[i : i+r.signs]
	end, next := lineAt(s, i)
	for strings.HasPrefix(s[next:], mark) && diffLine(s[next:]) == diffText {
		end, next = lineAt(s, next)
	}
	if i+r.signs >= end {
		return next, true
	}
	if r.style == nil || r.mark != mark {
		r.mark, r.style = mark, signedLines(mark)
	}
	r.scalar(&r.s, i+r.signs, end, r.style)
	if is, ok := r.nested(&r.s, r.file, "", nil, r.yield); is {
		return next, ok
	}
	return next, r.yield(&r.s)
}

// signedLines is the style of lines with a mark in front of each.
func signedLines(mark string) *style {
	mark = "\n" + mark
	return &style{
		step:  cloak.BlockDocument,
		plain: func(content string) bool { return strings.IndexByte(content, '\n') < 0 },
		unit: func(dst []byte, content string, i int) ([]byte, int) {
			if content[i] == '\n' && strings.HasPrefix(content[i:], mark) {
				return append(dst, '\n'), len(mark)
			}
			return append(dst, content[i]), 1
		},
		encode: func(text string) string { return strings.ReplaceAll(text, "\n", mark) },
	}
}

// other gives the lines from text[i] on that are of no hunk and no name: a message, modes,
// what is binary. Those behind "diff --git" are lines of their own.
func (r *diffReader) other(i int) (next int, ok bool) {
	s := r.text
	end, next := lineAt(s, i)
	for next < len(s) && diffLine(s[next:]) == diffText {
		end, next = lineAt(s, next)
	}
	return next, r.line(i, end)
}

func (r *diffReader) line(start, end int) bool {
	if start >= end {
		return true
	}
	r.scalar(&r.s, start, end, nil)
	r.s.fits = fitsLine
	return r.yield(&r.s)
}

// isDiff reports whether text begins as a diff does, or as a patch in a mail of git's.
func isDiff(text string) bool {
	if strings.HasPrefix(text, "diff --git ") || diffLine(text) == diffOld {
		return true
	}
	const from, then = "From ", " Mon Sep 17 00:00:00 2001"
	if !strings.HasPrefix(text, from) || len(text) < len(from)+40+len(then) {
		return false
	}
	for i := range 40 {
		if !isHex(text[len(from)+i]) {
			return false
		}
	}
	return strings.HasPrefix(text[len(from)+40:], then)
}
