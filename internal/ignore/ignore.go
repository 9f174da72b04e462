// Package ignore walks a folder as git sees it: what its .gitignore files name is
// passed over.
package ignore

import (
	"bytes"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// A folder holds the rules of the .gitignore files that apply to one folder: its
// own and those of the folders above it, within a repository. See
// https://git-scm.com/docs/gitignore; the last rule that matches decides.
type folder struct {
	up    *folder
	name  string // in the one above
	rules []rule
}

// A rule is one line of a .gitignore.
type rule struct {
	segments []string // of the pattern, "**" among them
	negate   bool     // the line began with '!'
	dirOnly  bool     // it ended in '/'
}

// maxFile bounds the size of a .gitignore; a longer one is no list of patterns.
const maxFile = 1 << 20

// root has the rules for dir, where a walk begins: those of the folders above
// count up to the top of its repository.
func root(dir string) *folder {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return (*folder)(nil).enter(dir, "")
	}
	var above []string
	for d := abs; ; d = filepath.Dir(d) {
		above = append(above, d)
		if _, err := os.Lstat(filepath.Join(d, ".git")); err == nil {
			break
		}
		if d == filepath.Dir(d) {
			above = above[:1] // no repository
			break
		}
	}
	var f *folder
	for i := len(above) - 1; i >= 0; i-- {
		f = f.enter(above[i], filepath.Base(above[i]))
	}
	return f
}

// enter returns the rules for the folder dir, called name in f.
func (f *folder) enter(dir, name string) *folder {
	sub := &folder{up: f, name: name}
	file := filepath.Join(dir, ".gitignore")
	if info, err := os.Lstat(file); err != nil || !info.Mode().IsRegular() || info.Size() > maxFile {
		return sub
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return sub
	}
	for line := range bytes.Lines(bytes.TrimPrefix(text, []byte("\uFEFF"))) {
		if r, ok := parse(string(bytes.TrimRight(line, "\r\n"))); ok {
			sub.rules = append(sub.rules, r)
		}
	}
	return sub
}

// parse reads one line; false means that it holds no pattern.
func parse(line string) (r rule, ok bool) {
	for strings.HasSuffix(line, " ") && !strings.HasSuffix(line, `\ `) {
		line = line[:len(line)-1]
	}
	if line == "" || line[0] == '#' {
		return r, false
	}
	if line[0] == '!' {
		r.negate, line = true, line[1:]
	}
	if strings.HasSuffix(line, "/") {
		r.dirOnly, line = true, line[:len(line)-1]
	}
	// A slash in front or within ties the pattern to this folder.
	anchored := strings.Contains(line, "/")
	line = strings.TrimPrefix(line, "/")
	if line == "" {
		return r, false
	}
	if !anchored {
		r.segments = append(r.segments, "**")
	}
	// Package path writes a negated class with a caret.
	r.segments = append(r.segments, strings.Split(strings.ReplaceAll(line, "[!", "[^"), "/")...)
	return r, true
}

// ignored reports whether the entry name of this folder is left out. What lies
// in a folder that is left out is not asked about: git has no way back in.
func (f *folder) ignored(name string, dir bool) bool {
	segments := []string{name}
	for ; f != nil; f = f.up {
		for i := len(f.rules) - 1; i >= 0; i-- {
			if r := f.rules[i]; (dir || !r.dirOnly) && matchSegments(r.segments, segments) {
				return !r.negate
			}
		}
		segments = append([]string{f.name}, segments...)
	}
	return false
}

// matchSegments matches a path against a pattern, both split at slashes, in
// time |pattern|·|path|: reach[i] tells whether the pattern so far matches the
// first i segments.
func matchSegments(pattern, segments []string) bool {
	reach := make([]bool, len(segments)+1)
	reach[0] = true
	for n, p := range pattern {
		next := make([]bool, len(reach))
		for i := range reach {
			switch {
			case p == "**":
				// At the end of a pattern it stands for something, elsewhere also
				// for nothing.
				next[i] = i > 0 && (next[i-1] || reach[i-1]) || reach[i] && n < len(pattern)-1
			case i > 0 && reach[i-1]:
				next[i], _ = path.Match(p, segments[i-1])
			}
		}
		reach = next
	}
	return reach[len(segments)]
}
