package format

import (
	"strings"

	"github.com/seed-052fbf24/cloak/cloak"
)

// A fence is the line that opens a block of code, CommonMark 0.31 section 4.5.
type fence struct {
	prefix string // of the lines in it: the indent of a list, the marks of a quotation
	mark   byte   // ` or ~
	count  int    // of marks; 0: no fence
	info   string
}

// fenceAt reads a line as a fence. One that closes a block has no info.
func fenceAt(line string) (x fence, ok bool) {
	const longest = 60 // of what stands in front
	i := 0
	for i < len(line) && i < longest && (line[i] == ' ' || line[i] == '\t' || line[i] == '>') {
		i++
	}
	x.prefix = line[:i]
	if n := listMark(line[i:]); n > 0 {
		i += n
		x.prefix += strings.Repeat(" ", n)
	}
	if i == len(line) || line[i] != '`' && line[i] != '~' {
		return x, false
	}
	x.mark = line[i]
	for i < len(line) && line[i] == x.mark {
		i++
		x.count++
	}
	x.info = strings.TrimSpace(line[i:])
	return x, x.count >= 3 && (x.mark == '~' || strings.IndexByte(x.info, '`') < 0)
}

// listMark is how long the mark of a list item is at the beginning of s, with the blanks
// behind it; 0 for none.
func listMark(s string) int {
	i := 0
	if i < len(s) && (s[i] == '-' || s[i] == '*' || s[i] == '+') {
		i++
	} else if n := digits(s[:min(len(s), 9)], 0); n > 0 && n < len(s) && (s[n] == '.' || s[n] == ')') {
		i = n + 1
	}
	n := i
	for n < len(s) && n < i+4 && s[n] == ' ' {
		n++
	}
	if i == 0 || n == i {
		return 0
	}
	return n
}

// closes reports whether a line closes the block that x opens.
func (x *fence) closes(line string) bool {
	if x.count == 0 {
		return false
	}
	y, ok := fenceAt(line)
	return ok && y.mark == x.mark && y.count >= x.count && y.info == ""
}

// end is where the line begins that closes the block, whose first line is at s[i]; the end
// of s if none does.
func (x *fence) end(s string, i int) int {
	for i < len(s) {
		end, next := mailLine(s, i)
		if x.closes(s[i:end]) {
			return i
		}
		i = next
	}
	return i
}

// fenceFile is the name of a file in the language that a fence has: the first word of its
// info. ```json title="x", ```{.yaml} and ```python:app.py are such.
func fenceFile(info string) string {
	const longest = 20
	info = strings.TrimLeft(info, "{.")
	if k := strings.IndexAny(info, " \t,:{}"); k >= 0 {
		info = info[:k]
	}
	if info == "" || len(info) > longest {
		return ""
	}
	for i := range len(info) {
		if !isWordAt(info, i) && strings.IndexByte("+-#_", info[i]) < 0 {
			return ""
		}
	}
	lang := strings.ToLower(info)
	switch lang {
	case "env", "dotenv":
		return ".env"
	case "text", "txt", "plain", "plaintext", "output", "md", "markdown", "mdx":
		return ""
	case "bash", "shell", "zsh", "console", "shell-session", "sh-session", "shellsession":
		lang = "sh"
	case "javascript", "node":
		lang = "js"
	case "typescript":
		lang = "ts"
	case "python", "python3", "py3":
		lang = "py"
	case "golang":
		lang = "go"
	case "ruby":
		lang = "rb"
	case "rust":
		lang = "rs"
	case "csharp", "c#":
		lang = "cs"
	case "kotlin":
		lang = "kt"
	case "c++":
		lang = "cpp"
	case "powershell", "pwsh":
		lang = "ps1"
	case "terraform", "hcl":
		lang = "tf"
	case "udiff", "patch":
		lang = "diff"
	case "postgres", "postgresql", "psql", "pgsql", "mysql", "plsql", "tsql", "sqlite":
		lang = "sql"
	case "ipynb", "json-doc":
		lang = "json"
	case "ndjson", "json-lines", "jsonlines":
		lang = "jsonl"
	case "docker":
		return "dockerfile"
	case "dockerfile", "makefile":
		return lang
	}
	return "x." + lang
}

// prefixed is a document in lines that have a prefix, or as much of it as they have.
func prefixed(prefix string) *style {
	quoted := strings.IndexByte(prefix, '>') >= 0
	return &style{
		step:  cloak.BlockDocument,
		plain: func(s string) bool { return false },
		unit: func(dst []byte, s string, i int) ([]byte, int) {
			if i == 0 || s[i-1] == '\n' {
				n := 0
				for n < len(prefix) && i+n < len(s) && (s[i+n] == ' ' || s[i+n] == '\t' || quoted && s[i+n] == '>') {
					n++
				}
				if n > 0 {
					return dst, n
				}
			}
			return append(dst, s[i]), 1
		},
		encode: func(text string) string { return strings.ReplaceAll(text, "\n", "\n"+prefix) },
	}
}

// opensDocument reports whether a line opens a block of JSON. Others are restored as text:
// they may have been sanitized as that, and what is JSON stands in the lines of a log as
// well.
func opensDocument(line string) (bool, fence) {
	x, ok := fenceAt(line)
	if !ok || x.info == "" {
		return false, x
	}
	file := fenceFile(x.info)
	if file == "" {
		return false, x
	}
	f := Detect(file, "").Name
	return f == "json" || f == "jsonl", x
}
