package cloak

import (
	"strings"
	"testing"
)

func TestClassOfALine(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]TextClass{
		"2026-11-30T03:41:07.112Z INFO ring |":              Log,
		"Nov 30 03:41:07 web-1 app: ring |":                 Log,
		"10.1.2.3 - - [30/Nov/2026:03:41:07 +0000] \"GET |": Log,
		"[03:41:07] ring |":                                 Log,
		"\tconst ring = \"|":                                Code,
		"x\n// ring |":                                      Code,
		"  return |":                                        Code,
		"2026-11-30T03:41:07.112Z\nring |":                  AnyText,
		"// a comment\nring |":                              AnyText,
		"Please ring |":                                     AnyText,
		"103:41:07 |":                                       Log,
		"a:b:c: 3:41:07 |":                                  AnyText,
		"03:41:0|7":                                         AnyText,
		"at 3:41 or 03:41, ring |":                          AnyText,
		"|":                                                 AnyText,
		`{"id": 5, "n": "|`:                                 JSON,
		`  "id": "|`:                                        JSON,
		`[{"id": 5, "n": "|`:                                JSON,
		`[[1, 2], |`:                                        JSON,
		"[EMAIL_0] and |":                                   AnyText,
		"\"he said\" |":                                     AnyText,
		"7,ann,x y,|":                                       CSV,
		"7;ann;|":                                           CSV,
		"7\tann\t|":                                         CSV,
		"one, two, three, |":                                AnyText,
		"the number that we had for her was |":              Prose,
		"03:41:07 " + strings.Repeat("x", 600) + " |":          Log,
		strings.Repeat("x", 60) + " at 03:41:07 it was rung |": Log,
	} {
		i := strings.IndexByte(text, '|')
		for step := range 12 { // however many places were asked for before
			var r lineReader
			for k := 0; step > 0 && k < i; k += step {
				r.class(text, k)
			}
			if got := r.class(text, i); got != want {
				t.Errorf("%.60q in steps of %d: %v, want %v", text, step, got, want)
			}
		}
	}
}

// A bare form counts for less where numbers are everywhere, and a label for as much.
func TestClassIsEvidence(t *testing.T) {
	t.Parallel()
	e, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		in   Input
		want int
	}{
		{Input{Text: "we had 617 392 4418 there"}, 1},
		{Input{Text: "2026-11-30 03:41:07 we had 617 392 4418 there"}, 0},
		{Input{Text: "const n = 617 392 4418 there"}, 0},
		{Input{Text: "2026-11-30 03:41:07 phone 617 392 4418 there"}, 1},
		{Input{Text: "we had 617 392 4418 there", Class: Code}, 0},
		{Input{Text: "const n = 617 392 4418 there", Class: Prose}, 1},
		{Input{Text: "2026-11-30 03:41:07 we had 617-392-4418 there"}, 1},
	} {
		fs, err := e.FindIn(t.Context(), x.in)
		if err != nil || len(fs) != x.want {
			t.Errorf("%q, class %d: %d found, want %d, %v", x.in.Text, x.in.Class, len(fs), x.want, err)
		}
	}
}
