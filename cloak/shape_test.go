package cloak

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// What a restore leaves out for the digits of what is live, no detector reads.
func TestShapesHaveTheDigitsTheyOwn(t *testing.T) {
	t.Parallel()
	x := standInShapes()
	r := rand.New(rand.NewPCG(11, 12))
	live := []string{"900-40-1234", "4000 0000 4711 2368", "3400 000000 47113", "(346) 555-0142", "1 670 555 0141", "+44 11 4496 0060", "029 2018 0002", "0044 20 7946 0123", "011 44 20 7946 0123", "+999123456789", "3000 000000 4711"}
	found := map[string]int{}
	for range 200_000 {
		var b strings.Builder
		for _, c := range []byte(live[r.IntN(len(live))]) {
			switch {
			case r.IntN(8) == 0:
				b.WriteByte("0123456789 .-/()+"[r.IntN(17)])
			case isDigit(c) || r.IntN(4) > 0:
				b.WriteByte(c)
			}
		}
		s := b.String()
		for _, f := range x.scan(nil, s, 0, len(s)) {
			d := x.program.detectors[f.by]
			if !f.shape || d.norm != normDigits {
				continue
			}
			found[d.Name]++
			if digits := string(normDigits.append(nil, s[f.Start:f.End])); d.owns != nil && !d.owns(digits) {
				t.Fatalf("%s reads %q", d.Name, digits)
			}
		}
	}
	for _, d := range x.program.detectors {
		if d.norm == normDigits && found[d.Name] < 100 {
			t.Errorf("%s: %d shapes: the generator no longer reaches them", d.Name, found[d.Name])
		}
	}
}

// liveStandIns are of every family that a stand-in is from.
var liveStandIns = []string{
	"[EMAIL_0]", "[IPV4_12.3]", "gvalo.dvizeg@kvim.example.com", "gvalo.dvizeg+1@kvim.example.com", "zv61.zroris.example.net", "192.0.2.14",
	"198.51.100.7", "240.1.2.3", "2001:db8:fd74:8a4b::c5cd", "::ffff:192.0.2.7", "00-00-5E-00-53-51", "00:00:5e:8f:12:34", "0000.5e00.5352",
	"(346) 555-0142", "951-555-0184", "+1 670-555-0141", "+44 11 4496 0060", "029 2018 0002", "+999123456789", "926-44-1907", "4000 0000 4711 2368",
	"DE00 1932 4471 0956 2210 38", "1:24-zz-50917-KQT", "Decoy-bcdefg2", "AKIADECOYABCDEFGHIJK", "Decoy-7kq2m4xw2p", "decoy-qzvm381",
	"sk-proj-" + "DECOY" + strings.Repeat("aB3", 14) + "x", "7710bcd5-a61d-053a-f046-1297901ea0c2", "dec0dec0de" + strings.Repeat("0f", 27),
	"104 098 0076", "904401257", "10.40.98-001.57", "QQ 04 16 84 D", "20 409899 G 674", "QDECVB61C4998F205", "9SL4-SA9-LO32",
	"X1040982T", "70-4098123",
}

// A restore reads what it would read with all shapes, whichever are live.
func TestARestoreReadsWhatAllShapesRead(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(13, 14))
	glue := []string{" ", "", ".", ",", "\n", `\n`, "_", "*", "é", "“", "是", "(", ")", "[", "]", "5", "x", "-", ":", "/", "@", "%20", "+1 ", "1. ", "the ", "EMAIL_0 ", "\x00", "\xff", `"`, "=", "&#64;", "\u00a0", "~", "+"}
	spell := []func(string) string{
		strings.ToUpper, strings.ToLower, strings.Clone, strings.Clone, Chain(Percent).visible, Chain(JSONString).visible, Chain(HTML).visible,
		strings.NewReplacer(".", "[.]").Replace, strings.NewReplacer("-", " ", "_", " ").Replace, strings.NewReplacer(" ", "", "-", "").Replace,
		func(s string) string { return s[1:] }, func(s string) string { return s[:len(s)-1] },
	}
	hits := 0
	for round := range 400 {
		var snapshot Snapshot
		for _, s := range liveStandIns {
			if r.IntN(4) == 0 {
				snapshot.Pairs = append(snapshot.Pairs, Pair{Entity: "X", Surface: Original("value " + s), StandIn: s, Seq: len(snapshot.Pairs)})
			}
		}
		m, err := NewMapping(snapshot)
		if err != nil {
			t.Fatal(err)
		}
		for range 100 {
			var b strings.Builder
			for range 1 + r.IntN(6) {
				b.WriteString(glue[r.IntN(len(glue))])
				b.WriteString(spell[r.IntN(len(spell))](liveStandIns[r.IntN(len(liveStandIns))]))
				b.WriteString(glue[r.IntN(len(glue))])
			}
			s := b.String()
			var some, all places
			m.liveShapes().find(&some, s, 0, len(s), false)
			standInShapes().find(&all, s, 0, len(s), false)
			got, want := m.resolve(nil, s, &some), m.resolve(nil, s, &all)
			if !slices.EqualFunc(got, want, func(a, b hit) bool { return a.Span == b.Span && a.pair == b.pair && a.chain == b.chain }) {
				t.Fatalf("round %d: %q is read as %v, with all shapes as %v", round, s, spansOf(got), spansOf(want))
			}
			hits += len(want)
		}
	}
	if hits < 10_000 {
		t.Errorf("%d stand-ins read: the generator no longer reaches them", hits)
	}
}
