package cloak

import "strings"

// What kind of text a value stands in says how many chance hits there are around it.
// It is told line by line, by how the line begins, so that a log with a stack trace in
// it, or a ticket with a config, is judged for each part; and so that nothing that is
// replaced elsewhere changes it.

// classBits is what the kind of text takes away from the evidence of a bare form:
// logs and programs are full of digits in groups. In prose, JSON and CSV nothing was
// measured that a form is less worth for: their values have labels, or are meant. Who is told the class of a text by its
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

// String names the class: "log", "prose"; "text" for any.
func (c TextClass) String() string {
	return [...]string{"text", "log", "code", "prose", "data", "JSON", "CSV"}[min(c, CSV)]
}

// A lineReader tells the class of the lines of a text, for places that are asked for in
// order: it reads every byte once.
type lineReader struct {
	read  int // how far
	begun int // where the line at read begins
	clock bool
}

// class tells what kind of line s[i] stands on by what stands in front of it there: a
// time of day, how a line of a program or of JSON begins, separators without blanks, or
// words.
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
	return lineClass(head)
}

// lineClass tells the other classes by the first 256 bytes of a line, or as much of it
// as stands in front of a value.
func lineClass(head string) TextClass {
	head = head[:min(len(head), judged)]
	if head == "" {
		return AnyText
	}
	if b := head[0]; b == '{' || b == '"' && strings.Contains(head, "\":") || b == '[' && len(head) > 1 && strings.IndexByte("{[\"-0123456789\x00", head[1]) >= 0 { // 0: hidden
		return JSON
	}
	seps, words := 0, 0
	for k := 1; k < len(head); k++ {
		switch b := head[k]; {
		case (b == ',' || b == ';' || b == '\t') && (k+1 == len(head) || head[k+1] != ' '):
			seps++
		case b == ' ' && isLower(head[k-1]):
			words++
		}
	}
	switch {
	case seps >= 2 && seps > words:
		return CSV
	case words >= 4:
		return Prose
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
