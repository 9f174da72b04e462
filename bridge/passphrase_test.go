package bridge

import (
	"errors"
	"regexp"
	"testing"
)

func TestPassphrasesAreJudged(t *testing.T) {
	t.Parallel()
	for p, want := range map[string]bool{
		"hunter22": true, "password1": true, "aaaaaaaaaaaaaaaaaaaaaaaa": true, "correct horse battery": true, "2026-11-30": true, "abc abc abc abc abc": true,
		"correct horse battery staple": false, "x7$kQ2!mW9#z": false, "пример хорошей длинной фразы": false, "correct horse battery staple vessel": false,
	} {
		if weak, err := CheckNew([]byte(p)); err != nil || weak != want {
			t.Errorf("a passphrase of %d bytes: weak %t, want %t; %v", len(p), weak, want, err)
		}
	}
	for _, p := range []string{"", "1234567", "ééééééé"} {
		if _, err := CheckNew([]byte(p)); !errors.Is(err, ErrShort) {
			t.Errorf("a passphrase of %d bytes: %v", len(p), err)
		}
	}
}

func TestNewPassphrases(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	form := regexp.MustCompile(`^(?:[a-z]{5}-){4}[a-z]{5}$`)
	for range 1000 {
		p := NewPassphrase()
		if weak, err := CheckNew([]byte(p)); weak || err != nil || seen[p] || !form.MatchString(p) {
			t.Fatalf("weak %t, %v, seen %t", weak, err, seen[p])
		}
		seen[p] = true
	}
}
