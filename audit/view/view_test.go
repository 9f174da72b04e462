package view

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-052fbf24/cloak/audit"
)

const logID = "00112233445566778899aabbccddeeff"

// written makes a log whose chain holds, of lines from ,"ev" on; a segment begins with each part.
// Anybody can make one: so the words may be any.
func written(t *testing.T, parts ...[]string) string {
	t.Helper()
	dir := t.TempDir()
	prev := sha256.Sum256([]byte("cloak-audit/v1\n" + logID))
	at := time.Date(2026, 3, 1, 23, 59, 58, 0, time.UTC)
	seq := 0
	for _, bodies := range parts {
		var b bytes.Buffer
		name := fmt.Sprintf("%016d.jsonl", seq)
		for _, body := range bodies {
			line := fmt.Sprintf(`{"prev":"%x","seq":%d,"ts":"%s","v":1,"log":"%s","src":"0123456789abcdef","ev":%s}`, prev, seq, at.Format("2006-01-02T15:04:05.000000Z"), logID, body)
			b.WriteString(line + "\n")
			prev = sha256.Sum256([]byte("\x00" + line))
			seq++
			at = at.Add(time.Second)
		}
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), b.Bytes(), 0o600))
	}
	return dir
}

// hostile are entries as somebody writes them who wants to harm whoever looks: terminals,
// spreadsheets, browsers, and parsers of lines.
func hostile(t *testing.T) string {
	return written(t, []string{
		`"key","up":"=1+1","method":"@SUM(A1)","res":"-2+3","err":"+4"`,
		`"sanitize","surface":"\u001b[31mred\u0007","up":"<script>alert(1)</script>","n":{"=cmd|x":1,"a\nb":2},"res":"ok\r\n9 forged"`,
		`"a|b\\c=d","method":"x=y|z\\ cs1=forged","ver":"v|1","res":"denied"`,
	})
}

func TestHostileWords(t *testing.T) {
	t.Parallel()
	dir := hostile(t)
	s, err := Count(t.Context(), dir, nil)
	require.NoError(t, err)
	var tail strings.Builder
	require.NoError(t, Tail(t.Context(), dir, 9, false, func(e audit.Entry, _ []byte) error {
		tail.WriteString(Line(e) + "\n")
		return nil
	}))
	var report bytes.Buffer
	require.NoError(t, Report(&report, Checked{OK: true}, s))
	for name, text := range map[string]string{"stats": s.Text(), "tail": tail.String(), "cef": exported(t, dir, "cef"), "ocsf": exported(t, dir, "ocsf"), "csv": exported(t, dir, "csv"), "report": report.String()} {
		for _, c := range text {
			if c != '\n' && c < ' ' || c == 0x7f {
				t.Errorf("%s: a control character %q", name, c)
			}
		}
		assert.NotContains(t, text, "\n9 forged", name)
	}
	assert.Equal(t, 3, strings.Count(tail.String(), "\n"))
	assert.NotContains(t, report.String(), "<script")
	assert.Contains(t, report.String(), "&lt;script&gt;alert(1)&lt;/script&gt;")
}

func TestSpreadsheetFormulas(t *testing.T) {
	t.Parallel()
	rows, err := csv.NewReader(strings.NewReader(exported(t, hostile(t), "csv"))).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 4)
	for _, row := range rows[1:] {
		for i, cell := range row {
			if strings.ContainsAny(cell[:min(1, len(cell))], "=+-@\t\r") {
				t.Errorf("column %s begins with %q", rows[0][i], cell[0])
			}
		}
	}
	first := cells(rows[0], rows[1])
	assert.Equal(t, "'=1+1", first["upstream"])
	assert.Equal(t, "'@SUM(A1)", first["method"])
	assert.Equal(t, "'-2+3", first["result"])
	assert.Equal(t, "'+4", first["reason"])
	assert.Equal(t, `'=cmd|x:1 "a\nb":2`, cells(rows[0], rows[2])["entities"])
}

func cells(names, row []string) map[string]string {
	m := map[string]string{}
	for i, name := range names {
		m[name] = row[i]
	}
	return m
}

func exported(t *testing.T, dir, format string) string {
	t.Helper()
	var b bytes.Buffer
	n, err := Export(t.Context(), dir, Format(format), &b, nil)
	require.NoError(t, err)
	lines := strings.Count(b.String(), "\n")
	if format == "csv" {
		lines--
	}
	assert.EqualValues(t, lines, n, "an entry is a line")
	return b.String()
}

// usual has what a log has.
func usual(t *testing.T) string {
	return written(t, []string{
		`"key","ver":"v1.2.3","vkey":"k"`,
		`"sanitize","surface":"cli","ses":"5555","dir":"to_model","up":"claude","method":"tools/call","n":{"email":3,"ipv4":2},"hits":{"detector":5},"in_b":512,"out_b":768,"in_tag":"aa","out_tag":"bb","pol":"cc","pack":"dd","bridge":"ee","gen":4,"dur_ms":7,"ver":"v1.2.3","res":"ok"`,
		`"relay","surface":"mcp","dir":"to_tool","up":"claude","trip":{"ssn":1},"refused":1,"res":"denied","err":"tripwire"`,
		`"restore","surface":"mcp","restored":6,"crossed":2,"res":"failed","err":"upstream"`,
		`"scan","surface":"scan","n":{"email":40},"files":3,"ignored":1,"res":"findings"`,
		`"gap","torn_b":9,"lost":2`,
	})
}

func TestCount(t *testing.T) {
	t.Parallel()
	dir := usual(t)
	bytes := 0
	s, err := Count(t.Context(), dir, func(n int) { bytes += n })
	require.NoError(t, err)
	assert.Equal(t, `6 records, 2026-03-01T23:59:58Z … 2026-03-02T00:00:03Z
records by event: gap 1, key 1, relay 1, restore 1, sanitize 1, scan 1
values replaced: email 3, ipv4 2
by surface: cli 5
by upstream: claude 5
found by scans, and left: email 40
found by the second pass alone: ssn 1
records by result: denied 1, failed 1, findings 1, ok 1
by reason: tripwire 1, upstream 1
6 restored, 2 crossed from one upstream to another, 2 records lost
`, s.Text())
	assert.Equal(t, map[string]DayStats{"2026-03-01": {Records: 2, Values: 5}, "2026-03-02": {Records: 4, Restored: 6, Refused: 1}}, s.Days)
	size, err := Size(dir)
	require.NoError(t, err)
	assert.EqualValues(t, size, bytes)
}

// Whoever writes a log's lines does not decide how much memory it takes to read it.
func TestCountIsBounded(t *testing.T) {
	t.Parallel()
	var lines []string
	for i := range mostNames + 5 {
		lines = append(lines, fmt.Sprintf(`"sanitize","up":"u%d","n":{"email":1}`, i))
	}
	s, err := Count(t.Context(), written(t, lines), nil)
	require.NoError(t, err)
	assert.Len(t, s.Upstreams, mostNames+1)
	assert.EqualValues(t, 5, s.Upstreams[others])
}

func TestOCSF(t *testing.T) {
	t.Parallel()
	var events []map[string]any
	for line := range strings.Lines(exported(t, usual(t), "ocsf")) {
		var v map[string]any
		require.NoError(t, json.Unmarshal([]byte(line), &v))
		events = append(events, v)
	}
	require.Len(t, events, 6)
	for i, v := range events {
		meta := v["metadata"].(map[string]any)
		assert.Equal(t, "1.4.0", meta["version"])
		product := meta["product"].(map[string]any)
		assert.Equal(t, []any{"cloak", "cloak"}, []any{product["name"], product["vendor_name"]})
		assert.EqualValues(t, i, meta["sequence"])
		assert.Equal(t, fmt.Sprintf("%s/%d", logID, i), meta["uid"])
		assert.EqualValues(t, 1772409598000+1000*i, v["time"], "milliseconds")
		assert.EqualValues(t, v["class_uid"].(float64)*100+v["activity_id"].(float64), v["type_uid"])
		assert.EqualValues(t, int(v["class_uid"].(float64))/1000, v["category_uid"])
		assert.NotEmpty(t, v["activity_name"])
		assert.NotEmpty(t, v["unmapped"].(map[string]any)["prev"])
		assert.EqualValues(t, i, v["unmapped"].(map[string]any)["seq"])
		switch v["class_uid"] {
		case 6003.0:
			assert.Equal(t, []any{99.0, 1.0}, []any{v["activity_id"], v["severity_id"]})
			assert.NotEmpty(t, v["api"].(map[string]any)["operation"])
			assert.NotEmpty(t, v["actor"].(map[string]any)["app_name"])
			assert.NotEmpty(t, v["src_endpoint"].(map[string]any)["uid"])
		case 2004.0:
			assert.Equal(t, []any{1.0, 3.0, 1.0, true}, []any{v["activity_id"], v["severity_id"], v["status_id"], v["is_alert"]}, "a new finding")
			assert.NotEmpty(t, v["finding_info"].(map[string]any)["uid"])
			assert.NotEmpty(t, v["finding_info"].(map[string]any)["title"])
		}
	}
	of := func(key string) (all []any) {
		for _, v := range events {
			all = append(all, v[key])
		}
		return all
	}
	assert.Equal(t, []any{6003.0, 6003.0, 2004.0, 6003.0, 6003.0, 2004.0}, of("class_uid"), "what was refused, tripped or lost is a finding")
	assert.Equal(t, []any{1.0, 1.0, 1.0, 2.0, 1.0, 1.0}, of("status_id"), "what failed is a failure")
}

func TestCEF(t *testing.T) {
	t.Parallel()
	lines := strings.Split(exported(t, usual(t), "cef"), "\n")
	prev := cells(firstRows(t, exported(t, usual(t), "csv"), 1))["prev"]
	assert.Equal(t, "CEF:0|cloak|cloak|v1.2.3|sanitize|sanitize ok|1|rt=1772409599000 externalId=1 deviceExternalId=0123456789abcdef cat=cli outcome=ok destinationServiceName=claude "+
		"cs1Label=prev cs1="+prev+" cs2Label=log cs2="+logID+" cs3Label=method cs3=tools/call cs4Label=entities cs4=email:3 ipv4:2 cs5Label=direction cs5=to_model cs6Label=session cs6=5555 "+
		"cn1Label=values cn1=5 cn2Label=restored cn2=0 cn3Label=crossed cn3=0 msg=1 2026-03-01T23:59:59Z sanitize cli to_model claude tools/call email:3 ipv4:2 ok", lines[1])
	assert.Contains(t, lines[2], "|relay denied|6|")
	assert.Contains(t, lines[4], " cn1=0 ", "a scan replaces nothing")

	forged := strings.Split(exported(t, hostile(t), "cef"), "\n")[2]
	assert.True(t, strings.HasPrefix(forged, `CEF:0|cloak|cloak|v\|1|a\|b\\c=d|a\|b\\c=d denied|6|rt=`), "bars and backslashes of the header are escaped")
	assert.Contains(t, forged, `cs3="x\=y|z\\\\ cs1\=forged"`, "and equals signs of the extension")
}

func firstRows(t *testing.T, text string, n int) (names, row []string) {
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	require.NoError(t, err)
	return rows[0], rows[1+n]
}

func TestCSV(t *testing.T) {
	t.Parallel()
	names, row := firstRows(t, exported(t, usual(t), "csv"), 1)
	got := cells(names, row)
	delete(got, "prev")
	want := map[string]string{
		"seq": "1", "time": "2026-03-01T23:59:59Z", "event": "sanitize", "surface": "cli", "direction": "to_model", "upstream": "claude", "method": "tools/call", "values": "5", "entities": "email:3 ipv4:2", "hits": "detector:5",
		"in_bytes": "512", "out_bytes": "768", "in_tag": "aa", "out_tag": "bb", "policy": "cc", "pack": "dd", "bridge": "ee", "generation": "4", "ms": "7", "program": "v1.2.3", "result": "ok", "session": "5555", "log": logID, "source": "0123456789abcdef",
	}
	for _, name := range []string{"restored", "missing", "crossed", "kept", "refused", "files", "ignored", "torn_bytes", "lost", "first_kept"} {
		want[name] = "0"
	}
	for _, name := range []string{"tripped", "wrote", "typed", "skipped", "reason"} {
		want[name] = ""
	}
	assert.Equal(t, want, got)
}

// The lines as they are can be verified; with seq and prev, every form tells that a log was changed.
func TestExportsAreAnchors(t *testing.T) {
	t.Parallel()
	dir := usual(t)
	copied := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(copied, "0000000000000000.jsonl"), []byte(exported(t, dir, "jsonl")), 0o600))
	a, err := audit.Verify(t.Context(), dir, audit.VerifyOptions{})
	require.NoError(t, err)
	b, err := audit.Verify(t.Context(), copied, audit.VerifyOptions{Anchors: []audit.Head{a.Head()}})
	require.NoError(t, err)
	assert.Equal(t, a.Root, b.Root)
	lines := strings.Split(exported(t, dir, "jsonl"), "\n")
	for i := 1; i < 6; i++ {
		h := sha256.Sum256([]byte("\x00" + lines[i-1]))
		for _, format := range []string{"ocsf", "cef", "csv"} {
			text := strings.Split(exported(t, dir, format), "\n")
			at := i
			if format == "csv" {
				at++
			}
			assert.Contains(t, text[at], hex.EncodeToString(h[:]), format)
		}
	}
}

func TestBrokenChains(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, old, new string
		last           int64 // that was shown
		want           string
	}{
		{"changed", `"surface":"cli"`, `"surface":"lib"`, 1, "record 2: the record before it is not the one that it names"},
		{"numbered anew", `"seq":1`, `"seq":2`, 0, "record 1: it is not the next one"},
		{"of another log", `","seq":1,"ts":"2026-03-01T23:59:59.000000Z","v":1,"log":"0`, `","seq":1,"ts":"2026-03-01T23:59:59.000000Z","v":1,"log":"1`, 0, "record 1: it is of another log"},
		{"no line", `{"prev":`, `{"prov":`, -1, "it is no line of a log"},
		{"begun anew", `"src":"0`, `"src":"1`, 0, "record 1: the record before it is not the one that it names"},
		{"of no beginning", `"v":1,"log":"0`, `"v":1,"log":"1`, -1, "record 0: the record before it is not the one that it names"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := usual(t)
			name := filepath.Join(dir, "0000000000000000.jsonl")
			b, err := os.ReadFile(name)
			require.NoError(t, err)
			changed := strings.Replace(string(b), tt.old, tt.new, 1)
			require.NotEqual(t, string(b), changed)
			require.NoError(t, os.WriteFile(name, []byte(changed), 0o600))

			s, err := Count(t.Context(), dir, nil)
			isBroken(t, err, tt.want)
			assert.Equal(t, tt.last+1, s.Records)
			var out bytes.Buffer
			n, err := Export(t.Context(), dir, Format("jsonl"), &out, nil)
			isBroken(t, err, tt.want)
			assert.Equal(t, tt.last+1, n)
			assert.EqualValues(t, n, strings.Count(out.String(), "\n"), "what was read is written")
			last := int64(-1)
			err = Tail(t.Context(), dir, 100, false, func(e audit.Entry, _ []byte) error {
				last = e.Seq
				return nil
			})
			isBroken(t, err, tt.want)
			assert.Equal(t, tt.last, last)
		})
	}
}

func isBroken(t *testing.T, err error, want string) {
	t.Helper()
	var fault *audit.FaultError
	require.ErrorAs(t, err, &fault)
	assert.Equal(t, audit.Broken, fault.Fault)
	assert.Contains(t, err.Error(), want)
}

// What is not a fault of the log is told as it is.
func TestReadingErrors(t *testing.T) {
	t.Parallel()
	var fault *audit.FaultError
	_, err := Count(t.Context(), filepath.Join(t.TempDir(), "missing"), nil)
	require.ErrorIs(t, err, os.ErrNotExist)
	assert.False(t, errors.As(err, &fault))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = Count(ctx, usual(t), nil)
	require.ErrorIs(t, err, context.Canceled)
	full := errors.New("the disk is full")
	_, err = Export(t.Context(), usual(t), Format("csv"), failing{full}, nil)
	require.ErrorIs(t, err, full)
	require.Nil(t, Format("xml"))
	for _, name := range Formats() {
		require.NotNil(t, Format(name), name)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }
