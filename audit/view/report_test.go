package view

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-052fbf24/cloak/audit"
)

func page1(t *testing.T, c Checked, s Stats) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, Report(&b, c, s))
	return b.String()
}

// A report loads nothing, runs nothing, and says so to the browser.
func TestReportLoadsNothing(t *testing.T) {
	t.Parallel()
	dir := usual(t)
	c, err := Check(t.Context(), dir, audit.VerifyOptions{})
	require.NoError(t, err)
	s, err := Count(t.Context(), dir, nil)
	require.NoError(t, err)
	text := page1(t, c, s)
	assert.Contains(t, text, `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`)
	assert.Empty(t, regexp.MustCompile(`(?i)<script|<link|<img|<iframe|\bon\w+=|\bsrc=|\bhref=|url\(|@import|https?:`).FindAllString(text, -1))

	// Each element that is opened is closed.
	d := xml.NewDecoder(strings.NewReader(regexp.MustCompile(`<meta[^>]*>`).ReplaceAllString(text, "")))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else {
			require.NoError(t, err)
		}
	}
}

// A chart has its numbers in a table, for who does not see it.
func TestReportHasTheNumbers(t *testing.T) {
	t.Parallel()
	s, err := Count(t.Context(), usual(t), nil)
	require.NoError(t, err)
	text := page1(t, Checked{OK: true}, s)
	assert.Contains(t, text, `<tr><td>2026-03-01</td><td class="n">5</td><td class="n">0</td><td class="n">2</td></tr><tr><td>2026-03-02</td><td class="n">0</td><td class="n">1</td><td class="n">4</td></tr>`)
	for _, row := range []string{`<td>email</td><td>…</td><td class="n">3</td>`, `<td>claude</td><td>…</td><td class="n">5</td>`, `<td>email</td><td>…</td><td class="n">40</td>`, `<td>ssn</td><td>…</td><td class="n">1</td>`, `<td>tripwire</td><td>…</td><td class="n">1</td>`} {
		assert.Regexp(t, strings.ReplaceAll(regexp.QuoteMeta(row), "…", ".*?"), text)
	}
	assert.Contains(t, text, "a column is a day; the highest has 5")
}

// What a report calls proven is what was checked.
func TestReportSaysWhatIsProven(t *testing.T) {
	t.Parallel()
	const (
		whole, part, bad = `class="good"`, `class="part"`, `class="bad"`
		noKey, noAnchor  = "Signatures were not checked.", "It was held to no anchor."
		unchanged        = "No record was changed"
		anew             = "unless all behind it was written anew"
	)
	signed := audit.Report{SignedBy: "k", Checkpoints: 1}
	anchored := audit.Report{Anchors: 1}
	both := audit.Report{SignedBy: "k", Checkpoints: 1, Anchors: 1}
	for _, tt := range []struct {
		name      string
		c         Checked
		has, lack []string
	}{
		{"both", Checked{OK: true, Report: both}, []string{whole, unchanged}, []string{part, bad, noKey, noAnchor, anew}},
		{"a key", Checked{OK: true, Report: signed}, []string{part, noAnchor, unchanged}, []string{whole, bad, noKey, anew}},
		{"an anchor", Checked{OK: true, Report: anchored}, []string{part, noKey, unchanged}, []string{whole, bad, noAnchor, anew}},
		{"neither", Checked{OK: true}, []string{part, noKey, noAnchor, unchanged, anew}, []string{whole, bad}},
		{"broken", Checked{Fault: "record 3: <it>", Report: both}, []string{bad, "record 3: &lt;it&gt;", "Nothing, but that"}, []string{whole, part, unchanged}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			text := page1(t, tt.c, Stats{})
			for _, x := range tt.has {
				assert.Contains(t, text, x)
			}
			for _, x := range tt.lack {
				assert.NotContains(t, text, x)
			}
			assert.Contains(t, text, "that everything was found")
		})
	}
	c := Checked{OK: true, Seen: []string{"1 anchor that agrees"}, Unseen: []string{"what came behind"}}
	proven, not, _ := strings.Cut(page1(t, c, Stats{}), "<h2>What is not</h2>")
	assert.Contains(t, proven, "<li>1 anchor that agrees</li>")
	assert.Contains(t, not, "<li>what came behind</li>")
}

// The chart over time shows the days on which there was nothing, and has few columns however long
// it is.
func TestOverTime(t *testing.T) {
	t.Parallel()
	days := func(n int, step int) map[string]DayStats {
		m := map[string]DayStats{}
		for i := range n {
			m[time.Date(2026, 1, 1+i*step, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)] = DayStats{Values: int64(i + 1), Records: 1}
		}
		return m
	}
	x := over(days(2, 3))
	require.Len(t, x.Spans, 4)
	assert.Equal(t, []string{"1", "0", "0", "2"}, []string{x.Spans[0].Values, x.Spans[1].Values, x.Spans[2].Values, x.Spans[3].Values})
	assert.Equal(t, []any{"2026-01-01", "2026-01-04", 1, "2"}, []any{x.First, x.Last, x.Days, x.Most})
	assert.Equal(t, []float64{60, 0, 0, 120}, []float64{x.Spans[0].Height, x.Spans[1].Height, x.Spans[2].Height, x.Spans[3].Height})

	x = over(days(92, 1))
	assert.Equal(t, []int{92, 1}, []int{len(x.Spans), x.Days})
	x = over(days(93, 1))
	assert.Equal(t, []int{14, 7}, []int{len(x.Spans), x.Days})
	assert.Equal(t, "2026-01-01 to 2026-01-07", x.Spans[0].Name)
	assert.Equal(t, "28", x.Spans[0].Values)
	assert.Equal(t, "2026-04-02 to 2026-04-03", x.Spans[13].Name, "it ends with the last day")

	// From a clock that somebody has set.
	x = over(map[string]DayStats{"0000-01-01": {Values: 1}, "9999-12-31": {Values: -5}})
	assert.LessOrEqual(t, len(x.Spans), 92)
	for _, s := range x.Spans {
		assert.GreaterOrEqual(t, s.Height, 0.0)
		assert.LessOrEqual(t, s.X+s.Width, 720.0)
	}
	assert.Empty(t, over(nil).Spans)
}

func TestBars(t *testing.T) {
	t.Parallel()
	m := map[string]int64{}
	for i := range int64(25) {
		m[string(rune('a'+i))] = i + 1
	}
	all := bars(m)
	require.Len(t, all, 21)
	assert.Equal(t, bar{"y", "25", 100}, all[0])
	assert.Equal(t, bar{"x", "24", 96}, all[1])
	assert.Equal(t, bar{"5 others", "15", 60}, all[20])
	assert.Equal(t, 100.0, bars(map[string]int64{"huge": 1 << 62})[0].Width)
	assert.Nil(t, bars(nil))
}
