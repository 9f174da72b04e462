package cloak

import (
	"slices"
	"testing"
)

// westIDs are the detectors of the Americas, the British Isles, Oceania and Africa.
func westIDs() []Detector {
	return slices.Concat(usIDs(), accountIDs(), ukIDs(), canadaIDs(), oceaniaIDs(), africaIDs(), brazilIDs(), latinIDs())
}

// The engine finds what is marked, by that detector or by one with the same entity
// or a better claim, and does not find near misses by it.
func TestWestExamples(t *testing.T) {
	t.Parallel()
	e, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range westIDs() {
		for _, x := range d.Match {
			text, want := unmark(x)
			fs, err := e.FindIn(t.Context(), Input{Text: text})
			if err != nil || !slices.ContainsFunc(fs, func(f Finding) bool { return f.Span == want && f.Entity == d.Entity }) {
				t.Errorf("%s: %q: %v, %v", d.Name, x, fs, err)
			}
		}
		for _, x := range append(slices.Clone(d.NoMatch), d.Gaps...) {
			fs, err := e.FindIn(t.Context(), Input{Text: x})
			if err != nil || slices.ContainsFunc(fs, func(f Finding) bool { return f.Detector == d.Name }) {
				t.Errorf("%s: %q: %v, %v", d.Name, x, fs, err)
			}
		}
	}
}

// One label stands for a list of numbers, and for every detector of one place.
func TestALabelIsForAListAndForAPlace(t *testing.T) {
	t.Parallel()
	e, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string][]Entity{
		"Passports: AB1234567 and XY9876543":                {"PASSPORT", "PASSPORT"},
		"plates APP-456CV, KJA-999PZ or ABJ-001AA were":     {"LICENSE_PLATE", "LICENSE_PLATE", "LICENSE_PLATE"},
		"passport AB1234567; part XY9876543":                {"PASSPORT"},
		"passport AB1234567. XY9876543":                     {"PASSPORT"},
		"passport AB1234567 of Ann, XY9876543":              {"PASSPORT"},
		"passport AB1234567, 20-00-00":                      {"PASSPORT"},
		"NHS number 212-664-2003":                           {"UK_NHS"}, // a telephone number, too
		"call 212-664-2003":                                 {Phone},
		"ITIN 912-70-1234":                                  {"US_ITIN"},
		"SSN 912-70-1234":                                   {SSN},
		"passports: \"AB1234567\", \"XY9876543\"":           {"PASSPORT", "PASSPORT"},
		"AB1234567, XY9876543":                              nil,
		"passport AB1234567, and, XY9876543":                {"PASSPORT"},
		"passport AB1234567\nXY9876543":                     {"PASSPORT"},
		"routing 021085172 account 4471920883":              {"ABA_ROUTING_NUMBER", "BANK_ACCOUNT"},
		"member id and, later on, the case 123456 was shut": nil,
	} {
		fs, err := e.FindIn(t.Context(), Input{Text: text})
		var got []Entity
		for _, f := range fs {
			got = append(got, f.Entity)
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v, %v", text, got, want, err)
		}
	}
}

// A value that is all of a text is found without a label, unless the text has one.
func TestANumberThatIsAllOfATextNeedsNoLabel(t *testing.T) {
	t.Parallel()
	e, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		in   Input
		want int
	}{
		{Input{Text: "4010232137"}, 1},
		{Input{Text: " 4010232137\n"}, 1},
		{Input{Text: "4010232137", Label: "order"}, 0},
		{Input{Text: "4010232137", Label: "nhsNumber"}, 1},
		{Input{Text: "id 4010232137"}, 0},
		{Input{Text: "0123456789"}, 0},
		{Input{Text: "1111111112"}, 0},
	} {
		fs, err := e.FindIn(t.Context(), x.in)
		if err != nil || len(fs) != x.want {
			t.Errorf("%q under %q: %v, %v", x.in.Text, x.in.Label, fs, err)
		}
	}
}
