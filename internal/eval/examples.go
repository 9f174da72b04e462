package main

import (
	"go/ast"
	"go/parser"
	gotoken "go/token"
	"path/filepath"
	"strings"

	"github.com/seed-052fbf24/cloak/internal/allow"
)

// A source tree may mark its samples, and this repository does. What is found in a
// marked example is counted apart. It is one of three:
//
//   - the examples of a detector's literal: what stands in the lists Match, NoMatch,
//     Disguised, Gaps and Reserved of package cloak. They are there to be found, or
//     nearly;
//   - what a mark of package internal/allow stands for;
//   - between « and » on a line: how a detector's example marks what must be found.
type examples struct {
	marks allow.Marks
	lists []span
}

// exampleFields are a detector's lists of examples, and of the helpers that make
// detectors of tables.
var exampleFields = map[string]bool{"match": true, "nomatch": true, "disguised": true, "gaps": true, "reserved": true}

// examplesIn reads what is marked in a file of a tree.
func examplesIn(path, text string) (examples, error) {
	marks, err := allow.Read(text)
	x := examples{marks: marks}
	if filepath.Ext(path) == ".go" && filepath.Base(filepath.Dir(path)) == "cloak" {
		x.lists = exampleLists(text)
	}
	return x, err
}

// exampleLists are the values of exampleFields in the composite literals of a file of Go.
func exampleLists(text string) (lists []span) {
	files := gotoken.NewFileSet()
	file, err := parser.ParseFile(files, "", text, parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	offset := func(p gotoken.Pos) int { return files.Position(p).Offset }
	ast.Inspect(file, func(n ast.Node) bool {
		var name *ast.Ident
		var value ast.Expr
		switch n := n.(type) {
		case *ast.KeyValueExpr:
			name, _ = n.Key.(*ast.Ident)
			value = n.Value
		case *ast.AssignStmt: // d.Match = …
			if field, ok := n.Lhs[0].(*ast.SelectorExpr); ok {
				name, value = field.Sel, n.Rhs[0]
			}
		}
		if name != nil && exampleFields[strings.ToLower(name.Name)] {
			lists = append(lists, span{start: offset(value.Pos()), end: offset(value.End())})
		}
		return true
	})
	return lists
}

// has reports whether a find stands in a marked example.
func (x examples) has(text string, f found) bool {
	if inExample(text, f) || x.marks.Allows(f.start, f.entity) {
		return true
	}
	for _, l := range x.lists {
		if l.start <= f.start && f.start < l.end {
			return true
		}
	}
	return false
}

// inExample reports whether a find stands between « and » on its line.
func inExample(text string, f found) bool {
	before := text[:f.start]
	before = before[strings.LastIndexByte(before, '\n')+1:]
	after, _, _ := strings.Cut(text[f.end:], "\n")
	open, closed := strings.LastIndex(before, "«"), strings.LastIndex(before, "»")
	return open > closed && strings.Contains(after, "»")
}
