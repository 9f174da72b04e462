package view

import (
	_ "embed"
	"html/template"
	"io"
	"maps"
	"slices"
	"time"
)

//go:embed report.html
var page string

// A bar is a line of a chart.
type bar struct {
	Name  string
	N     string
	Width float64 // of 100
}

// A column of the chart over time is a day, or several.
type span struct {
	Name                     string
	Values, Refused, Records string
	X, Y, Width, Height      float64
}

// A timeline is the chart over time: from the first day to the last, with those on which there was
// nothing.
type timeline struct {
	Spans []span
	Days  int // of a span
	Most  string
	First string
	Last  string
}

// Report writes one HTML file, with nothing in it that is loaded from elsewhere and no script:
// what was cloaked over time, by surface, upstream and entity, and what is and is not proven.
func Report(w io.Writer, c Checked, s Stats) error {
	t, err := template.New("report").Funcs(template.FuncMap{"number": number}).Parse(page)
	if err != nil {
		return err
	}
	type chart struct {
		Title, Of string
		Bars      []bar
	}
	charts := []chart{
		{"Values replaced, by entity", "entity", bars(s.Entities)}, {"By surface", "surface", bars(s.Surfaces)}, {"By upstream", "upstream", bars(s.Upstreams)},
		{"Values that scans have found, and left", "entity", bars(s.Scanned)}, {"Values that only the second pass has found", "entity", bars(s.Tripped)},
		{"Records by event", "event", bars(s.Events)}, {"Records by result", "result", bars(s.Results)}, {"Why something was refused, or failed", "reason", bars(s.Reasons)},
	}
	return t.Execute(w, map[string]any{
		"Checked": c, "Stats": s, "Words": c.Head().Words(), "Values": total(s.Entities), "Tripped": total(s.Tripped),
		"Time": over(s.Days), "Charts": slices.DeleteFunc(charts, func(c chart) bool { return c.Bars == nil }),
	})
}

// bars are the numbers of m as a chart: the twenty largest, and the others in one.
func bars(m map[string]int64) (all []bar) {
	const most = 20
	names := largest(m)
	line := func(name string, n int64) {
		all = append(all, bar{name, number(n), 100 * float64(n) / float64(max(m[names[0]], n, 1))})
	}
	for _, k := range names[:min(len(names), most)] {
		line(plain(k), m[k])
	}
	if len(names) > most {
		rest := int64(0)
		for _, k := range names[most:] {
			rest += m[k]
		}
		line(count(int64(len(names)-most), "other"), rest)
	}
	return all
}

// over is the chart of days. Its columns are few enough to be seen.
func over(days map[string]DayStats) (t timeline) {
	const (
		most          = 92
		width, height = 720.0, 120.0
	)
	dates := slices.Sorted(maps.Keys(days))
	if len(dates) == 0 {
		return t
	}
	day := func(date string) int64 {
		at, _ := time.Parse(time.DateOnly, date) // Count has made it
		return at.Unix() / 86400
	}
	name := func(day int64) string { return time.Unix(day*86400, 0).UTC().Format(time.DateOnly) }
	first, last := day(dates[0]), day(dates[len(dates)-1])
	each := int64(1)
	if last-first >= most {
		each = max(7, (last-first)/most+1)
	}
	sums := make([]DayStats, (last-first)/each+1)
	for _, date := range dates {
		sum, d := &sums[(day(date)-first)/each], days[date]
		sum.Records += d.Records
		sum.Values += d.Values
		sum.Refused += d.Refused
	}
	top := int64(1)
	for _, sum := range sums {
		top = max(top, sum.Values)
	}
	step := min(width/float64(len(sums)), 48)
	for i, sum := range sums {
		from := first + int64(i)*each
		h := height * float64(max(sum.Values, 0)) / float64(top)
		s := span{
			Name: name(from), Values: number(sum.Values), Refused: number(sum.Refused), Records: number(sum.Records),
			X: float64(i) * step, Y: height - h, Width: step * 0.85, Height: h,
		}
		if to := min(from+each-1, last); to > from {
			s.Name += " to " + name(to)
		}
		t.Spans = append(t.Spans, s)
	}
	t.Days, t.Most, t.First, t.Last = int(each), number(top), name(first), name(last)
	return t
}
