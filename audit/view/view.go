// Package view shows an audit log to people and to other programs: counts, the last records,
// exports, and a report. It may have been tampered with: its words are shown as they are only
// where nothing can be broken by them.
package view

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
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
	Seen   []string `json:"seen"`     // what holds of a whole log, or is to be known
	Unseen []string `json:"not_seen"` // what nobody could have seen with what was given
}

// Check verifies a log. The error is audit.Verify's.
func Check(ctx context.Context, dir string, o audit.VerifyOptions) (Checked, error) {
	r, err := audit.Verify(ctx, dir, o)
	c := Checked{Report: *r, OK: err == nil, Seen: []string{}, Unseen: []string{}}
	if err != nil {
		c.Fault = strings.TrimPrefix(err.Error(), "audit: ")
		return c, err
	}
	c.Seen, c.Unseen = append(c.Seen, c.seen()...), c.unseen()
	return c, nil
}

// Advice says what to do about a fault, to whoever has just been told of it.
func Advice(f *audit.FaultError) string {
	switch f.Fault {
	case audit.Broken:
		if f.Seq < 0 {
			return "is that the right folder? If it is, the log was deleted"
		}
		return "it or the record before it was changed, or some between them are missing; what is further up holds. Leave the folder as it is, compare it with a copy or an export, and record in another one"
	case audit.Torn:
		return "all before that holds. A program is writing now, or was ended while it wrote: the next one that records moves this aside, and says so in the log"
	case audit.OffCheckpoint:
		return "records that were signed are missing, or were changed. Leave the folder as it is, compare it with a copy or an export, and record in another one"
	case audit.BadSignature:
		return "is that the key of this log? If it is, somebody who has not its other half has written here"
	}
	return "is that an anchor of this log? If it is, the end was cut off, an older copy was put here, or it was written anew"
}

// Text says it in lines: what was seen, and what could not be.
func (c Checked) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "whole: %s, %s … %s, in %s\n", count(c.Records, "record"), moment(c.First), moment(c.Last), count(int64(c.Segments), "segment"))
	fmt.Fprintf(&b, "root %s, words %s\n", c.Root, c.Head().Words())
	for _, s := range c.Seen {
		b.WriteString(s + "\n")
	}
	for _, s := range c.Unseen {
		b.WriteString("not seen: " + s + "\n")
	}
	return b.String()
}

func (c Checked) seen() (s []string) {
	if c.Checkpoints > 0 && c.SignedBy != "" {
		s = append(s, fmt.Sprintf("%s that %s with the records, signed by %s", count(int64(c.Checkpoints), "checkpoint"), plural(int64(c.Checkpoints), "agrees", "agree"), c.SignedBy))
	} else if c.Checkpoints > 0 {
		s = append(s, fmt.Sprintf("%s that %s with the records; signatures were not checked (--key KEY)", count(int64(c.Checkpoints), "checkpoint"), plural(int64(c.Checkpoints), "agrees", "agree")))
	}
	if c.Anchors > 0 {
		s = append(s, fmt.Sprintf("%s that %s with the records", count(int64(c.Anchors), "anchor"), plural(int64(c.Anchors), "agrees", "agree")))
	}
	if c.Pruned > 0 {
		s = append(s, fmt.Sprintf("%s of the records %s pruned, as one says that is left; so are the hashes", number(c.Pruned), plural(c.Pruned, "was", "were")))
	}
	if c.Unsigned > 0 {
		s = append(s, fmt.Sprintf("%s behind the last checkpoint: cloak audit head signs %s", count(c.Unsigned, "record"), plural(c.Unsigned, "it", "them")))
	}
	if c.Gaps > 0 {
		s = append(s, fmt.Sprintf("%s that %s of something missing", count(int64(c.Gaps), "record"), plural(int64(c.Gaps), "speaks", "speak")))
	}
	if c.TornFiles > 0 {
		s = append(s, fmt.Sprintf("%s moved aside, into audit.torn-…: what programs have not written to its end", count(int64(c.TornFiles), "torn end")))
	}
	if open := c.Starts - c.Stops; open > 0 {
		s = append(s, fmt.Sprintf("%s began and did not say that %s ended: still running, killed, or the end was cut off", count(open, "program"), plural(open, "it", "they")))
	}
	if c.ClockBack > 0 {
		s = append(s, fmt.Sprintf("%s earlier than the one before: the clock was set back", count(c.ClockBack, "record")))
	}
	return s
}

func (c Checked) unseen() (s []string) {
	if c.SignedBy == "" {
		s = append(s, "whether somebody without the log's key has written it anew: give --key, from the log's owner and not from the folder")
	} else if c.Unsigned > 0 {
		s = append(s, "whether the records behind the last checkpoint were changed: no signature covers them")
	}
	if c.Anchors == 0 {
		s = append(s, "whether the end was cut off together with its checkpoints, an older copy was put here, or whoever has the key has written it anew: give --anchor, from a place that they cannot reach")
	} else {
		s = append(s, "what came behind the last anchor, if it was cut off")
	}
	return append(s, "what was never written into it")
}

// Line is an entry in a line for people.
func Line(e audit.Entry) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d %s %s", e.Seq, moment(e.Time), plain(e.Event))
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

// moment is a time for people, to the second.
func moment(t time.Time) string { return t.UTC().Format(time.RFC3339) }

func count(n int64, what string) string {
	return number(n) + " " + what + plural(n, "", "s")
}

func plural(n int64, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// number writes n with a comma between thousands.
func number(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Size is how many bytes the records of a log have.
func Size(dir string) (n int64, err error) {
	names, err := segments(dir)
	for _, name := range names {
		if info, err := os.Stat(filepath.Join(dir, name)); err == nil {
			n += info.Size()
		}
	}
	return n, err
}

// Pruned says what was deleted, with the records of so many days kept.
func Pruned(p audit.Pruning, days int) string {
	if p.Deleted == 0 {
		return fmt.Sprintf("nothing deleted: no file of the log has only records of more than %s, but for the one that is written to\n", count(int64(days), "day"))
	}
	return fmt.Sprintf("%s deleted, %s of %s; the hashes of %s are left, so that checkpoints and anchors still hold\n",
		count(p.Deleted, "record"), count(int64(p.Segments), "file"), count(p.Bytes, "byte"), count(p.Records, "record"))
}
