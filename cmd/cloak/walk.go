package main

import (
	"io/fs"
	"os"
	"path/filepath"
)

// walk calls visit for each file below the folder root, in lexical order, and
// fail for what cannot be read. Links are not followed, and what git ignores, or
// keeps for itself, is passed over.
func walk(root string, visit func(path string), fail func(error)) {
	walkIn(root, rootIgnore(root), visit, fail)
}

func walkIn(dir string, ig *ignore, visit func(path string), fail func(error)) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		fail(err)
	}
	for _, e := range entries {
		name := e.Name()
		switch path := filepath.Join(dir, name); {
		case name == ".git" || ig.ignored(name, e.IsDir()):
		case e.IsDir():
			walkIn(path, ig.enter(path, name), visit, fail)
		case e.Type()&^fs.ModePerm == 0: // a link, a pipe, a device is no file
			visit(path)
		}
	}
}
