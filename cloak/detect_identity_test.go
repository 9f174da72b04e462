package cloak

import (
	"regexp"
	"testing"
)

func TestIdentityExamples(t *testing.T)      { checkExamples(t, identityDetectors()) }
func TestIdentityScansAreSound(t *testing.T) { checkSound(t, identityDetectors()) }

func TestUUIDStandInNeighbours(t *testing.T) {
	checkNeighbours(t, []Detector{uuidDetector()}, "7710bcd5-a61d-053a-f046-1297901ea0c2", neighbours{
		openLeft: []string{"", " ", "_", "{", "-", "\x00"}, closedLeft: []string{"a", "g", "a-", "0-"},
		openRight: []string{"", " ", "_", "}", "-", ".json", "\x00"}, closedRight: []string{"a", "g", "-a", "-0"},
	})
}

func TestHashStandInNeighbours(t *testing.T) {
	for _, n := range []int{32, 40, 64} {
		shape := (hashMark + "0123456789abcdef0123456789abcdef0123456789abcdef01234567")[:n]
		checkNeighbours(t, []Detector{hashDecoyDetector()}, shape, neighbours{
			openLeft: []string{"", " ", "-", ":", "\x00"}, closedLeft: []string{"a", "0", "g"},
			openRight: []string{"", " ", "-", ".", "\x00"}, closedRight: []string{"a", "0", "g", "_"},
		})
	}
}

// HASH has no anchor: it runs on its pattern.
func TestHashPattern(t *testing.T) {
	d := hashDetector()
	expr := regexp.MustCompile(d.Pattern)
	for _, c := range []struct {
		in string
		n  int
	}{
		{"commit 9fceb02d0ae598e95dc970b74767f19372d61af8 (HEAD)", 1},
		{"9FCEB02D0AE598E95DC970B74767F193", 1},
		{"9fceb02d0ae598e95dc970b74767f1937", 0},
		{"00000000000000000000000000000000", 0},
		{hashMark + "0123456789abcdef012345", 0},
	} {
		n := 0
		for _, v := range expr.FindAllString(c.in, -1) {
			if d.Validate(v) {
				n++
			}
		}
		if n != c.n {
			t.Errorf("%q: %d", c.in, n)
		}
	}
}
