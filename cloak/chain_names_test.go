package cloak

import "testing"

// Every step has a name of its own, and documents' are capitals.
func TestStepsHaveNames(t *testing.T) {
	seen := map[string]Step{}
	for x := range Step(128) {
		name := x.name()
		if name == "unknown" {
			continue
		}
		if y, ok := seen[name]; ok {
			t.Errorf("%c and %c are %s", x, y, name)
		}
		seen[name] = x
		if _, ok := documentSteps[x]; ok != isUpper(byte(x)) {
			t.Errorf("%c: %s", x, name)
		}
	}
	if len(seen) < 29 {
		t.Errorf("%d names", len(seen))
	}
}
