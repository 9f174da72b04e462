package cloak

import "strings"

// What kind of text a value stands in says how many chance hits there are around it.
// It is told line by line, by how the line begins, so that a log with a stack trace in
// it, or a ticket with a config, is judged for each part; and so that nothing that is
// replaced elsewhere changes it.

// classBits is what the kind of text takes away from the evidence of a bare form:
// logs and programs are full of digits in groups. Who is told the class of a text by its
// format, or by whoever wrote it, sets Input.Class.
func classBits(class TextClass) int {
	switch class {
	case Log:
		return -1
	case Code:
		return -2
	}
	return 0
}

// A lineReader tells the class of the lines of a text, for places that are asked for in
// order: it reads every byte once.
type lineReader struct {
	read  int // how far
	begun int // where the line at read begins
	clock bool
}

// class tells what kind of line s[i] stands on by what stands in front of it there: a
// time of day, or how a line of a program begins.
func (r *lineReader) class(s string, i int) TextClass {
	if i < r.read {
		*r = lineReader{}
	}
	if k := strings.LastIndexByte(s[r.read:i], '\n'); k >= 0 {
		*r = lineReader{begun: r.read + k + 1, read: r.read + k + 1}
	}
	r.clock = r.clock || hasClock(s[max(r.begun, r.read-len("hh:mm:s")):i])
	r.read = i
	if r.clock {
		return Log
	}
	head := s[r.begun:i]
	for len(head) > 0 && (head[0] == ' ' || head[0] == '\t') {
		head = head[1:]
	}
	for _, p := range codeStarts {
		if strings.HasPrefix(head, p) {
			return Code
		}
	}
	return AnyText
}

// hasClock reports whether a time of day stands in s, as hh:mm:ss.
func hasClock(s string) bool {
	for i := 0; i+8 <= len(s); i++ {
		k := strings.IndexByte(s[i+2:], ':')
		if k < 0 {
			return false
		}
		if i += k; i+8 > len(s) {
			return false
		}
		if s[i+5] == ':' && isDigit(s[i]) && isDigit(s[i+1]) && isDigit(s[i+3]) && isDigit(s[i+4]) && isDigit(s[i+6]) && isDigit(s[i+7]) {
			return true
		}
	}
	return false
}

// codeStarts begin lines of programs, and hardly any others.
var codeStarts = []string{
	"//", "/*", "#include", "#define", "import ", "package ", "func ", "def ", "class ", "return ", "const ", "var ", "let ", "static ",
	"public ", "private ", "protected ", "if (", "for (", "while (", "} else", "case ", "switch ", "@@ ", "<?php", "using ", "namespace ", "export ",
}
