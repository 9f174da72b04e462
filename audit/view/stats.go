package view

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/seed-052fbf24/cloak/audit"
)

// Stats are the numbers of a log.
type Stats struct {
	Records   int64               `json:"records"` // that are there
	First     time.Time           `json:"first"`
	Last      time.Time           `json:"last"`
	Events    map[string]int64    `json:"events"`    // records, by event
	Entities  map[string]int64    `json:"entities"`  // values that were replaced, by entity
	Surfaces  map[string]int64    `json:"surfaces"`  // the same, by surface
	Upstreams map[string]int64    `json:"upstreams"` // the same, by upstream
	Scanned   map[string]int64    `json:"scanned"`   // values that scans have found, by entity
	Tripped   map[string]int64    `json:"tripped"`   // values that only the second pass has found
	Results   map[string]int64    `json:"results"`   // records, by result
	Reasons   map[string]int64    `json:"reasons"`   // records, by reason
	Restored  int64               `json:"restored"`
	Crossed   int64               `json:"crossed"`
	Lost      int64               `json:"lost"` // records that could not be written
	Days      map[string]DayStats `json:"days"` // by date, UTC
}

// A DayStats are the numbers of one day.
type DayStats struct {
	Records  int64 `json:"records"`
	Values   int64 `json:"values"`
	Restored int64 `json:"restored"`
	Refused  int64 `json:"refused"`
}

// What bounds the memory of Count, whatever a log holds: names, of upstreams for one, and days.
const (
	mostNames = 1000
	mostDays  = 40_000
	others    = "(others)"
)

// Count reads a log in one pass, each line held to the one before; seen, if it is not nil, is told
// of the bytes. With an error the numbers are of what was read until then; an *audit.FaultError says
// where a log is broken.
func Count(ctx context.Context, dir string, seen func(bytes int)) (Stats, error) {
	s := Stats{
		Events: map[string]int64{}, Entities: map[string]int64{}, Surfaces: map[string]int64{}, Upstreams: map[string]int64{}, Scanned: map[string]int64{},
		Tripped: map[string]int64{}, Results: map[string]int64{}, Reasons: map[string]int64{}, Days: map[string]DayStats{},
	}
	err := each(ctx, dir, seen, func(e audit.Entry, _ []byte) error {
		s.add(e)
		return nil
	})
	return s, err
}

func (s *Stats) add(e audit.Entry) {
	if s.Records++; s.Records == 1 {
		s.First = e.Time
	}
	s.Last = e.Time
	add(s.Events, e.Event, 1)
	add(s.Results, e.Result, 1)
	add(s.Reasons, e.Reason, 1)
	values, found := int64(0), s.Entities
	if e.Event == audit.EventScan.String() {
		found = s.Scanned
	} else {
		values = replaced(e)
		add(s.Surfaces, e.Surface, values)
		add(s.Upstreams, e.Upstream, values)
	}
	for name, n := range e.Found {
		add(found, name, int64(n))
	}
	for name, n := range e.Tripped {
		add(s.Tripped, name, int64(n))
	}
	s.Restored += e.Restored
	s.Crossed += e.Crossed
	s.Lost += e.Lost
	date := e.Time.UTC().Format(time.DateOnly)
	day, known := s.Days[date]
	if !known && len(s.Days) >= mostDays {
		return
	}
	day.Records++
	day.Values += values
	day.Restored += e.Restored
	if refused(e) {
		day.Refused++
	}
	s.Days[date] = day
}

func add(m map[string]int64, key string, n int64) {
	if key == "" || n == 0 {
		return
	}
	if _, known := m[key]; !known && len(m) >= mostNames {
		key = others
	}
	m[key] += n
}

// replaced is the number of values that were replaced. What a scan has found stays.
func replaced(e audit.Entry) (n int64) {
	if e.Event == audit.EventScan.String() {
		return 0
	}
	for _, k := range e.Found {
		n += int64(k)
	}
	return n
}

// refused reports whether something was not let through.
func refused(e audit.Entry) bool {
	return e.Result == audit.Denied.String() || e.Result == audit.FailedClosed.String()
}

// Text is the numbers for people.
func (s Stats) Text() string {
	var b strings.Builder
	b.WriteString(count(s.Records, "record"))
	if s.Records > 0 {
		fmt.Fprintf(&b, ", %s … %s", moment(s.First), moment(s.Last))
	}
	b.WriteString("\n")
	for _, t := range []struct {
		name string
		m    map[string]int64
	}{
		{"records by event", s.Events}, {"values replaced", s.Entities}, {"by surface", s.Surfaces}, {"by upstream", s.Upstreams},
		{"found by scans, and left", s.Scanned}, {"found by the second pass alone", s.Tripped}, {"records by result", s.Results}, {"by reason", s.Reasons},
	} {
		if len(t.m) == 0 {
			continue
		}
		var parts []string
		for _, k := range largest(t.m) {
			parts = append(parts, plain(k)+" "+number(t.m[k]))
		}
		fmt.Fprintf(&b, "%s: %s\n", t.name, strings.Join(parts, ", "))
	}
	fmt.Fprintf(&b, "%s restored, %s crossed from one upstream to another, %s lost\n", number(s.Restored), number(s.Crossed), count(s.Lost, "record"))
	return b.String()
}

func total(m map[string]int64) (n int64) {
	for _, k := range m {
		n += k
	}
	return n
}

// largest are the keys of m, the largest number first.
func largest(m map[string]int64) []string {
	return slices.SortedFunc(maps.Keys(m), func(a, b string) int { return cmp.Or(cmp.Compare(m[b], m[a]), cmp.Compare(a, b)) })
}
