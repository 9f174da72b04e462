package view

import (
	"bufio"
	"cmp"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/seed-052fbf24/cloak/audit"
)

// A Writer writes the entries of a log in one form.
type Writer interface {
	// Begin is called once, before the first entry.
	Begin() error
	Entry(e audit.Entry, line []byte) error
	// End is called once, behind the last entry.
	End() error
}

// Formats are the names that Format knows.
func Formats() []string { return []string{"ocsf", "cef", "csv", "jsonl"} }

// Format gives what makes a Writer; nil for a name that nobody knows.
func Format(name string) func(io.Writer) Writer {
	return map[string]func(io.Writer) Writer{
		"jsonl": func(w io.Writer) Writer { return jsonLines{w} },
		"ocsf":  func(w io.Writer) Writer { return ocsf{json.NewEncoder(w)} },
		"cef":   func(w io.Writer) Writer { return cef{w} },
		"csv":   func(w io.Writer) Writer { return &table{w: csv.NewWriter(w), columns: columns()} },
	}[name]
}

// Export writes a log in a form, in one pass, each line held to the one before; seen, if it is not
// nil, is told of the bytes. n is the number of entries that were written, when it fails, too.
func Export(ctx context.Context, dir string, form func(io.Writer) Writer, w io.Writer, seen func(bytes int)) (n int64, err error) {
	out := bufio.NewWriterSize(w, 64<<10)
	x := form(out)
	if err := x.Begin(); err != nil {
		return 0, err
	}
	err = each(ctx, dir, seen, func(e audit.Entry, line []byte) error {
		n++
		return x.Entry(e, line)
	})
	return n, cmp.Or(err, x.End(), out.Flush())
}

// jsonLines are the lines as they are: they can be verified.
type jsonLines struct{ w io.Writer }

func (jsonLines) Begin() error { return nil }
func (jsonLines) End() error   { return nil }

func (x jsonLines) Entry(_ audit.Entry, line []byte) error {
	_, err := x.w.Write(append(slices.Clone(line), '\n'))
	return err
}

// alarming reports whether somebody should look at an entry: something was refused, or found by
// the second pass alone, or is missing in the log.
func alarming(e audit.Entry) bool {
	return refused(e) || len(e.Tripped) > 0 || e.Lost > 0 || e.TornBytes > 0
}

// title says in two words what an entry is about.
func title(e audit.Entry) string { return strings.TrimSpace(plain(e.Event) + " " + plain(e.Result)) }

// ocsf writes events of the Open Cybersecurity Schema Framework 1.4.0: API Activity (6003), and
// Detection Finding (2004) for what is alarming. What they have no attribute for is unmapped, under
// the names that the log has.
type ocsf struct{ enc *json.Encoder }

func (ocsf) Begin() error { return nil }
func (ocsf) End() error   { return nil }

type (
	ocsfEvent struct {
		Activity    int            `json:"activity_id"`
		ActivityIs  string         `json:"activity_name"`
		Category    int            `json:"category_uid"`
		Class       int            `json:"class_uid"`
		Type        int            `json:"type_uid"`
		Time        int64          `json:"time"` // milliseconds
		Severity    int            `json:"severity_id"`
		Status      int            `json:"status_id"`
		Message     string         `json:"message"`
		Metadata    ocsfMetadata   `json:"metadata"`
		Actor       map[string]any `json:"actor,omitempty"`
		API         map[string]any `json:"api,omitempty"`
		Source      map[string]any `json:"src_endpoint,omitempty"`
		FindingInfo map[string]any `json:"finding_info,omitempty"`
		Alert       bool           `json:"is_alert,omitempty"`
		Unmapped    audit.Entry    `json:"unmapped"`
	}
	ocsfMetadata struct {
		Version string `json:"version"`
		Product struct {
			Name    string `json:"name"`
			Vendor  string `json:"vendor_name"`
			Version string `json:"version,omitempty"`
		} `json:"product"`
		UID      string `json:"uid"`
		Sequence int64  `json:"sequence"`
		Session  string `json:"correlation_uid,omitempty"`
	}
)

func (x ocsf) Entry(e audit.Entry, _ []byte) error {
	v := ocsfEvent{Time: e.Time.UnixMilli(), Message: Line(e), Unmapped: e}
	v.Metadata.Version = "1.4.0"
	v.Metadata.Product.Name, v.Metadata.Product.Vendor, v.Metadata.Product.Version = "cloak", "cloak", e.Program
	v.Metadata.UID, v.Metadata.Sequence, v.Metadata.Session = e.Log+"/"+strconv.FormatInt(e.Seq, 10), e.Seq, e.Session
	if alarming(e) {
		v.Class, v.Category, v.Activity, v.ActivityIs = 2004, 2, 1, "Create"
		v.Severity, v.Status, v.Alert = 3, 1, true // medium; new: a finding's status is that of the work on it
		v.FindingInfo = map[string]any{"uid": v.Metadata.UID, "title": "cloak: " + title(e), "types": []string{plain(e.Event)}}
	} else {
		v.Class, v.Category, v.Activity, v.ActivityIs = 6003, 6, 99, plain(e.Event) // other: none of create, read, update and delete
		v.Severity, v.Status = 1, 1                                                 // informational; success
		if e.Result == audit.Failed.String() {
			v.Status = 2
		}
		v.Actor, v.API = map[string]any{"app_name": "cloak"}, map[string]any{"operation": plain(e.Event)}
		v.Source = map[string]any{"uid": e.Source, "name": "cloak"}
	}
	v.Type = v.Class*100 + v.Activity
	return x.enc.Encode(v)
}

// cef writes the Common Event Format, version 0, a line for each entry: in the header a backslash
// and a bar are escaped, in the extension a backslash and an equals sign.
type cef struct{ w io.Writer }

func (cef) Begin() error { return nil }
func (cef) End() error   { return nil }

func (x cef) Entry(e audit.Entry, _ []byte) error {
	severity := 1
	if alarming(e) {
		severity = 6
	}
	head := strings.NewReplacer(`\`, `\\`, `|`, `\|`)
	ext := strings.NewReplacer(`\`, `\\`, `=`, `\=`)
	var b strings.Builder
	fmt.Fprintf(&b, "CEF:0|cloak|cloak|%s|%s|%s|%d|rt=%d externalId=%d", head.Replace(plain(e.Program)), head.Replace(plain(e.Event)), head.Replace(title(e)), severity, e.Time.UnixMilli(), e.Seq)
	field := func(key, value string) {
		if value != "" {
			fmt.Fprintf(&b, " %s=%s", key, ext.Replace(value))
		}
	}
	field("deviceExternalId", plain(e.Source))
	field("cat", plain(e.Surface))
	field("outcome", plain(e.Result))
	field("reason", plain(e.Reason))
	field("destinationServiceName", plain(e.Upstream))
	for i, c := range [][2]string{{"prev", plain(e.Prev)}, {"log", plain(e.Log)}, {"method", plain(e.Method)}, {"entities", counts(e.Found)}, {"direction", plain(e.Direction)}, {"session", plain(e.Session)}} {
		if c[1] != "" {
			field(fmt.Sprintf("cs%dLabel", i+1), c[0])
			field(fmt.Sprintf("cs%d", i+1), c[1])
		}
	}
	for i, c := range []struct {
		label string
		n     int64
	}{{"values", replaced(e)}, {"restored", e.Restored}, {"crossed", e.Crossed}} {
		fmt.Fprintf(&b, " cn%dLabel=%s cn%d=%d", i+1, c.label, i+1, c.n)
	}
	const longest = 1023 // of msg
	msg := Line(e)
	field("msg", msg[:min(len(msg), longest)])
	b.WriteByte('\n')
	_, err := io.WriteString(x.w, b.String())
	return err
}

// counts are numbers by name in a word: email:1 ipv4:2.
func counts(m map[string]int) string {
	var parts []string
	for _, k := range slices.Sorted(maps.Keys(m)) {
		parts = append(parts, fmt.Sprintf("%s:%d", plain(k), m[k]))
	}
	return strings.Join(parts, " ")
}

// table is comma-separated values (RFC 4180), with all that an entry has. A cell never begins with
// what a spreadsheet takes for a formula.
type table struct {
	w       *csv.Writer
	columns []column
	row     []string
}

// A column is one of the table.
type column struct {
	name string
	cell func(e audit.Entry) string
}

func columns() []column {
	n := func(name string, f func(audit.Entry) int64) column {
		return column{name, func(e audit.Entry) string { return strconv.FormatInt(f(e), 10) }}
	}
	word := func(name string, f func(audit.Entry) string) column {
		return column{name, func(e audit.Entry) string { return plain(f(e)) }}
	}
	by := func(name string, f func(audit.Entry) map[string]int) column {
		return column{name, func(e audit.Entry) string { return counts(f(e)) }}
	}
	type E = audit.Entry
	return []column{
		n("seq", func(e E) int64 { return e.Seq }),
		word("time", func(e E) string { return e.Time.UTC().Format(time.RFC3339Nano) }),
		word("event", func(e E) string { return e.Event }),
		word("surface", func(e E) string { return e.Surface }),
		word("direction", func(e E) string { return e.Direction }),
		word("upstream", func(e E) string { return e.Upstream }),
		word("method", func(e E) string { return e.Method }),
		n("values", replaced),
		by("entities", func(e E) map[string]int { return e.Found }),
		by("hits", func(e E) map[string]int { return e.Hits }),
		by("tripped", func(e E) map[string]int { return e.Tripped }),
		by("wrote", func(e E) map[string]int { return e.Wrote }),
		by("typed", func(e E) map[string]int { return e.Typed }),
		by("skipped", func(e E) map[string]int { return e.Skipped }),
		n("restored", func(e E) int64 { return e.Restored }),
		n("missing", func(e E) int64 { return e.Missing }),
		n("crossed", func(e E) int64 { return e.Crossed }),
		n("kept", func(e E) int64 { return e.Kept }),
		n("refused", func(e E) int64 { return e.Refused }),
		n("files", func(e E) int64 { return e.Files }),
		n("ignored", func(e E) int64 { return e.Ignored }),
		n("in_bytes", func(e E) int64 { return e.In }),
		n("out_bytes", func(e E) int64 { return e.Out }),
		n("ms", func(e E) int64 { return e.Millis }),
		word("result", func(e E) string { return e.Result }),
		word("reason", func(e E) string { return e.Reason }),
		word("session", func(e E) string { return e.Session }),
		word("in_tag", func(e E) string { return e.InTag }),
		word("out_tag", func(e E) string { return e.OutTag }),
		word("policy", func(e E) string { return e.Policy }),
		word("pack", func(e E) string { return e.Pack }),
		word("bridge", func(e E) string { return e.Bridge }),
		n("generation", func(e E) int64 { return e.Gen }),
		n("torn_bytes", func(e E) int64 { return e.TornBytes }),
		n("lost", func(e E) int64 { return e.Lost }),
		n("first_kept", func(e E) int64 { return e.FirstKept }),
		word("program", func(e E) string { return e.Program }),
		word("log", func(e E) string { return e.Log }),
		word("source", func(e E) string { return e.Source }),
		word("prev", func(e E) string { return e.Prev }),
	}
}

func (x *table) Begin() error {
	var names []string
	for _, c := range x.columns {
		names = append(names, c.name)
	}
	return x.w.Write(names)
}

func (x *table) Entry(e audit.Entry, _ []byte) error {
	row := x.row[:0]
	for _, c := range x.columns {
		cell := c.cell(e)
		if cell != "" && strings.ContainsRune("=+-@", rune(cell[0])) {
			cell = "'" + cell
		}
		row = append(row, cell)
	}
	x.row = row
	return x.w.Write(row)
}

func (x *table) End() error {
	x.w.Flush()
	return x.w.Error()
}
