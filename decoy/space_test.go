package decoy

import (
	"math"
	"regexp"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
)

func TestSpace(t *testing.T) {
	for _, x := range []struct {
		pattern string
		count   float64
	}{
		{`9\d{2}-(?:1[1-6]|2[0-7])-\d{4}`, 100 * 14 * 10000},
		{`[a-c]?x`, 4},
		{`(?:ab|c{2,3}|)z`, 4},
		{`(?i)Ab`, 1}, // one spelling is enough
		{`a+`, 9},
		{`\d*`, 111111111},
		{`[^\x00-\x7f]|qq`, -1}, // nothing to draw from
		{`(?P<value>[0-9a-f]{4})$`, 65536},
		{`.{200}`, countless},
	} {
		s, err := parseSpace(x.pattern)
		if x.count < 0 {
			if err == nil {
				t.Errorf("%s: no error", x.pattern)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", x.pattern, err)
			continue
		}
		if math.Abs(s.count-x.count) > x.count/1e9 {
			t.Errorf("%s: %.0f texts, want %.0f", x.pattern, s.count, x.count)
		}
		whole := regexp.MustCompile(`^(?:` + x.pattern + `)$`)
		k := newKeyed([32]byte{1})
		for range 200 {
			if b := s.draw(k, nil); !whole.Match(b) {
				t.Errorf("%s: drew %q", x.pattern, b)
			}
		}
	}
	for _, bad := range []string{`(`, `a{1,1000}b`, ``} {
		if _, err := parseSpace(bad); (err == nil) != (bad == "") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// Draws are uniform, across alternatives and lengths of different sizes.
func TestSpaceUniform(t *testing.T) {
	s, err := parseSpace(`a|[b-d]e?|f{2,3}`)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]int{}
	k := newKeyed([32]byte{2})
	const n = 9000
	for range n {
		seen[string(s.draw(k, nil))]++
	}
	sum, want := 0.0, float64(n)/9
	for _, got := range seen {
		sum += (float64(got) - want) * (float64(got) - want) / want
	}
	if len(seen) != 9 || sum > critical(8) {
		t.Errorf("%v: chi-square %.1f", seen, sum)
	}
}

func TestBelow(t *testing.T) {
	k := newKeyed([32]byte{3})
	for _, n := range []uint64{1, 2, 3, 10, 1<<63 + 1, math.MaxUint64} {
		for range 1000 {
			if got := k.below(n); got >= n {
				t.Fatalf("below(%d) = %d", n, got)
			}
		}
	}
	// Of [0, 3·2^62) a third is below 2^62. A remainder of 64 bits would give half.
	low := 0
	for range 9000 {
		if k.below(3<<62) < 1<<62 {
			low++
		}
	}
	if low < 2700 || low > 3300 {
		t.Errorf("%d of 9000 in the first third", low)
	}
}

// What every built-in detector calls reserved says how much there is, how good it is and
// by whose authority.
func TestSpaces(t *testing.T) {
	rows := Spaces()
	if len(rows) < 10 {
		t.Errorf("%d spaces", len(rows))
	}
	n := 0
	for _, d := range cloak.Builtin() {
		n += len(d.Reserved)
	}
	if n != len(rows) {
		t.Errorf("%d spaces for %d patterns", len(rows), n)
	}
	for _, x := range rows {
		if x.Capacity < 1 || x.Guarantee == "" || x.Authority == "" {
			t.Errorf("%s: capacity %g, guarantee %q, authority %q", x.Detector, x.Capacity, x.Guarantee, x.Authority)
		}
	}
}

// All patterns can be read, so that a generator may wait with it until one is needed.
func TestReservedSpaces(t *testing.T) {
	spaces, err := reservedSpaces(cloak.Builtin())
	if err != nil || len(spaces) < 10 {
		t.Errorf("%d spaces, %v", len(spaces), err)
	}
	if _, err := reservedSpaces([]cloak.Detector{{Name: "bad", Reserved: []string{`(`}}}); err == nil {
		t.Error("a pattern that cannot be read gives no error")
	}
}
