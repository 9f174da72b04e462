package main

import "testing"

func TestPresumedSecrets(t *testing.T) {
	key := "q8Zr4" + "1Lm0Pw7Tx2"
	for text, want := range map[string]string{
		"api_key = '" + key + "'":                                key,
		"SOME_TOKEN=" + key + " # words-and-more-words-here":     key,
		"curl https://api.corp.io/v1/hooks/" + key:               key,
		"https://a1B2c3D4e5F6.corp.io/some/ordinary/path":        "",
		"github.com/someone/some-project/releases/v1.2.3-beta.4": "",
		"nothing to see here, 2026-11-30T10:00:00":               "",
	} {
		got := ""
		for _, s := range presumed(text) {
			got += s.of(text)
		}
		if got != want {
			t.Errorf("%q: presumed %q", text, got)
		}
	}
}

// Whole means that a presumed secret is gone and none is left in part.
func TestLeavesNothing(t *testing.T) {
	id, key := "a1B2c3"+"D4e5F6g7", "q8Zr4"+"1Lm0Pw7Tx2"
	text := "id=" + id + " secret=" + key
	for out, want := range map[string]bool{
		text:                                   false,
		"id=" + id + " secret=[X]":             true,
		"id=[X] secret=[X]":                    true,
		"id=" + id + " secret=[X]" + key[4:]:   false,
		"id=" + id[:9] + "[X]" + " secret=[X]": false,
	} {
		if leavesNothing(text, out) != want {
			t.Errorf("%q: not %v", out, want)
		}
	}
}

func TestNamesVendor(t *testing.T) {
	body := "q8Zr41Lm0Pw7Tx2"
	for _, c := range []struct {
		rule, text string
		want       bool
	}{
		{"github-pat", "token: gh" + "p_" + body, true},
		{"aws-access-token", "AK" + "IA" + "QWERTYUIOPASDFGH", true},
		{"generic-api-key", "gh" + "p_" + body, false},
		{"some-api-key", "some_api_key=" + body, false},
		{"jwt", "ey" + "J" + body, false},
	} {
		if namesVendor(c.rule, c.text) != c.want {
			t.Errorf("%s: a vendor's shape is not %v", c.rule, c.want)
		}
	}
}
