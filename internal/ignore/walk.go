package ignore

import (
	"io/fs"
	"os"
	"path/filepath"
)

// Walk calls visit for each file below the folder dir, in lexical order, and
// fail for what cannot be read. Links are not followed, and what git ignores, or
// keeps for itself, is passed over.
func Walk(dir string, visit func(path string), fail func(error)) {
	walk(dir, root(dir), visit, fail)
}

func walk(dir string, f *folder, visit func(path string), fail func(error)) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		fail(err)
	}
	for _, e := range entries {
		name := e.Name()
		switch path := filepath.Join(dir, name); {
		case name == ".git" || f.ignored(name, e.IsDir()):
		case e.IsDir():
			walk(path, f.enter(path, name), visit, fail)
		case e.Type()&^fs.ModePerm == 0: // a link, a pipe, a device is no file
			visit(path)
		}
	}
}
