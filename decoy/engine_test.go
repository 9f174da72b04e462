package decoy_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/decoy"
)

// values are originals that the built-in detectors find without a label.
var values = []string{
	"marie.dubois@acme-eu.fr", "peter.wagner@acme-eu.fr", "Jane_Doe@mail.acme.co.uk", "10.1.2.3", "10.1.2.4", "81.2.69.142",
	"2a02:8109:9ac0:1:5d2f:77aa:12:9b3c", "2a02:8109::1", "541-78-2936", "4111 1111 1111 1111", "378282246310005",
	"DE89 3704 0044 0532 0130 00", "GB29NWBK60161331926819", "1:24-cv-00123", "2:21-cr-00456-JPM-ABC",
	"+44 20 7183 8750", "+1 (617) 392-4418", "(617) 392-4418", "+33 1 42 68 53 00", "+7 912 345 67 89",
	"db01.corp.internal", "DC1.AD.CORP.LOCAL", "a4:83:e7:5b:19:0c", "A4-83-E7-5B-19-0D",
}

func engine(t *testing.T) *cloak.Engine {
	t.Helper()
	g, err := decoy.New(decoy.Config{})
	if err != nil {
		t.Fatal(err)
	}
	e, err := cloak.New(cloak.Config{Replacer: g})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func mapping(t *testing.T, key int) *cloak.Mapping {
	t.Helper()
	m, err := cloak.NewMapping(cloak.Snapshot{Key: [32]byte{1, byte(key), byte(key >> 8)}})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Through the engine, every value becomes a decoy and not a token, comes back,
// and is found no more.
func TestEngine(t *testing.T) {
	e := engine(t)
	for key := range 50 {
		m := mapping(t, key)
		for i, v := range values {
			text := fmt.Sprintf("first: %s, then <%s>.", v, v)
			out, found, err := e.Sanitize(t.Context(), m, text, cloak.Source{})
			if err != nil {
				t.Fatalf("value %d: %v", i, err)
			}
			if len(found) != 2 || strings.Contains(out, v) {
				t.Fatalf("value %d: %d found", i, len(found))
			}
			s := out[len("first: "):strings.LastIndex(out, ", then")]
			if !decoy.IsDecoy(s) || out != strings.ReplaceAll(text, v, s) {
				t.Errorf("value %d, key %d: %s", i, key, out)
			}
			if back, _ := m.Restore(out, cloak.RestoreOptions{}); back != text {
				t.Errorf("value %d, key %d: %s is not restored", i, key, s)
			}
			if left, err := e.Find(t.Context(), out); err != nil || len(left) > 0 {
				t.Errorf("value %d: %s: %d found again, %v", i, s, len(left), err)
			}
		}
	}
}

// The spellings of one value share a stem, and each comes back as it was.
func TestSpellings(t *testing.T) {
	e, m := engine(t), mapping(t, 1)
	const text = "Marie.Dubois@acme-eu.fr marie.dubois@acme-eu.fr MARIE.DUBOIS@ACME-EU.FR"
	out, _, err := e.Sanitize(t.Context(), m, text, cloak.Source{})
	if err != nil {
		t.Fatal(err)
	}
	s := strings.Fields(out)
	stem, host, _ := strings.Cut(strings.ToLower(s[0]), "@")
	if s[1] != stem+"+1@"+host || strings.ToLower(s[2]) != stem+"+2@"+host {
		t.Errorf("%s", out)
	}
	if back, _ := m.Restore(out, cloak.RestoreOptions{}); back != text {
		t.Errorf("%s is not restored", out)
	}
}

// With more hosts than there are addresses for documentation, decoys go on.
func TestManyAddresses(t *testing.T) {
	e, m := engine(t), mapping(t, 1)
	var b strings.Builder
	for i := range 1500 {
		fmt.Fprintf(&b, "10.20.%d.%d\n", i/250, 1+i%250)
	}
	out, found, err := e.Sanitize(t.Context(), m, b.String(), cloak.Source{})
	if err != nil || len(found) != 1500 || strings.Contains(out, "[") {
		t.Fatalf("%d found, %v", len(found), err)
	}
	seen := map[string]bool{}
	for line := range strings.Lines(out) {
		if seen[line] || !decoy.IsDecoy(line[:len(line)-1]) {
			t.Fatalf("%s", line)
		}
		seen[line] = true
	}
	if back, _ := m.Restore(out, cloak.RestoreOptions{}); back != b.String() {
		t.Error("not restored")
	}
}

func ExampleGenerator() {
	g, err := decoy.New(decoy.Config{})
	if err != nil {
		panic(err)
	}
	e, err := cloak.New(cloak.Config{Replacer: g})
	if err != nil {
		panic(err)
	}
	m, err := cloak.NewMapping(cloak.Snapshot{Key: [32]byte{1}}) // a fixed key is for examples only
	if err != nil {
		panic(err)
	}
	text := "10.20.30.40 refused marie.dubois@acme-eu.fr"
	out, _, err := e.Sanitize(context.Background(), m, text, cloak.Source{})
	if err != nil {
		panic(err)
	}
	fmt.Println(out)
	back, _ := m.Restore(out, cloak.RestoreOptions{})
	fmt.Println(back)
	// Output:
	// 192.0.2.14 refused gvalo.dvizeg@zgusem.example.com
	// 10.20.30.40 refused marie.dubois@acme-eu.fr
}
