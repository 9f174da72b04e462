package testutil

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

func TestPieceLeft(t *testing.T) {
	const value = "abcdef-ghijkl"
	for out, want := range map[string]bool{
		"":                    false,
		"x abcdef-ghijkl x":   true,
		"x abcdef x":          true,
		"x abcde- ghijk x":    false,
		"[API_KEY_0] ghijkl.": true,
	} {
		if got := PieceLeft(value, out); got != want {
			t.Errorf("%q: got %v", out, got)
		}
	}
	if PieceLeft("abcdefg", "abcdef") {
		t.Error("a value of seven bytes is looked for whole")
	}
}

func TestJudge(t *testing.T) {
	positive := Probe{Text: "a SECRETVALUE b", Hide: []string{"SECRETVALUE"}, Keep: []string{"a ", " b"}}
	negative := Probe{Text: "nothing"}
	for _, c := range []struct {
		p    Probe
		out  string
		fine bool
	}{
		{positive, "a [X_0] b", true},
		{positive, "a [X_0]VALUEb", false},
		{positive, "a [X_0]", false},
		{negative, "nothing", true},
		{negative, "[X_0]", false},
	} {
		if why := c.p.Judge(c.out); (why == "") != c.fine {
			t.Errorf("%q: %q", c.out, why)
		}
	}
}

func TestSeamsComeOut(t *testing.T) {
	want := Probe{ID: "x", Text: "key " + Secrets(3)[9].Value, Hide: []string{Secrets(3)[9].Value}}
	stored := Probe{ID: "x", Text: "key " + Seamed(want.Hide[0]), Hide: []string{Seamed(want.Hide[0])}}
	line, err := json.Marshal(stored)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(line, []byte(want.Hide[0])) {
		t.Error("the value is stored whole")
	}
	got, err := LoadProbes(bytes.NewReader(line))
	if err != nil || len(got) != 1 || got[0].Text != want.Text || got[0].Hide[0] != want.Hide[0] {
		t.Errorf("not what was stored (%v)", err)
	}
}

func TestPlanted(t *testing.T) {
	a, b := Secrets(1), Secrets(2)
	for i := range a {
		if a[i].Value == b[i].Value {
			t.Errorf("%s: two seeds, one value", a[i].Entity)
		}
		if !strings.Contains(a[i].Text, a[i].Value) {
			t.Errorf("%s: the text does not hold the value", a[i].Entity)
		}
	}
	p := NewPlanter(1)
	for range 100 {
		if s := p.Card("4539", 16); len(s) != 16 || luhnDigit(s[:15]) != s[15:] {
			t.Fatal("a card without its check digit")
		}
		if s := p.IBAN("GB", "aaaannnnnnnnnnnnnn"); len(s) != 22 || mod97(s[4:]+s[:4]) != 1 {
			t.Fatal("an IBAN without its check digits")
		}
	}
	// Published numbers, so that both checks are held to something outside.
	if luhnDigit("7992739871") != "3" || mod97("WEST12345698765432GB82") != 1 {
		t.Error("a published example does not check")
	}
}

func TestFirstDifference(t *testing.T) {
	if n, same := firstDifference([]byte("a\nb\nc"), []byte("a\nb\nd")); same || n != 3 {
		t.Errorf("line %d", n)
	}
	if _, same := firstDifference([]byte("a"), []byte("a")); !same {
		t.Error("equal is different")
	}
}
