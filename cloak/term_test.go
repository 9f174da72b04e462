package cloak

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

type termHit struct {
	Span
	term int
}

func termHits(t testing.TB, ts []Term, s string, from, to int) (hits []termHit) {
	t.Helper()
	set, err := newTermSet(ts)
	if err != nil {
		t.Fatal(err)
	}
	set.find(s, from, to, func(x Span, found *Term) {
		for i := range ts {
			if ts[i] == *found {
				hits = append(hits, termHit{x, i})
				return
			}
		}
		t.Fatal("a term that was not given")
	})
	return hits
}

// naiveHits is the specification of termSet.find.
func naiveHits(ts []Term, s string, from, to int) (hits []termHit) {
	for i := from; i < to; {
		best := termHit{Span{i, i}, -1}
		for k, x := range ts {
			end := naiveEnd(s, i, x)
			if x.Never || end <= best.End || !x.Anywhere && naiveWord(s, i, end) {
				continue
			}
			best = termHit{Span{i, end}, k}
		}
		if best.term >= 0 {
			hits = append(hits, best)
		}
		i = max(i+1, best.End)
	}
	return hits
}

// naiveEnd returns where term x, found at s[i:], ends; 0 if it is not there.
func naiveEnd(s string, i int, x Term) int {
	for t := x.Text; t != ""; {
		if i == len(s) {
			return 0
		}
		a, n := utf8.DecodeRuneInString(t)
		b, m := utf8.DecodeRuneInString(s[i:])
		same := t[:n] == s[i:i+m]
		if x.Fold && (a != utf8.RuneError || n > 1) && (b != utf8.RuneError || m > 1) {
			same = strings.EqualFold(string(a), string(b))
		}
		if !same {
			return 0
		}
		t, i = t[n:], i+m
	}
	return i
}

func naiveWord(s string, a, b int) bool {
	before, n := utf8.DecodeLastRuneInString(s[:a])
	after, m := utf8.DecodeRuneInString(s[b:])
	word := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' }
	return n > 0 && word(before) || m > 0 && word(after)
}

func TestTerms(t *testing.T) {
	long := strings.Repeat("x", maxTerm)
	for _, c := range []struct {
		name  string
		terms []Term
		text  string // «…» marks the one match; without it there is none
	}{
		{"a word", []Term{{Text: "Vauban"}}, "the «Vauban» house"},
		{"whole text", []Term{{Text: "Vauban"}}, "«Vauban»"},
		{"case counts", []Term{{Text: "Vauban"}}, "the vauban house"},
		{"case folded", []Term{{Text: "Vauban", Fold: true}}, "the «vAUBAN» house"},
		{"within a word", []Term{{Text: "Vauban"}}, "the Vaubans' house"},
		{"after an underscore", []Term{{Text: "Vauban"}}, "the _Vauban"},
		{"before a digit", []Term{{Text: "Vauban"}}, "Vauban1"},
		{"before a foreign letter", []Term{{Text: "Vauban"}}, "Vaubanß"},
		{"after a foreign letter", []Term{{Text: "Vauban"}}, "éVauban"},
		{"after a foreign digit", []Term{{Text: "Vauban"}}, "٣Vauban"},
		{"after a foreign mark", []Term{{Text: "Vauban"}}, "—«Vauban»—"},
		{"beside bad bytes", []Term{{Text: "Vauban"}}, "\xc3«Vauban»\xa9"},
		{"beside zero bytes", []Term{{Text: "Vauban"}}, "\x00«Vauban»\x00"},
		{"through a zero byte", []Term{{Text: "Vauban"}}, "Vau\x00ban"},
		{"anywhere", []Term{{Text: "Vauban", Anywhere: true}}, "xx«Vauban»xx"},
		{"longest", []Term{{Text: "Project"}, {Text: "Project Vauban"}, {Text: "Project Vau"}}, "in «Project Vauban» now"},
		{"longest that ends a word", []Term{{Text: "Project"}, {Text: "Project Vau"}}, "in «Project» Vauban now"},
		{"not within a match", []Term{{Text: "Project Vauban"}, {Text: "Vauban"}}, "«Project Vauban»"},
		{"first of two equals", []Term{{Text: "vauban", Fold: true, Entity: "A"}, {Text: "Vauban", Entity: "B"}}, "«Vauban»"},
		{"one byte", []Term{{Text: "k"}}, "ok «k» kk"},
		{"two bytes at the end", []Term{{Text: "Li"}}, "Lid «Li»"},
		{"three bytes", []Term{{Text: "IBM", Fold: true}}, "at «ibm» ibms"},
		{"a mark", []Term{{Text: "C++"}}, "in «C++», C++11"},
		{"Kelvin sign in the text", []Term{{Text: "kiln", Fold: true}}, "«\u212aILN»"},
		{"Kelvin sign alone", []Term{{Text: "k", Fold: true}}, "kk «\u212a»"},
		{"Kelvin sign in the term", []Term{{Text: "\u212a1", Fold: true}}, "«k1»"},
		{"long s", []Term{{Text: "Straße", Fold: true}}, "«\u017ftraße»"},
		{"sharp s", []Term{{Text: "Straße", Fold: true}}, "«STRAẞE»"},
		{"simple folding only", []Term{{Text: "Straße", Fold: true}}, "STRASSE"},
		{"Cyrillic", []Term{{Text: "Вобан", Fold: true}}, "дом «ВОБАН»."},
		{"within Cyrillic", []Term{{Text: "Вобан", Fold: true}}, "Вобана"},
		{"no dotted i", []Term{{Text: "ibis", Fold: true}}, "İbis"},
		{"shorter letters", []Term{{Text: "ⱥⱥ", Fold: true}}, "«ȺȺ»"},
		{"longest of all", []Term{{Text: long}}, "x «" + long + "»"},
		{"longer than all", []Term{{Text: long}}, "x" + long},
		{"bad bytes are not folded", []Term{{Text: "\xfe\xfe\xfe\xfe", Fold: true}}, "\xff\xff\xff\xff \ufffd\ufffd\ufffd\ufffd"},
		{"a bad byte is no replacement character", []Term{{Text: "name\xef", Fold: true}}, "name\ufffd"},
		{"to be kept", []Term{{Text: "Vauban", Never: true}}, "Vauban"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, span := unmark(c.text)
			var want []Span
			if strings.Contains(c.text, "«") {
				want = []Span{span}
			}
			var got []Span
			for _, h := range termHits(t, c.terms, s, 0, len(s)) {
				got = append(got, h.Span)
			}
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("got %v, want %v", got, want)
			}
			if got, want := termHits(t, c.terms, s, 0, len(s)), naiveHits(c.terms, s, 0, len(s)); fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("got %v, the specification %v", got, want)
			}
		})
	}
}

func TestTermsInRange(t *testing.T) {
	s := "abcd abcd abcd"
	ts := []Term{{Text: "abcd"}, {Text: "bcd"}}
	for from := range len(s) + 1 {
		for to := from; to <= len(s); to++ {
			got, want := termHits(t, ts, s, from, to), naiveHits(ts, s, from, to)
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Fatalf("[%d,%d): got %v, want %v", from, to, got, want)
			}
		}
	}
}

func TestTermErrors(t *testing.T) {
	for _, bad := range []string{"", strings.Repeat("sentinel", maxTerm/8) + "s"} {
		for _, never := range []bool{false, true} {
			_, err := newTermSet([]Term{{Text: "fine"}, {Text: bad, Never: never}})
			if err == nil || strings.Contains(err.Error(), "sentinel") || !strings.Contains(err.Error(), "term 1 ") {
				t.Errorf("%d bytes: %v", len(bad), err)
			}
		}
	}
	if set, err := newTermSet([]Term{{Text: "kept", Never: true}}); set != nil || err != nil {
		t.Error("a set of nothing", err)
	}
}

func TestTermsOfOneHash(t *testing.T) {
	ts := []Term{{Text: "abc", Fold: true}, {Text: "abc"}, {Text: "abc", Entity: "LATER"}}
	set, err := newTermSet(ts)
	if err != nil {
		t.Fatal(err)
	}
	if len(set.terms) != 2 {
		t.Errorf("%d terms: two match alike, and are one", len(set.terms))
	}
	h := uint64(hashSeed)
	for _, b := range []byte("abc") {
		h = hashByte(h, b)
	}
	for s, want := range map[string]bool{"abc": true, "ABC": true, "abd": false, "ab": false, "abcd": false} {
		if got := set.equal(h, s, 0, len(s), false); (got != nil) != want {
			t.Errorf("%s: got %v", s, got)
		}
	}
}

func TestKeepSet(t *testing.T) {
	k := newKeepSet([]Term{{Text: "Exact", Never: true}, {Text: "Folded", Never: true, Fold: true}, {Text: "found"}})
	for value, want := range map[string]bool{
		"Exact": true, "exact": false, "Exact ": false, "Folded": true, "fOLDED": true, "folde": false, "found": false, "": false,
		strings.Repeat("folded", 1000): false,
	} {
		if k.has(value) != want {
			t.Errorf("has(%.10q) = %v", value, !want)
		}
	}
	var none *keepSet
	if none.has("x") {
		t.Error("the empty set has something")
	}
}

// termAlphabet is rich in what folds strangely, ends a word, or is no UTF-8.
var termAlphabet = strings.Fields("a A k K \u212a s S \u017f ß ẞ é É Я я Ω ω \u2126 Ⱥ ⱥ İ ı 7 ٣ _ - . \x00 \xff \xc5 \xbf \xe2 \u0301 \ufffd")

func randomText(r *rand.Rand, n, letters int) string {
	var b strings.Builder
	for range n {
		if r.IntN(6) == 0 {
			b.WriteByte(' ')
		} else {
			b.WriteString(termAlphabet[r.IntN(letters)])
		}
	}
	return b.String()
}

func randomTerms(r *rand.Rand, letters int) (ts []Term) {
	for range 1 + r.IntN(12) {
		x := Term{Text: randomText(r, 1+r.IntN(1+r.IntN(20)), letters), Fold: r.IntN(2) == 0, Anywhere: r.IntN(3) == 0}
		ts = append(ts, x)
	}
	return ts
}

func TestTermsEqualSpecification(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	found := 0
	for range 20000 {
		letters := 2 + r.IntN(len(termAlphabet)-1)
		ts := randomTerms(r, letters)
		s := randomText(r, r.IntN(80), letters)
		if r.IntN(2) == 0 { // a term is surely there
			s += ts[0].Text + randomText(r, r.IntN(20), letters)
		}
		from := r.IntN(len(s) + 1)
		from *= r.IntN(2)
		to := from + r.IntN(len(s)-from+1)
		got, want := termHits(t, ts, s, from, to), naiveHits(ts, s, from, to)
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("%+v in %q[%d:%d]: got %v, want %v", ts, s, from, to, got, want)
		}
		found += len(got)
	}
	if found < 20000 {
		t.Errorf("only %d matches: the texts test little", found)
	}
}

func FuzzTerms(f *testing.F) {
	f.Add("Vauban\nProject Vauban\nk", "in Project VAUBAN \u212a now", byte(1))
	f.Add("Stra\xc3\x9fe\n\u017f", "STRA\u1e9eE s\x00\xff", byte(3))
	f.Fuzz(func(t *testing.T, list, s string, flags byte) {
		if len(s) > 1<<10 || len(list) > 1<<10 {
			return
		}
		var ts []Term
		for i, x := range strings.Split(list, "\n") {
			if x != "" {
				ts = append(ts, Term{Text: x, Fold: flags>>(i%3)&1 != 0, Anywhere: flags>>(i%5)&1 != 0})
			}
		}
		if got, want := termHits(t, ts, s, 0, len(s)), naiveHits(ts, s, 0, len(s)); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("got %v, want %v", got, want)
		}
	})
}

// logLines makes about n bytes of log, without a word that the benchmarks look for.
func logLines(n int) string {
	r := rand.New(rand.NewPCG(3, 4))
	words := strings.Fields("connection from closed session opened for user root request completed in status cache miss block " +
		"terminating received packet responder size task attempt started finished worker thread executor storing rdd info warn")
	var b strings.Builder
	for b.Len() < n {
		fmt.Fprintf(&b, "2026-03-%02d %02d:%02d:%02d,%03d INFO org.example.Server$%d: ", 1+r.IntN(28), r.IntN(24), r.IntN(60), r.IntN(60), r.IntN(1000), r.IntN(40))
		for range 4 + r.IntN(8) {
			b.WriteString(words[r.IntN(len(words))])
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "id=%08x addr=10.%d.%d.%d\n", r.Uint32(), r.IntN(256), r.IntN(256), r.IntN(256))
	}
	return b.String()[:n]
}

// termList makes n terms like names of people, firms and projects.
func termList(n int) []Term {
	r := rand.New(rand.NewPCG(5, 6))
	syllables := strings.Fields("ba be bi bo bu da de di do du ka ke ki ko ku la le li lo lu ma me mi mo mu na ne ni no nu ra re ri ro ru sa se si so su ta te ti to tu va ve vi vo vu za ze zi zo zu")
	ts := make([]Term, n)
	for i := range ts {
		var b strings.Builder
		for k := range 3 + r.IntN(4) {
			x := syllables[r.IntN(len(syllables))]
			if k == 0 {
				x = strings.ToUpper(x[:1]) + x[1:]
			}
			b.WriteString(x)
			if k == 2 && r.IntN(2) == 0 {
				b.WriteByte(' ')
			}
		}
		ts[i] = Term{Text: b.String() + "x", Fold: true}
	}
	return ts
}

func TestTermsDoNotAllocate(t *testing.T) {
	set, err := newTermSet(termList(1000))
	if err != nil {
		t.Fatal(err)
	}
	s := logLines(1 << 16)
	if n := testing.AllocsPerRun(10, func() { set.find(s, 0, len(s), func(Span, *Term) { t.Error("a hit") }) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkTerms(b *testing.B) {
	s := logLines(1 << 20)
	for _, n := range []int{10, 10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			set, err := newTermSet(termList(n))
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(len(s)))
			for b.Loop() {
				set.find(s, 0, len(s), func(Span, *Term) {})
			}
		})
	}
}

func BenchmarkTermsBuild(b *testing.B) {
	ts := termList(100_000)
	for b.Loop() {
		if _, err := newTermSet(ts); err != nil {
			b.Fatal(err)
		}
	}
}
