package view

import (
	"bufio"
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
		"csv":   func(w io.Writer) Writer { return &table{csv.NewWriter(w)} },
	}[name]
}

// Export writes a log in a form. What it has written when it fails is cut off.
func Export(ctx context.Context, dir string, form func(io.Writer) Writer, w io.Writer) error {
	out := bufio.NewWriterSize(w, 64<<10)
	x := form(out)
	if err := x.Begin(); err != nil {
		return err
	}
	if err := audit.Read(ctx, dir, x.Entry); err != nil {
		return err
	}
	if err := x.End(); err != nil {
		return err
	}
	return out.Flush()
}

// jsonLines are the lines as they are: they can be verified.
type jsonLines struct{ w io.Writer }

func (jsonLines) Begin() error { return nil }
func (jsonLines) End() error   { return nil }

func (x jsonLines) Entry(_ audit.Entry, line []byte) error {
	_, err := x.w.Write(append(slices.Clone(line), '\n'))
	return err
}

// severe reports whether an entry is more than a message that went its way.
func severe(e audit.Entry) bool {
	return e.Result == audit.Denied.String() || e.Result == audit.FailedClosed.String() || len(e.Tripped) > 0
}

// values is the number of values that were replaced.
func values(e audit.Entry) (n int64) {
	for _, k := range e.Found {
		n += int64(k)
	}
	return n
}

// ocsf writes events of the Open Cybersecurity Schema Framework 1.4.0: API Activity (6003), and
// Detection Finding (2004) for what was refused, or found by the second pass alone. What they have
// no attribute for is unmapped, under the names that the log has.
type ocsf struct{ enc *json.Encoder }

func (ocsf) Begin() error { return nil }
func (ocsf) End() error   { return nil }

type (
	ocsfEvent struct {
		Activity    int            `json:"activity_id"`
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
	v := ocsfEvent{Time: e.Time.UnixMilli(), Severity: 1, Status: 1, Message: Line(e), Unmapped: e}
	v.Metadata.Version = "1.4.0"
	v.Metadata.Product.Name, v.Metadata.Product.Vendor, v.Metadata.Product.Version = "cloak", "cloak", e.Program
	v.Metadata.UID, v.Metadata.Sequence, v.Metadata.Session = e.Log+"/"+strconv.FormatInt(e.Seq, 10), e.Seq, e.Session
	if e.Result != "" && e.Result != audit.OK.String() && e.Result != audit.Findings.String() {
		v.Status = 2 // failure
	}
	if severe(e) {
		v.Class, v.Category, v.Activity, v.Severity = 2004, 2, 1, 3 // created, of medium severity
		v.FindingInfo = map[string]any{"uid": v.Metadata.UID, "title": "cloak: " + strings.TrimSpace(plain(e.Event)+" "+plain(e.Result)), "types": []string{plain(e.Event)}}
	} else {
		v.Class, v.Category, v.Activity = 6003, 6, 99 // other: it is none of create, read, update and delete
		v.Actor, v.API = map[string]any{"app_name": "cloak"}, map[string]any{"operation": plain(e.Event)}
		v.Source = map[string]any{"uid": e.Source, "name": "cloak"}
	}
	v.Type = v.Class*100 + v.Activity
	return x.enc.Encode(v)
}

// cef writes the Common Event Format, version 0, a line for each entry.
type cef struct{ w io.Writer }

func (cef) Begin() error { return nil }
func (cef) End() error   { return nil }

func (x cef) Entry(e audit.Entry, _ []byte) error {
	severity := 1
	if severe(e) {
		severity = 6
	}
	head := strings.NewReplacer(`\`, `\\`, `|`, `\|`)
	ext := strings.NewReplacer(`\`, `\\`, `=`, `\=`)
	var b strings.Builder
	fmt.Fprintf(&b, "CEF:0|cloak|cloak|%s|%s|%s|%d|rt=%d externalId=%d", head.Replace(plain(e.Program)), head.Replace(plain(e.Event)), head.Replace(strings.TrimSpace(plain(e.Event)+" "+plain(e.Result))), severity, e.Time.UnixMilli(), e.Seq)
	field := func(key, value string) {
		if value != "" {
			fmt.Fprintf(&b, " %s=%s", key, ext.Replace(plain(value)))
		}
	}
	field("outcome", e.Result)
	field("reason", e.Reason)
	field("app", e.Surface)
	field("request", e.Method)
	for i, c := range [][2]string{{"prev", e.Prev}, {"log", e.Log}, {"upstream", e.Upstream}, {"entities", counts(e.Found)}, {"direction", e.Direction}, {"session", e.Session}} {
		if c[1] != "" {
			field(fmt.Sprintf("cs%dLabel", i+1), c[0])
			field(fmt.Sprintf("cs%d", i+1), c[1])
		}
	}
	for i, c := range []struct {
		label string
		n     int64
	}{{"values", values(e)}, {"restored", e.Restored}, {"crossed", e.Crossed}} {
		fmt.Fprintf(&b, " cn%dLabel=%s cn%d=%d", i+1, c.label, i+1, c.n)
	}
	b.WriteByte('\n')
	_, err := io.WriteString(x.w, b.String())
	return err
}

// counts are numbers by name in a word: email:1;ipv4:2.
func counts(m map[string]int) string {
	var parts []string
	for _, k := range slices.Sorted(maps.Keys(m)) {
		parts = append(parts, fmt.Sprintf("%s:%d", k, m[k]))
	}
	return strings.Join(parts, ";")
}

// table is comma-separated values (RFC 4180). A cell never begins with what a spreadsheet takes
// for a formula.
type table struct{ w *csv.Writer }

func (x *table) Begin() error {
	return x.w.Write([]string{
		"seq", "time", "event", "surface", "direction", "upstream", "method", "values", "entities", "tripped", "wrote", "typed", "skipped",
		"restored", "missing", "crossed", "kept", "refused", "in_bytes", "out_bytes", "ms", "result", "reason", "session", "policy", "program", "log", "source", "prev",
	})
}

func (x *table) Entry(e audit.Entry, _ []byte) error {
	n := func(i int64) string { return strconv.FormatInt(i, 10) }
	row := []string{
		n(e.Seq), e.Time.Format(time.RFC3339Nano), e.Event, e.Surface, e.Direction, e.Upstream, e.Method, n(values(e)), counts(e.Found), counts(e.Tripped), counts(e.Wrote), counts(e.Typed), counts(e.Skipped),
		n(e.Restored), n(e.Missing), n(e.Crossed), n(e.Kept), n(e.Refused), n(e.In), n(e.Out), n(e.Millis), e.Result, e.Reason, e.Session, e.Policy, e.Program, e.Log, e.Source, e.Prev,
	}
	for i, cell := range row {
		if cell != "" && strings.ContainsRune("=+-@\t\r", rune(cell[0])) {
			row[i] = "'" + cell
		}
	}
	return x.w.Write(row)
}

func (x *table) End() error {
	x.w.Flush()
	return x.w.Error()
}
