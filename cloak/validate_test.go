package cloak

import "testing"

func TestLuhn(t *testing.T) {
	for s, want := range map[string]bool{
		"79927398713": true, "7992 7398 713": true, "79927398710": false, "0": true, "": false, "x-": false, "18": true, "81": false,
	} {
		if luhnValid(s) != want {
			t.Errorf("luhnValid(%q) is not %v", s, want)
		}
	}
}

func TestMod97(t *testing.T) {
	// 98 - 45 = 53: a remainder over digits alone, and letters as two digits each.
	for s, want := range map[string]int{"": 0, "97": 0, "98": 1, "A": 10, "z": 35, "A-b": (10*100 + 11) % 97, "123456789012345": int(123456789012345 % 97)} {
		if got := mod97(0, s); got != want {
			t.Errorf("mod97(0, %q) = %d, want %d", s, got, want)
		}
	}
	if mod97(mod97(0, "1234"), "5678") != mod97(0, "12345678") {
		t.Error("a remainder does not continue")
	}
}

func TestNumberEdges(t *testing.T) {
	const s = "1.23 -45 6-7.8. 9"
	for i, want := range map[int]bool{2: true, 6: false, 9: false, 11: true, 13: true, 16: false} {
		if cutLeft(s, i) != want {
			t.Errorf("cutLeft at %d is not %v", i, want)
		}
	}
	for i, want := range map[int]bool{1: true, 4: false, 10: true, 14: false, len(s): false, len(s) + 9: false} {
		if cutRight(s, i) != want {
			t.Errorf("cutRight at %d is not %v", i, want)
		}
	}
}

func TestDigitHelpers(t *testing.T) {
	if v, ok := leadingDigits("1-2 3", 3); v != 123 || !ok {
		t.Error("leadingDigits", v, ok)
	}
	if _, ok := leadingDigits("1-2", 3); ok {
		t.Error("leadingDigits of too few")
	}
	if !sameDigit("44 4-4") || sameDigit("4445") || countDigits("a1b2") != 2 || digitsOf("a1-b2") != "12" || digitRun("123x", 2) != 2 {
		t.Error("digit helpers")
	}
}
