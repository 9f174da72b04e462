package main

import (
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/internal/testutil"
)

func TestDocumentIsCurrent(t *testing.T) {
	testutil.Golden(t, "../../docs/DETECTORS.md", document(cloak.Builtin()))
}

func TestShape(t *testing.T) {
	p := testutil.NewPlanter(5)
	for in, want := range map[string]string{
		"password = «" + "hunter2hunter2" + "»": "password = «x{14}»",
		"x «gh" + "p_" + p.Mixed(36) + "»":      "x «ghp_x{36}»",
		"Authorization: Basic «" + "QWxhZGRpbg": "Authorization: Basic «a{10}",
		"id «1234567890»":                       "id «9{10}»",
		"PRIVATE KEY, short1":                   "PRIVATE KEY, short1",
	} {
		if got := shape(in); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// No example of a secret may stand in the document as it is.
func TestSecretsAreShapes(t *testing.T) {
	token := testutil.NewPlanter(6).GitHub("p")
	d := cloak.Detector{Name: "k", Entity: cloak.APIKey, Match: []string{"key «" + token + "»"}, NoMatch: []string{token}, Gaps: []string{token}}
	if strings.Contains(string(document([]cloak.Detector{d})), token[4:]) {
		t.Error("an example of a secret is shown whole")
	}
}

func TestSectionSaysEverything(t *testing.T) {
	d := cloak.Detector{Name: "us_ssn", Entity: cloak.SSN, OptIn: true, Class: cloak.Context, Bits: 11, LabelBits: 6, AgainstBits: 4,
		Pattern: `\d{3}`, Labels: []string{"ssn"}, Against: []string{"part"}, Reserved: []string{`9\d\d`}, Guarantee: "U",
		Authority: "SSA", Match: []string{"a «b»\nc"}, NoMatch: []string{"near"}, Gaps: []string{"spelled out"}}
	got := string(document([]cloak.Detector{d}))
	for _, want := range []string{"| SSN | off | context | 11 (0.20) | 17 (0.94) | U |", `\d{3}`, "Labels (+6 bits): ssn.",
		"Against it (-4 bits): part.", "Reserved (U)", `9\d\d`, "Authority: SSA.", `a «b»\nc`, "near", "spelled out"} {
		if !strings.Contains(got, want) {
			t.Errorf("the document lacks %q", want)
		}
	}
}

func TestLongExamplesAreCut(t *testing.T) {
	d := cloak.Detector{Entity: cloak.Email, NoMatch: []string{strings.Repeat("a@", 1000)}}
	if got := shown(d, d.NoMatch)[0]; len(got) > widest+40 || !strings.HasSuffix(got, "(2000 bytes in all)") {
		t.Errorf("%d bytes are shown", len(got))
	}
}
