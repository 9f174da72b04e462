package main

import (
	"slices"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
	"github.com/seed-052fbf24/cloak/internal/program"
)

func TestLiterals(t *testing.T) {
	for _, c := range []struct{ in, want []string }{
		{[]string{"a"}, []string{"a"}},
		{[]string{"a,b", "c"}, []string{"a", "b", "c"}},
		{[]string{"Dubois, Marie,Okonjo"}, []string{"Dubois, Marie", "Okonjo"}},
		{[]string{`a\,b,c`}, []string{"a,b", "c"}},
		{[]string{`C:\dir,b`}, []string{`C:\dir`, "b"}},
		{[]string{",a,,b,"}, []string{"a", "b"}},
		{[]string{""}, nil},
	} {
		if got := literals(c.in); !slices.Equal(got, c.want) {
			t.Errorf("literals(%q) = %q, want %q", c.in, got, c.want)
		}
	}
}

func TestEntities(t *testing.T) {
	got, err := entities("email, credit-card", cloak.Config{Patterns: []cloak.Pattern{{Name: "x", Entity: "TICKET"}}})
	if want := []cloak.Entity{"CREDIT_CARD", "CUSTOM", "EMAIL", "TICKET"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
	if _, err := entities("email,nonsense", cloak.Config{}); exitCode(err) != program.ExitMisused {
		t.Errorf("an unknown entity gives %v", err)
	}
	all, _ := entities("all", cloak.Config{})
	standard, _ := entities("default", cloak.Config{})
	if len(standard) >= len(all) || slices.Contains(standard, cloak.UUID) || !slices.Contains(all, cloak.UUID) {
		t.Errorf("default has %d entities, all %d", len(standard), len(all))
	}
}

func TestPatternEntity(t *testing.T) {
	for name, want := range map[string]cloak.Entity{"ticket": "TICKET", "room-no": "ROOM_NO", "T1": "T1", "1T": "", "_x": "", "a b": "", "ü": ""} {
		if got := patternEntity(name); got != want {
			t.Errorf("patternEntity(%q) = %q, want %q", name, got, want)
		}
	}
}
