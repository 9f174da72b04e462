package main

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// apache-access-log: the first field of each line is an address.
type accessLog string

func loadAccessLog(dir string) (corpus, error) {
	text, err := os.ReadFile(filepath.Join(dir, "apache_access_3000.log"))
	return accessLog(text), err
}

func (l accessLog) texts() []string { return []string{string(l)} }

func (l accessLog) score(r *report, as []answer) {
	var first ratio
	others := map[string]int{}
	text, fs, at, lines := string(l), as[0].found, 0, 0
	for line := range strings.Lines(text) {
		field, _, _ := strings.Cut(line, " ")
		lines++
		ok := false
		for len(fs) > 0 && fs[0].start < at+len(line) {
			if fs[0].start == at && fs[0].end == at+len(field) {
				ok = true
			} else {
				others[fs[0].entity]++
				if fs[0].entity != "IPV4" && fs[0].entity != "IPV6" {
					r.miss("access log", fs[0].entity, "reported beside the first field", around(text, fs[0].start, fs[0].end))
				}
			}
			fs = fs[1:]
		}
		if reservedIP(field) {
			r.Reserved.add(!ok)
		} else {
			first.add(ok)
		}
		if !ok {
			r.miss("access log", "first field", "missed", excerpt(line))
		}
		at += len(line)
	}
	t := table{Head: []string{"count"}}
	t.row("first field found", first)
	for _, name := range slices.Sorted(maps.Keys(others)) {
		t.row("other "+name+" per 1,000 lines", rate{others[name], float64(lines) / 1000, "1,000 lines"})
	}
	r.Tables = append(r.Tables, t)
	r.headline("first field found", first)
}
