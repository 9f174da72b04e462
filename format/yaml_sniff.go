package format

import "strings"

// isYAML reports whether text, which nobody has named, is YAML: it is told by keys and
// indents, not by values, and what may be something else is none. Front matter with prose
// behind it, headers, logs and code are no YAML; a mapping of one level may be all of
// them.
func isYAML(text string) bool {
	if cut := 64 << 10; len(text) > cut {
		text = text[:strings.LastIndexByte(text[:cut], '\n')+1]
	}
	if i := strings.IndexAny(text, "\n"); i < 0 {
		return false
	}
	var x sniffer
	first := true
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n \t")
		body := strings.TrimLeft(line, " ")
		if body == "" || body[0] == '#' {
			continue
		}
		begins := first
		if first {
			x.marked = line == "---" || strings.HasPrefix(line, "%YAML ")
			if first = false; x.marked {
				continue
			}
		}
		if !x.line(body, len(line)-len(body)) && !(x.isManifest(text) && (!begins || strings.HasPrefix(line, "{{"))) {
			return false
		}
	}
	switch {
	case x.isManifest(text):
		return true
	case x.marked:
		return x.keys > 0
	}
	return x.keys >= 3 && x.nested && 2*x.capital <= x.keys
}

type sniffer struct {
	marked, nested bool
	keys, capital  int
	block          int  // indent of the key of a block scalar, plus 1
	opens          int  // indent of a key without a value, plus 1
	manifest       int8 // of Kubernetes: 0 unasked, 1 it is, -1 it is not
}

// line reports whether a line, less its indent, may be one of YAML.
func (x *sniffer) line(body string, indent int) bool {
	if x.block > 0 && indent >= x.block {
		return true
	}
	x.block = 0
	opens := x.opens
	x.opens = 0
	if body == "---" || body == "..." {
		return true
	}
	entry := false
	at := indent
	for strings.HasPrefix(body, "- ") || body == "-" {
		entry = true
		rest := strings.TrimLeft(body[1:], " ")
		at += len(body) - len(rest)
		body = rest
	}
	end := sniffedKey(body)
	if end < 0 {
		return entry && opens+x.keys > 0
	}
	x.keys++
	if 'A' <= body[0] && body[0] <= 'Z' {
		x.capital++
	}
	if opens > 0 && (indent >= opens || entry && indent >= opens-1) {
		x.nested = true
	}
	value := strings.TrimLeft(body[end:], " ")
	switch {
	case value == "":
		x.opens = at + 1
	case value[0] == '|' || value[0] == '>':
		if strings.Trim(value[1:], "+-123456789") == "" {
			x.block = at + 1
		}
	}
	return true
}

// sniffedKey is where what belongs to the key ends that a line begins with, -1 if none
// does: a word without blanks, or quotes.
func sniffedKey(body string) int {
	if body == "" {
		return -1
	}
	k := 0
	if q := body[0]; q == '"' || q == '\'' {
		n := strings.IndexByte(body[1:], q)
		if n < 1 {
			return -1
		}
		for k = n + 2; k < len(body) && body[k] == ' '; k++ {
		}
	} else {
		for k < len(body) && (isDigit(body[k]) || 'a' <= body[k]|0x20 && body[k]|0x20 <= 'z' || k > 0 && strings.IndexByte("-./", body[k]) >= 0 || strings.IndexByte("_$", body[k]) >= 0) {
			k++
		}
		if k == 0 || isDigit(body[0]) {
			return -1
		}
	}
	if k >= len(body) || body[k] != ':' || k+1 < len(body) && body[k+1] != ' ' {
		return -1
	}
	return k + 1
}

// isManifest reports whether text has the keys that every object of Kubernetes begins
// with: then there may be lines of templates in it.
func (x *sniffer) isManifest(text string) bool {
	if x.manifest == 0 {
		x.manifest = -1
		if hasLine(text, "apiVersion: ") && hasLine(text, "kind: ") {
			x.manifest = 1
		}
	}
	return x.manifest > 0
}

// hasLine reports whether a line of text begins so.
func hasLine(text, front string) bool {
	return strings.HasPrefix(text, front) || strings.Contains(text, "\n"+front)
}
