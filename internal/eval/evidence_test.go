package main

import (
	"os"
	"path/filepath"
	"testing"
)

// One case for each kind of evidence, and for none.
func TestEvidence(t *testing.T) {
	dir := t.TempDir()
	cases := `{"file":"test_aa_one_recognizer.py","fields":{"text":"12 345 678","expected_len":1,"expected_positions":[[0,10]],"expected_score_ranges":[[1.0,1.0]]}}
{"file":"test_aa_two_recognizer.py","fields":{"number":"123456","expected":true}}
{"file":"test_aa_two_recognizer.py","fields":{"number":"123457","expected":null}}
{"file":"test_aa_three_recognizer.py","fields":{"text":"AB12","expected_len":1,"expected_positions":[[0,4]]}}
{"file":"test_aa_three_recognizer.py","fields":{"text":"AB13","expected_len":0,"expected_positions":[]}}
{"file":"test_aa_passport_recognizer.py","fields":{"text":"passport X1234567","expected_len":1,"expected_positions":[[9,17]],"expected_score_ranges":[[0.1,0.1]]}}
{"file":"test_aa_passport_recognizer.py","fields":{"text":"we take X1234567","expected_len":1,"expected_positions":[[8,16]],"expected_score_ranges":[[0.1,0.1]]}}
{"file":"test_aa_four_recognizer.py","fields":{"text":"X1234567","expected_len":1,"expected_positions":[[0,8]],"expected_score":0.5}}
{"file":"test_aa_postcode_recognizer.py","fields":{"text":"M1 1AA","expected_len":1,"expected_positions":[[0,6]]}}
{"file":"test_spacy_recognizer.py","fields":{"text":"Dan","expected_len":1,"expected_positions":[[0,3]]}}
`
	if err := os.WriteFile(filepath.Join(dir, "cases.jsonl"), []byte(cases), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := loadRecognizers(dir)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"validator", "validator", "validator", "negative", "label", "letters and digits", "score", "a postcode", "names and dates of a language model",
	}
	cs := c.(recognizers)
	if len(cs) != len(want) {
		t.Fatalf("%d cases", len(cs))
	}
	for i, x := range cs {
		got := x.evidence + x.kind
		if !x.positive {
			got = "negative"
		}
		if got != want[i] {
			t.Errorf("case %d: %q, want %q", i, got, want[i])
		}
	}
}

// A positive is right when its span is replaced and nothing beside it; the word
// that says what it is may stay.
func TestRecognizerCaseRight(t *testing.T) {
	c := &recognizerCase{file: "de_handelsregister", text: "HRB 123456 A", gold: []span{{0, 10, ""}}, positive: true}
	for _, x := range []struct {
		fs   []found
		want bool
	}{
		{[]found{{0, 10, "X"}}, true}, {[]found{{4, 10, "X"}}, true}, {[]found{{4, 9, "X"}}, false}, {[]found{{4, 12, "X"}}, false}, {nil, false},
	} {
		if got := c.right(&report{}, x.fs); got != x.want {
			t.Errorf("%v: right is %v", x.fs, got)
		}
	}
	ip := &recognizerCase{file: "ip", text: "10.0.0.0/9", gold: []span{{0, 10, ""}}, positive: true}
	if !ip.right(&report{}, []found{{0, 8, "IPV4"}}) {
		t.Error("a prefix length must not stay")
	}
	nobodys := &recognizerCase{file: "ip", text: "192.0.2.1", gold: []span{{0, 9, ""}}, positive: true}
	if r := (&report{}); !nobodys.right(r, nil) || r.Reserved != (ratio{1, 1}) {
		t.Error("a documentation address must be reported")
	}
}
