package cloak

import (
	"errors"
	"strings"
	"testing"
)

func TestWhatIsOffSaysWhy(t *testing.T) {
	t.Parallel()
	for _, d := range Builtin() {
		if d.OptIn != (d.OffFor != "") {
			t.Errorf("%s: off %v, and the reason is %q", d.Name, d.OptIn, d.OffFor)
		}
		if d.Locale != "" && (len(d.Locale) != 2 || !isUpper(d.Locale[0]) || !isUpper(d.Locale[1])) {
			t.Errorf("%s: locale %q", d.Name, d.Locale)
		}
	}
}

// Locales narrow what belongs to countries, widen it by what is off, and leave the
// rest alone.
func TestLocales(t *testing.T) {
	t.Parallel()
	ds := []Detector{
		{Name: "a", Entity: "A", Pattern: "aaaa", Bits: 20, Locale: "AT"},
		{Name: "b", Entity: "B", Pattern: "bbbb", Bits: 20, Locale: "BE"},
		{Name: "off", Entity: "C", Pattern: "cccc", Bits: 20, Locale: "BE", OptIn: true, OffFor: "a test"},
		{Name: "all", Entity: "D", Pattern: "dddd", Bits: 20},
		{Name: "never", Entity: "E", Pattern: "eeee", Bits: 20, OptIn: true, OffFor: "a test"},
	}
	for _, x := range []struct {
		locales  []string
		entities []Entity
		want     string
	}{
		{nil, nil, "ABD"},
		{[]string{"AT"}, nil, "AD"},
		{[]string{"BE"}, nil, "BCD"},
		{[]string{"AT", "BE"}, nil, "ABCD"},
		{[]string{"AT"}, []Entity{"B", "D", "E"}, "DE"},
		{nil, []Entity{"C"}, "C"},
	} {
		e, err := New(Config{Detectors: ds, Locales: x.locales, Entities: x.entities})
		if err != nil {
			t.Fatal(err)
		}
		fs, err := e.Find(t.Context(), "aaaa bbbb cccc dddd eeee")
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, f := range fs {
			got += string(f.Entity)
		}
		if got != x.want {
			t.Errorf("locales %v, entities %v: %s, want %s", x.locales, x.entities, got, x.want)
		}
	}
	var bad *ConfigError
	if _, err := New(Config{Locales: []string{"XX"}}); !errors.As(err, &bad) || bad.Field != "Locales" {
		t.Errorf("a country that nobody has: %v", err)
	}
}

// Where a country is named, a check digit that holds is enough for its numbers.
func TestANamedCountryNeedsNoLabels(t *testing.T) {
	t.Parallel()
	const text = "ref 36574261809 and 36574261808, NHS 943 476 5919, 541-78-2936"
	for _, x := range []struct {
		locales []string
		want    string
	}{
		{nil, "UK_NHS SSN"},
		{[]string{"DE"}, "DE_TAX_ID"},
		{[]string{"GB"}, "UK_NHS"},
		{[]string{"US"}, "SSN"},
		{[]string{"DE", "US"}, "DE_TAX_ID SSN"},
	} {
		e, err := New(Config{Locales: x.locales})
		if err != nil {
			t.Fatal(err)
		}
		fs, err := e.Find(t.Context(), text)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range fs {
			got = append(got, string(f.Entity))
		}
		if strings.Join(got, " ") != x.want {
			t.Errorf("%v: %v, want %s", x.locales, got, x.want)
		}
	}
	for _, d := range Builtin() { // no country's engine fails its own examples
		if d.Locale != "" {
			if _, err := New(Config{Locales: []string{d.Locale}}); err != nil {
				t.Errorf("%s: %v", d.Locale, err)
			}
		}
	}
}
