package audit

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-052fbf24/cloak/internal/testutil"
)

// A vector is a log, what it is held to, and how cloak audit verify ends with it. Contents are bytes as runes, so that JSON can have them.
type vector struct {
	Name   string            `json:"name"`
	Exit   int               `json:"exit"`
	Key    string            `json:"key,omitempty"`
	Anchor string            `json:"anchor,omitempty"`
	Files  map[string]string `json:"files"`
}

func runes(b []byte) string {
	var s strings.Builder
	for _, c := range b {
		s.WriteRune(rune(c))
	}
	return s.String()
}

func octets(s string) (b []byte) {
	for _, c := range s {
		b = append(b, byte(c))
	}
	return b
}

// A folder is a log's files.
type folder map[string]string

func (f folder) with(name, content string) folder {
	g := maps.Clone(f)
	g[name] = content
	return g
}

func (f folder) without(name string) folder {
	g := maps.Clone(f)
	delete(g, name)
	return g
}

// segments are the names of segments, in order.
func (f folder) segments() (names []string) {
	for _, n := range slices.Sorted(maps.Keys(f)) {
		if strings.HasSuffix(n, segmentSuffix) {
			names = append(names, n)
		}
	}
	return names
}

// lines changes those of the first segment.
func (f folder) lines(change func([]string) []string) folder {
	name := f.segments()[0]
	lines := strings.Split(strings.TrimSuffix(f[name], "\n"), "\n")
	return f.with(name, strings.Join(change(lines), "\n")+"\n")
}

// line changes one of the first segment.
func (f folder) line(i int, from, to string) folder {
	return f.lines(func(lines []string) []string {
		if !strings.Contains(lines[i], from) {
			panic("line " + fmt.Sprint(i) + " has no such text: " + from)
		}
		lines[i] = strings.Replace(lines[i], from, to, 1)
		return lines
	})
}

// chained has each line name the one before it, and its number: as somebody would who writes a log
// anew.
func chained(lines []string) []string {
	for i, line := range lines {
		h, err := parseHeader([]byte(line))
		if err != nil {
			panic(err)
		}
		prev := genesis(string(h.log))
		if i > 0 {
			prev, _ = leafHash([]byte(lines[i-1]), nil)
		}
		_, rest, _ := strings.Cut(line, `,"ts":`)
		lines[i] = fmt.Sprintf(`{"prev":"%s","seq":%d,"ts":%s`, hex.EncodeToString(prev[:]), i, rest)
	}
	return lines
}

// linked has each line name the one before it, and changes nothing else.
func (f folder) linked() folder {
	g := maps.Clone(f)
	last := ""
	for _, name := range f.segments() {
		lines := strings.Split(strings.TrimSuffix(f[name], "\n"), "\n")
		for i, line := range lines {
			if last != "" {
				h, _ := leafHash([]byte(last), nil)
				line = `{"prev":"` + hex.EncodeToString(h[:]) + line[len(`{"prev":"`)+64:]
			}
			lines[i], last = line, line
		}
		g[name] = strings.Join(lines, "\n") + "\n"
	}
	return g
}

// notes are a folder's checkpoints, one by one.
func (f folder) notes() []string {
	notes, _ := splitNotes([]byte(f[checkpointName]))
	var all []string
	for _, n := range notes {
		all = append(all, string(n)+"\n")
	}
	return all
}

func (f folder) signed(notes ...string) folder {
	return f.with(checkpointName, strings.Join(notes, ""))
}

// A maker makes logs, the same ones each time.
type maker struct {
	t    testing.TB
	cfg  Config
	log  *Log
	key  string
	head []Head
}

func newMaker(t testing.TB, seed byte, segment int64) *maker {
	m := &maker{t: t, cfg: testConfig(t)}
	now := time.Date(2026, 11, 30, 1, 52, 32, 0, time.UTC)
	m.cfg.Rand, m.cfg.Version, m.cfg.SegmentSize = &steady{seed}, "v1.0.0", segment
	m.cfg.Now = func() time.Time { now = now.Add(time.Millisecond); return now }
	m.open()
	return m
}

func (m *maker) open() {
	m.log = open(m.t, m.cfg)
	m.key = m.log.VerifierKey()
}

func (m *maker) close() { require.NoError(m.t, m.log.Close()) }

// add appends n records of a kind.
func (m *maker) add(n int, e Event) {
	for i := range n {
		r := sample()
		r.Event, r.Found = e, Count(map[string]int{"EMAIL": i + 1})
		require.NoError(m.t, m.log.Append(m.t.Context(), r))
	}
}

func (m *maker) sign() Head {
	h, err := m.log.Checkpoint(m.t.Context())
	require.NoError(m.t, err)
	m.head = append(m.head, h)
	return h
}

// files are what is there now.
func (m *maker) files() folder {
	f := folder{}
	entries, err := os.ReadDir(m.cfg.Dir)
	require.NoError(m.t, err)
	for _, e := range entries {
		if e.Name() != lockName {
			b, err := os.ReadFile(filepath.Join(m.cfg.Dir, e.Name()))
			require.NoError(m.t, err)
			f[e.Name()] = string(b)
		}
	}
	return f
}

// everyField is a record in which everything is said.
func everyField(l *Log, s Session) Record {
	one := Count(map[string]int{"IBAN": 1})
	t := l.Tag("policy", []byte("x"))
	return Record{
		Event: EventRestore, Surface: SurfaceMCP, Session: s, Direction: ToTool, Upstream: NameOf("fs"), Method: NameOf("tools/call"),
		Found: one, Hits: one, Tripped: one, Wrote: one, Typed: one, Skipped: one, Restored: 1, Missing: 2, Crossed: 3, Kept: 4, Refused: 5, Files: 6, Ignored: 7,
		In: 1, Out: maxInt, InTag: t, OutTag: t, Policy: t, Pack: t, Bridge: t, Generation: 8, Duration: time.Hour, FIPS: true, Result: Denied, Reason: ReasonScope,
	}
}

// vectors makes all of them.
func vectors(t testing.TB) (all []vector) {
	whole := newMaker(t, 0, 0) // nine records and the first, signed at 1, 4, 8 and 10
	whole.add(3, EventSanitize)
	at4 := whole.sign()
	whole.add(4, EventRestore)
	at8 := whole.sign()
	whole.add(2, EventScan)
	before := whole.files()
	whole.close()
	w, key := whole.files(), whole.key
	whole.open()
	whole.add(5, EventSanitize)
	whole.close()
	grown := whole.files()

	other := newMaker(t, 100, 0)
	other.add(6, EventSanitize)
	at7 := other.sign()
	other.close()
	o := other.files()

	again := newMaker(t, 0, 0) // of the same key, but other records
	again.add(3, EventScan)
	other4 := again.sign()
	again.add(6, EventScan)
	again.close()

	cut := newMaker(t, 50, 1500) // in several segments
	cut.add(9, EventSanitize)
	mid := cut.sign()
	cut.add(9, EventRestore)
	cut.close()
	r := cut.files()
	names := r.segments()
	require.Greater(t, len(names), 3)
	cut.open()
	_, err := cut.log.Prune(t.Context(), cut.cfg.Now().Add(time.Hour))
	require.NoError(t, err)
	pruned := cut.files()
	cut.add(9, EventSanitize)
	cut.close()
	later := cut.files()

	cut.open()
	require.NoError(t, cut.log.locked(t.Context(), func() error { // killed before it was signed, and before anything was deleted
		if err := cut.log.follow(); err != nil {
			return err
		}
		return cut.log.write([][]byte{cut.log.body(Record{Event: EventPruned, own: own{kept: cut.log.at.segment}})})
	}))
	interrupted := cut.files()

	few := newMaker(t, 90, 1500) // a part of it is pruned
	few.add(9, EventSanitize)
	kept := few.sign()
	then := few.cfg.Now()
	few.add(9, EventRestore)
	_, err = few.log.Prune(t.Context(), then)
	require.NoError(t, err)
	few.close()
	some := few.files()

	torn := newMaker(t, 60, 0)
	torn.add(3, EventSanitize)
	torn.close()
	f, err := os.OpenFile(filepath.Join(torn.cfg.Dir, segmentName(0)), os.O_APPEND|os.O_WRONLY, 0)
	require.NoError(t, err)
	_, err = f.WriteString(`{"prev":"`)
	require.NoError(t, err)
	require.NoError(t, f.Close())
	unhealed := torn.files()
	torn.open()
	torn.add(2, EventSanitize)
	torn.close()
	healed := torn.files()

	one := newMaker(t, 70, 0)
	one.close()
	full := newMaker(t, 80, 0)
	s, err := full.log.NewSession()
	require.NoError(t, err)
	require.NoError(t, full.log.Append(t.Context(), everyField(full.log, s)))
	full.close()

	a := func(hs ...Head) string {
		var b []byte
		for _, h := range hs {
			b = append(b, h.Format()...)
		}
		return string(b)
	}
	bare := func(h Head) string { h.Note = nil; return string(h.Format()) }
	last := len(w.notes()) - 1
	n := w.notes()
	unchained := func(f folder) folder { return f.lines(chained) }
	mangled := func(note, from, to string) string {
		require.Contains(t, note, from)
		return strings.Replace(note, from, to, 1)
	}
	add := func(exit int, name, key, anchor string, f folder) {
		v := vector{Name: name, Exit: exit, Key: key, Anchor: runes([]byte(anchor)), Files: map[string]string{}}
		for n, b := range f {
			v.Files[n] = runes([]byte(b))
		}
		all = append(all, v)
	}
	shift := func(f folder) folder { // what a cut of a segment and its name would be
		return f.without(names[0])
	}

	add(0, "whole, nothing to hold it to", "", "", w)
	add(0, "whole, by its key", key, "", w)
	add(0, "whole, by an old anchor", "", a(at4), w)
	add(0, "whole, by key and anchors", key, a(at4, at8), w)
	add(0, "whole, by an anchor that is not signed", key, bare(at8), w)
	twice := strings.TrimSuffix(n[1], "\n") + strings.Split(n[0], "\n")[4] + "\n\n"
	add(0, "a checkpoint that has a second signature by the key, another's", key, "", w.signed(n[0], twice, n[2], n[3]))
	add(13, "a checkpoint whose first signature by the key is another's", key, "", w.signed(n[0], strings.Replace(n[1], "\n\n", "\n\n"+strings.Split(n[0], "\n")[4]+"\n", 1), n[2], n[3]))
	add(0, "not closed", key, a(at8), before)
	add(0, "grown, by the anchors from before", key, a(at4, at8), grown)
	add(0, "grown, with an old copy of the checkpoints", key, a(at4), grown.with(checkpointName, w[checkpointName]))
	add(0, "of one record", one.key, "", one.files())
	add(0, "every field", full.key, "", full.files())
	add(0, "several segments", cut.key, a(mid), r)
	add(0, "pruned", cut.key, a(mid), pruned)
	add(0, "a part is pruned", few.key, a(kept), some)
	add(0, "pruned and grown", cut.key, "", later)
	add(0, "pruned, and a second time not to its end", cut.key, "", interrupted)
	add(0, "healed", torn.key, "", healed)
	add(0, "without checkpoints, and without a key", "", "", w.without(checkpointName))
	add(0, "the end is cut off, with its checkpoint, and nobody can see it", key, a(at8), w.lines(func(l []string) []string { return l[:8] }).signed(n[:3]...))
	add(0, "written anew with the key, and nobody can see it", key, "", again.files())
	add(0, "written anew without the key, checkpoints gone, and nobody looks for them", "", "", unchained(w.line(5, `"restore"`, `"sanitize"`)).without(checkpointName))
	add(0, "an empty segment behind a rotation", cut.key, "", func() folder {
		h, _ := parseHeader([]byte(strings.Split(r[names[len(names)-1]], "\n")[0]))
		return r.with(segmentName(h.seq), r[names[len(names)-1]])
	}())
	add(0, "a file that is none of the log's", key, "", w.with("notes.txt", "x"))

	add(10, "a count is edited", key, "", w.line(2, `"email":2`, `"email":1`))
	add(10, "the time is edited", "", "", w.line(2, `"ts":"2026`, `"ts":"2025`))
	add(10, "an event is edited", "", "", w.line(4, `"restore"`, `"sanitize"`))
	add(10, "a byte of prev", "", "", w.line(4, `{"prev":"`+w.prev(4)[:1], `{"prev":"`+other1(w.prev(4)[:1])))
	add(10, "prev in capitals", "", "", w.line(4, w.prev(4), strings.ToUpper(w.prev(4))))
	add(10, "genesis is another", "", "", w.line(0, w.prev(0), strings.Repeat("0", 64)))
	add(10, "a number is another", "", "", w.line(3, `"seq":3`, `"seq":4`))
	add(10, "a number with a zero in front", "", "", w.line(3, `"seq":3`, `"seq":03`))
	add(10, "no number", "", "", w.line(3, `"seq":3`, `"seq":`))
	add(10, "a negative number", "", "", w.line(3, `"seq":3`, `"seq":-3`))
	add(10, "another version", "", "", w.line(3, `"v":1`, `"v":2`))
	add(10, "another log's id in a line", "", "", w.line(3, at8.Log, at7.Log))
	add(10, "a blank between members", "", "", w.line(3, `","seq"`, `", "seq"`))
	add(10, "a control character", "", "", w.line(3, `"v1.0.0"`, "\"v1\x1b0.0\""))
	add(10, "a byte that is not ASCII", "", "", w.line(3, `"v1.0.0"`, "\"v1\xe40.0\""))
	add(10, "a carriage return", "", "", w.line(3, `"res":"ok"}`, "\"res\":\"ok\"}\r"))
	add(10, "no brace at the end", "", "", w.line(3, `"res":"ok"}`, `"res":"ok"`))
	add(10, "an empty line", "", "", w.lines(func(l []string) []string { return slices.Insert(l, 3, "") }))
	add(10, "a line of 8 KiB", "", "", w.line(3, `"v1.0.0"`, `"`+strings.Repeat("v", 8192)+`"`))
	add(10, "a record is inserted", "", "", w.lines(func(l []string) []string { return slices.Insert(l, 4, l[3]) }))
	add(10, "a record is deleted", key, "", w.lines(func(l []string) []string { return slices.Delete(l, 4, 5) }))
	add(10, "the first record is deleted", "", "", w.lines(func(l []string) []string { return l[1:] }))
	add(10, "two records are exchanged", "", "", w.lines(func(l []string) []string { l[4], l[5] = l[5], l[4]; return l }))
	add(10, "two segments are exchanged", "", "", r.with(names[1], r[names[2]]).with(names[2], r[names[1]]))
	add(10, "a segment is missing in the middle", cut.key, "", r.without(names[1]))
	add(10, "the first segment is missing", cut.key, "", shift(r))
	add(10, "a segment has another name", "", "", r.without(names[1]).with("0000000000000099.jsonl", r[names[1]]))
	add(10, "a segment in the middle does not end with a line", "", "", r.with(names[1], strings.TrimSuffix(r[names[1]], "\n")))
	add(10, "a segment goes on behind its end", "", "", r.with(names[0], r[names[0]]+r[names[1]]).without(names[1]))
	add(10, "two logs are joined", "", "", w.with(segmentName(10), o[segmentName(0)]))
	add(10, "a log behind another in one file", "", "", w.with(segmentName(0), w[segmentName(0)]+o[segmentName(0)]))
	add(10, "an empty folder", "", "", folder{})
	add(10, "an empty folder, by a key", key, "", folder{})
	add(10, "an empty segment alone", "", "", folder{segmentName(0): ""})
	add(10, "pruned hashes are gone", cut.key, "", pruned.without(hashesName))
	add(10, "pruned hashes are cut", cut.key, "", pruned.with(hashesName, pruned[hashesName][:len(pruned[hashesName])-1]))
	add(10, "the last pruned hash is another", cut.key, "", pruned.with(hashesName, pruned[hashesName][:len(pruned[hashesName])-1]+"x"))
	add(10, "more is deleted than was pruned", cut.key, "", func() folder {
		s := later.segments()
		if len(s) < 2 {
			t.Fatal("there is one segment alone")
		}
		return later.without(s[0])
	}())

	add(10, "the first time has a comma, in a chain that holds", "", "", w.line(0, `:32.`, `:32,`).without(checkpointName).linked())
	add(10, "the first time is none, in a chain that holds", "", "", w.line(0, `"2026-11`, `"2026-13`).without(checkpointName).linked())
	add(10, "what says that records were pruned cannot be read, in a chain that holds", "", "", func() folder {
		name := pruned.segments()[len(pruned.segments())-1]
		require.Contains(t, pruned[name], `"first":`)
		return pruned.with(name, strings.Replace(pruned[name], `"first":`, `"first"`, 1)).without(checkpointName).linked()
	}())
	add(10, "more is deleted than was pruned, and its hashes are kept", few.key, a(kept), func() folder {
		first := some.segments()[0]
		hashes := some[hashesName]
		for line := range strings.Lines(some[first]) {
			h, _ := leafHash([]byte(strings.TrimSuffix(line, "\n")), nil)
			hashes += string(h[:])
		}
		return some.without(first).with(hashesName, hashes)
	}())
	noLine := func(f folder, i int) folder { return f.line(i, `{"prev"`, `{"prov"`) }
	add(10, "the first record is none", key, a(at8), noLine(w, 0))
	add(10, "the first record is none, without a key", "", "", noLine(w, 0))
	add(10, "the first record behind those that were pruned is none", cut.key, "", noLine(pruned, 0))
	add(10, "the same, with no checkpoint", cut.key, "", noLine(pruned, 0).without(checkpointName))
	add(10, "an event that is not ASCII, in a chain that holds", "", "", w.line(4, `"restore"`, "\"rest\xf6re\"").without(checkpointName).linked())

	half := w.without(checkpointName)
	half[segmentName(0)], half[segmentName(5)] = strings.Join(strings.SplitAfter(w[segmentName(0)], "\n")[:5], ""), strings.Join(strings.SplitAfter(w[segmentName(0)], "\n")[5:], "")
	add(10, "a segment without an end", "", "", half)
	add(10, "a number is another, in a chain that holds", "", "", w.line(3, `"seq":3`, `"seq":4`).without(checkpointName).linked())
	add(10, "another log's id in a chain that holds", "", "", w.line(3, at8.Log, at7.Log).without(checkpointName).linked())
	add(10, "another log's id in the next segment, in a chain that holds", "", "", r.with(names[1], strings.ReplaceAll(r[names[1]], mid.Log, at7.Log)).without(checkpointName).linked())
	second, err := parseHeader([]byte(strings.Split(r[names[1]], "\n")[0]))
	require.NoError(t, err)
	add(10, "a segment has the number of its second record", "", "", r.without(names[1]).with(segmentName(second.seq+1), r[names[1]]))
	add(14, "an anchor of another log's beginning", "", bare(Head{Log: at7.Log, Root: (&frontier{}).root()}), w)

	add(11, "the last line is torn", torn.key, "", unhealed)
	add(11, "the last line has no end", key, "", before.with(segmentName(0), strings.TrimSuffix(before[segmentName(0)], "\n")))
	add(12, "the last line has no end, and is signed", key, "", w.with(segmentName(0), strings.TrimSuffix(w[segmentName(0)], "\n")))
	add(11, "the last checkpoint is torn", key, "", w.with(checkpointName, w[checkpointName][:len(w[checkpointName])-20]))
	add(14, "torn, and cut by an anchor", key, a(at8), w.lines(func(l []string) []string { return l[:5] }).signed(n[:2]...).with(segmentName(0), strings.Join(strings.SplitAfter(w[segmentName(0)], "\n")[:5], "")+`{"pr`))

	add(11, "the only line is torn", "", "", folder{segmentName(0): w[segmentName(0)][:100]})
	add(13, "the only line is torn, by a key", key, "", folder{segmentName(0): w[segmentName(0)][:100]})

	add(12, "the end is cut off", key, "", w.lines(func(l []string) []string { return l[:9] }))
	add(12, "the end is cut off, without a key", "", "", w.lines(func(l []string) []string { return l[:9] }))
	add(12, "the last segment is cut off", cut.key, "", r.without(names[len(names)-1]))
	add(12, "the segment is missing that a rotation names", "", "", r.without(names[len(names)-1]).without(checkpointName))
	add(12, "everything is cut off but the checkpoints", key, "", folder{checkpointName: w[checkpointName]})
	add(14, "cut off, by key and anchor", key, a(at8), w.lines(func(l []string) []string { return l[:5] }))
	add(12, "written anew without the key", key, "", unchained(w.line(2, `"email":2`, `"email":1`)))
	add(12, "inserted and chained anew", key, "", unchained(w.lines(func(l []string) []string { return slices.Insert(l, 5, l[4]) })))
	add(12, "pruned, and the first checkpoint's root is another", "", "", func() folder {
		c := pruned.notes()
		return pruned.signed(append([]string{mangled(c[0], strings.Split(c[0], "\n")[2], strings.Split(c[1], "\n")[2])}, c[1:]...)...)
	}())
	add(12, "checkpoints of another log", "", "", w.with(checkpointName, o[checkpointName]))
	add(12, "rolled back to an old copy, beside the new checkpoints", key, "", w.with(checkpointName, grown[checkpointName]))
	add(12, "a fork that is signed", key, "", w.signed(append(slices.Clone(n), again.files().notes()[1:]...)...))
	add(10, "an early pruned hash is another", cut.key, "", pruned.with(hashesName, "x"+pruned[hashesName][1:]))

	add(13, "another key", other.key, "", w)
	add(13, "checkpoints are gone", key, "", w.without(checkpointName))
	add(13, "checkpoints are empty", key, "", w.with(checkpointName, ""))
	add(13, "written anew without the key, checkpoints gone", key, "", unchained(w.line(2, `"email":2`, `"email":1`)).without(checkpointName))
	add(13, "a checkpoint's root is another", key, "", w.signed(n[0], mangled(n[1], strings.Split(n[1], "\n")[2], strings.Split(n[2], "\n")[2]), n[2]))
	add(13, "a checkpoint's size is another", key, "", w.signed(n[0], mangled(n[1], "\n4\n", "\n5\n"), n[2]))
	add(13, "a checkpoint's size is no number", "", "", w.signed(n[0], mangled(n[1], "\n4\n", "\n04\n"), n[2]))
	add(13, "a checkpoint's root is no hash", "", "", w.signed(mangled(n[0], strings.Split(n[0], "\n")[2], "AAAA")))
	add(13, "a signature is another checkpoint's", key, "", w.signed(n[0], strings.Split(n[1], "\n\n")[0]+"\n\n"+strings.Split(n[2], "\n\n")[1]+"\n\n"))
	add(13, "a signature is cut", key, "", w.signed(n[0], mangled(n[last], strings.TrimSpace(n[last])[len(strings.TrimSpace(n[last]))-8:], "")))
	add(13, "a signature of somebody else alone", key, "", w.signed(n[0], strings.Split(n[1], "\n\n")[0]+"\n\n"+strings.Split(o.notes()[1], "\n\n")[1]+"\n\n"))
	add(13, "an anchor with a signature that is another's", key, strings.Split(a(at4), "\n\n")[0]+"\n\n"+strings.Split(a(at8), "\n\n")[1]+"\n\n", w)
	add(13, "a line that is no checkpoint", "", "", w.signed(n[0], "x\n\ny\n\n", n[1]))

	add(14, "cut back behind an anchor, with the checkpoints", key, a(at8), w.lines(func(l []string) []string { return l[:4] }).signed(n[:2]...))
	add(14, "written anew with the key", key, a(at4), again.files())
	add(14, "a fork, by the other's anchor", key, a(at4, other4), w)
	add(14, "an anchor of another log", "", a(at7), w)
	add(14, "another log in its place", "", a(at8), o)
	add(14, "an empty folder, by an anchor", "", a(at4), folder{})
	add(14, "an empty folder, by key and anchor", key, a(at4), folder{})
	add(14, "an anchor that is not signed and says something else", "", bare(Head{Log: at4.Log, Size: 4, Root: at8.Root}), w)
	add(14, "rolled back to an old copy", key, a(at8), w.lines(func(l []string) []string { return l[:5] }).signed(n[:2]...))
	return all
}

// prev is what a line of the first segment names.
func (f folder) prev(i int) string {
	h, err := parseHeader([]byte(strings.Split(f[f.segments()[0]], "\n")[i]))
	if err != nil {
		panic(err)
	}
	return string(h.prev)
}

// other1 is another hexadecimal digit.
func other1(digit string) string {
	if digit == "0" {
		return "1"
	}
	return "0"
}

const vectorFile = "testdata/vectors.jsonl"

// readVectors reads those that are kept: who has no Go can use them, too.
func readVectors(t testing.TB) (all []vector) {
	f, err := os.Open(vectorFile)
	require.NoError(t, err)
	defer f.Close()
	d := json.NewDecoder(bufio.NewReader(f))
	for {
		var v vector
		if err := d.Decode(&v); err == io.EOF {
			return all
		} else {
			require.NoError(t, err)
		}
		all = append(all, v)
	}
}

// put writes a vector's files into a folder.
func (v *vector) put(t testing.TB) (dir string) {
	dir = t.TempDir()
	for name, content := range v.Files {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), octets(content), 0o600))
	}
	return dir
}

// The vectors are what the package writes, and Verify says of each what is to be said.
func TestVectors(t *testing.T) {
	made := vectors(t)
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	for _, v := range made {
		require.NoError(t, e.Encode(v))
	}
	if testutil.Updating() {
		require.NoError(t, os.WriteFile(vectorFile, b.Bytes(), 0o644))
	}
	kept, err := os.ReadFile(vectorFile)
	require.NoError(t, err)
	assert.True(t, bytes.Equal(b.Bytes(), kept), "%s is not what the package writes: run with -update", vectorFile)
	assert.GreaterOrEqual(t, len(made), 60)
	seen := map[string]bool{}
	for _, v := range readVectors(t) {
		t.Run(v.Name, func(t *testing.T) {
			assert.False(t, seen[v.Name], "the name is another's, too")
			seen[v.Name] = true
			o := VerifyOptions{Key: v.Key}
			if v.Anchor != "" {
				var err error
				o.Anchors, err = ReadHeads(octets(v.Anchor))
				require.NoError(t, err)
			}
			_, err := Verify(t.Context(), v.put(t), o)
			assert.Equal(t, v.Exit, exitOf(t, err), "%v", err)
		})
	}
}

// exitOf is how a program ends that verifies.
func exitOf(t *testing.T, err error) int {
	if err == nil {
		return 0
	}
	var fault *FaultError
	require.ErrorAs(t, err, &fault)
	return map[Fault]int{Broken: 10, Torn: 11, OffCheckpoint: 12, BadSignature: 13, OffAnchor: 14}[fault.Fault]
}
