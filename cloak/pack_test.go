package cloak

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

func TestReadPack(t *testing.T) {
	t.Parallel()
	p, err := ReadPack(strings.NewReader(`{"name":"Court","description":"fictional",
		"customTerms":[{"value":"Marisol Quintero","type":"PERSON"},{"value":"Halden Freight","type":"ORG"},{"value":"Nordlicht"}],
		"whitelist":["www.example-court.gov"]}`))
	if err != nil {
		t.Fatal(err)
	}
	want := []Term{
		{Text: "Marisol Quintero", Entity: "PERSON", Fold: true}, {Text: "Halden Freight", Entity: "ORG", Fold: true},
		{Text: "Nordlicht", Entity: Custom, Fold: true}, {Text: "www.example-court.gov", Never: true},
	}
	if p.Name != "Court" || p.Description != "fictional" || !slices.Equal(p.Terms, want) {
		t.Errorf("%+v", p)
	}
}

// Whatever is not understood is refused, and no refusal repeats a term.
func TestAPackIsReadWholeOrNotAtAll(t *testing.T) {
	t.Parallel()
	const term = "Quintero"
	for _, text := range []string{
		``, `[]`, `"x"`, `{`, `{} {}`, "{\"name\":\"\xff\"}",
		`{"customTerms":[{"value":"Quintero"}],"customTerms":[]}`, `{"customTerms":[{"value":"Quintero"}],"CUSTOMTERMS":[]}`,
		`{"customTerms":[{"value":"Quintero","value":"x"}]}`, `{"customTerm":[{"value":"Quintero"}]}`,
		`{"customTerms":["Quintero"]}`, `{"customTerms":[{"value":"Quintero","type":"NAME"}]}`, `{"customTerms":[{"value":""}]}`,
		`{"customTerms":[{"type":"ORG"}]}`, `{"customTerms":[null]}`, `{"customTerms":[{"value":"` + strings.Repeat("Quintero", 200) + `"}]}`,
		`{"customTerms":[{"value":"Quintero","regexp":true}]}`, `{"customTerms":[{"value":"Quintero"}],"whitelist":["quintero"]}`,
		`{"whitelist":[""]}`, `{"whitelist":"Quintero"}`,
	} {
		p, err := ReadPack(strings.NewReader(text))
		if !errors.Is(err, ErrPack) || p != nil {
			t.Errorf("%.60q is read: %v", strings.ReplaceAll(text, term, "…"), err)
		} else if strings.Contains(strings.ToLower(err.Error()), "quint") {
			t.Error("an error repeats a term")
		}
	}
}
