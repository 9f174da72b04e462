package audit

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// No field of a record takes text: strings are in types that nobody else can make, but for names,
// which are checked.
func TestRecordTakesNoText(t *testing.T) {
	made := []reflect.Type{reflect.TypeFor[Name](), reflect.TypeFor[Session](), reflect.TypeFor[Tag](), reflect.TypeFor[own]()}
	var look func(path string, x reflect.Type)
	look = func(path string, x reflect.Type) {
		for _, m := range made {
			if x == m {
				for i := range x.NumField() {
					assert.False(t, x.Field(i).IsExported(), "%s.%s can be set", path, x.Field(i).Name)
				}
				return
			}
		}
		switch x.Kind() {
		case reflect.Struct:
			for i := range x.NumField() {
				look(path+"."+x.Field(i).Name, x.Field(i).Type)
			}
		case reflect.Map:
			look(path, x.Key())
			look(path, x.Elem())
		case reflect.Bool, reflect.Int, reflect.Int64, reflect.Uint8:
		default:
			t.Errorf("%s is a %s", path, x)
		}
	}
	look("Record", reflect.TypeFor[Record]())
}

func TestNames(t *testing.T) {
	for _, s := range []string{"fs", "tools/call", "EMAIL", "us_ssn", "a-b", "x1234y5678", strings.Repeat("a", 48)} {
		n, err := NewName(s)
		require.NoError(t, err, s)
		assert.Equal(t, s, n.String())
	}
	for _, s := range []string{
		"", "1a", "-a", "a b", "a.b", "a@b", "a:b", "ann.lee@corp.example", "card4111-1111x11111", "a12345", "tel+49", "naïve", "a\n", strings.Repeat("a", 49), "a\"b", "a\\b",
	} {
		_, err := NewName(s)
		assert.Error(t, err, s)
	}
	assert.Equal(t, "other", NameOf("a b").String())
	assert.Empty(t, NameOf("").String())
	assert.Equal(t, Counts{NameOf("email"): 3, NameOf("other"): 4}, Count(map[string]int{"EMAIL": 1, "Email": 2, "a b": 4}))
	assert.Nil(t, Count(map[string]int{}))
}

// A line says everything that a record has, and every word of the closed lists is one.
func TestLine(t *testing.T) {
	cfg := testConfig(t)
	cfg.Version = "v1.2\n\"é\"(devel)"
	l := open(t, cfg)
	s, err := l.NewSession()
	require.NoError(t, err)
	one := Count(map[string]int{"A": 1})
	r := Record{
		Event: EventRelay, Surface: SurfaceMCP, Session: s, Direction: ToTool, Upstream: NameOf("fs"), Method: NameOf("tools/call"),
		Found: one, Hits: one, Tripped: one, Wrote: one, Typed: one, Skipped: one,
		Restored: 1, Missing: 2, Crossed: 3, Kept: 4, Refused: 5, Files: 6, Ignored: 7, In: 1, Out: 257, InTag: l.Tag("a", nil), OutTag: l.Tag("b", nil),
		Policy: l.Tag("c", nil), Pack: l.Tag("d", nil), Bridge: l.Tag("e", nil), Generation: 8, Duration: time.Millisecond + 1, FIPS: true, Result: Denied, Reason: ReasonScope,
	}
	require.NoError(t, l.Append(t.Context(), r))
	for i := EventStart; i < EventKey; i++ {
		require.NoError(t, l.Append(t.Context(), Record{Event: i}))
	}
	require.NoError(t, l.Close())
	var lines []Entry
	require.NoError(t, Read(t.Context(), cfg.Dir, func(e Entry, line []byte) error {
		lines = append(lines, e)
		var members map[string]any
		require.NoError(t, json.Unmarshal(line, &members))
		if e.Seq == 1 {
			want := map[string]int{"a": 1}
			assert.Equal(t, Entry{
				Prev: e.Prev, Seq: 1, Time: e.Time, Version: 1, Log: l.ID(), Source: l.src, Event: "relay", Surface: "mcp", Session: s.String(), Direction: "to_tool", Upstream: "fs", Method: "tools/call",
				Found: want, Hits: want, Tripped: want, Wrote: want, Typed: want, Skipped: want,
				Restored: 1, Missing: 2, Crossed: 3, Kept: 4, Refused: 5, Files: 6, Ignored: 7, In: 256, Out: 512,
				InTag: r.InTag.String(), OutTag: r.OutTag.String(), Policy: r.Policy.String(), Pack: r.Pack.String(), Bridge: r.Bridge.String(), Gen: 8,
				Millis: 2, FIPS: true, Program: "v1.2(devel)", Result: "denied", Reason: "scope",
			}, e)
			assert.Len(t, members, 38, "a member that is not read")
		}
		return nil
	}))
	for i, e := range lines[2:] {
		assert.Equal(t, Event(i+1).String(), e.Event)
	}
	assert.Len(t, reasonWords, int(ReasonInternal)+1)
	assert.Len(t, resultWords, int(Failed)+1)
	assert.Len(t, surfaceWords, int(SurfaceScan)+1)
	assert.Len(t, directionWords, int(ToTool)+1)
	assert.Len(t, eventWords, int(EventPruned)+1)
	l = open(t, cfg)
	for _, r := range []Record{{}, {Event: EventKey}, {Event: EventPruned}, {Event: 99}, {Event: EventStart, Surface: 99}, {Event: EventStart, Result: 99}, {Event: EventStart, Reason: 99}, {Event: EventStart, Direction: 99}} {
		assert.Error(t, l.Append(t.Context(), r))
	}
	require.NoError(t, l.Close())
	assert.ErrorIs(t, l.Append(t.Context(), Record{Event: EventStart}), ErrClosed)
}
