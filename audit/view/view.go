// Package view shows an audit log to people and to other programs: counts, the last records,
// exports, and a report. It may have been tampered with: its words are shown as they are only
// where nothing can be broken by them.
package view

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/seed-052fbf24/cloak/audit"
)

// Checked is what was seen when a log was verified.
type Checked struct {
	OK    bool   `json:"ok"`
	Fault string `json:"fault,omitempty"`
	audit.Report
}

// Text says it in lines: what was seen, and what could not be.
func (c Checked) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "whole: %s, %s … %s, in %s\n", count(c.Records, "record"), c.First.Format(time.RFC3339), c.Last.Format(time.RFC3339), count(int64(c.Segments), "segment"))
	fmt.Fprintf(&b, "root %s, words %s\n", c.Root, c.Head().Words())
	if c.Pruned > 0 {
		fmt.Fprintf(&b, "%s of them %s pruned, as a signed record says; the hashes are left\n", number(c.Pruned), was(c.Pruned))
	}
	for _, s := range c.seen() {
		b.WriteString(s + "\n")
	}
	for _, s := range c.unseen() {
		b.WriteString("not seen: " + s + "\n")
	}
	return b.String()
}

// seen are the things that hold, or are to be known.
func (c Checked) seen() (s []string) {
	if c.Checkpoints > 0 && c.SignedBy != "" {
		s = append(s, fmt.Sprintf("%s, signed by %s", count(int64(c.Checkpoints), "checkpoint"), c.SignedBy))
	} else if c.Checkpoints > 0 {
		s = append(s, fmt.Sprintf("%s that agree with the records; signatures were not checked (--key KEY)", count(int64(c.Checkpoints), "checkpoint")))
	}
	if c.Anchors > 0 {
		s = append(s, "as "+count(int64(c.Anchors), "anchor")+" has it")
	}
	if c.Unsigned > 0 {
		s = append(s, count(c.Unsigned, "record")+" behind the last checkpoint")
	}
	if c.Gaps > 0 || c.TornFiles > 0 {
		s = append(s, fmt.Sprintf("%s, %s", count(int64(c.Gaps), "gap"), count(int64(c.TornFiles), "torn end")+" moved aside"))
	}
	if open := c.Starts - c.Stops; open > 0 {
		s = append(s, count(open, "program")+" began and did not say that it ended: it runs still, was killed, or its end was cut off")
	}
	if c.ClockBack > 0 {
		s = append(s, fmt.Sprintf("the clock went back %d times", c.ClockBack))
	}
	return s
}

// unseen are the things that nobody could have seen with what was given.
func (c Checked) unseen() (s []string) {
	if c.SignedBy == "" {
		s = append(s, "whether somebody without the log's key has written it anew: give --key, from the log's owner and not from the folder")
	}
	if c.Anchors == 0 {
		s = append(s, "whether the end was cut off together with its checkpoints, an older copy was put here, or whoever has the key has written it anew: give --anchor, from a place that they cannot reach")
	} else {
		s = append(s, "what came behind the last anchor, if it was cut off")
	}
	return append(s, "what was never written into it")
}

// Stats are the numbers of a log.
type Stats struct {
	Records   int64               `json:"records"` // that are there
	First     time.Time           `json:"first"`
	Last      time.Time           `json:"last"`
	Events    map[string]int64    `json:"events"`
	Surfaces  map[string]int64    `json:"surfaces"`  // values, by surface
	Upstreams map[string]int64    `json:"upstreams"` // values, by upstream
	Entities  map[string]int64    `json:"entities"`  // values, by entity
	Results   map[string]int64    `json:"results"`
	Reasons   map[string]int64    `json:"reasons"`
	Tripped   map[string]int64    `json:"tripped"` // values that only the second pass has found
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

// Count reads a log. With an error the numbers are of what was read until then.
func Count(ctx context.Context, dir string) (s Stats, err error) {
	s = Stats{
		Events: map[string]int64{}, Surfaces: map[string]int64{}, Upstreams: map[string]int64{}, Entities: map[string]int64{},
		Results: map[string]int64{}, Reasons: map[string]int64{}, Tripped: map[string]int64{}, Days: map[string]DayStats{},
	}
	err = audit.Read(ctx, dir, func(e audit.Entry, _ []byte) error {
		if s.Records++; s.Records == 1 {
			s.First = e.Time
		}
		s.Last = e.Time
		s.Events[e.Event]++
		day := s.Days[e.Time.Format(time.DateOnly)]
		day.Records++
		values := int64(0)
		for name, n := range e.Found {
			values += int64(n)
			s.Entities[name] += int64(n)
		}
		for name, n := range e.Tripped {
			s.Tripped[name] += int64(n)
		}
		day.Values += values
		day.Restored += e.Restored
		add(s.Surfaces, e.Surface, values)
		add(s.Upstreams, e.Upstream, values)
		add(s.Results, e.Result, 1)
		add(s.Reasons, e.Reason, 1)
		if e.Result == audit.Denied.String() || e.Result == audit.FailedClosed.String() {
			day.Refused++
		}
		s.Restored += e.Restored
		s.Crossed += e.Crossed
		s.Lost += e.Lost
		s.Days[e.Time.Format(time.DateOnly)] = day
		return nil
	})
	return s, err
}

func add(m map[string]int64, key string, n int64) {
	if key != "" {
		m[key] += n
	}
}

// Text is the numbers for people.
func (s Stats) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s … %s\n", count(s.Records, "record"), s.First.Format(time.RFC3339), s.Last.Format(time.RFC3339))
	for _, t := range []struct {
		name string
		m    map[string]int64
	}{
		{"records by event", s.Events}, {"values by entity", s.Entities}, {"values by surface", s.Surfaces}, {"values by upstream", s.Upstreams},
		{"found by the second pass alone", s.Tripped}, {"results", s.Results}, {"reasons", s.Reasons},
	} {
		if len(t.m) > 0 {
			fmt.Fprintf(&b, "%s:", t.name)
			for _, k := range largest(t.m) {
				fmt.Fprintf(&b, " %s %s,", plain(k), number(t.m[k]))
			}
			b.WriteString("\n")
		}
	}
	fmt.Fprintf(&b, "%s restored, %s crossed from one upstream to another, %s lost\n", number(s.Restored), number(s.Crossed), count(s.Lost, "record"))
	return strings.ReplaceAll(b.String(), ",\n", "\n")
}

// largest are the keys of m, the largest number first.
func largest(m map[string]int64) []string {
	return slices.SortedFunc(maps.Keys(m), func(a, b string) int { return cmp.Or(cmp.Compare(m[b], m[a]), cmp.Compare(a, b)) })
}

// Line is an entry in a line for people.
func Line(e audit.Entry) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d %s %s", e.Seq, e.Time.Format(time.RFC3339), plain(e.Event))
	word := func(s string) {
		if s != "" {
			b.WriteString(" " + plain(s))
		}
	}
	word(e.Surface)
	word(e.Direction)
	word(e.Upstream)
	word(e.Method)
	counts := func(name string, m map[string]int) {
		for _, k := range slices.Sorted(maps.Keys(m)) {
			fmt.Fprintf(&b, " %s%s:%d", name, plain(k), m[k])
		}
	}
	counts("", e.Found)
	counts("tripped ", e.Tripped)
	counts("wrote ", e.Wrote)
	counts("typed ", e.Typed)
	for _, x := range []struct {
		name string
		n    int64
	}{{"restored", e.Restored}, {"missing", e.Missing}, {"crossed", e.Crossed}, {"kept", e.Kept}, {"refused", e.Refused}, {"files", e.Files}, {"torn bytes", e.TornBytes}, {"lost", e.Lost}, {"first", e.FirstKept}} {
		if x.n != 0 {
			fmt.Fprintf(&b, " %s:%d", x.name, x.n)
		}
	}
	word(e.Result)
	word(e.Reason)
	return b.String()
}

// plain is a word of an entry as a terminal may show it: printable ASCII, and quoted if it has
// what no name has.
func plain(s string) string {
	for _, c := range s {
		if c <= ' ' || c > '~' {
			return strconv.QuoteToASCII(s)
		}
	}
	return s
}

// Tail gives f the last n entries; with follow also those that come, until ctx ends.
func Tail(ctx context.Context, dir string, n int, follow bool, f func(audit.Entry, []byte) error) error {
	type kept struct {
		e    audit.Entry
		line []byte
	}
	var last []kept
	next := int64(0)
	if err := audit.Read(ctx, dir, func(e audit.Entry, line []byte) error {
		next = e.Seq + 1
		if n == 0 {
			return nil
		}
		if len(last) == n {
			last = append(last[:0], last[1:]...)
		}
		last = append(last, kept{e, slices.Clone(line)})
		return nil
	}); err != nil {
		return err
	}
	for _, k := range last {
		if err := f(k.e, k.line); err != nil {
			return err
		}
	}
	for follow {
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(500 * time.Millisecond):
		}
		err := audit.ReadFrom(ctx, dir, next, func(e audit.Entry, line []byte) error {
			next = e.Seq + 1
			return f(e, line)
		})
		if err != nil && ctx.Err() == nil {
			return err
		}
	}
	return nil
}

func count(n int64, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return number(n) + " " + what + "s"
}

func was(n int64) string {
	if n == 1 {
		return "was"
	}
	return "were"
}

// number writes n with a comma between thousands.
func number(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
