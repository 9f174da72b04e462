package cloak

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// markedLike draws digits, letters and separators for a form, with a mark in it.
func markedLike(r *rand.Rand, form string) string {
	b := []byte(form)
	first := strings.IndexAny(form, "9X")
	letters := 0
	for i := range b {
		switch form[i] {
		case '9':
			b[i] = byte('0' + r.IntN(10))
		case 'A':
			b[i] = byte('A' + r.IntN(26))
			letters++
		case 'X':
			b[i] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[r.IntN(36)]
		case ' ':
			b[i] = " -./"[r.IntN(4)]
		}
	}
	mark := digitMark
	if letters == 0 && r.IntN(2) == 0 {
		mark, first = nineMark, first-1
	} else if letters > 2 && r.IntN(2) == 0 {
		mark, first = letterMark, -1
	}
	for i, k := first+1, 0; i < len(b) && k < len(mark); i++ {
		if isAlnum(b[i]) && (form[i] == 'X' || isDigit(b[i]) == isDigit(mark[k])) {
			b[i] = mark[k]
			k++
		}
	}
	return strings.ReplaceAll(string(b), " ", []string{"", " "}[r.IntN(2)])
}

// A number that is valid by a rule is no stand-in, whatever it has in it: it is
// somebody's, or may be.
func TestNoValidNumberIsAStandIn(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(21, 22))
	valid, standIns := 0, 0
	for _, space := range newNumberSpaces(Builtin()).list {
		loose := strings.Join(space.loose, "|") + "|"
		for _, f := range append(append([]string{}, space.alone...), space.forms...) {
			if strings.Contains(loose, f+"|") {
				continue
			}
			for range 400 {
				v := markedLike(r, f)
				if matchForm(f, v, 0) != len(v) {
					continue // of letters where there are digits
				}
				switch {
				case !space.real(v):
					if InReserved(v) {
						standIns++
					}
				case space.isMadeUp(v):
				case InReserved(v):
					t.Fatalf("%s: %s is valid, and a stand-in", space.Name, v)
				default:
					valid++
				}
			}
		}
	}
	if valid < 1000 || standIns < 10_000 {
		t.Errorf("%d valid numbers with a mark, %d stand-ins: the generator no longer reaches them", valid, standIns)
	}
	for _, d := range Builtin() {
		for _, m := range d.Match {
			text, x := unmarked(m)
			if d.anchor == anchorRun && InReserved(text[x.Start:x.End]) {
				t.Errorf("%s: an example is a stand-in", d.Name)
			}
		}
	}
}

// Of numbers that somebody has thought of, next to none are stand-ins by chance.
func TestFewNumbersAreStandInsByChance(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(23, 24))
	const n = 400_000
	for digits := 9; digits <= 16; digits++ {
		hits, x := 0, standInShapes()
		var fs []found
		for range n {
			b := make([]byte, digits)
			for i := range b {
				b[i] = byte('0' + r.IntN(10))
			}
			for _, f := range x.scan(fs[:0], string(b), 0, digits) {
				if f.shape && x.program.detectors[f.by].Name == "number_decoy" {
					hits++
				}
			}
		}
		if hits > 16 { // 4 are expected at the most; 16 or more once in 100,000 runs
			t.Errorf("%d of %d numbers of %d digits", hits, n, digits)
		}
	}
}

// What has a mark and is no stand-in: telephone numbers as their countries write them,
// numbers of no form, and the rest of something longer.
func TestMarkedIsNotEnough(t *testing.T) {
	t.Parallel()
	for _, s := range []string{
		"0040981234", "6040981234", "9040981234", "704098123", "304098123", "90 44 01 23", "904-409-12", "104098", "1040981", "10409812",
		"QDE12345", "QDE-XRAY", "QDE1234567890123456789", "QQ 04 16 84", "9SL4-SA9-LO3", "A1040981234567890123456",
	} {
		if InReserved(s) {
			t.Errorf("%s is taken for a stand-in", s)
		}
	}
	for _, around := range []string{"x%", "%x", "_%", "%_", "7-%", "%-7", "7.%", "%.7", "a@%", "%@a.b", "+%"} {
		s := strings.Replace(around, "%", "9044012"+strconv.Itoa(57), 1)
		var p places
		standInShapes().find(&p, s, 0, len(s), true)
		if len(p.list) > 0 {
			t.Errorf("a stand-in was read in %s", s)
		}
	}
}
