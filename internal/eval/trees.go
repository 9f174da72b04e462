package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-052fbf24/cloak/internal/ignore"
)

// Source trees hold no data of users, so what is reported in them, but for their
// authors' addresses and sample ones, is presumed false. Code is counted apart from tests, test data and documents:
// these hold sample addresses and keys, which a scanner is right to report.
type tree struct {
	name, root string
	kinds      []string // suffixes of what is read; nil: whatever git keeps
}

const megabyte = 1 << 20

// A treeClass is one kind of file of a tree.
type treeClass struct {
	name     string
	files    int
	bytes    int
	marked   int            // in examples that say so
	real     int            // what is what it is called
	entities map[string]int // whatever else was reported
}

// onItsFace reports whether a find is what it is called, whoever wrote it: a mail
// address with a top-level domain in small letters, a name behind /home/ or
// /Users/, an IPv6 or hardware address, an IPv4 address in quotes, brackets or
// with a port (a bare one could be a version). Authors sign their code and explain
// it by examples; what reports those is not wrong.
func onItsFace(text string, f found) bool {
	switch f.entity {
	case "IPV6", "MAC":
		return true
	case "IPV4":
		return quotedAddress.MatchString(text[max(0, f.start-1):min(len(text), f.end+3)])
	case "EMAIL":
		value := text[f.start:f.end]
		tld := value[strings.LastIndexByte(value, '.')+1:]
		return mailbox.FindString(value) == value && tld == strings.ToLower(tld)
	case "PATH":
		before := text[max(0, f.start-7):f.start]
		return strings.HasSuffix(before, "/home/") || strings.HasSuffix(before, "/Users/")
	}
	return false
}

var quotedAddress = regexp.MustCompile("^[\"'`\\[@/][0-9.]+(?:[\"'`\\],]|:[0-9]|/[0-9])|^[^0-9A-Za-z]?[0-9.]+(?::[0-9]|/[0-9])")

const testsClass = "tests and their data"

// classOf is what a file of a tree is: code, or what surrounds it.
func classOf(path string) string {
	slash := "/" + filepath.ToSlash(path)
	base := slash[strings.LastIndexByte(slash, '/')+1:]
	switch {
	case strings.HasSuffix(base, "_test.go"), strings.Contains(slash, "/testdata/"), strings.Contains(slash, "/testutil/"), strings.Contains(slash, "/test/"), strings.Contains(slash, "/tests/"),
		strings.HasPrefix(slash, "/examples/") && (strings.HasSuffix(base, ".txt") || strings.HasSuffix(base, ".log")): // what the examples read
		return testsClass
	case strings.HasSuffix(base, ".md"), strings.HasSuffix(base, ".txt"), strings.HasSuffix(base, ".html"), strings.HasPrefix(base, "LICENSE"):
		return "documents"
	case strings.HasSuffix(base, ".json"):
		return "JSON"
	}
	return "code"
}

// walk calls f with each file of a tree that is read.
func (t *tree) walk(f func(path, text string)) error {
	if t.kinds == nil {
		return t.walkKept(f)
	}
	return filepath.WalkDir(t.root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrPermission):
			return nil
		case err != nil:
			return err
		case d.IsDir() && d.Name() == ".git":
			return filepath.SkipDir
		case !d.Type().IsRegular() || !slices.Contains(t.kinds, filepath.Ext(path)):
			return nil
		}
		return t.read(path, f)
	})
}

// walkKept is walk over the files that git keeps.
func (t *tree) walkKept(f func(path, text string)) (err error) {
	fail := func(e error) { err = errors.Join(err, e) }
	ignore.Walk(t.root, func(path string) {
		if e := t.read(path, f); e != nil {
			fail(e)
		}
	}, fail)
	return err
}

func (t *tree) read(path string, f func(path, text string)) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	rel, err := filepath.Rel(t.root, path)
	f(rel, string(text))
	return err
}

// measure finds in every file, and gives their texts.
func (t *tree) measure(o *ours, r *report) (texts []string, err error) {
	classes := map[string]*treeClass{}
	err = t.walk(func(path, text string) {
		texts = append(texts, text)
		class := classOf(path)
		k := classes[class]
		if k == nil {
			k = &treeClass{name: class, entities: map[string]int{}}
			classes[class] = k
		}
		k.files++
		k.bytes += len(text)
		marked, bad := examplesIn(path, text)
		if bad != nil {
			r.miss(class, path, "a mark", bad.Error())
		}
		for _, f := range o.find(text) {
			if marked.has(text, f) {
				k.marked++
				continue
			}
			if onItsFace(text, f) {
				k.real++
				continue
			}
			k.entities[f.entity]++
			r.miss(class, path, f.entity, around(text, f.start, f.end))
		}
	})
	if err != nil {
		return nil, err
	}
	if len(classes) == 0 {
		r.Skipped = "no source in " + t.root
		return nil, nil
	}
	tab := table{
		Head: []string{"files", "MB", "marked", "as called", "false reports per MB", "by entity"},
		Note: "marked: in examples that say so, examples.go has the rule; as called: mail addresses of authors, addresses in quotes, home folders. All else is presumed false; in tests and documents much of it is the sample that it looks like",
	}
	for _, name := range sorted(classes) {
		k := classes[name]
		n := 0
		var by []string
		for _, e := range sorted(k.entities) {
			n += k.entities[e]
			by = append(by, e+" "+strconv.Itoa(k.entities[e]))
		}
		mb := float64(k.bytes) / megabyte
		if name == "code" {
			r.headline("false reports per MB of code", rate{n, mb, "MB"})
		}
		tab.row(name, k.files, fmt.Sprintf("%.1f", mb), k.marked, k.real, rate{n, mb, "MB"}, strings.Join(by, ", "))
	}
	r.Tables = append(r.Tables, tab)
	return texts, nil
}

// trees are the standard library of the Go that runs this, the packages that npm
// consists of, this repository, and a folder of the caller's.
func trees(more string) []tree {
	code := []string{".go", ".js", ".ts", ".mjs", ".cjs", ".json", ".s", ".c", ".h", ".py", ".sh", ".md", ".txt", ".yml", ".yaml", ".toml", ".mod"}
	ts := []tree{{"go-source", filepath.Join(commandLine("go", "env", "GOROOT"), "src"), code}}
	if npm := commandLine("npm", "root", "-g"); npm != "" {
		ts = append(ts, tree{"npm-source", npm, code})
	}
	if more != "" {
		ts = append(ts, tree{"tree", more, code})
	}
	return append(ts, tree{"repository", ".", nil})
}

// commandLine is the output of a command, "" if it cannot be had.
func commandLine(name string, args ...string) string {
	out, err := exec.Command(name, args...).Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}
