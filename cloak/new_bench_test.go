package cloak_test

import (
	"testing"

	"github.com/seed-052fbf24/cloak/cloak"
)

// What a program pays for an engine, once.
func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		if _, err := cloak.New(cloak.Config{}); err != nil {
			b.Fatal(err)
		}
	}
}
