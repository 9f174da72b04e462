package main

import (
	"testing"

	"github.com/seed-052fbf24/cloak/internal/testutil"
)

func TestRatio(t *testing.T) {
	r := ratio{}
	for _, ok := range []bool{true, false, true} {
		r.add(ok)
	}
	if got := r.String(); got != "66.7 % (2/3)" {
		t.Error(got)
	}
	if got := (ratio{}).String(); got != "–" {
		t.Error("a ratio of nothing is printed as", got)
	}
}

// The probes' own test and this program must mean the same by "nothing is left".
func TestSurvivesIsPieceLeft(t *testing.T) {
	for _, c := range []struct{ value, out string }{
		{"541-78-2936", "ssn [SSN_0]"}, {"541-78-2936", "ssn 541-78-2936"}, {"4111111111111111", "card [X]1111 11111"},
		{"4111111111111111", "card 111111"}, {"Müllerstraße 7", "in der Müllers 7"}, {"abc1234", "abc123"}, {"abc-123-xyz", "abc-123"}, {"", ""},
	} {
		if got, want := survives(c.value, c.out), testutil.PieceLeft(c.value, c.out); got != want {
			t.Errorf("%q in %q: %v, the probes say %v", c.value, c.out, got, want)
		}
	}
}

func TestCovered(t *testing.T) {
	text := "tel +49 30 1234, é 7"
	s := span{start: 4, end: 15}
	for _, c := range []struct {
		fs          []found
		in          int
		whole, half bool
	}{
		{nil, 0, false, false},
		{[]found{{start: 4, end: 15}}, 8, true, true},
		{[]found{{start: 4, end: 8}, {start: 8, end: 15}}, 8, true, true},
		{[]found{{start: 5, end: 10}}, 4, false, true},
		{[]found{{start: 12, end: 15}}, 3, false, false},
		{[]found{{start: 0, end: 3}}, 0, false, false},
	} {
		in, all := covered(text, s, c.fs)
		if in != c.in || all != 8 || whole(text, s, c.fs) != c.whole || half(text, s, c.fs) != c.half {
			t.Errorf("%v: %d of %d", c.fs, in, all)
		}
	}
}

func TestGone(t *testing.T) {
	text := "Anna Petersen, anna.petersen@corp.io"
	mail := span{start: 15, end: 36}
	for out, want := range map[string]bool{
		"Anna Petersen, [EMAIL_0]":           true, // the name stands outside of the span, too
		"Anna Petersen, [EMAIL_0]@corp.io":   true, // no six letters in a row
		"Anna Petersen, anna.petersen@[X]":   false,
		"[PERSON_0], [EMAIL_0]":              true,
		text:                                 false,
		"Anna Petersen, a.petersen@[HOST_0]": false,
	} {
		if gone(text, mail, out) != want {
			t.Errorf("%q: gone is not %v", out, want)
		}
	}
}

func TestFromRunes(t *testing.T) {
	text := "Grüße an Zoë"
	if s, ok := fromRunes(text, 9, 12); !ok || s.of(text) != "Zoë" {
		t.Errorf("%v %v", s, ok)
	}
	if s, ok := fromRunes(text, 0, 5); !ok || s.of(text) != "Grüße" {
		t.Errorf("%v %v", s, ok)
	}
	if _, ok := fromRunes(text, 9, 13); ok {
		t.Error("a span beyond the text is taken")
	}
}
