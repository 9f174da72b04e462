package format

import "strings"

// Where a large document can be parted to be read again. What stands there in a string or
// a comment misleads: then the pieces do not read as they were meant, and all of it is
// read at once.

// yamlSeam is in front of the last line that is not indented and begins with a word or a
// dash.
func yamlSeam(text string) int {
	for k := len(text); ; {
		if k = strings.LastIndexByte(text[:k], '\n'); k < 0 {
			return 0
		}
		if k+1 < len(text) && (isWordAt(text, k+1) || text[k+1] == '-') {
			return k + 1
		}
	}
}

// markupSeam is behind the last tag that ends its line.
func markupSeam(text string) int {
	if k := strings.LastIndex(text, ">\n"); k >= 0 {
		return k + 1
	}
	return 0
}

// diffSeam is in front of the last file of git's.
func diffSeam(text string) int { return strings.LastIndex(text, "\ndiff --git ") + 1 }
