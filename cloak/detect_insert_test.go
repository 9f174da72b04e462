package cloak_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
)

// Every row of a statement has a password: all go in one round, and nothing else does.
func TestAllRowsOfAnInsert(t *testing.T) {
	var text, want strings.Builder
	text.WriteString("INSERT INTO users (login, password, n) VALUES\n")
	want.WriteString(text.String())
	for i := range 60 {
		fmt.Fprintf(&text, "('u%d', 'Kx7mQ2z%dT', %d),\n", i, i, i)
		fmt.Fprintf(&want, "('u%d', '[PASSWORD_%d]', %d),\n", i, i, i)
	}
	for _, cfg := range []cloak.Config{{}, {RE2: true}} {
		e := newEngine(t, cfg)
		m := newMapping(t)
		out := sanitize(t, e, m, text.String(), cloak.Source{})
		if out != want.String() {
			t.Errorf("becomes\n%s", out)
		}
		if back, _ := m.Restore(out, cloak.RestoreOptions{}); back != text.String() {
			t.Error("does not come back")
		}
	}
}
