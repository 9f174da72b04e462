package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"
	"unicode/utf8"
)

// A report is what came out of one corpus.
type report struct {
	Corpus   string  `json:"corpus"`
	Licence  string  `json:"licence,omitempty"`
	Skipped  string  `json:"skipped,omitempty"`  // why there is nothing
	Headline []row   `json:"headline,omitempty"` // what the summary takes
	Tables   []table `json:"tables,omitempty"`
	Reserved ratio   `json:"reserved"` // gold values in reserved space: left alone, as they should be
	Disputed int     `json:"disputed"` // misses and reports whose label is in the table of disputed ones
	Misses   []miss  `json:"misses,omitempty"`
}

// A table has one row for each group of cases.
type table struct {
	Title string   `json:"title"`
	Note  string   `json:"note,omitempty"` // how it was decided
	Head  []string `json:"head"`
	Rows  []row    `json:"rows"`
}

// A row is a name and its cells: text, int, ratio or rate.
type row struct {
	Name  string `json:"name"`
	Cells []any  `json:"cells"`
}

// A miss is a case that came out wrong. Corpora are public, so it shows the text.
type miss struct {
	Group string `json:"group"`
	ID    string `json:"id"`
	Why   string `json:"why"`
	Text  string `json:"text"`
}

func (t *table) row(name string, cells ...any) { t.Rows = append(t.Rows, row{name, cells}) }

// headline gives a figure to the summary.
func (r *report) headline(what string, figure any) {
	r.Headline = append(r.Headline, row{what, []any{figure}})
}

// summary is the headlines of all reports.
func summary(rs []*report) *report {
	t := table{Head: []string{"what", "figure"}}
	for _, r := range rs {
		for i, h := range r.Headline {
			name := r.Corpus
			if i > 0 {
				name = ""
			}
			t.row(name, h.Name, h.Cells[0])
		}
	}
	return &report{Corpus: "summary", Tables: []table{t}}
}

func (r *report) miss(group, id, why, text string) {
	if disputed(r.Corpus, id) {
		r.Disputed++
	}
	r.Misses = append(r.Misses, miss{group, id, why, text})
}

// writeText prints a report for a terminal.
func (r *report) writeText(w io.Writer, misses bool) {
	fmt.Fprintf(w, "\n== %s\n", r.Corpus)
	if r.Skipped != "" {
		fmt.Fprintf(w, "skipped: %s\n", r.Skipped)
		return
	}
	for i := range r.Tables {
		t := &r.Tables[i]
		if t.Title != "" {
			fmt.Fprintf(w, "\n%s\n", t.Title)
		}
		lines := t.lines()
		widths := make([]int, len(t.Head)+1)
		for _, l := range lines {
			for k, c := range l {
				widths[k] = max(widths[k], utf8.RuneCountInString(c))
			}
		}
		for _, l := range lines {
			var b strings.Builder
			for k, c := range l {
				b.WriteString(c)
				b.WriteString(strings.Repeat(" ", widths[k]-utf8.RuneCountInString(c)+2))
			}
			fmt.Fprintln(w, strings.TrimRight(b.String(), " "))
		}
		if t.Note != "" {
			fmt.Fprintf(w, "(%s)\n", t.Note)
		}
	}
	for _, s := range r.asides() {
		fmt.Fprintln(w, s)
	}
	if misses {
		for _, m := range r.Misses {
			fmt.Fprintf(w, "  %s %s: %s: %s\n", m.Group, m.ID, m.Why, m.Text)
		}
	}
}

// asides says what the tables leave out.
func (r *report) asides() (lines []string) {
	if r.Reserved.Of > 0 {
		lines = append(lines, fmt.Sprintf("Values in reserved space, which must be left: %v were.", r.Reserved))
	}
	if r.Disputed > 0 {
		lines = append(lines, fmt.Sprintf("Of what is counted as wrong, %d have a disputed label.", r.Disputed))
	}
	return lines
}

// lines are the head and the rows as text.
func (t *table) lines() [][]string {
	all := [][]string{append([]string{""}, t.Head...)}
	for _, r := range t.Rows {
		l := []string{r.Name}
		for _, c := range r.Cells {
			l = append(l, fmt.Sprint(c))
		}
		all = append(all, l)
	}
	return all
}

func writeJSON(w io.Writer, rs []*report, misses bool) error {
	if !misses {
		for _, r := range rs {
			r.Misses = nil
		}
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	return enc.Encode(map[string]any{"reports": rs})
}

// round keeps one decimal.
func round(x float64) float64 { return math.Round(10*x) / 10 }
