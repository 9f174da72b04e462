package cloak

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// neighbours are texts that leave a stand-in whole, or do not.
type neighbours struct{ openLeft, closedLeft, openRight, closedRight []string }

// checkNeighbours puts shape, in three cases, beside each of them.
func checkNeighbours(t *testing.T, ds []Detector, shape string, n neighbours) {
	t.Helper()
	check := func(before, v, after string, open bool) {
		t.Helper()
		s, want, got := before+v+after, Span{len(before), len(before) + len(v)}, false
		for i := range ds {
			for _, x := range naiveSites(&ds[i], s) {
				got = got || x.shape && x.Span == want
				if x.overlaps(want) && !x.left && !x.shape && !x.weak && (before == "" || after == "") && open {
					t.Errorf("%q: a value", s)
				}
			}
		}
		if got != open {
			t.Errorf("%q: is a stand-in: %v, want %v", s, got, open)
		}
	}
	for _, v := range []string{shape, strings.ToUpper(shape), strings.ToUpper(shape[:len(shape)/2]) + shape[len(shape)/2:]} {
		for _, l := range n.openLeft {
			for _, r := range n.openRight {
				check(l, v, r, true)
			}
		}
		for _, l := range n.closedLeft {
			check(l, v, "", false)
		}
		for _, r := range n.closedRight {
			check("", v, r, false)
		}
	}
}

// checkSound runs the detectors over texts made of their examples, cut, glued
// and strewn with bytes, and checks what every scan promises: spans in range, no
// surprise on any bytes, the same answer in another text, and a bounded reach.
func checkSound(t *testing.T, ds []Detector) {
	t.Helper()
	for i := range ds {
		d := &ds[i]
		if d.scan == nil {
			continue
		}
		expr := regexp.MustCompile(d.Pattern)
		r := rand.New(rand.NewPCG(1, uint64(i)))
		for range 3000 {
			s := soup(r, d)
			checkSpans(t, d, s, expr)
			checkReach(t, d, s, r)
		}
	}
}

// soup is a text of pieces of d's examples and noise.
func soup(r *rand.Rand, d *Detector) string {
	const noise = "\x00\x00\xff\xc3\n \\/.:-@=_'\"[(%+#09afgAZ"
	var b strings.Builder
	for range 1 + r.IntN(5) {
		x := pick(r, d.Match, d.NoMatch, d.Gaps)
		x = strings.NewReplacer("«", "", "»", "").Replace(x)
		if r.IntN(3) == 0 && x != "" {
			i := r.IntN(len(x))
			x = x[i : i+r.IntN(len(x)-i)+1]
		}
		b.WriteString(x)
		for range r.IntN(3) {
			b.WriteByte(noise[r.IntN(len(noise))])
		}
	}
	return b.String()
}

func pick(r *rand.Rand, lists ...[]string) string {
	n := 0
	for _, l := range lists {
		n += len(l)
	}
	k := r.IntN(n)
	for _, l := range lists {
		if k < len(l) {
			return l[k]
		}
		k -= len(l)
	}
	return ""
}

func checkSpans(t *testing.T, d *Detector, s string, expr *regexp.Regexp) {
	t.Helper()
	for p := range len(s) { // engine re2 asks wherever an anchor can be
		if d.anchor.stands(s, p, d.words) {
			d.scan(s, p)
		}
	}
	for _, p := range naiveAnchors(d.anchor, s, d.words) {
		x, ok := d.scan(s, p)
		if x.seen > len(s) {
			t.Fatalf("%s: %q: seen %d beyond the text", d.Name, s, x.seen)
		}
		if !ok {
			continue
		}
		if x.Start < 0 || x.End > len(s) || x.Start >= x.End || strings.IndexByte(s[x.Start:x.End], 0) >= 0 {
			t.Fatalf("%s: %q: span %v", d.Name, s, x.Span)
		}
		if x.shape && x.Len() > shapeLimit {
			t.Fatalf("%s: %q: a stand-in of %d bytes", d.Name, s, x.Len())
		}
		if x.left || x.shape {
			continue
		}
		if !onPattern(d, s, expr, x.Span) {
			t.Fatalf("%s: %q: %v is not found by the pattern", d.Name, s, x.Span)
		}
		if d.Validate != nil && !d.Validate(s[x.Start:x.End]) {
			t.Fatalf("%s: %q: %v does not validate", d.Name, s, x.Span)
		}
	}
}

// onPattern reports whether d gives span when its pattern proposes the places.
func onPattern(d *Detector, s string, expr *regexp.Regexp, span Span) (is bool) {
	for from := 0; from < span.End && !is; from++ {
		m := expr.FindStringIndex(s[from:])
		if m == nil {
			return false
		}
		c := slowRun{d: slowDetector{Detector: d}, s: s}
		c.judge(Span{from + m[0], from + m[1]})
		is = slices.ContainsFunc(c.out, func(f found) bool { return f.Span == span })
	}
	return is
}

// scanReach is how far a scan of this file's detectors looks beyond its anchor, what
// it found and what it says is dealt with: a domain name, to either side.
const scanReach = 300

// checkReach puts s into other surroundings. Within reach they are neutral; what
// lies beyond is noise that would extend anything.
func checkReach(t *testing.T, d *Detector, s string, r *rand.Rand) {
	t.Helper()
	const filler = "a1:a1:.1-a@/\\=_"
	k := r.IntN(len(filler))
	far := strings.Repeat(filler[k:]+filler[:k], 8)
	pad := strings.Repeat(" ", scanReach)
	before, after := "\n"+pad, pad+"\n"
	for _, p := range naiveAnchors(d.anchor, s, d.words) {
		plain, ok := d.scan(before+s+after, len(before)+p)
		in, okIn := d.scan(far+before+s+after+far, len(far)+len(before)+p)
		in.Start, in.End, in.seen = in.Start-len(far)*b2i(okIn), in.End-len(far)*b2i(okIn), 0
		plain.seen = 0
		if ok != okIn || ok && plain != in {
			t.Fatalf("%s: %q at %d: %+v alone, %+v among others", d.Name, s, p, plain, in)
		}
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// checkLinear counts the bytes that scans own up to on texts made to hurt. A
// scan may look at scanReach bytes on both sides, and at more only if it says so in
// seen; that it does is tested by changing all else. So the calls times scanReach,
// and the stretches up to seen, which do not overlap, bound the work.
func checkLinear(t *testing.T, ds []Detector, units ...string) {
	t.Helper()
	for i := range ds {
		d := &ds[i]
		if d.scan == nil {
			continue
		}
		for _, u := range units {
			s := strings.Repeat(u, 1+4000/len(u))
			seen, calls := 0, 0
			for _, p := range naiveAnchors(d.anchor, s, d.words) {
				if p < seen {
					continue
				}
				calls++
				x, ok := d.scan(s, p)
				if ok {
					seen = max(seen, x.End)
				}
				seen = max(seen, x.seen)
				lo, hi := max(0, p-scanReach), min(len(s), max(p+scanReach, x.seen+2, x.End+2))
				// The same with everything beyond zeroed, or made longer.
				cut, okCut := d.scan(s[lo:hi]+"\x00", p-lo)
				cut.Start, cut.End, cut.seen = cut.Start+lo*b2i(ok), cut.End+lo*b2i(ok), 0
				x.seen = 0
				if ok != okCut || ok && cut != x {
					t.Fatalf("%s: %q…: at %d looks beyond [%d,%d)", d.Name, u, p, lo, hi)
				}
			}
			if calls > len(s) {
				t.Errorf("%s: %q…: %d calls", d.Name, u, calls)
			}
		}
	}
}

// hurtful are units whose repetition makes quadratic scanners slow.
var hurtful = []string{
	"a@", "@", "a@b.cc", "a@b.", "a.", "a.local.", "x.example.com.", "1.", "1.2.3.4.", "1:", "aa:", ":", "::", "a::", "aa-", "a-", "1-", "/", "\\",
	"/home/", "~a/", "\\Users\\", "a=", "user=", "user ", "A\\", "invalid user ", "é", "中a", "é@", "0000.", "%20", "://a:b@", ".", "-", "\x00:", "dec0dec0de",
	"12345678-1234-", "fe80::1%", "failed password for ",
}
