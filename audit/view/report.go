package view

import (
	_ "embed"
	"html/template"
	"io"
	"maps"
	"slices"
)

//go:embed report.html
var page string

// A bar is a line of a chart.
type bar struct {
	Name  string
	N     string
	Width int // of 100
}

// A day is a column of the chart over time.
type day struct {
	Date              string
	Values            string
	X, Y, Height, Wid float64
}

// Report writes one HTML file, with nothing in it that is loaded from elsewhere and no script:
// what was cloaked over time, by surface, upstream and entity, and what is and is not proven.
func Report(w io.Writer, c Checked, s Stats) error {
	t, err := template.New("report").Parse(page)
	if err != nil {
		return err
	}
	return t.Execute(w, map[string]any{
		"Checked": c, "Stats": s, "Seen": c.seen(), "Unseen": c.unseen(), "Words": c.Head().Words(),
		"Records": number(c.Records), "Values": number(total(s.Entities)), "Restored": number(s.Restored), "Crossed": number(s.Crossed), "Lost": number(s.Lost), "Tripped": number(total(s.Tripped)),
		"Days": days(s), "Entities": bars(s.Entities), "Surfaces": bars(s.Surfaces), "Upstreams": bars(s.Upstreams), "Results": bars(s.Results), "Reasons": bars(s.Reasons), "Events": bars(s.Events),
	})
}

func total(m map[string]int64) (n int64) {
	for _, k := range m {
		n += k
	}
	return n
}

// bars are the numbers of m as a chart: the twenty largest.
func bars(m map[string]int64) (all []bar) {
	const most = 20
	names := largest(m)
	for _, k := range names[:min(len(names), most)] {
		all = append(all, bar{k, number(m[k]), int(100 * m[k] / max(m[names[0]], 1))})
	}
	return all
}

// days is the chart over time: the newest 366 days on which there was something.
func days(s Stats) (all []day) {
	dates := slices.Sorted(maps.Keys(s.Days))
	dates = dates[max(len(dates)-366, 0):]
	most := int64(1)
	for _, d := range dates {
		most = max(most, s.Days[d].Values)
	}
	const width, height = 720.0, 120.0
	step := min(width/float64(max(len(dates), 1)), 24)
	for i, d := range dates {
		h := height * float64(s.Days[d].Values) / float64(most)
		all = append(all, day{d, number(s.Days[d].Values), float64(i) * step, height - h, h, max(step-1, 0.5)})
	}
	return all
}
