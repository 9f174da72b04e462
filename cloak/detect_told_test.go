package cloak

import (
	"strings"
	"testing"
)

func TestToldExamples(t *testing.T) { checkExamples(t, toldDetectors()) }

// Whatever stands in front of the word for somebody is read once.
func TestToldIsLinear(t *testing.T) {
	checkSound(t, toldDetectors())
	checkLinear(t, toldDetectors(), "my ", "is my ", "1 is my ", "12345 is my passport ", "AB12345 is my ", strings.Repeat("1 ", 40), "12345 är mitt pnr", "1-1-1-1-1-1 is my x ")
}
