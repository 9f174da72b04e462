package main

import (
	"bytes"
	"fmt"
	"os"
	"strings"
)

// A document has a place for each corpus, between <!-- eval:NAME --> and
// <!-- end -->. What stands there is written anew; a report without a place is
// left out, and a place without a report, or with one that was skipped, stays.

const endMark = "<!-- end -->"

func startMark(name string) string { return "<!-- eval:" + name + " -->" }

// fillDocument writes the reports into the places of a document, and returns
// the names of those that have one.
func fillDocument(path string, rs []*report) (filled []string, err error) {
	doc, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	text := string(doc)
	for _, r := range rs {
		if r.Skipped != "" {
			continue
		}
		before, rest, ok := strings.Cut(text, startMark(r.Corpus)+"\n")
		if !ok {
			continue
		}
		_, after, ok := strings.Cut(rest, endMark)
		if !ok {
			return nil, fmt.Errorf("%s: %s has no end", path, startMark(r.Corpus))
		}
		text = before + startMark(r.Corpus) + "\n" + r.markdown() + endMark + after
		filled = append(filled, r.Corpus)
	}
	return filled, os.WriteFile(path, []byte(text), 0o644)
}

// markdown is a report as tables.
func (r *report) markdown() string {
	var b bytes.Buffer
	for i := range r.Tables {
		t := &r.Tables[i]
		if t.Title != "" {
			fmt.Fprintf(&b, "\n*%s*\n", t.Title)
		}
		b.WriteByte('\n')
		for n, l := range t.lines() {
			fmt.Fprintf(&b, "| %s |\n", strings.ReplaceAll(strings.Join(l, " | "), "\n", " "))
			if n == 0 {
				b.WriteString("|" + strings.Repeat("---|", len(l)) + "\n")
			}
		}
		if t.Note != "" {
			fmt.Fprintf(&b, "\n%s.\n", strings.ToUpper(t.Note[:1])+t.Note[1:])
		}
	}
	for _, s := range r.asides() {
		fmt.Fprintf(&b, "\n%s\n", s)
	}
	b.WriteByte('\n')
	return b.String()
}
